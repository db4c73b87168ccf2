"""Tools for checking that an atlas file is correct, including all of its certificates."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nimtwist.atlas import driver
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.families import read_family, show_family
from nimtwist.atlas.staircase import Staircase, counts
from nimtwist.atlas.table import Atlas, Line, line, read
from nimtwist.checks import file_name, short_repr
from nimtwist.games.blocking import BlockingNim
from nimtwist.processes import as_done

__all__ = ["Report", "check", "summary"]

_CHUNK = 32  # games per task


@dataclass(frozen=True)
class Report:
    """The result of checking a file: the number of certificates, and a sentence for each fault.

    >>> print(Report(3, ()))
    3 certificates, all valid
    """

    certificates: int
    faults: tuple[str, ...]

    def __str__(self) -> str:
        count = "1 certificate" if self.certificates == 1 else f"{self.certificates:,} certificates"
        if self.faults:
            return f"{count}, {len(self.faults):,} wrong"
        return f"{count}, all valid" if self.certificates != 1 else f"{count}, valid"


def check(
    path: str | os.PathLike[str],
    executor: Executor,
    progress: driver.Progress = lambda done, total: None,
) -> Report:
    """Check every line of an atlas, or the certificate in a JSON file with one game.

    A JSON file has the form `{"modulus": 4, "restrictions": [[1, 3], [2]], "certificate": {...}}`.

    Args:
        path: the atlas or the JSON file.
        executor: the executor that runs the checks.
        progress: called with the number of games checked so far and the total number of games.

    Raises:
        ValueError: if an argument is invalid, or the file cannot be read.
    """
    single = _single(file_name(path))
    if single is not None:
        wrong = flaw(*single)
        return Report(1, (f"{_name(single[0])}: {wrong}",) if wrong else ())
    atlas = read(path)
    chunks = [atlas.lines[i : i + _CHUNK] for i in range(0, len(atlas.lines), _CHUNK)]
    tasks = [(chunk, atlas.size) for chunk in chunks]
    by_chunk, done = dict[int, list[str]](), 0
    for i, faults in as_done(executor, _faults, tasks):
        by_chunk[i], done = faults, done + len(chunks[i])
        progress(done, len(atlas.lines))
    certificates = sum(1 for each in atlas.lines if each["row"] is not None)
    return Report(certificates, tuple(fault for i in sorted(by_chunk) for fault in by_chunk[i]))


def summary(atlas: Atlas) -> str:
    """Return a one-line summary of an atlas: the numbers of its games, patterns and classes.

    >>> summary(Atlas((1,), 8, None, None, [line(BlockingNim(1, [[]]), "", 1, 8, 8, None)]))
    '1 game, 1 pattern, 0 with a certificate: boxes 1'
    """
    games = len(atlas.lines)
    patterns = len({(line["modulus"], line["pattern"]) for line in atlas.lines})
    proved = sum(1 for line in atlas.lines if line["row"] is not None)
    kinds = Counter(line["class"] for line in atlas.lines)
    return (
        f"{games:,} {'game' if games == 1 else 'games'}, "
        f"{patterns:,} {'pattern' if patterns == 1 else 'patterns'}, "
        f"{proved:,} with a certificate: "
        + ", ".join(f"{name} {count:,}" for name, count in kinds.most_common())
    )


def _faults(lines: Sequence[Line], size: int) -> list[str]:
    """Check some lines of an atlas; return a sentence for each faulty line."""
    games = [read_family(each["modulus"], each["antichain"]) for each in lines]
    faults = [_fault(rules, each, size) for rules, each in zip(games, lines)]
    return [f"{_name(rules)}: {fault}" for rules, fault in zip(games, faults) if fault]


def _fault(rules: BlockingNim, each: Line, size: int) -> str | None:
    proof: Certificate | Staircase | None = None
    if each["staircase"] is not None:
        proof = Staircase.read(each["staircase"])
        if wrong := counting_flaw(rules, proof):
            return wrong
        if not counts(proof):
            return "the staircase does not count"
    elif each["certificate"] is not None:
        proof = Certificate.read(each["certificate"])
        if wrong := flaw(rules, proof):
            return wrong
    pattern, good = driver.pattern(rules, size)
    expected = line(rules, pattern, each["games"], good, size, proof)
    for name, value in expected.items():
        if each[name] != value:
            return f"column {name!r} must be {short_repr(value)}, not {short_repr(each[name])}"
    return None


def _single(path: str) -> tuple[BlockingNim, Certificate] | None:
    """Return the game and the certificate in a JSON file, or `None` if the file is not JSON."""
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise ValueError(f"{short_repr(path)} cannot be read: {error.strerror}") from None
    if not text.startswith(b"{"):
        return None
    try:
        data: Any = json.loads(text)
        keys = ("modulus", "restrictions", "certificate")
        modulus, restrictions, proof = (data.pop(name) for name in keys)
        if data:
            raise KeyError
    except (KeyError, ValueError, RecursionError):
        raise ValueError(
            f"{short_repr(path)} is not a JSON object with modulus, restrictions and "
            "certificate, or was cut short"
        ) from None
    rules = BlockingNim(modulus, restrictions)
    return read_family(modulus, show_family(rules)), Certificate.read(json.dumps(proof))


def _name(rules: BlockingNim) -> str:
    return f"modulo {rules.modulus}, {show_family(rules)}"
