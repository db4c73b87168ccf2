"""What rests on the nim-product of infinite numbers, and on solving equations with it."""

from __future__ import annotations
