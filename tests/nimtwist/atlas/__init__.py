"""The atlas of blocking Nim."""
