"""`python -m benchmarks [SUBJECT...]`: time our code beside its peers.

`--out FILE` saves the results of all subjects as JSON, for the page *How fast*.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks import arrays, blocking, cram, live, nimber, sequences, solver
from benchmarks.measure import Growth, Row

SUBJECTS = {
    module.__name__.rpartition(".")[2]: module
    for module in (solver, blocking, sequences, cram, nimber, arrays, live)
}
# Packages that affect the speed of our code, and packages that our code is compared with.
_PACKAGES = ("numpy", "numba", "llvmlite", "galois", "pycgt", "ogdoad", "cgt-py")
_INSTRUCTIONS = ("avx2", "avx512f", "avx512bw", "avx512vbmi", "gfni")


def describe_machine() -> str:
    """Describe this machine, and the versions of the packages that matter."""
    flags = _field_value("/proc/cpuinfo", "flags").split()
    memory = int(_field_value("/proc/meminfo", "MemTotal").split()[0])
    instructions = ", ".join(name for name in _INSTRUCTIONS if name in flags)
    return (
        f"{_field_value('/proc/cpuinfo', 'model name')}, {len(os.sched_getaffinity(0))} cores, "
        f"{memory / 2**20:.0f} GiB; vector instructions: {instructions or 'none that we use'}. "
        f"{platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        + ", ".join(_versions())
    )


def _field_value(file: str, name: str) -> str:
    """Return the first value of `name` in a file of `name: value` lines, or "0"."""
    lines = Path(file).read_text("utf8").splitlines() if Path(file).exists() else ()
    fields = (line.partition(":") for line in lines)
    return next((value.strip() for key, _, value in fields if key.strip() == name), "0")


def _versions() -> Iterator[str]:
    for name in _PACKAGES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"no {name}"


def _lines(items: Iterable[Row | Growth]) -> str:
    """Return rows as a list in JSON, one a line, with four digits of each time."""

    def short(value: Any) -> Any:
        if isinstance(value, float):
            return float(f"{value:.4g}")
        return [*map(short, value)] if isinstance(value, list | tuple) else value

    dicts = ({key: short(value) for key, value in asdict(item).items()} for item in items)
    body = ",\n".join(json.dumps(each, ensure_ascii=False) for each in dicts)
    return f"[\n{body}\n]" if body else "[]"


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmarks, and print their rows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = ", ".join(SUBJECTS)
    parser.add_argument(
        "subjects", nargs="*", metavar="SUBJECT", choices=[*SUBJECTS], help=f"one of {names}"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="save the results of all subjects")
    args = parser.parse_args(arguments)
    if args.out and args.subjects:
        parser.error("--out saves the results of all subjects, so it takes no SUBJECT")
    subjects = []
    for name in args.subjects or SUBJECTS:
        # Keep the garbage collector from traversing objects left over from other subjects.
        gc.collect()
        gc.freeze()
        rows, growths = list[Row](), list[Growth]()
        for item in SUBJECTS[name].measure():
            print(item, flush=True)
            (rows if isinstance(item, Row) else growths).append(item)
        about = json.dumps(" ".join((SUBJECTS[name].__doc__ or "").split()), ensure_ascii=False)
        subjects.append(
            f'{{"name": "{name}", "about": {about},\n'
            f'"rows": {_lines(rows)},\n"growths": {_lines(growths)}}}'
        )
    if args.out:
        head = f'"date": "{datetime.now(UTC).date()}",\n"machine": {json.dumps(describe_machine())}'
        body = ",\n".join(subjects)
        args.out.write_text(f'{{\n{head},\n"subjects": [\n{body}\n]}}\n', "utf8")


if __name__ == "__main__":
    main()
