"""The driver, which makes an atlas of the games with given moduli in one or more processes.

The games are grouped by their patterns. The driver searches for a certificate for the first game of
each group, and then checks whether this certificate also holds for the other games of the group.
The results of a group are saved in a log next to the output file until the file is complete, so
that an interrupted run can resume. Neither the executor nor any interruptions affect the contents
of the file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from nimtwist._files import Log, locked
from nimtwist.atlas import (
    _steps,
    certificate,
    checker,
    counting,
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
from nimtwist.checks import check_integer, file_name, short_repr
from nimtwist.games.blocking import BlockingNim
from nimtwist.processes import as_done

__all__ = ["LIMIT", "certificate_of", "pattern", "run", "search_again"]

LIMIT = 3000
"""The default number of rows of a game to search for a certificate."""

# Searches that compute only the edges of rows cover `limit` times this many rows.
_EDGE_FACTOR = 7
_LAST_RESORT_FACTOR = 100  # the factor to use instead if no other search finds a proof

_MAX_SIZE = 1 << 12
_MAX_LIMIT = 1 << 16
_MAX_LISTED = 5  # larger moduli have too many games to list them all
_DIGITS = bytes.maketrans(b"\0\1", b"01")

Proofs = list[str | None]
"""The texts of the certificates of the games in a group."""

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
    """Make the atlas for one or more moduli, write it to a file, and return it.

    Args:
        modulus: an integer from 1 to 6, or a sequence of them.
        size: two games have the same pattern if they have the same good pairs of heaps below this
            size.
        out: the output file. If it exists, it must be an atlas, and it is replaced.
        executor: the executor that runs the searches for certificates.
        certify: whether to search for certificates.
        limit: the number of rows to search in each game.
        most: if given, only this many patterns are taken for each modulus, starting with those
            shared by the most games, and only the first game with each pattern is listed. By
            default, all games are listed; modulus 6 has too many games, so it requires `most`.
        progress: called with the number of finished patterns and the number of all patterns.

    Raises:
        ValueError: if an argument is invalid, if `out` is a file that is not an atlas, if
            another process is writing it, or if the log next to it belongs to a run with different
            arguments.
        OSError: if the file cannot be written.
    """
    moduli = _moduli(modulus)
    size = check_integer(size, "the size of the patterns", 1, _MAX_SIZE)
    limit = check_integer(limit, "the number of rows to search", 1, _MAX_LIMIT)
    if most is not None:
        most = check_integer(most, "the number of patterns", minimum=1)
    elif moduli[-1] > _MAX_LISTED:
        raise ValueError(
            f"there are too many games modulo {moduli[-1]} for a line each: limit the number of "
            "patterns"
        )
    out = Path(file_name(out))
    _check_output(out)
    with locked(str(out), wait=False):
        groups = [group for each in moduli for group in _groups(each, size, most)]
        proofs: list[Proofs] = [[None] * len(group.codes) for group in groups]
        log = None
        if certify:
            job = [FORMAT, _code(), moduli, size, limit, most]
            log = Log(out.with_name(f"{out.name}.log"), job)
            proofs = _all_proofs(groups, limit, log, executor, progress)
        lines = [
            line(rules_of(group.modulus, code), group.pattern, group.games, group.good, size, proof)
            for group, texts in zip(groups, proofs)
            for code, text in zip(group.codes, texts)
            for proof in [None if text is None else Certificate.read(text)]
        ]
        lines.sort(key=lambda each: (each["modulus"], code_of(_rules(each))))
        atlas = Atlas(moduli, size, limit if certify else None, most, lines)
        write(out, atlas)
        if log:
            log.remove()
        return atlas


def search_again(
    path: str | os.PathLike[str],
    limit: int,
    progress: Progress = lambda done, total: None,
) -> Atlas:
    """Search the unexplained games in an atlas for other kinds of proof, and rewrite the file.

    Args:
        path: the file with the atlas.
        limit: the number of rows of each game to search for a staircase. If none is found, 100
            times as many rows are searched for a recurring edge, which gives a certificate.
        progress: called with the number of finished games and the number of all unexplained games.

    Raises:
        ValueError: if an argument is invalid, if the file cannot be read, or if another
            process is writing it.
        OSError: if the file cannot be written.
    """
    limit = check_integer(limit, "the number of rows to search", 1, _MAX_LIMIT)
    with locked(file_name(path), wait=False):
        atlas = read(path)
        lines, staircases = list(atlas.lines), list[Staircase]()
        unexplained = [i for i, each in enumerate(lines) if each["class"] == "unexplained"]
        for done, i in enumerate(unexplained, 1):
            each = lines[i]
            rules = _rules(each)
            # A staircase found for an earlier game may also hold for this one.
            proof: Certificate | Staircase | None
            proof = next((old for old in staircases if not counting_flaw(rules, old)), None)
            if proof is None:
                proof = _proof_of(rules, limit)
                if isinstance(proof, Staircase):
                    staircases.append(proof)
            lines[i] = line(rules, each["pattern"], each["games"], each["good"], atlas.size, proof)
            progress(done, len(unexplained))
        atlas = replace(atlas, lines=lines)
        write(path, atlas)
        return atlas


def _proof_of(rules: BlockingNim, limit: int) -> Certificate | Staircase | None:
    """Search an unexplained game further; return a proof, or `None` if none is found."""
    staircase = find_staircase(rules, limit)
    if staircase and not counting_flaw(rules, staircase) and counts(staircase):
        return staircase
    proof = find_recurrence(rules, _LAST_RESORT_FACTOR * limit)
    return proof if proof and not checker.flaw(rules, proof) else None


def _proofs_of(modulus: int, codes: Sequence[int], limit: int) -> Proofs:
    """Return the texts of certificates for a group of games, given by their codes.

    A certificate found for one game is also checked for the other games of the group; a game for
    which it fails is searched separately.
    """
    certificates, proofs = list[Certificate](), Proofs()
    for code in codes:
        rules = rules_of(modulus, code)
        proof = next((old for old in certificates if not checker.flaw(rules, old)), None)
        if not proof:
            proof = certificate_of(rules, limit)
            if proof and not checker.flaw(rules, proof):
                certificates.append(proof)
            else:
                proof = None
        proofs.append(proof.text() if proof else None)
    return proofs


def certificate_of(rules: BlockingNim, limit: int = LIMIT) -> Certificate | None:
    """Search for a certificate in the same way as `run`; return `None` if none is found.

    If the usual search of the first `limit` rows finds none, 7 times as many rows are searched for
    a recurring edge.

    Raises:
        ValueError: as for `nimtwist.atlas.search.find`.

    >>> certificate_of(BlockingNim(1, [[]])).text()  # Nim
    '{"row":4,"period":1,"word":[["1",4,1]],"tail":"0"}'
    """
    return search.find(rules, limit) or find_recurrence(rules, _EDGE_FACTOR * limit)


# --- Groups of games -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Group:
    """The games that share a pattern: their number, and the codes of those listed in the atlas."""

    modulus: int
    pattern: str
    good: int
    games: int
    codes: tuple[int, ...]


def pattern(rules: BlockingNim, size: int) -> tuple[str, int]:
    """Return a hash of a game's good pairs of heaps below `size`, and the number of these pairs.

    The hash is the 128-bit BLAKE2b digest of the good pairs x ≤ y: the pair (x, y) is bit
    y(y + 1)/2 + x of a little-endian integer of whole 64-bit words. So patterns of the same size
    can be compared across moduli.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, or `size` is not an
            integer from 1 to 4096.

    >>> pattern(BlockingNim(1, [[]]), 4)  # Nim
    ('8f3aa06792b5d38a0b68412128d04a28', 4)
    """
    code, modulus = code_of(rules), rules.modulus
    size = check_integer(size, "the size of the patterns", 1, _MAX_SIZE)
    top, full = modulus - 1, (1 << modulus) - 1
    rotated = [(state << 1 | state >> top) & full for state in range(full + 1)]
    states, bits, good = [0] * size, bytearray(), 0
    for y in range(size):
        column = 0
        for x in range(y + 1):
            is_good = code >> (column | states[x]) & 1
            column, states[x] = rotated[column] | is_good, rotated[states[x]] | is_good
            bits.append(is_good)
        states[y] = column  # equal heaps have equal states
        good += 2 * sum(bits[-y - 1 :]) - is_good
    packed = int(bits[::-1].translate(_DIGITS), 2).to_bytes(-(-len(bits) // 64) * 8, "little")
    return blake2b(packed, digest_size=16).hexdigest(), good


def _groups(modulus: int, size: int, most: int | None) -> list[_Group]:
    """Group the games with a given modulus by their patterns.

    If `most` is `None`, return all groups, in the order of their first codes. Otherwise return only
    the `most` groups with the most games, the largest group first.
    """
    from nimtwist.atlas import bulk  # imported only here, since workers do not need NumPy

    codes = bulk.codes(modulus)
    classes = bulk.distinct(modulus, codes, size).members
    if most is not None:
        classes = sorted(classes, key=lambda games: -len(games))[:most]
    groups = list[_Group]()
    for games in classes:
        listed = tuple(codes[games if most is None else games[:1]].tolist())
        name, good = pattern(rules_of(modulus, listed[0]), size)
        groups.append(_Group(modulus, name, good, len(games), listed))
    return groups


def _moduli(modulus: int | Sequence[int]) -> tuple[int, ...]:
    given = modulus if isinstance(modulus, Sequence | range) else (modulus,)
    moduli = sorted(
        {check_integer(n, "the modulus of an atlas", 1, LARGEST_MODULUS) for n in given}
    )
    if not moduli:
        raise ValueError(f"expected at least one modulus, got {short_repr(modulus)}")
    return tuple(moduli)


def _rules(line: dict[str, Any]) -> BlockingNim:
    return families.read_family(line["modulus"], line["antichain"])


def _check_output(out: Path) -> None:
    if not out.parent.is_dir():
        raise ValueError(f"no such folder: {short_repr(str(out.parent))}")
    if out.is_dir():
        raise ValueError(f"{short_repr(str(out))} is a folder, not a file")
    if out.exists():
        try:
            read(out)
        except ValueError as error:
            raise ValueError(f"{error}; the file was not changed") from None


# --- The searches --------------------------------------------------------------------------------


def _all_proofs(
    groups: list[_Group],
    limit: int,
    log: Log,
    executor: Executor,
    progress: Progress,
) -> list[Proofs]:
    proofs: dict[int, Proofs] = dict(log.results)
    progress(len(proofs), len(groups))
    remaining = [i for i in range(len(groups)) if i not in proofs]
    tasks = [(groups[i].modulus, groups[i].codes, limit) for i in remaining]
    for task, texts in as_done(executor, _proofs_of, tasks):
        proofs[remaining[task]] = texts
        log.add([remaining[task], texts])
        progress(len(proofs), len(groups))
    return [proofs[i] for i in range(len(groups))]


def _code() -> str:
    """Return a digest of the source code on which the results depend."""
    imported = (_steps, certificate, checker, counting, counting_search, families, rows, search)
    modules = (*imported, sys.modules[__name__])
    return digest("".join(Path(str(m.__file__)).read_text("utf8") for m in modules))
