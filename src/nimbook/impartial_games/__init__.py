"""Chapter 1, *Impartial games*: what its notebook shows and the ledger checks."""
