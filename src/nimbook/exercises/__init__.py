"""Exercises with automatic feedback on answers.

The engine computes the right answers (`move`, `outcome`, `number`, `numbers`, `choice`) and most of
the replies to wrong ones; all other text is in the chapter's Markdown file. The exercise's HTML
contains a table of replies, and a script (`book/site/reader/exercises.ts`) looks up the answers of
readers in this table, on the book's pages and in notebooks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from importlib import import_module
from importlib.resources import files
from itertools import combinations, combinations_with_replacement, islice
from typing import Any

from markdown_it import MarkdownIt

from nimbook import CHAPTERS
from nimbook.show import Drawing, wrap
from nimtwist.checks import short_repr
from nimtwist.solve import BestSolver

_LEVELS = {1: "easy", 2: "medium", 3: "hard"}
_RIGHT = "Right."
_MARKDOWN = MarkdownIt("commonmark", {"html": True})


FORMS: dict[str, dict[str, Any]] = json.loads(
    files("nimbook.exercises").joinpath("forms.json").read_text("utf8")
)
"""How the answers of each kind are written, except those that are chosen.

An answer consists of integers in groups of `size` (1 if it is not given). They are `sorted` or stay
in the order in which they are typed. Equal groups count once if they are `distinct`; zeros are left
out if all integers are `positive`, and such heaps are shown in brackets, in descending order. An
answer may be `single`, or `none`. If it has `parts`, these are the kinds of what stands before and
after a `word`. The `example` is shown if an answer cannot be parsed.
`book/site/reader/exercises.ts` reads the same file.
"""

# --- Normal forms of answers --------------------------------------------------------------------
# `book/site/reader/exercises.ts` brings the answers that readers type into these forms.


def kind_of(position: Any) -> str:
    """Return the kind of an answer that is a position: "heaps", "restricted" or "pairs"."""
    if isinstance(position, frozenset):
        return "pairs"
    return "restricted" if position and isinstance(position[0], tuple) else "heaps"


def normal_form(position: Any) -> str:
    """Return the normal form of an answer that is a position.

    >>> normal_form((1, 2, 4)), normal_form(((1, 2, 2), frozenset({3, 1})))
    ('1,2,4', '1,2,2|1,3')
    >>> normal_form(frozenset({(3, 1), (2, 3)}))
    '2,3 3,1'
    """
    if kind_of(position) == "pairs":
        return " ".join(f"{x},{y}" for x, y in sorted(position)) or "none"
    if kind_of(position) == "restricted":
        heaps, restriction = position
        return f"{normal_form(heaps)}|{','.join(map(str, sorted(restriction)))}"
    return ",".join(map(str, sorted(filter(None, position)))) or "0"


def display_form(kind: str, form: str) -> str:
    """Return an answer in the book's notation, given its normal form.

    >>> display_form("restricted", "1,2,2|1"), display_form("pairs", "2,3 3,1")
    ('(2, 2, 1) not 1', '(2, 3), (3, 1)')
    >>> display_form("numbers", "2,3")
    '2, 3'
    """
    if kind not in FORMS or form == "none":
        return form
    if "parts" in FORMS[kind]:
        (first, second), word = FORMS[kind]["parts"], FORMS[kind]["word"]
        before, after = form.split("|")
        others = display_form(second, after).split(", ") if after else ()
        words = ", ".join(f"{word} {other}" for other in others)
        return f"{display_form(first, before)} {words}".rstrip(" ")
    if "size" in FORMS[kind]:
        return ", ".join(f"({group.replace(',', ', ')})" for group in form.split(" "))
    if "positive" in FORMS[kind]:
        return f"({', '.join(reversed(form.split(','))) if form != '0' else ''})"
    return form.replace(",", ", ")


def _hash(name: str, form: str) -> str:
    """Return the FNV-1a hash of an answer to an exercise, as eight hexadecimal digits."""
    value = 0x811C9DC5
    for letter in f"{name}\n{form}":
        value = (value ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    return f"{value:08x}"


# --- Answers --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """The right answers to an exercise, and the replies to wrong ones.

    `right` lists all right answers in normal form. `replies` maps some wrong answers to specific
    replies; `otherwise` is the reply to any other wrong answer. In replies, {} stands for the
    reader's answer.
    """

    kind: str
    right: tuple[str, ...]
    replies: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = "Not yet: {} is not the answer."

    @property
    def choices(self) -> list[str]:
        """The button labels of a multiple-choice question; empty for other kinds of question."""
        labels = {*self.right, *self.replies} if self.kind == "choice" else ()
        return sorted(labels, key=lambda label: (len(label), label))

    @property
    def display(self) -> str:
        """The right answers in the book's notation."""
        separator = "; " if self.kind in ("numbers", "pairs", "restricted") else " or "
        return separator.join(display_form(self.kind, form) for form in self.right)

    @property
    def unreadable(self) -> str:
        """The reply to an answer that cannot be parsed."""
        example = FORMS[self.kind]["example"] if self.kind in FORMS else "one of the choices"
        return f"Please enter {example}."

    def table(self, name: str) -> dict[str, Any]:
        """Return all replies as JSON data for the page. Answers are stored as hashes to hide them.

        Raises:
            ValueError: if two answers have the same hash.
        """
        sentences = [_RIGHT, *dict.fromkeys(self.replies.values())]
        at = {_hash(name, form): 0 for form in self.right}
        at |= {_hash(name, form): sentences.index(reply, 1) for form, reply in self.replies.items()}
        if len(at) < len(self.right) + len(self.replies):
            raise ValueError(
                f"two answers of {short_repr(name)} have the same hash: rename the exercise"
            )
        rest = {"else": self.otherwise, "unreadable": self.unreadable}
        return {"id": name, "kind": self.kind, "said": sentences, "at": at, **rest}


def number(*right: int, mistakes: Mapping[int, str] | None = None) -> Answer:
    """Return an answer that accepts the numbers `right`; `mistakes` maps wrong ones to replies."""
    replies = {str(n): sentence for n, sentence in (mistakes or {}).items() if n not in right}
    return Answer("number", tuple(map(str, right)), replies)


def numbers(right: Iterable[int]) -> Answer:
    """Return an answer that accepts exactly the numbers `right`, in any order.

    The reply to a proper subset of them says how many are missing.

    >>> numbers({2, 3, 7}).replies["2,3"]
    'So far so good: 1 is still missing.'
    """
    values = sorted({*right})
    replies = {
        ",".join(map(str, subset)): f"So far so good: {len(values) - size} "
        f"{'is' if len(values) - size == 1 else 'are'} still missing."
        for size in range(1, len(values))
        for subset in combinations(values, size)
    }
    otherwise = "Not yet: {} is not quite right."
    return Answer("numbers", (",".join(map(str, values)) or "none",), replies, otherwise)


def choice(right: str, mistakes: Mapping[str, str] | None = None) -> Answer:
    """Return a multiple-choice answer; `mistakes` maps wrong choices to replies."""
    replies = {label: sentence for label, sentence in (mistakes or {}).items() if label != right}
    return Answer("choice", (right,), replies)


def search(rules: Any) -> BestSolver:
    """Return a solver that uses the rules only."""
    return BestSolver(rules, method="search")


def outcome(rules: Any, position: Any) -> Answer:
    """Return the answer to "P or N?", with a reply that refutes the wrong choice."""
    winning = search(rules).winning_options(position)
    if not winning:
        wrong = f"No: every move from {rules.show(position)} has a winning reply"
        return choice("P", {"N": f"{wrong}, so the player to move loses."})
    return choice("N", {"P": f"No: the player to move wins by moving to {rules.show(winning[0])}."})


def move(rules: Any, start: Any) -> Answer:
    """Return an answer that accepts any position reached by a winning move from `start`.

    The reply to a losing move shows a winning counter-move, and the reply to an illegal move states
    the rule that it breaks.

    Args:
        rules: a game whose positions are heaps, with or without a restriction, or sets of points
            on a board.
        start: the position to move from.

    >>> from nimtwist import Nim
    >>> first = move(Nim(), (2, 2, 4))
    >>> first.display, first.replies["2,4"]
    ('(2, 2)', 'After {}, your opponent moves to (2, 2) and wins.')
    >>> first.replies["1,1,2"]
    'A move takes from one heap only, but (4, 2, 2) to {} does not.'
    """
    solver, kind = search(rules), kind_of(start)
    options = dict.fromkeys(rules.options(start))
    winning = solver.winning_options(start)
    replies: dict[str, str] = {}
    for other in islice(_positions(rules, start, kind), 400):
        if other not in options and (why := rules.why_illegal(start, other)):
            sentence = f"{why[0].upper()}{why[1:]}."
            replies[normal_form(other)] = sentence.replace(rules.show(other), "{}")
    for option in options:
        if option not in winning:
            reply = solver.winning_options(option)[0]
            sentence = f"After {{}}, your opponent moves to {rules.show(reply)} and wins."
            replies[normal_form(option)] = sentence
    otherwise = f"There is no move from {rules.show(start)} to {{}}."
    return Answer(kind, tuple(map(normal_form, winning)), replies, otherwise)


def _positions(rules: Any, start: Any, kind: str) -> Iterator[Any]:
    """Yield positions with no more heaps than `start` and no heap larger than its largest heap."""
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
    """An exercise from a chapter, with its answer, graded hints and solution.

    The question, the hints and the solution are HTML. In the solution, {right} stands for the right
    answers.
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
        """The exercise id, such as `impartial_games.first-move`, under which progress is saved."""
        return f"{self.chapter}.{self.name}"

    @property
    def solution_html(self) -> str:
        """The solution with the right answers filled in."""
        return self.solution.replace("{right}", f"<b>{escape(self.answer.display)}</b>")

    @property
    def stars(self) -> str:
        """HTML that shows the level of difficulty, both as stars and as a word."""
        stars = "★" * self.level + "☆" * (len(_LEVELS) - self.level)
        return f'<span aria-hidden="true">{stars}</span> {_LEVELS[self.level]}'


@cache
def _sections(chapter: str) -> dict[str, tuple[int, str]]:
    """Map the name of each exercise in a chapter to the exercise's level and text.

    In the chapter's Markdown file, the heading of each section consists of the name of the exercise
    and one star per level.
    """
    source = (files("nimbook.exercises") / f"{chapter}.md").read_text("utf-8")
    sections = {}
    for section in re.split(r"^## ", source, flags=re.M)[1:]:
        title, _, body = section.partition("\n")
        sections[title.rstrip("★ ")] = title.count("★"), body
    return sections


def _render(markdown: str, values: Mapping[str, object], inline: bool = False) -> str:
    """Convert Markdown to HTML after replacing names in braces with their values."""
    filled = re.sub(r"\{([a-z_]\w*)\}", lambda name: str(values.get(name[1], name[0])), markdown)
    html: str = _MARKDOWN.renderInline(filled) if inline else _MARKDOWN.render(filled)
    return html.strip()


class Exercises(list[Exercise]):
    """The exercises of a chapter, in order.

    Their texts are in the Markdown file named after the chapter. There, each exercise has up to
    three parts, separated by lines of dashes: the question with a numbered list of hints, the
    solution, and a list of typical mistakes with replies, as in "- 12: That is the ordinary sum."
    """

    try_it: str
    """The solution to *Try it yourself*, as HTML."""

    def __init__(self, chapter: str) -> None:
        self.chapter = chapter

    def set_try_it(self, **values: object) -> None:
        """Set the solution of *Try it yourself*, replacing names in braces with their `values`."""
        _, text = _sections(self.chapter)["Try it yourself"]
        self.try_it = _render(text, values)

    def add(self, name: str, answer: Answer, **values: object) -> None:
        """Add an exercise whose text is section `name` of the chapter's Markdown file.

        Names in braces are replaced with their `values`.
        """
        level, text = _sections(self.chapter)[name]
        prompt, _, rest = text.partition("\n---\n")
        solution, _, mistake_list = rest.partition("\n---\n")
        question, *hints = re.split(r"^\d+\. ", prompt, flags=re.M)
        items = (" ".join(item.split()) for item in re.split(r"^- ", mistake_list, flags=re.M)[1:])
        mistakes = dict(item.split(": ", 1) for item in items)
        self.append(
            Exercise(
                self.chapter,
                name,
                level,
                _render(question, values),
                replace(answer, replies={**answer.replies, **mistakes}),
                tuple(_render(hint.strip(), values, inline=True) for hint in hints),
                _render(solution, values),
            )
        )


def exercises_of(chapter: str) -> Exercises:
    """Return the exercises of the given chapter.

    Raises:
        ValueError: if there is no such chapter.

    >>> [exercise.level for exercise in exercises_of("impartial_games")][:2]
    [1, 1]
    """
    if chapter not in CHAPTERS:
        raise ValueError(f"chapter must be one of {', '.join(CHAPTERS)}, not {short_repr(chapter)}")
    result: Exercises = import_module(f"nimbook.exercises.{chapter}").EXERCISES
    return result


# --- HTML ----------------------------------------------------------------------------------------

_BUTTON = "jupyter-widgets jupyter-button widget-button"


def exercises(chapter: str) -> Drawing:
    """Return the exercises of a chapter, for notebooks and for the book's pages.

    A script checks the answers. Without it, readers see the questions, hints and solutions.

    Raises:
        ValueError: if there is no such chapter.

    >>> html = exercises("impartial_games")
    >>> html.count('class="nt-exercise"'), "0 of 7 solved" in html
    (7, True)
    """
    boxes = [_box(number, exercise) for number, exercise in enumerate(exercises_of(chapter), 1)]
    return wrap(
        f'<div class="nt-tally"><span class="nt-count">0 of {len(boxes)} solved</span>'
        f'<button type="button" class="{_BUTTON} nt-clear">Clear my answers</button></div>'
        f"{''.join(boxes)}",
        "nt-exercises",
    )


def _box(number: int, exercise: Exercise) -> str:
    table = json.dumps(exercise.answer.table(exercise.id), ensure_ascii=False)
    return (
        f'<div class="nt-exercise"><div data-exercise="{escape(table)}"><p class="nt-head">'
        f'<b>{number}</b> {exercise.stars} <span class="nt-done">✓ solved</span></p>'
        f'{exercise.question}</div><div class="nt-field" inert>{_field(exercise.answer)}</div>'
        f'<div class="nt-reply" role="status"></div>{_help(exercise)}</div>'
    )


def _field(answer: Answer) -> str:
    """Return the choices as buttons, or a text field with a button."""
    labels = answer.choices or ("Check",)
    buttons = "".join(
        f'<button type="button" class="{_BUTTON}">{escape(label)}</button>' for label in labels
    )
    if answer.choices:
        return buttons
    _, example = FORMS[answer.kind]["example"].split("such as ")
    placeholder = escape(f"e.g. {example.split(', or ')[0]}")
    text = f'<input type="text" placeholder="{placeholder}">'
    return f"<label>Answer {text}</label>{buttons}"


def _help(exercise: Exercise) -> str:
    """Return HTML with the collapsed hints and solution; each hint contains the next one."""
    folded = ""
    total = len(exercise.hints)
    for step, hint in reversed([*enumerate(exercise.hints, 1)]):
        name = f"Hint {step} of {total}" if total > 1 else "Hint"
        folded = f"<details><summary>{name}</summary><p>{hint}</p>{folded}</details>"
    return (
        f'<div class="nt-help">{folded}<details><summary>Solution</summary>'
        f"<div>{exercise.solution_html}</div></details></div>"
    )


def solution(chapter: str) -> Drawing:
    """Return the solution to a chapter's *Try it yourself* task, initially collapsed."""
    text = exercises_of(chapter).try_it
    return wrap(f"<details><summary>Solution</summary>{text}</details>", "nt-help")
