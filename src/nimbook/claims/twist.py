"""The claims of "Nim with a modular Muller twist", in the source's order.

H. Gavel and P. Strimling, INTEGERS 4 (2004), G04. Every theorem of the article is stated for
"modulo n" and "k subconstraints" without a word on k < n; all are checked as printed, with k = n
among the cases, and then with k < n.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from nimbook.ledger import Arguments, Case, Claims, read_printed, read_words
from nimbook.samples import Sizes, boards, families, solver
from nimbook.sources import TWIST
from nimtwist import BlockingNim, Outcome, Tree, nim_sum
from nimtwist.games._heaps import read_heaps, show_heaps
from nimtwist.games.blocking import BlockingPosition, Boxes
from nimtwist.games.pair_grid import PairGrid
from nimtwist.games.restrictions import (
    Restriction,
    longest_run,
    show_restriction,
    smallest_allowed,
    strictest,
)

CLAIMS = Claims(TWIST, "muller_twist", read_words("twist"))

Heaps = tuple[int, ...]
Theory = Callable[..., Outcome]
"""A claimed outcome: takes the heaps, the restriction, and what else the claim depends on."""

PRINTED = read_printed("twist")
"""The figures as printed, by claim: grids by part, a string for each row; trees as nested lists."""

ONE_BLOCKING = BlockingNim.exactly(3, 1)
FIGURE_1 = ((1, 2, 4), frozenset({1}))
NOT_2 = frozenset({2})
FIGURE_4 = BlockingNim(3, [{2, 3}, {1, 3}])


def sensible(rules: BlockingNim, position: BlockingPosition) -> bool:
    """Return whether the restriction forbids anything that could otherwise be taken."""
    heaps, forbidden = position
    return any(
        (taken - 1) % rules.modulus + 1 in forbidden
        for taken in range(1, max(heaps, default=0) + 1)
    )


def period_break(
    rules: BlockingNim, period: int, start: int, sizes: Sizes
) -> tuple[BlockingPosition, BlockingPosition] | None:
    """Return two positions of different outcomes that a period would make equal, or `None`.

    Outcomes have a period from `start` on if a heap p >= start + period may always be replaced by
    one of p - period. Returned are the first position on these boards, by its sum, whose outcome
    this changes, and what it becomes when each heap is made as small as it can be.
    """
    game = solver(rules)

    def reduced(heap: int) -> int:
        return heap if heap < start else start + (heap - start) % period

    for heaps in boards(sizes):
        smaller = tuple(sorted(map(reduced, heaps)))
        for forbidden in rules.family:
            if game.outcome((heaps, forbidden)) != game.outcome((smaller, forbidden)):
                return (heaps, forbidden), (smaller, forbidden)
    return None


def _named(rules: BlockingNim, position: BlockingPosition) -> str:
    return f"{rules.show(position)}, modulo {rules.modulus}"


def _compare(rules: BlockingNim, sizes: Sizes, theory: Theory, *arguments: Any) -> Iterator[Case]:
    """Yield a case for every position on these boards: brute force against `theory`."""
    game = solver(rules)
    for heaps in boards(sizes):
        for forbidden in rules.family:
            found = game.outcome((heaps, forbidden))
            claimed = theory(heaps, forbidden, *arguments)
            yield Case(_named(rules, (heaps, forbidden)), claimed, found)


def _moduli_and_k(moduli: int, proper: bool) -> Iterator[tuple[int, int]]:
    """Yield every modulus n and every k up to n, or, if `proper`, below n."""
    for modulus in range(1, moduli + 1):
        for k in range(modulus if proper else modulus + 1):
            yield modulus, k


QUICK: dict[str, Any] = {"moduli": 4, "sizes": Sizes({1: 10, 2: 7, 3: 4})}
FULL: dict[str, Any] = {"moduli": 7, "sizes": Sizes({1: 30, 2: 12, 3: 7, 4: 4})}
QUICK_FAMILIES: dict[str, Any] = {"moduli": 3, "size": 10}
FULL_FAMILIES: dict[str, Any] = {"moduli": 4, "size": 12}


def _every_k(a: Arguments) -> str:
    return f"moduli n = 1–{a['moduli']}, every k {'<' if a.get('proper') else '≤'} n"


def _games(a: Arguments) -> str:
    return f"{_every_k(a)}, every restriction; {a['sizes']}"


def _one_blocking(a: Arguments) -> str:
    return f"moduli n = {a.get('least_modulus', 1)}–{a['moduli']}, every restriction; {a['sizes']}"


def _families(a: Arguments) -> str:
    return f"{_every_k(a)}, every such family; two heaps below {a['size']}"


def _off_by_one(k: int) -> Restriction:
    return frozenset(range(2, k + 2))


OFF_BY_ONE = "the best constraint is “not 2, …, not k + 1”"


# --- Nim and odd-or-even Nim ---------------------------------------------------------------------


def odd_or_even_kinds(heaps: Heaps, must_take: str) -> list[int]:
    """Return which of Smith and Stanica's three kinds of P-position of odd-or-even Nim this is.

    `must_take` is "odd" or "even", what the next player must take. Kind 1: nim-sum 0, even. Kind 2:
    nim-sum 1, even. Kind 3: nim-sum 0, all heaps even, odd. The kinds exclude each other.
    """
    total = nim_sum(heaps)
    kinds = {
        1: total == 0 and must_take == "even",
        2: total == 1 and must_take == "even",
        3: total == 0 and must_take == "odd" and all(heap % 2 == 0 for heap in heaps),
    }
    return [kind for kind, holds in kinds.items() if holds]


def _any_heaps(heaps: Heaps, must_take: str) -> list[int]:
    return [1] if nim_sum(heaps) == 0 else odd_or_even_kinds(heaps, must_take)


@CLAIMS.of(
    "odd-even",
    quick={"sizes": Sizes({1: 20, 2: 12, 3: 7})},
    full={"sizes": Sizes({1: 60, 2: 30, 3: 14, 4: 8})},
    controls={
        "odd and nim-sum 0 is P whatever the heaps": {"kinds": _any_heaps},
        "even is P only with nim-sum 0": {
            "kinds": lambda heaps, must_take: (
                [] if nim_sum(heaps) else odd_or_even_kinds(heaps, must_take)
            )
        },
    },
)
def odd_even(
    sizes: Sizes, kinds: Callable[[Heaps, str], list[int]] = odd_or_even_kinds
) -> Iterator[Case]:
    def theory(heaps: Heaps, forbidden: Restriction) -> Outcome:
        return "P" if kinds(heaps, "even" if forbidden == {1} else "odd") else "N"

    yield from _compare(BlockingNim.exactly(2, 1), sizes, theory)


# --- One-blocking Nim ----------------------------------------------------------------------------


def caption_of_figure_1(
    rules: BlockingNim = ONE_BLOCKING, start: BlockingPosition = FIGURE_1
) -> Iterator[tuple[str, str, bool]]:
    """Yield each statement of the caption, what the game says of it, and whether they agree."""
    game, (heaps, _) = solver(rules), start
    one, two = frozenset({1}), frozenset({2})
    after = ((1, 2, 2), one)

    def left(position: BlockingPosition) -> list[Heaps]:
        return list(dict.fromkeys(left for left, _ in rules.options(position)))

    taken = sorted({sum(heaps) - sum(rest) for rest in left(start)})
    yield "the player has to take 2 or 3 sticks", " or ".join(map(str, taken)), taken == [2, 3]
    ways = len(left(start))
    yield "there are three ways to do this", str(ways), ways == 3
    replies = left(after)
    said = "after (2, 2, 1), not 1, the other player has to take all of a 2-stick heap"
    yield said, f"leaves {' or '.join(map(show_heaps, replies))}", replies == [(1, 2)]
    sense = [show_restriction(r) for r in rules.family if sensible(rules, ((1, 2), r))]
    said = "then two constraints are sensible, and forbidding 3 is pointless"
    yield said, " or ".join(sense), sense == ["not 1", "not 2"]
    for forbidden, rest in ((one, (1,)), (two, (1, 1))):
        won = (rest, one) in game.winning_options(((1, 2), forbidden))
        said = f"after (2, 1), {show_restriction(forbidden)}, one can leave one-stick heaps, not 1"
        yield said, "it wins" if won else "it does not win", won
        moves = len(rules.options((rest, one)))
        said = f"{rules.show((rest, one))} is a terminal position, lost for the other"
        yield said, f"{moves} moves", moves == 0
    outcome = game.outcome(start)
    yield f"{rules.show(start)} is an N-position", outcome, outcome == "N"
    winning = [rules.show(option) for option in game.winning_options(start)]
    said = "(2, 2, 1), not 1, is the only way to win"
    yield said, " or ".join(winning), winning == [rules.show(after)]


@CLAIMS.of(
    "fig-1",
    quick={"rules": ONE_BLOCKING, "start": FIGURE_1},
    controls={
        "the same modulo 4": {"rules": BlockingNim.exactly(4, 1)},
        "the tree of moves is that of “not 2”": {"moves_of": (FIGURE_1[0], NOT_2)},
        "the winning tree is that of “not 2”": {"wins_of": (FIGURE_1[0], NOT_2)},
    },
)
def fig_1(
    rules: BlockingNim,
    start: BlockingPosition,
    moves_of: BlockingPosition = FIGURE_1,
    wins_of: BlockingPosition = FIGURE_1,
) -> Iterator[Case]:
    for said, found, agrees in caption_of_figure_1(rules, start):
        yield Case(f"{said}: the game says {found}", True, agrees)

    root, *rest = PRINTED["fig-1"]["moves"]
    tree = [moves_of[0], *dict(rules.options(moves_of))]
    printed = [tuple(sorted(read_heaps(text))) for text in (root, *(text for [text] in rest))]
    yield Case("the tree of one move", printed, tree)

    def as_found(tree: Tree[BlockingPosition]) -> list[Any]:
        return [tree.position, *map(as_found, tree.children)]

    def as_read(printed: list[Any]) -> list[Any]:
        return [ONE_BLOCKING.read(printed[0]), *map(as_read, printed[1:])]

    drawn = as_found(solver(rules).strategy(wins_of, keep=lambda p: sensible(rules, p)))
    yield Case("the winning tree", as_read(PRINTED["fig-1"]["win"]), drawn)


def theorem_1(heaps: Heaps, forbidden: Restriction, size: int = 2) -> Outcome:
    """Return the outcome that Theorem 1 gives, in which the modulus does not enter."""
    balanced = nim_sum(heap // size for heap in heaps) == 0
    least = 2 if forbidden == {1} else 1
    return "P" if balanced and all(heap % size < least for heap in heaps) else "N"


@CLAIMS.of(
    "thm-1",
    range_=_one_blocking,
    quick={"moduli": 7, "sizes": Sizes({1: 16, 2: 9, 3: 5})},
    full={"moduli": 12, "sizes": Sizes({1: 40, 2: 20, 3: 10, 4: 6})},
    controls={
        "the quotients are by 3": {
            "theory": lambda heaps, forbidden: theorem_1(heaps, forbidden, size=3)
        }
    },
    repair={"least_modulus": 2},
)
def thm_1(
    moduli: int, sizes: Sizes, least_modulus: int = 1, theory: Theory = theorem_1
) -> Iterator[Case]:
    for modulus in range(least_modulus, moduli + 1):
        rules = BlockingNim.exactly(modulus, 1)
        yield from _compare(rules, sizes, theory)


@CLAIMS.of(
    "ex-421",
    quick={"quotients": (2, 1, 0), "after": (1, 1, 0), "remainders": (0, 0, 1)},
    controls={
        "the quotients are (2, 1, 1)": {"quotients": (2, 1, 1)},
        "their nim-sum is 2": {"total": 2},
        "the quotients become (1, 0, 0)": {"after": (1, 0, 0)},
        "their nim-sum becomes 1": {"becomes": 1},
        "the remainders are (0, 1, 0)": {"remainders": (0, 1, 0)},
        "only “not 2” leaves a P-position": {"winning": 2},
    },
)
def ex_421(
    quotients: Heaps,
    after: Heaps,
    remainders: Heaps,
    total: int = 3,
    becomes: int = 0,
    winning: int = 1,
) -> Iterator[Case]:
    game = solver(ONE_BLOCKING)
    before, left = (4, 2, 1), (2, 2, 1)
    yield Case(f"the quotients of {before}", quotients, tuple(heap // 2 for heap in before))
    yield Case(f"the nim-sum of the quotients {quotients}", total, nim_sum(quotients))
    yield Case(f"the quotients of {left}", after, tuple(heap // 2 for heap in left))
    yield Case(f"the nim-sum of the quotients {after}", becomes, nim_sum(after))
    yield Case(f"the remainders of {left}", remainders, tuple(heap % 2 for heap in left))
    for forbidden in ONE_BLOCKING.family:
        outcome = game.outcome((tuple(sorted(left)), forbidden))
        yield Case(f"{left} not {set(forbidden)}", "P" if forbidden == {winning} else "N", outcome)


def _cells(
    rules: BlockingNim, forbidden: Restriction, printed: list[str]
) -> Iterator[tuple[int, int, Case]]:
    """Yield row, column and case for each cell of a printed figure."""
    for i, row in enumerate(printed):
        for j, cell in enumerate(row):
            found = solver(rules).outcome(((min(i, j), max(i, j)), forbidden))
            named = _named(rules, ((i, j), forbidden))
            yield i, j, Case(named, cell, found)


def _figure_2(a: Arguments) -> str:
    where = "in the boxes along the diagonal" if a.get("boxes_only") else "everywhere"
    return (
        f"every cell under every restriction, moduli 2–{a['moduli']}; "
        f"the caption of (b) {where}, two heaps below {a['size']}"
    )


@CLAIMS.of(
    "fig-2",
    range_=_figure_2,
    quick={"moduli": 6, "size": 7},
    full={"moduli": 12, "size": 30},
    controls={
        "parts (a) and (b) exchanged": {"parts": ("b", "a")},
        "the P-positions of (b) are those with both numbers odd": {"parity": 1},
    },
    repair={"boxes_only": True},
)
def fig_2(
    moduli: int,
    size: int,
    boxes_only: bool = False,
    parts: tuple[str, str] = ("a", "b"),
    parity: int = 0,
) -> Iterator[Case]:
    for modulus in range(2, moduli + 1):
        rules = BlockingNim.exactly(modulus, 1)
        for forbidden in rules.family:
            printed = PRINTED["fig-2"][parts[0] if forbidden == {1} else parts[1]]
            yield from (case for _, _, case in _cells(rules, forbidden, printed))
    # The caption of part (b): the P-positions are those where both numbers are even.
    rules = BlockingNim.exactly(2, 1)
    for i, j in sorted(((i, j) for i in range(size) for j in range(size)), key=sum):
        if not boxes_only or i // 2 == j // 2:
            outcome = solver(rules).outcome(((min(i, j), max(i, j)), frozenset({2})))
            yield Case(f"({i}, {j})", "P" if i % 2 == j % 2 == parity else "N", outcome)


@CLAIMS.of(
    "equiv",
    range_=_one_blocking,
    quick={"moduli": 7, "sizes": Sizes({1: 16, 2: 9, 3: 5})},
    full={"moduli": 12, "sizes": Sizes({1: 40, 2: 20, 3: 10, 4: 6})},
    controls={"“not 2” is read as “even”": {"even": 2}},
    repair={"least_modulus": 2},
)
def equiv(moduli: int, sizes: Sizes, least_modulus: int = 1, even: int = 1) -> Iterator[Case]:
    odd_or_even = solver(BlockingNim.exactly(2, 1))

    def theory(heaps: Heaps, forbidden: Restriction) -> Outcome:
        return odd_or_even.outcome((heaps, frozenset({1 if forbidden == {even} else 2})))

    for modulus in range(least_modulus, moduli + 1):
        yield from _compare(BlockingNim.exactly(modulus, 1), sizes, theory)


@cache
def by_boxes(heaps: Heaps, forbidden: Restriction, modulus: int, size: int | float) -> Outcome:
    """Return the outcome by boxes of `size`; it is kept, as families share their positions."""
    return Boxes(BlockingNim(modulus, [forbidden]), size).outcome((heaps, forbidden))


def theorem_2(heaps: Heaps, forbidden: Restriction, modulus: int, k: int) -> Outcome:
    """Return the outcome that Theorem 2 gives: by boxes of k + 1."""
    return by_boxes(heaps, forbidden, modulus, k + 1)


def _or_equal(heaps: Heaps, forbidden: Restriction, modulus: int, k: int) -> Outcome:
    least = smallest_allowed(modulus, forbidden)
    balanced = nim_sum(heap // (k + 1) for heap in heaps) == 0
    return "P" if balanced and all(heap % (k + 1) <= least for heap in heaps) else "N"


@CLAIMS.of(
    "thm-1r",
    range_=_one_blocking,
    quick={"moduli": 7, "sizes": Sizes({1: 20, 2: 12, 3: 7})},
    full={"moduli": 20, "sizes": Sizes({1: 60, 2: 30, 3: 14, 4: 8})},
    controls={"the remainders may equal that number": {"rephrased": _or_equal}},
)
def thm_1r(moduli: int, sizes: Sizes, rephrased: Theory = theorem_2) -> Iterator[Case]:
    for heaps in boards(sizes):
        for modulus in range(1, moduli + 1):
            for forbidden in range(1, modulus + 1):
                first = theorem_1(heaps, frozenset({forbidden}))
                second = rephrased(heaps, frozenset({forbidden}), modulus, 1)
                yield Case(f"{heaps} not {forbidden}, modulo {modulus}, rephrased", first, second)


# --- k-blocking Nim ------------------------------------------------------------------------------


@CLAIMS.of(
    "lemma-2",
    range_=_every_k,
    quick={"moduli": 7},
    full={"moduli": 10},
    controls={"at least k + 2": {"extra": 2}, "by “not 2, …, not k + 1”": {"by": _off_by_one}},
    repair={"proper": True},
)
def lemma_2(
    moduli: int, proper: bool = False, extra: int = 1, by: Callable[[int], Restriction] = strictest
) -> Iterator[Case]:
    for modulus, k in _moduli_and_k(moduli, proper):
        rules, heap = BlockingNim.exactly(modulus, k), 2 * modulus + 1
        least = {
            forbidden: min(
                (heap - sum(left) for left, _ in rules.options(((heap,), forbidden))),
                default=math.inf,
            )
            for forbidden in rules.family
        }
        most = max(least.values())
        found = most if most == least.get(by(k)) else (most, least.get(by(k)))
        yield Case(f"the least that one can force modulo {modulus} with k = {k}", k + extra, found)


@CLAIMS.of(
    "thm-2",
    range_=_games,
    quick=QUICK,
    full=FULL,
    controls={"the remainders may equal that number": {"theory": _or_equal}},
    repair={"proper": True},
)
def thm_2(
    moduli: int, sizes: Sizes, proper: bool = False, theory: Theory = theorem_2
) -> Iterator[Case]:
    for modulus, k in _moduli_and_k(moduli, proper):
        yield from _compare(BlockingNim.exactly(modulus, k), sizes, theory, modulus, k)


@CLAIMS.of(
    "note-2",
    range_=_games,
    quick=QUICK,
    full=FULL,
    controls={
        OFF_BY_ONE: {"better": _off_by_one},
        "such a position is P itself": {"given_is": "P"},
    },
)
def note_2(
    moduli: int,
    sizes: Sizes,
    better: Callable[[int], Restriction] = strictest,
    given_is: Outcome = "N",
) -> Iterator[Case]:
    for modulus, k in _moduli_and_k(moduli, proper=False):
        rules = BlockingNim.exactly(modulus, k)
        game = solver(rules)
        for heaps in boards(sizes):
            for forbidden in rules.family:
                least = smallest_allowed(modulus, forbidden)
                balanced = nim_sum(heap // (k + 1) for heap in heaps) == 0
                if balanced and any(heap % (k + 1) >= least for heap in heaps):
                    given, other = (heaps, forbidden), (heaps, better(k))
                    fine = game.outcome(given) == given_is and game.outcome(other) == "P"
                    instance = f"{_named(rules, given)} is {given_is}, and {rules.show(other)} is P"
                    yield Case(instance, True, fine)


@CLAIMS.of(
    "cor-1",
    range_=_games,
    quick=QUICK,
    full=FULL,
    controls={
        OFF_BY_ONE: {"best": _off_by_one},
        "it is never a disadvantage, either": {"sometimes": False},
    },
)
def cor_1(
    moduli: int,
    sizes: Sizes,
    best: Callable[[int], Restriction] = strictest,
    sometimes: bool = True,
) -> Iterator[Case]:
    for modulus, k in _moduli_and_k(moduli, proper=False):
        rules = BlockingNim.exactly(modulus, k)
        game, chosen = solver(rules), best(k)
        if chosen not in rules.restrictions:
            continue
        worse = 0
        for heaps in boards(sizes):
            pushed = game.outcome((heaps, chosen))
            for forbidden in rules.family:
                outcome = game.outcome((heaps, forbidden))
                yield Case(
                    f"{_named(rules, (heaps, forbidden))} is P, and {show_restriction(chosen)} N",
                    False,
                    outcome == "P" and pushed == "N",
                )
                worse += pushed == "P" and outcome == "N"
        if len(rules.family) > 1:
            instance = f"modulo {modulus} with k = {k}, some constraint is worse ({worse} times)"
            yield Case(instance, sometimes, worse > 0)


@CLAIMS.of(
    "sec-3.2",
    range_=_games,
    quick=QUICK,
    full={"moduli": 6, "sizes": Sizes({1: 20, 2: 10, 3: 5, 4: 3})},
    controls={
        "the same if one more may be blocked": {"more": 1},
        "nothing changes where exactly k − 1 are blocked": {"fewer": 1},
    },
    repair={"proper": True},
)
def sec_3_2(
    moduli: int, sizes: Sizes, proper: bool = False, more: int = 0, fewer: int = 0
) -> Iterator[Case]:
    for modulus, k in _moduli_and_k(moduli, proper):
        if k + more > modulus:
            continue
        exactly = BlockingNim.exactly(modulus, max(k - fewer, 0))
        fixed = solver(exactly)
        everything = BlockingNim.up_to(modulus, k + more)
        # "Any number of options" may or may not include none at all: two readings.
        readings = [everything]
        if k:
            readings.append(BlockingNim(modulus, filter(None, everything.family)))
        for rules in readings:
            yield from _compare(rules, sizes, theorem_2, modulus, k)
            for position in product(boards(sizes), exactly.family if k >= fewer else ()):
                found, meant = solver(rules).outcome(position), fixed.outcome(position)
                instance = f"{_named(rules, position)}, if fewer than {k} may be blocked"
                yield Case(instance, meant, found)


# --- Families of restrictions --------------------------------------------------------------------


def _boards(rules: BlockingNim, size: int) -> list[tuple[str, ...]]:
    """Return the outcomes of all pairs of heaps below `size`, row by row, for each restriction."""
    grid = PairGrid(rules, size)
    return [tuple(grid.rows(forbidden)) for forbidden in rules.family]


def _first_error(rules: BlockingNim, boards: list[tuple[str, ...]], box: int | float) -> Case:
    """Return a case: the first pair of heaps, by sum, at which boxes of a size are wrong."""
    size = len(boards[0])
    claimed = _claimed(rules, size, box)
    words = [show_restriction(each) or "nothing" for each in rules.family]
    may = f"if one may name {' or '.join(f'“{each}”' for each in words)}"
    if boards != claimed:
        pairs = combinations_with_replacement(range(size), 2)
        for i, j in sorted(pairs, key=lambda pair: (sum(pair), pair)):
            for forbidden, said, cells in zip(rules.family, claimed, boards, strict=True):
                if cells[i][j] != said[i][j]:
                    position = _named(rules, ((i, j), forbidden))
                    return Case(f"{position}, {may}", said[i][j], cells[i][j])
    return Case(f"heaps below {size} modulo {rules.modulus}, {may}", claimed, boards)


def _claimed(rules: BlockingNim, size: int, box: int | float) -> list[tuple[str, ...]]:
    """Return the outcomes by boxes as `_boards` does those of the game."""
    return [_by_boxes(size, forbidden, rules.modulus, box) for forbidden in rules.family]


@cache
def _by_boxes(size: int, forbidden: Restriction, modulus: int, box: int | float) -> tuple[str, ...]:
    """Return the outcomes by boxes for all pairs of heaps below `size`, row by row."""
    heaps = range(size)
    return tuple("".join(by_boxes((i, j), forbidden, modulus, box) for j in heaps) for i in heaps)


def _families_up_to(
    moduli: int, proper: bool, with_strictest: bool
) -> Iterator[tuple[int, BlockingNim]]:
    """Yield k and each family of restrictions of up to k residues, strictest included or not."""
    for modulus, k in _moduli_and_k(moduli, proper):
        sets = [r for r in BlockingNim.up_to(modulus, k).family if r != strictest(k)]
        if with_strictest:
            yield k, BlockingNim(modulus, [strictest(k)])
        for family in families(sets):
            yield k, BlockingNim(modulus, [strictest(k), *family] if with_strictest else family)


@CLAIMS.of(
    "obs-1",
    range_=_families,
    quick=QUICK_FAMILIES,
    full=FULL_FAMILIES,
    controls={"the same without the strictest": {"with_strictest": False}},
    repair={"proper": True},
)
def obs_1(
    moduli: int, size: int, proper: bool = False, with_strictest: bool = True
) -> Iterator[Case]:
    for k, rules in _families_up_to(moduli, proper, with_strictest):
        yield _first_error(rules, _boards(rules, size), k + 1)


@CLAIMS.of(
    "obs-2",
    range_=_families,
    quick=QUICK_FAMILIES,
    full=FULL_FAMILIES,
    controls={"the same with the strictest": {"with_strictest": True}},
)
def obs_2(moduli: int, size: int, with_strictest: bool = False) -> Iterator[Case]:
    for k, rules in _families_up_to(moduli, False, with_strictest):
        fails = _first_error(rules, _boards(rules, size), k + 1).fails
        instance = f"{rules}: Theorem 2 with k = {k} fails for some heaps below {size}"
        yield Case(instance, True, fails)


def _classes_of_figure_3(rules: BlockingNim) -> Iterator[tuple[Restriction, str]]:
    """Yield each restriction with the part of Figure 3 that shows it: which of 1, 2 it blocks."""
    for forbidden in rules.family:
        yield forbidden, "a" if {1, 2} <= forbidden else "b" if 1 in forbidden else "c"


@CLAIMS.of(
    "fig-3",
    controls={
        "parts (b) and (c) exchanged": {"parts": "acb"},
        "the boxes of the diagonal are those of 2 × 2": {"box": 2},
    },
)
def fig_3(parts: str = "abc", box: int = 3) -> Iterator[Case]:
    rules = BlockingNim.exactly(4, 2)
    for forbidden, part in _classes_of_figure_3(rules):
        printed = PRINTED["fig-3"][parts["abc".index(part)]]
        for i, j, case in _cells(rules, forbidden, printed):
            yield case
            # The caption: the P-positions lie (in the boxes) along the main diagonal.
            astray = printed[i][j] == "P" and i // box != j // box
            yield Case(f"({i}, {j}) is P and in no box of the diagonal", False, astray)


@CLAIMS.of(
    "fig-4",
    controls={
        "parts (a) and (b) exchanged": {"parts": "ba"},
        "parts (b) and (c) of Figure 3 exchanged": {"of_figure_3": "acb"},
    },
)
def fig_4(parts: str = "ab", of_figure_3: str = "abc") -> Iterator[Case]:
    shown = {frozenset({2, 3}): parts[0], frozenset({1, 3}): parts[1]}
    for forbidden, part in shown.items():
        yield from (c for _, _, c in _cells(FIGURE_4, forbidden, PRINTED["fig-4"][part]))
    # The caption: with "not 1, not 2" as an option, the pattern is that of Figure 3.
    rules = BlockingNim.exactly(3, 2)
    for forbidden, part in _classes_of_figure_3(rules):
        printed = PRINTED["fig-3"][of_figure_3["abc".index(part)]]
        yield from (c for _, _, c in _cells(rules, forbidden, printed))


@CLAIMS.of(
    "open",
    quick=QUICK_FAMILIES,
    full=FULL_FAMILIES,
    controls={
        "exactly if no restriction forbids s + 1 numbers in a row": {"longer": 1},
        "boxes of s + 1 do, too": {"larger": 1},
        "not if some restriction forbids every number": {"every": False},
    },
)
def open_problem(
    moduli: int, size: int, longer: int = 0, larger: int = 0, every: bool = True
) -> Iterator[Case]:
    """Yield a case for each family and each size of boxes.

    Only boxes of s may work, and only if no restriction forbids s numbers in a row.
    """
    for modulus in range(1, moduli + 1):
        for family in families(list(BlockingNim.up_to(modulus, modulus).family)):
            rules = BlockingNim(modulus, family)
            s = rules.smallest_unavoidable
            longest = max(longest_run(modulus, forbidden) for forbidden in family)
            boards = _boards(rules, size)
            for box in (*range(1, modulus + 2), *([s] if s == math.inf else [])):
                stands = every if s == math.inf else longest < s + longer
                expected = box in (s, s + larger) and stands
                found = boards == _claimed(rules, size, box)
                instance = f"{rules}: boxes of {box} give every outcome, heaps below {size}"
                yield Case(instance, expected, found)
