"""Tools for finding the games that share a certificate because they have the same states."""

from __future__ import annotations

from nimtwist.atlas._steps import PairSteps
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import base_flaw, induction_flaw
from nimtwist.atlas.families import code_of
from nimtwist.checks import short_repr
from nimtwist.games.blocking import BlockingNim

__all__ = ["decisive_bits", "occurring_bits"]


def decisive_bits(rules: BlockingNim, certificate: Certificate) -> tuple[int, int]:
    """Return a mask of the code bits that determine the states, and the game's bits under the mask.

    A game of the same modulus has the same states V(x, y) for all heaps x and y if and only if its
    code has the same bits under the mask. The certificate then holds for it as well.

    *Proof.* A step from V(y, x) and V(x, y) looks up one bit of the code, the bit for their union.
    The bit is irrelevant if residue n is in both states: then residue 1 is in both next states,
    whether or not the pair is good. The mask contains all other bits that are ever looked up. A
    game with the same bits takes the same steps, from row 0 onward. For any other game, let (x, y)
    be the first pair at which it looks up a bit that differs: its steps are the same up to this
    pair but differ there. The checker reads all rows before the first period, and the rows of
    one period for all t and y, so it looks up all these bits.

    Raises:
        ValueError: as for `nimtwist.atlas.checker.flaw`, or if the certificate is not a proof.

    >>> from nimtwist.atlas.search import find
    >>> rules = BlockingNim(2, [{1}])
    >>> [*map(bin, decisive_bits(rules, find(rules)))]
    ['0b1011', '0b11']
    """
    steps, last = _read(rules, certificate), 1 << rules.modulus - 1
    mask = sum({1 << (state | letter) for state, letter in steps if not state & letter & last})
    return mask, mask & code_of(rules)


def occurring_bits(rules: BlockingNim, certificate: Certificate) -> int:
    """Return a mask of the code bits for all sets V(x, y) ∪ V(y, x), where x and y are any heaps.

    Games with the same modulus whose codes agree on these bits have the same good pairs of heaps of
    any size. The mask contains that of `decisive_bits` and may be larger, because the states of
    larger heaps do not always depend on whether a pair is good.

    Raises:
        ValueError: as for `nimtwist.atlas.checker.flaw`, or if the certificate is not a proof.

    >>> from nimtwist.atlas.search import find
    >>> rules = BlockingNim(2, [{1}])
    >>> bin(occurring_bits(rules, find(rules)))
    '0b1011'
    """
    return sum({1 << (state | letter) for state, letter in _read(rules, certificate)})


def _read(rules: BlockingNim, certificate: Certificate) -> PairSteps:
    steps = PairSteps(rules)
    problem = induction_flaw(steps, certificate) or base_flaw(steps, certificate)
    if problem:
        raise ValueError(f"the certificate is not a proof for {short_repr(rules)}: {problem}")
    return steps
