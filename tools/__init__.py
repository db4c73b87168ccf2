"""Tools that build the book, run its notebooks and serve it. None is part of the package."""
