"""Tools for saving the benchmark results and a description of the machine as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.measure import Growth, Row

# Packages that affect the speed of our code, and packages that our code is compared with.
_PACKAGES = ("numpy", "numba", "llvmlite", "galois", "pycgt", "ogdoad", "cgt-py")
_INSTRUCTIONS = ("avx2", "avx512f", "avx512bw", "avx512vbmi", "gfni")


@dataclass
class Subject:
    """The results for one subject: its description, its rows and how its times grow."""

    name: str
    about: str
    rows: list[Row] = field(default_factory=list)
    growths: list[Growth] = field(default_factory=list)


def describe_machine() -> dict[str, object]:
    """Return a description of this machine and the versions of relevant packages."""
    return {
        "processor": _field_value("/proc/cpuinfo", "model name") or platform.processor(),
        "instructions": [
            name for name in _INSTRUCTIONS if name in _field_value("/proc/cpuinfo", "flags").split()
        ],
        "cores": len(os.sched_getaffinity(0)),
        "memory": _field_value("/proc/meminfo", "MemTotal"),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in _PACKAGES},
    }


def to_json(subjects: Iterable[Subject]) -> str:
    """Serialize the results as JSON."""
    results = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": describe_machine(),
        "subjects": [asdict(subject) for subject in subjects],
    }
    return f"{json.dumps(results, indent=1, ensure_ascii=False)}\n"


def _field_value(file: str, name: str) -> str:
    """Return the first value of `name` in a file of `name: value` lines, or an empty string."""
    if not Path(file).exists():
        return ""
    lines = (line.partition(":") for line in Path(file).read_text("utf8").splitlines())
    return next((value.strip() for key, _, value in lines if key.strip() == name), "")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
