"""Searches that are compiled, by the extra `fast`; each is tested against the plain one."""

__all__: list[str] = []
