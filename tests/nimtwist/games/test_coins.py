"""Tests for coin-turning games: published values, and the definitions of their codes."""

from __future__ import annotations

from itertools import chain, combinations, pairwise
from typing import Any

import pytest

from nimtwist import CoinTurning, SumSolver, sequence

# From the test suite of CGSuite: the values of no coin and of coins 1 to 20, and the number of
# options of coin 20. Earlier versions of the suite list the codes with parentheses.
MOCK_TURTLES = [0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37, 38]
MOCK_TURTLE_FIVES = [0, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8]
TRIPLET_FIVES = [0, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4]
RULER = [0, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, 1, 2, 1, 4]
RULER_FIVES = [0, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4]
TURNIPS = [0, 0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]
GRUNT = [0, 0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]
SYM = [0, 1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10, 256, 5, 512, 28]
PUBLISHED: dict[str, tuple[list[int], int]] = {
    "1,2,3": (MOCK_TURTLES, 191),
    "1-3": (MOCK_TURTLES, 191),
    "1-9": ([0, *(1 << n for n in range(9)), 511, 512, 1024, 2048, 4096, 7711], 169_766),
    "3": ([0, 0, *MOCK_TURTLES[:-2]], 171),
    "1+C": (RULER, 20),
    "1+(C)": (RULER, 20),
    "1-3C(5)": (MOCK_TURTLE_FIVES, 11),
    "1,2,3(5)": (MOCK_TURTLE_FIVES, 11),
    "3C(5)": (TRIPLET_FIVES, 6),
    "3(5)": (TRIPLET_FIVES, 6),
    "1-5C": (RULER_FIVES, 5),
    "1,2,3,4,5(C)": (RULER_FIVES, 5),
    "3E": (TURNIPS, 9),
    "3(E)": (TURNIPS, 9),
    "4FS": (GRUNT, 9),
    "4(FS)": (GRUNT, 9),
    "1+S": (SYM, 2046),
    "1+(S)": (SYM, 2046),
}


@pytest.mark.parametrize("code", PUBLISHED)
def test_values_and_numbers_of_options_are_the_published_ones(code: str) -> None:
    rules, (values, count) = CoinTurning(code), PUBLISHED[code]
    assert rules.grundy_values(len(values)) == values
    assert len(rules.options(frozenset({20}))) == count


def gaps(coins: tuple[int, ...]) -> list[int]:
    return [right - left for left, right in pairwise(coins)]


# What each code allows, from the definition: the places of the coins are in ascending order.
ALLOWED: dict[str, Any] = {
    "2": lambda coins: len(coins) == 2,
    "1+": lambda coins: True,
    "2-3": lambda coins: len(coins) in (2, 3),
    "1,4": lambda coins: len(coins) in (1, 4),
    "1+F": lambda coins: 1 in coins,
    "2+E": lambda coins: len(coins) > 1 and len(set(gaps(coins))) == 1,
    "1-4E": lambda coins: len(coins) < 5 and len(set(gaps(coins))) <= 1,
    "1+EF": lambda coins: 1 in coins and len(set(gaps(coins))) <= 1,
    "2+S": lambda coins: len(coins) > 1 and gaps(coins) == gaps(coins)[::-1],
    "3-5FS": lambda coins: 1 in coins and 2 < len(coins) < 6 and gaps(coins) == gaps(coins)[::-1],
    "1+SC(6)": lambda coins: coins[-1] - coins[0] < 6 and gaps(coins) == gaps(coins)[::-1],
    "2+C": lambda coins: len(coins) > 1 and {*gaps(coins)} == {1},
    "1+CF": lambda coins: coins[0] == 1 and {*gaps(coins)} <= {1},
    "1+C(3)": lambda coins: coins[-1] - coins[0] < 3,
    "3+EC(5)": lambda coins: (
        len(coins) > 2 and coins[-1] - coins[0] < 5 and len({*gaps(coins)}) == 1
    ),
    "2FC(4)": lambda coins: len(coins) == 2 and coins[0] == 1 and coins[1] < 5,
    "5(3)": lambda coins: False,
    "2-3, 6c": lambda coins: len(coins) in (2, 3) or (len(coins) == 6 and {*gaps(coins)} == {1}),
    "1, 2C, 3, 4(F)": lambda coins: (
        len(coins) == 1
        or (len(coins) == 2 and gaps(coins) == [1])
        or (len(coins) in (3, 4) and coins[0] == 1)
    ),
}


@pytest.mark.parametrize("code", ALLOWED)
def test_moves_match_the_definition(code: str) -> None:
    rules, places = CoinTurning(code), range(1, 11)
    turns = chain.from_iterable(combinations(places, count) for count in places)
    expected: dict[int, set[frozenset[int]]] = {coin: set() for coin in places}
    for coins in turns:
        if ALLOWED[code](coins):
            expected[coins[-1]].add(frozenset(coins[:-1]))
    for coin in places:
        options = rules.options(frozenset({coin}))
        assert len(options) == len(set(options)) and set(options) == expected[coin]
        assert rules._bound(coin) >= len(options)  # limits the options that are listed
        # Coins that already show heads turn to tails.
        heads = frozenset({1, 3, coin})
        after = {heads ^ {coin} ^ others for others in expected[coin]}
        assert {option for option in rules.options(heads) if max(heads ^ option) == coin} == after


def test_values_of_heads_add_up() -> None:
    rules = CoinTurning("1-3")
    assert SumSolver(rules).grundy(rules.read("THHTH")) == 2 ^ 4 ^ 8
    assert sequence(rules, 5) == [0, 1, 2, 4, 7]
    reports: list[int] = []
    rules.grundy_values(3, reports.append)
    assert reports == [1, 2, 3] and rules.grundy_values(0) == []


def test_notation() -> None:
    rules = CoinTurning("3e, 1+ (c)")
    assert rules.code == "3E,1+(C)"
    texts = ("2, 4 7", "(7, 4, 2)", "THTHTTH", "thth tth")
    assert {rules.read(text) for text in texts} == {frozenset({2, 4, 7})}
    assert rules.read("no heads") == rules.read("TTT") == frozenset()
    assert rules.show(frozenset()) == "no heads"
    before = rules.read("4, 7")
    assert rules.describe_move(before, rules.read("4, 5, 6")) == "turn coins 5, 6 and 7"
    assert rules.describe_move(before, rules.read("4")) == "turn coin 7"
    assert rules.describe_move(before, rules.read("1")) == "turn coins 1, 4 and 7"
    assert rules.why_illegal(before, rules.read("4, 8"))


BAD_CODES = [
    "",
    " ",
    "C",
    "1-",
    "-3",
    "1,,2",
    "1,",
    "3(5",
    "3()",
    "3C5",
    "3(C5)",
    "3X",
    "１",
    "3ſ",
    None,
]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        *((code, "must be numbers of coins") for code in BAD_CODES),
        *((code, "from 1 to 1000") for code in ("0", "0-3", "1-3C(0)", "2(0)", "1001+")),
        ("3-1", "ends before it begins"),
        ("3CE", "at most one of C, E and S"),
        ("1,3(SC)", "at most one of C, E and S"),
    ],
)
def test_bad_codes_are_rejected(code: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        CoinTurning(code)
    assert repr(code) in str(caught.value)


@pytest.mark.parametrize("text", ["2, 2", "0", "HTX", "1.5", "-1"])
def test_bad_positions_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="place"):
        CoinTurning("1-3").read(text)


@pytest.mark.parametrize(
    ("code", "coin"),
    [("1+", 22), ("1+", 10**30), ("3", 10**6), ("1+C", 10**30), ("1+E", 10**30), ("1+S", 60)],
)
def test_positions_with_too_many_options_are_refused(code: str, coin: int) -> None:
    for call in (
        lambda: CoinTurning(code).options(frozenset({coin})),
        lambda: CoinTurning(code).grundy_values(min(coin + 1, 10**9)),
    ):
        with pytest.raises(ValueError, match="too many to list"):
            call()
    assert len(CoinTurning("1+").options(frozenset({16}))) == 1 << 15
    assert len(CoinTurning("1-3C(5)").options(frozenset({10**400}))) == 11
