"""What the text says of claims and numbers is taken from what was computed, or held to it."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

from book_ledger import LEDGER, anchor
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

# Pages by name: what is written, and what is said.
PAGES = {
    "plain": ("The verdict: {verdict}`mum.sec-5`.", "The verdict: refuted."),
    "held": ("It {verdict}`is refuted <mum.sec-5=refuted>`.", "It is refuted."),
    "count": (
        "{known}`cases of mum.sec-5 in quick`, {known}`failures of mum.sec-5 in quick`, "
        "{known}`agreements of mum.sec-5 in quick`.",
        "1,478, 102, 1,376.",
    ),
    "words": ("{known}`Many <cases of mum.sec-5 in quick=1,478>` of them.", "Many of them."),
    "claims": ("{known}`refuted claims of mum` of {known}`claims`.", "1 of 2."),
    "data": ("{known}`six <verdicts=6>` of them.", "six of them."),
}
CLAIM = {"id": "mum.sec-5", "verdict": "refuted", "cases": 1478, "failures": 102}
OTHER = {"id": "mum.def-3.4", "verdict": "open"}
FOUND = [{**each, "source": "mum", "scope": "quick", "statement": ""} for each in (CLAIM, OTHER)]


class Site:
    """A small site in a folder, with a ledger that can be changed."""

    def __init__(self, folder: Path, pages: dict[str, str]) -> None:
        self.folder = folder
        listed = "\n".join(pages)
        target = f"({anchor('mum.sec-5')})=\n## A claim"
        written = {"index": f"```{{toctree}}\n{listed}\n```\n\n{target}", **pages}
        for name, text in written.items():
            folder.joinpath(f"{name}.md").write_text(f"# A page\n\n{text}\n", "utf8")
        folder.joinpath(LEDGER.parent).mkdir()

    def build(
        self, ledger: list[dict[str, Any]]
    ) -> tuple[dict[str, str], list[str], list[tuple[str, str]]]:
        """Return what the pages say, which of them were read, and the errors, as `make book`."""
        self.folder.joinpath(LEDGER).write_text(json.dumps(ledger), "utf8")
        out, kept, warnings = self.folder / "_build/text", self.folder / "_build/read", StringIO()
        settings = {"extensions": ["myst_parser", "book_known"], "exclude_patterns": ["_build"]}
        strict: Any = {"warningiserror": True, "keep_going": True}
        read: list[str] = []
        with patch_docutils(), docutils_namespace():
            app = Sphinx(self.folder, None, out, kept, "text", settings, None, warnings, **strict)
            app.connect("source-read", lambda _, page, __: read.append(page))
            app.build()
        errors = re.findall(r"(\w+)\.md:\d+: ERROR: (.*?)(?:\x1b|\n)", warnings.getvalue())
        assert app.statuscode == bool(errors), warnings.getvalue()
        lines = {page.stem: page.read_text("utf8").splitlines() for page in out.glob("*.txt")}
        return {page: said[-1] for page, said in lines.items()}, sorted(read), errors


def changed(**values: object) -> list[dict[str, Any]]:
    first, *others = FOUND
    return [{**first, **values}, *others]


def test_a_page_follows_the_ledger_or_is_not_built(tmp_path: Path) -> None:
    site = Site(tmp_path, {page: text for page, (text, _) in PAGES.items()})
    said, _, errors = site.build(FOUND)
    assert errors == [] and all(said[page] == text for page, (_, text) in PAGES.items())
    assert site.build(FOUND)[1:] == ([], [])

    said, read, errors = site.build(changed(verdict="holds"))
    assert read == ["claims", "held", "plain"]
    assert (said["plain"], said["claims"]) == ("The verdict: holds.", "0 of 2.")
    reason = "the words “is refuted” stand for refuted, but the verdict of mum.sec-5 is holds"
    assert errors == [("held", reason)]
    # It is an error until it is mended, on one side or the other.
    assert site.build(changed(verdict="holds"))[1:] == (["held"], errors)
    assert site.build(FOUND)[1:] == (["claims", "held", "plain"], [])

    said, read, errors = site.build(changed(cases=1500))
    assert read == ["count", "words"] and said["count"] == "1,500, 102, 1,398."
    reason = "the words “Many” stand for 1,478, but the cases of mum.sec-5 in quick is 1,500"
    assert errors == [("words", reason)]


MISSPELT = {
    "{verdict}`mum.sec-55`": "there is no claim 'mum.sec-55' in the ledger; there is mum.sec-5",
    "{verdict}`is so <mum.sec-5>`": "'is so <mum.sec-5>' is not written as",
    "{verdict}`mum.sec-5=refuted`": "'mum.sec-5=refuted' is not written as",
    "{verdict}`is so <mum.sec-5=true>`": "the words “is so” stand for true, but",
    "{known}`games`": "'games' is not known; chapters, ",
    "{known}`cases of mum.sec-5`": "the scope of this book's ledger has to be said",
    "{known}`beyond of mum.sec-5`": "write beyond of mum.sec-5 in quick, or in full",
    "{known}`below of mum.sec-5 in full`": "of mum.sec-5 there is no 'below'; there are verdict",
    "{known}`false claims`": "'false' in 'false claims' is none of cited, ",
    "{known}`claims of mumm`": "'mumm' in 'claims of mumm' is none of mum",
    "{known}`six <verdicts>`": "'six <verdicts>' is not written as",
    "{known}`seven <verdicts=7>`": "the words “seven” stand for 7, but the verdicts is 6",
}


def test_what_is_misspelt_is_an_error(tmp_path: Path) -> None:
    site = Site(tmp_path, {f"page{number}": text for number, text in enumerate(MISSPELT)})
    _, _, errors = site.build(FOUND)
    reasons = dict(errors)
    assert len(errors) == len(reasons) == len(MISSPELT)
    for number, start in enumerate(MISSPELT.values()):
        assert reasons[f"page{number}"].startswith(start)
