"""Tests for the arithmetic of nimbers, ordinals and polynomials."""
