"""The exercises of the chapter on Nim with a Muller twist."""

from __future__ import annotations

from nimbook.claims.twist import FIGURE_4
from nimbook.exercises import Exercises, choice, in_lab, move, number, numbers, outcome
from nimtwist import BlockingNim, Solver
from nimtwist.games.blocking import Boxes

EXERCISES = Exercises("muller_twist")
"""The exercises, in the chapter's order."""

_one, _two = BlockingNim.exactly(3, 1), BlockingNim.exactly(5, 2)

_four = BlockingNim.exactly(4, 2)
EXERCISES.add(
    "what-may-be-taken",
    1,
    "<p>Modulo 4, you are given a heap of 9 under “not 1, not 3”. Which numbers of sticks may you "
    "take?</p>",
    numbers({9 - sum(heaps) for heaps, _ in _four.options(_four.read("9 not 1, 3"))}),
    [
        "You must not take 1, 5, 9, … or 3, 7, 11, … sticks.",
        "What is left are the even numbers up to 9.",
    ],
    "<p>{right}: all that leave neither 1 nor 3 when divided by 4.</p>",
)
EXERCISES.add(
    "all-even",
    1,
    "<p>One residue is blocked, modulo 5. There are heaps of 6, 4 and 2, under “not 3”. Is this P "
    "or N?</p>",
    outcome(BlockingNim.exactly(5, 1), BlockingNim.exactly(5, 1).read("6, 4, 2 not 3")),
    ["Halve the heaps.", "3 ⊕ 2 ⊕ 1 = 0. And what about the remainders?"],
    "<p>{right}: the quotients by 2 have the nim-sum 0, and all heaps are even. One stick may be "
    "taken, "
    "but only from an even heap, which changes its quotient.</p>",
)
EXERCISES.add(
    "take-and-say",
    2,
    "<p>One residue is blocked, modulo 3. You are given (5, 4, 2) not 2. What do you leave, and "
    "what do "
    "you forbid? Write heaps and restriction.</p>",
    move(_one, _one.read("5, 4, 2 not 2")),
    [
        "The quotients by 2 are 2, 2 and 1. Which one must become 0?",
        "The heap of 2 may become 1 or 0; for 0 you would have to take 2, which is forbidden.",
        "Then two remainders are 1. Which restriction makes them harmless?",
    ],
    "<p>Leave {right}. The quotients balance after you have taken 1 from the heap of 2, but the "
    "remainders are not all 0, so you have to say “not 1”.</p>",
)
_solver = Solver(_two)
EXERCISES.add(
    "second-heap",
    2,
    "<p>Two residues are blocked, modulo 5. One heap is 7, and the restriction is “not 1, not 3”. "
    "Which second heaps from 1 to 12 make the position P?</p>",
    numbers(
        heap
        for heap in range(1, 13)
        if _solver.outcome((tuple(sorted((7, heap))), frozenset({1, 3}))) == "P"
    ),
    [
        "How large are the boxes? One more than the number of blocked residues.",
        "The second heap is in the box of 7, that is 6, 7 or 8.",
        "Which remainders are smaller than the smallest number that may be taken?",
    ],
    "<p>{right}. A box has three heaps, and 7 is in that of 6, 7 and 8. The smallest number that "
    "may be taken is 2, so the remainder must be 0 or 1.</p>",
)
_family = BlockingNim(5, [{1, 3}, {3, 4}])
_boxes = Boxes(_family, _family.smallest_unavoidable)
_wrong = next(
    heap
    for heap in range(20)
    if _boxes.outcome(((heap,), frozenset({3, 4})))
    != Solver(_family).outcome(((heap,), frozenset({3, 4})))
)
EXERCISES.add(
    "boxes-fail",
    3,
    "<p>Modulo 5, the family is “not 1, not 3” and “not 3, not 4”. The smallest unavoidable "
    "number is 2, "
    "but boxes of 2 do not give the P-positions. Which is the smallest single heap for which they "
    "are "
    "wrong under “not 3, not 4”?</p>",
    number(
        _wrong,
        mistakes={3: "From 3 one may take 2 and leave 1, which is in the first box."},
    ),
    [
        "According to the boxes, a single heap of 2 or more is N: it can be brought into the "
        "first box, to 0 or 1.",
        "For which heap are both ways there forbidden?",
    ],
    "<p>{right}. To leave 0 or 1 of it one would have to take 4 or 3, and both are forbidden. "
    "This is the proof of the theorem on boxes: a restriction with 2 numbers in a row spoils "
    "them.</p>",
)
EXERCISES.add(
    "no-theorem",
    3,
    "<p>The rules of Figure 4: modulo 3, two residues are blocked, but never 1 and 2 together. "
    "You are "
    "given (4, 3) not 2, not 3. What do you leave?</p>",
    move(FIGURE_4, FIGURE_4.read("4, 3 not 2, 3")),
    [
        "You may take 1 or 4 sticks. That leaves only a few pairs of heaps.",
        "The opponent then takes 1 or 4, too, if you forbid 2 and 3; or 2, if you forbid 1 and 3. "
        "Try each.",
    ],
    "<p>Any of these wins: {right}. No theorem says so; it takes a search of a few dozen "
    "positions.</p>",
)
EXERCISES.add(
    "strictest",
    2,
    "<p>You have to block three residues modulo 7. Which of these restrictions can never be worse "
    "than the others?</p>",
    choice(
        "not 1, 2, 3",
        {
            "not 5, 6, 7": "No: that lets your opponent take a single stick.",
            "not 1, 3, 5": "No: after that your opponent may take 2, and remainders of 2 are too "
            "big.",
        },
    ),
    ["The more sticks your opponent has to take, the more remainders are harmless."],
    "<p>“{right}”, the strictest one: the opponent has to take four sticks at least, and every "
    "remainder by 4 is smaller.</p>",
)
EXERCISES.add(
    "win-a-game",
    3,
    "<p>Win a game under the rules of Figure 4 "
    f"{in_lab('figure-4', start='7,4 not 2,3')}: heaps of 7 and 4, you may take 1, 4 or 7, and you "
    "begin. What do you leave, and what do you forbid?</p>",
    move(FIGURE_4, FIGURE_4.read("7, 4 not 2, 3")),
    [
        "Two of the ten moves win, and both say the same.",
        "One heap alone: from which of them can a player who may take 2, 5, 8, … not win?",
    ],
    "<p>Any of these wins: {right}. One heap is gone. From the other one the opponent may take 2, "
    "or 5 if it is the heap of 7, and you have an answer to each of these moves.</p>",
)

_added = BlockingNim(4, [{1, 3}, {2, 4}, {1, 2}])
_other = Solver(BlockingNim(4, [{2, 4}]))


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    return (
        f"<p>With <code>{{1, 2}}</code> the boxes have the size {_added.smallest_unavoidable}: "
        "that is now the smallest number that one can force. If 2 and 4 are forbidden in the "
        "place of 1 and 3, <code>under</code> lets one take a single stick, so a remainder of 1 is "
        "too big. The heap of 3 leaves the remainder 1 when divided by 2, and beside it every "
        "position is N. Give it 4 sticks, and there are P-positions again.</p>"
    )
