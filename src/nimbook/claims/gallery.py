"""Claims of the encyclopedia note "nimber" about particular games and their Grundy values.

The note follows the article "Nimber" in the English Wikipedia. Its claims about arithmetic are in
`nimbook.claims.nimber`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from nimbook.ledger import Case, Claims, read_fields, read_printed
from nimbook.samples import Sizes, all_heaps, pictures
from nimbook.sources import NIMBER
from nimtwist import EndlessPlayError, LoopySolver, MultiMove, Solver, SumSolver, nim_sum
from nimtwist.checks import short_repr
from nimtwist.games.cram import Cram, CramPosition, CramSolver
from nimtwist.games.hackenbush import Hackenbush, Picture, Principles, fuse, pieces
from nimtwist.games.northcott import Northcott, Rows, gaps
from nimtwist.games.octal import Kayles

CLAIMS = Claims(NIMBER, "gallery", read_fields("gallery"))

Sides = tuple[int, int]
"""Rows and columns of a board."""

PRINTED = read_printed("gallery")
"""Published values of empty boards of Cram, by source, rows and columns, for comparison.

Boards of one row are sequence A002187 of the OEIS, shifted by one place. Small boards, each with
the number of its positions, are from the tests of M. Schneider's program "juvavum", which computed
them for his thesis "Das Spiel Juvavum" (2009). Boards of four rows and more are from P. Beling's
table in "impartial-games", as far as we have computed them, too.
"""

RUNS = read_printed("cram_runs")
"""Saved results of `python -m nimtwist cram`, with the machine and the time for each board."""


def _by_sides(tables: Mapping[str, Mapping[str, Any]]) -> dict[Sides, Any]:
    """Flatten {rows: {columns: value}} to {(rows, columns): value}."""
    return {(int(m), int(n)): value for m, row in tables.items() for n, value in row.items()}


def _by_source() -> Iterator[dict[Sides, int]]:
    yield {(1, n): value for n, value in enumerate(PRINTED["A002187"], 1)}
    yield {sides: value for sides, (value, _) in _by_sides(PRINTED["schneider"]).items()}
    yield _by_sides(PRINTED["beling"])


@cache
def published_cram_values() -> dict[Sides, int]:
    """Return the published values of empty Cram boards, keyed and sorted by (rows, columns).

    >>> published_cram_values()[4, 5]
    2
    """
    return dict(sorted((sides, values[sides]) for values in _by_source() for sides in values))


def cram_runs() -> Iterable[tuple[Sides, dict[str, Any]]]:
    """Return ((rows, columns), saved result) for each board in `RUNS`."""
    return _by_sides(RUNS["boards"]).items()


def _both_even(rows: int, columns: int) -> bool:
    return rows % 2 == columns % 2 == 0


def _count_published(boards: Mapping[int, int]) -> int:
    """Return how many boards have a published value, given {rows: largest number of columns}."""
    return len(
        published_cram_values().keys() & {(min(board), max(board)) for board in _empty(boards)}
    )


@CLAIMS.of(
    "cram",
    range_=lambda a: (
        f"boards up to {_up_to(a['boards'])}; {_count_published(a['boards'])} of them have "
        + "published values; "
        + (f"up to {_up_to(a['compiled'])} if numba is installed; " * bool(a["compiled"]))
        + f"{len([*cram_runs()])} saved values of longer searches; up to {a['searched']} cells by "
        f"search; up to {a['played']} cells, every game against symmetric replies"
    ),
    quick={"boards": {1: 80, 2: 8, 3: 6, 4: 5}, "compiled": {}, "searched": 12, "played": 12},
    full={
        "boards": {1: 80, 2: 20, 3: 8, 4: 7, 5: 5},
        "compiled": {3: 10, 4: 10, 5: 7, 6: 6},
        "searched": 16,
        "played": 20,
    },
    controls={
        "2 × n has value 0 for odd n and 1 for even n": {"two_rows": lambda n: 1 - n % 2},
        "a board with an even side has value 0": {"is_zero": lambda m, n: m * n % 2 == 0},
        "the published values are those of boards with one more column": {"wider": 1},
        "there are twice as many positions as published": {"times": 2},
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
        board, size, label = Cram.rectangle(rows, columns), rows * columns, f"{rows} × {columns}"
        value, *others = [
            solver.grundy(board) for solver, solved in solvers if (rows, columns) in solved
        ]
        yield from compare(rows, columns, value)
        for other in others:
            yield Case(f"the value of {label}, compiled", value, other)
        if size <= searched:
            yield Case(f"the value of {label} by search", value, search.grundy(board))
            if (rows, columns) in counted:
                count = times * counted[rows, columns][1]
                yield Case(f"the number of positions below {label}", count, _count_positions(board))
        if size % 2:
            continue  # the note makes no claim about boards with two odd sides
        yield Case(f"the value of {label} is 0", is_zero(rows, columns), value == 0)
        if rows == 2:
            yield Case(f"the value of {label}", two_rows(columns), value)
        if size <= played:
            second = _both_even(rows, columns) and not begins
            yield from _symmetric_play(rows, columns, Cram().options(board) if second else [board])
    for (rows, columns), run in cram_runs():
        yield from compare(rows, columns, run["value"])


def _empty(boards: Mapping[int, int]) -> set[Sides]:
    """Return (rows, columns) for all boards, given {rows: largest number of columns}."""
    return {(rows, n) for rows, width in boards.items() for n in range(1, width + 1)}


def _up_to(boards: Mapping[int, int]) -> str:
    return ", ".join(f"{rows} × {width}" for rows, width in boards.items())


def _count_positions(board: CramPosition) -> int:
    """Return the number of positions reachable from a board, including the board itself."""
    return 1 + len(MultiMove(Cram(), 1 << 30).options(board))


def symmetric_reply(position: CramPosition, rows: int, columns: int) -> CramPosition:
    """Return the option that is symmetric under a half-turn of the board.

    On a board with two even sides, the second player wins with these replies. If only one side is
    even, the first player wins with them after placing the first domino in the middle.
    (nimber.cram)

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
    """Check that symmetric replies are always legal if play starts from a position in `moves`."""
    answered = set()
    while moves:
        failure = None
        try:
            reply = symmetric_reply(moves.pop(), rows, columns)
        except ValueError as error:
            failure = f"{rows} × {columns}: {error}"
        yield Case(failure or "a symmetric reply", True, failure is None)
        if failure is None and reply not in answered:
            answered.add(reply)
            moves += Cram().options(reply)


@dataclass(frozen=True)
class _AgainstNote:
    """Northcott's game between a player who moves freely and one who follows the note's advice.

    It is always the turn of the player who moves freely, so each option is the position after this
    player has moved and the other player has answered. If a move increases a gap, the answer
    decreases that gap: by the same amount if `as_much` is true, and otherwise by any amount.
    """

    rules: Northcott
    as_much: bool

    def options(self, position: Rows, /) -> list[Rows]:
        moves = self.rules.options(position)
        return [answer for move in moves for answer in self.answers(position, move)]

    def answers(self, before: Rows, now: Rows) -> list[Rows]:
        """Return the answers that the note allows to the move from `before` to `now`."""
        for row, (old, gap) in enumerate(zip(gaps(before), gaps(now), strict=True)):
            if gap > old:
                allowed = range(old, old + 1) if self.as_much else range(gap)
                return [o for o in self.rules.options(now) if gaps(o)[row] in allowed]
        return self.rules.closed_form.winning_options(now)


def _ends(solver: Solver[Any], position: Any) -> bool:
    """Return whether play from this position always ends."""
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
            f"{rows} row{'s' * (rows > 1)} up to {width} squares"
            for rows, width in a["boards"].items()
        )
    ),
    quick={"boards": {1: 8, 2: 5, 3: 4}},
    full={"boards": {1: 16, 2: 9, 3: 7, 4: 4}},
    controls={
        "a heap is one larger than the gap": {"heap": lambda gap: gap + 1},
        "without retreats the value is the ordinary sum of the gaps": {"total": sum},
        "the gap is decreased by any amount": {"as_much": False},
        "play ends however the opponent answers a retreat": {"follows_note": False},
    },
    repair={"as_much": True},
)
def northcott(
    boards: Mapping[int, int],
    heap: Callable[[int], int] = int,
    as_much: bool = False,
    total: Callable[[Iterable[int]], int] = nim_sum,
    follows_note: bool = True,
) -> Iterator[Case]:
    for rows, width in ((rows, w) for rows, limit in boards.items() for w in range(2, limit + 1)):
        rules, forward = Northcott(width), Solver(Northcott(width, retreats=False))
        solver, against_note = LoopySolver(rules), _AgainstNote(rules, as_much)
        play: Solver[Rows] = Solver(against_note if follows_note else rules)
        for position in combinations_with_replacement(combinations(range(width), 2), rows):
            outcome, value = solver.outcome(position), nim_sum(map(heap, gaps(position)))
            place = f"{rules.show(position)} on {width} squares"
            yield Case(
                f"{place}, with gaps {gaps(position)} of nim-sum {value}, by search and theory",
                ["N" if value else "P"] * 2,
                [outcome, rules.closed_form.outcome(position)],
            )
            instance = f"the value of {place} without retreats"
            yield Case(instance, total(map(heap, gaps(position))), forward.grundy(position))
            if outcome == "N":
                continue
            for move in rules.options(position):
                answers = against_note.answers(position, move)
                losing = [answer for answer in answers if solver.outcome(answer) != "P"]
                yield Case(
                    f"{place}: {rules.show(rules.turned(move))} has answers, and all of them win",
                    True,
                    bool(answers) and not losing,
                )
            yield Case(f"{place}: play by the note ends", True, _ends(play, position))


def above_each_ground_edge(picture: Picture) -> list[Picture]:
    """For each ground edge, return the picture that is left after cutting all other ground edges.

    >>> [str(part) for part in above_each_ground_edge(Picture([(0, 1), (0, 2), (1, 2)]))]
    ['(0-1, 1-2)', '(0-2, 1-2)']
    """
    ground = [i for i, edge in enumerate(picture.edges) if edge[0] == 0]
    cuts = ([i for i in reversed(ground) if i != edge] for edge in ground)
    return [reduce(Picture.cut, cut, picture) for cut in cuts]


@CLAIMS.of(
    "hackenbush",
    quick={"edges": 5},
    full={"edges": 7},
    controls={
        "the connections add up as ordinary numbers": {"total": sum},
        "all nodes may be fused into one": {"fused": lambda p: Picture([(0, 0)] * len(p.edges))},
        "the size of a heap is the number of edges of its piece": {
            "theory": lambda picture: nim_sum(len(piece.edges) for piece in pieces(picture))
        },
    },
    repair={"parts": pieces},
)
def hackenbush(
    edges: int,
    parts: Callable[[Picture], list[Picture]] = above_each_ground_edge,
    total: Callable[[list[int]], int] = nim_sum,
    fused: Callable[[Picture], Picture] = fuse,
    theory: Callable[[Picture], int] | None = None,
) -> Iterator[Case]:
    solver, theory = Solver(Hackenbush()), theory or Principles(Hackenbush()).grundy
    for picture in pictures(edges):
        value, components = solver.grundy(picture), parts(picture)
        values = [solver.grundy(part) for part in components]
        instance = f"the value of {picture}, made of {' and '.join(map(str, components))}"
        yield Case(instance, total(values), value)
        tree = fused(picture)
        instance = f"the value of {tree}, which is {picture} with its cycles fused"
        yield Case(instance, value, solver.grundy(tree))
        yield Case(f"the value of {picture} by the principles", value, theory(picture))


@CLAIMS.of(
    "kayles",
    quick={"sizes": Sizes({1: 20, 2: 9, 3: 5}), "longest": 200},
    full={"sizes": Sizes({1: 30, 2: 16, 3: 9, 4: 6}), "longest": 1000},
    controls={
        "the value of several rows is the ordinary sum": {"ordinary": True},
        "the period 12 begins at 70 pins": {"start": 70},
        "the period is 6 from 71 pins on": {"period": 6},
    },
)
def kayles(
    sizes: Sizes, longest: int, ordinary: bool = False, start: int = 71, period: int = 12
) -> Iterator[Case]:
    solver, sums = Solver(Kayles()), SumSolver(Kayles())
    first = Kayles().grundy_values(start + period)

    def value(row: int) -> int:
        return first[min(row, start + (row - start) % period)]

    total: Callable[[Iterable[int]], int] = sum if ordinary else nim_sum
    for rows in all_heaps(sizes):
        yield Case(f"the value of rows of {rows}", total(map(value, rows)), solver.grundy(rows))
    # A move leaves at most two rows and knocks down at most two pins.
    proved = 2 * start + period + 2
    for pins in range(max(longest, proved + period)):
        yield Case(f"the value of a row of {pins}", value(pins), sums.grundy((pins,)))
