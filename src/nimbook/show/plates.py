"""The ground, words and colours of plates: pictures of the good pairs of two heaps."""

from __future__ import annotations

from textwrap import fill

from matplotlib.figure import Figure

from nimbook.show import Picture
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.families import maximal, show_family
from nimtwist.atlas.kinds import kind
from nimtwist.games.blocking import BlockingNim

__all__ = [
    "BLUE",
    "FAINT",
    "GOLD",
    "GROUND",
    "INK",
    "dark_picture",
    "dots",
    "plate_title",
    "summary",
    "write",
]

GROUND, INK, FAINT = "#0d1219", "#ece7da", "#9aa1ab"
# Few residues, …, all residues.
GOLD = ("#fff6cf", "#ffc15e", "#ee7733", "#b03a2e")
BLUE = ("#5b86b5", "#2c4a75", "#16243f", "#0d1526")

# The approximate number of dots along a plate: enough for a poster.
_DOTS = 1200


def dark_picture(title: str, description: str, size: tuple[float, float], dots: float) -> Picture:
    """Return an empty picture on the dark ground of the plates, with so many dots to the inch."""
    return Picture(title, description, size, facecolor=GROUND, dpi=dots, layout="none")


def write(figure: Figure, name: str, said: str, left: float) -> None:
    """Write the name of the game, a summary, and the meaning of the colours."""
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
    for place, shade, words in ((0, GOLD[1], "good pairs"), (1.05, BLUE[1], "other pairs")):
        figure.text(left + place / width, 0.12 / height, "■", color=shade, size=9)
        figure.text(left + (place + 0.16) / width, 0.127 / height, words, color=FAINT, size=9)


def plate_title(rules: BlockingNim) -> str:
    """Return the modulus and the family, as the title of a picture."""
    return f"Modulo {rules.modulus}: {show_family(maximal(rules))}"


def summary(rules: BlockingNim, certificate: Certificate | None) -> str:
    """Return the class of a game and, with a certificate, its first row and its period."""
    name = kind(rules, certificate).name.capitalize()
    if certificate is None:
        return f"{name}."
    return f"{name}: from row {certificate.row} on, a period of {certificate.period}."


def dots(pairs: int, inches: float) -> float:
    """Return the dots per inch that make each pair a square of whole dots."""
    return pairs * max(1, round(_DOTS / pairs)) / inches
