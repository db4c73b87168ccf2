"""One profile for every property: the same examples in each run, and no clock."""

from hypothesis import settings

settings.register_profile("book", derandomize=True, deadline=None)
settings.load_profile("book")
