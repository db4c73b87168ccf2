"""What the ledger may be given, and what is said of what may not."""

from __future__ import annotations

from nimbook.claims import LEDGER, check
from nimbook.ledger import Ledger
from tests.bad_input import Call, Sentence

TOY = Ledger([LEDGER["twist.ex-nimsum"]])

CALLS: dict[str, Call] = {
    "check": (TOY.check, ("twist.ex-nimsum", "quick", abs)),
}

SENTENCES: list[Sentence] = [
    (
        lambda: check("twist.ex-nimsum", progress="%"),  # type: ignore[arg-type]
        "progress must be a function of one number, not '%'",
    ),
]
