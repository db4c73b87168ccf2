"""The atlas of an open problem: blocking Nim with arbitrary families of restrictions."""

__all__: list[str] = []
