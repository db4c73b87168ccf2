"""The driver: an atlas of all games of a modulus, made by as many processes as there are.

The games are grouped by their patterns; for the first game of each group a certificate is looked
for, and checked for every other one. What is found for a group is kept in a folder beside the file
to be made, until that is complete: a run that was interrupted goes on from there. The file has the
same bytes whatever the executor, and however often a run was interrupted.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from nimtwist._checks import check_integer, file_name, short_repr
from nimtwist._processes import as_done
from nimtwist.atlas import (
    _steps,
    certificate,
    checker,
    counting_search,
    families,
    rows,
    search,
)
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.counting_search import find_recurrence, find_staircase
from nimtwist.atlas.families import LARGEST_MODULUS, code_of, rules_of
from nimtwist.atlas.staircase import Staircase, counts
from nimtwist.atlas.table import FORMAT, Atlas, digest, line, read, write
from nimtwist.games.blocking import BlockingNim

__all__ = ["LIMIT", "certificate_of", "pattern", "run", "search_again"]

LIMIT = 3000
"""So many rows of a game are searched for a certificate, if no other limit is given."""

_FURTHER = 7  # times as many rows, if only what is not settled in them is computed
_FAR = 100  # times as many, for games in which nothing else is found

_LARGEST_SIZE = 1 << 12
_LARGEST_LIMIT = 1 << 16
_LISTED = 5  # of larger moduli there are too many games to have a line each
_DIGITS = bytes.maketrans(b"\0\1", b"01")

Proofs = list[str | None]
"""The texts of the certificates of the games of a group."""

Progress = Callable[[int, int], object]


def run(
    modulus: int | Sequence[int],
    size: int,
    out: str | os.PathLike[str],
    executor: Executor,
    certify: bool = False,
    limit: int = LIMIT,
    most: int | None = None,
    progress: Progress = lambda done, total: None,
) -> Atlas:
    """Make the atlas of a modulus, or of several in one file, and return what it says.

    Args:
        modulus: an integer from 1 to 6, or several.
        size: two games have the same pattern if the same pairs of heaps below it are good.
        out: the file. If it exists, it must be an atlas, and is replaced by the new one.
        executor: what the search for certificates is left to.
        certify: whether to look for certificates.
        limit: how many rows of a game to search.
        most: take only so many patterns of each modulus, those that most games have, and of each
            its first game. Modulo 6 it must be given.
        progress: called with the number of patterns done and that of all patterns.

    Raises:
        ValueError: if an argument is anything else, if `out` is a file that is no atlas, or if what
            is kept beside it is of a run with other arguments.
        OSError: if the file cannot be written.
    """
    moduli = _moduli(modulus)
    size = check_integer(size, "the size of the patterns", 1, _LARGEST_SIZE)
    limit = check_integer(limit, "the number of rows to search", 1, _LARGEST_LIMIT)
    if most is not None:
        most = check_integer(most, "the number of patterns", least=1)
    elif moduli[-1] > _LISTED:
        raise ValueError(
            f"there are too many games modulo {moduli[-1]} for a line each: say how many patterns "
            "to take at most"
        )
    out = Path(file_name(out))
    _check_place(out)
    groups = [group for each in moduli for group in _groups(each, size, most)]
    proofs: list[Proofs] = [[None] * len(group.codes) for group in groups]
    parts = None
    if certify:
        parts = _Parts(out, moduli, size, limit, most)
        proofs = _all_proofs(groups, limit, parts, executor, progress)
    lines = [
        line(rules_of(group.modulus, code), group.pattern, group.games, group.good, size, proof)
        for group, texts in zip(groups, proofs)
        for code, text in zip(group.codes, texts)
        for proof in [None if text is None else Certificate.read(text)]
    ]
    lines.sort(key=lambda each: (each["modulus"], code_of(_rules(each))))
    atlas = Atlas(moduli, size, limit if certify else None, most, lines)
    write(out, atlas)
    if parts:
        parts.remove()
    return atlas


def search_again(
    path: str | os.PathLike[str],
    limit: int,
    progress: Progress = lambda done, total: None,
) -> Atlas:
    """Search the unexplained games of an atlas for other proofs, and write the file again.

    Args:
        path: the file.
        limit: how many rows of a game to search for a staircase; 100 times as many are searched
            for an edge that comes again, which makes a certificate.
        progress: called with the number of games done and that of all unexplained games.

    Raises:
        ValueError: if an argument is anything else, or the file cannot be read.
        OSError: if the file cannot be written.
    """
    limit = check_integer(limit, "the number of rows to search", 1, _LARGEST_LIMIT)
    atlas = read(path)
    lines, found = list(atlas.lines), list[Staircase]()
    unexplained = [i for i, each in enumerate(lines) if each["class"] == "unexplained"]
    for done, i in enumerate(unexplained, 1):
        each = lines[i]
        rules = _rules(each)
        # Several games have the same staircase.
        proof: Certificate | Staircase | None
        proof = next((old for old in found if not counting_flaw(rules, old)), None)
        if proof is None:
            proof = _proof_of(rules, limit)
            if isinstance(proof, Staircase):
                found.append(proof)
        lines[i] = line(rules, each["pattern"], each["games"], each["good"], atlas.size, proof)
        progress(done, len(unexplained))
    atlas = replace(atlas, lines=lines)
    write(path, atlas)
    return atlas


def _proof_of(rules: BlockingNim, limit: int) -> Certificate | Staircase | None:
    """Return a proof of a game that has no certificate within its first rows, if one is found."""
    staircase = find_staircase(rules, limit)
    if staircase and not counting_flaw(rules, staircase) and counts(staircase):
        return staircase
    found = find_recurrence(rules, _FAR * limit)
    return found if found and not checker.flaw(rules, found) else None


def _proofs_of(modulus: int, codes: Sequence[int], limit: int) -> Proofs:
    """Return the texts of certificates for a group of games, which are given by their codes.

    A certificate of one game is checked for every other game of the group; where it is none, the
    game is searched by itself.
    """
    found, proofs = list[Certificate](), Proofs()
    for code in codes:
        rules = rules_of(modulus, code)
        proof = next((old for old in found if not checker.flaw(rules, old)), None)
        if not proof:
            proof = certificate_of(rules, limit)
            if proof and not checker.flaw(rules, proof):
                found.append(proof)
            else:
                proof = None
        proofs.append(proof.text() if proof else None)
    return proofs


def certificate_of(rules: BlockingNim, limit: int = LIMIT) -> Certificate | None:
    """Return a certificate of a game as the atlas has it; `None` if none is found.

    The first `limit` rows are searched, and then 7 times as many for an edge that comes again.

    Raises:
        ValueError: as for `nimtwist.atlas.search.find`.

    >>> certificate_of(BlockingNim(1, [[]])).text()  # Nim
    '{"row":4,"period":1,"word":[["1",4,1]],"tail":"0"}'
    """
    return search.find(rules, limit) or find_recurrence(rules, _FURTHER * limit)


# --- Which games ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Group:
    """Games with the same pattern; `games` of them, and the codes of those that get a line."""

    modulus: int
    pattern: str
    good: int
    games: int
    codes: tuple[int, ...]


def pattern(rules: BlockingNim, size: int) -> tuple[str, int]:
    """Return a hash of the good pairs of heaps below `size`, and how many they are.

    They are those of `nimtwist.atlas.bulk.patterns`, for one game and without NumPy.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, or the size is not a
            integer from 1 to 4096.

    >>> pattern(BlockingNim(1, [[]]), 4)  # Nim
    ('8f3aa06792b5d38a0b68412128d04a28', 4)
    """
    code, modulus = code_of(rules), rules.modulus
    size = check_integer(size, "the size of the patterns", 1, _LARGEST_SIZE)
    top, full = modulus - 1, (1 << modulus) - 1
    turned = [(state << 1 | state >> top) & full for state in range(full + 1)]
    states, bits, good = [0] * size, bytearray(), 0
    for y in range(size):
        column = 0
        for x in range(y + 1):
            found = code >> (column | states[x]) & 1
            column, states[x] = turned[column] | found, turned[states[x]] | found
            bits.append(found)
        states[y] = column  # by symmetry
        good += 2 * sum(bits[-y - 1 :]) - found
    packed = int(bits[::-1].translate(_DIGITS), 2).to_bytes(-(-len(bits) // 64) * 8, "little")
    return blake2b(packed, digest_size=16).hexdigest(), good


def _groups(modulus: int, size: int, most: int | None) -> list[_Group]:
    """Return the groups in the order of their first codes; or the `most` that most games are in."""
    import numpy as np

    from nimtwist.atlas import bulk  # processes that search do not need it

    codes = bulk.codes(modulus)
    same = bulk.distinct(modulus, codes, size)
    firsts = same.representatives
    names = bulk.patterns(modulus, codes[firsts], size).texts()
    members = np.split(codes[np.argsort(same.first, kind="stable")], same.sizes.cumsum()[:-1])
    groups = [
        _Group(modulus, name, good, len(each), tuple((each if most is None else each[:1]).tolist()))
        for name, good, each in zip(names, same.good[firsts].tolist(), members)
    ]
    return groups if most is None else sorted(groups, key=lambda group: -group.games)[:most]


def _moduli(modulus: int | Sequence[int]) -> tuple[int, ...]:
    several = modulus if isinstance(modulus, Sequence | range) else (modulus,)
    moduli = sorted(
        {check_integer(n, "the modulus of an atlas", 1, LARGEST_MODULUS) for n in several}
    )
    if not moduli:
        raise ValueError(f"an atlas has at least one modulus, not {short_repr(modulus)}")
    return tuple(moduli)


def _rules(line: dict[str, Any]) -> BlockingNim:
    return families.read_family(line["modulus"], line["antichain"])


def _check_place(out: Path) -> None:
    if not out.parent.is_dir():
        raise ValueError(f"there is no folder {short_repr(str(out.parent))} to write a file in")
    if out.is_dir():
        raise ValueError(f"{short_repr(str(out))} is a folder, not a file")
    if out.exists():
        try:
            read(out)
        except ValueError as error:
            raise ValueError(f"{error}; it is left as it is") from None


# --- Group by group ------------------------------------------------------------------------------


def _all_proofs(
    groups: list[_Group],
    limit: int,
    parts: _Parts,
    executor: Executor,
    progress: Progress,
) -> list[Proofs]:
    kept = {i: parts.read(i) for i in range(len(groups))}
    proofs = {i: found for i, found in kept.items() if found is not None}
    progress(len(proofs), len(groups))
    left = [i for i in range(len(groups)) if i not in proofs]
    tasks = [(groups[i].modulus, groups[i].codes, limit) for i in left]
    for done, found in as_done(executor, _proofs_of, tasks):
        proofs[left[done]] = found
        parts.write(left[done], found)
        progress(len(proofs), len(groups))
    return [proofs[i] for i in range(len(groups))]


class _Parts:
    """What groups have given, in a folder beside the file: a file for each, and one for all.

    The one for all says what the parts are parts of. A part is not there, or there as a whole.
    """

    def __init__(self, out: Path, *job: object) -> None:
        self._folder = out.with_name(f"{out.name}.parts")
        name = short_repr(str(self._folder))
        said = json.dumps([FORMAT, _code(), *job])
        about = self._folder / "job.json"
        if not about.exists():
            if self._folder.exists() and any(self._folder.iterdir()):
                raise ValueError(f"{name} is in the way: it holds no parts of an atlas")
            self._folder.mkdir(exist_ok=True)
            _put(about, said)
        elif about.read_bytes() != said.encode():
            raise ValueError(
                f"{name} holds parts of another atlas, or of another version: "
                "finish that one, or remove the folder"
            )

    def read(self, number: int) -> Proofs | None:
        """Return what is known of a group."""
        try:
            kept = json.loads(self._path(number).read_bytes())
            proofs: Proofs = kept["proofs"]
            if kept["digest"] == digest(json.dumps(proofs)):
                return proofs
        except (OSError, TypeError, ValueError, KeyError, RecursionError):
            pass  # it is found again
        return None

    def write(self, number: int, proofs: Proofs) -> None:
        """Keep what was found for a group."""
        kept = {"digest": digest(json.dumps(proofs)), "proofs": proofs}
        _put(self._path(number), json.dumps(kept))

    def remove(self) -> None:
        """Remove the folder, and of what is in it what was put there."""
        for file in [*self._folder.glob("part-*.json*"), *self._folder.glob("job.json*")]:
            file.unlink()
        with suppress(OSError):  # it holds something else
            self._folder.rmdir()

    def _path(self, number: int) -> Path:
        return self._folder / f"part-{number:05}.json"


def _put(path: Path, text: str) -> None:
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(text.encode())
    os.replace(new, path)


def _code() -> str:
    """Return a digest of the code on which it depends what is found."""
    ours = (_steps, certificate, checker, counting_search, families, rows, search)
    modules = (*ours, sys.modules[__name__])
    return digest("".join(Path(str(m.__file__)).read_text("utf8") for m in modules))
