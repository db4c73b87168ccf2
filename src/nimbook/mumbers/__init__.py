"""Chapter 9, *What is a mumber?*: what its notebook shows and the ledger checks."""
