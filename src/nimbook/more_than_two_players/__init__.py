"""Chapter 11, *More than two players*: what its notebook shows and the ledger checks."""
