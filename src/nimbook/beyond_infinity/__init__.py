"""Chapter 10, *Nimbers beyond infinity*: what its notebook shows and the ledger checks."""
