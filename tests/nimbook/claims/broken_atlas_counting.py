"""What rests on the edge of what is settled, and on staircases and their checker."""

from __future__ import annotations

SOURCE = "atlas"

MUTATIONS = []
