"""Exercises for the chapter on nimbers beyond infinity."""

from __future__ import annotations

from nimbook.exercises import Exercises, choice, number, numbers
from nimtwist import nimber
from nimtwist.ordinal import Ordinal, kappa, roots

EXERCISES = Exercises("beyond_infinity")

_w = Ordinal.parse("w")


_coefficients = [n for n in range(1, 16) if _w * n == _w * 6 + 5 + (_w * 3 + 5)]
EXERCISES.add("sum", number(*_coefficients))
EXERCISES.add("sixth-power", number(int(str(_w**6))))
_products = {
    name: Ordinal.parse(text) * _w
    for name, text in {"ω² · 2": "w^2*2", "ω² · 3": "w^2*3", "ω · 2": "w*2", "ω²": "w^2"}.items()
}
_wrong = {name: f"No: ω ⊗ ({name}) = {product}." for name, product in _products.items()}
[_inverse] = [name for name, product in _products.items() if product == 1]
EXERCISES.add("inverse", choice(_inverse, _wrong))
EXERCISES.add(
    "cubes", numbers(a for a in range(1, 16) if a in {nimber.pow(x, 3) for x in range(1, 256)})
)
EXERCISES.add("tenth-power", number(int(str(kappa(5) ** 10))))
EXERCISES.add("degree", number((_w + 16).degree()))
EXERCISES.add("seventh-roots", number(len({*roots(1, 7)})))

_sums = [_w * a + b for a in range(1, 8) for b in range(8)]
EXERCISES.set_try_it(
    degree_of_w_w=Ordinal.parse("w^w").degree(),
    degree_of_w_4=(_w + 4).degree(),
    total=_w + 1 / _w,
    degree=_w.degree(),
    degree_of_total=(_w + 1 / _w).degree(),
    cubic=", ".join(str(x) for x in _sums if x.degree() == 3) or "no number",
    roots=", ".join(map(str, roots(_w + 1, 3))),
)
