"""Plates: pictures of the good pairs of two heaps."""

from __future__ import annotations

from fractions import Fraction
from textwrap import fill

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from nimbook.show import Picture
from nimbook.show.certificates import residues
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.families import code_of, maximal, show_family
from nimtwist.atlas.kinds import kind
from nimtwist.games.blocking import BlockingNim

__all__ = ["FAINT", "INK", "borders", "dark_picture", "draw", "plate", "river"]

_GROUND, INK, FAINT = "#0d1219", "#ece7da", "#9aa1ab"
# Few residues, …, all residues.
_GOLD = ("#fff6cf", "#ffc15e", "#ee7733", "#b03a2e")
_BLUE = ("#5b86b5", "#2c4a75", "#16243f", "#0d1526")

# So many dots, about, are along a plate: enough for a poster.
_DOTS = 1200


def borders(certificate: Certificate) -> list[tuple[int, Fraction]]:
    """Return where a certificate's rows change: the column in its first row, and its slope.

    There is a border on each side of a block that grows; slopes are in columns a row.

    >>> borders(Certificate.read('{"row":4,"period":2,"word":["11",["10",2,1],"01"],"tail":"0"}'))
    [(2, Fraction(0, 1)), (6, Fraction(1, 1)), (8, Fraction(1, 1))]
    """
    found = list[tuple[int, Fraction]]()
    column = growth = 0
    for piece in certificate.word:
        if isinstance(piece, Power) and piece.growth:
            found.append((column, Fraction(growth, certificate.period)))
            column += piece.times * len(piece.block)
            growth += piece.growth * len(piece.block)
            found.append((column, Fraction(growth, certificate.period)))
        else:
            column += len(piece.block) * piece.times if isinstance(piece, Power) else len(piece)
    return list(dict.fromkeys([*found, (column, Fraction(growth, certificate.period))]))


def plate(
    rules: BlockingNim,
    size: int,
    certificate: Certificate | None = None,
    caption: str = "",
    seen: str = "",
) -> Picture:
    """Return the pairs of heaps below `size` as a plate: good ones in gold, the others in blue.

    A shade is the darker, the more residues of moves lead to good pairs. With a certificate, thin
    lines are the borders of the blocks that grow, from its first row on, each with its slope.
    Without a caption, it is said what the certificate says. `seen` is what one sees, for those who
    do not.

    >>> plate(BlockingNim.up_to(4, 1), 40)
    <Picture: Modulo 4: 1; 2; 3; 4>
    """
    said = caption or _said(rules, certificate)
    name, code = _named(rules), code_of(rules)
    good = sum(code >> t & 1 for row in residues(rules, size) for t in row)
    figure = dark_picture(
        name,
        f"{seen or 'Gold squares, the good pairs, among blue ones.'} Of all pairs of heaps below "
        f"{size}, {good / size**2:.0%} are good. {said}",
        (6.6, 7),
        _dots(size, 0.8 * 6.6),
    )
    axes = figure.add_axes((0.1, 0.105, 0.8, 0.8 * 6.6 / 7))
    draw(axes, rules, size)
    axes.set(xlabel="second heap", ylabel="first heap")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(5, integer=True, steps=[1, 2, 5, 10]))
        axis.label.set_color(FAINT)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.tick_params(length=0, labelcolor=FAINT)
    if certificate is not None:
        _draw_borders(axes, certificate, size)
    _write(figure, name, said, 0.1)
    return figure


def river(
    rules: BlockingNim,
    rows: int,
    width: int,
    lines: int = 4,
    certificate: Certificate | None = None,
    seen: str = "",
) -> Picture:
    """Return what is near the diagonal of a game with two heaps, as a text of some lines.

    From left to right runs the first heap, below `rows`, and from top to bottom how much larger the
    second one is, from -`width` to `width`. With a certificate, a line marks its first row.
    `seen` is what one sees, for those who do not.

    >>> river(BlockingNim.up_to(4, 1), 60, 8)
    <Picture: Modulo 4: 1; 2; 3; 4, along the diagonal>
    """
    said = _said(rules, certificate)
    pixels = _pixels(rules, rows + width)
    first, more = np.meshgrid(np.arange(rows), np.arange(-width, width + 1))
    ground = np.array([*bytes.fromhex(_GROUND.removeprefix("#")), 255], np.uint8)
    banks = np.where((first + more >= 0)[..., None], pixels[first, first + more], ground)
    length = -(-rows // lines)
    side, pitch = 8.2, 8.2 * (2 * width + 1) / length
    height = 1.15 + lines * (pitch + 0.3)
    name = _named(rules)
    figure = dark_picture(
        f"{name}, along the diagonal",
        f"{seen or 'Gold squares, the good pairs, among blue ones.'} These are the pairs near the "
        f"diagonal, in {lines} lines of {length} rows, like lines of text. {said}",
        (9, height),
        _dots(length, side),
    )
    for line in range(lines):
        start, end = line * length, min(rows, (line + 1) * length)
        bottom = height - 0.6 - (line + 1) * (pitch + 0.3) + 0.2
        share = side * (end - start) / length
        axes = figure.add_axes((0.5 / 9, bottom / height, share / 9, pitch / height))
        axes.imshow(
            banks[:, start:end],
            extent=(start, end, width + 0.5, -width - 0.5),
            aspect="auto",
        )
        axes.set(yticks=(-width / 2, width / 2), yticklabels=(f"−{width / 2:g}", f"+{width / 2:g}"))
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, steps=[1, 2, 5, 10]))
        axes.tick_params(length=0, pad=1, labelcolor=FAINT, labelsize=7)
        axes.spines[:].set_visible(False)
        if certificate is not None and start <= certificate.row < end:
            axes.axvline(certificate.row, color=INK, linewidth=0.9)
    _write(figure, name, said, 0.5 / 9)
    return figure


def dark_picture(title: str, description: str, size: tuple[float, float], dots: float) -> Picture:
    """Return an empty picture on the dark ground of the plates, with so many dots to the inch."""
    return Picture(title, description, size, facecolor=_GROUND, dpi=dots, layout="none")


def _write(figure: Figure, name: str, said: str, left: float) -> None:
    """Write what the game is, what is known of it, and what the colours mean."""
    width, height = figure.get_size_inches()
    large = len(name) < 6.4 * width
    figure.text(
        left,
        1 - 0.25 / height,
        name if large else fill(name, round(9.4 * width)),
        color=INK,
        size=15 if large else 10.5,
        weight="bold",
        va="top",
    )
    figure.text(left, 0.34 / height, said, color=INK, size=10.5)
    for place, shade, words in ((0, _GOLD[1], "good pairs"), (1.05, _BLUE[1], "other pairs")):
        figure.text(left + place / width, 0.12 / height, "■", color=shade, size=9)
        figure.text(left + (place + 0.16) / width, 0.127 / height, words, color=FAINT, size=9)


def _named(rules: BlockingNim) -> str:
    return f"Modulo {rules.modulus}: {show_family(maximal(rules))}"


def _said(rules: BlockingNim, certificate: Certificate | None) -> str:
    name = kind(rules, certificate).name.capitalize()
    if certificate is None:
        return f"{name}."
    return f"{name}: from row {certificate.row} on, a period of {certificate.period}."


def _dots(pairs: int, inches: float) -> float:
    """Return how many dots an inch has if each pair is a square of whole dots."""
    return pairs * max(1, round(_DOTS / pairs)) / inches


def _pixels(rules: BlockingNim, size: int) -> NDArray[np.uint8]:
    """Return the colours of all pairs of heaps."""
    n, code = rules.modulus, code_of(rules)
    shades = [
        LinearSegmentedColormap.from_list("", [*(_GOLD if code >> t & 1 else _BLUE)])(
            t.bit_count() / n, bytes=True
        )
        for t in range(1 << n)
    ]
    found = np.frombuffer(b"".join(residues(rules, size)), np.uint8)
    return np.array(shades, np.uint8)[found.reshape(size, size)]


def draw(axes: Axes, rules: BlockingNim, size: int) -> None:
    """Draw a square for each pair of heaps."""
    axes.imshow(_pixels(rules, size), extent=(0, size, size, 0))
    axes.spines[:].set_visible(False)


def _draw_borders(axes: Axes, certificate: Certificate, size: int) -> None:
    """Draw the borders that move, from the certificate's first row on; say each slope once."""
    first, drawn = certificate.row, dict[Fraction, int]()
    for column, slope in borders(certificate):
        before = drawn.get(slope)
        if not slope or max(first, column) >= size:
            continue
        if before is not None and column - before < size / 50:
            continue
        drawn[slope] = column
        last = min(Fraction(size), first + (size - column) / slope)
        end = column + slope * (last - first)
        axes.plot([column, float(end)], [first, float(last)], color=INK, linewidth=0.8, alpha=0.9)
        if before is None:
            right = end == size
            axes.annotate(
                f"slope {slope}",
                (float(end), float(last)),
                (4, 0) if right else (0, -4),
                textcoords="offset points",
                color=INK,
                size=9,
                ha="left" if right else "center",
                va="center" if right else "top",
                annotation_clip=False,
            )
