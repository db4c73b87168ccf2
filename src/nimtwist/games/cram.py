"""Cram: players place dominoes on free cells; a player who cannot place one loses.

The rules come first, then a solver for larger boards: it splits a board into regions and evaluates
them with the search algorithm of J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical
Computer Science 462 (2012).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_

from nimtwist.checks import check_callable, check_integer, check_text, short_repr
from nimtwist.game import Oracle, Outcome
from nimtwist.games.heaps import check_option_count
from nimtwist.sums import MoveMixin

__all__ = [
    "Cram",
    "CramSolver",
    "free_regions",
]

Cell = tuple[int, int]
CramPosition = frozenset[Cell]

_FULL = "no free cells"
# `_MAX_SIDE` bounds the sides of a board, so that it can be written as text. `_MAX_CELLS` bounds
# the number of cells in a region, so that its search stays within Python's recursion limit.
_MAX_SIDE = 1_000
_MAX_CELLS = 400
_PROGRESS_EVERY = 1 << 12


@dataclass(frozen=True)
class Cram(MoveMixin):
    """Cram: a move places a domino on two adjacent free cells. A player who cannot move loses.

    A position is the set of free cells. A cell is a pair (row, column); rows and columns are
    counted from 0. Any set of cells can serve as a board.

    >>> [Cram().show(option) for option in Cram().options(Cram.rectangle(1, 4))]
    ['##..', '.##.', '..']
    """

    @staticmethod
    def rectangle(rows: int, columns: int) -> CramPosition:
        """Return the empty board with the given numbers of rows and columns.

        Raises:
            ValueError: if `rows` or `columns` is not an integer from 1 to 1,000.

        >>> sorted(Cram.rectangle(1, 2))
        [(0, 0), (0, 1)]
        """
        return frozenset(
            product(range(_check_side(rows, "rows")), range(_check_side(columns, "columns")))
        )

    def canonical(self, position: CramPosition, /) -> CramPosition:
        """Validate the position and return it as a frozenset."""
        if not isinstance(position, frozenset):
            if not isinstance(position, set):
                raise ValueError(
                    f"position {short_repr(position)} is not a set of free cells (row, column)"
                )
            position = frozenset(position)
        for cell in position:
            if not isinstance(cell, tuple) or len(cell) != 2:
                raise ValueError(f"a free cell is a pair (row, column), not {short_repr(cell)}")
            for coordinate in cell:
                if type(coordinate) is not int or not 0 <= coordinate < _MAX_SIDE:
                    check_integer(coordinate, "a row or column", 0, _MAX_SIDE - 1)
        return position

    def options(self, position: CramPosition, /) -> list[CramPosition]:
        """Return the options, ordered by the first cell of the domino that is placed.

        For each cell, the horizontal domino comes before the vertical one.
        """
        free = self.canonical(position)
        check_option_count(self.count_options(free), free, len(free))
        return [
            free - {(row, column), neighbour}
            for row, column in sorted(free)
            for neighbour in ((row, column + 1), (row + 1, column))
            if neighbour in free
        ]

    def components(self, position: CramPosition, /) -> list[CramPosition]:
        """Return the `free_regions`, each moved to the top left corner in a canonical orientation.

        >>> rules = Cram()
        >>> [rules.show(region) for region in rules.components(rules.read("..#.#/..#.#/###..#"))]
        ['../..', '.../.##']
        """
        return [_normalized(region) for region in free_regions(position)]

    @staticmethod
    def solver(progress: Callable[[int], object] | None = None) -> CramSolver:
        """Return a `CramSolver`, which is faster than a general solver."""
        return CramSolver(progress)

    def count_options(self, position: CramPosition, /) -> int:
        """Return the number of options, one for each pair of adjacent free cells."""
        free = self.canonical(position)
        below = {(row + 1, column) for row, column in free}
        right = {(row, column + 1) for row, column in free}
        return len(free & below) + len(free & right)

    def show(self, position: CramPosition, /) -> str:
        """Return the rows of the board, separated by slashes: `.` for free cells, `#` for others.

        Columns to the right of all free cells, and rows below them, are omitted.

        >>> Cram().show(Cram.rectangle(2, 3) - {(0, 1), (1, 1)}), Cram().show(frozenset())
        ('.#./.#.', 'no free cells')
        """
        rows, columns = (
            range(1 + max((cell[axis] for cell in self.canonical(position)), default=-1))
            for axis in (0, 1)
        )
        lines = ("".join(".#"[(r, c) not in position] for c in columns) for r in rows)
        return "/".join(lines) or _FULL

    def read(self, text: str, /) -> CramPosition:
        """Parse a board: rows of dots (free cells) and hashes (others), separated by slashes.

        >>> sorted(Cram().read(".#. / .#"))
        [(0, 0), (0, 2), (1, 0)]
        """
        lines = [line.strip() for line in check_text(text).strip().split("/")]
        if lines == [_FULL]:
            return frozenset()
        if not all(line and set(line) <= {".", "#"} for line in lines):
            raise ValueError(
                f"{short_repr(text)} is not a board: write rows of dots for free cells and # for "
                "others, separated by slashes, as in ..#/..."
            )
        if (longest := max(len(lines), *map(len, lines))) > _MAX_SIDE:
            raise ValueError(
                f"{short_repr(text)} has a side of {longest} cells: a board has at most "
                f"{_MAX_SIDE:,} rows and columns"
            )
        return self.canonical(
            frozenset(
                (row, column)
                for row, line in enumerate(lines)
                for column, cell in enumerate(line)
                if cell == "."
            )
        )

    def _describe_move(self, before: CramPosition, after: CramPosition) -> str:
        (row, column), (below, right) = sorted(before - after)
        if row == below:
            return f"lay a domino on row {row + 1}, columns {column + 1} and {right + 1}"
        return f"lay a domino on rows {row + 1} and {below + 1}, column {column + 1}"


def _check_side(length: object, of: str) -> int:
    return check_integer(length, f"the number of {of}", 1, _MAX_SIDE)


# --- A solver for larger boards ------------------------------------------------------------------


def free_regions(position: CramPosition) -> list[CramPosition]:
    """Return the regions of a position: its maximal connected sets of free cells.

    The position is the sum of its regions. The regions are listed in reading order, and isolated
    cells are omitted.

    >>> [sorted(region) for region in free_regions(Cram().read("..#./#...#.."))]
    [[(0, 0), (0, 1), (0, 3), (1, 1), (1, 2), (1, 3)], [(1, 5), (1, 6)]]
    """
    regions, remaining = [], set(Cram().canonical(position))
    for cell in sorted(position):
        region = {cell} & remaining
        unvisited = list(region)
        remaining -= region
        while unvisited:
            row, column = unvisited.pop()
            adjacent = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            unvisited += adjacent & remaining
            region |= adjacent & remaining
            remaining -= adjacent
        if len(region) > 1:
            regions.append(frozenset(region))
    return regions


def _normalized(region: CramPosition) -> CramPosition:
    """Return the canonical form of a region under translation, rotation and reflection."""
    forms = []
    for cells in (region, [(column, row) for row, column in region]):
        for down, right in product((1, -1), repeat=2):
            turned = [(down * row, right * column) for row, column in cells]
            top, left = (min(cell[axis] for cell in turned) for axis in (0, 1))
            forms.append(sorted((row - top, column - left) for row, column in turned))
    return frozenset(min(forms))


class _Region:
    """A connected set of free cells, up to symmetry, together with what is known about its value.

    `mask` has `step` bits for each row, and the bits of free cells are set. `step` is one more than
    the number of columns, so that the end of a row is not adjacent to the start of the next.
    `symmetric` is true if the region is invariant under a half turn.
    """

    __slots__ = ("mask", "moves", "options", "reached", "step", "symmetric", "value")

    def __init__(self, mask: int, step: int, symmetric: bool) -> None:
        self.mask, self.step, self.symmetric = mask, step, symmetric
        self.moves = (mask & mask >> 1).bit_count() + (mask & mask >> step).bit_count()
        self.value: int | None = None
        self.reached = 0  # bit v is set if some option is known to have value v
        self.options: list[tuple[_Region, ...]] | None = None


class CramSolver(Oracle[CramPosition]):
    """A solver for outcomes and Grundy values of `Cram` on boards too large for a `Solver`.

    A position is the sum of its connected regions. Regions are cached up to translation, rotation
    and reflection, and two equal regions cancel. To decide whether a region has a given value, the
    solver does not need the values of all options. To test whether an option has value v, it
    evaluates all regions of the option except the last, and then only tests whether the last region
    has the value that is still needed. No theorem about Cram is used. An interrupted search keeps
    its finished results, so that a repeated call resumes from there.

    `progress`, if given, is called every few thousand regions with the number of regions found so
    far.

    >>> solver = CramSolver()
    >>> solver.grundy(Cram.rectangle(4, 5)), solver.outcome(Cram.rectangle(4, 6))
    (2, 'P')
    """

    def __init__(self, progress: Callable[[int], object] | None = None) -> None:
        if progress is not None:
            check_callable(progress, "progress", "one number")
        self.rules = Cram()
        self._progress = progress
        self._regions: dict[tuple[int, str], _Region] = {}
        # Cached regions, by step and then by mask. A region has one entry for each of its
        # placements on a board.
        self._placed: dict[int, dict[int, _Region]] = {}

    def grundy(self, position: CramPosition) -> int:
        """Return the Grundy value of a position.

        >>> [CramSolver().grundy(Cram.rectangle(3, n)) for n in range(1, 8)]
        [1, 1, 0, 1, 1, 4, 1]
        """
        total = 0
        for region in self._regions_of(position):
            total ^= self._value(region)
        return total

    def outcome(self, position: CramPosition) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player does.

        This is faster than computing the Grundy value.

        >>> CramSolver().outcome(Cram.rectangle(3, 3))
        'P'
        """
        return "P" if self._sum_has_value(self._regions_of(position), 0) else "N"

    def _regions_of(self, position: CramPosition) -> tuple[_Region, ...]:
        step = max((column for _, column in Cram().canonical(position)), default=0) + 2
        regions = self._split(sum(1 << row * step + column for row, column in position), step)
        for region in regions:
            if (size := region.mask.bit_count()) > _MAX_CELLS:
                raise ValueError(
                    f"a region of {size} connected free cells is too large to search: at most "
                    f"{_MAX_CELLS}"
                )
        return regions

    def _split(self, mask: int, step: int) -> tuple[_Region, ...]:
        """Return the regions of a position, fewest moves first, omitting pairs of equal regions."""
        placed = self._placed.setdefault(step, {})
        # Remove isolated cells, which allow no move.
        mask &= mask << 1 | mask >> 1 | mask << step | mask >> step
        if whole := placed.get(mask):
            return (whole,)
        regions: list[_Region] = []
        while mask:
            grown = mask & -mask
            part = 0
            while part != grown:
                part = grown
                grown |= (part << 1 | part >> 1 | part << step | part >> step) & mask
            mask ^= part
            region = placed.get(part)
            if region is None:
                region = placed[part] = self._region(part, step)
            if region in regions:
                regions.remove(region)
            else:
                regions.append(region)
        if len(regions) > 1:
            regions.sort(key=lambda region: region.moves)
        return tuple(regions)

    def _region(self, mask: int, step: int) -> _Region:
        """Return the cached region for a shape, creating it if necessary.

        Shapes that differ only by a symmetry share a region.
        """
        key = _canonical_form(mask, step)
        region = self._regions.get(key)
        if region is None:
            width, cells = key
            rows = (cells[i : i + width] for i in range(0, len(cells), width))
            region = _Region(int("0".join(rows), 2), width + 1, cells == cells[::-1])
            self._regions[key] = region
            if self._progress and len(self._regions) % _PROGRESS_EVERY == 0:
                self._progress(len(self._regions))
        return region

    def _options(self, region: _Region) -> list[tuple[_Region, ...]]:
        if region.options is None:
            mask: int = region.mask
            unknown: dict[tuple[_Region, ...], None] = {}
            for step in (1, region.step):
                first_cells = mask & mask >> step
                while first_cells:
                    cell = first_cells & -first_cells
                    first_cells ^= cell
                    unknown[self._split(mask ^ cell ^ cell << step, region.step)] = None
            # Record the known values of options, and keep only the other options.
            for option in list(unknown):
                if (value := _known_value(option)) is not None:
                    region.reached |= 1 << value
                    del unknown[option]
            # Try options with few remaining moves first, since they are decided fastest.
            region.options = sorted(unknown, key=lambda regions: regions[-1].moves)
        return region.options

    def _value(self, region: _Region) -> int:
        candidate = 0
        while region.value is None:
            self._has_value(region, candidate)
            candidate += 1
        return region.value

    def _sum_has_value(self, regions: tuple[_Region, ...], value: int) -> bool:
        for region in regions[:-1]:
            value ^= self._value(region)
        return self._has_value(regions[-1], value) if regions else value == 0

    def _has_value(self, region: _Region, value: int) -> bool:
        """Return whether a region has this Grundy value.

        If some option has this value, the region does not; if no option has it, the value of the
        region is at most `value`.
        """
        if region.value is None and not self._reaches(region, value):
            region.value = next(
                smaller
                for smaller in range(value + 1)
                if smaller == value or not self._reaches(region, smaller)
            )
            region.options = None  # no longer needed
        return region.value == value

    def _reaches(self, region: _Region, value: int) -> bool:
        """Return whether some option of a region has this value."""
        options = self._options(region)  # may update region.reached
        if region.reached >> value & 1:
            return True
        if value == 0:
            # Options with half-turn symmetry are likely to be P, since most moves can be answered
            # by their image under the half turn. The search does not rely on this, but tries these
            # options first.
            options = sorted(
                options, key=lambda regions: len(regions) > 1 or not regions[0].symmetric
            )
        reached = any(self._sum_has_value(option, value) for option in options)
        region.reached |= reached << value
        return reached


def _known_value(regions: tuple[_Region, ...]) -> int | None:
    """Return the value of a sum, or `None` if the value of some region is unknown."""
    total = 0
    for region in regions:
        if region.value is None:
            return None
        total ^= region.value
    return total


def _canonical_form(mask: int, step: int) -> tuple[int, str]:
    """Return the canonical form of a region: its width and its cells, row by row.

    Only orientations that are not taller than they are wide are considered. Of these, the canonical
    one has the string of cells that comes last in lexicographic order.
    """
    lowest = (mask & -mask).bit_length() - 1
    mask >>= lowest - lowest % step
    height = -(-mask.bit_length() // step)
    text = format(mask, f"0{height * step}b")
    lines = [text[start : start + step] for start in range(0, len(text), step)]
    columns = reduce(or_, [int(line, 2) for line in lines])
    right = (columns & -columns).bit_length() - 1
    left, width = step - columns.bit_length(), columns.bit_length() - right
    largest = ""
    if width >= height:
        lines = [line[left : left + width] for line in lines]
        cells, upside_down = "".join(lines), "".join(lines[::-1])
        largest = max(cells, cells[::-1], upside_down, upside_down[::-1])
    if width <= height:
        lines = [text[column::step] for column in range(left, left + width)]
        cells, upside_down = "".join(lines), "".join(lines[::-1])
        largest = max(largest, cells, cells[::-1], upside_down, upside_down[::-1])
    return max(width, height), largest
