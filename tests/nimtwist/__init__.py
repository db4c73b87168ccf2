"""Tests for the engine `nimtwist`."""
