"""A reader's own game: its values, what they suggest, and views of both.

This module does not depend on widgets; `nimbook.study.workbench` displays the views.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import cached_property
from html import escape
from typing import Any

from nimbook.show import Drawing, cell_table, grid, outcome_tag, table, tree, wrap
from nimbook.show.certificates import png
from nimbook.show.palette import scale, shades
from nimbook.study import exports, forms
from nimbook.study.conjectures import conjectures
from nimbook.study.sequences import recognise
from nimtwist import BlockingNim, Period, SearchLimitError, Tree, period
from nimtwist.atlas.search import find
from nimtwist.checks import check_choice, check_integer
from nimtwist.game import canonical, describe_move
from nimtwist.misere import misere_quotient
from nimtwist.protocol import feature, show
from nimtwist.rules import check_sample
from nimtwist.sequences import HEAPS
from nimtwist.solve import Answer, BestSolver, Play, show_play

__all__ = ["KINDS", "Study"]

OUTCOMES, GRUNDY, MISERE, *_ = KINDS = (
    "outcomes",
    "Grundy values",
    "misère outcomes",
    "ranks of 3 players",
    "ranks of 4 players",
)
"""The kinds of values of a position."""
_PLAYS: dict[str, Play] = {MISERE: "misère", KINDS[3]: 3, KINDS[4]: 4}

_LIMIT = 300_000  # positions that a search may store
# A computation pauses after so much work, as measured by `nimtwist.solve.BestSolver`: a few
# seconds in a page. With a limit on time, the answer to a question would depend on the reader's
# machine.
_MAX_WORK, _WORK_PER_REPORT = 20_000_000, 500_000
_MIN_SIZE, _MAX_VALUES, _MAX_SIDE = 4, 10_000, 100
_SAMPLE = 9  # rules are checked at positions below that with these coordinates
# How many values or rows a table shows, and the largest grid that explains its cells.
_MAX_LISTED, _MAX_SHOWN, _MAX_ANSWERED = 1000, 40, 24
_MAX_NODES, _MAX_LEVELS = 120, 20
# The atlas knows two heaps of games with moduli up to 6; these rows take about a second in a page.
_MAX_MODULUS, _MAX_ROWS = 6, 200
_MAX_HEAP_OF_QUOTIENT = 12
_SHADES = 16  # as many as `png` allows


class _Pause(ValueError):
    """Raised to pause a computation; solvers keep the values that they have found."""

    def __init__(self) -> None:
        super().__init__(
            f"the search paused after {_MAX_WORK:,} steps: press Compute to go on, or choose "
            "smaller positions"
        )


class Study:
    """The values of a game that a reader has defined.

    Args:
        form: a form of definition, as in `nimbook.study.forms.FORMS`.
        text: the definition in this form.
        template: the positions to study, with coordinates x or x and y, such as "(x, y)".
        size: the number of values of each coordinate, which start at 0.
        kind: what to compute, one of `KINDS`.
        progress: a function that is called with a sentence every now and then during a computation.

    Raises:
        ValueError: if an argument is invalid.

    >>> study = Study("octal", "0.77", "(x,)", 9, "Grundy values")
    >>> study.compute()
    >>> study.values
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """

    def __init__(
        self,
        form: str,
        text: str,
        template: str,
        size: int,
        kind: str,
        progress: Callable[[str], object] = lambda sentence: None,
    ) -> None:
        check_choice(kind, "kind", KINDS)
        self.definition = form, text
        self.rules: Any = forms.read_game(form, text)
        self.template, self.kind = template, kind
        self.axes = forms.coordinates(template)
        most = _MAX_VALUES if len(self.axes) == 1 else _MAX_SIDE
        self.size = check_integer(size, "the number of values", _MIN_SIZE, most)
        self.values: list[Any] = []
        self._why_stopped = ""
        self._progress = progress
        self._searched = self._work = self._reported = 0
        self._budget = _MAX_WORK

    def position(self, *coordinates: int) -> Any:
        """Return the position with the given coordinates, in canonical form."""
        return canonical(self.rules, forms.positions(self.template, *coordinates))

    @property
    def play(self) -> Play:
        """The kind of play: "normal", "misère" or the number of players."""
        return _PLAYS.get(self.kind, "normal")

    @cached_property
    def solver(self) -> BestSolver:
        """The solver that computes the values."""
        return BestSolver(self.rules, self.play, limit=_LIMIT, spend=self._spend)

    def value(self, position: Any) -> Any:
        """Return the outcome, the value or the rank of a position; ∞ is a text."""
        if self.kind in (OUTCOMES, MISERE):
            return self.solver.outcome(position)
        value = self.solver.value(position)
        return value if isinstance(value, int) else str(value)

    def compute(self) -> None:
        """Compute values until all are known or it is time to pause; the next call goes on.

        `values` then holds the values known so far: a list for one coordinate, and a list of rows
        for two.
        """
        self._budget = self._work + _MAX_WORK
        try:
            for x in range(len(self.values), self.size):
                row = range(self.size) if len(self.axes) == 2 else ()
                several = [self.value(self.position(x, y)) for y in row]
                self.values.append(several or self.value(self.position(x)))
        except (SearchLimitError, _Pause) as error:
            if len(self.values) < _MIN_SIZE:
                raise
            self._why_stopped = str(error)
        numbers = [min(len(self.values) - 1, _SAMPLE)] * len(self.axes)
        check_sample(self.rules, self.position(*numbers), self.play)

    @property
    def _cells(self) -> set[Any]:
        """The distinct values."""
        return {*self.values} if len(self.axes) == 1 else {v for row in self.values for v in row}

    @property
    def note(self) -> str:
        """A sentence about the values that are still missing; "" if none is."""
        known = len(self.values)
        if known == self.size or not self._why_stopped:
            return ""
        return f"Only x below {known:,} so far: {self._why_stopped}."

    @property
    def _is_heaps(self) -> bool:
        """True if the coordinates are the sizes of all heaps, to which theorems apply."""
        sizes = (2, 3)[: len(self.axes)]
        position = self.position(*sizes)
        return bool(sizes == (position[0] if isinstance(self.rules, BlockingNim) else position))

    def _spend(self, work: int) -> None:
        """Record the work of listing the options of a position; report progress now and then.

        Raises:
            _Pause: if the computation takes too long.
        """
        self._searched += 1
        self._work += work
        if self._work > self._reported + _WORK_PER_REPORT:
            self._reported = self._work
            known = f"{len(self.values):,} of {self.size:,} done"
            self._progress(f"{known}, {self._searched:,} positions searched")
        if self._work > self._budget:
            raise _Pause()

    # --- Views

    def table(self) -> Drawing:
        """Return the values as a table: rows of ten values, or a grid with a row for each x.

        In a small grid, the reader can select a cell to see its options.
        """
        title = f"{self.kind.capitalize()} of {self.template}"
        known = len(self.values)
        if len(self.axes) == 1:
            listed = self.values[:_MAX_LISTED]
            rows = [listed[i : i + 10] for i in range(0, len(listed), 10)]
            rows[-1] = rows[-1] + [None] * (10 - len(rows[-1]))
            title, labels = f"{title}, x below {len(listed):,}", [10 * i for i in range(len(rows))]
            return cell_table(rows, title, None, None, "x, tens", "x, units", labels)
        side = min(known, _MAX_SHOWN)
        is_plain = self.play == "normal" and _is_plain(self._cells)
        if side == self.size <= _MAX_ANSWERED and is_plain:
            return grid(
                self.value,
                range(side),
                caption=title,
                rules=self.rules,
                position=self.position,
                row_label="x",
                column_label="y",
            )
        caption = title if side == self.size else f"{title}, x and y below {side}"
        rows = [row[:side] for row in self.values[:side]]
        return cell_table(rows, caption, row_label="x", column_label="y")

    def picture(self) -> Drawing:
        """Return the values as a picture with one pixel for each position."""
        known = len(self.values)
        rows = [self.values] if len(self.axes) == 1 else [row[:known] for row in self.values]
        draw, has_draws = scale("plate-muted", "plate", 2)[0], not _is_plain(self._cells)
        if self.kind in (OUTCOMES, MISERE):
            pixels = [bytes("PND".index(value) for value in row) for row in rows]
            palette, key = [shades("p")[2], shades("n")[2], draw], "P in blue, N in brown"
        else:
            most = max(filter(_is_number, self._cells), default=0)
            # The value 0 has a colour of its own, because it means P, and so have draws.
            last, step = _SHADES - 1, max(most - 1, 1)
            pixels = [
                bytes(
                    last if not _is_number(n) else n and 1 + (n - 1) * (last - 2) // step
                    for n in row
                )
                for row in rows
            ]
            palette = [shades("p")[2], *scale("n-4", "on-plate", last - 1), draw]
            key = "0 in blue, and of the other values, the lighter, the larger; the largest value "
            key += f"is {most:,}"
        key += ", draws in grey" * has_draws
        if len(rows) == 1:  # a band rather than a line
            pixels *= max(1, known // 12)
        where = "x from left to right" if len(rows) == 1 else "x down, y across"
        alt = f"{self.kind.capitalize()} of {self.template} for numbers below {known}: {key}"
        data = base64.b64encode(png(pixels, palette)).decode()
        css = "nt-map" + " nt-fine" * (known > 256) + " nt-band" * (len(rows) == 1)
        return wrap(
            f'<img class="{css} dark-light" src="data:image/png;base64,{data}" alt="{escape(alt)}" '
            f'width="{known}" height="{len(pixels)}"><p class="nt-key">{key}; {where}</p>',
            "nt-plate",
        )

    def patterns(self) -> Drawing:
        """Return what the values suggest, and what a theorem proves about them."""
        items = self._periods() if len(self.axes) == 1 else self._certificate()
        known = len(self.values)
        square = [row[:known] for row in self.values] if len(self.axes) == 2 else self.values
        if _is_plain(self._cells):
            items += map(escape, map(str, conjectures(square)))
        items += self._recognised()
        if self.kind == MISERE:
            items += self._quotient()
        lines = "".join(f"<li>{item}</li>" for item in items) or "<li>No rule was found.</li>"
        return wrap(f'<ul class="nt-patterns">{lines}</ul>', "nt-data")

    def _periods(self) -> list[str]:
        # The theorems are about the values of one heap in normal play.
        rules = self.rules if self._is_heaps and self.play == "normal" else None
        found = period(self.values, rules)
        if found is None and self.kind == GRUNDY and _is_plain(self._cells):
            found = period(self.values, additive=True)
        if found and self.kind == OUTCOMES and isinstance(rules, HEAPS):
            # If the Grundy values have this period from the same place on, so have the outcomes.
            exact = period([self.solver.grundy((x,)) for x in range(len(self.values))], rules)
            if exact and (exact.start, exact.length) == (found.start, found.length):
                found = exact
        return [describe_period(found, len(self.values), f"{self.kind} of {escape(self.template)}")]

    def _certificate(self) -> list[str]:
        """Return a sentence about all heaps, if this is a game of two heaps of the atlas."""
        rules = self.rules
        if not isinstance(rules, BlockingNim) or rules.modulus > _MAX_MODULUS:
            return []
        if self.kind != OUTCOMES or not self._is_heaps:
            return []
        found = find(rules, _MAX_ROWS)
        if found is None:
            return [f"No certificate was found in the first {_MAX_ROWS} rows."]
        # Unless no block grows, the rows repeat in shape only.
        grows = any(power.growth for power in found.powers)
        same = "row x with more copies of some repeated blocks" if grows else "the same as row x"
        return [
            f"<b>Proved</b> by a certificate for the outcomes of {escape(self.template)}, two "
            f"heaps of any size in normal play: for all x ≥ {found.row}, row x + {found.period} is "
            f"{same}."
        ]

    def _recognised(self) -> list[str]:
        """Return a sentence for each list of numbers that is in the table of sequences."""
        sentences = []
        for name, numbers in self._lists().items():
            for match in recognise(numbers[:200])[:3]:
                entry = match.sequence
                link = f'<a href="https://oeis.org/{entry.number}">{entry.number}</a>'
                known = f"({escape(entry.name)}) in all {match.terms} terms compared"
                sentences.append(f"{name} agrees with {link} {known}.")
        return sentences

    def _lists(self) -> dict[str, list[int]]:
        """Return the lists of numbers to look up, by name."""
        if self.kind not in (OUTCOMES, MISERE):
            is_sequence = self.kind == GRUNDY and len(self.axes) == 1 and _is_plain(self._cells)
            return {"The sequence of values": self.values} if is_sequence else {}
        if len(self.axes) == 1:
            heaps = [x for x, value in enumerate(self.values) if value == "P"]
            return {"The sequence of P-positions": heaps}
        numbers = range(self.size)
        pairs = [(x, y) for x, row in enumerate(self.values) for y in numbers if row[y] == "P"]
        ordered = [pair for pair in pairs if pair[0] <= pair[1]]
        return {
            "The list of the smaller coordinates of P-positions": sorted(x for x, _ in ordered),
            "The list of the larger coordinates of P-positions": sorted(y for _, y in ordered),
        }

    def _quotient(self) -> list[str]:
        """Return a sentence about the misère quotient, if positions are sums of heaps."""
        if not feature(self.rules, "grundy_values"):
            return []
        heaps = range(_MAX_HEAP_OF_QUOTIENT + 1)
        try:
            order = misere_quotient(self.rules, heaps).order
        except ValueError as error:
            return [escape(str(error))]
        return [
            f"<b>Proved</b> for any number of heaps of at most {heaps[-1]} in misère play: the "
            f"misère quotient has {order} elements."
        ]

    def position_view(self, text: str) -> Drawing:
        """Return the value of a position, its winning moves, and the top of its game tree."""
        self._budget = self._work + _MAX_WORK
        position = self.read(text)
        answer = self.solver.solve(position)
        winning = [describe_move(self.rules, position, p) for p in answer.winning]
        more = f", or one of {len(winning) - 5:,} other moves" if len(winning) > 5 else ""
        facts: list[list[Any]] = [["outcome", Drawing(outcome_tag(answer.outcome))]]
        if answer.value is not None:
            names = {"normal": "Grundy value", "misère": "genus"}
            facts.append([names.get(str(self.play), "rank"), str(answer.value)])
        facts.append(["winning moves", (", ".join(winning[:5]) + more) or "none"])
        play = show_play(self.play)
        drawn = tree(
            self._top(position),
            lambda node: self.show(node.position),
            self.solver.outcome,
            f"The game tree of {self.show(position)}, {play}",
        )
        title = f"Position {self.show(position)}"
        return Drawing(table(["", play], facts, title) + _why(answer) + drawn)

    def why(self, position: Any) -> str:
        """Return a paragraph that says how a position is solved; "" if that would take too long."""
        self._budget = self._work + _MAX_WORK // 10
        try:
            return _why(self.solver.solve(position))
        except (SearchLimitError, _Pause):
            return ""

    def _top(self, position: Any) -> Tree[Any]:
        """Return the game tree of a position, level by level, as long as there is room."""
        root = Tree(position)
        level, nodes = [root], 1
        for _ in range(_MAX_LEVELS):
            below = [list(dict.fromkeys(self.rules.options(node.position))) for node in level]
            nodes += sum(map(len, below))
            if nodes > _MAX_NODES and root.children:
                break
            for node, options in zip(level, below, strict=True):
                node.children += map(Tree, options[:_MAX_NODES])
            level = [child for node in level for child in node.children]
        return root

    def read(self, text: str) -> Any:
        """Parse a position, as a Python literal or in the notation of the game."""
        try:
            return canonical(self.rules, forms.read_position(text))
        except ValueError:
            if not feature(self.rules, "read"):
                raise
        return canonical(self.rules, self.rules.read(text))

    def show(self, position: Any) -> str:
        """Return a position as text."""
        return show(self.rules, position)

    def take_away(self) -> Drawing:
        """Return links to files that contain the game and its values, and commands for CGSuite."""
        form, text = self.definition
        arguments = (form, text, self.template, self.size)
        files = {
            "values.csv": ("text/csv", exports.csv_file(self.values)),
            "own_game.py": ("text/x-python", exports.python_file(*arguments)),
            "own_game.ipynb": ("application/x-ipynb+json", exports.notebook_file(*arguments)),
        }
        links = "".join(
            f'<li><a download="{name}" href="data:{kind};base64,'
            f'{base64.b64encode(body.encode()).decode()}">{name}</a></li>'
            for name, (kind, body) in files.items()
        )
        box = ""
        if commands := exports.cgscript(form, text):
            box = f"<details><summary>CGSuite</summary><pre>{escape(commands)}</pre></details>"
        return wrap(f"<ul>{links}</ul>{box}", "nt-data")


def _why(answer: Answer) -> str:
    return f'<p class="nt-key"><b>{answer.method}</b>: {escape(answer.reason)}.</p>'


def _is_number(value: object) -> bool:
    return isinstance(value, int)


def _is_plain(values: set[Any]) -> bool:
    """Return whether values are outcomes without draws, or integers."""
    return values <= {"P", "N"} or all(map(_is_number, values))


def describe_period(found: Period | None, count: int, what: str) -> str:
    """Return a sentence about a period of the first `count` values.

    `what` names these values. If the period is proved, they are the values of a single heap.

    >>> theorem = "theorem of Guy and Smith"
    >>> describe_period(Period(71, 12, theorem=theorem), 200, "Grundy values of (x,)")
    'Period 12 from x = 71 on, <b>proved</b> by the theorem of Guy and Smith for the Grundy values \
of (x,), one heap of any size in normal play.'
    >>> describe_period(Period(0, 4, 2), 50, "Grundy values of x")
    'Values grow by 2 in each period of 4 from x = 0 on, <b>observed</b> for x below 50.'
    """
    if found is None:
        return f"No period is visible for x below {count:,}."
    grows = f"Values grow by {found.saltus} in each period of" if found.saltus else "Period"
    why = f"<b>observed</b> for x below {count:,}"
    if found.theorem:
        the = "the " * found.theorem.startswith("theorem")
        why = f"<b>proved</b> by {the}{found.theorem} for the {what}, one heap of any size in "
        why += "normal play"
    return f"{grows} {found.length:,} from x = {found.start:,} on, {why}."
