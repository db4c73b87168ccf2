"""Tests that changing any number or letter in the printed data makes a claim fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import nimbook
from nimbook.claims import LEDGER, gallery, mum_composite, nimber, transfinite
from nimbook.claims.mum_fields import box_by_moves

FILES = sorted((Path(nimbook.__file__).parent / "claims/printed").glob("*.json"))
PRINTED: dict[str, dict[str, Any]] = {
    file.stem: module.PRINTED
    for file in FILES
    if file.stem != "cram_runs"
    for module in [import_module(f"nimbook.claims.{file.stem}")]
}

CLAIMS = {
    "A002187": "nimber.cram",
    "schneider": "nimber.cram",
    "beling": "nimber.cram",
    "ex-4.4": "mum.ex-4.4",
    "table-5.2": "mum.table-5.2",
    "table-6": "mum.table-6",
    "s-box": "mum.sec-6.5",
    "products": "mum.sec-6.5",
    "B": "mum.sec-6.5",
    "C.1": "mum.sec-6.5",
    "table-A.1-single": "mum.table-A.1",
    "table-A.1": "mum.table-A.1",
    "table-A.2": "mum.table-A.2",
    "A003987": "nimber.table-add",
    "A051775": "nimber.table-mul",
    "A051910": "nimber.table-mul",
    "A223541": "nimber.table-pow2",
    "A006042": "nimber.mul",
    "A335170": "nimber.mul",
    "A160679": "nimber.field",
    "A051917": "nimber.inverse",
    "A380496": "nimber.lenstra",
    "Q": "nimber.lenstra",
    "ex-algorithm": "podium.ex-algorithm",
    "fig-1": "twist.fig-1",
    "fig-2": "twist.fig-2",
    "fig-3": "twist.fig-3",
    "fig-4": "twist.fig-4",
}
"""For each printed item, the claim that checks it."""

# Arguments that reduce the checkers' work to little more than comparing printed data.
SMALLER: dict[str, dict[str, Any]] = {
    "mum.sec-6.5": {"searched": 0, "s_box": cache(box_by_moves)},
    "mum.table-5.2": {"moduli": 1},
    "nimber.cram": {"boards": {1: 80, 2: 5, 3: 5, 4: 6, 5: 5}, "searched": 16, "played": 0},
    "nimber.inverse": {"largest": 1},
    "nimber.lenstra": {"largest": 3, "degree": 0},
    "nimber.mul": {"size": 1, "small": 1, "large": 1},
    "nimber.table-pow2": {"size": 2},
    "podium.ex-algorithm": {"sizes": {}, "random": 0},
    "twist.fig-2": {"moduli": 2, "size": 1},
}

PAIRS = ["01", "23", "45", "67", "89", "ab", "cd", "ef", "NP", "LW"]


def altered(value: Any) -> Any:
    """Return a different number, digit or letter."""
    if isinstance(value, int):
        return value + 1
    return next((pair.replace(value, "") for pair in PAIRS if value in pair), "x")


def variants(value: Any, letters: bool) -> Iterator[Any]:
    """Yield all copies of `value` in which one number, one digit or one letter is altered."""
    if isinstance(value, dict):
        for key in value:
            yield from ({**value, key: other} for other in variants(value[key], letters))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from ([*value[:i], other, *value[i + 1 :]] for other in variants(item, letters))
    elif isinstance(value, str):
        for i, letter in enumerate(value):
            if letter.isdigit() or (letters and letter.isalpha()):
                yield f"{value[:i]}{altered(letter)}{value[i + 1 :]}"
    else:
        yield altered(value)


def fails(id_: str) -> bool:
    """Return whether a claim, or its repair if it has one, fails or has an invalid position."""
    claim = LEDGER[id_]
    repaired = claim.repair.arguments if claim.repair else {}
    try:
        arguments = {**claim.quick, **repaired, **SMALLER.get(id_, {})}
        return any(case.fails for case in claim.checker(**arguments))
    except ValueError:
        return True


COMPUTED = {
    gallery: ("CramSolver", "Solver", "_count_positions"),
    mum_composite: ("Solver",),
    nimber: ("products_by_mex", "sums_by_mex"),
    transfinite: ("degree_of_search", "excess", "q_set"),
}


@pytest.fixture(autouse=True, scope="module")
def cached_computations() -> Iterator[None]:
    """Cache computed values, since these tests change only printed values."""
    with pytest.MonkeyPatch.context() as patch:
        for module, names in COMPUTED.items():
            for name in names:
                patch.setattr(module, name, cache(getattr(module, name)))
        yield


@pytest.mark.parametrize(
    ("chapter", "part"), [(chapter, part) for chapter, parts in PRINTED.items() for part in parts]
)
def test_any_change_to_printed_data_makes_a_claim_fail(
    chapter: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed, id_ = PRINTED[chapter], CLAIMS[part]
    original = printed[part]
    assert not fails(id_)
    # The headings of table 5.2 are not part of any claim, and the letters in the game tree of
    # figure 1 all belong to the word "not".
    headings = original[:1] if part == "table-5.2" else None
    for variant in variants(original[1:] if headings else original, part != "fig-1"):
        changed = headings + variant if headings else variant
        monkeypatch.setitem(printed, part, changed)
        assert fails(id_), changed


def test_ranges_state_the_number_of_printed_terms() -> None:
    counts = [
        (int(terms), sum(len(PRINTED["nimber"][name]) for name in re.findall(r"A\d+", names)))
        for claim in LEDGER.values()
        for terms, names in re.findall(
            r"(\d+) terms of (A\d+(?: and A\d+)*)", claim.range_(claim.full)
        )
    ]
    assert len(counts) == 6
    assert all(stated == printed for stated, printed in counts)
