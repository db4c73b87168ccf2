"""What the claims on composite moduli rest on: the rules, the residues, and games put together."""

from __future__ import annotations

from nimbook.claims import mum_composite as moduli
from nimbook.claims.mum_composite import Together
from nimbook.residues import _prime_powers, combine, state_vector
from nimtwist import grundy_value, normal_outcome
from nimtwist.games import MuM, Nim
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.mumber import Mumber
from nimtwist.games.products import ProductGame
from nimtwist.sums import Sum
from tests.mutations import Mutation

SOURCE = "mum"

ALL = "sec-5 sec-5.1 table-5.2 table-A.2"

MUTATIONS: list[tuple[Mutation, str]] = [
    # The rules.
    (Mutation(ProductGame._smaller, "most + 1", "most"), ALL),
    (Mutation(ProductGame._smaller, "+ 1)", "+ 1) + 1"), ALL),
    (Mutation(ProductGame._smaller, "max(1,", "max(2,"), ALL),
    (Mutation(MuM._times, "a * b", "(a + b)"), "sec-5.1 table-5.2 table-A.2"),
    (
        Mutation(MuM._inverse, "pow(a, -1, self.modulus)", "a"),
        "sec-5 sec-5.1 table-A.2",
    ),
    (Mutation(ProductGame.is_stranded, "!= 1 and not", "!= 1 and"), "sec-5.1 table-5.2"),
    (Mutation(ProductGame._joined, "list(self._reduced(single))", "[single]"), ALL),
    (Mutation(Nim.options, "range(1, heap)", "range(1, min(heap, 2))"), "table-5.2"),
    (Mutation(Sum.options, "enumerate(self.rules)", "enumerate(self.rules[:1])"), "table-5.2"),
    (Mutation(Together.options, "*rules.options(part)]", "*rules.options(part)[1:]]"), "sec-5.1"),
    # The search.
    (Mutation(normal_outcome, '"P" in', '"P" not in'), ALL),
    (Mutation(grundy_value, "set(values)", "set(values), 1"), "table-5.2"),
    (Mutation(Mumber.__call__, "count(1)", "count(2)"), "sec-5"),
    # The closed forms.
    (Mutation(ProductIsOne.outcome, "== 1", "> 1"), "sec-5"),
    # The residues.
    (Mutation(_prime_powers, "yield power", "yield prime"), "sec-5.1"),
    (Mutation(state_vector, "product % power", "(product + 1) % power"), "sec-5.1 table-A.2"),
    (Mutation(combine, "(residue - number)", "residue"), "sec-5.1"),
    (Mutation(moduli._units, "== 1", ">= 1"), "sec-5.1"),
]
