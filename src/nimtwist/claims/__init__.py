"""The ledger: every claim of the sources, its checker, and controls that the checker refutes."""

from nimtwist.claims import (
    moduli,
    mum,
    mumbers,
    nimber,
    ordinal,
    players,
    podium,
    polymum,
    stones,
    twist,
)
from nimtwist.claims.ledger import Claim, Ledger, Verdict

__all__ = ["LEDGER", "Claim", "Verdict", "check"]

# A source enters its claims as its modules are imported, and some have more than one.
_SOURCES = dict.fromkeys(
    (
        twist.TWIST,
        nimber.NIMBER,
        ordinal.NIMBER,
        stones.STONES,
        mum.MUM,
        moduli.MUM,
        mumbers.MUM,
        polymum.MUM,
        podium.PODIUM,
        players.PODIUM,
    )
)

LEDGER = Ledger([claim for source in _SOURCES for claim in source.claims])
"""The claims by id, in the order of the sources."""

check = LEDGER.check
