"""Drawings that chapters share."""
