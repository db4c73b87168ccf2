"""What the properties run over: small games of no theory, and small games of blocking Nim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.samples import Graph
from nimtwist.games import BlockingNim

__all__ = ["Graph", "Index", "Path", "blocking_games", "dags", "graphs", "restrictions", "some_of"]


@dataclass(frozen=True)
class Index:
    """An integer of another type, as NumPy has them."""

    number: int

    def __index__(self) -> int:
        return self.number


@dataclass(frozen=True)
class Path:
    """One line of play: from n there is one move, to n - 1."""

    def options(self, position: int, /) -> list[int]:
        """Return the one option, or none at 0."""
        return [position - 1] if position else []


@cache
def some_of(drawn: st.SearchStrategy[Any], count: int) -> list[Any]:
    """Return what so many draws find, each once: made once for all tests that look at them."""
    found: dict[str, Any] = {}

    @settings(max_examples=count)
    @given(drawn)
    def draw(one: Any) -> None:
        found[repr(one)] = one

    draw()
    return [*found.values()]


@cache
def dags(most: int = 9) -> st.SearchStrategy[Graph]:
    """Games in which play ends: moves lead to smaller numbers. An option may be listed twice."""
    return _graphs(most, lambda position, _: range(position))


@cache
def graphs(most: int = 6) -> st.SearchStrategy[Graph]:
    """Games in which play may or may not end."""
    return _graphs(most, lambda _, count: range(count))


def _graphs(most: int, within: Callable[[int, int], range]) -> st.SearchStrategy[Graph]:
    def options(position: int, count: int) -> st.SearchStrategy[tuple[int, ...]]:
        choices = within(position, count)
        if not choices:
            return st.just(())
        return st.lists(st.sampled_from(choices), max_size=4).map(tuple)

    # Made once for each size: to make a strategy takes longer than to draw from it.
    sized = {
        count: st.tuples(*(options(position, count) for position in range(count))).map(Graph)
        for count in range(1, most + 1)
    }
    return st.integers(1, most).flatmap(sized.__getitem__)


def restrictions(modulus: int) -> st.SearchStrategy[frozenset[int]]:
    """Sets of residues, none and all of them too."""
    return st.frozensets(st.integers(1, modulus))


@st.composite
def blocking_games(draw: st.DrawFn, most: int = 5) -> BlockingNim:
    """Blocking Nim with any family of up to four restrictions."""
    modulus = draw(st.integers(1, most))
    return BlockingNim(modulus, draw(st.lists(restrictions(modulus), min_size=1, max_size=4)))
