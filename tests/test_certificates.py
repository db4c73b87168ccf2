"""Tests of the certificates for Rocq. `make proofs` and `make certificates` check them there."""

from __future__ import annotations

from tools.certificates import MAX_LETTERS, SOURCE, cost, games, source


def test_exported_certificates_are_those_of_the_atlas() -> None:
    assert SOURCE.read_text("utf8") == source(games(range(1, 5)))


def test_rocq_can_check_all_certificates_modulo_5_but_one() -> None:
    """Chapter 12 says so."""
    [left_out] = [game for game in games([5]) if cost(game[2]) > MAX_LETTERS]
    assert left_out[2].period == 345_530
