"""Claims of "Nim with a modular Muller twist", in the order of the article.

H. Gavel and P. Strimling, INTEGERS 4 (2004), G04. The article states its theorems for "modulo n"
and "k subconstraints" and never requires k < n. Each theorem is checked as printed, including k =
n, and then again only for k < n.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from nimbook.ledger import Case, Claims, read_fields, read_printed
from nimbook.samples import Sizes, all_heaps, families, solver
from nimbook.sources import TWIST
from nimtwist import BlockingNim, Nim, Outcome, Tree, nim_sum
from nimtwist.games.blocking import BlockingPosition, Boxes
from nimtwist.games.heaps import show_heaps
from nimtwist.games.pair_grid import PairGrid
from nimtwist.games.restrictions import (
    Restriction,
    longest_run,
    show_restriction,
    smallest_allowed,
    strictest,
)

CLAIMS = Claims(TWIST, "muller_twist", read_fields("twist"))

Heaps = tuple[int, ...]
Theory = Callable[..., Outcome]
"""A claimed outcome, as a function of the heaps, the restriction and further parameters."""

PRINTED = read_printed("twist")
"""The printed figures, by claim: grids by part, one string per row; trees as nested lists."""

ONE_BLOCKING = BlockingNim.exactly(3, 1)
FIGURE_1 = ((1, 2, 4), frozenset({1}))
NOT_2 = frozenset({2})
FIGURE_4 = BlockingNim(3, [{2, 3}, {1, 3}])


def sensible(rules: BlockingNim, position: BlockingPosition) -> bool:
    """Return whether the restriction forbids an amount that could otherwise be taken."""
    heaps, forbidden = position
    return any(
        (amount - 1) % rules.modulus + 1 in forbidden
        for amount in range(1, max(heaps, default=0) + 1)
    )


def _label(rules: BlockingNim, position: BlockingPosition) -> str:
    return f"{rules.show(position)}, modulo {rules.modulus}"


def _compare(rules: BlockingNim, sizes: Sizes, theory: Theory, *arguments: Any) -> Iterator[Case]:
    """Yield a case for every position of these sizes, comparing `theory` with brute force."""
    game = solver(rules)
    for position in product(all_heaps(sizes), rules.family):
        claimed, outcome = theory(*position, *arguments), game.outcome(position)
        yield Case(_label(rules, position), claimed, outcome)


def _k_blocking(moduli: int, where: str = "k ≤ n") -> Iterator[tuple[BlockingNim, int]]:
    """Yield (game, k) for k-blocking Nim with each modulus n and each k allowed by `where`."""
    for modulus in range(1, moduli + 1):
        for k in range(modulus + (where == "k ≤ n")):
            yield BlockingNim.exactly(modulus, k), k


QUICK: dict[str, Any] = {"moduli": 4, "sizes": Sizes({1: 10, 2: 7, 3: 4})}
FULL: dict[str, Any] = {"moduli": 7, "sizes": Sizes({1: 30, 2: 12, 3: 7, 4: 4})}
QUICK_FAMILIES: dict[str, Any] = {"moduli": 3, "size": 10}
FULL_FAMILIES: dict[str, Any] = {"moduli": 4, "size": 12}


def _off_by_one(k: int) -> Restriction:
    return frozenset(range(2, k + 2))


OFF_BY_ONE = "the best constraint is “not 2, …, not k + 1”"


@CLAIMS.of(
    "odd-even",
    quick={"sizes": Sizes({1: 20, 2: 12, 3: 7})},
    full={"sizes": Sizes({1: 60, 2: 30, 3: 14, 4: 8})},
    controls={
        "if an odd number must be taken, nim-sum 0 suffices": {"all_even": False},
        "if an even number must be taken, the nim-sum must be 0": {"sums": (0,)},
    },
)
def odd_even(sizes: Sizes, sums: tuple[int, ...] = (0, 1), all_even: bool = True) -> Iterator[Case]:
    def theory(heaps: Heaps, forbidden: Restriction) -> Outcome:
        if forbidden == {1}:  # an even number must be taken
            return "P" if nim_sum(heaps) in sums else "N"
        some_odd = any(heap % 2 for heap in heaps)
        return "N" if nim_sum(heaps) or (some_odd and all_even) else "P"

    yield from _compare(BlockingNim.exactly(2, 1), sizes, theory)


def caption_of_figure_1(rules: BlockingNim = ONE_BLOCKING) -> Iterator[tuple[str, str, bool]]:
    """Yield each statement of Figure 1's caption, the engine's result, and whether they agree."""
    game, (heaps, _) = solver(rules), FIGURE_1
    one, two = frozenset({1}), frozenset({2})
    after = ((1, 2, 2), one)
    remaining = [*dict(rules.options(FIGURE_1))]
    amounts = sorted({sum(heaps) - sum(rest) for rest in remaining})
    yield "the player has to take 2 or 3 sticks", " or ".join(map(str, amounts)), amounts == [2, 3]
    yield "there are three ways to do this", str(len(remaining)), len(remaining) == 3
    replies = [*dict(rules.options(after))]
    claim = "after (2, 2, 1), not 1, the other player has to take all of a 2-stick heap"
    yield claim, f"leaves {' or '.join(map(show_heaps, replies))}", replies == [(1, 2)]
    useful = [show_restriction(r) for r in rules.family if sensible(rules, ((1, 2), r))]
    claim = "then two constraints are sensible, and forbidding 3 is pointless"
    yield claim, " or ".join(useful), useful == ["not 1", "not 2"]
    for forbidden, rest in ((one, (1,)), (two, (1, 1))):
        wins = (rest, one) in game.winning_options(((1, 2), forbidden))
        claim = f"after (2, 1), {show_restriction(forbidden)}, one can leave one-stick heaps, not 1"
        yield claim, "it wins" if wins else "it does not win", wins
        moves = len(rules.options((rest, one)))
        claim = f"{rules.show((rest, one))} is a terminal position, and the opponent loses"
        yield claim, f"{moves} moves", moves == 0
    outcome = game.outcome(FIGURE_1)
    yield f"{rules.show(FIGURE_1)} is an N-position", outcome, outcome == "N"
    winning = [rules.show(option) for option in game.winning_options(FIGURE_1)]
    claim = "(2, 2, 1), not 1, is the only way to win"
    yield claim, " or ".join(winning), winning == [rules.show(after)]


@CLAIMS.of(
    "fig-1",
    controls={
        "the same modulo 4": {"rules": BlockingNim.exactly(4, 1)},
        "the tree of moves is the tree for “not 2”": {"moves_of": (FIGURE_1[0], NOT_2)},
        "the winning tree is the tree for “not 2”": {"wins_of": (FIGURE_1[0], NOT_2)},
    },
)
def fig_1(
    rules: BlockingNim = ONE_BLOCKING,
    moves_of: BlockingPosition = FIGURE_1,
    wins_of: BlockingPosition = FIGURE_1,
) -> Iterator[Case]:
    for claim, finding, agrees in caption_of_figure_1(rules):
        yield Case(f"{claim}: the engine finds {finding}", True, agrees)

    root, *rest = PRINTED["fig-1"]["moves"]
    tree = [moves_of[0], *dict(rules.options(moves_of))]
    printed = [Nim().read(text) for text in (root, *(text for [text] in rest))]
    yield Case("the tree of one move", printed, tree)

    def as_list(tree: Tree[BlockingPosition]) -> list[Any]:
        return [rules.show(tree.position), *map(as_list, tree.children)]

    win = solver(rules).strategy(wins_of, keep=lambda p: sensible(rules, p))
    yield Case("the winning tree", PRINTED["fig-1"]["win"], as_list(win))


def theorem_1(heaps: Heaps, forbidden: Restriction, size: int = 2) -> Outcome:
    """Return the outcome according to the article's Theorem 1, which ignores the modulus."""
    balanced = nim_sum(heap // size for heap in heaps) == 0
    smallest = 2 if forbidden == {1} else 1
    return "P" if balanced and all(heap % size < smallest for heap in heaps) else "N"


@CLAIMS.of(
    "thm-1",
    quick={"moduli": 7, "sizes": Sizes({1: 16, 2: 9, 3: 5})},
    full={"moduli": 12, "sizes": Sizes({1: 40, 2: 20, 3: 10, 4: 6})},
    controls={"the heaps are divided by 3": {"size": 3}},
    repair={"min_modulus": 2},
)
def thm_1(moduli: int, sizes: Sizes, min_modulus: int = 1, size: int = 2) -> Iterator[Case]:
    for modulus in range(min_modulus, moduli + 1):
        yield from _compare(BlockingNim.exactly(modulus, 1), sizes, theorem_1, size)


@CLAIMS.of(
    "ex-421",
    controls={
        "the quotients are (2, 1, 1)": {"quotients": (2, 1, 1)},
        "their nim-sum is 2": {"total": 2},
        "the quotients become (1, 0, 0)": {"new_quotients": (1, 0, 0)},
        "their nim-sum becomes 1": {"new_total": 1},
        "the remainders are (0, 1, 0)": {"remainders": (0, 1, 0)},
        "only “not 2” leaves a P-position": {"winning": 2},
    },
)
def ex_421(
    quotients: Heaps = (2, 1, 0),
    new_quotients: Heaps = (1, 1, 0),
    remainders: Heaps = (0, 0, 1),
    total: int = 3,
    new_total: int = 0,
    winning: int = 1,
) -> Iterator[Case]:
    game = solver(ONE_BLOCKING)
    before, after = (4, 2, 1), (2, 2, 1)
    yield Case(f"the quotients of {before}", quotients, tuple(heap // 2 for heap in before))
    yield Case(f"the nim-sum of the quotients {quotients}", total, nim_sum(quotients))
    yield Case(f"the quotients of {after}", new_quotients, tuple(heap // 2 for heap in after))
    yield Case(f"the nim-sum of the quotients {new_quotients}", new_total, nim_sum(new_quotients))
    yield Case(f"the remainders of {after}", remainders, tuple(heap % 2 for heap in after))
    for forbidden in ONE_BLOCKING.family:
        outcome = game.outcome((tuple(sorted(after)), forbidden))
        yield Case(f"{after} not {set(forbidden)}", "P" if forbidden == {winning} else "N", outcome)


def _cells(rules: BlockingNim, forbidden: Restriction, printed: list[str]) -> Iterator[Case]:
    """Yield a case for each cell of a printed figure."""
    for i, row in enumerate(printed):
        for j, cell in enumerate(row):
            position = ((i, j), forbidden)
            yield Case(_label(rules, position), cell, solver(rules).outcome(position))


@CLAIMS.of(
    "fig-2",
    quick={"moduli": 6, "size": 7},
    full={"moduli": 12, "size": 30},
    controls={
        "parts (a) and (b) exchanged": {"parts": ("b", "a")},
        "the P-positions of (b) are those with both numbers odd": {"parity": 1},
    },
    repair={"where": "in the boxes along the diagonal"},
)
def fig_2(
    moduli: int,
    size: int,
    where: str = "everywhere",
    parts: tuple[str, str] = ("a", "b"),
    parity: int = 0,
) -> Iterator[Case]:
    for modulus in range(2, moduli + 1):
        rules = BlockingNim.exactly(modulus, 1)
        for forbidden in rules.family:
            printed = PRINTED["fig-2"][parts[0] if forbidden == {1} else parts[1]]
            yield from _cells(rules, forbidden, printed)
    # The caption of part (b) says that the P-positions are those with both numbers even.
    for i, j in sorted(product(range(size), repeat=2), key=sum):
        if where == "everywhere" or i // 2 == j // 2:
            outcome = solver(BlockingNim.exactly(2, 1)).outcome(((i, j), NOT_2))
            yield Case(f"({i}, {j})", "P" if i % 2 == j % 2 == parity else "N", outcome)


@CLAIMS.of(
    "equiv",
    quick={"moduli": 7, "sizes": Sizes({1: 16, 2: 9, 3: 5})},
    full={"moduli": 12, "sizes": Sizes({1: 40, 2: 20, 3: 10, 4: 6})},
    controls={"“not 2” is read as “even”": {"even": 2}},
    repair={"min_modulus": 2},
)
def equiv(moduli: int, sizes: Sizes, min_modulus: int = 1, even: int = 1) -> Iterator[Case]:
    odd_or_even = solver(BlockingNim.exactly(2, 1))

    def theory(heaps: Heaps, forbidden: Restriction) -> Outcome:
        return odd_or_even.outcome((heaps, frozenset({1 if forbidden == {even} else 2})))

    for modulus in range(min_modulus, moduli + 1):
        yield from _compare(BlockingNim.exactly(modulus, 1), sizes, theory)


def theorem_2(heaps: Heaps, forbidden: Restriction, modulus: int, k: int) -> Outcome:
    """Return the outcome according to the article's Theorem 2, with boxes of size k + 1."""
    return Boxes(BlockingNim(modulus, [forbidden]), k + 1).outcome((heaps, forbidden))


def _or_equal(heaps: Heaps, forbidden: Restriction, modulus: int, k: int) -> Outcome:
    smallest = smallest_allowed(modulus, forbidden)
    balanced = nim_sum(heap // (k + 1) for heap in heaps) == 0
    return "P" if balanced and all(heap % (k + 1) <= smallest for heap in heaps) else "N"


@CLAIMS.of(
    "thm-1r",
    quick={"moduli": 7, "sizes": Sizes({1: 20, 2: 12, 3: 7})},
    full={"moduli": 20, "sizes": Sizes({1: 60, 2: 30, 3: 14, 4: 8})},
    controls={"the remainders may equal that number": {"rephrased": _or_equal}},
)
def thm_1r(moduli: int, sizes: Sizes, rephrased: Theory = theorem_2) -> Iterator[Case]:
    for modulus in range(1, moduli + 1):
        rules = BlockingNim.exactly(modulus, 1)
        for position in product(all_heaps(sizes), rules.family):
            first, second = theorem_1(*position), rephrased(*position, modulus, 1)
            yield Case(f"{_label(rules, position)}, rephrased", first, second)


@CLAIMS.of(
    "lemma-2",
    quick={"moduli": 7},
    full={"moduli": 10},
    controls={"at least k + 2": {"extra": 2}, "by “not 2, …, not k + 1”": {"by": _off_by_one}},
    repair={"where": "k < n"},
)
def lemma_2(
    moduli: int,
    where: str = "k ≤ n",
    extra: int = 1,
    by: Callable[[int], Restriction] = strictest,
) -> Iterator[Case]:
    for rules, k in _k_blocking(moduli, where):
        heap = 2 * rules.modulus + 1
        minimum = {
            forbidden: min(
                (heap - sum(rest) for rest, _ in rules.options(((heap,), forbidden))),
                default=math.inf,
            )
            for forbidden in rules.family
        }
        best = max(minimum.values())
        result = best if best == minimum.get(by(k)) else (best, minimum.get(by(k)))
        instance = f"the least that one can force modulo {rules.modulus} with k = {k}"
        yield Case(instance, k + extra, result)


@CLAIMS.of(
    "thm-2",
    quick=QUICK,
    full=FULL,
    controls={"the remainders may equal that number": {"theory": _or_equal}},
    repair={"where": "k < n"},
)
def thm_2(
    moduli: int, sizes: Sizes, where: str = "k ≤ n", theory: Theory = theorem_2
) -> Iterator[Case]:
    for rules, k in _k_blocking(moduli, where):
        yield from _compare(rules, sizes, theory, rules.modulus, k)


@CLAIMS.of(
    "note-2",
    quick=QUICK,
    full=FULL,
    controls={
        OFF_BY_ONE: {"better": _off_by_one},
        "such a position is itself a P-position": {"claimed": "P"},
    },
)
def note_2(
    moduli: int,
    sizes: Sizes,
    better: Callable[[int], Restriction] = strictest,
    claimed: Outcome = "N",
) -> Iterator[Case]:
    for rules, k in _k_blocking(moduli):
        game = solver(rules)
        for heaps, forbidden in product(all_heaps(sizes), rules.family):
            smallest = smallest_allowed(rules.modulus, forbidden)
            balanced = nim_sum(heap // (k + 1) for heap in heaps) == 0
            if balanced and any(heap % (k + 1) >= smallest for heap in heaps):
                given, other = (heaps, forbidden), (heaps, better(k))
                correct = game.outcome(given) == claimed and game.outcome(other) == "P"
                instance = f"{_label(rules, given)} is {claimed}, and {rules.show(other)} is P"
                yield Case(instance, True, correct)


@CLAIMS.of(
    "cor-1",
    quick=QUICK,
    full=FULL,
    controls={
        OFF_BY_ONE: {"best": _off_by_one},
        "it is never a disadvantage either": {"sometimes": False},
    },
)
def cor_1(
    moduli: int,
    sizes: Sizes,
    best: Callable[[int], Restriction] = strictest,
    sometimes: bool = True,
) -> Iterator[Case]:
    for rules, k in _k_blocking(moduli):
        game, chosen = solver(rules), best(k)
        if chosen not in rules.restrictions:
            continue
        worse = 0
        for heaps, forbidden in product(all_heaps(sizes), rules.family):
            pushed, outcome = game.outcome((heaps, chosen)), game.outcome((heaps, forbidden))
            instance = f"{_label(rules, (heaps, forbidden))} is P, and {show_restriction(chosen)} N"
            yield Case(instance, False, outcome == "P" and pushed == "N")
            worse += pushed == "P" and outcome == "N"
        if len(rules.family) > 1:
            instance = f"with {rules}, some constraint is worse ({worse} times)"
            yield Case(instance, sometimes, worse > 0)


@CLAIMS.of(
    "sec-3.2",
    quick=QUICK,
    full={"moduli": 6, "sizes": Sizes({1: 20, 2: 10, 3: 5, 4: 3})},
    controls={
        "the same if one more may be blocked": {"more": 1},
        "nothing changes if exactly k − 1 are blocked": {"fewer": 1},
    },
    repair={"where": "k < n"},
)
def sec_3_2(
    moduli: int, sizes: Sizes, where: str = "k ≤ n", more: int = 0, fewer: int = 0
) -> Iterator[Case]:
    for game, k in _k_blocking(moduli, where):
        modulus = game.modulus
        if k + more > modulus:
            continue
        exactly = BlockingNim.exactly(modulus, max(k - fewer, 0))
        everything = BlockingNim.up_to(modulus, k + more).family
        # "Any number of options" may or may not include zero options. So check the family with and
        # without the empty restriction, which is its first member.
        for family in filter(None, (everything, everything[1:])):
            rules = BlockingNim(modulus, family)
            yield from _compare(rules, sizes, theorem_2, modulus, k)
            for position in product(all_heaps(sizes), exactly.family if k >= fewer else ()):
                result, claimed = solver(rules).outcome(position), solver(exactly).outcome(position)
                instance = f"{_label(rules, position)}, if fewer than {k} may be blocked"
                yield Case(instance, claimed, result)


def _boards(rules: BlockingNim, size: int) -> list[list[str]]:
    """Return a board for each restriction: rows of outcomes for all pairs of heaps below `size`."""
    grid = PairGrid(rules, size)
    return [grid.rows(forbidden) for forbidden in rules.family]


@cache
def _by_boxes(modulus: int, forbidden: Restriction, box: int | float, size: int) -> list[str]:
    """Return the board (see `_boards`) of outcomes that boxes predict under one restriction."""
    return Boxes(BlockingNim(modulus, [forbidden]), box).rows(forbidden, size)


def _first_error(rules: BlockingNim, box: int | float, size: int) -> Case:
    """Return a case for the first pair of heaps whose outcome the boxes predict wrongly.

    Pairs are tried in ascending order of their sums. If the boxes are right about every pair,
    return a passing case for all pairs together.
    """
    boards = _boards(rules, size)
    claimed = [_by_boxes(rules.modulus, forbidden, box, size) for forbidden in rules.family]
    words = [show_restriction(each) or "nothing" for each in rules.family]
    allowed = f"if {' or '.join(f'“{each}”' for each in words)} may be given"
    for i, j in sorted(combinations_with_replacement(range(size), 2), key=sum):
        for forbidden, expected, cells in zip(rules.family, claimed, boards, strict=True):
            if cells[i][j] != expected[i][j]:
                position = _label(rules, ((i, j), forbidden))
                return Case(f"{position}, {allowed}", expected[i][j], cells[i][j])
    return Case(f"heaps below {size} modulo {rules.modulus}, {allowed}", claimed, boards)


def _families_up_to(
    moduli: int, with_strictest: bool, where: str = "k ≤ n"
) -> Iterator[tuple[BlockingNim, int]]:
    """Yield (game, k) for each family of restrictions that forbid at most k residues each.

    The families contain the strictest restriction if and only if `with_strictest` is true.
    """
    for game, k in _k_blocking(moduli, where):
        for family in families(BlockingNim.up_to(game.modulus, k).family):
            if (strictest(k) in family) == with_strictest:
                yield BlockingNim(game.modulus, family), k


@CLAIMS.of(
    "obs-1",
    quick=QUICK_FAMILIES,
    full=FULL_FAMILIES,
    controls={"the same without the strictest constraint": {"with_strictest": False}},
    repair={"where": "k < n"},
)
def obs_1(
    moduli: int, size: int, where: str = "k ≤ n", with_strictest: bool = True
) -> Iterator[Case]:
    for rules, k in _families_up_to(moduli, with_strictest, where):
        yield _first_error(rules, k + 1, size)


@CLAIMS.of(
    "obs-2",
    quick=QUICK_FAMILIES,
    full=FULL_FAMILIES,
    controls={"the same with the strictest constraint": {"with_strictest": True}},
)
def obs_2(moduli: int, size: int, with_strictest: bool = False) -> Iterator[Case]:
    for rules, k in _families_up_to(moduli, with_strictest):
        fails = _first_error(rules, k + 1, size).fails
        instance = (
            f"{rules}: the article's Theorem 2 with k = {k} fails for some heaps below {size}"
        )
        yield Case(instance, True, fails)


def _as_in_figure_3(rules: BlockingNim, parts: str) -> Iterator[tuple[Restriction, list[str]]]:
    """Yield each restriction with the part of Figure 3 that applies to it.

    `parts` names the parts for restrictions that forbid both 1 and 2, that forbid 1 but not 2, and
    that do not forbid 1, in this order.
    """
    for forbidden in rules.family:
        part = 0 if {1, 2} <= forbidden else 1 if 1 in forbidden else 2
        yield forbidden, PRINTED["fig-3"][parts[part]]


@CLAIMS.of(
    "fig-3",
    controls={
        "parts (b) and (c) exchanged": {"parts": "acb"},
        "the boxes along the diagonal are 2 × 2": {"box": 2},
    },
)
def fig_3(parts: str = "abc", box: int = 3) -> Iterator[Case]:
    rules = BlockingNim.exactly(4, 2)
    for forbidden, printed in _as_in_figure_3(rules, parts):
        yield from _cells(rules, forbidden, printed)
        # The caption says that the P-positions lie (in the boxes) along the main diagonal.
        for i, j in product(range(len(printed)), repeat=2):
            astray = printed[i][j] == "P" and i // box != j // box
            yield Case(f"({i}, {j}) is P but in no box along the diagonal", False, astray)


@CLAIMS.of(
    "fig-4",
    controls={
        "parts (a) and (b) exchanged": {"parts": "ba"},
        "parts (b) and (c) of the article's Figure 3 exchanged": {"of_figure_3": "acb"},
    },
)
def fig_4(parts: str = "ab", of_figure_3: str = "abc") -> Iterator[Case]:
    shown = {frozenset({2, 3}): parts[0], frozenset({1, 3}): parts[1]}
    for forbidden, part in shown.items():
        yield from _cells(FIGURE_4, forbidden, PRINTED["fig-4"][part])
    # The caption says that with "not 1, not 2" as an option, the pattern is that of Figure 3.
    rules = BlockingNim.exactly(3, 2)
    for forbidden, printed in _as_in_figure_3(rules, of_figure_3):
        yield from _cells(rules, forbidden, printed)


@CLAIMS.of(
    "open",
    quick=QUICK_FAMILIES,
    full=FULL_FAMILIES,
    controls={
        "exactly when no restriction forbids s + 1 numbers in a row": {"longer": 1},
        "boxes of s + 1 work, too": {"larger": 1},
        "boxes fail if some restriction forbids every number": {"every": False},
    },
)
def open_problem(
    moduli: int, size: int, longer: int = 0, larger: int = 0, every: bool = True
) -> Iterator[Case]:
    """Yield a case for each family of restrictions and each box size.

    According to the claim, boxes predict every outcome correctly exactly when their size is s, the
    smallest unavoidable number, and no restriction forbids s numbers in a row.
    """
    for modulus in range(1, moduli + 1):
        for family in families(BlockingNim.up_to(modulus, modulus).family):
            rules = BlockingNim(modulus, family)
            s = rules.smallest_unavoidable
            longest = max(longest_run(modulus, forbidden) for forbidden in family)
            boards = _boards(rules, size)
            for box in (*range(1, modulus + 2), *([s] if s == math.inf else [])):
                works = every if s == math.inf else longest < s + longer
                expected = box in (s, s + larger) and works
                claimed = [_by_boxes(modulus, forbidden, box, size) for forbidden in rules.family]
                instance = f"{rules}: boxes of {box} give every outcome for heaps below {size}"
                yield Case(instance, expected, boards == claimed)
