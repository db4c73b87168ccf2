"""Tests that the claims detect mutations of the code that they depend on."""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from nimbook.claims import LEDGER, check
from tests.lib.mutations import Mutation
from tests.nimbook import claims as broken


def mutations() -> Iterator[tuple[Mutation, list[str], bool]]:
    """Yield each mutation, the ids of the claims that must detect it, and whether it is slow."""
    for module in pkgutil.iter_modules(broken.__path__, f"{broken.__name__}."):
        imported = import_module(module.name)
        for function, old, new, names, *slow in imported.MUTATIONS:
            ids = [
                name if name in LEDGER else f"{imported.SOURCE}.{name}" for name in names.split()
            ]
            yield Mutation(function, old, new), ids, bool(slow)


MUTATIONS = list(mutations())


@pytest.fixture(autouse=True)
def empty_caches() -> Iterator[None]:
    """Clear all caches, so that the mutated and the original engine share no results."""
    clear_caches()
    yield
    clear_caches()


def clear_caches() -> None:
    for name, module in [*sys.modules.items()]:
        if name.startswith(("nimbook", "nimtwist")):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def fails(id_: str) -> bool:
    """Return whether a claim (in repaired form, if it has a repair) fails or has a broken check."""
    claim = LEDGER[id_]
    arguments = {**claim.quick, **(claim.repair.arguments if claim.repair else {})}
    return any(case.fails for case in claim.checker(**arguments)) or check(id_).problem is not None


def scoped() -> Iterator[Any]:
    """Yield all mutations, marking those that the quick scope does not need as `full`.

    In the quick scope, every claim still detects at least one mutation.
    """
    covered = set[str]()
    for mutation, claims, slow in MUTATIONS:
        is_quick = not slow and not covered.issuperset(claims)
        covered.update(claims if is_quick else ())
        marks = () if is_quick else pytest.mark.full
        yield pytest.param(mutation, claims, marks=marks, id=str(mutation))


SCOPED = [*scoped()]


@pytest.mark.parametrize(("mutation", "claims"), SCOPED)
def test_mutations_are_detected_by_the_claims(
    mutation: Mutation, claims: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation.apply(monkeypatch)
    undetected = [id_ for id_ in claims if not fails(id_)]
    assert not undetected


def test_every_claim_detects_a_mutation_in_the_quick_scope() -> None:
    quick = [claims for _, claims in (param.values for param in SCOPED if not param.marks)]
    assert {id_ for claims in quick for id_ in claims} == set(LEDGER)


def test_every_claim_detects_a_mutation_outside_the_checkers() -> None:
    """A mutation of the checker itself would not show that the checker tests the engine."""
    engine = [
        claims
        for mutation, claims, _ in MUTATIONS
        if not re.match(r"nimbook\.claims\.\w+", mutation.module)
    ]
    assert set(LEDGER) - {id_ for claims in engine for id_ in claims} == set()
