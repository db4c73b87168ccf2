"""Hypothesis profiles that use the same examples in each run and have no deadlines."""

import os
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import Phase, settings

# For a mutant it only matters whether a test fails, so don't minimise failing examples.
skipped = {Phase.shrink, Phase.explain} if "MUTANT_UNDER_TEST" in os.environ else set()
phases = [phase for phase in Phase if phase not in skipped]

settings.register_profile("book", derandomize=True, deadline=None, max_examples=25, phases=phases)
settings.register_profile("full", derandomize=True, deadline=None, phases=phases)


def pytest_configure(config: pytest.Config) -> None:
    """Try more examples with `--full`, and keep widgets from sending states that nobody receives.

    Kernels are processes of their own, so the widgets of chapters send theirs.
    """
    settings.load_profile("full" if config.getoption("full", False) else "book")
    Widget: Any = ipw.Widget
    Widget.open = lambda self: None
