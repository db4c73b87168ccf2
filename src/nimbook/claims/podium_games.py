"""One step past the podium paper: which theory of two players still holds when more sit down.

These claims are this book's own, but for Moore's theorem and Li's. What they have in common: a rank
is a distance, the least number of moves to a 0-position (podium.def-2.3). Where a proof is about
columns of digits it stands; where it uses that a game and its copy cancel, it falls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from math import inf

from nimbook.ledger import Case, Claims, read_words
from nimbook.samples import Sizes, boards, every_game, solver
from nimbook.sources import PODIUM
from nimtwist import BlockingNim, Moore, MultiMove, Nim, Stones
from nimtwist.games.blocking import BlockingPosition
from nimtwist.games.restrictions import smallest_allowed
from nimtwist.games.stones import Stone
from nimtwist.podium import rank

CLAIMS = Claims(PODIUM, "more_than_two_players", read_words("podium_games"))


def moore_rank(heaps: tuple[int, ...], k: int, players: int) -> int:
    """Return the rank of a position of Moore's Nim_k among `players` players, by theory.

    n - 1 moves lower any 1 to k(n - 1) heaps: the 0-positions are those of Nim among k(n - 1) + 1
    players. If r heaps must be lowered to get there, it takes r / k moves, rounded up.
    (podium.moore)

    >>> moore_rank((1, 1, 1, 1), 2, 3), moore_rank((1, 1, 1, 1, 1), 2, 3)
    (2, 0)
    """
    return -(-rank(heaps, k * (players - 1) + 1) // k)


@CLAIMS.of(
    "moore",
    quick={"players": 4, "most": 3, "sizes": Sizes({1: 9, 2: 4, 3: 3, 4: 2, 5: 1, 7: 1})},
    full={"players": 6, "most": 4, "sizes": Sizes({1: 40, 2: 16, 3: 9, 4: 5, 5: 3, 7: 2, 13: 1})},
    controls={
        "k(n − 1) + 2 divides it": {"more": 1},
        "Nim_n between two has the same 0-positions": {"more_at_once": 1},
        "the rank is r": {"theory": lambda heaps, k, players: rank(heaps, k * (players - 1) + 1)},
    },
)
def moore(
    players: int,
    most: int,
    sizes: Mapping[int, int],
    more: int = 0,
    more_at_once: int = 0,
    theory: Callable[[tuple[int, ...], int, int], int] = moore_rank,
) -> Iterator[Case]:
    for heaps, k, n in product(boards(sizes), range(1, most + 1), range(2, players + 1)):
        place, found = f"{heaps}, k = {k}, {n} players", solver(Moore(k)).rank(heaps, n)
        at_once = k * (n - 1)
        claimed = Moore(at_once + more).closed_form.outcome(heaps)
        yield Case(f"{place}: the rank {found} is 0", claimed == "P", found == 0)
        outcome = solver(Moore(at_once + more_at_once)).outcome(heaps)
        yield Case(f"the outcome of {place} with k = {at_once}", claimed, outcome)
        yield Case(f"{place}: the rank", theory(heaps, k, n), found)


def blocking_rank(rules: BlockingNim, position: BlockingPosition, players: int) -> int:
    """Return the rank of a position of blocking Nim by its boxes.

    It is that of the quotients, as Nim, if that is not 0; otherwise 1 if a remainder is large
    enough to take from it, and 0 if none is. (podium.twist)

    >>> game = BlockingNim.exactly(4, 2)
    >>> [blocking_rank(game, ((3, 4, 5), frozenset(not_)), 3) for not_ in ({1, 2}, {1, 3}, {1, 4})]
    [0, 1, 1]
    """
    heaps, forbidden = position
    size, least = rules.smallest_unavoidable, smallest_allowed(rules.modulus, forbidden)
    boxes = [(0, heap) if size == inf else divmod(heap, int(size)) for heap in heaps]
    quotients = tuple(quotient for quotient, _ in boxes)
    return rank(quotients, players) or int(any(rest >= least for _, rest in boxes))


def out_of_reach(rules: BlockingNim) -> BlockingPosition | None:
    """Return a heap outside the lowest box from which every move into that box is forbidden.

    There is none exactly if no restriction forbids as many numbers in a row as a box has, that is,
    in a box game. Otherwise boxes are wrong about n - 1 such heaps, or about a position that can
    follow. By boxes the rank of these heaps is n - 1. But the first move leaves its heap above the
    box, so that n - 1 moves do not bring all of them down: if boxes are right about all that
    follow, this is a 0-position. (podium.twist)

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
    """Yield every family modulo up to `every`, then k-blocking Nim modulo up to `modulus`."""
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
        "the nim-sum of the quotients, however many players": {"counted": 2},
        "outside these families, it is wrong about n − 1 equal heaps": {"inside": False},
        "it holds exactly if no restriction forbids anything": {
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
    counted: int | None = None,
    stands: Callable[[BlockingNim], bool] = lambda rules: rules.is_box_game,
    inside: bool = True,
    fails_to: float = inf,
) -> Iterator[Case]:
    for rules, n in product(_blocking_games(every, modulus), range(2, players + 1)):
        beyond = out_of_reach(rules)
        yield Case(f"{rules}: boxes stand, with {beyond} out of reach", not beyond, stands(rules))
        if beyond:
            (heap,), forbidden = beyond
            hidden = (heap,) * (n - 1), forbidden
            below = MultiMove(rules, 1 << 30).options(hidden) if inside else []
            wrong = any(
                (solver(rules).rank(position, n) == 0) != (blocking_rank(rules, position, n) == 0)
                for position in [hidden, *below]
            )
            instance = f"{rules}, {n} players: boxes are wrong about {rules.show(hidden)}"
            yield Case(instance, n <= fails_to, wrong)
            continue
        for position in product(boards(sizes), rules.family):
            found = solver(rules).rank(position, n)
            claimed = blocking_rank(rules, position, counted or n)
            yield Case(f"{rules} {rules.show(position)}, {n} players: the rank", claimed, found)


Stack = tuple[Stone, ...]


@dataclass(frozen=True)
class StackedStones:
    """Stones that stack where they meet, instead of vanishing: each stone is a game of its own.

    A position is a sorted tuple of stones. Between two players nothing changes, as two stones on
    one spot cancel. (podium.stones)

    >>> StackedStones().options(((1, 1), (1, 2)))
    [((1, 2),), ((1, 1),), ((1, 1), (1, 1))]
    """

    def options(self, position: Stack, /) -> list[Stack]:
        """Return what is left when a stone makes way for the other corners of a rectangle."""
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
        "as Nim heaps, they have the rank of their heights": {"as_heaps": True},
        "the stones on the lowest 2n spots are a 0-position": {"lowest": 0},
        "stacked, the column has the ranks of Nim for two players": {"stacked_like": 2},
        "beside n − 1 stones (1, 1) the rank of (2, 2) is 1": {"beside_sticks": 1},
        "by itself the rank of (2, 2) is 0": {"by_itself": 0},
        "copies cancel": {"copies": 0},
        "between two, (2, 2) is a heap of 2": {"heap": 2},
    },
)
def stones(
    players: int,
    height: int,
    sizes: Mapping[int, int],
    largest: int,
    as_heaps: bool = False,
    lowest: int = 1,
    stacked_like: int | None = None,
    beside_sticks: int = 2,
    by_itself: int = 1,
    copies: int = 2,
    heap: int = 3,
) -> Iterator[Case]:
    worded, stacked = solver(Stones()), solver(StackedStones())
    for n in range(2, players + 1):
        for p in range(min(2 * n - 2, height) + 1):
            for heights in combinations(range(1, height + 1), p):
                found = worded.rank(frozenset(_column(heights)), n)
                claimed = rank(heights, n) if as_heaps else (p + 1) // 2
                yield Case(f"{heights}, {n} players: the ranks", claimed, found)
        spots = frozenset(_column(tuple(range(1, 2 * n - lowest + 1))))
        instance = f"the rank of the lowest {len(spots)} spots, {n} players"
        yield Case(instance, 0, worded.rank(spots, n))
        for heaps in boards(sizes):
            found = stacked.rank(_column(heaps), n)
            claimed = solver(Nim()).rank(heaps, stacked_like or n)
            yield Case(f"stacked {heaps}, {n} players: the rank", claimed, found)
        sticks = ((1, 1),) * (n - 1)
        beside = [stacked.rank((*sticks, (1, m)) if m else sticks, n) for m in range(largest + 1)]
        found = stacked.rank((*sticks, (2, 2)), n)
        if n > 2:
            other = found == beside_sticks and max(beside[1:]) < 2
            instance = f"{n} players: the ranks {found}, and {beside}, are as said"
            yield Case(instance, True, bool(other))
            # Beside the stones (1, 1) an empty heap has the rank n − 1, which is 2 for n = 3.
            alone = stacked.rank(((2, 2),), n), stacked.rank((), n)
            yield Case(f"{n} players: the ranks alone", (by_itself, 0), alone)
        if stone := {3: (2, 3), 4: (2, 2)}.get(n):
            found = stacked.rank((stone,) * n, n)
            yield Case(f"{n} stones {stone}, {n} players: the rank", copies, found)
        for m in range(1, largest + 1):
            pair, alike = stacked.rank(((1, m), (2, 2)), 2), stacked.rank(((1, heap), (1, m)), 2)
            yield Case(f"(2, 2) beside {m}, 2 players", alike, pair)


DAY_3 = 16
"""How many impartial games are born by day 3: the subsets of the 4 games born by day 2."""


@dataclass(frozen=True)
class NumberedGames:
    """Sums of any impartial games, each given by its number; a position is a sorted tuple of them.

    The places of the ones in a number's binary digits are the numbers of its options, so that every
    game has just one number: 0 has ended, 1 = 2⁰ is the heap of 1, 3 = 2⁰ + 2¹ the heap of 2, 11
    that of 3, and 2 = 2¹ a stick that must be taken before another one can be. Below 16 are the
    games born by day 3. (podium.sums)

    >>> NumberedGames().options((2, 3))
    [(1, 3), (2,), (1, 2)]
    """

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return what a move in one of the games leaves; games that have ended are left out."""
        return [
            tuple(sorted(filter(None, (*position[:i], option, *position[i + 1 :]))))
            for i, number in enumerate(position)
            for option in range(number.bit_length())
            if number >> option & 1
        ]


def _companies(most: int) -> Iterator[tuple[int, ...]]:
    """Yield every sum of up to `most` games born by day 3, smaller ones first."""
    for count in range(most + 1):
        yield from combinations_with_replacement(range(1, DAY_3), count)


def _rank_beside(game: int, company: tuple[int, ...], players: int) -> int:
    together = tuple(sorted(filter(None, (game, *company))))
    return solver(NumberedGames()).rank(together, players)


@CLAIMS.of(
    "sums",
    quick={"players": 6},
    full={"players": 12},
    controls={
        "games of one Grundy value are equal among any players": {"by_value": True},
        "n copies of a game are a 0-position": {"cancel_to": inf},
    },
)
def sums(players: int, by_value: bool = False, cancel_to: float = 2) -> Iterator[Case]:
    search = solver(NumberedGames())
    for n in range(2, players + 1):
        for one, other in combinations(range(DAY_3), 2):
            told = any(
                _rank_beside(one, beside, n) != _rank_beside(other, beside, n)
                for beside in _companies(n - 1)
            )
            values = {search.grundy((game,)) for game in (one, other)}
            claimed = len(values) == 2 if by_value or n == 2 else True
            yield Case(f"games {one} and {other}, {n} players: they differ", claimed, told)
        failing = [game for game in range(1, DAY_3) if search.rank((game,) * n, n)]
        instance = f"{n} players: some copies, {failing}, do not cancel"
        yield Case(instance, n > cancel_to, bool(failing))
