"""Claims of "Many-player Nim with the podium rule" about ranks, partitions and Li's theorem.

The proof of Theorem 2.5 cites "Lemma 2.1" but means Lemma 2.4, and that of Theorem 3.2 cites
"Theorem 2.2" but means Theorem 2.5. Other slips are noted with the claims.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, pairwise, product
from random import Random
from typing import Any

from nimbook.ledger import Case, Claims, read_fields, read_printed
from nimbook.samples import (
    Listed,
    Sizes,
    all_heaps,
    coprime_heaps,
    every_graph,
    random_graphs,
    samples,
)
from nimbook.sources import PODIUM
from nimtwist import MultiMove, Nim, Ruleset, Solver, Sum, nim_sum
from nimtwist.games import Cram, Moore, MuM, Northcott, PolyMuM, PowerMuM, TurningCorners
from nimtwist.games.heaps import each_heap
from nimtwist.podium import PodiumSolver, Step, delta, is_zero, rank, reduction

CLAIMS = Claims(PODIUM, "more_than_two_players", read_fields("podium"))

PRINTED = read_printed("podium")
"""The tables of the worked example, row by row with the sums last, and its moves."""

Order = Callable[[int, int], list[int]]

_solver = cache(PodiumSolver[Any])


@dataclass(frozen=True)
class Games:
    """Positions of games, each yielded with a label, a solver and a number of players.

    The number of players ranges from 2 to `players`. The games are those of the book, with sizes
    around `largest`, and games given by graphs: every graph with `size` positions, and `graphs`
    random graphs with twice as many positions.
    """

    players: int
    largest: int
    size: int
    graphs: int

    def __iter__(self) -> Iterator[tuple[str, PodiumSolver[Any], Any, int]]:
        for rules, positions in self._games():
            for position, n in product(positions, range(2, self.players + 1)):
                yield f"{rules} {position}, {n} players", _solver(rules), position, n

    def _games(self) -> Iterator[tuple[Any, Iterable[Any]]]:
        for graph in chain(every_graph(self.size), random_graphs(self.graphs, 2 * self.size)):
            yield graph, graph.positions
        yield from samples(self.largest)
        yield Moore(2), all_heaps({3: self.largest})
        yield TurningCorners(), [frozenset([square]) for square in product(range(3), repeat=2)]
        yield MuM(5), coprime_heaps(5, 2, self.largest + 3)
        yield PowerMuM(4), all_heaps({2: self.largest + 1})
        yield PolyMuM(0b111), combinations_with_replacement((1, 2, 3), 2)
        rows = combinations(range(self.largest + 1), 2)
        northcott = Northcott(self.largest + 1, retreats=False)
        yield northcott, combinations_with_replacement(rows, 2)
        boards_of_cram = [Cram.rectangle(1, columns) for columns in range(1, 6)]
        yield Sum(Nim(), Cram()), product([(1,), (2, 1)], boards_of_cram)

    def __str__(self) -> str:
        return (
            f"2 to {self.players} players; every game graph of {self.size} positions and "
            f"{self.graphs} random ones of {2 * self.size}; positions of sizes around "
            f"{self.largest} in Nim, Moore's and blocking Nim, stones, Turning Corners, Cram, "
            "Hackenbush, MuM (also of exponents and polynomials), Northcott's game without "
            "retreats, and a sum of Nim and Cram"
        )


QUICK, FULL = Games(4, 2, 4, 5), Games(7, 4, 5, 200)
# A small sample, so that the controls on Nim are refuted quickly.
FEW = Games(4, 1, 1, 0)


@CLAIMS.of(
    "kingmaker",
    controls={
        "if she takes one from the heap of 2, Bob wins": {"after": "Bob"},
        "Alice can only empty a heap": {"moves": 2},
        "Alice can win": {"winners": "Alice or Bob or Charlie"},
        "Alice does not choose the winner": {"chosen": "Bob"},
        "the same without the podium rule": {"rule": False},
    },
)
def kingmaker(
    rule: bool = True,
    after: str = "Charlie",
    moves: int = 3,
    winners: str = "Bob or Charlie",
    chosen: str = "Bob or Charlie",
) -> Iterator[Case]:
    solver, heaps = _solver(Nim()), (2, 1)
    # If players care only about winning, each first move leaves just one possible winner.
    for option, winner in {(0, 1): "Bob", (2, 0): "Bob", (1, 1): after}.items():
        computed = _named(solver.winners(option, 3, podium=False), "Bob Charlie Alice")
        yield Case(f"the winner after Alice's move to {option}", winner, computed)
    yield Case("the number of moves", moves, len(Nim().options(heaps)))
    seats = {(length - 1) % 3 for length in solver.evaluate(heaps, _lengths)}
    last = _named(seats, "Alice Bob Charlie")
    yield Case("who can take the last stick", winners, last)
    either = _named(solver.winners(heaps, 3, podium=False), "Alice Bob Charlie")
    yield Case("who can win if players only want to win", chosen, either)
    yield Case("the winner", "Bob", _named(solver.winners(heaps, 3, rule), "Alice Bob Charlie"))


def _named(seats: Iterable[int], names: str) -> str:
    return " or ".join(names.split()[seat] for seat in sorted(seats))


def _lengths(options: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the possible lengths of play from a position, given the lengths from each option."""
    return frozenset(1 + moves for option in options for moves in option) or frozenset([0])


def _order(loser: int, players: int) -> list[int]:
    """Return the players from first place to last, following the podium rule literally."""
    return [(loser - back) % players for back in range(1, players + 1)]


def _order_of_play(loser: int, players: int) -> list[int]:
    winner, *others = _order(loser, players)
    return [winner, *others[-2::-1], loser]


def finishing_order(
    rules: Ruleset[Any], position: Any, players: int, mover: int = 0, order: Order = _order
) -> list[int]:
    """Return the players from first place to last, by recursion without a cache.

    Players keep their numbers throughout. `order` maps the player who cannot move and the number of
    players to the finishing order. (podium.def-2.1)

    >>> finishing_order(Nim(), (2, 1), 3)
    [1, 0, 2]
    """
    ends = [
        finishing_order(rules, option, players, (mover + 1) % players, order)
        for option in rules.options(position)
    ]
    return min(ends, key=lambda end: end.index(mover)) if ends else order(mover, players)


@CLAIMS.of(
    "def-2.1",
    quick={"games": Games(4, 1, 3, 3)},
    full={"games": Games(7, 2, 4, 20)},
    controls={
        "players between the first and the last finish in order of play": {"order": _order_of_play},
        "Alice prefers Charlie to Bob": {"next_best": 2},
        "play ends with the players in between in order of play": {"played": _order_of_play},
    },
)
def def_2_1(
    games: Games, order: Order = _order, next_best: int = 1, played: Order = _order
) -> Iterator[Case]:
    for n in range(2, games.players + 1):
        likes = sorted(range(n), key=lambda loser: order(loser, n).index(0))
        winners = [order(loser, n)[0] + 1 for loser in likes]
        yield Case(
            f"the winners that player 1 of {n} prefers, in order", [*range(1, n + 1)], winners
        )
        for player in range(n):
            own = {order(loser, n)[0]: order(loser, n).index(player) for loser in range(n)}
            better, worse = own[(player + next_best) % n], own[(player - next_best) % n]
            instance = f"the places {own} of player {player + 1} of {n}, by winner, are in order"
            yield Case(instance, True, n != 3 or own[player] < better < worse)
    for place, solver, position, n in games:
        standing = solver.standings(position, n)
        finish = finishing_order(solver.rules, position, n, 0, played)
        instance = f"{place}: the places {standing}, in the order {finish}"
        yield Case(instance, [*range(1, n + 1)], [standing[player] for player in finish])


@CLAIMS.of(
    "thm-2.2",
    quick={"games": QUICK},
    full={"games": FULL},
    controls={"the same if players only want to win": {"rule": False}},
)
def thm_2_2(games: Games, rule: bool = True) -> Iterator[Case]:
    for place, solver, position, n in games:
        winners = solver.winners(position, n, rule)
        instance = f"{place}: the number of possible winners, {sorted(winners)} counted from 0"
        yield Case(instance, 1, len(winners))


@CLAIMS.of(
    "def-2.3",
    quick={"games": QUICK, "sizes": Sizes({2: 7, 4: 3, 5: 2})},
    full={"games": FULL, "sizes": Sizes({1: 99, 2: 31, 3: 15, 4: 9, 5: 6, 6: 4, 8: 2})},
    controls={
        "the rank is q if the player after the q-th wins": {"seat": 1},
        "a player who moves to rank q finishes in place q": {"place_after": 0},
        "the rank is q + 1 if the highest rank of an option is q": {"best": max},
        "a rank is one more than the least number of moves to rank 0": {"extra_moves": 1},
        "in Nim it is the number of heaps": {
            "games": FEW,
            "theory": lambda h, n: sum(map(bool, h)),
        },
        "in Nim it is more than the first nonzero digit of Δ": {"games": FEW, "digit": 1},
        "if there are as many heaps as players, it is the number of heaps": {
            "games": FEW,
            "offset": 1,
        },
        "it is 1 if the sums have only the digits 0 and n − 2": {"games": FEW, "top": 2},
    },
)
def def_2_3(
    games: Games,
    sizes: Mapping[int, int],
    seat: int = 0,
    place_after: int = 1,
    best: Callable[[Iterable[int]], int] = min,
    extra_moves: int = 0,
    **of_nim: Any,
) -> Iterator[Case]:
    for place, solver, position, n in games:
        here, standing = solver.rank(position, n), solver.standings(position, n)
        yield Case(f"{place}: the player who wins", (standing.index(1) + 1 + seat) % n, here)
        ranks = []
        for option in solver.rules.options(position):
            ranks.append(solver.rank(option, n))
            own = solver.standings(option, n)[-1]
            right = (own - ranks[-1] - place_after) % n == 0
            instance = f"{place}: after the move to {option} the player finishes in place {own}"
            yield Case(instance, True, right)
        lowest = best(ranks) if ranks else n - 1
        yield Case(f"{place}: the rank", 0 if lowest == n - 1 else lowest + 1, here)
        moves = _moves_to_zero(solver, position, n) + extra_moves
        yield Case(f"{place}: the number of moves to rank 0", here, moves)
    for heaps, n in product(all_heaps(sizes), range(2, games.players + 1)):
        yield from _ranks_of_nim(heaps, n, _solver(Nim()).rank(heaps, n), **of_nim)


def _moves_to_zero(solver: Solver[Any], position: Any, players: int) -> int:
    """Return the minimum number of moves to a position of rank 0.

    If no such position can be reached, return the length of the longest play plus 1.
    """
    level, moves = {position}, 0
    while level and all(solver.rank(reached, players) for reached in level):
        level = {option for reached in level for option in solver.rules.options(reached)}
        moves += 1
    return moves


def _ranks_of_nim(
    heaps: tuple[int, ...],
    n: int,
    computed: int,
    digit: int = 0,
    offset: int = 0,
    top: int = 1,
    theory: Callable[[tuple[int, ...], int], int] = rank,
) -> Iterator[Case]:
    """Yield a case for each statement about the rank of a position of Nim."""
    place, count = f"{heaps}, {n} players, of rank {computed}", sum(map(bool, heaps))
    yield Case(f"{place}: the rank", theory(heaps, n), computed)
    instance = f"{place}: the rank is at least the leading digit of Δ"
    yield Case(instance, True, computed >= next(filter(None, delta(heaps, n)), 0) + digit)
    if count <= n:
        bound = min(filter(None, heaps)) if count == n + offset else 0
        above = sum(heap > bound for heap in heaps)
        yield Case(f"{place}: the number of heaps above {bound}", computed, above)
    if computed:
        yield Case(
            f"{place}: lowering one heap is enough", computed == 1, _one_is_enough(heaps, n, top)
        )


def _one_is_enough(heaps: tuple[int, ...], n: int, top: int) -> bool:
    """Use Δ of the other heaps to decide whether lowering a single heap can make Δ zero."""
    for heap, others in each_heap(heaps):
        digits = delta(others, n)
        target = int("0" + "".join("01"[digit == n - top] for digit in digits), 2)
        if set(digits) <= {0, n - top} and target < heap:
            return True
    return False


@CLAIMS.of(
    "lemma-2.4",
    quick={"games": QUICK},
    full={"games": FULL},
    controls={
        "the same within n moves": {"extra": 1},
        "if a turn is 1 to n moves, they are the P-positions": {"extra_per_turn": 1},
        "a position of rank q has an option of rank q": {"down": 0},
    },
)
def lemma_2_4(
    games: Games, extra: int = 0, extra_per_turn: int = 0, down: int = 1
) -> Iterator[Case]:
    for place, solver, position, n in games:
        turns = MultiMove(solver.rules, n - 1 + extra)
        zero = solver.rank(position, n) == 0
        reached = [option for option in turns.options(position) if solver.rank(option, n) == 0]
        yield Case(f"{place}, which reaches {reached[:3]}, is a 0-position", not reached, zero)
        outcome = _solver(MultiMove(solver.rules, n - 1 + extra_per_turn)).outcome(position)
        yield Case(f"{place}, {outcome} in turns, is a 0-position", outcome == "P", zero)
        below = {solver.rank(option, n) for option in solver.rules.options(position)}
        here = solver.rank(position, n)
        right = below <= {n - 1} if zero else min(below, default=n) == here - down
        instance = f"{place}: the rank {here} follows from those of the options, {sorted(below)}"
        yield Case(instance, True, right)


def _partitions(
    rules: Ruleset[Any], below: Sequence[Any], players: int, conditions: Sequence[int]
) -> list[set[Any]]:
    """Return the subsets of `below`, a set closed under moves, that satisfy `conditions`."""
    turns = MultiMove(rules, players - 1)
    reach = {position: {position, *turns.options(position)} for position in below}
    subsets = chain.from_iterable(combinations(below, k) for k in range(len(below) + 1))
    return [
        chosen
        for chosen in map(set, subsets)
        if (1 not in conditions or not any(reach[p] & chosen - {p} for p in chosen))
        and (2 not in conditions or all(reach[p] & chosen for p in below if p not in chosen))
    ]


@CLAIMS.of(
    "thm-2.5",
    quick={"games": QUICK, "subsets": 6},
    full={"games": Games(5, 3, 5, 30), "subsets": 9},
    controls={
        "the same from (1) alone": {"conditions": (1,)},
        "the same from (2) alone": {"conditions": (2,)},
    },
)
def thm_2_5(games: Games, subsets: int, conditions: Sequence[int] = (1, 2)) -> Iterator[Case]:
    tried = set()
    for place, solver, position, n in games:
        below = [position, *MultiMove(solver.rules, 1 << 30).options(position)]
        key = (solver.rules, frozenset(below), n)
        if len(below) <= subsets and key not in tried:
            tried.add(key)
            zeros = {reached for reached in below if solver.rank(reached, n) == 0}
            matching = _partitions(solver.rules, below, n, conditions)
            yield Case(f"{place}: the sets with the properties", [zeros], matching)


def _sum_in(heaps: Sequence[int], base: int, modulus: int) -> tuple[int, ...]:
    """Write the heaps in base `base`, and return the column sums modulo `modulus`."""
    rest, sums = list(heaps), []
    while any(rest):
        sums.append(sum(heap % base for heap in rest) % modulus)
        rest = [heap // base for heap in rest]
    return tuple(reversed(sums))


@CLAIMS.of(
    "def-3.1",
    quick={"players": 7, "sizes": Sizes({1: 16, 2: 8, 3: 4, 4: 2})},
    full={"players": 9, "sizes": Sizes({1: 300, 2: 40, 3: 16, 4: 8, 5: 5, 9: 1})},
    controls={
        "the heaps are written in base 3": {"base": 3},
        "Δ is 0 exactly when its last digit is 0": {"zero_if": lambda ds: not any(ds[-1:])},
        "for n = 2, it is the ordinary sum": {"total": sum},
    },
)
def def_3_1(
    players: int,
    sizes: Mapping[int, int],
    base: int = 2,
    zero_if: Callable[[tuple[int, ...]], bool] = lambda ds: not any(ds),
    total: Callable[[tuple[int, ...]], int] = nim_sum,
) -> Iterator[Case]:
    for heaps, n in product(all_heaps(sizes), range(2, players + 1)):
        digits, literal = delta(heaps, n), _sum_in(heaps, base, n)
        yield Case(f"Δ of {heaps}, {n} players", literal, digits)
        yield Case(
            f"Δ of {heaps}, {n} players, {literal}, is 0", zero_if(literal), is_zero(heaps, n)
        )
        if n == 2:
            value = sum(digit << i for i, digit in enumerate(reversed(digits)))
            yield Case(f"Δ of {heaps}", total(heaps), value)


def _ones(heaps: Sequence[int], column: int) -> int:
    return sum(heap >> column & 1 for heap in heaps)


def _plays(heaps: tuple[int, ...], moves: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield every sequence of positions that results from 1 to `moves` moves."""
    lower = (
        (*heaps[:i], rest, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for rest in range(heap)
    )
    for option in lower if moves else ():
        yield [heaps, option]
        yield from ([heaps, *play] for play in _plays(option, moves - 1))


def proof_of_3_2(
    heaps: tuple[int, ...], players: int, printed: Container[int] = ()
) -> Iterator[Case]:
    """Yield a case for each step in the first half of Theorem 3.2's proof, for heaps with Δ = 0.

    Two steps differ between the printed proof and its repair, for n players. Step 1 as printed says
    that a column with a one “contains n 1s”; as repaired, the number of ones is a multiple of n.
    Step 2 concerns sequences of up to n − 1 moves. As printed, if the first move turns a one into a
    zero, then the sum of that column is not 0 after the moves. As repaired, this holds for the
    leftmost column in which any of the moves changes a digit, because each move clears at most one
    digit there and sets none. `printed` lists the steps to check as printed. (podium.thm-3.2)

    >>> print(next(case for case in proof_of_3_2((3, 3, 3), 3, printed=(1, 2)) if case.fails))
    (3, 3, 3) → (2, 3, 3) → (1, 3, 3): column 1 is 0 again: true
    """
    for column in range(max(heaps, default=0).bit_length()):
        ones = _ones(heaps, column)
        right = ones in (0, players) if 1 in printed else ones % players == 0
        instance = f"{heaps}, {players} players: {ones} ones in column {1 << column} are right"
        yield Case(instance, True, right)
    for play in _plays(heaps, players - 1):
        changed = [
            a ^ b for before, after in pairwise(play) for a, b in zip(before, after, strict=True)
        ]
        if 2 in printed:
            cleared = next(a & ~b for a, b in zip(*play[:2], strict=True) if a != b)
            columns = [c for c in range(cleared.bit_length()) if cleared >> c & 1]
        else:
            columns = [max(changed).bit_length() - 1]
        for column in columns:
            ones = _ones(play[-1], column)
            instance = f"{' → '.join(map(str, play))}: column {1 << column} is 0 again"
            yield Case(instance, False, ones % players == 0)


@CLAIMS.of(
    "thm-3.2",
    quick={"players": 7, "sizes": Sizes({1: 16, 2: 6, 3: 4, 4: 3, 5: 2}), "sticks": 9},
    full={
        **{"players": 7, "sticks": 12},
        "sizes": Sizes({1: 99, 2: 32, 3: 15, 4: 9, 5: 7, 6: 4, 7: 3}),
    },
    controls={
        "columns are added modulo 2 for any number of players": {"modulus": 2},
        "a column with a one has n ones": {"printed": (1,)},
        "a column in which the first move clears a one is never 0 again": {"printed": (2,)},
    },
)
def thm_3_2(
    players: int,
    sizes: Mapping[int, int],
    sticks: int,
    modulus: int | None = None,
    printed: Container[int] = (),
) -> Iterator[Case]:
    solver = _solver(Nim())
    for heaps, n in product(all_heaps(sizes), range(2, players + 1)):
        computed, zero = solver.rank(heaps, n), is_zero(heaps, modulus or n)
        instance = f"the rank of {heaps}, {n} players, with Δ = {delta(heaps, modulus or n)}, is 0"
        yield Case(instance, zero, computed == 0)
        if zero and sum(heaps) <= sticks:
            yield from proof_of_3_2(heaps, n, printed)


def reductions(
    heaps: tuple[int, ...], players: int, prefix: Sequence[Sequence[int]] = ()
) -> Iterator[list[Step]]:
    """Yield the algorithm's steps for every sequence of row choices that begins with `prefix`.

    >>> [steps[-1].heaps for steps in reductions((2, 2, 3), 2)]
    [(1, 2, 3), (2, 1, 3), (2, 2, 0)]
    """
    chosen: list[Sequence[int]] = []
    pending: list[list[Sequence[int]]] = []

    def choose(rows: Sequence[int], count: int) -> Sequence[int]:
        choice, *others = prefix[len(chosen) :][:1] or combinations(rows, count)
        pending.extend([*chosen, other] for other in others)
        chosen.append(choice)
        return choice

    yield reduction(heaps, players, choose)
    for choices in pending:
        yield from reductions(heaps, players, choices)


@CLAIMS.of(
    "ex-algorithm",
    quick={"players": 4, "sizes": Sizes({2: 6, 3: 4, 4: 5, 5: 4}), "random": 60},
    full={
        **{"players": 7, "random": 10_000},
        "sizes": Sizes({2: 64, 3: 15, 4: 7, 5: 3, 6: 2, 8: 1}),
    },
    controls={
        "for three players, it changes the five numbers in the same way": {"seats": 3},
        "it changes at most n − 2 numbers": {"spare": 2},
        "it changes at most n − 2 of large random numbers": {"sizes": {}, "spare": 2},
    },
    repair={"words": Listed(["m ≤ n − 1"])},
)
def ex_algorithm(
    players: int,
    sizes: Mapping[int, int],
    random: int,
    words: Sequence[str] = Listed(("an assertion", "a rule for choosing columns")),
    spare: int = 1,
    seats: int | None = None,
) -> Iterator[Case]:
    yield from _worked_example(seats)
    for heaps, n in product(all_heaps(sizes), range(2, players + 1)):
        if "an assertion" in words:
            first = next(filter(None, delta(heaps, n)), 0)
            yield Case(f"{heaps}, {n} players: the first sum is n − 1", False, first == n - 1)
        if "a rule for choosing columns" in words:
            yield _reduced(heaps, n, reduction(heaps, n, start="not n - 1"), spare)
        for steps in reductions(heaps, n) if "m ≤ n − 1" in words else ():
            yield _reduced(heaps, n, steps, spare)
    source = Random(1)
    for _ in range(random):
        n, largest = source.randint(2, 7), 1 << source.randint(1, 64)
        heaps = tuple(source.randint(0, largest) for _ in range(source.randint(1, 9)))
        yield _reduced(heaps, n, reduction(heaps, n, source.sample), spare)


def _reduced(heaps: tuple[int, ...], players: int, steps: Sequence[Step], spare: int) -> Case:
    """Check that the steps make Δ zero by lowering at most `players` - `spare` heaps."""
    last, changed = steps[-1].heaps, set(chain.from_iterable(step.changed for step in steps))
    smaller = {row for row, (a, b) in enumerate(zip(heaps, last, strict=True)) if b < a}
    few = len(changed) <= max(0, players - spare)
    instance = f"{heaps}, {players} players: it changes {len(changed)}, correctly, giving {last}"
    return Case(instance, True, is_zero(last, players) and few and smaller == changed)


def _worked_example(seats: int | None) -> Iterator[Case]:
    """Yield a case for each row of the printed tables, and for each statement between them."""
    printed = PRINTED["ex-algorithm"]
    heaps, players = tuple(printed["heaps"]), seats or printed["players"]
    steps, width = reduction(heaps, players), len(printed["tables"][0][0])
    yield Case("the number of tables", len(printed["tables"]), len(steps))
    for number, (step, table) in enumerate(zip(steps, printed["tables"], strict=False), 1):
        rows = [f"{heap:0{width}b}" for heap in step.heaps]
        for row, expected in zip([*rows, "".join(map(str, step.sums))], table, strict=True):
            yield Case(f"a row of table {number}", expected, row)
    columns = [step.column + 1 for step in steps if step.column is not None]
    yield Case("the order of the columns", printed["columns"], columns)
    for step, bold in zip(steps[1:], printed["bold"], strict=False):
        changed = {f"{step.heaps[row]:0{width}b}" for row in step.changed}
        yield Case(f"the changed rows of table {number}", {bold}, changed)
    moves = [[a, b] for a, b in zip(heaps, steps[-1].heaps, strict=True) if a != b]
    yield Case("the moves", printed["moves"], moves)


@CLAIMS.of(
    "why-2",
    quick={"players": 5, "max_base": 6, "largest": 2},
    full={"players": 7, "max_base": 12, "largest": 3},
    controls={"heaps are written in base n and added modulo 2": {"right": lambda n: (n, 2)}},
)
def why_2(
    players: int,
    max_base: int,
    largest: int,
    right: Callable[[int], tuple[int, int]] = lambda n: (2, n),
) -> Iterator[Case]:
    for n in range(2, players + 1):
        solver = _solver(Nim())
        zero = {heaps: solver.rank(heaps, n) == 0 for heaps in all_heaps({n: largest})}
        for base, modulus in product(range(2, max_base + 1), repeat=2):
            wrong = next((p for p in zero if zero[p] == any(_sum_in(p, base, modulus))), None)
            yield Case(
                f"{n} players, base {base}, modulo {modulus}: all positions agree, except {wrong}",
                (base, modulus) == right(n),
                wrong is None,
            )
