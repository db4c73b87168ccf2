"""Benchmarks that compare our code with peers or lower bounds measured in the same run."""
