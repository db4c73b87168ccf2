"""Hostile text for every reader of text: it is read, or refused in a short sentence that quotes it.

A game, a lab or a function that reads text has an entry in `READERS`, which
`test_every_reader_has_an_entry` compares with the code. What they are given are good examples that
were altered, and texts that are long, deep, or of digits that are none.
"""

from __future__ import annotations

import argparse
import ast
import atexit
import io
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext, redirect_stderr, redirect_stdout, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import book_ledger
import ipywidgets as ipw
import pytest
from hypothesis import strategies as st

import nimtwist.games
from nimbook import CHAPTERS, links
from nimbook import __main__ as claims_command
from nimbook.calculator import calculate
from nimbook.exercises import exercises_of, normal
from nimbook.finite_fields.aes import read_byte
from nimbook.finite_fields.exhibits import read_polymum
from nimbook.links import Inputs
from nimbook.match import Match
from nimbook.muller_twist import exhibits as blocking
from nimbook.multiplying_heaps.exhibits import read_mum
from nimbook.nimber_arithmetic.exhibits import read_nimber
from nimbook.open_problem.exhibits import one_pair, read_any
from nimbook.record import replayed
from nimtwist import EndlessPlayError, Sum
from nimtwist._checks import LONGEST_SENTENCE, check_choice
from nimtwist._commands import number, seconds
from nimtwist.atlas import command as atlas_command
from nimtwist.atlas import mass, table, verify
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.families import read_family
from nimtwist.atlas.staircase import Staircase
from nimtwist.compiled import command as cram_command
from nimtwist.compiled.cram import CompiledCram
from nimtwist.games import (
    BlockingNim,
    Cram,
    Hackenbush,
    Kayles,
    Moore,
    MuM,
    Nim,
    Northcott,
    Octal,
    PolyMuM,
    PowerMuM,
    Stones,
)
from nimtwist.games.nim import read_heaps
from nimtwist.ordinal import Ordinal
from tests.budgets import SpentError, processor_time
from tests.nimbook.test_labs import NOTEBOOKS, labs
from tests.nimtwist.test_processes import Here
from tests.strategies import some_of
from tools import manifest, serve

ROOT = Path(__file__).parents[1]
SECONDS = 1.0
"""What a reader may take of the processor's time, of whatever text."""


class Scope(NamedTuple):
    """How long texts are, in characters, and in how many ways each good example is altered."""

    longest: int
    edits: int


QUICK, FULL = Scope(20_000, 12), Scope(200_000, 800)


class Reader(NamedTuple):
    """What reads text, texts that it reads, and what it may name in its place, such as a file."""

    read: Callable[[str], object]
    good: tuple[str, ...] | Callable[[], tuple[str, ...]]
    named: str = ""


# --- What is hostile -----------------------------------------------------------------------------

DIGITS = (
    "9",
    "0",
    "\N{SUPERSCRIPT TWO}",
    "\N{ARABIC-INDIC DIGIT THREE}",
    "\N{FULLWIDTH DIGIT FOUR}",
)

MONSTERS = [
    *("", " ", "\0", "\ud800", "é" * 3_000, "'" * 300, '"' * 300, "\U000e0001" * 120),
    *(digit * count for digit in DIGITS for count in (1, 5_000)),
    *("-1", "+1", "1_0", "1.5", "0x10", "1e999999999", "NaN", "Infinity", "None", "½", "10" * 30),
    *(
        f"{before}{'9' * count}"
        for before in ("2^", "w^", "w**", "w*", "-")
        for count in (9, 5_000)
    ),
    *(
        before * count + "1" + after * count
        for before, after in ["()", "[]", "{}", ("w^(", ")"), ("sqrt(", ")"), ('{"row":', "}")]
        for count in (3_000,)
    ),
]
"""Texts that are hostile to many readers."""

PARTS = ("9", "(", "1,", "1;", "0-1 ", ".", "\t", "w+")
SEPARATORS = ("", ", ", ";", " + ", "/", "&", ".")


def repeated(text: str, most: int) -> str:
    """Return a text again and again, in so many characters at most."""
    return text * (most // (len(text) or 1) or 1)


def made_worse(good: str, most: int) -> Iterator[str]:
    """Yield a good text again and again, and with numbers that are too long."""
    for separator in SEPARATORS:
        yield repeated(good + separator, most)
    for found in [*re.finditer("[0-9]+", good)][:4]:
        for digits in ("9" * 20, "9" * 5_000, "0", "-1", "1.5", "1e9"):
            yield good[: found.start()] + digits + good[found.end() :]
    for separator in SEPARATORS[1:4]:
        counted = separator.join(map(str, range(1, most // 7)))
        yield re.sub("[0-9]+", counted, good, count=1)


TOKENS = st.one_of(
    st.sampled_from(list("()[]{}+-*/^.,;:&=#%~|_'\"\\ \t\n\0wω0123456789")),
    st.sampled_from(["not", "and", "sqrt(", "w^(", "**", "none", "%41", "\ud800", *DIGITS, "-"]),
    st.integers(0, 10**25).map(str),
    st.sampled_from("éß\u0660\u2083\u2028\u202e\ufeff\U0001d7d9\U000e0001<b>"),
)
EDITS = st.lists(
    st.tuples(st.integers(0, 999), st.integers(0, 3), TOKENS, st.sampled_from([1, 1, 1, 2, 40])),
    min_size=1,
    max_size=5,
)


def edited(text: str, edit: list[tuple[int, int, str, int]]) -> str:
    """Return a text in which parts are replaced, one after the other."""
    for place, gone, token, times in edit:
        place %= len(text) + 1
        text = text[:place] + token * times + text[place + gone :]
    return text


def hostile(reader: Reader, scope: Scope) -> Iterator[str]:
    """Yield the texts that a reader is given, each once."""
    right = reader.good() if callable(reader.good) else reader.good
    texts = [*MONSTERS, *right, *(repeated(part, scope.longest) for part in PARTS)]
    for good in right:
        texts += made_worse(good, scope.longest)
        texts += [edited(good, edit) for edit in some_of(EDITS, scope.edits)]
    yield from dict.fromkeys(texts)


# --- What must not come of it --------------------------------------------------------------------

QUOTED = re.compile(r"(?<!\w)(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")")


def quotes(message: str, text: str) -> bool:
    """Return whether a message has a part of a text in quotes, or its beginning or a number of it.

    The number may be that of its characters, or of its parts. Of a text without words, it may have
    an empty list, or a part that is empty.
    """
    beginning, wordless = text.strip()[:20], not re.search(r"\w", text)
    if (beginning and beginning in message) or (wordless and "[]" in message):
        return True
    has_empty_part = "" in text.splitlines() or re.search(r"[;,.&?]\s*([;,.&]|$)", text)
    for literal in QUOTED.findall(message):
        with suppress(SyntaxError):
            said = ast.literal_eval(literal)
            if said in text and (said or wordless or has_empty_part):
                return True
    numbers = {int(number) for number in re.findall("[0-9]{1,30}", text)}
    counted = {len(text), *(len(re.split(parts, text.strip(" ,"))) for parts in (r"[\s,]+", "/"))}
    numbers |= {count for count in counted if count > 9}
    long = [number for number in re.findall("[0-9]{31,}", message) if number in text]
    return bool(long) or any(int(n) in numbers for n in re.findall(r"\b[0-9]{1,30}\b", message))


def fault(reader: Reader, text: str, seconds: float = SECONDS) -> str | None:
    """Return what a reader does wrong with a text; `None` if it reads it, or refuses it well."""
    try:
        with processor_time(seconds):
            reader.read(text)
    except SpentError:
        return f"takes more than {seconds:g} s"
    except ValueError as error:
        message = str(error)
        if len(message) > LONGEST_SENTENCE:
            return f"says {len(message)} characters: {message[:200]}"
        if not quotes(message, text) and (reader.named or "\0") not in message:
            return f"does not quote what it refuses: {message}"
    except Exception as error:
        return f"raises {type(error).__name__}: {str(error)[:200]}"
    return None


def faults(reader: Reader, scope: Scope, seconds: float = SECONDS) -> dict[str, str]:
    """Return what a reader does wrong, with the beginning of a text for each."""
    found: dict[str, str] = {}
    for text in hostile(reader, scope):
        if wrong := fault(reader, text, seconds):
            found.setdefault(wrong, f"{text[:80]!r} ({len(text)} characters)")
            if wrong.startswith("takes"):
                break
    return found


# --- Files and command lines ---------------------------------------------------------------------

FOLDER = Path(tempfile.mkdtemp(prefix="fuzz-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def of_file(read: Callable[[Path], object], name: str, good: Callable[[], bytes]) -> Reader:
    """Return a reader of what is in a file: a text stands for bytes, as far as it can."""
    path = FOLDER / name

    def written(text: str) -> object:
        try:
            path.write_bytes(text.encode("latin-1"))
        except UnicodeEncodeError:
            path.write_bytes(text.encode("utf8", "surrogatepass"))
        return read(path)

    return Reader(written, lambda: (good().decode("latin-1"),), str(path))


def of_command(
    main: Callable[[list[str]], int | None],
    good: str,
    *arguments: str,
    work: Any = None,
    named: str = "",
) -> Reader:
    """Return a reader of that argument of a command which has {} in it; `work` is left out."""

    def run(text: str) -> None:
        said, given = io.StringIO(), [argument.replace("{}", text) for argument in arguments]
        with redirect_stderr(said), redirect_stdout(io.StringIO()), work or nullcontext():
            try:
                status = main(given)
            except SystemExit as end:
                status = end.code  # type: ignore[assignment]
        if status:
            raise ValueError(said.getvalue().rpartition(" error: ")[2])

    return Reader(run, (good,), named)


def of_argument(read: Callable[[str], object], *good: str) -> Reader:
    """Return a reader of what argparse hands on."""

    def argument(text: str) -> object:
        try:
            return read(text)
        except argparse.ArgumentTypeError as error:
            raise ValueError(error) from None

    return Reader(argument, good)


def atlas_written() -> bytes:
    """Return the file of a small atlas."""
    path = FOLDER / "small.parquet"
    with redirect_stdout(io.StringIO()), IN_PLACE:
        atlas_command.main(["--modulus", "1-2", "--size", "8", "--certify", "--out", str(path)])
    return path.read_bytes()


def cram_written() -> bytes:
    """Return the file of what is known of small boards of Cram."""
    path = FOLDER / "small.cram"
    solver = CompiledCram(memory=1)
    solver.grundy(Cram.rectangle(3, 4))
    solver.save(path)
    return path.read_bytes()


IN_PLACE = mock.patch.object(atlas_command, "pool", lambda *_: nullcontext(Here()))
"""An atlas is made by this process alone."""

AT_ONCE = mock.patch.object(CompiledCram, "grundy", lambda *_: 0)


# --- Everything that reads text ------------------------------------------------------------------

WEDGE = read_family(4, "1,3; 1,2,4; 2,3,4")
CERTIFICATES = (
    '{"row":1,"period":1,"word":[["1",1,1]],"tail":"0"}',
    '{"row":2,"period":4,"word":["12",["1248",1,2],["FFFF",4611686018427387904,0]],"tail":"8124"}',
)
STAIRCASE = (
    '{"row":0,"settled":["12",["11",2,0,0]],"step":["1",["1",1,1,0]],'
    '"loops":[{"word":[["1",4,1,-1]],"tail":"0","rows":1,"turns":[2,1],"then":1}]}'
)
LINK = "#lab-fuzz?heaps=3,+2&size=7&way=left&boxes=yes"


def with_certificate(text: str) -> object:
    """Read a certificate, and check whether it is a proof for two games."""
    read = Certificate.read(text)
    return flaw(BlockingNim(1, [[]]), read), flaw(WEDGE, read)


def with_staircase(text: str) -> object:
    """Read a staircase, and check whether it is a proof for two games."""
    read = Staircase.read(text)
    if read.row + sum(loop.rows * sum(loop.turns) + loop.then for loop in read.loops) > 1000:
        return None  # so many rows take their time
    return counting_flaw(BlockingNim(1, [[]]), read), counting_flaw(WEDGE, read)


def followed(link: str) -> str:
    """Follow a link to a lab with a control of each kind."""
    controls = {
        "heaps": ipw.Text("1"),
        "size": ipw.IntSlider(3, 0, 9),
        "way": ipw.Dropdown(options=["left", "right"]),
        "boxes": ipw.Checkbox(True),
    }
    with mock.patch.dict(links._labs):
        links.register("fuzz", links.Inputs(controls))
        return links.follow(link)


def replied(text: str) -> None:
    """Answer an exercise of each kind."""
    for answer in ANSWERS().values():
        sentence = answer.reply(text).sentence
        assert len(sentence) <= 2 * LONGEST_SENTENCE, sentence  # with the answer in it


@cache
def ANSWERS() -> dict[str, Any]:
    """Return an answer of each kind."""
    return {e.answer.kind: e.answer for chapter in CHAPTERS for e in exercises_of(chapter)}


def games() -> Iterator[tuple[str, Reader]]:
    """Yield what reads the positions of each game."""
    heaps = ("4, 2, 1", "(4, 2, 1)", "()")
    tried: list[tuple[Any, tuple[str, ...]]] = [
        (BlockingNim.exactly(4, 2), ("4, 2, 1 not 1, 3", "(4) not 1, not 3")),
        (Cram(), (".#. / .#", "no free cells")),
        (Hackenbush(), ("0-1 1-2 2-0", "(0-1, 0-9)")),
        (Kayles(), heaps),
        (Moore(2), heaps),
        (MuM(5), ("7, 3", "(8, 7)")),
        (Nim(), heaps),
        (Northcott(5), ("0-3 1-2", "0-3, 1-4")),
        (Octal("0.137"), heaps),
        (PolyMuM(0b1011), ("7, 3",)),
        (PowerMuM(4), heaps),
        (Stones(), ("(1, 3), (4, 7)", "no stones")),
        (Sum((Kayles(), Nim())), ("(5) + (2, 1)",)),
    ]
    for rules, good in tried:
        yield f"{type(rules).__name__}.read", Reader(rules.read, good)


READERS: dict[str, Reader] = {
    **dict(games()),
    "nimtwist.algebra._cantor.read": Reader(Ordinal.parse, ("w^(w*4)+w^w*4+1", "w^(w^2*3+1)*5")),
    "nimtwist.algebra.ordinal.Ordinal.parse": Reader(Ordinal.parse, ("w^(w^5)", "12")),
    "nimtwist.games._heaps.read_heaps": Reader(read_heaps, ("4, 2, 1",)),
    "nimtwist.games.octal.Octal": Reader(Octal, ("0.137", "4.7")),
    "nimtwist.atlas.families.read_family": Reader(partial(read_family, 4), ("1,3; 2,4", "nothing")),
    "nimtwist.atlas.families.read_family, any modulus": Reader(
        partial(read_family, 10**6), ("1,3; 2,4",)
    ),
    "nimtwist.atlas.certificate.Certificate.read": Reader(with_certificate, CERTIFICATES),
    "nimtwist.atlas.staircase.Staircase.read": Reader(with_staircase, (STAIRCASE,)),
    "nimtwist.atlas.command._moduli": Reader(atlas_command._moduli, ("4", "1-5")),
    "nimtwist.atlas.table.read": of_file(table.read, "atlas.parquet", atlas_written),
    "nimtwist.atlas.verify._single": of_file(
        lambda path: verify.check(path, Here()),
        "one.json",
        f'{{"modulus": 1, "restrictions": [[]], "certificate": {CERTIFICATES[0]}}}'.encode,
    ),
    "nimtwist.atlas.mass.Log": of_file(
        lambda path: mass.Log(path, 4),
        "log.jsonl",
        "[4, 3, 70, 0.5]\n[4, 7, 70, 0.1]\n[4, 9".encode,
    ),
    "nimtwist.compiled.cram.CompiledCram.load": of_file(
        lambda path: CompiledCram(memory=1).load(path), "known.cram", cram_written
    ),
    "nimtwist._commands.number": of_argument(number, "12", "-3"),
    "nimtwist._commands.seconds": of_argument(seconds, "60", "0.5"),
    "nimtwist atlas --for": of_command(
        *(atlas_command.main, "4", "--modulus=1", "--out=it", "--for={}"), named="--for"
    ),
    "nimtwist atlas --limit": of_command(
        *(atlas_command.main, "70", "--modulus=1", "--size=8", "--certify", "--limit={}"),
        f"--out={FOLDER / 'out'}",
        work=IN_PLACE,
    ),
    "nimtwist cram": of_command(cram_command.main, "2", "2", "--", "{}", work=AT_ONCE),
    "nimtwist cram --memory": of_command(cram_command.main, "2", "2", "2", "--memory={}"),
    "nimbook": of_command(claims_command.main, "laims-", "c{}", named="invalid choice"),
    "nimbook claims": of_command(claims_command.main, "twist.thm-9", "claims", "--", "{}"),
    "nimbook.__main__._workers": of_argument(claims_command._workers, "2"),
    "tools.manifest.read": Reader(manifest.read, (f"{'0f' * 32} index.html",)),
    "tools.serve._port": of_argument(serve._port, "8000"),
    "book_ledger.claims_in": of_file(
        book_ledger.claims_in,
        "ledger.json",
        json.dumps([{"id": "twist.thm-1", "statement": "", "verdict": "holds"}]).encode,
    ),
    "nimbook.calculator.calculate": Reader(
        calculate, ("w**3 * (w + 1)", "sqrt(w)/inv(w^w) + 3**-2")
    ),
    "nimbook.exercises.Answer.reply": Reader(replied, ("4, 2, 1 not 3", "(3,1) (2,3)", "none")),
    **{
        f"nimbook.exercises.normal, {kind}": Reader(partial(normal, kind), ("4, 2 not 3", "(3,1)"))
        for kind in ("number", "numbers", "heaps", "restricted", "pairs", "choice")
    },
    "nimbook.finite_fields.aes.read_byte": Reader(read_byte, ("0x53", "83")),
    "nimbook.finite_fields.exhibits.read_polymum": Reader(
        partial(read_polymum, 0b1011), ("7, 3", "")
    ),
    "nimbook.links.follow": Reader(followed, (LINK, "lab-fuzz")),
    "nimbook.match.Match.read": Reader(Match(Nim(), (3, 2, 1)).read, ("2, 2, 1",)),
    "nimbook.muller_twist.exhibits.read_family": Reader(blocking.read_family, ("1, 3; 2, 4",)),
    "nimbook.muller_twist.exhibits.read_game, piles": Reader(
        lambda piles: blocking.read_game(piles, 3, "1"), ("4, 2, 1",)
    ),
    "nimbook.muller_twist.exhibits.read_game, forbid": Reader(
        lambda forbid: blocking.read_game("4, 2, 1", 5, forbid), ("1, 3",)
    ),
    "nimbook.multiplying_heaps.exhibits.read_mum": Reader(
        lambda heaps: read_mum(heaps, 5, "same-turn"), ("8, 7", "")
    ),
    "nimbook.nimber_arithmetic.exhibits.read_nimber": Reader(read_nimber, ("*14", "2^64")),
    "nimbook.open_problem.exhibits.read_any, family": Reader(
        lambda family: read_any(4, family, "9, 7", ""), ("1,3; 1,2,4; 2,3,4",)
    ),
    "nimbook.open_problem.exhibits.read_any, heaps": Reader(
        lambda heaps: read_any(4, "1,3; 2,4", heaps, ""), ("9, 7",)
    ),
    "nimbook.open_problem.exhibits.read_any, forbid": Reader(
        lambda forbid: read_any(4, "1,3; 2,4", "9, 7", forbid), ("1, 3",)
    ),
    "nimbook.open_problem.exhibits._heap": Reader(
        lambda heap: one_pair(2, "1; 2", heap, "5"), ("10 000", "1_0,0")
    ),
    "nimbook.record.replayed": Reader(
        partial(replayed, Match(Nim(), (3, 2, 1))), ("5.0", "-.0", "~2,2,1.0")
    ),
}
"""Functions and methods by their names; after a comma, of which argument. Commands as typed."""


@pytest.mark.parametrize("name", READERS)
def test_hostile_text_is_read_or_refused(name: str, pytestconfig: pytest.Config) -> None:
    assert not faults(READERS[name], FULL if pytestconfig.getoption("full") else QUICK)


# --- Nothing is left out -------------------------------------------------------------------------

SOURCES = [
    path for room in ("src", "tools", "book/_ext") for path in sorted((ROOT / room).rglob("*.py"))
]
NAMES = re.compile(r"_?(read|parse|load|follow|replayed|calculate|normal|claims_in)")
PARSERS = {"json.loads", "int", "float", "re.fullmatch", "re.match", "pq.read_table"}

NO_READERS = {
    "of a column of a table": {"nimbook.show.frames._is_number"},
    "of letters that are read already": {
        *("nimtwist.atlas._steps.Steps._read", "nimtwist.atlas._steps.Steps.read"),
        *("nimtwist.atlas.rows.Reader._read", "nimtwist.atlas.rows.Reader.read"),
        *("nimtwist.games.octal._digits", "nimtwist.games.octal.left_of"),
    },
    "of what z3 writes": {"nimtwist.atlas.presburger._read"},
    "of what stands in the book, or in its folder": {
        *("book_figures.in_page", "book_speed.described", "book_stills.place_stills"),
        *("nimbook.claims.transfinite.closure", "nimbook.show.figures._small"),
        *("nimbook.beyond_infinity.exhibits.first_rootless", "nimbook.ledger.read_printed"),
        *("nimbook.show.frames.compared", "nimbook.show.frames.shown"),
        *("nimbook.claims.nim.ex_nimsum", "nimbook.engine.count_options"),
        *("tools.assets.icons", "tools.live.bundle_worker", "tools.stills.still"),
        *("book_known._games", "tools.update.pinned", "tools.verify.reader"),
        "tools.mutants.Engine.read",
        "tools.licences._former_name",
    },
    "asked by a reader that has an entry": {
        *("book_known.read_ledger", "book_known._read"),
        *("nimbook.links.Inputs._read", "nimbook.links._reader", "nimbook.links._whole"),
        *("nimbook.record._make", "nimtwist.atlas.mass.Log._know"),
        "nimtwist.compiled.cram.CompiledCram._load",
    },
    "the form that readers of games have": {"nimtwist.game.Notation.read"},
}
"""What looks like a reader, but need not stand any text."""


TEXTS = re.compile(r"(str|object|bytes|(str \| )?os\.PathLike\[str\]|Path)( \| None)?|Any")


def readers_of(path: Path) -> Iterator[str]:
    """Yield the functions of a module that read text: by their name, or by what they call."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    module = re.sub(r"^(src|book\._ext)\.", "", module).removesuffix(".__init__")

    def visit(node: ast.AST, within: str) -> Iterator[str]:
        for part in ast.iter_child_nodes(node):
            name = f"{within}.{part.name}" if hasattr(part, "name") else within
            if isinstance(part, ast.FunctionDef):
                given = [*part.args.posonlyargs, *part.args.args, *part.args.kwonlyargs]
                texts = {ast.unparse(a.annotation) for a in given if a.annotation}
                calls = {ast.unparse(c.func) for c in ast.walk(part) if isinstance(c, ast.Call)}
                if any(map(TEXTS.fullmatch, texts)) and (NAMES.match(part.name) or calls & PARSERS):
                    yield name
            elif isinstance(part, ast.ClassDef):
                yield from visit(part, name)

    yield from visit(ast.parse(path.read_text("utf8")), module)


def test_every_reader_has_an_entry() -> None:
    found = {name for path in SOURCES for name in readers_of(path)}
    games = {name for name in found if re.match(r"nimtwist\.games?\..*\.read$", name)}
    others = {name for names in NO_READERS.values() for name in names}
    assert others <= found
    entries = {name.partition(",")[0] for name in READERS}
    assert found - games - others <= entries
    readable = {
        name for name in nimtwist.games.__all__ if hasattr(getattr(nimtwist.games, name), "read")
    }
    assert {f"{name}.read" for name in readable | {"Sum"}} <= entries


# --- What is typed into labs ---------------------------------------------------------------------


def fields() -> Iterator[tuple[Path, str, str]]:
    """Yield the notebook, the lab and the name of each field in which a reader writes."""
    for notebook in NOTEBOOKS:
        for name, (_, inputs) in labs(notebook).items():
            for key, control in inputs.controls.items():
                if isinstance(control, ipw.Text):
                    yield notebook, name, key


TYPED = Scope(2_000, 4)
# A game may be refused that another control has made large, not the text.
MANY = "too many to play here"


@pytest.mark.xdist_group("tests/nimbook/test_labs.py")  # which makes the labs, too
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_labs_stand_hostile_text(notebook: Path, pytestconfig: pytest.Config) -> None:
    for name, (_, inputs) in labs(notebook).items():
        for key, control in inputs.controls.items():
            if isinstance(control, ipw.Text):
                before, kept = control.value, dict(inputs.values)

                def typed(text: str, key: str = key, inputs: Inputs = inputs) -> None:
                    try:
                        inputs.set({key: text})
                    except EndlessPlayError as error:  # it names a position, not what was typed
                        raise ValueError(f"{text[:20]}: {error}") from None

                scope = Scope(20_000, 200) if pytestconfig.getoption("full") else TYPED
                try:
                    assert not faults(Reader(typed, (before,), MANY), scope), (name, key)
                finally:
                    inputs.set({key: before})
                assert inputs.values == kept, (name, key)


# --- The harness itself --------------------------------------------------------------------------


def for_ever(_text: str) -> None:
    """Never return."""
    while True:
        try:
            while True:
                pass
        except Exception:
            continue


def as_python_says(text: str) -> object:
    """Look a text up where it is not."""
    return {"good": 1}[text]


def at_length(text: str) -> None:
    """Refuse a text by repeating it."""
    raise ValueError(f"{text!r} is not a number")


def without_a_word(_text: str) -> None:
    """Refuse a text without saying what it was."""
    raise ValueError("write heaps with commas between them, as in 4, 2, 1")


def only_if_deep(text: str) -> None:
    """Go down with each bracket."""
    if text[:1] == "(":
        only_if_deep(text[1:])


@pytest.mark.parametrize(
    ("bad", "wrong"),
    [
        (for_ever, "takes more than 0.1 s"),
        (as_python_says, "raises KeyError"),
        (at_length, "says [0-9]+ characters"),
        (without_a_word, "does not quote what it refuses"),
        (only_if_deep, "raises RecursionError"),
    ],
)
def test_a_bad_reader_is_found(bad: Callable[[str], object], wrong: str) -> None:
    found = faults(Reader(bad, ("good",)), Scope(2_000, 1), seconds=0.1)
    assert any(re.match(wrong, said) for said in found), found


def test_a_good_reader_stands() -> None:
    good = Reader(lambda text: check_choice(text, "the word", ["good", "better"]), ("good",))
    assert not faults(good, QUICK)
