"""What builds the book, runs its notebooks and serves it. None of it is part of the package."""
