"""Claims of "Multiplicative Modular Nim (MuM)" about heaps that are elements of a field.

S. Tyagi, arXiv:2507.08830 (2025), section 6. AES is compared with the printed standard, FIPS 197:
figure 7, the products of section 4.2, appendix B and appendix C.1.

Our copy of the text has lost some of its symbols. We restored them as follows:

- Definition 6.1: in a field of 2ᵏ elements, the canonical heaps are the numbers from 1 to 2ᵏ - 1,
  one for each nonzero element, and a move replaces a canonical heap with any smaller one. The text
  says that the new heap is canonical and is a different element, and section 6.4 calls a target "a
  valid reduction".
- Section 6.4 has lost the conditions on heaps under which a winning move is "guaranteed" and under
  which a position is stranded. Here *stranded* has the meaning that section 3.3 gives in words: the
  product is not 1, and no legal move makes it 1.
- Consolidation produces a single new heap, and the source says that there is always a winning move
  from this heap. We take the new heap to be the canonical heap of the product.
- Section 6.2 allows heaps that are not canonical, and its limit on the amounts is lost. In MuM, an
  amount is below the modulus p, which is also the number of elements of the field; see
  `PolyMuM.amounts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, product

from nimbook import aes
from nimbook.ledger import Case, Claims, read_fields, read_printed
from nimbook.samples import Listed, coprime_heaps, solver
from nimbook.sources import MUM
from nimtwist import MuM, PolyMuM, nim_sum
from nimtwist.algebra import is_irreducible, polynomial_text
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.products import Consolidation, Heaps

CLAIMS = Claims(MUM, "finite_fields", read_fields("mum_fields"))

PRINTED = read_printed("mum_fields")
"""Table 6 of the preprint; from FIPS 197 the S-box, products, and two blocks with their rounds."""

GF8 = PolyMuM(0b1011)
"""The game in GF(8), with the one of the two polynomials that fits the printed table."""


def irreducibles(degree: int) -> tuple[int, ...]:
    """Return the irreducible polynomials of a degree: all up to degree 4, and only one above it.

    For degree 8, the only one is the polynomial of AES; for other degrees above 4, it is the
    smallest.

    >>> irreducibles(3), irreducibles(8)
    ((11, 13), (283,))
    """
    if degree == aes.FIELD.degree:
        return (aes.FIELD.polynomial,)
    irreducible = tuple(filter(is_irreducible, range(1 << degree, 2 << degree)))
    return irreducible if degree <= 4 else irreducible[:1]


def targets(rules: PolyMuM, position: Heaps) -> list[tuple[int, int]]:
    """Return each heap with its target: the size to which it must change to make the product 1.

    >>> targets(GF8, (2, 3))
    [(2, 6), (3, 5)]
    """
    inverse = rules.inv(rules.product(position))
    return [(heap, rules.mul(heap, inverse)) for heap in dict.fromkeys(position)]


@dataclass(frozen=True)
class Games:
    """All games of degrees 2 to `largest`, each paired with each of its positions.

    Positions have at most three heaps if the degree is at most `degree`, and otherwise at most two.

    >>> len(list(Games(2, 3)))
    89
    """

    degree: int
    largest: int

    def __iter__(self) -> Iterator[tuple[PolyMuM, Heaps]]:
        for degree in range(2, self.largest + 1):
            count = 3 if degree <= self.degree else 2
            positions = coprime_heaps(
                1, count, (1 << degree) - 1
            )  # modulo 1, every number counts as coprime
            yield from product(map(PolyMuM, irreducibles(degree)), positions)

    def __str__(self) -> str:
        one = "; one per degree from 5 on, for degree 8 that of AES" if self.largest > 4 else ""
        return (
            f"every irreducible polynomial of degree 2 to {min(self.largest, 4)}{one}: at most "
            f"3 heaps up to degree {self.degree}, at most 2 above it"
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
        "passing a losing turn loses": {"wins": False},
        "passing a losing turn always wins": {"always": True},
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
            instance = f"modulo {prime}, {heap} cannot become a synonym, except {same}"
            yield Case(instance, True, not same)
    for k in range(2, degree + 1):
        for polynomial in irreducibles(k):
            for amounts in ("elements", "polynomial", "any"):
                rules = PolyMuM(polynomial, heaps="any", amounts=amounts)
                yield from _passes(rules, always, below, wins)


def _passes(rules: PolyMuM, always: bool, below: int, wins: bool) -> Iterator[Case]:
    """Check that reducing the smallest non-canonical heap to its synonym is a winning pass."""
    heap = (1 << rules.degree) - below
    synonym = rules.element(heap)
    instance = f"{_at(rules, (heap,))} may become its synonym {synonym}"
    yield Case(instance, True, synonym < heap and (synonym,) in rules.options((heap,)))
    other = rules.inv(synonym)
    winning = solver(rules).winning_options((other, heap))
    right = (
        rules.product((other, heap)) == 1 and (tuple(sorted((other, synonym))) in winning) == wins
    )
    yield Case(f"{_at(rules, (other, heap))} is won by passing", True, right)
    heaps = [h for h in range(1, 2 * heap) if rules.element(h)]
    for position in combinations_with_replacement(heaps, 2) if always else ():
        options = rules.options(position) if rules.product(position) == 1 else []
        passing = {option for option in options if rules.product(option) == 1}
        right = not passing or not passing.isdisjoint(solver(rules).winning_options(position))
        yield Case(f"{_at(rules, position)} is won by passing", True, right)


@CLAIMS.of(
    "def-6.1",
    quick={"games": _QUICK},
    full={"games": _FULL},
    controls={
        "the same if stranded positions are treated like others": {"consolidation": "never"},
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
            elements = {rules.product(option) for option in rules.options(position)}
            end = 1 << rules.degree if any_other else heap
            instance = f"the elements that {_at(rules, position)} may become"
            yield Case(instance, sorted(set(range(1, end)) - {heap}), sorted(elements))


@cache
def _has_winning_reduction(rules: PolyMuM, position: Heaps) -> bool:
    """Search for a winning move that involves no consolidation; return whether there is one."""
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
        "the heap 2ᵏ − 2 is always larger than its target": {"gap": 2},
    },
    repair={"condition": lambda heap, target: target < heap, "exactly": True},
)
def guaranteed(
    games: Games,
    condition: Callable[[int, int], bool] = lambda heap, target: heap != 1,
    exactly: bool = False,
    gap: int = 1,
) -> Iterator[Case]:
    for rules, position in games:
        if rules.product(position) == 1:
            continue
        pairs = targets(rules, position)
        wins = _has_winning_reduction(rules, position)
        claimed = any(condition(*pair) for pair in pairs)
        holds = wins == claimed if exactly else wins or not claimed
        must = " and ".join(f"{heap} would have to become {target}" for heap, target in pairs)
        instance = f"{_at(rules, position)}, of product {rules.product(position)}: {must}"
        yield Case(instance, True, holds)
        if exactly and position[-1] == (1 << rules.degree) - gap:
            instance = f"{_at(rules, position)} has a move in its largest heap to the product 1"
            yield Case(instance, True, wins)


@CLAIMS.of(
    "sec-6.4.strand",
    quick={"games": _QUICK},
    full={"games": _FULL},
    controls={
        "a position is stranded if all heaps are 1": {"stranded": lambda rules, p: set(p) == {1}},
        "the heaps are consolidated into their nim-sum": {"single": nim_sum},
        "the opponent moves from the new heap": {"same_turn": False},
    },
)
def consolidates(
    games: Games,
    stranded: Callable[[PolyMuM, Heaps], bool] = lambda rules, position: all(
        heap <= target for heap, target in targets(rules, position)
    ),
    single: Callable[[Heaps], int] | None = None,
    same_turn: bool = True,
) -> Iterator[Case]:
    for rules, position in games:
        if rules.product(position) == 1:
            continue
        is_stranded = not _has_winning_reduction(rules, position)
        right = is_stranded == stranded(rules, position) == rules.is_stranded(position)
        instance = f"{_at(rules, position)}: stranded by its moves, {is_stranded}, as by definition"
        yield Case(instance, True, right)
        if is_stranded:
            (heap,) = joined = rules.consolidated(position)
            right = heap == (single or rules.product)(position) and (1,) in rules.options(joined)
            instance = f"{_at(rules, position)} becomes {rules.show(joined)}, which can become 1"
            yield Case(instance, True, right)
            right = (
                rules.options(position) == (rules.options(joined) if same_turn else [joined])
                and solver(rules).outcome((1,)) == "P"
            )
            yield Case(f"{_at(rules, position)} is won by consolidating", True, right)


def _by_moves(byte: int, rules: PolyMuM) -> int:
    """Return the size to which a winning move lowers a heap of 255 if the other heap is `byte`.

    The result is 0 if `byte` is 0, which is not a heap, and 255 if there is no winning move.
    """
    return 255 - dict(rules.moves_to_one((byte, 255))).get(255, 0) if byte else 0


def box_by_moves(rules: PolyMuM) -> bytes:
    """Compute the S-box of AES by inverting each byte with a winning move."""
    return bytes(aes.affine(_by_moves(byte, rules)) for byte in range(256))


def _inversions(rules: PolyMuM) -> bytes:
    return bytes(_by_moves(byte, rules) for byte in range(256))


@CLAIMS.of(
    "sec-6.5",
    quick={"searched": 3},
    full={"searched": 256},
    controls={
        "the same modulo x⁸ + x⁴ + x³ + x² + 1": {"polynomial": 0b100011101},
        "the heap that makes a losing position with another is its square": {
            "inverse": lambda h, rules: rules.mul(h, h)
        },
        "the S-box is inversion alone": {"s_box": _inversions},
        "a block is enciphered with inversion alone": {"enciphered_with": _inversions},
        "the ciphertext is complete a round earlier": {"rounds_less": 1},
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
        losing = [h for h in range(1, 256) if solver(rules).outcome((byte, h)) == "P"]
        yield Case(
            f"the heaps that make a losing position with {byte}", [inverse(byte, rules)], losing
        )
    box, entries = s_box(rules), bytes.fromhex("".join(PRINTED["s-box"]))
    for byte, (entry, expected) in enumerate(zip(box, entries, strict=True)):
        yield Case(f"the entry of {byte:02x} in the S-box", expected, entry)
    for appendix in ("B", "C.1"):
        example = PRINTED[appendix]
        block, key = bytes.fromhex(example["block"]), bytes.fromhex(example["key"])
        *starts, result = aes.round_states(block, key, enciphered_with(rules))
        result = [*starts, result][-1 - rounds_less]
        for number, (state, start) in enumerate(zip(starts, example["starts"], strict=False), 1):
            yield Case(f"appendix {appendix}, the start of round {number}", start, state.hex())
        yield Case(f"appendix {appendix}, the ciphertext", example["ciphertext"], result.hex())


@CLAIMS.of(
    "table-6",
    controls={
        "the powers of x modulo x³ + x² + 1": {"polynomial": 0b1101},
        "the powers of x + 1": {"base": 3},
        "with 0 among the elements": {"minimum": 0},
    },
)
def table_6(polynomial: int = GF8.polynomial, base: int = 2, minimum: int = 1) -> Iterator[Case]:
    rules = PolyMuM(polynomial)
    for exponent, (integer, inverse) in enumerate(PRINTED["table-6"]):
        yield Case(f"x to the power of {exponent}", integer, rules.pow(base, exponent))
        losing = [h for h in range(1, 8) if solver(rules).outcome((integer, h)) == "P"]
        right = losing == [inverse] == [rules.inv(integer)] == [rules.pow(2, 7 - exponent)]
        instance = f"{integer} makes a losing position only with {losing}, its inverse {inverse}"
        yield Case(instance, True, right)
    listed = sorted(integer for integer, _ in PRINTED["table-6"])
    yield Case("the heaps of the table", [*range(minimum, 8)], listed)
