"""Numbers for hypothesis to draw."""

from __future__ import annotations

from hypothesis import strategies as st

from nimtwist.algebra import Nimber, Ordinal


def monomials(*bounds: tuple[int, int]) -> st.SearchStrategy[Ordinal]:
    """Finite multiples of ω^(ω^k·V + ...), for pairs of k and the largest V, k descending."""

    def written(drawn: tuple[tuple[int, ...], int]) -> Ordinal:
        powers = [f"w^{k}*{n}" for (k, _), n in zip(bounds, drawn[0], strict=True) if n]
        text = f"w^({'+'.join(powers)})*{drawn[1]}"
        return Ordinal.parse(text) if powers else Ordinal(drawn[1])

    multiples = st.tuples(*(st.integers(0, most) for _, most in bounds))
    return st.tuples(multiples, st.integers(1, 15)).map(written)


def sums(terms: st.SearchStrategy[Ordinal], most: int = 6) -> st.SearchStrategy[Ordinal]:
    """Nim-sums of a few of them."""
    return st.lists(terms, max_size=most).map(lambda parts: sum(parts, Ordinal(0)))


# All the primes to 13, and κ_9, κ_25; then a field of degree 420; and one of degree 60.
ANY = sums(monomials((4, 12), (3, 10), (2, 6), (1, 24), (0, 8)))
SMALL = sums(monomials((1, 4), (0, 2)))
CUBIC = sums(monomials((0, 2)), 2)
HUGE = sums(monomials((200, 9), (9, 10**12), (3, 10**6), (0, 2**20)))

# Most numbers have the full length; these have any.
ANY_LENGTH = st.integers(0, 300).flatmap(lambda digits: st.integers(0, 2**digits - 1))
FINITE = st.integers(0, 2**64 - 1)
NIMBERS = FINITE.map(Nimber)
