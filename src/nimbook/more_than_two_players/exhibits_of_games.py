"""What stands among more than two players, drawn: Moore's games, boxes, stones, sums."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import count
from typing import Any

from nimbook.draw._base import Drawing, listed
from nimbook.draw.tables import grid, panels, table
from nimbook.more_than_two_players.claims_of_games import (
    DAY_3,
    NumberedGames,
    StackedStones,
    blocking_rank,
    classes,
)
from nimbook.more_than_two_players.exhibits import rank_grid
from nimbook.samples import solver
from nimtwist._checks import quoted, whole
from nimtwist.game import Solver
from nimtwist.games.blocking import BlockingNim, show_restriction
from nimtwist.games.moore import Moore
from nimtwist.games.nim import Nim
from nimtwist.games.stones import Stone, Stones
from nimtwist.nimber import mul

__all__ = ["boxed_ranks", "class_table", "moore_table", "stone_ranks"]

_MOST_PLAYERS = 6
# Beyond these, brute force keeps a reader waiting.
_MOST_K, _MOST_MODULUS, _LARGEST_PILE, _MOST_SPOTS = 4, 5, 9, 16


@cache
def _solver(rules: Any) -> Solver[Any]:
    return Solver(rules)


def _seats(players: object) -> int:
    return whole(players, "the number of players", 2, _MOST_PLAYERS)


def moore_table(most: int, players: int) -> Drawing:
    """Return how many heaps of one stick a player likes to leave, in Moore's games, by search.

    That is the least number of them that is a 0-position: what Moore's theorem divides by between
    two players, and Li's for k = 1. Equal numbers are equal theories. (podium.moore)

    Raises:
        ValueError: if `most`, the largest k, is not a whole number from 1 to 4, or `players` not
            one from 2 to 6.

    >>> "as k(n − 1) + 1 says, in 12 of 12 cells" in moore_table(3, 5)
    True
    """
    ks = range(1, whole(most, "the largest k", 1, _MOST_K) + 1)
    seats = range(2, _seats(players) + 1)
    cells = [
        [next(p for p in count(1) if not _solver(Moore(k)).rank((1,) * p, n)) for n in seats]
        for k in ks
    ]
    right = sum(
        cell == k * (n - 1) + 1
        for k, row in zip(ks, cells, strict=True)
        for n, cell in zip(seats, row, strict=True)
    )
    return table(
        ["k", *(f"{n} players" for n in seats)],
        [[k, *row] for k, row in zip(ks, cells, strict=True)],
        "The least number of single sticks that is a 0-position when a move lowers 1 to k heaps: "
        f"as k(n − 1) + 1 says, in {right} of {len(ks) * len(seats)} cells",
    )


def boxed_ranks(
    players: int, beside: int, forbidden: Iterable[int], modulus: int, largest: int
) -> Drawing:
    """Return ranks of blocking Nim for two piles up to `largest`, and of Nim for their quotients.

    The piles lie beside a third, the player to move must not take a forbidden number modulo
    `modulus`, and may forbid as many. Lines are drawn around boxes; cells whose rank is not as the
    boxes say are framed. All ranks are by brute force. (podium.twist)

    Raises:
        ValueError: if `players` is not a whole number from 2 to 6, `beside` or `largest` none up
            to 9, `modulus` none from 1 to 5, or `forbidden` are not fewer residues, 1 to `modulus`.

    >>> "as boxes say at 36 of 36 places" in boxed_ranks(3, 4, [1], 3, 5)
    True
    """
    n, modulus = _seats(players), whole(modulus, "the modulus", 1, _MOST_MODULUS)
    beside = whole(beside, "the third pile", 0, _LARGEST_PILE)
    piles = range(whole(largest, "the largest pile", 1, _LARGEST_PILE) + 1)
    listed_residues = listed(forbidden, "forbidden residues")
    residues = frozenset(whole(r, "a forbidden residue", 1, modulus) for r in listed_residues)
    if len(residues) == modulus:
        raise ValueError(
            f"{quoted(listed_residues)} forbid every number: leave one of 1 to {modulus}"
        )
    rules, box = BlockingNim.exactly(modulus, len(residues)), len(residues) + 1
    cells, wrong = [], {}
    for i in piles:
        cells.append([solver(rules).rank((_sorted(i, j, beside), residues), n) for j in piles])
        for j, found in enumerate(cells[-1]):
            if found != blocking_rank(rules, ((i, j, beside), residues), n):
                wrong[i, j] = "wrong"
    right = len(piles) ** 2 - len(wrong)
    boxed = grid(
        [[found or "P" for found in row] for row in cells],
        f"Two piles beside {beside}, {show_restriction(residues) or 'nothing forbidden'} modulo "
        f"{modulus}: ranks, as boxes say at {right} of {len(piles) ** 2} places",
        box,
        wrong,
    )
    return panels(rank_grid(n, (beside // box,), max(piles[-1] // box, 1)), boxed)


def _sorted(*piles: int) -> tuple[int, ...]:
    return tuple(sorted(filter(None, piles)))


def stone_ranks(positions: Iterable[tuple[Stone, ...]], players: Iterable[int]) -> Drawing:
    """Return ranks of stones, as worded and if they stack, and of the heaps of their products.

    Between two players all three are the same. (podium.stones)

    Raises:
        ValueError: if a position is not a tuple of stones (x, y) whose products add up to 16 at
            most, or a number of players not a whole one from 2 to 6.

    >>> "<td>1</td><td>2</td><td>2</td>" in stone_ranks([((1, 1), (1, 2))], [3])
    True
    """
    seats = [_seats(n) for n in listed(players, "the numbers of players")]
    rows = []
    for position in listed(positions, "the positions"):
        try:
            shown = Stones().show(frozenset(position))  # refuses what are no stones
        except TypeError:
            raise ValueError(f"stones to stack are pairs (x, y), not {quoted(position)}") from None
        if sum(x * y for x, y in position) > _MOST_SPOTS:
            raise ValueError(
                f"{quoted(position)} are too many stones to search: products of "
                f"{_MOST_SPOTS} in all"
            )
        stacked = tuple(sorted(position))
        single = len(set(position)) == len(position)
        if not single:
            shown = ", ".join(map(str, stacked))
        heaps = _sorted(*(mul(x, y) for x, y in position))
        for n in seats:
            worded = _solver(Stones()).rank(frozenset(position), n) if single else "–"
            ranks = [
                worded,
                _solver(StackedStones()).rank(stacked, n),
                _solver(Nim()).rank(heaps, n),
            ]
            rows.append([shown, n, *ranks])
    return table(
        ["stones", "players", "rank as worded", "if stones stack", "of Nim heaps"],
        rows,
        "Stones, and the heaps that they are between two players: their ranks",
    )


def class_table(players: Iterable[int]) -> Drawing:
    """Return for numbers of players which of the games born by day 3 are equal.

    Their ranks are compared alone and beside every sum of up to so many of them, one fewer than
    there are players: games that are apart differ; that others are equal, is Sprague and Grundy's
    theorem for two players. (podium.sums)

    Raises:
        ValueError: if a number of players is not a whole one from 2 to 5.

    >>> "<td>4</td><td>0 = {*1} = {*2} = {*1, *2}<br>" in class_table([2])
    True
    """
    rows: list[list[object]] = []
    for number in listed(players, "the numbers of players"):
        n = whole(number, "the number of players", 2, 5)
        found = classes(n, n - 1)
        equal = Drawing("<br>".join(" = ".join(map(_name, g)) for g in found if len(g) > 1))
        rows.append([n, len(found), equal or "no two"])
    return table(
        ["players", "different games", "equal"],
        rows,
        f"The {DAY_3} impartial games born by day 3: how many different ones they are",
    )


_HEAPS = {0: "0", 1: "*1", 3: "*2", 11: "*3"}


def _name(game: int) -> str:
    """Return a game by its options, and a Nim heap by its size with a star."""
    options = [option[0] if option else 0 for option in NumberedGames().options((game,))]
    return _HEAPS.get(game) or f"{{{', '.join(map(_name, options))}}}"
