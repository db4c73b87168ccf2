"""A second way to prove certificates: a formula about all pairs of heaps, decided by z3.

The states V(x, y) of a game (`nimtwist.atlas.rows`) satisfy a *rule*: V(0, y) = 0 and V(x + 1, y) =
step(V(x, y), V(y, x)) for all x and y, where step describes adding a stick to the first heap.
By induction on x + y, V is the only function that satisfies this rule. A certificate, together with
the rows that it does not describe, defines a function by cases, called *strips*: first single rows,
then the rows first + period·t for all t at once. A row consists of a few pieces whose borders are
linear in t, and the state within a piece depends on a remainder modulo a constant. So this function
is defined in terms of +, < and remainders, that is, in Presburger arithmetic. One formula says that
some pair (x, y) violates the rule, and a solver decides whether there is such a pair.

From computed rows, this module guesses the single rows and the rows that the certificate does not
describe. If a guess is wrong, some pair violates the rule; if no pair does, the guess is proved
together with the certificate. The module shares no code with `nimtwist.atlas.checker`, which
follows a reader along the rows, or with `nimtwist.atlas.search`.

The solver is z3 (extra `proof`); `smtlib` writes the formula for other solvers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice
from types import ModuleType

from nimtwist._checks import short_repr
from nimtwist.atlas.certificate import LETTERS, Certificate, Power
from nimtwist.atlas.rows import Row, rows
from nimtwist.games.blocking import BlockingNim

__all__ = ["counterexample", "smtlib"]

_MAX_ROWS = 4096
# Rows that the certificate does not describe are extrapolated from the rows of the period with this
# number, counting from 0.
_PERIOD = 4
# To extrapolate a repeated block, at most this many of its copies are examined. All further copies
# are assumed to be equal to the last copy examined.
_MAX_COPIES = 32
# Do not compare a row of a strip with a computed row if the comparison would need this many letters
# or more past the end of the computed word.
_SPARE = 1024


def counterexample(rules: BlockingNim, certificate: Certificate) -> str | None:
    r"""Describe a pair of heaps at which a certificate violates the rule of a game.

    If there is no such pair, return `None`: the certificate is then proved for all sizes. The cases
    of the formula are decided one by one, until one is satisfiable.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        certificate: a `Certificate` whose row and period add up to at most 4096.

    Raises:
        ValueError: if an argument is invalid.
        ImportError: if z3 is not installed.
        RuntimeError: if z3 does not decide a case.

    >>> nim = BlockingNim(1, [[]])
    >>> counterexample(nim, Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")) is None
    True
    >>> counterexample(nim, Certificate(1, 1, (Power(b"\1", 1, 1),), b"\1"))
    'the rule fails at x = 0, y = ...: it gives state 0 at (1, ...), not 1 as claimed'
    """
    claim, solver = _Claim(rules, certificate), _z3()
    context = solver.Context()

    def answer(*commands: str) -> str:
        output: str = solver.Z3_eval_smtlib2_string(context.ref(), "\n".join(commands))
        return output.strip()

    error = answer(*claim.definitions())
    for case in reversed([*claim.cases()]):  # one of the last cases often refutes a false pattern
        verdict = error or answer("(push)", f"(assert {case})", "(check-sat)")
        if verdict == "sat":
            # z3 answers with text such as ((x 5)); the number is never negative here.
            x, y = (int(re.sub(r"\D", "", answer(f"(get-value ({name}))"))) for name in "xy")
            return claim.failure(x, y)
        if verdict != "unsat":
            raise RuntimeError(f"z3 cannot decide the formula: it answers {short_repr(verdict)}")
        answer("(pop)")
    return None


def smtlib(rules: BlockingNim, certificate: Certificate) -> str:
    r"""Return the formula as an SMT-LIB 2 script; the answer `unsat` proves the certificate.

    In the script, a function such as `V7.2` states whether the state in column y of row t of strip
    7 contains residue 2. The function `good` states whether a pair is good, given the residues of
    its moves to good pairs. The unknowns are the pair (x, y) and the numbers t and u of rows x and
    y within their strips. `smtlib` itself does not need a solver.

    Raises:
        ValueError: as for `counterexample`.

    >>> nim = smtlib(BlockingNim(1, [[]]), Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0"))
    >>> print(nim.splitlines()[7])
    (define-fun V0.1 ((t Int) (y Int)) Bool (ite (< y (+ 0 (* 1 t))) true false))
    """
    claim = _Claim(rules, certificate)
    lines = [
        "(set-logic ALL)",
        *claim.definitions(),
        f"(assert {_any(claim.cases())})",
        "(check-sat)",
    ]
    return "\n".join(lines) + "\n"


def _z3() -> ModuleType:
    try:
        import z3
    except ImportError:
        raise ImportError(
            "the second proof of a certificate needs z3: pip install 'nimtwist[proof]'"
        ) from None
    module: ModuleType = z3
    return module


@dataclass(frozen=True)
class _Strip:
    """The rows first + period·t for all t ≥ 0, or a single row if the period is 0.

    Each piece consists of a block, its number of copies in row t = 0, and the number of copies
    added each time t grows by 1. After the pieces, the tail is repeated without end.
    """

    first: int
    period: int
    pieces: tuple[tuple[bytes, int, int], ...]
    tail: bytes

    def length(self, t: int) -> int:
        """Return the number of letters before the tail in row t."""
        return sum(len(block) * (times + growth * t) for block, times, growth in self.pieces)

    def state(self, t: int, y: int) -> int:
        """Return the state in column y of row t."""
        for block, times, growth in self.pieces:
            size = len(block) * (times + growth * t)
            if y < size:
                return block[y % len(block)]
            y -= size
        return self.tail[y % len(self.tail)]

    def is_like(self, t: int, row: Row) -> bool:
        """Return whether row t equals a computed row; `False` may also mean undecided."""
        end = max(self.length(t), len(row.word)) + len(self.tail) * len(row.tail)
        return (
            all(times + growth * t >= 0 for _, times, growth in self.pieces)
            and end < len(row.word) + _SPARE
            and all(self.state(t, y) == row[y] for y in range(end))
        )

    def since(self, t: int) -> _Strip:
        """Return the strip that starts with row t of this strip; t may be negative."""
        pieces = tuple((block, times + growth * t, growth) for block, times, growth in self.pieces)
        return replace(self, first=self.first + self.period * t, pieces=pieces)


def _strips(rules: BlockingNim, certificate: Certificate) -> list[_Strip]:
    """Return strips that contain every row once, with guesses for rows outside the certificate.

    The certificate's pattern is also extended backwards from its first row, to as many earlier rows
    as it fits.
    """
    row, period = certificate.row, certificate.period
    computed = list(islice(rows(rules), row + period * (_PERIOD + 1)))
    pieces = (
        (piece.block, piece.times, piece.growth) if isinstance(piece, Power) else (piece, 1, 0)
        for piece in certificate.word
    )
    described = _Strip(row, period, tuple(piece for piece in pieces if piece[0]), certificate.tail)
    pattern = [described]
    for x in range(row + 1, row + period):
        pattern.append(_guess(described, x, computed[x + period * _PERIOD]))
    start = _PERIOD
    while row + period * (start - 1) >= 0 and all(
        strip.is_like(start - 1, computed[strip.first + period * (start - 1)]) for strip in pattern
    ):
        start -= 1
    if start == _PERIOD:  # the pattern is wrong, so more single rows would not help
        start = 0
    single = [
        _Strip(x, 0, ((r.word, 1, 0),) if r.word else (), r.tail)
        for x, r in enumerate(computed[: row + period * start])
    ]
    for t in range(start):
        fixed = tuple((block, times, 0) for block, times, _ in described.since(t).pieces)
        single[row + period * t] = _Strip(row + period * t, 0, fixed, described.tail)
    return single + [strip.since(start) for strip in pattern]


def _guess(described: _Strip, x: int, row: Row) -> _Strip:
    """Guess the strip that starts with row x; `row` is the computed row `_PERIOD` periods later.

    Where a block is repeated in the described rows, a block of the same length is assumed to be
    repeated in row x, except for some copies at the beginning.
    """
    pieces, y = list[tuple[bytes, int, int]](), 0
    for block, times, growth in described.pieces:
        size, count = len(block), times + growth * _PERIOD
        copies = [_letters(row, y + size * i, size) for i in range(min(count, _MAX_COPIES))]
        irregular = len(copies)
        while irregular and copies[irregular - 1] == copies[-1]:
            irregular -= 1
        pieces.append((b"".join(copies[:irregular]), 1, 0))
        pieces.append((copies[-1] if copies else block, times - irregular, growth))
        y += size * count
    rest = max(len(row.word) - y, 0)
    pieces.append((_letters(row, y, rest), 1, 0))
    tail = _letters(row, y + rest, len(row.tail))
    return _Strip(x, described.period, tuple(piece for piece in pieces if piece[0]), tail)


def _letters(row: Row, start: int, size: int) -> bytes:
    return bytes(row[y] for y in range(start, start + size))


class _Claim:
    """The claim that the strips of a certificate give the states of a game, as SMT-LIB text."""

    def __init__(self, rules: BlockingNim, certificate: Certificate) -> None:
        if not isinstance(certificate, Certificate):
            raise ValueError(f"a proof must be a Certificate, not {short_repr(certificate)}")
        try:
            certificate.text()
        except IndexError:
            raise ValueError(
                f"states must be at most {len(LETTERS) - 1}, unlike those in "
                f"{short_repr(certificate)}"
            ) from None
        if certificate.row + certificate.period > _MAX_ROWS:
            raise ValueError(
                f"the row and the period of a certificate for z3 must add up to at most {_MAX_ROWS}"
                f", not {short_repr(certificate.row)} + {short_repr(certificate.period)}"
            )
        self.strips, self.period = _strips(rules, certificate), certificate.period
        self.rules, self.residues = rules, range(1, rules.modulus + 1)
        # The rule never gives a residue above the modulus, so a certificate with such a residue
        # violates it.
        states = chain.from_iterable(
            chain(strip.tail, *(block for block, _, _ in strip.pieces)) for strip in self.strips
        )
        self.bits = range(1, max(rules.modulus, max(states).bit_length()) + 1)

    def definitions(self) -> Iterator[str]:
        """Yield the lines that declare the unknowns and define `good` and V."""
        for name in "xytu":
            yield f"(declare-const {name} Int)"
        yield "(assert (<= 0 x)) (assert (<= 0 y)) (assert (<= 0 t)) (assert (<= 0 u))"
        reached = " ".join(f"(r{r} Bool)" for r in self.residues)
        blocked = (
            _all(f"(not r{r})" for r in self.residues if r not in restriction)
            for restriction in self.rules.family
        )
        yield f"(define-fun good ({reached}) Bool {_any(blocked)})"
        for i, strip in enumerate(self.strips):
            for bit in self.bits:
                has = _has(strip, bit)
                yield f"(define-fun V{i}.{bit} ((t Int) (y Int)) Bool {has})"

    def cases(self) -> Iterator[str]:
        """Yield conditions on pairs; the claim holds if and only if none can be satisfied."""
        # The cases also check that the strips start with row 0 and contain the rows in order.
        begins = [f"(V0.{bit} 0 y)" for bit in self.bits]
        yield _all(["(= x 0)", _any([f"(not (= x {self.strips[0].first}))", *begins])])
        for i, strip in enumerate(self.strips):
            last = i + 1 == len(self.strips)
            after = i + 1 - self.period if last else i + 1
            later = "0" if not strip.period else "(+ t 1)" if last else "t"
            row, next_row = _row(strip, "t"), _row(self.strips[after], later)
            fails = [self._fails(i, j, f"V{after}", later) for j in range(len(self.strips))]
            fails.append(f"(not (= (+ {row} 1) {next_row}))")
            yield _all([f"(= x {row})", _any(fails)])

    def _fails(self, i: int, j: int, after: str, later: str) -> str:
        """Return the condition that the rule fails for x in strip i and y in strip j."""
        x, y = _row(self.strips[i], "t"), _row(self.strips[j], "u")
        reached = (f"(or (V{i}.{r} t y) (V{j}.{r} u x))" for r in self.residues)
        # With one more stick, residue r becomes r + 1, and if the pair is good, residue 1 is added.
        steps = {r % self.rules.modulus + 1: f"(V{i}.{r} t y)" for r in self.residues}
        steps[1] = f"(or {steps[1]} (good {' '.join(reached)}))"
        differs = _any(
            f"(xor ({after}.{bit} {later} y) {steps.get(bit, 'false')})" for bit in self.bits
        )
        return f"(and (= y {y}) (let ((x {x}) (y {y})) {differs}))"

    def failure(self, x: int, y: int) -> str:
        """Return a sentence that describes the violation of the rule at a pair."""
        if x == 0 and (state := self._state(0, y)):
            return f"the state at (0, {y}) is 0, not {LETTERS[state]} as claimed"
        reached = {r for r in self.residues if (self._state(x, y) | self._state(y, x)) >> r - 1 & 1}
        then = {r % self.rules.modulus + 1 for r in self.residues if self._state(x, y) >> r - 1 & 1}
        if any(reached <= restriction for restriction in self.rules.restrictions):
            then.add(1)
        state, claimed = sum(1 << r - 1 for r in then), self._state(x + 1, y)
        return (
            f"the rule fails at x = {x}, y = {y}: it gives state {LETTERS[state]} at "
            f"({x + 1}, {y}), not {LETTERS[claimed]} as claimed"
        )

    def _state(self, x: int, y: int) -> int:
        """Return the state of a pair according to the claim."""
        first = len(self.strips) - self.period
        t, strip = divmod(max(x - first, 0), self.period)
        return self.strips[strip + min(x, first)].state(t, y)


def _row(strip: _Strip, t: str) -> str:
    return _linear(strip.first, strip.period, t)


def _has(strip: _Strip, bit: int) -> str:
    """Return the condition that the state in column y of row t contains residue `bit`."""
    start = growth = 0
    text, brackets = "", ""
    for block, times, block_growth in strip.pieces:
        # A single copy of a block needs no remainder, and solvers are much faster without
        # remainders.
        size = len(block) if (times, block_growth) != (1, 0) else 0
        within = _within(block, bit, _linear(start, growth, "t"), size)
        start, growth = start + len(block) * times, growth + len(block) * block_growth
        text += f"(ite (< y {_linear(start, growth, 't')}) {within} "
        brackets += ")"
    return text + _within(strip.tail, bit, _linear(start, growth, "t"), len(strip.tail)) + brackets


def _within(block: bytes, bit: int, start: str, size: int) -> str:
    """Return the condition that the state in column y, in a repeated block, contains residue `bit`.

    The first copy of the block starts in column `start`. `size` is the length of the block, or 0 if
    there is only one copy.
    """
    conditions = list[str]()
    for has, run in groupby(range(len(block)), lambda i: block[i] >> bit - 1 & 1):
        if has:
            first, *more = run
            conditions.append(f"(<= {first} k {more[-1]})" if more else f"(= k {first})")
            if len(more) + 1 == len(block):
                return "true"
    if not conditions:
        return "false"
    offset = f"(mod (- y {start}) {size})" if size else f"(- y {start})"
    return f"(let ((k {offset})) {_any(conditions)})"


def _linear(start: int, growth: int, variable: str) -> str:
    # SMT-LIB has no negative literals, but `start` and `growth` are never negative.
    return f"(+ {start} (* {growth} {variable}))" if growth else str(start)


def _all(conditions: Iterable[str]) -> str:
    return f"(and true {' '.join(conditions)})"


def _any(conditions: Iterable[str]) -> str:
    return f"(or false {' '.join(conditions)})"
