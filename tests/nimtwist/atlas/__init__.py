"""The open problem: games and rows of two heaps, in bulk and for all sizes."""
