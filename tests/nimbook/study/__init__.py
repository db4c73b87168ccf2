"""Tests for the labs in which readers play games."""
