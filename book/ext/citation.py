"""The book's metadata, from `CITATION.cff`, and BibTeX entries for the book and its sources.

`CITATION.cff` is the only file that names the authors and the addresses of the book. The
environment variable `BOOK_URL` overrides the address of the site for one build.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import yaml

CITATION = "CITATION.cff"
SOURCES = "book/references.bib"

Citation = dict[str, Any]


def read_citation(root: Path) -> Citation:
    """Return the contents of `CITATION.cff`, with the address that `BOOK_URL` sets, if any.

    Raises:
        ValueError: if the address is not that of a website.
    """
    citation: Citation = yaml.safe_load((root / CITATION).read_text("utf8"))
    if address := os.environ.get("BOOK_URL") or citation.get("url"):
        if not re.match("https?://", address):
            raise ValueError(
                f"expected an address that begins with http:// or https://, got {address!r}"
            )
        citation["url"] = f"{address.rstrip('/')}/"
    return citation


def name_of(author: dict[str, str], inverted: bool = False) -> str:
    """Return the name of an author, with the family name first if `inverted` is true.

    >>> name_of({"given-names": "Charles L.", "family-names": "Bouton"}, inverted=True)
    'Bouton, Charles L.'
    """
    if "name" in author:
        return author["name"]
    names = author["given-names"], author["family-names"]
    return ", ".join(names[::-1]) if inverted else " ".join(names)


def year_of(citation: Citation, copyright_year: str) -> str:
    """Return the year of the release, or that of the copyright if there has been no release."""
    return str(citation.get("date-released", copyright_year))[:4]


def missing(citation: Citation) -> dict[str, str]:
    """Return the meanings of all fields that the citation of this copy lacks, by field.

    >>> author = {"given-names": "Ada", "family-names": "Lovelace"}
    >>> [*missing({"authors": [author], "doi": "10.1/2", "url": "a.org"}).values()]
    ['a release date', 'the ORCID iDs of its authors', 'the address of its repository']
    """
    authors, present = citation["authors"], {*citation}
    if any(name_of(author).startswith("The authors of ") for author in authors):
        present.remove("authors")
    if all("orcid" in author for author in authors):
        present.add("orcid")
    meanings = {
        "date-released": "a release date",
        "authors": "the names of its authors",
        "orcid": "the ORCID iDs of its authors",
        "doi": "a DOI",
        "url": "the address of a site",
        "repository-code": "the address of its repository",
    }
    return {field: meaning for field, meaning in meanings.items() if field not in present}


def bibtex(
    citation: Citation, copyright_year: str, part: str = "", page: str = "", key: str = ""
) -> str:
    """Return a BibTeX entry for the book, or for a part of it.

    Args:
        citation: the contents of the citation file.
        copyright_year: the year of an unreleased version.
        part: the name of the part, such as "claim twist.thm-1".
        page: the address of the part, relative to that of the site.
        key: distinguishes the key of the entry from those of other parts.

    >>> print(bibtex({"title": "Nim: a book", "authors": [{"name": "The authors"}],
    ...     "version": "1.0", "url": "https://a.org/"}, "2026", "claim 1", "ledger.html#1", "1"))
    @misc{nim2026-1,
      author = {{The authors}},
      title  = {{Nim: a book}},
      year   = {2026},
      note   = {Version 1.0 (unreleased), claim 1},
      url    = {https://a.org/ledger.html#1},
    }
    """
    year = year_of(citation, copyright_year)
    names = (
        f"{{{author['name']}}}" if "name" in author else name_of(author, inverted=True)
        for author in citation["authors"]
    )
    unreleased = "" if "date-released" in citation else " (unreleased)"
    version = f"Version {citation['version']}{unreleased}"
    fields = {
        "author": " and ".join(names),
        "title": f"{{{citation['title']}}}",
        "year": year,
        "note": f"{version}, {part}" if part else version,
    }
    if "doi" in citation:
        fields["doi"] = citation["doi"]
    if "url" in citation:
        fields["url"] = citation["url"] + page
    name = "".join(filter(str.isalpha, citation["title"].split()[0])).lower()
    keys = f"{name}{year}-{key}" if key else f"{name}{year}"
    lines = (f"  {name:<6} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{keys},\n{''.join(lines)}}}"


def engine_bibtex(citation: Citation, copyright_year: str) -> str:
    """Return a BibTeX entry for the engine.

    >>> citation = {"title": "Nim: a book", "authors": [{"name": "The authors"}], "version": "1.0"}
    >>> print(engine_bibtex(citation, "2026").partition(" (")[0])
    @misc{nimtwist2026,
      author = {{The authors}},
      title  = {{nimtwist: the engine of the book Nim}},
      year   = {2026},
      note   = {Python package, version 1.0
    """
    book, _, _ = citation["title"].partition(":")
    engine = {**citation, "title": f"nimtwist: the engine of the book {book}"}
    engine["url"] = citation.get("repository-code")
    known = {name: value for name, value in engine.items() if value}
    return bibtex(known, copyright_year).replace("{Version ", "{Python package, version ")


def source_entry(root: Path, key: str) -> str:
    """Return the BibTeX entry of a source from the bibliography."""
    text = (root / SOURCES).read_text("utf8")
    [entry] = re.findall(rf"^@\w+{{{key},\n.*?^}}$", text, re.M | re.S)
    return str(entry)
