"""Tests that the core has no dependencies and that the engine never imports the book."""

from __future__ import annotations

import ast
import json
import re
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
        if path.name in ("processes.py", "commands.py"):
            allowed |= EXTRAS
        assert imported(path) <= allowed, path


ROOT = ENGINE.parents[1]


def private_imports(source: str, module: str) -> list[str]:
    """Return the imports of private modules and names from packages that `module` is not in."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    outside = []
    for name in names:
        match = re.match(r"(nim(?:twist|book)\b.*?)\._(?!_)", name)
        if not match:
            continue
        package = match[1]
        if not (ROOT / "src" / package.replace(".", "/")).is_dir():  # it is a module
            package = package.rpartition(".")[0]
        if not f"{module}.".startswith(f"{package}."):
            outside.append(name)
    return outside


def test_private_modules_and_names_are_imported_in_their_package_only() -> None:
    files = [*ENGINE.parent.rglob("*.py"), *(ROOT / "book/ext").rglob("*.py")]
    assert len(files) > 150
    for path in files:
        module = ".".join(path.relative_to(ENGINE.parent if "src" in path.parts else ROOT).parts)
        module = module.removesuffix(".py").removesuffix(".__init__")
        assert private_imports(path.read_text("utf8"), module) == [], path


def test_chapters_import_public_modules_and_names_only() -> None:
    notebooks = [*ROOT.glob("notebooks/*.ipynb")]
    assert len(notebooks) == 13
    for path in notebooks:
        cells = json.loads(path.read_text("utf8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        found = [private_imports(one, "") for one in code if not one.startswith(("%", "!"))]
        assert not any(found), path


def test_private_imports_are_found() -> None:
    moves, walk = "from nimtwist.games import _moves", "from nimtwist.solver import Tree, _Walk"
    assert private_imports(moves, "nimtwist.games") == private_imports(walk, "nimtwist.sums") == []
    assert private_imports(moves, "nimtwist.sums") == ["nimtwist.games._moves"]
    assert private_imports(walk, "nimbook.sums") == ["nimtwist.solver._Walk"]
    assert private_imports("import nimtwist._files", "nimbook") == ["nimtwist._files"]
