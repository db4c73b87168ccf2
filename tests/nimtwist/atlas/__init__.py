"""Tests of the atlas of blocking Nim."""
