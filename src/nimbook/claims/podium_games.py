"""Claims one step beyond the podium paper: which two-player theories extend to more players.

Except for the theorems of Moore and of Li, these claims are this book's own. They all rely on the
fact that a rank is a distance, the least number of moves to a 0-position (podium.def-2.3). Proofs
about columns of digits carry over to more players; proofs in which a game cancels against a copy of
itself do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from math import inf

from nimbook.ledger import Case, Claims, read_fields
from nimbook.samples import Sizes, all_heaps, every_game, solver
from nimbook.sources import PODIUM
from nimtwist import BlockingNim, Moore, MultiMove, Nim, Stones
from nimtwist.games.blocking import BlockingPosition
from nimtwist.games.restrictions import smallest_allowed
from nimtwist.games.stones import Stone
from nimtwist.podium import rank

CLAIMS = Claims(PODIUM, "more_than_two_players", read_fields("podium_games"))


def moore_rank(heaps: tuple[int, ...], k: int, players: int) -> int:
    """Return the rank of a position of Moore's Nim_k for n players, by a formula.

    Any choice of 1 to k(n - 1) heaps can be lowered in 1 to n - 1 moves, so the 0-positions are
    those of Nim for k(n - 1) + 1 players. If r heaps must be lowered to reach a 0-position, this
    takes r / k moves, rounded up. (podium.moore)

    >>> moore_rank((1, 1, 1, 1), 2, 3), moore_rank((1, 1, 1, 1, 1), 2, 3)
    (2, 0)
    """
    return -(-rank(heaps, k * (players - 1) + 1) // k)


@CLAIMS.of(
    "moore",
    quick={"players": 4, "max_k": 3, "sizes": Sizes({1: 9, 2: 4, 3: 3, 4: 2, 5: 1, 7: 1})},
    full={"players": 6, "max_k": 4, "sizes": Sizes({1: 40, 2: 16, 3: 9, 4: 5, 5: 3, 7: 2, 13: 1})},
    controls={
        "k(n − 1) + 2 divides the sum of every column": {"extra": 1},
        "Nim_n between two players has the same 0-positions": {"extra_at_once": 1},
        "the rank is r": {"theory": lambda heaps, k, players: rank(heaps, k * (players - 1) + 1)},
    },
)
def moore(
    players: int,
    max_k: int,
    sizes: Mapping[int, int],
    extra: int = 0,
    extra_at_once: int = 0,
    theory: Callable[[tuple[int, ...], int, int], int] = moore_rank,
) -> Iterator[Case]:
    for heaps, k, n in product(all_heaps(sizes), range(1, max_k + 1), range(2, players + 1)):
        place, computed = f"{heaps}, k = {k}, {n} players", solver(Moore(k)).rank(heaps, n)
        at_once = k * (n - 1)
        claimed = Moore(at_once + extra).closed_form.outcome(heaps)
        yield Case(f"{place}: the rank {computed} is 0", claimed == "P", computed == 0)
        outcome = solver(Moore(at_once + extra_at_once)).outcome(heaps)
        yield Case(f"the outcome of {place} with k = {at_once}", claimed, outcome)
        yield Case(f"{place}: the rank", theory(heaps, k, n), computed)


def blocking_rank(rules: BlockingNim, position: BlockingPosition, players: int) -> int:
    """Return the rank of a position of blocking Nim, computed from its boxes.

    The heaps are divided by the size of a box. If the quotients, as a position of Nim, have a rank
    other than 0, the result is that rank. Otherwise, the result is 1 if some remainder is at least
    the smallest allowed number, and 0 if none is. (podium.twist)

    >>> game = BlockingNim.exactly(4, 2)
    >>> [blocking_rank(game, ((3, 4, 5), frozenset(not_)), 3) for not_ in ({1, 2}, {1, 3}, {1, 4})]
    [0, 1, 1]
    """
    heaps, forbidden = position
    size, minimum = rules.smallest_unavoidable, smallest_allowed(rules.modulus, forbidden)
    boxes = [(0, heap) if size == inf else divmod(heap, int(size)) for heap in heaps]
    quotients = tuple(quotient for quotient, _ in boxes)
    return rank(quotients, players) or int(any(rest >= minimum for _, rest in boxes))


def out_of_reach(rules: BlockingNim) -> BlockingPosition | None:
    """Return a heap outside the lowest box from which every move into that box is forbidden.

    The result is `None` if and only if the game is a box game, that is, if no restriction forbids
    as many consecutive numbers as a box contains. Otherwise, for n players, the box rule is wrong
    about the position that consists of n - 1 such heaps, or about a position that can be reached
    from it. According to the rule, the n - 1 heaps have rank n - 1. But the first move cannot bring
    any heap into the lowest box, so n - 1 moves cannot bring all the heaps into that box. Hence, if
    the rule is right about every position that can be reached, the n - 1 heaps have rank 0, and the
    rule is wrong about them. (podium.twist)

    >>> out_of_reach(BlockingNim(3, [{2, 3}, {1, 3}])), out_of_reach(BlockingNim.exactly(3, 1))
    (((3,), frozenset({2, 3})), None)
    """
    size = rules.smallest_unavoidable
    if size == inf:
        return None
    for heap in range(int(size), int(size) + rules.modulus):
        amounts = {(heap - rest - 1) % rules.modulus + 1 for rest in range(int(size))}
        for restriction in rules.family:
            if amounts <= restriction:
                return (heap,), restriction
    return None


def _blocking_games(every: int, modulus: int) -> Iterator[BlockingNim]:
    """Yield every game for moduli up to `every`, and k-blocking Nim for moduli up to `modulus`."""
    yield from every_game(every)
    for m in range(every + 1, modulus + 1):
        for k in range(m):
            yield BlockingNim.exactly(m, k)
            yield BlockingNim.up_to(m, k)


@CLAIMS.of(
    "twist",
    range_=lambda a: (
        f"2 to {a['players']} players; every family modulo 1–{a['every']}, exactly k and up to k "
        f"residues modulo {a['every'] + 1}–{a['modulus']}; {a['sizes']:heap}"
    ),
    quick={"players": 3, "every": 2, "modulus": 3, "sizes": Sizes({1: 7, 2: 5, 3: 2})},
    full={"players": 5, "every": 3, "modulus": 5, "sizes": Sizes({1: 20, 2: 9, 3: 5, 4: 3})},
    controls={
        "the quotients have their rank between two players": {"seats": 2},
        "for other families, it is wrong about n − 1 equal heaps": {"reachable": False},
        "it holds exactly when no restriction forbids anything": {
            "stands": lambda rules: not any(rules.family)
        },
        "for other families it fails between two players only": {"fails_to": 2},
    },
)
def twist(
    players: int,
    every: int,
    modulus: int,
    sizes: Mapping[int, int],
    seats: int | None = None,
    stands: Callable[[BlockingNim], bool] = lambda rules: rules.is_box_game,
    reachable: bool = True,
    fails_to: float = inf,
) -> Iterator[Case]:
    for rules, n in product(_blocking_games(every, modulus), range(2, players + 1)):
        beyond = out_of_reach(rules)
        yield Case(f"{rules}: boxes work, with {beyond} out of reach", not beyond, stands(rules))
        if beyond:
            (heap,), forbidden = beyond
            blocked = (heap,) * (n - 1), forbidden
            below = MultiMove(rules, 1 << 30).options(blocked) if reachable else []
            wrong = any(
                (solver(rules).rank(position, n) == 0) != (blocking_rank(rules, position, n) == 0)
                for position in [blocked, *below]
            )
            instance = f"{rules}, {n} players: boxes fail at or below {rules.show(blocked)}"
            yield Case(instance, n <= fails_to, wrong)
            continue
        for position in product(all_heaps(sizes), rules.family):
            computed = solver(rules).rank(position, n)
            claimed = blocking_rank(rules, position, seats or n)
            yield Case(f"{rules} {rules.show(position)}, {n} players: the rank", claimed, computed)


Stack = tuple[Stone, ...]


@dataclass(frozen=True)
class StackedStones:
    """A variant of Stones in which stones that meet are stacked instead of vanishing.

    Each stone is therefore a component of a sum. A position is a sorted tuple of stones. For two
    players, the variant has the same outcomes as Stones, because two stones on one spot cancel.
    (podium.stones)

    >>> StackedStones().options(((1, 1), (1, 2)))
    [((1, 2),), ((1, 1),), ((1, 1), (1, 1))]
    """

    def options(self, position: Stack, /) -> list[Stack]:
        """Return the positions after replacing a stone with the other corners of a rectangle."""
        options = []
        for i, (x, y) in enumerate(position):
            for left, low in product(range(x), range(y)):
                corners = [spot for spot in ((left, y), (x, low), (left, low)) if 0 not in spot]
                options.append(tuple(sorted((*position[:i], *corners, *position[i + 1 :]))))
        return options


def _column(heights: tuple[int, ...]) -> Stack:
    return tuple((1, height) for height in heights)


@CLAIMS.of(
    "stones",
    quick={"players": 4, "height": 7, "sizes": Sizes({1: 4, 2: 3, 3: 3}), "largest": 4},
    full={"players": 6, "height": 11, "sizes": Sizes({1: 9, 2: 7, 3: 5, 4: 3, 5: 2}), "largest": 9},
    controls={
        "stones in the column have the rank of Nim heaps of their heights": {"as_heaps": True},
        "the stones on the lowest 2n spots are a 0-position": {"lowest": 0},
        "if stones stack, the column has the ranks of two-player Nim": {"stacked_players": 2},
        "with n − 1 stones (1, 1) the rank of (2, 2) is 1": {"added_ones": 1},
        "by itself the rank of (2, 2) is 0": {"by_itself": 0},
        "copies cancel": {"copies": 0},
        "between two players, (2, 2) is a heap of 2": {"heap": 2},
    },
)
def stones(
    players: int,
    height: int,
    sizes: Mapping[int, int],
    largest: int,
    as_heaps: bool = False,
    lowest: int = 1,
    stacked_players: int | None = None,
    added_ones: int = 2,
    by_itself: int = 1,
    copies: int = 2,
    heap: int = 3,
) -> Iterator[Case]:
    vanishing, stacked = solver(Stones()), solver(StackedStones())
    for n in range(2, players + 1):
        for p in range(min(2 * n - 2, height) + 1):
            for heights in combinations(range(1, height + 1), p):
                computed = vanishing.rank(frozenset(_column(heights)), n)
                claimed = rank(heights, n) if as_heaps else (p + 1) // 2
                yield Case(f"{heights}, {n} players: the rank", claimed, computed)
        spots = frozenset(_column(tuple(range(1, 2 * n - lowest + 1))))
        instance = f"the rank of the lowest {len(spots)} spots, {n} players"
        yield Case(instance, 0, vanishing.rank(spots, n))
        for heaps in all_heaps(sizes):
            computed = stacked.rank(_column(heaps), n)
            claimed = solver(Nim()).rank(heaps, stacked_players or n)
            yield Case(f"stacked {heaps}, {n} players: the rank", claimed, computed)
        ones = ((1, 1),) * (n - 1)
        heap_ranks = [stacked.rank((*ones, (1, m)) if m else ones, n) for m in range(largest + 1)]
        computed = stacked.rank((*ones, (2, 2)), n)
        if n > 2:
            right = computed == added_ones and max(heap_ranks[1:]) < 2
            instance = (
                f"{n} players: the ranks of (2, 2), {computed}, and heaps, {heap_ranks}, differ"
            )
            yield Case(instance, True, bool(right))
            # For n = 3, the stones (1, 1) alone also have rank 2. So compare (2, 2) with an empty
            # heap separately, without these stones.
            alone = stacked.rank(((2, 2),), n), stacked.rank((), n)
            yield Case(f"{n} players: the ranks of (2, 2) and nothing alone", (by_itself, 0), alone)
        if stone := {3: (2, 3), 4: (2, 2)}.get(n):
            computed = stacked.rank((stone,) * n, n)
            yield Case(f"{n} stones {stone}, {n} players: the rank", copies, computed)
        for m in range(1, largest + 1):
            pair, two_heaps = (
                stacked.rank(((1, m), (2, 2)), 2),
                stacked.rank(((1, heap), (1, m)), 2),
            )
            yield Case(f"(2, 2) with a heap of {m}, 2 players: the rank", two_heaps, pair)


DAY_3 = 16
"""The number of impartial games born by day 3: the subsets of the 4 games born by day 2."""


@dataclass(frozen=True)
class NumberedGames:
    """Sums of arbitrary impartial games, each encoded as a number.

    A position is a sorted tuple of numbers. Bit i of a number is set if and only if game i is an
    option, so every game has exactly one number: 0 is the game that has ended, 1 = 2⁰ is the heap
    of 1, 3 = 2⁰ + 2¹ is the heap of 2, 11 is the heap of 3, and 2 = 2¹ is two sticks that must be
    taken one after the other. The games born by day 3 are those below 16. (podium.sums)

    >>> NumberedGames().options((2, 3))
    [(1, 3), (2,), (1, 2)]
    """

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the sums after a move in one of the games, omitting games that have ended."""
        return [
            tuple(sorted(filter(None, (*position[:i], option, *position[i + 1 :]))))
            for i, number in enumerate(position)
            for option in range(number.bit_length())
            if number >> option & 1
        ]


def _contexts(max_games: int) -> Iterator[tuple[int, ...]]:
    """Yield every sum of up to `max_games` games born by day 3, with the fewest games first."""
    for count in range(max_games + 1):
        yield from combinations_with_replacement(range(1, DAY_3), count)


def _rank_in(game: int, context: tuple[int, ...], players: int) -> int:
    total = tuple(sorted(filter(None, (game, *context))))
    return solver(NumberedGames()).rank(total, players)


@CLAIMS.of(
    "sums",
    quick={"players": 6},
    full={"players": 12},
    controls={
        "games with the same Grundy value are equal for any number of players": {"by_value": True},
        "n copies of a game are always a 0-position": {"cancel_to": inf},
    },
)
def sums(players: int, by_value: bool = False, cancel_to: float = 2) -> Iterator[Case]:
    search = solver(NumberedGames())
    for n in range(2, players + 1):
        for one, other in combinations(range(DAY_3), 2):
            differ = any(
                _rank_in(one, context, n) != _rank_in(other, context, n)
                for context in _contexts(n - 1)
            )
            values = {search.grundy((game,)) for game in (one, other)}
            claimed = len(values) == 2 if by_value or n == 2 else True
            yield Case(f"games {one} and {other}, {n} players: they differ", claimed, differ)
        failing = [game for game in range(1, DAY_3) if search.rank((game,) * n, n)]
        instance = f"{n} players: {n} copies do not cancel for some games, {failing}"
        yield Case(instance, n > cancel_to, bool(failing))
