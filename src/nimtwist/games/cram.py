"""Cram: players place dominoes on free cells; a player who cannot place one loses.

The rules come first, then a solver for larger boards: it values the regions into which a board
falls, by the search of J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer
Science 462 (2012).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_

from nimtwist._checks import check_callable, check_integer, check_text, short_repr
from nimtwist.game import Oracle, Outcome
from nimtwist.games._heaps import check_count
from nimtwist.games._moves import Moves

__all__ = [
    "Cram",
    "CramSolver",
    "free_regions",
]

Cell = tuple[int, int]
CramPosition = frozenset[Cell]

_FULL = "no free cells"
# The longest side of a board, so that it can be written; and the most cells of a region, so that
# its search does not exceed Python's own stack.
_LONGEST_SIDE = 1_000
_MOST_CELLS = 400
_PROGRESS_EVERY = 1 << 12


@dataclass(frozen=True)
class Cram(Moves):
    """Cram. A position is the set of the free cells (row, column), counted from 0.

    A move covers two free cells that are neighbours in a row or in a column. Any set of cells is a
    board.

    >>> [Cram().show(option) for option in Cram().options(Cram.rectangle(1, 4))]
    ['##..', '.##.', '..']
    """

    @staticmethod
    def rectangle(rows: int, columns: int) -> CramPosition:
        """Return the empty board with these numbers of rows and columns.

        Raises:
            ValueError: if `rows` or `columns` is not an integer from 1 to 1000.

        >>> sorted(Cram.rectangle(1, 2))
        [(0, 0), (0, 1)]
        """
        return frozenset(product(range(_side(rows, "rows")), range(_side(columns, "columns"))))

    def canonical(self, position: CramPosition, /) -> CramPosition:
        """Return the position itself."""
        if not isinstance(position, frozenset):
            raise ValueError(
                f"position {short_repr(position)} is not a frozenset of free cells (row, column)"
            )
        for cell in position:
            if not isinstance(cell, tuple) or len(cell) != 2:
                raise ValueError(f"a free cell is a pair (row, column), not {short_repr(cell)}")
            for place in cell:
                if type(place) is not int or not 0 <= place < _LONGEST_SIDE:
                    check_integer(place, "a row or column", 0, _LONGEST_SIDE - 1)
        return position

    def options(self, position: CramPosition, /) -> list[CramPosition]:
        """Return every position with one more domino, by its first cell, horizontal ones first."""
        free = self.canonical(position)
        check_count(self.count_options(free), free, len(free))
        return [
            free - {(row, column), neighbour}
            for row, column in sorted(free)
            for neighbour in ((row, column + 1), (row + 1, column))
            if neighbour in free
        ]

    def components(self, position: CramPosition, /) -> list[CramPosition]:
        """Return the `free_regions`, each moved to the corner in a standard orientation.

        >>> rules = Cram()
        >>> [rules.show(region) for region in rules.components(rules.read("..#.#/..#.#/###..#"))]
        ['../..', '.../.##']
        """
        return [_in_a_corner(region) for region in free_regions(position)]

    @staticmethod
    def solver(progress: Callable[[int], object] | None = None) -> CramSolver:
        """Return the solver made for this game."""
        return CramSolver(progress)

    def count_options(self, position: CramPosition, /) -> int:
        """Return how many options there are: pairs of neighbours."""
        free = self.canonical(position)
        below = {(row + 1, column) for row, column in free}
        right = {(row, column + 1) for row, column in free}
        return len(free & below) + len(free & right)

    def show(self, position: CramPosition, /) -> str:
        """Return the rows of the board separated by slashes: a dot is free, a hash is not.

        What lies to the right of all free cells, or below them, is left out.

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
        """Return the position that `text` describes: rows of dots and hashes, separated by slashes.

        >>> sorted(Cram().read(".#. / .#"))
        [(0, 0), (0, 2), (1, 0)]
        """
        lines = [line.strip() for line in check_text(text).strip().split("/")]
        if lines == [_FULL]:
            return frozenset()
        if not all(line and set(line) <= {".", "#"} for line in lines):
            raise ValueError(
                f"{short_repr(text)} is not a board: a row is written with dots for free cells "
                "and # for others, and rows are separated by slashes, as in ..#/..."
            )
        if (longest := max(len(lines), *map(len, lines))) > _LONGEST_SIDE:
            raise ValueError(
                f"{short_repr(text)} has {longest} cells side by side: a board has at most "
                f"{_LONGEST_SIDE} rows and columns"
            )
        return self.canonical(
            frozenset(
                (row, column)
                for row, line in enumerate(lines)
                for column, cell in enumerate(line)
                if cell == "."
            )
        )

    def _words(self, before: CramPosition, after: CramPosition) -> str:
        (row, column), (below, right) = sorted(before - after)
        if row == below:
            return f"lay a domino on row {row + 1}, columns {column + 1} and {right + 1}"
        return f"lay a domino on rows {row + 1} and {below + 1}, column {column + 1}"


def _side(length: object, of: str) -> int:
    return check_integer(length, f"the number of {of}", 1, _LONGEST_SIDE)


# --- A solver for larger boards ------------------------------------------------------------------


def free_regions(position: CramPosition) -> list[CramPosition]:
    """Return the regions of a position, its connected sets of free cells, in reading order.

    The position is their sum. Cells with no free neighbour are left out.

    >>> [sorted(region) for region in free_regions(Cram().read("..#./#...#.."))]
    [[(0, 0), (0, 1), (0, 3), (1, 1), (1, 2), (1, 3)], [(1, 5), (1, 6)]]
    """
    regions, left = [], set(Cram().canonical(position))
    for cell in sorted(position):
        region = {cell} & left
        unvisited = list(region)
        left -= region
        while unvisited:
            row, column = unvisited.pop()
            beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            unvisited += beside & left
            region |= beside & left
            left -= beside
        if len(region) > 1:
            regions.append(frozenset(region))
    return regions


def _in_a_corner(region: CramPosition) -> CramPosition:
    """Return a region in a form that does not depend on its place, rotation or reflection."""
    forms = []
    for cells in (region, [(column, row) for row, column in region]):
        for down, right in product((1, -1), repeat=2):
            turned = [(down * row, right * column) for row, column in cells]
            top, left = (min(cell[axis] for cell in turned) for axis in (0, 1))
            forms.append(sorted((row - top, column - left) for row, column in turned))
    return frozenset(min(forms))


class _Region:
    """A connected set of free cells, in one of its eight symmetric forms, and what is known of it.

    `mask` has a bit for each free cell, and `step` bits for a row: one more than there are columns,
    so that the end of a row is not a neighbour of the beginning of the next. `turned` says whether
    half a turn does not change the region.
    """

    __slots__ = ("mask", "moves", "options", "reached", "step", "turned", "value")

    def __init__(self, mask: int, step: int, turned: bool) -> None:
        self.mask, self.step, self.turned = mask, step, turned
        self.moves = (mask & mask >> 1).bit_count() + (mask & mask >> step).bit_count()
        self.value: int | None = None
        self.reached = 0  # bit v is set if an option is known to have the value v
        self.options: list[tuple[_Region, ...]] | None = None


class CramSolver(Oracle[CramPosition]):
    """Finds outcomes and Grundy values of `Cram` on boards that are too large for a `Solver`.

    A position is the sum of the regions that its free cells form, and a region is recognised
    wherever it lies, turned or reflected; two equal regions cancel. Whether a region has a value is
    decided without the values of all its options: to see whether an option has the value v, the
    values of its regions but the last are worked out, which leaves one question about the last. No
    theorem about Cram is used. A search that is interrupted leaves only finished answers, and
    asking again goes on from there.

    `progress`, if given, is called every few thousand regions with the number of regions met so
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
        # For each step and mask, the region that the mask stands for, wherever it lies.
        self._placed: dict[int, dict[int, _Region]] = {}

    def grundy(self, position: CramPosition) -> int:
        """Return the Grundy value.

        >>> [CramSolver().grundy(Cram.rectangle(3, n)) for n in range(1, 8)]
        [1, 1, 0, 1, 1, 4, 1]
        """
        total = 0
        for region in self._read(position):
            total ^= self._value(region)
        return total

    def outcome(self, position: CramPosition) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player does.

        This is faster than finding the Grundy value.

        >>> CramSolver().outcome(Cram.rectangle(3, 3))
        'P'
        """
        return "P" if self._sum_is(self._read(position), 0) else "N"

    def _read(self, position: CramPosition) -> tuple[_Region, ...]:
        step = max((column for _, column in Cram().canonical(position)), default=0) + 2
        regions = self._split(sum(1 << row * step + column for row, column in position), step)
        for region in regions:
            if (size := region.mask.bit_count()) > _MOST_CELLS:
                raise ValueError(
                    f"a region of {size} connected free cells is too large to search: at most "
                    f"{_MOST_CELLS}"
                )
        return regions

    def _split(self, mask: int, step: int) -> tuple[_Region, ...]:
        """Return the regions of a position, fewest moves first, without those that cancel."""
        placed = self._placed.setdefault(step, {})
        # Cells with no free neighbour have no moves.
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
        """Return the region of this form, wherever it lies, however it is turned or reflected."""
        key = _canonical(mask, step)
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
            found: dict[tuple[_Region, ...], None] = {}
            for step in (1, region.step):
                first_cells = mask & mask >> step
                while first_cells:
                    cell = first_cells & -first_cells
                    first_cells ^= cell
                    found[self._split(mask ^ cell ^ cell << step, region.step)] = None
            # What is known already is asked no more.
            for option in list(found):
                if (value := _known(option)) is not None:
                    region.reached |= 1 << value
                    del found[option]
            # Options that leave few moves are decided fastest.
            region.options = sorted(found, key=lambda regions: regions[-1].moves)
        return region.options

    def _value(self, region: _Region) -> int:
        candidate = 0
        while region.value is None:
            self._is(region, candidate)
            candidate += 1
        return region.value

    def _sum_is(self, regions: tuple[_Region, ...], value: int) -> bool:
        for region in regions[:-1]:
            value ^= self._value(region)
        return self._is(regions[-1], value) if regions else value == 0

    def _is(self, region: _Region, value: int) -> bool:
        """Return whether a region has this Grundy value: the least that it does not reach.

        If some option has the value, the region does not; if none has, its own is at most that.
        """
        if region.value is None and not self._reaches(region, value):
            region.value = next(
                less
                for less in range(value + 1)
                if less == value or not self._reaches(region, less)
            )
            region.options = None  # no longer needed
        return region.value == value

    def _reaches(self, region: _Region, value: int) -> bool:
        """Return whether some option of a region has this value, so that the region does not."""
        options = self._options(region)  # which may find out more of what is reached
        if region.reached >> value & 1:
            return True
        if value == 0:
            # What half a turn does not change may be lost: each move has an answer that looks the
            # same. That is not taken for granted, but asked first.
            options = sorted(options, key=lambda regions: len(regions) > 1 or not regions[0].turned)
        reached = any(self._sum_is(option, value) for option in options)
        region.reached |= reached << value
        return reached


def _known(regions: tuple[_Region, ...]) -> int | None:
    """Return the value of a sum, if those of all of its regions are known."""
    total = 0
    for region in regions:
        if region.value is None:
            return None
        total ^= region.value
    return total


def _canonical(mask: int, step: int) -> tuple[int, str]:
    """Return a region's width, no less than its height, and its cells, whatever way it is turned.

    Where there are several ways, the cells are the last in alphabetical order.
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
