"""Families of restrictions: which of them are different games, how they are written and counted.

Only the maximal restrictions of a family matter (atlas.reduction), so a game modulo n is an
antichain of sets of residues. A set of residues is a number here: bit r - 1 stands for the residue
r. A pair of heaps is *good* if some restriction makes it a P-position, and whether it is depends on
the set of residues of the moves to good pairs alone; so a game is also one number, its *code*, with
a bit for each of the 2^n sets: bit t is set if some restriction contains the set t.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from nimtwist._checks import check_integer, check_text, short_repr
from nimtwist.games.blocking import BlockingNim

__all__ = [
    "LARGEST_MODULUS",
    "antichains",
    "code_of",
    "maximal",
    "read_family",
    "rules_of",
    "show_family",
]

LARGEST_MODULUS = 6
"""The largest modulus of the atlas: modulo 7 there are 2,414,682,040,997 games."""

_LISTED = 5
# Each pair of restrictions is compared.
_MOST_READ = 1000
_NOTHING = "nothing"


def maximal(rules: BlockingNim) -> BlockingNim:
    """Return the game with only the maximal restrictions: those that no other one contains.

    The same pairs of heaps are good in it, and no other restriction ever needs to be named.
    (atlas.reduction)

    Raises:
        ValueError: if `rules` is not a `BlockingNim`.

    >>> maximal(BlockingNim.up_to(3, 1)) == BlockingNim.exactly(3, 1)
    True
    """
    _check_rules(rules)
    kept = [c for c in rules.family if not any(c < other for other in rules.restrictions)]
    return BlockingNim(rules.modulus, kept)


def code_of(rules: BlockingNim) -> int:
    """Return the code of a game: bit t is set if some restriction contains the set t of residues.

    Families with the same maximal restrictions have the same code.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6.

    >>> bin(code_of(BlockingNim(2, [{1}, {2}])))
    '0b111'
    """
    _check_rules(rules)
    check_integer(rules.modulus, "the modulus of a code", 1, LARGEST_MODULUS)
    family = [sum(1 << r - 1 for r in restriction) for restriction in rules.restrictions]
    return sum(1 << t for t in range(1 << rules.modulus) if any(not t & ~c for c in family))


def rules_of(modulus: int, code: int) -> BlockingNim:
    """Return the game that a code stands for, with its maximal restrictions.

    Raises:
        ValueError: if the modulus is not an integer from 1 to 6, or `code` is not a code.

    >>> rules_of(2, 0b111)
    BlockingNim(2, [[1], [2]])
    """
    modulus = check_integer(modulus, "the modulus", 1, LARGEST_MODULUS)
    code = check_integer(code, "the code of a game", 1, (1 << (1 << modulus)) - 1)
    members = [t for t in range(1 << modulus) if code >> t & 1]
    bits = [1 << r for r in range(modulus)]
    if not all(code >> (t & ~bit) & 1 for t in members for bit in bits):
        raise ValueError(
            f"{short_repr(code)} is not the code of a game modulo {modulus}: the sets that its "
            "bits stand for must include all subsets of each of them"
        )
    top = [t for t in members if not any(not t & bit and code >> (t | bit) & 1 for bit in bits)]
    return BlockingNim(modulus, [[r + 1 for r in range(modulus) if t >> r & 1] for t in top])


def antichains(modulus: int) -> Iterator[BlockingNim]:
    """Yield every game of a modulus once, by its maximal restrictions, in the order of codes.

    There are 2, 5, 19, 167 and 7,580 of them. (For modulus 6, see `nimtwist.atlas.bulk`.)

    Raises:
        ValueError: if the modulus is not an integer from 1 to 5.

    >>> [show_family(rules) for rules in antichains(2)]
    ['nothing', '1', '2', '1; 2', '1,2']
    """
    modulus = check_integer(modulus, "the modulus of all games", 1, _LISTED)
    for code in _codes(modulus):
        if code:
            yield rules_of(modulus, code)


def _codes(residues: int) -> list[int]:
    """Return the codes of all families of sets of this many residues, also that of none.

    A code consists of two of one residue less: of the sets with the last residue, and of those
    without it. Whatever is in the first is in the second.
    """
    if residues == 0:
        return [0, 1]
    less, shift = _codes(residues - 1), 1 << residues - 1
    return [a << shift | b for a in less for b in less if not a & ~b]


def show_family(rules: BlockingNim) -> str:
    """Return the family as the atlas writes it: "1,3; 2,4". "nothing" forbids nothing.

    Raises:
        ValueError: if `rules` is not a `BlockingNim`.

    >>> show_family(BlockingNim.up_to(2, 1))
    'nothing; 1; 2'
    """
    _check_rules(rules)
    return "; ".join(",".join(map(str, sorted(c))) or _NOTHING for c in rules.family)


def read_family(modulus: int, text: str) -> BlockingNim:
    """Return the game whose family `text` is: the opposite of `show_family`.

    Raises:
        ValueError: if the modulus is not an integer ≥ 1, the text is not a family
            of residues from 1 to the modulus, or a restriction contains another one.

    >>> read_family(4, "1,3; 2,4")
    BlockingNim(4, [[1, 3], [2, 4]])
    """
    modulus, family = check_integer(modulus, "the modulus", least=1), list[frozenset[int]]()
    parts = check_text(text).split(";")
    if len(parts) > _MOST_READ:
        raise ValueError(
            f"{short_repr(text)} has {len(parts)} restrictions: at most {_MOST_READ} are read"
        )
    for part in parts:
        residues = [] if part.strip() == _NOTHING else part.split(",")
        if not all(re.fullmatch(r"\s*-?[0-9]{1,30}\s*", residue) for residue in residues):
            raise ValueError(
                f"{short_repr(part.strip() or text)} is not a restriction: write residues with "
                f"commas between them, or {_NOTHING!r}, and semicolons between restrictions, as in "
                "'1,3; 2,4'"
            )
        family.append(frozenset(map(int, residues)))
    rules = BlockingNim(modulus, family)
    for first, second in combinations(rules.family, 2):  # in the order of sizes
        if first <= second:
            raise ValueError(
                f"{short_repr(text)} is not an antichain: {short_repr(sorted(first))} can be "
                "left out, as another restriction contains it"
            )
    return rules


def _check_rules(rules: BlockingNim) -> None:
    if not isinstance(rules, BlockingNim):
        raise ValueError(f"a game of the atlas is a BlockingNim, not {short_repr(rules)}")
