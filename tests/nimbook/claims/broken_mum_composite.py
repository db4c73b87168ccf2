"""What the claims on composite moduli rest on: the rules, the residues, and games put together."""

from __future__ import annotations
