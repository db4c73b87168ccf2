"""The checker for certificates: about a page of code that is independent of the searches.

Rows are read for all t ≥ 0 at once: a block has `times` + `growth`·t copies. A certificate is a
proof if

- row `row` of the game, computed row by row from row 0, is the word for t = 0;
- the word can be read `period` times for all t at once;
- the result is the word with t replaced by t + 1.

By induction on t, the certificate then holds for all sizes.
"""

from __future__ import annotations

from nimtwist.atlas._steps import (
    _INFINITE,
    _ONCE,
    _STAGES,
    PairSteps,
    Pieces,
    Steps,
    UnreadableError,
    _read_row,
    _rows_equal,
    _shifted,
)
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.staircase import staircase_of
from nimtwist.checks import short_repr
from nimtwist.games.blocking import BlockingNim

__all__ = ["flaw", "step_flaw"]

# If a certificate's period is at least this many rows, it is first checked as a staircase, so that
# the settled part of the rows is read only once.
_LONG = 1 << 15


def flaw(rules: BlockingNim, certificate: Certificate) -> str | None:
    r"""Describe a flaw in a certificate for a game, or return `None` if the certificate is valid.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, or `certificate` is
            not a `Certificate`.

    >>> nim, proof = BlockingNim(1, [[]]), Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")
    >>> flaw(nim, proof) is None
    True
    >>> flaw(nim, Certificate(1, 1, (Power(b"\1", 1, 2),), b"\0"))
    'the word 1 row after row 1 is not that of the next period'
    """
    steps = PairSteps(rules)
    if isinstance(certificate, Certificate) and certificate.period >= _LONG:
        staircase = staircase_of(certificate)
        if staircase and not counting_flaw(rules, staircase):
            return None
    return induction_flaw(steps, certificate) or base_flaw(steps, certificate)


def step_flaw(rules: BlockingNim, certificate: Certificate) -> str | None:
    """Return a description of a certificate's flaw, or `None` if there is none.

    The first row is not checked: it is assumed to be row `certificate.row` of the game.
    """
    return induction_flaw(PairSteps(rules), certificate)


def induction_flaw(steps: Steps, certificate: Certificate) -> str | None:
    """Describe a flaw in the step from row `certificate.row` to the next period."""
    if not isinstance(certificate, Certificate):
        raise ValueError(f"a proof must be a Certificate, not {short_repr(certificate)}")
    row, modulus = _pieces(certificate), steps.modulus
    if len(certificate.tail) != modulus:
        return f"the tail must have {modulus} letters, not {len(certificate.tail)}"
    if any(letter >= steps.letters for block, _ in row for letter in block):
        return "a letter is not a state of this game"
    for done in range(certificate.period):
        try:
            row, _ = _read_row(steps, 0, row, _STAGES)
        except UnreadableError as why:
            return f"{why} in row {certificate.row + done}"
    if not _rows_equal(row, _shifted(_pieces(certificate), stage=1), _STAGES):
        rows = "1 row" if certificate.period == 1 else f"{certificate.period} rows"
        return f"the word {rows} after row {certificate.row} is not that of the next period"
    return None


def base_flaw(steps: Steps, certificate: Certificate) -> str | None:
    """Describe a difference between row `certificate.row` of the game and the certificate."""
    row: Pieces = [(bytes(steps.modulus), _INFINITE)]
    for done in range(certificate.row):
        try:
            row, _ = _read_row(steps, 0, row, _STAGES)
        except UnreadableError as why:
            return f"{why} in row {done} of the game"
    first: Pieces = [(block, (times, 0, 0)) for block, (times, _, _) in _pieces(certificate)]
    if not _rows_equal(row, first, _STAGES):
        return f"row {certificate.row} of the game differs from the certificate"
    return None


def _pieces(certificate: Certificate) -> Pieces:
    pieces: Pieces = [
        (p.block, (p.times, p.growth, 0)) if isinstance(p, Power) else (p, _ONCE)
        for p in certificate.word
        if p
    ]
    return [*pieces, (certificate.tail, _INFINITE)]
