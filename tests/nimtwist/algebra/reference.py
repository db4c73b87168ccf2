"""A reference implementation of polynomials over GF(2), based on their exponents."""

from __future__ import annotations


def times(a: int, b: int) -> int:
    """Multiply two polynomials term by term, cancelling equal terms in pairs."""
    terms = [i + j for i in exponents(a) for j in exponents(b)]
    return sum(1 << term for term in set(terms) if terms.count(term) % 2)


def exponents(polynomial: int) -> list[int]:
    """Return the exponents of the terms of a polynomial."""
    return [place for place in range(polynomial.bit_length()) if polynomial >> place & 1]


def remainder(a: int, b: int) -> int:
    """Compute `a` modulo `b` by trying every polynomial of lower degree as the remainder."""
    factors = range(1 << max(0, a.bit_length() + 1 - b.bit_length()))
    multiples = {times(b, factor) for factor in factors}
    (rest,) = (r for r in range(1 << b.bit_length() - 1) if a ^ r in multiples)
    return rest
