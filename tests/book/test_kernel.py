"""The kernel of a live page, asked as the page asks it.

It runs in processes of its own, because it replaces IPython, as it does in the page.
"""

from __future__ import annotations

import json
import multiprocessing
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

import kernel
import pytest

Message = dict[str, Any]


def serve(page: Connection) -> None:
    """Handle the requests of a page; send all that comes of each."""
    said: list[str] = []
    python = kernel.Kernel(said.append)
    python.install()
    while request := page.recv():
        python.handle(request)
        page.send(said)
        said.clear()


@dataclass(frozen=True)
class Said:
    """What came of a request: the events, and the answer."""

    events: list[Message]
    answer: Message

    @property
    def value(self) -> object:
        """The answer, which is no error."""
        return self.answer["value"]

    @property
    def error(self) -> str:
        """The sentence that is the answer."""
        return str(self.answer["error"])

    @property
    def outputs(self) -> list[tuple[str, str]]:
        """What is shown, each with its kind; what is printed in pieces is one."""
        shown: list[tuple[str, str]] = []
        for event in self.events:
            if event["type"] == "output":
                kind, value = event["kind"], event["value"]
                if kind == "text" and shown and shown[-1][0] == "text":
                    value = shown.pop()[1] + value
                shown.append((kind, value))
        return shown

    @property
    def trouble(self) -> str:
        """The one error that is shown, as the last thing."""
        *before, (kind, text) = self.outputs
        assert kind == "error" and "error" not in dict(before), self.outputs
        return text

    @property
    def states(self) -> list[Message]:
        """The states that widgets are made with or changed to, in order."""
        return [event["data"]["state"] for event in self.events if "state" in event.get("data", {})]


class Page:
    """The page's end of a kernel in a process."""

    def __init__(self, python: Connection) -> None:
        self._python = python
        self._numbers = count(1)

    def ask(self, **request: object) -> Said:
        """Send a request, and return what comes of it."""
        number = next(self._numbers)
        self._python.send(json.dumps({**request, "id": number}))
        *events, answer = map(json.loads, self._python.recv())
        assert "answer" not in {event["type"] for event in events}
        assert (answer["type"], answer["id"]) == ("answer", number)
        return Said(events, answer)

    def run(self, source: str, cell: str = "a") -> Said:
        """Run a cell."""
        return self.ask(type="run", cell=cell, source=source)

    def chapter(self, **cells: str) -> Said:
        """Tell it of the cells of a chapter."""
        return self.ask(type="chapter", cells=cells)

    def forget(self, cell: str) -> Said:
        """Have a cell as if it had not been run."""
        return self.ask(type="forget", cell=cell)

    def change(self, widget: str, **state: object) -> Said:
        """Do as a reader who moves a control."""
        return self.comm(widget, {"method": "update", "state": state, "buffer_paths": []})

    def click(self, widget: str) -> Said:
        """Do as a reader who presses a button."""
        return self.comm(widget, {"method": "custom", "content": {"event": "click"}})

    def comm(self, widget: str, data: object) -> Said:
        """Tell a widget anything."""
        return self.ask(type="comm", comm_id=widget, data=data)

    def follow(self, fragment: str, cell: str = "a") -> Said:
        """Have the lab of a cell follow a link."""
        return self.ask(type="follow", cell=cell, fragment=fragment)

    def link(self, lab: str) -> Said:
        """Ask for a link to a lab."""
        return self.ask(type="link", lab=lab)


@pytest.fixture
def page() -> Iterator[Page]:
    """The page of a Python that nobody has asked for anything."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=[theirs])
    process.start()
    yield Page(ours)
    ours.send(None)
    process.join()


# --- Cells ---------------------------------------------------------------------------------------

LOUD = "class Loud:\n    def _repr_html_(self): return '<b>loud</b>'\n"


@pytest.mark.parametrize(
    ("source", "outputs"),
    [
        ("6 * 7", [("text", "42\n")]),
        ("'a'", [("text", "'a'\n")]),
        ("1\n2", [("text", "2\n")]),
        ("None", []),
        ("# nothing", []),
        ("6 * 7;  # no silence", [("text", "42\n")]),
        ("if True:\n    5", []),
        ("import sys\nprint('é <b>', file=sys.stderr, end='')\n3", [("text", "é <b>3\n")]),
        (LOUD + "Loud()", [("html", "<b>loud</b>")]),
        (LOUD + "Loud", [("text", "<class '__main__.Loud'>\n")]),
        (LOUD + "display(Loud())\nprint(2)\n3", [("html", "<b>loud</b>"), ("text", "2\n3\n")]),
    ],
)  # fmt: skip
def test_the_last_value_of_a_cell_is_shown(
    source: str, outputs: list[tuple[str, str]], page: Page
) -> None:
    said = page.run(source)
    assert said.outputs == outputs and said.value is True
    assert {event["cell"] for event in said.events} <= {"a"}


MOST = kernel._MOST_TEXT


@pytest.mark.parametrize(
    "sizes", [[MOST], [MOST + 1], [MOST - 1, 1], [MOST - 1, 2], [2 * MOST, MOST]], ids=str
)
def test_of_much_text_the_first_part_is_shown(sizes: list[int], page: Page) -> None:
    source = f"import sys\nfor size in {sizes}: sys.stdout.write('x' * size) and None"
    expected = "x" * min(MOST, sum(sizes)) + (kernel._CUT if sum(sizes) > MOST else "")
    for cell in ("a", "a", "b"):  # the limit is each time's own
        assert page.run(source, cell).outputs == [("text", expected)]


# Each loop shows something without end; how often it may, and what the sentence says of it.
FLOODS = {
    "display(Loud())": (kernel._MOST_SHOWN, "HTML outputs and widgets"),
    "slider.value += 1": (kernel._MOST_CHANGES, "new widgets and changes to widgets"),
    "display(Large())": (5, "characters of HTML and widgets"),
    "html.value = f'{next(numbers):1000000}'": (4, "characters of HTML and widgets"),
}
FLOODING = f"""
import itertools
import ipywidgets as ipw
{LOUD}
class Large:
    def _repr_html_(self): return 'x' * {kernel._MOST_SIZE // 5}
html, slider = ipw.HTML(), ipw.IntSlider(0, max=10**9)
numbers = itertools.count()
"""


@pytest.mark.parametrize(
    "show",
    FLOODS,
)
def test_a_loop_that_shows_without_end_is_ended_by_a_sentence(show: str, page: Page) -> None:
    page.run(FLOODING)
    most, what = FLOODS[show]
    for cell in ("a", "b"):  # the limit is each time's own
        said = page.run(f"while True: {show}", cell)
        assert said.value is False
        *shown, error = said.events
        assert (len(shown), error["kind"]) == (most, "error")
        assert re.search(f"RuntimeError: a run can show the page at most .* {what}", error["value"])
    assert page.run("display(Loud())").outputs == [("html", "<b>loud</b>")]


# A cell each: imports, a function that uses what comes later in its cell and what is changed in
# another, names that are bound twice, values that are changed in place.
CHAPTER = {
    "a": "import math\nprint('loud')\nsize = 2\nlist(range(size))",
    "b": "def twice(): return 2 * helped()\ndef helped(): return size\nheaps = [size, 1]",
    "c": "size = 5\nheaps[0] += 10\nprint(heaps)",
    "d": "[square := size * size for _ in 'x']",
    "e": "square, twice(), heaps, size, math.pi > 3",
}


def test_a_cell_has_the_names_before_it_whatever_was_run(page: Page) -> None:
    page.chapter(**CHAPTER)
    assert page.run(CHAPTER["e"], "e").outputs == [("text", "(25, 4, [12, 1], 5, True)\n")]
    assert page.run("size", "c").outputs == [("text", "2\n")]
    error = page.run("twice()", "a").trouble  # which stands below
    assert "NameError: name 'twice' is not defined" in error


def test_a_cell_that_was_run_counts_as_it_was_run(page: Page) -> None:
    page.chapter(**CHAPTER)
    assert page.run("twice()", "e").outputs == [("text", "4\n")]
    page.run("size = 7", "a")
    assert page.run("twice(), size", "e").outputs == [("text", "(14, 5)\n")]
    page.run("size = 8", "c")
    assert page.run("twice(), size", "e").outputs == [("text", "(14, 8)\n")]
    page.run("mine = size", "e")
    assert page.run("mine", "e").outputs == page.run("mine", "b").outputs == [("text", "8\n")]
    for cell in ("a", "c"):
        page.forget(cell)
    assert page.run("twice(), size", "e").outputs == [("text", "(4, 5)\n")]


def test_what_a_cell_rebinds_harms_no_function_of_another(page: Page) -> None:
    page.chapter(a="size = 2\ndef area(): return size * size", b="size = 9")
    page.run("size = 2\ndef area(): return size * size", "a")
    page.run("size = 9", "b")
    assert page.run("area(), size", "b").outputs == [("text", "(4, 9)\n")]


def test_only_what_a_cell_needs_is_run(page: Page) -> None:
    page.chapter(a="while True: endless = 1", b="1 / 0\nbad = 1 / 0\ngood = 3", c="good")
    assert page.run("good", "c").outputs == [("text", "3\n")]
    error = page.run("bad", "c").trouble
    assert 'File "<cell b>", line 2' in error and "bad = 1 / 0" in error
    assert page.run("good", "c").value is True


@pytest.mark.parametrize(
    "name", ["numpy", "matplotlib.pyplot", "pandas", "cryptography.x509", "nimbook.show.frames"]
)
def test_what_chapters_use_and_a_page_lacks_is_named(name: str, page: Page) -> None:
    absent = name if name == "nimbook.show.frames" else name.partition(".")[0]
    page.run(f"import sys\nsys.modules[{absent!r}] = None")
    page.chapter(a=f"import {name} as far", b="far")
    for cell in "a", "b":
        said = page.run(f"import {name}" if cell == "a" else "far.off", cell)
        assert re.fullmatch("This cell needs .*; open the chapter in Jupyter[.]", said.trouble)
    assert "Traceback" in page.run("import nowhere").trouble


# --- What goes wrong -----------------------------------------------------------------------------

IN_HTML = "class Broken:\n    def _repr_html_(self): return 1 / 0\n"


@pytest.mark.parametrize(
    ("source", "quoted", "last"),
    [
        ("x = 1\nx / 0", [(2, "x / 0")], "ZeroDivisionError: division by zero"),
        ("5 +* 6", [(1, "5 +* 6")], "SyntaxError: invalid syntax"),
        (IN_HTML + "Broken()", [(2, "def _repr_html_(self): return 1 / 0")], "ZeroDivisionError: "),
        ("def f():\n    f()\nf()", [(3, "f()"), *[(2, "f()")] * 3], "RecursionError: "),
        ("exit()", [(1, "exit()")], "SystemExit"),
        ("class E(Exception):\n    def __str__(self): 1 / 0\nraise E", [(3, "raise E")], "E: "),
    ],
)  # fmt: skip
def test_a_traceback_quotes_the_lines_of_the_cell(
    source: str, quoted: list[tuple[int, str]], last: str, page: Page
) -> None:
    said = page.run(source)
    assert said.value is False
    text = said.trouble
    found = re.findall(r'  File "<cell a>", line (\d+).*\n +(.*)\n', text)
    assert found == [(str(line), code) for line, code in quoted]
    assert text.index("  File") == text.index('  File "<cell a>"')  # they come first
    assert text.splitlines()[-1].startswith(last)
    assert "kernel.py" not in text and "ast.py" not in text
    assert page.run("6 * 7").outputs == [("text", "42\n")]  # and Python goes on


# What a cell holds is seen by others, and so is its namespace.
GREEDY = """
import sys, weakref
class Large: pass
large = Large()
sys.seen, sys.namespace = weakref.ref(large), globals()
{}
"""


def test_a_cell_for_which_there_is_no_memory_gives_back_what_it_took(page: Page) -> None:
    page.run("before = 6", "a")
    page.run(GREEDY.format("large"), "b")
    alive = "import sys\nsys.seen() is not None"
    assert page.run(alive, "c").outputs == [("text", "True\n")]
    said = page.run(GREEDY.format("def fail(): raise MemoryError\nfail()"), "b")
    assert said.value is False
    assert said.trouble == kernel._NO_MEMORY + kernel._FREED
    assert page.run(alive, "c").outputs == [("text", "False\n")]
    assert "NameError" in page.run("large", "b").trouble
    assert page.run("7 * before", "b").outputs == [("text", "42\n")]


def test_a_traceback_quotes_each_cell_as_it_was_last_run(page: Page) -> None:
    page.run("pass", "a")
    page.run("def fail():\n    raise ValueError('old')", "a")
    page.run("# moved\ndef fail():\n    raise ValueError('new')", "a")
    text = page.run("\nfail()", "b").trouble
    assert '<cell b>", line 2, in <module>\n    fail()\n' in text
    assert "<cell a>\", line 3, in fail\n    raise ValueError('new')\n" in text


# --- Widgets -------------------------------------------------------------------------------------

SLIDER = """
import ipywidgets as ipw
slider, double = ipw.IntSlider(3, description="heap"), ipw.HTML("6")
def observe(change):
    print("seen", change.new)
    double.value = str(2 * change.new)
slider.observe(observe, "value")
"""


def id_of(widget: str, page: Page) -> str:
    """Return the id by which the page knows a widget of this name."""
    [(_, text)] = page.run(f"print({widget}.model_id, end='')", "id").outputs
    return text


def test_a_widget_is_there_before_it_is_shown(page: Page) -> None:
    said = page.run(SLIDER + "ipw.VBox([slider, double])")
    *opened, shown = said.events
    assert {event["type"] for event in opened} == {"comm_open"}
    states = {event["comm"]: event["data"]["state"] for event in opened}
    assert (shown["kind"], states[shown["value"]]["_model_name"]) == ("widget", "VBoxModel")
    names = [name.removeprefix("IPY_MODEL_") for name in states[shown["value"]]["children"]]
    slider, double = [states[name] for name in names]
    assert (slider["value"], slider["description"], double["value"]) == (3, "heap", "6")
    assert slider["layout"].removeprefix("IPY_MODEL_") in states
    assert all(event["metadata"] == {"version": "2.1.0"} for event in opened)


def test_a_change_reaches_python_and_what_it_does_comes_before_the_answer(page: Page) -> None:
    page.run(SLIDER, "a")
    slider, double = id_of("slider", page), id_of("double", page)
    said = page.change(slider, value=5)
    assert said.outputs == [("text", "seen 5\n")] and said.value is None
    # The page is not told what it has said itself.
    [changed] = [event for event in said.events if event["type"] != "output"]
    assert (changed["type"], changed["comm"]) == ("comm_msg", double)
    assert changed["data"]["state"] == {"value": "10"}
    assert page.run("slider.value, double.value").outputs == [("text", "(5, '10')\n")]


FAILING = """
import ipywidgets as ipw
def fail(*_): {}
text, button = ipw.Text(), ipw.Button()
text.observe(fail, "value")
button.on_click(fail)
"""


@pytest.mark.parametrize("use", ["change", "click"])
def test_an_error_of_an_observer_is_shown_where_the_widget_was_made(use: str, page: Page) -> None:
    page.run(FAILING.format("1 / 0"), "a")
    text, button = id_of("text", page), id_of("button", page)
    page.run("'in between'", "b")
    said = page.change(text, value="x") if use == "change" else page.click(button)
    first, quoted, *_, last = said.trouble.splitlines()[1:]
    assert first == '  File "<cell a>", line 3, in fail'
    assert quoted == "    def fail(*_): 1 / 0" and last == "ZeroDivisionError: division by zero"
    assert {event["cell"] for event in said.events} == {"a"} and said.value is None


def test_a_widget_that_is_closed_hears_nothing(page: Page) -> None:
    page.run(SLIDER)
    slider = id_of("slider", page)
    said = page.run("slider.close()")
    assert [event["comm"] for event in said.events if event["type"] == "comm_close"] == [slider]
    for widget in (slider, "never made"):
        said = page.change(widget, value=5)
        assert not said.events and said.value is None


BYTES = "widgets with binary data, such as images, do not work on this page"
NO_NUMBER = "ValueError: Out of range float values are not JSON compliant"


@pytest.mark.parametrize(
    ("source", "last"),
    [
        ("ipw.Image(value=b'123')", BYTES),
        ("image = ipw.Image(); image.value = b'123'", BYTES),
        ("ipw.FloatText(float('nan'))", NO_NUMBER),
        ("number = ipw.FloatText(0); number.value = float('inf')", NO_NUMBER),
    ],
)
def test_what_cannot_be_told_is_refused(source: str, last: str, page: Page) -> None:
    said = page.run(f"import ipywidgets as ipw\n{source}\nNone")
    assert said.value is False
    assert last in said.trouble  # in its last line; from Python 3.14 on, notes follow
    assert [*page.run("ipw.Text('a')").states][-1]["value"] == "a"


def test_an_unknown_request_is_answered_by_an_error(page: Page) -> None:
    for request in ({"type": "sing"}, {"type": "run"}, {"type": "run", "cell": "a", "source": 5}):
        assert page.ask(**request).error.startswith("Python failed: ")
    assert page.run("6 * 7").outputs == [("text", "42\n")]
