"""The board from afar: winning corners, the values of its spots, and tartans."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

import pandas as pd
from matplotlib.patches import Rectangle

from nimbook.claims.stones import THEORY
from nimbook.playing_with_stones.coins import CoinGame, coin_values
from nimbook.show import Picture, colour
from nimtwist.games.stones import StonesPosition
from nimtwist.nimber import mul, products_by_mex

_SHADES = ("p", "n-line", "holds", "open", "refuted", "line")
# Lines and words on a map of shades have one ground in both themes: the map.
_ON_MAP = "#ffffff"


def winning_corners(position: StonesPosition) -> Picture:
    """Return the board with the far corner of each winning move, joined to its stone.

    Each stone is in a colour of its own, and has its value. (stones.ex-position)
    """
    moves = [*THEORY.winning_moves(position)]
    stones, total = sorted(position), sum(x * y for x, y in position)
    wide, high = (max((stone[i] for stone in stones), default=1) for i in (0, 1))
    by_stone = {stone: [to for of, to in moves if of == stone] for stone in stones}
    told = ", ".join(f"{len(corners)} from {stone}" for stone, corners in by_stone.items())
    picture = Picture(
        f"The winning moves: {len(moves)} of {total}",
        f"A board with stones, each with its value. From each stone thin lines lead to the left "
        f"and down, to the far corners of its winning moves: {told}.",
        (5, 0.8 + 4.4 * (high + 1) / (wide + 1)),
    )
    axes = picture.add_subplot()
    for ends, draw in ((range(1, wide + 1), axes.vlines), (range(1, high + 1), axes.hlines)):
        draw(ends, 1, (high if draw == axes.vlines else wide), colour("faint"), linewidth=0.8)
    axes.vlines(0, 0, high, colour("line"), linewidth=1, linestyle=(0, (3, 3)))
    axes.hlines(0, 0, wide, colour("line"), linewidth=1, linestyle=(0, (3, 3)))
    for number, (stone, corners) in enumerate(by_stone.items()):
        shade = colour(_SHADES[number % len(_SHADES)])
        for corner in corners:
            line = zip(stone, corner, strict=True)
            axes.plot(*line, color=shade, linewidth=1.3, marker="o", markersize=6, markevery=[1])
        axes.plot(*stone, color=shade, marker="o", markersize=13)
        axes.annotate(
            f"{mul(*stone)}", stone, (0, 9), textcoords="offset points", ha="center", weight="bold"
        )
    axes.set(aspect="equal", xlabel="x", ylabel="y", xlim=(-0.7, wide + 0.7))
    axes.set_ylim(-0.7, high + 1.1)
    axes.set_xticks(range(0, wide + 1, 2))
    axes.set_yticks(range(0, high + 1, 2))
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    return picture


def moves_of_stones(position: StonesPosition) -> pd.DataFrame:
    """Return for each stone what it is worth, how many moves it has, and which of them win.

    >>> print(*moves_of_stones(frozenset({(2, 3), (3, 2), (3, 3)})).loc["(3, 3)"])
    2 9 (0, 0), (1, 2), (2, 1)
    """
    wins = sorted(THEORY.winning_moves(position))
    rows = {
        str((x, y)): {
            "value": mul(x, y),
            "moves": x * y,
            "far corners that win": ", ".join(str(to) for of, to in wins if of == (x, y)),
        }
        for x, y in sorted(position)
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("stone")


def stone_map(size: int) -> Picture:
    """Return what a stone on each spot below `size` is worth, by mex, as shades.

    The nimbers below 2, 4, 16, … are fields, and framed. (stones.grundy)
    """
    fields = [q for q in (2, 4, 16, 256) if q < size]
    picture = Picture(
        f"What one stone is worth, with coordinates below {size}",
        "A square map, dark at the left and at the bottom, with squares in squares: of the sides "
        + ", ".join(map(str, fields))
        + ", in the corner at the bottom left; within each, all values are below its side. "
        "The rest has an irregular texture in blocks of the same sides.",
        (5.6, 4.7),
    )
    axes = picture.add_subplot()
    image = axes.imshow(products_by_mex(size, size), origin="lower")
    for q in fields:
        axes.add_patch(Rectangle((-0.5, -0.5), q, q, fill=False, edgecolor=_ON_MAP, linewidth=1.2))
    if 16 in fields:
        axes.text(7.5, 15, "below 16", color=_ON_MAP, ha="center", va="top", size=9)
    axes.set(xlabel="x", ylabel="y")
    places = range(0, size, max(1, size // 4))
    axes.set_xticks(places)
    axes.set_yticks(places)
    picture.colorbar(image, label="Grundy value")
    return picture


def tartan(games: Mapping[str, tuple[CoinGame, CoinGame]], size: int) -> Picture:
    """Return what the coins on boards are worth, with a shade for each value that occurs.

    `games` is {title of a board: the games with coins in a row along its rows and its columns}. By
    the tartan theorem a coin is worth the nim-product of what it is worth in its row and column.
    """
    boards = {}
    for name, pair in games.items():
        along, across = (coin_values(game, size) for game in pair)
        boards[name] = [[mul(a, b) for a in along] for b in across]
    kinds = {name: sorted(set(chain.from_iterable(rows))) for name, rows in boards.items()}
    told = "; ".join(f"{name}, {len(found)} values" for name, found in kinds.items())
    picture = Picture(
        f"Tartans of {size} by {size} coins",
        f"Square maps with stripes along and across, woven like a cloth: {told}. The lighter a "
        "spot, the larger its value.",
        (0.4 + 2.6 * len(games), 3),
    )
    for axes, (name, rows) in zip(
        picture.subplots(1, len(games), squeeze=False)[0], boards.items(), strict=True
    ):
        axes.imshow([[kinds[name].index(value) for value in row] for row in rows], origin="lower")
        axes.set(title=name, xlabel="coin of the row", ylabel="coin of the column")
    return picture
