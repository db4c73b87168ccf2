"""Claims of the encyclopedia note "nimber" about arithmetic: sums, products, fields and tables.

The note follows the article "Nimber" in the English Wikipedia. Its tables are pictures, so the
printed numbers are taken from the OEIS sequences that the note names, and from four related ones.
Everything is checked against tables computed by mex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import islice, product
from operator import add as ordinary_sum
from operator import mul as ordinary_product
from operator import or_, xor

from nimbook.claims.nim import sum_by_columns
from nimbook.ledger import Case, Claims, read_fields, read_printed
from nimbook.samples import Listed
from nimbook.sources import NIMBER
from nimtwist.algebra import BinaryField
from nimtwist.game import mex
from nimtwist.nimber import (
    add,
    degree,
    div,
    inv,
    mul,
    pow,
    products_by_mex,
    roots,
    sqrt,
    sums_by_mex,
)

CLAIMS = Claims(NIMBER, "nimber_arithmetic", read_fields("nimber"))

Operation = Callable[[int, int], int]
Table = Sequence[Sequence[int]]

PRINTED = read_printed("nimber")
"""The terms displayed by the On-Line Encyclopedia of Integer Sequences, by sequence number."""

# Three lists of arguments for the sequences below. Each list is long enough for all printed terms
# of the sequences that use it.
_NUMBERS = [(n,) for n in range(128)]
_TRIANGLE = [(n, m) for n in range(16) for m in range(n + 1)]
_ANTIDIAGONALS = [(n - m, m) for n, m in _TRIANGLE]

SEQUENCES: Mapping[str, tuple[str, Sequence[tuple[int, ...]], Callable[..., int]]] = {
    "A003987": ("nim-sums n ⊕ m, by antidiagonals", _ANTIDIAGONALS, add),
    "A051775": ("nim-products n ⊗ m, by antidiagonals", _ANTIDIAGONALS, mul),
    "A051910": ("nim-products n ⊗ m with m ≤ n, by rows", _TRIANGLE, mul),
    "A223541": (
        "nim-products 2ⁿ ⊗ 2ᵐ, by antidiagonals",
        _ANTIDIAGONALS,
        lambda n, m: mul(1 << n, 1 << m),
    ),
    "A006042": ("nim-squares", _NUMBERS, lambda n: mul(n, n)),
    "A335170": ("nim-cubes", _NUMBERS, lambda n: pow(n, 3)),
    "A160679": ("nim-square roots", _NUMBERS, sqrt),
    "A051917": ("nim-inverses, from 1", _NUMBERS[1:], inv),
}
"""The sequences to compare, by number: description, arguments and function of each."""


def compare_terms(number: str, printed_in: str | None = None) -> Iterator[Case]:
    """Yield a case for each printed term of a sequence, comparing it with the computed term.

    If `printed_in` names another sequence, compare the printed terms of that sequence with the
    computed terms of this one.

    >>> sum(not case.fails for case in compare_terms("A006042"))
    72
    """
    _, arguments, term = SEQUENCES[number]
    for place, printed in zip(arguments, PRINTED[printed_in or number], strict=False):
        yield Case(f"{number} at {place}", printed, term(*place))


@CLAIMS.of(
    "add",
    quick={"size": 32},
    full={"size": 128},
    controls={
        "2 is replaced by 1: the inclusive or": {"digit": lambda ones: min(ones, 1)},
        "7 ⊕ 14 = 21, their ordinary sum": {"example": 21},
    },
)
def add_by_columns(
    size: int, digit: Callable[[int], int] = lambda ones: ones % 2, example: int = 9
) -> Iterator[Case]:
    columns = partial(sum_by_columns, digit=digit)
    for a, row in enumerate(sums_by_mex(size, size)):
        for b, value in enumerate(row):
            instance = f"{a} ⊕ {b} by mex, columns and engine: {value, columns((a, b)), add(a, b)}"
            yield Case(instance, True, value == columns((a, b)) == add(a, b))
    yield Case("7 ⊕ 14 by columns", example, columns((7, 14)))


@CLAIMS.of(
    "add-laws",
    quick={"size": 16},
    full={"size": 64},
    controls={
        "1 is the identity": {"identity": 1},
        "the inverse of an even number is the next one": {"inverse": lambda a: a ^ 1},
        "the same for α − β, or β − α + 1 where that is negative": {
            "plus": lambda a, b: a - b if a >= b else b - a + 1
        },
        "the same for |α − β|": {"plus": lambda a, b: abs(a - b)},
        "the sum may exceed the ordinary sum": {"possible": lambda a, b, total: total > a + b},
    },
)
def add_laws(
    size: int,
    identity: int = 0,
    inverse: Callable[[int], int] = lambda a: a,
    plus: Operation | None = None,
    possible: Callable[[int, int, int], bool] = lambda a, b, total: total < min(a, b),
) -> Iterator[Case]:
    sums = sums_by_mex(size, size)
    plus = plus or (lambda a, b: sums[a][b])
    numbers = range(size)
    for a in numbers:
        yield Case(f"{a} ⊕ {identity}", a, plus(a, identity))
        zeros = [b for b in numbers if plus(a, b) == 0]
        yield Case(f"the numbers b with {a} ⊕ b = 0", [inverse(a)], zeros)
    for a, b in product(numbers, repeat=2):
        yield Case(f"{a} ⊕ {b}", plus(b, a), plus(a, b))
    for a, b, c in product(numbers, repeat=3):
        yield Case(f"({a} ⊕ {b}) ⊕ {c}", plus(a, plus(b, c)), plus(plus(a, b), c))
    exists = any(possible(a, b, plus(a, b)) for a, b in product(numbers[1:], repeat=2) if a != b)
    instance = "some sum of two different numbers is as small, or as large, as claimed"
    yield Case(instance, True, exists)


@CLAIMS.of(
    "mul",
    quick={"size": 20, "small": 12, "large": 3},
    full={"size": 64, "small": 64, "large": 12},
    controls={
        "the product is the ordinary one": {"times": ordinary_product},
        "the laws are those of α ⊗ β ⊗ β": {"size": 1, "times": lambda a, b: mul(a, mul(b, b))},
        "the laws are those of the sum": {"size": 1, "times": add},
        "the laws are those of |α − β|, except for 1": {
            "size": 1,
            "times": lambda a, b: a * b if 1 in (a, b) else abs(a - b),
        },
        "the laws are those of the ordinary product": {"size": 1, "times": ordinary_product},
        "the squares are A160679": {"size": 1, "small": 1, "squares": "A160679"},
    },
)
def multiplication(
    size: int, small: int, large: int, times: Operation = mul, squares: str = "A006042"
) -> Iterator[Case]:
    for a, row in enumerate(products_by_mex(size, size)):
        for b, value in enumerate(row):
            yield Case(f"{a} ⊗ {b} by mex", times(a, b), value)
    for numbers in (range(small), [3 ** (16 * n) for n in range(1, large + 1)]):
        for a, b in product(numbers, repeat=2):
            yield Case(f"{a} ⊗ {b}", times(b, a), times(a, b))
            yield Case(f"{a} ⊗ 1", a, times(a, 1))
        for a, b, c in product(numbers, repeat=3):
            yield Case(f"({a} ⊗ {b}) ⊗ {c}", times(a, times(b, c)), times(times(a, b), c))
        for a, b, c in product(numbers, repeat=3):
            yield Case(f"{a} ⊗ ({b} ⊕ {c})", times(a, b) ^ times(a, c), times(a, b ^ c))
    yield from compare_terms("A006042", squares)
    yield from compare_terms("A335170")


def inverse_steps(a: int, plus: Operation = xor) -> Iterator[tuple[int, int, int]]:
    """Yield the elements of Conway's set S, whose mex is the inverse of `a`, in order of discovery.

    S contains 0 and, if 0 < α′ < a and β′ is in S, also (1 + (α′ ⊕ a) ⊗ β′) ⊘ α′. The + in
    this formula stands for `plus`; if `plus` is nim-addition, S is finite. Each element is yielded
    together with the α′ and β′ that produce it, or with two zeros if it is the initial 0.
    (nimber.inverse)

    >>> sorted(element for element, _, _ in inverse_steps(8))
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15]
    """
    queue, seen = [0], {0}
    yield 0, 0, 0
    for earlier in queue:
        for smaller in range(1, a):
            element = div(plus(1, mul(smaller ^ a, earlier)), smaller)
            if element not in seen:
                seen.add(element)
                queue.append(element)
                yield element, smaller, earlier


@CLAIMS.of(
    "inverse",
    quick={"largest": 15, "plus": ordinary_sum},
    full={"largest": 31, "plus": ordinary_sum},
    controls={
        "the mex of all elements but the last": {"claim": lambda elements: mex(elements[:-1])},
        "the inverses are A006042": {"largest": 1, "sequence": "A006042"},
    },
    repair={"plus": xor},
)
def inverse(
    largest: int,
    plus: Operation,
    max_elements: int = 300,  # because S may be infinite if `plus` is not nim-addition
    claim: Callable[[Sequence[int]], int] = mex,
    sequence: str = "A051917",
) -> Iterator[Case]:
    products = products_by_mex(largest + 1, 1 << degree(largest))
    for a in range(1, largest + 1):
        # Look up the true inverse in the table of products.
        exact = next((b for b, value in enumerate(products[a]) if value == 1), None)
        elements = [element for element, _, _ in islice(inverse_steps(a, plus), max_elements)]
        claimed = claim(elements)
        which = "S" if len(elements) < max_elements else f"{max_elements} elements of S"
        computed = exact if exact == inv(a) else (exact, inv(a))
        yield Case(f"the inverse of {a}, claimed to be the mex of {which}", claimed, computed)
    yield from compare_terms("A051917", sequence)


@CLAIMS.of(
    "field",
    quick={"orders": Listed((2, 4, 16))},
    full={"orders": Listed((2, 4, 16, 256))},
    controls={
        "the numbers below any power of two form a field": {"orders": (2, 4, 8)},
        "every number except 0 generates all of them": {"generate": all},
        "products double in the next field": {"factor": 2},
        "the square roots are A006042": {"sequence": "A006042"},
    },
)
def field(
    orders: Sequence[int],
    generate: Callable[[Iterable[bool]], bool] = any,
    factor: int = 1,
    sequence: str = "A160679",
) -> Iterator[Case]:
    corner: Table = []
    for order in orders:
        numbers = range(order)
        products = (
            products_by_mex(order, order)
            if order <= 16
            else [[mul(a, b) for b in numbers] for a in numbers]
        )
        below = len(corner)
        instance = f"the numbers below {below} have the same products among those below {order}"
        yield Case(instance, True, [row[:below] for row in products[:below]] == corner)
        for a in numbers[1:]:
            # Division by a is possible if each number is a ⊗ b for exactly one b.
            instance = f"the multiples of {a}, sorted, below {order}"
            yield Case(instance, list(numbers), sorted(products[a]))
        generators = (sorted(_powers(products, a)) == [*numbers[1:]] for a in numbers[1:])
        instance = f"the powers of some number are all the numbers from 1 to {order - 1}"
        yield Case(instance, True, generate(generators))
        corner = [[factor * value for value in row] for row in products]
    yield from compare_terms("A160679", sequence)


def _powers(products: Table, a: int) -> list[int]:
    """Return the powers of `a`, starting with 1, until a power repeats or is outside the table."""
    powers = [1]
    while (power := products[powers[-1]][a]) < len(products) and power not in powers:
        powers.append(power)
    return powers


@CLAIMS.of(
    "cubic",
    quick={"fields": 3, "degrees": 8},
    full={"fields": 4, "degrees": 14},
    controls={
        "x² + x + 1 has no root": {"polynomial": 0b111},
        "its root is in GF(2⁴)": {"root_in": 4},
        "GF(2²) is not among them either": {"absent": 2},
    },
)
def cubic(
    fields: int,
    degrees: int,
    polynomial: int = 0b1011,
    root_in: int | None = None,
    absent: int | None = None,
) -> Iterator[Case]:
    root_degree = root_in or polynomial.bit_length() - 1
    for n in range(fields + 1):
        solutions = roots(polynomial, 2**n)
        yield Case(f"no roots below 2^{2**n}, except {solutions}", True, not solutions)
    # Modulo the polynomial, x is a root. This root lies in the field of 2ᵈ elements if and only if
    # squaring it d times gives x again.
    gf, conjugate, d = BinaryField(polynomial), 0b10, 0
    for exponent in [root_degree, *(2**n for n in range(2, degrees + 1))]:
        while d < exponent:
            conjugate, d = gf.mul(conjugate, conjugate), d + 1
        instance = f"the roots generate the field of 2^{exponent} elements"
        yield Case(instance, exponent == root_degree, conjugate == 2)
    # The elements of a field of 2ᵏ elements are the 2ᵏ solutions of a^(2ᵏ) = a.
    numbers = range(1 << 2**fields)
    powers = list(numbers)
    for k in range(1, 2**fields + 1):
        powers = [mul(power, power) for power in powers]
        fixed = sum(power == a for power, a in zip(powers, numbers, strict=True))
        yield Case(
            f"{fixed} numbers below {len(numbers)} equal their power 2^{k}, and form a field",
            k & k - 1 == 0 and k != absent,
            fixed == 1 << k,
        )


@CLAIMS.of(
    "fermat",
    range_=lambda a: ", ".join(
        f"{power} times the numbers up to {columns - 1}" for power, columns in a["columns"].items()
    ),
    quick={"columns": {2: 3, 4: 5, 16: 17}},
    full={"columns": {2: 3, 4: 5, 16: 17, 256: 33}},
    controls={"its square is twice the number": {"square": lambda p: 2 * p}},
)
def fermat(
    columns: Mapping[int, int], square: Callable[[int], int] = lambda p: 3 * p // 2
) -> Iterator[Case]:
    for power, width in columns.items():
        row = products_by_mex(power + 1, width)[power]
        for b, value in enumerate(row):
            claimed = power * b if b < power else square(power)
            instance = f"{power} ⊗ {b} by mex, rule and engine: {value, claimed, mul(power, b)}"
            yield Case(instance, True, value == claimed == mul(power, b))


def digit_matrix(table: Table, place: int) -> list[list[int]]:
    """Return the binary digits of a table at one place, where place 0 is the ones digit.

    >>> digit_matrix([[0, 1], [2, 3]], 1)
    [[0, 0], [1, 1]]
    """
    return [[value >> place & 1 for value in row] for row in table]


def walsh_columns(matrix: Table) -> list[int] | None:
    """Return, for each column of a square matrix, its index in the binary Walsh matrix.

    The Walsh matrix has a 1 in row i and column j if i and j have an odd number of binary ones in
    common, and otherwise a 0. Return `None` unless the columns are a permutation of those of the
    Walsh matrix.

    >>> walsh_columns([[0, 0], [0, 1]]), walsh_columns([[0, 0], [1, 0]]), walsh_columns([[1]])
    ([0, 1], [1, 0], None)
    """
    numbers = range(len(matrix))
    walsh = [tuple((i & j).bit_count() % 2 for i in numbers) for j in numbers]
    columns = [*zip(*matrix, strict=True)]
    return [*map(walsh.index, columns)] if sorted(columns) == sorted(walsh) else None


@CLAIMS.of(
    "table-add",
    controls={
        "it is the Cayley table of Z₄²": {"base": 4},
        "each digit is that of a bitwise OR": {"bitwise": or_},
        "it is A051775": {"sequence": "A051775"},
    },
)
def table_add(base: int = 2, bitwise: Operation = xor, sequence: str = "A003987") -> Iterator[Case]:
    def digits(number: int) -> list[int]:
        return [number // base**place % base for place in range(4)]

    sums = sums_by_mex(16, 16)
    for i, j in product(range(16), repeat=2):
        group = [(a + b) % base for a, b in zip(digits(i), digits(j), strict=True)]
        instance = f"{i} ⊕ {j} = {sums[i][j]} is their sum in the group"
        yield Case(instance, True, digits(sums[i][j]) == group)
    for place in range(4):
        matrix = digit_matrix(sums, place)
        for i, j in product(range(16), repeat=2):
            instance = f"the binary digit of value {1 << place} in {i} ⊕ {j}"
            yield Case(instance, bitwise(i >> place & 1, j >> place & 1), matrix[i][j])
    yield from compare_terms("A003987", sequence)


@CLAIMS.of(
    "table-mul",
    controls={
        "some number has order 16": {"cyclic": 16},
        "it is the Cayley table of Z₁₄": {"modulus": 14},
        "the Walsh matrices are not permuted": {
            "permuted": lambda columns: columns == [*range(16)]
        },
        "it is A003987": {"sequence": "A003987"},
    },
)
def table_mul(
    cyclic: int = 15,
    modulus: int = 15,
    permuted: Callable[[Sequence[int]], bool] = lambda columns: True,
    sequence: str = "A051775",
) -> Iterator[Case]:
    products = products_by_mex(16, 16)
    powers = max((_powers(products, a) for a in range(1, 16)), key=len)
    yield Case("the largest order of a number", cyclic, len(powers))
    for (m, a), (n, b) in product(enumerate(powers), repeat=2):
        instance = f"{a} ⊗ {b}, which is {m} + {n} in Z₁₅"
        yield Case(instance, powers[(m + n) % modulus], products[a][b])
    for place in range(4):
        columns = walsh_columns(digit_matrix(products, place))
        instance = f"the digits of value {1 << place} are columns {columns} of the Walsh matrix"
        yield Case(instance, True, columns is not None and permuted(columns))
    yield from compare_terms("A051775", sequence)
    yield from compare_terms("A051910")


@CLAIMS.of(
    "table-pow2",
    quick={"size": 16},
    full={"size": 64},
    controls={
        "the product is the ordinary one": {"times": ordinary_product},
        "all products follow from it by ordinary sums": {"plus": ordinary_sum},
        "it is A003987": {"sequence": "A003987"},
    },
)
def table_pow2(
    size: int, times: Operation = mul, plus: Operation = xor, sequence: str = "A223541"
) -> Iterator[Case]:
    products = products_by_mex(size + 1, size + 1)
    powers = [1 << n for n in range(size.bit_length())]
    for p, q in product(powers, repeat=2):
        yield Case(f"{p} ⊗ {q} by mex", times(p, q), products[p][q])
    for a, b in product(range(size), repeat=2):
        terms = (times(p, q) for p, q in product(powers, repeat=2) if a & p and b & q)
        yield Case(f"{a} ⊗ {b} by mex", reduce(plus, terms, 0), products[a][b])
    yield from compare_terms("A223541", sequence)
