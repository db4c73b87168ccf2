"""Tests of the workbench without a page: its values, limits, views, links and error messages."""

from __future__ import annotations

import builtins
import re
from base64 import b64decode
from contextlib import suppress
from io import BytesIO
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from nimbook.play.links import follow, fragment
from nimbook.study import study as study_module
from nimbook.study.forms import (
    EXAMPLES,
    FORMS,
    SENTENCES,
    Example,
    Sentence,
    coordinates,
    read_game,
    sentence_for,
)
from nimbook.study.study import GRUNDY, KINDS, MISERE, OUTCOMES, Study
from nimbook.study.workbench import VIEWS, Workbench
from nimtwist import EndlessPlayError, Solver, period, sequence
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.search import find
from nimtwist.misere import misere_quotient
from tests.lib import own_brute as brute
from tests.lib.widgets import control, text_content, visible_html

LABELS = {key: form.label for key, form in FORMS.items()}


def study_of(game: Example, size: int, kind: str = OUTCOMES) -> Study:
    return Study(game.form, game.text, game.positions, size, kind)


# --- Limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "size", "kind"),
    [(EXAMPLES[0], 12, OUTCOMES), (EXAMPLES[8], 99, GRUNDY), (EXAMPLES[8], 99, OUTCOMES)],
)
def test_a_computation_pauses_and_goes_on(
    game: Example, size: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_module, "_MAX_WORK", 900)
    study, known = study_of(game, size, kind), []
    for _ in range(40):
        try:
            study.compute()
        except ValueError as error:
            assert "paused after 900 steps: press Compute" in str(error)
        known.append(len(study.values))
        assert bool(study.note) == (4 <= known[-1] < size)
        if study.note:
            assert f"Only x below {known[-1]} so far" in study.note
            assert game != EXAMPLES[0] or f"x and y below {known[-1]}" in study.table()
            assert study.picture() and study.patterns()
    assert known == sorted(known) and known[0] < size == known[-1]
    monkeypatch.undo()
    whole = study_of(game, size, kind)
    whole.compute()
    assert study.values == whole.values


def test_progress_is_reported() -> None:
    reports, report = list[str](), r"\d+ of 60 done, [\d,]+ positions searched"
    Study("vectors", "1,0*; 0,1*", "(x, y)", 60, GRUNDY, reports.append).compute()
    assert reports and all(re.fullmatch(report, sentence) for sentence in reports)


def test_a_search_stops_at_its_limit_and_keeps_what_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(study_module, "_LIMIT", 300)
    study = Study("vectors", "2; 3; 7", "(x,)", 600, MISERE)
    study.compute()
    assert 4 < len(study.values) < 600 and "was stopped after 300 positions" in study.note
    endless = Study("code", "def options(n): return [n + 1]", "x", 9, OUTCOMES)
    with pytest.raises(ValueError, match="the search from position 0 was stopped after 300"):
        endless.compute()


# --- Proofs --------------------------------------------------------------------------------------

PROOFS = {
    "period": r"Period (\d+) from x = (\d+) on, proved by (?:the theorem of Guy and Smith|"
    r"finitely many states) for the (outcomes|Grundy values) of (.*), one heap of any size in "
    r"normal play\.",
    "rows": r"Proved by a certificate for the outcomes of (.*), two heaps of any size in normal "
    r"play: for all x ≥ (\d+), row x \+ (\d+) is (the same as row x|row x with more copies of some "
    r"repeated blocks)\.",
    "quotient": r"Proved for any number of heaps of at most (\d+) in misère play: the misère "
    r"quotient has (\d+) elements\.",
}
"""All sentences that speak of a proof."""


def proofs(study: Study) -> dict[str, tuple[str, ...]]:
    """Return the parts of each sentence in the views of a study that speaks of a proof."""
    study.compute()
    found = {}
    for sentence in map(text_content, re.findall("<li>.*?</li>", study.patterns(), re.DOTALL)):
        if "prove" in sentence.lower():
            matches = {name: re.fullmatch(text, sentence) for name, text in PROOFS.items()}
            [(name, groups)] = [(name, match.groups()) for name, match in matches.items() if match]
            found[name] = groups
    assert "prove" not in f"{study.table()}{study.picture()}{study.note}".lower()
    return found


HEAP_GAMES: dict[tuple[str, str], tuple[int, list[str]]] = {
    ("octal", "0.53"): (44, [GRUNDY]),
    ("octal", "0.26"): (24, [GRUNDY, OUTCOMES]),
    ("octal", "0.333"): (40, [GRUNDY, OUTCOMES]),
    ("subtract", "1, 3, 4"): (40, [GRUNDY, OUTCOMES]),
    ("break", "0: 2 different"): (40, []),
    ("vectors", "1; 3; 4"): (40, []),
    ("code", "def options(p): return [(p[0] - n,) for n in (1, 3, 4) if n <= p[0]]"): (40, []),
}
"""Games with heaps, how many values to compute, and which values have a proved period."""


def period_of(values: list[Any], rules: Any) -> tuple[int, int]:
    """Return the length and the start of a period that is proved."""
    found = period(values, rules)
    assert found and found.theorem
    return found.length, found.start


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", HEAP_GAMES, ids=" ".join)
def test_proofs_about_one_heap_are_those_of_the_engine(game: tuple[str, str], kind: str) -> None:
    count, proved = HEAP_GAMES[game]
    rules, one_heap = read_game(*game), ("(x,)", "(0, x)")
    several = () if game[0] in ("vectors", "code") else ("(0, x)", "(x, 5)", "(x, x)", "(x, y)")
    for template in ("(x,)", *several):
        size = 10 if kind == MISERE or "y" in template else count
        found = proofs(Study(*game, template, size, kind))
        expected = ["period"] * (kind in proved and template in one_heap)
        assert [*found] == expected + ["quotient"] * (kind == MISERE and bool(several)), template
        if "period" in found:
            # A proved period of the Grundy values is a period of the outcomes.
            values = sequence(rules, size, lambda n: (n,))
            assert found["period"] == (*map(str, period_of(values, rules)), kind, template)
        if "quotient" in found:
            most, order = map(int, found["quotient"])
            assert misere_quotient(rules, range(most + 1)).order == order


FAMILIES = ("1: none", "3: 1; 2; 3", "3: 1,3; 2,3", "4: 1,3; 1,2,4; 2,3,4", "7: 1; 2")
BOUNDED = ("3: 1,3; 2,3",)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", FAMILIES)
def test_proofs_about_restrictions_are_those_of_the_engine(text: str, kind: str) -> None:
    rules: Any = read_game("blocking", text)
    shapes = ("x,", "0, x", "x, 3", "x, x", "x, y", "y, x, 0", "x, y, 1")
    for shape, forbidden in product(shapes, rules.family[:2]):
        template = f"(({shape}), {{{', '.join(map(str, sorted(forbidden)))}}})"
        size = 8 if kind != OUTCOMES or "y" in shape else 50
        found = proofs(Study("blocking", text, template, size, kind))
        is_one = shape in ("x,", "0, x")
        is_two = shape in ("x, y", "y, x, 0") and rules.modulus < 7
        expected = ["period"] * is_one + ["rows"] * is_two
        assert [*found] == expected * (kind == OUTCOMES), template
        if "period" in found:
            solver = Solver(rules)
            outcomes = [solver.outcome(((n,), forbidden)) for n in range(size)]
            assert found["period"] == (*map(str, period_of(outcomes, rules)), kind, template)
        if "rows" in found:
            shown, start, length, rule = found["rows"]
            certificate = find(rules, 200)
            assert certificate and not flaw(rules, certificate)
            numbers = certificate.row, certificate.period
            assert (shown, int(start), int(length)) == (template, *numbers)
            assert rule.startswith("the same") == (text in BOUNDED)


# --- Views ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "text", "template", "size", "kind", "sentence"),
    [
        ("octal", "0.77", "(x,)", 200, GRUNDY, "Period 12 from x = 71 on, proved by the theorem"),
        ("octal", "0.77", "(x,)", 150, GRUNDY, "Period 12 from x = 71 on, observed for x below"),
        ("octal", "0.77", "(x, 5)", 300, GRUNDY, "Period 12 from x = 71 on, observed for x below"),
        ("octal", "0.77", "(x,)", 200, OUTCOMES, "Period 1 from x = 1 on, observed for x below"),
        ("octal", "0.333", "(x,)", 50, OUTCOMES, "Period 4 from x = 0 on, proved by finitely many"),
        ("octal", "0.333", "(x,)", 50, MISERE, "Period 4 from x = 0 on, observed for x below 50"),
        ("octal", "0.007", "(x,)", 99, GRUNDY, "No period is visible for x below 99"),
        ("code", "options = lambda n: range(n // 2 * 2)", "x", 40, GRUNDY, "Values grow by 1 in"),
        ("vectors", "1,0*; 0,1*; 1,1*", "(x, y)", 24, OUTCOMES, "smaller coordinates of P-"),
        ("vectors", "1,0*; 0,1*; 1,1*", "(x, y)", 24, OUTCOMES, "positions agrees with A000201"),
        ("vectors", "1,0*; 0,1*; 1,1*", "(x, y)", 24, OUTCOMES, "positions agrees with A001950"),
        ("break", "0: 2 different", "(x,)", 60, OUTCOMES, "agrees with A036685"),
        ("break", "0: 2 different", "(x,)", 60, GRUNDY, "agrees with A002188"),
    ],
)
def test_periods_and_sequences_are_recognised(
    form: str, text: str, template: str, size: int, kind: str, sentence: str
) -> None:
    study = Study(form, text, template, size, kind)
    study.compute()
    assert sentence in text_content(study.patterns())


@pytest.mark.parametrize("kind", [OUTCOMES, GRUNDY])
def test_pictures_have_a_pixel_for_each_position(kind: str) -> None:
    study = Study("vectors", "1,0*; 0,1*", "(x, y)", 8, kind)
    study.compute()
    data = re.search('base64,([^"]*)', study.picture())
    assert data
    image = Image.open(BytesIO(b64decode(data[1]))).convert("RGB")
    assert image.size == (8, 8)
    pixels: Any = {(x, y): image.getpixel((y, x)) for x, y in product(range(8), repeat=2)}
    shades = {pixels[x, y]: study.values[x][y] for x, y in pixels}
    assert all(shades[pixels[x, y]] == study.values[x][y] for x, y in pixels)
    assert len(shades) == (2 if kind == OUTCOMES else 8)
    for (red, _, blue), value in shades.items():
        assert (blue > red) == (value in ("P", 0)), "P is blue"


def test_positions_are_explained() -> None:
    facts = text_content(study_of(EXAMPLES[0], 5, GRUNDY).position_view("(5, 8)"))
    value = brute.grundy(brute.EXAMPLES["Wythoff's game"].options)((5, 8))
    assert f"Grundy value{value}" in facts and "leave (5,\xa03)" in facts and "outcomeN" in facts
    lost = text_content(study_of(EXAMPLES[0], 5, MISERE).position_view("(0, 1)"))
    assert "winning movesnone" in lost and "misère play" in lost and "Grundy" not in lost


def test_game_trees_are_cut_to_fit() -> None:
    assert "(0, 0) P" in text_content(study_of(EXAMPLES[0], 5).position_view("(1, 2)"))
    wide = study_of(EXAMPLES[0], 5).position_view("(60, 50)")
    assert wide.count("nt-node") == 1 + 120, "the root and the first of its options"


# --- Sentences -----------------------------------------------------------------------------------


def choices(sentence: Sentence) -> list[tuple[str, ...]]:
    """Return all contents of the blanks of a sentence; what is typed, as it is at first."""
    pairs = zip(sentence.blanks, sentence.first, strict=True)
    return [*product(*([*blank.choices] or [first] for blank, first in pairs))]


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: str(sentence.words[0]))
def test_sentences_say_what_they_define(sentence: Sentence) -> None:
    for contents in choices(sentence):
        text = sentence.fill(contents)
        assert sentence_for(sentence.form, text) == (sentence, [*contents])
        Study(sentence.form, text, sentence.positions, 6, OUTCOMES).compute()


def test_sentences_and_fields_follow_each_other() -> None:
    bench = Workbench()
    verb, values = bench._verb, bench.inputs.values
    for number, sentence in enumerate(SENTENCES):
        verb.value = number
        values = bench.inputs.values
        assert not bench.error.value
        assert (values["form"], values["game"]) == (sentence.form, sentence.fill(sentence.first))
        assert [blank.value for blank in bench._blanks] == [*sentence.first]
        assert bench._ways.layout.display == "none"
        for blank, contents in zip(bench._blanks, choices(sentence)[-1], strict=True):
            blank.value = contents
        assert not bench.error.value
    bench._blanks[0].value = "2; none"
    assert bench.inputs.values["positions"] == "((x, y), {2})" and not bench.error.value
    bench._blanks[0].value = "two"
    assert "is not a number or a range" in bench.error.value
    bench.inputs.set(
        {"form": LABELS["octal"], "game": "0.77", "positions": "(x,)", "start": "(5,)"}
    )
    assert verb.value == -1 and bench._blanks == [] and bench._ways.layout.display is None
    bench.inputs.set({"form": LABELS["subtract"], "game": "2, 3"})
    assert verb.value == 0 and bench._blanks[0].value == "2, 3"


def test_compute_shows_the_table_of_a_game_that_is_being_played() -> None:
    bench = Workbench()
    assert bench.inputs.values["see"] == "play" and not bench.output.value
    bench._compute.click()
    assert bench.inputs.values["see"] == "table" and "Outcomes of (x, y)" in bench.output.value


# --- The lab -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda game: game.name)
def test_every_example_has_every_view(game: Example) -> None:
    bench = Workbench()
    bench.example.value = game.name
    values = bench.inputs.values
    assert (values["form"], values["game"]) == (game.form, game.text)
    shown = set()
    for view in VIEWS:
        bench.inputs.set({"see": view})
        assert not bench.error.value
        shown.add(bench.output.value if view != "play" else view)
    assert len(shown) == len(VIEWS)


def test_a_new_rule_begins_with_an_example() -> None:
    bench = Workbench()
    for key, form in FORMS.items():
        bench.inputs.controls["form"].value = key
        assert [bench.inputs.values[name] for name in ("form", "game")] == [key, form.example]
        assert not bench.error.value, key
        one_heap = key in ("subtract", "octal", "break")
        assert len(coordinates(bench.inputs.values["positions"])) == (1 if one_heap else 2)


def test_links_to_code_that_has_not_run_say_so() -> None:
    bench = Workbench("workbench")
    bench.example.value = "Nimble"
    bench.inputs.controls["game"].value += "\n# changed"
    bench._compute.click()
    link = fragment("workbench")
    other = Workbench("workbench")
    before = other.output.value
    follow(link)
    assert other.inputs.values == bench.inputs.values
    assert "has not been run yet" in other._status.value and other.output.value == before
    other._compute.click()
    assert other.output.value == bench.output.value and not other.error.value
    # An example, or a form without code, is safe.
    for text in ("form=Octal+game&game=0.07&positions=(x,)", f"game={EXAMPLES[1].text}"):
        follow(f"lab-workbench?{text}".replace("\n", "%0A").replace("#", "%23"))
    assert "has not been run yet" not in other._status.value


# Texts for every input. Each of them, if run as code, adds itself to `builtins.ran`.
RUNNABLE = [f"__import__('builtins').ran.add({n})\noptions = lambda p: []\n" for n in range(3)]
TEXTS = {
    "form": [LABELS["code"], LABELS["octal"]],
    "game": [*RUNNABLE, EXAMPLES[1].text, "0.77"],
    "positions": ["(x, y)", "(x,)", "__import__('builtins').ran.add(x)"],
    "size": ["4"],
    "see": ["table", "position", "play"],
    "start": ["(5, 8)", "__import__('builtins').ran.add(3)"],
    "moves": ["__import__('builtins').ran.add(4)"],
}
LINKS = st.fixed_dictionaries({}, optional={name: st.sampled_from(TEXTS[name]) for name in TEXTS})
FIELDS = st.one_of(
    *(st.tuples(st.just(name), st.sampled_from(TEXTS[name])) for name in TEXTS if name != "moves")
)
ACTIONS = st.one_of(LINKS, LINKS, FIELDS, st.sampled_from(["example", "visit", "compute"]))


@settings(max_examples=15)
@given(st.lists(ACTIONS, max_size=6))
@example([{"form": LABELS["octal"], "game": RUNNABLE[0]}, {"form": LABELS["code"]}])
@example([("form", LABELS["octal"]), ("game", RUNNABLE[0]), "compute", {"form": LABELS["code"]}])
@example([{"form": LABELS["code"], "game": RUNNABLE[0]}, "compute", "visit", ("see", "play")])
def test_code_runs_only_after_compute_for_this_form_and_text(actions: list[Any]) -> None:
    """Follow links, change fields and restore saved states, in any order."""
    ran: set[int] = set()
    bench, allowed = Workbench("workbench"), set[int]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "ran", ran, raising=False)
        for action in actions:
            form, game = (bench.inputs.values[name] for name in ("form", "game"))
            with suppress(ValueError):
                if action == "compute":
                    if form == "code" and game in RUNNABLE:
                        allowed.add(RUNNABLE.index(game))
                    bench._compute.click()
                    assert ran == allowed
                elif action == "visit":
                    saved = fragment("workbench")
                    bench, allowed, ran = Workbench("workbench"), set(), set()
                    patch.setattr(builtins, "ran", ran)
                    follow(saved)
                elif action == "example":
                    bench.example.value = EXAMPLES[1].name
                elif isinstance(action, dict):
                    follow(f"lab-workbench?{urlencode(action)}")
                else:
                    name, text = action
                    control = bench.inputs.controls[name]
                    trait = "label" if control.has_trait("label") else "value"
                    control.set_trait(trait, int(text) if name == "size" else text)
            assert ran <= allowed


@pytest.mark.parametrize(
    ("kind", "ending"),
    {
        OUTCOMES: "No moves left: you win!",
        MISERE: "The last move loses: the engine wins.",
        "ranks of 3 players": "1st you, 2nd Charlie, 3rd Bob",
    }.items(),
)
def test_play_follows_the_kind_of_values(kind: str, ending: str) -> None:
    bench = Workbench()
    texts = {"form": LABELS["subtract"], "game": "1, 2", "positions": "(x,)", "values": kind}
    bench.inputs.set({**texts, "start": "(2,)", "see": "play"})
    control(bench.widget, "take 2 of 2").click()
    assert not bench.error.value and ending in " ".join(visible_html(bench.widget))


ENDLESS = r"search from position 0 was stopped after [\d,]+ positions: .* Choose smaller"
NO_LIST = r"^options must return a list of positions, not {}\. The search was at position 0\.$"
ERRORS = {
    "def options(n):\n    return [n + 1]": ENDLESS,
    "def options(n):\n    return [n // (n - 3)] if n else []": r"ZeroDivisionError in line 2: .* "
    r"position 3\. Correct the rules and press Compute",
    "def options(n):\n    return [[n - 1]] if n else []": r"position \[0\] is not hashable: use "
    r"tuples instead of lists.* at position 1\.",
    "def options(n)\n    return []": r"line 1 of the code, .* expected ':'",
    "option = list": r"must define a function options\(position\)",
    "def options(n):\n    if n: return [n - 1]": NO_LIST.format("None"),
    "class A:\n    def options(self, n):\n        return\nrules = A()": NO_LIST.format("None"),
    "options = int": NO_LIST.format(0),
}


@pytest.mark.parametrize("code", ERRORS)
def test_errors_are_one_sentence_and_the_last_result_remains(code: str) -> None:
    bench = Workbench()
    before = bench.output.value
    bench.inputs.set({"form": LABELS["code"], "game": code, "positions": "x"})
    bench._compute.click()
    assert re.search(ERRORS[code], text_content(bench.error.value))
    assert "Traceback" not in bench.error.value and bench.output.value == before


def test_draws_are_shown_in_every_view() -> None:
    """In this game, 1 and 2 are draws, 0 is lost, and 3 is won."""
    code = "def options(n): return {0: [], 1: [2], 2: [1], 3: [0, 1]}.get(n, [n - 1])"
    for kind, values in {
        OUTCOMES: "P D D N P N",
        GRUNDY: "0 ∞ ∞ ∞(0) 0 1",
        MISERE: "N D D D D D",
    }.items():
        study = Study("code", code, "x", 6, kind)
        study.compute()
        assert study.values == [int(v) if v.isdecimal() else v for v in values.split()]
        assert "draws in grey" in study.picture() and study.patterns()
        assert all(value in study.table() for value in values.split())
        view = text_content(study.position_view("2"))
        assert "outcomeD" in view and "loopy search: play need not end" in view
    ranks = Study("code", code, "x", 6, "ranks of 3 players")
    with pytest.raises(EndlessPlayError):
        ranks.compute()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("def components(n): return [n - 1] if n > 1 else []", "have nim-sum 2, but a search"),
        ("def canonical(n): return n // 2", "but its canonical form"),
    ],
)
def test_wrong_functions_of_a_reader_are_reported(line: str, message: str) -> None:
    study = Study("code", f"options = range\n{line}", "x", 12, OUTCOMES)
    with pytest.raises(ValueError, match=message):
        study.compute()


@pytest.mark.parametrize("see", VIEWS)
def test_code_that_exits_does_not_end_the_lab(see: str) -> None:
    bench = Workbench()
    code = "def options(n):\n    raise SystemExit('bye')"
    bench.inputs.set({"form": LABELS["code"], "game": code, "positions": "x", "start": "3"})
    bench.inputs.set({"see": see})
    bench._compute.click()
    assert "SystemExit in line 2: bye. Correct the rules" in bench.error.value


def test_positions_are_literals_or_in_the_notation_of_the_game() -> None:
    study = Study("blocking", "3: 1; 2; 3", "((x, y), {1})", 5, OUTCOMES)
    assert study.read("4, 2, 1 not 1") == study.read("((4, 2, 1), {1})")
    with pytest.raises(ValueError, match="names no restriction"):
        study.read("4, 2, 1")


# --- Taking the game away ------------------------------------------------------------------------
