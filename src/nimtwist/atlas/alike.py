"""Which games have the same states as one that is certified: its certificate serves them, too."""

from __future__ import annotations

from nimtwist._checks import short_repr
from nimtwist.atlas._steps import PairSteps
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import _start_flaw, _step_flaw
from nimtwist.atlas.families import code_of
from nimtwist.games.blocking import BlockingNim

__all__ = ["decisive", "met"]


def decisive(rules: BlockingNim, certificate: Certificate) -> tuple[int, int]:
    """Return the bits of a code that decide about a game's states, and those of them in its code.

    The games of the same modulus whose codes, of the first bits, have just the second, are those
    that have the same states V(x, y) for all heaps x and y. The certificate is true of them.

    *Proof.* A step from V(y, x) and V(x, y) looks up one bit, that of their union. It does not
    matter if residue n is in both, as then residue 1 is in both states next to them, good or not.
    The other bits that are ever looked up are the first ones here. A game with the same takes the
    same steps, from row 0 on; in one with others, let (x, y) be the first pair where one of them is
    looked up: it takes the same steps up to there, and another one there. The checker reads all
    rows before the first period and those of a period for every t and y, so it looks up all bits.

    Raises:
        ValueError: as for `nimtwist.atlas.checker.flaw`, or if the certificate is no proof.

    >>> from nimtwist.atlas.search import find
    >>> rules = BlockingNim(2, [{1}])
    >>> [*map(bin, decisive(rules, find(rules)))]
    ['0b1011', '0b11']
    """
    steps, last = _read(rules, certificate), 1 << rules.modulus - 1
    mask = sum({1 << (state | letter) for state, letter in steps if not state & letter & last})
    return mask, mask & code_of(rules)


def met(rules: BlockingNim, certificate: Certificate) -> int:
    """Return the bits of a code for the sets T(x, y) that some heaps x and y have.

    The games of the same modulus whose codes have the same of these bits have the same good pairs,
    for all heaps. These are more bits than those that decide about the states: whether a pair is
    good need not be seen from larger heaps.

    Raises:
        ValueError: as for `nimtwist.atlas.checker.flaw`, or if the certificate is no proof.

    >>> from nimtwist.atlas.search import find
    >>> rules = BlockingNim(2, [{1}])
    >>> bin(met(rules, find(rules)))
    '0b1011'
    """
    return sum({1 << (state | letter) for state, letter in _read(rules, certificate)})


def _read(rules: BlockingNim, certificate: Certificate) -> PairSteps:
    steps = PairSteps(rules)
    wrong = _step_flaw(steps, certificate) or _start_flaw(steps, certificate)
    if wrong:
        raise ValueError(f"the certificate is no proof for {short_repr(rules)}: {wrong}")
    return steps
