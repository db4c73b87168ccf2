"""PNG pictures with one pixel for each pair of heaps.

This module uses only the standard library, because chapters that run in the browser have no imaging
library.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from itertools import islice
from operator import or_

from nimbook.show._base import Drawing, wrap
from nimbook.show.palette import shades
from nimtwist.atlas.families import code_of
from nimtwist.atlas.rows import rows
from nimtwist.games.blocking import BlockingNim

__all__ = ["board", "png", "residues"]

# The largest size, in pixels per side, at which a board is displayed with sharp pixels. Larger
# boards are smoothed, because the page may shrink them to less than one screen pixel for each pair.
_MAX_PIXELATED = 256


def residues(rules: BlockingNim, size: int) -> list[bytes]:
    """Return, for each pair of heaps below `size`, the residues of all moves to good pairs.

    Each item of the list is a row of pairs with the same first heap, with one byte for each pair.
    Bit r - 1 of the byte is set if a move that takes a number with residue r leads to a good pair.

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
    """Return a PNG image, given rows of indices into a palette of at most 16 colours.

    >>> png([bytes([0, 1])], ["#000000", "#ffffff"])[1:4]
    b'PNG'
    """
    width = len(pixels[0])
    # Each row starts with its filter type (0 for none), followed by two pixels per byte.
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
    """Draw the pairs of heaps below `size`, with good pairs in blue and all other pairs in brown.

    The shade of a pair depends on how many different residues its moves to good pairs have: the
    more residues, the darker the shade.

    >>> "rows and columns 0 to 2" in board(BlockingNim(1, [[]]), 3)
    True
    """
    n, code = rules.modulus, code_of(rules)
    # Map the byte of a pair to a colour: the number of residues, plus 8 if the pair is good.
    colour = bytes(t.bit_count() + 8 * (code >> t & 1) for t in range(1 << n)).ljust(256, b"\0")
    pixels = [row.translate(colour) for row in residues(rules, size)]
    colours = [*shades("n"), *shades("p")]
    palette = [colours[min(6, 6 * k // n) + 7 * part] for part in (0, 1) for k in range(8)]
    good = sum(pixel >= 8 for row in pixels for pixel in row)
    alt = (
        f"A board of pairs of heaps, rows and columns 0 to {size - 1}: "
        f"{good} of {size * size} pairs are good"
    )
    data = base64.b64encode(png(pixels, palette)).decode()
    css = "nt-map nt-fine" if size > _MAX_PIXELATED else "nt-map"
    return wrap(
        f'<img class="{css} dark-light" src="data:image/png;base64,{data}" alt="{alt}" '
        f'width="{size}" height="{size}">'
        '<p class="nt-key"><i class="nt-good"></i> good pairs <i></i> other pairs; '
        "first heap down, second heap across</p>",
        "nt-plate",
    )
