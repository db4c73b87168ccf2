"""More than two players: the podium rule on any ruleset, and Li's theory of Nim beside it.

B. Muliadi, "Many-player Nim with the podium rule", after S.-Y. R. Li, "N-person Nim and n-person
Moore's games", International Journal of Game Theory 7 (1978). The rule comes first, applied word
for word; `Solver.rank` is a shortcut. Then come sums without carry modulo the number of players,
the algorithm that makes them 0, and ranks other than 0. Heaps
are given as a tuple of integers, and there are at least 2 players; a `ValueError` quotes anything
else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal

from nimtwist._checks import check_callable, check_choice, check_integer, set_integer, short_repr
from nimtwist.game import Position
from nimtwist.games._heaps import canonical_heaps, check_heaps, each_heap
from nimtwist.solver import Solver

__all__ = [
    "PodiumSolver",
    "Standings",
    "Step",
    "ZeroSums",
    "delta",
    "is_zero",
    "nearest",
    "rank",
    "reduction",
]

Standing = tuple[int, ...]
"""The place of each player on the podium, in the order of play, beginning with the next to move."""

Chooser = Callable[[Sequence[int], int], Iterable[int]]
"""Takes rows and how many of them to choose; returns the chosen ones."""

# A standing names a place for each player.
_MOST_PLACES = 1000

# --- The podium rule -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Standings:
    """The rule, for `Solver.evaluate`, that gives the standings in which play can end.

    For play with the `podium` rule and without it, see `PodiumSolver.possible_standings`.

    Raises:
        ValueError: if `players` is not an integer from 2 to 1000, or `podium` is not a bool.

    >>> sorted(Standings(3)([])), sorted(Standings(3)([frozenset({(3, 2, 1)})]))
    ([(3, 2, 1)], [(1, 3, 2)])
    """

    players: int
    podium: bool = True

    def __post_init__(self) -> None:
        set_integer(self, "players", 2, _MOST_PLACES)
        check_choice(self.podium, "podium", (True, False))

    def __call__(self, options: Sequence[frozenset[Standing]]) -> frozenset[Standing]:
        """Return the standings of a position, from those of its options."""
        if not options:
            return frozenset([tuple(range(self.players, 0, -1))])
        # After a move, the player who made it comes last in the order of play.
        worst = [max(self._cost(standing[-1]) for standing in option) for option in options]
        return frozenset(
            (standing[-1], *standing[:-1])
            for i, option in enumerate(options)
            for standing in option
            if all(self._cost(standing[-1]) <= bad for bad in worst[:i] + worst[i + 1 :])
        )

    def _cost(self, place: int) -> int:
        return place if self.podium else min(place, 2)


class PodiumSolver(Solver[Position]):
    """A `Solver` for any number of players, which applies the podium rule word for word.

    A player who cannot move comes last, the player before them first, the one before that second,
    and so on; all players care about their own place only. (podium.def-2.1)

    >>> from nimtwist.games import Nim
    >>> PodiumSolver(Nim()).standings((2, 1), 3)
    (2, 1, 3)
    """

    def standings(self, position: Position, players: int) -> Standing:
        """Return the place of each player, beginning with the next to move, if all play well."""
        [only] = self.possible_standings(position, players)
        return only

    def possible_standings(
        self, position: Position, players: int, podium: bool = True
    ) -> frozenset[Standing]:
        """Return the standings in which play can end if all players do the best they can.

        Without the podium rule players only want to win, and one who cannot may make any move.
        With it nobody is ever indifferent, since one's own place determines those of the others:
        there is just one standing. (podium.thm-2.2)

        >>> from nimtwist.games import Nim
        >>> sorted(PodiumSolver(Nim()).possible_standings((2, 1), 3, podium=False))
        [(2, 1, 3), (3, 2, 1)]
        """
        return self.evaluate(position, Standings(players, podium))

    def winners(self, position: Position, players: int, podium: bool = True) -> frozenset[int]:
        """Return who can win if all players do the best they can; 0 is the player to move.

        >>> from nimtwist.games import Nim
        >>> solver = PodiumSolver(Nim())
        >>> sorted(solver.winners((2, 1), 3)), sorted(solver.winners((2, 1), 3, podium=False))
        ([1], [1, 2])
        """
        possible = self.possible_standings(position, players, podium)
        return frozenset(standing.index(1) for standing in possible)


# --- Sums without carry --------------------------------------------------------------------------


def delta(heaps: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Return the digits of Δ, most significant first, one for each bit of the largest heap.

    The heaps are written in binary one below the other, and each column is summed modulo the number
    of players. (podium.def-3.1)

    >>> delta((47, 4, 20, 23, 44), 4)
    (2, 2, 2, 1, 2, 2)
    """
    heaps, players = check_heaps(heaps), _check_players(players)
    return _sums(heaps, players, max(heaps, default=0).bit_length())


def is_zero(heaps: tuple[int, ...], players: int) -> bool:
    """Return whether Δ is 0, which means that the player who just moved wins.

    (podium.thm-3.2)

    >>> is_zero((3, 5, 6), 2), is_zero((3, 5, 6), 3), is_zero((5, 5, 5), 3)
    (True, False, True)
    """
    return not any(delta(heaps, players))


@dataclass(frozen=True)
class ZeroSums:
    """Li's theory: among several players, whoever moves to a position with Δ = 0 finishes first.

    (podium.thm-3.2)

    >>> ZeroSums(3).is_zero((5, 5, 5)), ZeroSums(3).winning_options((3, 3, 3, 9))
    (True, [(3, 3, 3)])
    """

    players: int

    def is_zero(self, heaps: tuple[int, ...]) -> bool:
        """Return whether Δ is 0."""
        return is_zero(heaps, self.players)

    def winning_options(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the options in which Δ is 0, each once."""
        found: dict[tuple[int, ...], None] = {}
        for heap, others in each_heap(canonical_heaps(heaps)):
            sums = delta(others, self.players)
            # The heap must supply what a column lacks, which is one at most.
            if {*sums} <= {0, self.players - 1}:
                left = int("".join("01"[digit > 0] for digit in sums) or "0", 2)
                if left < heap:
                    found[canonical_heaps((*others, left))] = None
        return list(found)


def _check_players(players: object) -> int:
    return check_integer(players, "the number of players", least=2)


def _columns(heaps: Sequence[int], width: int) -> list[tuple[str, ...]]:
    """Return the columns of the heaps in binary, as characters, the most significant first."""
    return list(zip(*(f"{heap:0{width}b}" for heap in heaps))) if width else []


def _sums(heaps: Sequence[int], players: int, width: int) -> tuple[int, ...]:
    return tuple([column.count("1") % players for column in _columns(heaps, width)])


# --- The algorithm -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A table of the algorithm: the heaps now, their column sums, and what has just been changed.

    Changing the rows `changed` has made the sum of `column`, counted from the left, 0; in the first
    table `column` is `None`.
    """

    heaps: tuple[int, ...]
    sums: tuple[int, ...]
    column: int | None = None
    changed: tuple[int, ...] = ()


def _top_down(rows: Sequence[int], count: int) -> Sequence[int]:
    return rows[:count]


def reduction(
    heaps: tuple[int, ...],
    players: int,
    choose: Chooser = _top_down,
    start: Literal["leftmost", "not n - 1"] = "leftmost",
) -> list[Step]:
    """Return the tables of the algorithm that makes Δ zero, from the first one to the last.

    In the leftmost column whose sum m is not 0, it turns m ones into zeros, and makes every digit
    to the right of them a one. It prefers rows that it has changed before; among those, and among
    the others, `choose` decides. At most `players` - 1 heaps change, and each becomes smaller, so
    at most `players` - 1 moves lead to the last table, a 0-position. (podium.ex-algorithm)

    Args:
        heaps: the rows, a tuple of integers.
        players: the number of players, which is the modulus n of the sums.
        choose: takes rows, numbered from 0, and how many of them to choose; by default it chooses
            the first ones, as in the source's example.
        start: the column to begin with. The source says "with a nonzero sum, and say that sum is
            m ≠ n − 1": either the leftmost whose sum is not 0, or the leftmost whose sum is
            neither 0 nor n − 1. With the latter, more than n − 1 heaps may change, and if there
            is no such column, none does.

    >>> for step in reduction((47, 4, 20, 23, 44), 4):
    ...     print(step.heaps, step.sums, step.changed)
    (47, 4, 20, 23, 44) (2, 2, 2, 1, 2, 2) ()
    (31, 4, 20, 23, 31) (0, 0, 2, 1, 3, 3) (0, 4)
    (23, 4, 20, 23, 23) (0, 0, 0, 1, 3, 3) (0, 4)
    (19, 4, 20, 23, 23) (0, 0, 0, 0, 3, 3) (0,)
    (17, 4, 20, 21, 21) (0, 0, 0, 0, 0, 3) (0, 3, 4)
    (16, 4, 20, 20, 20) (0, 0, 0, 0, 0, 0) (0, 3, 4)
    """
    rows, players = list(check_heaps(heaps)), _check_players(players)
    check_callable(choose, "the chooser", "rows and how many to choose")
    check_choice(start, "the start", ("leftmost", "not n - 1"))
    width = max(rows, default=0).bit_length()
    steps = [Step(tuple(rows), _sums(rows, players, width))]
    passed = {0} if start == "leftmost" else {0, players - 1}
    modified: set[int] = set()
    while any(sums := steps[-1].sums):
        column = next((c for c, m in enumerate(sums) if m not in passed), None)
        if column is None:
            break
        passed = {0}
        place = 1 << (width - 1 - column)
        ones = [row for row, heap in enumerate(rows) if heap & place]
        before = [row for row in ones if row in modified]
        again = _chosen(choose, before, min(sums[column], len(before)))
        fresh = [row for row in ones if row not in modified]
        changed = again | _chosen(choose, fresh, sums[column] - len(again))
        for row in changed:
            rows[row] = (rows[row] ^ place) | (place - 1)
        modified |= changed
        steps.append(Step(tuple(rows), _sums(rows, players, width), column, tuple(sorted(changed))))
    return steps


def _chosen(choose: Chooser, rows: list[int], count: int) -> set[int]:
    chosen = set(choose(rows, count)) if count else set()
    if len(chosen) != count or not chosen.issubset(rows):
        raise ValueError(
            f"the chooser must choose {count} of the rows {short_repr(rows)}, not "
            f"{short_repr(chosen)}"
        )
    return chosen


# --- Ranks ---------------------------------------------------------------------------------------


def rank(heaps: tuple[int, ...], players: int) -> int:
    """Return the podium rank of a position of Nim: the fewest heaps to lower so that Δ is 0.

    A move lowers the rank by at most 1, and from a rank above 0 some move does; so the rank is the
    least number of moves to a 0-position. Several moves in one heap can be made as one, and one
    move in each of n - 1 heaps is enough for n players. With fewer heaps than players, no column
    can add up to n, and all must go: the rank is how many are not empty. (podium.def-2.3)

    The search tries 0 heaps, 1, and so on; it goes through the columns from the left and keeps the
    sets of heaps that may have been lowered so far: for rank q, sets of at most q of the k heaps.
    It is fast for a dozen heaps and any n, or for many heaps and few players, however large.

    >>> rank((2, 1), 3), rank((47, 4, 20, 23, 44), 4), rank((2**64, 5, 7, 7), 4)
    (2, 3, 3)
    """
    heaps, players = check_heaps(heaps), _check_players(players)
    ordered = sorted(filter(None, heaps))
    return len(ordered) if len(ordered) < players else _rank(tuple(ordered), players)


@lru_cache(maxsize=1 << 14)  # the order of the heaps does not matter, and tables have each in many
def _rank(heaps: tuple[int, ...], players: int) -> int:
    if is_zero(heaps, players):
        return 0
    columns = _rows_of_ones(heaps)
    enough = (most for most in range(1, players - 1) if _can_lower(columns, players, most))
    return next(enough, players - 1)


def nearest(heaps: tuple[int, ...], players: int) -> list[tuple[int, ...]]:
    """Return every position with Δ = 0 that is reached by lowering as few heaps as possible.

    Where digits can be chosen freely, each choice gives one: with large heaps there are often very
    many. The limits are those of `rank`. (podium.ex-algorithm)

    >>> nearest((3, 3, 2, 2), 3)
    [(3, 3, 1, 2), (3, 3, 2, 1)]
    """
    fewest = rank(heaps, players)
    found = [(frozenset[int](), (0,) * len(heaps))]
    for ones in _rows_of_ones(heaps):
        found = [
            (after, tuple(2 * heap + (row in digits) for row, heap in enumerate(upper)))
            for lowered, upper in found
            for after, count in _lower(ones, lowered, players, fewest)
            for raised in combinations(lowered, count)
            for digits in [(ones - after).union(raised)]
        ]
    return sorted(position for _, position in found)


def _rows_of_ones(heaps: Sequence[int]) -> list[frozenset[int]]:
    """Return for each column, most significant first, the heaps that have a one there."""
    columns = _columns(heaps, max(heaps, default=0).bit_length())
    return [frozenset(row for row, one in enumerate(column) if one == "1") for column in columns]


def _can_lower(columns: Sequence[frozenset[int]], players: int, most: int) -> bool:
    """Return whether lowering up to `most` heaps can make every column 0."""
    layer = {frozenset[int]()}
    for ones in columns:
        layer = {after for lowered in layer for after, _ in _lower(ones, lowered, players, most)}
    return bool(layer)


def _lower(
    ones: frozenset[int], lowered: frozenset[int], players: int, most: int
) -> Iterator[tuple[frozenset[int], int]]:
    """Yield the ways to make a column 0, given the heaps lowered so far, whose digits are free.

    Each is the set of heaps lowered after it, and how many of the heaps so far it gives a one.
    """
    others = ones - lowered
    for more in range(min(most - len(lowered), len(others)) + 1):
        raised = (more - len(others)) % players
        if raised <= len(lowered):
            for chosen in combinations(others, more):
                yield lowered.union(chosen), raised
