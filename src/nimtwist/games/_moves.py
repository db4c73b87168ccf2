"""What all games say of moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from nimtwist._checks import short_repr
from nimtwist.game import canonical, check_move


class Moves(ABC):
    """Games that say why a move is illegal, and in words what a legal one does.

    They need only say it of positions in canonical form.
    """

    def _why_not(self, before: Any, after: Any) -> str | None:
        """Return why no move leads from `before` to `after`, or raise a `ValueError` that says it.

        If a move does, the result is `None`.
        """
        rules: Any = self
        if after in rules.options(before):
            return None
        turned = getattr(rules, "turned", lambda position: position)
        target = short_repr(rules.show(turned(after)))
        return f"no move turns {short_repr(rules.show(before))} into {target}"

    @abstractmethod
    def _words(self, before: Any, after: Any) -> str:
        """Return what a player does who moves from `before` to `after`."""

    def why_illegal(self, position: Any, option: Any, /) -> str | None:
        """Return why `option` is not an option of `position`, as a sentence; `None` if it is."""
        rules: Any = self
        try:
            return self._why_not(canonical(rules, position), canonical(rules, option))
        except ValueError as error:
            return str(error)

    def describe_move(self, position: Any, option: Any, /) -> str:
        """Return in words the move that leads to an option, see `nimtwist.game.describe_move`."""
        rules: Any = self
        check_move(rules, position, option)
        return self._words(canonical(rules, position), canonical(rules, option))
