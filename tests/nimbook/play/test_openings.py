"""Tests of the games that open the chapters: each can be won, and its table is right and small."""

from __future__ import annotations

import ast
import gzip
from typing import Any

import nbformat
import pytest
from chapter import Chapter

from nimbook import CHAPTERS
from nimbook.show._base import ON_A_PAGE
from tests.lib.chapters import NOTEBOOKS
from tests.lib.tables import Checker, read_table

MAX_BYTES = 100_000


def opening(number: int) -> tuple[Any, str]:
    """Return the game that a chapter shows in its cell `cell-opening`, and its saved HTML."""
    [path] = NOTEBOOKS.glob(f"{number:02}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    [html] = [
        output.data["text/html"]
        for cell in cells
        if cell.id == "cell-opening"
        for output in cell.outputs
    ]
    chapter = Chapter({cell.id: cell.source for cell in cells if cell.cell_type == "code"})
    tree = ast.parse(next(cell.source for cell in cells if cell.id == "cell-opening"))
    [*_, last] = tree.body
    assert isinstance(last, ast.Expr)
    tree.body[-1] = ast.Assign([ast.Name("opening", ast.Store())], last.value)
    code = compile(ast.fix_missing_locations(tree), "<test>", "exec")
    namespace = chapter.namespace("cell-opening", code)
    exec(code, namespace)
    return namespace["opening"], html


class _Checker(Checker):
    """A checker that expects the replies of the rival if the rules name one."""

    def _replies(self, position: Any, best: bool) -> list[Any]:
        options = self.options(position)
        rival = getattr(self.rules, "rival", None)
        if rival is None or not best or not options:
            return super()._replies(position, best)
        return [option for option in options if rival.outcome(option) == "P"] or [*options]


@pytest.mark.parametrize("number", range(1, 13))
def test_openings_can_be_won_and_lost_and_their_tables_agree_with_the_rules(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ON_A_PAGE, "1")  # the game does not write its table again
    game, html = opening(number)
    match = game.match
    assert f'data-name="{CHAPTERS[number - 1]}"' in html
    assert len(gzip.compress(html.encode())) < MAX_BYTES
    checker = _Checker(read_table(html), match.rules, match.start, match.players or 2)
    first = [checker.rank(option) for option in checker.options(match.start)]
    assert 0 < first.count(0) <= len(first) / 2
    assert not [*checker.errors()]
