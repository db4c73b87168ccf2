"""What was measured, on which machine, as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.measure import Growth, Row

# What speed depends on, and the peers.
_PACKAGES = ("numpy", "numba", "llvmlite", "galois", "pycgt", "ogdoad", "cgt-py")
_INSTRUCTIONS = ("avx2", "avx512f", "avx512bw", "avx512vbmi", "gfni")


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


def written(rows: Iterable[Row], growths: Iterable[Growth]) -> str:
    """Return the text of the file of results."""
    return (
        json.dumps(
            {
                "date": datetime.now(UTC).date().isoformat(),
                "machine": machine(),
                "rows": [asdict(row) for row in rows],
                "growths": [asdict(growth) for growth in growths],
            },
            indent=1,
            ensure_ascii=False,
        )
        + "\n"
    )


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
