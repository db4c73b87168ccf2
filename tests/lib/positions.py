"""Positions of games, for tests of their rules and of their boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd
from typing import Any, Literal

from hypothesis import strategies as st

from nimbook.play._play import board_for
from nimtwist import Sum
from nimtwist.games import (
    BlockingNim,
    Cram,
    Hackenbush,
    Moore,
    MuM,
    Nim,
    Northcott,
    PolyMuM,
    Stones,
)
from nimtwist.games.hackenbush import Picture
from nimtwist.games.products import Consolidation
from tests.lib.algebra import remainder
from tests.lib.strategies import SinglePath


def odd(heaps: tuple[int, ...]) -> tuple[int, ...]:
    """Return the heaps that occur an odd number of times, each once."""
    return tuple(sorted(heap for heap in {*heaps} if heaps.count(heap) % 2))


@st.composite
def pictures(draw: st.DrawFn, max_edges: int = 7) -> Picture:
    """Generate pictures edge by edge, each edge starting at an existing node."""
    edges: list[tuple[int, int]] = []
    nodes = [0]
    for _ in range(draw(st.integers(0, max_edges))):
        a, b = draw(st.sampled_from(nodes)), draw(st.integers(0, len(nodes)))
        edges.append((a, b))
        nodes += [b] if b not in nodes else []
    return Picture(edges)


CONSOLIDATIONS: tuple[Consolidation, ...] = ("same-turn", "own-turn", "never")
AMOUNTS: tuple[Literal["elements", "polynomial", "any"], ...] = ("elements", "polynomial", "any")


def is_heap(rules: MuM | PolyMuM) -> Callable[[int], object]:
    """Return the condition on the heaps of MuM or polynomial MuM, from the definition."""
    conditions: dict[str, Callable[[int], object]] = {"any": bool}
    if isinstance(rules, MuM):
        conditions["coprime"] = lambda heap: gcd(heap, rules.modulus) == 1
        conditions["not divisible"] = lambda heap: heap % rules.modulus
    else:
        conditions["canonical"] = lambda heap: heap < 1 << rules.degree
        conditions["any"] = lambda heap: remainder(heap, rules.polynomial)
    return conditions[rules.heaps]


NORTHCOTT_WIDTH = 6

NORTHCOTT_ROW = st.tuples(
    st.integers(0, NORTHCOTT_WIDTH - 2), st.integers(1, NORTHCOTT_WIDTH - 1)
).filter(lambda r: r[0] < r[1])


NORTHCOTT_POSITIONS = st.lists(NORTHCOTT_ROW, max_size=3).map(tuple)

ONE_BLOCKING = BlockingNim.exactly(3, 1)

ONE = frozenset({1})

GAMES: list[tuple[Any, Any]] = [
    (Nim(), (3, 2, 1)),
    (Nim(), (2, 2, 1)),
    (ONE_BLOCKING, ((2, 4), ONE)),
    (Moore(2), (2, 1, 1)),
    (MuM(5), (3, 8)),
    (MuM(5, "own-turn"), (2, 3)),
    (PolyMuM(0b1011), (2, 5)),
    (Cram(), Cram.rectangle(2, 3)),
    (Cram(), Cram.rectangle(2, 4)),
    (Stones(), frozenset({(2, 1), (1, 2)})),
    (Hackenbush(), Hackenbush().read("0-1, 1-2, 1-3, 0-4")),
    (Northcott(4), ((0, 3), (1, 3))),
    (SinglePath(), 5),
]


def dealt(listed: Iterable[Any]) -> list[tuple[Any, st.SearchStrategy[Any]]]:
    """Return the games that have a board but are not listed, with the positions it deals.

    So a new game is tested before anybody adds it to a list. Its rules need no arguments.
    """
    known = {type(rules) for rules in listed} | {object, Sum}
    boards: dict[Any, Any] = {**board_for.registry}
    games = []
    for game in boards.keys() - known:
        assert isinstance(boards[game], type), f"list {game}, whose board is chosen by a function"
        board = object.__new__(boards[game])  # without a match, which deals do not need
        board.rules = game()
        games.append((board.rules, st.randoms(use_true_random=False).map(board.deal)))
    return sorted(games, key=repr)
