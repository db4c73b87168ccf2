"""Tests that every backend of nim arithmetic on arrays agrees with `nimber` and the definitions."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from nimtwist import arrays, nimber

# Run all these tests in one worker, so that numba compiles each loop only once.
pytestmark = pytest.mark.xdist_group("arrays")

DTYPES = [np.dtype(name) for name in ("uint8", "uint16", "uint32", "uint64")]


@pytest.fixture(scope="module", params=["gfni", "numba"])
def backend(request: pytest.FixtureRequest) -> str:
    """Each backend in turn. Tests of a backend that this processor does not support are skipped."""
    if request.param == "gfni" and arrays.backend() != "gfni":
        pytest.skip("NOT TESTED: this processor has no AVX-512 with GFNI")
    return str(request.param)


def random_numbers(dtype: np.dtype[Any], shape: Any = 300, minimum: int = 0) -> Any:
    """Return random numbers of all bit lengths."""
    source = np.random.default_rng(0)
    bits = 8 * dtype.itemsize
    numbers = source.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)
    short = numbers >> source.integers(0, bits, shape).astype(dtype)
    return np.maximum(short, dtype.type(minimum))


def elementwise(function: Callable[..., int], *operands: Any) -> list[int]:
    return [function(*map(int, each)) for each in zip(*operands, strict=True)]


# --- Values --------------------------------------------------------------------------------------


def test_small_tables_agree_with_the_definition(backend: str) -> None:
    numbers = np.arange(256, dtype=np.uint8)
    products = arrays.mul(numbers[:, None], numbers, backend=backend)
    assert products[:40, :40].tolist() == nimber.products_by_mex(40, 40)
    assert arrays.add(numbers[:9, None], numbers[:9]).tolist() == nimber.sums_by_mex(9, 9)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_array_functions_agree_with_scalar_functions(dtype: np.dtype[Any], backend: str) -> None:
    a, b = random_numbers(dtype), random_numbers(dtype, 300, 1)[::-1].copy()
    edges = np.array([0, 1, np.iinfo(dtype).max, 1 << 8 * dtype.itemsize - 1], dtype)
    a[:16], b[:16] = np.repeat(edges, 4), np.tile(np.maximum(edges, 1), 4)
    assert arrays.add(a, b).tolist() == elementwise(nimber.add, a, b)
    assert arrays.mul(a, b, backend=backend).tolist() == elementwise(nimber.mul, a, b)
    assert arrays.inv(b, backend=backend).tolist() == elementwise(nimber.inv, b)
    assert arrays.sqrt(a, backend=backend).tolist() == elementwise(nimber.sqrt, a)
    for exponent in (0, 1, 5, -5, (1 << 8 * dtype.itemsize) - 1, 3**50, -(3**50)):
        bases = (b if exponent < 0 else a)[:50]
        powers = arrays.pow(bases, exponent, backend=backend)
        assert powers.tolist() == [nimber.pow(x, exponent) for x in bases.tolist()]


# --- Layouts -------------------------------------------------------------------------------------

LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "unchanged": lambda x: x,
    "read-only": lambda x: np.broadcast_to(x, x.shape),
    "reversed": lambda x: x[::-1, ::-1].copy()[::-1, ::-1],
    "strided": lambda x: np.repeat(np.repeat(x, 2, 0), 3, 1)[::2, ::3],
    "column-major": np.asfortranarray,
    "byte-swapped": lambda x: x.astype(x.dtype.newbyteorder()),
    "unaligned": lambda x: np.frombuffer(b"!" + x.tobytes(), x.dtype, offset=1).reshape(x.shape),
}


@pytest.mark.parametrize("shape", [(3, 43), (2, 4600)], ids=str)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_memory_layouts(layout: str, shape: tuple[int, int], backend: str) -> None:
    a, b = random_numbers(DTYPES[3], shape), random_numbers(DTYPES[1], shape)[::-1].copy()
    expected = arrays.mul(a, b, backend=backend)
    out = LAYOUTS[layout](a.copy())
    for other in LAYOUTS:
        left, right = LAYOUTS[layout](a), LAYOUTS[other](b)
        before = left.tobytes(), right.tobytes()
        assert (arrays.mul(left, right, backend=backend) == expected).all(), other
        if out.flags.writeable:
            out[...] = 0
            assert arrays.mul(right, left, out=out, backend=backend) is out
            assert (out == expected).all(), other
        assert (left.tobytes(), right.tobytes()) == before


def test_shapes_are_broadcast_and_dtypes_promoted(backend: str) -> None:
    a, b = random_numbers(DTYPES[0], (5, 1, 7)), random_numbers(DTYPES[2], (4, 1))
    products = arrays.mul(a, b, backend=backend)
    assert products.shape == (5, 4, 7) and products.dtype == np.uint32
    for i, j, k in product(range(5), range(4), range(7)):
        assert products[i, j, k] == nimber.mul(int(a[i, 0, k]), int(b[j, 0]))
    for left, right in product(DTYPES, DTYPES):
        assert arrays.mul(left.type(3), right.type(2), backend=backend).dtype == max(left, right)


def test_scalars_and_empty_arrays(backend: str) -> None:
    one = arrays.mul(np.uint16(300), np.uint16(500), backend=backend)
    assert isinstance(one, np.uint16) and one == nimber.mul(300, 500)
    assert arrays.mul(7, np.uint8(9), backend=backend) == nimber.mul(7, 9)
    out = np.zeros((), np.uint8)
    assert arrays.inv(np.uint8(8), out=out, backend=backend) is out and out == 10
    assert arrays.add(np.uint8(8), np.uint8(3), out=out) is out and out == 11
    for shape in ((0,), (3, 0), (0, 3, 1)):
        empty = np.zeros(shape, np.uint32)
        assert arrays.mul(empty, empty, backend=backend).shape == shape
        assert (
            arrays.inv(empty, backend=backend).shape == arrays.pow(empty, -2, backend=backend).shape
        )


OVERLAPS: dict[str, Callable[[Any], tuple[Any, Any, Any]]] = {
    "first factor": lambda x: (x[:20000], x[30000:50000], x[:20000]),
    "both factors": lambda x: (x[:20000], x[:20000], x[:20000]),
    "shifted forward": lambda x: (x[:20000], x[30000:50000], x[1:20001]),
    "shifted back": lambda x: (x[1:20001], x[30000:50000], x[:20000]),
    "reversed": lambda x: (x[:20000], x[30000:50000], x[:20000][::-1]),
    "transposed": lambda x: (
        x[:14400].reshape(120, 120),
        x[30000:44400].reshape(120, 120),
        x[:14400].reshape(120, 120).T,
    ),
    "broadcast row": lambda x: (
        x[:120],
        x[30000:44400].reshape(120, 120),
        x[:14400].reshape(120, 120),
    ),
    "narrower dtype": lambda x: (x.view(np.uint8)[:20000], x[30000:50000], x[:20000]),
}


@pytest.mark.parametrize("overlap", OVERLAPS)
def test_out_may_overlap_the_operands(overlap: str, backend: str) -> None:
    memory = random_numbers(DTYPES[3], 90_000)
    a, b, out = OVERLAPS[overlap](memory)
    expected = arrays.mul(a.copy(), b.copy(), backend=backend)
    arrays.mul(a, b, out=out, backend=backend)
    assert (out == expected).all()


@pytest.mark.parametrize("name", ["mul", "inv", "sqrt"])
def test_arrays_with_any_offset(name: str, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop up to eight elements from the start; the results for the rest must not change.

    Writes that bypass the cache must be made in aligned blocks, so each offset is tested with such
    writes as well as with ordinary writes.
    """
    function = getattr(arrays, name)
    for dtype, start in product(DTYPES, (0, 1, 3, 8)):
        operands = [random_numbers(dtype, 10_000, 1)] * (1 + (name == "mul"))
        expected = function(*operands, backend=backend)
        for threshold in (10_000, 1 << 30):
            if backend == "gfni":
                monkeypatch.setattr("nimtwist.arrays._gfni._STREAM_BYTES", threshold)
            out = np.zeros(10_000, dtype)
            function(*(x[start:] for x in operands), out=out[start:], backend=backend)
            assert (out[start:] == expected[start:]).all()
            assert not out[:start].any()


# --- Errors --------------------------------------------------------------------------------------


def test_out_is_unchanged_after_an_error() -> None:
    out = np.full(3, 9, np.uint8)
    with pytest.raises(ValueError):
        arrays.inv(np.array([1, 2, 0], np.uint8), out=out)
    assert out.tolist() == [9, 9, 9]


# --- Optional dependencies -----------------------------------------------------------------------

WITHOUT_DEPENDENCIES = """
import sys
import nimtwist
assert not {"numpy", "numba", "llvmlite"} & {*sys.modules}
for missing in ("numpy", "numba"):
    sys.modules[missing] = None
    try:
        from nimtwist import arrays
        import numpy
        arrays.mul(numpy.ones(1, "uint8"), 1, backend="numba")
    except ImportError as error:
        print(error)
    del sys.modules[missing]
"""


def test_missing_dependencies_are_named() -> None:
    command = [sys.executable, "-c", WITHOUT_DEPENDENCIES]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert output.splitlines() == 2 * [
        "nimtwist.arrays needs NumPy and numba, which are not both installed: "
        "pip install 'nimtwist[fast]'"
    ]
