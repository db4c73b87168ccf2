"""What the claims on composite moduli rest on: the rules, the residues, and games put together."""

from __future__ import annotations

from nimbook.claims.mum_composite import Together
from nimbook.residues import combine, prime_powers, state_vector
from nimbook.samples import units
from nimtwist import grundy_value, normal_outcome
from nimtwist.games import MuM, Nim
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.mumber import Mumber
from nimtwist.games.products import ProductGame
from nimtwist.sums import Sum

SOURCE = "mum"

ALL = "sec-5 sec-5.1 table-5.2 table-A.2"

MUTATIONS = [
    # The rules.
    (ProductGame._smaller, "most + 1", "most", ALL),
    (ProductGame._smaller, "1), heap", "1) + 1, heap", ALL),
    (ProductGame._smaller, "max(1,", "max(2,", ALL),
    (MuM._times, "a * b", "(a + b)", "sec-5.1 table-5.2 table-A.2"),
    (MuM._inverse, "pow(a, -1, self.modulus)", "a", "sec-5 sec-5.1 table-A.2"),
    (ProductGame.is_stranded, "!= 1 and not", "!= 1 and", "sec-5.1 table-5.2"),
    (ProductGame._joined, "list(self._reduced(single))", "[single]", ALL),
    (Nim.options, "range(1, heap)", "range(1, min(heap, 2))", "table-5.2"),
    (Sum.options, "enumerate(self.rules)", "enumerate(self.rules[:1])", "table-5.2"),
    (Together.options, "*rules.options(part)]", "*rules.options(part)[1:]]", "sec-5.1"),
    # The search.
    (normal_outcome, '"P" in', '"P" not in', ALL),
    (grundy_value, "set(values)", "set(values), 1", "table-5.2"),
    (Mumber.__call__, "count(1)", "count(2)", "sec-5"),
    # The closed forms.
    (ProductIsOne.outcome, "== 1", "> 1", "sec-5"),
    # The residues.
    (prime_powers, "append(power)", "append(prime)", "sec-5.1"),
    (state_vector, "product % power", "(product + 1) % power", "sec-5.1 table-A.2"),
    (combine, "(residue - number)", "residue", "sec-5.1"),
    (units, "range(1,", "range(2,", "sec-5.1"),
]
