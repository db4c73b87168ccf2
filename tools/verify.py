"""`python -m tools.verify URL|DIR`: hold a published copy of the book against the one built here.

Each file that the copy's SHA256SUMS lists is fetched and compared with the list, the list with this
build, and its signature with the publisher's key. Two builds of one version have the same bytes, so
any difference is a change: of the copy, or of the version that is checked out here.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

from tqdm import tqdm

from tools import manifest
from tools.serve import BOOK

_PATIENCE = 60  # seconds without a byte
_AT_ONCE = 8
_NAMED = 10

Reader = Callable[[str], bytes | None]
"""Returns a file of a copy by its path; `None` if it is not there."""


def reader(copy: str) -> Reader:
    """Return what reads the files of a copy, which is a folder or an address."""
    if not re.match("https?://", copy):
        folder = Path(copy)
        return lambda name: path.read_bytes() if (path := folder / name).is_file() else None

    def fetched(name: str) -> bytes | None:
        try:
            with urlopen(f"{copy.rstrip('/')}/{quote(name)}", timeout=_PATIENCE) as answer:
                body: bytes = answer.read()
                return body
        except HTTPError as error:
            error.close()
            if error.code == 404:
                return None
            raise

    return fetched


def flaws(copy: str, built: Path, public: str | None) -> Iterator[str]:
    """Yield what is wrong with a copy of the book, as sentences.

    Args:
        copy: its folder or its address.
        built: the build that it should be.
        public: the publisher's key; without one, no signature is asked for.

    Raises:
        ValueError: if the copy has no list of its files, or one that cannot be read.
    """
    read = reader(copy)
    body = read(manifest.NAME)
    if body is None:
        raise ValueError(f"{copy} is no copy of the book: it has no {manifest.NAME}")
    text = body.decode("utf8", "replace")
    listed, here = manifest.read(text), manifest.sums(built)
    if public is not None:
        signature = read(manifest.SIGNATURE)
        if signature is None:
            yield "It is not signed."
        elif not manifest.is_genuine(text, signature, public):
            yield "It is not the publisher who signed it."
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        digests = tqdm(pool.map(_digest(read), listed), total=len(listed))
        there = dict(zip(listed, digests, strict=True))
    yield from _named("is missing", [name for name, digest in there.items() if digest is None])
    yield from _named(
        "is not as its list says",
        [name for name, digest in there.items() if digest not in (None, listed[name])],
    )
    yield from _named("is not on its list", sorted(set(added(copy)) - listed.keys()))
    yield from _named("is not built here", [*listed.keys() - here.keys()])
    yield from _named("is built here, and not on its list", [*here.keys() - listed.keys()])
    yield from _named(
        "is built with other contents here",
        [name for name, digest in listed.items() if here.get(name, digest) != digest],
    )


def added(copy: str) -> list[str]:
    """Return all files and links of a folder but the list and its signature; none of an address.

    What a publisher puts beside a build is not among them: see `beside`.
    """
    folder = Path(copy)
    found = [path.relative_to(folder) for path in folder.rglob("*") if _is_leaf(path)]
    names = {path.as_posix() for path in found if path.parts[0] != manifest.VERSIONS}
    known = {manifest.NAME, manifest.SIGNATURE, manifest.FULL_CHECK, ".buildinfo"}
    return sorted(names - known)


def beside(copy: str) -> list[str]:
    """Return what a publisher has put beside a build, which no list names."""
    return [name for name in (manifest.FULL_CHECK, manifest.VERSIONS) if Path(copy, name).exists()]


def _is_leaf(path: Path) -> bool:
    return path.is_symlink() or not path.is_dir()


def _digest(read: Reader) -> Callable[[str], str | None]:
    def digest(name: str) -> str | None:
        body = read(name)
        return None if body is None else hashlib.sha256(body).hexdigest()

    return digest


def _named(what: str, names: list[str]) -> Iterator[str]:
    names.sort()
    for name in names[:_NAMED]:
        yield f"{name} {what}."
    if len(names) > _NAMED:
        yield f"So it is with {len(names) - _NAMED} more."


def main(arguments: list[str] | None = None) -> int:
    """Print what is wrong with a copy, and return 1 if anything is."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify", description=__doc__)
    parser.add_argument("copy", metavar="URL|DIR", help="where the copy is")
    copy = parser.parse_args(arguments).copy
    key = manifest.PUBLIC_KEY
    try:
        found = [*flaws(copy, BOOK, key.read_text("ascii") if key.exists() else None)]
    except ValueError as error:
        parser.error(str(error))
    except (OSError, HTTPException) as error:
        parser.error(f"{copy} cannot be read: {error}")
    if not key.exists():
        print(f"No signature is checked: there is no publisher's key, {key}.")
    if found:
        print(f"{copy} is not what is built here.", *found, sep="\n", file=sys.stderr)
        return 1
    print(f"All {len(manifest.sums(BOOK))} files of {copy} are as they are built here.")
    if not Path(copy).is_dir():
        print("Whether there are other files at this address cannot be seen.")
    elif names := beside(copy):
        print(f"Not compared, as no list names it: {', '.join(names)}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
