"""Games given by families of restrictions, represented by antichains, codes or text.

Only the maximal restrictions of a family matter (atlas.reduction), so a game modulo n is given by
an antichain of sets of residues. Here a set of residues is an integer: bit r - 1 stands for residue
r. A pair of heaps is *good* if some restriction makes it a P-position. This depends only on the set
of residues of the moves to good pairs; so a game is determined by one integer, its *code*, with a
bit for each of the 2^n sets: bit t is set if some restriction contains the set t.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from nimtwist.checks import check_integer, check_text, short_repr
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

_MAX_LISTED = 5
# Maximum number of restrictions that `read_family` accepts; it compares every pair of them.
_MAX_RESTRICTIONS = 1000
_EMPTY = "nothing"


def maximal(rules: BlockingNim) -> BlockingNim:
    """Return the game with only the maximal restrictions, those that are not contained in another.

    The two games have the same good pairs of heaps, and no player ever needs to name a restriction
    that is not maximal. (atlas.reduction)

    Raises:
        ValueError: if `rules` is not a `BlockingNim`.

    >>> maximal(BlockingNim.up_to(3, 1)) == BlockingNim.exactly(3, 1)
    True
    """
    _check_rules(rules)
    family = [c for c in rules.family if not any(c < other for other in rules.restrictions)]
    return BlockingNim(rules.modulus, family)


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
    """Return the game with a given code, as the family of its maximal restrictions.

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
            f"{short_repr(code)} is not the code of a game modulo {modulus}: if it "
            "contains a set of residues, it must contain all its subsets"
        )
    top = [t for t in members if not any(not t & bit and code >> (t | bit) & 1 for bit in bits)]
    return BlockingNim(modulus, [[r + 1 for r in range(modulus) if t >> r & 1] for t in top])


def antichains(modulus: int) -> Iterator[BlockingNim]:
    """Yield every game with a given modulus once, in ascending order of codes.

    Each game is represented by its maximal restrictions.

    For moduli 1 to 5 there are 2, 5, 19, 167 and 7,580 games. (For modulus 6, see
    `nimtwist.atlas.bulk`.)

    Raises:
        ValueError: if the modulus is not an integer from 1 to 5.

    >>> [show_family(rules) for rules in antichains(2)]
    ['nothing', '1', '2', '1; 2', '1,2']
    """
    modulus = check_integer(modulus, "the modulus of a list of all games", 1, _MAX_LISTED)
    for code in _codes(modulus):
        if code:
            yield rules_of(modulus, code)


def _codes(residues: int) -> list[int]:
    """Return the codes of all families of sets of residues, including the empty family.

    The sets contain residues from 1 to `residues`.

    A code for k residues consists of two codes for k - 1 residues. Its high half describes the sets
    that contain the last residue; every bit that is set there is also set in the low half.
    """
    if residues == 0:
        return [0, 1]
    smaller, shift = _codes(residues - 1), 1 << residues - 1
    return [a << shift | b for a in smaller for b in smaller if not a & ~b]


def show_family(rules: BlockingNim) -> str:
    """Return a family as text, such as "1,3; 2,4"; "nothing" stands for the empty restriction.

    Raises:
        ValueError: if `rules` is not a `BlockingNim`.

    >>> show_family(BlockingNim.up_to(2, 1))
    'nothing; 1; 2'
    """
    _check_rules(rules)
    return "; ".join(",".join(map(str, sorted(c))) or _EMPTY for c in rules.family)


def read_family(modulus: int, text: str) -> BlockingNim:
    """Parse a family: the inverse of `show_family`.

    Raises:
        ValueError: if the modulus is not an integer ≥ 1, `text` is not a family of sets of residues
            from 1 to the modulus, or one restriction contains another.

    >>> read_family(4, "1,3; 2,4")
    BlockingNim(4, [[1, 3], [2, 4]])
    """
    modulus, family = check_integer(modulus, "the modulus", minimum=1), list[frozenset[int]]()
    parts = check_text(text).split(";")
    if len(parts) > _MAX_RESTRICTIONS:
        raise ValueError(
            f"{short_repr(text)} has {len(parts):,} restrictions: "
            f"at most {_MAX_RESTRICTIONS:,} are allowed"
        )
    for part in parts:
        residues = [] if part.strip() == _EMPTY else part.split(",")
        if not all(re.fullmatch(r"\s*-?[0-9]{1,30}\s*", residue) for residue in residues):
            raise ValueError(
                f"{short_repr(part.strip() or text)} is not a restriction: separate residues by "
                f"commas, or write {_EMPTY!r}, and separate restrictions by semicolons, as in "
                "'1,3; 2,4'"
            )
        family.append(frozenset(map(int, residues)))
    rules = BlockingNim(modulus, family)
    for first, second in combinations(rules.family, 2):  # the family is sorted by size
        if first <= second:
            raise ValueError(
                f"{short_repr(text)} is not an antichain: leave out "
                f"{short_repr(sorted(first))}, which another restriction contains"
            )
    return rules


def _check_rules(rules: BlockingNim) -> None:
    if not isinstance(rules, BlockingNim):
        raise ValueError(f"rules must be a BlockingNim, not {short_repr(rules)}")
