"""The atlas as a file: a Parquet table with one line for each game (extra `[atlas]`).

The columns are those of `COLUMNS`; the file includes their descriptions. It also stores a digest of
its contents, and `read` rejects a file that was cut short or altered. With the same version of
pyarrow, equal contents always give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from nimtwist._files import replacing
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.families import LARGEST_MODULUS, read_family, show_family
from nimtwist.atlas.kinds import KINDS, kind
from nimtwist.atlas.staircase import Staircase
from nimtwist.checks import check_choice, check_integer, file_name, short_repr
from nimtwist.games.blocking import BlockingNim

__all__ = ["COLUMNS", "FORMAT", "Atlas", "Line", "read", "write"]

FORMAT = 2
"""The version of the file format, stored in every file."""

COLUMNS: dict[str, tuple[Any, str]] = {
    "modulus": (pa.int8(), "the modulus of the residues"),
    "antichain": (pa.string(), "the restrictions, none contained in another, as in '1,3; 2,4'"),
    "pattern": (pa.string(), "a hash of the good pairs of heaps below the size (in the book, 64)"),
    "games": (pa.int32(), "the number of games of this modulus with the same pattern"),
    "good": (pa.int32(), "the number of good pairs among the size x size ordered pairs of heaps"),
    "density": (pa.float64(), "good divided by size x size, from 0 to 1"),
    "class": (pa.string(), "; ".join(f"{name}: {text}" for name, text in KINDS.items())),
    "long": (
        pa.bool_(),
        "whether the transient is long: the certificate starts at row 200 or later",
    ),
    "period": (pa.int64(), "the period of the certificate, in rows"),
    "row": (pa.int64(), "the first row of the certificate, which is the preperiod"),
    "exponents": (
        pa.list_(pa.int64()),
        "the growth of each repeated block, in copies per period",
    ),
    "slopes": (pa.string(), "the slopes of the moving borders, in columns per row, as in '1/2 2'"),
    "certificate": (pa.string(), "the proof for two heaps of all sizes, as JSON"),
    "staircase": (
        pa.string(),
        "for a game that counts: the proof for two heaps of all sizes, as JSON",
    ),
}
"""The columns of the table, with their types and descriptions; missing values are null."""

_KEY = b"nimtwist.atlas"
_SCHEMA = pa.schema(
    [pa.field(name, type_, metadata={"says": text}) for name, (type_, text) in COLUMNS.items()]
)

Line = dict[str, Any]
"""A line of the table: a value for each column."""


@dataclass(frozen=True)
class Atlas:
    """The contents of a file: the parameters of the run, and a line for each game.

    `moduli`, `size`, `limit` and `most` are the arguments of `nimtwist.atlas.driver.run`. The limit
    is `None` if the run did not search for certificates; `most` is `None` if the run took all
    patterns.
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
    """Return the line of the table for one game."""
    game_class = kind(rules, proof)
    certificate = proof if isinstance(proof, Certificate) else None
    return {
        "modulus": rules.modulus,
        "antichain": show_family(rules),
        "pattern": pattern,
        "games": games,
        "good": good,
        "density": good / size**2,
        "class": game_class.name,
        "long": game_class.long,
        "period": None if certificate is None else certificate.period,
        "row": None if certificate is None else certificate.row,
        "exponents": None if certificate is None else [p.growth for p in certificate.powers],
        "slopes": None if certificate is None else " ".join(map(str, game_class.slopes)),
        "certificate": None if certificate is None else certificate.text(),
        "staircase": proof.text() if isinstance(proof, Staircase) else None,
    }


def write(path: str | os.PathLike[str], atlas: Atlas) -> None:
    """Write an atlas to a file atomically, replacing an existing file.

    Raises:
        ValueError: if `path` is not a path.
        OSError: if the file cannot be written.
    """
    path = file_name(path)
    columns = {name: [line[name] for line in atlas.lines] for name in COLUMNS}
    job = {name: getattr(atlas, name) for name in ("moduli", "size", "limit", "most")}
    header = {"format": FORMAT, **job, "digest": _digest(job, columns)}
    table = pa.table(columns, schema=_SCHEMA.with_metadata({_KEY: json.dumps(header)}))
    with replacing(path) as file:
        pq.write_table(
            table,
            file,
            compression="zstd",
            compression_level=19,  # pragma: no mutate: only the file size
            write_page_checksum=True,  # pragma: no mutate: the digest also detects changes
        )


def read(path: str | os.PathLike[str]) -> Atlas:
    """Read an atlas from a file.

    Raises:
        ValueError: if the file cannot be read, is not an atlas, or was cut short or altered.
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
        header = json.loads(table.schema.metadata[_KEY])
        moduli, size, limit, most = (header[name] for name in ("moduli", "size", "limit", "most"))
        version = header["format"]
    except (TypeError, ValueError, KeyError):
        raise ValueError(f"{path} is a Parquet file, but not an atlas") from None
    if version != FORMAT:
        raise ValueError(
            f"{path} has format {short_repr(version)}, but this version reads format {FORMAT}"
        )
    job = {"moduli": moduli, "size": size, "limit": limit, "most": most}
    if not table.schema.equals(_SCHEMA):
        raise ValueError(f"{path} does not have the columns of an atlas: {', '.join(COLUMNS)}")
    columns = table.to_pydict()
    if header.get("digest") != _digest(job, columns):
        raise ValueError(f"{path} was altered: its digest does not match its contents")
    lines = table.to_pylist()
    for number, each in enumerate(lines, 1):
        try:
            _check(*(each[name] for name in ("modulus", "antichain", "class", "certificate")))
        except ValueError as error:
            raise ValueError(f"{path}, game {number}: {error}") from None
    return Atlas(tuple(moduli), size, limit, most, lines)


def digest(text: str) -> str:
    """Return the SHA-256 digest of text as hexadecimal digits.

    >>> digest("")[:12]
    'e3b0c44298fc'
    """
    return hashlib.sha256(text.encode()).hexdigest()


def _digest(job: dict[str, Any], columns: dict[str, list[Any]]) -> str:
    return digest(json.dumps([job, columns], sort_keys=True))


@lru_cache(1 << 14)  # speeds up reading the same file again
def _check(modulus: int, antichain: str, name: str, certificate: str | None) -> None:
    check_integer(modulus, "the modulus", 1, LARGEST_MODULUS)
    rules = read_family(modulus, antichain)
    if show_family(rules) != antichain:
        raise ValueError(f"{short_repr(antichain)} must be written as {show_family(rules)!r}")
    check_choice(name, "a class", tuple(KINDS))
    if certificate is not None:
        Certificate.read(certificate)
