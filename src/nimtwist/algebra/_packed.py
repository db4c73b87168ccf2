"""Nim arithmetic on many numbers at once: fields of the same width, side by side in one integer.

Python shifts and masks an integer of a million bits as quickly as it calls a few dozen functions.
So a product of long numbers is split as `nimtwist.nimber.mul` says, but all products of a level at
once, down to bytes, which tables multiply. The width of fields is a power of two, at least 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import getitem, xor

__all__ = ["Packed"]

# Up to so many fields of 16 bytes, products by a constant are sums of table entries.
_FEW, _WIDE = 32, 128


class Packed:
    """The arithmetic of packed fields, from the logarithms of the numbers below 256.

    `log` and `power` are as in `nimtwist.algebra.nimber`. In each method `width` is the width of a
    field in bits, and `count` the number of fields.
    """

    def __init__(self, log: Sequence[int], power: Sequence[int]) -> None:
        units = range(1, 256)
        self._log = bytes([0, *(log[a] for a in units)])
        self._power = bytes([*power[:255], 1])
        self._some = bytes([0] + [255] * 255)
        self._half = bytes(power[log[a] + log[128]] for a in range(256))
        self._squared = bytes([0, *(power[2 * log[a]] for a in units)])
        self._root = bytes(map(self._squared.index, range(256)))

    def mul(self, a: int, b: int, width: int, count: int = 1) -> int:
        """Return the products of the fields of `a` and those of `b`."""
        if width == 8:
            return self._byte_products(a, b, count)
        half, low = width // 2, _lows(width // 2, count)
        a, b = (_with_sums(x, half, count) for x in (a, b))
        parts = self.mul(a, b, half, 3 * count)
        sums = parts >> count * width
        parts ^= sums << count * width
        lows, highs = parts & low, parts >> half & low
        return (
            (_apart(sums, half, count) ^ lows) << half
            ^ lows
            ^ self._spaced_times_half(highs, half, count)
        )

    def times_half(self, a: int, width: int, count: int = 1) -> int:
        """Return the products of the fields and F/2, where F = 2^width: so many of F₁ and F₁/2.

        With parts below F₁, where F = F₁², (a₁F₁ ⊕ a₀)F/2 = (a₁ ⊕ a₀)(F₁/2)F₁ ⊕ a₁(F₁/2)(F₁/2).
        """
        if width == 8:
            return _looked_up(a, self._half, count)
        if width == _WIDE and count <= _FEW:
            return self._few_times_half(a, count)
        half, low = width // 2, _lows(width // 2, count)
        both = self.times_half(a, half, 2 * count)
        shifted = both >> half
        highs = shifted & low
        return ((both ^ shifted) & low) << half | self._spaced_times_half(highs, half, count)

    def square(self, a: int, width: int, count: int = 1) -> int:
        """Return the squares of the fields."""
        if width == 8:
            return _looked_up(a, self._squared, count)
        half = width // 2
        parts = self.square(a, half, 2 * count)
        return parts ^ self._spaced_times_half(parts >> half & _lows(half, count), half, count)

    def sqrt(self, a: int, width: int, count: int = 1) -> int:
        """Return the numbers whose squares are the fields."""
        if width == 8:
            return _looked_up(a, self._root, count)
        half = width // 2
        a ^= self._spaced_times_half(a >> half & _lows(half, count), half, count)
        return self.sqrt(a, half, 2 * count)

    def _spaced_times_half(self, a: int, half: int, count: int) -> int:
        """Return the products of F/2, where F = 2^half, and fields with `half` zeros above each."""
        return _apart(self.times_half(_together(a, half, count), half, count), half, count)

    def _byte_products(self, a: int, b: int, count: int) -> int:
        """Return the products of bytes, by adding their logarithms modulo 255."""
        low = _lows(8, (count + 1) // 2)
        factors = [x.to_bytes(count, "little") for x in (a, b)]
        logs = [int.from_bytes(x.translate(self._log), "little") for x in factors]
        one, other = (int.from_bytes(x.translate(self._some), "little") for x in factors)
        sums = [sum(x >> place & low for x in logs) for place in (0, 8)]
        even, odd = ((x & low) + (x >> 8 & low) for x in sums)
        return one & other & _looked_up(even | odd << 8, self._power, count)

    def _few_times_half(self, a: int, count: int) -> int:
        size = _WIDE // 8
        bytes_, tables = a.to_bytes(count * size, "little"), self._tables
        fields = (bytes_[start : start + size] for start in range(0, count * size, size))
        products = (reduce(xor, map(getitem, tables, field)) for field in fields)
        return int.from_bytes(b"".join(x.to_bytes(size, "little") for x in products), "little")

    @cached_property
    def _tables(self) -> list[list[int]]:
        """For each byte of a wide field, what each of its values contributes to the product."""
        ones = sum(1 << place * (_WIDE + 1) for place in range(_WIDE))
        products = self.times_half(ones, _WIDE, _WIDE)
        tables = []
        for byte in range(_WIDE // 8):
            table = [0]
            for place in range(8 * byte, 8 * byte + 8):
                product = products >> place * _WIDE & (1 << _WIDE) - 1
                table += [part ^ product for part in table]
            tables.append(table)
        return tables


def _looked_up(a: int, table: bytes, count: int) -> int:
    """Return the bytes of a number, each replaced by its entry in a table."""
    return int.from_bytes(a.to_bytes(count, "little").translate(table), "little")


_MASKS: dict[int, int] = {}


def _lows(half: int, count: int) -> int:
    """Return a mask of the lower halves of fields; it may go on after `count` of them."""
    mask = _MASKS.get(half, 0)
    if mask.bit_length() < half * (2 * count - 1):
        field = b"\xff" * (half // 8) + bytes(half // 8)
        mask = _MASKS[half] = int.from_bytes(field * (2 * count), "little")
    return mask


def _with_sums(a: int, half: int, count: int) -> int:
    """Return the halves of the fields, and above them the sums of the two halves of each."""
    sums = (a ^ a >> half) & _lows(half, count)
    return a | _together(sums, half, count) << 2 * half * count


def _together(a: int, half: int, count: int) -> int:
    """Return fields with `half` zeros above each as fields of `half` bits, without gaps.

    The upper half of them is moved into the gaps of the lower half.
    """
    if count == 1:
        return a
    place = (count + 1) // 2 * 2 * half
    upper = a >> place
    return a ^ upper << place ^ upper << half


def _apart(a: int, half: int, count: int) -> int:
    """Undo `_together`."""
    if count == 1:
        return a
    few = (count + 1) // 2
    low = _lows(half, few)
    return a & low | (a >> half & low) << few * 2 * half
