"""The loops of `nimtwist.arrays` for processors with AVX-512 and GFNI, made by LLVM.

The instruction GF2P8MULB multiplies 64 pairs of bytes at once, in the field of AES. The nimbers
below 256 are the same field under other names, and GF2P8AFFINEQB renames them, as it does any
linear map of bytes. So 64 numbers are sliced: a vector for the first bytes of all of them, one for
the second, and so on. Above the bytes the field is a tower, as for single numbers: what `_Sliced`
does is `nimtwist.nimber` again, but instead of calculating it writes down the instructions.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numpy.typing import NDArray

from nimtwist.algebra import nimber
from nimtwist.arrays._parts import in_copies

Numbers = NDArray[Any]
Kernel = Callable[..., None]
Planes = list[ir.Value]
"""The bytes of 64 numbers: vectors, the lowest bytes first."""

_BYTE, _WORD, _LONG, _POINTER = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.PointerType()
_VECTOR, _BYTES = ir.VectorType(_LONG, 8), ir.VectorType(_BYTE, 64)
_BLOCK = 64  # bytes of a vector, and numbers that are sliced together

# A result of so many bytes does not stay in the cache, and is written past it.
_STREAMED = 1 << 21
# How far ahead of what is read the memory is told, in bytes of each array.
_AHEAD = 4096


@cache
def runs() -> bool:
    """Return whether this processor has what the loops need."""
    try:
        features = binding.get_host_cpu_features()
    except RuntimeError:
        return False
    return all(features.get(name) for name in ("avx512f", "avx512bw", "gfni"))


# --- Vectors of bytes ----------------------------------------------------------------------------


def _splat(number: int) -> ir.Constant:
    """Return a vector of the same 64 digits in each lane."""
    return ir.Constant(_VECTOR, [ir.Constant(_LONG, number)] * 8)


def _each_byte(number: int) -> ir.Constant:
    return _splat(number * 0x0101_0101_0101_0101)


def _matrix(images: Sequence[int]) -> ir.Constant:
    """Return the matrix that sends the bytes 1, 2, 4, … to their images: its last row first."""
    rows = [sum((image >> row & 1) << k for k, image in enumerate(images)) for row in range(8)]
    return _splat(int.from_bytes(bytes(rows[::-1]), "little"))


_IDENTITY = _matrix([1 << k for k in range(8)])


class _Sliced:
    """Writes instructions for the arithmetic of 64 numbers whose bytes are in vectors."""

    def __init__(self, builder: ir.IRBuilder) -> None:
        self.builder = builder
        self.to_nimber, self.from_nimber = nimber.isomorphism()

    # --- Bytes ---

    def call(self, name: str, *arguments: ir.Value) -> ir.Value:
        """Return what an instruction for vectors makes of these."""
        given = [self.builder.bitcast(x, _BYTES) if x.type == _VECTOR else x for x in arguments]
        known = self.builder.module.globals
        instruction = known.get(name) or ir.Function(
            self.builder.module, ir.FunctionType(_BYTES, [x.type for x in given]), name
        )
        return self.builder.bitcast(self.builder.call(instruction, given), _VECTOR)

    def image(self, x: ir.Value, images: Sequence[int]) -> ir.Value:
        """Return the images of bytes by the linear map that sends 1, 2, 4, … to `images`."""
        none = ir.Constant(_BYTE, 0)
        return self.call("llvm.x86.vgf2p8affineqb.512", x, _matrix(images), none)

    def sum(self, x: Planes, y: Planes) -> Planes:
        return [self.builder.xor(a, b) for a, b in zip(x, y, strict=True)]

    def bytes_of(self, numbers: Planes) -> Planes:
        """Return vectors of numbers as vectors of their bytes, in the field of AES."""
        names = [self.from_nimber[1 << k] for k in range(8)]
        return [self.image(x, names) for x in self.transposed(numbers)]

    def back(self, planes: Planes) -> Planes:
        """Return vectors of numbers, given their bytes in the field of AES."""
        names = [self.to_nimber[1 << k] for k in range(8)]
        return self.transposed([self.image(x, names) for x in planes])

    def linear(self, x: Planes, images: Sequence[int]) -> Planes:
        """Return the images of integers: the sum of what becomes of each byte."""
        planes: Planes = []
        for place in range(len(x)):
            parts = [
                [image >> 8 * place & 0xFF for image in images[8 * k : 8 * k + 8]]
                for k in range(len(x))
            ]
            sums = [
                self.image(byte, part) for byte, part in zip(x, parts, strict=True) if any(part)
            ]
            planes.append(reduce(self.builder.xor, sums))
        return planes

    # --- The tower over the field of AES, as in `nimtwist.nimber` ---

    def product(self, x: Planes, y: Planes) -> Planes:
        if len(x) == 1:
            return [self.call("llvm.x86.vgf2p8mulb.512", x[0], y[0])]
        half = len(x) // 2
        x0, x1, y0, y1 = x[:half], x[half:], y[:half], y[half:]
        low, top = self.product(x0, y0), self.product(x1, y1)
        cross = self.product(self.sum(x0, x1), self.sum(y0, y1))
        return self.sum(low, self.times_half(top)) + self.sum(cross, low)

    def times_half(self, x: Planes, power: int = 1) -> Planes:
        """Return the product with a power of F/2, where F is the least Fermat 2-power above `x`.

        Let F = f², and h = f/2: then F/2 is fh, its square is fh² ⊕ h³.
        """
        if len(x) == 1:
            constant = self.from_nimber[nimber.pow(1 << 7, power)]
            return self.product(x, [_each_byte(constant)])
        x0, x1 = x[: len(x) // 2], x[len(x) // 2 :]
        both = self.sum(x0, x1)
        if power == 1:
            return self.times_half(x1, 2) + self.times_half(both)
        high = self.sum(self.times_half(both, 2), self.times_half(x1, 3))
        return self.times_half(both, 3) + high

    def inverse(self, x: Planes) -> Planes:
        if len(x) == 1:
            none = ir.Constant(_BYTE, 0)
            return [self.call("llvm.x86.vgf2p8affineinvqb.512", x[0], _IDENTITY, none)]
        x0, x1 = x[: len(x) // 2], x[len(x) // 2 :]
        other = self.sum(x0, x1)
        norm = self.sum(self.product(x0, other), self.times_half(self.product(x1, x1)))
        inverse = self.inverse(norm)
        return self.product(other, inverse) + self.product(x1, inverse)

    # --- Slicing ---

    def transposed(self, x: Planes) -> Planes:
        """Return vectors of numbers as vectors of first, second, … bytes; or the other way round.

        Which lane a number is in changes. In each step a digit of the place of a byte changes
        places with the same digit of the number of its vector.
        """
        builder, x = self.builder, list(x)
        for step in (n for n in (4, 2, 1) if n < len(x)):
            stays = sum(0xFF << 8 * place for place in range(8) if not place & step)
            low, high, shift = _splat(stays), _splat(stays ^ (1 << 64) - 1), _splat(8 * step)
            for i in (i for i in range(len(x)) if not i & step):
                a, b = x[i], x[i + step]
                x[i] = builder.or_(builder.and_(a, low), builder.and_(builder.shl(b, shift), high))
                x[i + step] = builder.or_(
                    builder.and_(builder.lshr(a, shift), low), builder.and_(b, high)
                )
        return x


def _nim_product(builder: ir.IRBuilder, a: Planes, b: Planes) -> Planes:
    sliced = _Sliced(builder)
    return sliced.back(sliced.product(sliced.bytes_of(a), sliced.bytes_of(b)))


def _nim_inverse(builder: ir.IRBuilder, a: Planes) -> Planes:
    sliced = _Sliced(builder)
    return sliced.back(sliced.inverse(sliced.bytes_of(a)))


# --- Loops ---------------------------------------------------------------------------------------

Body = Callable[..., Planes]
"""Writes down what is to be done with 64 numbers of each operand, given as vectors."""


class _Loop:
    """A compiled loop over contiguous arrays of numbers of so many bytes, the last for the result.

    What is not a whole block of 64 numbers is done as if it was: in a copy. Writing past the cache
    begins at a multiple of 64 bytes.
    """

    def __init__(self, body: Body, operands: int, itemsize: int) -> None:
        self._engines: list[Any] = []
        self._itemsize = itemsize
        self._made = cache(lambda streamed: self._compiled(body, operands, streamed))

    def __call__(self, *arrays: Numbers) -> None:
        result = arrays[-1]
        start, streamed = 0, result.nbytes >= _STREAMED
        if streamed:
            start = -result.ctypes.data % _BLOCK // self._itemsize
        blocks = (result.size - start) // _BLOCK
        if blocks:
            places = (array.ctypes.data + start * self._itemsize for array in arrays)
            self._made(streamed)(*places, blocks)
        for rest in (slice(start), slice(start + blocks * _BLOCK, None)):
            in_copies(self._block, [array[rest] for array in arrays], _BLOCK)

    def _block(self, *arrays: Numbers) -> None:
        self._made(False)(*(array.ctypes.data for array in arrays), 1)

    def _compiled(self, body: Body, operands: int, streamed: bool) -> Callable[..., None]:
        """Compile the loop; keep what owns the instructions."""
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        target = binding.Target.from_default_triple().create_target_machine(
            cpu=binding.get_host_cpu_name(),
            features=binding.get_host_cpu_features().flatten(),
            opt=2,
        )
        module = binding.parse_assembly(_assembly(body, operands, self._itemsize, streamed))
        engine = binding.create_mcjit_compiler(module, target)
        engine.finalize_object()
        self._engines.append(engine)
        kind = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (operands + 1), ctypes.c_size_t)
        return kind(engine.get_function_address(_NAME))


_NAME = "loop"


def _assembly(body: Body, operands: int, itemsize: int, streamed: bool) -> str:
    """Return the loop in LLVM's language: a function of the addresses and the number of blocks."""
    module = ir.Module()
    module.triple = binding.get_process_triple()
    kind = ir.FunctionType(ir.VoidType(), [*[_POINTER] * (operands + 1), _LONG])
    loop = ir.Function(module, kind, _NAME)
    *addresses, blocks = loop.args
    first, inside, after = (loop.append_basic_block() for _ in range(3))
    builder = ir.IRBuilder(first)
    builder.branch(inside)
    builder.position_at_end(inside)
    index = builder.phi(_LONG)
    offset = builder.mul(index, ir.Constant(_LONG, _BLOCK * itemsize))

    def place(address: ir.Value, vector: int) -> ir.Value:
        there = builder.add(offset, ir.Constant(_LONG, _BLOCK * vector))
        return builder.gep(address, [there], source_etype=_BYTE)

    given = [
        [builder.load(place(address, n), typ=_VECTOR, align=itemsize) for n in range(itemsize)]
        for address in addresses[:-1]
    ]
    if streamed:
        kind = ir.FunctionType(ir.VoidType(), [_POINTER, _WORD, _WORD, _WORD])
        prefetch = ir.Function(module, kind, "llvm.prefetch.p0")
        how = [ir.Constant(_WORD, n) for n in (0, 3, 1)]  # to read, into all caches, data
        for address in addresses[:-1]:
            for n in range(itemsize):
                builder.call(prefetch, [place(address, n + _AHEAD // _BLOCK), *how])
    for n, vector in enumerate(body(builder, *given)):
        store = builder.store(vector, place(addresses[-1], n), align=itemsize)
        if streamed:
            store.align = _BLOCK
            store.set_metadata("nontemporal", module.add_metadata([ir.Constant(_WORD, 1)]))
    following = builder.add(index, ir.Constant(_LONG, 1))
    index.add_incoming(ir.Constant(_LONG, 0), first)
    index.add_incoming(following, inside)
    builder.cbranch(builder.icmp_unsigned("<", following, blocks), inside, after)
    builder.position_at_end(after)
    if streamed:
        fence = ir.Function(module, ir.FunctionType(ir.VoidType(), []), "llvm.x86.sse.sfence")
        builder.call(fence, [])
    builder.ret_void()
    return str(module)


# --- What is made --------------------------------------------------------------------------------


@cache
def mul(dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for nim-products."""
    return _Loop(_nim_product, 2, dtype.itemsize)


@cache
def inv(dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for inverses, which sends 0 to 0."""
    return _Loop(_nim_inverse, 1, dtype.itemsize)


@cache
def linear(images: tuple[int, ...], dtype: np.dtype[Any]) -> Kernel:
    """Return the loop for the linear map that sends 1, 2, 4, … to these images."""

    def body(builder: ir.IRBuilder, a: Planes) -> Planes:
        sliced = _Sliced(builder)
        return sliced.transposed(sliced.linear(sliced.transposed(a), images))

    return _Loop(body, 1, dtype.itemsize)
