"""`python -m tools.release [--tag TAG]`: prepare a release, or report what it lacks.

`CITATION.cff` is the only file that names the authors and the addresses of the book. This script
copies them, and the keywords, to `pyproject.toml` and `toolkit/pyproject.toml`. It fails if the
authors, an address or the date of the release is missing, or if `CHANGELOG.md` or TAG disagrees.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from ext.citation import CITATION, Citation, missing, name_of

PROJECTS = Path("pyproject.toml"), Path("toolkit/pyproject.toml")
_MARK = "# From CITATION.cff, by `python -m tools.release`.\n"
_URLS = {"Homepage": "url", "Repository": "repository-code"}
_OPTIONAL = {"orcid", "doi"}


def fill_in(project: str, metadata: Citation) -> str:
    r"""Return the text of a `pyproject.toml` with its part from `CITATION.cff` brought up to date.

    >>> old = f"[project]\n{_MARK}authors = []\n\ndependencies = []\n"
    >>> new = {"authors": [{"name": "A"}], "keywords": ["Nim"], "url": "https://a.org"}
    >>> print(fill_in(old, new))
    [project]
    # From CITATION.cff, by `python -m tools.release`.
    authors = [{ name = "A" }]
    keywords = [
        "Nim",
    ]
    urls.Homepage = "https://a.org"
    <BLANKLINE>
    dependencies = []
    <BLANKLINE>
    """

    def quote(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    authors = ", ".join(f"{{ name = {quote(name_of(each))} }}" for each in metadata["authors"])
    lines = [
        f"authors = [{authors}]",
        "keywords = [",
        *(f"    {quote(keyword)}," for keyword in metadata["keywords"]),
        "]",
        *(
            f"urls.{label} = {quote(metadata[field])}"
            for label, field in _URLS.items()
            if field in metadata
        ),
    ]
    body = "\n".join(lines)
    start, mark, rest = project.partition(_MARK)
    _, _, others = rest.partition("\n\n")
    return f"{start}{mark}{body}\n\n{others}"


def problems(metadata: Citation, changes: str, tag: str | None = None) -> Iterator[str]:
    """Yield what is missing for a release or wrong.

    Args:
        metadata: the contents of `CITATION.cff`.
        changes: the contents of `CHANGELOG.md`.
        tag: the tag of the release, such as "v1.2.3".
    """
    for field, meaning in missing(metadata).items():
        if field not in _OPTIONAL:
            yield f"CITATION.cff lacks {meaning} (`{field}`)."
    version = metadata["version"]
    heading = f"## {version} ({metadata.get('date-released', 'date')})"
    [latest, *_] = re.findall("^## .*$", changes, re.M)
    if latest != heading:
        yield f"The first heading of CHANGELOG.md must be {heading!r}, not {latest!r}."
    if tag not in (None, f"v{version}"):
        yield f"The tag must be 'v{version}', not {tag!r}."


def main(arguments: list[str] | None = None) -> None:
    """Update the packages' metadata, and exit with a message if a release is not possible."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--tag", help="the tag to be released, such as v1.2.3")
    tag = parser.parse_args(arguments).tag
    # Not the address that `BOOK_URL` sets for one build.
    metadata = yaml.safe_load(Path(CITATION).read_text("utf8"))
    for path in PROJECTS:
        old = path.read_text("utf8")
        new = fill_in(old, metadata)
        if new != old:
            path.write_text(new, "utf8")
            print(f"updated {path}; commit it")
    if found := [*problems(metadata, Path("CHANGELOG.md").read_text("utf8"), tag)]:
        raise SystemExit("\n".join(found))


if __name__ == "__main__":
    main()
