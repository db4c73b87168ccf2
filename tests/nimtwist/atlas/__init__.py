"""Tests for the atlas of blocking Nim."""
