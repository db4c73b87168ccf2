"""What is refused as a modulus; the claim mum.sec-5.1 checks how one is taken apart."""

from __future__ import annotations

import pytest

from nimbook.residues import combine, prime_powers


@pytest.mark.parametrize("modulus", [1, 10**12 + 1, True])
def test_other_moduli_are_refused(modulus: int) -> None:
    with pytest.raises(ValueError, match="the modulus must be an integer"):
        prime_powers(modulus)


def test_moduli_with_a_common_factor_are_refused() -> None:
    with pytest.raises(ValueError, match="have a factor in common"):
        combine({4: 1, 6: 1})
