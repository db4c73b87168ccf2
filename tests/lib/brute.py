"""Solve blocking Nim with two heaps by brute force, without using the code of the atlas."""

from __future__ import annotations

from functools import cache

from nimtwist import BlockingNim, Solver
from nimtwist.games.blocking import BlockingPosition

GAMES = [
    BlockingNim(1, [[]]),
    BlockingNim(3, [[2]]),
    BlockingNim(4, [[1, 3], [1, 2, 4], [2, 3, 4]]),
    BlockingNim(5, [[1, 5], [3, 4]]),
    BlockingNim(6, [[1, 2, 6], [3]]),
]


@cache
def solver(rules: BlockingNim) -> Solver[BlockingPosition]:
    return Solver(rules)


def is_good(rules: BlockingNim, x: int, y: int) -> bool:
    """Return whether (x, y) is a P-position under at least one restriction."""
    return any(
        solver(rules).outcome(rules.canonical(((x, y), forbidden))) == "P"
        for forbidden in rules.family
    )


def good_residues(rules: BlockingNim, x: int, y: int) -> set[int]:
    """Return the residues of all moves from (x, y) to good pairs.

    The residue of a move is that of the number of sticks taken.
    """
    moves = [(x - rest, rest, y) for rest in range(x)] + [(y - rest, x, rest) for rest in range(y)]
    return {(taken - 1) % rules.modulus + 1 for taken, a, b in moves if is_good(rules, a, b)}
