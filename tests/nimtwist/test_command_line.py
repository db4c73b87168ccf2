"""Tests for the engine's command line, which runs without third-party packages."""

from __future__ import annotations

import csv
import io
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from nimtwist import Kayles, Octal, Solver, Vectors
from nimtwist.__main__ import (
    grid_text,
    nim_text,
    period_text,
    quotient_text,
    run,
    sequence_text,
    solution,
)
from nimtwist.notation import GAMES
from nimtwist.solve import Play
from tests.lib import own_brute
from tests.lib.questions import QUESTIONS

ALONE = """
import runpy, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "nimtwist"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
runpy.run_module("nimtwist", run_name="__main__", alter_sys=True)
"""
"""A script that runs the command line as if no other package were installed."""


def run_alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", ALONE, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_the_engine_alone_lists_and_runs_its_commands() -> None:
    overview = run_alone("--help")
    assert (overview.returncode, overview.stderr) == (0, "")
    assert overview.stdout.startswith("usage: nimtwist ")
    assert all(
        f"  {name} " in overview.stdout
        for name in ("solve", "sequence", "period", "grid", "quotient", "nim", "atlas", "cram")
    )
    assert run_alone("solve", "nim", "3, 5").stdout.split()[1] == "N"
    assert run_alone().stderr.startswith("usage: nimtwist ")
    for command, extra in [("atlas", "atlas"), ("cram", "fast")]:
        result = run_alone(command, "--help")
        assert result.returncode == 1
        assert result.stderr.endswith(f"is not installed: pip install 'nimtwist[{extra}]'\n")


def documented_commands() -> list[str]:
    """Return the commands in the documentation of the engine."""
    text = "\n".join(path.read_text("utf8") for path in Path("book").glob("api*.md"))
    return sorted({*re.findall(r"^nimtwist .+$|(?<=`)nimtwist [^`]+(?=`)", text, re.M)})


FILES = {
    "chomp.py": "def options(bar):\n    return [bar - {one} for one in bar]\n",
    "roads.txt": "1 2\n2 1\n2 3\n3 4\n",
    "wythoff.py": "from nimtwist.notation import read_game\nrules = read_game('wythoff')\n",
}
"""Files that these commands read, with shorter rules."""


@pytest.mark.parametrize("command", documented_commands())
def test_documented_commands(
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, name, *_ = arguments = shlex.split(command)
    if name in ("atlas", "cram"):
        arguments[2:] = ["--help"]
    for file, content in FILES.items():
        (tmp_path / file).write_text(content, "utf8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as end:
        run()
    assert not end.value.code
    assert capsys.readouterr().out


def test_console_scripts_name_functions() -> None:
    for project in (".", "toolkit"):
        text = Path(project, "pyproject.toml").read_text("utf8")
        [target] = tomllib.loads(text)["project"]["scripts"].values()
        module, _, function = target.partition(":")
        assert callable(getattr(import_module(module), function))


EXAMPLES = {
    "arckayles": ("arckayles: a-b, b-c, c-d", "all", "N", "no vertices"),
    "blocking": ("blocking:3:1", "4, 2, 1 not 1", "N", "(2, 2, 1) not 1"),
    "break": ("break: 0: 2 different", "5, 4", "N", "(4, 4, 1)"),
    "coins": ("coins: 1-3", "HTTH", "N", "no heads"),
    "cram": ("cram", "../..", "P", "none"),
    "digraph": ("digraph: 1-2 2-1 2-3", "2", "N", "3"),
    "geography": ("geography: a-b, b-c", "a", "P", "none"),
    "hackenbush": ("hackenbush", "0-1 1-2", "N", ""),
    "kayles": ("kayles", "3, 3", "P", "none"),
    "moore": ("moore:2", "1, 1, 1", "P", "none"),
    "mum": ("mum:5", "3, 7", "P", "none"),
    "nim": ("nim", "3, 4, 5", "N", "(5, 4, 1)"),
    "nodekayles": ("nodekayles: a-b, b-c, c-d, d-e", "all", "N", "a, e"),
    "northcott": ("northcott:8", "0-3, 1-7", "N", "4-7, 0-3"),
    "octal": ("octal:0.77", "5, 4", "N", "(4, 4)"),
    "stones": ("stones", "(1, 1)", "N", ""),
    "subtract": ("subtract:{1, 2, 3}", "5, 4", "N", "(4, 4)"),
    "twist": ("twist: 3: 1; 2; 3", "4, 2, 1 not 1", "N", "(2, 2, 1) not 1"),
    "vectors": ("vectors: 1,0; 0,1*", "1, 2", "N", "(1, 1)"),
    "wythoff": ("wythoff", "3, 6", "N", "(3, 5)"),
}


def fields(text: str) -> dict[str, str]:
    """Return the lines of a solution, by name."""
    return dict(re.split("  +", line, maxsplit=1) for line in text.splitlines())


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_solved(name: str) -> None:
    game, position, outcome, winning = EXAMPLES[name]
    answer = fields(solution(game, position))
    assert answer["outcome"] == outcome and winning in answer["winning options"]
    if "Grundy value" in answer:
        assert (answer["Grundy value"] == "0") == (outcome == "P")
    assert answer["method"] and answer["reason"]


@pytest.mark.parametrize(
    "game", ["go", "mum", "mum:x", "mum:1:2", "nim:3", "octal:9", "subtract:x", "subtract:0"]
)
def test_invalid_games_are_quoted_in_the_message(game: str) -> None:
    with pytest.raises(ValueError, match=game.rpartition(":")[2]):
        solution(game, "1")


def test_periods_of_known_games() -> None:
    theorem = "proved (theorem of Guy and Smith)"
    assert period_text("kayles", 200) == f"preperiod 71, period 12: {theorem}"
    assert period_text("octal:0.137", 1000) == f"preperiod 52, period 34: {theorem}"
    assert period_text("octal:0.137", 130) == (
        "preperiod 52, period 34: observed in 130 values, not proved"
    )
    assert period_text("subtract:2,4,7", 99).endswith(": proved (finitely many states)")
    assert period_text("nim", 1000) == "no period in the first 1,000 values"
    assert period_text("nim", 90, additive=True) == (
        "preperiod 0, period 1, saltus 1: observed in 90 values, not proved"
    )


def test_sequences_in_files(tmp_path: Path) -> None:
    file = str(tmp_path / "values.npz")
    first = sequence_text("octal:0.16", 2000, file)
    assert first == f"2,000 values in {file}; the largest is 16, first for a heap of 1,513"
    assert sequence_text("octal:0.16", 100, file) == first
    with pytest.raises(ValueError, match="expected an octal, subtraction or take-and-break game"):
        sequence_text("nim", 3, file)


def test_quotients_of_known_games() -> None:
    """Plambeck and Siegel (2008): the misère quotient of Kayles has 40 elements."""
    answer = fields(quotient_text("kayles", 27))
    assert answer["order"] == "40" and answer["P-positions"].startswith("9 elements: ")
    with pytest.raises(ValueError, match="has more than 20 elements"):
        quotient_text("kayles", 27, 20)


def test_nim_arithmetic() -> None:
    assert nim_text("14 * 8 + 3") == "14 ⊗ 8 ⊕ 3 = 9"
    assert nim_text("log(12, 4) * w^w").endswith(" = ω^ω·11")
    with pytest.raises(ValueError, match="the nim-power is written with two stars"):
        nim_text("2^3")


def test_grids_of_known_games() -> None:
    def misere(*heaps: int) -> str:
        wins = sum(heaps) % 2 == 0 if max(heaps) < 2 else heaps[0] != heaps[1]
        return "N" if wins else "P"

    assert parse(grid_text("nim", 6, play="misère")) == table_of(misere, 6)
    assert parse(grid_text("nim", 20, grundy=True)) == table_of(int.__xor__, 20)
    values = Octal("0.77").grundy_values(9)
    text = grid_text("kayles", 9, grundy=True, as_csv=True)
    cells = [row[1:] for row in csv.reader(io.StringIO(text))][1:]
    assert cells == table_of(lambda x, y: values[x] ^ values[y], 9)
    assert text.startswith(",0,1,2,3,4,5,6,7,8\n0,0,1,2,3,")
    for size in (0, 1001):
        with pytest.raises(ValueError, match=f"SIZE must be an integer from 1 to 1000, not {size}"):
            grid_text("nim", size)


def table_of(value: Callable[[int, int], object], size: int) -> list[list[str]]:
    return [[str(value(x, y)) for y in range(size)] for x in range(size)]


def parse(text: str) -> list[list[str]]:
    """Return the cells of an aligned grid; check its headers and its alignment."""
    head, *rows = map(str.split, text.splitlines())
    assert head == [row[0] for row in rows] == list(map(str, range(len(rows))))
    assert len({len(line) for line in text.splitlines()}) == 1
    return [row[1:] for row in rows]


# --- Games in files ------------------------------------------------------------------------------

WYTHOFF = """
def shorter(pair):
    x, y = pair
    return [(a, y) for a in range(x)] + [(x, b) for b in range(y)]

def options(pair):
    return shorter(pair) + [(pair[0] - n, pair[1] - n) for n in range(1, min(pair) + 1)]
"""

EUCLID = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Euclid:
    name: str = "Euclid"

    def options(self, pair):
        small, large = sorted(pair)
        return [(small, rest) for rest in range(large - small, -1, -small)] if small else []

rules = Euclid()
"""

RANDOM = """
from itertools import count

calls = count()

def options(n): return [next(calls) % 2] if n > 8 else [n - 1] if n else []
"""

SORTED_NIM = """
def options(heaps):
    return [(*heaps[:i], k, *heaps[i + 1 :]) for i, n in enumerate(heaps) for k in range(n)]

def canonical(heaps):
    return tuple(sorted(heaps))

def components(heaps):
    return [(heap,) for heap in heaps]
"""

Save = Callable[[str], str]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Return a function that saves a game and returns the path of the file."""

    def write(code: str) -> str:
        (tmp_path / "game.py").write_text(code, "utf8")
        return str(tmp_path / "game.py")

    return write


GAMES_IN_FILES = {"Wythoff's game": WYTHOFF, "Euclid": EUCLID}


@pytest.mark.parametrize("name", GAMES_IN_FILES)
def test_games_in_files_have_the_values_of_their_definition(name: str, save: Save) -> None:
    game, options = save(GAMES_IN_FILES[name]), own_brute.EXAMPLES[name].options
    value = own_brute.grundy(options)

    def grundy(x: int, y: int) -> int:
        return value((x, y))

    assert parse(grid_text(game, 12, grundy=True)) == table_of(grundy, 12)
    assert parse(grid_text(game, 12)) == table_of(lambda x, y: "PN"[grundy(x, y) > 0], 12)
    [winning] = {tuple(option) for option in options((3, 8)) if value(option) == 0}
    answer = fields(solution(game, " (3, 8)"))
    assert answer["outcome"] == "N" and answer["Grundy value"] == str(grundy(3, 8))
    assert answer["winning options"] == str(winning)
    assert fields(solution(game, "0,1", "misère"))["outcome"] in ("P", "N")


def test_canonical_forms_and_components_are_used(save: Save) -> None:
    game = save(SORTED_NIM)
    assert fields(solution(game, "90,30,70", limit=100))["Grundy value"] == str(90 ^ 30 ^ 70)
    with pytest.raises(ValueError, match="stopped after 100 positions"):
        solution(game, "90,30,7000", "misère", limit=100)
    wrong = save(SORTED_NIM.replace("(heap,)", "(heap // 2,)"))
    with pytest.raises(ValueError, match=r"components .* have nim-sum .* but a search gives"):
        solution(wrong, "3, 4")
    wrong = save(SORTED_NIM.replace("sorted(heaps)", "sorted(heaps)[:-1]"))
    with pytest.raises(ValueError, match=r"has the Grundy value .* but its canonical form"):
        solution(wrong, "3, 3")


def test_play_that_need_not_end_can_be_a_draw(save: Save) -> None:
    game = save("def options(n): return {0: [], 1: [2], 2: [1], 3: [0, 1]}[n]")
    assert [fields(solution(game, str(n)))["outcome"] for n in range(4)] == ["P", "D", "D", "N"]
    answer = fields(solution(game, "3"))
    assert (answer["Grundy value"], answer["method"]) == ("∞(0)", "loopy search")
    assert fields(solution(game, "3", "misère"))["outcome"] == "D"
    with pytest.raises(ValueError, match=r"play can lead from position . back to itself"):
        solution(game, "3", 3)


def test_integers_are_positions_or_heaps(save: Save) -> None:
    def winning(code: str, position: str) -> str:
        return fields(solution(save(code), position))["winning options"]

    assert winning("def options(n): return range(n)", "3") == "0"
    assert winning(SORTED_NIM, "3") == "(0,)"
    assert winning(SORTED_NIM, "0") == "none"
    coins = "def options(coins): return [coins - {coin} for coin in coins]"
    assert winning(coins, "{2}") == "frozenset()"


@pytest.mark.parametrize(("game", "position", "play", "expected"), QUESTIONS)
def test_questions_of_researchers(
    game: str, position: str, play: Play, expected: dict[str, str]
) -> None:
    answer = fields(solution(game, position, play))
    assert expected.items() <= answer.items(), answer
    assert answer["method"] and answer["reason"]


def test_graphs_in_files(tmp_path: Path) -> None:
    """A path with five vertices has the value of Dawson's Chess with five pawns."""
    edges = tmp_path / "path.txt"
    edges.write_text("# a path\na b\nb c\nc d\nd e\n", "utf8")
    answer = fields(solution(f"nodekayles:{edges}", "all"))
    assert answer["Grundy value"] == str(Octal("0.137").grundy_values(6)[5])
    with pytest.raises(ValueError, match="'a b c' is not an edge"):
        solution("nodekayles: a b c", "all")


def test_text_needs_no_quotes(save: Save) -> None:
    """A position that is text can be written as it is, even if it looks like a number."""
    game = save(
        "def options(row): return [row[:i] + '0' for i in range(len(row)) if row[i] == '1']"
    )
    assert fields(solution(game, "101"))["winning options"] == "'0'"
    letters = "def options(row): return [row.replace('X', 'O', 1)] if 'X' in row else []"
    for text in ("XOXO", "'XOXO'"):
        assert fields(solution(save(letters), text))["outcome"] == "P"


def test_positions_of_a_flat_sum_are_read_as_shown(save: Save) -> None:
    wythoff = "Vectors(repeated=[(1, 0), (0, 1), (1, 1)])"
    game = save(f"from nimtwist import *\nrules = Kayles() + Nim() + {wythoff}")
    answer = fields(solution(game, "11 + 5 + 3,4"))
    value = Solver(Vectors(repeated=[(1, 0), (0, 1), (1, 1)])).grundy((3, 4))
    assert answer["Grundy value"] == str(Kayles().grundy_values(12)[11] ^ 5 ^ value)
    assert answer == fields(solution("kayles + nim + wythoff", "11 + 5 + 3,4")) | {
        "reason": answer["reason"]
    }
    for option in answer["winning options"].split("; "):
        assert "outcome          P" in solution(game, option)


# --- Failures ------------------------------------------------------------------------------------

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Return a function that runs a command and returns its status, output and messages."""

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["nimtwist", *arguments])
        with pytest.raises(SystemExit) as end:
            run()
        assert isinstance(end.value.code, int)
        return end.value.code, *capsys.readouterr()

    return call


def test_commands_print_what_they_compute(save: Save, call: Call) -> None:
    game = save(WYTHOFF)
    assert call("solve", game, "3,6") == (0, f"{solution(game, '3,6')}\n", "")
    assert call("solve", game, "3,6", "--misere")[1] == f"{solution(game, '3,6', 'misère')}\n"
    for options in ([], ["--grundy"], ["--misere"], ["--misere", "--csv"]):
        play: Play = "misère" if "--misere" in options else "normal"
        expected = grid_text(game, 5, "--grundy" in options, play, "--csv" in options)
        assert call("grid", game, "5", *options) == (0, f"{expected}\n", "")
    assert call("period", "nim", "50") == (0, "no period in the first 50 values\n", "")
    assert call("period", "nim", "50", "--additive")[1] == f"{period_text('nim', 50, True)}\n"


@pytest.mark.parametrize(
    ("code", "position", "message"),
    [
        ("def options(n):\n    return [n + 1]", "3", "stopped after 50 positions: play need not"),
        (
            "def options(n): return [[k] for k in range(n)]",
            "3",
            "position [0] is not hashable: use tuples instead of lists",
        ),
        (
            "def inverse(n):\n    return 1 // n\n\ndef options(n): return [n - 1, inverse(n)]",
            "3",
            "game.py, line 2: ZeroDivisionError: integer division or modulo by zero\n"
            "The search was at position 0.",
        ),
        (
            "def options(n):\n    raise ValueError('no')",
            "3, 4",
            "game.py, line 2: ValueError: no\n",
        ),
        ("def options(n):\n    raise NotImplementedError", "()", "2: NotImplementedError\nThe"),
        ("def options(n):\n    return [n - 1", "3", "SyntaxError: '[' was never closed (game.py, "),
        ("1 / 0", "3", "game.py, line 1: ZeroDivisionError: division by zero\n"),
        ("raise SystemExit(0)", "3", "game.py, line 1: SystemExit: 0\n"),
        ("import sys\ndef options(n): sys.exit()", "3", "game.py, line 2: SystemExit"),
        ("def options(n): return range(n / 2)", "3", "'float' object cannot be interpreted as"),
        (RANDOM, "9", "options of 9 differ from one call to the next: first (0,), then (1,)"),
        (f"{RANDOM}\nfrom nimtwist import *\nrules = Rules(options)", "9", "options of 9 differ"),
        ("import nowhere", "3", "ModuleNotFoundError: No module named 'nowhere'"),
        ("moves = [1, 2]", "3", "game.py must define a function options(position), which returns"),
        (WYTHOFF, "three", "'three' is not a position: expected a Python literal, such as 3, "),
        (WYTHOFF, "{[3]}", "'{[3]}' is not a position"),
        (WYTHOFF, "[3, 4]", "position [3, 4] is not hashable: use tuples instead of lists"),
        (WYTHOFF, "3,4,5", "game.py, line 3: ValueError: too many values to unpack"),
        ("from nimtwist import Nim\nrules = Nim()", "3, x", "'x' is not a heap"),
    ],
)
def test_errors_in_files_and_positions_end_in_a_sentence(
    code: str, position: str, message: str, save: Save, call: Call
) -> None:
    status, output, error = call("solve", save(code), position, "--limit", "50")
    assert (status, output) == (2, "")
    assert message in error and "Traceback" not in error and len(error) < 500


def test_other_failures_end_in_a_sentence(call: Call, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.py")
    assert call("grid", missing, "5") == (2, "", f"there is no file '{missing}'\n")
    assert call("grid", "nim", "5", "--misere", "--grundy") == (
        2,
        "",
        "Grundy values are defined for normal play only, not for misère play\n",
    )
    pair = "a position of 'stones' is not a pair of numbers (x, y), which this command is about"
    assert pair in call("grid", "stones", "5")[2]
    for command in (
        ["sequence", "wythoff"],
        ["period", "mum:5"],
        ["quotient", "kayles + nim", "3"],
    ):
        assert f"'{command[1]}' is not a single heap" in call(*command)[2]
    nowhere = str(tmp_path / "nowhere" / "values.npz")
    assert call("sequence", "octal:0.7", "--file", nowhere) == (
        2,
        "",
        f"{nowhere}: No such file or directory\n",
    )
    assert call("solve", "digraph:graph.txt", "a")[2] == "there is no file 'graph.txt'\n"
    assert "is not a row of coins" in call("solve", "coins:1-3", "HXH")[2]
    assert "a position has 2 numbers, but 3 does not" in call("solve", "wythoff", "3")[2]
    assert "argument COUNT: expected an integer" in call("period", "nim", "many")[2]
    assert "the limit must be an integer ≥ 1, not 0" in call("solve", "nim", "3", "--limit", "0")[2]
    assert "unrecognized arguments: --csv" in call("solve", "nim", "3", "--csv")[2]


def test_random_options_are_noticed_by_all_commands(save: Save, call: Call) -> None:
    message = "differ from one call to the next"
    assert message in call("period", save(RANDOM), "20")[2]
    pairs = RANDOM.replace("n > 8", "n[0] > 8").replace(
        "[next(calls) % 2]", "[(0, 0)] * next(calls)"
    )
    pairs = pairs.replace("[n - 1] if n else []", "[]")
    assert message in call("grid", save(pairs), "20")[2]


def test_modules_are_not_rules(save: Save) -> None:
    game = save("from nimtwist import rules\ndef options(n): return []")
    assert solution(game, "3").startswith("outcome          P")


def test_commands_can_be_interrupted(save: Save, call: Call) -> None:
    game = save("def options(n): raise KeyboardInterrupt")
    for arguments in (["solve", game, "()"], ["grid", game, "3"], ["period", game, "3"]):
        assert call(*arguments) == (130, "", "interrupted\n")


def test_progress_appears_on_terminals_only(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("period", "octal:0.77", "3")[2] == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    progress = call("period", "octal:0.77", "3")[2]
    assert progress.startswith("\r3 done\r") and progress.endswith(" \r")
