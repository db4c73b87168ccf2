"""Claims about two cases of the open problem: a single restriction, and several heaps.

Each `Proof` covers heaps of all sizes. A search finds it, and independent code checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product, takewhile

from nimbook.claims.atlas import Heaps, all_games, named
from nimbook.claims.twist import FIGURE_4
from nimbook.ledger import Case, Claims, Proof, read_fields
from nimbook.samples import Sizes, all_heaps
from nimbook.sources import ATLAS
from nimtwist import BlockingNim, Solver, nim_sum
from nimtwist.atlas.cubes import CubeProof, Cubes, cube_flaw, find_cube
from nimtwist.atlas.extra_heaps import ExtraHeapsProof, extra_heaps_flaw, find_extra_heaps_proof
from nimtwist.atlas.families import antichains
from nimtwist.atlas.one_restriction import SingleProof, single_flaw, solve_single

CLAIMS = Claims(ATLAS, "open_problem", read_fields("atlas_heaps"))

# The largest cube to try; large enough to find every cube for moduli up to 4.
_MAX_CUBE = 25
# The number of rows to compute if there are extra heaps; enough to find the proofs used here.
_ROWS = 80


@CLAIMS.of(
    "single",
    quick={"moduli": 7, "solved": 3, "sizes": Sizes({1: 9, 2: 5, 3: 3})},
    full={"moduli": 10, "solved": 4, "sizes": Sizes({1: 24, 2: 10, 3: 6})},
    controls={
        "the period is always n": {"altered": lambda p: replace(p, period=p.modulus)},
        "it begins at n(n − 2) − 1 at the latest": {"sooner": 1},
        "if only 1 may be taken, it begins at n(n − 2)": {"allowed": 1},
        "the ordinary sum of the values solves several heaps": {"add": sum},
    },
)
def single(
    moduli: int,
    solved: int,
    sizes: Mapping[int, int],
    altered: Callable[[SingleProof], SingleProof] = lambda p: p,
    sooner: int = 0,
    allowed: int | None = None,
    add: Callable[[Iterator[int]], int] = nim_sum,
) -> Iterator[Case]:
    for modulus in range(1, moduli + 1):
        for restriction in BlockingNim.up_to(modulus, modulus).family:
            name = f"{sorted(restriction)} modulo {modulus}"
            proof = solve_single(modulus, restriction)
            yield Proof(name, single_flaw(altered(proof)) if proof else "no state recurs")
            if proof is None:
                continue
            latest = max(0, modulus * (modulus - 2) - sooner)
            fits = proof.start <= latest and proof.saltus == 0 and modulus % proof.period == 0
            instance = f"{name} is periodic, or additively periodic if {modulus} may be taken"
            yield Case(instance, True, fits if modulus in restriction else proof.saltus > 0)
            if restriction == {*range(1, modulus + 1)} - {allowed or modulus - 1} and modulus > 1:
                yield Case(f"{name}: where the period begins", latest, proof.start)
            if modulus <= solved:
                solver = Solver(BlockingNim(modulus, [restriction]))
                for heaps in all_heaps(sizes):
                    claimed = "N" if add(map(proof.value, heaps)) else "P"
                    yield Case(f"{name}: {heaps}", claimed, solver.outcome((heaps, restriction)))


@cache
def _cube(rules: BlockingNim, heaps: int) -> CubeProof | None:
    return find_cube(rules, heaps, _MAX_CUBE)


def _cube_flaw(rules: BlockingNim, proof: CubeProof | None, earlier: int = 0) -> str | None:
    """Return the flaw, if any, in a cube proof after lowering its start by `earlier`."""
    if proof is None:
        return "no cube gives a proof"
    return cube_flaw(rules, replace(proof, start=proof.start - earlier))


@CLAIMS.of(
    "cubes",
    quick={"moduli": 3, "heaps": 3, "sizes": Sizes({1: 14, 2: 11})},
    full={"moduli": 4, "heaps": 3, "sizes": Sizes({1: 24, 2: 13, 3: 4})},
    controls={
        "the same holds from q − 1 on": {"earlier": 1},
        "heaps may always be reduced modulo p": {"always": True},
    },
)
def cubes(
    moduli: int,
    heaps: int,
    sizes: Mapping[int, int],
    earlier: int = 0,
    always: bool = False,
) -> Iterator[Case]:
    for rules in all_games(moduli):
        proofs = [proof for m in range(1, heaps + 1) if (proof := _cube(rules, m))]
        for proof in proofs:
            divides = rules.modulus % proof.period == 0
            flaw = None if divides else f"the period is {proof.period}"
            yield Proof(named(rules), _cube_flaw(rules, proof, earlier) or flaw)
        largest = proofs[-1].heaps if len(proofs) > 1 else 0
        solver = Solver(rules)
        for board, forbidden in product(all_heaps(sizes), rules.family):
            if len(board) <= largest:
                proof, outcome = proofs[-1], solver.outcome((board, forbidden))
                small = tuple(heap % proof.period for heap in board) if always else board
                claimed = Cubes(rules, proof).outcome((small, forbidden))
                yield Case(f"{named(rules)}: {rules.show((board, forbidden))}", claimed, outcome)


@CLAIMS.of(
    "figure-4",
    quick={"heaps": 5},
    full={"heaps": 6},
    controls={
        "the states are periodic one size sooner": {"earlier": 1},
        "outcomes have period 3 from 1, 2, 3, 3, 5, 5 on": {"begins": (1, 2, 3, 3, 5, 5)},
        "with six heaps, too, there is no size from which they have a period": {
            "others": (2, 1, 1, 1)
        },
    },
)
def figure_4(
    heaps: int,
    earlier: int = 0,
    begins: tuple[int, ...] = (1, 1, 3, 3, 5, 5),
    others: Heaps = (2, 1, 1, 1, 1),
) -> Iterator[Case]:
    for m, start in zip(range(1, heaps + 1), begins, strict=False):
        proof = _cube(FIGURE_4, m)
        yield Proof(f"{m} heaps", _cube_flaw(FIGURE_4, proof, earlier))
        if proof:
            yield Case(f"{m} heaps: where the period begins", start, Cubes(FIGURE_4, proof).start)
    rows = find_extra_heaps_proof(FIGURE_4, others, _ROWS)
    yield Proof(f"with heaps {others}", _unbounded_flaw(FIGURE_4, rows))


def _unbounded_flaw(rules: BlockingNim, proof: ExtraHeapsProof | None) -> str | None:
    """Return the flaw, if any, in a proof that periods can begin arbitrarily late."""
    if not (proof and proof.proves_unbounded):
        return "no proof was found that it is not bounded"
    return extra_heaps_flaw(rules, proof)


_THIRD_HEAPS = range(1, 5)
"""Sizes of a third heap that suffice to show which games modulo 4 or less are unbounded."""


@cache
def _unbounded_proof(rules: BlockingNim, heaps: int) -> ExtraHeapsProof | None:
    """Search for a proof that periods for two or three heaps can begin arbitrarily late."""
    contexts = [()] if heaps == 2 else [(third,) for third in _THIRD_HEAPS]
    proofs = (
        find_extra_heaps_proof(rules, others, 400 if heaps == 2 else _ROWS) for others in contexts
    )
    return next((proof for proof in proofs if proof and proof.proves_unbounded), None)


def _single_is_solved(rules: BlockingNim) -> bool:
    """Try to solve a game with one restriction, and return whether a valid proof is found."""
    [restriction] = rules.family
    proof = solve_single(rules.modulus, restriction)
    return proof is not None and single_flaw(proof) is None


@cache
def _boundedness_flaw(rules: BlockingNim, heaps: int, earlier: int = 0) -> str | None:
    """Prove that a game is bounded or that it is not, and return the flaw in the proof, if any.

    If the proof is a cube, its start is first lowered by `earlier`.
    """
    cube = _cube(rules, heaps)
    if cube:
        return _cube_flaw(rules, cube, earlier)
    return _unbounded_flaw(rules, _unbounded_proof(rules, heaps))


@CLAIMS.of(
    "three",
    range_=lambda a: (
        f"every family that has a cube for two heaps, moduli n = 1–{a['moduli']}: two and three "
        "heaps of any size"
        + ("; for the others, a certificate that they are not bounded" if a["others"] else "")
    ),
    quick={"moduli": 4, "others": False},
    full={"moduli": 4, "others": True},
    controls={
        "the states are periodic one size sooner": {"earlier": 1},
        "with three heaps, too, 46 families modulo 4 are bounded": {"three": (1, 2, 6, 46)},
        "the period of three heaps begins where that of two does": {"same_start": True},
        "three heaps are solved for all games": {"solved": (2, 5, 19, 167)},
    },
)
def three(
    moduli: int,
    others: bool,
    earlier: int = 0,
    three: tuple[int, ...] = (1, 2, 6, 32),
    solved: tuple[int, ...] = (2, 5, 17, 111),
    same_start: bool = False,
) -> Iterator[Case]:
    for modulus in range(1, moduli + 1):
        games = list(antichains(modulus))
        pairs = [rules for rules in games if _cube(rules, 2)]
        triples = [rules for rules in pairs if _cube(rules, 3)]
        for rules in games if others else pairs:
            for heaps in (2, 3) if rules in pairs else (2,):
                yield Proof(
                    f"{named(rules)}, {heaps} heaps", _boundedness_flaw(rules, heaps, earlier)
                )
        claimed = (1, 2, 6, 46)[modulus - 1], three[modulus - 1]
        counts = len(pairs), len(triples)
        yield Case(f"modulo {modulus}, the numbers of bounded games", claimed, counts)
        for rules in triples:
            first, second = _cube(rules, 2), _cube(rules, 3)
            assert first and second
            same = (
                first == replace(second, heaps=2) if same_start else first.period == second.period
            )
            yield Case(f"{named(rules)}: {first} and {second} have the same period", True, same)
        solved_games = [
            rules
            for rules in games
            if rules in triples
            or rules.is_box_game
            or (len(rules.family) == 1 and _single_is_solved(rules))
        ]
        instance = f"modulo {modulus}, the number of solved games"
        yield Case(instance, solved[modulus - 1], len(solved_games))


@CLAIMS.of(
    "beside",
    range_=lambda a: (
        "two heaps of any size and a third heap, in "
        + "; ".join(
            f"every game modulo {n} (third heap at most {third})"
            for n, third in a["thirds"].items()
        )
    ),
    quick={"thirds": {1: 8, 2: 8, 3: 2}, "limit": 400},
    full={"thirds": {1: 8, 2: 8, 3: 8, 4: 1}, "limit": 5000},
    controls={"the certificates hold one row later": {"later": 1}},
)
def beside(thirds: Mapping[int, int], limit: int, later: int = 0) -> Iterator[Case]:
    for modulus, third in thirds.items():
        for rules in antichains(modulus):
            proof = find_extra_heaps_proof(rules, (third,), limit)
            if proof:
                moved = replace(proof.certificate, row=proof.certificate.row + later)
                proof = replace(proof, certificate=moved)
            flaw = extra_heaps_flaw(rules, proof) if proof else "no certificate is found"
            yield Proof(f"{named(rules)} with a third heap of {third}", flaw)


FOURTH = BlockingNim(4, [{1, 2, 4}, {1, 3, 4}])
"""A game that is bounded with three heaps but not with four."""


@CLAIMS.of(
    "four",
    quick={"moduli": 3},
    full={"moduli": 4},
    controls={
        "the states are periodic one size sooner": {"earlier": 1},
        "5 families modulo 3 are bounded with four heaps": {"counts": (1, 2, 5, 31)},
        "the exception is unbounded even with other heaps of at most 4 and 4": {"others": (4, 4)},
    },
)
def four(
    moduli: int, earlier: int = 0, counts: tuple[int, ...] = (1, 2, 6, 31), others: Heaps = (5, 6)
) -> Iterator[Case]:
    for modulus in range(1, moduli + 1):
        triples = [rules for rules in antichains(modulus) if _cube(rules, 2) and _cube(rules, 3)]
        quadruples = [rules for rules in triples if _cube(rules, 4)]
        for rules in quadruples:
            yield Proof(named(rules), _boundedness_flaw(rules, 4, earlier))
        yield Case(
            f"modulo {modulus}, {counts[modulus - 1]} games are bounded with three and four heaps",
            True,
            len(quadruples) == counts[modulus - 1] and {*triples} - {*quadruples} <= {FOURTH},
        )
    proof = find_extra_heaps_proof(FOURTH, others, _ROWS)
    yield Proof(f"{named(FOURTH)} with heaps {others}", _unbounded_flaw(FOURTH, proof))


@CLAIMS.of(
    "bounded",
    quick={"moduli": 3, "heaps": 3, "exception": True},
    full={"moduli": 5, "heaps": 4, "exception": True},
    controls={
        "a family is bounded if no restriction contains n, and not if all do": {
            "bounded_if": False
        },
        "for n = 5 there is no exception": {"exception": False},
        "a single restriction is bounded exactly when it contains 1": {"residue": 1},
    },
)
def bounded(
    moduli: int, heaps: int, exception: bool, bounded_if: bool = True, residue: int | None = None
) -> Iterator[Case]:
    for rules in all_games(moduli):
        modulus = rules.modulus
        contain = {modulus in restriction for restriction in rules.restrictions}
        if len(contain) > 1 or rules == EXCEPTION:
            continue
        [every] = contain
        if modulus < 5 or every:
            cube, unbounded = _cube(rules, 2), _unbounded_proof(rules, 2)
            right = (cube is not None, unbounded is None) == (every == bounded_if,) * 2
            flaw = None if right else f"settled by {cube or unbounded}"
            yield Proof(named(rules), _boundedness_flaw(rules, 2) or flaw)
        if len(rules.family) == 1 and modulus < 5:
            [restriction] = rules.family
            claimed = (residue or modulus) in restriction
            for m in range(2, heaps + 1):
                has_cube = _cube(rules, m) is not None
                yield Case(f"{named(rules)} with {m} heaps is bounded", claimed, has_cube)
    flaw = None if exception else "it is not bounded"
    yield Proof(
        named(EXCEPTION), _unbounded_flaw(EXCEPTION, _unbounded_proof(EXCEPTION, 2)) or flaw
    )


EXCEPTION = BlockingNim(5, [{1, 2, 5}, {1, 3, 4, 5}, {2, 3, 4, 5}])
"""A game that is not bounded although every restriction contains 5."""


def outcome_period(theory: Cubes) -> int:
    """Return the smallest eventual period of the outcomes of a bounded game.

    It divides the period of the states, which the cube proof establishes for all sizes.

    >>> outcome_period(Cubes(SPLIT[0], CubeProof(2, 10, 6)))
    3
    """
    proof, family = theory.proof, theory.rules.family
    others = list(combinations_with_replacement(range(proof.size), proof.heaps - 1))
    outcomes = [
        [theory.outcome(((*heaps, proof.start + i), r)) for heaps in others for r in family]
        for i in range(proof.period)
    ]
    return next(
        period
        for period in range(1, proof.period + 1)
        if proof.period % period == 0
        and all(outcomes[i] == outcomes[i - period] for i in range(proof.period))
    )


SPLIT = (
    BlockingNim(6, [{2, 3, 6}, {1, 3, 4, 6}]),
    BlockingNim(6, [{1, 3, 4, 6}, {2, 3, 5, 6}, {2, 4, 5, 6}]),
)
"""Games whose outcomes have period 3 with two heaps and period 6 with three."""


@CLAIMS.of(
    "one-period",
    quick={"moduli": 3, "heaps": 3},
    full={"moduli": 4, "heaps": 4},
    controls={
        "modulo 2, too, the period depends on the number of heaps": {"varying": (2,)},
        "with three heaps, too, the two families have the period 3": {"split": (3, 3)},
    },
    repair={"split": (3, 6)},
)
def one_period(
    moduli: int, heaps: int, split: tuple[int, ...] | None = None, varying: tuple[int, ...] = ()
) -> Iterator[Case]:
    for rules in all_games(moduli):
        periods = [outcome_period(theory) for theory in _theories(rules, heaps)]
        if len(periods) > 1:
            keeps, claimed = len(set(periods)) == 1, rules.modulus not in varying
            yield Case(f"{named(rules)} keeps its period, {periods}", claimed, keeps)
    for rules in SPLIT:
        theories = _theories(rules, 3)
        flaws = [cube_flaw(rules, theory.proof) for theory in theories]
        periods = [outcome_period(theory) for theory in theories]
        agrees = len(set(periods)) == 1 if split is None else tuple(periods) == split
        instance = f"{named(rules)}: the periods of 2 and 3 heaps, {periods}, are as claimed"
        yield Case(instance, True, agrees and not any(flaws))


def _theories(rules: BlockingNim, heaps: int) -> list[Cubes]:
    """Return a game's solutions for 2, 3, …, `heaps` heaps.

    The list ends before the first number of heaps for which the game is not bounded.
    """
    # A game that is not bounded with m heaps is not bounded with more heaps.
    proofs = takewhile(bool, (_cube(rules, m) for m in range(2, heaps + 1)))
    return [Cubes(rules, proof) for proof in proofs if proof]


@CLAIMS.of(
    "one-state-period",
    quick={"moduli": 3, "heaps": 4},
    full={"moduli": 4, "heaps": 4},
    controls={"the period begins at the same size, too": {"same_start": True}},
)
def one_state_period(moduli: int, heaps: int, same_start: bool = False) -> Iterator[Case]:
    for rules in all_games(moduli):
        proofs = [theory.proof for theory in _theories(rules, heaps)]
        if len(proofs) > 1:
            periods = {(proof.period, same_start and proof.start) for proof in proofs}
            yield Case(f"{named(rules)}: the number of periods, {proofs}", 1, len(periods))
