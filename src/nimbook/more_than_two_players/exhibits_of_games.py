"""What stands among more than two players, drawn: Moore's games, boxes, stones, sums."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count, product

from nimbook.draw._base import Drawing
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
from nimtwist.games.blocking import BlockingNim, show_restriction
from nimtwist.games.moore import Moore
from nimtwist.games.nim import Nim
from nimtwist.games.stones import Stone, Stones
from nimtwist.nimber import mul


def moore_table(most: int, players: int) -> Drawing:
    """Return, for Moore's games, the least number of single sticks that is a 0-position, by search.

    It is what Moore's theorem divides by between two players, and Li's for k = 1. (podium.moore)
    """
    ks, seats = range(1, most + 1), range(2, players + 1)
    least = {
        (k, n): next(p for p in count(1) if not solver(Moore(k)).rank((1,) * p, n))
        for k, n in product(ks, seats)
    }
    right = sum(number == k * (n - 1) + 1 for (k, n), number in least.items())
    return table(
        ["k", *(f"{n} players" for n in seats)],
        [[k, *(least[k, n] for n in seats)] for k in ks],
        "The least number of single sticks that is a 0-position when a move lowers 1 to k heaps: "
        f"as k(n − 1) + 1 says, in {right} of {len(least)} cells",
    )


def boxed_ranks(
    players: int, beside: int, forbidden: Iterable[int], modulus: int, largest: int
) -> Drawing:
    """Return ranks of blocking Nim for two heaps up to `largest`, and of Nim for their quotients.

    The heaps lie beside a third one. The player to move must not take a forbidden number modulo
    `modulus`, and then forbids as many numbers to the next player. Lines are drawn around boxes;
    cells whose rank is not as the boxes say are framed. All ranks are by brute force.
    (podium.twist)
    """
    heaps, residues = range(largest + 1), frozenset(forbidden)
    rules, box = BlockingNim.exactly(modulus, len(residues)), len(residues) + 1
    position = {(i, j): ((i, j, beside), residues) for i, j in product(heaps, repeat=2)}
    ranks = {place: solver(rules).rank(there, players) for place, there in position.items()}
    wrong = {
        place: "wrong"
        for place, found in ranks.items()
        if found != blocking_rank(rules, position[place], players)
    }
    boxed = grid(
        [[ranks[i, j] or "P" for j in heaps] for i in heaps],
        f"Two piles beside {beside}, {show_restriction(residues)} modulo "
        f"{modulus}: ranks, as boxes say at {len(ranks) - len(wrong)} of {len(ranks)} places",
        box,
        wrong,
    )
    return panels(rank_grid(players, (beside // box,), largest // box), boxed)


def stone_ranks(positions: Iterable[tuple[Stone, ...]], players: Iterable[int]) -> Drawing:
    """Return ranks of stones, as worded and if they stack, and of the heaps of their products.

    Between two players all three are the same. (podium.stones)
    """
    rows = []
    for position, n in product(positions, players):
        single = len(set(position)) == len(position)
        heaps = tuple(mul(x, y) for x, y in position)
        ranks = [
            solver(Stones()).rank(frozenset(position), n) if single else "–",
            solver(StackedStones()).rank(position, n),
            solver(Nim()).rank(heaps, n),
        ]
        rows.append([", ".join(map(str, position)), n, *ranks])
    return table(
        ["stones", "players", "rank as worded", "if stones stack", "of Nim heaps"],
        rows,
        "Stones, and the heaps that they are between two players: their ranks",
    )


def class_table(players: Iterable[int]) -> Drawing:
    """Return for numbers of players which of the games born by day 3 are equal.

    Ranks are compared alone and beside every sum of these games, of up to one fewer than there are
    players. Games whose ranks differ somewhere are different; that the others are equal is, for two
    players, the theorem of Sprague and Grundy. (podium.sums)
    """
    rows: list[list[object]] = []
    for n in players:
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
