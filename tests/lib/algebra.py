"""Strategies for nimbers and ordinals, and a reference implementation of polynomials over GF(2)."""

from __future__ import annotations

from hypothesis import strategies as st

from nimtwist.algebra import Nimber, Ordinal


def monomials(*bounds: tuple[int, int]) -> st.SearchStrategy[Ordinal]:
    """Generate terms of the form ω^(ω^k·v + …)·c.

    Each of the `bounds` consists of an exponent k and the maximum value of its coefficient v. The
    exponents must be in descending order. The factor c is an integer from 1 to 15.
    """

    def parse(drawn: tuple[tuple[int, ...], int]) -> Ordinal:
        powers = [f"w^{k}*{n}" for (k, _), n in zip(bounds, drawn[0], strict=True) if n]
        text = f"w^({'+'.join(powers)})*{drawn[1]}"
        return Ordinal.parse(text) if powers else Ordinal(drawn[1])

    multiples = st.tuples(*(st.integers(0, maximum) for _, maximum in bounds))
    return st.tuples(multiples, st.integers(1, 15)).map(parse)


def sums(terms: st.SearchStrategy[Ordinal], max_size: int = 6) -> st.SearchStrategy[Ordinal]:
    """Generate nim-sums of a few terms."""
    return st.lists(terms, max_size=max_size).map(lambda parts: sum(parts, Ordinal(0)))


# ANY generates ordinals built from κ_9, κ_25, and κ_p for the odd primes p up to 13. The ordinals
# of SMALL lie in a field of degree 60, and those of CUBIC in a field of degree 12.
ANY = sums(monomials((4, 12), (3, 10), (2, 6), (1, 24), (0, 8)))
SMALL = sums(monomials((1, 4), (0, 2)))
CUBIC = sums(monomials((0, 2)), 2)
HUGE = sums(monomials((200, 9), (9, 10**12), (3, 10**6), (0, 2**20)))

# ANY_LENGTH generates integers of various bit lengths. If the integers were uniformly distributed,
# almost all of them would have nearly the maximum length.
ANY_LENGTH = st.integers(0, 300).flatmap(lambda digits: st.integers(0, 2**digits - 1))
FINITE = st.integers(0, 2**64 - 1)
NIMBERS = FINITE.map(Nimber)


# --- Polynomials, based on their exponents -------------------------------------------------------


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
