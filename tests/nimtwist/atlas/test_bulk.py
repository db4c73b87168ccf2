"""All games of a modulus at once, against the grids and the search that take one at a time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest

from nimtwist import Solver
from nimtwist.atlas import bulk
from nimtwist.atlas.bulk import Census, Codes, boxes, distinct, packed, patterns, unpacked
from nimtwist.atlas.families import antichains, code_of, read_family, rules_of, show_family
from nimtwist.atlas.rows import rows
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.pair_grid import PairGrid
from tests.mutations import Mutation

DISTINCT = {1: 2, 2: 4, 3: 10, 4: 45, 5: 1627}  # on 32 × 32
SIX = 591_314

codes = cache(bulk.codes)


def some(modulus: int, count: int) -> Codes:
    """Return some codes of a modulus, in no order, and the first of them twice."""
    chosen = np.random.default_rng(modulus).choice(codes(modulus), count, replace=False)
    return np.append(chosen, chosen[0])


def good_pairs(rules: BlockingNim, size: int) -> list[list[bool]]:
    """Return which pairs are good, by the grids of outcomes."""
    grid = PairGrid(rules, size)
    under = [grid.rows(forbidden) for forbidden in rules.family]
    return [[any(rows[x][y] == "P" for rows in under) for y in range(size)] for x in range(size)]


def by_search(rules: BlockingNim, size: int) -> list[list[bool]]:
    """Return which pairs are good, by searching every position."""
    solver = Solver(rules)
    return [
        [
            any(
                solver.outcome((tuple(sorted(filter(None, (x, y)))), forbidden)) == "P"
                for forbidden in rules.family
            )
            for y in range(size)
        ]
        for x in range(size)
    ]


def bits(pairs: list[list[bool]]) -> int:
    """Return a pattern as a number, by the numbers of the pairs."""
    size = len(pairs)
    return sum(pairs[x][y] << y * (y + 1) // 2 + x for y in range(size) for x in range(y + 1))


def numbers(words: Codes) -> list[int]:
    return [sum(word << 64 * place for place, word in enumerate(row)) for row in words.tolist()]


def groups(words: Codes) -> list[int]:
    """Return for each pattern the index of the first one that is equal, bit by bit."""
    first: dict[bytes, int] = {}
    return [first.setdefault(row.tobytes(), i) for i, row in enumerate(words)]


def by_states(modulus: int, codes: Codes, size: int) -> list[int]:
    """Return for each game the index of the first one with the same states."""
    first: dict[tuple[int, ...], int] = {}
    found = []
    for i, code in enumerate(codes.tolist()):
        game = islice(rows(rules_of(modulus, code)), size + 1)
        states = tuple(row[y] for row in game for y in range(size))
        found.append(first.setdefault(states, i))
    return found


# --- All games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_the_codes_are_those_of_all_antichains(modulus: int) -> None:
    assert codes(modulus).tolist() == [code_of(rules) for rules in antichains(modulus)]


@pytest.mark.parametrize(("modulus", "count"), [(5, 7_580), (6, 7_828_353)])
def test_there_are_as_many_codes_as_games_and_each_is_one(modulus: int, count: int) -> None:
    found = codes(modulus)
    assert found.dtype == np.uint64 and len(found) == count
    assert (found[1:] > found[:-1]).all()
    assert bulk._checked(modulus, found, 1)  # refuses what is no code
    for code in some(modulus, 20).tolist():
        assert code_of(rules_of(modulus, code)) == code


# --- Patterns ------------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [1, 2, 3])
def test_patterns_are_what_the_search_finds(modulus: int) -> None:
    found = unpacked(packed(modulus, codes(modulus), 6), 6).tolist()
    assert found == [by_search(rules, 6) for rules in antichains(modulus)]


@pytest.mark.parametrize(
    ("modulus", "count", "size"),
    [(1, 2, 24), (2, 5, 24), (3, 19, 24), (4, 60, 20), (5, 40, 24), (6, 40, 24), (6, 2, 128)],
)
def test_patterns_their_hashes_and_counts_are_those_of_the_grids(
    modulus: int, count: int, size: int
) -> None:
    chosen = codes(modulus) if count == len(codes(modulus)) else some(modulus, count)
    expected = [good_pairs(rules_of(modulus, code), size) for code in chosen.tolist()]
    words, found = packed(modulus, chosen, size), patterns(modulus, chosen, size)
    assert numbers(words) == [bits(pairs) for pairs in expected]
    assert unpacked(words, size).tolist() == expected
    assert found.good.tolist() == [sum(map(sum, pairs)) for pairs in expected]
    length = 8 * words.shape[1]
    assert found.texts() == [
        blake2b(bits(pairs).to_bytes(length, "little"), digest_size=16).hexdigest()
        for pairs in expected
    ]


@pytest.mark.parametrize("size", [1, 2, 10, 11, 63, 127, 512])
def test_a_smaller_pattern_is_a_beginning_of_a_larger_one(size: int) -> None:
    chosen = some(6, 5)
    beginning = (1 << size * (size + 1) // 2) - 1
    larger = numbers(packed(6, chosen, size + 3))
    assert numbers(packed(6, chosen, size)) == [number & beginning for number in larger]


def test_hashes_are_the_same_however_many_games_are_taken_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole, done = patterns(4, codes(4), 16), list[int]()
    monkeypatch.setattr(bulk, "_CHUNK", 136 * 20)  # 20 games at a time
    parts = patterns(4, codes(4), 16, done.append)
    assert done == [*range(20, 167, 20), 167]
    assert (parts.hashes == whole.hashes).all() and (parts.good == whole.good).all()


# --- Which games have the same pattern -----------------------------------------------------------


@pytest.mark.parametrize(("modulus", "count"), DISTINCT.items())
def test_there_are_as_many_patterns_as_known(modulus: int, count: int) -> None:
    found = distinct(modulus, codes(modulus), 32)
    assert found.growth[-1] == len(found.representatives) == count
    assert sum(found.sizes) == len(codes(modulus))


@pytest.mark.parametrize(
    ("modulus", "count", "size"), [(3, 19, 12), (4, 167, 32), (5, 3_000, 48), (6, 3_000, 12)]
)
def test_games_are_together_exactly_if_their_patterns_are_equal_bit_by_bit(
    modulus: int, count: int, size: int
) -> None:
    chosen = some(modulus, count)  # one twice, and not in order
    found, words = distinct(modulus, chosen, size), packed(modulus, chosen, size)
    assert found.first.tolist() == groups(words)
    assert found.growth.tolist() == [
        len(set(groups(packed(modulus, chosen, smaller)))) for smaller in range(1, size + 1)
    ]
    assert (found.good == patterns(modulus, chosen, size).good).all()
    together = Counter(found.first.tolist())
    assert dict(zip(found.representatives.tolist(), found.sizes.tolist(), strict=True)) == together


@pytest.mark.parametrize(("modulus", "size"), [(2, 9), (3, 4), (3, 32), (4, 9), (5, 7), (5, 32)])
def test_the_games_with_one_pattern_are_all_between_two_of_them(modulus: int, size: int) -> None:
    every, members = codes(modulus), defaultdict[int, list[int]](list)
    for code, first in zip(every.tolist(), distinct(modulus, every, size).first, strict=True):
        members[int(first)].append(code)
    for least, *others in members.values():
        greatest = [least, *others][-1]
        between = (every & np.uint64(least) == least) & (every & ~np.uint64(greatest) == 0)
        assert every[between].tolist() == [least, *others]


@pytest.mark.parametrize(
    ("modulus", "count", "size"), [(2, 5, 5), (3, 19, 6), (4, 167, 12), (5, 300, 16), (6, 300, 9)]
)
def test_games_are_together_exactly_if_their_states_are_equal(
    modulus: int, count: int, size: int
) -> None:
    chosen = some(modulus, count)
    expected = by_states(modulus, chosen, size)
    assert distinct(modulus, chosen, size, states=True).first.tolist() == expected


@pytest.mark.parametrize(("modulus", "count"), [(1, 2), (2, 5), (3, 19), (4, 167), (5, 300)])
def test_the_games_of_boxes_are_those_of_the_rules(modulus: int, count: int) -> None:
    chosen = codes(modulus) if modulus < 5 else some(modulus, count)
    expected = [rules_of(modulus, code).is_box_game for code in chosen.tolist()]
    assert boxes(modulus, chosen).tolist() == expected


def test_progress_is_told_and_may_put_an_end_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, done = distinct(5, codes(5), 32), list[int]()
    monkeypatch.setattr(bulk, "_CHUNK", 528 * 100)  # 100 patterns at a time
    parts = distinct(5, codes(5), 32, done.append)
    assert (parts.first == whole.first).all() and (parts.growth == whole.growth).all()
    assert len(done) == 17 and done[-1] == 7_580
    assert all(before < after for before, after in pairwise(done))

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        distinct(5, codes(5), 32, stop)


def test_threads_do_not_meet() -> None:
    """What is compiled does not hold Python's lock, and shares nothing."""
    alone = {modulus: distinct(modulus, codes(modulus), 64).first for modulus in (3, 4, 5)}
    with ThreadPoolExecutor(4) as threads:
        work = {
            (modulus, turn): threads.submit(distinct, modulus, codes(modulus), 64)
            for turn in range(4)
            for modulus in alone
        }
        assert all((done.result().first == alone[n]).all() for (n, _), done in work.items())


# --- The census ----------------------------------------------------------------------------------


def in_plain_python(modulus: int, size: int) -> dict[str, Any]:
    """Return what a census says, from one grid for each game."""
    games: list[tuple[str, int, int]] = []
    for rules in antichains(modulus):
        pairs = good_pairs(rules, size)
        games.append((show_family(rules), sum(map(sum, pairs)), bits(pairs)))
    classes = defaultdict[int, list[tuple[str, int]]](list)
    for family, good, pattern in games:
        classes[pattern].append((family, good))
    largest = sorted(classes.values(), key=len, reverse=True)[:10]

    def deciles(counts: list[int]) -> list[int]:
        return [sorted(counts)[(len(counts) - 1) * tenths // 10] for tenths in range(11)]

    return {
        "modulus": modulus,
        "size": size,
        "games": len(games),
        "patterns": len(classes),
        "growth": [
            len({pattern & (1 << k * (k + 1) // 2) - 1 for pattern in classes})
            for k in range(1, size + 1)
        ],
        "largest": [
            {"least": own[0][0], "greatest": own[-1][0], "games": len(own), "good": own[0][1]}
            for own in largest
        ],
        "classes": [[*each] for each in sorted(Counter(map(len, classes.values())).items())],
        "good_in_games": deciles([good for _, good, _ in games]),
        "good_in_patterns": deciles([own[0][1] for own in classes.values()]),
    }


@pytest.mark.parametrize(("modulus", "size"), [(1, 1), (2, 12), (3, 9), (4, 12)])
def test_a_census_says_what_can_be_counted_one_by_one(modulus: int, size: int) -> None:
    text = bulk.census(modulus, size).text()
    assert json.loads(text) == in_plain_python(modulus, size)
    assert text == bulk.census(modulus, size).text()
    assert text.endswith("}\n") and text.count("\n") == 1


def check_largest(found: Census) -> None:
    """The classes that are named have as many games as they say."""
    every = codes(found.modulus)
    for each in found.largest:
        least, greatest = (
            np.uint64(code_of(read_family(found.modulus, text)))
            for text in (each.least, each.greatest)
        )
        assert ((every & least == least) & (every & ~greatest == 0)).sum() == each.games


def test_the_census_of_modulus_5() -> None:
    found = bulk.census(5, 32)
    check_largest(found)
    assert sum(games * count for games, count in found.classes) == found.games == 7_580
    assert sum(count for _, count in found.classes) == found.patterns == DISTINCT[5]


@pytest.mark.full
def test_the_census_of_modulus_6_agrees_with_the_hashes_of_all_patterns() -> None:
    done: list[int] = []
    found = bulk.census(6, 32, done.append)
    assert found.games == done[-1] == 7_828_353
    assert found.patterns == found.growth[-1] == SIX
    check_largest(found)
    hashes, classes = patterns(6, codes(6), 32).hashes, distinct(6, codes(6), 32)
    assert (hashes == hashes[classes.first]).all()
    assert len(set(map(tuple, hashes[classes.representatives].tolist()))) == SIX


@pytest.mark.full
def test_the_census_of_modulus_6_takes_little_memory() -> None:
    source = (
        "import resource; from nimtwist.atlas.bulk import census; print(census(6, 32).patterns); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    count, kilobytes = map(int, run.stdout.split())
    assert count == SIX and kilobytes < 2 << 20


# --- Bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [1, 2, 3])
def test_every_number_that_is_no_code_is_refused(modulus: int) -> None:
    for code in range(1 << (1 << modulus)):
        if code not in codes(modulus):
            with pytest.raises(ValueError, match=f"\\b{code}\\b"):
                packed(modulus, np.array([code], np.uint64), 1)


# --- Wrong variants ------------------------------------------------------------------------------


def agrees() -> bool:
    """Return whether all is as it should be for a few games, run as plain Python."""
    every, size = codes(3), 16
    expected = [good_pairs(rules, size) for rules in antichains(3)]
    words, good = bulk._filled(3, every, size)
    found = distinct(3, every, size)
    return (
        numbers(words) == [bits(pairs) for pairs in expected]
        and good.tolist() == found.good.tolist() == [sum(map(sum, pairs)) for pairs in expected]
        and found.first.tolist() == groups(words)
        and found.growth[-1] == len(set(groups(words)))
        and found.growth.tolist() == [1, 2, 4, 7, 9] + 11 * [10]
        and distinct(4, codes(4), 7, states=True).first.tolist() == STATES
    )


STATES = by_states(4, codes(4), 7)

FILL, PART = bulk._fill.py_func, bulk._part.py_func

WRONG_KERNELS = [
    Mutation(FILL, "np.uint64(modulus - 1)", "np.uint64(modulus)"),
    Mutation(FILL, "(one << np.uint64(modulus)) - one", "one << np.uint64(modulus)"),
    Mutation(FILL, "range(y + 1)", "range(y)"),
    Mutation(FILL, "column | row)", "column & row)"),
    Mutation(FILL, "column | row)", "column)"),
    Mutation(FILL, "column << one |", "column |"),
    Mutation(FILL, "column >> last) & full | found", "column >> last) & full"),
    Mutation(FILL, "row >> last) & full | found", "row >> last) & full"),
    Mutation(FILL, "rows[x] = (row << one", "rows[x] = (column << one"),
    Mutation(FILL, "rows[y] = column ", "rows[y] = found "),
    Mutation(FILL, "2 * int(found)", "int(found)"),
    Mutation(FILL, "count -= int(found)", "count -= 0"),
    Mutation(FILL, "pair // _BITS - 1", "pair // _BITS"),
    Mutation(FILL, "if pair % _BITS == 0", "if pair % _BITS == 1"),
    Mutation(PART, "np.uint64(modulus - 1)", "np.uint64(modulus)"),
    Mutation(PART, "(one << np.uint64(modulus)) - one", "one << np.uint64(modulus)"),
    Mutation(PART, "column | row\n", "column\n"),
    Mutation(PART, "(states and (row & column) >> last", "(states and (row | column) >> last"),
    Mutation(PART, "(states and (row & column) >> last", "(states and row >> last"),
    Mutation(PART, "(states and (row & column) >> last & one)", "(states and 0)"),
    Mutation(PART, "rows[depth, x] if x < y else column", "rows[depth, x]"),
    Mutation(PART, "differ |= codes[i] ^ sample", "differ = codes[i] ^ sample"),
    Mutation(PART, "codes[i], order[i] = codes[middle]", "codes[i], order[middle] = codes[middle]"),
    Mutation(PART, "parted[y] += 1", "parted[x] += 1"),
    Mutation(PART, "range(y)", "range(y - 1)"),
    Mutation(PART, "= y, x, count", "= y, x, 0"),
    Mutation(PART, "columns[level] = column", "columns[level] = row"),
    Mutation(PART, "sample >> reached & one\n", "sample & one\n"),
    Mutation(PART, "column >> last) & full | found", "column >> last) & full"),
    Mutation(PART, "row >> last) & full | found", "row >> last) & full"),
    Mutation(PART, "2 * int(found)", "int(found)"),
    Mutation(PART, "count -= int(found)", "count -= 0"),
    Mutation(PART, "min(number, order[i])", "max(number, order[i])"),
]


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Have the loops run as Python, for a change of their source to have an effect."""
    monkeypatch.setattr(bulk, "_fill", FILL)
    monkeypatch.setattr(bulk, "_part", PART)
    return monkeypatch


@pytest.mark.usefixtures("in_python")
def test_what_is_compiled_runs_as_python_too() -> None:
    assert agrees()


@pytest.mark.parametrize("mutation", WRONG_KERNELS, ids=str)
def test_a_wrong_variant_is_refuted(mutation: Mutation, in_python: pytest.MonkeyPatch) -> None:
    mutation.apply(in_python)
    with suppress(IndexError):  # where it leaves the arrays
        assert not agrees()
