"""Ranks and Δ from afar, and what is counted of the algorithm, of Moore's games and of sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, count, product
from random import Random

import pandas as pd
from matplotlib.ticker import PercentFormatter

from nimbook.claims.podium import PRINTED, shortfall
from nimbook.claims.podium_games import (
    DAY_3,
    NumberedGames,
    StackedStones,
    classes,
)
from nimbook.samples import solver
from nimbook.show import Picture, colour
from nimtwist import podium
from nimtwist.games.moore import Moore
from nimtwist.games.nim import Nim
from nimtwist.games.stones import Stone, Stones
from nimtwist.nimber import mul

Heaps = tuple[int, ...]

# --- Pictures ------------------------------------------------------------------------------------


def delta_maps(size: int, others: Heaps, players: Sequence[int]) -> Picture:
    """Return Δ of all pairs of heaps below `size` beside others, as numbers in base n, in shades.

    (podium.def-3.1)
    """
    found = {
        n: [[delta_number((*others, i, j), n) for j in range(size)] for i in range(size)]
        for n in players
    }
    zeros = [f"{sum(row.count(0) for row in rows)} among {n}" for n, rows in found.items()]
    picture = Picture(
        f"Δ of two heaps beside {Nim().show(others)}",
        f"Maps of two heaps to {size - 1} in shades, of squares within squares. For each binary "
        "column a square is cut into four, of which the two off the diagonal are alike. Between "
        "two players those on the diagonal are alike, too, as on a chessboard; among three they "
        "differ. So many pairs have Δ = 0 and are darkest: "
        f"{' players, '.join(zeros)} players.",
        (2.9 * len(players), 3.4),
    )
    places = picture.subplots(1, len(players), squeeze=False)[0]
    for axes, (n, rows) in zip(places, found.items(), strict=True):
        image = axes.imshow(rows)
        axes.set(title=f"{n} players", xlabel="second heap")
        picture.colorbar(image, ax=axes, location="bottom", shrink=0.9, label="Δ")
    picture.axes[0].set_ylabel("first heap")
    return picture


def delta_number(heaps: Heaps, players: int) -> int:
    """Return Δ as the number whose digits in base n it has.

    (podium.def-3.1)

    >>> delta_number((47, 4, 20, 23, 44), 4)
    2714
    """
    number = 0
    for digit in podium.delta(heaps, players):
        number = number * players + digit
    return number


def rank_maps(size: int, others: Heaps, players: Sequence[int]) -> Picture:
    """Return the ranks of two heaps below `size` beside others, in shades.

    (podium.def-2.3)
    """
    found = {
        n: [[podium.rank((*others, i, j), n) for j in range(size)] for i in range(size)]
        for n in players
    }
    counts = {
        n: ", ".join(
            f"{sum(row.count(rank) for row in rows):,} of rank {rank}" for rank in range(n)
        )
        for n, rows in found.items()
    }
    picture = Picture(
        f"Ranks of two heaps beside {Nim().show(others)}",
        f"Maps of two heaps to {size - 1} in shades: "
        + "; ".join(f"among {n} players {said}" for n, said in counts.items())
        + ". The largest rank fills nearly all of each map, and is light. With more heaps than "
        "players the other ranks are a pattern of steps and squares; with as many heaps as players "
        "they are a diagonal that splits into two lines.",
        (2.9 * len(players), 3.5),
    )
    places = picture.subplots(1, len(players), squeeze=False)[0]
    for axes, (n, rows) in zip(places, found.items(), strict=True):
        image = axes.imshow(rows, vmin=0, vmax=n - 1)
        axes.set(title=f"{n} players", xlabel="second heap")
        bar = picture.colorbar(image, ax=axes, location="bottom", shrink=0.9, label="rank")
        bar.set_ticks([*range(n)])
    picture.axes[0].set_ylabel("first heap")
    return picture


def rank_chart(heaps: int, largest: int, players: Sequence[int]) -> Picture:
    """Return the shares of the ranks among all positions of so many heaps, a bar for each n.

    (podium.def-2.3)
    """
    shares = {n: rank_shares(heaps, largest, n) for n in players}
    most = {n: max(found, key=found.__getitem__) for n, found in shares.items()}
    picture = Picture(
        f"The ranks of {heaps} heaps, by the number of players",
        f"A stacked bar for each number of players, {players[0]} to {players[-1]}, of all "
        f"positions of {heaps} heaps to {largest}. The largest part is that of the largest rank "
        "there is: "
        + ", ".join(f"rank {most[n]}, {shares[n][most[n]]:.0%}, among {n}" for n in players)
        + f". From {heaps + 1} players on the bars are equal.",
        (5.2, 3.5),
    )
    axes = picture.add_subplot()
    for rank in range(max(map(max, shares.values())) + 1):
        parts = [found.get(rank, 0) for found in shares.values()]
        below = [sum(s for r, s in found.items() if r < rank) for found in shares.values()]
        shade = colour(_SHADES[rank % len(_SHADES)])
        axes.bar(range(len(shares)), parts, 0.72, below, color=shade, label=f"rank {rank}")
    axes.set_xticks(range(len(shares)), map(str, shares))
    axes.set(xlabel="players", ylabel="share of positions", ylim=(0, 1))
    axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
    axes.legend(*(found[::-1] for found in axes.get_legend_handles_labels()),
                loc="center left", bbox_to_anchor=(1, 0.5))  # fmt: skip
    return picture


def top_rank_chart(heaps: int, bits: Sequence[int], players: Sequence[int], boards: int) -> Picture:
    """Return the share of the largest rank among random heaps, by their number of binary digits.

    (podium.def-2.3)
    """
    drawn = {b: random_heaps(heaps, b, boards) for b in bits}
    top = {
        n: [sum(podium.rank(p, n) == n - 1 for p in drawn[b]) / boards for b in bits]
        for n in players
    }
    picture = Picture(
        f"How often {heaps} heaps have the largest rank, n − 1",
        f"A curve for each number of players that rises with the size of the heaps, from {bits[0]} "
        f"to {bits[-1]} binary digits: "
        + "; ".join(f"{t[0]:.0%} to {t[-1]:.0%} among {n} players" for n, t in top.items())
        + f". Each dot stands for {boards} random positions.",
        (5.2, 3.3),
    )
    axes = picture.add_subplot()
    for n, shares in top.items():
        shade = colour(_SHADES[n - 2])
        axes.plot(bits, shares, "o-", color=shade, markersize=4, label=f"{n} players")
    axes.set(xlabel="binary digits of the heaps", ylabel="share of rank n − 1", ylim=(0, 1.03))
    axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
    axes.legend(loc="lower right")
    return picture


_SHADES = ("p", "n-line", "holds", "open", "refuted", "line", "conditional")


def random_heaps(heaps: int, bits: int, boards: int) -> list[Heaps]:
    """Return random positions of Nim, the same ones at each call.

    >>> random_heaps(2, 4, 1)
    [(7, 13)]
    """
    source = Random(11)
    return [tuple(source.getrandbits(bits) for _ in range(heaps)) for _ in range(boards)]


def rank_shares(heaps: int, largest: int, players: int) -> dict[int, float]:
    """Return the share of each rank among all positions of so many heaps up to `largest`.

    >>> rank_shares(2, 3, 2)
    {0: 0.4, 1: 0.6}
    """
    positions = combinations_with_replacement(range(largest + 1), heaps)
    found = Counter(podium.rank(position, players) for position in positions)
    return {rank: found[rank] / found.total() for rank in sorted(found)}


# --- Tables --------------------------------------------------------------------------------------


def reduction_table() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the six tables of the worked example, printed and computed, a column for each.

    (podium.ex-algorithm)
    """
    printed = PRINTED["ex-algorithm"]
    heaps, tables = printed["heaps"], printed["tables"]
    width = len(tables[0][0])
    computed = [
        [*(f"{heap:0{width}b}" for heap in step.heaps), "".join(map(str, step.sums))]
        for step in podium.reduction(tuple(heaps), printed["players"])
    ]
    index = pd.Index([*map(str, heaps), "Δ"], name="heap")
    frames = (
        pd.DataFrame({f"table {i}": rows for i, rows in enumerate(found, 1)}).set_index(index)
        for found in (tables, computed)
    )
    return next(frames), next(frames)


def random_ranks(players: Sequence[int], heaps: int, bits: int, boards: int) -> pd.DataFrame:
    """Return how often random positions of Nim have each rank.

    (podium.def-2.3)
    """
    drawn = random_heaps(heaps, bits, boards)
    counts = [Counter(podium.rank(position, n) for position in drawn) for n in players]
    columns = {
        f"rank {rank}": [
            found[rank] if rank < n else None for n, found in zip(players, counts, strict=True)
        ]
        for rank in range(max(players))
    }
    return pd.DataFrame(columns, pd.Index(players, name="players"), dtype=object)


def shortfall_table(cases: Iterable[tuple[int, int, int]]) -> pd.DataFrame:
    """Return how often the algorithm lowers more heaps than it must, top down.

    `cases` are numbers of players, of heaps, and the largest of these; small heaps are on top.
    (podium.ex-algorithm)
    """
    rows = []
    for players, heaps, largest in cases:
        longer, of = shortfall(players, heaps, largest)
        rows.append([players, heaps, largest, of, longer, f"{longer / of:.1%}"])
    columns = ["players", "heaps", "up to", "Δ is not 0", "a shorter way exists", "share"]
    return pd.DataFrame(rows, columns=columns).set_index("players")


def moore_table(most: int, players: int) -> pd.DataFrame:
    """Return, for Moore's games, the least number of single sticks that is a 0-position.

    It is found by search. (podium.moore)
    """
    least = {
        f"{n} players": [
            next(p for p in count(1) if not solver(Moore(k)).rank((1,) * p, n))
            for k in range(1, most + 1)
        ]
        for n in range(2, players + 1)
    }
    return pd.DataFrame(least, index=pd.RangeIndex(1, most + 1, name="k"))


def stone_ranks(positions: Iterable[tuple[Stone, ...]], players: Iterable[int]) -> pd.DataFrame:
    """Return ranks of stones, as worded and if they stack, and of the heaps of their products.

    Between two players all three are the same. (podium.stones)
    """
    rows = []
    for position, n in product(positions, players):
        single = len(set(position)) == len(position)
        rows.append(
            {
                "stones": ", ".join(map(str, position)),
                "players": n,
                "as worded": solver(Stones()).rank(frozenset(position), n) if single else None,
                "if stones stack": solver(StackedStones()).rank(position, n),
                "as Nim heaps": solver(Nim()).rank(tuple(mul(x, y) for x, y in position), n),
            }
        )
    return pd.DataFrame(rows, dtype=object).set_index("stones")


def class_table(players: Iterable[int]) -> pd.DataFrame:
    """Return, for each number of players, which of the games born by day 3 are equal.

    Ranks are compared alone and beside every sum of these games, of up to one game fewer than there
    are players. Games whose ranks differ somewhere are different; that the others are equal is, for
    two players, the theorem of Sprague and Grundy. (podium.sums)
    """
    rows = {}
    for n in players:
        found = classes(n, n - 1)
        equal = "; ".join(" = ".join(map(_name, group)) for group in found if len(group) > 1)
        rows[n] = [DAY_3, len(found), equal or "no two"]
    columns = ["games", "different ones", "equal"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("players")


_HEAPS = {0: "0", 1: "*1", 3: "*2", 11: "*3"}


def _name(game: int) -> str:
    """Return a game by its options, and a Nim heap by its size with a star."""
    options = [option[0] if option else 0 for option in NumberedGames().options((game,))]
    return _HEAPS.get(game) or f"{{{', '.join(map(_name, options))}}}"
