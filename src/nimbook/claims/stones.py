"""The claims of "How to play Nimbers?", in the source's order, and a remark that they bear on.

L. le Bruyn, neverendingbooks, January 2011, after H. W. Lenstra, "Nim multiplication" (1977/78).
The pictures of the source are lost in our copy of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, product

from nimbook.claims.nim import Heaps, sum_by_columns
from nimbook.ledger import Case, Claims, read_words
from nimbook.samples import Listed, solver
from nimbook.sources import NIMBER, STONES
from nimtwist import Nim, Solver, Stones, SumSolver, TurningCorners, nim_sum
from nimtwist.games.stones import Products, Stone, StonesPosition
from nimtwist.nimber import add, inv, mul, order, pow, products_by_mex, sums_by_mex

CLAIMS = Claims(STONES, "playing_with_stones", read_words("stones"))

WORKED: StonesPosition = frozenset({(1, 3), (4, 7), (6, 4), (10, 3), (14, 8)})
"""The position that the source works out."""

THEORY = Products(Stones())


def stone_values(width: int, height: int) -> dict[Stone, int]:
    """Return the Grundy values of single stones (x, y), from the rules and without arithmetic.

    >>> stone_values(2, 2)
    {(1, 1): 1, (1, 2): 2, (2, 1): 2, (2, 2): 3}
    """
    values = SumSolver(Stones())
    spots = product(range(1, width + 1), range(1, height + 1))
    return {spot: values.grundy(frozenset({spot})) for spot in spots}


def sum_as_printed(n: int, m: int) -> int:
    """Return what the source gives for n ⊕ m: (n ⊗ 1/m) ⊗ (m ⊕ 1).

    It is the sum only if n = m ⊗ m. (stones.sum-by-product)

    >>> sum_as_printed(3, 2), sum_as_printed(1, 2)
    (1, 2)
    """
    return mul(mul(n, inv(m)), add(m, 1))


def sum_by_product(n: int, m: int) -> int:
    """Return n ⊕ m as m ⊗ ((n ⊗ 1/m) ⊕ 1): with the factor m in its place.

    >>> sum_by_product(4, 2), sum_by_product(1, 2)
    (6, 3)
    """
    return mul(m, add(mul(n, inv(m)), 1))


Binary = Callable[[int, int], int]


def circle(generator: int) -> list[int]:
    """Return the powers of a nimber from 1 on, up to the last before 1 comes again.

    >>> circle(2), len(circle(4))
    ([1, 2, 3], 15)
    """
    return [pow(generator, exponent) for exponent in range(order(generator))]


def _positions(spots: list[Stone]) -> list[StonesPosition]:
    """Return every set of stones on some spots, small ones near to (0, 0) first."""
    chosen = chain.from_iterable(combinations(spots, n) for n in range(len(spots) + 1))
    return sorted(map(frozenset, chosen), key=lambda p: (len(p), sum(map(sum, p)), sorted(p)))


def _on_board(width: int, height: int) -> list[StonesPosition]:
    return _positions([*product(range(1, width + 1), range(1, height + 1))])


_show = Stones().show


def _is_move(before: StonesPosition, after: StonesPosition, vanish: bool) -> bool:
    """Return whether just what a move of the source's rules says has happened."""
    # What changes is a stone, or the two ends of a slide, or the four corners of a rectangle.
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
        "a move adds four stones and removes none": {"shown": ((2, 2), (4, 0))},
    },
)
def rules(
    width: int,
    height: int,
    vanish: bool = True,
    shown: tuple[tuple[int, int], ...] = ((2, 2), (3, 1)),
) -> Iterator[Case]:
    positions = _on_board(width, height)
    for before in positions:
        options = set(Stones().options(before))
        for after in positions:
            if before != after:
                instance = f"from {_show(before)} to {_show(after)} is a move"
                yield Case(instance, _is_move(before, after, vanish), after in options)
    effects = {(len(option - WORKED), len(WORKED - option)) for option in Stones().options(WORKED)}
    for added, removed in shown:
        instance = f"a move from {_show(WORKED)} adds {added} stones and removes {removed}"
        yield Case(instance, True, (added, removed) in effects)


@CLAIMS.of(
    "axes",
    quick={"width": 3, "height": 3},
    full={"width": 4, "height": 3},
    controls={
        "no rectangle needs a corner on an axis": {"lowest": 1},
        "one with a side on an axis removes a stone": {"corner": (0, 1)},
    },
)
def axes(
    width: int, height: int, lowest: int = 0, corner: tuple[int, int] = (0, 0)
) -> Iterator[Case]:
    worded, dead_axes = Stones(), Stones("rectangles")
    for position in _on_board(width, height):
        moves = set(worded.options(position))
        rectangles = {
            worded.after(position, (x, y), opposite)
            for x, y in position
            for opposite in product(range(lowest, x), range(lowest, y))
        }
        for found in (rectangles, set(dead_axes.options(position))):
            instance = f"{_show(position)}: {len(moves)} options are the {len(found)} by rectangles"
            yield Case(instance, True, found == moves)
        for x, y in position:
            if y > corner[1]:
                removed = worded.after(position, (x, y), corner)
                instance = f"the rectangle from {(x, y)} to {corner} removes the stone"
                yield Case(instance, True, removed == position - {(x, y)})


@CLAIMS.of(
    "nim",
    quick={"length": 5, "arm": 4},
    full={"length": 7, "arm": 5},
    controls={
        "the left-most stone is a heap of 4": {"left": 4},
        "a heap is as large as the spots below the stone": {"less": 1, "left": 2},
        "the value is the ordinary sum": {"total": sum},
    },
)
def nim(
    length: int,
    arm: int,
    less: int = 0,
    left: int = 3,
    total: Callable[[Heaps], int] | None = None,
) -> Iterator[Case]:
    def heaps(position: StonesPosition) -> Heaps:
        return tuple(sorted(x * y - less for x, y in position))

    def uneven(sizes: Heaps) -> frozenset[int]:
        # Two equal heaps are together nothing, as two stones on one spot are.
        return frozenset(size for size in sizes if size and sizes.count(size) % 2)

    left_most = heaps(frozenset({min(WORKED)}))
    yield Case(f"the heap of the left-most stone, {min(WORKED)}", (left,), left_most)
    column = [(1, y) for y in range(1, length + 1)]
    row = [(x, y) for y, x in column]
    both = [*column[:arm], *row[1:arm]]
    value = total or Solver(Nim()).grundy
    for position in dict.fromkeys(chain.from_iterable(map(_positions, (column, row, both)))):
        sizes = heaps(position)
        ours = {uneven(heaps(option)) for option in Stones().options(position)}
        theirs = {uneven(option) for option in Nim().options(sizes)}
        yield Case(f"{_show(position)} has the moves of heaps of {sizes}", True, ours == theirs)
        found, claimed = solver(Stones()).grundy(position), value(sizes)
        yield Case(f"the value of {_show(position)}, heaps of {sizes}", claimed, found)


@CLAIMS.of(
    "nim-sum",
    quick={"below": 32},
    full={"below": 200},
    controls={"with carry": {"total": sum}},
)
def by_mex(below: int, total: Callable[[Heaps], int] = sum_by_columns) -> Iterator[Case]:
    table = sums_by_mex(below, below)
    for n, m in product(range(below), repeat=2):
        found = {table[n][m], add(n, m), nim_sum((n, m))}
        yield Case(f"{n} ⊕ {m} by mex", {total((n, m))}, found)


def _ordinary_sum(position: StonesPosition) -> int:
    return sum(mul(x, y) for x, y in position)


@CLAIMS.of(
    "grundy",
    quick={"width": 3, "height": 3, "single": 8},
    full={"width": 4, "height": 4, "single": 31},
    controls={
        "the ordinary product": {"times": int.__mul__},
        "the ordinary product, of large numbers": {"width": 0, "times": int.__mul__},
        "by arithmetic, the ordinary sum": {"by_arithmetic": _ordinary_sum},
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
        found = solver(Stones()).grundy(position)
        yield Case(f"the value of {_show(position)}", claimed, found)
        yield Case(f"the value of {_show(position)} by arithmetic", found, by_arithmetic(position))
    for (m, n), value in stone_values(single, single).items():
        yield Case(f"the value of a stone at {(m, n)}", times(m, n), value)


GENERATORS = Listed((4, 5, 6, 7, 9, 11, 12, 15))


@CLAIMS.of(
    "f16",
    controls={
        "the powers of 2": {"generators": (2,)},
        "a product is a difference of angles": {"turned": -1},
        "the couples are n, n ⊗ 1": {"partner": mul},
        "the chords are the same for the couples n, n ⊕ 2": {"apart": 2},
        "4 and 5 alone generate the field": {"generators": (4, 5)},
        "the least generator whose fifth power is 3 is 4": {"fifth_power": 3},
    },
)
def f16(
    generators: tuple[int, ...] = GENERATORS,
    turned: int = 1,
    partner: Binary = add,
    apart: int = 1,
    fifth_power: int = 2,
) -> Iterator[Case]:
    by_definition = products_by_mex(16, 16)
    for generator in generators:
        powers = circle(generator)
        whole = sorted(powers) == [*range(1, 16)]
        yield Case(f"the powers of {generator}, {powers}, are all", True, whole)
        if not whole:
            continue
        for i, j in product(range(15), repeat=2):
            found = by_definition[powers[i]][powers[j]]
            instance = f"{powers[i]} ⊗ {powers[j]}, the power {i} + {j} of {generator}"
            yield Case(instance, powers[(i + turned * j) % 15], found)
        couples = {frozenset((n, partner(n, apart))) for n in range(16)}
        right = len(couples) == 8 and all(len(couple) == 2 for couple in couples)
        yield Case(f"the couples n, n ⊕ 1, {couples}, are eight pairs", True, right)
        # Whichever generator: the chords are the same up to a reflection of the circle.
        chords = {frozenset(map(powers.index, couple)) for couple in couples if 0 not in couple}
        mirrored = {frozenset(-place % 15 for place in chord) for chord in chords}
        first = circle(GENERATORS[0])
        known = {frozenset((first.index(n), first.index(n ^ 1))) for n in range(2, 16, 2)}
        instance = f"the chords for {generator}, {chords}, are the known ones"
        yield Case(instance, True, known in (chords, mirrored))
    others = [n for n in range(2, 16) if n not in generators and len(circle(n)) == 15]
    yield Case(f"only the known numbers generate the field, except {others}", True, not others)
    fifth = [n for n in GENERATORS if pow(n, 5) == fifth_power]
    yield Case(f"the least generator whose fifth power is {fifth_power}", 4, fifth[0])


@CLAIMS.of(
    "sum-by-product",
    quick={"most": 15},
    full={"most": 255},
    controls={
        "n ⊕ m = m ⊗ (n ⊗ 1/m)": {"formula": lambda n, m: mul(m, mul(n, inv(m)))},
        "the printed formula is right exactly if n = m": {"right_if": lambda m: m},
    },
    repair={"formula": sum_by_product, "exceptions": True},
)
def by_product(
    most: int,
    formula: Binary = sum_as_printed,
    exceptions: bool = False,
    right_if: Callable[[int], int] = lambda m: mul(m, m),
) -> Iterator[Case]:
    by_definition = sums_by_mex(most + 1, most + 1)
    numbers = range(1, most + 1)
    for n, m in sorted(product(numbers, repeat=2), key=lambda pair: (max(pair), pair)):
        total, found = by_definition[n][m], formula(n, m)
        yield Case(f"{n} ⊕ {m} by the formula", total, found)
        if exceptions:
            instance = f"n = {n}, m = {m}: the printed formula, {sum_as_printed(n, m)}, is right"
            yield Case(instance, n == right_if(m), sum_as_printed(n, m) == total)


@CLAIMS.of(
    "ex-14-8",
    controls={
        "to a heap of 14 · 8 = 112": {"size": 112},
        "14 ⊗ 8 is their ordinary product": {"times": int.__mul__},
        "the angle of 8 is taken from that of 14": {"angles": -1},
    },
)
def ex_14_8(size: int = 10, times: Binary = mul, angles: int = 1) -> Iterator[Case]:
    yield Case("14 ⊗ 8 by the rules", size, stone_values(14, 8)[14, 8])
    yield Case("14 ⊗ 8", size, times(14, 8))
    powers = circle(4)
    turned = powers[(powers.index(14) + angles * powers.index(8)) % 15]
    yield Case("the number at the sum of the angles of 14 and 8", size, turned)


@CLAIMS.of(
    "ex-position",
    controls={
        "the value is 9": {"value": 9},
        "its products add up to the ordinary sum": {"by_arithmetic": _ordinary_sum},
        "the winning moves are those by the ordinary sum of the values": {"total": sum},
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
        "the other diagonal has one answer": {"others": ((7, 9),)},
    },
)
def puzzle(
    largest: int, answer: int = 14, others: tuple[Stone, ...] = ((7, 9), (9, 7))
) -> Iterator[Case]:
    values = stone_values(largest, largest)
    value = nim_sum(values[stone] for stone in WORKED)
    for d in range(1, largest + 1):
        left = value ^ values[d, d]
        yield Case(f"with a stone on {(d, d)}, the value {left} is 0", d == answer, left == 0)
    other = [(x, 16 - x) for x in range(1, 16) if values[x, 16 - x] == value]
    yield Case("the stones that would do on the other diagonal", others, tuple(other))


@CLAIMS.of(
    "lenstra",
    quick={"width": 2, "height": 2},
    full={"width": 3, "height": 3},
    controls={
        "also if the first row and column of coins are no axes": {"first": 1},
        "heads are worth the ordinary sum of the stones": {"total": sum},
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
        ours = Counter(Stones().options(stones(heads)))
        theirs = Counter(map(stones, TurningCorners().options(heads)))
        yield Case(f"heads at {sorted(heads)} have the moves of stones there", True, ours == theirs)
        found, value = solver(Stones()).grundy(stones(heads)), coins.grundy(heads)
        if total:
            value = total(coins.grundy(frozenset([coin])) for coin in heads)
        yield Case(f"the value of heads at {sorted(heads)}", value, found)


@CLAIMS.of(
    "no-game",
    quick={"largest": 8},
    full={"largest": 31},
    controls={"the value of the stone is the ordinary product": {"times": int.__mul__}},
    source=NIMBER,
)
def no_game(largest: int, times: Binary = mul) -> Iterator[Case]:
    values = stone_values(largest, largest)
    for m, n in product(range(2, largest + 1), repeat=2):  # products by 1 would say little
        yield Case(f"the value of one stone at {(m, n)}", times(m, n), values[m, n])
