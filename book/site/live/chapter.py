"""Name resolution for the cells of a chapter, so that each cell can be run on its own.

A cell sees the names bound above it in the chapter. If the reader has run the cell that binds a
name, the name has its value from that run. Otherwise this module runs the statements that bind the
name, preceded by any statements on which they depend, and hides everything that these print.
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
    """A statement that binds names in a cell, and the values of these names once it has run."""

    statement: ast.stmt
    code: CodeType
    binds: set[str]
    values: Names | None = None


class Chapter:
    """The cells of a chapter, and the names visible in each of them.

    Args:
        cells: a mapping from the id of each cell to its source, in order.
        given: the names that are predefined in every cell, with their values.
        quietly: a function that returns a context manager. Statements that are run only because
            a cell depends on them are run inside this context.

    >>> chapter = Chapter({"a": "two = 2", "b": "def half(n): return n / two", "c": "half(3)"})
    >>> eval("half(3)", chapter.namespace("c", compile("half(3)", "", "eval")))
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
        self._bound: dict[str, Names] = {}  # keyed by cell; the most recently run cell is last

    def namespace(self, cell: str, code: CodeType) -> Names:
        """Return the namespace of a cell, containing all the names that `code` needs.

        If the cell has already run and bound a name, the value from its last run takes precedence,
        unless a cell above it has rebound the name since.
        """
        if cell not in self._cells:
            self._cells.append(cell)
        space = self._spaces.setdefault(cell, dict(self._given))
        for name in _needs(code):
            self._resolve(name, space, cell)
        return space

    def record(self, cell: str, code: CodeType) -> None:
        """Record that a cell has run `code`, so that later cells see the names that it bound."""
        space = self._spaces[cell]
        earlier = self._bound.pop(cell, {})
        bound = {name: space[name] for name in _binds(code) if name in space}
        self._bound[cell] = earlier | bound
        self._invalidate(cell)

    def forget(self, cell: str) -> None:
        """Undo the effects of having run a cell."""
        self._spaces.pop(cell, None)
        self._bound.pop(cell, None)
        self._invalidate(cell)

    def clear(self, cell: str) -> None:
        """Forget a cell and clear its namespace, which may still be referenced elsewhere."""
        space = self._spaces.get(cell, {})
        self.forget(cell)
        space.clear()

    def _invalidate(self, cell: str) -> None:
        """Drop the cached values of later cells, which may depend on names bound by this one."""
        later = self._cells.index(cell) + 1 if cell in self._cells else 0
        for other in self._cells[later:]:
            self._steps.pop(other, None)
            self._quiet.pop(other, None)

    def _resolve(self, name: str, space: Names, cell: str, step: _Step | None = None) -> None:
        """Bind `name` in `space` to its value immediately before `step` runs.

        If `step` is `None`, use the value immediately before the whole cell runs.
        """
        for value in self._values(name, cell, step):
            space[name] = value
            return

    def _values(self, name: str, cell: str, before: _Step | None) -> Iterator[Any]:
        """Yield candidates for the value of a name just before the step `before` runs, best first.

        If `before` is `None`, yield candidates for the value just before the whole cell runs.
        """
        if before is None and self._is_own(name, cell):
            yield self._bound[cell][name]
        steps = self._steps_of(cell)
        at = steps.index(before) if before else 0
        yield from self._computed(name, cell, steps[:at])
        for earlier in reversed(self._cells[: self._cells.index(cell)]):
            if name in self._bound.get(earlier, {}):
                yield self._bound[earlier][name]
            yield from self._computed(name, earlier, self._steps_of(earlier))
        if before:  # a function may use names that its cell binds after defining it
            yield from self._computed(name, cell, steps[at:])
        else:
            for bound in (self._bound.get(cell, {}), *reversed(self._bound.values())):
                if name in bound:
                    yield bound[name]

    def _is_own(self, name: str, cell: str) -> bool:
        """Return whether a cell has bound a name and no cell above it has rebound it since."""
        if name not in self._bound.get(cell, {}):
            return False
        ran = [*self._bound]
        above = set(self._cells[: self._cells.index(cell)])
        since = above.intersection(ran[ran.index(cell) :])
        return not any(name in self._bound[other] for other in since)

    def _computed(self, name: str, cell: str, steps: list[_Step]) -> Iterator[Any]:
        for step in reversed(steps):
            if name in step.binds:
                if step.values is None:
                    self._run(cell, step)
                if step.values and name in step.values:
                    yield step.values[name]

    def _run(self, cell: str, step: _Step) -> None:
        space = self._quiet.setdefault(cell, dict(self._given))
        step.values = {}  # not None, to avoid endless recursion if statements depend on each other
        try:
            for name in _needs(step.code):
                self._resolve(name, space, cell, step)
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
    r"""Return the statements of a cell that bind names or modify their values.

    Expressions are omitted, because a hidden cell may compute the answer to an exercise.

    >>> bindings("a = [1]\nprint(a)\na[0] += 1\n[b for b in a]")
    'a = [1]\na[0] += 1'
    """
    steps = (step.statement for step in _steps(source, "<cell>"))
    return "\n".join(ast.unparse(step) for step in steps if not isinstance(step, ast.Expr))


def _steps(source: str, name: str) -> list[_Step]:
    steps = []
    for statement in ast.parse(source, name).body:
        code = compile(ast.Module([statement], []), name, "exec", dont_inherit=True)
        binds = _binds(code) | _modified(statement)
        if binds:
            steps.append(_Step(statement, code, binds))
    return steps


def _modified(statement: ast.stmt) -> set[str]:
    """Return the names of the objects that a statement modifies in place, as in `rows[0] = 1`."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    modified = set()
    for target in targets:
        while isinstance(target, ast.Subscript | ast.Attribute):
            target = target.value
        if isinstance(target, ast.Name):
            modified.add(target.id)
    return modified


def _binds(code: CodeType) -> set[str]:
    stores = ("STORE_NAME", "STORE_GLOBAL")
    bound = {i.argval for i in dis.get_instructions(code) if i.opname in stores}
    for part in code.co_consts:  # := in a comprehension binds in the enclosing scope
        if isinstance(part, CodeType) and part.co_name.endswith(("comp>", "expr>")):
            bound |= _binds(part)
    return bound


def _needs(code: CodeType) -> list[str]:
    """Return the names that `code` uses before binding them, in order and without duplicates."""
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
    """Yield the global names used inside the functions and classes that `code` defines."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _deferred(part)
            for instruction in dis.get_instructions(part):
                if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"):
                    yield instruction.argval
