"""The compiled search of Cram against the search of all positions, `CramSolver` and the tables."""

from __future__ import annotations

import argparse
import hashlib
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
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


def written(solver: CompiledCram) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "known"
        solver.save(path)
        return path.read_bytes()


def some_cells(chance: random.Random, rows: int, columns: int) -> CramPosition:
    share = chance.uniform(0.5, 0.8)
    return frozenset(cell for cell in Cram.rectangle(rows, columns) if chance.random() < share)


# --- Against plain searches ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "columns"), [(3, 3), (2, 5), pytest.param(4, 4, marks=pytest.mark.full)]
)
def test_every_set_of_cells_has_the_value_that_the_search_of_all_positions_finds(
    rows: int, columns: int
) -> None:
    search, solver = Solver(Cram()), CompiledCram(memory=1)
    cells = Cram.rectangle(rows, columns)
    for free in chain.from_iterable(combinations(cells, n) for n in range(len(cells) + 1)):
        position = frozenset(free)
        assert solver.grundy(position) == search.grundy(position), Cram().show(position)
        assert solver.outcome(position) == search.outcome(position), Cram().show(position)


def test_larger_boards_have_the_values_that_the_plain_search_by_regions_finds(
    pytestconfig: pytest.Config,
) -> None:
    chance, plain, solver = random.Random(1), CramSolver(), CompiledCram(memory=4)
    times = 30 if pytestconfig.getoption("full") else 1
    for sides in [(4, 6), (5, 5), (6, 4), (3, 9), (2, 15), (7, 4)] * times:
        position = some_cells(chance, *sides)
        assert solver.grundy(position) == plain.grundy(position), Cram().show(position)
        assert solver.outcome(position) == plain.outcome(position), Cram().show(position)
        far = frozenset((row + 40, column + 50) for row, column in position)
        assert solver.grundy(far) == solver.grundy(position)


def test_long_rows_and_regions_in_the_largest_box() -> None:
    plain, solver = CramSolver(), CompiledCram(memory=1)
    for columns in range(1, 64):
        row = Cram.rectangle(1, columns)
        assert solver.grundy(row) == plain.grundy(row)
    # In boxes of 7 × 9 and 9 × 7, with the last square and without it.
    snake = Cram().read(".......##/######.##/######.##/######.##/######.##/######.../########.")
    for last in (frozenset[tuple[int, int]](), {(6, 8)}):
        for position in (snake - last, frozenset((c, r) for r, c in snake - last)):
            assert solver.grundy(position) == plain.grundy(position)


@pytest.mark.parametrize(
    "sides",
    [
        *[(4, 8), (5, 6), (6, 6), (4, 10)],
        *(pytest.param(each, marks=pytest.mark.full) for each in [(4, 9), (5, 7), (5, 8), (6, 8)]),
    ],
)
def test_published_values_are_found(sides: tuple[int, int]) -> None:
    assert CompiledCram().grundy(Cram.rectangle(*sides)) == published_cram_values()[sides]


# --- Parts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("buckets", [1, 16])
def test_what_is_forgotten_is_found_again(buckets: int) -> None:
    solver = CompiledCram(memory=1)
    solver._table, solver._buckets = np.zeros((buckets, _cram.BUCKET, 2), np.int64), buckets
    # A row of four squares and a square of four have the same mask, and may have the same bucket.
    for sides, value in (((1, 4), 2), ((2, 2), 0), ((1, 4), 2)):
        assert solver.grundy(Cram.rectangle(*sides)) == value
    for sides, value in (((3, 6), 4), ((4, 4), 0), ((3, 7), 1)):
        assert solver.grundy(Cram.rectangle(*sides)) == value
    assert solver.known <= buckets * _cram.BUCKET
    assert solver.looked > 2000 / buckets


# --- Interruptions and files -------------------------------------------------------------------


class Interrupted(Exception):
    """Stands for Ctrl-C."""


def test_a_search_that_is_interrupted_again_and_again_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each time, another solver goes on from the file."""
    monkeypatch.setattr(compiled, "_SLICE", 50)
    board, straight = Cram.rectangle(5, 5), CompiledCram()
    value = straight.grundy(board)

    def stop(looked: int) -> None:
        raise Interrupted

    looked, stops = 0, 0
    while True:
        solver = CompiledCram(stop, memory=1)
        if stops:
            solver.load(tmp_path / "known")
        try:
            assert solver.grundy(board) == value
            break
        except Interrupted:
            stops += 1
            solver.save(tmp_path / "known")
            looked += solver.looked
    assert stops > 10
    # Of what was begun, only the way to where it stood is gone again: a dozen dominoes.
    assert looked - straight.looked < 15 * stops


def test_an_interrupted_search_keeps_the_bounds_it_has_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A board of 4 × 7 is worth 3; before that is known, it is known not to be worth less."""
    monkeypatch.setattr(compiled, "_SLICE", 1000)

    def stop(looked: int) -> None:
        if looked > 20000:
            raise Interrupted

    solver = CompiledCram(stop)
    with pytest.raises(Interrupted):
        solver.grundy(Cram.rectangle(4, 7))
    assert _cram.known(solver._table, solver._buckets, (1 << 28) - 1, 4) & 1


def test_files_are_read_as_they_were_written_and_joined(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled, "_CHUNK", 100)
    boards = [Cram.rectangle(*sides) for sides in ((4, 7), (5, 5), (3, 8))]
    other, values = CompiledCram(), list[int]()
    for board in boards:
        solver = CompiledCram()
        values.append(solver.grundy(board))
        solver.save(tmp_path / "known")
        assert [path.name for path in tmp_path.iterdir()] == ["known"]
        for _ in range(2):  # reading a file again adds nothing
            other.load(tmp_path / "known")
            assert other.known == np.count_nonzero(other._table[: other._buckets, :, 0])
    assert [other.grundy(board) for board in boards] == values
    assert other.looked == 0
    again = CompiledCram()
    again.load(tmp_path / "known")
    assert written(again) == (tmp_path / "known").read_bytes()


def test_a_file_that_was_cut_or_altered_anywhere_is_refused(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    solver, path = CompiledCram(memory=1), tmp_path / "known"
    solver.grundy(Cram.rectangle(3, 3))
    data, other = written(solver), CompiledCram(memory=1)
    places = range(0, len(data), 1 if pytestconfig.getoption("full") else 7)
    altered = [data[:cut] for cut in places]
    altered += [data + b"\0", data + bytes(16), data[:-32] + bytes(16) + data[-32:]]
    half = data[:-32] + bytes(8)  # the digest is right, but the last entry is not whole
    altered += [half + hashlib.sha256(half).digest()]
    altered += [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in places]
    for wrong in altered:
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match=r"does not begin as|was cut short or altered"):
            other.load(path)
    assert other.known == 0


@pytest.mark.parametrize(
    ("mask", "value", "reached"), [(7, 0, 1), (7, 1, 0), (7, 2, 3), (0, 1, 1), (-1, 1, 1)]
)
def test_a_file_that_says_what_cannot_be_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mask: int, value: int, reached: int
) -> None:
    """A row of three squares is worth 1; a digest that is right makes no other value right."""
    monkeypatch.setattr(compiled, "_CHUNK", 1)
    what = value + 1 << _cram.VALUE | reached | 1 << _cram.HEIGHT
    right = 2 << _cram.VALUE | 1 | 1 << _cram.HEIGHT
    data = compiled._TITLE + np.array([mask, what, 7, right], "<i8").tobytes()
    path = tmp_path / "known"
    path.write_bytes(data + hashlib.sha256(data).digest())
    with pytest.raises(ValueError, match="known' says what no search can find"):
        CompiledCram(memory=1).load(path)


# --- The command ---------------------------------------------------------------------------------


def test_the_command_says_the_value_and_writes_its_file_every_few_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It looks at a clock that is a second further on each time."""

    def kept(solver: CompiledCram, path: Path) -> None:
        saved.append(solver.looked)
        save(solver, path)

    saved, save, file = list[int](), CompiledCram.save, ["--file", str(tmp_path / "known")]
    monkeypatch.setattr(compiled, "_SLICE", 20)
    monkeypatch.setattr(CompiledCram, "save", kept)
    for more, looked, seconds in ([], 1200, 1), ([*file, "--every=10"], 1200, 66), (file, 0, 1):
        monkeypatch.setattr(command, "time", SimpleNamespace(perf_counter=count(5).__next__))
        assert command.main(["4", "5", *more]) == 0
        assert capsys.readouterr().out == (
            f"4 × 5 has the value 2: {looked} regions looked into in {seconds}.0 s, 908 of them "
            "known, in 1 MiB\n"
        )
    assert saved == [220, 440, 660, 880, 1100, 1200, 0]


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (KeyboardInterrupt(), 130, "interrupted; known has what was found out\n"),
        (BrokenExecutor("it ended"), 1, "it ended; known has what was found out\n"),
        (ValueError("too large"), 2, "too large\n"),
        (OSError(28, "No space left", "known"), 2, "known: No space left\n"),
        (OSError("no memory"), 2, "a file: no memory\n"),
    ],
)
def test_the_command_says_how_it_ended(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
    message: str,
) -> None:
    def solve(options: argparse.Namespace) -> int:
        assert (options.rows, options.columns, options.file) == (2, 3, Path("known"))
        asked.append((options.every, options.memory))
        raise error

    asked = list[tuple[float, int]]()
    monkeypatch.setattr(command, "_solve", solve)
    for more in ([], ["--every", "5", "--memory", "2"]):
        assert command.main(["2", "3", "--file", "known", *more]) == status
        assert capsys.readouterr().err == message
    assert asked == [(60, 1024), (5, 2)]


@pytest.mark.full
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_command_that_is_ended_goes_on_from_its_file(tmp_path: Path, how: signal.Signals) -> None:
    known = tmp_path / "known"
    line = [sys.executable, "-m", "nimtwist", "cram", "4", "9", "--file", str(known)]
    begun = subprocess.Popen([*line, "--every", "0"], stderr=subprocess.PIPE)
    while not (known.exists() and known.stat().st_size > 1 << 20):
        assert begun.poll() is None, "it was done before it could be ended"
        time.sleep(0.01)
    begun.send_signal(how)
    begun.communicate()
    assert begun.returncode == (130 if how == signal.SIGINT else -how)
    solver, straight = CompiledCram(), CompiledCram()
    solver.load(known)
    board = Cram.rectangle(4, 9)
    assert solver.grundy(board) == straight.grundy(board) == 1
    assert solver.looked < straight.looked - (1 << 20) // compiled._ENTRY
