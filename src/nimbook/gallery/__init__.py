"""Chapter 5, *A gallery of Nim heaps*: what its notebook shows and the ledger checks."""
