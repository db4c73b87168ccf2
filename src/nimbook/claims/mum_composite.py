"""Claims of "Multiplicative Modular Nim (MuM)" about composite moduli and about MuM versus Nim.

In our copy of the text, table 5.2 has lost its symbols. We restored them from the abstract, whose
operations are XOR and the product modulo n. About sums of games, the abstract agrees with Theorem
4.1: mumbers "combine via modular multiplication in contrast to the XOR-sum".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial, reduce
from itertools import combinations_with_replacement, product
from math import gcd, prod
from operator import xor
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from nimbook.claims.mum import READINGS
from nimbook.ledger import Arguments, Case, Claims, read_fields, read_printed
from nimbook.residues import combine, prime_powers, state_vector
from nimbook.samples import Listed, all_heaps, coprime_heaps, units
from nimbook.sources import MUM
from nimtwist import MuM, Nim, Outcome, Rules, Ruleset, Solver, Sum
from nimtwist.games.heaps import replace_heap
from nimtwist.games.mum import HeapKind, ProductIsOne
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.mumber import MumberSolver
from nimtwist.games.products import Consolidation, Heaps

CLAIMS = Claims(MUM, "composite_moduli", read_fields("mum_composite"))

PRINTED = read_printed("mum_composite")
"""The tables as printed."""

HEAPS: dict[str, HeapKind] = {"coprime to it": "coprime", "any": "any"}
COPRIME = Listed(["coprime to it"])


@CLAIMS.of(
    "sec-5",
    quick={"moduli": 15, "count": 2, "beyond": 3, "how": "by search", "heaps": COPRIME},
    full={"moduli": 40, "count": 3, "beyond": 6, "how": "all at once", "heaps": COPRIME},
    controls={
        "the product decides outcomes if consolidating is a move of its own, too": {
            "consolidation": "own-turn"
        },
        "the mumber is the product for n = 5, too": {"mumbers_for": (5,)},
        "if any heap is larger than n, a move makes the product 1": {"movable": "any"},
        "if n divides 24, the mumber is the product, whatever the heaps": {"every_mumber": True},
    },
    repair={"heaps": Listed(HEAPS), "mumbers_for": (2, 3, 4, 6, 8, 12, 24)},
)
def sec_5(
    moduli: int,
    count: int,
    beyond: int,
    how: str,
    heaps: Sequence[str],
    consolidation: Consolidation = "same-turn",
    mumbers_for: Sequence[int] | None = None,
    movable: HeapKind = "coprime",
    every_mumber: bool = False,
) -> Iterator[Case]:
    for modulus, kind in product(range(2, moduli + 1), map(HEAPS.__getitem__, heaps)):
        rules = MuM(modulus, consolidation, kind)
        table = MuMTable(rules, count, modulus + beyond)
        search = MumberSolver(rules, modulus)
        oracle = table if how == "all at once" else search
        mumbers = (every_mumber or kind == "coprime") and (
            mumbers_for is None or modulus in mumbers_for
        )
        for position in table.positions():
            where, value = f"modulo {modulus}, {rules.show(position)}", rules.product(position)
            claimed = ProductIsOne(rules).outcome(position)
            yield Case(f"{where}, of product {value}", claimed, oracle.outcome(position))
            if mumbers:
                in_bulk = table.mumber(position, of_units=True)
                mumber = in_bulk if oracle is table else search.mumber(position)
                yield Case(f"{where}: the mumber", value, mumber)
            if kind == movable and max(position, default=0) > modulus:
                instance = f"{where} is stranded and has a heap above {modulus}"
                yield Case(instance, False, rules.is_stranded(position))


def compound(games: Sequence[Ruleset[Any]], how: Literal["some", "all"]) -> Rules:
    """Return the selective or conjunctive compound of games.

    On each turn, the player moves in at least one of the games if `how` is "some", and in each of
    them if `how` is "all". In the disjunctive compound, `Sum`, the player moves in exactly one of
    them.

    >>> compound([Nim(), Nim()], "all").options(((1,), (2,)))
    (((), ()), ((), (1,)))
    """

    def options(position: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        parts = [
            [*([part] if how == "some" else []), *rules.options(part)]
            for rules, part in zip(games, position, strict=True)
        ]
        return [option for option in product(*parts) if option != position]

    return Rules(options)


class FactorGames:
    """MuM modulo n and its factor games.

    A factor game is MuM with the same heaps, modulo a prime power in the factorisation of n.
    """

    def __init__(self, modulus: int, consolidation: Consolidation = "same-turn") -> None:
        self.modulus, self.rules = modulus, MuM(modulus, consolidation)
        self.powers = prime_powers(modulus)
        games = tuple(MuM(power, consolidation) for power in self.powers)
        self.whole, self.parts = Solver(self.rules), list(map(Solver, games))
        self.compounds: dict[str, Solver[tuple[Heaps, ...]]] = {
            "one": Solver(Sum(*games)),
            "some": Solver(compound(games, "some")),
            "all": Solver(compound(games, "all")),
        }

    def where(self, position: Heaps) -> str:
        """Return the modulus and the position as text."""
        return f"modulo {self.modulus}, {self.rules.show(position)}"

    def vector(self, position: Heaps) -> tuple[int, ...]:
        """Return the state vector: the residues of the product modulo each prime power."""
        return tuple(state_vector(self.rules, position).values())

    def agree(self, position: Heaps, claimed: Outcome, because: str) -> Case:
        """Return a case that compares the claimed outcome of a position with the computed one."""
        return Case(f"{self.where(position)}; {because}", claimed, self.whole.outcome(position))


def _vector(
    split: FactorGames, position: Heaps, every: Callable[[Iterable[bool]], bool] = all
) -> Iterator[Case]:
    vector = split.vector(position)
    claimed: Outcome = "P" if every(residue == 1 for residue in vector) else "N"
    yield split.agree(position, claimed, f"its state vector is {vector}")


def _each(
    split: FactorGames, position: Heaps, every: Callable[[Iterable[bool]], bool] = all
) -> Iterator[Case]:
    outcomes = [part.outcome(position) for part in split.parts]
    claimed: Outcome = "P" if every(outcome == "P" for outcome in outcomes) else "N"
    yield split.agree(
        position, claimed, f"its outcomes in the factor games are {', '.join(outcomes)}"
    )


def _compound(how: str, words: str) -> Callable[[FactorGames, Heaps], Iterator[Case]]:
    def agrees(split: FactorGames, position: Heaps) -> Iterator[Case]:
        claimed = split.compounds[how].outcome((position,) * len(split.parts))
        yield split.agree(position, claimed, f"{words} {claimed}")

    return agrees


def _value(split: FactorGames, position: Heaps) -> Iterator[Case]:
    claimed = split.compounds["one"].grundy((position,) * len(split.parts))
    yield Case(f"{split.where(position)}: the value", claimed, split.whole.grundy(position))


def _moves(split: FactorGames, position: Heaps) -> Iterator[Case]:
    before = split.vector(position)
    for option in split.rules.options(position):
        after = split.vector(option)
        changed = sum(a != b for a, b in zip(before, after, strict=True))
        instance = f"{split.where(position)} to {split.rules.show(option)}: the residues changed"
        yield Case(instance, 1, changed)


def _stranded(split: FactorGames, position: Heaps) -> Iterator[Case]:
    whole = split.rules.is_stranded(position)
    parts = [f"{q}" for q in split.powers if MuM(q).is_stranded(position)]
    factors = f"stranded modulo {' and '.join(parts)}" if parts else "stranded modulo no factor"
    yield Case(f"{split.where(position)}, {factors}, is stranded", bool(parts), whole)


def _residues(split: FactorGames, position: Heaps, above: float = 1) -> Iterator[Case]:
    """Check that moves in each large heap reach every other state vector exactly once.

    A heap is large if it exceeds `above` times the modulus.
    """
    options = set(split.rules.options(position))
    for heap in dict.fromkeys(position):
        if heap > above * split.modulus:
            smaller = [replace_heap(position, heap, lower) for lower in range(1, heap)]
            reached = Counter(split.vector(option) for option in smaller if option in options)
            residues = product(*(units(power, power) for power in split.powers))
            others = Counter(vector for vector in residues if vector != split.vector(position))
            yield Case(
                f"{split.where(position)}: moves in {heap} reach all {len(others)} other vectors",
                True,
                reached == others,
            )


AS_PRINTED = ("vector", "one")

SENSES: dict[str, tuple[str, Callable[[FactorGames, Heaps], Iterator[Case]]]] = {
    "vector": ("P exactly when the state vector is (1, …, 1)", _vector),
    "each": ("P exactly when it is P in every factor game", _each),
    "some": (
        "the outcome of the factor games if a turn is a move in at least one of them",
        _compound("some", "with moves in some of its factor games it is"),
    ),
    "residues": (
        "a heap above n can move to every other state vector, in exactly one way",
        _residues,
    ),
    "one": (
        "the outcome of the sum of the factor games",
        _compound("one", "the sum of its factor games is"),
    ),
    "value": ("the Grundy value of that sum", _value),
    "all": (
        "the outcome of the factor games if a turn is a move in every one of them",
        _compound("all", "with moves in all its factor games it is"),
    ),
    "moves": ("each move changes exactly one residue", _moves),
    "stranded": ("stranded exactly when it is stranded in some factor game", _stranded),
}
"""Senses in which MuM modulo n may be equivalent to its factor games, each with its checker.

A factor game is played modulo one of the prime powers of n, with the same heaps. (mum.sec-5.1)
"""

_WRONG: dict[str, Callable[[FactorGames, Heaps], Iterator[Case]]] = {
    "any residue": partial(_vector, every=any),
    "any game": partial(_each, every=any),
    "small heaps": partial(_residues, above=1 / 2),
}


@CLAIMS.of(
    "sec-5.1",
    quick={"moduli": 15, "count": 2, "largest": 11, "above": 9, "senses": AS_PRINTED},
    full={"moduli": 28, "count": 2, "largest": 23, "above": 10, "senses": AS_PRINTED},
    controls={
        "n is the product of its prime divisors": {
            "decomposed": lambda n: tuple(
                p for p in range(2, n + 1) if n % p == 0 and all(p % d for d in range(2, p))
            ),
        },
        "12 gives 2 and 6": {"of_12": (2, 6)},
        "the prime powers are primes exactly when n is odd": {"all_primes": lambda n: n % 2 == 1},
        "the residues are those of the next number": {"shift": 1},
        "P exactly when some residue is 1": {"senses": ("any residue",)},
        "P exactly when it is P in some game": {"senses": ("any game",)},
        "a turn is a move in all of the games": {"senses": ("all",)},
        "one move can take a heap above n/2 to any other residues": {"senses": ("small heaps",)},
        "outcomes agree, too, if consolidating is a move of its own": {"consolidation": "own-turn"},
    },
    repair={"senses": ("vector", "each", "some", "residues")},
)
def sec_5_1(
    moduli: int,
    count: int,
    largest: int,
    above: int,
    senses: Sequence[str],
    decomposed: Callable[[int], tuple[int, ...]] = prime_powers,
    of_12: tuple[int, ...] = (4, 3),
    all_primes: Callable[[int], bool] = lambda n: all(n % (d * d) for d in range(2, n)),
    shift: int = 0,
    consolidation: Consolidation = "same-turn",
) -> Iterator[Case]:
    checkers = {name: checker for name, (_, checker) in SENSES.items()} | _WRONG
    yield Case("the prime powers of 12", of_12, prime_powers(12))
    for modulus in range(2, moduli + 1):
        split = FactorGames(modulus, consolidation)
        powers = decomposed(modulus)
        parts = [d for q in powers for d in range(2, q) if q % d == 0 and gcd(d, q // d) == 1]
        instance = f"{modulus} is decomposed into {powers}"
        yield Case(instance, True, prod(powers) == modulus and not parts)
        claimed, primes = all_primes(modulus), all(q % d for q in powers for d in range(2, q))
        yield Case(f"{modulus}: all of {powers} are primes", claimed, primes)
        for number in range(modulus):
            combined = combine({q: (number + shift) % q for q in powers})
            yield Case(
                f"the number with the residues of {number} modulo {powers}", number, combined
            )
        if len(powers) > 1:
            positions = [(), *coprime_heaps(modulus, count, largest)]
            for name in senses:
                for position in positions:
                    yield from checkers[name](split, position)
            if "residues" in senses:
                larger = coprime_heaps(modulus, count, modulus + above)
                for position in sorted(set(larger).difference(positions), key=sum):
                    yield from _residues(split, position)


class _Algebra(NamedTuple):
    """A game, with the algebraic operations that its column of table 5.2 attributes to it."""

    name: str
    positions: list[Heaps]
    pairs: list[tuple[Heaps, Heaps]]
    outcome: Callable[[Heaps], Outcome]
    value: Callable[[Heaps], int]
    total: Callable[[Heaps, Heaps], int]
    times: Callable[[int, int], int]
    one: int
    domain: Sequence[int]
    inverse: Callable[[int], int]

    def where(self, *positions: Heaps) -> str:
        return f"{self.name}, {' + '.join(map(Nim().show, positions))}"


def _operation(of: _Algebra) -> Iterator[Case]:
    for position in of.positions:
        parts = [of.value((heap,)) for heap in position]
        claimed, computed = reduce(of.times, parts, of.one), of.value(position)
        yield Case(f"{of.where(position)}: the value, from heap values {parts}", claimed, computed)


def _identity(of: _Algebra) -> Iterator[Case]:
    for position, other in of.pairs:
        if of.value(other) == of.one:
            before, after = of.value(position), of.total(position, other)
            yield Case(f"{of.where(position, other)}: the value", before, after)


def _game_value(of: _Algebra) -> Iterator[Case]:
    for position in of.positions:
        value, outcome = of.value(position), of.outcome(position)
        instance = f"{of.where(position)}, {outcome}, has the value of the identity"
        yield Case(instance, outcome == "P", value == of.one)


def _sum_of_games(of: _Algebra) -> Iterator[Case]:
    for position, other in of.pairs:
        claimed = of.times(of.value(position), of.value(other))
        yield Case(f"{of.where(position, other)}: the value", claimed, of.total(position, other))


def _structure(of: _Algebra) -> Iterator[Case]:
    for a, b in product(of.domain, repeat=2):
        c = of.times(a, b)
        group = (
            c in of.domain
            and c == of.times(b, a)
            and of.times(a, of.one) == a
            and of.times(a, of.inverse(a)) == of.one
            and all(of.times(c, d) == of.times(a, of.times(b, d)) for d in of.domain)
        )
        instance = f"{of.name}: the values form a group, in which {a} times {b} is {c}"
        yield Case(instance, True, group)


def _value_domain(of: _Algebra) -> Iterator[Case]:
    seen = set()
    for position in of.positions:
        seen.add(value := of.value(position))
        instance = f"{of.where(position)}: the value {value} is in the domain"
        yield Case(instance, True, value in of.domain)
    missing = set(of.domain) - seen
    yield Case(f"{of.name}: every value occurs, except {missing}", True, not missing)


ANALOGY: dict[str, tuple[Callable[[_Algebra], Iterator[Case]], str, str]] = {
    "Operation": (_operation, "Additive (XOR, ⊕)", "Multiplicative (· mod n)"),
    "Identity": (_identity, "0", "1"),
    "Game Value": (_game_value, "Grundy Number (g(G))", "Mumber (m(G))"),
    "Sum of Games": (_sum_of_games, "g(G) ⊕ g(H)", "m(G) · m(H) mod n"),
    "Structure": (_structure, "Vector space over Z₂", "Multiplicative group mod n"),
    "Value Domain": (_value_domain, "Non-negative integers", "Residues modulo n"),
}
"""The rows of table 5.2: a checker for both games, then the cells for Nim and for MuM.

The cells include the symbols that our text of the table has lost. (mum.table-5.2)
"""


def _pairs(positions: list[Heaps], count: int) -> list[tuple[Heaps, Heaps]]:
    """Return all pairs of positions that together have at most `count` heaps."""
    pairs = [(p, q) for p in positions for q in positions if len(p + q) <= count]
    return sorted(pairs, key=lambda pair: (len(pair[0] + pair[1]), sum(pair[0] + pair[1])))


[IDENTITIES] = [(int(a), int(b)) for name, a, b in PRINTED["table-5.2"] if name == "Identity"]
"""The identities of Nim and of MuM, as printed."""


@cache
def nim_algebra(count: int) -> _Algebra:
    positions = all_heaps({count: 7})
    nim, two = Solver(Nim()), Solver(Sum(Nim(), Nim()))
    return _Algebra(
        "Nim",
        positions,
        _pairs(positions, count),
        nim.outcome,
        nim.grundy,
        lambda p, q: two.grundy((p, q)),
        xor,
        IDENTITIES[0],
        range(8),
        lambda a: a,  # every number is its own inverse: a ⊕ a = 0
    )


@cache
def mum_algebra(
    modulus: int,
    count: int,
    beyond: int,
    outcomes: bool,
    times: Callable[[int, int], int] = int.__mul__,
    consolidation: Consolidation = "same-turn",
) -> _Algebra:
    rules = MuM(modulus, consolidation)
    positions = [(), *coprime_heaps(modulus, count, modulus + beyond)]
    solver = MumberSolver(rules, modulus)
    two = MumberSolver(Sum(rules, rules), modulus)

    def by_outcome(position: Heaps) -> int:
        """Return the inverse of the unit that must be added as a heap to get a P-position.

        The result is 0 unless there is exactly one such unit.
        """
        inverses = [
            u
            for u in units(modulus, modulus)
            if solver.outcome(tuple(sorted((*position, u)))) == "P"
        ]
        return pow(inverses[0], -1, modulus) if len(inverses) == 1 else 0

    return _Algebra(
        f"modulo {modulus}",
        positions,
        _pairs(positions, count),
        solver.outcome,
        by_outcome if outcomes else solver.mumber,
        (lambda p, q: by_outcome(tuple(sorted(p + q))))
        if outcomes
        else lambda p, q: two.mumber((p, q)),
        lambda a, b: times(a, b) % modulus,
        IDENTITIES[1],
        units(modulus, modulus),
        lambda a: pow(a, -1, modulus) if gcd(a, modulus) == 1 else 0,
    )


@CLAIMS.of(
    "table-5.2",
    quick={"moduli": 6, "count": 2, "beyond": 4},
    full={"moduli": 12, "count": 3, "beyond": 4},
    controls={
        "Operation: residues are added": {"times": int.__add__},
        "Identity: 2": {"rows": ("Identity",), "instead": {"one": 2}},
        "Game Value: P-positions have the value 2": {
            "rows": ("Game Value",),
            "instead": {"one": 2},
        },
        "Sum of Games: residues are added": {"rows": ("Sum of Games",), "times": int.__add__},
        "Structure: the additive group": {"rows": ("Structure",), "times": int.__add__},
        "Value Domain: all numbers below 9": {
            "rows": ("Value Domain",),
            "instead": {"domain": range(9)},
        },
        "Value Domain: 1 alone": {"rows": ("Value Domain",), "instead": {"domain": (1,)}},
        "every row, too, if heaps are never consolidated": {"consolidation": "never"},
    },
    repair={"outcomes": True},
)
def table_5_2(
    moduli: int,
    count: int,
    beyond: int,
    outcomes: bool = False,
    times: Callable[[int, int], int] = int.__mul__,
    rows: Iterable[str] = ANALOGY,
    instead: Arguments = MappingProxyType({}),
    consolidation: Consolidation = "same-turn",
) -> Iterator[Case]:
    features = [row[0] for row in PRINTED["table-5.2"][1:]]
    yield Case("the rows of the table", [*ANALOGY], features)
    if features != [*ANALOGY]:
        return
    for feature, *cells in PRINTED["table-5.2"][1:]:
        for ours, theirs in zip(ANALOGY[feature][1:], cells, strict=True):
            letters = iter(ours)
            # Our copy has lost some letters, but the remaining ones are still in order.
            in_order = all(letter in letters for letter in theirs)
            yield Case(f"{feature}, printed {theirs!r}, is {ours!r}", True, in_order)
    for row, *_ in map(ANALOGY.__getitem__, rows):
        yield from row(nim_algebra(count))
        for modulus in range(2, moduli + 1):
            of = mum_algebra(modulus, count, beyond, outcomes, times, consolidation)
            yield from row(of._replace(**instead))


@CLAIMS.of(
    "table-A.2",
    controls={
        "decomposed modulo 5 and modulo 3, in this order": {"factors": (5, 3)},
        "L marks the positions with product 1 modulo 3": {"vector": (1,)},
        "the positions of three heaps are those of 11, 13 and 14": {"heaps": (11, 13, 14)},
        "the same if consolidation takes a turn": {"agreeing": "turn"},
    },
)
def table_a_2(
    factors: tuple[int, ...] = Listed((3, 5)),
    vector: tuple[int, ...] = (1, 1),
    heaps: tuple[int, ...] = (11, 13, 14, 16),
    agreeing: str = "same turn",
) -> Iterator[Case]:
    rules, printed = MuM(15), PRINTED["table-A.2"]
    solver = Solver(rules)
    positions = [*combinations_with_replacement(heaps, 3)]
    yield Case("the number of rows", len(positions), len(printed))
    for position, (*cells, status) in zip(positions, printed, strict=False):
        residues = [number for heap in position for number in (heap, *(heap % q for q in factors))]
        state = [*state_vector(rules, position).values()]
        for computed in ([prod(position) % q for q in factors], state):
            yield Case(f"the row of {rules.show(position)}", cells, [*residues, *computed])
        outcome = solver.outcome(position)
        right = (status == "L") == (outcome == "P") == (tuple(cells[-2:][: len(vector)]) == vector)
        yield Case(f"{rules.show(position)}, printed as {status}, is {outcome}", True, right)
    for name, differ in table_a2_by_reading():
        instance = f"consolidated {name}, every status is as printed, except {differ}"
        yield Case(instance, agreeing in name, differ == "none")


def table_a2_by_reading() -> list[tuple[str, str]]:
    """Return each reading of consolidation with the rows of table A.2 that contradict it.

    >>> table_a2_by_reading()[-1]
    ('never', '(13, 13, 16): L, not W')
    """
    rows = []
    for name, reading in READINGS.items():
        solver, differ = Solver(MuM(15, **reading)), []
        for *cells, status in PRINTED["table-A.2"]:
            position = tuple(cells[:9:3])
            computed = "L" if solver.outcome(position) == "P" else "W"
            if computed != status:
                differ.append(f"{position}: {computed}, not {status}")
        rows.append((name, "; ".join(differ) or "none"))
    return rows
