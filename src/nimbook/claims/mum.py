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
from functools import cache
from itertools import chain, combinations_with_replacement, pairwise
from math import gcd, prod
from typing import Any

from nimbook.ledger import Arguments, Case, Claims, read_printed, read_words
from nimbook.sources import MUM
from nimtwist.games._heaps import replaced, show_heaps
from nimtwist.games.mum import HeapKind, MuM
from nimtwist.games.mumber import MumberSolver
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


@cache
def _solver(rules: MuM) -> MumberSolver[Heaps]:
    return MumberSolver(rules, rules.modulus if rules.heaps == "coprime" else 1)


def _legal(modulus: int, largest: int, kind: HeapKind = "coprime") -> list[int]:
    """Return the legal heaps to `largest`, by the words of the rules."""
    heaps = range(1, largest + 1)
    if kind == "coprime":
        return [heap for heap in heaps if gcd(heap, modulus) == 1]
    return [heap for heap in heaps if heap % modulus]


def _positions(modulus: int, over: int, three: int, kind: HeapKind = "coprime") -> Iterator[Heaps]:
    """Yield the positions of up to two heaps to modulus + `over`, and of three to `three`."""
    sizes = {0: 0, 1: modulus + over, 2: modulus + over, 3: three}
    found = chain.from_iterable(
        combinations_with_replacement(_legal(modulus, largest, kind), count)
        for count, largest in sizes.items()
    )
    yield from sorted(found, key=lambda position: (sum(position), len(position), position))


def _range(a: Arguments) -> str:
    return (
        f"moduli n = 2–{a['moduli']}, prime or not; one and two heaps to n + {a['over']}, three to "
        f"{a['three']}"
    )


def _named(position: Heaps, modulus: int) -> str:
    return f"{show_heaps(position)}, modulo {modulus}"


KINDS: tuple[HeapKind, ...] = ("coprime", "not divisible")

SIZES: dict[str, Any] = {
    "quick": {"moduli": 15, "over": 6, "three": 7},
    "full": {"moduli": 24, "over": 24, "three": 16},
}

# --- Rules and propositions ----------------------------------------------------------------------


@CLAIMS.of(
    "def-3.1",
    range_=lambda a: f"{_range(a)}; moves by these words, and those of the engine",
    controls={
        "with 1 ≤ s ≤ p": {"more": 1},
        "and x − s may be any number from 1 on": {"all_left": True},
    },
    **SIZES,
)
def def_3_1(
    moduli: int, over: int, three: int, more: int = 0, all_left: bool = False
) -> Iterator[Case]:
    for modulus in range(2, moduli + 1):
        for kind in KINDS:
            rules, legal = MuM(modulus, "never", kind), _legal(modulus, modulus + over, kind)
            for position in _positions(modulus, over, three, kind):
                by_words = {
                    replaced(position, heap, heap - amount)
                    for heap in position
                    for amount in range(1, modulus + more)
                    if (heap > amount if all_left else heap - amount in legal)
                }
                found = rules.options(position)
                instance = f"the moves from {_named(position, modulus)}, heaps {kind}"
                yield Case(instance, sorted(by_words), sorted(found))


def winning_amount(heap: int, product: int, modulus: int) -> int:
    """Return the amount to take from `heap`, in the words of Proposition 3.2."""
    return heap * (1 - pow(product, -1, modulus)) % modulus


@CLAIMS.of(
    "prop-3.2",
    range_=_range,
    controls={"the same for every heap x": {"above": 0}},
    **SIZES,
)
def prop_3_2(moduli: int, over: int, three: int, above: int = 1) -> Iterator[Case]:
    for modulus in range(2, moduli + 1):
        rules = MuM(modulus)
        for position in _positions(modulus, over, three):
            value = prod(position) % modulus
            for heap in dict.fromkeys(position) if value != 1 else ():
                if heap > above * modulus:
                    amount = winning_amount(heap, value, modulus)
                    left = replaced(position, heap, heap - amount)
                    yield Case(
                        f"{_named(position, modulus)}: taking {amount} from {heap} wins",
                        True,
                        0 < amount < min(heap, modulus)
                        and left in rules.options(position)
                        and prod(left) % modulus == 1
                        and _solver(rules).outcome(left) == "P",
                    )


@CLAIMS.of(
    "prop-3.3",
    range_=_range,
    controls={"also if consolidation is a turn of its own": {"consolidation": "own-turn"}},
    **SIZES,
)
def prop_3_3(
    moduli: int, over: int, three: int, consolidation: Any = "same-turn"
) -> Iterator[Case]:
    for modulus in range(2, moduli + 1):
        rules = MuM(modulus, consolidation)
        for position in _positions(modulus, over, three):
            for left in rules.options(position) if prod(position) % modulus == 1 else ():
                found = prod(left) % modulus == 1 or _solver(rules).outcome(left) == "P"
                instance = f"{_named(position, modulus)}: the move to {show_heaps(left)} wins"
                yield Case(instance, False, found)


# --- Stranded positions --------------------------------------------------------------------------


def _strands(position: Heaps, modulus: int) -> bool:
    """Return whether, by the words, a position is winning but no legal move makes the product 1."""
    return prod(position) % modulus != 1 and not any(
        prod(left) % modulus == 1 for left in MuM(modulus, "never").options(position)
    )


@CLAIMS.of(
    "def-3.4",
    range_=lambda a: f"{_range(a)}; consolidation {'; '.join(a['readings'])}",
    quick={**SIZES["quick"], "readings": [*READINGS]},
    full={**SIZES["full"], "readings": [*READINGS]},
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
    repair={"readings": [*READINGS][:2]},
)
def def_3_4(
    moduli: int,
    over: int,
    three: int,
    readings: Sequence[str],
    single: Callable[[Heaps], int] = prod,
    made: int = 2,
    stranded: Callable[[Heaps, int], bool] = _strands,
) -> Iterator[Case]:
    options = MuM(5, "never").options((2, 2))
    found = [prod(left) for left in options] == [made] * len(options) and _strands((2, 2), 5)
    yield Case(f"from (2, 2) one moves to {options}, of product {made}", True, found)
    for modulus in range(2, moduli + 1):
        for position in _positions(modulus, over, three):
            stuck = stranded(position, modulus)
            yield Case(
                f"{_named(position, modulus)} is stranded as computed, and its heaps are small",
                True,
                MuM(modulus).is_stranded(position) == stuck
                and not (stuck and position[-1] > modulus),
            )
            if not stuck:
                continue
            joined = MuM(modulus).consolidated(position)
            instance = f"the heap that {_named(position, modulus)} becomes"
            yield Case(instance, (single(position),), joined)
            for reading in readings:
                rules = MuM(modulus, **READINGS[reading])
                instance = f"the outcome of {_named(position, modulus)}, consolidated {reading}"
                yield Case(instance, "N", _solver(rules).outcome(position))


@CLAIMS.of(
    "ex-3.5",
    range_=lambda a: (
        f"the play {' → '.join(map(show_heaps, WORKED))}, and the end of such a play from every "
        f"stranded position of up to {a['count']} heaps"
    ),
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
    solver = _solver(rules)
    *play, joined, end = worked
    yield Case(f"the product of {show_heaps(play[0])}", 1, prod(play[0]) % 5)
    for turn, (before, after) in enumerate(pairwise(play)):
        named = f"{show_heaps(before)} to {show_heaps(after)}"
        yield Case(f"{named} is a move", True, after in rules.options(before))
        losing = turn % 2 == 1  # the first player has the losing positions, and leaves others
        found = (prod(after) % 5 == 1) == (solver.outcome(after) == "P") == losing
        instance = f"{named}: product {prod(after) % 5}, outcome {solver.outcome(after)}"
        yield Case(instance, True, found)
    found = _strands(play[-1], 5) and rules.consolidated(play[-1]) == joined and end == (1,)
    yield Case(f"{show_heaps(play[-1])} is stranded, and becomes {show_heaps(joined)}", True, found)
    for size in range(count + 1):
        for position in combinations_with_replacement((1, 2, 3, 4), size):
            if _strands(position, 5):
                [heap] = rules.consolidated(position)
                left = (heap - (heap - leaves) % 5,)
                yield Case(
                    f"from {show_heaps(position)} one comes to {show_heaps(left)}",
                    True,
                    prod(left) % 5 == 1
                    and left in rules.options((heap,))
                    and left in rules.options(position)
                    and solver.outcome(left) == "P",
                )


@CLAIMS.of(
    "sec-3.4",
    range_=_range,
    controls={
        "the new heap is one more than the product": {"single": lambda p: prod(p) + 1},
        "the mumber of a position is the sum of those of its heaps": {"law": sum},
    },
    **SIZES,
    repair={"everywhere": False},
)
def sec_3_4(
    moduli: int,
    over: int,
    three: int,
    everywhere: bool = True,
    single: Callable[[Heaps], int] = prod,
    law: Callable[[list[int]], int] = prod,
) -> Iterator[Case]:
    for modulus in range(2, moduli + 1):
        solver = _solver(MuM(modulus))
        for position in _positions(modulus, over, three):
            stranded = _strands(position, modulus)
            mumber = solver.mumber(position) if stranded or everywhere else 0
            if stranded:
                heap = single(position)
                kept = gcd(heap, modulus) == 1 and (
                    mumber == solver.mumber((heap,))
                    and solver.outcome(position) == solver.outcome((heap,))
                    and prod(position) % modulus == heap % modulus
                )
                yield Case(
                    f"{_named(position, modulus)}, of mumber {mumber}, becomes a larger {heap}",
                    True,
                    kept and heap > max(position),
                )
            if stranded or everywhere:
                heaps = [solver.mumber((heap,)) for heap in position]
                instance = f"the mumber of {_named(position, modulus)}, whose heaps have {heaps}"
                yield Case(instance, law(heaps) % modulus, mumber)


# --- Example 4.4 and table A.1 -------------------------------------------------------------------


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
    solver, proper = _solver(EXAMPLE), _solver(MuM(5))
    for heap, printed in PRINTED["ex-4.4"]:
        yield Case(f"the values of a heap of {heap}", printed, solver.grundy((heap + shift,)))
    for heap in range(1, largest + 1):
        value, mumber = solver.grundy((heap,)), solver.mumber((heap,))
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
    solver = _solver(rules)
    rows: list[list[Any]] = []
    for least, greatest, *_ in PRINTED["table-A.1-single"]:
        values = {solver.grundy((heap,)) for heap in range(least, greatest + 1, rules.modulus)}
        value = values.pop() if len(values) == 1 else values
        rows.append([least, greatest, *_columns(rules, (greatest,)), value])
    for *heaps, _, _, _, _ in PRINTED["table-A.1"]:
        position = tuple(heaps)
        rows.append([*heaps, *_columns(rules, position), solver.grundy(position)])
    return rows


def _columns(rules: MuM, position: Heaps) -> list[int]:
    """Return the product, its remainder, and the value that the source derives from it."""
    residue = rules.product(position)
    return [prod(position), residue, (residue - 1) % rules.modulus]


@CLAIMS.of(
    "table-A.1",
    range_=lambda a: f"all columns of the 20 rows, printed and computed; {len(READINGS)} readings",
    quick={"reading": "on the same turn"},
    controls={
        "the same if consolidation is a turn of its own": {"reading": "as a turn of its own"},
        "the same without consolidation": {"also": ("on the same turn", "never")},
    },
)
def table_a1_printed(reading: str, also: Sequence[str] = ()) -> Iterator[Case]:
    rules = {name: MuM(5, heaps="any", **kind) for name, kind in READINGS.items()}
    printed = PRINTED["table-A.1-single"] + PRINTED["table-A.1"]
    for row, found in zip(printed, table_a1(rules[reading]), strict=True):
        yield Case("a row of the table", row, found)
    for name, other in rules.items():
        instance = f"the printed values are those of consolidation {name}"
        yield Case(instance, name in (reading, *also), table_a1(other) == printed)
