"""Games on several heaps in which a move subtracts a vector, such as Wythoff's game.

W. A. Wythoff, "A modification of the game of Nim", Nieuw Archief voor Wiskunde 7 (1907).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nimtwist.checks import check_integer, short_repr
from nimtwist.games.heaps import check_heaps, check_option_count
from nimtwist.sums import Addable

__all__ = ["Vectors"]

Vector = tuple[int, ...]


@dataclass(frozen=True, init=False)
class Vectors(Addable):
    """The game in which a move subtracts a vector from a position, both of the same dimension.

    A position is a tuple of integers ≥ 0, and so is every option. A move subtracts either one of
    the vectors in `once`, or any positive multiple of one of the vectors in `repeated`.

    Raises:
        ValueError: if there is no vector, if the vectors differ in length, or if a vector has a
            negative entry or no positive one.

    >>> from nimtwist import Solver
    >>> wythoff = Vectors(repeated=[(1, 0), (0, 1), (1, 1)])
    >>> wythoff.options((1, 2))
    [(0, 2), (1, 1), (1, 0), (0, 1)]
    >>> Solver(wythoff).outcome((3, 5)), Solver(wythoff).winning_options((4, 6))
    ('P', [(3, 5)])
    """

    once: tuple[Vector, ...]
    repeated: tuple[Vector, ...]

    def __init__(
        self, once: Iterable[Iterable[int]] = (), repeated: Iterable[Iterable[int]] = ()
    ) -> None:
        kinds = [tuple(dict.fromkeys(map(_check_vector, kind))) for kind in (once, repeated)]
        sizes = {len(vector) for kind in kinds for vector in kind}
        if len(sizes) != 1:
            raise ValueError(
                "there must be at least one vector, and all vectors must have the same length, not "
                f"{short_repr(kinds[0] + kinds[1])}"
            )
        object.__setattr__(self, "once", kinds[0])
        object.__setattr__(self, "repeated", kinds[1])

    def canonical(self, position: Vector, /) -> Vector:
        """Validate the position and return it unchanged."""
        size = len((self.once or self.repeated)[0])
        if not isinstance(position, tuple) or len(check_heaps(position)) != size:
            raise ValueError(f"a position has {size} numbers, but {short_repr(position)} does not")
        return position

    def options(self, position: Vector, /) -> list[Vector]:
        """Return the distinct options: first the vectors in `once`, then multiples of the others.

        >>> Vectors(once=[(2, 1)]).options((3, 1)), Vectors(once=[(2, 1)]).options((1, 1))
        ([(1, 0)], [])
        """
        position = self.canonical(position)
        limits = [(vector, min(1, _quotient(position, vector))) for vector in self.once]
        limits += [(vector, _quotient(position, vector)) for vector in self.repeated]
        check_option_count(sum(limit for _, limit in limits), position, len(position))
        return list(
            dict.fromkeys(
                tuple(heap - times * entry for heap, entry in zip(position, vector))
                for vector, limit in limits
                for times in range(1, limit + 1)
            )
        )


def _check_vector(vector: Iterable[int]) -> Vector:
    entries = tuple(check_integer(entry, "an entry of a vector") for entry in vector)
    if not any(entries):
        raise ValueError(f"a vector must have a positive entry, but {entries} has none")
    return entries


def _quotient(position: Vector, vector: Vector) -> int:
    """Return how many times a vector can be subtracted from a position."""
    return min(heap // entry for heap, entry in zip(position, vector) if entry)
