"""`solve`: who wins a position, with its value, the winning moves and the reason.

`BestSolver` is the one place where a method is preferred to another. Every method is sound for the
positions and the kind of play that it accepts; tests compare all of them with a plain search.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal, get_args

from nimtwist._methods import (
    SMALL_WORK,
    Metered,
    Searching,
    SolvingMethod,
    TooMuch,
    Unable,
    methods,
)
from nimtwist._methods import (
    Method as Method,
)
from nimtwist._methods import (
    Play as Play,
)
from nimtwist.checks import check_choice, short_repr, shorten
from nimtwist.game import (
    EndlessPlayError,
    Oracle,
    Rank,
    SearchLimitError,
)
from nimtwist.protocol import (
    Ruleset,
    canonical,
    check_ruleset,
    count_options,
    describe_move,
    show,
)
from nimtwist.solver import MAX_POSITIONS, Solver
from nimtwist.sums import SumSolver

__all__ = ["Answer", "BestSolver", "solve"]

_WORK_PER_POSITION = 200  # of a game's own solver
_MAX_LISTED = 1000  # of more options, the winning ones need not all be found


@dataclass(frozen=True)
class Answer:
    """The solution of a position; as text, it is a sentence.

    Args:
        outcome: "P" if the player who just moved wins, "N" if the player to move does, or "D" for a
            draw. With several players, "P" stands for rank 0 and "N" for the others.
        value: the Grundy value; for a loopy game, perhaps a `Loopy` value; in misère play, the
            genus; with several players, the podium rank; `None` if the method does not give it.
        winning: the options that are P-positions. If a position has more than 1,000 options, some
            may be missing, but at least one is present if the outcome is "N".
        method: the name of the method.
        reason: a phrase that says why the answer is right: the theorem and the hypothesis that was
            checked, or the number of positions searched.
        rules: the ruleset.
        position: the position, in canonical form.
        play: "normal", "misère" or the number of players.

    >>> from nimtwist.games import Nim
    >>> print(solve(Nim(), (1000, 999)))
    (1000, 999) is an N-position with Grundy value 15: to win, take 1 from the heap of 1000.
    Closed form: the Grundy value of a position of Nim is the nim-sum of its heaps (Bouton).
    """

    outcome: Literal["P", "N", "D"]
    value: Any
    winning: list[Any]
    method: Method
    reason: str
    rules: Ruleset[Any] = field(repr=False, compare=False)
    position: Any = field(repr=False, compare=False)
    play: Play = field(repr=False, compare=False)

    def __str__(self) -> str:
        if isinstance(self.play, int):
            place = self.value or self.play
            first = f"has rank {self.value} with {self.play} players: the player to move comes in "
            first += f"place {place} of {self.play}"
        else:
            kind = {"P": "a P-position", "N": "an N-position", "D": "a draw"}[self.outcome]
            first = f"is {kind}{self._value_phrase}: {self._who_wins}"
        if self.play == "misère":
            first += " (misère play)"
        why = f"{self.method[0].upper()}{self.method[1:]}: {self.reason}"
        return f"{shorten(show(self.rules, self.position))} {first}.\n{why}."

    @property
    def _value_phrase(self) -> str:
        if self.value is None:
            return ""
        return f" with {'genus' if self.play == 'misère' else 'Grundy value'} {self.value}"

    @property
    def _who_wins(self) -> str:
        if self.outcome == "D":
            return "neither player can force a win"
        if self.outcome == "P":
            return "the player who just moved wins"
        if not self.winning:  # in misère play, a position without options
            return "the player to move wins, without a move"
        return f"to win, {describe_move(self.rules, self.position, self.winning[0])}"


def show_play(play: Play) -> str:
    """Return the name of a kind of play."""
    return f"{play} players" if isinstance(play, int) else f"{play} play"


def solve(
    rules: Ruleset[Any],
    position: Any,
    play: Play = "normal",
    *,
    players: int | None = None,
    method: Method | None = None,
    progress: Callable[[int], object] | None = None,
    limit: int | None = MAX_POSITIONS,
) -> Answer:
    """Return who wins a position, with its value, the winning moves, and why.

    To ask about several positions of a game, create one `BestSolver`.

    Args:
        rules: any impartial ruleset; play need not end.
        position: a position of the game.
        play: "normal", "misère", or the number of players for the podium rule.
        players: the number of players, as an alternative to `play`.
        method: the only method to use; by default, the cheapest one that is sound here. "search"
            uses the rules only.
        progress: see `Solver`.
        limit: see `Solver`.

    Raises:
        ValueError: if an argument is invalid, if the method cannot solve the position, or if, with
            several players, play can lead from a position back to itself.
        SearchLimitError: if the game is too large to search and no other method applies.

    >>> from nimtwist.games import Kayles, Nim
    >>> answer = solve(Kayles(), (100_000, 5))
    >>> answer.outcome, answer.value, answer.method
    ('N', 5, 'period')
    >>> solve(Kayles(), (30, 25, 20), "misère").method
    'misère quotient'
    >>> solve(Nim(), (2, 1), players=3).value
    2
    """
    if players is not None:
        play = players
    solver = BestSolver(rules, play, method=method, progress=progress, limit=limit)
    return solver.solve(position)


class BestSolver(Oracle[Any]):
    """A solver that uses, for each position, the cheapest method that is sound for it.

    It keeps what it has computed: values, periods, certificates and quotients. The arguments are
    those of `solve`. `spend`, if given, is called with the work of each step of a search: the total
    size of the options of a position. It may raise an exception to pause the search; the next call
    goes on.

    >>> from nimtwist.games import Kayles
    >>> solver = BestSolver(Kayles())
    >>> solver.outcome((7, 2)), solver.grundy((100_000, 5))
    ('P', 5)
    """

    def __init__(
        self,
        rules: Ruleset[Any],
        play: Play = "normal",
        *,
        method: Method | None = None,
        progress: Callable[[int], object] | None = None,
        limit: int | None = MAX_POSITIONS,
        spend: Callable[[int], object] | None = None,
    ) -> None:
        check_ruleset(rules, "a solver")
        if isinstance(play, str):
            play = "misère" if str(play) == "misere" else play
            check_choice(play, "play", ("normal", "misère"))
        else:
            Rank(play)
        if method is not None:
            check_choice(method, "method", get_args(Method))
        self.rules, self.play, self.method = rules, play, method
        self.progress, self.limit, self.spend = progress, limit, spend
        self._metered = Metered(rules, self)
        self._budget: float = inf
        self._searchers: dict[Callable[..., Any], Any] = {}
        self._endless, self._counted = False, 0
        self._methods = methods(self)

    def __repr__(self) -> str:
        return f"BestSolver({self.rules!r}, {self.play!r})"

    def solve(self, position: Any, /) -> Answer:
        """Return the outcome of a position, its value, the winning moves, and why."""
        position = canonical(self.rules, position)
        used, outcome = self._first(position, lambda method: method.outcome(position))
        value, reason = used.value(position), used.reason(position)
        if value is None and self.play == "normal":
            # The theory says who wins, and a search adds the value if it is short.
            search = Searching(self, SMALL_WORK)
            with suppress(EndlessPlayError, SearchLimitError, TooMuch):
                value = search.value(position)
                reason += f"; the Grundy value comes from {search.reason(position)}"
        winning = dict.fromkeys(used.winning_options(position))
        if outcome == "N" and count_options(self.rules, position) <= _MAX_LISTED:
            winning |= dict.fromkeys(used.all_winning_options(position))
        return Answer(
            outcome, value, list(winning), used.name, reason, self.rules, position, self.play
        )

    def outcome(self, position: Any, /) -> Any:
        """Return "P", "N" or, for a loopy game, perhaps "D"."""
        position = canonical(self.rules, position)
        return self._first(position, lambda method: method.outcome(position))[1]

    def value(self, position: Any, /) -> Any:
        """Return the Grundy value, the loopy value, the genus or the podium rank of a position."""
        position = canonical(self.rules, position)
        return self._first(position, lambda method: method.value_if_solved(position))[1]

    def grundy(self, position: Any, /) -> int:
        """Return the Grundy value of a position.

        Raises:
            ValueError: if play is not normal.
            EndlessPlayError: if the value is not an integer.
        """
        if self.play != "normal":
            play = show_play(self.play)
            raise ValueError(f"Grundy values are defined for normal play only, not for {play}")
        value = self.value(position)
        if not isinstance(value, int):
            raise EndlessPlayError(position)
        return value

    def rank(self, position: Any, players: object) -> int:
        """Return the podium rank.

        Raises:
            ValueError: if `players` is not the number that this solver is for.
        """
        if not isinstance(self.play, int) or players != self.play:
            raise ValueError(
                f"this solver is for {show_play(self.play)}, not for {short_repr(players)} players"
            )
        rank: int = self.value(position)
        return rank

    def winning_options(self, position: Any, /) -> list[Any]:
        """Return options that are P-positions, best first: perhaps not all, but at least one."""
        position = canonical(self.rules, position)
        used, _ = self._first(position, lambda method: method.outcome(position))
        return used.winning_options(position)

    def options_of_value(self, position: Any, value: int, /) -> list[Any]:
        """Return the options that have a given Grundy value; see `Answer`."""
        position = canonical(self.rules, position)
        used, _ = self._first(position, lambda method: method.value_if_solved(position))
        return used.options_of_value(position, value)

    def _first(
        self, position: Any, ask: Callable[[SolvingMethod], Any]
    ) -> tuple[SolvingMethod, Any]:
        """Return the first method that can answer a question, and its answer.

        Raises:
            ValueError: if there is none.
        """
        failure: ValueError | None = None
        for method in self._methods:
            if isinstance(failure, SearchLimitError) and isinstance(method, Searching):
                continue  # a search that has run out of memory need not be repeated
            try:
                answer = ask(method)
            except TooMuch:
                pass
            except SearchLimitError as error:
                failure = error
            except EndlessPlayError as error:
                # Podium ranks are not defined here, but perhaps for other positions.
                failure, self._endless = error, not isinstance(self.play, int)
            except Unable:
                continue
            else:
                if answer is not None and self.method in (None, "search", method.name):
                    return method, answer
        raise failure or ValueError(
            f"{f'{self.method} does not solve' if self.method else 'no method solves'} "
            f"{short_repr(position)} of {short_repr(self.rules)} ({show_play(self.play)})"
        )

    def _like(self, rules: Ruleset[Any]) -> BestSolver:
        """Return a solver for a part of a sum, whose work counts as the work of this one."""
        return BestSolver(rules, progress=self.progress, limit=self.limit, spend=self._charge)

    def _searcher(self, make: Callable[..., Any]) -> Any:
        """Return the solver of this kind, which keeps its results."""
        if make not in self._searchers:
            if make is Solver:
                misere = self.play == "misère"
                made: Any = Solver(self._metered, self.progress, misere=misere, limit=self.limit)
            elif make is SumSolver:
                made = SumSolver(self._metered, self.progress, limit=self.limit)
            else:
                made = make(self._count)
            self._searchers[make] = made
        return self._searchers[make]

    def _count(self, positions: int) -> None:
        """Report the progress of a game's own solver."""
        if self.progress:
            self.progress(positions)
        self._charge(_WORK_PER_POSITION * (positions - self._counted))
        self._counted = positions

    def _charge(self, work: int) -> None:
        """Record work of a search, and stop it if it is too much."""
        self._budget -= work
        if self._budget < 0:
            raise TooMuch
        if self.spend:
            self.spend(work)
