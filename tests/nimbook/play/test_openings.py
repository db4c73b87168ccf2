"""Tests of the games that open the chapters: each can be won, and its table is right and small."""

from __future__ import annotations

import ast
import gzip
from typing import Any

import nbformat
import pytest
from chapter import Chapter

from nimbook import CHAPTERS
from nimbook.match import Match
from nimbook.play import WrittenPlay
from tests.chapters import NOTEBOOKS

MAX_BYTES = 100_000
MAX_SHARE = 0.5
"""The largest share of the first moves that win."""


def opening(number: int) -> Any:
    """Return the game that a chapter shows in its cell `cell-opening`."""
    [path] = NOTEBOOKS.glob(f"{number:02}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    chapter = Chapter({cell.id: cell.source for cell in cells if cell.cell_type == "code"})
    tree = ast.parse(next(cell.source for cell in cells if cell.id == "cell-opening"))
    [*_, last] = tree.body
    assert isinstance(last, ast.Expr)
    tree.body[-1] = ast.Assign([ast.Name("opening", ast.Store())], last.value)
    code = compile(ast.fix_missing_locations(tree), "<test>", "exec")
    namespace = chapter.namespace("cell-opening", code)
    exec(code, namespace)
    return namespace["opening"]
