"""Benchmarks that compare each engine with a peer or a lower bound measured in the same run."""
