"""Rows and proofs for two heaps of any size with a few small extra heaps.

Since the extra heaps can only shrink, there are finitely many *planes*, one for each combination of
their sizes. The states V of the first heap in all planes form one letter, and those of the second
heap form the state of a reader. A move leads to another position in the same plane, or to the same
place in an earlier plane. So a reader that knows the states in all planes can decide, plane by
plane, which positions are good, and then compute the next states. As in a single plane, states only
gain residues, up to rotation. So rows again consist of a word and a tail, and the same checker
can prove a certificate over a larger alphabet for all sizes. (atlas.three)

If the word grows and its last letter differs from the last letter of the tail, rows can become
periodic arbitrarily late. Then the game is not bounded with this many heaps, nor with more heaps,
since the additional heaps may be empty.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from nimtwist.atlas._steps import Steps, UnreadableError
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import base_flaw, induction_flaw
from nimtwist.atlas.families import code_of
from nimtwist.atlas.rows import Row
from nimtwist.atlas.search import grown, shape, state_key
from nimtwist.checks import check_integer, short_repr
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.heaps import canonical_heaps

__all__ = ["ExtraHeapsProof", "extra_heaps_flaw", "find_extra_heaps_proof", "planes"]

Heaps = tuple[int, ...]
States = tuple[int, ...]

_DEFAULT_ROWS = 400
_MAX_LETTERS = 256
_HISTORY = 6
_MAX_PLANES = 256


@dataclass(frozen=True)
class ExtraHeapsProof:
    """A proof for two heaps of any size together with extra heaps no larger than those in `others`.

    It is a certificate whose letters are indices into `alphabet`. Each entry of the alphabet lists
    the states in all planes, in the order of `planes`. A row has at most 256 different letters.
    (atlas.three)

    Raises:
        ValueError: if `others` is not a tuple of heaps, `certificate` is not a `Certificate`, or
            `alphabet` is not a tuple of tuples of integers.
    """

    others: Heaps
    certificate: Certificate
    alphabet: tuple[States, ...] = field(repr=False)

    def __post_init__(self) -> None:
        canonical_heaps(self.others)
        if not isinstance(self.certificate, Certificate):
            raise ValueError(
                f"certificate must be a Certificate, not {short_repr(self.certificate)}"
            )
        parts = self.alphabet if type(self.alphabet) is tuple else (None,)
        if not all(type(s) is tuple and all(type(v) is int for v in s) for s in parts):
            raise ValueError(
                f"alphabet must be a tuple of tuples of integers, not {short_repr(self.alphabet)}"
            )

    @cached_property
    def proves_unbounded(self) -> bool:
        """Whether the proof, if valid, shows that rows can become periodic arbitrarily late.

        >>> nim = find_extra_heaps_proof(BlockingNim(1, [[]]), (1,))
        >>> nim is not None and nim.proves_unbounded
        True
        """
        word = [piece for piece in self.certificate.word if piece]
        if not word or not any(power.growth for power in self.certificate.powers):
            return False
        last = word[-1].block if isinstance(word[-1], Power) else word[-1]
        return last[-1] != self.certificate.tail[-1]


def planes(others: Heaps) -> list[Heaps]:
    """Return the planes in an order in which each move in an extra heap leads to an earlier plane.

    Raises:
        ValueError: if `others` is not a tuple of heaps, or there are more than 256 planes.

    >>> planes((2, 1))
    [(), (1,), (2,), (1, 1), (1, 2)]
    """
    bound = 1
    for heap in canonical_heaps(others):
        bound *= heap + 1
        if bound > _MAX_PLANES:
            raise ValueError(f"extra heaps {short_repr(others)} have too many planes")
    choices = product(*(range(heap + 1) for heap in others))
    distinct = {tuple(sorted(filter(None, chosen))) for chosen in choices}
    return sorted(distinct, key=lambda plane: (sum(plane), len(plane), plane))


_Row = tuple[list[int], list[int]]
"""The letters of the word and of the tail."""


def _next(steps: _Reader, row: _Row) -> _Row:
    """Return the next row, with its word as short as possible."""
    written, state = steps.read(row[0], 0)
    block, after = steps.read(row[1], state)
    while after != state:  # this ends, as reading a whole tail only adds residues to the states
        written, state = written + block, after
        block, after = steps.read(row[1], state)
    while written and written[-1] == block[-1]:
        block = [written.pop(), *block[:-1]]
    return written, block


class _Reader(dict[tuple[int, int], tuple[int, int]]):
    """A reader of rows whose letters are tuples of states, one for each plane.

    Transitions are computed on first use. `alphabet` lists the letters that have occurred so far.
    """

    def __init__(self, rules: BlockingNim, others: Heaps) -> None:
        self._code = code_of(rules)
        self.modulus = rules.modulus
        number = {plane: i for i, plane in enumerate(planes(others))}
        # For each plane, the planes that a move in an extra heap can reach, each paired with a bit
        # that stands for the residue of the move.
        self._earlier = [
            [
                (number[tuple(sorted(filter(None, (*plane[:i], size, *plane[i + 1 :]))))], bit)
                for i, heap in enumerate(plane)
                for size in range(heap)
                for bit in [1 << (heap - size - 1) % rules.modulus]
            ]
            for plane in number
        ]
        self.alphabet: list[States] = [(0,) * len(number)]
        self._letters = {self.alphabet[0]: 0}

    def __missing__(self, key: tuple[int, int]) -> tuple[int, int]:
        n, full, alphabet = self.modulus, (1 << self.modulus) - 1, self.alphabet
        state, letter = key
        good, row, column = list[int](), list[int](), list[int]()
        for one, two, earlier in zip(alphabet[state], alphabet[letter], self._earlier):
            union = one | two
            for plane, bit in earlier:
                union |= bit * good[plane]
            good.append(self._code >> union & 1)
            row.append((one << 1 | one >> n - 1) & full | good[-1])
            column.append((two << 1 | two >> n - 1) & full | good[-1])
        self[key] = self._letter(tuple(row)), self._letter(tuple(column))
        return self[key]

    def read(self, letters: list[int], state: int) -> tuple[list[int], int]:
        """Read letters, starting in `state`; return the letters written and the final state."""
        written = list[int]()
        for letter in letters:
            state, new = self[state, letter]
            written.append(new)
        return written, state

    def _letter(self, states: States) -> int:
        if states not in self._letters:
            self._letters[states] = len(self.alphabet)
            self.alphabet.append(states)
        return self._letters[states]


def find_extra_heaps_proof(
    rules: BlockingNim, others: Heaps, limit: int = _DEFAULT_ROWS
) -> ExtraHeapsProof | None:
    r"""Search the first rows for a proof with extra heaps; return `None` if none is found.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        others: the largest size of each extra heap.
        limit: the number of rows to compute, an integer ≥ 1.

    Raises:
        ValueError: if an argument is invalid.

    >>> find_extra_heaps_proof(BlockingNim(3, [{2, 3}, {1, 3}]), (2, 1, 1, 1, 1)).certificate.powers
    [Power(block=b'\x05\x04\x06', times=4, growth=2)]
    """
    row_count, heaps = (
        check_integer(limit, "the number of rows to search", minimum=1),
        canonical_heaps(others),
    )
    reader, row = _Reader(rules, heaps), (list[int](), [0] * rules.modulus)
    seen = defaultdict[object, deque[Certificate]](lambda: deque(maxlen=_HISTORY))
    for number in range(row_count):
        letters = list(dict.fromkeys([0, *row[0], *row[1]]))  # letter 0 comes first
        if len(letters) <= _MAX_LETTERS:
            place = {letter: i for i, letter in enumerate(letters)}
            word, tail = (bytes(place[letter] for letter in part) for part in row)
            current = shape(Row(word, tail), number)
            alphabet = tuple(reader.alphabet[letter] for letter in letters)
            similar = seen[state_key(current), alphabet]
            for earlier in reversed(similar):
                if guess := grown(earlier, current):
                    proof = ExtraHeapsProof(heaps, guess, alphabet)
                    if not _step_flaw(rules, proof):
                        return proof
            similar.append(current)
        row = _next(reader, row)
    return None


def extra_heaps_flaw(rules: BlockingNim, proof: ExtraHeapsProof) -> str | None:
    """Describe a flaw in a proof for a game, or return `None` if the proof is valid.

    Rows are read for all sizes at once, as in `nimtwist.atlas.checker`. The good positions of each
    plane are computed directly from the definition.

    >>> rules = BlockingNim(3, [{2, 3}, {1, 3}])
    >>> extra_heaps_flaw(rules, find_extra_heaps_proof(rules, (2,)))
    >>> extra_heaps_flaw(BlockingNim(3, [{2}]), find_extra_heaps_proof(rules, (2,)))
    'the word 3 rows after row 6 is not that of the next period'
    """
    code_of(rules)  # raises a ValueError for invalid rules
    if not isinstance(proof, ExtraHeapsProof):
        raise ValueError(f"a proof must be an ExtraHeapsProof, not {short_repr(proof)}")
    return _step_flaw(rules, proof) or base_flaw(_PlaneSteps(rules, proof), proof.certificate)


def _step_flaw(rules: BlockingNim, proof: ExtraHeapsProof) -> str | None:
    """Return a description of a proof's flaw, or `None` if there is none.

    The first row is not checked: it is assumed to be row `proof.certificate.row` of the game.
    """
    count = len(planes(proof.others))
    full, alphabet = (1 << rules.modulus) - 1, proof.alphabet
    fits = all(len(s) == count and all(0 <= v <= full for v in s) for s in alphabet)
    if not fits or len({*alphabet}) < len(alphabet) or not alphabet or any(alphabet[0]):
        return f"the letters must be distinct tuples of {count} states, and letter 0 must be empty"
    return induction_flaw(_PlaneSteps(rules, proof), proof.certificate)


class _PlaneSteps(Steps):
    """The transitions of a reader whose letters stand for the states in all planes."""

    def __init__(self, rules: BlockingNim, proof: ExtraHeapsProof) -> None:
        Steps.__init__(self)
        self.modulus = rules.modulus
        self._rules, self._planes = rules, planes(proof.others)
        self._alphabet, self.letters = list(proof.alphabet), len(proof.alphabet)
        self._number = {states: i for i, states in enumerate(proof.alphabet)}

    def __missing__(self, key: tuple[int, int]) -> tuple[int, int]:
        n, good = self.modulus, dict[Heaps, bool]()
        states = [self._alphabet[i] for i in key]
        for i, plane in enumerate(self._planes):
            residues = {r for r in range(1, n + 1) if (states[0][i] | states[1][i]) >> r - 1 & 1}
            for j, heap in enumerate(plane):
                for size in range(heap):
                    option = tuple(sorted(filter(None, (*plane[:j], size, *plane[j + 1 :]))))
                    if good[option]:
                        residues.add((heap - size - 1) % n + 1)
            good[plane] = any(residues <= restriction for restriction in self._rules.restrictions)
        # With one more stick, residue r becomes r + 1 (and n becomes 1), and residue 1 is added if
        # the position in this plane is good.
        one, two = (
            tuple(
                (s << 1 & (1 << n) - 1) | s >> n - 1 | good[plane]
                for s, plane in zip(before, self._planes)
            )
            for before in states
        )
        self[key] = self._letter(one), self._letter(two)
        return self[key]

    def _letter(self, states: States) -> int:
        if states not in self._number:
            if len(self._alphabet) == _MAX_LETTERS:
                raise UnreadableError(f"more than {_MAX_LETTERS} letters occur")
            self._number[states] = len(self._alphabet)
            self._alphabet.append(states)
        return self._number[states]
