"""The exercises of the chapter on the open problem."""

from __future__ import annotations

from nimbook.exercises import Exercises, choice, in_lab, move, number, numbers, outcome
from nimtwist import BlockingNim, Solver
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.families import maximal, read_family
from nimtwist.atlas.kinds import kind
from nimtwist.atlas.search import find

EXERCISES = Exercises("open_problem")
"""The exercises, in the chapter's order."""

EXERCISES.add(
    "how-many-matter",
    1,
    "<p>Modulo 5, every set of at most two residues may be forbidden, 16 restrictions in all. How "
    "many of them matter?</p>",
    number(
        len(maximal(BlockingNim.up_to(5, 2)).restrictions),
        mistakes={16: "Some of them are contained in others, and never need to be named."},
    ),
    ["Which of them are contained in no other one?", "Those with exactly two residues."],
    "<p>{right}: the pairs. A single residue, or none, is contained in a pair.</p>",
)

_figure_4 = BlockingNim(3, [{1, 3}, {2, 3}])
_solver = Solver(_figure_4)


def _reached(first: int, second: int) -> set[int]:
    """Return the residues of the moves from two heaps to good ones, in the game of Figure 4."""
    found = set()
    for heap, other in ((first, second), (second, first)):
        for taken in range(1, heap + 1):
            left = tuple(sorted(filter(None, (heap - taken, other))))
            if any(_solver.outcome((left, c)) == "P" for c in _figure_4.family):
                found.add((taken - 1) % 3 + 1)
    return found


EXERCISES.add(
    "the-whole-truth",
    1,
    "<p>Modulo 3, the family is “not 1, not 3” and “not 2, not 3”. From heaps x, the moves to good "
    "heaps take 1, 4, 7, … or 3, 6, 9, … sticks: T(x) is {1, 3}. Under “not 2, not 3”, is it P "
    "or N?</p>",
    choice(
        "N",
        {
            "P": "No: a move that takes 1 modulo 3 is allowed, and some such move leads to good "
            "heaps."
        },
    ),
    ["P means that every move to good heaps is forbidden."],
    "<p>{right}: 1 is in T(x), but it is not forbidden.</p>",
)
EXERCISES.add(
    "which-residues",
    2,
    "<p>In the game of Figure 4, modulo 3, one may say “not 1, not 3” or “not 2, not 3”. From "
    "heaps of 4 and 2, which residues, from 1 to 3, do the moves to good heaps have?</p>",
    numbers(_reached(4, 2)),
    [
        "Heaps are good if, under one of the two restrictions, no allowed move from them leads to "
        "good heaps. Begin with the smallest.",
        "(0, 0), (1, 0) and (1, 1) are good: under “not 1, not 3” nothing can be taken. (2, 0) is "
        "not: under one restriction one may take 2, under the other 1, and either move leaves "
        "good heaps.",
    ],
    "<p>{right}: six moves are to be looked at, four in the heap of 4 and two in that of 2.</p>",
)

_said = Certificate(12, 4, (b"\0\0\1\3", Power(b"\4\2\1\1", 3, 1), b"\7\7"), b"\5\1\2\4")
_length = sum(
    len(piece.block) * (piece.times + 5 * piece.growth) if isinstance(piece, Power) else len(piece)
    for piece in _said.word
)
EXERCISES.add(
    "how-long",
    2,
    "<p>A certificate modulo 4 says: for every t ≥ 0, row 12 + 4t is 0013 (4211)<sup>3 + t</sup> "
    "77 (5124)<sup>∞</sup>. How many letters does row 32 have before its tail?</p>",
    number(_length, mistakes={_length + 60: "Row 32 is that of t = 5, not that of t = 20."}),
    ["Which t belongs to row 32?", "t = 5. So the block of four letters comes 8 times."],
    "<p>{right}: 4 letters, then 8 blocks of 4, then 2.</p>",
)
EXERCISES.add(
    "a-slope",
    2,
    "<p>In a certificate with the period 6, the one block that grows has 4 letters and comes 3 "
    "times more often in each period. Which slope does the border behind it have, in columns per "
    "row?</p>",
    number(4 * 3 // 6),
    ["By how many columns does the border move in a period?", "By 12 columns, in 6 rows."],
    "<p>{right}. It is a wedge: a border of the slope 1 would keep to the diagonal.</p>",
)

_wedge = read_family(4, "1,3; 1,2,4; 2,3,4")
_pair = ((2, 3), frozenset({1, 3}))
[_wins, *_] = Solver(_wedge).winning_options(_pair)
EXERCISES.add(
    "in-the-wedge",
    2,
    "<p>In the wedge, modulo 4, one may say “not 1, not 3”, “not 1, not 2, not 4” or “not 2, not "
    "3, not 4”. There are heaps of 3 and 2, under “not 1, not 3”. Is this P or N?</p>",
    outcome(_wedge, _pair),
    ["You may take two sticks, from either heap. Which heaps do you leave?"],
    f"<p>{{right}}: {_wedge.describe_move(_pair, _wins)}.</p>",
)
EXERCISES.add(
    "win-a-game",
    3,
    "<p>Win a game of the wedge "
    f"{in_lab('any-family', modulus=4, family='1,3; 1,2,4; 2,3,4', heaps='6, 5', forbid='1, 3')}: "
    "heaps of 6 and 5, under “not 1, not 3”. What do you leave, and what do you forbid?</p>",
    move(_wedge, ((5, 6), frozenset({1, 3}))),
    [
        "You may take 2, 4 or 6 sticks, and name one of three restrictions. Of 15 moves only one "
        "wins.",
        "After your move your opponent must not reach good heaps. Which of the three restrictions "
        "is the strictest for what you leave?",
    ],
    "<p>Only {right} wins.</p>",
)


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    classes = {
        text: kind(rules, find(rules)).name
        for text in ("1,2,4; 2,3,4", "1,3; 2,3,4")
        for rules in [read_family(4, text)]
    }
    first, second = classes.values()
    return (
        f"<p>Without <code>1,3</code> the game is of the class <b>{first}</b>, without "
        f"<code>1,2,4</code> of the class <b>{second}</b>.</p>"
    )
