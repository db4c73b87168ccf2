"""Nim arithmetic on arrays, beside the recursion and the definition, by every means there is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from nimtwist import arrays, nimber

# What numba compiles is compiled by one process.
pytestmark = pytest.mark.xdist_group("arrays")

DTYPES = [np.dtype(name) for name in ("uint8", "uint16", "uint32", "uint64")]


@pytest.fixture(scope="module", params=["gfni", "numba"])
def means(request: pytest.FixtureRequest) -> str:
    """Return a backend, each in its turn; skip that which this processor cannot run."""
    if request.param == "gfni" and arrays.backend() != "gfni":
        pytest.skip("NOT TESTED: this processor has no AVX-512 with GFNI")
    return str(request.param)


def drawn(dtype: np.dtype[Any], shape: Any = 300, least: int = 0) -> Any:
    """Return numbers of all lengths in bits."""
    source = np.random.default_rng(0)
    bits = 8 * dtype.itemsize
    numbers = source.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)
    short = numbers >> source.integers(0, bits, shape).astype(dtype)
    return np.maximum(short, dtype.type(least))


def one_by_one(function: Callable[..., int], *operands: Any) -> list[int]:
    return [function(*map(int, each)) for each in zip(*operands, strict=True)]


# --- Beside the recursion and the definition -----------------------------------------------------


def test_small_numbers_have_the_values_of_the_definition(means: str) -> None:
    numbers = np.arange(256, dtype=np.uint8)
    products = arrays.mul(numbers[:, None], numbers, backend=means)
    assert products[:40, :40].tolist() == nimber.products_by_mex(40, 40)
    assert arrays.add(numbers[:9, None], numbers[:9]).tolist() == nimber.sums_by_mex(9, 9)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_every_function_is_that_of_single_numbers(dtype: np.dtype[Any], means: str) -> None:
    a, b = drawn(dtype), drawn(dtype, 300, 1)[::-1].copy()
    edges = np.array([0, 1, np.iinfo(dtype).max, 1 << 8 * dtype.itemsize - 1], dtype)
    a[:16], b[:16] = np.repeat(edges, 4), np.tile(np.maximum(edges, 1), 4)
    assert arrays.add(a, b).tolist() == one_by_one(nimber.add, a, b)
    assert arrays.mul(a, b, backend=means).tolist() == one_by_one(nimber.mul, a, b)
    assert arrays.inv(b, backend=means).tolist() == one_by_one(nimber.inv, b)
    assert arrays.sqrt(a, backend=means).tolist() == one_by_one(nimber.sqrt, a)
    for exponent in (0, 1, 5, -5, (1 << 8 * dtype.itemsize) - 1, 3**50, -(3**50)):
        bases = (b if exponent < 0 else a)[:50]
        powers = arrays.pow(bases, exponent, backend=means)
        assert powers.tolist() == [nimber.pow(x, exponent) for x in bases.tolist()]


# --- Layouts -------------------------------------------------------------------------------------

LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "as it is": lambda x: x,
    "read-only": lambda x: np.broadcast_to(x, x.shape),
    "backwards": lambda x: x[::-1, ::-1].copy()[::-1, ::-1],
    "every other": lambda x: np.repeat(np.repeat(x, 2, 0), 3, 1)[::2, ::3],
    "by columns": np.asfortranarray,
    "byte-swapped": lambda x: x.astype(x.dtype.newbyteorder()),
    "not aligned": lambda x: np.frombuffer(b"!" + x.tobytes(), x.dtype, offset=1).reshape(x.shape),
}


@pytest.mark.parametrize("shape", [(3, 43), (2, 4600)], ids=str)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_do_not_matter(layout: str, shape: tuple[int, int], means: str) -> None:
    a, b = drawn(DTYPES[3], shape), drawn(DTYPES[1], shape)[::-1].copy()
    expected = arrays.mul(a, b, backend=means)
    out = LAYOUTS[layout](a.copy())
    for other in LAYOUTS:
        left, right = LAYOUTS[layout](a), LAYOUTS[other](b)
        kept = left.tobytes(), right.tobytes()
        assert (arrays.mul(left, right, backend=means) == expected).all(), other
        if out.flags.writeable:
            out[...] = 0
            assert arrays.mul(right, left, out=out, backend=means) is out
            assert (out == expected).all(), other
        assert (left.tobytes(), right.tobytes()) == kept


def test_shapes_are_broadcast_and_dtypes_promoted(means: str) -> None:
    a, b = drawn(DTYPES[0], (5, 1, 7)), drawn(DTYPES[2], (4, 1))
    products = arrays.mul(a, b, backend=means)
    assert products.shape == (5, 4, 7) and products.dtype == np.uint32
    for i, j, k in product(range(5), range(4), range(7)):
        assert products[i, j, k] == nimber.mul(int(a[i, 0, k]), int(b[j, 0]))
    for left, right in product(DTYPES, DTYPES):
        assert arrays.mul(left.type(3), right.type(2), backend=means).dtype == max(left, right)


def test_one_number_and_none(means: str) -> None:
    one = arrays.mul(np.uint16(300), np.uint16(500), backend=means)
    assert isinstance(one, np.uint16) and one == nimber.mul(300, 500)
    assert arrays.mul(7, np.uint8(9), backend=means) == nimber.mul(7, 9)
    out = np.zeros((), np.uint8)
    assert arrays.inv(np.uint8(8), out=out, backend=means) is out and out == 10
    assert arrays.add(np.uint8(8), np.uint8(3), out=out) is out and out == 11
    for shape in ((0,), (3, 0), (0, 3, 1)):
        none = np.zeros(shape, np.uint32)
        assert arrays.mul(none, none, backend=means).shape == shape
        assert arrays.inv(none, backend=means).shape == arrays.pow(none, -2, backend=means).shape


OVERLAPS: dict[str, Callable[[Any], tuple[Any, Any, Any]]] = {
    "the first factor": lambda x: (x[:20000], x[30000:50000], x[:20000]),
    "both factors": lambda x: (x[:20000], x[:20000], x[:20000]),
    "one further": lambda x: (x[:20000], x[30000:50000], x[1:20001]),
    "one before": lambda x: (x[1:20001], x[30000:50000], x[:20000]),
    "backwards": lambda x: (x[:20000], x[30000:50000], x[:20000][::-1]),
    "by columns": lambda x: (
        x[:14400].reshape(120, 120),
        x[30000:44400].reshape(120, 120),
        x[:14400].reshape(120, 120).T,
    ),
    "a row for all": lambda x: (
        x[:120],
        x[30000:44400].reshape(120, 120),
        x[:14400].reshape(120, 120),
    ),
    "in smaller numbers": lambda x: (x.view(np.uint8)[:20000], x[30000:50000], x[:20000]),
}


@pytest.mark.parametrize("overlap", OVERLAPS)
def test_out_may_share_memory_with_what_is_read(overlap: str, means: str) -> None:
    memory = drawn(DTYPES[3], 90_000)
    a, b, out = OVERLAPS[overlap](memory)
    expected = arrays.mul(a.copy(), b.copy(), backend=means)
    arrays.mul(a, b, out=out, backend=means)
    assert (out == expected).all()


@pytest.mark.parametrize("name", ["mul", "inv", "sqrt"])
def test_arrays_may_begin_anywhere(name: str, means: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the result is written past the cache, in blocks that are aligned."""
    function = getattr(arrays, name)
    for dtype, start in product(DTYPES, (0, 1, 3, 8)):
        operands = [drawn(dtype, 10_000, 1)] * (1 + (name == "mul"))
        expected = function(*operands, backend=means)
        for streamed in (10_000, 1 << 30):
            if means == "gfni":
                monkeypatch.setattr("nimtwist.arrays._gfni._STREAMED", streamed)
            out = np.zeros(10_000, dtype)
            function(*(x[start:] for x in operands), out=out[start:], backend=means)
            assert (out[start:] == expected[start:]).all()
            assert not out[:start].any()


# --- What is refused -----------------------------------------------------------------------------


def test_nothing_is_written_where_something_is_refused() -> None:
    out = np.full(3, 9, np.uint8)
    with pytest.raises(ValueError):
        arrays.inv(np.array([1, 2, 0], np.uint8), out=out)
    assert out.tolist() == [9, 9, 9]


# --- What it needs -------------------------------------------------------------------------------

WITHOUT = """
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


def test_the_engine_needs_neither_and_arrays_say_what_they_need() -> None:
    run = [sys.executable, "-c", WITHOUT]
    said = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == 2 * [
        "nimtwist.arrays needs NumPy and numba, and not both are here; install them by: "
        "pip install 'nimtwist[fast]'"
    ]
