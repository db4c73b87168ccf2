"""The ledger and its claims."""
