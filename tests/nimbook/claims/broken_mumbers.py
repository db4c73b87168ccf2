"""What rests on the recursion of mumbers, on when heaps are consolidated, and on sums."""

from __future__ import annotations
