"""What tests of several chapters need."""

from __future__ import annotations

from typing import Any

import pytest
from matplotlib.axes import Axes
from matplotlib.image import AxesImage


@pytest.fixture
def images(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the data of the images that are drawn during a test."""
    drawn: list[Any] = []
    imshow = Axes.imshow

    def kept(axes: Axes, data: Any, **looks: Any) -> AxesImage:
        drawn.append(data)
        return imshow(axes, data, **looks)

    monkeypatch.setattr(Axes, "imshow", kept)
    return drawn
