"""Stranded pairs of heaps from afar."""

from __future__ import annotations

import matplotlib
from matplotlib.figure import Figure

from nimbook.figures import BLUE, Picture
from nimtwist.algebra import polynomial_text
from nimtwist.games.polymum import PolyMuM


def stranded_map(polynomial: int) -> Picture:
    """Return all pairs of heaps of Polynomial MuM from afar: a square for each stranded pair.

    (mum.sec-6.4.win)
    """
    rules = PolyMuM(polynomial)
    heaps = range(1, 1 << rules.degree)
    target = {heap: rules.inv(heap) for heap in heaps}  # beside a heap, the other must become this
    marked = [[a < target[b] and b < target[a] for b in heaps] for a in heaps]
    figure = Figure(figsize=(4.2, 4.2), layout="constrained")
    axes = figure.add_subplot()
    extent = (0.5, len(heaps) + 0.5, len(heaps) + 0.5, 0.5)
    colours = matplotlib.colors.ListedColormap(["white", BLUE])
    axes.imshow(marked, cmap=colours, extent=extent, interpolation="nearest")
    axes.set(xlabel="second heap", ylabel="first heap")
    return Picture(figure, f"Stranded pairs of heaps modulo {polynomial_text(rules.polynomial)}")
