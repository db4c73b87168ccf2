"""What Polynomial MuM may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist.algebra import BinaryField, is_irreducible, polynomial_text
from nimtwist.games import PolyMuM
from tests.bad_input import Call, Sentence

RULES = PolyMuM(0b1011)
FIELD = BinaryField(0b1011)
HEAPS = (2, 3)

CALLS: dict[str, Call] = {
    "PolyMuM": (PolyMuM, (0b1011, "never", "any", "polynomial", False)),
    "PolyMuM.canonical": (RULES.canonical, (HEAPS,)),
    "PolyMuM.element": (RULES.element, (11,)),
    "PolyMuM.consolidated": (RULES.consolidated, (HEAPS,)),
    "BinaryField": (BinaryField, (0b1011,)),
    "BinaryField.inv": (FIELD.inv, (2,)),
    "BinaryField.mul": (FIELD.mul, (2, 3)),
    "BinaryField.pow": (FIELD.pow, (2, -3)),
    "BinaryField.remainder": (FIELD.remainder, (11,)),
    "is_irreducible": (is_irreducible, (0b1011,)),
    "polynomial_text": (polynomial_text, (0b1011,)),
}


SENTENCES: list[Sentence] = [
    (
        lambda: PolyMuM(0x100000000000000000000000000000087).options((1 << 100,)),
        "(1267650600228229401496703205376,) has up to 1267650600228229401496703205376 options, "
        "too many to list: at most 1000000",
    ),
    (
        lambda: PolyMuM(1),
        "the polynomial must be a whole number, at least 2, not 1",
    ),
    (
        lambda: PolyMuM(0b1111),
        "polynomial 15, x³ + x² + x + 1, is reducible; an irreducible one is 11, x³ + x + 1",
    ),
    (
        lambda: PolyMuM(1 << 10**6),
        "the polynomial (a number of 1000001 bits) has degree 1000000, and that of a field must be "
        "from 1 to 256",
    ),
    (
        lambda: PolyMuM(0b1011, heaps="coprime"),  # type: ignore[arg-type]
        "the kind of heaps must be 'canonical' or 'any', not 'coprime'",
    ),
    (
        lambda: PolyMuM(0b1011, amounts="all"),  # type: ignore[arg-type]
        "the amounts must be 'elements' or 'polynomial' or 'any', not 'all'",
    ),
    (
        lambda: RULES.options((3, 8)),
        "heap 8 is not canonical: the heaps of GF(2^3) are from 1 to 7",
    ),
    (
        lambda: RULES.options((3, 0)),
        "a heap must be a whole number, at least 1, not 0",
    ),
    (
        lambda: PolyMuM(0b1011, heaps="any").options((22,)),
        "heap 22 stands for 0: it is divisible by the polynomial x³ + x + 1",
    ),
    (
        lambda: RULES.mul(3, 8),
        "an element of GF(2^3) must be a whole number, from 0 to 7, not 8",
    ),
    (
        lambda: RULES.inv(0),
        "an element of GF(2^3) must be a whole number, from 1 to 7, not 0",
    ),
    (
        lambda: RULES.pow(0, -1),
        "0 has no inverse, and so no power -1",
    ),
    (
        lambda: RULES.pow(2, 0.5),  # type: ignore[arg-type]
        "an exponent must be an integer, not 0.5",
    ),
    (lambda: FIELD.remainder(-1), "a polynomial must be a whole number, at least 0, not -1"),
    (lambda: polynomial_text(-1), "a polynomial must be a whole number, at least 0, not -1"),
    (
        lambda: is_irreducible(2 << 256),
        f"a polynomial must be a whole number, from 0 to {(2 << 256) - 1}, not {2 << 256}",
    ),
    (
        lambda: FIELD.pow(2, True),
        "an exponent must be an integer, not True",
    ),
    (
        lambda: PolyMuM(0b1011, consolidation="once"),  # type: ignore[arg-type]
        "consolidation must be 'same-turn' or 'own-turn' or 'never', not 'once'",
    ),
    (
        lambda: PolyMuM(0b1011, compulsory=0),  # type: ignore[arg-type]
        "compulsory must be True or False, not 0",
    ),
    (
        lambda: PolyMuM(0b1011, when="small"),  # type: ignore[arg-type]
        "when to consolidate must be 'stranded' or 'always', not 'small'",
    ),
    (lambda: RULES.element(-1), "a heap must be a whole number, at least 0, not -1"),
]
