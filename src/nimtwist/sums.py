"""Compound games: disjunctive sums, games with several moves per turn, and a solver for sums."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, Generic

from nimtwist.checks import check_text, set_integer, short_repr
from nimtwist.game import ValueOracle, least_absent, list_options, options_of, read_position
from nimtwist.protocol import (
    Notation,
    Position,
    Ruleset,
    canonical,
    check_move,
    check_ruleset,
    describe_move,
    show,
    splitter,
    turned,
)
from nimtwist.solver import MAX_POSITIONS, Search

__all__ = ["Addable", "MultiMove", "Sum", "SumSolver"]

_MAX_DEPTH = 50  # limits the nesting of sums, whose methods are recursive


class Addable:
    """Mixin for rulesets that can be added: `rules + others` is their `Sum`."""

    def __add__(self, others: Ruleset[Any], /) -> Sum:
        """Return the disjunctive sum of two games or sums, without nesting.

        >>> from nimtwist.games import Kayles, Nim
        >>> Nim() + Kayles() + Nim()
        Sum(Nim(), Kayles(), Nim())
        """
        both: Any = (self, others)
        return Sum(*chain.from_iterable(one.rules if type(one) is Sum else [one] for one in both))


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


@dataclass(frozen=True, init=False, repr=False)
class Sum(MoveMixin):
    """The disjunctive sum of games: in each turn, a player moves in exactly one component.

    A position is a tuple with one position for each ruleset. The sum of impartial games is itself
    impartial, so a `Solver` accepts it like any other ruleset.

    Raises:
        ValueError: if an argument is not a ruleset, or if sums are nested more than 50 deep.

    >>> from nimtwist.games import Kayles, Nim
    >>> Sum(Nim(), Nim()).options(((1,), (2,)))
    [((), (2,)), ((1,), ()), ((1,), (1,))]
    >>> Nim() + Kayles()
    Sum(Nim(), Kayles())
    """

    rules: tuple[Ruleset[Any], ...]
    _depth: int = field(compare=False)

    def __init__(self, *rules: Ruleset[Any]) -> None:
        for one in rules:
            check_ruleset(one, "a sum")
        object.__setattr__(self, "rules", rules)
        depth = 1 + max((rules._depth for rules in self.rules if isinstance(rules, Sum)), default=0)
        if depth > _MAX_DEPTH:
            raise ValueError(f"sums can be nested at most {_MAX_DEPTH} deep, not {depth}")
        object.__setattr__(self, "_depth", depth)

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(repr, self.rules))})"

    def canonical(self, position: tuple[Any, ...], /) -> tuple[Any, ...]:
        """Return the position with every component in canonical form."""
        if not isinstance(position, tuple) or len(position) != len(self.rules):
            raise ValueError(
                f"position {short_repr(position)} does not fit a sum of {len(self.rules)} games: "
                "it must be a tuple with one position for each"
            )
        return tuple(map(canonical, self.rules, position))

    def options(self, position: tuple[Any, ...], /) -> list[tuple[Any, ...]]:
        """Return every position that results from a move in one component."""
        position = self.canonical(position)
        return [
            (*position[:i], option, *position[i + 1 :])
            for i, rules in enumerate(self.rules)
            for option in rules.options(position[i])
        ]

    def show(self, position: tuple[Any, ...], /) -> str:
        """Return the components in the notation of their games, joined by plus signs.

        >>> from nimtwist.games import Kayles, Nim
        >>> Sum(Kayles(), Nim()).show(((5,), (2, 1)))
        '(5) + (2, 1)'
        """
        return " + ".join(
            show(rules, place) for rules, place in zip(self.rules, self.canonical(position))
        )

    def read(self, text: str, /) -> tuple[Any, ...]:
        """Parse a position: those of the games, in their notation or in Python's, and plus signs.

        >>> from nimtwist.games import Kayles, Vectors
        >>> Sum(Kayles(), Vectors(repeated=[(1, 0), (0, 1), (1, 1)])).read("5, 2 + 3, 4")
        ((2, 5), (3, 4))
        """
        parts, games = _split_at_plus(check_text(text)), self._count_games()
        if len(parts) != games:
            raise ValueError(
                f"{short_repr(text)} is not a sum of {games} games: expected one position for "
                "each, separated by plus signs"
            )
        return self._assemble(iter(parts))

    def _count_games(self) -> int:
        return sum(one._count_games() if isinstance(one, Sum) else 1 for one in self.rules)

    def _assemble(self, parts: Iterator[str]) -> tuple[Any, ...]:
        return tuple(
            one._assemble(parts) if isinstance(one, Sum) else read_position(one, next(parts))
            for one in self.rules
        )

    def _why_illegal(self, before: tuple[Any, ...], after: tuple[Any, ...]) -> str | None:
        places = zip(self.rules, before, after)
        moves = [(rules, old, new) for rules, old, new in places if old != new]
        if len(moves) != 1:
            return f"a move must change exactly one of the games, but this one changes {len(moves)}"
        [(rules, old, new)] = moves
        if isinstance(rules, Notation):
            return rules.why_illegal(old, new)
        legal = new in rules.options(old)
        return None if legal else f"{short_repr(new)} is not an option of {short_repr(old)}"

    def _describe_move(self, before: tuple[Any, ...], after: tuple[Any, ...]) -> str:
        places = enumerate(zip(self.rules, before, after), 1)
        [(game, (rules, old, new))] = [place for place in places if place[1][1] != place[1][2]]
        return f"{describe_move(rules, old, new)} in game {game}"


def _split_at_plus(text: str) -> list[str]:
    """Split a text at the plus signs that are not inside brackets or quotation marks.

    >>> _split_at_plus("(1 + 2) + 'a+b'")
    ['(1 + 2)', "'a+b'"]
    """
    parts, depth = [""], 0
    for token in re.findall(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|.", text, re.DOTALL):
        depth += (token in "([{") - (token in ")]}")
        if token == "+" and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return [part.strip() for part in parts]


@dataclass(frozen=True)
class MultiMove(Addable, Generic[Position]):
    """The game in which each turn consists of 1 to `most` consecutive moves of another game.

    Its P-positions are the positions of rank 0 in that game with `most` + 1 players
    (podium.lemma-2.4).

    Raises:
        ValueError: if `rules` has no `options`, or `most` is not an integer ≥ 1.

    >>> from nimtwist.games import Nim
    >>> MultiMove(Nim(), 2).options((1, 1))
    [(1,), ()]
    """

    rules: Ruleset[Position]
    most: int

    def __post_init__(self) -> None:
        check_ruleset(self.rules, "a multi-move")
        set_integer(self, "most", 1)

    def canonical(self, position: Position, /) -> Position:
        """Return the canonical form of a position in the underlying game."""
        return canonical(self.rules, position)

    def options(self, position: Position, /) -> list[Position]:
        """Return the distinct positions that 1 to `most` moves can reach, fewest moves first."""
        search = Search(self.rules, limit=MAX_POSITIONS)
        search._begin()
        reached: dict[Position, None] = {}
        layer = [canonical(self.rules, position)]
        for _ in range(self.most):
            before, known = layer, len(reached)
            for old in before:
                options = options_of(self.rules, old)
                reached.update(dict.fromkeys(options))
                search._count(len(options) + 1, len(reached), position)
            layer = [*islice(reached, known, None)]
            if not layer:
                break
        return list(reached)


class SumSolver(Search[Position], ValueOracle[Position]):
    """A solver for outcomes and Grundy values that solves each component of a sum only once.

    By the theorem of R. Sprague and P. M. Grundy, the Grundy value of a disjunctive sum is the
    nim-sum of the values of its components (nimber.sprague-grundy). The method `components` of a
    ruleset returns the components of a position; if there is no such method, each position is its
    only component. In a `Sum`, the position in each game is split into its components. The value of
    a component is the mex of the values of its options, which are themselves sums. If the
    components that a ruleset returns are not independent, the results are wrong; a comparison with
    a `Solver` can reveal this.

    Search depth, interruption, `progress`, `limit` and errors are the same as for a `Solver`.

    >>> from nimtwist.games import Kayles, Nim
    >>> both = Sum(Kayles(), Nim())
    >>> SumSolver(Kayles()).grundy((100, 50)), SumSolver(both).outcome(((7,), (2,)))
    (3, 'P')
    """

    _memo: dict[Ruleset[Any], dict[Any, int]]

    def grundy(self, position: Position) -> int:
        """Return the Grundy value of a position: the nim-sum of the values of its components.

        >>> from nimtwist.games import Hackenbush
        >>> SumSolver(Hackenbush()).grundy(Hackenbush().read("0-1 1-2 0-3 3-4 4-5"))
        1
        """
        total = 0
        for rules, component in _summands(self.rules, canonical(self.rules, position)):
            total ^= self._value(rules, component)
        return total

    def _value(self, rules: Ruleset[Any], start: Any) -> int:
        """Return the Grundy value of a component."""
        memo = self._memo.setdefault(rules, {})
        if start in memo:
            return memo[start]
        options, components = rules.options, splitter(rules)

        def expand(component: Any) -> tuple[Iterator[Any], list[tuple[Any, ...]]]:
            below = list_options(options(component), component)
            sums = [list_options(components(option), option) for option in below]
            return chain.from_iterable(sums), sums

        def combine(sums: list[tuple[Any, ...]]) -> int:
            values = set()
            for parts in sums:
                total = 0
                for part in parts:
                    total ^= memo[part]
                values.add(total)
            return least_absent(values)

        self._walk(start, memo, expand, combine)
        return memo[start]


def _summands(rules: Ruleset[Any], position: Any) -> Iterator[tuple[Ruleset[Any], Any]]:
    """Yield the components of a position with their rulesets, in the order of the games."""
    if type(rules) is Sum:  # a subclass may combine its games differently
        for one, place in zip(rules.rules, position):
            yield from _summands(one, place)
    else:
        for component in splitter(rules)(position):
            yield rules, component
