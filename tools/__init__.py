"""Scripts that build the book, run its notebooks and serve it; not part of any package."""
