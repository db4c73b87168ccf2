"""The names of a chapter's cells, so that each of them can be run by itself.

A cell has the names that stand before it in the chapter. If the reader has run the cell that binds
a name, it is what came of that; if not, the statements that bind it are run here, quietly, with
what they need in turn, and nothing else.
"""

from __future__ import annotations

import ast
import dis
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from types import CodeType
from typing import Any

__all__ = ["Chapter", "bindings"]

Names = dict[str, Any]


@dataclass(eq=False)
class _Step:
    """A statement of a cell that binds names, and their values once it has been run."""

    statement: ast.stmt
    code: CodeType
    binds: set[str]
    values: Names | None = None


class Chapter:
    """The cells of a chapter, and the names that each of them has.

    Args:
        cells: the sources of the cells by their ids, in order.
        given: the names that every cell has.
        quietly: what the statements are run in that nobody has asked for.

    >>> chapter = Chapter({"a": "two = 2", "b": "def half(n): return n / two", "c": "half(3)"})
    >>> eval("half(3)", chapter.names("c", compile("half(3)", "", "eval")))
    1.5
    """

    def __init__(
        self,
        cells: Mapping[str, str],
        given: Mapping[str, Any] | None = None,
        quietly: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._given, self._quietly = dict(given or {}), quietly
        self._sources = dict(cells)
        self._cells = [*cells]
        self._steps: dict[str, list[_Step]] = {}
        self._quiet: dict[str, Names] = {}
        self._spaces: dict[str, Names] = {}
        self._bound: dict[str, Names] = {}  # by the cells that were run; the last run comes last

    def names(self, cell: str, code: CodeType) -> Names:
        """Return the namespace in which a cell is to run this code, with all that it needs.

        What the cell bound when it was run before counts, unless a cell above has bound it since.
        """
        if cell not in self._cells:
            self._cells.append(cell)
        space = self._spaces.setdefault(cell, dict(self._given))
        for name in _needs(code):
            self._bring(name, space, cell)
        return space

    def ran(self, cell: str, code: CodeType) -> None:
        """Note that a cell has run this code: later cells have what it bound."""
        space = self._spaces[cell]
        before = self._bound.pop(cell, {})
        bound = {name: space[name] for name in _binds(code) if name in space}
        self._bound[cell] = before | bound
        self._outdate(cell)

    def forget(self, cell: str) -> None:
        """Have a cell as if it had not been run."""
        self._spaces.pop(cell, None)
        self._bound.pop(cell, None)
        self._outdate(cell)

    def empty(self, cell: str) -> None:
        """Forget a cell, and what its names hold, even if somebody else still has its namespace."""
        space = self._spaces.get(cell, {})
        self.forget(cell)
        space.clear()

    def _outdate(self, cell: str) -> None:
        """Drop what was made quietly of later cells: they may have used what this one bound."""
        later = self._cells.index(cell) + 1 if cell in self._cells else 0
        for other in self._cells[later:]:
            self._steps.pop(other, None)
            self._quiet.pop(other, None)

    def _bring(self, name: str, space: Names, cell: str, step: _Step | None = None) -> None:
        """Put the name as it is before a cell, or before a step of it, into a namespace."""
        for value in self._values(name, cell, step):
            space[name] = value
            return

    def _values(self, name: str, cell: str, before: _Step | None) -> Iterator[Any]:
        """Yield the values of a name, from the one that counts for a step of a cell on."""
        if before is None and self._is_own(name, cell):
            yield self._bound[cell][name]
        steps = self._steps_of(cell)
        at = steps.index(before) if before else 0
        yield from self._made(name, cell, steps[:at])
        for earlier in reversed(self._cells[: self._cells.index(cell)]):
            if name in self._bound.get(earlier, {}):
                yield self._bound[earlier][name]
            yield from self._made(name, earlier, self._steps_of(earlier))
        if before:  # a function may use what its cell binds further down
            yield from self._made(name, cell, steps[at:])
        else:
            for bound in (self._bound.get(cell, {}), *reversed(self._bound.values())):
                if name in bound:
                    yield bound[name]

    def _is_own(self, name: str, cell: str) -> bool:
        """Whether a cell has bound a name, and no cell above has bound it since."""
        if name not in self._bound.get(cell, {}):
            return False
        ran = [*self._bound]
        above = set(self._cells[: self._cells.index(cell)])
        since = above.intersection(ran[ran.index(cell) :])
        return not any(name in self._bound[other] for other in since)

    def _made(self, name: str, cell: str, steps: list[_Step]) -> Iterator[Any]:
        for step in reversed(steps):
            if name in step.binds:
                if step.values is None:
                    self._run(cell, step)
                if step.values and name in step.values:
                    yield step.values[name]

    def _run(self, cell: str, step: _Step) -> None:
        space = self._quiet.setdefault(cell, dict(self._given))
        step.values = {}  # it is about to have them
        try:
            for name in _needs(step.code):
                self._bring(name, space, cell, step)
            with self._quietly():
                exec(step.code, space)
        except BaseException:
            step.values = None
            raise
        step.values = {name: space[name] for name in step.binds if name in space}

    def _steps_of(self, cell: str) -> list[_Step]:
        if cell not in self._steps:
            self._steps[cell] = _steps(self._sources.get(cell, ""), f"<cell {cell}>")
        return self._steps[cell]


def bindings(source: str) -> str:
    r"""Return those statements of a cell that bind names, or change what a name stands for.

    Expressions are not among them: what a hidden cell shows may be an answer.

    >>> bindings("a = [1]\nprint(a)\na[0] += 1\n[b for b in a]")
    'a = [1]\na[0] += 1'
    """
    steps = (step.statement for step in _steps(source, "<cell>"))
    return "\n".join(ast.unparse(step) for step in steps if not isinstance(step, ast.Expr))


def _steps(source: str, name: str) -> list[_Step]:
    steps = []
    for statement in ast.parse(source, name).body:
        code = compile(ast.Module([statement], []), name, "exec", dont_inherit=True)
        binds = _binds(code) | _changed(statement)
        if binds:
            steps.append(_Step(statement, code, binds))
    return steps


def _changed(statement: ast.stmt) -> set[str]:
    """Return the names of which a statement changes a part, as in `rows[0] = 1`."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    changed = set()
    for target in targets:
        while isinstance(target, ast.Subscript | ast.Attribute):
            target = target.value
        if isinstance(target, ast.Name):
            changed.add(target.id)
    return changed


def _binds(code: CodeType) -> set[str]:
    stores = ("STORE_NAME", "STORE_GLOBAL")
    bound = {i.argval for i in dis.get_instructions(code) if i.opname in stores}
    for part in code.co_consts:  # what := binds in a comprehension, it binds outside
        if isinstance(part, CodeType) and part.co_name.endswith(("comp>", "expr>")):
            bound |= _binds(part)
    return bound


def _needs(code: CodeType) -> list[str]:
    """Return the names that code uses and does not bind before, in order, each once."""
    bound, needed = set(), dict[str, None]()
    for instruction in dis.get_instructions(code):
        if instruction.opname == "STORE_NAME":
            bound.add(instruction.argval)
        elif instruction.opname == "LOAD_NAME" and instruction.argval not in bound:
            needed[instruction.argval] = None
    for name in _deferred(code):
        if name not in bound:
            needed[name] = None
    return [*needed]


def _deferred(code: CodeType) -> Iterator[str]:
    """Yield the names of the module that functions and classes in code use."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _deferred(part)
            for instruction in dis.get_instructions(part):
                if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"):
                    yield instruction.argval
