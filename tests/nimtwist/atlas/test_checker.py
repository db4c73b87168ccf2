"""The checker against boards: what it accepts is true there, and what is altered it refuses."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimtwist.atlas.checker
from nimtwist.atlas import _steps
from nimtwist.atlas._steps import PairSteps
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import _same, _tidy, flaw
from nimtwist.atlas.families import read_family
from nimtwist.atlas.rows import rows
from nimtwist.games import BlockingNim
from tests.budgets import processor_time
from tests.nimtwist.atlas.certificates import altered, certified, said

NIM = BlockingNim(1, [[]])
PROOF = Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")


GAMES = [pair for modulus in (1, 2, 3, 4) for pair in certified(modulus)]


def test_every_game_up_to_modulus_4_is_certified() -> None:
    assert [len(certified(modulus)) for modulus in (1, 2, 3, 4)] == [2, 5, 19, 167]
    assert all(flaw(rules, certificate) is None for rules, certificate in GAMES)


def is_true(rules: BlockingNim, certificate: Certificate, periods: int = 4) -> bool:
    """Return whether a certificate is right about the first rows that it speaks of."""
    numbers = [certificate.row + certificate.period * t for t in range(periods)]
    first = [*islice(rows(rules), numbers[-1] + 1)]
    return all(
        [row[y] for y in range(most)] == [other[y] for y in range(most)]
        for t, number in enumerate(numbers)
        for row, other in [(first[number], said(certificate, t))]
        for most in [max(len(row.word), len(other.word)) + 2 * rules.modulus]
    )


@pytest.mark.parametrize(("rules", "certificate"), GAMES[::5], ids=repr)
def test_what_is_proved_is_true_on_a_board(rules: BlockingNim, certificate: Certificate) -> None:
    assert is_true(rules, certificate)


FEW = [pair for modulus in (1, 2, 3) for pair in certified(modulus)] + Random(4).sample(
    [pair for pair in certified(4) if pair[1].row + pair[1].period < 80], 12
)


@pytest.mark.parametrize(("rules", "certificate"), FEW, ids=repr)
def test_what_is_altered_is_refused_unless_it_is_true(
    rules: BlockingNim, certificate: Certificate
) -> None:
    others = [other for other in altered(certificate, rules.modulus) if other != certificate]
    accepted = [other for other in others if flaw(rules, other) is None]
    assert all(is_true(rules, other) for other in accepted)
    # A row that is the same as the one before may be called the first; that is about all.
    assert len(accepted) <= 4 < len(others)


def test_a_certificate_is_refused_for_another_game() -> None:
    for modulus in (2, 3, 4):
        games = certified(modulus)
        for (_, certificate), (rules, own) in zip(games, games[1:] + games[:1], strict=True):
            wrong = flaw(rules, certificate)
            assert (wrong is None) == is_true(rules, certificate)
            assert wrong is not None or is_true(rules, own)


@pytest.mark.parametrize(
    ("certificate", "wrong"),
    [
        (
            Certificate(1, 1, (Power(b"\1", 1, 2),), b"\0"),
            "after 1 row from row 1 the word is not that of the next period",
        ),
        (
            Certificate(1, 2, (Power(b"\1", 1, 1),), b"\0"),
            "after 2 rows from row 1 the word is not that of the next period",
        ),
        (Certificate(2, 1, (Power(b"\1", 1, 1),), b"\0"), "row 2 of the game is another one"),
        (Certificate(1, 1, (Power(b"\2", 1, 1),), b"\0"), "a letter stands for a residue above 1"),
        (Certificate(1, 1, (), b"\0\0"), "the tail must have 1 letters, not 2"),
        (
            Certificate(0, 1, (Power(b"\0", 0, 1),), b"\0"),
            "a block may come too few times to be read in row 0",
        ),
    ],
)
def test_what_is_wrong_is_said(certificate: Certificate, wrong: str) -> None:
    assert flaw(NIM, certificate) == wrong


# --- Two rows that are the same ------------------------------------------------------------------

Piece = tuple[bytes, float, int]
a_piece = st.tuples(
    st.binary(min_size=1, max_size=3).map(lambda b: bytes(letter % 2 for letter in b)),
    st.integers(0, 3),
    st.integers(0, 2),
)
TAIL: Piece = (b"\2", float("inf"), 0)


def spelled(row: list[Piece], t: int) -> bytes:
    return b"".join(block * (int(times) + growth * t) for block, times, growth in row)


rows_at_once = st.lists(a_piece, max_size=4)


def near(row: list[Piece]) -> Iterator[list[Piece]]:
    """Yield rows that end early, or in which a block comes more often or never."""
    for i, (block, times, growth) in enumerate(row):
        for pieces in [], [(block, times + 1, growth)], [(block, times, growth + 1)]:
            yield [*row[:i], *pieces, *row[i + 1 :]]
        yield row[:i]


def rewritten(row: list[Piece], data: st.DataObject) -> list[Piece]:
    """Return the same row, with some copies written out and blocks that begin further on."""
    other = list[Piece]()
    for block, times, growth in row:
        turn = data.draw(st.integers(0, len(block) - 1))
        if not times:
            other.append((block, times, growth))
            continue
        copies = data.draw(st.integers(0, int(times) - 1))
        other += [(block * copies + block[:turn], 1, 0)] if copies or turn else []
        rest = block[turn:] + block[:turn]
        other += [(rest, times - copies - 1, growth)] if times - copies > 1 or growth else []
        other.append((block[turn:], 1, 0))
    return other


@given(rows_at_once, rows_at_once, st.sampled_from([b"\0", b"\1\0", b"\2"]))
def test_rows_that_are_said_to_be_the_same_are(
    row: list[Piece], second: list[Piece], tail: bytes
) -> None:
    for other in (second, *near(row)):
        for one, two in ((row, other), (other, row)):
            if _same([*one, (tail, math.inf, 0)], [*two, (tail, math.inf, 0)]):
                for t in range(8):
                    first, then = spelled(one, t), spelled(two, t)
                    most = max(len(first), len(then)) + 2
                    assert (first + tail * most)[:most] == (then + tail * most)[:most]


@given(rows_at_once, st.data())
def test_a_row_written_in_another_way_is_the_same(row: list[Piece], data: st.DataObject) -> None:
    row = [piece for piece in row if piece[1:] != (0, 0)]
    one, two = [*row, TAIL], [*rewritten(row, data), TAIL]
    assert _same(one, two) and _same(two, one)
    tidy = _tidy(two)
    assert all(spelled(tidy[:-1], t) == spelled(row, t) for t in range(5))
    assert all(block for block, _, _ in tidy)
    for (block, *often), (following, *then) in pairwise(tidy):
        assert then != [1, 0] or (often != [1, 0] and not following.startswith(block))
        assert often != [1, 0] or not block.endswith(following)


LARGE = 10**17


@pytest.mark.parametrize(
    ("family", "said"),
    [
        # A block grows by so much that it is compared letter by letter with the next one.
        ("nothing", f'{{"row":1,"period":1,"word":[["1",0,{LARGE}],["11",{LARGE},0]],"tail":"0"}}'),
        # The state of the reader changes with each copy of a block, and never settles.
        (
            "1,3; 1,4; 2,3; 2,4; 3,4",
            f'{{"row":3,"period":1,"word":[["C",{LARGE},9],["C",2,{LARGE}]],"tail":"CCCC"}}',
        ),
        ("2; 1,4", f'{{"row":5,"period":4,"word":[["10750",{LARGE},5],"7"],"tail":"7777"}}'),
    ],
)
def test_no_certificate_keeps_the_checker_busy(family: str, said: str) -> None:
    rules = read_family(1 if family == "nothing" else 4, family)
    with processor_time(1):
        assert flaw(rules, Certificate.read(said))


@pytest.mark.parametrize(
    "endless",
    [
        Certificate(10**9, 1, (Power(b"\1", 10**9, 1),), b"\0"),
        Certificate(1, 10**9, (Power(b"\1", 1, 10**9),), b"\0"),
        Certificate(1, 10**9, (Power(b"\1", 0, 1),), b"\0"),
    ],
)
def test_what_would_take_days_to_read_is_refused(
    endless: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_steps, "_MOST_LOOKED_UP", 1 << 18)
    with processor_time(1):
        wrong = flaw(NIM, endless)
    assert wrong and wrong.startswith("more than 262144 look-ups are needed to read on in row ")


def test_long_pieces_are_read_and_compared_soon() -> None:
    long, power = b"\1" * (1 << 20), Power(b"\1", 1, 1)
    with processor_time(4):
        for word in ((power, long), (long, power), (long, power, long), (power,) * 1000):
            assert flaw(NIM, Certificate(1, 1, word, b"\0"))


def test_the_checker_knows_nothing_of_the_search() -> None:
    source = "".join(map(inspect.getsource, (nimtwist.atlas.checker, _steps)))
    imported = {line.split()[1] for line in source.splitlines() if line.startswith("from nimtwist")}
    assert imported == {
        "nimtwist._checks",
        "nimtwist.atlas._steps",
        "nimtwist.atlas.certificate",
        "nimtwist.games.blocking",
    }


@given(data=st.data(), modulus=st.integers(1, 6))
def test_long_words_are_read_as_letter_by_letter(data: st.DataObject, modulus: int) -> None:
    sets = st.sets(st.integers(1, modulus), max_size=modulus)
    rules = BlockingNim(modulus, data.draw(st.lists(sets, min_size=1, max_size=4)))
    states = st.integers(0, (1 << modulus) - 1)
    some = st.lists(states, min_size=1, max_size=4).map(bytes)
    # A few letters again and again, and others in between: a state gains early, late, or never.
    block = b"".join(
        part * data.draw(st.integers(1, 200))
        for part in data.draw(st.lists(some, min_size=1, max_size=5))
    )
    plain, fast, most = PairSteps(rules), PairSteps(rules), data.draw(st.integers(1, 4))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_steps, "_MOST_KEPT", most)
        for state in data.draw(st.lists(states, min_size=1, max_size=4)):
            assert fast.read(block, state) == plain.spell(block, state)
            assert dict(fast) == dict(plain)
            assert len(fast._kept) <= most
