"""The ledger: every claim of the sources, its checker, and a control that the checker refutes."""

from nimtwist.claims.ledger import Claim, Ledger, Verdict
from nimtwist.claims.nimber import NIMBER
from nimtwist.claims.stones import STONES
from nimtwist.claims.twist import TWIST

__all__ = ["LEDGER", "Claim", "Verdict", "check"]

LEDGER = Ledger([*TWIST.claims, *NIMBER.claims, *STONES.claims])
"""The claims by id, in the order of the sources."""

check = LEDGER.check
