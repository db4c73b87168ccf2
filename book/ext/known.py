"""Computed verdicts and numbers in the text.

``{verdict}`mum.sec-5` `` shows the verdict on a claim and links to its entry in the ledger.
``{known}`games of modulus 5` `` shows a number or a list of numbers. `KNOWN` lists the names of
numbers that are computed from data. The docstring of the function `known` explains the names of
numbers from the ledger, such as `cases of atlas.two-heaps`.

Both roles accept custom text, together with the value that it expresses:
``{verdict}`is refuted <mum.sec-5=refuted>` ``, ``{known}`six <verdicts=6>` ``. The build fails if
the computed value is different.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import ReferenceRole

from ext.ledger import LEDGER, Entry, anchor, claims_in, note_ledger
from ext.pages import link_to
from nimbook import CHAPTERS, claims
from nimbook.atlas import ATLAS, modulo_6
from nimbook.claims.atlas import PATTERNS
from nimbook.claims.podium_games import DAY_3
from nimbook.claims.seams import certificate, count_asymmetric_pairs
from nimbook.ledger import SIGNS, read_printed
from nimtwist.algebra.ordinal import excess
from nimtwist.atlas import table
from nimtwist.checks import join_and

# --- From data ------------------------------------------------------------------------------------


def format_list(values: Iterable[object]) -> str:
    """Format a list of values for running text.

    >>> format_list([2, 1627, 591314]), format_list([7])
    ('2, 1,627 and 591,314', '7')
    """
    return join_and(map(format_value, values))


def format_value(value: object) -> str:
    """Format a value for running text.

    >>> format_value(1176), format_value("holds")
    ('1,176', 'holds')
    """
    return f"{value:,}" if isinstance(value, int) else str(value)


@cache
def _atlas(modulus: int) -> list[Mapping[str, Any]]:
    """Return the rows of the atlas for all games with a given modulus."""
    return [row for row in _rows() if row["modulus"] == modulus]


@cache
def _rows() -> Sequence[Mapping[str, Any]]:
    return table.read(ATLAS).lines


def _games(modulus: int, kind: str = "") -> int:
    """Count the games with a given modulus whose class begins with `kind`.

    By default, count all games with this modulus.
    """
    if modulus == 6:
        return int(modulo_6()["census"]["games"])
    return sum(row["class"].startswith(kind) for row in _atlas(modulus))


def _largest(modulus: int) -> tuple[int, int]:
    """Return the latest row at which a period begins in a game of this modulus, and that period.

    Both numbers come from the certificates in the atlas.
    """
    return max((row["row"], row["period"]) for row in _atlas(modulus))


@cache
def _excesses() -> dict[int, int]:
    """Return a dictionary that maps each odd prime below 710 to its excess."""
    primes = (p for p in range(3, 710, 2) if all(p % q for q in range(3, int(p**0.5) + 1, 2)))
    return {p: excess(p) for p in primes}


def _large() -> str:
    """List the excesses greater than 1, each with the primes that have this excess."""
    primes: dict[int, list[int]] = {}
    for p, m in _excesses().items():
        if m > 1:
            primes.setdefault(m, []).append(p)
    return format_list(f"{m} for {format_list(ps)}" for m, ps in primes.items())


KNOWN: dict[str, Callable[[], object]] = {
    "sources": lambda: len({c.source for c in claims.LEDGER.values() if not c.source.own}),
    "verdicts": lambda: len(SIGNS),
    "cells of figure 2": lambda: sum(
        len(row) for grid in read_printed("twist")["fig-2"].values() for row in grid
    ),
    "rows of table A.1": lambda: len(read_printed("mum")["table-A.1"]),
    "rows of table A.2": lambda: len(read_printed("mum_composite")["table-A.2"]),
    "tables of the example": lambda: len(read_printed("podium")["ex-algorithm"]),
    "games born by day 3": lambda: DAY_3,
    "mumbers that settle modulus 11": lambda: len(certificate(11, 2).mumbers),
    "pairs of remainders modulo 11": lambda: comb(len(certificate(11, 2).far_mumbers()), 2),
    "pairs where the larger heap matters": lambda: count_asymmetric_pairs(
        certificate(11, 2).far_mumbers()
    ),
    "families modulo 4": lambda: 2**2**4 - 1,
    "games of modulus 1 to 6": lambda: format_list(map(_games, range(1, 7))),
    "patterns of modulus 1 to 6": lambda: format_list(PATTERNS[modulus] for modulus in range(1, 7)),
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
"""Values for the role `known`, in addition to those from the ledger."""

# --- From the ledger ------------------------------------------------------------------------------

_CLAIMS = re.compile(r"(?:(\w+) )?claims(?: of ([\w-]+))?")
_CHAPTERS = re.compile(r"chapters where ([\w-]+) fails")
_OF_CLAIM = re.compile(r"(\w+) of ([\w.-]+\.[\w.-]+?)(?: in (quick|full))?")


def known(name: str, ledger: Mapping[str, Entry]) -> object:
    """Return the value with a given name.

    Names such as `claims`, `refuted claims`, `claims of mum` and `refuted claims of mum` count the
    claims in the ledger. `chapters where mum fails` lists the chapters with claims of the source
    `mum` that are false as printed. Names such as `cases of atlas.two-heaps` refer to a single
    claim. The first word is `verdict`; one of the numbers `cases`, `failures` and `agreements`
    (cases that do not fail); or the name of an integer parameter of the claim's checker, as in
    `moduli of twist.open in full`. If the value depends on whether the check is quick or full, the
    name must end with `in quick` or `in full`.

    Args:
        name: a name of one of these forms, or a key of `KNOWN`.
        ledger: the results of checking the claims, by claim id.

    Raises:
        ValueError: if the name is unknown, or if its ending `in quick` or `in full` is missing or
            wrong.

    >>> known("verdicts", {}), known("moduli of twist.open in full", {"twist.open": {}})
    (6, 4)
    """
    if name in KNOWN:
        return KNOWN[name]()
    if match := _CLAIMS.fullmatch(name):
        verdict, source = match.groups()
        for word, allowed in (verdict, SIGNS), (source, {e["source"] for e in ledger.values()}):
            if word and word not in allowed:
                raise ValueError(
                    f"expected one of {', '.join(sorted(allowed))} in {name!r}, got {word!r}"
                )
        matching = (e for e in ledger.values() if verdict in (None, e["verdict"]))
        return sum(source in (None, e["source"]) for e in matching)
    if match := _CHAPTERS.fullmatch(name):
        false = [e for e in ledger.values() if e["source"] == match[1] and e["failures"]]
        return format_list(sorted({CHAPTERS.index(e["chapter"]) + 1 for e in false}))
    if match := _OF_CLAIM.fullmatch(name):
        attribute, id_, scope = match.groups()
        return _of_claim(attribute, id_, scope, ledger)
    raise ValueError(
        f"no such value: {name!r}; expected a ledger value or one of {', '.join(KNOWN)}"
    )


def _of_claim(attribute: str, id_: str, scope: str | None, ledger: Mapping[str, Entry]) -> object:
    if id_ not in ledger:
        close = difflib.get_close_matches(id_, ledger) or sorted(ledger)
        raise ValueError(f"no claim {id_!r} in the ledger; did you mean {', '.join(close)}?")
    entry, claim = ledger[id_], claims.LEDGER[id_]
    if attribute == "verdict":
        return entry["verdict"]
    if attribute in ("cases", "failures", "agreements"):
        if scope != entry["scope"] and (scope or claim.quick != claim.full):
            name = f"{attribute} of {id_} in {entry['scope']}"
            raise ValueError(f"the name must include the scope of the ledger: {name}")
        cases, failures = entry["cases"], entry["failures"]
        return {"cases": cases, "failures": failures, "agreements": cases - failures}[attribute]
    numbers = [name for name, value in claim.quick.items() if type(value) is int]
    if attribute not in numbers:
        also = "".join(f", {name}" for name in numbers)
        raise ValueError(
            f"{id_} has no {attribute!r}; expected verdict, cases, failures, agreements{also}"
        )
    if not scope and claim.quick[attribute] != claim.full[attribute]:
        raise ValueError(f"the scopes differ: write {attribute} of {id_} in quick, or in full")
    return (claim.full if scope == "full" else claim.quick)[attribute]


def read_ledger(root: Path) -> dict[str, Entry]:
    """Return the results of checking the claims, by claim id.

    Raises:
        ValueError: if the file is missing or truncated.
    """
    path = root / LEDGER
    return _read(path, path.stat().st_mtime_ns if path.exists() else 0)


@cache
def _read(path: Path, mtime: int) -> dict[str, Entry]:
    return {entry["id"]: entry for entry in claims_in(path)}


# --- Roles ----------------------------------------------------------------------------------------


class KnownRole(ReferenceRole):
    """A role that shows a computed value, or custom text that expresses the value."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the text to show, or an error if the value is unknown or not the expected one."""
        name, _, expected = self.target.partition("=")
        name = self.name_of(name)
        note_ledger(self.env)
        try:
            value = format_value(known(name, read_ledger(Path(self.env.srcdir))))
            if self.has_explicit_title != bool(expected):
                usage = "“six <verdicts=6>”, or “verdicts” without text"
                raise ValueError(f"expected the form {usage}, got {self.text!r}")
            if expected not in ("", value):
                raise ValueError(
                    f"the text “{self.title}” expects {name} to be {expected}, not {value}"
                )
        except ValueError as wrong:
            self.env.note_reread()  # the next build must fail, too
            return [], [self.inliner.reporter.error(str(wrong), line=self.lineno)]
        return [self.render(self.title if expected else value)], []

    def name_of(self, target: str) -> str:
        """Return the name of the value that a target refers to."""
        return target

    def render(self, text: str) -> nodes.Node:
        """Return the text as a document node."""
        return nodes.Text(text)


class VerdictRole(KnownRole):
    """A role that shows the verdict on a claim, or custom text for it, as a link to the ledger."""

    def name_of(self, target: str) -> str:
        """Return the name under which `known` looks up the verdict on a claim."""
        return f"verdict of {target}"

    def render(self, text: str) -> nodes.Node:
        """Return the text as a link to the claim's entry in the ledger."""
        label = anchor(self.target.partition("=")[0])
        link = link_to(self.env.docname, label, words=nodes.inline("", text))
        self.set_source_info(link)
        return link
