"""What rests on the rules of Nim and of sums."""

from __future__ import annotations

VALUES = "nimber.nim nimber.sprague-grundy"
