"""Chapter 12, *The open problem*: what its notebook shows and the ledger checks."""

from pathlib import Path

ATLAS = Path(__file__).with_name("atlas.parquet")
"""The table of all games with two heaps and a modulus up to 5 (`nimtwist.atlas.table`)."""
