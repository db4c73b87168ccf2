"""Exercises with random numbers, for assignments in which each student has different numbers.

For each chapter there is one such exercise, with a fixed list of variants. The engine computes
their answers when the book is built; the page *Assignments* picks a variant for each student.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, prod
from random import Random
from typing import Any

from nimbook import CHAPTERS
from nimbook.exercises import Answer, kind_of, normal_form, number, search
from nimbook.residues import combine
from nimtwist import BlockingNim, Kayles, MuM, Nim, PolyMuM, Stones, nimber, podium
from nimtwist.atlas.families import read_family
from nimtwist.games.mumber import MumberSolver
from nimtwist.ordinal import Ordinal

COUNT = 24
"""The number of variants of each exercise."""

Variant = tuple[str, Answer]
"""A question and its answer."""


def variants(chapter: str) -> list[Variant]:
    """Return the variants of a chapter's exercise: pairs of a question and its answer.

    The questions are plain text, and differ from each other.

    Raises:
        KeyError: if there is no such chapter.

    >>> question, answer = variants("nimber_arithmetic")[0]
    >>> question
    'Compute the nim-product 10 ⊗ 15.'
    >>> answer.right == (str(nimber.mul(10, 15)),)
    True
    """
    random, found = Random(chapter), dict[str, Answer]()
    while len(found) < COUNT:
        question, answer = _EXERCISES[chapter](random)
        if answer.right:
            found[question] = answer
    return [*found.items()]


def _heaps(random: Random, count: int, limit: int) -> tuple[int, ...]:
    return tuple(sorted(random.randrange(2, limit + 1) for _ in range(count)))


def _winning_moves(rules: Any, position: Any) -> Answer:
    """Return an answer that accepts each position reached by a winning move."""
    winning = search(rules).winning_options(position)
    return Answer(kind_of(position), tuple(map(normal_form, winning)))


def _impartial_games(random: Random) -> Variant:
    heaps = tuple(sorted(random.sample(range(2, 16), 3)))  # all different, so none cancel
    question = (
        f"The Nim heaps are {Nim().show(heaps)}, and it is your move. Which heaps do you leave?"
    )
    return question, _winning_moves(Nim(), heaps)


def _muller_twist(random: Random) -> Variant:
    modulus = random.choice((3, 4, 5))
    rules = BlockingNim.exactly(modulus, 1)
    position = _heaps(random, 3, 6), frozenset({random.randrange(1, modulus + 1)})
    question = (
        f"In one-blocking Nim modulo {modulus}, the position is {rules.show(position)}. "
        "Which heaps do you leave, and what do you forbid?"
    )
    return question, _winning_moves(rules, position)


def _nimber_arithmetic(random: Random) -> Variant:
    a, b = random.randrange(4, 16), random.randrange(4, 16)
    return f"Compute the nim-product {a} ⊗ {b}.", number(nimber.mul(a, b))


def _playing_with_stones(random: Random) -> Variant:
    x, y = random.sample(range(2, 8), 2)
    stones = frozenset({(x, y), (random.randrange(2, 8), y)})
    question = f"Find the Grundy value of the stones at {Stones().show(stones)}."
    return question, number(Stones().closed_form.grundy(stones))


def _gallery(random: Random) -> Variant:
    rows = _heaps(random, 3, 9)
    question = f"In Kayles, the rows have {Kayles().show(rows)} pins. Which rows do you leave?"
    return question, _winning_moves(Kayles(), rows)


def _multiplying_heaps(random: Random) -> Variant:
    rules = MuM(random.choice((5, 7, 11)))
    heaps = tuple(heap for heap in _heaps(random, 2, 15) if heap % rules.modulus)
    question = (
        f"In MuM modulo {rules.modulus}, the heaps are {rules.show(heaps)}. Which do you leave?"
    )
    playable = len(heaps) == 2 and not rules.is_stranded(heaps)
    return question, _winning_moves(rules, heaps) if playable else Answer("heaps", ())


def _composite_moduli(random: Random) -> Variant:
    moduli = sorted(random.sample((3, 4, 5, 7, 11), 3))
    remainders = {modulus: random.randrange(1, modulus) for modulus in moduli}
    listed = ", ".join(f"{rest} when divided by {modulus}" for modulus, rest in remainders.items())
    question = f"Which number below {prod(moduli)} leaves the remainders {listed}?"
    return question, number(combine(remainders))


def _finite_fields(random: Random) -> Variant:
    polynomial, a = random.choice(("10011", "11001", "11111")), random.randrange(2, 16)
    question = f"Find the inverse of {a} in GF(16) with the polynomial {polynomial} (in binary)."
    return question, number(PolyMuM(int(polynomial, 2)).inv(a))


def _mumbers(random: Random) -> Variant:
    modulus = random.choice((5, 7))
    heaps = tuple(heap for heap in _heaps(random, 2, 12) if gcd(heap, modulus) == 1)
    question = f"In MuM modulo {modulus}, find the mumber of {MuM(modulus).show(heaps)}."
    mumber = MumberSolver(MuM(modulus), modulus).mumber(heaps)
    return question, number(*[mumber] * (len(heaps) == 2))


def _beyond_infinity(random: Random) -> Variant:
    a, b = random.randrange(2, 16), random.randrange(2, 16)
    value = Ordinal.parse(f"w*{a}") * Ordinal.parse(f"w^2*{b}")
    return f"Compute the nim-product (ω · {a}) ⊗ (ω² · {b}).", number(int(str(value)))


def _more_than_two_players(random: Random) -> Variant:
    heaps = _heaps(random, 3, 15)
    last = [heap for heap in range(16) if podium.rank((*heaps, heap), 3) == 0]
    question = (
        f"Three players play Nim with heaps of {Nim().show(heaps)} and a fourth one below 16. For "
        "which size of the fourth heap does the player who has just moved win?"
    )
    return question, number(*last)


def _open_problem(random: Random) -> Variant:
    family = random.choice(("1,3; 2,3,4", "1,2,4; 2,3,4", "1,3; 1,2,4; 2,3,4"))
    rules = read_family(4, family)
    position = _heaps(random, 2, 9), random.choice(sorted(rules.restrictions, key=sorted))
    question = (
        f"The family is {family} modulo 4, and the position is {rules.show(position)}. "
        "Which heaps do you leave, and what do you forbid?"
    )
    return question, _winning_moves(rules, position)


_EXERCISES: dict[str, Callable[[Random], Variant]] = {
    chapter: globals()[f"_{chapter}"] for chapter in CHAPTERS
}
