"""The open problem: blocking Nim with any family of restrictions, in bulk and for all sizes."""

__all__: list[str] = []
