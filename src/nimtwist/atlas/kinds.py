"""What the games of the atlas are like, as their certificates say.

In the rows of a game with two heaps, what is left of a growing block stays, and what is right of it
moves: by as many columns in a period as the blocks on its left grow by. So there are borders, and
each has a slope, in columns a row. As the two heaps may change places, slopes come in pairs s and
1/s.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from nimtwist._checks import short_repr
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.staircase import Staircase
from nimtwist.games.blocking import BlockingNim

__all__ = ["CERTIFIED", "KINDS", "LONG", "Kind", "kind"]

KINDS = {
    "boxes": "solved by boxes, as in the article",
    "bounded": "rows repeat, and nothing in them grows",
    "diagonal": "all borders that move keep to the diagonal",
    "wedge": "a border has a slope other than 1",
    "counting": "no certificate, but a staircase: the rows are known in stages that grow",
    "unexplained": "neither a certificate nor a staircase was found",
}
"""The names of the classes and what they mean; a game is in the first one that fits.

Only boxes are a matter of the rules alone. A game with a certificate is in a class by its slopes;
one without is counting or unexplained.
"""

CERTIFIED = ("boxes", "bounded", "diagonal", "wedge")
"""The classes of the games that have a certificate."""

LONG = 200
"""A certificate whose first row is this one or a later one tells of a long transient."""


@dataclass(frozen=True)
class Kind:
    """The class of a game: a name from `KINDS`, the slopes, and whether the transient is long.

    A long transient is no class of its own: a game of any class with a certificate may have one.
    """

    name: str
    slopes: tuple[Fraction, ...] = ()
    long: bool = False


def check_kind(name: object) -> None:
    """Raise a `ValueError` if something is not the name of a class."""
    if name not in [*KINDS]:
        raise ValueError(f"a class is {', '.join(KINDS)}, not {short_repr(name)}")


def kind(rules: BlockingNim, proof: Certificate | Staircase | None) -> Kind:
    """Return the class of a game with two heaps, from its proof; `None` if it has none.

    Whether it is a proof is not checked here: see `nimtwist.atlas.checker`, `.counting`.

    Raises:
        ValueError: if `rules` is not a `BlockingNim`, or `proof` is anything else.

    >>> proof = Certificate.read('{"row":4,"period":2,"word":[["10",2,3],"1"],"tail":"00"}')
    >>> kind(BlockingNim(4, [{2, 3}, {1, 2, 4}]), proof)
    Kind(name='wedge', slopes=(Fraction(3, 1),), long=False)
    """
    if not isinstance(rules, BlockingNim):
        raise ValueError(f"a game of the atlas is a BlockingNim, not {short_repr(rules)}")
    if not isinstance(proof, Certificate | Staircase | None):
        raise ValueError(f"a proof is a Certificate or a Staircase, not {short_repr(proof)}")
    found = _slopes(proof) if isinstance(proof, Certificate) else ()
    if rules.is_box_game:
        name = "boxes"
    elif proof is None:
        name = "unexplained"
    elif isinstance(proof, Staircase):
        return Kind("counting")
    elif not found:
        name = "bounded"
    else:
        name = "diagonal" if set(found) == {1} else "wedge"
    return Kind(name, found, proof is not None and proof.row >= LONG)


def _slopes(certificate: Certificate) -> tuple[Fraction, ...]:
    """Return the slopes of the borders that move, in columns a row, the smallest first."""
    columns, found = 0, set[Fraction]()
    for power in certificate.powers:
        if power.growth:
            columns += power.growth * len(power.block)
            found.add(Fraction(columns, certificate.period))
    return tuple(sorted(found))
