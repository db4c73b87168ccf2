"""Games that readers define: a form, such as "octal", and a text, such as "0.77".

A template such as "(x, y)" describes a family of positions of such a game, and stands for the
position with given coordinates. Templates and positions are evaluated as tuples, sets, integers and
strings only; the form "code" runs the reader's own Python.
"""

from __future__ import annotations

import ast
import re
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from nimtwist import Ruleset
from nimtwist.checks import check_choice, check_text, short_repr, shorten
from nimtwist.notation import GAMES
from nimtwist.rules import defined_rules

__all__ = [
    "EXAMPLES",
    "FORMS",
    "SENTENCES",
    "Blank",
    "Example",
    "Form",
    "Sentence",
    "coordinates",
    "expression",
    "positions",
    "read_game",
    "read_position",
    "sentence_for",
]

_MAX_CODE, _MAX_TEXT, _MAX_TEMPLATE = 20_000, 1_000, 200  # characters
CODE_FILE = "<your game>"
"""The file name by which tracebacks refer to a reader's code."""


# --- Forms ---------------------------------------------------------------------------------------


class Form(NamedTuple):
    """A way to define a game by a text: its label, one line of help, and an example of a text.

    `positions` and `start` are the positions to study and to play from, at first single heaps.
    """

    label: str
    help: str
    example: str
    positions: str = "(x,)"
    start: str = "(12,)"


_EUCLID = """\
# Subtract a positive multiple of the smaller number from the larger one.
# Play ends when one of the numbers is 0.

def options(position):
    small, large = canonical(position)
    if small == 0:
        return []
    return [canonical((small, rest)) for rest in range(large - small, -1, -small)]

def canonical(position):
    return tuple(sorted(position))
"""

FORMS = {
    "subtract": Form("Take one of these numbers of sticks", "numbers, as in 1, 2, 3", "1, 2, 3"),
    "octal": Form(
        "Octal game", "a code of octal or other digits, as in 0.77, 0.3F, 4!.0 and 0.7[03]", "0.77"
    ),
    "vectors": Form(
        "Subtract a vector",
        "vectors, as in 1,0*; 0,1*; 1,1* (a star allows any positive multiple)",
        "1,0*; 0,1*; 1,1*",
        "(x, y)",
        "(5, 8)",
    ),
    "break": Form(
        "Take and break",
        "numbers of sticks taken and, after a colon, of heaps that may be left, as in "
        "1-3: 0, 1; 4: 2; add the word different if the heaps left must differ in size",
        "0: 2 different",
    ),
    "blocking": Form(
        "Nim with a Muller twist",
        "a modulus and, after a colon, what may be forbidden, as in 3: 1; 2; none (or 2 of 5: any "
        "two residues modulo 5)",
        "3: 1; 2; 3",
        "((x, y), {1})",
        "((5, 8), {1})",
    ),
    "code": Form(
        "Python code",
        "a function options(position) that returns a list of positions and, if you like, "
        "canonical(position) and components(position); or a ruleset, such as "
        "rules = Kayles() + Nim()",
        _EUCLID,
        "(x, y)",
        "(5, 8)",
    ),
}
"""The forms in which a game can be defined, by name."""


class Blank(NamedTuple):
    """A blank in a sentence: its name, and the choices of a menu, each with the text it stands for.

    If there are no choices, the reader types the text.
    """

    name: str
    choices: Mapping[str, str] = MappingProxyType({})


class Sentence(NamedTuple):
    """A rule as a sentence with blanks, in a simple case of a form.

    `words` begins with the menu entry for the sentence; blanks and words follow in turn. The text
    of the game is `text` with the texts of the blanks in place of {0}, {1}, ...
    """

    form: str
    words: tuple[str | Blank, ...]
    text: str
    first: tuple[str, ...]
    """The initial contents of the blanks."""
    positions: str
    start: str

    @property
    def blanks(self) -> list[Blank]:
        """The blanks."""
        return [word for word in self.words if isinstance(word, Blank)]

    def fill(self, contents: Sequence[str]) -> str:
        """Return the text of the game for the contents of the blanks.

        >>> SENTENCES[1].fill(["1, 2", "and pins may stay on both sides."])
        '1, 2: 0, 1, 2'
        """
        pairs = zip(self.blanks, contents, strict=True)
        return self.text.format(*(blank.choices.get(each, each) for blank, each in pairs))

    def contents(self, form: str, text: str) -> list[str] | None:
        """Return the contents of the blanks for a game, or `None` if the sentence cannot say it.

        >>> SENTENCES[1].contents("break", "1-3: 2")
        ['1-3', 'and pins must stay on both sides.']
        """
        texts = [
            f"(?P<blank_{i}>{'|'.join(map(re.escape, blank.choices.values())) or '[^:]+'})"
            for i, blank in enumerate(self.blanks)
        ]
        match = re.fullmatch(self.text.format(*texts), text.strip())
        if form != self.form or not match:
            return None
        return [
            next((choice for choice, each in blank.choices.items() if each == found), found)
            for i, blank in enumerate(self.blanks)
            for found in [match[f"blank_{i}"]]
        ]


SENTENCES = (
    Sentence(
        "subtract",
        ("take sticks", "from one heap: exactly", Blank("numbers of sticks"), "of them."),
        "{0}",
        ("1, 3, 4",),
        "(x,)",
        "(12,)",
    ),
    Sentence(
        "break",
        (
            "knock down pins",
            "in one row:",
            Blank("numbers of pins"),
            "neighbours,",
            Blank(
                "pins left",
                {
                    "and pins may stay on both sides.": "0, 1, 2",
                    "but pins must not stay on both sides.": "0, 1",
                    "and pins must stay on both sides.": "2",
                },
            ),
        ),
        "{0}: {1}",
        ("1, 2", "and pins may stay on both sides."),
        "(x,)",
        "(3, 5, 7)",
    ),
    Sentence(
        "break",
        (
            "divide a heap",
            "into",
            Blank("number of heaps", {"two": "2", "three": "3", "two or three": "2, 3"}),
            "heaps",
            Blank("sizes", {"of different sizes.": " different", "of any sizes.": ""}),
        ),
        "0: {0}{1}",
        ("two", "of different sizes."),
        "(x,)",
        "(18,)",
    ),
    Sentence(
        "vectors",
        (
            "move a piece",
            Blank(
                "moves of the piece",
                {
                    "any distance left, down or diagonally (a queen)": "1,0*; 0,1*; 1,1*",
                    "any distance left or down (a rook)": "1,0*; 0,1*",
                    "one step left, down or diagonally (a king)": "1,0; 0,1; 1,1",
                    "one step left or down, or any distance diagonally": "1,0; 0,1; 1,1*",
                },
            ),
            "towards the corner (0, 0).",
        ),
        "{0}",
        ("any distance left, down or diagonally (a queen)",),
        "(x, y)",
        "(5, 8)",
    ),
    Sentence(
        "blocking",
        (
            "take any number",
            "of sticks from one heap, except what your opponent has just forbidden: one of",
            Blank("what may be forbidden"),
            "modulo",
            Blank("modulus", {str(n): str(n) for n in range(3, 7)}),
        ),
        "{1}: {0}",
        ("1; 2; 3", "3"),
        "((x, y), {1})",
        "((5, 8), {1})",
    ),
)
"""Rules as sentences, simplest first. "On your turn," comes before each of them."""


def sentence_for(form: str, text: str) -> tuple[Sentence, list[str]] | None:
    """Return the sentence that says what a text defines, with the contents of its blanks.

    Of several sentences, choose the one with the fewest blanks to type.

    >>> sentence_for("break", "0: 2")[1], sentence_for("octal", "0.77")
    (['two', 'of any sizes.'], None)
    """
    found = [(s, contents) for s in SENTENCES if (contents := s.contents(form, text)) is not None]
    return min(found, key=lambda pair: sum(not b.choices for b in pair[0].blanks), default=None)


def read_game(form: str, text: str) -> Ruleset[Any]:
    """Return the game that a text defines.

    Args:
        form: one of the names in `FORMS`.
        text: the definition. The code of the form "code" is executed in a namespace of its own.

    Raises:
        ValueError: if the form is unknown, or the text is not a definition of this form. The
            message quotes the faulty part and says what is allowed or, for code, which line failed.

    >>> read_game("octal", "·77")
    Octal(code='0.77')
    >>> read_game("break", "0: 2 different").options((7,))
    [(1, 6), (2, 5), (3, 4)]
    """
    return read_definition(form, text)[0]


def read_definition(form: str, text: str) -> tuple[Ruleset[Any], bool]:
    """Return the game that a text defines, and whether the text is code that binds it to `rules`.

    The arguments and the errors are those of `read_game`.
    """
    check_choice(form, "form", tuple(FORMS))
    text = check_text(text)
    limit = _MAX_CODE if form == "code" else _MAX_TEXT
    if len(text) > limit:
        raise ValueError(f"{short_repr(text)} is too long: at most {limit:,} characters")
    if form == "code":
        names = _run(text)
        rules = defined_rules(names, f"the code {short_repr(text)}")
        return rules, rules is names.get("rules")
    if not re.search("[0-9]", text):
        raise ValueError(f"{short_repr(text)} does not define a game: expected {FORMS[form].help}")
    return GAMES[_NAMES.get(form, form)].read(text), False


# The form of blocking Nim is a family, which the command line calls a twist.
_NAMES = {"blocking": "twist"}


def _run(code: str) -> dict[str, Any]:
    """Execute code, and return the names that it binds, with their values."""
    namespace: dict[str, Any] = {"__name__": "own_game"}
    try:
        exec(compile(code, CODE_FILE, "exec", dont_inherit=True), namespace)
    except (Exception, SystemExit) as error:
        raise ValueError(_explain(error, code)) from None
    return namespace


def _explain(error: BaseException, code: str) -> str:
    """Return a sentence that says which line of the code failed, and why."""
    message, number = f"{type(error).__name__}: {shorten(str(error))}", line_of_code(error)
    if isinstance(error, SyntaxError) and error.filename == CODE_FILE:
        message, number = shorten(error.msg), error.lineno
    if not number:
        return f"the code {short_repr(code)} cannot be run: {message}"
    lines = code.splitlines()[number - 1 : number]
    return f"line {number} of the code, {short_repr(''.join(lines).strip())}: {message}"


def line_of_code(error: BaseException) -> int | None:
    """Return the line of a reader's code where an error occurred; `None` if it was elsewhere."""
    frames = traceback.extract_tb(error.__traceback__)
    numbers = [frame.lineno for frame in frames if frame.filename == CODE_FILE]
    return numbers[-1] if numbers else None


# --- Positions -----------------------------------------------------------------------------------


def positions(template: str, x: int, y: int | None = None) -> Any:
    """Return the position that a template describes for the given coordinates.

    Sets become frozensets.

    Raises:
        ValueError: if `template` is not a template, or has a different number of coordinates.

    >>> positions("(3, x, y)", 5, 8), positions("((x,), {1})", 4)
    ((3, 5, 8), ((4,), frozenset({1})))
    """
    names = coordinates(template)
    if len(names) != (1 if y is None else 2):
        raise ValueError(f"the coordinates of {short_repr(template)} are {' and '.join(names)}")
    return _evaluate(template, {"x": x, "y": y})


def coordinates(template: str) -> tuple[str, ...]:
    """Return the names of the coordinates in a template: ("x",) or ("x", "y").

    Raises:
        ValueError: if `template` is not a template, or does not contain x.

    >>> coordinates("(x, 3)"), coordinates("(y, x)")
    (('x',), ('x', 'y'))
    """
    _, names = _read(check_text(template))
    if "x" not in names:
        raise ValueError(
            f"{short_repr(template)} has no coordinate x: expected positions that depend on x, or "
            "on x and y, as in (x, y)"
        )
    return names


def expression(template: str) -> str:
    """Return a template as a Python expression in x and y, with sets as frozensets.

    Raises:
        ValueError: if `template` is not a template.

    >>> expression("(x,y), {1}")
    '((x, y), frozenset({1}))'
    """
    return _read(check_text(template))[0]


def read_position(text: str) -> Any:
    """Parse a position: tuples, sets, integers and strings, as in Python. Sets become frozensets.

    Raises:
        ValueError: if `text` is anything else.

    >>> read_position("(5, 8)"), read_position("7"), read_position("((1, 2), {})")
    ((5, 8), 7, ((1, 2), frozenset()))
    """
    if names := _read(check_text(text))[1]:
        raise ValueError(
            f"{short_repr(text)} contains {names[0]}: expected a position with numbers, as in "
            "(5, 8)"
        )
    return _evaluate(text, {})


def _evaluate(template: str, values: dict[str, Any]) -> Any:
    # Safe, because `expression` is made from nothing but names, literals, tuples and sets.
    return eval(expression(template), {"__builtins__": {}, "frozenset": frozenset, **values})


@lru_cache(maxsize=64)
def _read(template: str) -> tuple[str, tuple[str, ...]]:
    """Return a template as a Python expression, and the names of its coordinates in order."""
    if len(template) > _MAX_TEMPLATE:
        raise ValueError(f"{short_repr(template)} is too long: at most {_MAX_TEMPLATE} characters")
    try:
        tree = ast.parse(template.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        raise ValueError(
            f"{short_repr(template)} is not a position: expected a number or a tuple, as in (5, 8)"
        ) from None
    source = _source(tree)
    return source, tuple(sorted({n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}))


def _source(node: ast.expr) -> str:
    """Return the Python source of a part of a template."""
    match node:
        case ast.Name(id="x" | "y"):
            return node.id
        case ast.Constant(value=int() | str()) if not isinstance(node.value, bool):
            return repr(node.value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
            return f"-{_source(node.operand)}"
        case ast.Tuple():
            items = [_source(item) for item in node.elts]
            return f"({', '.join(items)}{',' * (len(items) == 1)})"
        case ast.Set():
            return f"frozenset({{{', '.join(map(_source, node.elts))}}})"
        case ast.Dict(keys=[]):
            return "frozenset()"
    raise ValueError(
        f"{short_repr(ast.unparse(node))} cannot be part of a position: expected integers, "
        "strings, x, y, and tuples and sets of these"
    )


# --- Examples ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Example:
    """A classical game: a form and a text, a template of positions, and a position to play from."""

    name: str
    form: str
    text: str
    positions: str
    start: str


EXAMPLES = (
    # W. A. Wythoff, Nieuw Archief voor Wiskunde 7 (1907).
    Example("Wythoff's game", "vectors", "1,0*; 0,1*; 1,1*", "(x, y)", "(5, 8)"),
    # A. J. Cole and A. J. T. Davie, The Mathematical Gazette 53 (1969).
    Example("Euclid", "code", _EUCLID, "(x, y)", "(7, 25)"),
    # D. Gale, The American Mathematical Monthly 81 (1974).
    Example(
        "Chomp",
        "code",
        """\
# Rows of chocolate: bite off a square with all squares below it and to its right.
# The first square is poisoned, and nobody may eat it: whoever has only (1,) loses.

def options(position):
    rows = canonical(position)
    return [
        canonical((*rows[:i], *(min(row, j) for row in rows[i:])))
        for i, row in enumerate(rows) for j in range(row) if (i, j) != (0, 0)
    ]

def canonical(position):
    return tuple(row for row in sorted(position, reverse=True) if row)
""",
        "(3, x, y)",
        "(4, 4, 4)",
    ),
    # P. M. Grundy, Eureka 2 (1939).
    Example("Grundy's game", "break", "0: 2 different", "(x,)", "(18,)"),
    # M. J. Whinihan, The Fibonacci Quarterly 1 (1963).
    Example(
        "Fibonacci Nim",
        "code",
        """\
# A position is (heap, most): take at least 1 and at most `most` sticks.
# The next player may take at most twice as many.

def options(position):
    heap, most = canonical(position)
    return [canonical((heap - taken, 2 * taken)) for taken in range(1, most + 1)]

def canonical(position):
    heap, most = position
    return heap, min(heap, most)
""",
        "(x, y)",
        "(20, 19)",
    ),
    # J. H. Conway, On Numbers and Games (1976), chapter 11.
    Example(
        "Silver Dollar",
        "code",
        """\
# Coins on a strip, without the dollar: move a coin to the left, but not past another coin.
# A position lists the number of empty squares just to the left of each coin.

def options(position):
    moves = []
    for i, gap in enumerate(position):
        for squares in range(1, gap + 1):
            after = list(position)
            after[i] -= squares
            if i + 1 < len(after):
                after[i + 1] += squares
            moves.append(tuple(after))
    return moves
""",
        "(x, 2, y)",
        "(3, 1, 5)",
    ),
    # E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 4.
    Example(
        "Treblecross",
        "code",
        """\
# Put a cross on an empty square of a strip; whoever completes three in a row wins.
# A cross within two squares of another one loses, so each cross closes the squares
# within distance two. A position lists the strips of open squares.

def options(position):
    return [
        canonical((*position[:i], square - 2, length - square - 3, *position[i + 1 :]))
        for i, length in enumerate(position) for square in range(length)
    ]

def canonical(position):
    return tuple(sorted(length for length in position if length > 0))

def components(position):
    return [(length,) for length in position]
""",
        "(x,)",
        "(15,)",
    ),
    Example(
        "Nimble",
        "code",
        """\
# Coins on a strip: move a coin to the left, past or onto other coins if you like.
# A position lists the squares of the coins, numbered from 0.

def options(position):
    return [
        (*position[:i], left, *position[i + 1 :])
        for i, square in enumerate(position) for left in range(square)
    ]
""",
        "(x, y)",
        "(3, 5, 7)",
    ),
    # T. R. Dawson, Caissa's Wild Roses (1935); R. K. Guy and C. A. B. Smith (1956).
    Example("Dawson's Chess", "octal", "0.137", "(x,)", "(13,)"),
    Example("Subtraction game", "subtract", "1, 3, 4", "(x,)", "(20,)"),
)
"""Ten classical games."""
