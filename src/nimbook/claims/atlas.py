"""This book's claims about its open problem: blocking Nim with any family of restrictions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product

from nimbook.atlas import ATLAS as DATA
from nimbook.ledger import Case, Claims, Proof, read_fields
from nimbook.samples import Sizes, all_heaps, every_game, solver
from nimbook.sources import ATLAS
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.counting_search import find_staircase
from nimtwist.atlas.equivalence import occurring_bits
from nimtwist.atlas.families import antichains, code_of, maximal, read_family, show_family
from nimtwist.atlas.rows import Row, rows
from nimtwist.atlas.search import find
from nimtwist.atlas.staircase import Staircase, counts
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.heaps import each_heap
from nimtwist.games.restrictions import show_restriction

CLAIMS = Claims(ATLAS, "open_problem", read_fields("atlas"))

Heaps = tuple[int, ...]


def named(rules: BlockingNim) -> str:
    """Return the name of a game: its restrictions and its modulus."""
    return f"{show_family(rules)} modulo {rules.modulus}"


def all_games(moduli: int) -> Iterator[BlockingNim]:
    """Yield every game for the moduli 1 to `moduli`, represented by its maximal restrictions."""
    for modulus in range(1, moduli + 1):
        yield from antichains(modulus)


def _largest(rules: BlockingNim) -> BlockingNim:
    maximum = max(map(len, rules.restrictions))
    return BlockingNim(rules.modulus, [c for c in rules.restrictions if len(c) == maximum])


def _minimal(rules: BlockingNim) -> BlockingNim:
    minimal = [c for c in rules.restrictions if not any(other < c for other in rules.restrictions)]
    return BlockingNim(rules.modulus, minimal)


@CLAIMS.of(
    "reduction",
    quick={"moduli": 3, "sizes": Sizes({1: 5, 2: 3, 3: 1})},
    full={"moduli": 3, "sizes": Sizes({1: 12, 2: 7, 3: 4, 4: 3})},
    controls={
        "only the restrictions with the most residues matter": {"reduced": _largest},
        "only the minimal restrictions matter": {"reduced": _minimal},
        "(x, c) is P exactly when c is a subset of T(x)": {"swapped": True},
    },
)
def reduction(
    moduli: int,
    sizes: Mapping[int, int],
    reduced: Callable[[BlockingNim], BlockingNim] = maximal,
    swapped: bool = False,
) -> Iterator[Case]:
    for rules in every_game(moduli):
        smaller = reduced(rules)
        for heaps in all_heaps(sizes):
            reached = _reached(smaller, heaps)
            for c in rules.family:
                outcome = solver(rules).outcome((heaps, c))
                claimed = "P" if (c <= reached if swapped else reached <= c) else "N"
                yield Case(f"{heaps} {show_restriction(c)} in {named(rules)}", claimed, outcome)


def _reached(rules: BlockingNim, heaps: Heaps) -> set[int]:
    """Return the residues of all numbers that a move can take to leave good heaps."""

    def is_good(heaps: Heaps) -> bool:
        return any(solver(rules).outcome((heaps, c)) == "P" for c in rules.family)

    return {
        (heap - rest - 1) % rules.modulus + 1
        for heap, others in each_heap(heaps)
        for rest in range(heap)
        if is_good((*others, rest))
    }


@CLAIMS.of(
    "lines",
    quick={"moduli": 2, "sizes": Sizes({1: 4, 2: 1})},
    full={"moduli": 3, "sizes": Sizes({1: 5, 2: 2})},
    controls={
        "outcomes have the period from 0 on": {"latest": lambda modulus, others: 0},
        "outcomes have the period n − 1": {"shortened": 1},
    },
)
def lines(
    moduli: int,
    sizes: Mapping[int, int],
    latest: Callable[[int, int], int] = lambda modulus, others: modulus**2 * (others + 1),
    shortened: int = 0,
) -> Iterator[Case]:
    for rules, others in product(all_games(moduli), all_heaps(sizes)):
        modulus = rules.modulus
        period, start = max(1, modulus - shortened), latest(modulus, sum(others))
        for heap, c in product(range(start, start + 3 * modulus), rules.family):
            first, second = (
                solver(rules).outcome((tuple(sorted(filter(None, (*others, h)))), c))
                for h in (heap, heap + period)
            )
            place = f"{heap + period} next to {others}, {show_restriction(c)}"
            yield Case(f"the outcome of {place}, in {named(rules)}", first, second)


def _described(certificate: Certificate, t: int) -> Row:
    """Return the row that a certificate describes for one value of t, with powers written out."""
    word = b"".join(
        piece.block * (piece.times + piece.growth * t) if isinstance(piece, Power) else piece
        for piece in certificate.word
    )
    return Row(word, certificate.tail)


@CLAIMS.of(
    "certificates",
    quick={"moduli": 3, "periods": 4},
    full={"moduli": 4, "periods": 12},
    controls={
        "the first row is one row later": {"changed": lambda c: replace(c, row=c.row + 1)},
        "the certificate describes every second of these rows": {
            "changed": lambda c: replace(c, period=2 * c.period)
        },
    },
)
def certificates(
    moduli: int, periods: int, changed: Callable[[Certificate], Certificate] = lambda c: c
) -> Iterator[Case]:
    for rules in all_games(moduli):
        certificate = _certificate(rules)
        if certificate is None:
            yield Case(f"a certificate of {named(rules)} exists", True, False)
            continue
        altered = changed(certificate)
        numbers = [altered.row + t * altered.period for t in range(periods)]
        computed = [*islice(rows(rules), numbers[-1] + 1)]
        for t, number in enumerate(numbers):
            row, claimed = computed[number], _described(altered, t)
            width = max(len(row.word), len(claimed.word)) + rules.modulus
            same = all(row[y] == claimed[y] for y in range(width))
            yield Case(f"row {number} of {named(rules)} agrees with the certificate", True, same)


_certificate = cache(find)


def _longer(certificate: Certificate) -> Certificate:
    return replace(certificate, period=certificate.period + 1)


def _flat(certificate: Certificate) -> Certificate:
    """Return the certificate without growth: a block has the same number of copies in all rows."""
    pieces = (replace(p, growth=0) if isinstance(p, Power) else p for p in certificate.word)
    return replace(certificate, word=tuple(pieces))


@CLAIMS.of(
    "two-heaps",
    quick={"moduli": 4},
    controls={
        "the same with the period increased by 1": {"changed": _longer},
        "rows repeat without any growth": {"changed": _flat},
        "100 rows are enough to find every certificate": {"limit": 100},
    },
)
def two_heaps(
    moduli: int, changed: Callable[[Certificate], Certificate] = lambda c: c, limit: int = 400
) -> Iterator[Case]:
    for rules in all_games(moduli):
        certificate = _certificate(rules) if limit == 400 else find(rules, limit)
        wrong = flaw(rules, changed(certificate)) if certificate else "no certificate is found"
        yield Proof(named(rules), wrong)


@CLAIMS.of(
    "modulo-5",
    range_=lambda a: (
        "the saved certificates of games modulo 5, of which "
        + (f"every {a['step']:,}th is" if a["step"] > 1 else "all are")
        + " checked again"
    ),
    quick={"step": 1000},
    full={"step": 1},
    controls={
        "the same with the period increased by 1": {"changed": _longer},
        "all 7,580 games have a certificate": {"share": 1.0},
        "there are 7,581 games": {"games": 7581},
    },
)
def modulo_5(
    step: int,
    changed: Callable[[Certificate], Certificate] = lambda c: c,
    share: float = 0.99,
    games: int = 7580,
) -> Iterator[Case]:
    from nimtwist.atlas.table import read  # needs the optional dependencies

    listed = [line for line in read(DATA).lines if line["modulus"] == 5]
    certified = [line for line in listed if line["certificate"]]
    yield Case("the number of games modulo 5 in the data", games, len(listed))
    instance = f"at least {share:.0%} of {len(listed)} games have a certificate"
    yield Case(instance, True, len(certified) >= share * len(listed))
    for line in certified[::step]:
        rules = read_family(5, str(line["antichain"]))
        certificate = Certificate.read(str(line["certificate"]))
        yield Proof(named(rules), flaw(rules, changed(certificate)))


PATTERNS = {1: 2, 2: 4, 3: 10, 4: 45, 5: 1627, 6: 591314}
"""The number of different patterns of good pairs on 32 × 32 pairs of heaps, by modulus."""


def _pattern(rules: BlockingNim, size: int) -> tuple[int, ...]:
    """Return a bit mask for each heap x: bit y is set if (x, y) is good, for x, y < `size`."""
    code, first = code_of(rules), [*islice(rows(rules), size)]
    return tuple(
        sum((code >> (first[x][y] | first[y][x]) & 1) << y for y in range(size))
        for x in range(size)
    )


@CLAIMS.of(
    "census",
    range_=lambda a: (
        f"every game, moduli 1–{a['moduli']}, pairs of heaps below {a['size']}"
        + (", compared bit by bit" if a["moduli"] > 4 else "")
    ),
    quick={"moduli": 4, "size": 32},
    full={"moduli": 6, "size": 32},
    controls={
        "8 × 8 pairs of heaps already give as many patterns": {"size": 8},
        "there are 44 patterns modulo 4": {"patterns": {**PATTERNS, 4: 44}},
    },
)
def census(moduli: int, size: int, patterns: Mapping[int, int] = PATTERNS) -> Iterator[Case]:
    for modulus in range(1, moduli + 1):
        if modulus <= 4:
            count = len({_pattern(rules, size) for rules in antichains(modulus)})
        else:
            from nimtwist.atlas.bulk import codes, distinct  # needs the optional dependencies

            count = len(distinct(modulus, codes(modulus), size).representatives)
        yield Case(f"the number of patterns modulo {modulus}", patterns[modulus], count)


@CLAIMS.of(
    "different",
    quick={"moduli": 4, "size": 15},
    controls={
        "games with the same good pairs below 14 have the same good pairs of all sizes": {
            "size": 14
        },
        "there are 46 different games modulo 4": {"patterns": {**PATTERNS, 4: 46}},
        "the periods of the certificates are increased by 1": {"changed": _longer},
    },
)
def different(
    moduli: int,
    size: int,
    patterns: Mapping[int, int] = PATTERNS,
    changed: Callable[[Certificate], Certificate] = lambda c: c,
) -> Iterator[Case]:
    for modulus in range(1, moduli + 1):
        groups = defaultdict[tuple[int, ...], list[BlockingNim]](list)
        for rules in antichains(modulus):
            groups[_pattern(rules, size)].append(rules)
        for first, *others in groups.values():
            certificate = _certificate(first)
            if certificate is None:
                yield Case(f"a certificate of {named(first)} exists", True, False)
                continue
            yield Proof(named(first), flaw(first, changed(certificate)))
            met_sets = occurring_bits(first, certificate)
            for rules in others:
                same = not (code_of(first) ^ code_of(rules)) & met_sets
                instance = f"{named(first)} and {named(rules)} have the same good pairs"
                yield Case(instance, True, same)
        yield Case(
            f"the number of different games modulo {modulus}", patterns[modulus], len(groups)
        )


def _with_any(family: str, *extra: str) -> list[str]:
    """Return `family` with each subset of the extra restrictions added to it."""
    choices = (chosen for size in range(len(extra) + 1) for chosen in combinations(extra, size))
    return ["; ".join([family, *chosen]) for chosen in choices]


COUNTING = (
    _with_any("1,3; 2,3; 2,4; 1,2,5", "3,4"),
    _with_any("1,3; 2,3; 1,2,4; 1,2,5", "3,4"),
    _with_any("1,2; 2,3; 1,3,4; 1,4,5", "2,4", "2,5", "3,5"),
    _with_any("1,5; 3,4", "2"),
    _with_any("1,5; 2,4; 2,5; 3,4", "1,3"),
    _with_any("1,5; 2,4; 3,4"),
    _with_any("1,5; 2,4; 3,4; 3,5"),
    _with_any("1,3,4; 1,4,5; 2,3,4", "2,5", "3,5"),
    _with_any("1,3,4; 1,4,5; 2,3,4; 2,4,5", "3,5"),
)
"""Counting games modulo 5, grouped by their staircase."""

_GAMES = sum(map(len, COUNTING))


def _slower(staircase: Staircase) -> Staircase:
    """Return the staircase with extra rows after each loop: one per state in the loop's tail."""
    loops = (replace(loop, then=loop.then + len(loop.tail)) for loop in staircase.loops)
    return replace(staircase, loops=tuple(loops))


def _steady(staircase: Staircase) -> Staircase:
    """Return the staircase, but let each loop run for the same number of turns in every stage."""
    loops = (replace(loop, turns=(loop.turns[0], 0)) for loop in staircase.loops)
    return replace(staircase, loops=tuple(loops))


@cache
def _staircase(family: str, limit: int) -> Staircase | None:
    return find_staircase(read_family(5, family), limit)


@CLAIMS.of(
    "counting",
    statement="Some games count: a staircase gives all their rows, and yet their good pairs do not "
    "form a semilinear set, so they have no certificate. "
    f"At least {_GAMES} games modulo 5 are of this kind.",
    range_=lambda a: (
        "two heaps of any size in "
        f"{sum(map(len, COUNTING[: a['kinds']]))} of the {_GAMES} games, each with a staircase"
    ),
    quick={"kinds": 3, "limit": 4000},
    full={"kinds": len(COUNTING), "limit": 32_000},
    controls={
        "the same with five rows more after each loop": {"changed": _slower},
        "the same with equally many turns in each stage": {"changed": _steady},
        "200 rows are enough to find a staircase": {"limit": 200},
        "1,2; 1,3,4; 2,3,4 counts, too": {"additional": [["1,2; 1,3,4; 2,3,4"]]},
        "counting games have a certificate": {"ordinary": True},
    },
)
def counting(
    kinds: int,
    limit: int,
    changed: Callable[[Staircase], Staircase] = lambda s: s,
    additional: Sequence[Sequence[str]] = (),
    ordinary: bool = False,
) -> Iterator[Case]:
    for first, *others in (*COUNTING[:kinds], *additional):
        staircase = _staircase(first, limit)
        for family in (first, *others):
            rules, missing = read_family(5, family), "no staircase is found"
            flaw = counting_flaw(rules, changed(staircase)) if staircase else missing
            yield Proof(f"{family} modulo 5", flaw)
            yield Case(
                f"{family} modulo 5 counts", True, staircase is not None and counts(staircase)
            )
        if ordinary:
            certificate = find(read_family(5, first), 200)
            instance = f"a certificate of {first} modulo 5 exists"
            yield Case(instance, True, certificate is not None)
