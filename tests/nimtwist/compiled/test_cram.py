"""Tests that compare the compiled Cram solver with brute force, `CramSolver` and known values."""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from itertools import chain, combinations, count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import numpy as np
import pytest

from nimbook.claims.gallery import published_cram_values
from nimtwist import Solver
from nimtwist.compiled import _cram, command
from nimtwist.compiled import cram as compiled
from nimtwist.compiled.cram import CompiledCram
from nimtwist.games import Cram
from nimtwist.games.cram import CramPosition, CramSolver

pytestmark = pytest.mark.xdist_group("compiled-cram")


def saved_bytes(solver: CompiledCram) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        solver.save(path)
        return path.read_bytes()


def random_position(rng: random.Random, rows: int, columns: int) -> CramPosition:
    density = rng.uniform(0.5, 0.8)
    return frozenset(cell for cell in Cram.rectangle(rows, columns) if rng.random() < density)


# --- Comparison with other solvers ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "columns"), [(3, 3), (2, 5), pytest.param(4, 4, marks=pytest.mark.full)]
)
def test_values_of_all_small_positions_agree_with_brute_force(rows: int, columns: int) -> None:
    search, solver = Solver(Cram()), CompiledCram(memory=1)
    cells = Cram.rectangle(rows, columns)
    for free in chain.from_iterable(combinations(cells, n) for n in range(len(cells) + 1)):
        position = frozenset(free)
        assert solver.grundy(position) == search.grundy(position), Cram().show(position)
        assert solver.outcome(position) == search.outcome(position), Cram().show(position)


def test_values_of_larger_positions_agree_with_cram_solver(
    pytestconfig: pytest.Config,
) -> None:
    rng, plain, solver = random.Random(1), CramSolver(), CompiledCram(memory=4)
    times = 30 if pytestconfig.getoption("full") else 1
    for sides in [(4, 6), (5, 5), (6, 4), (3, 9), (2, 15), (7, 4)] * times:
        position = random_position(rng, *sides)
        assert solver.grundy(position) == plain.grundy(position), Cram().show(position)
        assert solver.outcome(position) == plain.outcome(position), Cram().show(position)
        shifted = frozenset((row + 40, column + 50) for row, column in position)
        assert solver.grundy(shifted) == solver.grundy(position)


def test_long_rows_and_regions_in_the_largest_box() -> None:
    plain, solver = CramSolver(), CompiledCram(memory=1)
    for columns in range(1, 64):
        row = Cram.rectangle(1, columns)
        assert solver.grundy(row) == plain.grundy(row)
    # Try regions that reach all sides of 7 × 9 and 9 × 7 boxes, with and without the box's last
    # square.
    snake = Cram().read(".......##/######.##/######.##/######.##/######.##/######.../########.")
    for removed in (frozenset[tuple[int, int]](), {(6, 8)}):
        for position in (snake - removed, frozenset((c, r) for r, c in snake - removed)):
            assert solver.grundy(position) == plain.grundy(position)


@pytest.mark.parametrize(
    "sides",
    [
        *[(4, 8), (5, 6), (6, 6), (4, 10)],
        *(pytest.param(each, marks=pytest.mark.full) for each in [(4, 9), (5, 7), (5, 8), (6, 8)]),
    ],
)
def test_values_agree_with_published_tables(sides: tuple[int, int]) -> None:
    assert CompiledCram().grundy(Cram.rectangle(*sides)) == published_cram_values()[sides]


# --- The table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("buckets", [1, 16])
def test_evicted_regions_are_solved_again(buckets: int) -> None:
    solver = CompiledCram(memory=1)
    solver._table, solver._buckets = np.zeros((buckets, _cram.BUCKET, 2), np.int64), buckets
    # A 1 × 4 row and a 2 × 2 square have the same mask, and may share a bucket.
    for sides, value in (((1, 4), 2), ((2, 2), 0), ((1, 4), 2)):
        assert solver.grundy(Cram.rectangle(*sides)) == value
    for sides, value in (((3, 6), 4), ((4, 4), 0), ((3, 7), 1)):
        assert solver.grundy(Cram.rectangle(*sides)) == value
    assert solver.stored <= buckets * _cram.BUCKET
    assert solver.searched > 2000 / buckets


# --- Interruptions and files -------------------------------------------------------------------


class Interrupted(Exception):
    """An exception that simulates Ctrl-C."""


def test_repeated_interruptions_lose_no_results(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """After each interruption, a new solver resumes from the file."""
    monkeypatch.setattr(compiled, "_SLICE", 50)
    board, reference = Cram.rectangle(5, 5), CompiledCram()
    value = reference.grundy(board)

    def stop(searched: int) -> None:
        raise Interrupted

    searched, stops = 0, 0
    while True:
        solver = CompiledCram(stop, memory=1)
        if stops:
            solver.load(tmp_path / "table")
        try:
            assert solver.grundy(board) == value
            break
        except Interrupted:
            stops += 1
            solver.save(tmp_path / "table")
            searched += solver.searched
    assert stops > 10
    # After a restart, only the path to the current region is searched again: about a dozen moves.
    assert searched - reference.searched < 15 * stops


def test_saved_files_can_be_loaded_and_merged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled, "_CHUNK", 100)
    boards = [Cram.rectangle(*sides) for sides in ((4, 7), (5, 5), (3, 8))]
    other, values = CompiledCram(), list[int]()
    for board in boards:
        solver = CompiledCram()
        values.append(solver.grundy(board))
        solver.save(tmp_path / "table")
        assert [path.name for path in tmp_path.iterdir()] == ["table"]
        for _ in range(2):  # loading a file again adds nothing
            other.load(tmp_path / "table")
            assert other.stored == np.count_nonzero(other._table[: other._buckets, :, 0])
    assert [other.grundy(board) for board in boards] == values
    assert other.searched == 0
    copy = CompiledCram()
    copy.load(tmp_path / "table")
    assert saved_bytes(copy) == (tmp_path / "table").read_bytes()


def test_solvers_that_save_to_the_same_file_lose_no_entries(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The second solver tries to save while the first one is in the middle of saving."""
    path, boards = tmp_path / "table", [Cram.rectangle(*sides) for sides in ((3, 6), (4, 4))]
    first, second = solvers = [CompiledCram(), CompiledCram()]
    for solver, board in zip(solvers, boards):
        solver.grundy(board)
    with ThreadPoolExecutor() as threads:
        pieces = first._pieces

        def pieces_with_other_save() -> Iterator[bytes]:
            other = threads.submit(second.save, path)
            yield from pieces()
            assert not other.done()

        monkeypatch.setattr(first, "_pieces", pieces_with_other_save)
        first.save(path)
    monkeypatch.undo()
    both = CompiledCram()
    both.load(path)
    assert [both.grundy(board) for board in boards] == [4, 0] and both.searched == 0
    # The first solver merges the new entries, and reads the file again only if it has changed.
    first.save(path)
    assert first.stored == both.stored
    monkeypatch.setattr(first, "load", None)
    first.save(path)


def test_a_value_found_elsewhere_is_not_replaced_by_a_partial_result(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A search merges a file that already contains the value of its board, and is interrupted."""
    monkeypatch.setattr(compiled, "_SLICE", 20)
    solver, board = CompiledCram(), Cram.rectangle(4, 5)
    solver.grundy(board)
    solver.save(tmp_path / "table")

    def merge_and_stop(searched: int) -> None:
        late.save(tmp_path / "table")
        raise Interrupted

    late = CompiledCram(merge_and_stop)
    with pytest.raises(Interrupted):
        late.grundy(board)
    searched = late.searched
    assert (late.grundy(board), late.searched, late.stored) == (2, searched, solver.stored)


def test_truncated_or_altered_files_are_rejected(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    solver, path = CompiledCram(memory=1), tmp_path / "table"
    solver.grundy(Cram.rectangle(3, 3))
    data, other = saved_bytes(solver), CompiledCram(memory=1)
    places = range(0, len(data), 1 if pytestconfig.getoption("full") else 7)
    altered = [data[:cut] for cut in places]
    altered += [data + b"\0", data + bytes(16), data[:-32] + bytes(16) + data[-32:]]
    half = data[:-32] + bytes(8)  # a valid digest, but an incomplete last entry
    altered += [half + hashlib.sha256(half).digest()]
    altered += [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in places]
    for wrong in altered:
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match=r"does not start with|was truncated or altered"):
            other.load(path)
    assert other.stored == 0


@pytest.mark.parametrize(
    ("mask", "value", "reached"), [(7, 0, 1), (7, 1, 0), (7, 2, 3), (0, 1, 1), (-1, 1, 1)]
)
def test_files_with_impossible_entries_are_rejected(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mask: int, value: int, reached: int
) -> None:
    """Only the first entry is invalid. The second says that a row of three squares has value 1."""
    monkeypatch.setattr(compiled, "_CHUNK", 1)
    info = value + 1 << _cram.VALUE | reached | 1 << _cram.HEIGHT
    correct = 2 << _cram.VALUE | 1 | 1 << _cram.HEIGHT
    data = compiled._TITLE + np.array([mask, info, 7, correct], "<i8").tobytes()
    path = tmp_path / "table"
    path.write_bytes(data + hashlib.sha256(data).digest())
    with pytest.raises(ValueError, match="table' contains impossible entries"):
        CompiledCram(memory=1).load(path)


# --- The command ---------------------------------------------------------------------------------


def test_the_command_prints_the_value_and_saves_at_intervals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The mock clock advances by a second each time it is read."""

    def logged_save(solver: CompiledCram, path: Path) -> None:
        saves.append(solver.searched)
        save(solver, path)

    saves, save, file = list[int](), CompiledCram.save, ["--file", str(tmp_path / "table")]
    monkeypatch.setattr(compiled, "_SLICE", 20)
    monkeypatch.setattr(CompiledCram, "save", logged_save)
    for args, searched, seconds in (
        ([], 1200, 1),
        ([*file, "--every=10"], 1200, 66),
        (file, 0, 1),
    ):
        monkeypatch.setattr(command, "time", SimpleNamespace(perf_counter=count(5).__next__))
        assert command.main(["4", "5", *args]) == 0
        assert capsys.readouterr().out == (
            f"4 × 5 has Grundy value 2: searched {searched} regions in {seconds}.0 s, stored 908 "
            "in 1 MiB\n"
        )
    assert saves == [220, 440, 660, 880, 1100, 1200, 0]


def test_the_command_prints_the_value_even_if_the_disk_is_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def disk_full(file: int) -> None:
        raise OSError(28, "No space left on device")

    table = tmp_path / "table"
    monkeypatch.setattr("os.fsync", disk_full)
    monkeypatch.setattr(compiled, "_SLICE", 20)
    assert command.main(["4", "5", "--file", str(table), "--every", "0"]) == 2
    output, errors = capsys.readouterr()
    assert output.startswith("4 × 5 has Grundy value 2: ")
    reason = f"{table}: No space left on device\n"
    assert errors == f"not saved: {reason}{reason}" and not [*tmp_path.iterdir()]


def test_the_command_requires_the_folder_of_its_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "CompiledCram", None)  # no search starts
    assert command.main(["4", "5", "--file", str(tmp_path / "missing" / "table")]) == 2
    assert capsys.readouterr().err == f"no such folder: {str(tmp_path / 'missing')!r}\n"


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (KeyboardInterrupt(), 130, "interrupted; the results so far are saved in table\n"),
        (BrokenExecutor("it died"), 1, "it died; the results so far are saved in table\n"),
        (ValueError("too large"), 2, "too large\n"),
        (OSError(28, "No space left", "table"), 2, "table: No space left\n"),
        (OSError("no memory"), 2, "a file: no memory\n"),
    ],
)
def test_the_command_reports_failures(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
    message: str,
) -> None:
    def solve(options: argparse.Namespace) -> int:
        assert (options.rows, options.columns, options.file) == (2, 3, Path("table"))
        received.append((options.every, options.memory))
        raise error

    received = list[tuple[float, int]]()
    monkeypatch.setattr(command, "_solve", solve)
    for extra in ([], ["--every", "5", "--memory", "2"]):
        assert command.main(["2", "3", "--file", "table", *extra]) == status
        assert capsys.readouterr().err == message
    assert received == [(60, 1024), (5, 2)]
