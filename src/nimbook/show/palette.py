"""The colours of the book, which the stylesheet `palette.css` defines.

Pages follow a change of that file at once. Committed notebooks do not change with it: figures and
pictures in them are drawn in greys, each of which stands for a named colour, and the build replaces
the greys by the colours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

__all__ = ["GREYS", "NO_STYLES", "colour", "in_greys", "palette", "scale", "shades", "stylesheet"]

NO_STYLES = "NIMBOOK_NOTEBOOK_STYLES"
"""The environment variable set to "0" when a notebook is executed for the repository: its outputs
have neither stylesheets nor colours, because the build adds both."""

GREYS: Mapping[str, str] = MappingProxyType(
    {
        "back": "#fdfdfd",
        "text": "#262626",
        "muted": "#5e5e5e",
        "line": "#7a7a7a",
        "faint": "#dcdcdc",
        "p": "#323232",
        "n-line": "#9c9c9c",
        "holds": "#c2c2c2",
        "open": "#565656",
        "refuted": "#121212",
        "dot": "#484848",
        "other-dot": "#b4b4b4",
        "on-map": "#fefefe",
        "plate": "#0e0e0e",
        "on-plate": "#ececec",
        "plate-muted": "#989898",
        **{f"p-{i}": "#" + f"{244 - 14 * i:02x}" * 3 for i in range(7)},
        **{f"n-{i}": "#" + f"{110 - 14 * i:02x}" * 3 for i in range(7)},
    }
)
"""The grey that stands for each colour of figures and pictures in a committed notebook."""


def stylesheet(package: str, name: str) -> str:
    """Return a stylesheet from a package on a single line, without comments."""
    text = (files(package) / name).read_text("utf-8")
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.S)).strip()


@cache
def palette(theme: Literal["light", "dark"] = "light") -> Mapping[str, str]:
    """Return the colours of a theme, as CSS values by name.

    >>> len(palette()["p"]), palette()["p"] == palette("dark")["p"]
    (7, False)
    """
    light, dark, *_ = re.findall(r"[{]([^{}]*)[}]", stylesheet("nimbook.show", "palette.css"))
    block = light if theme == "light" else light + dark
    return MappingProxyType(dict(re.findall(r"--nt-([\w-]+): ([^;]+);", block)))


def in_greys() -> bool:
    """Return whether figures and pictures are drawn in the greys of a committed notebook."""
    return os.environ.get(NO_STYLES) == "0"


def colour(name: str) -> str:
    """Return a named colour of the light theme, or the grey that stands for it.

    In a figure, lines, areas and text of this colour follow the light or dark theme of the page.

    Raises:
        ValueError: if figures have no such colour.

    >>> colour("p") == palette()["p"]
    True
    """
    if name not in GREYS:
        raise ValueError(f"unknown colour {name!r}: choose one of {', '.join(GREYS)}")
    return GREYS[name] if in_greys() else palette()[name]


def shades(outcome: Literal["p", "n"]) -> list[str]:
    """Return the shades of P-positions or of all other positions, from light to dark.

    >>> len(shades("p")), shades("n")[0] == colour("n-0")
    (7, True)
    """
    return [colour(f"{outcome}-{i}") for i in range(7)]


def scale(first: str, last: str, count: int) -> list[str]:
    """Return `count` colours from one named colour to another, in equal steps.

    >>> scale("plate", "on-map", 5)[::4] == [colour("plate"), colour("on-map")]
    True
    """
    ends = [bytes.fromhex(colour(name).removeprefix("#")) for name in (first, last)]
    return [
        "#" + bytes(round(a + (b - a) * i / (count - 1)) for a, b in zip(*ends, strict=True)).hex()
        for i in range(count)
    ]
