"""What rests on the field, on the moves in it, and on AES around its inversion."""

from __future__ import annotations
