"""The kernel that runs the cells of a page, as small as the labs allow, in the page's own Python.

It answers the messages of `protocol.ts`. The page does not load IPython, since the labs do not need
it; ipywidgets still imports a few names from it, and gets just those.
"""

from __future__ import annotations

import ast
import gc
import io
import json
import linecache
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from pprint import pformat
from traceback import TracebackException
from types import ModuleType, SimpleNamespace
from typing import Any

import comm
from chapter import Chapter
from comm.base_comm import BaseComm

__all__ = ["Kernel", "import_all", "installed"]

# What labs import.
_IMPORTED = ("ipywidgets", "nimbook.claims", "nimbook.links", "nimbook.play", "nimbook.widgets")

# Nobody reads more text than this from one cell, and a page would choke on it.
_MOST_TEXT = 20_000
_CUT = "\n… and more, which is not shown.\n"
# Of everything else, as much as a page draws in a few seconds, during which nobody can press Stop.
_MOST_SHOWN = 100
_MOST_CHANGES = 4_000
_MOST_SIZE = 5_000_000
_NO_MEMORY = "MemoryError: this needs more memory than Python has in a page."
_FREED = " What it had taken is free again, and the names that it bound are gone."
_CELL = "<cell"
_VIEW = "application/vnd.jupyter.widget-view+json"
# What chapters use and a page does not have.
_ABSENT = {
    "cryptography": "the library cryptography",
    "matplotlib": "matplotlib",
    "numpy": "NumPy",
    "pandas": "pandas",
}


@cache
def installed() -> Kernel:
    """Return the kernel of this Python, which poses as the notebook."""
    kernel = Kernel(_do_nothing)
    kernel.install()
    return kernel


def import_all() -> None:
    """Import what labs import, before any of them asks for it."""
    installed()
    for name in _IMPORTED:
        import_module(name)
    gc.collect()


class Kernel:
    r"""Runs cells, each with the names before it, and passes on what their widgets say.

    Args:
        post: called with each message to the page, a JSON text.

    >>> said = []
    >>> Kernel(said.append).handle('{"type": "run", "id": 1, "cell": "a", "source": "6 * 7"}')
    >>> print(*said, sep="\n")
    {"type": "output", "cell": "a", "kind": "text", "value": "42\n"}
    {"type": "answer", "id": 1, "value": true}
    """

    def __init__(self, post: Callable[[str], object]) -> None:
        self._send = post
        self._cell = ""
        self._room = _MOST_TEXT
        self._spent: Counter[str] = Counter()
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
        """Have each message go to a page; there may be many with the memory of this Python."""
        self._send = post
        if "random" in sys.modules:
            sys.modules["random"].seed()

    def install(self) -> None:
        """Pose as the notebook to ipywidgets, which must not have been imported yet."""
        os.environ["JUPYTER_WIDGETS_ECHO"] = "0"  # the page is the only one that looks at a widget
        os.environ["NIMBOOK_STYLED"] = "1"  # and it has the stylesheets of drawings
        comm.create_comm = lambda *args, **keys: _Comm(self, *args, **keys)
        # What ipywidgets asks of the notebook while a widget handles a message.
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

    def handle(self, message: str) -> None:
        """Do what a message of the page asks for, and post the answer, whatever happens."""
        request = json.loads(message)
        kind, number = request.pop("type"), request.pop("id")
        try:
            answer = {"value": self._requests[kind](**request)}
        except ValueError as wrong:
            answer = {"error": str(wrong)}
        except BaseException as bug:  # the page waits for an answer even if a cell calls exit()
            answer = {"error": f"Python failed: {bug!r}"}
        self.post(type="answer", id=number, **answer)

    def post(self, **message: object) -> None:
        """Post a message to the page."""
        self._send(_told(message))

    def chapter(self, cells: dict[str, str]) -> None:
        """Take the cells of the chapter, in order: what one binds, those after it may use."""
        given = {"__name__": "__main__", "display": self.display}
        self._chapter = Chapter(cells, given, self._quietly)
        for cell, source in cells.items():
            _quote(cell, source)

    def run(self, cell: str, source: str) -> bool:
        """Run a cell, show the value of its last line, and return whether it ran to its end."""
        _quote(cell, source)
        with self._showing_at(cell):
            try:
                value = self._evaluate(cell, source)
                if value is not None:
                    self.display(value)
                return True
            except MemoryError:
                pass  # it can be told when what the cell has taken is given back
            except BaseException as error:  # exit() ends a cell, not the page
                self._show_error(error)
                return False
            value = None
            self._chapter.empty(cell)
            gc.collect()
            self._show("error", _NO_MEMORY + _FREED)
            return False

    def forget(self, cell: str) -> None:
        """Have a cell as if it had not been run: what it binds is again as in the chapter."""
        self._chapter.forget(cell)

    def comm(self, comm_id: str, data: dict[str, Any]) -> None:
        """Tell a widget what was done with it on the page."""
        widget = comm.get_comm_manager().get_comm(comm_id)
        if widget is not None:  # it may have been closed while the message was on its way
            with self._showing_at(self._owners[comm_id]):
                widget.handle_msg({"content": {"data": data}, "buffers": []})

    def follow(self, cell: str, fragment: str) -> str:
        """Set the inputs of a cell's lab as the fragment of a link says; return the lab's name."""
        from nimbook import links

        with self._showing_at(cell):
            return links.follow(fragment)

    def link(self, lab: str) -> str:
        """Return the fragment of a link to a lab as it is now."""
        from nimbook import links

        return links.fragment(lab)

    def display(self, *values: object) -> None:
        """Show values below the running cell: as widgets, as HTML if they have it, or as text."""
        for value in () if self._quiet else values:
            kind, shown = _shown(value)
            if kind == "text":
                self.write(shown)
            else:
                self._spend(_MOST_SHOWN, "HTML outputs and widgets", len(shown))
                self._show(kind, shown)

    def widget_message(self, kind: str, comm_id: str, data: object, metadata: object) -> None:
        """Pass on to the page what a widget says."""
        if kind == "comm_open":
            self._owners[comm_id] = self._cell
        cell = self._owners.get(comm_id, self._cell)
        told = _told(
            {"type": kind, "comm": comm_id, "cell": cell, "data": data, "metadata": metadata}
        )
        if kind == "comm_close":
            self._owners.pop(comm_id, None)
        else:
            self._spend(_MOST_CHANGES, "new widgets and changes to widgets", len(told))
        self._send(told)

    def write(self, text: str) -> None:
        """Show text as it is printed, up to a limit."""
        if self._room < 0 or self._quiet:
            return
        shown = text[: self._room]
        self._room -= len(text)
        if self._room < 0:
            shown += _CUT
        if shown:
            self._show("text", shown)

    def _evaluate(self, cell: str, source: str) -> object:
        name = _named(cell)
        tree = ast.parse(source, name)
        # The imports of this file from __future__ are not meant for the cells.
        whole = compile(tree, name, "exec", dont_inherit=True)
        names = self._chapter.names(cell, whole)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        try:
            exec(compile(tree, name, "exec", dont_inherit=True), names)
            if not isinstance(last, ast.Expr):
                return None
            expression = ast.Expression(last.value)
            return eval(compile(expression, name, "eval", dont_inherit=True), names)
        finally:
            self._chapter.ran(cell, whole)

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    @contextmanager
    def _showing_at(self, cell: str) -> Iterator[None]:
        self._cell, self._room, self._spent = cell, _MOST_TEXT, Counter()
        stream = _Stream(self.write)
        with redirect_stdout(stream), redirect_stderr(stream):
            yield

    def _spend(self, most: int, what: str, size: int) -> None:
        """Count what is about to be shown, and refuse it if it is too much for one run."""
        characters = "characters of HTML and widgets"
        self._spent.update({what: 1, characters: size})
        for counted, limit in (what, most), (characters, _MOST_SIZE):
            if self._spent[counted] > limit:
                raise RuntimeError(f"a run can show the page at most {limit:,} {counted}")

    def _show(self, kind: str, value: str) -> None:
        self.post(type="output", cell=self._cell, kind=kind, value=value)

    def _show_caught_error(self) -> None:
        error = sys.exception()
        assert error is not None
        self._spend(_MOST_SHOWN, "errors in widgets", 0)
        self._show_error(error)

    def _show_error(self, error: BaseException) -> None:
        if isinstance(error, MemoryError):
            return self._show("error", _NO_MEMORY)
        if needed := _lacking(error):
            open_it = "which the page does not have; open the chapter in Jupyter"
            return self._show("error", f"This cell needs {needed}, {open_it}.")
        if isinstance(error, SyntaxError) and error.filename and not error.text:
            # The error was found after parsing, which leaves no lines to quote.
            error.text = linecache.getline(error.filename, error.lineno or 0)
        told = "".join(_traced(TracebackException.from_exception(error)).format())
        half = _MOST_TEXT // 2
        self._show("error", told if len(told) <= 2 * half else told[:half] + _CUT + told[-half:])


def _named(cell: str) -> str:
    """Return the name of a cell in tracebacks."""
    return f"{_CELL} {cell}>"


def _quote(cell: str, source: str) -> None:
    """Have tracebacks quote the lines of a cell."""
    lines = io.StringIO(source, newline=None).readlines()
    linecache.cache[_named(cell)] = len(source), None, lines, _named(cell)


def _told(message: dict[str, object]) -> str:
    return json.dumps(message, allow_nan=False)


def _lacking(error: BaseException) -> str | None:
    """Return what a cell asked for that chapters use and a page does not have, if that is it."""
    if not isinstance(error, ImportError):
        return None
    # From a package, a module that is not there is asked for as a name.
    name = ".".join(filter(None, (error.name, getattr(error, "name_from", None))))
    first, *parts = name.split(".")
    if first == "nimbook" and not {"figures", "frames"}.isdisjoint(parts):
        return "matplotlib and pandas"
    if first in sys.stdlib_module_names and first not in sys.modules:
        return f"the module {first}"
    return _ABSENT.get(first)


def _traced(told: TracebackException) -> TracebackException:
    """Remove the frames above the reader's own lines, and those of this file.

    Returns its argument.
    """
    frames = [frame for frame in told.stack if frame.filename != __file__]
    of_cells = [frame.filename.startswith(_CELL) for frame in frames]
    if (getattr(told, "filename", None) or "").startswith(_CELL):
        frames = []  # the parser found a cell that is not Python
    told.stack[:] = frames[of_cells.index(True) :] if True in of_cells else frames
    for cause in (told.__cause__, told.__context__):
        if cause:
            _traced(cause)
    return told


class _Comm(BaseComm):
    """The Python end of the connection between a widget and the page."""

    def __init__(self, kernel: Kernel, *args: Any, **keys: Any) -> None:
        self._kernel = kernel
        super().__init__(*args, **keys)

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


class _Stream(io.TextIOBase):
    """What `print` writes to."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write

    def write(self, text: str) -> int:
        self._write(text)
        return len(text)


def _shown(value: object) -> tuple[str, str]:
    r"""Return the kind of output that a value is shown as, and its text.

    >>> _shown({2: "b", 1: "a"})
    ('text', "{2: 'b', 1: 'a'}\n")
    """
    bundle = _represented(value, "_repr_mimebundle_")
    if isinstance(bundle, dict) and _VIEW in bundle:
        return "widget", bundle[_VIEW]["model_id"]
    html = _represented(value, "_repr_html_")
    if isinstance(html, str):
        return "html", html
    return "text", f"{pformat(value, sort_dicts=False)}\n"


def _represented(value: object, method: str) -> object:
    # A class has the methods of its instances, but they are not meant for the class itself.
    found = None if isinstance(value, type) else getattr(value, method, None)
    result = found() if callable(found) else None
    return result[0] if isinstance(result, tuple) and result else result


def _do_nothing(*_: object, **__: object) -> None:
    pass
