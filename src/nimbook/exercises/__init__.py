"""Exercises: questions that take an answer, and tell what is wrong with a wrong one.

The engine computes which answers are right (`move`, `outcome`, `number`, `numbers`, `choice`), and
most replies to wrong ones; all other text is in the Markdown file of the chapter. What a reader
types is brought into one form (`normal`) and looked up in a table. The table is written with the
exercise, so that a page without Python gives the same replies; `book/live/exercises.ts` is its
reader there.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from importlib import import_module
from importlib.resources import files
from itertools import combinations, combinations_with_replacement, islice
from typing import Any, Literal, NamedTuple

import ipywidgets as ipw
from markdown_it import MarkdownIt

from nimbook import CHAPTERS
from nimbook._parts import style
from nimbook.show import Drawing
from nimbook.show._base import wrap
from nimtwist import Solver
from nimtwist._checks import short_repr

Kind = Literal["number", "numbers", "heaps", "restricted", "pairs", "choice"]

_LEVELS = {1: "easy", 2: "medium", 3: "hard"}
_LONGEST = 200
_RIGHT = "Right."
# How an answer of each kind is written; the reply to one that cannot be read.
_FORMS = {
    "number": "an integer, such as 100",
    "numbers": "numbers with commas between them, such as 20, 30, 70, or “none”",
    "heaps": "heaps with commas between them, such as 40, 20, 10, or 0 if nothing is left",
    "restricted": "heaps and then what is forbidden, such as 40, 20, 10 not 3",
    "pairs": "places with commas between them, such as (20, 30), (40, 10), or “none”",
}


# --- One form for each answer -------------------------------------------------------------------
# The same in `book/live/exercises.ts`; a test compares the two.


def normal(kind: str, text: str) -> str | None:
    """Return the one form of an answer, however it is typed; `None` if it cannot be read.

    >>> normal("heaps", "(4, 2,  1)"), normal("heaps", "1 2 ４"), normal("heaps", "four")
    ('1,2,4', '1,2,4', None)
    >>> normal("restricted", "2, 2, 1 not 3, not 1"), normal("pairs", "(3,1) (2,3)")
    ('1,2,2|1,3', '2,3 3,1')
    >>> normal("number", " 007 "), normal("numbers", "3, 2 and 3")
    ('7', '2,3')
    """
    if kind == "choice":
        return text if len(text) <= _LONGEST else None
    text = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text), flags=re.A).strip(" ")
    if not text or len(text) > _LONGEST:
        return None
    if kind == "number":
        return str(int(text)) if re.fullmatch(r"[0-9]+", text) else None
    if kind == "restricted":
        heaps, *residues = re.split(r"not", text, flags=re.I | re.A)
        before, after = normal("heaps", heaps), normal("numbers", " ".join(residues))
        return None if before is None or (residues and after is None) else f"{before}|{after or ''}"
    if text.lower() == "none" and kind != "heaps":
        return "none"
    words = re.sub(r"and|[ ,;(){}\[\]]+", " ", text, flags=re.I | re.A)
    if not re.fullmatch(r"[0-9 ]*", words):
        return None
    found = [int(word) for word in re.findall("[0-9]+", words)]
    if not found:
        return "0" if kind == "heaps" else None
    if kind == "numbers":
        return ",".join(map(str, sorted(set(found))))
    if kind == "heaps":
        return ",".join(map(str, sorted(filter(None, found)))) or "0"
    if len(found) % 2:
        return None
    pairs = sorted(zip(found[::2], found[1::2], strict=True))
    return " ".join(f"{x},{y}" for x, y in pairs)


def shown(kind: str, form: str) -> str:
    """Return an answer as the book writes it.

    >>> shown("restricted", "1,2,2|1"), shown("pairs", "2,3 3,1"), shown("numbers", "2,3")
    ('(2, 2, 1) not 1', '(2, 3), (3, 1)', '2, 3')
    """
    if kind == "heaps":
        return f"({', '.join(reversed(form.split(','))) if form != '0' else ''})"
    if kind == "restricted":
        heaps, residues = form.split("|")
        named = ", ".join(f"not {residue}" for residue in residues.split(",") if residue)
        return f"{shown('heaps', heaps)} {named}".rstrip(" ")
    if kind == "pairs" and form != "none":
        return ", ".join(f"({pair.replace(',', ', ')})" for pair in form.split(" "))
    return form.replace(",", ", ") if kind == "numbers" else form


def _hash(name: str, form: str) -> str:
    """Return eight hexadecimal digits for an answer to an exercise (FNV-1a)."""
    value = 0x811C9DC5
    for letter in f"{name}\n{form}":
        value = (value ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    return f"{value:08x}"


# --- Answers --------------------------------------------------------------------------------------


class Reply(NamedTuple):
    """The reply to an answer: whether it is right, and a sentence."""

    right: bool
    sentence: str


@dataclass(frozen=True)
class Answer:
    """The right answers to an exercise, and the replies to wrong ones.

    `right` has all right answers in the form of `normal`. `said` has the sentence for each wrong
    answer that one is prepared for; any other is told `otherwise`. In these sentences, {} is the
    answer itself.
    """

    kind: Kind
    right: tuple[str, ...]
    said: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = "Not yet: {} is not it."

    @property
    def choices(self) -> list[str]:
        """The labels of the buttons, if it is a choice."""
        labels = {*self.right, *self.said} if self.kind == "choice" else ()
        return sorted(labels, key=lambda label: (len(label), label))

    @property
    def shown(self) -> str:
        """The right answers, as the book writes them."""
        separator = "; " if self.kind in ("numbers", "pairs", "restricted") else " or "
        return separator.join(shown(self.kind, form) for form in self.right)

    def reply(self, text: str) -> Reply:
        """Return the reply to an answer.

        >>> number(10, mistakes={12: "That is the ordinary sum."}).reply("12")
        Reply(right=False, sentence='That is the ordinary sum.')
        """
        form = normal(self.kind, text)
        if form is None:
            return Reply(False, self.unreadable)
        right = form in self.right
        sentence = _RIGHT if right else self.said.get(form, self.otherwise)
        return Reply(right, sentence.replace("{}", shown(self.kind, form)))

    @property
    def unreadable(self) -> str:
        """What an answer is told that cannot be read."""
        return f"Write {_FORMS.get(self.kind, 'one of the choices')}."

    def table(self, name: str) -> dict[str, Any]:
        """Return all replies for the page; answers are written as numbers that do not tell them."""
        sentences = [_RIGHT, *dict.fromkeys(self.said.values())]
        at = {_hash(name, form): 0 for form in self.right}
        at |= {_hash(name, form): sentences.index(said, 1) for form, said in self.said.items()}
        if len(at) < len(self.right) + len(self.said):
            raise ValueError(
                f"two answers of {short_repr(name)} have one hash: name it differently"
            )
        rest = {"else": self.otherwise, "unreadable": self.unreadable}
        return {"id": name, "kind": self.kind, "said": sentences, "at": at, **rest}


def number(*right: int, mistakes: Mapping[int, str] | None = None) -> Answer:
    """Return an answer that is a number; `mistakes` has the replies to computed wrong ones."""
    said = {str(n): sentence for n, sentence in (mistakes or {}).items() if n not in right}
    return Answer("number", tuple(map(str, right)), said)


def numbers(right: Iterable[int]) -> Answer:
    """Return an answer that is a set of numbers; who has found some of them is told how many.

    >>> numbers({2, 3, 7}).reply("3, 2").sentence
    'So far so good: 1 more is missing.'
    """
    found = sorted({*right})
    said = {
        ",".join(map(str, some)): f"So far so good: {len(found) - size} more "
        f"{'is' if len(found) - size == 1 else 'are'} missing."
        for size in range(1, len(found))
        for some in combinations(found, size)
    }
    otherwise = "Not yet: in {} something is wrong."
    return Answer("numbers", (",".join(map(str, found)) or "none",), said, otherwise)


def choice(right: str, mistakes: Mapping[str, str] | None = None) -> Answer:
    """Return an answer that is chosen; `mistakes` has the replies to computed wrong choices."""
    said = {label: sentence for label, sentence in (mistakes or {}).items() if label != right}
    return Answer("choice", (right,), said)


def outcome(rules: Any, position: Any, oracle: Any = None) -> Answer:
    """Return the answer to "P or N?", with what the engine holds against the wrong one."""
    winning = (oracle or Solver(rules)).winning_options(position)
    if not winning:
        wrong = f"No: each move from {rules.show(position)} can be answered, so the player to move"
        return choice("P", {"N": f"{wrong} loses."})
    return choice("N", {"P": f"No: the player to move leaves {rules.show(winning[0])} and wins."})


def move(rules: Any, start: Any, oracle: Any = None) -> Answer:
    """Return an answer that is a position to move to: any winning move is right.

    Each other move is refuted by the engine, and what is no move by the rules.

    Args:
        rules: a game whose positions are written as heaps, with or without a restriction, or as
            places on a board.
        start: the position.
        oracle: what has `winning_options`; by default a search of all positions.

    >>> from nimtwist import Nim
    >>> first = move(Nim(), (2, 2, 4))
    >>> first.shown, first.reply("4, 2").sentence
    ('(2, 2)', 'After (4, 2) your opponent leaves (2, 2) and wins.')
    >>> first.reply("2, 1, 1").sentence
    'A move takes from one heap only, but (4, 2, 2) to (2, 1, 1) does not.'
    """
    oracle = oracle or Solver(rules)
    kind: Kind = "pairs" if isinstance(start, frozenset) else "heaps"
    if kind == "heaps" and start and isinstance(start[0], tuple):
        kind = "restricted"

    def form(position: Any) -> str:
        return normal(kind, rules.show(position)) or "none"

    options = dict.fromkeys(rules.options(start))
    winning = oracle.winning_options(start)
    said: dict[str, str] = {}
    for other in islice(_positions(rules, start, kind), 400):
        if other not in options and (why := rules.why_illegal(start, other)):
            sentence = f"{why[0].upper()}{why[1:]}."
            said[form(other)] = sentence.replace(rules.show(other), "{}")
    for option in options:
        if option not in winning:
            reply = oracle.winning_options(option)[0]
            said[form(option)] = f"After {{}} your opponent leaves {rules.show(reply)} and wins."
    right = tuple(form(option) for option in winning)
    otherwise = f"No move leads from {rules.show(start)} to {{}}."
    return Answer(kind, right, said, otherwise)


def _positions(rules: Any, start: Any, kind: Kind) -> Iterator[Any]:
    """Yield positions with heaps no larger and no more than those of a position."""
    if kind == "pairs":
        return
    heaps, *restriction = start if kind == "restricted" else (start,)
    for sizes in combinations_with_replacement(range(max(heaps) + 1), len(heaps)):
        for position in [(sizes, other) for other in rules.family] if restriction else [sizes]:
            try:
                yield rules.canonical(position)
            except ValueError:
                continue


# --- Exercises ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exercise:
    """A question of a chapter, with hints in steps, an answer, and a solution.

    Question, hints and solution are HTML. In the solution, {right} stands for the right answers.
    """

    chapter: str
    name: str
    level: int
    question: str
    answer: Answer
    hints: tuple[str, ...]
    solution: str

    @property
    def id(self) -> str:
        """The name by which the exercise is kept, as in `impartial_games.first-move`."""
        return f"{self.chapter}.{self.name}"

    @property
    def solved(self) -> str:
        """The solution with the right answers in it."""
        return self.solution.replace("{right}", f"<b>{escape(self.answer.shown)}</b>")

    @property
    def stars(self) -> str:
        """The level, as HTML."""
        stars = "★" * self.level + "☆" * (len(_LEVELS) - self.level)
        return f'<span aria-hidden="true">{stars}</span> {_LEVELS[self.level]}'


@cache
def _sections(chapter: str) -> dict[str, tuple[int, str]]:
    """Return the levels and texts of a chapter's exercises by their names.

    A section begins with the name and the level as stars.
    """
    source = (files("nimbook.exercises") / f"{chapter}.md").read_text("utf-8")
    sections = {}
    for section in re.split(r"^## ", source, flags=re.M)[1:]:
        title, _, body = section.partition("\n")
        sections[title.rstrip("★ ")] = title.count("★"), body
    return sections


def _rendered(markdown: str, values: Mapping[str, object], inline: bool = False) -> str:
    """Return Markdown as HTML, with values in the place of their names in braces."""
    filled = re.sub(r"\{([a-z_]\w*)\}", lambda name: str(values.get(name[1], name[0])), markdown)
    renderer = MarkdownIt("commonmark", {"html": True})
    html: str = renderer.renderInline(filled) if inline else renderer.render(filled)
    return html.strip()


class Exercises(list[Exercise]):
    """The exercises of a chapter, in its order.

    Their texts are in the Markdown file beside the chapter's module. There, the question is
    followed by the hints, which are a numbered list; after a line of dashes comes the solution, and
    after another one the list of typical mistakes, as in "- 12: That is the ordinary sum."
    """

    try_it: str
    """The solution of the last section, as HTML."""

    def __init__(self, chapter: str) -> None:
        self.chapter = chapter

    def last(self, **values: object) -> None:
        """Enter the `values` for names in braces in the solution of *Try it yourself*."""
        _, text = _sections(self.chapter)["Try it yourself"]
        self.try_it = _rendered(text, values)

    def add(self, name: str, answer: Answer, **values: object) -> None:
        """Enter an exercise whose text stands under `name`, with `values` for names in braces."""
        level, text = _sections(self.chapter)[name]
        asked, _, rest = text.partition("\n---\n")
        solution, _, wrong = rest.partition("\n---\n")
        question, *hints = re.split(r"^\d+\. ", asked, flags=re.M)
        items = (" ".join(item.split()) for item in re.split(r"^- ", wrong, flags=re.M)[1:])
        mistakes = dict(item.split(": ", 1) for item in items)
        self.append(
            Exercise(
                self.chapter,
                name,
                level,
                _rendered(question, values),
                replace(answer, said={**answer.said, **mistakes}),
                tuple(_rendered(hint.strip(), values, inline=True) for hint in hints),
                _rendered(solution, values),
            )
        )


def exercises_of(chapter: str) -> Exercises:
    """Return the exercises of a chapter.

    Raises:
        ValueError: if there is no such chapter.

    >>> [exercise.level for exercise in exercises_of("impartial_games")][:2]
    [1, 1]
    """
    if chapter not in CHAPTERS:
        raise ValueError(f"a chapter is one of {', '.join(CHAPTERS)}, not {short_repr(chapter)}")
    found: Exercises = import_module(f"nimbook.exercises.{chapter}").EXERCISES
    return found


# --- Shown ----------------------------------------------------------------------------------------


@cache
def _plain() -> ipw.HTML:
    """Return a text whose layout and style all others share, instead of a pair for each."""
    return ipw.HTML()


def _html(text: str) -> ipw.HTML:
    return ipw.HTML(text, layout=_plain().layout, style=_plain().style)


def exercises(chapter: str) -> ipw.VBox:
    """Return the exercises of a chapter, to be solved in Jupyter and on the page alike.

    Raises:
        ValueError: if there is no such chapter.

    >>> len(exercises("impartial_games").children) > 5
    True
    """
    entered, count = exercises_of(chapter), _html("")

    def show_count() -> None:
        solved = sum("nt-solved" in box._dom_classes for box in boxes)
        count.value = f'<div class="nt nt-count">{solved} of {len(entered)} solved</div>'

    boxes = [_box(number, exercise, show_count) for number, exercise in enumerate(entered, 1)]
    show_count()
    forget = ipw.Button(description="Forget my answers")
    forget.add_class("nt-forget")

    def forget_all(_button: object) -> None:
        for box in boxes:
            _, field, said, _ = box.children
            box.remove_class("nt-solved")
            said.value = _said()
            for part in field.children:
                if isinstance(part, ipw.Text):
                    part.value = ""
        show_count()

    forget.on_click(forget_all)
    box = ipw.VBox([ipw.HBox([count, forget]), *boxes, *style()])
    box.add_class("nt-exercises")
    return box


def _box(number: int, exercise: Exercise, solved: Callable[[], None]) -> ipw.VBox:
    table = json.dumps(exercise.answer.table(exercise.id), ensure_ascii=False)
    head = (
        f'<div class="nt" data-exercise="{escape(table)}"><p class="nt-head"><b>{number}</b> '
        f'{exercise.stars} <span class="nt-done">✓ solved</span></p>{exercise.question}</div>'
    )
    said, help_ = _html(_said()), _html(_help(exercise))

    def check(text: str) -> None:
        reply = exercise.answer.reply(text)
        said.value = _said(reply)
        if reply.right:
            box.add_class("nt-solved")
            solved()

    box = ipw.VBox([_html(head), _field(exercise.answer, check), said, help_])
    box.add_class("nt-exercise")
    return box


def _field(answer: Answer, check: Callable[[str], None]) -> ipw.HBox:
    if answer.choices:
        buttons = [ipw.Button(description=label) for label in answer.choices]
        for button in buttons:
            button.on_click(lambda pressed: check(pressed.description))
        return ipw.HBox(buttons)
    _, example = _FORMS[answer.kind].split("such as ")
    text = ipw.Text(description="Answer", placeholder=f"such as {example.split(', or ')[0]}")
    button = ipw.Button(description="Check")
    button.on_click(lambda _: check(text.value))

    def hear(_widget: object, content: Mapping[str, object], _buffers: object) -> None:
        if content.get("event") == "submit":
            check(text.value)

    text.on_msg(hear)
    return ipw.HBox([text, button])


def _said(reply: Reply | None = None) -> str:
    kind = "" if reply is None else f' data-is="{"right" if reply.right else "wrong"}"'
    sentence = "" if reply is None else escape(reply.sentence)
    return f'<div class="nt nt-reply" role="status"{kind}>{sentence}</div>'


def _help(exercise: Exercise) -> str:
    """Return hints, each folded into the one before, and the solution."""
    folded = ""
    many = len(exercise.hints)
    for step, hint in reversed([*enumerate(exercise.hints, 1)]):
        name = f"Hint {step} of {many}" if many > 1 else "Hint"
        folded = f"<details><summary>{name}</summary><p>{hint}</p>{folded}</details>"
    return (
        f'<div class="nt nt-help">{folded}<details><summary>Solution</summary>'
        f"<div>{exercise.solved}</div></details></div>"
    )


def solution(chapter: str) -> Drawing:
    """Return the folded solution of a chapter's last section, *Try it yourself*."""
    text = exercises_of(chapter).try_it
    return wrap(f"<details><summary>Solution</summary>{text}</details>", "nt-help")
