"""Games with more than two players: the podium rule for any ruleset, and Li's theory of Nim.

B. Muliadi, "Many-player Nim with the podium rule", after S.-Y. R. Li, "N-person Nim and n-person
Moore's games", International Journal of Game Theory 7 (1978). `PodiumSolver` applies the podium
rule literally; `Solver.rank` is a shortcut. For Nim, the other functions compute the digit sums
modulo the number of players, run the algorithm that makes them 0, and compute the ranks. The heaps
must be a tuple of nonnegative integers, and there must be at least 2 players; any other argument
raises a `ValueError` that quotes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, Literal

from nimtwist.checks import check_callable, check_choice, check_integer, set_integer, short_repr
from nimtwist.game import Outcome
from nimtwist.games.heaps import canonical_heaps, check_heaps, each_heap
from nimtwist.protocol import Position
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
"""The place of each player on the podium, in order of play from the player to move."""

Chooser = Callable[[Sequence[int], int], Iterable[int]]
"""A function that takes a list of row numbers and a count, and returns that many of the rows."""

# Limits the length of standings, which have one entry per player.
_MAX_PLAYERS = 1000

# --- The podium rule -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Standings:
    """A rule for `Solver.evaluate` that computes the standings in which play can end.

    See `PodiumSolver.possible_standings` for play with and without the `podium` rule.

    Raises:
        ValueError: if `players` is not an integer from 2 to 1,000, or `podium` is not a bool.

    >>> sorted(Standings(3)([])), sorted(Standings(3)([frozenset({(3, 2, 1)})]))
    ([(3, 2, 1)], [(1, 3, 2)])
    """

    players: int
    podium: bool = True

    def __post_init__(self) -> None:
        set_integer(self, "players", 2, _MAX_PLAYERS)
        check_choice(self.podium, "podium", (True, False))

    def __call__(self, options: Sequence[frozenset[Standing]]) -> frozenset[Standing]:
        """Return the possible standings of a position, given those of its options."""
        if not options:
            return frozenset([tuple(range(self.players, 0, -1))])
        # After a move, the player who made it comes last in the order of play.
        worst = [max(self._cost(standing[-1]) for standing in option) for option in options]
        return frozenset(
            (standing[-1], *standing[:-1])
            for i, option in enumerate(options)
            for standing in option
            if all(self._cost(standing[-1]) <= cost for cost in worst[:i] + worst[i + 1 :])
        )

    def _cost(self, place: int) -> int:
        return place if self.podium else min(place, 2)


class PodiumSolver(Solver[Position]):
    """A `Solver` that applies the podium rule literally, for any number of players.

    A player who cannot move finishes last. The player who made the last move finishes first, the
    player who moved before them finishes second, and so on. Each player cares only about their
    own place (podium.def-2.1).

    >>> from nimtwist.games import Nim
    >>> PodiumSolver(Nim()).standings((2, 1), 3)
    (2, 1, 3)
    """

    def standings(self, position: Position, players: int) -> Standing:
        """Return the place of each player under optimal play, starting with the player to move."""
        [standing] = self.possible_standings(position, players)
        return standing

    def possible_standings(
        self, position: Position, players: int, podium: bool = True
    ) -> frozenset[Standing]:
        """Return the standings in which play can end if all players play optimally.

        Without the podium rule, players care only whether they win, and a player who cannot win may
        make any move. With the rule, a player's own place determines all the others, so nobody is
        ever indifferent, and there is exactly one possible standing (podium.thm-2.2).

        >>> from nimtwist.games import Nim
        >>> sorted(PodiumSolver(Nim()).possible_standings((2, 1), 3, podium=False))
        [(2, 1, 3), (3, 2, 1)]
        """
        return self.evaluate(position, Standings(players, podium))

    def winners(self, position: Position, players: int, podium: bool = True) -> frozenset[int]:
        """Return the players who can win under optimal play, where 0 is the player to move.

        >>> from nimtwist.games import Nim
        >>> solver = PodiumSolver(Nim())
        >>> sorted(solver.winners((2, 1), 3)), sorted(solver.winners((2, 1), 3, podium=False))
        ([1], [1, 2])
        """
        standings = self.possible_standings(position, players, podium)
        return frozenset(standing.index(1) for standing in standings)


# --- Digit sums modulo n -------------------------------------------------------------------------


def delta(heaps: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Return the digits of Δ, most significant first, one for each bit of the largest heap.

    If the heaps are written in binary below one another, each digit is the sum of a column modulo
    the number of players (podium.def-3.1).

    >>> delta((47, 4, 20, 23, 44), 4)
    (2, 2, 2, 1, 2, 2)
    """
    heaps, players = check_heaps(heaps), _check_players(players)
    return _sums(heaps, players, max(heaps, default=0).bit_length())


def is_zero(heaps: tuple[int, ...], players: int) -> bool:
    """Return whether Δ = 0, that is, whether the player who just moved wins (podium.thm-3.2).

    >>> is_zero((3, 5, 6), 2), is_zero((3, 5, 6), 3), is_zero((5, 5, 5), 3)
    (True, False, True)
    """
    return not any(delta(heaps, players))


@dataclass(frozen=True)
class ZeroSums:
    """Li's theory of Nim: a player who moves to a position with Δ = 0 wins (podium.thm-3.2).

    >>> ZeroSums(3).outcome((5, 5, 5)), ZeroSums(3).winning_options((3, 3, 3, 9))
    ('P', [(3, 3, 3)])
    """

    players: int
    theorem: ClassVar[str] = (
        "the rank is the least number of heaps that must be reduced to make all column sums 0 "
        "modulo the number of players, so Li's criterion gives rank 0"
    )

    def rank(self, heaps: tuple[int, ...]) -> int:
        """Return the podium rank of a position."""
        return rank(heaps, self.players)

    def outcome(self, heaps: tuple[int, ...]) -> Outcome:
        """Return "P" if Δ = 0, otherwise "N"."""
        return "P" if is_zero(heaps, self.players) else "N"

    def winning_options(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the distinct options with Δ = 0."""
        options: dict[tuple[int, ...], None] = {}
        for heap, others in each_heap(canonical_heaps(heaps)):
            sums = delta(others, self.players)
            # The new heap can add at most 1 to the sum of each column.
            if {*sums} <= {0, self.players - 1}:
                new = int("".join("01"[digit > 0] for digit in sums) or "0", 2)
                if new < heap:
                    options[canonical_heaps((*others, new))] = None
        return list(options)

    def best_options(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return options whose rank is 1 less: none if the rank is 0, and all if it is 1.

        >>> ZeroSums(3).best_options((3, 3, 2, 2))
        [(1, 2, 3, 3)]
        >>> ZeroSums(4).best_options((10**6, 10**6, 5))
        [(1000000, 1000000), (5, 1000000)]
        """
        heaps = canonical_heaps(heaps)
        targets = nearest(heaps, self.players, one_for_each_set=True)
        options = {
            canonical_heaps((*heaps[:i], new, *heaps[i + 1 :])): None
            for target in targets
            for i, (heap, new) in enumerate(zip(heaps, target))
            if new < heap
        }
        return list(options)


def _check_players(players: object) -> int:
    return check_integer(players, "the number of players", minimum=2)


def _columns(heaps: Sequence[int], width: int) -> list[tuple[str, ...]]:
    """Return the binary columns of the heaps as characters, most significant first."""
    return list(zip(*(f"{heap:0{width}b}" for heap in heaps))) if width else []


def _sums(heaps: Sequence[int], players: int, width: int) -> tuple[int, ...]:
    return tuple([column.count("1") % players for column in _columns(heaps, width)])


# --- The algorithm -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One table of the algorithm in `reduction`: the heaps, their column sums and the last change.

    The step that led to this table changed the rows listed in `changed` so that one column sum
    became 0. `column` is the number of this column, counted from 0 at the left, or `None` in the
    initial table.
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
    """Return the successive tables of the algorithm that reduces Δ to 0.

    In the leftmost column whose sum m is not 0, the algorithm turns m ones into zeros, and sets
    every digit to the right of them to one. It first uses rows that were changed in earlier steps,
    and then other rows if necessary; `choose` selects the rows in both cases. At most
    `players` - 1 heaps change, and each becomes smaller, so at most `players` - 1 moves lead to the
    last table, a 0-position (podium.ex-algorithm).

    Args:
        heaps: the rows, a tuple of integers.
        players: the number of players, which is the modulus n of the sums.
        choose: a function that takes a list of row numbers (counted from 0) and the number of rows
            to choose, and returns the chosen rows. The default function chooses the first rows in
            the list, as in the source's example.
        start: the column to start with. The source says "with a nonzero sum, and say that sum is m
            ≠ n − 1", which may mean the leftmost column whose sum is not 0 ("leftmost"), or the
            leftmost column whose sum is neither 0 nor n − 1 ("not n - 1"). Under the second
            reading, more than n − 1 heaps may change, and if there is no such column, no heap
            changes.

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
    check_callable(choose, "choose", "a list of rows and a number")
    check_choice(start, "start", ("leftmost", "not n - 1"))
    width = max(rows, default=0).bit_length()
    steps = [Step(tuple(rows), _sums(rows, players, width))]
    skipped = {0} if start == "leftmost" else {0, players - 1}
    modified: set[int] = set()
    while any(sums := steps[-1].sums):
        column = next((c for c, m in enumerate(sums) if m not in skipped), None)
        if column is None:
            break
        skipped = {0}
        place = 1 << (width - 1 - column)
        ones = [row for row, heap in enumerate(rows) if heap & place]
        old = [row for row in ones if row in modified]
        reused = _choose_rows(choose, old, min(sums[column], len(old)))
        new = [row for row in ones if row not in modified]
        changed = reused | _choose_rows(choose, new, sums[column] - len(reused))
        for row in changed:
            rows[row] = (rows[row] ^ place) | (place - 1)
        modified |= changed
        steps.append(Step(tuple(rows), _sums(rows, players, width), column, tuple(sorted(changed))))
    return steps


def _choose_rows(choose: Chooser, rows: list[int], count: int) -> set[int]:
    chosen = set(choose(rows, count)) if count else set()
    if len(chosen) != count or not chosen.issubset(rows):
        raise ValueError(
            f"choose must return {count} of the rows {short_repr(rows)}, not {short_repr(chosen)}"
        )
    return chosen


# --- Ranks ---------------------------------------------------------------------------------------


def rank(heaps: tuple[int, ...], players: int) -> int:
    """Return the podium rank of a position of Nim (podium.def-2.3).

    The rank is the minimum number of heaps that must be reduced to make Δ = 0. A move lowers the
    rank by at most 1, and if the rank is positive, some move lowers it; so the rank is the minimum
    number of moves to a 0-position. Several moves in the same heap can be combined into one, and
    for n players, one move in each of n - 1 heaps suffices. With fewer heaps than players, no
    column can add up to n, so every heap must be emptied: the rank is the number of nonempty heaps.

    The search tries 0 heaps, then 1, and so on. To test whether q heaps suffice, it scans the
    columns from the left and keeps track of the possible sets of at most q heaps reduced so far.
    The search is fast for up to a dozen heaps with any number of players, and for many heaps with
    few players, regardless of the heap sizes.

    >>> rank((2, 1), 3), rank((47, 4, 20, 23, 44), 4), rank((2**64, 5, 7, 7), 4)
    (2, 3, 3)
    """
    heaps, players = check_heaps(heaps), _check_players(players)
    ordered = sorted(filter(None, heaps))
    return len(ordered) if len(ordered) < players else _rank(tuple(ordered), players)


@lru_cache(maxsize=1 << 14)  # in tables of ranks, the same heaps occur in many orders
def _rank(heaps: tuple[int, ...], players: int) -> int:
    if is_zero(heaps, players):
        return 0
    columns = _rows_of_ones(heaps)
    possible = (count for count in range(1, players - 1) if _can_lower(columns, players, count))
    return next(possible, players - 1)


def nearest(
    heaps: tuple[int, ...], players: int, *, one_for_each_set: bool = False
) -> list[tuple[int, ...]]:
    """Return every position with Δ = 0 that can be reached by reducing as few heaps as possible.

    Some digits can be chosen freely, so there are often a great many such positions if heaps are
    large; `one_for_each_set` returns only one for each set of heaps that may be reduced. The
    practical limits are the same as for `rank` (podium.ex-algorithm).

    >>> nearest((3, 3, 2, 2), 3)
    [(3, 3, 1, 2), (3, 3, 2, 1)]
    """
    check_choice(one_for_each_set, "one_for_each_set", (True, False))
    fewest = rank(heaps, players)
    partial = [(frozenset[int](), (0,) * len(heaps))]
    for ones in _rows_of_ones(heaps):
        partial = [
            (after, tuple(2 * heap + (row in digits) for row, heap in enumerate(upper)))
            for lowered, upper in partial
            for after, count in _lower(ones, lowered, players, fewest)
            for raised in combinations(lowered, count)
            for digits in [(ones - after).union(raised)]
        ]
        if one_for_each_set:
            partial = list(dict(partial).items())
    return sorted(position for _, position in partial)


def _rows_of_ones(heaps: Sequence[int]) -> list[frozenset[int]]:
    """Return, for each binary column from left to right, the set of heaps with a one there."""
    columns = _columns(heaps, max(heaps, default=0).bit_length())
    return [frozenset(row for row, one in enumerate(column) if one == "1") for column in columns]


def _can_lower(columns: Sequence[frozenset[int]], players: int, limit: int) -> bool:
    """Return whether reducing at most `limit` heaps can make all column sums 0."""
    layer = {frozenset[int]()}
    for ones in columns:
        layer = {after for lowered in layer for after, _ in _lower(ones, lowered, players, limit)}
    return bool(layer)


def _lower(
    ones: frozenset[int], lowered: frozenset[int], players: int, limit: int
) -> Iterator[tuple[frozenset[int], int]]:
    """Yield the ways to make a column sum 0 if heaps in `lowered` can have either digit there.

    Each way is a pair: the set of heaps reduced after this column, and the number of heaps in
    `lowered` whose digit is set to one.
    """
    others = ones - lowered
    for more in range(min(limit - len(lowered), len(others)) + 1):
        raised = (more - len(others)) % players
        if raised <= len(lowered):
            for chosen in combinations(others, more):
                yield lowered.union(chosen), raised
