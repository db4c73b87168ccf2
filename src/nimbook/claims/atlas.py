"""The claims of this book on its open problem: blocking Nim with any family of restrictions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product

from nimbook.atlas import ATLAS as DATA
from nimbook.ledger import Case, Claims, Proof, read_words
from nimbook.samples import Sizes, boards, every_game, solver
from nimbook.sources import ATLAS
from nimtwist.atlas.alike import met
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.counting_search import find_staircase
from nimtwist.atlas.families import antichains, code_of, maximal, read_family, show_family
from nimtwist.atlas.rows import Row, rows
from nimtwist.atlas.search import find
from nimtwist.atlas.staircase import Staircase, counts
from nimtwist.games._heaps import each_heap
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.restrictions import show_restriction

CLAIMS = Claims(ATLAS, "open_problem", read_words("atlas"))

Heaps = tuple[int, ...]


def named(rules: BlockingNim) -> str:
    """Return the name of a game: its restrictions and its modulus."""
    return f"{show_family(rules)} modulo {rules.modulus}"


def all_games(moduli: int) -> Iterator[BlockingNim]:
    """Yield every game of the moduli from 1 to `moduli`, by its maximal restrictions."""
    for modulus in range(1, moduli + 1):
        yield from antichains(modulus)


def _largest(rules: BlockingNim) -> BlockingNim:
    most = max(map(len, rules.restrictions))
    return BlockingNim(rules.modulus, [c for c in rules.restrictions if len(c) == most])


def _minimal(rules: BlockingNim) -> BlockingNim:
    kept = [c for c in rules.restrictions if not any(other < c for other in rules.restrictions)]
    return BlockingNim(rules.modulus, kept)


@CLAIMS.of(
    "reduction",
    quick={"moduli": 3, "sizes": Sizes({1: 5, 2: 3, 3: 1})},
    full={"moduli": 3, "sizes": Sizes({1: 12, 2: 7, 3: 4, 4: 3})},
    controls={
        "only the restrictions with the most residues matter": {"reduced": _largest},
        "only the minimal restrictions matter": {"reduced": _minimal},
        "(x, c) is P exactly if c is a subset of T(x)": {"swapped": True},
    },
)
def reduction(
    moduli: int,
    sizes: Mapping[int, int],
    reduced: Callable[[BlockingNim], BlockingNim] = maximal,
    swapped: bool = False,
) -> Iterator[Case]:
    for rules in every_game(moduli):
        less = reduced(rules)
        for heaps in boards(sizes):
            reached = _reached(less, heaps)
            for c in rules.family:
                found = solver(rules).outcome((heaps, c))
                claimed = "P" if (c <= reached if swapped else reached <= c) else "N"
                yield Case(f"{heaps} {show_restriction(c)} in {named(rules)}", claimed, found)


def _reached(rules: BlockingNim, heaps: Heaps) -> set[int]:
    """Return the residues of the moves to good heaps, by search."""

    def is_good(heaps: Heaps) -> bool:
        return any(solver(rules).outcome((heaps, c)) == "P" for c in rules.family)

    return {
        (heap - left - 1) % rules.modulus + 1
        for heap, others in each_heap(heaps)
        for left in range(heap)
        if is_good((*others, left))
    }


@CLAIMS.of(
    "lines",
    quick={"moduli": 2, "sizes": Sizes({1: 4, 2: 1})},
    full={"moduli": 3, "sizes": Sizes({1: 5, 2: 2})},
    controls={
        "they have it from 0 on": {"latest": lambda modulus, others: 0},
        "the period divides n − 1": {"less": 1},
    },
)
def lines(
    moduli: int,
    sizes: Mapping[int, int],
    latest: Callable[[int, int], int] = lambda modulus, others: modulus**2 * (others + 1),
    less: int = 0,
) -> Iterator[Case]:
    for rules, others in product(all_games(moduli), boards(sizes)):
        modulus = rules.modulus
        period, start = max(1, modulus - less), latest(modulus, sum(others))
        for heap, c in product(range(start, start + 3 * modulus), rules.family):
            first, second = (
                solver(rules).outcome((tuple(sorted(filter(None, (*others, h)))), c))
                for h in (heap, heap + period)
            )
            place = f"{heap + period} beside {others}, {show_restriction(c)}"
            yield Case(f"{place}: {named(rules)}", first, second)


def _said(certificate: Certificate, t: int) -> Row:
    """Return the row that a certificate speaks of, for one t, straight from what it says."""
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
        "the same of the row after the first": {"changed": lambda c: replace(c, row=c.row + 1)},
        "the same of every second row": {"changed": lambda c: replace(c, period=2 * c.period)},
    },
)
def certificates(
    moduli: int, periods: int, changed: Callable[[Certificate], Certificate] = lambda c: c
) -> Iterator[Case]:
    for rules in all_games(moduli):
        certificate = _found(rules)
        if certificate is None:
            yield Case(f"a certificate of {named(rules)} exists", True, False)
            continue
        told = changed(certificate)
        numbers = [told.row + t * told.period for t in range(periods)]
        computed = [*islice(rows(rules), numbers[-1] + 1)]
        for t, number in enumerate(numbers):
            row, said = computed[number], _said(told, t)
            most = max(len(row.word), len(said.word)) + rules.modulus
            same = all(row[y] == said[y] for y in range(most))
            yield Case(f"row {number} of {named(rules)} is that of the certificate", True, same)


_found = cache(find)


def _longer(certificate: Certificate) -> Certificate:
    return replace(certificate, period=certificate.period + 1)


def _flat(certificate: Certificate) -> Certificate:
    """Return a certificate in which nothing grows."""
    pieces = (replace(p, growth=0) if isinstance(p, Power) else p for p in certificate.word)
    return replace(certificate, word=tuple(pieces))


@CLAIMS.of(
    "two-heaps",
    quick={"moduli": 4},
    controls={
        "the same with a period one longer": {"changed": _longer},
        "rows repeat, and nothing in them grows": {"changed": _flat},
        "rows up to 100 are enough to find one": {"limit": 100},
    },
)
def two_heaps(
    moduli: int, changed: Callable[[Certificate], Certificate] = lambda c: c, limit: int = 400
) -> Iterator[Case]:
    for rules in all_games(moduli):
        certificate = _found(rules) if limit == 400 else find(rules, limit)
        wrong = flaw(rules, changed(certificate)) if certificate else "no certificate is found"
        yield Proof(named(rules), wrong)


@CLAIMS.of(
    "modulo-5",
    range_=lambda a: (
        "the games modulo 5 that the data says to be certified, checked again: "
        + (f"every {a['step']}th of them" if a["step"] > 1 else "all of them")
    ),
    quick={"step": 1000},
    full={"step": 1},
    controls={
        "the same with a period one longer": {"changed": _longer},
        "all 7,580 of them are": {"share": 1.0},
        "there are 7,581 games": {"games": 7581},
    },
)
def modulo_5(
    step: int,
    changed: Callable[[Certificate], Certificate] = lambda c: c,
    share: float = 0.99,
    games: int = 7580,
) -> Iterator[Case]:
    from nimtwist.atlas.table import read  # which takes the extra libraries

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
"""How many different patterns of good pairs there are on 32 × 32, by modulus."""


def _pattern(rules: BlockingNim, size: int) -> tuple[int, ...]:
    """Return the good pairs of heaps below `size`, as a bit for each pair of a row."""
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
        "on 8 × 8 there are as many already": {"size": 8},
        "there are 44 modulo 4": {"patterns": {**PATTERNS, 4: 44}},
    },
)
def census(moduli: int, size: int, patterns: Mapping[int, int] = PATTERNS) -> Iterator[Case]:
    for modulus in range(1, moduli + 1):
        if modulus <= 4:
            found = len({_pattern(rules, size) for rules in antichains(modulus)})
        else:
            from nimtwist.atlas.bulk import codes, distinct  # which take the extra libraries

            found = len(distinct(modulus, codes(modulus), size).representatives)
        yield Case(f"the number of patterns modulo {modulus}", patterns[modulus], found)


@CLAIMS.of(
    "different",
    quick={"moduli": 4, "size": 15},
    controls={
        "those with the same good pairs below 14 have the same for ever": {"size": 14},
        "there are 46 modulo 4": {"patterns": {**PATTERNS, 4: 46}},
        "the certificates have a period one longer": {"changed": _longer},
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
            certificate = _found(first)
            if certificate is None:
                yield Case(f"a certificate of {named(first)} exists", True, False)
                continue
            yield Proof(named(first), flaw(first, changed(certificate)))
            asked = met(first, certificate)
            for rules in others:
                same = not (code_of(first) ^ code_of(rules)) & asked
                instance = f"{named(first)} and {named(rules)} have the same good pairs"
                yield Case(instance, True, same)
        yield Case(f"the number of games modulo {modulus}", patterns[modulus], len(groups))


def _with_any(family: str, *more: str) -> list[str]:
    """Return the family with any choice of more restrictions."""
    choices = (chosen for size in range(len(more) + 1) for chosen in combinations(more, size))
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
"""Games modulo 5 that count; those with the same staircase stand together."""

_GAMES = sum(map(len, COUNTING))


def _slower(staircase: Staircase) -> Staircase:
    """Return the staircase with n more rows from each loop to the next one."""
    loops = (replace(loop, then=loop.then + len(loop.tail)) for loop in staircase.loops)
    return replace(staircase, loops=tuple(loops))


def _steady(staircase: Staircase) -> Staircase:
    """Return the staircase with as many turns in each stage."""
    loops = (replace(loop, turns=(loop.turns[0], 0)) for loop in staircase.loops)
    return replace(staircase, loops=tuple(loops))


@cache
def _staircase(family: str, limit: int) -> Staircase | None:
    return find_staircase(read_family(5, family), limit)


@CLAIMS.of(
    "counting",
    statement="Some games count: all their rows are known, by a staircase, and yet their good "
    "pairs are not a semilinear set, so that they have no certificate. "
    f"At least {_GAMES} games modulo 5 are of this kind.",
    range_=lambda a: (
        f"{sum(map(len, COUNTING[: a['kinds']]))} of the {_GAMES} games, each with its staircase: "
        "two heaps of any size"
    ),
    quick={"kinds": 3, "limit": 4000},
    full={"kinds": len(COUNTING), "limit": 32_000},
    controls={
        "the same with five rows more after each loop": {"changed": _slower},
        "the same with as many turns in each stage": {"changed": _steady},
        "200 rows are enough to see it": {"limit": 200},
        "so does 1,2; 1,3,4; 2,3,4": {"too": [["1,2; 1,3,4; 2,3,4"]]},
        "they have a certificate": {"ordinary": True},
    },
)
def counting(
    kinds: int,
    limit: int,
    changed: Callable[[Staircase], Staircase] = lambda s: s,
    too: Sequence[Sequence[str]] = (),
    ordinary: bool = False,
) -> Iterator[Case]:
    for first, *others in (*COUNTING[:kinds], *too):
        found = _staircase(first, limit)
        for family in (first, *others):
            rules, none = read_family(5, family), "no staircase is found"
            flaw = counting_flaw(rules, changed(found)) if found else none
            yield Proof(f"{family} modulo 5", flaw)
            yield Case(f"{family} modulo 5 counts", True, found is not None and counts(found))
        if ordinary:
            certificate = find(read_family(5, first), 200)
            instance = f"a certificate of {first} modulo 5 exists"
            yield Case(instance, True, certificate is not None)
