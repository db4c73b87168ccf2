"""Certificates in words, and boards of two heaps as pictures.

Pictures are made with the standard library alone: a chapter that runs in the page has no other.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from html import escape
from itertools import islice
from operator import or_

from nimbook.engine import place_name
from nimbook.show import badge
from nimbook.show._base import Drawing, wrap
from nimtwist.atlas.certificate import LETTERS, Certificate, Power, letters
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.families import code_of, show_family
from nimtwist.atlas.kinds import KINDS, kind
from nimtwist.atlas.rows import rows
from nimtwist.games.blocking import BlockingNim

__all__ = ["board", "describe", "judge", "png", "residues"]

# Of longer parts of a word, so many letters are shown.
_MOST_LETTERS = 240

# A board of more rows has more pairs than there are pixels.
_FINE = 256

# Few residues, …, all residues: of good pairs, and of others.
_GOLD = ("#fff6cf", "#ffdd93", "#fcba58", "#f39244", "#e66c3a", "#cb5034", "#b03a2e")
_BLUE = ("#5b86b5", "#43688f", "#2c4a75", "#21375a", "#16243f", "#111c31", "#0d1526")


def residues(rules: BlockingNim, size: int) -> list[bytes]:
    """Return, row by row, the residues of the moves to good pairs, for pairs of heaps below `size`.

    >>> [list(row) for row in residues(BlockingNim(1, [[]]), 3)]  # Nim
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    first = list[bytes]()
    for row in islice(rows(rules), size):
        copies = -(-max(0, size - len(row.word)) // len(row.tail))
        first.append((row.word + row.tail * copies)[:size])
    second = zip(*first, strict=True)
    return [bytes(map(or_, *both)) for both in zip(first, second, strict=True)]


def png(pixels: Sequence[bytes], palette: Sequence[str]) -> bytes:
    """Return a picture in the format PNG: rows of numbers of colours, at most 16 of these.

    >>> png([bytes([0, 1])], ["#000000", "#ffffff"])[1:4]
    b'PNG'
    """
    width = len(pixels[0])
    # Two pixels a byte, and before each row how it is filtered: not at all.
    lines = (
        b"\0" + bytes(row[i] << 4 | row[i + 1] for i in range(0, width, 2))
        for row in (row + b"\0" for row in pixels)
    )
    header = struct.pack(">IIBBBBB", width, len(pixels), 4, 3, 0, 0, 0)
    colours = b"".join(bytes.fromhex(colour.removeprefix("#")) for colour in palette)
    data = zlib.compress(b"".join(lines), 9)
    image = b"\x89PNG\r\n\x1a\n"
    for name, part in (b"IHDR", header), (b"PLTE", colours), (b"IDAT", data), (b"IEND", b""):
        checksum = struct.pack(">I", zlib.crc32(name + part))
        image += struct.pack(">I", len(part)) + name + part + checksum
    return image


def board(rules: BlockingNim, size: int) -> Drawing:
    """Return the pairs of heaps below `size` as a picture: good ones in gold, the others in blue.

    The darker a shade, the more residues of moves lead to good pairs.

    >>> "rows and columns 0 to 2" in board(BlockingNim(1, [[]]), 3)
    True
    """
    n, code = rules.modulus, code_of(rules)
    # The number of residues, and 8 more if the pair is good.
    colour = bytes(t.bit_count() + 8 * (code >> t & 1) for t in range(1 << n)).ljust(256, b"\0")
    pixels = [row.translate(colour) for row in residues(rules, size)]
    palette = [shades[min(6, 6 * k // n)] for shades in (_BLUE, _GOLD) for k in range(8)]
    good = sum(pixel >= 8 for row in pixels for pixel in row)
    alt = (
        f"A board of pairs of heaps, rows and columns 0 to {size - 1}: "
        f"{good} of {size * size} pairs are good"
    )
    data = base64.b64encode(png(pixels, palette)).decode()
    kind_of_map = "nt-map nt-fine" if size > _FINE else "nt-map"
    return wrap(
        f'<img class="{kind_of_map} dark-light" src="data:image/png;base64,{data}" alt="{alt}" '
        f'width="{size}" height="{size}">'
        f'<p class="nt-key"><i style="background: {_GOLD[2]}"></i> good pairs '
        f'<i style="background: {_BLUE[2]}"></i> other pairs; '
        "first heap down, second heap across</p>",
        "nt-plate",
    )


def describe(rules: BlockingNim, certificate: Certificate) -> Drawing:
    """Return what a certificate says of a game, in words and as a word, and the game's class.

    >>> from nimtwist.atlas.search import find
    >>> nim = BlockingNim(1, [[]])
    >>> print(describe(nim, find(nim)))  # doctest: +ELLIPSIS
    <div class="nt nt-told"><p>From row 4 on, every row is the same word, in which 1 block grows...
    """
    its = kind(rules, certificate)
    slopes = ", ".join(map(str, its.slopes))
    many = "s" if len(its.slopes) > 1 else ""
    steep = f"; slope{many} {' and '.join(slopes.rsplit(', ', 1))}" if slopes else ""
    class_ = f"<p>Class: <b>{its.name}</b> ({KINDS[its.name]}{steep}).</p>"
    return wrap(f"{_said(certificate)}{class_}", "nt-told")


def _said(certificate: Certificate) -> str:
    grows = sum(power.growth > 0 for power in certificate.powers)
    inside = f", in which {grows} block{'s grow' if grows > 1 else ' grows'}" if grows else ""
    period = f" + {certificate.period}t".replace(" 1t", " t")
    every = "every" if certificate.period == 1 else f"every {place_name(certificate.period)}"
    word = " ".join(map(_piece, certificate.word))
    tail = f"({letters(certificate.tail)})<sup>∞</sup>"
    return (
        f"<p>From row {certificate.row} on, {every} row is the same word{inside}. "
        f"For every t ≥ 0, row {certificate.row}{period} is</p>"
        f"<p><code>{word} {tail}</code></p>{_explained(certificate)}"
    )


def _piece(piece: bytes | Power) -> str:
    if isinstance(piece, bytes):
        text = letters(piece)
        if len(text) <= _MOST_LETTERS:
            return text
        half = _MOST_LETTERS // 2
        return f"{text[:half]} … {len(text) - 2 * half} letters … {text[-half:]}"
    growth = {0: "", 1: " + t"}.get(piece.growth, f" + {piece.growth}t")
    return f"({letters(piece.block)})<sup>{piece.times}{growth}</sup>"


def _explained(certificate: Certificate) -> str:
    """Return what each letter that occurs stands for."""
    pieces = (p.block if isinstance(p, Power) else p for p in certificate.word)
    states = sorted({*certificate.tail, *(state for piece in pieces for state in piece)})
    sets = (", ".join(str(r + 1) for r in range(8) if s >> r & 1) or "none" for s in states)
    said = "".join(
        f"<dt><code>{LETTERS[state]}</code></dt><dd>{residues}</dd>"
        for state, residues in zip(states, sets, strict=True)
    )
    return (
        "<details><summary>What the letters mean</summary><p>The letters of row x belong to the "
        "second heaps y = 0, 1, 2, … Each is a set: the residues of those moves in the first heap "
        f"of (x, y) that lead to good pairs.</p><dl>{said}</dl></details>"
    )


def judge(rules: BlockingNim, certificate: Certificate) -> str:
    """Return as HTML the verdict of the checker on a certificate, and what the certificate says."""
    wrong = flaw(rules, certificate)
    name = f"Modulo {rules.modulus}, {escape(show_family(rules))}"
    if wrong:
        return (
            f"<p>{badge('refuted')} {name}. Not a proof: {escape(wrong)}.</p>"
            f"<p>What it says, and what is not so:</p>{wrap(_said(certificate), 'nt-told')}"
        )
    return (
        f"<p>{badge('proved')} {name}: the certificate is checked. It is a proof for heaps of all "
        f"sizes.</p>{describe(rules, certificate)}"
    )
