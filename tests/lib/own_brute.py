"""Games solved by brute force from their definitions, such as those of `nimbook.study.forms`."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from itertools import product
from typing import Any, NamedTuple

Options = Callable[[Any], Iterable[Any]]
Heaps = tuple[int, ...]


def solved(options: Options, rule: Callable[[list[Any]], Any]) -> Callable[[Any], Any]:
    """Return the function that computes the value of a position from those of its options."""

    @cache
    def value(position: Any) -> Any:
        return rule([value(option) for option in options(position)])

    return value


def mex(values: Collection[int]) -> int:
    return next(n for n in range(len(values) + 1) if n not in values)


def grundy(options: Options) -> Callable[[Any], int]:
    """Return the function that computes Grundy values in the game with the given options."""
    return solved(options, mex)


def misere(options: Options) -> Callable[[Any], str]:
    """Return the function that computes misère outcomes, directly from the definition."""
    return solved(options, lambda below: "N" if "P" in below or not below else "P")


def rank(options: Options, players: int) -> Callable[[Any], int]:
    """Return the function that computes podium ranks, directly from the definition."""
    return solved(options, lambda below: (1 + min(below)) % players if below else 0)


def printed(code: str) -> str:
    """Run a script, and return what it prints."""
    with redirect_stdout(io.StringIO()) as text:
        exec(code, {"__name__": "__main__"})
    return text.getvalue()


# --- Forms ---------------------------------------------------------------------------------------


def heaps(replace: Callable[[int], Iterable[Heaps]]) -> Options:
    """Return the options of a game in which a move replaces one heap."""

    def options(position: Heaps) -> Iterator[Heaps]:
        for i, heap in enumerate(position):
            for left in replace(heap):
                yield (*position[:i], *left, *position[i + 1 :])

    return options


def divisions(sticks: int, count: int) -> list[Heaps]:
    return [p for p in product(range(1, sticks + 1), repeat=count) if sum(p) == sticks]


CONDITIONS: dict[str, Callable[[Heaps], object]] = {
    "any": bool,
    "different": lambda sizes: len(set(sizes)) == len(sizes),
    "not all equal": lambda sizes: len(set(sizes)) > 1,
    "equal": lambda sizes: len(set(sizes)) == 1,
}


def take_and_break(moves: Mapping[int, Collection[int]], parts: str = "any") -> Options:
    """Return the options of a game in which two or more heaps left must satisfy a condition."""
    return heaps(
        lambda heap: [
            left
            for taken, counts in moves.items()
            for count in (counts if taken <= heap else ())
            for left in divisions(heap - taken, count)
            if count < 2 or CONDITIONS[parts](left)
        ]
    )


def subtraction(*amounts: int) -> Options:
    return heaps(lambda heap: [(heap - taken,) for taken in amounts if taken <= heap])


def reduction(most: float, is_heap: Callable[[int], object]) -> Options:
    """Return the options of a game in which a move takes at most `most` and leaves a legal heap."""
    return heaps(
        lambda heap: [(rest,) for rest in range(1, heap) if heap - rest <= most and is_heap(rest)]
    )


def octal(digits: str) -> Options:
    """Return the options of the octal game with the given digits, from the one before the point."""
    binary = [f"{int(digit):03b}"[::-1] for digit in digits]
    return take_and_break(
        {taken: [n for n in range(3) if bits[n] == "1"] for taken, bits in enumerate(binary)}
    )


def nim(k: int) -> Options:
    """Return the options of Moore's Nim, in which a move reduces one to k heaps."""

    def options(position: Heaps) -> Iterator[Heaps]:
        for option in product(*(range(heap + 1) for heap in position)):
            if 1 <= sum(left < heap for left, heap in zip(option, position)) <= k:
                yield option

    return options


def vectors(once: Sequence[Heaps], repeated: Sequence[Heaps] = ()) -> Options:
    def options(position: Heaps) -> list[Heaps]:
        smaller = product(*(range(n + 1) for n in position))
        return [
            option
            for option in smaller
            if any(minus(position, option, 1) == vector for vector in once)
            or any(
                minus(position, option, 1) == minus(vector, (0,) * len(vector), times)
                for vector in repeated
                for times in range(1, max(position) + 1)
            )
        ]

    def minus(a: Heaps, b: Heaps, times: int) -> Heaps:
        return tuple(times * (n - m) for n, m in zip(a, b))

    return options


def blocking(modulus: int, *restrictions: Collection[int]) -> Options:
    def options(position: tuple[Heaps, Collection[int]]) -> Iterator[Any]:
        board, forbidden = position
        for i, heap in enumerate(board):
            for taken in range(1, heap + 1):
                if not any((taken - residue) % modulus == 0 for residue in forbidden):
                    after = (*board[:i], heap - taken, *board[i + 1 :])
                    yield from ((after, frozenset(next_)) for next_ in restrictions)

    return options


# --- Examples ------------------------------------------------------------------------------------


class Oracle(NamedTuple):
    """A game in a representation of its own, and how to translate an example's positions to it."""

    options: Options
    convert: Callable[[Any], Any] = lambda position: position


def euclid(position: tuple[int, int]) -> Iterator[tuple[int, int]]:
    a, b = position
    for times in range(1, max(a, b) + 1):
        if a > 0 and times * a <= b >= a:
            yield a, b - times * a
        if b > 0 and times * b <= a >= b:
            yield a - times * b, b


def chomp(squares: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    for i, j in squares:
        if (i, j) != (0, 0):
            yield frozenset((a, b) for a, b in squares if a < i or b < j)


def chocolate(rows: Heaps) -> frozenset[tuple[int, int]]:
    rows = tuple(sorted(rows, reverse=True))
    return frozenset((i, j) for i, row in enumerate(rows) for j in range(row))


def fibonacci(position: tuple[int, int]) -> Iterator[tuple[int, int]]:
    heap, most = position
    for taken in range(1, heap + 1):
        if taken <= most:
            yield heap - taken, 2 * taken


def silver_dollar(coins: frozenset[int]) -> Iterator[frozenset[int]]:
    for coin in coins:
        square = coin - 1
        while square >= 0 and square not in coins:
            yield coins - {coin} | {square}
            square -= 1


def coins_of_gaps(gaps: Heaps) -> frozenset[int]:
    return frozenset(sum(gaps[: i + 1]) + i for i in range(len(gaps)))


def nimble(coins_on_square: Heaps) -> Iterator[Heaps]:
    for i, j in product(range(len(coins_on_square)), repeat=2):
        if j < i and coins_on_square[i]:
            after = list(coins_on_square)
            after[i] -= 1
            after[j] += 1
            yield tuple(after)


EXAMPLES = {
    "Wythoff's game": Oracle(vectors([], [(1, 0), (0, 1), (1, 1)])),
    "Euclid": Oracle(euclid),
    "Chomp": Oracle(chomp, chocolate),
    "Grundy's game": Oracle(take_and_break({0: [2]}, "different")),
    "Fibonacci Nim": Oracle(fibonacci),
    "Silver Dollar": Oracle(silver_dollar, coins_of_gaps),
    # The octal game 0.007 with two squares fewer (Winning Ways, chapter 4).
    "Treblecross": Oracle(octal("0007"), lambda strips: tuple(n + 2 for n in strips if n)),
    "Nimble": Oracle(nimble, lambda squares: tuple(squares.count(i) for i in range(9))),
    "Dawson's Chess": Oracle(octal("0137")),
    "Subtraction game": Oracle(subtraction(1, 3, 4)),
}


# The rules of two examples as people play them.
def treblecross(strip: str) -> Iterator[str]:
    """Play to the end: whoever completes three crosses in a row has won."""
    if "XXX" not in strip:
        for i, square in enumerate(strip):
            if square == ".":
                yield f"{strip[:i]}X{strip[i + 1 :]}"


def dawsons_chess(board: tuple[frozenset[Any], frozenset[Any]]) -> Iterator[Any]:
    """Move a pawn on three ranks, as the player to move sees the board; captures are compulsory."""
    mine, theirs = board
    captures = [
        (pawn, (pawn[0] + side, pawn[1] + 1))
        for pawn in mine
        for side in (-1, 1)
        if (pawn[0] + side, pawn[1] + 1) in theirs
    ]
    advances = [
        ((file, rank), (file, rank + 1))
        for file, rank in mine
        if rank < 2 and (file, rank + 1) not in mine | theirs
    ]
    for old, new in captures or advances:
        pawns = theirs - {new}, mine - {old} | {new}
        yield tuple(frozenset((file, 2 - rank) for file, rank in side) for side in pawns)


def pawns(boards: Heaps) -> tuple[frozenset[Any], frozenset[Any]]:
    """Return boards with the given numbers of files, side by side with a gap between them."""
    starts = [sum(boards[:i]) + i for i in range(len(boards))]
    files = [start + i for start, size in zip(starts, boards) for i in range(size)]
    return frozenset((file, 0) for file in files), frozenset((file, 2) for file in files)


# The bar that joins two strips is neither empty nor a cross.
AS_PLAYED = {
    "Treblecross": Oracle(treblecross, lambda strips: "|".join("." * n for n in strips)),
    "Dawson's Chess": Oracle(dawsons_chess, pawns),
}

NIM, KAYLES, WYTHOFF = (
    subtraction(*range(1, 20)),
    octal("077"),
    vectors([], [(1, 0), (0, 1), (1, 1)]),
)
SUM = "from nimtwist import *\nfrom nimtwist.games import *\n"


def in_sum(*games: Options) -> Options:
    """Return the options in a sum of games. A position is a tuple with a position of each game."""

    def options(parts: tuple[Any, ...]) -> Iterator[Any]:
        for i, game in enumerate(games):
            yield from ((*parts[:i], option, *parts[i + 1 :]) for option in game(parts[i]))

    return options


GAMES: list[tuple[str, str, str, Options]] = [
    ("subtract", "1, 2, 3", "(x, y)", subtraction(1, 2, 3)),
    ("subtract", " 2-4 6 ", "(x, y)", subtraction(2, 3, 4, 6)),
    ("octal", "0.77", "(x,)", KAYLES),
    ("octal", ".77", "(y, 1, x)", KAYLES),
    ("octal", " ·07 ", "(x, y)", octal("007")),
    ("octal", "4.3", "(x, y)", octal("43")),
    ("vectors", "(2, 1)\n1,2 ; (0,1) *", "(x, y)", vectors([(2, 1), (1, 2)], [(0, 1)])),
    ("vectors", "1,0,1; 0,2,0*", "(x, y, 1)", vectors([(1, 0, 1)], [(0, 2, 0)])),
    ("vectors", "1*; 3", "(x,)", vectors([(3,)], [(1,)])),
    ("vectors", "2; 3", "(x,)", subtraction(2, 3)),
    ("break", "0: 2 different", "(x, y)", take_and_break({0: [2]}, "different")),
    ("break", "Different; 1:1,3", "(x, y)", take_and_break({1: [1, 3]}, "different")),
    ("break", "1: 0, 1, 2, 3; 2: 4", "(x,)", take_and_break({1: [0, 1, 2, 3], 2: [4]})),
    ("break", "1: 2, 3 different", "(x,)", take_and_break({1: [2, 3]}, "different")),
    ("break", "1-3: 0, 1", "(x, y)", subtraction(1, 2, 3)),
    ("break", "1: 0, 1, 2; 2: 0-2", "(x, y)", KAYLES),
    ("break", "1: 0; 1: 1", "(x, y)", subtraction(1)),
    ("blocking", "3: 1; 2; 3", "((x, y), {2})", blocking(3, [1], [2], [3])),
    ("blocking", "2: none; 1,2", "((x, y), {1, 2})", blocking(2, [], [1, 2])),
    ("blocking", "2: none; 1", "((x, 1), {})", blocking(2, [], [1])),
    ("blocking", "1 of 2", "((x, y), {1})", blocking(2, [1], [2])),
    ("code", "from __future__ import annotations\noptions = range", "x", range),
    (
        "code",
        "class Game:\n    def options(self, n): yield from range(n)\nrules = Game()",
        "x",
        range,
    ),
    ("code", f"{SUM}rules = Kayles() + Nim()", "((x,), (y,))", in_sum(KAYLES, NIM)),
    (
        "code",
        f"{SUM}def options(n): return []\n"
        "rules = Kayles() + Nim() + Vectors(repeated=[(1, 0), (0, 1), (1, 1)])",
        "((x,), (y,), (2, 1))",
        in_sum(KAYLES, NIM, WYTHOFF),
    ),
]
"""Games in every form: the form, the definition, positions with coordinates, and the options."""
