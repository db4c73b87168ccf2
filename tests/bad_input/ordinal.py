"""What infinite nimbers may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import ordinal
from nimtwist._checks import quoted
from nimtwist.ordinal import Ordinal
from tests.bad_input import Call, Sentence

W = Ordinal.parse("w")


CALLS: dict[str, Call] = {
    "Ordinal": (Ordinal, (4,)),
    "Ordinal.parse": (Ordinal.parse, ("w^(w*4)+w^w*4+1",)),
    "Ordinal.ordinary_sum": (W.ordinary_sum, (2,)),
    "Ordinal.ordinary_product": (W.ordinary_product, (2,)),
    "kappa": (ordinal.kappa, (9,)),
    "excess": (ordinal.excess, (19,)),
    "q_set": (ordinal.q_set, (13,)),
    "solve_quadratic": (ordinal.solve_quadratic, (1, 1, W)),
    "solve_cubic": (ordinal.solve_cubic, (1, 0, 1, 1)),
    "ordinal.roots": (ordinal.roots, (W, 3)),
}

# The least of their fields that a larger prime needs takes seconds.
TAKES_LONG = {"ordinal.roots"}

FORM = "is not an ordinal in Cantor normal form:"


def refused(text: str, why: str) -> Sentence:
    """Return that reading `text` says `why` not."""
    return lambda: Ordinal.parse(text), f"{quoted(text)} {FORM} {why}"


DESCEND = "its terms must descend, as in w^2+w*3+1"
PRODUCT = "a product must be a power of w times a positive number, as in w*3"

SENTENCES: list[Sentence] = [
    refused("1+w", DESCEND),
    refused("w+w", DESCEND),
    refused("w+0", DESCEND),
    refused("2*w", PRODUCT),
    refused("w*w", PRODUCT),
    refused("w*0", PRODUCT),
    refused("w*2*3", "'*' is out of place"),
    refused("(w+1)*2", PRODUCT),
    refused("2^3", "only w may have an exponent, as in w^2"),
    refused("w 2", "'2' is out of place"),
    refused("w^(2", "a parenthesis is not closed"),
    refused("", "it ends where w, a number or a parenthesis is expected"),
    refused("w+x", "'x' stands where w, a number or a parenthesis is expected"),
    refused("w^٣", "'٣' stands where w, a number or a parenthesis is expected"),
    refused("(" * 20 + "w" + ")" * 20, "it is nested too deeply"),
    refused(
        "".join(f"w^{n}+(" for n in range(25, 2, -1)) + "w" + ")" * 23, "it is nested too deeply"
    ),
    refused("9" * 1001, "a number has at most 1000 digits"),
    (
        lambda: Ordinal.parse("w^w^w+1"),
        "'w^w^w+1' is out of range: ω^(ω^ω) is not below ω^(ω^ω)",
    ),
    (
        lambda: Ordinal.parse("w^(w^20000)"),
        "ω^(ω^20000) is out of range: its exponent must be below ω^12250, and have coefficients "
        "below 2^256",
    ),
    (lambda: Ordinal.parse(5), "an ordinal is read from text, not from 5"),  # type: ignore[arg-type]
    (lambda: Ordinal(-1), "a nimber must be a whole number, at least 0, not -1"),
    (lambda: Ordinal(0).inv(), "0 has no inverse, and so no negative powers"),
    (lambda: W / 0, "0 has no inverse, and so no negative powers"),
    (lambda: Ordinal(0) ** -2, "0 has no inverse, and so no negative powers"),
    (lambda: int(W + 1), "ω+1 is infinite, and so not a whole number"),
    (
        lambda: Ordinal.parse("w^(w^126)") ** 719,
        "the table of excesses ends with 709, before 719",
    ),
    (lambda: ordinal.excess(9), "only odd primes have an excess, and 9 is not one"),
    (
        lambda: ordinal.kappa(47).inv(),
        "a power of α_47: this needs a field of degree 5060, and the largest allowed here has "
        "degree 2048",
    ),
    (
        lambda: ordinal.roots(2, 47),
        "a root of x^47 = 2: this needs a field of degree 5060, and the largest allowed here has "
        "degree 1024",
    ),
    (
        lambda: ordinal.solve_quadratic(1, 1, Ordinal.parse("w^(w^4+w^3+w^2+1)")),
        "a root of x² + x = ω^(ω^4+ω^3+ω^2+1): this needs a field of degree 60060, and the "
        "largest allowed here has degree 2048",
    ),
    (lambda: ordinal.excess(2), "an odd prime must be a whole number, at least 3, not 2"),
    (lambda: ordinal.kappa(1), "the index of a κ must be a whole number, at least 2, not 1"),
    (lambda: ordinal.roots(W, 1), "a prime must be a whole number, at least 2, not 1"),
    (
        lambda: ordinal.kappa(6),
        "the index of a κ must be a power of 2 up to 2048, or a power below 2^256 of an odd prime "
        "up to 709, not 6",
    ),
    (
        lambda: Ordinal.parse("w^(w^4)+w^(w^3)+w^(w^2)+w").inv(),
        "the inverse of ω^(ω^4)+ω^(ω^3)+ω^(ω^2)+ω: this needs a field of degree 60060, and the "
        "largest allowed here has degree 8192",
    ),
    (
        lambda: ordinal.solve_quadratic(0, 1, 1),
        "the coefficient of x² in a quadratic equation must not be 0",
    ),
    (
        lambda: ordinal.solve_cubic(0, 1, 1, 1),
        "the coefficient of x³ in a cubic equation must not be 0",
    ),
]
