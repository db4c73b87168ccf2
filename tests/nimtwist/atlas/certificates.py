"""What a certificate says, row by row: straight from its definition, and altered in every place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.families import antichains
from nimtwist.atlas.rows import Row
from nimtwist.atlas.search import find
from nimtwist.games import BlockingNim


@cache
def certified(modulus: int) -> list[tuple[BlockingNim, Certificate]]:
    """Return the games of a modulus with a certificate for each."""
    pairs = [(rules, find(rules)) for rules in antichains(modulus)]
    return [(rules, found) for rules, found in pairs if found is not None]


def said(certificate: Certificate, t: int) -> Row:
    """Return the row that a certificate speaks of, for one t."""
    word = b"".join(
        piece.block * (piece.times + piece.growth * t) if isinstance(piece, Power) else piece
        for piece in certificate.word
    )
    return Row(word, certificate.tail)


def altered(certificate: Certificate, modulus: int) -> Iterator[Certificate]:
    """Yield certificates that say something else: each letter and each number changed."""

    def other(states: bytes, place: int) -> bytes:
        changed = (states[place] + 1) % (1 << modulus)
        return states[:place] + bytes([changed]) + states[place + 1 :]

    for place in range(len(certificate.tail)):
        yield replace(certificate, tail=other(certificate.tail, place))
    for i, piece in enumerate(certificate.word):
        before, after = certificate.word[:i], certificate.word[i + 1 :]

        def put(
            *pieces: bytes | Power,
            before: tuple[bytes | Power, ...] = before,
            after: tuple[bytes | Power, ...] = after,
        ) -> Certificate:
            return replace(certificate, word=(*before, *pieces, *after))

        states = piece.block if isinstance(piece, Power) else piece
        for place in range(len(states)):
            new = other(states, place)
            yield put(replace(piece, block=new) if isinstance(piece, Power) else new)
        if isinstance(piece, Power):
            for times, growth in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
                if piece.times + times >= 0 <= piece.growth + growth:
                    changed = Power(piece.block, piece.times + times, piece.growth + growth)
                    yield put(changed)
        yield put()
        yield put(piece, piece)
    yield replace(certificate, row=certificate.row + 1)
    yield replace(certificate, row=max(0, certificate.row - 1))
    yield replace(certificate, period=certificate.period + 1)
    yield replace(certificate, period=2 * certificate.period)
