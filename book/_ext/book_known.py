"""Sphinx extension: verdicts and numbers in the text, taken from what was computed.

``{verdict}`mum.sec-5` `` is the verdict of a claim, and a link to its place in the ledger.
``{known}`games of modulus 5` `` is a number, or a few: `KNOWN` names those that come from data, and
`known` says how those of the ledger are called, such as ``{known}`cases of atlas.two-heaps` ``.

Both take words of the author's own, with what they stand for behind them:
``{verdict}`is refuted <mum.sec-5=refuted>` ``, ``{known}`six <verdicts=6>` ``. If it is not what
was computed, that is an error, and the book is not built. What a page has said is kept, and the
page is read again as soon as it would be said otherwise.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

from book_ledger import LEDGER, Entry, anchor, claims_in
from book_pages import link_to
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import ReferenceRole
from sphinx.util.typing import ExtensionMetadata

from nimbook import CHAPTERS, claims
from nimbook.atlas import ATLAS, modulo_6
from nimbook.claims.atlas import PATTERNS
from nimbook.claims.podium_games import DAY_3
from nimbook.claims.seams import certificate, count_asymmetric_pairs
from nimbook.ledger import SIGNS, read_printed
from nimtwist.algebra.ordinal import excess
from nimtwist.atlas import table

# --- From data ------------------------------------------------------------------------------------


def listed(values: Iterable[object]) -> str:
    """Return values as a text has them.

    >>> listed([2, 1627, 591314]), listed([7])
    ('2, 1,627 and 591,314', '7')
    """
    *others, last = map(shown, values)
    return f"{', '.join(others)} and {last}" if others else last


def shown(value: object) -> str:
    """Return a value as the text has it.

    >>> shown(1176), shown("holds")
    ('1,176', 'holds')
    """
    return f"{value:,}" if isinstance(value, int) else str(value)


@cache
def _atlas(modulus: int) -> list[Mapping[str, Any]]:
    """Return the lines of the atlas for a modulus."""
    return [line for line in _lines() if line["modulus"] == modulus]


@cache
def _lines() -> Sequence[Mapping[str, Any]]:
    return table.read(ATLAS).lines


def _games(modulus: int, kind: str = "") -> int:
    """Return how many games a modulus has, or how many of one class."""
    if modulus == 6:
        return int(modulo_6()["census"]["games"])
    return sum(line["class"].startswith(kind) for line in _atlas(modulus))


def _largest(modulus: int) -> tuple[int, int]:
    """Return the first row and the period of the certificate that begins last."""
    return max((line["row"], line["period"]) for line in _atlas(modulus))


@cache
def _excesses() -> dict[int, int]:
    """Return the excesses of all odd primes that the engine knows."""
    primes = (p for p in range(3, 710, 2) if all(p % q for q in range(3, int(p**0.5) + 1, 2)))
    return {p: excess(p) for p in primes}


def _large() -> str:
    """Return the excesses that are neither 0 nor 1, and the primes that have them."""
    primes: dict[int, list[int]] = {}
    for p, m in _excesses().items():
        if m > 1:
            primes.setdefault(m, []).append(p)
    return listed(f"{m} for {listed(of)}" for m, of in primes.items())


def _sources() -> int:
    return len({claim.source for claim in claims.LEDGER.values() if not claim.source.own})


def _printed(source: str, name: str) -> int:
    """Return how many rows or parts something has as it is printed."""
    return len(read_printed(source)[name])


def _cells_of_figure_2() -> int:
    grids = read_printed("twist")["fig-2"].values()
    return sum(len(row) for grid in grids for row in grid)


KNOWN: dict[str, Callable[[], object]] = {
    "chapters": lambda: len(CHAPTERS),
    "sources": _sources,
    "verdicts": lambda: len(SIGNS),
    "cells of figure 2": _cells_of_figure_2,
    "rows of table A.1": lambda: _printed("mum", "table-A.1"),
    "rows of table A.2": lambda: _printed("mum_composite", "table-A.2"),
    "tables of the example": lambda: _printed("podium", "ex-algorithm"),
    "games born by day 3": lambda: DAY_3,
    "mumbers that settle modulus 11": lambda: len(certificate(11, 2).mumbers),
    "pairs of remainders modulo 11": lambda: comb(len(certificate(11, 2).far_mumbers()), 2),
    "pairs where the larger heap matters": lambda: count_asymmetric_pairs(
        certificate(11, 2).far_mumbers()
    ),
    "families modulo 4": lambda: 2**2**4 - 1,
    "games of modulus 1 to 6": lambda: listed(map(_games, range(1, 7))),
    "patterns of modulus 1 to 6": lambda: listed(PATTERNS[modulus] for modulus in range(1, 7)),
    "latest row modulo 4": lambda: _largest(4)[0],
    "period of the latest row modulo 4": lambda: _largest(4)[1],
    "games of modulus 5": lambda: _games(5),
    "certified modulo 5": lambda: _games(5) - _games(5, "counting") - _games(5, "unexplained"),
    "counting modulo 5": lambda: _games(5, "counting"),
    "left modulo 5": lambda: _games(5, "unexplained"),
    "games of modulus 6": lambda: _games(6),
    "settled modulo 6": lambda: sum(modulo_6()["run"]["settled"].values()),
    "sample modulo 6": lambda: modulo_6()["sample"]["searched"],
    "sample settled modulo 6": lambda: sum(modulo_6()["sample"]["settled"].values()),
    "largest prime": lambda: max(_excesses()),
    "primes": lambda: len(_excesses()),
    "excesses above 1": _large,
}
"""What can be said with the role `known`, besides what the ledger has."""

# --- From the ledger ------------------------------------------------------------------------------

_CLAIMS = re.compile(r"(?:(\w+) )?claims(?: of ([\w-]+))?")
_OF_CLAIM = re.compile(r"(\w+) of ([\w.-]+\.[\w.-]+?)(?: in (quick|full))?")


def known(name: str, ledger: Mapping[str, Entry]) -> object:
    """Return what is known under a name.

    The ledger knows `claims`, `refuted claims`, `claims of mum` and `refuted claims of mum`, which
    are numbers of claims; and of a claim, as in `cases of atlas.two-heaps`, its `verdict`, the
    number of its `cases`, of the `failures` among them, and of the others, the `agreements`; and
    each number that its checker takes, by its name: `moduli of twist.open in full`. Where the quick
    and the full scope differ, the name ends in `in quick` or `in full`.

    Args:
        name: one of those, or of `KNOWN`.
        ledger: what came of checking the claims, by their ids.

    Raises:
        ValueError: if the name is none, or does not say of which scope, or says the wrong one.

    >>> known("verdicts", {}), known("moduli of twist.open in full", {"twist.open": {}})
    (6, 4)
    """
    if name in KNOWN:
        return KNOWN[name]()
    if found := _CLAIMS.fullmatch(name):
        verdict, source = found.groups()
        for one, each in (verdict, SIGNS), (source, {of["source"] for of in ledger.values()}):
            if one and one not in each:
                raise ValueError(f"{one!r} in {name!r} is none of {', '.join(sorted(each))}")
        of_verdict = (of for of in ledger.values() if verdict in (None, of["verdict"]))
        return sum(source in (None, of["source"]) for of in of_verdict)
    if found := _OF_CLAIM.fullmatch(name):
        what, id_, scope = found.groups()
        return _of_claim(what, id_, scope, ledger)
    raise ValueError(f"{name!r} is not known; {', '.join(KNOWN)} are, and what the ledger has")


def _of_claim(what: str, id_: str, scope: str | None, ledger: Mapping[str, Entry]) -> object:
    if id_ not in ledger:
        near = difflib.get_close_matches(id_, ledger) or sorted(ledger)
        raise ValueError(f"there is no claim {id_!r} in the ledger; there is {', '.join(near)}")
    entry, claim = ledger[id_], claims.LEDGER[id_]
    if what == "verdict":
        return entry["verdict"]
    if what in ("cases", "failures", "agreements"):
        if scope != entry["scope"] and (scope or claim.quick != claim.full):
            right = f"{what} of {id_} in {entry['scope']}"
            raise ValueError(f"the scope of this book's ledger has to be said: {right}")
        cases, failures = entry["cases"], entry["failures"]
        return {"cases": cases, "failures": failures, "agreements": cases - failures}[what]
    numbers = [name for name, value in claim.quick.items() if type(value) is int]
    if what not in numbers:
        also = "".join(f", {name}" for name in numbers)
        raise ValueError(
            f"of {id_} there is no {what!r}; there are verdict, cases, failures, agreements{also}"
        )
    if not scope and claim.quick[what] != claim.full[what]:
        raise ValueError(f"write {what} of {id_} in quick, or in full: they differ")
    return (claim.full if scope == "full" else claim.quick)[what]


def read_ledger(root: Path) -> dict[str, Entry]:
    """Return what came of checking the claims, by their ids.

    Raises:
        ValueError: if nobody has checked them yet, or the file was cut short.
    """
    path = root / LEDGER
    if not path.exists():
        raise ValueError(f"{LEDGER} is missing: build the book with `make book`")
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, changed: int) -> dict[str, Entry]:
    return {entry["id"]: entry for entry in claims_in(path)}


# --- In the text ----------------------------------------------------------------------------------


class KnownRole(ReferenceRole):
    """A number, or a few, as computed; or words that stand for it."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return it as text, or an error if it is not known, or not what the words stand for."""
        name, _, meant = self.target.partition("=")
        name = self.name_of(name)
        stands = ""
        try:
            value = shown(known(name, read_ledger(Path(self.env.srcdir))))
            if self.has_explicit_title != bool(meant):
                usage = "“six <verdicts=6>”, or without words, “verdicts”"
                raise ValueError(f"{self.text!r} is not written as {usage}")
            if meant not in ("", value):
                raise ValueError(
                    f"the words “{self.title}” stand for {meant}, but the {name} is {value}"
                )
            stands = value
        except ValueError as wrong:
            return [], [self.inliner.reporter.error(str(wrong), line=self.lineno)]
        finally:
            _kept(self.env).setdefault(self.env.docname, set()).add((name, stands))
        return [self.said(self.title if meant else value)], []

    def name_of(self, target: str) -> str:
        """Return under which name it is known."""
        return target

    def said(self, words: str) -> nodes.Node:
        """Return the words as they stand on the page."""
        return nodes.Text(words)


class VerdictRole(KnownRole):
    """The verdict of a claim, or words that stand for it: a link to the ledger."""

    def name_of(self, target: str) -> str:
        """Return under which name it is known."""
        return f"verdict of {target}"

    def said(self, words: str) -> nodes.Node:
        """Return a link to what came of checking the claim."""
        label = anchor(self.target.partition("=")[0])
        link = link_to(self.env.docname, label, words=nodes.inline("", words))
        self.set_source_info(link)
        return link


# --- What a page has said -------------------------------------------------------------------------


def _kept(env: BuildEnvironment) -> dict[str, set[tuple[str, str]]]:
    """Return what pages have said: names of what is known, with values, empty after an error."""
    kept: dict[str, set[tuple[str, str]]] = env.__dict__.setdefault("book_known", {})
    return kept


def forget(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget what a page has said: it is read again, or is gone."""
    _kept(env).pop(page, None)


def merge(app: Sphinx, env: BuildEnvironment, pages: set[str], other: BuildEnvironment) -> None:
    """Keep what pages have said that were read by another process."""
    _kept(env).update((page, said) for page, said in _kept(other).items() if page in pages)


def outdated(app: Sphinx, env: BuildEnvironment, *_: object) -> list[str]:
    """Return the pages that say what is no longer so, or never was."""

    def so(name: str, value: str) -> bool:
        try:
            return shown(known(name, read_ledger(Path(app.srcdir)))) == value
        except ValueError:
            return False

    return [page for page, said in _kept(env).items() if not all(so(*each) for each in said)]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_role("known", KnownRole())
    app.add_role("verdict", VerdictRole())
    app.connect("env-get-outdated", outdated)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
