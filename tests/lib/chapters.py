"""Access to functions and labs that are defined in the cells of a chapter."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from chapter import Chapter

from nimbook.play.links import Inputs, _labs

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@cache
def from_chapter(number: str, expression: str) -> Any:
    """Return the value of an expression, such as the name of a function, in the names of a chapter.

    Only the statements that it depends on run.
    """
    [path] = NOTEBOOKS.glob(f"{number}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    chapter = Chapter({cell.id: cell.source for cell in cells if cell.cell_type == "code"})
    code = compile(expression, "<test>", "eval")
    return eval(code, chapter.namespace("test", code))


@cache
def labs(notebook: Path) -> dict[str, tuple[Any, Inputs]]:
    """Return a notebook's labs and their inputs by name, created the way the page creates them."""
    cells = json.loads(notebook.read_text())["cells"]
    cells = [cell for cell in cells if cell["cell_type"] == "code"]
    given = {"__name__": "__main__", "display": lambda *values: None}
    chapter = Chapter({cell["id"]: "".join(cell["source"]) for cell in cells}, given)
    found: dict[str, tuple[Any, Inputs]] = {}
    for cell in cells:
        if "live" not in cell["metadata"].get("tags", []):
            continue
        tree = ast.parse("".join(cell["source"]))
        names = chapter.namespace(cell["id"], compile(tree, notebook.name, "exec"))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, notebook.name, "exec"), names)
        before = dict(_labs)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), notebook.name, "eval"), names)
            new = [name for name, inputs in _labs.items() if before.get(name) is not inputs]
            found |= {name: (value, _labs[name]) for name in new}
    return found
