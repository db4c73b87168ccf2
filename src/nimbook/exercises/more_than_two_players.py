"""The exercises of the chapter on more than two players."""

from __future__ import annotations

from nimbook.exercises import Exercises, choice, move, number
from nimtwist import Nim, Solver
from nimtwist.games import Moore
from nimtwist.podium import PodiumSolver

EXERCISES = Exercises("more_than_two_players")
"""The exercises, in the chapter's order."""

_search, _names = Solver(Nim()), ("Alice", "Bob", "Charlie")


def _rank(players: int, *heaps: int) -> int:
    return _search.rank(tuple(sorted(heaps)), players=players)


def _winner(*heaps: int) -> str:
    # The player who has just moved, Charlie, wins at rank 0.
    return _names[_rank(3, *heaps) - 1]


EXERCISES.add(
    "two-heaps",
    1,
    "<p>Alice, Bob and Charlie play Nim in this order, by the podium rule, and Alice begins. "
    "There are two "
    "heaps, of 7 and 5. Who wins?</p>",
    choice(
        _winner(5, 7),
        {
            name: "No: count the heaps. With fewer heaps than players, that is the rank."
            for name in _names
            if name != _winner(5, 7)
        },
    ),
    [
        "If there are fewer heaps than players, the rank is the number of heaps.",
        "Rank 2 means that the second player from now wins.",
    ],
    "<p>{right}: the rank is 2. Alice empties one heap, and the other one is left.</p>",
)
_four = ("Ann", "Ben", "Cleo", "Dan")
EXERCISES.add(
    "who-is-second",
    1,
    "<p>Four players sit in the order Ann, Ben, Cleo, Dan. Cleo makes the last move. Who is "
    "third?</p>",
    choice(
        _four[(2 - 2) % 4],
        {
            "Ben": "Ben, who sits before Cleo, is second.",
            "Cleo": "Cleo made the last move and is first.",
            "Dan": "Dan cannot move and is last.",
        },
    ),
    ["Places go back round the table from the last mover."],
    "<p>{right}: Cleo is first, Ben, before her, second, and then comes Ann.</p>",
)
EXERCISES.add(
    "fourth-heap",
    2,
    "<p>With three players, there are heaps of 3, 5 and 6. Which fourth heap makes a "
    "0-position?</p>",
    number(
        *(heap for heap in range(16) if _rank(3, 3, 5, 6, heap) == 0),
        mistakes={0: "That is the nim-sum; but columns are added modulo 3."},
    ),
    [
        "Write them in binary. How many ones has each column?",
        "Each column has two, and needs three.",
    ],
    "<p>{right}: then each column has three ones.</p>",
)
EXERCISES.add(
    "as-many-heaps",
    2,
    "<p>With four players, there are heaps of 2, 5, 5 and 7. What is the rank?</p>",
    number(
        _rank(4, 2, 5, 5, 7),
        mistakes={0: "Are all columns 0 modulo 4?", 4: "The ranks are 0 to 3."},
    ),
    [
        "There are as many heaps as players: Δ is 0 only if all are equal.",
        "How many are larger than the smallest?",
    ],
    "<p>{right}: three heaps must be lowered to 2.</p>",
)
EXERCISES.add(
    "moore",
    2,
    "<p>In Moore's Nim for two players, a move takes sticks from one heap or from two. You are "
    "given (5, 3, 2). What do you leave?</p>",
    move(Moore(2), (2, 3, 5)),
    [
        "In each binary column the number of ones must be a multiple of 3.",
        "The column of 4 has a single one. So the heap of 5 becomes less than 4.",
        "Three equal heaps have only columns with three ones or none.",
    ],
    "<p>{right}: two heaps become as large as the smallest.</p>",
)
_single = next(n for n in range(1, 40) if Solver(Moore(3)).rank((1,) * n, players=4) == 0)
EXERCISES.add(
    "single-sticks",
    3,
    "<p>Four players take turns, and a move takes one, two or three of the single sticks that are "
    "left. What is the least number of sticks, other than 0, that is a 0-position?</p>",
    number(
        _single,
        mistakes={
            4: "That would be for two players.",
            12: "Three others, three sticks each: that is 9, and one more.",
            9: "From 9, three moves of 3 reach 0.",
        },
    ),
    [
        "A 0-position is one from which no 0-position is reached in 1 to 3 moves.",
        "How many sticks can three moves take?",
    ],
    "<p>{right}: three moves take 1 to 9 sticks, so 0 can be reached from 1 to 9, but not from "
    "10.</p>",
)
_lowered = [
    option for option in Nim().options((2, 2, 2, 3)) if _search.rank(option, players=3) == 0
]
EXERCISES.add(
    "one-move",
    3,
    "<p>With three players, there are heaps of 2, 2, 2 and 3. One move makes Δ equal to 0. What "
    "does the heap of 3 become?</p>",
    number(
        *(3 - sum((2, 2, 2, 3)) + sum(option) for option in _lowered),
        mistakes={
            1: "Then the right column has a single one.",
            2: "Then the left column has four ones.",
        },
    ),
    [
        "The left column has four ones and must have three.",
        "The right column has a single one and must have none.",
    ],
    "<p>{right}: the left column keeps the ones of the three heaps of 2, and the right one has "
    "none.</p>",
)


def _winners(heaps: tuple[int, ...], players: int = 3) -> str:
    found = PodiumSolver(Nim()).winners(heaps, players, podium=False)
    names = [("Alice", "Bob", "Charlie", "Dora")[seat] for seat in sorted(found)]
    return " or ".join(names)


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    three = [(2, 2), (1, 3), (1, 1, 1), (1, 1, 2)]
    return (
        "<p>Without the podium rule, if all only want to win, these can be the winners among "
        "three: "
        + "; ".join(f"at {Nim().show(heaps)} {_winners(heaps)}" for heaps in three)
        + ". Where there is more than one, somebody on the way is a kingmaker. Between two "
        "players there is always one "
        f"winner, at (2, 2) {_winners((2, 2), 2)}; among four, at (3, 1), it is "
        f"{_winners((1, 3), 4)}.</p>"
    )
