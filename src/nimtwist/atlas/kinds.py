"""The classes of the games in the atlas, as determined from their certificates.

In the rows of a game with two heaps, the letters to the left of all growing blocks stay in place,
and the others move: in each period, a letter moves right by as many columns as the blocks to its
left gain. So the borders between blocks move, each with a fixed *slope*, measured in columns per
row. By the symmetry of the two heaps, slopes come in pairs s and 1/s.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.staircase import Staircase
from nimtwist.checks import short_repr
from nimtwist.games.blocking import BlockingNim

__all__ = ["CERTIFIED", "KINDS", "LONG_TRANSIENT", "Kind", "kind"]

KINDS = {
    "boxes": "solved by boxes, as in the article",
    "bounded": "rows repeat, and nothing in them grows",
    "diagonal": "all borders that move keep to the diagonal",
    "wedge": "a border has a slope other than 1",
    "counting": "no certificate, but a staircase: the rows are known in stages that grow",
    "unexplained": "neither a certificate nor a staircase was found",
}
"""The classes and their meanings; a game belongs to the first class that fits.

Only boxes are defined by the rules alone. The class of any other game with a certificate depends on
its slopes; without a certificate, a game is counting or unexplained.
"""

CERTIFIED = ("boxes", "bounded", "diagonal", "wedge")
"""The classes of the games that have a certificate."""

LONG_TRANSIENT = 200
"""A game has a long transient if its certificate starts at this row or later."""


@dataclass(frozen=True)
class Kind:
    """The class of a game: a name from `KINDS`, its slopes, and whether its transient is long.

    Games with a long transient do not form a class of their own: any game with a certificate can
    have a long transient, whatever its class.
    """

    name: str
    slopes: tuple[Fraction, ...] = ()
    long: bool = False


def kind(rules: BlockingNim, proof: Certificate | Staircase | None) -> Kind:
    """Return the class of a game with two heaps, given its proof.

    `proof` is `None` if no proof is known. The proof is not checked here; to check it, use
    `nimtwist.atlas.checker` or `nimtwist.atlas.counting`.

    Raises:
        ValueError: if `rules` is not a `BlockingNim`, or `proof` is not a `Certificate`, a
            `Staircase` or `None`.

    >>> proof = Certificate.read('{"row":4,"period":2,"word":[["10",2,3],"1"],"tail":"00"}')
    >>> kind(BlockingNim(4, [{2, 3}, {1, 2, 4}]), proof)
    Kind(name='wedge', slopes=(Fraction(3, 1),), long=False)
    """
    if not isinstance(rules, BlockingNim):
        raise ValueError(f"rules must be a BlockingNim, not {short_repr(rules)}")
    if not isinstance(proof, Certificate | Staircase | None):
        raise ValueError(f"a proof must be a Certificate or a Staircase, not {short_repr(proof)}")
    slopes = _slopes(proof) if isinstance(proof, Certificate) else ()
    if rules.is_box_game:
        name = "boxes"
    elif proof is None:
        name = "unexplained"
    elif isinstance(proof, Staircase):
        return Kind("counting")
    elif not slopes:
        name = "bounded"
    else:
        name = "diagonal" if set(slopes) == {1} else "wedge"
    return Kind(name, slopes, proof is not None and proof.row >= LONG_TRANSIENT)


def _slopes(certificate: Certificate) -> tuple[Fraction, ...]:
    """Return the slopes of the moving borders, in columns per row, in ascending order."""
    columns, slopes = 0, set[Fraction]()
    for power in certificate.powers:
        if power.growth:
            columns += power.growth * len(power.block)
            slopes.add(Fraction(columns, certificate.period))
    return tuple(sorted(slopes))
