"""The residues of two prime powers as a rectangle."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from nimbook.residues import prime_powers
from nimbook.show._base import Drawing, svg, wrap
from nimtwist.games.mum import MuM

__all__ = ["residue_rectangle"]

_STEP = 46


def residue_rectangle(modulus: int, heap: int | None = None) -> Drawing:
    """Return the numbers up to a modulus by their residues modulo its two prime powers.

    From 1 on, they go down and to the right, and at an edge continue from the opposite one. Those
    coprime to the modulus have a ring. A `heap`, if given, is a disc, and the rings show the heaps
    that a move can turn it into; a ring that no move reaches is dashed.
    """
    rows, columns = prime_powers(modulus)
    left, top = 92, 34
    width, height = left + columns * _STEP, top + rows * _STEP

    def place(number: int) -> tuple[int, int]:
        x, y = number % columns, number % rows
        return left + x * _STEP + _STEP // 2, top + y * _STEP + _STEP // 2

    lines = "".join(f"M{left} {top + y * _STEP}H{width}" for y in range(rows + 1))
    lines += "".join(f"M{left + x * _STEP} {top}V{height}" for x in range(columns + 1))
    parts = [f'<path class="nt-line" d="{lines}"/>']
    parts += [
        _text(left + x * _STEP + _STEP // 2, top - 12, str(x), "nt-small") for x in range(columns)
    ]
    parts += [
        _text(left - 34, top + y * _STEP + _STEP // 2, str(y), "nt-small") for y in range(rows)
    ]
    parts.append(_text(30, top - 12, f"mod {rows} ╲ {columns}", "nt-small"))
    if heap is None:
        steps = "".join(
            "M{} {}l18 18".format(*(at + 14 for at in place(number)))
            for number in range(1, modulus)
            if (number + 1) % rows and (number + 1) % columns
        )
        parts.append(f'<path class="nt-line" d="{steps}"/>')
        title = f"The numbers from 1 to {modulus} by their residues modulo {rows} and {columns}"
        units = [number for number in range(1, modulus + 1) if gcd(number, modulus) == 1]
        about = f"Coprime to {modulus} are {_listed(units)}."
        rings = {number % modulus: number for number in units}
    else:
        rings = {option % modulus: option for (option,) in MuM(modulus).options((heap,))}
        title = f"A heap of {heap} modulo {modulus}, and what a move makes of it"
        missed = [
            number
            for number in range(1, modulus)
            if gcd(number, modulus) == 1 and number not in {*rings, heap % modulus}
        ]
        about = f"It becomes {_listed(rings.values()) or 'nothing'}."
        about += f" Not reached are the residues {_listed(missed)}." if missed else ""
    for number in range(1, modulus + 1):
        x, y = place(number)
        if heap is not None and number == heap % modulus:
            parts.append(f'<circle class="nt-stone" cx="{x}" cy="{y}" r="17"/>')
            parts.append(_text(x, y, str(heap), "nt-on-stone"))
        elif number in rings:
            parts.append(f'<circle class="nt-node" cx="{x}" cy="{y}" r="17"/>')
            parts.append(_text(x, y, str(rings[number]), "nt-number"))
        elif heap is None:
            parts.append(_text(x, y, str(number), "nt-small"))
        elif gcd(number, modulus) == 1:
            parts.append(f'<circle class="nt-dead" cx="{x}" cy="{y}" r="17"/>')
    return wrap(svg(width + 2, height + 2, title, about, "".join(parts)), "nt-board")


def _text(x: int, y: int, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" dy="5" text-anchor="middle">{text}</text>'


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))
