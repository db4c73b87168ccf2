"""Chapter 12, *The open problem*: what its notebook shows and the ledger checks."""
