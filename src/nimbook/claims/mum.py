"""The claims of "Multiplicative Modular Nim (MuM)" on outcomes: propositions, examples, tables.

S. Tyagi, arXiv:2507.08830 (2025). Composite moduli, mumbers and polynomials have chapters of their
own.

The text that the rules are taken from has lost some of its symbols. This is how they were
recovered:

- Definition 3.1: from a heap x one takes an amount s with 1 ≤ s < p and s < x. That s < p is said
  in words; that a heap stays positive follows from "each containing a positive integer", and from
  Example 4.4, whose values 0, 1, 2, 3, 4, 0, 1 for heaps 1 to 7 mod 5 are the mex of those of the
  1 to 4 heaps below, with none at heap 0.
- Heaps are coprime to a composite modulus, as Proposition 3.2 inverts their product, and as table
  A.2 lists 11, 13, 14 and 16 for modulus 15: those coprime to it. The words of Definition 3.1, "not
  divisible by", allow more, and Example 4.4 and table A.1 have heaps of 5 mod 5: `MuM.heaps`.
- For the source, a position is winning if its product is not 1, and stranded if moreover no legal
  move makes it 1 (section 3.3). Definition 3.4 then replaces the heaps by one, their plain product.
- In Example 3.5 the player who consolidates subtracts at once: consolidation "same-turn". Where it
  is a move like others, "own-turn", the other player is next. Definition 3.4 says that the player
  replaces, not that the player may: `MuM.compulsory`. Table A.1 agrees: of these readings, only
  compulsory consolidation on the same turn has the fifteen recursive values that it prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from math import gcd, prod
from typing import Any

from nimbook.ledger import Case, Claims, read_printed, read_words
from nimbook.samples import Listed, boards, solver
from nimbook.sources import MUM
from nimtwist.games._heaps import replaced, show_heaps
from nimtwist.games.mum import HeapKind, MuM
from nimtwist.games.products import Heaps

CLAIMS = Claims(MUM, "multiplying_heaps", read_words("mum"))

PRINTED = read_printed("mum")
"""The tables as they are printed; the multiples in table A.1 by the least and the greatest."""

READINGS: dict[str, dict[str, Any]] = {
    "on the same turn": {"consolidation": "same-turn"},
    "on the same turn, if one likes": {"consolidation": "same-turn", "compulsory": False},
    "as a turn of its own": {"consolidation": "own-turn"},
    "as a turn of its own, if one likes": {"consolidation": "own-turn", "compulsory": False},
    "never": {"consolidation": "never"},
}
"""When stranded heaps are consolidated: the readings of Definition 3.4, as arguments of a `MuM`."""

EXAMPLE = MuM(5, heaps="any")
"""The game of Example 4.4 and table A.1: modulo 5, where multiples of 5 are heaps, too."""

WORKED = ((7, 8), (4, 7), (3, 7), (3, 4), (2, 3), (2, 2), (4,), (1,))
"""A play modulo 5 that fits every word of Example 3.5, whose numbers our text has lost."""


def _is_legal(heap: int, modulus: int, kind: HeapKind) -> bool:
    """Return whether there are heaps of this size, by the words of the rules."""
    return gcd(heap, modulus) == 1 if kind == "coprime" else heap % modulus != 0


@dataclass(frozen=True)
class Positions:
    """Positions modulo 2 to `moduli`: of up to two heaps to `over` above it, of three to `three`.

    >>> [heaps for modulus, heaps in Positions(3, 1, 1) if modulus == 3]
    [(), (1,), (2,), (1, 1), (1, 2), (1, 1, 1), (4,), (2, 2), (1, 4), (2, 4), (4, 4)]
    """

    moduli: int
    over: int
    three: int

    def __iter__(self) -> Iterator[tuple[int, Heaps]]:
        return self.of("coprime")

    def of(self, kind: HeapKind) -> Iterator[tuple[int, Heaps]]:
        """Yield each modulus with each position of heaps of this kind."""
        for modulus in range(2, self.moduli + 1):
            sizes = (0, modulus + self.over, modulus + self.over, self.three)
            heaps = [h for h in range(1, max(sizes) + 1) if _is_legal(h, modulus, kind)]
            found = (
                position
                for count, largest in enumerate(sizes)
                for position in combinations_with_replacement(heaps, count)
                if max(position, default=0) <= largest
            )
            for position in sorted(found, key=lambda p: (sum(p), len(p), p)):
                yield modulus, position

    def __str__(self) -> str:
        return (
            f"moduli n = 2–{self.moduli}, prime or not; one and two heaps to n + {self.over}, "
            f"three to {self.three}"
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
        "with 1 ≤ s ≤ p": {"more": 1},
        "and x − s may be any number from 1 on": {"all_left": True},
    },
    **SIZES,
)
def def_3_1(among: Positions, more: int = 0, all_left: bool = False) -> Iterator[Case]:
    kinds: tuple[HeapKind, ...] = ("coprime", "not divisible")
    for kind in kinds:
        for modulus, position in among.of(kind):
            by_words = {
                replaced(position, heap, heap - amount)
                for heap in position
                for amount in range(1, min(heap, modulus + more))
                if all_left or _is_legal(heap - amount, modulus, kind)
            }
            found = MuM(modulus, "never", kind).options(position)
            instance = f"the moves from {_named(position, modulus)}, heaps {kind}"
            yield Case(instance, sorted(by_words), sorted(found))


@CLAIMS.of(
    "prop-3.2",
    controls={"the same for every heap x": {"above": 0}},
    **SIZES,
)
def prop_3_2(among: Positions, above: int = 1) -> Iterator[Case]:
    for modulus, position in among:
        rules, value = MuM(modulus), prod(position) % modulus
        for heap in dict.fromkeys(position) if value != 1 else ():
            if heap > above * modulus:
                amount = heap * (1 - pow(value, -1, modulus)) % modulus
                left = replaced(position, heap, heap - amount)
                yield Case(
                    f"{_named(position, modulus)}: taking {amount} from {heap} wins",
                    True,
                    0 < amount < min(heap, modulus)
                    and left in rules.options(position)
                    and prod(left) % modulus == 1
                    and solver(rules).outcome(left) == "P",
                )


@CLAIMS.of(
    "prop-3.3",
    controls={"also if consolidation is a turn of its own": {"consolidation": "own-turn"}},
    **SIZES,
)
def prop_3_3(among: Positions, consolidation: Any = "same-turn") -> Iterator[Case]:
    for modulus, position in among:
        rules = MuM(modulus, consolidation)
        for left in rules.options(position) if prod(position) % modulus == 1 else ():
            found = prod(left) % modulus == 1 or solver(rules).outcome(left) == "P"
            instance = f"{_named(position, modulus)}: the move to {show_heaps(left)} wins"
            yield Case(instance, False, found)


def _strands(position: Heaps, modulus: int) -> bool:
    """Return whether, by the words, a position is winning but no legal move makes the product 1."""
    return prod(position) % modulus != 1 and not any(
        prod(left) % modulus == 1 for left in MuM(modulus, "never").options(position)
    )


@CLAIMS.of(
    "def-3.4",
    quick={**SIZES["quick"], "readings": Listed(READINGS)},
    full={**SIZES["full"], "readings": Listed(READINGS)},
    controls={
        "every move from (2, 2) makes the product 3": {"made": 3},
        "a position may be stranded though a heap is above p": {
            "stranded": lambda position, modulus: (
                prod(position) % modulus != 1 and 1 not in position
            )
        },
        "replaces the heaps by their sum": {"single": sum},
        "and it is a turn of its own": {"readings": [*READINGS]},
    },
    repair={"readings": Listed([*READINGS][:2])},
)
def def_3_4(
    among: Positions,
    readings: Sequence[str],
    single: Callable[[Heaps], int] = prod,
    made: int = 2,
    stranded: Callable[[Heaps, int], bool] = _strands,
) -> Iterator[Case]:
    options = MuM(5, "never").options((2, 2))
    found = [prod(left) for left in options] == [made] * len(options) and _strands((2, 2), 5)
    yield Case(f"from (2, 2) one moves to {options}, of product {made}", True, found)
    for modulus, position in among:
        named, stuck = _named(position, modulus), stranded(position, modulus)
        right = MuM(modulus).is_stranded(position) == stuck
        small = not (stuck and position[-1] > modulus)
        yield Case(
            f"{named} is stranded as computed, and its heaps are small", True, right and small
        )
        if stuck:
            joined = MuM(modulus).consolidated(position)
            yield Case(f"the heap that {named} becomes", (single(position),), joined)
            for reading in readings:
                outcome = solver(MuM(modulus, **READINGS[reading])).outcome(position)
                yield Case(f"the outcome of {named}, consolidated {reading}", "N", outcome)


@CLAIMS.of(
    "ex-3.5",
    quick={"count": 6},
    full={"count": 12},
    controls={
        "the same if consolidation is a turn of its own": {"consolidation": "own-turn"},
        "the play goes from (7, 8) to (3, 7)": {"worked": (WORKED[0], *WORKED[2:])},
        "the play begins at (4, 7)": {"worked": WORKED[1:]},
        "it ends when (2, 3) is consolidated": {"worked": (*WORKED[:5], (6,), (1,))},
        "from the one heap a multiple of 5 is taken": {"leaves": 0},
    },
)
def ex_3_5(
    count: int, consolidation: Any = "same-turn", worked: Sequence[Heaps] = WORKED, leaves: int = 1
) -> Iterator[Case]:
    rules = MuM(5, consolidation)
    *play, joined, end = worked
    yield Case(f"the product of {show_heaps(play[0])}", 1, prod(play[0]) % 5)
    for turn, (before, after) in enumerate(pairwise(play)):
        named = f"{show_heaps(before)} to {show_heaps(after)}"
        yield Case(f"{named} is a move", True, after in rules.options(before))
        losing = turn % 2 == 1  # the first player has the losing positions, and leaves others
        product, outcome = prod(after) % 5, solver(rules).outcome(after)
        instance = f"{named}: product {product}, outcome {outcome}"
        yield Case(instance, True, (product == 1) == (outcome == "P") == losing)
    found = _strands(play[-1], 5) and rules.consolidated(play[-1]) == joined and end == (1,)
    yield Case(f"{show_heaps(play[-1])} is stranded, and becomes {show_heaps(joined)}", True, found)
    for position in boards({count: 4}):
        if _strands(position, 5):
            [heap] = rules.consolidated(position)
            left = (heap - (heap - leaves) % 5,)
            yield Case(
                f"from {show_heaps(position)} one comes to {show_heaps(left)}",
                True,
                prod(left) % 5 == 1
                and left in rules.options((heap,))
                and left in rules.options(position)
                and solver(rules).outcome(left) == "P",
            )


@CLAIMS.of(
    "sec-3.4",
    controls={
        "the new heap is one more than the product": {"single": lambda p: prod(p) + 1},
        "the mumber of a position is the sum of those of its heaps": {"law": sum},
    },
    **SIZES,
    repair={"everywhere": False},
)
def sec_3_4(
    among: Positions,
    everywhere: bool = True,
    single: Callable[[Heaps], int] = prod,
    law: Callable[[list[int]], int] = prod,
) -> Iterator[Case]:
    for modulus, position in among:
        search, stranded = solver(MuM(modulus), modulus), _strands(position, modulus)
        if not (stranded or everywhere):
            continue
        named, mumber = _named(position, modulus), search.mumber(position)
        if stranded:
            heap = single(position)
            kept = gcd(heap, modulus) == 1 and (
                mumber == search.mumber((heap,))
                and search.outcome(position) == search.outcome((heap,))
                and prod(position) % modulus == heap % modulus
            )
            instance = f"{named}, of mumber {mumber}, becomes a larger {heap}"
            yield Case(instance, True, kept and heap > max(position))
        heaps = [search.mumber((heap,)) for heap in position]
        yield Case(f"the mumber of {named}, whose heaps have {heaps}", law(heaps) % modulus, mumber)


@CLAIMS.of(
    "ex-4.4",
    quick={"largest": 60},
    full={"largest": 5_000},
    controls={
        "the values are those of the heap one larger": {"shift": 1},
        "they go on with period 4": {"period": 4},
        "without multiples of 5, they go on with period 4": {"without_multiples": 4},
    },
)
def ex_4_4(
    largest: int, period: int = 5, shift: int = 0, without_multiples: int = 5
) -> Iterator[Case]:
    search, proper = solver(EXAMPLE), solver(MuM(5))
    for heap, printed in PRINTED["ex-4.4"]:
        yield Case(f"the values of a heap of {heap}", printed, search.grundy((heap + shift,)))
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
    """Return table A.1, computed: rows and columns as printed, single heaps by their largest.

    >>> table_a1()[0], table_a1()[-1]
    ([5, 60, 60, 0, 4, 4], [6, 6, 6, 216, 1, 0, 0])
    """
    grundy = solver(rules).grundy
    rows: list[list[Any]] = []
    for least, greatest, *_ in PRINTED["table-A.1-single"]:
        values = {grundy((heap,)) for heap in range(least, greatest + 1, rules.modulus)}
        value = values.pop() if len(values) == 1 else values
        rows.append([least, greatest, *_columns(rules, (greatest,)), value])
    for *heaps, _, _, _, _ in PRINTED["table-A.1"]:
        position = tuple(heaps)
        rows.append([*heaps, *_columns(rules, position), grundy(position)])
    return rows


def _columns(rules: MuM, position: Heaps) -> list[int]:
    """Return the product, its remainder, and the value that the source derives from it."""
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
    for row, found in zip(printed, table_a1(rules[reading]), strict=True):
        yield Case("a row of the table", row, found)
    for name, other in rules.items():
        instance = f"the printed values are those of consolidation {name}"
        yield Case(instance, name in (reading, *also), table_a1(other) == printed)
