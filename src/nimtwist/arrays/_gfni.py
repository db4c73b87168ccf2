"""The loops of `nimtwist.arrays` for processors with AVX-512 and GFNI, compiled by LLVM.

The instruction GF2P8MULB multiplies 64 pairs of bytes at once in the field of AES. The nimbers
below 256 form an isomorphic field, and GF2P8AFFINEQB can compute the isomorphism, like any linear
map of bytes. Numbers are therefore byte-sliced in blocks of 64: one vector holds the first bytes of
all of them, the next one the second bytes, and so on. For larger numbers, the code uses the same
tower of fields as `nimtwist.nimber`, but `_Sliced` emits instructions instead of computing values.
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
from nimtwist.arrays._parts import run_padded

Numbers = NDArray[Any]
Kernel = Callable[..., None]
Planes = list[ir.Value]
"""The bytes of 64 numbers: one vector for each place, lowest first."""

_BYTE, _WORD, _LONG, _POINTER = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.PointerType()
_VECTOR, _BYTES = ir.VectorType(_LONG, 8), ir.VectorType(_BYTE, 64)
_BLOCK = 64  # bytes in a vector, and also numbers in a block

# Results of at least this many bytes bypass the cache.
_STREAM_BYTES = 1 << 21
# Prefetch distance in each array, in bytes.
_PREFETCH_BYTES = 4096


@cache
def runs() -> bool:
    """Return whether this processor supports the required instructions."""
    try:
        features = binding.get_host_cpu_features()
    except RuntimeError:
        return False
    return all(features.get(name) for name in ("avx512f", "avx512bw", "gfni"))


# --- Vectors of bytes ----------------------------------------------------------------------------


def _splat(number: int) -> ir.Constant:
    """Return a vector with the same 64 bits in every lane."""
    return ir.Constant(_VECTOR, [ir.Constant(_LONG, number)] * 8)


def _each_byte(number: int) -> ir.Constant:
    return _splat(number * 0x0101_0101_0101_0101)


def _matrix(images: Sequence[int]) -> ir.Constant:
    """Return the matrix that maps 1, 2, 4, … to `images`, packed with its last row first."""
    rows = [sum((image >> row & 1) << k for k, image in enumerate(images)) for row in range(8)]
    return _splat(int.from_bytes(bytes(rows[::-1]), "little"))


_IDENTITY = _matrix([1 << k for k in range(8)])


class _Sliced:
    """An emitter of instructions for arithmetic on 64 byte-sliced numbers."""

    def __init__(self, builder: ir.IRBuilder) -> None:
        self.builder = builder
        self.to_nimber, self.from_nimber = nimber.isomorphism()

    # --- Bytes ---

    def call(self, name: str, *arguments: ir.Value) -> ir.Value:
        """Emit a call to a vector instruction, and return the result."""
        operands = [self.builder.bitcast(x, _BYTES) if x.type == _VECTOR else x for x in arguments]
        declared = self.builder.module.globals
        instruction = declared.get(name) or ir.Function(
            self.builder.module, ir.FunctionType(_BYTES, [x.type for x in operands]), name
        )
        return self.builder.bitcast(self.builder.call(instruction, operands), _VECTOR)

    def image(self, x: ir.Value, images: Sequence[int]) -> ir.Value:
        """Return the images of bytes under the linear map that sends 1, 2, 4, … to `images`."""
        zero = ir.Constant(_BYTE, 0)
        return self.call("llvm.x86.vgf2p8affineqb.512", x, _matrix(images), zero)

    def sum(self, x: Planes, y: Planes) -> Planes:
        return [self.builder.xor(a, b) for a, b in zip(x, y, strict=True)]

    def to_bytes(self, numbers: Planes) -> Planes:
        """Slice vectors of numbers into vectors of bytes, and map the bytes to the field of AES."""
        images = [self.from_nimber[1 << k] for k in range(8)]
        return [self.image(x, images) for x in self.transpose(numbers)]

    def from_bytes(self, planes: Planes) -> Planes:
        """Undo `to_bytes`: map bytes in the field of AES to nimbers, and reassemble the numbers."""
        images = [self.to_nimber[1 << k] for k in range(8)]
        return self.transpose([self.image(x, images) for x in planes])

    def linear(self, x: Planes, images: Sequence[int]) -> Planes:
        """Return the images of numbers under a linear map: the sums of the images of their bytes.

        The map sends the numbers 1, 2, 4, … to `images`.
        """
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
        """Return the product of `x` and (F/2)^`power`, where F is 256^k for numbers of k bytes.

        Let F = f² and h = f/2. Then F/2 is fh, and its square is fh² ⊕ h³.
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
            zero = ir.Constant(_BYTE, 0)
            return [self.call("llvm.x86.vgf2p8affineinvqb.512", x[0], _IDENTITY, zero)]
        x0, x1 = x[: len(x) // 2], x[len(x) // 2 :]
        other = self.sum(x0, x1)
        norm = self.sum(self.product(x0, other), self.times_half(self.product(x1, x1)))
        inverse = self.inverse(norm)
        return self.product(other, inverse) + self.product(x1, inverse)

    # --- Slicing ---

    def transpose(self, x: Planes) -> Planes:
        """Turn vectors of numbers into vectors of their first, second, … bytes, or vice versa.

        The order of the lanes changes. Each byte has two indices: its place within its number, and
        the index of its vector. Each step moves the bytes so that one binary digit of the first
        index trades places with the same digit of the second.
        """
        builder, x = self.builder, list(x)
        for step in (n for n in (4, 2, 1) if n < len(x)):
            mask = sum(0xFF << 8 * place for place in range(8) if not place & step)
            low, high, shift = _splat(mask), _splat(mask ^ (1 << 64) - 1), _splat(8 * step)
            for i in (i for i in range(len(x)) if not i & step):
                a, b = x[i], x[i + step]
                x[i] = builder.or_(builder.and_(a, low), builder.and_(builder.shl(b, shift), high))
                x[i + step] = builder.or_(
                    builder.and_(builder.lshr(a, shift), low), builder.and_(b, high)
                )
        return x


def _nim_product(builder: ir.IRBuilder, a: Planes, b: Planes) -> Planes:
    sliced = _Sliced(builder)
    return sliced.from_bytes(sliced.product(sliced.to_bytes(a), sliced.to_bytes(b)))


def _nim_inverse(builder: ir.IRBuilder, a: Planes) -> Planes:
    sliced = _Sliced(builder)
    return sliced.from_bytes(sliced.inverse(sliced.to_bytes(a)))


# --- Loops ---------------------------------------------------------------------------------------

Body = Callable[..., Planes]
"""A function that emits the instructions for 64 numbers of each operand, given as vectors."""


class _Loop:
    """A compiled loop that takes contiguous arrays and writes its result to the last one.

    Each number has `itemsize` bytes. Numbers before the first or after the last whole block of 64
    are copied into a padded block. Writes that bypass the cache start at an address that is a
    multiple of 64.
    """

    def __init__(self, body: Body, operands: int, itemsize: int) -> None:
        self._engines: list[Any] = []
        self._itemsize = itemsize
        self._function = cache(lambda streamed: self._compile(body, operands, streamed))

    def __call__(self, *arrays: Numbers) -> None:
        result = arrays[-1]
        start, streamed = 0, result.nbytes >= _STREAM_BYTES
        if streamed:
            start = -result.ctypes.data % _BLOCK // self._itemsize
        blocks = (result.size - start) // _BLOCK
        if blocks:
            addresses = (array.ctypes.data + start * self._itemsize for array in arrays)
            self._function(streamed)(*addresses, blocks)
        for rest in (slice(start), slice(start + blocks * _BLOCK, None)):
            run_padded(self._block, [array[rest] for array in arrays], _BLOCK)

    def _block(self, *arrays: Numbers) -> None:
        self._function(False)(*(array.ctypes.data for array in arrays), 1)

    def _compile(self, body: Body, operands: int, streamed: bool) -> Callable[..., None]:
        """Compile the loop, and keep a reference to the engine that owns the machine code."""
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
        prototype = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (operands + 1), ctypes.c_size_t)
        return prototype(engine.get_function_address(_NAME))


_NAME = "loop"


def _assembly(body: Body, operands: int, itemsize: int, streamed: bool) -> str:
    """Return LLVM assembly for a function that takes the arrays' addresses and a block count."""
    module = ir.Module()
    module.triple = binding.get_process_triple()
    signature = ir.FunctionType(ir.VoidType(), [*[_POINTER] * (operands + 1), _LONG])
    loop = ir.Function(module, signature, _NAME)
    *addresses, blocks = loop.args
    entry, inside, after = (loop.append_basic_block() for _ in range(3))
    builder = ir.IRBuilder(entry)
    builder.branch(inside)
    builder.position_at_end(inside)
    index = builder.phi(_LONG)
    offset = builder.mul(index, ir.Constant(_LONG, _BLOCK * itemsize))

    def pointer(address: ir.Value, vector: int) -> ir.Value:
        position = builder.add(offset, ir.Constant(_LONG, _BLOCK * vector))
        return builder.gep(address, [position], source_etype=_BYTE)

    inputs = [
        [builder.load(pointer(address, n), typ=_VECTOR, align=itemsize) for n in range(itemsize)]
        for address in addresses[:-1]
    ]
    if streamed:
        signature = ir.FunctionType(ir.VoidType(), [_POINTER, _WORD, _WORD, _WORD])
        prefetch = ir.Function(module, signature, "llvm.prefetch.p0")
        # Arguments of llvm.prefetch: for reading (0), into all cache levels (3), as data (1).
        options = [ir.Constant(_WORD, n) for n in (0, 3, 1)]
        for address in addresses[:-1]:
            for n in range(itemsize):
                builder.call(prefetch, [pointer(address, n + _PREFETCH_BYTES // _BLOCK), *options])
    for n, vector in enumerate(body(builder, *inputs)):
        store = builder.store(vector, pointer(addresses[-1], n), align=itemsize)
        if streamed:
            store.align = _BLOCK
            store.set_metadata("nontemporal", module.add_metadata([ir.Constant(_WORD, 1)]))
    following = builder.add(index, ir.Constant(_LONG, 1))
    index.add_incoming(ir.Constant(_LONG, 0), entry)
    index.add_incoming(following, inside)
    builder.cbranch(builder.icmp_unsigned("<", following, blocks), inside, after)
    builder.position_at_end(after)
    if streamed:
        fence = ir.Function(module, ir.FunctionType(ir.VoidType(), []), "llvm.x86.sse.sfence")
        builder.call(fence, [])
    builder.ret_void()
    return str(module)


# --- Kernels -------------------------------------------------------------------------------------


@cache
def mul(dtype: np.dtype[Any]) -> Kernel:
    """Return the kernel for nim-products."""
    return _Loop(_nim_product, 2, dtype.itemsize)


@cache
def inv(dtype: np.dtype[Any]) -> Kernel:
    """Return the kernel for inverses, which maps 0 to 0."""
    return _Loop(_nim_inverse, 1, dtype.itemsize)


@cache
def linear(images: tuple[int, ...], dtype: np.dtype[Any]) -> Kernel:
    """Return the kernel for the linear map that sends 1, 2, 4, … to `images`."""

    def body(builder: ir.IRBuilder, a: Planes) -> Planes:
        sliced = _Sliced(builder)
        return sliced.transpose(sliced.linear(sliced.transpose(a), images))

    return _Loop(body, 1, dtype.itemsize)
