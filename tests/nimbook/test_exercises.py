"""Tests for the exercises: their right answers, and the replies to wrong moves.

`test_pages` tests the script that looks up the replies.
"""

from __future__ import annotations

import json
import re
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest

from nimbook import CHAPTERS
from nimbook.exercises import Exercise, display_form, exercises_of, move, normal_form
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
        form = normal_form(option)
        assert (form in answer.right) == (outcome(option) == "P")
        if form not in answer.right:
            match = re.search(" your opponent moves to (.+) and wins", answer.replies[form])
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
def test_only_the_solution_reveals_the_answer(exercise: Exercise) -> None:
    right = f"<b>{escape(exercise.answer.display)}</b>"
    assert right in exercise.solution_html and right not in exercise.question
    table = json.dumps({**exercise.answer.table(exercise.id), "id": ""}, ensure_ascii=False)
    assert not any(f'"{form}"' in table for form in exercise.answer.right)
