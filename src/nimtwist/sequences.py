"""Long sequences of Grundy values of single heaps, and their periods.

In a take-and-break game, the value of a heap of n sticks depends on about n / 2 splits for each
move, so computing n values directly takes time proportional to n². The *sparse space* technique
needs only a few splits per heap for most games of interest, and its values are exact, too: see
E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", chapter 4; A. Gangolli and T. Plambeck,
"A note on periodicity in some octal games", International Journal of Game Theory 18 (1989).

The loops run on lists, and for long sequences on arrays in compiled code (extra `[fast]`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from time import monotonic
from typing import Any, TypeAlias

from nimtwist import _loops
from nimtwist._loops import Numbers
from nimtwist.checks import check_callable, check_integer, file_name, short_repr
from nimtwist.game import least_absent
from nimtwist.games.octal import Octal, Subtraction, TakeAndBreak, values_below
from nimtwist.protocol import Ruleset, feature

__all__ = ["HEAPS", "MAX_COUNT", "HeapSequence", "Period", "period", "proved_period"]

FORMAT = 1
"""The version of the file format, recorded in every file."""
MAX_COUNT = 2 * 10**9
"""The largest number of values that a `HeapSequence` can have."""

_TITLE = f"nimtwist: Grundy values of heaps, format {FORMAT}"
_FIRST_COUNT = 200  # values in which `proved_period` first looks for a period
_FIRST_CHOICE = 1024  # values to compute directly before choosing a mask for the first time
_RARE = 8  # the sparse space technique is worthwhile if at most one heap in 8 is rare
_FEW_BITS, _MAX_BITS = 8, 16  # of a value; arrays are widened when a value needs more than 8
_MAX_VALUE = (1 << _MAX_BITS) - 1
_WORK = {True: 10**8, False: 10**6}  # splits between calls to `progress`, if compiled and if not
_CHECKPOINT = 60.0  # seconds between saves
# Loading compiled code would take longer than computing so many values (a hundredth if moves may
# leave three heaps).
_FEW = 20_000

Rules: TypeAlias = Octal | Subtraction | TakeAndBreak
HEAPS = (Octal, Subtraction, TakeAndBreak)
"""The kinds of games whose values of single heaps are computed by their recurrence."""


def _direct(
    rules: Rules, values: Numbers, done: Numbers, marks: Numbers, stop: int, work: int
) -> int:
    """Compute values of heaps from all their options; the arguments are those of `sparse`."""
    moves = rules.moves_for(stop)
    most = max([1, *(count for move in moves for count in move.counts)])
    for heap in range(done[0], stop):
        value = least_absent(values_below(heap, moves, values))
        if 2 * value >= len(marks):
            return value
        values[heap] = value
        done[0] = heap + 1
        work -= len(moves) * heap ** (most - 1)  # at least the number of options
        if work <= 0:
            break
    return 0


def _is_plain(rules: Rules, most: int = 3) -> bool:
    """Return whether `moves` and `different` describe moves that leave at most `most` heaps."""
    return rules.is_simple and all(count <= most for _, counts in rules.moves for count in counts)


# --- Masks ---------------------------------------------------------------------------------------


def _transform(numbers: list[int]) -> list[int]:
    """Return the Walsh–Hadamard transform of 2^n numbers.

    >>> _transform([3, 1, 0, 0])
    [4, 2, 4, 2]
    """
    half = len(numbers) // 2
    if not half:
        return numbers
    low, high = _transform(numbers[:half]), _transform(numbers[half:])
    return [a + b for a, b in zip(low, high)] + [a - b for a, b in zip(low, high)]


def _best_mask(counts: list[int], splits: Sequence[int]) -> tuple[int, int, int]:
    """Return the number of rare heaps, `pos` and the mask for which this number is smallest.

    `counts` comes from `survey`.
    """
    most = max([1, *(i // 2 for i, count in enumerate(counts) if count)])
    even, odd = ([*counts[i : 2 << most.bit_length() : 2]] for i in range(2))
    total = sum(counts)
    # The transform at a mask is the number of heaps with label 0 minus the number with label 1.
    both = _transform([a + b for a, b in zip(even, odd)])
    choices = [((total + each) // 2, 0, mask) for mask, each in enumerate(both)]
    if len({taken % 2 for taken in splits}) == 1:
        sign = 1 - 2 * (splits[0] % 2)
        differences = _transform([a - b for a, b in zip(even, odd)])
        choices += [((total + sign * each) // 2, 1, i) for i, each in enumerate(differences)]
    return min(choice for choice in choices if choice[2])  # `sparse` needs a nonzero mask


# --- Sequences -----------------------------------------------------------------------------------


@cache
def _compiled() -> Any:
    """Return the module of compiled loops, or `None` if NumPy or numba is missing."""
    try:
        return import_module("nimtwist.compiled._sequences")
    except ImportError:
        return None


class HeapSequence:
    """The Grundy values of single heaps of 0, 1, 2, … sticks, which can be saved to a file.

    The loops for more than 20,000 values are compiled if NumPy and numba are installed,
    `rules.is_simple`, and no move leaves more than three heaps. Games in which a move leaves at
    most two heaps, of any sizes, use the sparse space technique if it is worthwhile.

    Args:
        rules: an octal, subtraction or take-and-break game.
        file: a path. If the file exists, its values are loaded; `extend` saves them. Several
            processes can use the same file, which keeps the longest sequence.

    Raises:
        ValueError: if `rules` is another kind of game, or if the file cannot be read, was not
            written by `save`, has been truncated or altered since, or has values of another game.
            A file also needs NumPy and numba.

    >>> from nimtwist.games import Kayles
    >>> sequence = HeapSequence(Kayles())
    >>> sequence.extend(100_000)
    >>> [int(value) for value in sequence.values[-12:]]
    [1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8]
    """

    def __init__(self, rules: Rules, file: str | os.PathLike[str] | None = None) -> None:
        if not isinstance(rules, Octal | Subtraction | TakeAndBreak):
            raise ValueError(
                f"expected an octal, subtraction or take-and-break game, got {short_repr(rules)}"
            )
        self.rules = rules
        self.file = None if file is None else file_name(file)
        if file is not None and _compiled() is None:
            raise ValueError("a file needs NumPy and numba: pip install 'nimtwist[fast]'")
        self._takings = [[d for d, counts in rules.moves if n in counts] for n in range(4)]
        is_pair = _is_plain(rules, 2) and bool(self._takings[2])
        self._can_be_sparse = is_pair and not rules.different
        self._fast, self._loops, self._saved = False, _loops, 0
        self._done: Numbers = [0]  # compiled code updates the number of values in it
        # Each of these is replaced by one assignment, so that an interrupt leaves them consistent.
        self._space: tuple[Numbers, Numbers, int] | None = None  # `rare`, `odd` and `pos`
        self._values: Numbers = []
        self._marks: Numbers = _loops.zeros(2 << _FEW_BITS)
        self._next_choice = _FIRST_CHOICE
        if self.file is not None:
            self._compile()
            if os.path.exists(self.file):
                self._load(self.file)

    def _compile(self) -> None:
        """Continue in compiled code and with arrays, if possible."""
        if self._fast or not _is_plain(self.rules) or _compiled() is None:
            return
        self._loops, self._fast = _compiled(), True
        bits, known = len(self._marks).bit_length() - 2, len(self)
        self._takings = [self._loops.integers(each) for each in self._takings]
        self._values = self._loops.resized(self._values[:known], known, bits)
        self._done = self._loops.integers([known])
        self._marks = self._loops.zeros(2 << bits)
        self._space, self._next_choice = None, max(known, _FIRST_CHOICE)

    def __len__(self) -> int:
        return int(self._done[0])

    @property
    def values(self) -> Any:
        """The values so far: a list, or a read-only array if the loops are compiled."""
        values = self._values[: len(self)]
        if self._fast:
            values.flags.writeable = False
        return values

    def extend(self, count: int, progress: Callable[[int], object] | None = None) -> None:
        """Compute values until there are `count` of them, and save them if there is a file.

        If `progress` raises an exception, or the user interrupts the computation, the values
        computed so far are kept, and also saved.

        Args:
            count: the number of values, at most two billion.
            progress: a function that is called about twice a second with the number of values.

        Raises:
            ValueError: if `count` is not such a number, if `progress` is not callable, if a value
                exceeds 65,535, or if `save` raises it.
            OSError: if the file cannot be written.

        >>> from nimtwist.games import Octal
        >>> sequence = HeapSequence(Octal("0.07"))
        >>> sequence.extend(12)
        >>> [int(value) for value in sequence.values]
        [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
        """
        count = check_integer(count, "the number of values", 0, MAX_COUNT)
        if progress is not None:
            check_callable(progress, "progress", "one number")
        if count > (_FEW // 100 if len(self._takings[3]) else _FEW):
            self._compile()
        next_save = monotonic() + _CHECKPOINT
        try:
            while len(self) < count:
                self._advance(count)
                if progress:
                    progress(len(self))
                if self.file is not None and monotonic() > next_save:
                    self.save()
                    next_save = monotonic() + _CHECKPOINT
        finally:
            if self.file is not None and len(self) > self._saved:
                self.save()

    def _advance(self, count: int) -> None:
        """Compute some more values, but at most `count` in total, for about half a second."""
        loops, done = self._loops, len(self)
        bits = len(self._marks).bit_length() - 2
        if self._can_be_sparse and done >= self._next_choice:
            self._choose_mask()
        if done == len(self._values):
            self._values = loops.resized(self._values, min(count, 2 * done + 1024), bits)
        stop, work = min(count, len(self._values)), _WORK[self._fast]
        if self._can_be_sparse:
            stop = min(stop, self._next_choice)
        if self._space:
            rare, odd, pos = self._space
            takings = self._takings[:3]
            arguments = self._values, self._done, *takings, self._marks, rare, odd, pos
            too_large = loops.sparse(*arguments, stop, work)
            if rare[0] == len(rare) - 1:
                self._space = None
        elif self._fast:
            different = int(self.rules.different)
            arguments = self._values, self._done, *self._takings, self._marks, different
            too_large = loops.direct(*arguments, stop, work)
        else:
            too_large = _direct(self.rules, self._values, self._done, self._marks, stop, work)
        if too_large > _MAX_VALUE:
            raise ValueError(
                f"the value {too_large} of the heap of {len(self)} exceeds {_MAX_VALUE}"
            )
        if too_large:
            self._widen()

    def _widen(self) -> None:
        """Provide room for values of more than eight bits."""
        self._space = None
        self._values = self._loops.resized(self._values, len(self._values), _MAX_BITS)
        self._marks = self._loops.zeros(2 << _MAX_BITS)
        self._next_choice = max(len(self), _FIRST_CHOICE)

    def _choose_mask(self) -> None:
        """Choose the mask with the fewest rare heaps so far, if they are few.

        The choice is made again whenever the number of values has doubled.
        """
        loops, count = self._loops, len(self)
        splits = [*map(int, self._takings[2])]
        counts = loops.zeros(len(self._marks))
        loops.survey(self._values, count, counts)
        found, pos, mask = _best_mask([*map(int, counts)], splits)
        self._space = None
        if found <= count // _RARE:
            odd = [0]
            while len(odd) < len(self._marks):
                flip = mask >> len(odd).bit_length() - 1 & 1
                odd += [parity ^ flip for parity in odd]
            odd = loops.integers(odd)
            rare = loops.zeros(2 * count // _RARE + 2)
            loops.gather(self._values, count, odd, pos, splits[0] & pos, rare)
            self._space = rare, odd, pos
        self._next_choice = 2 * count

    # --- Files -----------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the values to the file, which is replaced atomically.

        If the file has more values, they are loaded instead.

        Raises:
            ValueError: if there is no file, or if it exists and cannot be loaded.
            OSError: if the file cannot be written.
        """
        if self.file is None:
            raise ValueError("this sequence has no file: HeapSequence(rules, file)")
        from nimtwist._files import locked, replacing  # not available in the browser

        with locked(self.file):
            if os.path.exists(self.file):
                self._load(self.file)
            if len(self) > self._saved:
                values = self.values
                with replacing(self.file) as file:
                    _compiled().write(file, self._game, values)
                self._saved = len(values)

    @property
    def _game(self) -> str:
        """The text that identifies the game and the format in a file."""
        moves, different = self.rules.moves, self.rules.different
        return repr((_TITLE, moves, different) if self.rules.is_simple else (_TITLE, self.rules))

    def _load(self, name: str) -> None:
        """Load the values in a file if they are more than the present ones."""
        try:
            game, values = _compiled().read(name)
        except OSError as error:
            raise ValueError(f"{short_repr(name)} cannot be read: {error.strerror}") from None
        if game != self._game:
            raise ValueError(
                f"{short_repr(name)} has the values of another game, or another format, than "
                f"{short_repr(self.rules)}: choose another file"
            )
        self._saved = len(values)
        if len(values) > len(self):
            self._space = None
            self._values = values if self._fast else values.tolist()
            self._marks = self._loops.zeros(2 << 8 * values.itemsize)
            self._done[0] = len(values)
            self._next_choice = max(len(values), _FIRST_CHOICE)


# --- Periods -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Period:
    """A period of a sequence: value(n + `length`) = value(n) + `saltus` for all n from `start` on.

    It has been observed in the given values only, unless `theorem` names the theorem that proves it
    for all n.
    """

    start: int
    length: int
    saltus: int = 0
    theorem: str | None = None


def period(
    values: Iterable[Any], rules: Ruleset[Any] | None = None, *, additive: bool = False
) -> Period | None:
    """Return the shortest period of a sequence, or `None` if there is none.

    A period counts only if it holds at least for the second half of the values and for two full
    periods. `start` is as small as possible.

    Args:
        values: a sequence of outcomes or Grundy values, beginning with that of the empty heap.
        rules: the ruleset whose single heaps have these values. If it has a method `why_periodic`,
            this method says whether the values prove the period.
        additive: whether to look for an arithmetic period, in which all values, which must be
            integers, grow by a constant `saltus` from one period to the next.

    The time is proportional to the number of values, which may also be an array. Arrays of bytes,
    such as those of `HeapSequence`, are searched in compiled code.

    >>> from nimtwist import sequence
    >>> from nimtwist.games import Kayles
    >>> period(sequence(Kayles(), 200), Kayles())
    Period(start=71, length=12, saltus=0, theorem='theorem of Guy and Smith')
    >>> period([0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5], additive=True)
    Period(start=0, length=4, saltus=2, theorem=None)
    """
    known: Any = values  # an array is not copied
    is_compact = str(getattr(values, "dtype", "")) in ("uint8", "uint16") and not additive
    loops = (is_compact and _compiled()) or _loops  # don't load numba for lists
    if additive:
        known = [check_integer(value, "a value") for value in values]
    elif loops is _loops:
        known = values.tolist() if hasattr(values, "tolist") else list(values)
    steps = [later - earlier for earlier, later in pairwise(known)] if additive else known
    matches = loops.zeros(len(known) // 2 + 1)
    length = int(loops.first_period(steps, len(known), matches))
    if not length:
        return None
    start = len(steps) - length - int(matches[length])
    saltus = known[-1] - known[-1 - length] if additive else 0
    why = feature(rules, "why_periodic") or (lambda *_: None)
    return Period(start, length, saltus, None if saltus else why(start, length, known))


def proved_period(
    rules: Rules,
    limit: int = 10**7,
    progress: Callable[[int], object] | None = None,
    file: str | os.PathLike[str] | None = None,
) -> Period | None:
    """Compute the values of single heaps until they prove a period; return it, or `None`.

    Args:
        rules: an octal, subtraction or take-and-break game.
        limit: the largest number of values to compute.
        progress: a function that is called about twice a second with the number of values.
        file: a file of values to resume from and to save them to; see `HeapSequence`.

    Raises:
        ValueError: see `HeapSequence`.
        OSError: if the file cannot be written.

    >>> from nimtwist.games import Kayles, Octal
    >>> proved_period(Kayles())
    Period(start=71, length=12, saltus=0, theorem='theorem of Guy and Smith')
    >>> proved_period(Octal("0.16"))
    Period(start=105351, length=149459, saltus=0, theorem='theorem of Guy and Smith')
    >>> proved_period(Octal("0.007"), limit=2000) is None
    True
    """
    limit = check_integer(limit, "the largest number of values", 0, MAX_COUNT)
    sequence, count = HeapSequence(rules, file), 0
    while count < limit:
        # Searching for a period at each step takes about four times as long as at the last one.
        count = min(limit, max(len(sequence), count * 4 // 3, _FIRST_COUNT))
        sequence.extend(count, progress)
        found = period(sequence.values[:count], rules)
        if found and found.theorem:
            return found
    return None
