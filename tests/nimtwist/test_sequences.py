"""Tests for long sequences of Grundy values: exactness, interrupts, files, and their periods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nimtwist import Kayles, Octal, Period, Subtraction, TakeAndBreak, _loops, period, sequences
from nimtwist.compiled import _sequences as compiled
from nimtwist.sequences import HeapSequence, proved_period
from tests.lib import own_brute

GRUNDYS_GAME = TakeAndBreak({0: [2]}, different=True)
LARGE_VALUES = TakeAndBreak({taken: [0, 1] for taken in range(1, 700)} | {700: [2]})
"""A game with a split in which a heap of n < 700 sticks has value n; the largest value is 712."""

octal_codes = st.builds(
    "{}.{}".format, st.sampled_from("04"), st.text("01234567", min_size=1, max_size=4)
)
two_parts = st.dictionaries(
    st.integers(1, 5), st.sets(st.integers(0, 2), min_size=1), min_size=1, max_size=3
)
three_parts = st.dictionaries(
    st.integers(1, 3), st.sets(st.integers(0, 3), min_size=1), min_size=1, max_size=2
)
games = st.one_of(
    octal_codes.map(Octal),
    st.sets(st.integers(1, 12), min_size=1, max_size=4).map(Subtraction),
    st.builds(TakeAndBreak, two_parts, st.booleans()),
)


@pytest.fixture(autouse=True, scope="module")
def _compiled_from_the_start() -> Iterator[None]:
    """Use compiled code for short sequences, too."""
    with changed(_FEW=0):
        yield


@contextmanager
def changed(**constants: Any) -> Iterator[None]:
    """Change constants of the module, such as the number of splits between calls to `progress`."""
    with pytest.MonkeyPatch.context() as patch:
        for name, constant in constants.items():
            patch.setattr(sequences, name, constant)
        yield


def any_mask() -> Any:
    """Use the sparse space technique early and with any mask, however many heaps are rare."""
    return changed(_FIRST_CHOICE=16, _RARE=1)


def without_numba() -> Any:
    return changed(_compiled=lambda: None)


def small_steps() -> Any:
    return changed(_WORK={True: 3000, False: 3000})


def computed(rules: Any, count: int) -> list[int]:
    sequence = HeapSequence(rules)
    sequence.extend(count)
    assert len(sequence) == len(sequence.values) == count
    return [*map(int, sequence.values)]


# --- Exactness -----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["0.3F", "0.3F!", "8.0", "0.08", "0.9C7"])
def test_hexadecimal_games_are_compiled(code: str) -> None:
    sequence = HeapSequence(Octal(code))
    sequence.extend(90)
    assert sequence._fast and [*map(int, sequence.values)] == Octal(code).grundy_values(90)


@given(st.one_of(games, st.builds(TakeAndBreak, three_parts, st.booleans())))
@example(GRUNDYS_GAME)
@example(Octal("4.0"))
def test_values_of_small_heaps_agree_with_the_definition(rules: Any) -> None:
    parts = "different" if rules.different else "any"
    value = own_brute.grundy(own_brute.take_and_break(dict(rules.moves), parts))
    expected = [value((heap,)) for heap in range(9)]
    assert computed(rules, 9) == rules.grundy_values(9) == expected
    with without_numba():
        assert computed(rules, 9) == expected


@given(games)
@example(Octal("0.16"))
@example(Octal("4.3"))
@example(Octal("0.0004"))
def test_compiled_and_pure_loops_agree_with_the_recurrence(rules: Any) -> None:
    expected = rules.grundy_values(600)
    assert computed(rules, 600) == expected
    with any_mask():
        assert computed(rules, 600) == expected
    with any_mask(), without_numba():
        assert computed(rules, 600) == expected


@pytest.mark.parametrize("code", ["0.16", "0.6", "0.45", "0.106", "0.127", "0.007", "0.376"])
def test_compiled_sparse_loops_agree_with_compiled_direct_loops(code: str) -> None:
    with changed(_FIRST_CHOICE=10**9):
        expected = computed(Octal(code), 30_000)
    assert computed(Octal(code), 30_000) == expected


@pytest.mark.parametrize("rules", [Octal("0.[3]"), Octal("80.0"), Octal("0.77=")])
def test_other_codes_are_computed_from_their_options(rules: Any) -> None:
    assert computed(rules, 40) == rules.grundy_values(40)


def rare_count(values: list[int], mask: int, pos: int, label: int) -> int:
    labels = [((v & mask).bit_count() + n * pos) % 2 for n, v in enumerate(values)]
    return labels[1:].count(label)


@given(
    st.lists(st.integers(0, 12), max_size=40),
    st.sampled_from([[1], [2], [1, 2], [1, 3], [2, 4], [2, 3, 4]]),
)
def test_the_best_mask_has_the_fewest_rare_heaps(values: list[int], splits: list[int]) -> None:
    values = [0, *values]
    for loops in (_loops, compiled):
        counts = loops.zeros(2 * 512)
        loops.survey(loops.resized(values, len(values), 8), len(values), counts)
        found, pos, mask = sequences._best_mask([*map(int, counts)], splits)
        same_parity = len({taken % 2 for taken in splits}) == 1
        every = range(1, 1 << max(max(values), 1).bit_length())
        fewest = min(
            rare_count(values, other, each, splits[0] * each % 2)
            for other in every
            for each in range(1 + same_parity)
        )
        assert found == fewest == rare_count(values, mask, pos, splits[0] * pos % 2)
        assert mask in every and pos <= same_parity


def test_known_masks_are_found() -> None:
    for code, (pos, most) in {"0.16": (0, 53), "0.106": (1, 15), "0.127": (1, 693)}.items():
        sequence = HeapSequence(Octal(code))
        sequence.extend(60_000)
        assert sequence._space and sequence._space[2] == pos
        assert sequence._space[0][0] <= most


def test_the_direct_loop_replaces_a_bad_mask() -> None:
    sequence = HeapSequence(Octal("0.007"))  # no mask works at first
    sequence.extend(3000)
    assert sequence._space is None
    assert [*sequence.values] == Octal("0.007").grundy_values(3000)
    with changed(_FIRST_CHOICE=32, _RARE=2):  # `rare` becomes full
        assert computed(Octal("0.6"), 2000) == Octal("0.6").grundy_values(2000)


def test_values_of_more_than_eight_bits() -> None:
    expected = LARGE_VALUES.grundy_values(2500)
    assert max(expected) == 712
    for context in (any_mask, small_steps, without_numba):
        with context():
            assert computed(LARGE_VALUES, 2500) == expected
    with any_mask(), without_numba():
        assert computed(LARGE_VALUES, 900) == expected[:900]
    with changed(_MAX_VALUE=511, _MAX_BITS=9), without_numba():
        sequence = HeapSequence(LARGE_VALUES)
        with pytest.raises(ValueError, match="the value 512 of the heap of 512 exceeds 511"):
            sequence.extend(1000)
        assert sequence.values == [*range(512)]


def test_arguments_are_checked() -> None:
    rules: Any = "0.16"
    with pytest.raises(ValueError, match="expected an octal, subtraction or take-and-break game"):
        HeapSequence(rules)
    sequence = HeapSequence(Kayles())
    with pytest.raises(ValueError, match="the number of values must be an integer from 0"):
        sequence.extend(-1)
    progress: Any = 3
    with pytest.raises(ValueError, match="progress must be a function of one number, not 3"):
        sequence.extend(9, progress)
    sequence.extend(9)
    sequence.extend(4)
    assert [*sequence.values] == Kayles().grundy_values(9)
    with pytest.raises(ValueError, match="read-only"):
        sequence.values[0] = 1
    with pytest.raises(ValueError, match="this sequence has no file"):
        sequence.save()


# --- Interrupts ----------------------------------------------------------------------------------


def stop_after(calls: int) -> Callable[[int], None]:
    """Return a progress function that raises an exception at the last of its calls."""
    counts: list[int] = []

    def progress(count: int) -> None:
        counts.append(count)
        assert counts == sorted(counts)
        if len(counts) == calls:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("rules", [Octal("0.16"), GRUNDYS_GAME, Octal("0.6"), LARGE_VALUES])
@pytest.mark.parametrize("context", [small_steps, without_numba])
def test_an_interrupted_sequence_can_be_extended(context: Any, rules: Any) -> None:
    expected = rules.grundy_values(1500)
    with small_steps(), context(), changed(_FIRST_CHOICE=64):
        for calls in (1, 2, 7, 20):
            sequence = HeapSequence(rules)
            with pytest.raises(KeyboardInterrupt):
                sequence.extend(1500, stop_after(calls))
            assert 0 < len(sequence) < 1500
            assert [*sequence.values] == expected[: len(sequence)]
            sequence.extend(1500)
            assert [*sequence.values] == expected


class Interrupted(list[int]):
    """A list that raises `KeyboardInterrupt` in place of the given assignment."""

    remaining = 0

    def __setitem__(self, *item: Any) -> None:
        self.remaining -= 1
        if not self.remaining:
            raise KeyboardInterrupt
        super().__setitem__(*item)


@pytest.mark.parametrize("name", ["done", "rare", "marks", "values"])
def test_an_interrupt_inside_the_loop(name: str) -> None:
    expected = Octal("0.16").grundy_values(300)
    odd = [(value & 30).bit_count() % 2 for value in range(512)]
    for assignments in (1, 2, 9):
        lists = {
            "values": Interrupted(expected[:20] + [0] * 280),
            "done": Interrupted([20]),
            "marks": Interrupted([0] * 512),
            "rare": Interrupted([0] * 301),
        }
        _loops.gather(lists["values"], 20, odd, 0, 0, lists["rare"])

        def run(lists: Any = lists) -> None:
            values, done, marks, rare = lists.values()
            _loops.sparse(values, done, [1], [2], [2], marks, rare, odd, 0, 300, 10**6)

        lists[name].remaining = assignments
        with pytest.raises(KeyboardInterrupt):
            run()
        run()
        values = [*lists["values"]]
        assert values == TakeAndBreak({1: [0], 2: [1, 2]}).grundy_values(300)


# --- Files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Octal("0.16"), GRUNDYS_GAME, Octal("0.77[3]"), LARGE_VALUES])
def test_a_sequence_is_resumed_from_its_file(rules: Any, tmp_path: Path) -> None:
    file, expected = tmp_path / "values.npz", rules.grundy_values(700)
    with small_steps(), changed(_FIRST_CHOICE=64, _CHECKPOINT=0.0):
        with pytest.raises(KeyboardInterrupt):
            HeapSequence(rules, file).extend(700, stop_after(6))
        resumed = HeapSequence(rules, file)
        assert 0 < len(resumed) < 700
        assert [*resumed.values] == expected[: len(resumed)]
        resumed.extend(700)
    last = HeapSequence(rules, str(file))
    assert [*last.values] == [*resumed.values] == expected
    assert len(last._marks) > 2 * max(expected)  # compiled loops do not check indices
    assert [path.name for path in tmp_path.iterdir()] == ["values.npz"]


def test_a_checkpoint_is_saved_now_and_then(tmp_path: Path) -> None:
    file, saved = tmp_path / "values.npz", list[int]()

    def progress(count: int) -> None:
        saved.append(len(HeapSequence(Octal("0.16"), file)) if file.exists() else 0)

    with small_steps(), changed(_CHECKPOINT=0.0):
        HeapSequence(Octal("0.16"), file).extend(1000, progress)
    assert saved[0] == 0 and saved[1:] and saved[1:] == sorted(set(saved[1:]))


def test_a_file_keeps_the_longest_sequence(tmp_path: Path) -> None:
    file = tmp_path / "values.npz"
    first, second = HeapSequence(Octal("0.16"), file), HeapSequence(Octal("0.16"), file)
    second.extend(5000)
    before = file.read_bytes()
    first.extend(2000)
    assert len(first) == 5000 and file.read_bytes() == before
    first.save()
    assert file.read_bytes() == before
    first.extend(6000)
    assert len(HeapSequence(Octal("0.16"), file)) == 6000
    assert [*first.values] == computed(Octal("0.16"), 6000)


def test_files_of_other_games_are_rejected(tmp_path: Path) -> None:
    file = tmp_path / "values.npz"
    HeapSequence(Octal("0.77"), file).extend(50)
    assert len(HeapSequence(TakeAndBreak({1: [0, 1, 2], 2: [0, 1, 2]}), file)) == 50
    for other in (Octal("0.07"), TakeAndBreak(dict(Kayles().moves), True), Octal("0.77[3]")):
        with pytest.raises(ValueError, match=r"values\.npz' has the values of another game"):
            HeapSequence(other, file)
    with changed(_TITLE="another format"), pytest.raises(ValueError, match="another game"):
        HeapSequence(Octal("0.77"), file)


def test_altered_files_are_rejected(tmp_path: Path) -> None:
    file, rules = tmp_path / "values.npz", Octal("0.16")
    HeapSequence(rules, file).extend(3000)
    content = file.read_bytes()
    with np.load(file) as arrays:
        game, values = arrays["game"], arrays["values"]

    def reject(message: str) -> None:
        before = file.read_bytes()
        with pytest.raises(ValueError, match=message):
            HeapSequence(rules, file)
        sequence = HeapSequence(rules)
        sequence.file = str(file)
        with pytest.raises(ValueError, match=message):  # it is not replaced, either
            sequence.extend(10)
        assert file.read_bytes() == before and len(sequence) == 10

    for size in (0, 1, 100, len(content) // 2, len(content) - 1):
        file.write_bytes(content[:size])
        reject("is not a file of values, or was altered")
    for place in [*range(500), *range(500, len(content), 47), *range(-500, 0)]:
        altered = bytearray(content)
        altered[place] ^= 1 << place % 8
        file.write_bytes(altered)
        try:
            loaded = HeapSequence(rules, file).values
        except ValueError:
            continue
        assert [*loaded] == [*values]  # not all bytes matter, such as those of a date
    for arrays in (
        {"game": game, "values": values.astype(np.int64)},
        {"game": game, "values": values.reshape(-1, 10)},
        {"game": game, "values": values.astype(float)},
        {"game": game.reshape(1), "values": values},
        {"game": np.array(3), "values": values},
    ):
        np.savez(file, **arrays)
        reject("does not contain values of heaps")
    for arrays in (
        {"game": game},
        {"values": values},
        {"game": game, "values": np.array([{}, None])},
    ):
        np.savez(file, **arrays)
        reject("is not a file of values, or was altered")
    with file.open("wb") as opened:
        np.save(opened, values)
    reject("is not a file of values, or was altered")


def test_unreadable_files_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read: Is a directory"):
        HeapSequence(Kayles(), tmp_path)
    with pytest.raises(ValueError, match="expected a file path, got ''"):
        HeapSequence(Kayles(), "")
    sequence = HeapSequence(Kayles(), tmp_path / "missing" / "values.npz")
    with pytest.raises(OSError, match="No such file or directory"):
        sequence.extend(10)
    assert len(sequence) == 10
    with without_numba(), pytest.raises(ValueError, match=r"pip install 'nimtwist\[fast\]'"):
        HeapSequence(Kayles(), tmp_path / "values.npz")


# --- Periods -------------------------------------------------------------------------------------


def plain_period(values: list[Any], additive: bool) -> Period | None:
    """Return the shortest period, in quadratic time."""
    count = len(values)
    for length in range(1, count // 2 + 1):
        saltus = values[-1] - values[-1 - length] if additive else 0
        start = count - length
        while start and values[start - 1 + length] == (
            values[start - 1] + saltus if saltus else values[start - 1]
        ):
            start -= 1
        if 2 * start <= count and start + 2 * length <= count:
            return Period(start, length, saltus)
    return None


blocks = st.lists(st.integers(0, 2), min_size=1, max_size=6)


@given(st.lists(st.integers(0, 2), max_size=12), blocks, st.integers(0, 6), st.integers(0, 3))
@example([0], [0], 1, 0)
@example([], [0], 0, 0)
def test_periods_are_found_in_lists_and_arrays(
    before: list[int], block: list[int], times: int, growth: int
) -> None:
    values = before + block * times + block[: len(before) % len(block)]
    expected = plain_period(values, False)
    assert period(values) == expected
    for dtype in (np.uint8, np.uint16, np.int64):
        array = np.array(values, dtype)
        array.flags.writeable = False
        assert period(array) == expected
    assert period(["PN"[value > 0] for value in values]) == plain_period(
        [value > 0 for value in values], False
    )
    grown = [value + growth * n // 2 for n, value in enumerate(values)]
    expected = plain_period(grown, True)
    assert period(grown, additive=True) == expected
    assert period(np.array(grown, np.uint8), additive=True) == expected


def test_long_random_sequences_have_the_same_periods_as_before() -> None:
    random = Random(5)
    for _ in range(200):
        block = [random.choice((0, 0, 0, 1)) for _ in range(random.randint(1, 60))]
        repeated = block * random.randint(1, 5)
        values = [random.randint(0, 1) for _ in range(random.randint(0, 90))] + repeated
        assert period(values) == plain_period(values, False)
        assert period(np.array(values, np.uint8)) == plain_period(values, False)
        assert period(values, additive=True) == plain_period(values, True)


@pytest.mark.parametrize("convert", [list, lambda values: values, lambda v: v.astype(np.int64)])
def test_a_million_values_are_searched_in_linear_time(convert: Any) -> None:
    values = np.zeros(10**6, np.uint8)
    values[600_000] = 1  # all shorter periods fail late
    assert period(convert(values)) is None
    values[200_000] = 1
    assert period(convert(values)) == Period(0, 400_000)


def test_proved_periods() -> None:
    guy_smith = "theorem of Guy and Smith"
    assert proved_period(Kayles()) == Period(71, 12, 0, guy_smith)
    assert proved_period(Kayles(), limit=167) is None
    assert proved_period(Kayles(), limit=168) == Period(71, 12, 0, guy_smith)
    assert proved_period(Kayles(), limit=0) is None
    nim_like = proved_period(Subtraction({1, 2, 3}))
    assert nim_like == Period(0, 4, 0, "finitely many states")
    assert proved_period(GRUNDYS_GAME, limit=3000) is None
    with without_numba():
        assert proved_period(Octal("0.156")) == Period(3479, 349, 0, guy_smith)


def test_a_proof_is_resumed_from_a_file(tmp_path: Path) -> None:
    file, rules = tmp_path / "values.npz", Octal("0.156")
    with small_steps(), pytest.raises(KeyboardInterrupt):
        proved_period(rules, progress=stop_after(40), file=file)
    computed_before = len(HeapSequence(rules, file))
    counts: list[int] = []
    found = proved_period(rules, progress=counts.append, file=file)
    assert found == Period(3479, 349, 0, "theorem of Guy and Smith")
    assert 0 < computed_before < counts[0]
    counts.clear()
    assert proved_period(rules, progress=counts.append, file=file) == found and not counts


SOLVED = {
    "0.45": (498, 20, 37, 8),
    "0.156": (3479, 349, 1032, 23),
    "0.356": (7315, 142, 86, 19),
    "0.644": (3256, 442, 333, 64),
    "0.165": (5181, 1550, 620, 25),
    "0.16": (105351, 149459, 229790, 23),
    "0.56": (326640, 144, 22778, 64),
    "0.127": (46578, 4, 24734, 56),
    "0.376": (2268248, 4, 341612, 176),
    "0.354": (10061916, 1180, 1152, 113),
}
"""Start of the period, its length, the first heap with the largest value, and this value.

Source: T. Czajka, octal-games, SolvedGames (a program that verifies these solutions).
"""


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=pytest.mark.full if start > 10**6 else [])
        for code, (start, *_) in SOLVED.items()
    ],
)
def test_solved_octal_games(code: str, tmp_path: Path) -> None:
    start, length, largest_at, largest = SOLVED[code]
    file = tmp_path / "values.npz"
    found = proved_period(Octal(code), 3 * 10**7, file=file)
    assert found == Period(start, length, 0, "theorem of Guy and Smith")
    values = HeapSequence(Octal(code), file).values
    assert (values.argmax(), values.max()) == (largest_at, largest)
    # Not much more is computed than the proof needs.
    assert len(values) <= max(200, 1.34 * (2 * (start + length) + len(code)))
