"""The claims of the encyclopedia note "nimber" about games: heaps, and what equals them.

The note follows the article "Nimber" of the English Wikipedia. Its arithmetic is in
`nimbook.claims.nimber`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from typing import Any

from nimbook.ledger import Case, Claims, read_printed, read_words
from nimbook.samples import Sizes, boards, pictures
from nimbook.sources import NIMBER
from nimtwist import EndlessPlayError, LoopySolver, MultiMove, Solver, SumSolver, nim_sum
from nimtwist._checks import short_repr
from nimtwist.games.cram import Cram, CramPosition, CramSolver
from nimtwist.games.hackenbush import Hackenbush, Picture, Principles, fuse, pieces
from nimtwist.games.northcott import Northcott, Rows, gaps
from nimtwist.games.octal import Kayles, Periodic

CLAIMS = Claims(NIMBER, "gallery", read_words("gallery"))

Sides = tuple[int, int]
"""Rows and columns of a board."""

PRINTED = read_printed("gallery")
"""Published values of empty boards of Cram, by source, and by rows and columns.

Boards of one row are sequence A002187 of the OEIS, shifted by one place; small boards are from the
tests of M. Schneider's program "juvavum", with which his thesis "Das Spiel Juvavum" (2009) computed
them, each with the number of its positions; boards of four rows and more are from P. Beling's table
in "impartial-games", as far as they are worked out here. They are data to compare with.
"""

RUNS = json.loads(Path(__file__).parent.joinpath("printed/cram_runs.json").read_text("utf8"))
"""What `python -m nimtwist cram` found, once, on which machine, and how long it took each board."""


def _by_sides(tables: Mapping[str, Mapping[str, Any]]) -> dict[Sides, Any]:
    """Return what there is for boards, {rows: {columns: …}}, by rows and columns."""
    return {(int(m), int(n)): found for m, row in tables.items() for n, found in row.items()}


def _by_source() -> Iterator[dict[Sides, int]]:
    yield {(1, n): value for n, value in enumerate(PRINTED["A002187"], 1)}
    yield {sides: value for sides, (value, _) in _by_sides(PRINTED["schneider"]).items()}
    yield _by_sides(PRINTED["beling"])


@cache
def published_cram_values() -> dict[Sides, int]:
    """Return the values of empty boards that are published, by rows and columns, fewer rows first.

    >>> published_cram_values()[4, 5]
    2
    """
    return dict(sorted((sides, values[sides]) for values in _by_source() for sides in values))


def cram_runs() -> Iterable[tuple[Sides, dict[str, Any]]]:
    """Return the rows and columns of each board of `RUNS`, and what is kept of it."""
    return _by_sides(RUNS["boards"]).items()


def _both_even(rows: int, columns: int) -> bool:
    return rows % 2 == columns % 2 == 0


def _count_published(boards: Mapping[int, int]) -> int:
    """Return how many of these boards have a published value."""
    return len(
        published_cram_values().keys() & {(min(board), max(board)) for board in _empty(boards)}
    )


@CLAIMS.of(
    "cram",
    range_=lambda a: (
        f"boards up to {_up_to(a['boards'])}, of which {_count_published(a['boards'])} have "
        + "published values; "
        + (f"where numba is installed, up to {_up_to(a['compiled'])}; " * bool(a["compiled"]))
        + f"{len([*cram_runs()])} values that a longer search found once; up to {a['searched']} "
        f"cells by search, up to {a['played']} every game against symmetric replies"
    ),
    quick={"boards": {1: 80, 2: 8, 3: 6, 4: 5}, "compiled": {}, "searched": 12, "played": 12},
    full={
        "boards": {1: 80, 2: 20, 3: 8, 4: 7, 5: 5},
        "compiled": {3: 10, 4: 10, 5: 7, 6: 6},
        "searched": 16,
        "played": 20,
    },
    controls={
        "2 × n has 0 for odd n and 1 for even n": {"two_rows": lambda n: 1 - n % 2},
        "a board with an even side has 0": {"is_zero": lambda m, n: m * n % 2 == 0},
        "the published values are those of a column more": {"wider": 1},
        "there are twice as many positions as are published": {"times": 2},
        "by symmetry the first player wins on two even sides, too": {"begins": True},
    },
)
def cram(
    boards: Mapping[int, int],
    compiled: Mapping[int, int],
    searched: int,
    played: int,
    two_rows: Callable[[int], int] = lambda n: n % 2,
    is_zero: Callable[[int, int], bool] = _both_even,
    wider: int = 0,
    times: int = 1,
    begins: bool = False,
) -> Iterator[Case]:
    search = Solver(Cram())
    solvers: list[tuple[Any, set[Sides]]] = [(CramSolver(), _empty(boards))]
    if compiled and find_spec("numba"):
        solvers.append((import_module("nimtwist.compiled.cram").CompiledCram(), _empty(compiled)))
    printed, counted = list(_by_source()), _by_sides(PRINTED["schneider"])

    def compare(rows: int, columns: int, value: int) -> Iterator[Case]:
        sides = rows, columns + wider
        for values in printed:
            if (published := values.get((min(sides), max(sides)))) is not None:
                yield Case(f"the value of {rows} × {columns}", published, value)

    every = {sides for _, solved in solvers for sides in solved}
    for rows, columns in sorted(every, key=lambda sides: (sides[0] * sides[1], sides)):
        board, size, named = Cram.rectangle(rows, columns), rows * columns, f"{rows} × {columns}"
        value, *others = [
            solver.grundy(board) for solver, solved in solvers if (rows, columns) in solved
        ]
        yield from compare(rows, columns, value)
        for other in others:
            yield Case(f"the value of {named}, compiled", value, other)
        if size <= searched:
            yield Case(f"the value of {named} by search", value, search.grundy(board))
            if (rows, columns) in counted:
                count = times * counted[rows, columns][1]
                yield Case(f"the number of positions below {named}", count, _count_positions(board))
        if size % 2:
            continue  # nothing is claimed of odd by odd
        yield Case(f"the value of {named} is 0", is_zero(rows, columns), value == 0)
        if rows == 2:
            yield Case(f"the value of {named}", two_rows(columns), value)
        if size <= played:
            second = _both_even(rows, columns) and not begins
            yield from _symmetric_play(rows, columns, Cram().options(board) if second else [board])
    for (rows, columns), run in cram_runs():
        yield from compare(rows, columns, run["value"])


def _empty(boards: Mapping[int, int]) -> set[Sides]:
    """Return rows and columns of the boards of {rows: most columns}."""
    return {(rows, n) for rows, most in boards.items() for n in range(1, most + 1)}


def _up_to(boards: Mapping[int, int]) -> str:
    return ", ".join(f"{rows} × {most}" for rows, most in boards.items())


def _count_positions(board: CramPosition) -> int:
    """Return how many positions can be met in play from a board, itself included."""
    return 1 + len(MultiMove(Cram(), 1 << 30).options(board))


def symmetric_reply(position: CramPosition, rows: int, columns: int) -> CramPosition:
    """Return the option that looks the same when the board is turned by half a turn.

    This is the strategy of the second player on a board with even sides, and of the first player
    on one with an even and an odd side, who begins with the domino in the middle. (nimber.cram)

    >>> board = Cram.rectangle(2, 4)
    >>> Cram().show(symmetric_reply(board - {(0, 0), (0, 1)}, 2, 4))
    '##../..##'
    """
    turned = frozenset((rows - 1 - row, columns - 1 - column) for row, column in position)
    middle = set(product({(rows - 1) // 2, rows // 2}, {(columns - 1) // 2, columns // 2}))
    symmetric = position & turned if position != turned else position - middle
    if why := Cram().why_illegal(position, symmetric):
        raise ValueError(
            f"no symmetric reply to {short_repr(sorted(position))} on a board of {rows} × "
            f"{columns}: {why}"
        )
    return symmetric


def _symmetric_play(rows: int, columns: int, moves: list[CramPosition]) -> Iterator[Case]:
    """Yield a case for every move that is to be answered by symmetry, from the first ones on."""
    answered = set()
    while moves:
        wrong = None
        try:
            reply = symmetric_reply(moves.pop(), rows, columns)
        except ValueError as error:
            wrong = f"{rows} × {columns}: {error}"
        yield Case(wrong or "a symmetric reply", True, wrong is None)
        if wrong is None and reply not in answered:
            answered.add(reply)
            moves += Cram().options(reply)


@dataclass(frozen=True)
class _ByTheBook:
    """Northcott's game between a player who does anything and one who plays as the note says.

    The first is to move; an option is where one move and the answer to it lead. `as_much` says that
    a gap is decreased by as much as it was increased, and not just by any amount.
    """

    rules: Northcott
    as_much: bool

    def options(self, position: Rows, /) -> list[Rows]:
        moves = self.rules.options(position)
        return [answer for move in moves for answer in self.answers(position, move)]

    def answers(self, before: Rows, now: Rows) -> list[Rows]:
        """Return what the note allows after the move from `before` to `now`."""
        for row, (was, gap) in enumerate(zip(gaps(before), gaps(now), strict=True)):
            if gap > was:
                wanted = range(was, was + 1) if self.as_much else range(gap)
                return [o for o in self.rules.options(now) if gaps(o)[row] in wanted]
        return self.rules.closed_form.winning_options(now)


def _ends(solver: Solver[Any], position: Any) -> bool:
    """Return whether play from this position must end."""
    try:
        solver.outcome(position)
    except EndlessPlayError:
        return False
    return True


@CLAIMS.of(
    "northcott",
    range_=lambda a: (
        "every board of "
        + ", ".join(
            f"{rows} row{'s' * (rows > 1)} to {width} squares"
            for rows, width in a["boards"].items()
        )
    ),
    quick={"boards": {1: 8, 2: 5, 3: 4}},
    full={"boards": {1: 16, 2: 9, 3: 7, 4: 4}},
    controls={
        "a heap is one larger than the gap": {"heap": lambda gap: gap + 1},
        "without retreats the value is the ordinary sum of the gaps": {"total": sum},
        "the gap is decreased by as much as one likes": {"as_much": False},
        "play ends however a retreat is answered": {"book": False},
    },
    repair={"as_much": True},
)
def northcott(
    boards: Mapping[int, int],
    heap: Callable[[int], int] = int,
    as_much: bool = False,
    total: Callable[[Iterable[int]], int] = nim_sum,
    book: bool = True,
) -> Iterator[Case]:
    for rows, width in ((rows, w) for rows, most in boards.items() for w in range(2, most + 1)):
        rules, forward = Northcott(width), Solver(Northcott(width, retreats=False))
        solver, by_the_book = LoopySolver(rules), _ByTheBook(rules, as_much)
        played: Solver[Rows] = Solver(by_the_book if book else rules)
        for position in combinations_with_replacement(combinations(range(width), 2), rows):
            outcome, value = solver.outcome(position), nim_sum(map(heap, gaps(position)))
            place = f"{rules.show(position)} on {width} squares"
            yield Case(
                f"{place}, of gaps {gaps(position)} with nim-sum {value}, by search and theory",
                ["N" if value else "P"] * 2,
                [outcome, rules.closed_form.outcome(position)],
            )
            instance = f"the value of {place} without retreats"
            yield Case(instance, total(map(heap, gaps(position))), forward.grundy(position))
            if outcome == "N":
                continue
            for move in rules.options(position):
                answers = by_the_book.answers(position, move)
                lost = [answer for answer in answers if solver.outcome(answer) != "P"]
                yield Case(
                    f"{place}: {rules.show(rules.turned(move))} has answers, and all of them win",
                    True,
                    bool(answers) and not lost,
                )
            yield Case(f"{place}: play by the book ends", True, _ends(played, position))


def above_each_ground_edge(picture: Picture) -> list[Picture]:
    """Return, for each edge at the ground, what would stand if there were no other such edge.

    >>> [str(part) for part in above_each_ground_edge(Picture([(0, 1), (0, 2), (1, 2)]))]
    ['(0-1, 1-2)', '(0-2, 1-2)']
    """
    ground = [i for i, edge in enumerate(picture.edges) if edge[0] == 0]
    others = ([i for i in reversed(ground) if i != kept] for kept in ground)
    return [reduce(Picture.cut, some, picture) for some in others]


@CLAIMS.of(
    "hackenbush",
    quick={"edges": 5},
    full={"edges": 7},
    controls={
        "the connections add up as ordinary numbers": {"total": sum},
        "all nodes may be fused into one": {"fused": lambda p: Picture([(0, 0)] * len(p.edges))},
        "a heap is as large as its piece has edges": {
            "worth": lambda picture: nim_sum(len(piece.edges) for piece in pieces(picture))
        },
    },
    repair={"parts": pieces},
)
def hackenbush(
    edges: int,
    parts: Callable[[Picture], list[Picture]] = above_each_ground_edge,
    total: Callable[[list[int]], int] = nim_sum,
    fused: Callable[[Picture], Picture] = fuse,
    worth: Callable[[Picture], int] | None = None,
) -> Iterator[Case]:
    solver, worth = Solver(Hackenbush()), worth or Principles(Hackenbush()).grundy
    for picture in pictures(edges):
        value, apart = solver.grundy(picture), parts(picture)
        values = [solver.grundy(part) for part in apart]
        instance = f"the value of {picture}, joined of {' and '.join(map(str, apart))}"
        yield Case(instance, total(values), value)
        tree = fused(picture)
        instance = f"the value of {tree}, which is {picture} with its cycles fused"
        yield Case(instance, value, solver.grundy(tree))
        yield Case(f"the value of {picture} by its fused branches", value, worth(picture))


@CLAIMS.of(
    "kayles",
    quick={"sizes": Sizes({1: 20, 2: 9, 3: 5}), "longest": 200},
    full={"sizes": Sizes({1: 30, 2: 16, 3: 9, 4: 6}), "longest": 1000},
    controls={
        "rows together are worth the ordinary sum": {"added": True},
        "they have the period 12 from 70 pins on": {"start": 70},
        "they have the period 6 from 71 pins on": {"period": 6},
    },
)
def kayles(
    sizes: Sizes, longest: int, added: bool = False, start: int = 71, period: int = 12
) -> Iterator[Case]:
    theory, solver, sums = Periodic(Kayles(), start, period), Solver(Kayles()), SumSolver(Kayles())
    for rows in boards(sizes):
        claimed = sum(theory.grundy((row,)) for row in rows) if added else theory.grundy(rows)
        yield Case(f"the value of rows of {rows}", claimed, solver.grundy(rows))
    for pins in range(max(longest, theory.proved_by + period)):
        yield Case(f"the value of a row of {pins}", theory.grundy((pins,)), sums.grundy((pins,)))
