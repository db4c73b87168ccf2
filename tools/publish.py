"""`python -m tools.publish archive ARCHIVES`, `… site ARCHIVES CLAIMS SITE`: what is published.

The built book is put into an archive in the folder ARCHIVES, which has one of each version that was
published. The newest of them becomes the site, and each stays readable below `v/`. CLAIMS is what
checking the newest in full has printed, `python -m nimbook claims --full --json`; the date and the
totals of that are shown on the page of the ledger.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import tarfile
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from packaging.version import Version

import nimtwist
from tools import manifest
from tools.manifest import FULL_CHECK, VERSIONS
from tools.serve import BOOK

LARGEST = 1_000_000_000
"""The bytes that GitHub takes for a site."""

_ARCHIVE = re.compile(r"site-(\d+\.\d+\.\d+)\.tar\.gz")


def archives(folder: Path) -> dict[Version, Path]:
    """Return the archives in a folder by version, the newest first.

    Raises:
        ValueError: if there are none, or if a file is named in another way.
    """
    found = {}
    for path in folder.iterdir():
        named = _ARCHIVE.fullmatch(path.name)
        if not named:
            raise ValueError(f"{path} is no archive of a version: these are site-1.2.3.tar.gz")
        found[Version(named[1])] = path
    if not found:
        raise ValueError(f"there is no archive of a version in {folder}")
    return dict(sorted(found.items(), reverse=True))


def totals(claims: Iterable[dict[str, Any]], version: str, day: date) -> dict[str, Any]:
    """Return what the page of the ledger says of a check in full.

    Args:
        claims: what came of it.
        version: the version that was checked.
        day: when it was checked.

    >>> claim = {"id": "nim.one", "verdict": "holds", "cases": 1200, "seconds": 2.5}
    >>> totals([claim | {"trouble": None}], "1.0.0", date(2026, 11, 22))["cases"]
    1200
    """
    claims = list(claims)
    return {
        "version": version,
        "date": day.isoformat(),
        "claims": len(claims),
        "verdicts": dict(Counter(claim["verdict"] for claim in claims).most_common()),
        "cases": sum(claim["cases"] for claim in claims),
        "seconds": round(sum(claim["seconds"] for claim in claims)),
        "trouble": [claim["id"] for claim in claims if claim["trouble"]],
    }


def assemble(versions: dict[Version, Path], checked: dict[str, Any], site: Path) -> None:
    """Write the site: the newest version, and all of them below `v/`.

    Args:
        versions: their archives, the newest first.
        checked: what came of checking the newest in full.
        site: the folder, which there is not yet.

    Raises:
        ValueError: if it is larger than a site may be.
    """
    newest, *_ = versions
    _unpack(versions[newest], site)
    for version, archive in versions.items():
        _unpack(archive, site / VERSIONS / str(version))
    (site / FULL_CHECK).write_text(json.dumps(checked), "utf8")
    (site / VERSIONS / "index.html").write_text(_list(versions), "utf8")
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    if size > LARGEST:
        raise ValueError(
            f"{len(versions)} versions have {size:,} bytes, and a site may have {LARGEST:,}; "
            "take the archive of an old one from its release"
        )


def _unpack(archive: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")


def _list(versions: Iterable[Version]) -> str:
    """Return the page that lists the versions."""
    items = "".join(f'<li><a href="{v}/">{escape(str(v))}</a></li>' for v in versions)
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>All versions: Nim with a Twist</title></head><body>
<h1>All versions of <a href="../">Nim with a Twist</a></h1>
<p>Each is as it was published.</p><ul>{items}</ul></body></html>
"""


def archive(built: Path, folder: Path, version: str) -> Path:
    """Put what is built into an archive, with its list and signature, and return where that is.

    The same files give the same bytes.
    """
    names = [*manifest.sums(built), manifest.NAME, manifest.FULL_CHECK]
    if (built / manifest.SIGNATURE).exists():
        names.append(manifest.SIGNATURE)
    packed = folder / f"site-{version}.tar.gz"
    folder.mkdir(parents=True, exist_ok=True)
    with (
        packed.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w") as tar,
    ):
        for name in names:
            body = (built / name).read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(body), 0o644
            tar.addfile(entry, BytesIO(body))
    return packed


def main(arguments: list[str] | None = None) -> None:
    """Put the built book into an archive, or archives into a site."""
    parser = argparse.ArgumentParser(prog="python -m tools.publish", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    pack = commands.add_parser("archive", help="put the built book into an archive")
    pack.add_argument("archives", metavar="ARCHIVES", type=Path)
    join = commands.add_parser("site", help="put archives together")
    for name in ("archives", "claims", "site"):
        join.add_argument(name, metavar=name.upper(), type=Path)
    options = parser.parse_args(arguments)
    try:
        if options.command == "archive":
            print(archive(BOOK, options.archives, nimtwist.__version__))
        else:
            versions = archives(options.archives)
            newest, *_ = versions
            if str(newest) != nimtwist.__version__:
                raise ValueError(
                    f"this is version {nimtwist.__version__}, and the newest is {newest}"
                )
            claims = json.loads(options.claims.read_text("utf8"))
            checked = totals(claims, str(newest), datetime.now(UTC).date())
            assemble(versions, checked, options.site)
            print(f"{options.site}: {newest}, and below v/ {', '.join(map(str, versions))}")
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
