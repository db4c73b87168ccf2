"""Tests that links save and restore the inputs of a lab and that invalid links change nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nimbook.play import links
from nimbook.play.links import Inputs, follow, fragment, register
from nimbook.widgets import lab
from tests.lib.widgets import visible_html

WORDS = ["a", "b & c", "1; 2", "", "<b>", "50 %", "ø+#?="]
VALUES = st.fixed_dictionaries(
    {
        "text": st.text(st.characters(codec="utf-8"), max_size=20),
        "slider": st.sampled_from(range(-3, 10, 4)),
        "bounded": st.integers(2, 7),
        "number": st.integers(1 - 10**15, 10**15 - 1),
        "stops": st.sampled_from(WORDS),
        "menu": st.sampled_from(WORDS),
        "buttons": st.sampled_from(WORDS),
        "check": st.booleans(),
    }
)


def every_kind(on_change: Callable[[], object] = lambda: None) -> Inputs:
    """Register a lab named "every-kind" with every type of control, and return its inputs."""
    controls = {
        "text": ipw.Text("initial"),
        "slider": ipw.IntSlider(1, -3, 9, 4),
        "bounded": ipw.BoundedIntText(5, 2, 7),
        "number": ipw.IntText(0),
        "stops": ipw.SelectionSlider(options=WORDS),
        "menu": ipw.Dropdown(options={word: (n, word) for n, word in enumerate(WORDS)}),
        "buttons": ipw.ToggleButtons(options=[(word, frozenset({word})) for word in WORDS]),
        "check": ipw.Checkbox(True),
    }
    inputs = Inputs(controls, on_change)
    assert register("every-kind", inputs) == "lab-every-kind"
    return inputs


def set_controls(inputs: Inputs, values: dict[str, Any]) -> None:
    """Set the controls one after another, as a reader would."""
    for name, value in values.items():
        control = inputs.controls[name]
        control.set_trait("label" if control.has_trait("label") else "value", value)


# --- Round trips ---------------------------------------------------------------------------------


@settings(max_examples=10)
@given(VALUES)
@example({"text": "+ %2B&=;,#?\n\0", "menu": "ø+#?="})
def test_links_round_trip(values: dict[str, Any]) -> None:
    inputs = every_kind()
    set_controls(inputs, values)
    link, before, texts = fragment("every-kind"), inputs.values, inputs.texts
    assert link.isascii() and not set(link) & set(" <>\"'#")
    other = every_kind()
    assert follow(link) == "every-kind"
    assert (other.values, other.texts, fragment("every-kind")) == (before, texts, link)


# --- Changes -------------------------------------------------------------------------------------


def test_a_link_triggers_a_single_change() -> None:
    seen: list[dict[str, Any]] = []
    inputs = every_kind(lambda: seen.append(inputs.values))
    follow("lab-every-kind?text=x&slider=5&bounded=2&menu=a&check=no")
    assert seen == [inputs.values]
    follow("lab-every-kind?text=x&slider=5")
    assert len(seen) == 1  # these inputs were set already, so nothing changed
    set_controls(inputs, {"text": "y", "check": True})
    assert len(seen) == 3


def test_rejected_text_stays_in_its_field_until_it_is_corrected() -> None:
    heap, plus = ipw.Text("3"), ipw.IntSlider(1, 0, 9)
    box = lab(lambda heap, plus: f"{int(heap) + plus}", "typed", heap=heap, plus=plus)
    assert box._dom_classes == ("nt-lab", "lab-typed")
    link = fragment("typed")
    for correct, shown in (("3", "4"), ("4", "5")):
        heap.value = "zzz"
        assert "zzz" in visible_html(box)[0] and heap.value == "zzz"
        assert fragment("typed") == link
        heap.value = correct
        assert visible_html(box) == ["", shown]
        link = fragment("typed")
    heap.value = "zzz"
    with pytest.raises(ValueError, match="'y'"):
        follow("lab-typed?heap=y")
    assert heap.value == "zzz" and fragment("typed") == link
    plus.value = 2  # drops the rejected text
    assert (visible_html(box), heap.value) == (["", "6"], "4")
    heap.value = "zzz"
    follow(link)
    assert (visible_html(box), heap.value, plus.value) == (["", "5"], "4", 1)


# --- Invalid links -------------------------------------------------------------------------------


def test_a_link_has_at_most_8000_characters() -> None:
    text = ipw.Text("x" * 7986)
    register("long", Inputs({"text": text}))
    longest = fragment("long")
    assert len(longest) == 8000 and follow(longest) == "long"
    text.value += "x"
    message = rf"^the link 'lab-long.text={'x' * 46}'… \(8001 characters\) is too long: at most "
    with pytest.raises(ValueError, match=message):
        fragment("long")
    with pytest.raises(ValueError, match=message):
        follow(f"{longest}x")


# The least and greatest values that a link may give to a control, the neighbours of these that it
# may not, and how the message describes what is allowed.
LIMITS: dict[str, tuple[list[Any], list[Any], str]] = {
    "slider": ([-3, 9], [-7, -2, 10, 13], "an integer from -3 to 9 in steps of 4"),
    "bounded": ([2, 7], [1, 8], "an integer from 2 to 7"),
    "number": (
        [1 - 10**15, 10**15 - 1],
        [-(10**15), 10**15, "1e3", "5x", " 5", "+5", "٥", "", "0" * 15 + "1"],
        "an integer from -999999999999999 to 999999999999999",
    ),
    "check": (["yes", "no"], ["1", "Yes"], "one of 'yes', 'no'"),
    "menu": (WORDS, ["c"], f"one of {', '.join(map(repr, WORDS))}"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_links_are_accepted_up_to_their_limits(name: str) -> None:
    accepted, rejected, allowed = LIMITS[name]
    inputs = every_kind()
    for value in accepted:
        inputs.set({name: str(value)})
        assert inputs.texts[name] == str(value)
    for value in rejected:
        with pytest.raises(ValueError) as caught:
            inputs.set({name: str(value)})
        assert str(caught.value) == f"the input {name!r} must be {allowed}, not {str(value)!r}"


def test_messages_list_at_most_twenty_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "_labs", {})
    with pytest.raises(ValueError, match=r"^no such lab: 'a'; no lab has a name$"):
        follow("lab-a")
    register("none", Inputs({}))
    assert fragment("none") == "lab-none" == f"lab-{follow('#lab-none')}"
    with pytest.raises(ValueError, match=r"^the lab has no input 'x': it has none$"):
        follow("lab-none?x=1")
    with pytest.raises(ValueError, match="must begin with 'lab-' and the lab's name, not with '#l"):
        follow("##lab-none")
    for count, tail in (0, "a menu without options"), (20, "'19'"), (21, "'19', …"):
        register("menu", Inputs({"menu": ipw.Dropdown(options=[*map(str, range(count))])}))
        with pytest.raises(ValueError, match=f"{tail}, not 'x'$"):
            follow("lab-menu?menu=x")


def test_controls_get_labels_and_a_link_omits_menus_without_a_selection() -> None:
    text = ipw.Text("1,2;3", description="a label")
    register("labels", Inputs({"first_heap": text, "other_heap": ipw.Dropdown(options=["1"])}))
    assert (text.description, text.continuous_update) == ("a label", False)
    assert links._labs["labels"].controls["other_heap"].description == "other heap"
    assert fragment("labels") == "lab-labels?first_heap=1,2;3&other_heap=1"
    links._labs["labels"].controls["other_heap"].index = None
    assert fragment("labels") == "lab-labels?first_heap=1,2;3"  # nothing is selected


def test_a_link_to_a_game_replaces_all_moves() -> None:
    calls: list[tuple[str, ...]] = []
    text = ipw.Text("3")
    more = {"start": "4", "moves": "1.2"}
    inputs = Inputs({"start": text}, lambda *moves: calls.append(moves), extra_texts=lambda: more)
    register("game", inputs)
    assert fragment("game") == "lab-game?start=4&moves=1.2"
    for query in "", "?start=3", "?moves=5", "?start=7&moves=5":
        follow(f"lab-game{query}")
    text.value = "8"
    assert calls == [("",), ("5",), ("5",), ()]


@pytest.mark.parametrize("error", [ValueError, KeyError])
def test_a_failing_change_is_undone(error: type[Exception]) -> None:
    def fail() -> None:
        raise error("no")

    inputs = every_kind(fail)
    before = inputs.values
    with pytest.raises(error):
        follow("lab-every-kind?text=x&slider=5")
    assert inputs.values == before
    with nullcontext() if error is ValueError else pytest.raises(error):
        inputs.controls["slider"].value = 5
    assert inputs.values == before


INVALID = ["bounded=8", "slider=1e3", "check=1", "menu=<script>", "x=", "text=%C3", "text"]
INVALID += ["text=\ud800", "bounded=7&bounded=7"]


@pytest.mark.parametrize("invalid", INVALID)
@pytest.mark.parametrize("place", [0, 3, 7])
def test_a_link_with_an_invalid_part_changes_nothing(invalid: str, place: int) -> None:
    every_kind()
    head, query = fragment("every-kind").split("?")
    parts = [part for part in query.split("&") if part.split("=")[0] != invalid.split("=")[0]]
    changes: list[int] = []
    inputs = every_kind(lambda: changes.append(1))
    set_controls(inputs, {"text": "other", "slider": 9})
    before = inputs.values, [*changes]
    with pytest.raises(ValueError) as caught:
        follow(f"{head}?{'&'.join([*parts[:place], invalid, *parts[place:]])}")
    assert (inputs.values, changes) == before
    # A query that cannot be parsed is quoted as a whole.
    quotes = ["got '", *map(repr, invalid.split("="))]
    assert any(quote in str(caught.value) for quote in quotes)


PIECES = st.sampled_from(
    [
        *("#", "lab-", "every-kind", "?", "&", "=", "text", "slider", "check", "yes", "5", "+"),
        *("%", "%41", "%ff", ";", "__class__", "<img src=x onerror=alert(1)>", "\ud800", "\0"),
        "x" * 300,
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join)))
@example("lab-every-kind?text=\ud800&")
def test_junk_gets_a_short_error_message_and_changes_nothing(junk: str) -> None:
    inputs = every_kind()
    before = inputs.values
    try:
        follow(junk)
    except ValueError as error:
        assert inputs.values == before and len(str(error)) < 600
