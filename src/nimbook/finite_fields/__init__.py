"""Chapter 8, *Finite fields and the AES S-box*: what its notebook shows and the ledger checks."""
