"""Tests that the core has no dependencies and that the engine never imports the book."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import nimtwist

ENGINE = Path(nimtwist.__file__).parent
EXTRAS = {"distributed", "llvmlite", "numba", "numpy", "pandas", "pyarrow", "tqdm"}
"""Packages that compiled modules, data frames and the atlas may import."""


def imported(path: Path) -> set[str]:
    """Return the packages outside the standard library that a file imports."""
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names)


def test_the_core_imports_only_the_standard_library() -> None:
    for path in ENGINE.rglob("*.py"):
        folder = path.relative_to(ENGINE).parts[0]
        is_core = folder not in ("arrays", "compiled", "atlas", "frames.py")
        allowed = {"nimtwist"} if is_core else {"nimtwist"} | EXTRAS
        if path.name in ("_processes.py", "_commands.py"):
            allowed |= EXTRAS
        assert imported(path) <= allowed, path
