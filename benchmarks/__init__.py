"""Benchmarks that compare our code with other programs or lower bounds, timed in the same run."""
