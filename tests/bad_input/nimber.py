"""What nim arithmetic may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import Nimber, nimber
from tests.bad_input import Call, Sentence

CALLS: dict[str, Call] = {
    "Nimber": (Nimber, (4,)),
    "nimber.add": (nimber.add, (7, 14)),
    "nimber.mul": (nimber.mul, (14, 8)),
    "nimber.inv": (nimber.inv, (8,)),
    "div": (nimber.div, (10, 8)),
    "nimber.sqrt": (nimber.sqrt, (2,)),
    "nimber.pow": (nimber.pow, (4, -3)),
    "degree": (nimber.degree, (4,)),
    "trace": (nimber.trace, (8, 8)),
    "order": (nimber.order, (4,)),
    "solve": (nimber.solve, (6,)),
    "roots": (nimber.roots, (0b111, 2)),
    "isomorphism": (nimber.isomorphism, (0b111,)),
    "sums_by_mex": (nimber.sums_by_mex, (2, 3)),
    "products_by_mex": (nimber.products_by_mex, (2, 3)),
}


SENTENCES: list[Sentence] = [
    (lambda: Nimber(-1), "a nimber must be a whole number, at least 0, not -1"),
    (lambda: Nimber(True), "a nimber must be a whole number, at least 0, not True"),
    (
        lambda: nimber.mul(2, 1.0),  # type: ignore[arg-type]
        "a nimber must be a whole number, at least 0, not 1.0",
    ),
    (lambda: nimber.inv(0), "0 has no inverse"),
    (lambda: nimber.div(5, 0), "5 cannot be divided by 0"),
    (lambda: nimber.pow(0, -1), "0 has no inverse, and so no negative powers"),
    (
        lambda: nimber.pow(2, 0.5),  # type: ignore[arg-type]
        "an exponent must be an integer, not 0.5",
    ),
    (lambda: nimber.order(0), "0 has no multiplicative order: none of its powers is 1"),
    (
        lambda: nimber.order(1 << 512),
        "an order needs the prime factors of 2^1024 - 1, and not all are known here",
    ),
    (
        lambda: nimber.trace(16, 4),
        "the degree of a field that contains 16 is a power of two, at least 8, not 4",
    ),
    (
        lambda: nimber.trace(2, 3),
        "the degree of a field that contains 2 is a power of two, at least 2, not 3",
    ),
    (
        lambda: nimber.trace(2, 0),
        "the degree of a field must be a whole number, at least 1, not 0",
    ),
    (
        lambda: nimber.roots(0),
        "a polynomial must be a whole number, at least 1, not 0",
    ),
    (
        lambda: nimber.roots(0b111, 17),
        "the binary digits of a root must be a whole number, from 0 to 16, not 17",
    ),
    (
        lambda: nimber.isomorphism(0),
        "a polynomial must be a whole number, at least 1, not 0",
    ),
    (
        lambda: nimber.isomorphism(0b10001),
        "an isomorphism takes an irreducible polynomial of degree 1, 2, 4 or 8 over GF(2), not "
        "0b10001 = 17",
    ),
    (
        lambda: nimber.products_by_mex(513, 1),
        "the number of rows must be a whole number, from 0 to 512, not 513",
    ),
    (
        lambda: nimber.products_by_mex(1, 513),
        "the number of columns must be a whole number, from 0 to 512, not 513",
    ),
]
