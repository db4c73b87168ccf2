"""Composite moduli drawn: residues in a rectangle, factor games side by side, Nim beside MuM."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd, prod

from nimbook.claims.mum_composite import ANALOGY, PRINTED, RECONSTRUCTED, analogy
from nimbook.ledger import Finding
from nimbook.residues import prime_powers, state_vector
from nimbook.samples import solver
from nimbook.show._base import MOST_ROWS, Drawing, svg, wrap
from nimbook.show.cards import badge
from nimbook.show.grids import outcome_tag, panels, table
from nimtwist._checks import quoted, whole
from nimtwist.games.mum import Heaps, MuM
from nimtwist.games.nim import nim_sum

_STEP = 46
# More moves than these are not searched while a person waits.
_MOST_SEARCHED = 100_000


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


# --- The factor games ----------------------------------------------------------------------------


def factor_games(modulus: int, position: Heaps) -> Drawing:
    """Return a position modulo n beside its factor games: residues, products, outcomes, values.

    Outcomes and values are found by search; where that would take long, outcomes by the product.
    """
    rules, powers = MuM(modulus), prime_powers(modulus)
    vector = tuple(state_vector(rules, position).values())
    whole(len(position), "the number of heaps to draw", 0, MOST_ROWS)
    heaps = sorted(position, reverse=True)
    residues = table(
        ["heap", *(f"mod {power}" for power in powers)],
        [*([quoted(heap), *(heap % q for q in powers)] for heap in heaps), ["product", *vector]],
        f"{rules.show(position)} and its residues",
    )
    games = [*map(MuM, powers), rules]
    if searched := prod(heaps) * modulus <= _MOST_SEARCHED:
        outcomes = [solver(game).outcome(position) for game in games]
    else:
        outcomes = ["P" if game.product(position) == 1 else "N" for game in games]
    rows: list[list[object]] = [
        [f"modulo {game.modulus}", outcome, "yes" if game.is_stranded(position) else "no"]
        for game, outcome in zip(games, outcomes, strict=True)
    ]
    header = ["game", "outcome", "stranded"]
    if searched:
        header.append("value")
        values = [solver(game).grundy(position) for game in games]
        rows = [[*row, value] for row, value in zip(rows, values, strict=True)]
        if len(powers) > 1:
            total = nim_sum(values[:-1])
            rows.insert(-1, ["their sum", "N" if total else "P", "–", total])
    sentence = (
        f"{rules.show(position)} modulo {modulus} is {outcome_tag(outcomes[-1])}"
        f"{'' if searched else ' by its product'}: the state vector {_vector(vector)} is "
        f"{'' if set(vector) == {1} else 'not '}{_vector((1,) * len(vector))}."
    )
    side = table(header, rows, "The games with these heaps")
    return wrap(f"<p>{sentence}</p>{panels(residues, side)}", "")


def _vector(vector: Sequence[int]) -> str:
    return f"({', '.join(map(str, vector))})"


# --- Verdicts ------------------------------------------------------------------------------------


def _found(finding: Finding) -> Drawing:
    """Return a badge, and the smallest counterexample if there is one."""
    verdict = Drawing(badge("refuted" if finding.failures else "holds"))
    return wrap(f"{verdict}{f' {finding.counterexample}' if finding.failures else ''}", "")


def analogy_table(modulus: int) -> Drawing:
    """Return table 5.2, with a verdict on each row: as printed, and if only outcomes count.

    What is lost in our text of the table is reconstructed. The caption says what is found of Nim's
    column. (mum.table-5.2)
    """
    rows, wrong = [], []
    for feature in ANALOGY:
        nim, mum = RECONSTRUCTED[feature]
        wrong += [feature] * bool(analogy(feature, None, 2, 4).failures)
        rows.append(
            [
                feature,
                nim,
                mum.replace(" n", f" {modulus}"),
                _found(analogy(feature, modulus, 2, 4)),
                _found(analogy(feature, modulus, 2, 4, outcomes=True)),
            ]
        )
    by_nim = f"fails in {', '.join(wrong)}" if wrong else "holds in each row"
    return table(
        [*PRINTED["table-5.2"][0], "found of mumbers", "if only outcomes count"],
        rows,
        f"Nim and MuM modulo {modulus}, at most two heaps up to {modulus + 4}. What the table says "
        f"of Nim {by_nim}",
    )
