"""The exercises of the chapter that is a gallery of Nim heaps."""

from __future__ import annotations

from nimbook.exercises import Exercises, in_lab, move, number, numbers, outcome
from nimbook.samples import pictures
from nimbook.show.hackenbush import hackenbush_picture
from nimtwist import LoopySolver, Solver, SumSolver
from nimtwist.games import Cram, Hackenbush, Kayles, Northcott

EXERCISES = Exercises("gallery")
"""The exercises, in the chapter's order."""


def _worth_of_rows(most: int) -> str:
    values = map(SumSolver(Kayles()).grundy, ((pins,) for pins in range(1, most + 1)))
    return ", ".join(map(str, values))


_rows = Northcott(6)
EXERCISES.add(
    "three-gaps",
    1,
    "<p>Northcott's game is played on three rows of six squares, with gaps of 1, 2 and 3. Is this "
    "P or N?</p>",
    outcome(_rows, ((0, 2), (0, 3), (0, 4)), LoopySolver(_rows)),
    ["The gaps are heaps of Nim.", "1 ⊕ 2 ⊕ 3 = 0. Can a retreat change who wins?"],
    "<p>{right}: the nim-sum of the gaps is 0, wherever the tokens stand.</p>",
)
EXERCISES.add(
    "even-sides",
    1,
    "<p>Cram is played on an empty board of 4 × 4. Is this P or N?</p>",
    outcome(Cram(), Cram.rectangle(4, 4), Cram().solver()),
    ["Both sides are even. Turn the board by half a turn.", "Who can always answer?"],
    "<p>{right}: the second player answers each domino by the opposite one.</p>",
)
_cutting = Solver(Hackenbush())
_triangle = Hackenbush().read("0-1, 1-2, 2-3, 3-1")
EXERCISES.add(
    "triangle",
    2,
    f"<p>A triangle stands with one corner on a stick. What is the picture worth?</p>"
    f"{hackenbush_picture(_triangle)}",
    number(
        _cutting.grundy(_triangle),
        mistakes={4: "That is the number of sticks.", 1: "The triangle is worth 1; and the stick?"},
    ),
    ["Fuse the triangle: what do its edges become?", "Three loops are worth 1 ⊕ 1 ⊕ 1."],
    "<p>{right}: fused, the triangle is three loops, worth 1, and the stick below makes it one "
    "more.</p>",
)
_tree = Hackenbush().read("0-1, 1-2, 2-3, 1-4, 4-5, 4-6")
EXERCISES.add(
    "tree",
    2,
    f"<p>What is this tree worth?</p>{hackenbush_picture(_tree)}",
    number(_cutting.grundy(_tree), mistakes={6: "That is the number of sticks."}),
    [
        "Begin at the tips. A fork of two single sticks is worth 1 ⊕ 1 = 0.",
        "The stick below that fork makes it 1. Beside it stands a stalk of 2.",
        "1 ⊕ 2 = 3, and the trunk makes it one more.",
    ],
    "<p>{right}, by the colon principle.</p>",
)
EXERCISES.add(
    "kayles",
    2,
    "<p>In Kayles there are two rows, of 3 and 5 pins. A ball knocks down one pin, or two side by "
    "side. Which rows do you leave?</p>",
    move(Kayles(), (3, 5), SumSolver(Kayles())),
    [
        f"Rows of 1, 2, 3, 4 and 5 pins are worth {_worth_of_rows(5)}.",
        "The row of 5 is worth 4. What is left of it must be worth 3, as the row of 3 is.",
    ],
    "<p>Any of these wins: {right}. The row of 5 has to become rows that are worth 3 together.</p>",
)
_long = LoopySolver(Northcott(8))
EXERCISES.add(
    "running-away",
    2,
    "<p>A row has eight squares, numbered from 0. There is no gap between the tokens, and it is "
    "your move: you are lost. On which square should your token stand if you want to last as long "
    "as possible?</p>",
    number(
        max(range(7), key=lambda square: _long.remoteness(((square, square + 1),)) or 0),
        mistakes={0: "There you are stuck at once."},
    ),
    ["You can only go back.", "The more squares lie behind you, the longer you last."],
    "<p>On {right}: then you retreat square by square, and it takes "
    f"{_long.remoteness(((6, 7),))} moves until you are stuck.</p>",
)
EXERCISES.add(
    "five-edges",
    3,
    "<p>Which values can a picture of Hackenbush with five edges have?</p>",
    numbers({_cutting.grundy(picture) for picture in pictures(5) if len(picture.edges) == 5}),
    [
        "A stalk of five is worth 5, and nothing of five edges can be worth more.",
        "How does an edge change whether the value is odd?",
    ],
    "<p>{right}. The value is odd exactly if the number of edges is: every edge is, or becomes by "
    "fusion, a loop, which adds 1 by exclusive or; or it makes something one longer.</p>",
)

EXERCISES.add(
    "win-a-game",
    3,
    f"<p>Win a game of Kayles {in_lab('kayles', start='7,6')}: two rows of 7 and 6 pins, and you "
    "begin. Which rows does your first move leave? Three of 13 moves win.</p>",
    move(Kayles(), (6, 7), SumSolver(Kayles())),
    [
        f"Rows of 1 to 7 pins are worth {_worth_of_rows(7)}.",
        "What is left of the row of 7 must be worth 3, or what is left of the row of 6 must be "
        "worth 2.",
    ],
    "<p>Any of these wins: {right}. Two rows of 6 are worth nothing together; in the other "
    "positions, what is left of the 7 is worth 3, or what is left of the 6 is worth 2.</p>",
)


def _worth(edges: str) -> int:
    return _cutting.grundy(Hackenbush().read(edges))


_ladder = "0-1, 0-2, 1-2, 1-3, 2-4, 3-4"
_flag = Hackenbush().read(f"{_ladder}, 3-7, 7-8")


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    return (
        f"<p>The ladder is worth {_worth(_ladder)}. With a third rung, <code>3-5, 4-6, 5-6</code> "
        "added, it is "
        f"worth {_worth(_ladder + ', 3-5, 4-6, 5-6')}; without the foot <code>0-2</code> it is "
        "worth "
        f"{_worth('0-1, 1-2, 1-3, 2-4, 3-4')}. With a mast <code>3-7, 7-8</code> it is worth "
        f"{_cutting.grundy(_flag)}, and the winning cuts leave "
        + " or ".join(
            f"<code>{Hackenbush().show(option)}</code>"
            for option in _cutting.winning_options(_flag)
        )
        + ".</p>"
    )
