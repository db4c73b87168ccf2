"""Several players under the podium rule: whom the engine plays, what they like, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from nimbook.more_than_two_players.exhibits import PLAYERS, place_name, podium_picture
from nimtwist.game import Solver

__all__ = ["MOST_PLAYERS", "Podium", "some_of"]

MOST_PLAYERS = len(PLAYERS)


class Podium:
    """The others at a table with the reader: each moves to the least rank that can be left.

    Args:
        solver: knows the ranks.
        players: how many play, the reader among them, who begins.
        show: returns a position as text.
    """

    def __init__(self, solver: Solver[Any], players: int, show: Callable[[Any], str]) -> None:
        self.names = PLAYERS[1:players]
        self.seats = f"<p>The order of play: you, {', '.join(self.names)}.</p>"
        self._solver, self._count, self._show = solver, players, show

    def _places(self, position: Any) -> dict[Any, int]:
        """Return in which place a player finishes by each option, if all play for their places."""
        options = dict.fromkeys(self._solver.rules.options(position))
        return {option: self._solver.rank(option, self._count) + 1 for option in options}

    def best(self, position: Any) -> Any:
        # The last of several: in Nim it takes the fewest sticks, and the game goes on for longer.
        places = self._places(position)
        return min(reversed(places), key=places.__getitem__)

    def reason(self, name: str, action: str, position: Any, option: Any) -> str:
        """Return who does what and why, as HTML: "Bob takes 2 from the heap of 5, ..."."""
        places = self._places(position)
        place, others = places[option], list(places.values())
        alike = others.count(place) - 1
        worse = " or ".join(place_name(other) for other in sorted(set(others) - {place}))
        if not worse:
            why = "Every other move is as good." if alike else "There is no other move."
        elif not alike:
            why = f"Every other move leaves {name} {worse}."
        else:
            as_good = f"{alike} others are" if alike > 1 else "Another one is"
            why = f"{as_good} as good; the rest leave {name} {worse}."
        return (
            f"<p><b>{name}</b> {escape(action)}. The rank is {place - 1} then, so {name} is to "
            f"finish {place_name(place)}. {why}</p>"
        )

    def standings(self, winner: int) -> str:
        """Return who has finished where, if the last move was by the player of this number."""
        return podium_picture(self._order(winner))

    def _order(self, winner: int) -> list[str]:
        names = ("you", *self.names)
        return [names[(winner - behind) % self._count] for behind in range(self._count)]

    def judge(self, position: Any) -> str:
        """Return who is to finish where when it is the reader's turn."""
        rank = self._solver.rank(position, self._count)
        places = ", ".join(
            f"{place_name(place)} {name}" for place, name in enumerate(self._order(rank - 1), 1)
        )
        return f"{escape(self._show(position))} has rank {rank}. If all play well: {places}."

    def hint(self, position: Any) -> str:
        """Return by which moves the reader finishes best."""
        places = self._places(position)
        best = min(places.values())
        if set(places.values()) == {best}:
            return f"By every move you are to finish {place_name(best)}."
        moves = [self._show(option) for option, place in places.items() if place == best]
        return f"To finish {place_name(best)}, leave {some_of([*dict.fromkeys(moves)])}."


def some_of(moves: Sequence[str]) -> str:
    """Return the first three of several moves, and how many more there are."""
    more = f", or {len(moves) - 3} more" if len(moves) > 3 else ""
    return f"{' or '.join(moves[:3])}{more}"
