"""Chapter 4, *Playing with stones*: what its notebook shows and the ledger checks."""
