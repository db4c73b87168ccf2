"""To break the package on purpose: one line of one function, until the test is over."""

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
    """In the source of `function`, `old`, which must occur just once, is replaced by `new`."""

    function: Callable[..., Any] | cached_property[Any]
    old: str
    new: str

    def __str__(self) -> str:
        return f"{_plain(self.function).__qualname__}: {self.old} becomes {self.new}"

    @property
    def module(self) -> str:
        """The module of the function."""
        return _plain(self.function).__module__

    def apply(self, patch: pytest.MonkeyPatch) -> None:
        """Replace the function's code in place, so that whoever holds the function is affected."""
        function = _plain(self.function)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(self.old) == 1, f"{self} does not fit the source"
        names: dict[str, Any] = {}
        exec(
            compile(source.replace(self.old, self.new), function.__code__.co_filename, "exec"),
            {**function.__globals__},
            names,
        )
        [mutated] = names.values()
        patch.setattr(function, "__code__", _plain(mutated).__code__)


def _plain(function: Any) -> FunctionType:
    """Return the function that a cache or a cached property holds."""
    if isinstance(function, cached_property):
        function = function.func
    function = inspect.unwrap(function)
    assert isinstance(function, FunctionType)
    return function
