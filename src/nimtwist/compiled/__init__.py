"""Searches that are compiled, by the extra `fast`; each is tested against the plain one."""
