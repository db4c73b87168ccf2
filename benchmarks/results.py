"""What was measured, on which machine, as JSON."""

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

# What speed depends on, and the peers.
_PACKAGES = ("numpy", "numba", "llvmlite", "galois", "pycgt", "ogdoad", "cgt-py")
_INSTRUCTIONS = ("avx2", "avx512f", "avx512bw", "avx512vbmi", "gfni")


@dataclass
class Subject:
    """What was measured of one subject: what it is about, its rows and how its times grow."""

    name: str
    about: str
    rows: list[Row] = field(default_factory=list)
    growths: list[Growth] = field(default_factory=list)


def machine() -> dict[str, object]:
    """Return a description of this machine, and the versions of what the speed depends on."""
    return {
        "processor": _described("/proc/cpuinfo", "model name") or platform.processor(),
        "instructions": [
            name for name in _INSTRUCTIONS if name in _described("/proc/cpuinfo", "flags").split()
        ],
        "cores": len(os.sched_getaffinity(0)),
        "memory": _described("/proc/meminfo", "MemTotal"),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in _PACKAGES},
    }


def written(subjects: Iterable[Subject]) -> str:
    """Return the text of the file of results."""
    results = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "subjects": [asdict(subject) for subject in subjects],
    }
    return f"{json.dumps(results, indent=1, ensure_ascii=False)}\n"


def _described(file: str, name: str) -> str:
    """Return what a file of lines `name: value` says first, or nothing."""
    if not Path(file).exists():
        return ""
    lines = (line.partition(":") for line in Path(file).read_text("utf8").splitlines())
    return next((value.strip() for key, _, value in lines if key.strip() == name), "")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
