"""Tests that send requests to the kernel the way a live page does.

Each test runs the kernel in a separate process, because the kernel replaces IPython with stubs.
"""

from __future__ import annotations

import re

import kernel
import pytest

from tests.lib import kernel as process
from tests.lib.kernel import Page

page = process.page

# --- Cells ---------------------------------------------------------------------------------------

LOUD = "class Loud:\n    def _repr_html_(self): return '<b>loud</b>'\n"


# Cells, each with the kinds and values of its outputs.
LAST_VALUES = {
    "6 * 7": [("text", "42\n")],
    "'a'": [("text", "'a'\n")],
    "1\n2": [("text", "2\n")],
    "None": [],
    "# nothing": [],
    "6 * 7;  # no silence": [("text", "42\n")],
    "if True:\n    5": [],
    "import sys\nprint('é <b>', file=sys.stderr, end='')\n3": [("text", "é <b>3\n")],
    LOUD + "Loud()": [("html", "<b>loud</b>")],
    LOUD + "Loud": [("text", "<class '__main__.Loud'>\n")],
    LOUD + "display(Loud())\nprint(2)\n3": [("html", "<b>loud</b>"), ("text", "2\n3\n")],
}


def test_last_value_of_a_cell_is_shown(page: Page, subtests: pytest.Subtests) -> None:
    for source, outputs in LAST_VALUES.items():
        with subtests.test(source):
            reply = page.run(source)
            assert reply.outputs == outputs and reply.value is True
            assert {event["cell"] for event in reply.events} <= {"a"}


MAX_TEXT = kernel._MAX_TEXT


def test_long_text_is_truncated(page: Page) -> None:
    whole = MAX_TEXT
    for sizes in ([whole], [whole + 1], [whole - 1, 1], [whole - 1, 2], [2 * whole, whole]):
        source = f"import sys\nfor size in {sizes}: sys.stdout.write('x' * size) and None"
        expected = "x" * min(whole, sum(sizes)) + (kernel._TRUNCATED if sum(sizes) > whole else "")
        for cell in ("a", "a", "b"):  # the limit applies to each run separately
            assert page.run(source, cell).outputs == [("text", expected)]


# Statements to run in an endless loop, each with the number of outputs allowed and the words that
# the error message uses for these outputs.
FLOODS = {
    "display(Loud())": (kernel._MAX_OUTPUTS, "HTML outputs and widgets"),
    "slider.value += 1": (kernel._MAX_CHANGES, "new widgets and changes to widgets"),
    "display(Large())": (5, "characters of HTML and widgets"),
    "html.value = f'{next(numbers):1000000}'": (4, "characters of HTML and widgets"),
}
FLOOD_SETUP = f"""
import itertools
import ipywidgets as ipw
{LOUD}
class Large:
    def _repr_html_(self): return 'x' * {kernel._MAX_SIZE // 5}
html, slider = ipw.HTML(), ipw.IntSlider(0, max=10**9)
numbers = itertools.count()
"""


def test_endless_output_is_stopped_with_an_error(page: Page, subtests: pytest.Subtests) -> None:
    page.run(FLOOD_SETUP)
    for show, (limit, noun) in FLOODS.items():
        for cell in ("a", "b"):  # the limit applies to each run separately
            with subtests.test(show):
                reply = page.run(f"while True: {show}", cell)
                assert reply.value is False
                *outputs, error = reply.events
                assert (len(outputs), error["kind"]) == (limit, "error")
                assert re.search(f"RuntimeError: a run can show at most .* {noun}", error["value"])
    assert page.run("display(Loud())").outputs == [("html", "<b>loud</b>")]


# Cells with imports, values modified in place, names bound twice, and functions that use names
# bound later in the same cell or rebound in another cell.
CHAPTER = {
    "a": "import math\nprint('loud')\nsize = 2\nlist(range(size))",
    "b": "def twice(): return 2 * helped()\ndef helped(): return size\nheaps = [size, 1]",
    "c": "size = 5\nheaps[0] += 10\nprint(heaps)",
    "d": "[square := size * size for _ in 'x']",
    "e": "square, twice(), heaps, size, math.pi > 3",
}


def test_cell_sees_the_names_above_without_running_cells(page: Page) -> None:
    page.chapter(**CHAPTER)
    assert page.run(CHAPTER["e"], "e").outputs == [("text", "(25, 4, [12, 1], 5, True)\n")]
    assert page.run("size", "c").outputs == [("text", "2\n")]
    error = page.run("twice()", "a").traceback  # a later cell defines `twice`
    assert "NameError: name 'twice' is not defined" in error


def test_names_from_cells_that_were_run_take_precedence(page: Page) -> None:
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


def test_rebinding_a_name_does_not_affect_functions_elsewhere(page: Page) -> None:
    page.chapter(a="size = 2\ndef area(): return size * size", b="size = 9")
    page.run("size = 2\ndef area(): return size * size", "a")
    page.run("size = 9", "b")
    assert page.run("area(), size", "b").outputs == [("text", "(4, 9)\n")]


def test_only_needed_statements_are_run(page: Page) -> None:
    page.chapter(a="while True: endless = 1", b="1 / 0\nbad = 1 / 0\ngood = 3", c="good")
    assert page.run("good", "c").outputs == [("text", "3\n")]
    error = page.run("bad", "c").traceback
    assert 'File "<cell b>", line 2' in error and "bad = 1 / 0" in error
    assert page.run("good", "c").value is True


LIBRARIES = ["numpy", "matplotlib.pyplot", "pandas", "cryptography.x509", "nimbook.show.frames"]


def test_error_names_a_missing_library(page: Page, subtests: pytest.Subtests) -> None:
    for name in LIBRARIES:
        hidden = name if name == "nimbook.show.frames" else name.partition(".")[0]
        page.run(f"import sys\nsys.modules[{hidden!r}] = None")
        page.chapter(a=f"import {name} as module", b="module")
        for cell, source in (("a", f"import {name}"), ("b", "module.attribute")):
            with subtests.test(source):
                error = page.run(source, cell).traceback
                assert re.fullmatch("This cell needs .*; open the chapter in Jupyter[.]", error)
    assert "Traceback" in page.run("import nonexistent").traceback


COROUTINE = "import asyncio\nasync def double(n):\n    await asyncio.sleep(0)\n    return 2 * n\n"


def test_cells_may_await_at_top_level(page: Page) -> None:
    assert page.run(f"{COROUTINE}x = await double(21)\nprint(x)").outputs == [("text", "42\n")]
    page.run(f"{COROUTINE}await double(21)", "b")
    assert page.run("[await double(n) async for n in numbers()]", "b").value is False
    assert page.run("await double(x)", "b").outputs == [("text", "84\n")]
    assert page.run("async with None: pass", "b").traceback.startswith("Traceback")
    error = page.run("'await'\nawait double(1 / 0)").traceback
    assert error.endswith("ZeroDivisionError: division by zero\n") and "kernel" not in error
    assert page.run("await x +").traceback.startswith("  File")
    assert page.run("def f(): await x").traceback.endswith("'await' outside async function\n")


# Cells, each with what it needs.
NEEDS = {
    "input('How many? ')": "input()",
    "import sys\nfor line in sys.stdin: pass": "input()",
    "x = 1\n%timeit sum(range(9))": "IPython, for %timeit",
    "%%time\nx = 1": "IPython, for %%time",
    "where = %pwd": "IPython, for %pwd",
    "x = 1\nx?": "IPython, for x?",
    "str.join??": "IPython, for str.join??",
    "?x": "IPython, for ?x",
    "!pip install tqdm": "a shell, for !pip",
    "files = !ls": "a shell, for !ls",
    "get_ipython()": "IPython",
    "from IPython.display import HTML": "IPython",
    "import urllib.request": "the module urllib.request",
    "import threading\nthreading.Thread(target=print).start()": "threads",
}


def test_error_names_what_a_page_lacks(page: Page, subtests: pytest.Subtests) -> None:
    page.run(NO_LIBRARY)
    for source, needed in NEEDS.items():
        with subtests.test(source):
            rest = "which the page does not have; open the chapter in Jupyter."
            assert page.run(source).traceback == f"This cell needs {needed}, {rest}"


# Makes a test process lack what pages lack.
NO_LIBRARY = """
import sys, threading
sys.modules["urllib.request"] = None
def start(thread): raise RuntimeError("can't start new thread")
threading.Thread.start = start
"""


def test_display_of_ipython_and_colours_of_terminals(page: Page) -> None:
    shown = page.run("import IPython\nIPython.display.display(6 * 7)")
    assert shown.outputs == [("text", "42\n")]
    assert page.run(r"print('\x1b[1;31mred\x1b[0m')").outputs == [("text", "red\n")]


# --- Errors --------------------------------------------------------------------------------------

BROKEN = "class Broken:\n    def _repr_html_(self): return 1 / 0\n"


# Cells, each with the lines that its traceback quotes, and the beginning of the last line.
TRACEBACKS = {
    "x = 1\nx / 0": ([(2, "x / 0")], "ZeroDivisionError: division by zero"),
    "5 +* 6": ([(1, "5 +* 6")], "SyntaxError: invalid syntax"),
    BROKEN + "Broken()": ([(2, "def _repr_html_(self): return 1 / 0")], "ZeroDivisionError: "),
    "def f():\n    f()\nf()": ([(3, "f()"), *[(2, "f()")] * 3], "RecursionError: "),
    "exit()": ([(1, "exit()")], "SystemExit"),
    "class E(Exception):\n    def __str__(self): 1 / 0\nraise E": ([(3, "raise E")], "E: "),
}


def test_traceback_quotes_the_lines_of_the_cell(page: Page, subtests: pytest.Subtests) -> None:
    for source, (quoted, last) in TRACEBACKS.items():
        with subtests.test(source):
            reply = page.run(source)
            assert reply.value is False
            text = reply.traceback
            frames = re.findall(r'  File "<cell a>", line (\d+).*\n +(.*)\n', text)
            assert frames == [(str(line), code) for line, code in quoted]
            # The cell's frames come first.
            assert text.index("  File") == text.index('  File "<cell a>"')
            assert text.splitlines()[-1].startswith(last)
            assert "kernel.py" not in text and "ast.py" not in text
            assert page.run("6 * 7").outputs == [("text", "42\n")]  # the kernel still works


# Creates an object, and stores in `sys` both a weak reference to it and the cell's namespace.
GREEDY = """
import sys, weakref
class Large: pass
large = Large()
sys.seen, sys.namespace = weakref.ref(large), globals()
{}
"""


def test_memory_error_frees_the_memory_of_the_cell(page: Page) -> None:
    page.run("before = 6", "a")
    page.run(GREEDY.format("large"), "b")
    alive = "import sys\nsys.seen() is not None"
    assert page.run(alive, "c").outputs == [("text", "True\n")]
    reply = page.run(GREEDY.format("def fail(): raise MemoryError\nfail()"), "b")
    assert reply.value is False
    assert reply.traceback == kernel._NO_MEMORY + kernel._FREED
    assert page.run(alive, "c").outputs == [("text", "False\n")]
    assert "NameError" in page.run("large", "b").traceback
    assert page.run("7 * before", "b").outputs == [("text", "42\n")]


def test_traceback_quotes_the_latest_source_of_each_cell(page: Page) -> None:
    page.run("pass", "a")
    page.run("def fail():\n    raise ValueError('old')", "a")
    page.run("# moved\ndef fail():\n    raise ValueError('new')", "a")
    text = page.run("\nfail()", "b").traceback
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
    """Return the model id of the widget assigned to a variable."""
    [(_, text)] = page.run(f"print({widget}.model_id, end='')", "id").outputs
    return text


def test_widget_is_opened_before_it_is_shown(page: Page) -> None:
    reply = page.run(SLIDER + "ipw.VBox([slider, double])")
    *opened, shown = reply.events
    assert {event["type"] for event in opened} == {"comm_open"}
    states = {event["comm"]: event["data"]["state"] for event in opened}
    assert (shown["kind"], states[shown["value"]]["_model_name"]) == ("widget", "VBoxModel")
    names = [name.removeprefix("IPY_MODEL_") for name in states[shown["value"]]["children"]]
    slider, double = [states[name] for name in names]
    assert (slider["value"], slider["description"], double["value"]) == (3, "heap", "6")
    assert slider["layout"].removeprefix("IPY_MODEL_") in states
    assert all(event["metadata"] == {"version": "2.1.0"} for event in opened)


def test_events_of_a_change_precede_its_answer(page: Page) -> None:
    page.run(SLIDER, "a")
    slider, double = id_of("slider", page), id_of("double", page)
    reply = page.change(slider, value=5)
    assert reply.outputs == [("text", "seen 5\n")] and reply.value is None
    # The kernel does not echo the page's own change.
    [changed] = [event for event in reply.events if event["type"] != "output"]
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


def test_observer_errors_appear_at_the_cell_of_the_widget(page: Page) -> None:
    page.run(FAILING.format("1 / 0"), "a")
    text, button = id_of("text", page), id_of("button", page)
    page.run("'in between'", "b")
    for reply in (page.change(text, value="x"), page.click(button)):
        first, quoted, *_, last = reply.traceback.splitlines()[1:]
        assert first == '  File "<cell a>", line 3, in fail'
        assert quoted == "    def fail(*_): 1 / 0" and last == "ZeroDivisionError: division by zero"
        assert {event["cell"] for event in reply.events} == {"a"} and reply.value is None


def test_closed_widgets_ignore_messages(page: Page) -> None:
    page.run(SLIDER)
    slider = id_of("slider", page)
    reply = page.run("slider.close()")
    assert [event["comm"] for event in reply.events if event["type"] == "comm_close"] == [slider]
    for widget in (slider, "unknown"):
        reply = page.change(widget, value=5)
        assert not reply.events and reply.value is None


BYTES = "widgets with binary data, such as images, do not work on this page"
NOT_JSON = "ValueError: Out of range float values are not JSON compliant"


UNSUPPORTED = {
    "ipw.Image(value=b'123')": BYTES,
    "image = ipw.Image(); image.value = b'123'": BYTES,
    "ipw.FloatText(float('nan'))": NOT_JSON,
    "number = ipw.FloatText(0); number.value = float('inf')": NOT_JSON,
}


def test_values_that_are_not_json_are_rejected(page: Page, subtests: pytest.Subtests) -> None:
    for source, last in UNSUPPORTED.items():
        with subtests.test(source):
            reply = page.run(f"import ipywidgets as ipw\n{source}\nNone")
            assert reply.value is False
            assert last in reply.traceback  # Python 3.14 and newer may add notes after it
            assert [*page.run("ipw.Text('a')").states][-1]["value"] == "a"


def test_invalid_requests_are_answered_with_an_error(page: Page) -> None:
    for request in ({"type": "sing"}, {"type": "run"}, {"type": "run", "cell": "a", "source": 5}):
        assert page.ask(**request).error.startswith("Python failed: ")
    assert page.run("6 * 7").outputs == [("text", "42\n")]
