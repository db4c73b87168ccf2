"""Tests for the rulesets and their theory."""
