"""Claims of "How to play Nimbers?", in the order of the source, and of a related remark.

L. le Bruyn, neverendingbooks, January 2011, after H. W. Lenstra, "Nim multiplication" (1977/78).
Our copy of the source lacks the pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, product

from nimbook.claims.nim import Heaps, sum_by_columns
from nimbook.ledger import Case, Claims, read_fields
from nimbook.samples import Listed, solver
from nimbook.sources import NIMBER, STONES
from nimtwist import Nim, Solver, Stones, SumSolver, TurningCorners, nim_sum
from nimtwist.games.stones import Products, Stone, StonesPosition
from nimtwist.nimber import add, inv, mul, order, pow, products_by_mex, sums_by_mex

CLAIMS = Claims(STONES, "playing_with_stones", read_fields("stones"))

WORKED: StonesPosition = frozenset({(1, 3), (4, 7), (6, 4), (10, 3), (14, 8)})
"""The worked example of the source."""

THEORY = Products(Stones())


def stone_values(width: int, height: int) -> dict[Stone, int]:
    """Compute the Grundy values of single stones (x, y) as mexes, without using nim-products.

    >>> stone_values(2, 2)
    {(1, 1): 1, (1, 2): 2, (2, 1): 2, (2, 2): 3}
    """
    values = SumSolver(Stones())
    spots = product(range(1, width + 1), range(1, height + 1))
    return {spot: values.grundy(frozenset({spot})) for spot in spots}


def sum_as_printed(n: int, m: int) -> int:
    """Return the right side of the printed formula for n ⊕ m: (n ⊗ 1/m) ⊗ (m ⊕ 1).

    It equals n ⊕ m only if n = m ⊗ m. (stones.sum-by-product)

    >>> sum_as_printed(3, 2), sum_as_printed(1, 2)
    (1, 2)
    """
    return mul(mul(n, inv(m)), add(m, 1))


def sum_by_product(n: int, m: int) -> int:
    """Return n ⊕ m as m ⊗ ((n ⊗ 1/m) ⊕ 1), the corrected formula.

    >>> sum_by_product(4, 2), sum_by_product(1, 2)
    (6, 3)
    """
    return mul(m, add(mul(n, inv(m)), 1))


Binary = Callable[[int, int], int]


def circle(generator: int) -> list[int]:
    """Return the powers of a nimber, starting with 1, until 1 recurs.

    >>> circle(2), len(circle(4))
    ([1, 2, 3], 15)
    """
    return [pow(generator, exponent) for exponent in range(order(generator))]


def _positions(spots: list[Stone]) -> list[StonesPosition]:
    """Return all sets of stones on the spots, sorted by number of stones and sum of coordinates."""
    subsets = chain.from_iterable(combinations(spots, n) for n in range(len(spots) + 1))
    return sorted(map(frozenset, subsets), key=lambda p: (len(p), sum(map(sum, p)), sorted(p)))


def _on_board(width: int, height: int) -> list[StonesPosition]:
    return _positions([*product(range(1, width + 1), range(1, height + 1))])


_show = Stones().show


def _is_move(before: StonesPosition, after: StonesPosition, vanish: bool) -> bool:
    """Return whether the source's rules allow a move from one position to the other."""
    # A move changes one spot, the two ends of a slide, or the four corners of a rectangle.
    changed = before ^ after
    columns, rows = {x for x, _ in changed}, {y for _, y in changed}
    fits = max(len(columns), len(rows)) <= 2 and changed == {*product(columns, rows)}
    onto_a_stone = len(changed) == 2 and changed <= before
    return fits and (max(columns), max(rows)) in before and (vanish or not onto_a_stone)


@CLAIMS.of(
    "rules",
    quick={"width": 3, "height": 2},
    full={"width": 3, "height": 3},
    controls={
        "two stones on one spot become one": {"vanish": False},
        "a move adds four stones and removes none": {"effects": ((2, 2), (4, 0))},
    },
)
def rules(
    width: int,
    height: int,
    vanish: bool = True,
    effects: tuple[tuple[int, int], ...] = ((2, 2), (3, 1)),
) -> Iterator[Case]:
    positions = _on_board(width, height)
    for before in positions:
        options = set(Stones().options(before))
        for after in positions:
            if before != after:
                instance = f"from {_show(before)} to {_show(after)} is a move"
                yield Case(instance, _is_move(before, after, vanish), after in options)
    actual = {(len(option - WORKED), len(WORKED - option)) for option in Stones().options(WORKED)}
    for added, removed in effects:
        instance = f"a move from {_show(WORKED)} adds {added} stones and removes {removed}"
        yield Case(instance, True, (added, removed) in actual)


@CLAIMS.of(
    "axes",
    quick={"width": 3, "height": 3},
    full={"width": 4, "height": 3},
    controls={
        "no move needs a corner on an axis": {"lowest": 1},
        "a rectangle with one side on an axis removes a stone": {"corner": (0, 1)},
    },
)
def axes(
    width: int, height: int, lowest: int = 0, corner: tuple[int, int] = (0, 0)
) -> Iterator[Case]:
    literal, dead_axes = Stones(), Stones("rectangles")
    for position in _on_board(width, height):
        moves = set(literal.options(position))
        rectangles = {
            literal.after(position, (x, y), opposite)
            for x, y in position
            for opposite in product(range(lowest, x), range(lowest, y))
        }
        for options in (rectangles, set(dead_axes.options(position))):
            instance = f"{_show(position)}: the {len(moves)} moves are {len(options)} rectangles"
            yield Case(instance, True, options == moves)
        for x, y in position:
            if y > corner[1]:
                removed = literal.after(position, (x, y), corner)
                instance = f"the rectangle from {(x, y)} to {corner} removes the stone"
                yield Case(instance, True, removed == position - {(x, y)})


@CLAIMS.of(
    "nim",
    quick={"length": 5, "arm": 4},
    full={"length": 7, "arm": 5},
    controls={
        "the leftmost stone is a heap of 4": {"leftmost": 4},
        "a heap has the size of the number of spots below the stone": {"less": 1, "leftmost": 2},
        "the value is the ordinary sum": {"total": sum},
    },
)
def nim(
    length: int,
    arm: int,
    less: int = 0,
    leftmost: int = 3,
    total: Callable[[Heaps], int] | None = None,
) -> Iterator[Case]:
    def heaps(position: StonesPosition) -> Heaps:
        return tuple(sorted(x * y - less for x, y in position))

    def uneven(sizes: Heaps) -> frozenset[int]:
        # Two equal heaps cancel, and so do two stones on one spot.
        return frozenset(size for size in sizes if size and sizes.count(size) % 2)

    heap = heaps(frozenset({min(WORKED)}))
    yield Case(f"the heap of the leftmost stone, {min(WORKED)}", (leftmost,), heap)
    column = [(1, y) for y in range(1, length + 1)]
    row = [(x, y) for y, x in column]
    both = [*column[:arm], *row[1:arm]]
    value = total or Solver(Nim()).grundy
    for position in dict.fromkeys(chain.from_iterable(map(_positions, (column, row, both)))):
        sizes = heaps(position)
        moves = {uneven(heaps(option)) for option in Stones().options(position)}
        of_nim = {uneven(option) for option in Nim().options(sizes)}
        yield Case(f"{_show(position)} has the moves of heaps of {sizes}", True, moves == of_nim)
        grundy, claimed = solver(Stones()).grundy(position), value(sizes)
        yield Case(f"the value of {_show(position)}, heaps of {sizes}", claimed, grundy)


@CLAIMS.of(
    "nim-sum",
    quick={"below": 32},
    full={"below": 200},
    controls={"the numbers are added with carry": {"total": sum}},
)
def by_mex(below: int, total: Callable[[Heaps], int] = sum_by_columns) -> Iterator[Case]:
    table = sums_by_mex(below, below)
    for n, m in product(range(below), repeat=2):
        sums = {table[n][m], add(n, m), nim_sum((n, m))}
        yield Case(f"{n} ⊕ {m} by mex", {total((n, m))}, sums)


def _ordinary_sum(position: StonesPosition) -> int:
    return sum(mul(x, y) for x, y in position)


@CLAIMS.of(
    "grundy",
    quick={"width": 3, "height": 3, "single": 8},
    full={"width": 4, "height": 4, "single": 31},
    controls={
        "a stone has the ordinary product as its value": {"times": int.__mul__},
        "the same for single stones only": {"width": 0, "times": int.__mul__},
        "a position has the ordinary sum of these": {"by_arithmetic": _ordinary_sum},
    },
)
def grundy(
    width: int,
    height: int,
    single: int,
    times: Binary = mul,
    by_arithmetic: Callable[[StonesPosition], int] = THEORY.grundy,
) -> Iterator[Case]:
    for position in _on_board(width, height):
        claimed = nim_sum(times(x, y) for x, y in position)
        value = solver(Stones()).grundy(position)
        yield Case(f"the value of {_show(position)}", claimed, value)
        yield Case(f"the value of {_show(position)} by arithmetic", value, by_arithmetic(position))
    for (m, n), value in stone_values(single, single).items():
        yield Case(f"the value of a stone at {(m, n)}", times(m, n), value)


GENERATORS = Listed((4, 5, 6, 7, 9, 11, 12, 15))


@CLAIMS.of(
    "f16",
    controls={
        "the powers of 2 are all the roots of unity": {"generators": (2,)},
        "a product is a difference of angles": {"sign": -1},
        "the couples are n, n ⊗ 1": {"partner": mul},
        "the chords are the same for the couples n, n ⊕ 2": {"distance": 2},
        "only 4 and 5 generate the field": {"generators": (4, 5)},
        "the smallest generator whose fifth power is 3 is 4": {"fifth_power": 3},
    },
)
def f16(
    generators: tuple[int, ...] = GENERATORS,
    sign: int = 1,
    partner: Binary = add,
    distance: int = 1,
    fifth_power: int = 2,
) -> Iterator[Case]:
    by_definition = products_by_mex(16, 16)
    for generator in generators:
        powers = circle(generator)
        generates = sorted(powers) == [*range(1, 16)]
        yield Case(f"the powers {powers} of {generator} are all of 1 to 15", True, generates)
        if not generates:
            continue
        for i, j in product(range(15), repeat=2):
            value = by_definition[powers[i]][powers[j]]
            instance = f"{powers[i]} ⊗ {powers[j]}, the power {i} + {j} of {generator}"
            yield Case(instance, powers[(i + sign * j) % 15], value)
        couples = {frozenset((n, partner(n, distance))) for n in range(16)}
        right = len(couples) == 8 and all(len(couple) == 2 for couple in couples)
        yield Case(f"the couples n, n ⊕ 1, {couples}, are eight pairs", True, right)
        # For all generators, the chords are the same up to a reflection of the circle.
        chords = {frozenset(map(powers.index, couple)) for couple in couples if 0 not in couple}
        mirrored = {frozenset(-place % 15 for place in chord) for chord in chords}
        first = circle(GENERATORS[0])
        expected = {frozenset((first.index(n), first.index(n ^ 1))) for n in range(2, 16, 2)}
        instance = f"the chords for {generator}, {chords}, are those for 4"
        yield Case(instance, True, expected in (chords, mirrored))
    others = [n for n in range(2, 16) if n not in generators and len(circle(n)) == 15]
    yield Case(f"no other number generates the field, except {others}", True, not others)
    fifth = [n for n in GENERATORS if pow(n, 5) == fifth_power]
    yield Case(f"the smallest generator whose fifth power is {fifth_power}", 4, fifth[0])


@CLAIMS.of(
    "sum-by-product",
    quick={"largest": 15},
    full={"largest": 255},
    controls={
        "n ⊕ m = m ⊗ (n ⊗ 1/m)": {"formula": lambda n, m: mul(m, mul(n, inv(m)))},
        "the printed formula is right exactly when n = m": {"right_n": lambda m: m},
    },
    repair={"formula": sum_by_product, "exceptions": True},
)
def by_product(
    largest: int,
    formula: Binary = sum_as_printed,
    exceptions: bool = False,
    right_n: Callable[[int], int] = lambda m: mul(m, m),
) -> Iterator[Case]:
    by_definition = sums_by_mex(largest + 1, largest + 1)
    numbers = range(1, largest + 1)
    for n, m in sorted(product(numbers, repeat=2), key=lambda pair: (max(pair), pair)):
        total, value = by_definition[n][m], formula(n, m)
        yield Case(f"{n} ⊕ {m} by the formula", total, value)
        if exceptions:
            instance = f"n = {n}, m = {m}: the printed formula, {sum_as_printed(n, m)}, is right"
            yield Case(instance, n == right_n(m), sum_as_printed(n, m) == total)


@CLAIMS.of(
    "ex-14-8",
    controls={
        "the stone is equivalent to a heap of 14 · 8 = 112": {"size": 112},
        "14 ⊗ 8 is their ordinary product": {"times": int.__mul__},
        "the angle of 8 is subtracted from the angle of 14": {"sign": -1},
    },
)
def ex_14_8(size: int = 10, times: Binary = mul, sign: int = 1) -> Iterator[Case]:
    yield Case("14 ⊗ 8 by the rules", size, stone_values(14, 8)[14, 8])
    yield Case("14 ⊗ 8", size, times(14, 8))
    powers = circle(4)
    rotated = powers[(powers.index(14) + sign * powers.index(8)) % 15]
    yield Case("the number at the sum of the angles of 14 and 8", size, rotated)


@CLAIMS.of(
    "ex-position",
    controls={
        "the value is 9": {"value": 9},
        "the value is the ordinary sum of the products": {"by_arithmetic": _ordinary_sum},
        "a move wins if it makes the ordinary sum of the values 0": {"total": sum},
    },
)
def ex_position(
    value: int = 8,
    total: Callable[[Iterable[int]], int] = nim_sum,
    by_arithmetic: Callable[[StonesPosition], int] = THEORY.grundy,
) -> Iterator[Case]:
    values = stone_values(14, 8)
    yield Case("the value by the rules", value, nim_sum(values[stone] for stone in WORKED))
    yield Case("the sum of the products", value, by_arithmetic(WORKED))
    winning = {Stones().after(WORKED, *move) for move in THEORY.winning_moves(WORKED)}
    for option in Stones().options(WORKED):
        claimed = total(values[stone] for stone in option)
        instance = f"to {_show(option)}, of value {claimed}, is a winning move"
        yield Case(instance, claimed == 0, option in winning)


@CLAIMS.of(
    "puzzle",
    quick={"largest": 16},
    full={"largest": 40},
    controls={
        "put it on (8, 8)": {"answer": 8},
        "on the other diagonal only (7, 9) will do": {"others": ((7, 9),)},
    },
)
def puzzle(
    largest: int, answer: int = 14, others: tuple[Stone, ...] = ((7, 9), (9, 7))
) -> Iterator[Case]:
    values = stone_values(largest, largest)
    value = nim_sum(values[stone] for stone in WORKED)
    for d in range(1, largest + 1):
        rest = value ^ values[d, d]
        yield Case(f"with a stone on {(d, d)}, the value {rest} is 0", d == answer, rest == 0)
    other = [(x, 16 - x) for x in range(1, 16) if values[x, 16 - x] == value]
    yield Case("the stones that would do on the other diagonal", others, tuple(other))


@CLAIMS.of(
    "lenstra",
    quick={"width": 2, "height": 2},
    full={"width": 3, "height": 3},
    controls={
        "the same if coins in row and column 0 are not dead": {"first": 1},
        "heads have the ordinary sum of their values": {"total": sum},
    },
)
def lenstra(
    width: int, height: int, first: int = 0, total: Callable[[Iterable[int]], int] | None = None
) -> Iterator[Case]:
    coins = Solver(TurningCorners())

    def stones(heads: StonesPosition) -> StonesPosition:
        places = ((x + first, y + first) for x, y in heads)
        return frozenset([(x, y) for x, y in places if x and y])

    for heads in _positions([*product(range(width + 1), range(height + 1))]):
        moves = Counter(Stones().options(stones(heads)))
        flips = Counter(map(stones, TurningCorners().options(heads)))
        yield Case(f"heads at {sorted(heads)} have the moves of stones there", True, moves == flips)
        grundy, value = solver(Stones()).grundy(stones(heads)), coins.grundy(heads)
        if total:
            value = total(coins.grundy(frozenset([coin])) for coin in heads)
        yield Case(f"the value of heads at {sorted(heads)}", value, grundy)


@CLAIMS.of(
    "no-game",
    quick={"largest": 8},
    full={"largest": 31},
    controls={"the value of the stone is the ordinary product": {"times": int.__mul__}},
    source=NIMBER,
)
def no_game(largest: int, times: Binary = mul) -> Iterator[Case]:
    values = stone_values(largest, largest)
    for m, n in product(range(2, largest + 1), repeat=2):  # products by 1 are trivial
        yield Case(f"the value of a single stone at {(m, n)}", times(m, n), values[m, n])
