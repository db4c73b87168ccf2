"""Tools that generate code for readers to change and run, so that they can check a claim."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Mapping
from textwrap import dedent, indent
from types import FunctionType
from typing import Any

from nimbook.ledger import Case, Checker, Claim, Run

__all__ = ["check_code", "tally"]

# Helpers with more lines than this are imported instead of being copied.
_MAX_HELPER_LINES = 24


def tally(cases: Iterable[Case], stop: bool = False) -> str:
    """Summarize a checker's cases: how many there are, how many fail, and the first three that do.

    With `stop=True`, stop at the first failure, which is enough to refute a false variant.

    >>> tally(Case(f"{n} is even", True, n % 2 == 0) for n in (2, 3, 4))
    '3 cases, 1 fails: 3 is even: false'
    >>> tally([Case("2 + 2", 4, 4)])
    '1 case, none fails'
    """
    count, failures = 0, []
    for case in cases:
        count += 1
        if case.fails:
            failures.append(str(case))
            if stop:
                break
    cases_ = f"{count:,} case{'' if count == 1 else 's'}"
    if not failures:
        return f"{cases_}, none fails"
    fail = "fails" if len(failures) == 1 else "fail"
    return f"{cases_}, {len(failures):,} {fail}: {'; '.join(failures[:3])}"


def check_code(claim: Claim) -> str:
    """Return code that checks a claim, its repair and its controls in the quick scope.

    The code includes the source of the checker and its short helpers, and imports everything else.

    >>> from nimbook.claims import LEDGER
    >>> code = check_code(LEDGER["mum.lemma-4.2"])
    >>> for line in code.splitlines()[-4:]:
    ...     print(line)
    # The claim
    print(tally(single_heaps(most=15, largest=40)))
    # Wrong on purpose: it is x
    print(tally(single_heaps(most=15, largest=40, reduced=False), stop=True))
    """
    checker = claim.checker
    module = vars(sys.modules[checker.__module__])
    used: set[str] = set()
    calls = []
    for run in claim.runs("quick"):
        items = run.arguments.items()
        rendered = [f"{name}={_render(value, module, used)}" for name, value in items]
        joined = ", ".join(rendered)
        if len(joined) > 70:
            joined = "\n" + indent(",\n".join(rendered) + ",", "    ") + "\n"
        stop = ", stop=True" if run.control else ""
        calls.append(f"# {_title(run)}\nprint(tally({checker.__name__}({joined}){stop}))")
    sources, imported = _sources(checker, module, used)
    names = ", ".join(sorted(imported))
    imports = f"from {checker.__module__} import {names}\n" if names else ""
    if len(imports) > 88:
        imports = f"from {checker.__module__} import (\n    {names},\n)\n".replace(", ", ",\n    ")
    header = f"from __future__ import annotations\n\n{imports}from nimbook.rerun import tally\n"
    return "\n\n".join([header, *(f"{source}\n" for source in sources), "\n".join(calls)])


def _sources(
    checker: Checker, module: Mapping[str, Any], used: set[str]
) -> tuple[list[str], set[str]]:
    """Return the source of a checker and of its short helpers, and the names to import."""
    sources: dict[str, str] = {}
    imported, todo = set[str](), [*sorted(used), checker.__name__]
    while todo:
        name = todo.pop()
        if name in sources or name in imported or name == "annotations":
            continue
        helper = inspect.unwrap(module[name]) if callable(module[name]) else None
        is_ours = inspect.isfunction(helper) and helper.__module__ == checker.__module__
        source = dedent(inspect.getsource(helper)) if is_ours and helper else ""
        lines = source.splitlines()
        if not source or (name != checker.__name__ and len(lines) > _MAX_HELPER_LINES):
            imported.add(name)
            continue
        [function] = ast.parse(source).body
        assert isinstance(function, ast.FunctionDef)
        # Drop `@CLAIMS.of(...)`, which would register the claim again, but keep `@cache`.
        decorators = [each for each in function.decorator_list if isinstance(each, ast.Name)]
        function.decorator_list = list[ast.expr](decorators)
        lines = lines[min([function.lineno, *(each.lineno for each in decorators)]) - 1 :]
        sources[name] = "\n".join(lines).rstrip()
        todo += sorted(_globals(function) & module.keys())
    return [sources.pop(name) for name in [*sources][::-1]], imported


def _title(run: Run) -> str:
    """Return the comment that introduces a run."""
    if run.control:
        title = f"Wrong on purpose: {run.statement}"
    elif not run.claim.repair:
        title = "The claim"
    elif run.statement == run.claim.repair.statement:
        title = f"Repaired: {run.statement}"
    else:
        title = "As printed"
    return " ".join(title.split())


def _globals(function: ast.FunctionDef) -> set[str]:
    """Return the global names that a function uses outside annotations."""
    for node in ast.walk(function):
        for field in {"annotation", "returns"} & {*node._fields}:
            setattr(node, field, None)
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    local = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    local |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return {name.id for name in names} - local


def _render(value: object, module: Mapping[str, Any], used: set[str]) -> str:
    """Return an argument as code; add to `used` the names from the module that the code needs."""
    text = getattr(value, "__qualname__", None) or repr(value)
    if isinstance(value, FunctionType) and value.__name__ == "<lambda>":
        text = _lambda_source(value)
    try:
        if value == eval(text, dict(module)) or text.startswith("lambda"):
            names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
            used |= names & module.keys()
            return text
    except (SyntaxError, NameError, TypeError, AttributeError):
        pass  # `text` cannot be evaluated, but the module may have a name for the object
    for name, candidate in module.items():
        if candidate is value:
            used.add(name)
            return name
    raise ValueError(f"cannot write {text} as code")


def _lambda_source(function: FunctionType) -> str:
    """Return the source of a lambda; no other lambda may begin on the same line."""
    line, module = function.__code__.co_firstlineno, sys.modules[function.__module__]
    nodes = ast.walk(ast.parse(inspect.getsource(module)))
    [node] = [node for node in nodes if isinstance(node, ast.Lambda) and node.lineno == line]
    return ast.unparse(node)
