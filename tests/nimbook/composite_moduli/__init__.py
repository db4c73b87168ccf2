"""The chapter `composite_moduli`."""
