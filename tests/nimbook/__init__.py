"""Tests for the toolkit `nimbook` and for the book's claims, labs and exercises."""
