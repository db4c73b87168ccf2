"""Access to functions that are defined in the cells of a chapter."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from chapter import Chapter

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


@cache
def from_chapter(number: str, name: str) -> Callable[..., Any]:
    """Return a function defined in a chapter, running only the statements that it depends on."""
    [path] = NOTEBOOKS.glob(f"{number}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    chapter = Chapter({cell.id: cell.source for cell in cells if cell.cell_type == "code"})
    code = compile(name, "<test>", "eval")
    function: Callable[..., Any] = eval(code, chapter.namespace("test", code))
    return function
