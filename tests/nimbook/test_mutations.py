"""A check that cannot fail proves nothing: break the engine on purpose, and it goes red."""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from nimbook.claims import LEDGER, check
from tests.mutations import Mutation
from tests.nimbook import claims as broken


def mutations() -> Iterator[tuple[Mutation, list[str], bool]]:
    """Yield each line to break, the ids of the claims that rest on it, and whether this is slow."""
    for module in pkgutil.iter_modules(broken.__path__, f"{broken.__name__}."):
        found = import_module(module.name)
        for function, old, new, names, *slow in found.MUTATIONS:
            ids = [name if name in LEDGER else f"{found.SOURCE}.{name}" for name in names.split()]
            yield Mutation(function, old, new), ids, bool(slow)


MUTATIONS = list(mutations())


@pytest.fixture(autouse=True)
def empty_caches() -> Iterator[None]:
    """Keep the answers of a broken engine from the whole one, and the other way round."""
    clear_caches()
    yield
    clear_caches()


def clear_caches() -> None:
    for name, module in [*sys.modules.items()]:
        if name.startswith(("nimbook", "nimtwist")):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def is_red(id_: str) -> bool:
    """Return whether there is trouble with a claim; a failure of what should hold is enough."""
    claim = LEDGER[id_]
    arguments = {**claim.quick, **(claim.repair.arguments if claim.repair else {})}
    return any(case.fails for case in claim.checker(**arguments)) or check(id_).trouble is not None


def scoped() -> Iterator[Any]:
    """Yield the mutations; the quick scope has enough of them to turn each claim red once."""
    red = set[str]()
    for mutation, claims, slow in MUTATIONS:
        is_quick = not slow and not red.issuperset(claims)
        red.update(claims if is_quick else ())
        marks = () if is_quick else pytest.mark.full
        yield pytest.param(mutation, claims, marks=marks, id=str(mutation))


SCOPED = [*scoped()]


@pytest.mark.parametrize(("mutation", "claims"), SCOPED)
def test_a_broken_line_turns_the_claims_red_that_rest_on_it(
    mutation: Mutation, claims: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation.apply(monkeypatch)
    green = [id_ for id_ in claims if not is_red(id_)]
    assert not green


def test_every_claim_is_turned_red_in_the_quick_scope() -> None:
    quick = [claims for _, claims in (each.values for each in SCOPED if not each.marks)]
    assert {id_ for claims in quick for id_ in claims} == set(LEDGER)


def test_every_claim_is_turned_red_by_a_broken_line_of_the_engine() -> None:
    """A checker that looks at nothing but itself would be red, too, if its own line were broken."""
    engine = [
        claims
        for mutation, claims, _ in MUTATIONS
        if not re.match(r"nimbook\.claims\.\w+", mutation.module)
    ]
    assert set(LEDGER) - {id_ for claims in engine for id_ in claims} == set()
