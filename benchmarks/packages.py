"""Time the evaluation of impartial games against packages that handle all short partizan games.

The packages compute canonical forms, which is more than the Sprague–Grundy theorem requires. pycgt
is written in Python, like our engine; cgt-py is written in Rust.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from benchmarks.measure import Growth, Row, growth, once, side_by_side
from nimtwist import Kayles, SumSolver
from nimtwist.games import Cram
from nimtwist.games.cram import CramSolver


def package(name: str) -> ModuleType | None:
    """Return a package, or None if it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for a Cram board, then a row for Kayles."""
    sides, pins, repeat = ((2, 3), 6, 1) if quick else ((4, 4), 60, 3)

    def board() -> int:
        return CramSolver().grundy(Cram.rectangle(*sides))

    def kayles() -> list[int]:
        solver = SumSolver(Kayles())
        return [solver.grundy((row,)) for row in range(pins + 1)]

    label, n = "CramSolver", f"{sides[0]} × {sides[1]}"
    if pycgt := package("pycgt"):
        # pycgt caches its results, so only the first run counts.
        cram = import_module("pycgt.rulesets.cram")
        peer = once(lambda: cram.rectangle(*sides))
        assert cram.rectangle(*sides) == pycgt.nimber(board())
        yield Row(label, n, min(once(board) for _ in range(repeat)), "pycgt", peer)
    else:
        yield Row(label, n, once(board), "pycgt", None)

    label, n = "SumSolver, Kayles", f"rows up to {pins} pins"
    if cgt := package("cgt_py"):
        stars = ("0", "*", *(f"*{value}" for value in range(2, 10)))
        assert by_canonical_forms(cgt, pins) == [stars[value] for value in kayles()]
        seconds, peer = side_by_side(kayles, lambda: by_canonical_forms(cgt, pins), repeat)
        yield Row(label, n, seconds, "cgt-py, canonical forms", peer)
    else:
        yield Row(label, n, once(kayles), "cgt-py, canonical forms", None)


def by_canonical_forms(cgt: ModuleType, pins: int) -> list[str]:
    """Return the canonical forms of Kayles rows of up to `pins` pins, computed from the options."""
    values = [cgt.CanonicalForm("0")]

    def text(value: object) -> str:
        return repr(value).split("'")[1]

    for row in range(1, pins + 1):
        options = {
            text(values[left] + values[row - hit - left])
            for hit in (1, 2)
            for left in range((row - hit) // 2 + 1)
            if hit <= row
        }
        both = ",".join(sorted(options))
        values.append(cgt.CanonicalForm(f"{{{both}|{both}}}"))
    return [text(value) for value in values]


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how the time of `SumSolver` grows with the number of pins in a row."""

    def values(pins: int) -> int:
        return SumSolver(Kayles()).grundy((pins,))

    yield growth(
        "SumSolver, Kayles", "number of pins", (10, 20) if quick else (50, 100, 200, 400), values
    )
