"""Compiled searches (extra `[fast]`), each tested against its pure-Python counterpart."""

__all__: list[str] = []
