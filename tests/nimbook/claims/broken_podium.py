"""What rests on the podium rule played out, on ranks, on sums without carry, on the algorithm."""

from __future__ import annotations
