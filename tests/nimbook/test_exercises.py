"""Tests for the exercises: right answers, replies, and agreement between pages and Python."""

from __future__ import annotations

import json
import re
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook import CHAPTERS
from nimbook.exercises import FORMS, Exercise, display_form, exercises_of, move, normal_form
from nimbook.play import Play
from nimbook.play.links import follow
from nimtwist import Nim, Solver
from nimtwist.games import Kayles
from tests.lib.chapters import labs

ROOT = Path(__file__).parents[2]
ALL = [exercise for chapter in CHAPTERS for exercise in exercises_of(chapter)]
BY_ID = {exercise.id: exercise for exercise in ALL}
each = pytest.mark.parametrize("exercise", ALL, ids=BY_ID)


RIGHT: dict[str, list[str]] = json.loads((ROOT / "tests/nimbook/answers.json").read_text("utf8"))
"""The right answers. Each was checked by brute force, without the engine, when it was added."""


def test_right_answers_match_the_recorded_ones() -> None:
    assert {id_: [*exercise.answer.right] for id_, exercise in BY_ID.items()} == RIGHT


@pytest.mark.parametrize(("rules", "start"), [(Nim(), (2, 3, 5)), (Kayles(), (3, 4))], ids=str)
def test_losing_moves_get_a_winning_reply(rules: Any, start: Any) -> None:
    answer, outcome = move(rules, start), Solver(rules).outcome
    for option in {*rules.options(start)}:
        reply = answer.reply(rules.show(option))
        assert reply.right == (outcome(option) == "P")
        if not reply.right:
            match = re.search(" your opponent moves to (.+) and wins", reply.sentence)
            assert match and outcome(rules.read(match[1])) == "P"
            assert rules.read(match[1]) in rules.options(option)


# Matches phrases that say how many moves win, such as "Two of the 15 possible first moves win".
COUNTS = re.compile(r"(\w+) of the (\w+) possible first moves wins?")
IN_WORDS = {"one": 1, "two": 2, "three": 3, "ten": 10}
LINK = re.compile('<a href="#(lab-([a-z0-9-]+)[^"]*)">')
PLAYED = [exercise for exercise in ALL if "win-a-game" in exercise.id]


@pytest.mark.parametrize("exercise", PLAYED, ids=lambda exercise: exercise.chapter)
def test_links_to_labs_set_up_the_position_of_the_question(exercise: Exercise) -> None:
    """In the lab, most first moves lose, and the winning moves are exactly the right answers."""
    [(fragment, name)] = LINK.findall(exercise.question)
    [notebook] = (ROOT / "notebooks").glob(f"*_{exercise.chapter}.ipynb")
    lab = labs(notebook)[name][0]
    assert follow(unescape(fragment)) == name and isinstance(lab, Play)
    rules, start = lab.rules, lab.position
    solver, options = Solver(rules), {*rules.options(start)}
    wins = {*solver.winning_options(start)}
    assert 0 < 2 * len(wins) < len(options)
    [numbers] = COUNTS.findall(" ".join([exercise.question, *exercise.hints]))
    counts = [IN_WORDS.get(word.lower()) or int(word) for word in numbers]
    assert counts == [len(wins), len(options)]
    kind = exercise.answer.kind
    assert {rules.read(display_form(kind, form)) for form in exercise.answer.right} == wins
    for option in wins:
        lab.restart(start)
        lab.move(option)
        # The engine has replied, and the reader has a winning move again.
        assert lab.match.round[0].after == option and solver.winning_options(lab.position)


@each
def test_every_anticipated_answer_gets_a_reply(exercise: Exercise) -> None:
    answer = exercise.answer
    for form in answer.right:
        assert answer.reply(display_form(answer.kind, form)).right
    for form in answer.replies:
        reply = answer.reply(display_form(answer.kind, form))
        assert not reply.right and len(reply.sentence) > 5 and "{" not in reply.sentence
    assert not answer.reply("").right
    if answer.kind != "choice":
        assert not answer.reply("9 9 9 9 9 9 9 9" if answer.kind != "number" else "12345").right
        assert "such as" in answer.reply("?").sentence


@each
def test_only_the_solution_reveals_the_answer(exercise: Exercise) -> None:
    right = f"<b>{escape(exercise.answer.display)}</b>"
    assert right in exercise.solution_html and right not in exercise.question
    table = json.dumps({**exercise.answer.table(exercise.id), "id": ""}, ensure_ascii=False)
    assert not any(f'"{form}"' in table for form in exercise.answer.right)


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
    assert normal_form("heaps", text) == (",".join(map(str, positive)) or "0")
    assert normal_form("numbers", text) == ",".join(map(str, sorted({*heaps})))
    residues = " not ".join(["", *map(str, mixed)])
    assert normal_form("restricted", text + residues) == (
        f"{normal_form('heaps', text)}|{normal_form('numbers', text)}"
    )


@given(
    st.sampled_from((*FORMS, "choice")), st.text("0123456789 ,;()notNOTadx４²\n\xa0-", max_size=12)
)
def test_notation_round_trips_through_the_normal_form(kind: str, text: str) -> None:
    form = normal_form(kind, text)
    if form is not None:
        assert normal_form(kind, display_form(kind, form)) == form


def test_answers_have_at_most_200_characters() -> None:
    for kind, character in (("choice", "x"), ("number", "1")):
        assert normal_form(kind, character * 200) == character * 200
        assert normal_form(kind, character * 201) is None


# --- Replies on pages -----------------------------------------------------------------------------
