"""What rests on the rules of blocking Nim, on the solver, and on the theory beside them."""

from __future__ import annotations
