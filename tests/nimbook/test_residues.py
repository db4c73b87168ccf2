"""Tests that invalid moduli are rejected.

The claim mum.sec-5.1 checks the factorisation of valid moduli.
"""

from __future__ import annotations

import pytest

from nimbook.residues import combine, prime_powers


@pytest.mark.parametrize("modulus", [1, 10**12 + 1, True])
def test_invalid_moduli_are_rejected(modulus: int) -> None:
    with pytest.raises(ValueError, match="the modulus must be an integer"):
        prime_powers(modulus)


def test_moduli_with_a_common_factor_are_rejected() -> None:
    with pytest.raises(ValueError, match="pairwise coprime"):
        combine({4: 1, 6: 1})
