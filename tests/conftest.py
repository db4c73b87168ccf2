"""One profile for every property: the same examples in each run, and no clock."""

import os

import pytest
from hypothesis import Phase, settings

# Of a mutant, only whether a test fails is of interest, not the smallest example.
skipped = {Phase.shrink, Phase.explain} if "MUTANT_UNDER_TEST" in os.environ else set()
phases = [phase for phase in Phase if phase not in skipped]

settings.register_profile("book", derandomize=True, deadline=None, max_examples=25, phases=phases)
settings.register_profile("full", derandomize=True, deadline=None, phases=phases)


def pytest_configure(config: pytest.Config) -> None:
    """Try more examples in the full scope."""
    settings.load_profile("full" if config.getoption("full", False) else "book")
