"""Claims, checkers and verdicts: the core of the ledger.

A checker is a generator of cases, smallest first. A `Case` holds an instance of the claim, the
value claimed for it, and the value computed by brute force. If the two values differ, the instance
is a counterexample. A `Proof` is a case that covers all sizes.

Everything a claim asserts is an argument of its checker, so the same checker runs on the claim as
printed, on its repair, and on deliberately false variants (the controls), each of which it must
refute. A claim with several parts has a control for each part.
"""

from __future__ import annotations

import difflib
import json
import re
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from inspect import signature
from typing import Any, Literal

from nimtwist.checks import short_repr


@dataclass(slots=True)
class Case:
    """An instance of a claim, with its claimed and computed values.

    If the instance is a sentence, its values are Booleans.

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
        """True if this case is a counterexample to the claim."""
        return self.claimed != self.computed

    def __str__(self) -> str:
        if isinstance(self.claimed, bool):
            return f"{self.instance}: {str(self.computed).lower()}"
        return f"{self.instance}: {self.computed}, not {self.claimed}"


class Proof(Case):
    """A case that checks a proof for all sizes; it fails if the proof has a flaw.

    >>> print(Proof("Nim", "row 2 is wrong"))
    Nim: row 2 is wrong
    """

    def __init__(self, instance: str, flaw: str | None) -> None:
        super().__init__(instance, None, flaw)

    def __str__(self) -> str:
        return f"{self.instance}: {self.computed}"


Checker = Callable[..., Iterator[Case]]
Scope = Literal["quick", "full"]
VerdictName = Literal["holds", "proved", "refuted", "conditional", "cited", "open"]
Arguments = Mapping[str, Any]

SIGNS: Mapping[str, str] = {
    "holds": "✓",
    "proved": "∎",
    "refuted": "✗",
    "conditional": "◐",
    "cited": "❝",
    "open": "○",
}
"""The symbol shown before each verdict."""


# Facts that a page shows with links.
MACHINE_CHECKED = "machine-checked"
IN_LEAN = "in Lean"


def anchor(kind: str, id_: str) -> str:
    """Return the HTML id of a claim's ledger entry or card, or of a formal proof.

    >>> anchor("claim", "mum.sec-6.4.win"), anchor("card", "mum.table-A.1")
    ('claim-mum-sec-6-4-win', 'card-mum-table-a-1')
    """
    return re.sub(r"[^a-z0-9]+", "-", f"{kind}-{id_}".lower())


@dataclass(frozen=True)
class Source:
    """A source of claims; the ids of its claims begin with `name`.

    `own` is true if the source is this book; otherwise `reference` is the source's key in the
    bibliography.
    """

    name: str
    title: str
    own: bool = False
    reference: str = ""


@dataclass(frozen=True)
class Repair:
    """A corrected version of a false claim.

    `meant` states the reading or hypothesis that the author plausibly intended and that makes the
    printed claim true; an explanation may follow after a colon. `meant` is empty if the claim is
    false even as intended, whether or not there is a simple condition under which it is true.
    `arguments` are passed to the checker.
    """

    statement: str
    arguments: Arguments
    meant: str = ""


@dataclass(frozen=True)
class Lean:
    """A theorem of a library for the proof assistant Lean that says nearly the same as a claim.

    `difference` is a sentence that compares the two statements.
    """

    name: str
    url: str
    difference: str


@dataclass(frozen=True)
class Claim:
    """A claim from a source, with its checker and the arguments for each scope.

    `because` is a short reason for the verdict. `relies_on` names the theorem, if any, that lets
    the checker go further than an exhaustive search. `rests_on` lists the ids of claims that the
    proof (in the source or in this book), the check or the definitions depend on. There are no
    circular dependencies.

    `range_` builds the description of the checked range from the checker's arguments (`quick` or
    `full`), so the description always matches the check. An `open` claim is an open problem; its
    checker covers the solved part described by `reading`. A `cited` claim is proved in the
    literature but is not a finite statement; its checker covers the finite part described by
    `reading`. For a `proved` claim, the full scope verifies every proof needed to cover all sizes;
    the quick scope may verify only some of them.

    `controls` contains deliberately false variants, one for each part of the claim; it maps the
    statement of each variant to checker arguments. `new` maps labels to theorems of this book that
    the checker tests and the chapter proves: the claim itself, a partial solution of an open
    problem, or a fact about a definition. `added` is true if the book adds the claim to those of
    the source. `chapter` is the name of the chapter that shows the claim's card.

    `formal` names the theorems in the repository's folder `proofs` that state the claim, its repair
    or its `new` theorems, and that a proof assistant has checked: `Nim.bouton` is the theorem
    `bouton` in the file `Nim.v`. `formal_reads` says how to read them, as a sentence. `lean` is a
    theorem of a library for the proof assistant Lean.
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
    formal: Sequence[str] = ()
    formal_reads: str = ""
    lean: Lean | None = None

    @property
    def own(self) -> bool:
        """True if the claim is made by this book and not by another source."""
        return self.added or self.source.own

    @property
    def id(self) -> str:
        """The id, composed of the source and the name of the claim, such as `twist.thm-1`."""
        return f"{self.source.name}.{self.name}"

    def runs(self, scope: Scope) -> list[Run]:
        """Return the runs of the checker: the printed claim, the repair (if any) and the controls.

        Runs are independent and may be executed in any process; `verdict` combines the findings.
        """
        arguments = self.quick if scope == "quick" else self.full
        runs = [Run(self, self.statement, arguments)]
        if self.repair:
            arguments = {**arguments, **self.repair.arguments}
            runs.append(Run(self, self.repair.statement, arguments))
        # Controls are variants of the repair if there is one, and of the printed claim otherwise.
        for statement, variant in self.controls.items():
            runs.append(Run(self, statement, {**arguments, **variant}, control=True))
        return runs

    def verdict(self, scope: Scope, findings: Sequence[Finding]) -> Verdict:
        """Return the verdict for a scope, given the findings of all its runs."""
        printed, *others = findings
        repaired = others.pop(0) if self.repair else None
        refuted = tuple(other.failures > 0 for other in others)
        seconds = sum(finding.seconds for finding in findings)
        return Verdict(self, scope, printed, repaired, refuted, seconds)


class Claims(list[Claim]):
    """The claims of one source that are shown in one chapter, in order.

    To register a claim, decorate its checker with `@claims.of(...)`.

    `words` maps the name of each claim to a dictionary of the fields that hold text or facts for
    the reader. The book reads these fields from a TOML file next to the module (see `read_fields`).
    """

    def __init__(
        self,
        source: Source,
        chapter: str = "",
        words: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        super().__init__()
        self.shared = {"source": source, "chapter": chapter}
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
        """Register a claim that the decorated function checks.

        `quick` and `full` hold the checker's arguments for the quick and the full scope. By
        default, `quick` is empty and `full` is the same as `quick`. `repair` holds the arguments of
        the repair; the statement of the repair is in the field `repaired`, and its intended
        reading, if any, is in the field `meant`. All other `fields` are fields of `Claim`. The
        field `range` may be a format string, which is filled with the checker's arguments,
        including defaults. If there is a field `repaired_range`, the repair uses it instead.
        """
        quick_arguments = quick or {}
        entry: dict[str, Any] = {**self.shared, "name": name}
        entry |= {"quick": quick_arguments, "full": quick_arguments if full is None else full}
        entry |= {**self.words.get(name, {}), **fields}
        if "lean" in entry:
            entry["lean"] = Lean(**entry["lean"])
        if repair is not None:
            entry["repair"] = Repair(entry.pop("repaired"), repair, entry.pop("meant", ""))

        def register(checker: Checker) -> Checker:
            if "range" in entry:
                template = entry.pop("range")
                repaired = entry.pop("repaired_range", template)
                defaults = {name: it.default for name, it in signature(checker).parameters.items()}
                entry["range_"] = lambda arguments: (
                    repaired if repair and repair.items() <= arguments.items() else template
                ).format_map({**defaults, **arguments})
            self.append(Claim(checker=checker, **entry))
            return checker

        return register


def read_fields(name: str) -> dict[str, dict[str, Any]]:
    """Read the fields of the claims in a module of `nimbook.claims` from the module's TOML file."""
    text = (files("nimbook.claims") / f"{name}.toml").read_text("utf-8")
    return {claim: _unwrap(entry) for claim, entry in tomllib.loads(text).items()}


def _unwrap(data: Any) -> Any:
    """Collapse the white space in all strings within `data`, so that each becomes a single line."""
    if isinstance(data, dict):
        return {key: _unwrap(value) for key, value in data.items()}
    return " ".join(data.split()) if isinstance(data, str) else data


def read_printed(name: str) -> dict[str, Any]:
    """Read a file in `claims/printed`: the data that a source prints in its figures and tables."""
    file = files("nimbook.claims") / "printed" / f"{name}.json"
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return data


@dataclass(frozen=True)
class Finding:
    """The result of a run, including how many cases there are and how many of them fail.

    `counterexample` is the first case that fails, if any, as text.
    """

    statement: str
    range: str
    cases: int
    failures: int
    counterexample: str | None
    proofs: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def count(self) -> str:
        """The number of cases, followed by the noun "case" or "cases".

        >>> Finding("It is so.", "all", 1770, 0, None).count
        '1,770 cases'
        """
        return _pluralise(self.cases, "case")


@dataclass(frozen=True)
class Run:
    """One run of a claim's checker: the statement to check and the checker's arguments.

    The run of a control stops at the first failure, which is enough to refute the control.
    """

    claim: Claim
    statement: str
    arguments: Arguments
    control: bool = False

    def find(self) -> Finding:
        """Run the checker, and count its cases and failures."""
        started = time.perf_counter()
        cases = failures = proofs = 0
        first_failure = None
        try:
            for case in self.claim.checker(**self.arguments):
                cases += 1
                if case.fails:
                    failures += 1
                    first_failure = first_failure or str(case)
                    if self.control:
                        break
                else:
                    proofs += isinstance(case, Proof)
        except Exception as error:
            error.add_note(f"while checking {self.claim.id}: “{self.statement}”")
            raise
        range_ = "" if self.control else self.claim.range_(self.arguments)
        seconds = time.perf_counter() - started
        return Finding(self.statement, range_, cases, failures, first_failure, proofs, seconds)


@dataclass(frozen=True)
class Verdict:
    """The verdict on a claim, with the findings behind it."""

    claim: Claim = field(repr=False)
    scope: Scope
    printed: Finding
    repaired: Finding | None
    refuted: tuple[bool, ...]
    seconds: float = field(compare=False)

    @property
    def control(self) -> bool:
        """True if the claim has controls and all of them were refuted."""
        return bool(self.refuted) and all(self.refuted)

    @property
    def verdict(self) -> VerdictName:
        """The verdict: "holds", "proved", "refuted", "conditional", "cited" or "open"."""
        if not self.printed.failures:
            if self.claim.open:
                return "open"
            return "cited" if self.claim.cited else "proved" if self.claim.proved else "holds"
        return "conditional" if self.claim.repair and self.claim.repair.meant else "refuted"

    @property
    def reading(self) -> str:
        """The reading of the claim to which the verdict refers; by default "as printed".

        If the repair states the author's intended reading (`meant`), that reading takes precedence
        over the one given by the claim itself.
        """
        repair = self.claim.repair
        return (repair and repair.meant) or self.claim.reading or "as printed"

    @property
    def problem(self) -> str | None:
        """A problem with the check itself, as a sentence, or `None` if there is no problem.

        Every control must be refuted. A claim that fails must have a repair, and the repair must
        hold. A claim that does not fail must not have a repair.
        """
        for control, refuted in zip(self.claim.controls, self.refuted, strict=True):
            if not refuted:
                return f"the checker did not refute the control “{control}”, so it proves nothing"
        if not self.refuted:
            return "the claim has no control"
        if self.verdict == "proved" and not self.printed.proofs:
            return "the claim is marked as proved, but the checker yielded no proof"
        if not self.printed.cases or (self.repaired and not self.repaired.cases):
            return "the checker yielded no cases"
        if self.printed.failures and self.repaired is None:
            return f"the claim fails and has no repair: {self.printed.counterexample}"
        if self.repaired and self.repaired.failures:
            return f"the repair fails: {self.repaired.counterexample}"
        if self.repaired and not self.printed.failures:
            return "the claim has a repair although it does not fail"
        return None

    @property
    def headline(self) -> str:
        """The verdict in one line, worded for readers who have not seen the ledger yet.

        It says whether the claim is true, how we know, and which hypothesis is missing.
        """
        if self.problem:
            return f"broken check: {self.problem}"
        meant, count = self.reading.partition(":")[0], (self.repaired or self.printed).count
        proofs = _pluralise(self.printed.proofs, "proof")
        note = " here, all of them in the full check" if self.in_full else ""
        formal = ", with a formal proof" if self.claim.formal else ""
        return {
            "holds": f"checked in {count}",
            "proved": f"proved for all sizes: {proofs} checked{note}",
            "conditional": f"false as printed; true if {meant}: checked in {count}",
            "refuted": f"false as printed; a corrected version is checked in {count}",
            "cited": f"proved in the literature; a finite part is checked in {count}",
            "open": f"an open problem; the solved part is checked in {count}",
        }[self.verdict] + formal

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The details of the check as (term, description) pairs, for use on a card or a page."""

        def summary(finding: Finding) -> str:
            if not finding.failures:
                proofs = f", {_pluralise(finding.proofs, 'proof')} among them" * bool(
                    finding.proofs
                )
                return f"{finding.count}{proofs}, none fails"
            fail = "fails" if finding.failures == 1 else "fail"
            return f"{finding.count}, {finding.failures:,} of them {fail}"

        claim, printed, repaired = self.claim, self.printed, self.repaired
        facts = [
            ("because", claim.because),
            ("checked", printed.range),
            ("in full", self.in_full),
            ("found", summary(printed)),
            ("first failure", printed.counterexample),
            ("true if", claim.repair and claim.repair.meant),
            ("true instead", repaired and repaired.statement),
            ("checked", repaired and repaired.range),
            ("found", repaired and summary(repaired)),
            ("uses", claim.relies_on),
            ("remark", claim.reading),
            *(("new theorem", statement) for statement in claim.new.values()),
            (MACHINE_CHECKED, ", ".join(claim.formal)),
            ("how to read it", claim.formal_reads),
            (IN_LEAN, claim.lean and f"{claim.lean.name}: {claim.lean.difference}"),
        ]
        for expected, outcome in (True, "refuted"), (False, "NOT refuted"):
            controls = [
                f"“{control}”"
                for control, refuted in zip(self.claim.controls, self.refuted, strict=True)
                if refuted == expected
            ]
            if controls:
                facts.append(("wrong on purpose", f"{outcome}: {', '.join(controls)}"))
        return [(term, description) for term, description in facts if description]

    @property
    def in_full(self) -> str | None:
        """The range of the full check, or `None` if this check already covers that range."""
        range_ = self.claim.range_(self.claim.full)
        return None if range_ == self.printed.range else range_

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as a JSON-serializable dictionary."""
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
            "trouble": self.problem,
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
            "formal": list(self.claim.formal),
            "formal_reads": self.claim.formal_reads,
            "lean": self.claim.lean and asdict(self.claim.lean),
            "seconds": round(self.seconds, 3),
        }


class Ledger(dict[str, Claim]):
    """A dictionary of claims, keyed by id, in insertion order."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        entries = list(claims)
        super().__init__((claim.id, claim) for claim in entries)
        if len(self) < len(entries):
            raise ValueError("two claims in the ledger have the same id")

    def check_id(self, id_: str) -> None:
        """Raise a `ValueError` if no claim has the given id; the message suggests existing ids."""
        if not isinstance(id_, str) or id_ not in self:
            text = id_[:60] if isinstance(id_, str) else ""
            matches = " or ".join(difflib.get_close_matches(text, self))
            hint = f"did you mean {matches}? " if matches else ""
            list_ = "`nimbook claims --list` and the page *Ledger* list all claims"
            raise ValueError(f"no such claim: {short_repr(id_)}; {hint}{list_}")

    def check(self, id_: str, scope: Scope = "quick") -> Verdict:
        """Check a claim as printed, its repair (if any), and its controls.

        Args:
            id_: the id of the claim, such as `twist.thm-1`.
            scope: "quick" or "full"; the verdict states the range that was checked.

        Raises:
            ValueError: if no claim has this id, or if the scope is unknown.
        """
        self.check_id(id_)
        if scope not in ("quick", "full"):
            raise ValueError(f"the scope must be 'quick' or 'full', not {short_repr(scope)}")
        claim = self[id_]
        return claim.verdict(scope, [run.find() for run in claim.runs(scope)])


def _pluralise(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
