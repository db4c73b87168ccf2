"""Whether a certificate is a proof: decided here, by a page of code that knows of no search.

A row is a list of pieces (block, times, growth): the block comes times + growth·t times, for all
t ≥ 0 at once. The last piece is the tail, which comes for ever. Three facts make a proof of it:

- row `row`, computed one after the other from row 0, is the word with t = 0;
- the word, read `period` times for all t at once, becomes some word;
- that is the word with t + 1 in the place of t.

By induction on t the certificate is then true for all sizes.
"""

from __future__ import annotations

import math
from contextlib import suppress

from nimtwist._checks import quoted
from nimtwist.atlas._steps import PairSteps, Steps, UnreadableError
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.games.blocking import BlockingNim

__all__ = ["flaw", "step_flaw"]

Pieces = list[tuple[bytes, float, int]]
"""Pieces of a row; the `times` of the last one is `math.inf`."""

# No block keeps the checker busy for ever. What is found by search is far below these.
_MOST_COPIES, _MOST_LETTERS = 1 << 8, 1 << 21
_MOST_COMPARED, _EACH = 1 << 28, 1 << 12  # letters; what a comparison costs besides
_LONG = 1 << 15  # a certificate with such a period is first checked by the edge of its rows


def flaw(rules: BlockingNim, certificate: Certificate) -> str | None:
    r"""Return what is wrong with a certificate for a game, as a sentence; `None` if it is a proof.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, or `certificate` is
            not a `Certificate`.

    >>> nim, proof = BlockingNim(1, [[]]), Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")
    >>> flaw(nim, proof) is None
    True
    >>> flaw(nim, Certificate(1, 1, (Power(b"\1", 1, 2),), b"\0"))
    'after 1 row from row 1 the word is not that of the next period'
    """
    steps = PairSteps(rules)
    if isinstance(certificate, Certificate) and certificate.period >= _LONG:
        with suppress(UnreadableError):
            if _recurs(steps, certificate):
                return None
    return _step_flaw(steps, certificate) or _start_flaw(steps, certificate)


def step_flaw(rules: BlockingNim, certificate: Certificate) -> str | None:
    """Return what is wrong with a certificate if its first row is right; `None` if nothing is."""
    return _step_flaw(PairSteps(rules), certificate)


def _step_flaw(steps: PairSteps, certificate: Certificate) -> str | None:
    if not isinstance(certificate, Certificate):
        raise ValueError(f"a proof is a Certificate, not {quoted(certificate)}")
    row, modulus = _pieces(certificate), steps.modulus
    if len(certificate.tail) != modulus:
        return f"the tail must have {modulus} letters, not {len(certificate.tail)}"
    if any(state >> modulus for block, _, _ in row for state in block):
        return f"a letter stands for a residue above {modulus}"
    for done in range(certificate.period):
        try:
            row = _after(steps, row)
        except UnreadableError as why:
            return f"{why} in row {certificate.row + done}"
    goal = [(block, times + growth, growth) for block, times, growth in _pieces(certificate)]
    if not _same(row, goal):
        rows = "1 row" if certificate.period == 1 else f"{certificate.period} rows"
        return f"after {rows} from row {certificate.row} the word is not that of the next period"
    return None


def _start_flaw(steps: Steps, certificate: Certificate) -> str | None:
    row: Pieces = [(bytes(steps.modulus), math.inf, 0)]
    for done in range(certificate.row):
        try:
            row = _after(steps, row)
        except UnreadableError as why:
            return f"{why} in row {done} of the game"
    first = [(block, times, 0) for block, times, _ in _pieces(certificate) if times]
    return None if _same(row, first) else f"row {certificate.row} of the game is another one"


def _recurs(steps: PairSteps, certificate: Certificate) -> bool:
    """Return whether the edge of the rows proves a certificate; if in doubt, it does not.

    A letter is *settled* if all before it are, and if it is there again n rows later, read from
    the states that enter it. Then it is there every n rows, for ever, and so are the states that
    leave it. The *edge* of a row is what is not settled, with the n states that enter it in this
    row and in those after it. An edge determines the next one: if it comes again after a multiple
    of n rows, it does so for ever, and each time the same letters settle.
    """
    n, row, period = steps.modulus, certificate.row, certificate.period
    said = _spelled(certificate)
    if said is None or period % n:
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
    return first == (entered, edge, tail) and said == (bytes(before), bytes(settled), edge, tail)


def _spelled(certificate: Certificate) -> tuple[bytes, bytes, bytes, bytes] | None:
    """Return what is before the growing block, it, what is after it, and the tail.

    It is `None` if the first row is too long, or if more than one block comes in it that is not
    there yet and comes once more in each period.
    """
    *pieces, (tail, _, _) = _pieces(certificate)
    growing = [i for i, (_, times, growth) in enumerate(pieces) if growth]
    if [pieces[i][1:] for i in growing] != [(0, 1)]:
        return None
    if sum(len(block) * times for block, times, _ in pieces) > _MOST_LETTERS:
        return None
    before, after = (
        b"".join(block * int(times) for block, times, _ in part)
        for part in (pieces[: growing[0]], pieces[growing[0] + 1 :])
    )
    return before, pieces[growing[0]][0], after, tail


def _settle(steps: PairSteps, edge: bytes, entered: list[int]) -> tuple[int, list[int]]:
    """Return how many letters of an edge are settled, and the states that leave them."""
    for done, letter in enumerate(edge):
        now, left = letter, list[int]()
        for state in entered:
            after, now = steps[state, now]
            left.append(after)
        if now != letter:
            return done, entered
        entered = left
    return len(edge), entered


def _next_edge(steps: PairSteps, edge: bytes, tail: bytes, state: int) -> tuple[bytes, bytes]:
    edge, state = steps.read(edge, state)
    new, after = steps.read(tail, state)
    while after != state:  # at most n times: on reading a whole block a state only gains
        edge, state = edge + new, after
        new, after = steps.read(tail, state)
    while edge and edge[-1] == new[-1]:
        edge, new = edge[:-1], new[-1:] + new[:-1]
    return edge, new


def _pieces(certificate: Certificate) -> Pieces:
    pieces: Pieces = [
        (p.block, p.times, p.growth) if isinstance(p, Power) else (p, 1, 0)
        for p in certificate.word
    ]
    return [*pieces, (certificate.tail, math.inf, 0)]


def _after(steps: Steps, row: Pieces) -> Pieces:
    """Return the row after a row, for all t at once."""
    state, letters, written = 0, 0, list[tuple[bytes, float, int]]()
    for block, times, growth in row:
        copies = 0
        while times or growth:
            new, after = steps.read(block, state)
            copies, letters = copies + 1, letters + len(block)
            if after == state:  # so it is after every further copy
                written.append((new, times, growth))
                break
            if not times:
                raise UnreadableError("a block may come too few times to be read")
            if copies > _MOST_COPIES or letters > _MOST_LETTERS:
                raise UnreadableError("too much is to be read before a block settles")
            written.append((new, 1, 0))
            state, times = after, times - 1
    return _tidy(written)


def _tidy(row: Pieces) -> Pieces:
    """Return the same row with copies of a repeated block that lie beside it counted in."""
    tidy: Pieces = []
    for block, times, growth in row:
        if times == 1 and not growth:
            if tidy and tidy[-1][1:] == (1, 0):
                block = tidy.pop()[0] + block
            start = 0
            while tidy and block.startswith(tidy[-1][0], start):
                before, often, grows = tidy[-1]
                tidy[-1] = before, often + 1, grows
                start += len(before)
            if start < len(block):
                tidy.append((block[start:], 1, 0))
        else:
            if tidy and tidy[-1][1:] == (1, 0):
                before = tidy.pop()[0]
                end = len(before)
                while before.endswith(block, 0, end):
                    times, end = times + 1, end - len(block)
                if end:
                    tidy.append((before[:end], 1, 0))
            tidy.append((block, times, growth))
    return tidy


def _same(first: Pieces, second: Pieces) -> bool:
    """Return whether two rows are the same for all t; if in doubt, they are not.

    What has been read of one row and not yet of the other is kept in `ahead`. If x are the letters
    ahead, and blocks a and b come next, then from x·a = b·x follows x·a^m = b^m·x for every m.
    """
    left, right = list(reversed(first)), list(reversed(second))
    ahead = b""  # of the left row; the rows change places if it is the right one that is ahead
    compared = 0
    while compared < _MOST_COMPARED:
        (a, i, e), (b, j, f) = left[-1], right[-1]
        compared += len(ahead) + len(a) + len(b) + _EACH
        if ahead + a == b + ahead and (min(i, j) or min(e, f)):
            if i == j == math.inf:
                return True
            _take(left, min(i, j), min(e, f))
            _take(right, min(i, j), min(e, f))
        elif not j or i == j == math.inf:
            return False
        else:
            _take(right, 1, 0)
            common = min(len(ahead), len(b))
            if ahead[:common] != b[:common]:
                return False
            ahead, behind = ahead[common:], b[common:]
            if behind:
                ahead, left, right = behind, right, left
    return False


def _take(row: Pieces, times: float, growth: int) -> None:
    block, often, grows = row.pop()
    if often > times or grows > growth:
        row.append((block, often - times, grows - growth))
