"""The claims of "Multiplicative Modular Nim (MuM)" on heaps that are elements of a field.

S. Tyagi, arXiv:2507.08830 (2025), section 6. AES as printed is that of FIPS 197: figure 7, the
products of section 4.2, appendix B and appendix C.1.

The text that the rules are taken from has lost some of its symbols. This is how they were
recovered:

- Definition 6.1: a canonical heap is a number from 1 to 2ᵏ - 1, one for each element but 0, and a
  move makes it any smaller one: the text says that the new heap is canonical and differs as an
  element, and section 6.4 calls a target "a valid reduction".
- Section 6.4 lost the conditions on heaps under which a winning move is "guaranteed" and under
  which a position is stranded. Here stranded means what section 3.3 says of it, in words: the
  product is not 1, and no legal move makes it 1.
- Consolidation makes one new heap, from which the source says a winning move is guaranteed: the
  canonical heap of the product.
- Section 6.2 has heaps that are not canonical, and the limit on amounts is lost. In MuM the amount
  is below the modulus p, which is also the number of elements: `PolyMuM.amounts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, product

from nimbook import aes
from nimbook.ledger import Case, Claims, read_printed, read_words
from nimbook.samples import Listed, coprime_boards, solver
from nimbook.sources import MUM
from nimtwist import MuM, PolyMuM, nim_sum
from nimtwist.algebra import is_irreducible, polynomial_text
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.products import Consolidation, Heaps

CLAIMS = Claims(MUM, "finite_fields", read_words("mum_fields"))

PRINTED = read_printed("mum_fields")
"""Table 6 of the preprint; of FIPS 197 the S-box, products, and two blocks with their rounds."""

GF8 = PolyMuM(0b1011)
"""The game in GF(8) whose polynomial, of the two, fits the printed table."""


def fields(degree: int) -> tuple[int, ...]:
    """Return the polynomials that are tried: all irreducible ones to degree 4, then one a degree.

    That one is the least, but for degree 8 it is that of AES.

    >>> fields(3), fields(8)
    ((11, 13), (283,))
    """
    if degree == aes.FIELD.degree:
        return (aes.FIELD.polynomial,)
    found = tuple(filter(is_irreducible, range(1 << degree, 2 << degree)))
    return found if degree <= 4 else found[:1]


def targets(rules: PolyMuM, position: Heaps) -> list[tuple[int, int]]:
    """Return each heap with what it must become to make the product 1: heap divided by product.

    >>> targets(GF8, (2, 3))
    [(2, 6), (3, 5)]
    """
    inverse = rules.inv(rules.product(position))
    return [(heap, rules.mul(heap, inverse)) for heap in dict.fromkeys(position)]


@dataclass(frozen=True)
class Games:
    """Games to the degree `largest` with their positions: of three heaps to `degree`, then of two.

    >>> len(list(Games(2, 3)))
    89
    """

    degree: int
    largest: int

    def __iter__(self) -> Iterator[tuple[PolyMuM, Heaps]]:
        for degree in range(2, self.largest + 1):
            count = 3 if degree <= self.degree else 2
            positions = coprime_boards(1, count, (1 << degree) - 1)  # which are of any heaps
            yield from product(map(PolyMuM, fields(degree)), positions)

    def __str__(self) -> str:
        one = "; one field a degree from 5 on, of degree 8 that of AES" if self.largest > 4 else ""
        return (
            f"every irreducible polynomial of degree 2 to {min(self.largest, 4)}{one}: at most "
            f"3 heaps to degree {self.degree}, two above it"
        )


def _at(rules: PolyMuM, position: Heaps) -> str:
    return f"{rules.show(position)} modulo {polynomial_text(rules.polynomial)}"


_QUICK, _FULL = Games(3, 4), Games(4, 7)


@CLAIMS.of(
    "sec-6.2",
    quick={"primes": Listed((2, 3, 5)), "degree": 3},
    full={"primes": Listed((2, 3, 5, 7, 11, 13)), "degree": 4},
    controls={
        "an amount below p changes the residue modulo p − 1": {"less": 1},
        "a canonical heap has a synonym, too": {"below": 1},
        "to pass a losing turn loses": {"wins": False},
        "to pass a losing turn always wins": {"always": True},
    },
)
def synonyms(
    primes: tuple[int, ...],
    degree: int,
    always: bool = False,
    less: int = 0,
    below: int = 0,
    wins: bool = True,
) -> Iterator[Case]:
    for prime in primes:
        for heap in filter(lambda heap: heap % prime, range(1, 51)):
            same = [h for (h,) in MuM(prime).options((heap,)) if (heap - h) % (prime - less) == 0]
            instance = f"modulo {prime}, {heap} becomes none of its synonyms, {same}"
            yield Case(instance, True, not same)
    for k in range(2, degree + 1):
        for polynomial in fields(k):
            for amounts in ("elements", "polynomial", "any"):
                rules = PolyMuM(polynomial, heaps="any", amounts=amounts)
                yield from _passes(rules, always, below, wins)


def _passes(rules: PolyMuM, always: bool, below: int, wins: bool) -> Iterator[Case]:
    """Yield whether the least heap that is not canonical has a synonym, and what passing does."""
    heap = (1 << rules.degree) - below
    synonym = rules.element(heap)
    instance = f"{_at(rules, (heap,))} may become its synonym {synonym}"
    yield Case(instance, True, synonym < heap and (synonym,) in rules.options((heap,)))
    beside = rules.inv(synonym)
    winning = solver(rules).winning_options((beside, heap))
    right = (
        rules.product((beside, heap)) == 1 and (tuple(sorted((beside, synonym))) in winning) == wins
    )
    yield Case(f"{_at(rules, (beside, heap))} is won by passing", True, right)
    heaps = [h for h in range(1, 2 * heap) if rules.element(h)]
    for position in combinations_with_replacement(heaps, 2) if always else ():
        options = rules.options(position) if rules.product(position) == 1 else []
        passing = {option for option in options if rules.product(option) == 1}
        found = not passing or not passing.isdisjoint(solver(rules).winning_options(position))
        yield Case(f"{_at(rules, position)} is won by passing", True, found)


@CLAIMS.of(
    "def-6.1",
    quick={"games": _QUICK},
    full={"games": _FULL},
    controls={
        "also if stranded positions are treated like others": {"consolidation": "never"},
        "a heap may become any other element": {"any_other": True},
    },
)
def products_decide(
    games: Games, consolidation: Consolidation = "same-turn", any_other: bool = False
) -> Iterator[Case]:
    for game, position in games:
        rules = replace(game, consolidation=consolidation)
        outcome = solver(rules).outcome(position)
        instance = f"the outcome of {_at(rules, position)}, of product {rules.product(position)}"
        yield Case(instance, ProductIsOne(rules).outcome(position), outcome)
        if len(position) == 1:
            [heap] = position
            left = {rules.product(option) for option in rules.options(position)}
            end = 1 << rules.degree if any_other else heap
            instance = f"the elements that {_at(rules, position)} may become"
            yield Case(instance, sorted(set(range(1, end)) - {heap}), sorted(left))


@cache
def _reductions_to_lost(rules: PolyMuM, position: Heaps) -> bool:
    """Return whether the search finds a move, without consolidating, to a losing position."""
    options = replace(rules, consolidation="never").options(position)
    return any(solver(rules).outcome(option) == "P" for option in options)


@CLAIMS.of(
    "sec-6.4.win",
    quick={"games": _QUICK},
    full={"games": Games(4, 8)},
    controls={
        "no heap has to be larger than its target": {
            "condition": lambda heap, target: heap != 1,
            "exactly": True,
        },
        "the heap 2ᵏ − 2 always is": {"least": 2},
    },
    repair={"condition": lambda heap, target: target < heap, "exactly": True},
)
def guaranteed(
    games: Games,
    condition: Callable[[int, int], bool] = lambda heap, target: heap != 1,
    exactly: bool = False,
    least: int = 1,
) -> Iterator[Case]:
    for rules, position in games:
        if rules.product(position) == 1:
            continue
        pairs = targets(rules, position)
        found = _reductions_to_lost(rules, position)
        claimed = any(condition(*pair) for pair in pairs)
        holds = found == claimed if exactly else found or not claimed
        must = " and ".join(f"{heap} would have to become {target}" for heap, target in pairs)
        instance = f"{_at(rules, position)}, of product {rules.product(position)}: {must}"
        yield Case(instance, True, holds)
        if exactly and position[-1] == (1 << rules.degree) - least:
            instance = f"{_at(rules, position)} has a move to the product 1 in its large heap"
            yield Case(instance, True, found)


@CLAIMS.of(
    "sec-6.4.strand",
    quick={"games": _QUICK},
    full={"games": _FULL},
    controls={
        "if all heaps are 1": {"stranded": lambda rules, p: set(p) == {1}},
        "into one heap, of their nim-sum": {"single": nim_sum},
        "from which the opponent moves": {"as_said": False},
    },
)
def consolidates(
    games: Games,
    stranded: Callable[[PolyMuM, Heaps], bool] = lambda rules, position: all(
        heap <= target for heap, target in targets(rules, position)
    ),
    single: Callable[[Heaps], int] | None = None,
    as_said: bool = True,
) -> Iterator[Case]:
    for rules, position in games:
        if rules.product(position) == 1:
            continue
        found = not _reductions_to_lost(rules, position)
        right = found == stranded(rules, position) == rules.is_stranded(position)
        instance = f"{_at(rules, position)} is stranded by the moves, {found}, as by the definition"
        yield Case(instance, True, right)
        if found:
            (heap,) = joined = rules.consolidated(position)
            right = heap == (single or rules.product)(position) and (1,) in rules.options(joined)
            instance = f"{_at(rules, position)} becomes {rules.show(joined)}, which can become 1"
            yield Case(instance, True, right)
            right = (
                rules.options(position) == (rules.options(joined) if as_said else [joined])
                and solver(rules).outcome((1,)) == "P"
            )
            yield Case(f"{_at(rules, position)} is won by consolidating", True, right)


def _by_moves(byte: int, rules: PolyMuM) -> int:
    """Return what the heap 255 must become beside another, to win; 0 beside 0, which is not a heap.

    If the position is already lost, 255 stays as it is.
    """
    return 255 - dict(rules.moves_to_one((byte, 255))).get(255, 0) if byte else 0


def box_by_moves(rules: PolyMuM) -> bytes:
    """Return the S-box of AES where each byte is inverted by a winning move."""
    return bytes(aes.affine(_by_moves(byte, rules)) for byte in range(256))


def _inversions(rules: PolyMuM) -> bytes:
    return bytes(_by_moves(byte, rules) for byte in range(256))


@CLAIMS.of(
    "sec-6.5",
    quick={"searched": 3},
    full={"searched": 256},
    controls={
        "also modulo x⁸ + x⁴ + x³ + x² + 1": {"polynomial": 0b100011101},
        "the heap that is lost beside another is its square": {
            "inverse": lambda h, rules: rules.mul(h, h)
        },
        "the S-box is the inversion": {"s_box": _inversions},
        "a block is enciphered with the inversion": {"enciphered_with": _inversions},
        "it is enciphered a round earlier": {"rounds_less": 1},
    },
)
def is_aes(
    searched: int,
    polynomial: int = aes.FIELD.polynomial,
    inverse: Callable[[int, PolyMuM], int] = _by_moves,
    s_box: Callable[[PolyMuM], bytes] = box_by_moves,
    enciphered_with: Callable[[PolyMuM], bytes] = aes.s_box,
    rounds_less: int = 0,
) -> Iterator[Case]:
    rules = PolyMuM(polynomial)
    for factors in PRINTED["products"]:
        a, b, printed = bytes.fromhex(factors)
        yield Case(f"{a:02x} · {b:02x}", printed, rules.mul(a, b))
    for byte in range(1, searched):
        lost = [h for h in range(1, 256) if solver(rules).outcome((byte, h)) == "P"]
        yield Case(f"the lost heaps beside the heap {byte}", [inverse(byte, rules)], lost)
    box, entries = s_box(rules), bytes.fromhex("".join(PRINTED["s-box"]))
    for byte, (entry, expected) in enumerate(zip(box, entries, strict=True)):
        yield Case(f"the entry of {byte:02x} in the S-box", expected, entry)
    for appendix in ("B", "C.1"):
        example = PRINTED[appendix]
        block, key = bytes.fromhex(example["block"]), bytes.fromhex(example["key"])
        *starts, result = aes.rounds(block, key, enciphered_with(rules))
        result = [*starts, result][-1 - rounds_less]
        for number, (state, start) in enumerate(zip(starts, example["starts"], strict=False), 1):
            yield Case(f"appendix {appendix}, how round {number} begins", start, state.hex())
        yield Case(f"appendix {appendix}, the ciphertext", example["ciphertext"], result.hex())


@CLAIMS.of(
    "table-6",
    controls={
        "the powers of x modulo x³ + x² + 1": {"polynomial": 0b1101},
        "the powers of x + 1": {"base": 3},
        "with 0 among the elements": {"least": 0},
    },
)
def table_6(polynomial: int = GF8.polynomial, base: int = 2, least: int = 1) -> Iterator[Case]:
    rules = PolyMuM(polynomial)
    for exponent, (integer, inverse) in enumerate(PRINTED["table-6"]):
        yield Case(f"x to the power of {exponent}", integer, rules.pow(base, exponent))
        lost = [h for h in range(1, 8) if solver(rules).outcome((integer, h)) == "P"]
        found = lost == [inverse] == [rules.inv(integer)] == [rules.pow(2, 7 - exponent)]
        instance = f"the lost heaps {lost} beside the heap {integer} are its inverse {inverse}"
        yield Case(instance, True, found)
    listed = sorted(integer for integer, _ in PRINTED["table-6"])
    yield Case("the heaps of the table", [*range(least, 8)], listed)
