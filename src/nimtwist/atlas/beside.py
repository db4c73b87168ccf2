"""Two heaps of any size beside a few small ones: rows of more than one plane, and their proofs.

Let other heaps stand beside the two, and let each of them have any size up to its own: these are
finitely many *planes*, one for each choice. The states V of the first heap in all planes at once
are one letter, and those of the second heap a reader's state. For what can be reached from two
heaps is in its own plane, or at the same place of an earlier one; so a reader that knows the states
in all planes finds out, plane after plane, what is good, and so the next states. As in one plane
they only gain, up to the rotation. So rows are words and tails again, and a certificate proves them
for all sizes in the same way, by the same checker: only its alphabet is larger. (atlas.three)

If a word grows, and never ends as its tail does, then no number bounds where the rows begin to be
periodic: with as many heaps the game is not bounded, nor with more, as heaps may be empty.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from nimtwist._checks import check_integer, short_repr
from nimtwist.atlas import checker
from nimtwist.atlas._steps import Steps, UnreadableError
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import _start_flaw
from nimtwist.atlas.families import code_of
from nimtwist.atlas.rows import Row
from nimtwist.atlas.search import _grown, _key, shape
from nimtwist.games._heaps import canonical_heaps
from nimtwist.games.blocking import BlockingNim

__all__ = ["BesideProof", "beside_flaw", "find_beside", "planes"]

Heaps = tuple[int, ...]
States = tuple[int, ...]

_ROWS = 400
_LETTERS = 256
_REMEMBERED = 6
_MOST_PLANES = 256


@dataclass(frozen=True)
class BesideProof:
    """What proves a game for two heaps of any size, beside `others` or less of each of them.

    It is a certificate whose letters are indices in `alphabet`: each letter stands for the states
    in all `planes`, in their order. A row has up to 256 different letters. (atlas.three)

    Raises:
        ValueError: if `others` is not a tuple of heaps, `certificate` not a `Certificate`, or
            `alphabet` not a tuple of tuples of integers.
    """

    others: Heaps
    certificate: Certificate
    alphabet: tuple[States, ...] = field(repr=False)

    def __post_init__(self) -> None:
        canonical_heaps(self.others)
        if not isinstance(self.certificate, Certificate):
            raise ValueError(f"a proof has a Certificate, not {short_repr(self.certificate)}")
        parts = self.alphabet if type(self.alphabet) is tuple else (None,)
        if not all(type(s) is tuple and all(type(v) is int for v in s) for s in parts):
            raise ValueError(
                f"an alphabet must be a tuple of tuples of integers, not "
                f"{short_repr(self.alphabet)}"
            )

    @cached_property
    def unbounded(self) -> bool:
        """Whether, if it is a proof, it proves that no period begins at the same size everywhere.

        >>> nim = find_beside(BlockingNim(1, [[]]), (1,))
        >>> nim is not None and nim.unbounded
        True
        """
        word = [piece for piece in self.certificate.word if piece]
        if not word or not any(power.growth for power in self.certificate.powers):
            return False
        last = word[-1].block if isinstance(word[-1], Power) else word[-1]
        return last[-1] != self.certificate.tail[-1]


def planes(others: Heaps) -> list[Heaps]:
    """Return all that other heaps may be, up to their sizes: each before what it is an option of.

    Raises:
        ValueError: if `others` is not a tuple of heaps, or there are more than 256 planes.

    >>> planes((2, 1))
    [(), (1,), (2,), (1, 1), (1, 2)]
    """
    most = 1
    for heap in canonical_heaps(others):
        most *= heap + 1
        if most > _MOST_PLANES:
            raise ValueError(f"beside {short_repr(others)} there are too many planes")
    choices = product(*(range(heap + 1) for heap in others))
    found = {tuple(sorted(filter(None, chosen))) for chosen in choices}
    return sorted(found, key=lambda plane: (sum(plane), len(plane), plane))


_Row = tuple[list[int], list[int]]
"""The letters of a word, and of its tail."""


def _next(steps: _Reader, row: _Row) -> _Row:
    """Return the row after a row, with its word as short as it can be."""
    written, state = steps.read(row[0], 0)
    block, after = steps.read(row[1], state)
    while after != state:  # on reading a whole block a state only gains
        written, state = written + block, after
        block, after = steps.read(row[1], state)
    while written and written[-1] == block[-1]:
        block = [written.pop(), *block[:-1]]
    return written, block


class _Reader(dict[tuple[int, int], tuple[int, int]]):
    """Reads rows of letters, each of which is as many states as there are planes.

    A step is worked out when it is first made. `alphabet` are the states that the letters stand
    for, as far as they have been met.
    """

    def __init__(self, rules: BlockingNim, others: Heaps) -> None:
        self._code = code_of(rules)
        self.modulus = rules.modulus
        number = {plane: i for i, plane in enumerate(planes(others))}
        # For each plane: what can be reached of earlier ones, and how many sticks away, as a bit.
        self._earlier = [
            [
                (number[tuple(sorted(filter(None, (*plane[:i], left, *plane[i + 1 :]))))], bit)
                for i, heap in enumerate(plane)
                for left in range(heap)
                for bit in [1 << (heap - left - 1) % rules.modulus]
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
        """Return what is written when letters are read from a state, and the state after them."""
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


def find_beside(rules: BlockingNim, others: Heaps, limit: int = _ROWS) -> BesideProof | None:
    r"""Return a proof for two heaps beside others, found in the first rows, or `None`.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        others: the largest sizes of the other heaps.
        limit: how many rows to compute, an integer ≥ 1.

    Raises:
        ValueError: if an argument is anything else.

    >>> find_beside(BlockingNim(3, [{2, 3}, {1, 3}]), (2, 1, 1, 1, 1)).certificate.powers
    [Power(block=b'\x05\x04\x06', times=4, growth=2)]
    """
    most, heaps = (
        check_integer(limit, "the number of rows to search", least=1),
        canonical_heaps(others),
    )
    reader, row = _Reader(rules, heaps), (list[int](), [0] * rules.modulus)
    seen = defaultdict[object, deque[Certificate]](lambda: deque(maxlen=_REMEMBERED))
    for number in range(most):
        letters = list(dict.fromkeys([0, *row[0], *row[1]]))  # those of this row, the first one 0
        if len(letters) <= _LETTERS:
            place = {letter: i for i, letter in enumerate(letters)}
            word, tail = (bytes(place[letter] for letter in part) for part in row)
            found = shape(Row(word, tail), number)
            alphabet = tuple(reader.alphabet[letter] for letter in letters)
            alike = seen[_key(found), alphabet]
            for earlier in reversed(alike):
                if guess := _grown(earlier, found):
                    proof = BesideProof(heaps, guess, alphabet)
                    if not _step_flaw(rules, proof):
                        return proof
            alike.append(found)
        row = _next(reader, row)
    return None


def beside_flaw(rules: BlockingNim, proof: BesideProof) -> str | None:
    """Return what is wrong with a proof for a game, in a sentence, or `None` if nothing is.

    It reads rows as `nimtwist.atlas.checker` does, for all sizes at once; what is good in each
    plane it finds straight from the definition.

    >>> rules = BlockingNim(3, [{2, 3}, {1, 3}])
    >>> beside_flaw(rules, find_beside(rules, (2,)))
    >>> beside_flaw(BlockingNim(3, [{2}]), find_beside(rules, (2,)))
    'after 3 rows from row 6 the word is not that of the next period'
    """
    code_of(rules)  # which raises a ValueError for other rules
    if not isinstance(proof, BesideProof):
        raise ValueError(f"a proof is a BesideProof, not {short_repr(proof)}")
    return _step_flaw(rules, proof) or _start_flaw(_Steps(rules, proof), proof.certificate)


def _step_flaw(rules: BlockingNim, proof: BesideProof) -> str | None:
    """Return what is wrong with a proof if its first row is right."""
    count = len(planes(proof.others))
    full, alphabet = (1 << rules.modulus) - 1, proof.alphabet
    fits = all(len(s) == count and all(0 <= v <= full for v in s) for s in alphabet)
    if not fits or len({*alphabet}) < len(alphabet) or not alphabet or any(alphabet[0]):
        return f"the alphabet is not one of states in {count} planes, all empty in the first letter"
    return checker._step_flaw(_Steps(rules, proof), proof.certificate)


class _Steps(Steps):
    """Steps of a reader whose letters stand for the states of all planes."""

    def __init__(self, rules: BlockingNim, proof: BesideProof) -> None:
        Steps.__init__(self)
        self.modulus = rules.modulus
        self._rules, self._planes = rules, planes(proof.others)
        self._alphabet, self.letters = list(proof.alphabet), len(proof.alphabet)
        self._number = {states: i for i, states in enumerate(proof.alphabet)}

    def __missing__(self, key: tuple[int, int]) -> tuple[int, int]:
        n, good = self.modulus, dict[Heaps, bool]()
        states = [self._alphabet[i] for i in key]
        for i, plane in enumerate(self._planes):
            away = {r for r in range(1, n + 1) if (states[0][i] | states[1][i]) >> r - 1 & 1}
            for j, heap in enumerate(plane):
                for left in range(heap):
                    option = tuple(sorted(filter(None, (*plane[:j], left, *plane[j + 1 :]))))
                    if good[option]:
                        away.add((heap - left - 1) % n + 1)
            good[plane] = any(away <= restriction for restriction in self._rules.restrictions)
        # One stick further on, residue r has become r + 1; and what is good is 1 away.
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
            if len(self._alphabet) == _LETTERS:
                raise UnreadableError(f"more than {_LETTERS} letters are met")
            self._number[states] = len(self._alphabet)
            self._alphabet.append(states)
        return self._number[states]
