"""The landing page, with a game that readers can play right away.

````{door}```` is the board, and ````{puzzle}```` the puzzle of the day. In the text below them,
names such as `{{ pair }}` stand for results of the engine. The build computes everything in
advance, including the outcome of every position, so the page's script only looks up the results.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from types import MappingProxyType
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import SphinxDirective

from ext.trees import render
from nimbook.play import heaps_table
from nimbook.play.opponent import LEVELS
from nimtwist import Solver
from nimtwist.checks import join_and
from nimtwist.games import BlockingNim, MuM, Nim, PolyMuM
from nimtwist.games.mumber import MumberSolver

HEAPS = 4
"""Maximum number of heaps on a board."""

LARGEST = {"nim": 7, "twist": 5}
"""Maximum number of sticks in a heap, by game."""

# With the twist, players forbid a number from 1 to the modulus. No heap is larger than the modulus,
# so forbidding a residue forbids just one number of sticks.
TWIST = BlockingNim.exactly(LARGEST["twist"], 1)

FIRST = {"nim": ((1, 3, 5), 0), "twist": ((2, 3, 4), 2)}
"""Starting position of the first game of each kind: the heaps and the forbidden number, or 0."""

DAYS = {"nim": 3, "twist": 4}
"""Number of days of the week whose puzzle is of each kind; Monday is the first."""

MAX_PLAIN = 20
"""Maximum number of legal moves in a puzzle of plain Nim."""

Heaps = tuple[int, ...]
_nim, _twist = Solver(Nim()), Solver(TWIST)


def _position(heaps: Heaps, forbidden: int) -> Any:
    present = tuple(sorted(filter(None, heaps)))
    return (present, frozenset({forbidden})) if forbidden else present


def is_lost(heaps: Heaps, forbidden: int = 0) -> bool:
    """Return whether the player to move loses. The game is plain Nim if `forbidden` is 0.

    >>> is_lost((1, 2, 3)), is_lost((1, 2, 3), 2)
    (True, False)
    """
    solver: Solver[Any] = _twist if forbidden else _nim
    return solver.outcome(_position(heaps, forbidden)) == "P"


def is_puzzle(heaps: Heaps, forbidden: int = 0) -> bool:
    """Return whether exactly one move wins; the same move in two equal heaps counts as two.

    >>> is_puzzle((1, 4, 4)), is_puzzle((1, 3, 3)), is_puzzle((1, 6, 6, 6))
    (True, False, False)
    """
    solver: Solver[Any] = _twist if forbidden else _nim
    options = solver.winning_options(_position(heaps, forbidden))
    if len(options) != 1:
        return False
    [result] = [option[0] if forbidden else option for option in options]
    [size] = Counter(heaps) - Counter(result)
    return heaps.count(size) == 1


def count_moves(heaps: Heaps, forbidden: int = 0) -> int:
    """Return the number of legal moves; the same move in two equal heaps counts as two.

    >>> count_moves((1, 2)), count_moves((1, 2), 1)
    (3, 5)
    """
    takes = sum(n != forbidden for heap in heaps for n in range(1, heap + 1))
    return takes * LARGEST["twist"] if forbidden else takes


@cache
def puzzles() -> list[list[str]]:
    """Return, for each day of the week from Monday on, the positions used for its puzzles.

    Each position has a single winning move. The number of legal moves measures how difficult it is
    to find, and grows from day to day; the last four days have the twist.
    """
    tiers = []
    for game, days in DAYS.items():
        largest = LARGEST[game]
        found = []
        for heaps in combinations_with_replacement(range(largest + 1), HEAPS):
            present = tuple(filter(None, heaps))
            for n in range(1, largest + 1) if game == "twist" else [0]:
                moves = count_moves(present, n)
                # Skip positions with fewer than three heaps or seven sticks: they are too easy.
                # Plain Nim must not be more difficult than the puzzles with the twist.
                too_easy = len(present) < 3 or sum(present) < 7
                if too_easy or (not n and moves > MAX_PLAIN) or not is_puzzle(present, n):
                    continue
                found.append((moves, "".join(map(str, present)) + (f":{n}" if n else "")))
        found.sort()
        bounds = [len(found) * day // days for day in range(days + 1)]
        tiers += [[text for _, text in found[a:b]] for a, b in pairwise(bounds)]
    # Neighbours in a list look alike, so shuffle it. A fixed seed makes builds reproducible.
    for tier in tiers:
        random.Random("a puzzle a day").shuffle(tier)
    return tiers


@cache
def data() -> str:
    """Return the data for the page's script, as JSON."""
    for heaps, forbidden in FIRST.values():
        if is_lost(heaps, forbidden):
            raise ValueError(
                f"the first game must be winnable, but {heaps} with {forbidden} forbidden is lost"
            )
    first = {
        game: {"heaps": heaps, "forbidden": forbidden} for game, (heaps, forbidden) in FIRST.items()
    }
    values = {
        "nim": heaps_table(HEAPS, LARGEST["nim"]),
        "twist": heaps_table(HEAPS, LARGEST["twist"], twist=True),
        "first": first,
        "puzzles": puzzles(),
    }
    return json.dumps(values, separators=(",", ":"))


# --- The boards -----------------------------------------------------------------------------------


OPPONENTS = {**{level: level.capitalize() for level in LEVELS}, "two": "Two people"}
"""The opponents in the game, from easy to hard, and finally another person."""


class Door(SphinxDirective):
    """A directive for the board on which readers play against the book."""

    def run(self) -> list[nodes.Node]:
        """Return the board in its starting position, and the data for the board and the puzzle."""
        heaps, _ = FIRST["nim"]
        values = {"largest": LARGEST["twist"], "opponents": OPPONENTS, "data": Markup(data())}
        html = render("door_game.html", id="door-game", heaps=heaps, **values)
        return [nodes.raw("", html, format="html", assets="door")]


class PuzzleOfTheDay(SphinxDirective):
    """A directive for the puzzle of the day: a position with a single winning move."""

    def run(self) -> list[nodes.Node]:
        """Return the board with the first puzzle of plain Nim."""
        heaps, largest = map(int, puzzles()[0][0]), LARGEST["twist"]
        html = render("door_puzzle.html", id="door-puzzle", heaps=heaps, largest=largest)
        return [nodes.raw("", html, format="html")]


# --- The findings ---------------------------------------------------------------------------------


@cache
def findings() -> dict[str, str]:
    """Return the smallest counterexamples of the findings on the page, by their names in the text.

    >>> findings()["pair"], findings()["stranded"], findings()["seven"]
    ('3 and 3', '2', '6, 5, 2, 1, 1, 1 and 1')
    """
    prime, pair, solver = next(
        (prime, pair, solver)
        for prime in (2, 3, 5, 7)
        for solver in [MumberSolver(MuM(prime), prime)]
        for pair in combinations_with_replacement(range(1, prime), 2)
        if solver.mumber(pair) != math.prod(pair) % prime
    )
    options = sorted((solver.mumber(option), option) for option in MuM(prime).options(pair))
    field = PolyMuM(0b111)
    stranded = next(
        pair
        for pair in combinations_with_replacement(range(1, 4), 2)
        if field.product(pair) != 1 and field.is_stranded(pair)
    )
    heap = stranded[0]
    heaps, changed, restriction = seven_heaps()
    return {
        "prime": str(prime),
        "pair": join_and(pair),
        "product": str(math.prod(pair)),
        "remainder": str(math.prod(pair) % prime),
        "mumber": str(solver.mumber(pair)),
        "options": " and ".join(
            f"to {join_and(option)}, with number {n}," for n, option in options
        ),
        "pair_picture": matches(pair),
        "stranded": str(heap),
        "stranded_picture": matches(stranded),
        "square": str(field.product(stranded)),
        "target": str(field.mul(heap, field.inv(field.product(stranded)))),
        "seven": join_and(heaps[::-1]),
        "seven_picture": matches(heaps[::-1], {heaps[::-1].index(changed): 3}),
        "changed": str(changed),
        "forbidden": ", ".join(
            str(n) for n in range(1, 9) if n % 3 in {r % 3 for r in restriction}
        ),
    }


def seven_heaps() -> tuple[Heaps, int, frozenset[int]]:
    """Return a lost position of seven heaps that is won if one heap has three more sticks.

    The family of restrictions is that of Figure 4 in the article on the Muller twist. With up to
    six heaps, three more sticks on a heap of 5 or more never make a difference. The result is the
    smallest position, the size of the heap, and the restriction.
    """
    rules = BlockingNim(3, [{2, 3}, {1, 3}])
    solver = Solver(rules)
    positions = (
        (heaps, i, restriction)
        for heaps in sorted(combinations_with_replacement(range(1, 8), 7), key=sum)
        for i, restriction in product(range(7), rules.restrictions)
        if heaps[i] >= 5
    )
    for heaps, i, restriction in positions:
        larger = tuple(sorted((*heaps[:i], heaps[i] + 3, *heaps[i + 1 :])))
        outcomes = [solver.outcome((place, restriction)) for place in (heaps, larger)]
        if outcomes == ["P", "N"]:
            return heaps, heaps[i], restriction
    raise ValueError("the outcomes of seven heaps are periodic")


def matches(heaps: Heaps, added: Mapping[int, int] = MappingProxyType({})) -> str:
    """Return HTML that shows heaps of matches. Those in `added`, by heap, are only outlined."""
    rows = (
        f"<span>{'<i></i>' * n}{'<b></b>' * added.get(i, 0)}</span>" for i, n in enumerate(heaps)
    )
    return f'<div class="door-heaps" aria-hidden="true">{"".join(rows)}</div>'


def add_findings(app: Sphinx, config: Config) -> None:
    """Let MyST replace the names of the findings by their values."""
    config.myst_substitutions = findings()
