"""The second proof of a certificate: a formula about all pairs of heaps, decided by z3.

Only one function V of pairs has V(0, y) = 0 and V(x + 1, y) = step(V(x, y), V(y, x)) for all x and
y, by induction on x + y: the states of the game (`nimtwist.atlas.rows`). A certificate, with the
rows between those it speaks of, is such a function written out by cases: *strips* of rows, which
are first single rows, and then the rows first + period·t for all t at once. A row is a few pieces
whose borders are linear in t, and the state within a piece depends on a remainder by a fixed
number. So V is said by +, < and remainders: this is Presburger arithmetic. That some pair (x, y)
breaks the rule is one formula, and a solver says whether there is such a pair among all of them.

The single rows and the rows between are guessed here from computed ones. If a guess is wrong, then
some pair breaks the rule; if none does, then the guess is proved together with the certificate.
Nothing is shared with `nimtwist.atlas.checker`, which follows a reader along the rows, nor with
`nimtwist.atlas.search`.

The solver is z3, which the extra `proof` installs; `smtlib` writes the formula for any other.
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

__all__ = ["objection", "smtlib"]

_MOST_ROWS = 4096
# Rows between are guessed from those of this period, and from so many copies of a block.
_PERIOD = 4
_COPIES = 32
# A row that is said in so many more letters than it has is not compared with it.
_SPARE = 1024


def objection(rules: BlockingNim, certificate: Certificate) -> str | None:
    r"""Return a pair of heaps at which a certificate breaks the rule of a game, as a sentence.

    `None` if there is no such pair: then the certificate is proved for all sizes. The cases of the
    formula are decided one by one; one that is met is enough.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        certificate: a `Certificate` whose row and period add up to at most 4096.

    Raises:
        ValueError: if an argument is anything else.
        ImportError: if z3 is not installed.
        RuntimeError: if z3 does not decide a case.

    >>> nim = BlockingNim(1, [[]])
    >>> objection(nim, Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")) is None
    True
    >>> objection(nim, Certificate(1, 1, (Power(b"\1", 1, 1),), b"\1"))
    'the rule fails at x = 0, y = ...: it leads to the state 0 at (1, ...), where 1 is claimed'
    """
    claim, solver = _Claim(rules, certificate), _z3()
    context = solver.Context()

    def answer(*commands: str) -> str:
        said: str = solver.Z3_eval_smtlib2_string(context.ref(), "\n".join(commands))
        return said.strip()

    wrong = answer(*claim.definitions())
    for case in reversed([*claim.cases()]):  # a false pattern is often refused by one of the last
        found = wrong or answer("(push)", f"(assert {case})", "(check-sat)")
        if found == "sat":
            # The answer is such as ((x 5)), and the number is never negative here.
            x, y = (int(re.sub(r"\D", "", answer(f"(get-value ({name}))"))) for name in "xy")
            return claim.failure(x, y)
        if found != "unsat":
            raise RuntimeError(f"z3 does not decide the formula; it says {short_repr(found)}")
        answer("(pop)")
    return None


def smtlib(rules: BlockingNim, certificate: Certificate) -> str:
    r"""Return the formula as a script in SMT-LIB 2; the answer `unsat` proves the certificate.

    `V7.2` says, of the rows of strip 7, whether the state in place y of row t has the residue 2;
    `good`, whether the pair is good, given the residues of the moves to good pairs. The pair sought
    is (x, y), x in row t of its strip and y in row u of its own. No solver is needed for this.

    Raises:
        ValueError: as for `objection`.

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
    """The rows first + period·t for all t ≥ 0, or one row, if the period is 0.

    Each piece is a block with how often it comes in row t = 0, and how many times more often in
    each further row; then comes the tail for ever.
    """

    first: int
    period: int
    pieces: tuple[tuple[bytes, int, int], ...]
    tail: bytes

    def length(self, t: int) -> int:
        """Return how many letters are before the tail in row t."""
        return sum(len(block) * (times + growth * t) for block, times, growth in self.pieces)

    def state(self, t: int, y: int) -> int:
        """Return the state in place y of row t."""
        for block, times, growth in self.pieces:
            size = len(block) * (times + growth * t)
            if y < size:
                return block[y % len(block)]
            y -= size
        return self.tail[y % len(self.tail)]

    def is_like(self, t: int, row: Row) -> bool:
        """Return whether row t is a row as computed; if in doubt, it is not."""
        end = max(self.length(t), len(row.word)) + len(self.tail) * len(row.tail)
        return (
            all(times + growth * t >= 0 for _, times, growth in self.pieces)
            and end < len(row.word) + _SPARE
            and all(self.state(t, y) == row[y] for y in range(end))
        )

    def since(self, t: int) -> _Strip:
        """Return the strip that begins with row t of this one, which may be negative."""
        pieces = tuple((block, times + growth * t, growth) for block, times, growth in self.pieces)
        return replace(self, first=self.first + self.period * t, pieces=pieces)


def _strips(rules: BlockingNim, certificate: Certificate) -> list[_Strip]:
    """Return strips with every row once; guessed, but for the rows that the certificate is about.

    The pattern is followed back to before the certificate's row, as far as the rows are like it.
    """
    row, period = certificate.row, certificate.period
    computed = list(islice(rows(rules), row + period * (_PERIOD + 1)))
    pieces = (
        (piece.block, piece.times, piece.growth) if isinstance(piece, Power) else (piece, 1, 0)
        for piece in certificate.word
    )
    said = _Strip(row, period, tuple(piece for piece in pieces if piece[0]), certificate.tail)
    pattern = [said]
    for x in range(row + 1, row + period):
        pattern.append(_guess(said, x, computed[x + period * _PERIOD]))
    start = _PERIOD
    while row + period * (start - 1) >= 0 and all(
        strip.is_like(start - 1, computed[strip.first + period * (start - 1)]) for strip in pattern
    ):
        start -= 1
    if start == _PERIOD:  # nothing is gained by many single rows if the pattern is wrong
        start = 0
    single = [
        _Strip(x, 0, ((r.word, 1, 0),) if r.word else (), r.tail)
        for x, r in enumerate(computed[: row + period * start])
    ]
    for t in range(start):
        fixed = tuple((block, times, 0) for block, times, _ in said.since(t).pieces)
        single[row + period * t] = _Strip(row + period * t, 0, fixed, said.tail)
    return single + [strip.since(start) for strip in pattern]


def _guess(said: _Strip, x: int, row: Row) -> _Strip:
    """Return what row x may be in every period, by what it is in one.

    Where a block is repeated in the rows that are said, one of the same size is in row x, too, but
    for some copies at the beginning.
    """
    pieces, y = list[tuple[bytes, int, int]](), 0
    for block, times, growth in said.pieces:
        size, count = len(block), times + growth * _PERIOD
        copies = [_letters(row, y + size * i, size) for i in range(min(count, _COPIES))]
        other = len(copies)
        while other and copies[other - 1] == copies[-1]:
            other -= 1
        pieces.append((b"".join(copies[:other]), 1, 0))
        pieces.append((copies[-1] if copies else block, times - other, growth))
        y += size * count
    rest = max(len(row.word) - y, 0)
    pieces.append((_letters(row, y, rest), 1, 0))
    tail = _letters(row, y + rest, len(row.tail))
    return _Strip(x, said.period, tuple(piece for piece in pieces if piece[0]), tail)


def _letters(row: Row, start: int, size: int) -> bytes:
    return bytes(row[y] for y in range(start, start + size))


class _Claim:
    """That the strips of a certificate are the states of a game: the texts of the formula."""

    def __init__(self, rules: BlockingNim, certificate: Certificate) -> None:
        if not isinstance(certificate, Certificate):
            raise ValueError(f"a proof is a Certificate, not {short_repr(certificate)}")
        try:
            certificate.text()
        except IndexError:
            raise ValueError(
                f"states are numbers up to {len(LETTERS) - 1}, not as in {short_repr(certificate)}"
            ) from None
        if certificate.row + certificate.period > _MOST_ROWS:
            raise ValueError(
                f"the row and the period of a certificate for z3 add up to at most {_MOST_ROWS}, "
                f"not {short_repr(certificate.row)} + {short_repr(certificate.period)}"
            )
        self.strips, self.period = _strips(rules, certificate), certificate.period
        self.rules, self.residues = rules, range(1, rules.modulus + 1)
        # The rule never yields a residue above the modulus: one that is claimed breaks it.
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
        """Yield conditions: some pair meets one of them unless the claim is true."""
        # It is asked, too, whether the strips begin with row 0, and have the rows in order.
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
        # One stick further on, residue r has become r + 1; and a good pair is 1 away.
        steps = {r % self.rules.modulus + 1: f"(V{i}.{r} t y)" for r in self.residues}
        steps[1] = f"(or {steps[1]} (good {' '.join(reached)}))"
        unlike = _any(
            f"(xor ({after}.{bit} {later} y) {steps.get(bit, 'false')})" for bit in self.bits
        )
        return f"(and (= y {y}) (let ((x {x}) (y {y})) {unlike}))"

    def failure(self, x: int, y: int) -> str:
        """Return what is wrong at a pair, in words."""
        if x == 0 and (state := self._state(0, y)):
            return f"the state at (0, {y}) is 0, where {LETTERS[state]} is claimed"
        reached = {r for r in self.residues if (self._state(x, y) | self._state(y, x)) >> r - 1 & 1}
        ends = {r % self.rules.modulus + 1 for r in self.residues if self._state(x, y) >> r - 1 & 1}
        if any(reached <= restriction for restriction in self.rules.restrictions):
            ends.add(1)
        right, claimed = sum(1 << r - 1 for r in ends), self._state(x + 1, y)
        return (
            f"the rule fails at x = {x}, y = {y}: it leads to the state {LETTERS[right]} at "
            f"({x + 1}, {y}), where {LETTERS[claimed]} is claimed"
        )

    def _state(self, x: int, y: int) -> int:
        """Return the state that is claimed for a pair."""
        first = len(self.strips) - self.period
        t, strip = divmod(max(x - first, 0), self.period)
        return self.strips[strip + min(x, first)].state(t, y)


def _row(strip: _Strip, t: str) -> str:
    return _linear(strip.first, strip.period, t)


def _has(strip: _Strip, bit: int) -> str:
    """Return the condition that the state in place y of row t has a residue."""
    start = growth = 0
    text, brackets = "", ""
    for block, times, grows in strip.pieces:
        # In a block that comes once, no remainder is needed: solvers are much faster so.
        size = len(block) if (times, grows) != (1, 0) else 0
        within = _within(block, bit, _linear(start, growth, "t"), size)
        start, growth = start + len(block) * times, growth + len(block) * grows
        text += f"(ite (< y {_linear(start, growth, 't')}) {within} "
        brackets += ")"
    return text + _within(strip.tail, bit, _linear(start, growth, "t"), len(strip.tail)) + brackets


def _within(block: bytes, bit: int, start: str, size: int) -> str:
    """Return the condition that the state in place y has a residue, in copies of a block.

    `size` is that of the block, or 0 if there is but one copy.
    """
    having = list[str]()
    for has, run in groupby(range(len(block)), lambda place: block[place] >> bit - 1 & 1):
        if has:
            first, *more = run
            having.append(f"(<= {first} k {more[-1]})" if more else f"(= k {first})")
            if len(more) + 1 == len(block):
                return "true"
    if not having:
        return "false"
    place = f"(mod (- y {start}) {size})" if size else f"(- y {start})"
    return f"(let ((k {place})) {_any(having)})"


def _linear(start: int, growth: int, variable: str) -> str:
    # Neither number is ever negative: SMT-LIB has no signs.
    return f"(+ {start} (* {growth} {variable}))" if growth else str(start)


def _all(conditions: Iterable[str]) -> str:
    return f"(and true {' '.join(conditions)})"


def _any(conditions: Iterable[str]) -> str:
    return f"(or false {' '.join(conditions)})"
