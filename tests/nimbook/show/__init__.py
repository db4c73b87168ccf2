"""Tests for the drawings."""
