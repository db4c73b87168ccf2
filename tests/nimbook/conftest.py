"""Widgets without a notebook, for all tests of the toolkit."""

from collections.abc import Iterator
from typing import Any

import ipywidgets as ipw
import pytest


@pytest.fixture(autouse=True, scope="module")
def _without_a_notebook() -> Iterator[None]:
    """Keep widgets from sending their states, which takes half of the time of some tests."""
    Widget: Any = ipw.Widget
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Widget, "open", lambda self: None)
        yield
