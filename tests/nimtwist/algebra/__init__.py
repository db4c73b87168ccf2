"""Tests of the arithmetic of nimbers, ordinals and polynomials."""
