"""The checker for certificates: about a page of code that is independent of the searches.

Rows are read for all t ≥ 0 at once: a block has `times` + `growth`·t copies. A certificate is a
proof if

- row `row` of the game, computed row by row from row 0, is the word for t = 0;
- the word can be read `period` times for all t at once;
- the result is the word with t replaced by t + 1.

By induction on t, the certificate then holds for all sizes.
"""

from __future__ import annotations

from contextlib import suppress

from nimtwist.atlas._steps import (
    _INFINITE,
    _MAX_LETTERS,
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
from nimtwist.checks import short_repr
from nimtwist.games.blocking import BlockingNim

__all__ = ["flaw", "step_flaw"]

# If a certificate's period is at least this many rows, the edges of the rows are checked first.
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
        with suppress(UnreadableError):
            if _recurs(steps, certificate):
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


def _recurs(steps: PairSteps, certificate: Certificate) -> bool:
    """Return whether the edges of the rows prove a certificate; `False` may also mean undecided.

    Let n be the modulus. A letter is *settled* if all letters before it are settled and if it
    recurs n rows later. From then on it recurs every n rows, and so do the states in which the
    reader leaves it. The *edge* of a row is its unsettled part, together with the states in which
    the reader enters this part in this row and in the next n - 1 rows. An edge determines the edge
    n rows later. So if an edge recurs after a multiple of n rows, it keeps recurring, and the same
    letters settle each time.
    """
    n, row, period = steps.modulus, certificate.row, certificate.period
    expected = _written_out(certificate)
    if expected is None or period % n:
        return False
    settled, entered, edge, tail = bytearray(), [0] * n, b"", bytes(n)
    for number in range(row + period + 1):
        turn = (number - row) % n
        if not turn:
            done, entered = _settle(steps, edge, entered)
            settled += edge[:done]
            edge = edge[done:]
        if number == row:
            first, before, settled = (entered, edge, tail), settled, bytearray()
        if number < row + period:
            edge, tail = _next_edge(steps, edge, tail, entered[turn])
    return first == (entered, edge, tail) and expected == (
        bytes(before),
        bytes(settled),
        edge,
        tail,
    )


def _written_out(certificate: Certificate) -> tuple[bytes, bytes, bytes, bytes] | None:
    """Split a certificate at its growing block.

    The result consists of the letters before the block, the block itself, the letters after the
    block, and the tail. It is `None` if the first row is too long, if the number of growing blocks
    is not 1, or if the block does not start with 0 copies and gain 1 copy per period.
    """
    *pieces, (tail, _) = _pieces(certificate)
    growing = [i for i, (_, (_, growth, _)) in enumerate(pieces) if growth]
    if [pieces[i][1] for i in growing] != [(0, 1, 0)]:
        return None
    if sum(len(block) * times for block, (times, _, _) in pieces) > _MAX_LETTERS:
        return None
    before, after = (
        b"".join(block * int(times) for block, (times, _, _) in part)
        for part in (pieces[: growing[0]], pieces[growing[0] + 1 :])
    )
    return before, pieces[growing[0]][0], after, tail


def _settle(steps: PairSteps, edge: bytes, entered: list[int]) -> tuple[int, list[int]]:
    """Return how many letters of an edge have settled, and the reader's states after them."""
    for done, letter in enumerate(edge):
        written, leaving = letter, list[int]()
        for state in entered:
            after, written = steps[state, written]
            leaving.append(after)
        if written != letter:
            return done, entered
        entered = leaving
    return len(edge), entered


def _next_edge(steps: PairSteps, edge: bytes, tail: bytes, state: int) -> tuple[bytes, bytes]:
    edge, state = steps.read(edge, state)
    new, after = steps.read(tail, state)
    while after != state:  # at most n times, as reading a whole tail only adds residues to a state
        edge, state = edge + new, after
        new, after = steps.read(tail, state)
    while edge and edge[-1] == new[-1]:
        edge, new = edge[:-1], new[-1:] + new[:-1]
    return edge, new


def _pieces(certificate: Certificate) -> Pieces:
    pieces: Pieces = [
        (p.block, (p.times, p.growth, 0)) if isinstance(p, Power) else (p, _ONCE)
        for p in certificate.word
        if p
    ]
    return [*pieces, (certificate.tail, _INFINITE)]
