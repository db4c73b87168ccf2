"""What rests on one restriction's values, on cubes, and on rows beside other heaps."""

from __future__ import annotations
