"""Mumbers drawn: trees with mumber and product, the mex of a position, sums, the printed proof."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from math import comb, gcd

from nimbook.samples import coprime_boards
from nimbook.show._base import Drawing, wrap
from nimbook.show.answers import Formula, answers
from nimbook.show.circle import circle_of_powers
from nimbook.show.grids import cell_table, panels, table
from nimbook.show.trees import tree
from nimtwist._checks import shortened
from nimtwist.game import Sum, Tree
from nimtwist.games.mum import Heaps, MuM, MumberSolver, MuMSolver, MuMTable

# More positions than these, of four heaps, are not searched while a person waits.
_MOST_SEARCHED = 30_000
# How many seconds the solver of MuM may take then, about.
_MOST_SECONDS = 0.3

_grid = partial(cell_table, rows_are="first heap", columns_are="second heap")


def _mumbers(rules: MuM, position: Heaps) -> Callable[[Heaps], int]:
    """Return the mumbers of a position and all below it; those of single heaps by Lemma 4.2."""
    largest, count = max(position, default=1), len(position)
    solver = rules.solver()
    values: MuMSolver | MuMTable = solver
    if solver.takes(position) > _MOST_SECONDS:
        positions = comb(min(largest, _MOST_SEARCHED) + count, count)
        if positions * max(count, 4) > 4 * _MOST_SEARCHED:
            raise ValueError(
                f"{shortened(rules.show(position))} is too large to search here: take fewer or "
                "smaller heaps, such as four up to 25 or two up to 200"
            )
        values = MuMTable(rules, count, largest)

    def mumber(position: Heaps) -> int:
        if len(position) == 1:
            return rules.product(position)
        return values.mumber(position, of_units=True)

    return mumber


def mumber_tree(rules: MuM, position: Heaps, depth: int) -> Drawing:
    """Return the tree below a position, each with its mumber and, where it differs, its product."""
    of = _mumbers(rules, position)

    def label(node: Tree[Heaps]) -> str:
        mumber, claimed = of(node.position), rules.product(node.position)
        differs = "" if mumber == claimed else f" ≠ {claimed}"
        return f"{rules.show(node.position)} = {mumber}{differs}"

    title = f"Below {rules.show(position)} modulo {rules.modulus}: mumbers, and products if other"
    return tree(Tree.of(rules, position, depth), label, title=title)


def mumber_mex(rules: MuM, position: Heaps) -> Drawing:
    """Return which options have which mumber and which product: the mumber is the first gap."""
    mumber_of = _mumbers(rules, position)
    mumber, claimed = mumber_of(position), rules.product(position)
    options = {option: mumber_of(option) for option in rules.options(position)}
    units = [n for n in range(1, max(mumber, claimed) + 1) if gcd(n, rules.modulus) == 1]

    def named(found: list[Heaps]) -> str:
        return ", ".join(map(rules.show, found)) or "none"

    rows = [
        [
            f"{n}{', the mumber' if n == mumber else ''}{', the product' if n == claimed else ''}",
            named([option for option, of in options.items() if of == n]),
            named([option for option in options if rules.product(option) == n]),
        ]
        for n in units
    ]
    stranded = rules.consolidation != "never" and rules.is_stranded(position)
    joins = " It is stranded: its options are those that consolidation leads to." * stranded
    agree = "the same as" if mumber == claimed else "not"
    shown = f"{rules.show(position)} modulo {rules.modulus}"
    sentence = (
        f"{shown}: mex {{{', '.join(map(str, sorted(set(options.values()))))}}} = {mumber}, "
        f"{agree} the product {claimed}.{joins}"
    )
    header = ["number", "options with this mumber", "options with this product"]
    return wrap(f"<p>{sentence}</p>{table(header, rows, f'The options of {shown}')}", "")


def mumber_moves(modulus: int, first: int, second: int, largest: int) -> Drawing:
    """Return the mumbers of two heaps as a grid, with one position and its options marked.

    A single heap, as consolidation makes it, stands in the row of 1. Frames mark mumbers other than
    the product.
    """
    rules, here = MuM(modulus), (first, second)
    solver, options = MumberSolver(rules, modulus), rules.options(here)
    heaps = [heap for (heap,) in coprime_boards(modulus, 1, largest)]
    rows = [[solver.mumber((a, b)) for b in heaps] for a in heaps]
    below = {(1, *option)[-2:] for option in options}
    marks = {}
    for (i, a), (j, b) in product(enumerate(heaps), repeat=2):
        if (min(a, b), max(a, b)) in below:
            marks[i, j] = "seen"
        elif rows[i][j] != rules.product((a, b)):
            marks[i, j] = "wrong"
    marks[heaps.index(first), heaps.index(second)] = "now"
    seen = sorted({solver.mumber(option) for option in options})
    stranded = ", stranded" if rules.is_stranded(here) else ""
    caption = (
        f"Modulo {modulus}, {rules.show(here)}{stranded}: mex {{{', '.join(map(str, seen))}}} = "
        f"{solver.mumber(here)}, the product is {rules.product(here)}"
    )
    positions = {
        (i, j): tuple(sorted((a, b))) for (i, a), (j, b) in product(enumerate(heaps), repeat=2)
    }
    told = answers(
        "mex",
        rules,
        positions,
        solver.mumber,
        rules.show,
        name="moves",
        number=modulus,
        formula=_product_formula(modulus, heaps),
    )
    return _grid(rows, caption, marks=marks, labels=heaps, answers=told)


def _product_formula(modulus: int, heaps: list[int]) -> Formula:
    pairs = product(enumerate(heaps), repeat=2)
    return Formula(
        f"{{row}} · {{column}} ≡ {{}} modulo {modulus}",
        {(i, j): a * b % modulus for (i, a), (j, b) in pairs},
        "The product",
        "thm-mum-24",
    )


def sum_grids(modulus: int) -> Drawing:
    """Return what two heaps are worth together: as a product, as two games, in one position.

    The heaps are those below the modulus, each of which is its own mumber. Frames mark what is not
    the product. (mum.thm-4.1.3)
    """
    rules = MuM(modulus)
    heaps = [heap for (heap,) in coprime_boards(modulus, 1, modulus)]
    both, one = MumberSolver(Sum((rules, rules)), modulus), MumberSolver(rules, modulus)
    products = [[a * b % modulus for b in heaps] for a in heaps]
    apart = [[both.mumber(((a,), (b,))) for b in heaps] for a in heaps]
    together = [[one.mumber((a, b)) for b in heaps] for a in heaps]
    drawn = [_grid(products, f"products modulo {modulus}", labels=heaps)]
    cells = [*product(enumerate(heaps), repeat=2)]
    formula = _product_formula(modulus, heaps)
    apart_told = answers(
        "mex",
        both.rules,
        {(i, j): ((a,), (b,)) for (i, a), (j, b) in cells},
        both.mumber,
        called="({row}) + ({column})",
        name="apart",
        number=modulus,
        formula=formula,
    )
    together_told = answers(
        "mex",
        rules,
        {(i, j): tuple(sorted((a, b))) for (i, a), (j, b) in cells},
        one.mumber,
        rules.show,
        name="together",
        number=modulus,
        formula=formula,
    )
    for rows, called, told in (
        (apart, "of two games", apart_told),
        (together, "in one position", together_told),
    ):
        wrong = {
            (i, j): "wrong"
            for i, j in product(range(len(heaps)), repeat=2)
            if rows[i][j] != products[i][j]
        }
        caption = f"mumbers {called}: {len(wrong)} framed"
        drawn.append(_grid(rows, caption, marks=wrong, labels=heaps, answers=told))
    return panels(*drawn)


def power_circle(prime: int, generator: int, heap: int) -> Drawing:
    """Return the remainders on a circle, in the order of powers, and the moves from one of them.

    Each remainder stands at its exponent, counterclockwise from 1 at the right. Chords lead from
    the heap to all smaller ones, as moves of MuM do. In `PowerMuM`, where the heap is its exponent,
    moves go back along the circle. (mum.future)
    """
    powers = [pow(generator, exponent, prime) for exponent in range(prime - 1)]
    back = ", ".join(map(str, powers[: powers.index(heap)]))
    smaller = ", ".join(map(str, range(1, heap)))
    moves = [(heap, other) for other in range(1, heap)]
    title = f"The powers of {generator} modulo {prime}, and the moves from {heap} by size"
    return wrap(
        f"<p>By size, {heap} reaches {smaller}. By exponents it is {generator} to the power "
        f"{powers.index(heap)}, and reaches {back}.</p>"
        f"{circle_of_powers(powers, moves, title, couples_are='Joined')}",
        "",
    )
