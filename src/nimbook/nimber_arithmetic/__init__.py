"""Chapter 3, *Nimber arithmetic*: what its notebook shows and the ledger checks."""
