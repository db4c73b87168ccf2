"""One profile for every property: the same examples in each run, and no clock."""

import pytest
from hypothesis import settings

settings.register_profile("book", derandomize=True, deadline=None, max_examples=25)
settings.register_profile("full", derandomize=True, deadline=None)


def pytest_configure(config: pytest.Config) -> None:
    """Try more examples in the full scope."""
    settings.load_profile("full" if config.getoption("full", False) else "book")
