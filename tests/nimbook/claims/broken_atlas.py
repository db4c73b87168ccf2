"""What rests on rows, on the search for certificates, and on their checker."""

from __future__ import annotations
