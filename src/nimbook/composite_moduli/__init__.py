"""Chapter 7, *Composite moduli*: what its notebook shows and the ledger checks."""
