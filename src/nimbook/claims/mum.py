"""Claims of "Multiplicative Modular Nim (MuM)" about outcomes: propositions, examples and tables.

S. Tyagi, arXiv:2507.08830 (2025). Composite moduli, mumbers and polynomials have separate modules.

Our copy of the text has lost some of its symbols. We restored them as follows:

- Definition 3.1: a move modulo p takes an amount s with 1 ≤ s < p and s < x from a heap x. The text
  states s < p in words. That heaps stay positive follows from "each containing a positive integer"
  and from Example 4.4. Modulo 5, the example gives the heaps 1 to 7 the values 0, 1, 2, 3, 4, 0, 1.
  Each value is the mex of the values of the next 4 smaller positive heaps, or of all smaller
  positive heaps if there are fewer than 4.
- Heaps are coprime to a composite modulus, because Proposition 3.2 inverts their product and table
  A.2 lists 11, 13, 14 and 16 for modulus 15, which are coprime to it. The words "not divisible by"
  in Definition 3.1 allow more heaps, and Example 4.4 and table A.1 have heaps of 5 modulo 5; see
  the parameter `heaps` of `MuM`.
- In the source, a position is winning if its product is not 1, and stranded if, in addition, no
  legal move makes the product 1 (section 3.3). Definition 3.4 then replaces the heaps with a single
  heap, their ordinary product.
- In Example 3.5, the player who consolidates also subtracts, as with consolidation "same-turn". If
  consolidating is a move like any other ("own-turn"), the opponent moves next. Definition 3.4 says
  that the player replaces the heaps, not that the player may do so; see `MuM.compulsory`. Table A.1
  agrees: of these readings, only compulsory consolidation on the same turn gives its fifteen
  recursive values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from math import gcd, prod
from typing import Any

from nimbook.ledger import Case, Claims, read_fields, read_printed
from nimbook.samples import Listed, all_heaps, solver
from nimbook.sources import MUM
from nimtwist.games.heaps import replace_heap, show_heaps
from nimtwist.games.mum import HeapKind, MuM
from nimtwist.games.products import Heaps

CLAIMS = Claims(MUM, "multiplying_heaps", read_fields("mum"))

PRINTED = read_printed("mum")
"""The tables as printed; table A.1 gives each class of single heaps by its smallest and largest."""

READINGS: dict[str, dict[str, Any]] = {
    "on the same turn": {"consolidation": "same-turn"},
    "on the same turn, optional": {"consolidation": "same-turn", "compulsory": False},
    "as a turn of its own": {"consolidation": "own-turn"},
    "as a turn of its own, optional": {"consolidation": "own-turn", "compulsory": False},
    "never": {"consolidation": "never"},
}
"""The readings of Definition 3.4, when stranded heaps are consolidated, as arguments of `MuM`."""

EXAMPLE = MuM(5, heaps="any")
"""The game of Example 4.4 and table A.1: modulo 5, with multiples of 5 allowed as heaps."""

EXAMPLE_PLAY = ((7, 8), (4, 7), (3, 7), (3, 4), (2, 3), (2, 2), (4,), (1,))
"""A play modulo 5 that fits every word of Example 3.5; our text has lost its numbers."""


def _is_legal(heap: int, modulus: int, kind: HeapKind) -> bool:
    """Return whether a heap is legal for the modulus and the kind of heaps.

    If `kind` is "coprime", a legal heap is coprime to the modulus. Otherwise, it is merely not
    divisible by the modulus.
    """
    return gcd(heap, modulus) == 1 if kind == "coprime" else heap % modulus != 0


@dataclass(frozen=True)
class Positions:
    """Positions of at most three heaps, for each modulus from 2 to `moduli`.

    In positions of one or two heaps, the largest possible heap is the modulus plus `over`; in
    positions of three heaps, it is `three`.

    >>> [heaps for modulus, heaps in Positions(3, 1, 1) if modulus == 3]
    [(), (1,), (2,), (1, 1), (1, 2), (1, 1, 1), (4,), (2, 2), (1, 4), (2, 4), (4, 4)]
    """

    moduli: int
    over: int
    three: int

    def __iter__(self) -> Iterator[tuple[int, Heaps]]:
        return self.of("coprime")

    def of(self, kind: HeapKind) -> Iterator[tuple[int, Heaps]]:
        """Yield (modulus, position) for all positions whose heaps are of the given kind."""
        for modulus in range(2, self.moduli + 1):
            sizes = (0, modulus + self.over, modulus + self.over, self.three)
            heaps = [h for h in range(1, max(sizes) + 1) if _is_legal(h, modulus, kind)]
            positions = (
                position
                for count, largest in enumerate(sizes)
                for position in combinations_with_replacement(heaps, count)
                if max(position, default=0) <= largest
            )
            for position in sorted(positions, key=lambda p: (sum(p), len(p), p)):
                yield modulus, position

    def __str__(self) -> str:
        return (
            f"moduli n = 2–{self.moduli}, prime or not; one and two heaps up to n + {self.over}, "
            f"three up to {self.three}"
        )


def _named(position: Heaps, modulus: int) -> str:
    return f"{show_heaps(position)}, modulo {modulus}"


SIZES: dict[str, Any] = {
    "quick": {"among": Positions(15, 6, 7)},
    "full": {"among": Positions(24, 24, 16)},
}


@CLAIMS.of(
    "def-3.1",
    controls={
        "with 1 ≤ s ≤ p": {"extra": 1},
        "x − s may be any number from 1 on": {"any_rest": True},
    },
    **SIZES,
)
def def_3_1(among: Positions, extra: int = 0, any_rest: bool = False) -> Iterator[Case]:
    kinds: tuple[HeapKind, ...] = ("coprime", "not divisible")
    for kind in kinds:
        for modulus, position in among.of(kind):
            literal = {
                replace_heap(position, heap, heap - amount)
                for heap in position
                for amount in range(1, min(heap, modulus + extra))
                if any_rest or _is_legal(heap - amount, modulus, kind)
            }
            options = MuM(modulus, "never", kind).options(position)
            instance = f"the moves from {_named(position, modulus)}, heaps {kind}"
            yield Case(instance, sorted(literal), sorted(options))


@CLAIMS.of(
    "prop-3.2",
    controls={"the same for every heap x": {"bound": 0}},
    **SIZES,
)
def prop_3_2(among: Positions, bound: int = 1) -> Iterator[Case]:
    for modulus, position in among:
        rules, value = MuM(modulus), prod(position) % modulus
        for heap in dict.fromkeys(position) if value != 1 else ():
            if heap > bound * modulus:
                amount = heap * (1 - pow(value, -1, modulus)) % modulus
                option = replace_heap(position, heap, heap - amount)
                yield Case(
                    f"{_named(position, modulus)}: taking {amount} from {heap} wins",
                    True,
                    0 < amount < min(heap, modulus)
                    and option in rules.options(position)
                    and prod(option) % modulus == 1
                    and solver(rules).outcome(option) == "P",
                )


@CLAIMS.of(
    "prop-3.3",
    controls={"the same if consolidation is a turn of its own": {"consolidation": "own-turn"}},
    **SIZES,
)
def prop_3_3(among: Positions, consolidation: Any = "same-turn") -> Iterator[Case]:
    for modulus, position in among:
        rules = MuM(modulus, consolidation)
        for option in rules.options(position) if prod(position) % modulus == 1 else ():
            wins = prod(option) % modulus == 1 or solver(rules).outcome(option) == "P"
            instance = f"{_named(position, modulus)}: the move to {show_heaps(option)} wins"
            yield Case(instance, False, wins)


def _strands(position: Heaps, modulus: int) -> bool:
    """Return whether a position is stranded: its product is not 1, and no legal move makes it 1."""
    return prod(position) % modulus != 1 and not any(
        prod(option) % modulus == 1 for option in MuM(modulus, "never").options(position)
    )


@CLAIMS.of(
    "def-3.4",
    quick={**SIZES["quick"], "readings": Listed(READINGS)},
    full={**SIZES["full"], "readings": Listed(READINGS)},
    controls={
        "every move from (2, 2) makes the product 3": {"product": 3},
        "a position may be stranded although a heap is above p": {
            "stranded": lambda position, modulus: (
                prod(position) % modulus != 1 and 1 not in position
            )
        },
        "replaces the heaps by their sum": {"single": sum},
        "the replacement is a turn of its own": {"readings": [*READINGS]},
    },
    repair={"readings": Listed([*READINGS][:2])},
)
def def_3_4(
    among: Positions,
    readings: Sequence[str],
    single: Callable[[Heaps], int] = prod,
    product: int = 2,
    stranded: Callable[[Heaps, int], bool] = _strands,
) -> Iterator[Case]:
    options = MuM(5, "never").options((2, 2))
    right = [prod(p) for p in options] == [product] * len(options) and _strands((2, 2), 5)
    yield Case(f"the options {options} of (2, 2) have the product {product}", True, right)
    for modulus, position in among:
        place, is_stranded = _named(position, modulus), stranded(position, modulus)
        right = MuM(modulus).is_stranded(position) == is_stranded
        small = not (is_stranded and position[-1] > modulus)
        yield Case(
            f"{place} is stranded as claimed, and then its heaps are small", True, right and small
        )
        if is_stranded:
            joined = MuM(modulus).consolidated(position)
            yield Case(f"the heap that replaces {place}", (single(position),), joined)
            for reading in readings:
                outcome = solver(MuM(modulus, **READINGS[reading])).outcome(position)
                yield Case(f"the outcome of {place}, consolidated {reading}", "N", outcome)


@CLAIMS.of(
    "ex-3.5",
    quick={"count": 6},
    full={"count": 12},
    controls={
        "the same if consolidation is a turn of its own": {"consolidation": "own-turn"},
        "the play goes from (7, 8) to (3, 7)": {"worked": (EXAMPLE_PLAY[0], *EXAMPLE_PLAY[2:])},
        "the play begins at (4, 7)": {"worked": EXAMPLE_PLAY[1:]},
        "it ends when (2, 3) is consolidated": {"worked": (*EXAMPLE_PLAY[:5], (6,), (1,))},
        "the move from the single heap leaves a multiple of 5": {"residue": 0},
    },
)
def ex_3_5(
    count: int,
    consolidation: Any = "same-turn",
    worked: Sequence[Heaps] = EXAMPLE_PLAY,
    residue: int = 1,
) -> Iterator[Case]:
    rules = MuM(5, consolidation)
    *play, joined, end = worked
    yield Case(f"the product of {show_heaps(play[0])}", 1, prod(play[0]) % 5)
    for turn, (before, after) in enumerate(pairwise(play)):
        move = f"{show_heaps(before)} to {show_heaps(after)}"
        yield Case(f"{move} is a move", True, after in rules.options(before))
        losing = turn % 2 == 1  # the second player always leaves a losing position
        product, outcome = prod(after) % 5, solver(rules).outcome(after)
        instance = f"{move}: product {product}, outcome {outcome}"
        yield Case(instance, True, (product == 1) == (outcome == "P") == losing)
    right = _strands(play[-1], 5) and rules.consolidated(play[-1]) == joined and end == (1,)
    yield Case(f"{show_heaps(play[-1])} is stranded and becomes {show_heaps(joined)}", True, right)
    for position in all_heaps({count: 4}):
        if _strands(position, 5):
            [heap] = rules.consolidated(position)
            target = (heap - (heap - residue) % 5,)
            yield Case(
                f"from {show_heaps(position)} the player wins by a move to {show_heaps(target)}",
                True,
                prod(target) % 5 == 1
                and target in rules.options((heap,))
                and target in rules.options(position)
                and solver(rules).outcome(target) == "P",
            )


@CLAIMS.of(
    "sec-3.4",
    controls={
        "the new heap is the product plus 1": {"single": lambda p: prod(p) + 1},
        "the mumber of a position is the sum of the mumbers of its heaps": {"law": sum},
        "the reasons are sound, too, if consolidating is a turn of its own": {
            "reading": "as a turn of its own"
        },
        "the reasons are sound, too, if consolidating is optional": {
            "reading": "on the same turn, optional"
        },
    },
    **SIZES,
    repair={"everywhere": False},
)
def sec_3_4(
    among: Positions,
    everywhere: bool = True,
    single: Callable[[Heaps], int] = prod,
    law: Callable[[list[int]], int] = prod,
    reading: str = "on the same turn",
) -> Iterator[Case]:
    for modulus, position in among:
        search = solver(MuM(modulus, **READINGS[reading]), modulus)
        stranded = _strands(position, modulus)
        if not (stranded or everywhere):
            continue
        place, mumber = _named(position, modulus), search.mumber(position)
        if stranded:
            heap = single(position)
            preserved = gcd(heap, modulus) == 1 and (
                mumber == search.mumber((heap,))
                and search.outcome(position) == search.outcome((heap,))
                and prod(position) % modulus == heap % modulus
            )
            instance = f"{place}, of mumber {mumber}, becomes a larger heap of {heap}"
            yield Case(instance, True, preserved and heap > max(position))
        parts = [search.mumber((heap,)) for heap in position]
        yield Case(f"the mumber of {place}, whose heaps have {parts}", law(parts) % modulus, mumber)


@CLAIMS.of(
    "ex-4.4",
    quick={"largest": 60},
    full={"largest": 5_000},
    controls={
        "a heap has the value of the next larger heap": {"shift": 1},
        "the values continue with period 4": {"period": 4},
        "without multiples of 5, they continue with period 4": {"without_multiples": 4},
    },
)
def ex_4_4(
    largest: int, period: int = 5, shift: int = 0, without_multiples: int = 5
) -> Iterator[Case]:
    search, proper = solver(EXAMPLE), solver(MuM(5))
    for heap, printed in PRINTED["ex-4.4"]:
        yield Case(f"the value of a heap of {heap}", printed, search.grundy((heap + shift,)))
    for heap in range(1, largest + 1):
        value, mumber = search.grundy((heap,)), search.mumber((heap,))
        right = value == (heap - 1) % period and mumber == value + 1 and mumber % 5 == heap % 5
        instance = f"a heap of {heap} has the Grundy value {value} and the mumber {mumber}"
        yield Case(instance, True, right)
        if heap % 5:
            without = proper.grundy((heap,))
            claimed = heap % without_multiples - 1
            yield Case(f"the mumber of {heap} without multiples", claimed, without)


def table_a1(rules: MuM = EXAMPLE) -> list[list[Any]]:
    """Compute the rows of table A.1 in the format in which it is printed.

    The table begins with rows for single heaps. Each of these rows covers several heaps: it starts
    with the smallest and the largest of them, and shows the product of the largest.

    >>> table_a1()[0], table_a1()[-1]
    ([5, 60, 60, 0, 4, 4], [6, 6, 6, 216, 1, 0, 0])
    """
    grundy = solver(rules).grundy
    rows: list[list[Any]] = []
    for smallest, largest, *_ in PRINTED["table-A.1-single"]:
        values = {grundy((heap,)) for heap in range(smallest, largest + 1, rules.modulus)}
        value = values.pop() if len(values) == 1 else values
        rows.append([smallest, largest, *_columns(rules, (largest,)), value])
    for *heaps, _, _, _, _ in PRINTED["table-A.1"]:
        position = tuple(heaps)
        rows.append([*heaps, *_columns(rules, position), grundy(position)])
    return rows


def _columns(rules: MuM, position: Heaps) -> list[int]:
    """Return the product, its residue, and the Grundy value that the source derives from them."""
    residue = rules.product(position)
    return [prod(position), residue, (residue - 1) % rules.modulus]


@CLAIMS.of(
    "table-A.1",
    controls={
        "the same if consolidation is a turn of its own": {"reading": "as a turn of its own"},
        "the same without consolidation": {"also": ("on the same turn", "never")},
    },
)
def table_a1_printed(reading: str = "on the same turn", also: Sequence[str] = ()) -> Iterator[Case]:
    rules = {name: MuM(5, heaps="any", **kind) for name, kind in READINGS.items()}
    printed = PRINTED["table-A.1-single"] + PRINTED["table-A.1"]
    for row, computed in zip(printed, table_a1(rules[reading]), strict=True):
        yield Case("a row of the table", row, computed)
    for name, other in rules.items():
        instance = f"the printed values are those of consolidation {name}"
        yield Case(instance, name in (reading, *also), table_a1(other) == printed)
