"""The atlas as a file: a Parquet table with one line for each game (extra `[atlas]`).

The columns are those of `COLUMNS`; the file says the same of each. A digest of all that it says is
in the file, and `read` refuses a file that was cut short or altered. The bytes of a file are those
of what it says, whenever and wherever it is written (with the same version of pyarrow).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from nimtwist._checks import check_integer, file_name, short_repr
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.families import LARGEST_MODULUS, read_family, show_family
from nimtwist.atlas.kinds import KINDS, check_kind, kind
from nimtwist.atlas.staircase import Staircase
from nimtwist.games.blocking import BlockingNim

__all__ = ["COLUMNS", "FORMAT", "Atlas", "Line", "read", "write"]

FORMAT = 2
"""The version of the format, in every file."""

COLUMNS: dict[str, tuple[Any, str]] = {
    "modulus": (pa.int8(), "residues are those of numbers of sticks modulo this number"),
    "antichain": (pa.string(), "the restrictions, none in another one, as in '1,3; 2,4'"),
    "pattern": (pa.string(), "a hash of the good pairs of heaps below the size, 64 in the book"),
    "games": (pa.int32(), "how many games of the modulus have the same pattern"),
    "good": (pa.int32(), "how many of the size x size ordered pairs of heaps are good"),
    "density": (pa.float64(), "good divided by size x size, from 0 to 1"),
    "class": (pa.string(), "; ".join(f"{name}: {said}" for name, said in KINDS.items())),
    "long": (pa.bool_(), "whether the transient is long: the certificate begins with row 200+"),
    "period": (pa.int64(), "of the certificate: it is about every so many rows"),
    "row": (pa.int64(), "of the certificate: its first row, the preperiod"),
    "exponents": (pa.list_(pa.int64()), "how often more each block is repeated, period by period"),
    "slopes": (pa.string(), "of the borders that move, in columns a row, as in '1/2 2'"),
    "certificate": (pa.string(), "the proof for all sizes of two heaps, as JSON"),
    "staircase": (
        pa.string(),
        "of a game that counts: the proof for all sizes of two heaps, as JSON",
    ),
}
"""The columns of the table, with their types, and what they say; null where there is nothing."""

_KEY = b"nimtwist.atlas"
_SCHEMA = pa.schema(
    [pa.field(name, kind_, metadata={"says": says}) for name, (kind_, says) in COLUMNS.items()]
)

Line = dict[str, Any]
"""A line of the table: a value for each column."""


@dataclass(frozen=True)
class Atlas:
    """What a file says: how it was made, and a line for each game.

    `moduli`, `size` and `limit` are those given to `nimtwist.atlas.driver.run`; the limit is
    `None` if no certificates were looked for. `most` says how many patterns of each modulus were
    taken, those that most games have; `None`: all of them.
    """

    moduli: tuple[int, ...]
    size: int
    limit: int | None
    most: int | None
    lines: Sequence[Line]


def line(
    rules: BlockingNim,
    pattern: str,
    games: int,
    good: int,
    size: int,
    proof: Certificate | Staircase | None,
) -> Line:
    """Return the line of a game."""
    found = kind(rules, proof)
    certificate = proof if isinstance(proof, Certificate) else None
    return {
        "modulus": rules.modulus,
        "antichain": show_family(rules),
        "pattern": pattern,
        "games": games,
        "good": good,
        "density": good / size**2,
        "class": found.name,
        "long": found.long,
        "period": None if certificate is None else certificate.period,
        "row": None if certificate is None else certificate.row,
        "exponents": None if certificate is None else [p.growth for p in certificate.powers],
        "slopes": None if certificate is None else " ".join(map(str, found.slopes)),
        "certificate": None if certificate is None else certificate.text(),
        "staircase": proof.text() if isinstance(proof, Staircase) else None,
    }


def write(path: str | os.PathLike[str], atlas: Atlas) -> None:
    """Write a file: all of it, or nothing; what was there before is replaced.

    Raises:
        ValueError: if `path` is not a path.
        OSError: if the file cannot be written.
    """
    path = Path(file_name(path))
    columns = {name: [line[name] for line in atlas.lines] for name in COLUMNS}
    said = {name: getattr(atlas, name) for name in ("moduli", "size", "limit", "most")}
    about = {"format": FORMAT, **said, "digest": _digest(said, columns)}
    table = pa.table(columns, schema=_SCHEMA.with_metadata({_KEY: json.dumps(about)}))
    new = path.with_name(f"{path.name}.new")
    try:
        pq.write_table(
            table,
            new,
            compression="zstd",
            compression_level=19,  # pragma: no mutate: the size of the file
            write_page_checksum=True,  # pragma: no mutate: the digest finds what is altered, too
        )
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def read(path: str | os.PathLike[str]) -> Atlas:
    """Return what a file says.

    Raises:
        ValueError: if it cannot be read, is not an atlas, or was cut short or altered; the message
            says what is wrong.
    """
    name = file_name(path)
    path = short_repr(name)
    try:
        with open(name, "rb") as file:
            data = file.read()
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    try:
        table = pq.read_table(pa.BufferReader(data), page_checksum_verification=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise ValueError(
            f"{path} is not an atlas, or was cut short or altered: it cannot be read as Parquet"
        ) from error
    try:
        about = json.loads(table.schema.metadata[_KEY])
        moduli, size, limit, most = (about[name] for name in ("moduli", "size", "limit", "most"))
        found = about["format"]
    except (TypeError, ValueError, KeyError):
        raise ValueError(f"{path} is Parquet, but not an atlas") from None
    if found != FORMAT:
        raise ValueError(f"{path} has the format {short_repr(found)}; this version reads {FORMAT}")
    said = {"moduli": moduli, "size": size, "limit": limit, "most": most}
    if not table.schema.equals(_SCHEMA):
        raise ValueError(f"{path} does not have the columns of an atlas: {', '.join(COLUMNS)}")
    columns = table.to_pydict()
    if about.get("digest") != _digest(said, columns):
        raise ValueError(f"{path} was altered: its digest is not that of what it says")
    lines = table.to_pylist()
    for number, each in enumerate(lines, 1):
        try:
            _check(*(each[name] for name in ("modulus", "antichain", "class", "certificate")))
        except ValueError as error:
            raise ValueError(f"{path}, game {number}: {error}") from None
    return Atlas(tuple(moduli), size, limit, most, lines)


def digest(text: str) -> str:
    """Return the SHA-256 of a text.

    >>> digest("")[:12]
    'e3b0c44298fc'
    """
    return hashlib.sha256(text.encode()).hexdigest()


def _digest(said: dict[str, Any], columns: dict[str, list[Any]]) -> str:
    return digest(json.dumps([said, columns], sort_keys=True))


@lru_cache(1 << 14)  # lines that were checked when the file was read before
def _check(modulus: int, antichain: str, name: str, certificate: str | None) -> None:
    check_integer(modulus, "the modulus", 1, LARGEST_MODULUS)
    rules = read_family(modulus, antichain)
    if show_family(rules) != antichain:
        raise ValueError(
            f"{short_repr(antichain)} is not how the atlas writes {show_family(rules)!r}"
        )
    check_kind(name)
    if certificate is not None:
        Certificate.read(certificate)
