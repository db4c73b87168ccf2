"""A check that cannot fail proves nothing: break the engine on purpose, and it goes red."""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from nimbook.claims import LEDGER, check
from nimbook.claims.twist import PRINTED
from tests import nimbook as rooms
from tests import nimtwist as engine
from tests.mutations import Mutation


def mutations() -> Iterator[tuple[Mutation, list[str]]]:
    """Yield each line to break, with the claims that rest on it by their full ids."""
    for package in (rooms, engine):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            found = import_module(module.name)
            for mutation, names in getattr(found, "MUTATIONS", ()):
                yield mutation, [n if n in LEDGER else f"{found.SOURCE}.{n}" for n in names.split()]


MUTATIONS = list(mutations())


@cache
def caches(loaded: int) -> list[Any]:
    """Return what the package keeps, of so many modules that are loaded."""
    return [
        value
        for name, module in sys.modules.items()
        if name.startswith(("nimbook", "nimtwist"))
        for value in vars(module).values()
        if hasattr(value, "cache_clear")
    ]


def forget() -> None:
    """Empty whatever the package keeps."""
    for kept in caches(len(sys.modules)):
        kept.cache_clear()


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Keep the answers of a broken engine from the whole one, and the other way round."""
    forget()
    yield
    forget()


def is_red(id_: str) -> bool:
    """Return whether there is trouble with a claim; a failure of what should hold is enough."""
    claim = LEDGER[id_]
    arguments = {**claim.quick, **(claim.repair.arguments if claim.repair else {})}
    return any(case.fails for case in claim.checker(**arguments)) or check(id_).trouble is not None


def quick() -> list[bool]:
    """Return which mutations are for the quick scope: enough to turn each claim red once."""
    red, chosen = set[str](), []
    for mutation, claims in MUTATIONS:
        chosen.append(not mutation.slow and not red >= set(claims))
        red.update(claims if chosen[-1] else ())
    return chosen


QUICK = quick()


def scoped(mutation: Mutation, claims: list[str], is_quick: bool) -> Any:
    marks = () if is_quick else (pytest.mark.full,)
    return pytest.param(mutation, claims, marks=marks, id=str(mutation))


@pytest.mark.parametrize(
    ("mutation", "claims"), [scoped(*each, of) for each, of in zip(MUTATIONS, QUICK, strict=True)]
)
def test_a_broken_line_turns_the_claims_red_that_rest_on_it(
    mutation: Mutation, claims: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation.apply(monkeypatch)
    green = [id_ for id_ in claims if not is_red(id_)]
    assert not green


def test_every_claim_is_turned_red_in_the_quick_scope() -> None:
    chosen = zip(MUTATIONS, QUICK, strict=True)
    red = {id_ for (_, claims), is_quick in chosen if is_quick for id_ in claims}
    assert red == set(LEDGER)


def test_every_claim_is_turned_red_by_a_broken_line_of_the_engine() -> None:
    """A checker that looks at nothing but itself would be red, too, if its own line were broken."""
    engine = [
        claims
        for mutation, claims in MUTATIONS
        if not re.match(r"nimbook\.claims\.\w+", mutation.module)
    ]
    assert set(LEDGER) - {id_ for claims in engine for id_ in claims} == set()


@pytest.mark.parametrize(
    ("part", "tree"),
    [
        ("moves", ["(4, 2, 1)", ["(2, 2, 1)"], ["(1, 2, 1)"], ["(4, 2)"]]),
        ("win", ["(4, 2, 1) not 1", ["(2, 2, 1) not 2"]]),
        ("win", ["(4, 2, 1) not 1", ["(2, 2, 1) not 1", ["(2, 1) not 1", ["(1) not 1"]]]]),
    ],
)
def test_another_tree_in_figure_1_turns_it_red(
    part: str, tree: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRINTED["fig-1"], part, tree)
    assert check("twist.fig-1").trouble is not None
