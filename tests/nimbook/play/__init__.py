"""Tests of the labs for playing."""
