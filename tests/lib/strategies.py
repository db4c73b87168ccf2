"""Hypothesis strategies shared by the tests: small random games, and games of blocking Nim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from nimbook.samples import Graph as Graph
from nimtwist.games import BlockingNim


@dataclass(frozen=True)
class IntegerLike:
    """An integer-like object that is not an `int`, such as a NumPy integer."""

    number: int

    def __index__(self) -> int:
        return self.number


@dataclass(frozen=True)
class SinglePath:
    """The game with a single line of play: the only move from n is to n - 1."""

    def options(self, position: int, /) -> list[int]:
        """Return the only option, or no options if the position is 0."""
        return [position - 1] if position else []


@cache
def sample_of(drawn: st.SearchStrategy[Any], count: int) -> list[Any]:
    """Return the distinct values among `count` draws. The cached list is shared by all tests."""
    values: dict[str, Any] = {}

    @settings(max_examples=count)
    @given(drawn)
    def draw(value: Any) -> None:
        values[repr(value)] = value

    draw()
    return [*values.values()]


@cache
def dags(max_size: int = 9) -> st.SearchStrategy[Graph]:
    """Generate acyclic games whose moves lead to smaller numbers. Options may be repeated."""
    return _graphs(max_size, lambda position, _: range(position))


@cache
def graphs(max_size: int = 6) -> st.SearchStrategy[Graph]:
    """Generate games with or without cycles."""
    return _graphs(max_size, lambda _, count: range(count))


def _graphs(max_size: int, targets: Callable[[int, int], range]) -> st.SearchStrategy[Graph]:
    def options(position: int, count: int) -> st.SearchStrategy[tuple[int, ...]]:
        choices = targets(position, count)
        if not choices:
            return st.just(())
        return st.lists(st.sampled_from(choices), max_size=4).map(tuple)

    # Build one strategy per size in advance: building one takes longer than drawing from it.
    sized = {
        count: st.tuples(*(options(position, count) for position in range(count))).map(Graph)
        for count in range(1, max_size + 1)
    }
    return st.integers(1, max_size).flatmap(sized.__getitem__)


def restrictions(modulus: int) -> st.SearchStrategy[frozenset[int]]:
    """Generate sets of residues, including the empty set and the set of all residues."""
    return st.frozensets(st.integers(1, modulus))


@st.composite
def blocking_games(draw: st.DrawFn, max_modulus: int = 5) -> BlockingNim:
    """Generate games of blocking Nim with one to four restrictions."""
    modulus = draw(st.integers(1, max_modulus))
    return BlockingNim(modulus, draw(st.lists(restrictions(modulus), min_size=1, max_size=4)))
