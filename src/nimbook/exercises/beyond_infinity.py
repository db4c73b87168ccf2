"""The exercises of the chapter on nimbers beyond infinity."""

from __future__ import annotations

from nimbook.exercises import Exercises, choice, number, numbers
from nimtwist import nimber
from nimtwist.ordinal import Ordinal, kappa, roots

EXERCISES = Exercises("beyond_infinity")
"""The exercises, in the chapter's order."""

_w = Ordinal.parse("w")


def _whole(ordinal: Ordinal) -> int:
    return int(str(ordinal))


EXERCISES.add(
    "sum",
    number(
        next(
            n
            for n in range(1, 16)
            if Ordinal.parse(str(n)) * _w == Ordinal.parse("w*6+5") + Ordinal.parse("w*3+5")
        ),
        mistakes={9: "The coefficients are added without carry."},
    ),
)
EXERCISES.add(
    "sixth-power",
    number(
        _whole(_w**6),
        mistakes={4: "That is the ordinary square of 2.", 2: "That is the third power."},
    ),
)
_inverse = {"ω² · 2": "w^2*2", "ω² · 3": "w^2*3", "ω · 2": "w*2", "ω²": "w^2"}
EXERCISES.add(
    "inverse",
    choice(
        next(
            name
            for name, text in _inverse.items()
            if Ordinal.parse(text) * _w == Ordinal.parse("1")
        ),
        {
            name: f"No: ω ⊗ ({name}) = {Ordinal.parse(text) * _w}."
            for name, text in _inverse.items()
            if Ordinal.parse(text) * _w != Ordinal.parse("1")
        },
    ),
)
EXERCISES.add(
    "cubes", numbers(a for a in range(1, 16) if a in {nimber.pow(x, 3) for x in range(1, 256)})
)
EXERCISES.add(
    "tenth-power",
    number(_whole(kappa(5) ** 10), mistakes={16: "That is the ordinary square of 4."}),
)
EXERCISES.add(
    "degree",
    number(
        (_w + Ordinal.parse("16")).degree(),
        mistakes={48: "6 and 8 have a factor in common.", 14: "Degrees are not added."},
    ),
)
EXERCISES.add(
    "seventh-roots",
    number(
        len({*roots(1, 7)}),
        mistakes={1: "Among the finite numbers it is only 1. But now there is GF(8)."},
    ),
)


@EXERCISES.last
def last_section() -> dict[str, object]:
    """Return the values in the solution of the last section."""
    sums = [_w * a + b for a in range(1, 8) for b in range(8)]
    cubic = [str(x) for x in sums if x.degree() == 3]
    w_w = Ordinal.parse("w^w")
    return {
        "degree_of_w_w": w_w.degree(),
        "degree_of_w_4": (_w + 4).degree(),
        "total": _w + 1 / _w,
        "degree": _w.degree(),
        "degree_of_total": (_w + 1 / _w).degree(),
        "cubic": ", ".join(cubic) or "no number",
        "roots": ", ".join(map(str, roots(_w + 1, 3))),
    }
