"""Files and snippets with which readers continue to work on their own game outside the book."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from functools import lru_cache
from textwrap import indent
from typing import Any

from nimbook.study.forms import coordinates, expression, read_definition, read_game
from nimtwist import Octal, Subtraction, TakeAndBreak, Vectors
from nimtwist.checks import check_integer
from nimtwist.protocol import feature

__all__ = ["cgscript", "csv_file", "notebook_file", "python_file"]

_INSTALL = "pip install nimtwist-….whl"
_HEAP_GAMES = (Octal, Subtraction, TakeAndBreak)
_EXAMPLE = 7  # the coordinates of the position that a script solves as an example


def python_file(form: str, text: str, positions: str, size: int) -> str:
    r"""Return a Python script that prints the Grundy values of a game; it needs only the engine.

    At the end, it solves one position and says why.

    The script defines `rules`, so that commands such as `nimtwist solve` can read it.

    Args:
        form: the form in which the game is defined, as in `nimbook.study.forms.FORMS`.
        text: the definition of the game.
        positions: a template of positions. If it has one coordinate, the script prints a sequence
            and its period; if it has two, it prints tables of outcomes and of Grundy values.
        size: how many values each coordinate takes, starting with 0; an integer ≥ 1.

    Raises:
        ValueError: if an argument is invalid.

    >>> print(python_file("octal", "0.77", "(x,)", 100).partition("nimtwist\n\n")[2])
    rules = nimtwist.Octal(code='0.77')
    <BLANKLINE>
    if __name__ == "__main__":
        values = nimtwist.sequence(rules, 100)
        print("Grundy values:", *values)
        print("Period:", nimtwist.period(values, rules))
    <BLANKLINE>
        print("For example:", nimtwist.solve(rules, (lambda x: (x,))(x=7)))
    <BLANKLINE>
    """
    header = (
        "# Grundy values of a game, computed by the engine of the book Nim with a Twist.\n"
        "# To install the engine, download its wheel from the page About this book, and run\n"
        f"#     {_INSTALL}"
    )
    # The command line of the engine loads the file for its game, without running the rest.
    game, *others = _blocks(form, text, positions, size)
    rest = indent("\n\n".join(others), "    ")
    return f'{header}\n\n{game}\n\nif __name__ == "__main__":\n{rest}\n'


def notebook_file(form: str, text: str, positions: str, size: int) -> str:
    r"""Return the script of `python_file` as a Jupyter notebook: JSON in format 4.5.

    >>> json.loads(notebook_file("octal", "0.77", "(x,)", 100))["cells"][1]["source"]
    "import nimtwist\n\nrules = nimtwist.Octal(code='0.77')"
    """
    intro = (
        "# A game of your own\n\n"
        "This notebook computes Grundy values with the engine of the book *Nim with a Twist*. To "
        "install the engine, download its wheel from the page *About this book*, and run\n\n"
        f"```sh\n{_INSTALL}\n```"
    )
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "id": "introduction", "metadata": {}, "source": intro}
    ]
    for number, source in enumerate(_blocks(form, text, positions, size)):
        cell: dict[str, Any] = {"cell_type": "code", "id": f"code-{number}", "source": source}
        cells.append(cell | {"execution_count": None, "metadata": {}, "outputs": []})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


@lru_cache(maxsize=1)  # so that the script and the notebook run a reader's code only once
def _blocks(form: str, text: str, template: str, size: int) -> list[str]:
    """Return Python code in blocks: first the game, and then what to print."""
    (rules, is_bound), names = read_definition(form, text), coordinates(template)
    size = check_integer(size, "the size", 1)
    if form == "code":
        # The import comes last, so that the reader's code cannot hide the engine, and can begin
        # with imports from __future__.
        game = f"{text.strip()}\n\nimport nimtwist"
        if not is_bound:
            functions = (name for name in ("canonical", "components") if feature(rules, name))
            arguments = ", ".join(["options", *(f"{name}={name}" for name in functions)])
            game += f"\n\nrules = nimtwist.Rules({arguments})"
    else:
        game = f"import nimtwist\n\nrules = nimtwist.{rules!r}"
    place = f"lambda {', '.join(names)}: {expression(template)}"
    numbers = ", ".join(f"{name}={min(size - 1, _EXAMPLE)}" for name in names)
    why = f'print("For example:", nimtwist.solve(rules, ({place})({numbers})))'
    if len(names) == 2:
        axes = f"axes = range({size}), range({size})"
        tables = [
            f'print("{title}, x down and y across:")\n'
            f'for row in nimtwist.table(rules, axes, "{value}", {place}):\n'
            f"    print(*{items})"
            for title, value, items in (
                ("Outcomes", "outcome", "row"),
                ("Grundy values", "grundy", '(f"{value:3}" for value in row)'),
            )
        ]
        return [game, f"{axes}\n\n{tables[0]}", tables[1], why]
    # Only the values of single heaps can prove a period, and they are computed fast.
    if feature(rules, "grundy_values") and expression(template) == "(x,)":
        place, proof = "", ", rules"
    else:
        place, proof = f", {place}", ""
    return [
        game,
        f'values = nimtwist.sequence(rules, {size}{place})\nprint("Grundy values:", *values)\n'
        f'print("Period:", nimtwist.period(values{proof}))',
        why,
    ]


def csv_file(values: Sequence[Any]) -> str:
    r"""Return a sequence or a grid of values as CSV, with coordinates from 0.

    >>> csv_file([0, 1, 2]), csv_file([["P", "N"], ["N", "P"]])
    ('x,value\n0,0\n1,1\n2,2\n', 'x\\y,0,1\n0,P,N\n1,N,P\n')
    """
    is_grid = bool(values) and isinstance(values[0], list)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([r"x\y", *range(len(values[0]))] if is_grid else ["x", "value"])
    writer.writerows([x, *value] if is_grid else [x, value] for x, value in enumerate(values))
    return text.getvalue()


# --- CGSuite -------------------------------------------------------------------------------------


def cgscript(form: str, text: str) -> str | None:
    """Return commands for a worksheet of CGSuite 2, or `None` if it has no class for the game.

    Heap games are translated to the codes of its class `TakeAndBreak`, in which "!" means that
    heaps must differ in size; games with vectors must have two heaps.

    Raises:
        ValueError: if the game is invalid.

    >>> print(cgscript("break", "0: 2 different"))
    // Enter these lines in a worksheet of CGSuite 2, one by one.
    R := game.heap.TakeAndBreak("4!.0")
    R.NimValueSequence(100)
    R.CheckPeriodicity(1000)
    <BLANKLINE>
    """
    # Don't run the reader's code in vain.
    rules = None if form == "code" else read_game(form, text)
    if isinstance(rules, _HEAP_GAMES):
        code = rules.code if isinstance(rules, Octal) else _cgsuite_code(rules)
        ruleset = f'TakeAndBreak("{code}")'
        commands = ["R.NimValueSequence(100)", "R.CheckPeriodicity(1000)"]
    elif isinstance(rules, Vectors) and len((rules.once or rules.repeated)[0]) == 2:
        sets = [_cgsuite_set(vector, "1") for vector in rules.once]
        sets += [_cgsuite_set(vector, "m + n") for vector in rules.repeated]
        ruleset = f"FunctionalCoordinateRuleset((m, n) -> {' Union '.join(sets)})"
        commands = ["R.NimValueTable(11, 11)"]
    else:
        return None
    first = "// Enter these lines in a worksheet of CGSuite 2, one by one."
    return "\n".join([first, f"R := game.heap.{ruleset}", *commands, ""])


def _cgsuite_code(rules: Subtraction | TakeAndBreak) -> str:
    """Return a game's code: the k-th digit is the sum of 2^h for all h heaps that may be left."""
    masks = {taken: sum(1 << count for count in counts) for taken, counts in rules.moves}
    digits = []
    for taken in range(max(*masks, 1) + 1):
        mask = masks.get(taken, 0)
        digit = "0123456789ABCDEF"[mask] if mask < 16 else f"&{mask};"
        digits.append(f"{digit}!" if mask and rules.different else digit)
    return f"{digits[0]}.{''.join(digits[1:])}"


def _cgsuite_set(vector: tuple[int, ...], most: str) -> str:
    """Return the options obtained by subtracting a vector k times from (m, n), 1 ≤ k ≤ `most`."""
    times = [f"{entry}*k" if entry > 1 else "k" for entry in vector]
    terms = list(zip("mn", times, vector))
    option = ", ".join(f"{name} - {part}" if entry else name for name, part, entry in terms)
    legal = " and ".join(f"{part} <= {name}" for name, part, entry in terms if entry)
    return f"setof(({option}) for k from 1 to {most} where {legal})"
