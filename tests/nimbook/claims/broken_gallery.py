"""What rests on the rules of the note's games."""

from __future__ import annotations
