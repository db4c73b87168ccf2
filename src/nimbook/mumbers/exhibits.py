"""Mumbers drawn: trees with mumber and product, the mex of a position, sums, the printed proof."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import comb, gcd

from nimbook.draw._base import MOST_ROWS, Drawing, listed, wrap
from nimbook.draw.circle import circle_of_powers
from nimbook.draw.tables import grid, panels, table
from nimbook.draw.trees import tree
from nimbook.mumbers.claims import STEPS, failures, step_failures, tally, witness
from nimbook.samples import coprime_boards
from nimtwist._checks import quoted, whole
from nimtwist.game import Sum, Tree
from nimtwist.games.mum import Heaps, MuM, MumberSolver, MuMTable

__all__ = [
    "failure_table",
    "mumber_mex",
    "mumber_moves",
    "mumber_tree",
    "power_circle",
    "proof_table",
    "sum_grids",
]

# More positions than these are not searched while a person waits.
_MOST_SEARCHED = 30_000


class _Values:
    """The mumbers, among the units, of all positions below one; of single heaps by Lemma 4.2."""

    def __init__(self, rules: MuM, position: Heaps) -> None:
        rules.options(position)  # refuses what is no position
        if rules.heaps != "coprime":
            raise ValueError(
                f"mumbers are compared with products for coprime heaps, not {quoted(rules)}"
            )
        largest = max(position, default=1)
        many = comb(min(largest, _MOST_SEARCHED) + len(position), len(position))
        if len(position) > 1 and many > _MOST_SEARCHED:
            raise ValueError(
                f"{rules.show(position)} is too large to search here: fewer or smaller heaps, as "
                "four up to 25 or two up to 200"
            )
        self.rules = rules
        self._table = MuMTable(rules, len(position), largest if len(position) > 1 else 1)

    def mumber(self, position: Heaps) -> int:
        if len(position) == 1:
            return self.rules.product(position)
        return self._table.mumber(position, of_units=True)


def _rules(rules: object) -> MuM:
    if not isinstance(rules, MuM):
        raise ValueError(f"the rules are a MuM, not {quoted(rules)}")
    return rules


def mumber_tree(rules: MuM, position: Heaps, depth: int) -> Drawing:
    """Return the tree below a position, each with its mumber and, where it differs, its product.

    Raises:
        ValueError: if `rules` are no `MuM` with coprime heaps, or it refuses the position, or there
            is too much to search or to draw.

    >>> "(3, 3) = 2 ≠ 4" in mumber_tree(MuM(5), (3, 3), 1)
    True
    """
    values = _Values(_rules(rules), position)

    def label(node: Tree[Heaps]) -> str:
        mumber, claimed = values.mumber(node.position), rules.product(node.position)
        differs = "" if mumber == claimed else f" ≠ {claimed}"
        return f"{rules.show(node.position)} = {mumber}{differs}"

    title = f"Below {rules.show(position)} modulo {rules.modulus}: mumbers, and products if other"
    return tree(Tree.of(rules, position, depth), label, title=title)


def mumber_mex(rules: MuM, position: Heaps) -> Drawing:
    """Return which options have which mumber and which product: the mumber is the first gap.

    Raises:
        ValueError: if `rules` are no `MuM` with coprime heaps, it refuses the position, or there is
            too much to search.

    >>> "mex {1, 3} = 2" in mumber_mex(MuM(5), (3, 3))
    True
    """
    values = _Values(_rules(rules), position)
    options = list(dict.fromkeys(rules.options(position)))
    mumber, claimed = values.mumber(position), rules.product(position)
    of = {option: values.mumber(option) for option in options}
    units = [n for n in range(1, max(mumber, claimed) + 1) if gcd(n, rules.modulus) == 1]

    def named(found: list[Heaps]) -> str:
        return ", ".join(map(rules.show, found)) or "none"

    rows = [
        [
            f"{n}{', the mumber' if n == mumber else ''}{', the product' if n == claimed else ''}",
            named([option for option in options if of[option] == n]),
            named([option for option in options if rules.product(option) == n]),
        ]
        for n in units
    ]
    stranded = rules.consolidation != "never" and rules.is_stranded(position)
    joins = " It is stranded: its options are those that consolidation leads to." * stranded
    agree = "the same as" if mumber == claimed else "not"
    shown = f"{rules.show(position)} modulo {rules.modulus}"
    sentence = (
        f"{shown}: mex {{{', '.join(map(str, sorted(set(of.values()))))}}} = {mumber}, "
        f"{agree} the product {claimed}.{joins}"
    )
    header = ["number", "options with this mumber", "options with this product"]
    return wrap(f"<p>{sentence}</p>{table(header, rows, f'The options of {shown}')}", "")


def mumber_moves(modulus: int, first: int, second: int, largest: int) -> Drawing:
    """Return the mumbers of two heaps as a grid, with one position and its options marked.

    A single heap, as consolidation makes it, stands in the row of 1. Frames are around mumbers
    other than the product.

    Raises:
        ValueError: if a heap is none of a `MuM` with this modulus or above `largest`, or `largest`
            is not a whole number from 1 to 64.

    >>> "(3, 3): mex {1, 3} = 2, the product is 4" in mumber_moves(5, 3, 3, 4)
    True
    """
    rules = MuM(modulus)
    largest = whole(largest, "the largest heap of a grid", 1, MOST_ROWS)
    heaps = [heap for (heap,) in coprime_boards(rules.modulus, 1, largest)]
    for heap in (first, second):
        if heap not in heaps:
            raise ValueError(
                f"the heaps of this grid are coprime to {quoted(modulus)} and at most {largest}, "
                f"not {quoted(heap)}"
            )
    here = (min(first, second), max(first, second))
    solver, place = _of_units(rules), {heap: i for i, heap in enumerate(heaps)}
    below = {(1, *option)[-2:] for option in rules.options(here)}
    cells, marks = [], {}
    for (i, a), (j, b) in product(enumerate(heaps), repeat=2):
        pair = (min(a, b), max(a, b))
        mumber = solver.mumber(pair)
        cells.append(mumber)
        if mumber != rules.product(pair):
            marks[i, j] = "wrong"
        if pair in below:
            marks[i, j] = "seen"
    marks[place[first], place[second]] = "now"
    rows = [cells[i : i + len(heaps)] for i in range(0, len(cells), len(heaps))]
    seen = sorted({solver.mumber(option) for option in rules.options(here)})
    stranded = ", stranded" if rules.is_stranded(here) else ""
    caption = (
        f"Modulo {modulus}, {rules.show(here)}{stranded}: mex {{{', '.join(map(str, seen))}}} = "
        f"{solver.mumber(here)}, the product is {rules.product(here)}"
    )
    return grid(
        rows,
        caption,
        marks=marks,
        rows_are="first heap",
        columns_are="second heap",
        labels=heaps,
    )


@cache
def _of_units(rules: MuM) -> MumberSolver[Heaps]:
    return MumberSolver(rules, rules.modulus)


def sum_grids(modulus: int) -> Drawing:
    """Return what two heaps have together: the product, as two games, and in one position.

    The heaps are those below the modulus, each with itself for its mumber. Frames are around what
    is not the product. (mum.thm-4.1.3)

    Raises:
        ValueError: if `modulus` is not a whole number from 2 to 24.

    >>> "mumbers of two games: 4 framed" in sum_grids(5)
    True
    """
    rules = MuM(whole(modulus, "the modulus", 2, 24))
    heaps = [heap for (heap,) in coprime_boards(rules.modulus, 1, rules.modulus)]
    both = MumberSolver(Sum((rules, rules)), rules.modulus)
    one = _of_units(rules)
    products = [[a * b % rules.modulus for b in heaps] for a in heaps]
    apart = [[both.mumber(((a,), (b,))) for b in heaps] for a in heaps]
    together = [[one.mumber((min(a, b), max(a, b))) for b in heaps] for a in heaps]
    drawn = []
    for rows, called in (
        (products, f"products modulo {modulus}"),
        (apart, "mumbers of two games"),
        (together, "mumbers in one position"),
    ):
        wrong = {
            (i, j): "wrong"
            for i, j in product(range(len(heaps)), repeat=2)
            if rows[i][j] != products[i][j]
        }
        caption = called if rows is products else f"{called}: {len(wrong)} framed"
        drawn.append(
            grid(
                rows,
                caption,
                marks=wrong,
                rows_are="first heap",
                columns_are="second heap",
                labels=heaps,
            )
        )
    return panels(*drawn)


def proof_table(modulus: int, largest: int) -> Drawing:
    """Return the steps of the printed induction, and at which positions of two heaps each fails.

    Raises:
        ValueError: if `modulus` is not a prime up to 31, or `largest` not a whole number from 1 to
            40.

    >>> "7 of 36" in proof_table(5, 9)
    True
    """
    modulus = whole(modulus, "the modulus", 2, 31)
    if any(modulus % d == 0 for d in range(2, modulus)):
        raise ValueError(f"the proof is for a prime modulus, not {modulus}")
    largest = whole(largest, "the largest heap", 1, 40)
    found = step_failures(modulus, 2, largest)
    count = sum(len(position) == 2 for position in coprime_boards(modulus, 2, largest))
    rows = [
        [said, f"{len(found[step])} of {count}" if found[step] else "none", (found[step] or "–")[0]]
        for step, said in STEPS.items()
    ]
    caption = f"The steps of the proof for p = {modulus}, at two heaps up to {largest}"
    return table(["step", "fails at", "first"], rows, caption)


def failure_table(moduli: Sequence[int]) -> Drawing:
    """Return for each modulus how often mumber and product differ, and where first.

    Two and three heaps up to twice the modulus are counted. (mum.thm-4.1.1)

    Raises:
        ValueError: if `moduli` are not whole numbers from 2 to 24.

    >>> "(3, 3) = 2 ≠ 4" in failure_table([3, 5])
    True
    """
    rows: list[list[object]] = []
    for n in listed(moduli, "moduli"):
        modulus = whole(n, "a modulus", 2, 24)
        rules = MuM(modulus)
        counts = [tally(rules, count, 2 * modulus) for count in (2, 3)]
        first = "–"
        if 24 % modulus:
            position = failures(rules, 2, witness(modulus)[-1])[0]
            mumber, claimed = _of_units(rules).mumber(position), rules.product(position)
            first = f"{rules.show(position)} = {mumber} ≠ {claimed}"
        rows.append([modulus, *(f"{failed} of {all_}" for failed, all_ in counts), first])
    header = ["modulus", "two heaps", "three heaps", "smallest"]
    return table(header, rows, "Where mumber and product differ, heaps up to twice the modulus")


def power_circle(prime: int, generator: int, heap: int) -> Drawing:
    """Return the remainders on a circle, in the order of powers, and the moves from one of them.

    Each remainder stands at its exponent, from 1 at the right against the clock. Chords lead from
    the heap to all smaller ones, as moves of MuM do. In `PowerMuM`, where the heap is its exponent,
    moves go back along the circle. (mum.future)

    Raises:
        ValueError: if `prime` is not a whole number from 3 to 31, the powers of `generator` are not
            all remainders but 0, or `heap` is not one from 1 to `prime` - 1.

    >>> "3 reaches 1, 2" in power_circle(5, 2, 3)
    True
    """
    prime = whole(prime, "the prime", 3, 31)
    generator = whole(generator, "the generator", 1, prime - 1)
    heap = whole(heap, "the heap", 2, prime - 1)
    powers = [pow(generator, exponent, prime) for exponent in range(prime - 1)]
    if len(set(powers)) < len(powers):
        raise ValueError(f"the powers of {generator} modulo {prime} are not all remainders but 0")
    back = ", ".join(map(str, powers[: powers.index(heap)])) or "nothing"
    smaller = ", ".join(map(str, range(1, heap))) or "nothing"
    moves = [(heap, other) for other in range(1, heap)]
    title = f"The powers of {generator} modulo {prime}, and the moves from {heap} by size"
    return wrap(
        f"<p>By size, {heap} reaches {smaller}. By exponents it is {generator} to the power "
        f"{powers.index(heap)}, and reaches {back}.</p>"
        f"{circle_of_powers(powers, moves, title, couples_are='Joined')}",
        "",
    )
