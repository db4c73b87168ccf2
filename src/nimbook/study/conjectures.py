"""Simple rules for the values of a game, fitted to small positions and tested on larger ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isqrt
from typing import Any, NamedTuple

from nimtwist.checks import check_integer, join_and, shorten

__all__ = ["Conjecture", "conjectures"]


Value = int | str
_Data = dict[tuple[int, ...], Value]


@dataclass(frozen=True)
class Conjecture:
    """A rule for the values of a game, and the result of testing it.

    Attributes:
        statement: the rule in words.
        fitted: the number of positions used to choose the parameters of the rule.
        tested: the number of further positions on which the rule was tested, up to and including
            the counterexample.
        counterexample: the coordinates of the first position that refutes the rule, or `None`.
        predicted: the value of the counterexample according to the rule, or `None`.
        actual: the value of the counterexample in the data, or `None`.

    >>> print(Conjecture("the value of n is n", 0, 4, (3,), 3, 0))
    the value of n is n: refuted by 3, which has value 0, not 3.
    """

    statement: str
    fitted: int
    tested: int
    counterexample: tuple[int, ...] | None = None
    predicted: Value | None = None
    actual: Value | None = None

    def __str__(self) -> str:
        """Return the statement and the result of the test as a sentence."""
        if self.counterexample is None:
            confirmed = f"{self.tested} more confirm it"
            return f"{self.statement}: fits {self.fitted} positions, and {confirmed}."
        fit = f"fits {self.fitted} positions, but is " if self.fitted else ""
        x, *y = self.counterexample
        verb = "is" if isinstance(self.actual, str) else "has value"
        return (
            f"{self.statement}: {fit}refuted by {(x, *y) if y else x}, "
            f"which {verb} {self.actual}, not {self.predicted}."
        )


def conjectures(values: Sequence[Any]) -> list[Conjecture]:
    """Return simple rules for the outcomes or Grundy values of a game, surviving rules first.

    Positions are in order of n, or of x + y and then x. The parameters of a rule are chosen to fit
    the smaller half of the positions: the first half of a list, or the positions of a grid for
    which x + y is less than the number of rows. The rule is then tested on the other positions.
    The rules are:

    - A function of k mod m, or ⌊k/q⌋ mod m, or ⌊k/q⌋, where k is n, x + y, x - y or xy. The smaller
      half must contain two periods of the function, or two steps of ⌊k/q⌋.
    - Boxes, for outcomes: (x, y) is P if and only if ⌊x/q⌋ = ⌊y/q⌋ and both remainders are less
      than r (see `nimtwist.games.blocking.Boxes`). With q = 1, this is the rule of Nim.
    - Beams, for outcomes: the P-positions of s-Wythoff, where a player may also take i sticks from
      one heap and j from the other if `|i - j| < s`. A. S. Fraenkel, "How to beat your Wythoff
      games' opponent on three fronts", Amer. Math. Monthly 89 (1982), 353-361.
    - For Grundy values, the nim-sum of ⌊x/q⌋ and ⌊y/q⌋, or of both modulo m; and the values of
      cyclic Nimhoff, q(⌊x/q⌋ ⊕ ⌊y/q⌋) + (x + y) mod q. A. S. Fraenkel and M. Lorberbom, "Nimhoff
      games", J. Combin. Theory Ser. A 58 (1991), 1-25.

    Some rules are reported even if they are refuted in the smaller half. In one dimension, if no
    other rule fits, these are the value n, or P at the multiples of the first positive P-position.
    In two dimensions, they are the rule of Nim unless other boxes or nim-sums fit, and that of
    s-Wythoff if the first P-position after (0, 0) is (1, 1 + s). Of rules with equal predictions
    only the first is reported, so at most one survives. Rules that predict the same value
    everywhere are reported only if they are true.

    Args:
        values: the values of n = 0, 1, ..., or the rows of a square grid, as lists or tuples, with
            the value of (x, y) in row x and column y. Either every value is "P" or "N", or every
            value is an integer ≥ 0. The list of rules is empty if there are fewer than 8 values, or
            if the grid is smaller than 4 × 4.

    Raises:
        ValueError: if a grid is not square, or if a value is invalid.

    >>> for conjecture in conjectures([["NP"[x == y] for y in range(10)] for x in range(10)]):
    ...     print(conjecture)
    (x, y) is P exactly when x = y (nim-sum 0): fits 55 positions, and 45 more confirm it.
    """
    size = len(values)
    is_grid = size > 0 and all(isinstance(row, list | tuple) for row in values)
    data = _grid_data(values) if is_grid else _heap_data(values)
    if size < (4 if is_grid else 8):
        return []
    half = size * (size + 1) // 2 if is_grid else size // 2
    if len(distinct := set(data.values())) == 1:
        return [Conjecture(f"every value is {distinct.pop()}", half, len(data) - half)]
    known, found = dict(islice(data.items(), half)), dict[tuple[Value, ...], Conjecture]()
    for family in _grid_families(known, size) if is_grid else [_heap_rules(known)]:
        for rule in family:
            predictions = tuple(rule.predict(*position) for position in data)
            conjecture = _test(rule.statement, predictions, data, half)
            if conjecture.fitted or rule.usual:
                found.setdefault(predictions, conjecture)
                break
    return sorted(found.values(), key=lambda conjecture: conjecture.counterexample is not None)


def _heap_data(values: Sequence[Any]) -> _Data:
    return {(n,): value for n, value in enumerate(_check_values(values))}


def _grid_data(rows: Sequence[Sequence[Any]]) -> _Data:
    size = len(rows)
    for x, row in enumerate(rows):
        if len(row) != size:
            raise ValueError(
                f"a grid must be square: row {x} must have length {size}, which is the number of "
                f"rows, not {len(row)}"
            )
    values = _check_values([value for row in rows for value in row])
    cells = sorted((x + y, x, y) for x in range(size) for y in range(size))
    return {(x, y): values[x * size + y] for _, x, y in cells}


def _check_values(values: Sequence[Any]) -> list[Value]:
    if all(value in ("P", "N") for value in values):
        return list(values)
    return [check_integer(value, 'each value, unless all are "P" or "N",') for value in values]


def _test(statement: str, predictions: Sequence[Value], data: _Data, half: int) -> Conjecture:
    for index, (position, actual) in enumerate(data.items()):
        if predictions[index] != actual:
            fitted = half if index >= half else 0
            tested = index + 1 - fitted
            return Conjecture(statement, fitted, tested, position, predictions[index], actual)
    return Conjecture(statement, half, len(data) - half)


# --- Families of rules, each in the order of preference -------------------------------------------


class _Rule(NamedTuple):
    """A rule in words, and the function that predicts the value of a position.

    A `usual` rule is reported even if it is refuted in the smaller half of the positions.
    """

    statement: str
    predict: Callable[..., Value]
    usual: bool = False


class _Quotient(NamedTuple):
    """The function ⌊n/q⌋ mod m, or ⌊n/q⌋ if m is 0."""

    q: int
    m: int = 0

    def __call__(self, n: int) -> int:
        return n // self.q % self.m if self.m else n // self.q

    def text(self, n: str) -> str:
        """Return the function in words, applied to a term such as "x + y"."""
        factor = f"({n})" if " " in n else n
        quotient = f"⌊{factor}/{self.q}⌋" if self.q > 1 else factor if self.m else n
        return f"{quotient} mod {self.m}" if self.m else quotient


def _fit_quotient(line: list[Value]) -> _Quotient | None:
    """Return the simplest such function that may have the values in `line`, or `None`."""
    q = next((n for n in range(len(line) // 2 + 1) if line[n] != 0), 0)
    return _Quotient(q, line.index(0, q) // q if 0 in line[q:] else 0) if q else None


def _heap_rules(known: _Data) -> Iterator[_Rule]:
    line = list(known.values())
    yield from _rules_of_key("n", "n", line, lambda n: n)
    if isinstance(line[0], int):
        yield _Rule("the value of n is n", lambda n: n, usual=True)
    elif line[:2] == ["P", "N"] and "P" in line[2:]:
        yield _periodic("n", "n", line[: line.index("P", 1)], lambda n: n, usual=True)


def _grid_families(known: _Data, size: int) -> list[Iterator[_Rule]]:
    column = [known[x, 0] for x in range(size)]
    row = [known[0, y] for y in range(size)]
    next_row = [known[1, y] for y in range(size - 1)]
    is_outcome = isinstance(row[0], str)
    return [
        _rules_of_key("(x, y)", "x + y", row, lambda x, y: x + y),
        _rules_of_key("(x, y)", "x - y", column, lambda x, y: x - y),
        _rules_of_key("(x, y)", "xy", next_row, lambda x, y: x * y),
        *([_boxes(known, size), _beams(known)] if is_outcome else [_nim_sums(column, next_row)]),
    ]


def _rules_of_key(
    subject: str, key: str, line: list[Value], function: Callable[..., int]
) -> Iterator[_Rule]:
    """Yield rules that use only `function` of the coordinates; `line` has its values 0, 1, ...."""
    if quotient := _fit_quotient(line):
        statement = f"the value of {subject} is {quotient.text(key)}"
        yield _Rule(statement, lambda *position: quotient(function(*position)))
    # If m is a period of the rule, then the least period of the line divides m, because the line
    # is long enough for the theorem of Fine and Wilf.
    periods = (m for m in range(1, len(line) // 2 + 1) if line[m:] == line[:-m])
    if (period := next(periods, 1)) > 1:
        yield _periodic(subject, key, line[:period], function)


def _periodic(
    subject: str, key: str, table: list[Value], function: Callable[..., int], usual: bool = False
) -> _Rule:
    period = len(table)
    residue = _Quotient(1, period).text(key)
    if isinstance(table[0], str):
        residues = join_and(r for r, value in enumerate(table) if value == "P")
        listed = shorten(residues.replace("and", "or"))
        statement = f"{subject} is P exactly when {residue} is {listed}"
    else:
        listed = shorten(", ".join(map(str, table)))
        statement = (
            f"the value of {subject} depends only on {residue}: "
            f"for the residues 0 to {period - 1}, it is {listed}"
        )
    return _Rule(statement, lambda *position: table[function(*position) % period], usual)


def _boxes(known: _Data, size: int) -> Iterator[_Rule]:
    r = next((x for x in range(size) if known[x, 0] == "N"), 0)
    q = next((x for x in range(r, (size + 1) // 2) if known[x, x] == "P"), 0)
    if r and q:
        yield _box_rule(q, r)
    yield _box_rule(1, 1, usual=True)


def _box_rule(q: int, r: int, usual: bool = False) -> _Rule:
    x, y = _Quotient(q).text("x"), _Quotient(q).text("y")
    restriction = f" and x mod {q} and y mod {q} are less than {r}" if r < q else ""
    return _Rule(
        f"(x, y) is P exactly when {x} = {y} (nim-sum 0){restriction}",
        lambda x, y: "P" if x // q == y // q and max(x % q, y % q) < r else "N",
        usual,
    )


def _beams(known: _Data) -> Iterator[_Rule]:
    cells = (cell for cell, value in known.items() if value == "P" and any(cell))
    x, y = next(cells, (0, 0))
    if x == 1 < y:
        s = y - x

        def predict(x: int, y: int) -> str:
            k, rest = divmod(abs(x - y), s)
            # ⌊kα⌋ with α = (2 - s + √(s² + 4))/2
            smaller = (k * (2 - s) + isqrt(k * k * (s * s + 4))) // 2
            return "P" if rest == 0 and min(x, y) == smaller else "N"

        slope = {1: "(1 + √5)/2 (the golden ratio)", 2: "√2"}.get(s, f"(√{s * s + 4} - {s - 2})/2")
        statement = (
            f"(x, y) is P exactly when x and y, in either order, are ⌊kα⌋ and "
            f"⌊kα⌋ + {s if s > 1 else ''}k for some k, where α = {slope}"
        )
        yield _Rule(statement, predict, usual=True)


def _nim_sums(column: list[Value], next_row: list[Value]) -> Iterator[_Rule]:
    if quotient := _fit_quotient(column):
        yield _nim_sum(quotient)
    if 0 in next_row:
        q = next_row.index(0) + 1
        yield _Rule(
            f"the value of (x, y) is {q}(⌊x/{q}⌋ ⊕ ⌊y/{q}⌋) + (x + y) mod {q}",
            lambda x, y: q * (x // q ^ y // q) + (x + y) % q,
        )
    yield _nim_sum(_Quotient(1), usual=True)


def _nim_sum(quotient: _Quotient, usual: bool = False) -> _Rule:
    x, y = quotient.text("x"), quotient.text("y")
    statement = f"the value of (x, y) is the nim-sum of {x} and {y}"
    return _Rule(statement, lambda x, y: quotient(x) ^ quotient(y), usual)
