"""Chapter 2, *Nim with a Muller twist*: what its notebook shows and the ledger checks."""
