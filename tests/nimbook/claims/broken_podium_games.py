"""What the step past the podium paper rests on: ranks, other games' moves, and theories of both."""

from __future__ import annotations
