"""`python -m tools.manifest [--sign | --new-key]`: list what is built, and sign that.

The list, `SHA256SUMS`, is published with the book. It has the format of `sha256sum`, which checks a
copy as well as `make verify` does; what it says can only be changed together with the signature
beside it, which only the publisher can make. The public half of the key is kept in the repository.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
from pathlib import Path, PurePosixPath

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from nimtwist._checks import quoted
from tools.serve import BOOK

NAME = "SHA256SUMS"
SIGNATURE = f"{NAME}.sig"
PUBLIC_KEY = Path("book/publisher.pem")
SECRET = "SIGNING_KEY"
"""What holds the private key, as PEM, in the environment of whoever publishes."""

FULL_CHECK = "full_ledger.json"
VERSIONS = "v"
_BESIDE = {NAME, SIGNATURE, FULL_CHECK, VERSIONS}
"""What is published beside a build; the last check of all claims in full, and versions, too."""

_LINE = re.compile(r"([0-9a-f]{64})  (.+)")


def sums(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a build, by its path, in order; of no hidden ones.

    Args:
        folder: the build, or a copy of it.
    """
    files = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {
        name.as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in files.items()
        if name.parts[0] not in _BESIDE and not any(part[0] == "." for part in name.parts)
    }


def written(listed: dict[str, str]) -> str:
    """Return the list as `sha256sum` writes it.

    >>> written({"index.html": "0" * 64}).split()[1]
    'index.html'
    """
    return "".join(f"{digest}  {name}\n" for name, digest in listed.items())


def read(text: str) -> dict[str, str]:
    """Return what a list says, by path.

    Raises:
        ValueError: if a line is none of such a list, or names a file outside of the book.

    >>> read("12 index.html")
    Traceback (most recent call last):
    ...
    ValueError: '12 index.html' is no line of SHA256SUMS: these have 64 hex digits and a path
    """
    listed = {}
    for line in text.splitlines():
        found = _LINE.fullmatch(line)
        path = PurePosixPath(found[2] if found else "..")
        if not found or path.is_absolute() or ".." in path.parts:
            raise ValueError(
                f"{quoted(line)} is no line of {NAME}: these have 64 hex digits and a path"
            )
        listed[found[2]] = found[1]
    return listed


# --- Signatures -----------------------------------------------------------------------------------


def new_key() -> tuple[str, str]:
    """Return a new private key, and its public half; both as PEM."""
    key = Ed25519PrivateKey.generate()
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private.decode(), _public(key)


def sign(text: str, private: str, public: str) -> bytes:
    """Return the signature of a list.

    Args:
        text: the list.
        private: the private key.
        public: what readers know of the key.

    Raises:
        ValueError: if these are no halves of one key.
    """
    key = load_pem_private_key(private.encode(), None)
    if not isinstance(key, Ed25519PrivateKey) or _public(key) != public:
        raise ValueError(f"the key in {SECRET} is not the private half of {PUBLIC_KEY}")
    return key.sign(text.encode())


def is_genuine(text: str, signature: bytes, public: str) -> bool:
    """Return whether whoever has the private half of a key has signed a list.

    >>> private, public = new_key()
    >>> signature = sign("a list", private, public)
    >>> is_genuine("a list", signature, public), is_genuine("another list", signature, public)
    (True, False)
    """
    key = load_pem_public_key(public.encode())
    assert isinstance(key, Ed25519PublicKey)
    try:
        key.verify(signature, text.encode())
    except InvalidSignature:
        return False
    return True


def _public(key: Ed25519PrivateKey) -> str:
    form = PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(Encoding.PEM, form).decode()


# --- From a terminal ------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> None:
    """Write the list of the built book, and sign it if asked to; or make a key."""
    parser = argparse.ArgumentParser(prog="python -m tools.manifest", description=__doc__)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--sign", action="store_true", help=f"with the key in {SECRET}")
    chosen.add_argument(
        "--new-key",
        action="store_true",
        help=f"print a private key, and put its public half into {PUBLIC_KEY}",
    )
    options = parser.parse_args(arguments)
    if options.new_key:
        if PUBLIC_KEY.exists():
            parser.error(f"there is a key already: {PUBLIC_KEY}")
        private, public = new_key()
        PUBLIC_KEY.write_text(public, "ascii")
        print(private, end="")
        return
    if not (BOOK / "index.html").exists():
        parser.error(f"there is no book in {BOOK}; build it with `make book`")
    (BOOK / SIGNATURE).unlink(missing_ok=True)
    text = written(sums(BOOK))
    (BOOK / FULL_CHECK).write_text("null", "ascii")  # until it is published
    (BOOK / NAME).write_text(text, "utf8")
    if not options.sign:
        return
    if not PUBLIC_KEY.exists() or SECRET not in os.environ:
        parser.error(
            f"to sign takes a private key in {SECRET} and its public half in {PUBLIC_KEY}; "
            "`python -m tools.manifest --new-key` makes both"
        )
    try:
        signature = sign(text, os.environ[SECRET], PUBLIC_KEY.read_text("ascii"))
    except ValueError as error:
        parser.error(str(error))
    (BOOK / SIGNATURE).write_bytes(signature)


if __name__ == "__main__":
    main()
