"""Explanations of illegal moves and descriptions of legal ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from nimtwist.checks import short_repr
from nimtwist.protocol import canonical, check_move, turned
from nimtwist.sums import Addable


class MoveMixin(Addable, ABC):
    """Mixin for games that explain illegal moves, describe legal ones, and can be added.

    Subclasses implement `_describe_move` and may override `_why_illegal`; both receive positions in
    canonical form only.
    """

    def _why_illegal(self, before: Any, after: Any) -> str | None:
        """Return why no move leads from `before` to `after`, or `None` if one does.

        An override may also raise a `ValueError` whose message is the reason.
        """
        rules: Any = self
        if after in rules.options(before):
            return None
        target = short_repr(rules.show(turned(rules, after)))
        return f"no move turns {short_repr(rules.show(before))} into {target}"

    @abstractmethod
    def _describe_move(self, before: Any, after: Any) -> str:
        """Describe the legal move from `before` to `after`, starting with a verb."""

    def why_illegal(self, position: Any, option: Any, /) -> str | None:
        """Explain why a move to `option` is illegal, or return `None` if it is legal."""
        rules: Any = self
        try:
            return self._why_illegal(canonical(rules, position), canonical(rules, option))
        except ValueError as error:
            return str(error)

    def describe_move(self, position: Any, option: Any, /) -> str:
        """Describe the move from `position` to `option`; see `nimtwist.game.describe_move`."""
        rules: Any = self
        check_move(rules, position, option)
        return self._describe_move(canonical(rules, position), canonical(rules, option))
