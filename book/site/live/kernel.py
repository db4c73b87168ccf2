"""A minimal kernel that runs the cells of a page in the page's own Python.

It answers the requests defined in `protocol.ts`. The labs do not need IPython, so the page does not
load it; stubs replace the few names that ipywidgets imports from it.
"""

from __future__ import annotations

import ast
import gc
import io
import json
import linecache
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from importlib import import_module
from inspect import CO_COROUTINE
from pprint import pformat
from traceback import TracebackException
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any

import comm
from chapter import Chapter
from comm.base_comm import BaseComm

__all__ = ["Kernel", "import_all", "installed"]

# The modules that labs use.
_PRELOADED = (
    "ipywidgets",
    "nimbook.claims",
    "nimbook.play.links",
    "nimbook.play",
    "nimbook.widgets",
)

# The maximum number of characters of text that a run can show. Nobody reads more, and displaying
# more would slow down the page.
_MAX_TEXT = 20_000
_TRUNCATED = "\n… (output truncated)\n"
# Limits on the output of a run, not counting text. A run that exceeds one of them fails.
# `_MAX_OUTPUTS` limits the number of HTML outputs and widgets shown, and also the number of errors
# in widgets. `_MAX_CHANGES` limits the number of new widgets and changes to widgets. `_MAX_SIZE`
# limits the total number of characters. A page needs a few seconds to draw as much output as the
# limits allow, and its Stop button does not respond during this time.
_MAX_OUTPUTS = 100
_MAX_CHANGES = 4_000
_MAX_SIZE = 5_000_000
_NO_MEMORY = "MemoryError: this needs more memory than Python has in a page."
_FREED = " The memory has been freed, and the names bound by this cell are gone."
_CELL = "<cell"
_VIEW = "application/vnd.jupyter.widget-view+json"
# Libraries that chapters or readers may use but that are not available in a page.
_UNAVAILABLE = {
    "IPython": "IPython",
    "cryptography": "the library cryptography",
    "matplotlib": "matplotlib",
    "numpy": "NumPy",
    "pandas": "pandas",
}
# What a page lacks, by the regular expression that matches the line of a syntax error.
_COMMANDS = {
    r"\s*(%%?\w+)|.*=\s*(%\w+)|\s*(\?{1,2}[\w.]+)|\s*([\w.]+\?{1,2})\s*$": "IPython, for {}",
    r"\s*(!\s*\w+)|.*=\s*(!\s*\w+)": "a shell, for {}",
}
# ANSI escape sequences, such as those for colours.
_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


@cache
def installed() -> Kernel:
    """Return the only kernel of this process, after registering it with ipywidgets."""
    kernel = Kernel(_do_nothing)
    kernel.install()
    return kernel


def import_all() -> None:
    """Import the modules that labs use, so that the cells with labs start faster."""
    installed()
    for name in _PRELOADED:
        import_module(name)
    gc.collect()


class Kernel:
    r"""A kernel that runs cells and relays the messages of their widgets.

    Args:
        post: a function that is called with each message to the page, as JSON text.

    >>> messages = []
    >>> Kernel(messages.append).handle('{"type": "run", "id": 1, "cell": "a", "source": "6 * 7"}')
    >>> print(*messages, sep="\n")
    {"type": "output", "cell": "a", "kind": "text", "value": "42\n"}
    {"type": "answer", "id": 1, "value": true}
    """

    def __init__(self, post: Callable[[str], object]) -> None:
        self._send = post
        self._cell = ""
        self._text_left = _MAX_TEXT
        self._usage: Counter[str] = Counter()
        self._owners: dict[str, str] = {}
        self._quiet = False
        self._chapter = Chapter({})
        self.chapter({})
        self._requests: dict[str, Callable[..., object]] = {
            "chapter": self.chapter,
            "run": self.run,
            "forget": self.forget,
            "comm": self.comm,
            "follow": self.follow,
            "link": self.link,
        }

    def connect(self, post: Callable[[str], object]) -> None:
        """Send all further messages to a page, by calling `post`.

        This also reseeds `random`, which would otherwise produce the same numbers after every start
        from a snapshot.
        """
        self._send = post
        if "random" in sys.modules:
            sys.modules["random"].seed()

    def install(self) -> None:
        """Provide the parts of Jupyter that ipywidgets needs.

        Call this before importing ipywidgets.
        """
        os.environ["JUPYTER_WIDGETS_ECHO"] = "0"  # there are no other views to echo to
        os.environ["NIMBOOK_STYLED"] = "1"  # the page already has the drawings' stylesheets
        comm.create_comm = lambda *args, **kwargs: _Comm(self, *args, **kwargs)
        # The parts of IPython's shell that ipywidgets uses while handling a message.
        shell = SimpleNamespace(
            events=SimpleNamespace(trigger=_do_nothing), showtraceback=self._show_caught_error
        )
        names: dict[str, dict[str, object]] = {
            "IPython": {"get_ipython": lambda: shell},
            "IPython.display": {"display": self.display, "clear_output": _do_nothing},
            "IPython.core": {},
            "IPython.core.interactiveshell": {"InteractiveShell": object},
        }
        for name, contents in names.items():
            sys.modules[name] = ModuleType(name)
            vars(sys.modules[name]).update(contents)
            parent, _, child = name.rpartition(".")
            if parent:
                setattr(sys.modules[parent], child, sys.modules[name])
        sys.stdin = _NoInput()

    def handle(self, message: str) -> Coroutine[None, None, None] | None:
        """Handle a request from the page and post an answer, even if the request fails.

        If the request is to run a cell that may await something, return a coroutine that does all
        this. The next request must wait for it.
        """
        request = json.loads(message)
        kind, number = request.pop("type"), request.pop("id")
        task = self._handle(kind, number, request)
        if kind == "run" and re.search("await|async", str(request.get("source"))):
            return task
        with suppress(StopIteration):  # the task awaits nothing
            task.send(None)
        return None

    async def _handle(self, kind: str, number: int, request: dict[str, Any]) -> None:
        try:
            value = self._requests[kind](**request)
            answer = {"value": await value if isinstance(value, Coroutine) else value}
        except ValueError as error:
            answer = {"error": str(error)}
        except BaseException as error:  # the page needs an answer even if a cell calls exit()
            answer = {"error": f"Python failed: {error!r}"}
        self.post(type="answer", id=number, **answer)

    def post(self, **message: object) -> None:
        """Post a message to the page."""
        self._send(_to_json(message))

    def chapter(self, cells: dict[str, str]) -> None:
        """Set the cells of the chapter, in order. A cell may use names bound by earlier cells."""
        given = {"__name__": "__main__", "display": self.display}
        self._chapter = Chapter(cells, given, self._quietly)
        for cell, source in cells.items():
            _cache_lines(cell, source)

    async def run(self, cell: str, source: str) -> bool:
        """Run a cell, show the value of its last expression, and return whether it succeeded."""
        _cache_lines(cell, source)
        with self._showing_at(cell):
            try:
                value = await self._evaluate(cell, source)
                if value is not None:
                    self.display(value)
                return True
            except MemoryError:
                pass  # report the error after freeing the cell's memory
            except BaseException as error:  # exit() ends the cell, not the page
                self._show_error(error)
                return False
            value = None
            self._chapter.clear(cell)
            gc.collect()
            self._show("error", _NO_MEMORY + _FREED)
            return False

    def forget(self, cell: str) -> None:
        """Forget that a cell has run, so that its names regain the values they had before."""
        self._chapter.forget(cell)

    def comm(self, comm_id: str, data: dict[str, Any]) -> None:
        """Pass a message from the page to a widget."""
        widget = comm.get_comm_manager().get_comm(comm_id)
        if widget is not None:  # the widget may have been closed in the meantime
            with self._showing_at(self._owners[comm_id]):
                widget.handle_msg({"content": {"data": data}, "buffers": []})

    def follow(self, cell: str, fragment: str) -> str:
        """Set the inputs of a cell's lab from the fragment of a link; return the lab's name."""
        from nimbook.play import links

        with self._showing_at(cell):
            return links.follow(fragment)

    def link(self, lab: str) -> str:
        """Return the fragment of a link to a lab in its current state."""
        from nimbook.play import links

        return links.fragment(lab)

    def display(self, *values: object) -> None:
        """Show values below the running cell, as widgets or HTML if possible, or else as text."""
        for value in () if self._quiet else values:
            kind, output = _render(value)
            if kind == "text":
                self.write(output)
            else:
                self._count(_MAX_OUTPUTS, "HTML outputs and widgets", len(output))
                self._show(kind, output)

    def widget_message(self, kind: str, comm_id: str, data: object, metadata: object) -> None:
        """Pass a message from a widget to the page."""
        if kind == "comm_open":
            self._owners[comm_id] = self._cell
        cell = self._owners.get(comm_id, self._cell)
        message = _to_json(
            {"type": kind, "comm": comm_id, "cell": cell, "data": data, "metadata": metadata}
        )
        if kind == "comm_close":
            self._owners.pop(comm_id, None)
        else:
            self._count(_MAX_CHANGES, "new widgets and changes to widgets", len(message))
        self._send(message)

    def write(self, text: str) -> None:
        """Show text that a cell prints, up to a total of `_MAX_TEXT` characters per run."""
        if self._text_left < 0 or self._quiet:
            return
        text = _ESCAPES.sub("", text)
        visible = text[: self._text_left]
        self._text_left -= len(text)
        if self._text_left < 0:
            visible += _TRUNCATED
        if visible:
            self._show("text", visible)

    async def _evaluate(self, cell: str, source: str) -> object:
        name = _file_name(cell)
        tree = ast.parse(source, name)
        whole = _compile(tree, name)
        names = self._chapter.namespace(cell, whole)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        try:
            await _run(_compile(tree, name), names)
            if not isinstance(last, ast.Expr):
                return None
            return await _run(_compile(ast.Expression(last.value), name), names)
        finally:
            self._chapter.record(cell, whole)

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    @contextmanager
    def _showing_at(self, cell: str) -> Iterator[None]:
        self._cell, self._text_left, self._usage = cell, _MAX_TEXT, Counter()
        stream = _Stream(self.write)
        with redirect_stdout(stream), redirect_stderr(stream):
            yield

    def _count(self, limit: int, kind: str, size: int) -> None:
        """Count an output of the given kind, and its size in characters, toward a run's limits.

        Raises:
            RuntimeError: if the run now has more than `limit` outputs of this kind, or more than
                `_MAX_SIZE` characters of output.
        """
        characters = "characters of HTML and widgets"
        self._usage.update({kind: 1, characters: size})
        for noun, maximum in (kind, limit), (characters, _MAX_SIZE):
            if self._usage[noun] > maximum:
                raise RuntimeError(f"a run can show at most {maximum:,} {noun}")

    def _show(self, kind: str, value: str) -> None:
        self.post(type="output", cell=self._cell, kind=kind, value=value)

    def _show_caught_error(self) -> None:
        error = sys.exception()
        assert error is not None
        self._count(_MAX_OUTPUTS, "errors in widgets", 0)
        self._show_error(error)

    def _show_error(self, error: BaseException) -> None:
        if isinstance(error, MemoryError):
            return self._show("error", _NO_MEMORY)
        if missing := _missing(error):
            advice = "which the page does not have; open the chapter in Jupyter"
            return self._show("error", f"This cell needs {missing}, {advice}.")
        if isinstance(error, SyntaxError) and error.filename and not error.text:
            # Syntax errors found only after parsing do not contain the source line, so add it.
            error.text = linecache.getline(error.filename, error.lineno or 0)
        text = "".join(_trim(TracebackException.from_exception(error)).format())
        half = _MAX_TEXT // 2
        short = text if len(text) <= 2 * half else text[:half] + _TRUNCATED + text[-half:]
        self._show("error", short)


def _compile(tree: ast.Module | ast.Expression, name: str) -> CodeType:
    """Compile a cell, which may use `await` outside functions."""
    mode = "exec" if isinstance(tree, ast.Module) else "eval"
    # Cells must not inherit this module's imports from __future__.
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    return compile(tree, name, mode, flags, dont_inherit=True)  # type: ignore[no-any-return]


async def _run(code: CodeType, names: dict[str, Any]) -> object:
    result = eval(code, names)
    return await result if code.co_flags & CO_COROUTINE else result


def _file_name(cell: str) -> str:
    """Return the file name by which tracebacks refer to a cell."""
    return f"{_CELL} {cell}>"


def _cache_lines(cell: str, source: str) -> None:
    """Cache the lines of a cell, so that tracebacks can quote them."""
    lines = io.StringIO(source, newline=None).readlines()
    linecache.cache[_file_name(cell)] = len(source), None, lines, _file_name(cell)


def _to_json(message: dict[str, object]) -> str:
    return json.dumps(message, allow_nan=False)


def _missing(error: BaseException) -> str | None:
    """Return what a page lacks that would have prevented an error, or `None` for other errors."""
    if isinstance(error, EOFError) and error.args == _NoInput.REASON:
        return "input()"
    if isinstance(error, SyntaxError):
        for pattern, needed in _COMMANDS.items():
            if match := re.match(pattern, error.text or ""):
                return needed.format(match[match.lastindex or 0])
    if isinstance(error, NameError) and error.name == "get_ipython":
        return "IPython"
    if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
        return "threads"
    return _missing_library(error) if isinstance(error, ImportError) else None


def _missing_library(error: ImportError) -> str | None:
    # `from package import module` reports a missing module as a missing name.
    name = ".".join(filter(None, (error.name, getattr(error, "name_from", None))))
    first, *parts = name.split(".")
    if first == "nimbook" and not {"figures", "frames"}.isdisjoint(parts):
        return "matplotlib and pandas"
    if first in sys.stdlib_module_names and (
        first not in sys.modules or isinstance(error, ModuleNotFoundError)
    ):
        return f"the module {error.name}"
    return _UNAVAILABLE.get(first)


def _trim(traceback: TracebackException) -> TracebackException:
    """Remove frames that precede the reader's code or belong to this file; return the traceback."""
    frames = [frame for frame in traceback.stack if frame.filename != __file__]
    in_cells = [frame.filename.startswith(_CELL) for frame in frames]
    if (getattr(traceback, "filename", None) or "").startswith(_CELL):
        frames = []  # a syntax error in a cell already says where it is
    traceback.stack[:] = frames[in_cells.index(True) :] if True in in_cells else frames
    for cause in (traceback.__cause__, traceback.__context__):
        if cause:
            _trim(cause)
    return traceback


class _Comm(BaseComm):
    """Python's end of the connection between a widget and the page."""

    def __init__(self, kernel: Kernel, *args: Any, **kwargs: Any) -> None:
        self._kernel = kernel
        super().__init__(*args, **kwargs)

    def publish_msg(
        self,
        msg_type: str,
        data: object = None,
        metadata: object = None,
        buffers: object = None,
        **_: object,
    ) -> None:
        if buffers:
            raise ValueError("widgets with binary data, such as images, do not work on this page")
        self._kernel.widget_message(msg_type, self.comm_id, data, metadata or {})


class _NoInput(io.TextIOBase):
    """The standard input: there is none, so `input()` and the like fail with a known reason."""

    REASON = ("input() does not work in a page",)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise EOFError(*self.REASON)

    read = readline


class _Stream(io.TextIOBase):
    """A stream that replaces the standard output and error streams while a cell runs."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write

    def write(self, text: str) -> int:
        self._write(text)
        return len(text)


def _render(value: object) -> tuple[str, str]:
    r"""Return how to display a value: the kind of output (widget, html or text) and its content.

    >>> _render({2: "b", 1: "a"})
    ('text', "{2: 'b', 1: 'a'}\n")
    """
    bundle = _call(value, "_repr_mimebundle_")
    if isinstance(bundle, dict) and _VIEW in bundle:
        return "widget", bundle[_VIEW]["model_id"]
    html = _call(value, "_repr_html_")
    if isinstance(html, str):
        return "html", html
    return "text", f"{pformat(value, sort_dicts=False)}\n"


def _call(value: object, method: str) -> object:
    # The methods of a class are meant for its instances, so calling them on the class would fail.
    function = None if isinstance(value, type) else getattr(value, method, None)
    result = function() if callable(function) else None
    return result[0] if isinstance(result, tuple) and result else result


def _do_nothing(*_: object, **__: object) -> None:
    pass
