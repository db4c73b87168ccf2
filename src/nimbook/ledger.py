"""What a claim is, and how it is checked: the machinery of the ledger.

A checker is a generator of cases, smallest first. A `Case` holds an instance of the claim, the
value claimed for it, and the value computed by brute force; if they differ, it is a counterexample.
A `Proof` is a case that settles all sizes.

Everything that the claim asserts is an argument of the checker, so that the same checker
runs on the claim as printed, on its repair, and on wrong variants of it (the controls), each of
which it must refute. A claim that consists of several parts has a control for each of them.
"""

from __future__ import annotations

import difflib
import json
import re
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from inspect import signature
from typing import Any, Literal

from nimtwist._checks import short_repr


@dataclass(slots=True)
class Case:
    """An instance of a claim, the value claimed for it, and the value computed.

    An instance that is a sentence has a truth value.

    >>> print(Case("the value of (3, 5)", 7, 6))
    the value of (3, 5): 6, not 7
    >>> print(Case("(1, 1) is stranded", True, False))
    (1, 1) is stranded: false
    """

    instance: str
    claimed: object
    computed: object

    @property
    def fails(self) -> bool:
        """Whether the claim fails in this case."""
        return self.claimed != self.computed

    def __str__(self) -> str:
        if isinstance(self.claimed, bool):
            return f"{self.instance}: {str(self.computed).lower()}"
        return f"{self.instance}: {self.computed}, not {self.claimed}"


class Proof(Case):
    """A case that settles all sizes, named by `instance`: a proof in which no flaw is found.

    >>> print(Proof("Nim", "row 2 is another one"))
    Nim: row 2 is another one
    """

    def __init__(self, instance: str, flaw: str | None) -> None:
        super().__init__(instance, None, flaw)

    def __str__(self) -> str:
        return f"{self.instance}: {self.computed}"


Checker = Callable[..., Iterator[Case]]
Scope = Literal["quick", "full"]
Judgement = Literal["holds", "proved", "refuted", "conditional", "cited", "open"]
Arguments = Mapping[str, Any]

SIGNS: Mapping[str, str] = {
    "holds": "✓",
    "proved": "∎",
    "refuted": "✗",
    "conditional": "◐",
    "cited": "❝",
    "open": "○",
}
"""The sign before a verdict on a badge."""


def anchor(kind: str, id_: str) -> str:
    """Return the id of an element of the book that shows a claim: its entry, or its card.

    >>> anchor("claim", "mum.sec-6.4.win"), anchor("card", "mum.table-A.1")
    ('claim-mum-sec-6-4-win', 'card-mum-table-a-1')
    """
    return re.sub(r"[^a-z0-9]+", "-", f"{kind}-{id_}".lower())


@dataclass(frozen=True)
class Source:
    """A source of the book, with the name that the ids of its claims begin with.

    `own` is true of claims that no source makes, but the book itself.
    """

    name: str
    title: str
    own: bool = False


@dataclass(frozen=True)
class Repair:
    """What is true where the printed claim is not.

    `meant` names the reading of the words, or the hypothesis, that the author plausibly meant, and
    under which the printed claim stands; after a colon it may say why. It is empty if the claim is
    false even as it was meant, however simple the set where it is true. `arguments` are those of
    the checker.
    """

    statement: str
    arguments: Arguments
    meant: str = ""


@dataclass(frozen=True)
class Claim:
    """One claim of a source, with what it takes to check it.

    `because` is the reason for the verdict, in half a sentence. `relies_on` names the theorem, if
    any, that lets the checker go further than a search of every position. `rests_on` are the ids of
    other claims that it takes for granted: its proof, in its source or in this book, or its check
    uses them, or they define its words. The claims form no circle.

    `range_` turns the arguments of the checker (`quick` or `full`) into the sentence that states
    the range, so that the sentence cannot differ from what was checked. An `open` claim is an open
    problem: its checker checks the part that, as `reading` says, is settled. A `cited` claim is
    proved in the literature but is not a finite statement: its checker checks the finite part that
    `reading` describes. The full scope of a `proved` claim has all the proofs that settle it for
    all sizes; the quick scope may check some of them.

    `controls` are wrong variants, one for each part of the claim: the checker's arguments that
    express each, by its statement. `new` are theorems of this book that the checker tries, by their
    labels in the chapter, which proves them: the claim itself, or what settles a part of an open
    problem, or goes with a definition. `added` marks a claim that this book adds to those of
    the source. `chapter` is the name of the chapter that shows it.
    """

    source: Source
    name: str
    kind: str
    statement: str
    because: str
    checker: Checker
    range_: Callable[[Arguments], str]
    quick: Arguments
    full: Arguments
    controls: Mapping[str, Arguments]
    repair: Repair | None = None
    relies_on: str = ""
    reading: str = ""
    open: bool = False
    cited: bool = False
    proved: bool = False
    new: Mapping[str, str] = field(default_factory=dict)
    rests_on: Sequence[str] = ()
    added: bool = False
    chapter: str = ""

    @property
    def own(self) -> bool:
        """Return whether no source makes this claim, but this book."""
        return self.added or self.source.own

    @property
    def id(self) -> str:
        """The claim's full name, made of its source and its name, as in `twist.thm-1`."""
        return f"{self.source.name}.{self.name}"

    def runs(self, scope: Scope) -> list[Run]:
        """Return the runs of the checker: as printed, with the repair if there is one, controls.

        Each can be done by itself, anywhere, and `verdict` puts together what they find.
        """
        arguments = self.quick if scope == "quick" else self.full
        runs = [Run(self, self.statement, arguments)]
        if self.repair:
            arguments = {**arguments, **self.repair.arguments}
            runs.append(Run(self, self.repair.statement, arguments))
        # A control is a variant of the repair, if there is one, and otherwise of the claim.
        for statement, variant in self.controls.items():
            runs.append(Run(self, statement, {**arguments, **variant}, control=True))
        return runs

    def verdict(self, scope: Scope, findings: Sequence[Finding]) -> Verdict:
        """Return what the ledger says of the claim, after what its runs in this scope found."""
        printed, *others = findings
        repaired = others.pop(0) if self.repair else None
        refuted = tuple(other.failures > 0 for other in others)
        seconds = sum(finding.seconds for finding in findings)
        return Verdict(self, scope, printed, repaired, refuted, seconds)


class Claims(list[Claim]):
    """Claims of a source in a chapter, in order, each entered by a decorator on its checker.

    `words` maps the names of claims to fields of theirs that are text, or facts for the reader; in
    the book they come from a file beside the module, see `read_words`.
    """

    def __init__(
        self,
        source: Source,
        chapter: str = "",
        words: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        super().__init__()
        self.about = {"source": source, "chapter": chapter}
        self.words = words or {}

    def of(
        self,
        name: str,
        *,
        quick: Arguments | None = None,
        full: Arguments | None = None,
        repair: Arguments | None = None,
        **fields: Any,
    ) -> Callable[[Checker], Checker]:
        """Enter a claim whose checker is the decorated function; `fields` are those of `Claim`.

        Without `quick`, the checker is called without arguments; without `full`, with the quick
        ones. The repair is checked with the arguments `repair`; its statement is the field
        `repaired`, and what the author meant, if anything, is `meant`. The field `range` may be a
        format string for the arguments, given or by default; the repair may have one of its own,
        `repaired_range`.
        """
        few = quick or {}
        about: dict[str, Any] = {**self.about, "name": name}
        about |= {"quick": few, "full": few if full is None else full}
        about |= {**self.words.get(name, {}), **fields}
        if repair is not None:
            about["repair"] = Repair(about.pop("repaired"), repair, about.pop("meant", ""))

        def enter(checker: Checker) -> Checker:
            if "range" in about:
                words = about.pop("range")
                repaired = about.pop("repaired_range", words)
                usual = {name: it.default for name, it in signature(checker).parameters.items()}
                about["range_"] = lambda arguments: (
                    repaired if repair and repair.items() <= arguments.items() else words
                ).format_map({**usual, **arguments})
            self.append(Claim(checker=checker, **about))
            return checker

        return enter


def read_words(name: str) -> dict[str, dict[str, Any]]:
    """Return what is said of the claims in a module of `nimbook.claims`: its TOML file."""
    text = (files("nimbook.claims") / f"{name}.toml").read_text("utf-8")
    return {claim: _unwrapped(words) for claim, words in tomllib.loads(text).items()}


def _unwrapped(words: Any) -> Any:
    """Return data of a file with each string on one line."""
    if isinstance(words, dict):
        return {key: _unwrapped(value) for key, value in words.items()}
    return " ".join(words.split()) if isinstance(words, str) else words


def read_printed(name: str) -> dict[str, Any]:
    """Return what a source prints, by figure and table: the file of this name in `printed`."""
    file = files("nimbook.claims") / "printed" / f"{name}.json"
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return data


@dataclass(frozen=True)
class Finding:
    """What a checker found: how many cases, how many failed, and the first that did."""

    statement: str
    range: str
    cases: int
    failures: int
    counterexample: str | None
    proofs: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def count(self) -> str:
        """How many cases there are, in words.

        >>> Finding("It is so.", "all", 1770, 0, None).count
        '1,770 cases'
        """
        return _counted(self.cases, "case")


@dataclass(frozen=True)
class Run:
    """One run of a claim's checker: the statement that it checks, and the arguments that say it.

    On a control it ends at the first failure: one is enough to refute it, and there is no more to
    find out.
    """

    claim: Claim
    statement: str
    arguments: Arguments
    control: bool = False

    def find(self) -> Finding:
        """Run the checker, and count the cases and those that fail."""
        started = time.perf_counter()
        cases = failures = proofs = 0
        first = None
        try:
            for case in self.claim.checker(**self.arguments):
                cases += 1
                if case.fails:
                    failures += 1
                    first = first or str(case)
                    if self.control:
                        break
                else:
                    proofs += isinstance(case, Proof)
        except Exception as error:
            error.add_note(f"This came of checking {self.claim.id}: “{self.statement}”")
            raise
        range_ = "" if self.control else self.claim.range_(self.arguments)
        seconds = time.perf_counter() - started
        return Finding(self.statement, range_, cases, failures, first, proofs, seconds)


@dataclass(frozen=True)
class Verdict:
    """What the ledger says about one claim, after checking it."""

    claim: Claim = field(repr=False)
    scope: Scope
    printed: Finding
    repaired: Finding | None
    refuted: tuple[bool, ...]
    seconds: float = field(compare=False)

    @property
    def control(self) -> bool:
        """Whether every control of the claim was refuted, and there is one."""
        return bool(self.refuted) and all(self.refuted)

    @property
    def verdict(self) -> Judgement:
        """One of holds, proved, refuted, conditional, cited, open: derived from what was found."""
        if not self.printed.failures:
            if self.claim.open:
                return "open"
            return "cited" if self.claim.cited else "proved" if self.claim.proved else "holds"
        return "conditional" if self.claim.repair and self.claim.repair.meant else "refuted"

    @property
    def reading(self) -> str:
        """What the author meant, if the claim stands as meant; or its reading; or "as printed"."""
        repair = self.claim.repair
        return (repair and repair.meant) or self.claim.reading or "as printed"

    @property
    def trouble(self) -> str | None:
        """What is wrong with the check itself, in a sentence; `None` if all is in order.

        Every control must be refuted, a claim that fails must have a repair, the repair must hold,
        and a claim that does not fail must not have one.
        """
        for control, refuted in zip(self.claim.controls, self.refuted, strict=True):
            if not refuted:
                return f"the checker did not refute the control “{control}”, so it proves nothing"
        if not self.refuted:
            return "the claim has no control"
        if self.verdict == "proved" and not self.printed.proofs:
            return "the claim is said to be proved, but the checker found no proof"
        if not self.printed.cases or (self.repaired and not self.repaired.cases):
            return "the checker found no case to check"
        if self.printed.failures and self.repaired is None:
            return f"the claim fails and has no repair: {self.printed.counterexample}"
        if self.repaired and self.repaired.failures:
            return f"the repair fails: {self.repaired.counterexample}"
        if self.repaired and not self.printed.failures:
            return "the claim has a repair although it does not fail"
        return None

    @property
    def headline(self) -> str:
        """The verdict in one line, in the words of somebody who has not seen the ledger yet.

        It says whether the claim is true, how that is known, and what has to be added.
        """
        if self.trouble:
            return f"not in order: {self.trouble}"
        meant, count = self.reading.partition(":")[0], (self.repaired or self.printed).count
        proofs = _counted(self.printed.proofs, "proof")
        some = " here, all of them in the full check" if self.in_full else ""
        return {
            "holds": f"checked in {count}",
            "proved": f"proved for all sizes: {proofs} checked{some}",
            "conditional": f"false as printed; true if {meant}: checked in {count}",
            "refuted": f"false as printed; what is true instead is checked in {count}",
            "cited": f"proved in the literature; a finite part is checked in {count}",
            "open": f"an open problem; what is settled of it is checked in {count}",
        }[self.verdict]

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The facts about the check, as terms and descriptions, for a card or a page."""

        def counted(finding: Finding) -> str:
            if not finding.failures:
                proofs = f", {_counted(finding.proofs, 'proof')} among them" * bool(finding.proofs)
                return f"{finding.count}{proofs}, none fails"
            fail = "fails" if finding.failures == 1 else "fail"
            return f"{finding.count}, {finding.failures:,} of them {fail}"

        claim, printed, repaired = self.claim, self.printed, self.repaired
        facts = [
            ("because", claim.because),
            ("checked", printed.range),
            ("in full", self.in_full),
            ("found", counted(printed)),
            ("first failure", printed.counterexample),
            ("true if", claim.repair and claim.repair.meant),
            ("true instead", repaired and repaired.statement),
            ("checked", repaired and repaired.range),
            ("found", repaired and counted(repaired)),
            ("uses", claim.relies_on),
            ("remark", claim.reading),
            *(("new theorem", statement) for statement in claim.new.values()),
        ]
        for found, outcome in (True, "found wrong"), (False, "NOT found wrong"):
            controls = [
                f"“{control}”"
                for control, refuted in zip(self.claim.controls, self.refuted, strict=True)
                if refuted == found
            ]
            if controls:
                facts.append(("wrong on purpose", f"{outcome}: {', '.join(controls)}"))
        return [(term, words) for term, words in facts if words]

    @property
    def in_full(self) -> str | None:
        """The range of the full check; `None` if this is it."""
        range_ = self.claim.range_(self.claim.full)
        return None if range_ == self.printed.range else range_

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as a dictionary of plain values, for `json.dumps`."""
        repaired = self.repaired
        return {
            "id": self.claim.id,
            "source": self.claim.source.name,
            "source_title": self.claim.source.title,
            "own": self.claim.own,
            "chapter": self.claim.chapter,
            "kind": self.claim.kind,
            "statement": self.claim.statement,
            "verdict": self.verdict,
            "headline": self.headline,
            "because": self.claim.because,
            "sign": SIGNS[self.verdict],
            "reading": self.reading,
            "scope": self.scope,
            "range": self.printed.range,
            "cases": self.printed.cases,
            "proofs": self.printed.proofs,
            "failures": self.printed.failures,
            "counterexample": self.printed.counterexample,
            "control": self.control,
            "trouble": self.trouble,
            "facts": [list(fact) for fact in self.facts],
            "repaired": repaired
            and {
                "statement": repaired.statement,
                "range": repaired.range,
                "cases": repaired.cases,
                "failures": repaired.failures,
                "control": self.control,
            },
            "new": [{"statement": s, "label": label} for label, s in self.claim.new.items()],
            "rests_on": list(self.claim.rests_on),
            "seconds": round(self.seconds, 3),
        }


class Ledger(dict[str, Claim]):
    """The claims by id, in the order in which they are given."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        given = list(claims)
        super().__init__((claim.id, claim) for claim in given)
        if len(self) < len(given):
            raise ValueError("two claims of the ledger have the same id")

    def check_id(self, id_: str) -> None:
        """Raise a `ValueError` if there is no such claim; the message names some that there are."""
        if not isinstance(id_, str) or id_ not in self:
            near = difflib.get_close_matches(short_repr(id_), self)
            some = ", ".join([*self][:3])
            hint = f"did you mean {' or '.join(near)}?" if near else f"known: {some}, …"
            raise ValueError(f"there is no claim {short_repr(id_)} in the ledger; {hint}")

    def check(self, id_: str, scope: Scope = "quick") -> Verdict:
        """Check one claim as printed, its repair if it has one, and its controls.

        Args:
            id_: the claim's name, as in `twist.thm-1`.
            scope: "quick" or "full", how far to go; the verdict states the range.

        Raises:
            ValueError: if there is no such claim or scope.
        """
        self.check_id(id_)
        if scope not in ("quick", "full"):
            raise ValueError(f"the scope is 'quick' or 'full', not {short_repr(scope)}")
        claim = self[id_]
        return claim.verdict(scope, [run.find() for run in claim.runs(scope)])


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
