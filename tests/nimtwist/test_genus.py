"""Tests of misère Grundy values and genera: against searches of sums, and published tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import (
    EndlessPlayError,
    Kayles,
    Nim,
    Octal,
    Rules,
    SearchLimitError,
    Solver,
    Sum,
)
from nimtwist.genus import Genus, genus, genus_value, misere_grundy
from tests.lib import own_brute
from tests.lib.strategies import Graph, dags

# --- Definitions ---------------------------------------------------------------------------------


def with_heaps(graph: Graph) -> own_brute.Options:
    """Return the options in sums of a graph and Nim: pairs of a vertex and sorted heaps."""

    def options(position: tuple[int, tuple[int, ...]]) -> Iterator[tuple[int, tuple[int, ...]]]:
        vertex, heaps = position
        yield from ((option, heaps) for option in graph.edges[vertex])
        for i, heap in enumerate(heaps):
            rest = heaps[:i] + heaps[i + 1 :]
            yield vertex, rest
            yield from ((vertex, tuple(sorted((*rest, less)))) for less in range(1, heap))

    return options


@given(dags())
def test_a_genus_consists_of_misere_values_of_sums(graph: Graph) -> None:
    solver = Solver(graph)
    value = own_brute.solved(with_heaps(graph), lambda below: own_brute.mex(below) if below else 1)
    for vertex in graph.positions:
        result = solver.evaluate(vertex, genus_value)
        assert result.value == solver.grundy(vertex)
        assert misere_grundy(graph, vertex) == result.misere_value() == result.superscript[0]
        for twos in range(9):
            assert result.misere_value(twos) == value((vertex, (2,) * twos))


@given(dags())
def test_a_genus_determines_the_outcomes_of_sums_with_a_heap_and_heaps_of_size_2(
    graph: Graph,
) -> None:
    outcome = own_brute.misere(with_heaps(graph))
    for vertex in graph.positions:
        result = genus(graph, vertex)
        assert Solver(graph, misere=True).outcome(vertex) == "PN"[result.misere_value() > 0]
        for twos in range(4):
            for ones in range(3):
                for heap in range(5):
                    heaps = tuple(sorted((*[1] * ones, *[2] * twos, *[heap] * (heap > 0))))
                    is_p = result.misere_value(twos) == heap ^ ones % 2
                    assert outcome((vertex, heaps)) == ("P" if is_p else "N")


def test_a_genus_does_not_determine_the_outcome_with_two_heaps_of_size_4() -> None:
    nim = [tuple(range(n)) for n in range(5)]
    graph = Graph((*nim, (3, 4), (0, 4, 5), (1, 2, 3, 4), (0, 6, 7), (5,), (3, 6, 8, 9), (10,)))
    assert genus(graph, 11) == genus(graph, 1)
    solver = Solver(Sum(graph, Nim()), misere=True)
    assert [solver.outcome((vertex, (4, 4))) for vertex in (11, 1)] == ["P", "N"]


def test_genera_of_two_positions_do_not_determine_the_genus_of_their_sum() -> None:
    solver = Solver(Kayles())
    pairs = [solver.evaluate(pair, genus_value) for pair in ((5, 5), (1, 1))]
    sums = [solver.evaluate((*pair, 9), genus_value) for pair in ((5, 5), (1, 1))]
    assert pairs[0] == pairs[1] and sums[0] != sums[1]


# --- Published tables ----------------------------------------------------------------------------


# The genera of heaps of 0 to 20, from the test suite of CGSuite (A. N. Siegel), file
# GameHeapTest.scala. Its misère Grundy values are tested in `games/test_rules.py`.
TABLES = {
    "0.77": "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20 1^031",
    "0.07": "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3",
    "4!.0": "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431 0^20",
    "0.0330003": "0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0",
    "0.3F": "0 1 2 0 1 2 3^1431 4^0564 5^46 3^1431 4^0564 5^4875 6^(1,9,10,8) 7^075 8^6875 "
    "6^(1,9,10,8) 7^075 8^(6,10,8) 9^(1,9,12,11,9) 10^(0,11,13,9,11) 11^(6,10,8)",
}


def parse(text: str) -> Genus:
    """Parse a genus in the notation of CGSuite, in which n stands for that of a Nim heap."""
    value, _, superscript = text.partition("^")
    n = int(value)
    if not superscript:
        return Genus(n, (1 - n, 2 + n) if n < 2 else (n,))
    return Genus(n, tuple(map(int, re.findall(r"\d+" if "(" in text else r"\d", superscript))))


@pytest.mark.parametrize("code", TABLES)
def test_published_genera(code: str) -> None:
    solver = Solver(Octal(code))
    for n, text in enumerate(TABLES[code].split()):
        result = solver.evaluate((n,), genus_value)
        assert result == parse(text)
        # CGSuite shortens the genera of some other positions to one number.
        assert str(result) == text or re.fullmatch(r"\d+(\^\d)?", text)


@pytest.mark.parametrize("n", range(12))
def test_genera_of_nim_heaps(n: int) -> None:
    assert (
        genus(Nim(), (n,))
        == parse(str(n))
        == Genus(n, [(1, 2, 0), (0, 3, 1), (n, n ^ 2)][min(n, 2)])
    )
    assert misere_grundy(Nim(), (n,)) == (1 - n if n < 2 else n)


# --- Notation ------------------------------------------------------------------------------------


@given(st.integers(0, 12), st.lists(st.integers(0, 12), min_size=1, max_size=5), st.integers(0, 5))
def test_equal_genera_are_equal(value: int, numbers: list[int], more: int) -> None:
    first = Genus(value, tuple(numbers))
    longer = Genus(value, tuple(first.misere_value(twos) for twos in range(len(numbers) + more)))
    assert longer == first and hash(longer) == hash(first) and str(longer) == str(first)
    assert [first.misere_value(twos) for twos in range(len(numbers))] == numbers
    assert first.superscript[-1] == first.superscript[-2] ^ 2
    assert len(first.superscript) == 2 or first.superscript[-3] != first.superscript[-1]
    assert parse(str(first)) == first


def test_strings() -> None:
    assert str(Genus(0, (1, 2))) == "0^120"
    assert str(Genus(12, (3, 1, 3))) == "12^31"
    assert str(Genus(1, (9,))) == "1^(9,11)" and str(Genus(1, (9, 1))) == "1^913"


# --- Searches ------------------------------------------------------------------------------------


def test_components_are_never_used() -> None:
    def fail(position: Any) -> Any:
        raise AssertionError(position)

    rules = Rules(Kayles().options, components=fail)
    assert genus(rules, (1, 1, 5)) == genus(Kayles(), (1, 1, 5))
    assert misere_grundy(rules, (1, 1)) == misere_grundy(Kayles(), (1, 1)) == 1
    assert Solver(rules, misere=True).outcome((1, 1, 5)) == "N"


def test_errors() -> None:
    with pytest.raises(EndlessPlayError):
        genus(Rules(lambda n: [1 - n]), 0)
    with pytest.raises(SearchLimitError):
        Solver(Nim(), limit=5).evaluate((9,), genus_value)
    with pytest.raises(ValueError, match=r"superscript must be a nonempty tuple, not \(\)"):
        Genus(1, ())
    for wrong in (-1, True, 1.5, "2"):
        with pytest.raises(ValueError, match="a number in the superscript must be an integer ≥ 0"):
            Genus(1, (1, wrong))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="value must be an integer ≥ 0"):
            Genus(wrong, (1,))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="twos must be an integer ≥ 0"):
            Genus(1, (0, 3)).misere_value(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the genus of an option must be a Genus, not 3"):
        genus_value([3])  # type: ignore[list-item]
