"""Tests of the engine, the toolkit and the book, arranged like the code that they test."""
