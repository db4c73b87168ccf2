"""The check of a file: is every certificate in it a proof, and is what stands beside it right?"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nimtwist._checks import file_name, short_repr
from nimtwist._processes import as_done
from nimtwist.atlas import driver
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.families import read_family, show_family
from nimtwist.atlas.staircase import Staircase, counts
from nimtwist.atlas.table import Atlas, Line, line, read
from nimtwist.games.blocking import BlockingNim

__all__ = ["Checked", "check", "summary"]

_CHUNK = 32  # games


@dataclass(frozen=True)
class Checked:
    """What the check of a file has found: how many certificates it has, and what is wrong.

    >>> print(Checked(3, ()))
    3 certificates, all of them proofs
    """

    certificates: int
    faults: tuple[str, ...]

    def __str__(self) -> str:
        said = "1 certificate" if self.certificates == 1 else f"{self.certificates:,} certificates"
        if self.faults:
            return f"{said}, {len(self.faults):,} found wrong"
        return f"{said}, all of them proofs" if self.certificates != 1 else f"{said}, a proof"


def check(
    path: str | os.PathLike[str],
    executor: Executor,
    progress: driver.Progress = lambda done, total: None,
) -> Checked:
    """Check every certificate of an atlas, or that of a JSON file with one game.

    Such a file is `{"modulus": 4, "restrictions": [[1, 3], [2]], "certificate": {...}}`.

    Args:
        path: the file.
        executor: what the work is left to.
        progress: called with the number of games done and that of all games.

    Raises:
        ValueError: if an argument is anything else, or the file cannot be read.
    """
    single = _single(file_name(path))
    if single is not None:
        wrong = flaw(*single)
        return Checked(1, (f"{_name(single[0])}: {wrong}",) if wrong else ())
    atlas = read(path)
    chunks = [atlas.lines[i : i + _CHUNK] for i in range(0, len(atlas.lines), _CHUNK)]
    tasks = [(chunk, atlas.size) for chunk in chunks]
    found, done = dict[int, list[str]](), 0
    for i, faults in as_done(executor, _faults, tasks):
        found[i], done = faults, done + len(chunks[i])
        progress(done, len(atlas.lines))
    with_one = sum(1 for each in atlas.lines if each["row"] is not None)
    return Checked(with_one, tuple(fault for i in sorted(found) for fault in found[i]))


def summary(atlas: Atlas) -> str:
    """Return in a few words how many games an atlas has, and of which classes.

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
    """Return what is wrong with lines of an atlas, a sentence for each line that is wrong."""
    rules = [read_family(each["modulus"], each["antichain"]) for each in lines]
    found = [_fault(game, each, size) for game, each in zip(rules, lines)]
    return [f"{_name(game)}: {fault}" for game, fault in zip(rules, found) if fault]


def _fault(rules: BlockingNim, each: Line, size: int) -> str | None:
    certificate: Certificate | Staircase | None = None
    if each["staircase"] is not None:
        certificate = Staircase.read(each["staircase"])
        if wrong := counting_flaw(rules, certificate):
            return wrong
        if not counts(certificate):
            return "the staircase does not count"
    elif each["certificate"] is not None:
        certificate = Certificate.read(each["certificate"])
        if wrong := flaw(rules, certificate):
            return wrong
    pattern, good = driver.pattern(rules, size)
    right = line(rules, pattern, each["games"], good, size, certificate)
    for name, value in right.items():
        if each[name] != value:
            return f"the {name} is {short_repr(value)}, not {short_repr(each[name])}"
    return None


def _single(path: str) -> tuple[BlockingNim, Certificate] | None:
    """Return the game and the certificate of a JSON file; `None` if it is another file."""
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise ValueError(f"{short_repr(path)} cannot be read: {error.strerror}") from None
    if not text.startswith(b"{"):
        return None
    try:
        said: Any = json.loads(text)
        wanted = ("modulus", "restrictions", "certificate")
        modulus, restrictions, proof = (said.pop(name) for name in wanted)
        if said:
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
