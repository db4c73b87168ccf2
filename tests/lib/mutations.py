"""Mutations that break one line of a function for the duration of a test."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any

import pytest


@dataclass(frozen=True)
class Mutation:
    """A mutation that replaces the only occurrence of `old` in a function's source with `new`."""

    function: Callable[..., Any] | cached_property[Any]
    old: str
    new: str

    def __str__(self) -> str:
        return f"{_plain(self.function).__qualname__}: {self.old} -> {self.new}"

    @property
    def module(self) -> str:
        """The name of the function's module."""
        return _plain(self.function).__module__

    def apply(self, patch: pytest.MonkeyPatch) -> None:
        """Replace the function's code object, which affects all references to the function."""
        function = _plain(self.function)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(self.old) == 1, f"{self}: expected the old text exactly once"
        names: dict[str, Any] = {}
        exec(
            compile(source.replace(self.old, self.new), function.__code__.co_filename, "exec"),
            {**function.__globals__},
            names,
        )
        [mutated] = names.values()
        patch.setattr(function, "__code__", _plain(mutated).__code__)


def _plain(function: Any) -> FunctionType:
    """Unwrap a cached function or property."""
    if isinstance(function, cached_property):
        function = function.func
    function = inspect.unwrap(function)
    assert isinstance(function, FunctionType)
    return function
