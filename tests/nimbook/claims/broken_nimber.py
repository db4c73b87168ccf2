"""What rests on nim arithmetic, and on the tables filled by mex that it is held against."""

from __future__ import annotations
