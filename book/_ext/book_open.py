"""Sphinx extension: where to begin with an open problem, and what is known of it, as computed.

````{start} 12_open_problem```` shows a few lines of Python with a link that takes them, as text,
into the last cell of that chapter, where they run in the page. ``{known}`games of modulus 5` `` is
a number that is worked out when the book is built: `KNOWN` has them all. And
``{lab}`Play <05_gallery#lab-kayles>` `` leads to a lab.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import quote

import nbformat
from book_exercises import title_of
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import ReferenceRole, SphinxDirective, SphinxRole
from sphinx.util.typing import ExtensionMetadata

from nimbook.open_problem import ATLAS, six
from nimbook.open_problem.claims_of_counting import COUNTING
from nimtwist.algebra.ordinal import excess
from nimtwist.atlas import table

MOST = 8_000
"""The most characters that a link with code may have, as `book/live/README.md` says."""


@cache
def _classes() -> Counter[tuple[int, str]]:
    return Counter((line["modulus"], line["class"]) for line in table.read(ATLAS).lines)


def _games(modulus: int, kind: str = "") -> int:
    """Return how many games a modulus has, or how many of one class."""
    each = _classes().items()
    return sum(games for (n, of), games in each if n == modulus and of.startswith(kind))


def _counting() -> int:
    return sum(map(len, COUNTING))


@cache
def _excesses() -> dict[int, int]:
    """Return the excesses of all odd primes that the engine knows."""
    primes = (p for p in range(3, 710, 2) if all(p % q for q in range(3, int(p**0.5) + 1, 2)))
    return {p: excess(p) for p in primes}


def _large() -> str:
    """Return the primes whose excess is neither 0 nor 1."""
    return ", ".join(f"{m} for p = {p}" for p, m in _excesses().items() if m > 1)


KNOWN: dict[str, Callable[[], object]] = {
    "games of modulus 5": lambda: _games(5),
    "certified modulo 5": lambda: _games(5) - _games(5, "unexplained"),
    "counting modulo 5": _counting,
    "left modulo 5": lambda: _games(5, "unexplained") - _counting(),
    "games of modulus 6": lambda: six.known()["census"]["games"],
    "settled modulo 6": lambda: sum(six.known()["run"]["settled"].values()),
    "sample modulo 6": lambda: six.known()["sample"]["searched"],
    "sample settled modulo 6": lambda: sum(six.known()["sample"]["settled"].values()),
    "largest prime": lambda: max(_excesses()),
    "primes": lambda: len(_excesses()),
    "excesses above 1": _large,
}
"""What can be said with the role `known`."""


class KnownRole(SphinxRole):
    """A number, or a few, as computed."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return it as text."""
        if self.text not in KNOWN:
            wrong = f"{self.text!r} is not known; {', '.join(KNOWN)} are"
            return [], [self.inliner.reporter.error(wrong, line=self.lineno)]
        value = KNOWN[self.text]()
        return [nodes.Text(f"{value:,}" if isinstance(value, int) else str(value))], []


def cell_for_readers(chapter: Path) -> str:
    """Return the id of the cell that a chapter has for its readers to change."""
    cells = nbformat.read(chapter, as_version=4).cells
    [cell] = (cell for cell in cells if "try-it" in cell.metadata.get("tags", []))
    return str(cell.id)


class StartDirective(SphinxDirective):
    """A few lines of Python, and a link to run them."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the lines, and a link into the last cell of a chapter."""
        page = f"notebooks/{self.arguments[0]}"
        path = Path(self.env.srcdir, f"{page}.ipynb")
        if not path.exists():
            raise self.error(f"there is no chapter {self.arguments[0]!r}")
        self.env.note_dependency(str(path))
        code = "\n".join(self.content)
        fragment = f"cell-{cell_for_readers(path)}?code={quote(code, safe='')}"
        if len(fragment) > MOST:
            raise self.error(f"a link has at most {MOST} characters, not {len(fragment)}")
        root = "../" * self.env.docname.count("/")
        link = nodes.reference(
            "", f"Run this in {title_of(path)}", refuri=f"{root}{page}.html#{fragment}"
        )
        block = nodes.literal_block(code, code, language="python", classes=["nt-start"])
        return [block, nodes.paragraph("", "", link)]


class LabRole(ReferenceRole):
    """A link to a lab of a chapter, as it is when one has entered something."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link; whether it leads somewhere, a test of all links sees."""
        chapter, _, lab = self.target.partition("#")
        root = "../" * self.env.docname.count("/")
        address = f"{root}notebooks/{chapter}.html#{lab}"
        return [nodes.reference("", self.title, refuri=address)], []


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_role("known", KnownRole())
    app.add_role("lab", LabRole())
    app.add_directive("start", StartDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
