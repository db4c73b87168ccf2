"""Tests of the roles that insert verdicts and computed values into the text."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

from ext.known import KnownRole, VerdictRole
from ext.ledger import LEDGER, anchor
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

# Source and expected output of each page, by name.
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
    "chapters": ("Chapters {known}`chapters where mum fails`.", "Chapters 6 and 7."),
    "data": ("{known}`six <verdicts=6>` of them.", "six of them."),
}
CLAIM = {"id": "mum.sec-5", "verdict": "refuted", "cases": 1478, "failures": 102}
CLAIM["chapter"] = "composite_moduli"
OTHER = {"id": "mum.def-3.4", "verdict": "open", "failures": 1, "chapter": "multiplying_heaps"}
ENTRIES = [{**each, "source": "mum", "scope": "quick", "statement": ""} for each in (CLAIM, OTHER)]


class Site:
    """A small Sphinx project with a ledger that tests can change."""

    def __init__(self, folder: Path, pages: dict[str, str]) -> None:
        self.folder = folder
        names = "\n".join(pages)
        target = f"({anchor('mum.sec-5')})=\n## A claim"
        sources = {"index": f"```{{toctree}}\n{names}\n```\n\n{target}", **pages}
        for name, text in sources.items():
            folder.joinpath(f"{name}.md").write_text(f"# A page\n\n{text}\n", "utf8")
        folder.joinpath(LEDGER.parent).mkdir()

    def build(
        self, ledger: list[dict[str, Any]] | None
    ) -> tuple[dict[str, str], list[str], list[tuple[str, str]]]:
        """Build the project the way `make book` builds the book, with a new ledger or the old one.

        Return the last line of each page, the names of the pages that were read, and the errors.
        """
        if ledger is not None:
            self.folder.joinpath(LEDGER).write_text(json.dumps(ledger), "utf8")
        out, cache, warnings = self.folder / "_build/text", self.folder / "_build/read", StringIO()
        settings = {"extensions": ["myst_parser"], "exclude_patterns": ["_build"]}
        strict: Any = {"warningiserror": True, "keep_going": True}
        read: list[str] = []
        with patch_docutils(), docutils_namespace():
            app = Sphinx(self.folder, None, out, cache, "text", settings, None, warnings, **strict)
            app.add_role("known", KnownRole())
            app.add_role("verdict", VerdictRole())
            app.connect("source-read", lambda _, page, __: read.append(page))
            app.build()
        errors = re.findall(r"(\w+)\.md:\d+: ERROR: (.*?)(?:\x1b|\n)", warnings.getvalue())
        assert app.statuscode == bool(errors), warnings.getvalue()
        lines = {page.stem: page.read_text("utf8").splitlines() for page in out.glob("*.txt")}
        return {page: text[-1] for page, text in lines.items()}, sorted(read), errors


def changed(**values: object) -> list[dict[str, Any]]:
    first, *others = ENTRIES
    return [{**first, **values}, *others]


def test_pages_follow_the_ledger_or_fail_to_build(tmp_path: Path) -> None:
    site = Site(tmp_path, {page: text for page, (text, _) in PAGES.items()})
    output, _, errors = site.build(ENTRIES)
    assert errors == [] and all(output[page] == text for page, (_, text) in PAGES.items())
    output, read, errors = site.build(changed(verdict="holds"))
    assert read == sorted(PAGES), "the ledger is new"
    assert (output["plain"], output["claims"]) == ("The verdict: holds.", "0 of 2.")
    reason = "the text “is refuted” expects verdict of mum.sec-5 to be refuted, not holds"
    assert errors == [("held", reason)]
    # The error persists until the text or the ledger is corrected.
    assert site.build(None)[1:] == (["held"], errors)
    assert site.build(ENTRIES)[2] == []
    assert site.build(None)[1:] == ([], [])

    output, _, errors = site.build(changed(cases=1500))
    assert output["count"] == "1,500, 102, 1,398."
    reason = "the text “Many” expects cases of mum.sec-5 in quick to be 1,478, not 1,500"
    assert errors == [("words", reason)]


ERRORS = {
    "{verdict}`mum.sec-55`": "no claim 'mum.sec-55' in the ledger; did you mean mum.sec-5",
    "{verdict}`is so <mum.sec-5>`": "expected the form “six <verdicts=6>”, ",
    "{verdict}`mum.sec-5=refuted`": "expected the form “six <verdicts=6>”, ",
    "{verdict}`is so <mum.sec-5=true>`": "the text “is so” expects verdict of mum.sec-5 ",
    "{known}`games`": "no such value: 'games'; ",
    "{known}`cases of mum.sec-5`": "the name must include the scope of the ledger: ",
    "{known}`beyond of mum.sec-5`": "the scopes differ: write beyond of mum.sec-5 in ",
    "{known}`below of mum.sec-5 in full`": "mum.sec-5 has no 'below'; expected verdict",
    "{known}`false claims`": "expected one of cited, ",
    "{known}`claims of mumm`": "expected one of mum in 'claims of mumm', got 'mumm'",
    "{known}`six <verdicts>`": "expected the form “six <verdicts=6>”, ",
    "{known}`seven <verdicts=7>`": "the text “seven” expects verdicts to be 7, not 6",
}


def test_misspelt_names_are_errors(tmp_path: Path) -> None:
    site = Site(tmp_path, {f"page{number}": text for number, text in enumerate(ERRORS)})
    _, _, errors = site.build(ENTRIES)
    reasons = dict(errors)
    assert len(errors) == len(reasons) == len(ERRORS)
    for number, start in enumerate(ERRORS.values()):
        assert reasons[f"page{number}"].startswith(start)
