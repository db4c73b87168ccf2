"""Products of many fields at once, beside the recursion that multiplies them one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import nimber
from nimtwist.algebra import _packed
from nimtwist.algebra import nimber as arithmetic

WIDTHS = st.sampled_from([8, 16, 32, 64, 128, 256])
LONG = st.integers(0, 1100).flatmap(lambda digits: st.integers(0, 2**digits - 1))


@contextmanager
def split_only(above: int = 0) -> Iterator[None]:
    """Within this, only products of numbers below 2^`above` are packed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arithmetic, "_LONG", above)
        patch.setattr(arithmetic, "_SHORT", 128 if above else 1 << 30)
        yield


def fields(a: int, width: int, count: int) -> list[int]:
    assert not a >> width * count
    return [a >> place * width & (1 << width) - 1 for place in range(count)]


@given(st.data(), WIDTHS, st.integers(1, 9))
def test_each_field_is_dealt_with_by_itself(data: st.DataObject, width: int, count: int) -> None:
    numbers = st.integers(0, (1 << width * count) - 1)
    a, b, packed = data.draw(numbers), data.draw(numbers), arithmetic._packed()
    _packed._MASKS.clear()  # what is asked first may be asked in short fields
    base = arithmetic._logarithms(16)
    left, right = fields(a, width, count), fields(b, width, count)
    with split_only():
        times_half = [nimber.mul(x, 1 << width - 1) for x in left]
        products = list(map(nimber.mul, left, right))
        squares = [arithmetic._square(x, base) for x in left]
    assert fields(packed.times_half(a, width, count), width, count) == times_half
    assert fields(packed.mul(a, b, width, count), width, count) == products
    square = packed.square(a, width, count)
    assert fields(square, width, count) == squares
    assert packed.sqrt(square, width, count) == a


@pytest.mark.parametrize("count", [1, 2, 3])
def test_nothing_need_have_been_asked_before(count: int) -> None:
    a, b = bytes(range(100, 100 + count)), bytes(range(200, 200 + count))
    _packed._MASKS.clear()
    product = arithmetic._packed().mul(
        int.from_bytes(a, "little"), int.from_bytes(b, "little"), 8, count
    )
    assert product.to_bytes(count, "little") == bytes(map(nimber.mul, a, b))


@given(LONG, LONG)
def test_long_numbers_are_multiplied_as_short_ones_are(a: int, b: int) -> None:
    def results() -> list[int]:
        return [nimber.mul(a, b), nimber.sqrt(a), *nimber.solve(b)]

    with split_only():
        expected = results()
    assert results() == expected


@given(LONG, LONG)
def test_very_long_numbers_are_split_before(a: int, b: int) -> None:
    expected = nimber.mul(a, b)
    with split_only(above=256):
        assert nimber.mul(a, b) == expected


@pytest.mark.parametrize("unary", [nimber.inv, nimber.sqrt, lambda a: nimber.pow(a, 5)])
def test_other_operations_on_thousands_of_digits(unary: Callable[[int], int]) -> None:
    a = random.Random(5).getrandbits(2048)
    with split_only():
        expected = unary(a)
    assert unary(a) == expected


@pytest.mark.full
@pytest.mark.parametrize("digits", [4096, 8192, 16384])
def test_products_of_many_thousands_of_digits(digits: int) -> None:
    source = random.Random(digits)
    a, b = source.getrandbits(digits), source.getrandbits(digits)
    with split_only():
        expected = nimber.mul(a, b)
    assert nimber.mul(a, b) == expected
