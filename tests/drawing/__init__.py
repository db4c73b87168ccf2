"""The drawings of single games."""
