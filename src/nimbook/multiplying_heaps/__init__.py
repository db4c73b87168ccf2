"""Chapter 6, *Multiplying heaps*: what its notebook shows and the ledger checks."""
