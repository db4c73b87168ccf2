"""Games with coins in a row, and what two of them make on a board: the tartan theorem.

E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways" (1982), chapter 14. The coins of a row are
numbered from 0. A move turns a coin from head to tail, and with it some coins of smaller numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import product

from nimtwist.game import mex
from nimtwist.games.nim import nim_sum

__all__ = ["CoinGame", "coin_values", "pairs", "ruler", "tartan_values", "triples"]

CoinGame = Callable[[int], Sequence[Collection[int]]]
"""For a coin, the sets of coins before it that may be turned together with it."""


def pairs(coin: int) -> list[range]:
    """Return the moves where two coins are turned: a coin is worth its number.

    On a board, two such games make Turning Corners.

    >>> [list(others) for others in pairs(2)], coin_values(pairs, 5)
    ([[0], [1]], [0, 1, 2, 3, 4])
    """
    return [range(other, other + 1) for other in range(coin)]


def ruler(coin: int) -> list[range]:
    """Return the moves where any number of neighbouring coins are turned, but not coin 0.

    A coin is worth the largest power of two that divides its number.

    >>> [list(others) for others in ruler(3)], coin_values(ruler, 9)
    ([[1, 2], [2], []], [0, 1, 2, 1, 4, 1, 2, 1, 8])
    """
    return [range(start, coin) for start in range(1, coin + 1)]


def triples(coin: int) -> list[tuple[int, ...]]:
    """Return the moves where one, two or three coins are turned.

    >>> triples(2), coin_values(triples, 6)
    ([(), (0,), (1,), (0, 1)], [1, 2, 4, 7, 8, 11])
    """
    two = [(i, j) for j in range(coin) for i in range(j)]
    return [(), *((other,) for other in range(coin)), *two]


def coin_values(game: CoinGame, count: int) -> list[int]:
    """Return what each of the first coins is worth if it alone shows its head, by mex."""
    values: list[int] = []
    for coin in range(count):
        values.append(mex(nim_sum(values[other] for other in others) for others in game(coin)))
    return values


def tartan_values(columns: CoinGame, rows: CoinGame, size: int) -> list[list[int]]:
    """Return what each coin on a board is worth, by mex from the rules, row by row.

    A move on the board is a move of the one game and one of the other: it turns all coins that are
    in one of those columns and in one of those rows. The last of them goes from head to tail.

    >>> tartan_values(pairs, pairs, 4) == [[0] * 4, [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    True
    """
    values: dict[tuple[int, int], int] = {}
    for y, x in product(range(size), repeat=2):
        values[x, y] = mex(
            nim_sum(values[spot] for spot in product((*along, x), (*across, y)) if spot != (x, y))
            for along, across in product(columns(x), rows(y))
        )
    return [[values[x, y] for x in range(size)] for y in range(size)]
