"""Mumbers: values of product games, defined by a mex over positive integers or over units."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import count
from math import gcd
from typing import TypeVar

from nimtwist.checks import set_integer
from nimtwist.protocol import Ruleset
from nimtwist.solver import Solver

__all__ = ["Mumber", "MumberSolver"]


Position = TypeVar("Position", bound=Hashable)


@dataclass(frozen=True)
class Mumber:
    """The source's recursion for mumbers, for use with `Solver.evaluate` on any game.

    The *mumber* of a position of MuM is the smallest positive integer that is coprime to the
    modulus and not the mumber of an option. (mum.thm-4.1.1) Without a `modulus`, all positive
    integers are allowed, and the result is the *plain mumber*, which is one more than the Grundy
    value and exists for every game. Our copy of the source does not show which integers are
    allowed, so both readings are provided.

    Raises:
        ValueError: if `modulus` is not an integer ≥ 1.

    >>> from nimtwist import MuM
    >>> Solver(MuM(5)).evaluate((3, 4), Mumber(5)), Solver(MuM(5)).evaluate((3, 4), Mumber())
    (6, 5)
    """

    modulus: int = 1

    def __post_init__(self) -> None:
        set_integer(self, "modulus", 1)

    def __call__(self, mumbers: Sequence[int]) -> int:
        """Return the smallest positive integer coprime to the modulus and not in `mumbers`."""
        present = set(mumbers)
        return next(n for n in count(1) if n not in present and gcd(n, self.modulus) == 1)


class MumberSolver(Solver[Position]):
    """A `Solver` that also computes mumbers, for a single modulus; see `Mumber`.

    >>> from nimtwist import MuM
    >>> solver, plain = MumberSolver(MuM(5), modulus=5), MumberSolver(MuM(5))
    >>> [(solver.mumber(p), plain.mumber(p)) for p in ((3,), (2, 3), (3, 4))]
    [(3, 3), (1, 1), (6, 5)]
    """

    def __init__(
        self,
        rules: Ruleset[Position],
        modulus: int = 1,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        super().__init__(rules, progress)
        self._rule = Mumber(modulus)
        self.modulus = self._rule.modulus

    def mumber(self, position: Position) -> int:
        """Return the mumber of a position, or its plain mumber if the solver has no modulus."""
        return self.evaluate(position, self._rule)
