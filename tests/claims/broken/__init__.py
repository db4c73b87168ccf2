"""Lines of the engine to break, by source.

`MUTATIONS` are pairs of a line and the claims, separated by blanks, that turn red when it is
broken; a name that is no full id is of the module's `SOURCE`.
"""
