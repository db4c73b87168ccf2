"""All exercises of the book: a sheet to print, and the form in which teachers assign them.

````{exercise-sheet}```` shows the exercises for all chapters, which are defined in
`nimbook.exercises`. Two radio buttons at the top show or hide the answers on screen and on paper,
without a script. ````{assignment}```` writes the exercises into the page, with their tables of
answers; `book/site/assignment/assignment.ts` does the rest.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape, unescape
from pathlib import Path
from textwrap import shorten
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ext.chapters import page_of, title_of
from ext.ledger import note_ledger
from ext.pages import link_to
from ext.trees import to_script
from nimbook import CHAPTERS
from nimbook.exercises import Answer, Exercise, exercises_of
from nimbook.exercises.variants import variants

_PROOF = re.compile(r"^\((proof-\S+)\)=\n### (.+)$", re.MULTILINE)

_CHOICE = """<fieldset class="nt nt-sheet-choice">
<legend>Show this sheet, on screen and on paper</legend>
<label><input type="radio" name="sheet" id="sheet-plain" checked> without answers</label>
<label><input type="radio" name="sheet" id="sheet-answers"> with answers</label></fieldset>"""


class SheetDirective(SphinxDirective):
    """A directive that shows all exercises in the book, by chapter."""

    def run(self) -> list[nodes.Node]:
        """Return the radio buttons, and a section for each chapter."""
        note_ledger(self.env)
        choice = nodes.raw("", _CHOICE, format="html")
        return [choice, *(self.chapter(*numbered) for numbered in enumerate(CHAPTERS, 1))]

    def chapter(self, number: int, chapter: str) -> nodes.Node:
        """Return the section for a chapter, with a title that links to the chapter."""
        title = chapter_title(self, number, chapter)
        numbered = enumerate(exercises_of(chapter), 1)
        sheet = [
            _render(f"{number}.{i}", exercise, f"../{page_of(number, chapter)}.html")
            for i, exercise in numbered
        ]
        body = nodes.raw("", f'<div class="nt nt-sheet">{"".join(sheet)}</div>', format="html")
        return nodes.section("", title, body, ids=[nodes.make_id(f"exercises-{chapter}")])


def chapter_title(directive: SphinxDirective, number: int, chapter: str) -> nodes.title:
    """Return a section title: the number of a chapter, and its title as a link to the chapter."""
    env, page = directive.env, page_of(number, chapter)
    title = nodes.inline("", title_of(Path(env.doc2path(page))))
    link = link_to(env.docname, f"/{page}", "doc", words=title)
    directive.set_source_info(link)
    env.note_dependency(env.doc2path(page))
    return nodes.title("", "", nodes.Text(f"{number}. "), link)


def _render(number: str, exercise: Exercise, page: str) -> str:
    """Return an exercise as HTML: the question, lines to write on, the solution and the hints.

    Links to labs point to `page`, the address of the chapter.
    """
    question = exercise.question.replace('<a href="#', f'<a href="{page}#')
    choices = "".join(f"<li>{choice}</li>" for choice in exercise.answer.choices)
    hints = "".join(f"<li>{hint}</li>" for hint in exercise.hints)
    lines = "<hr>" * (exercise.level + 1)
    return (
        f'<div class="nt-task" id="task-{nodes.make_id(exercise.id)}">'
        f'<p class="nt-head"><b>{number}</b> {exercise.stars}</p>{question}'
        + (f'<ul class="nt-choices">{choices}</ul>' if choices else "")
        + f'<div class="nt-lines" aria-hidden="true">{lines}</div>'
        f'<div class="nt-worked">{exercise.solution_html}'
        f"<p>Hints:</p><ol>{hints}</ol></div></div>"
    )


# --- Assignments ----------------------------------------------------------------------------------


def tasks(number: int, chapter: str, proofs: str) -> list[dict[str, Any]]:
    r"""Return the exercises of a chapter as `Task` objects (`assignment.ts`).

    Args:
        number: the number of the chapter.
        chapter: the name of the chapter.
        proofs: the Markdown text of its proof exercises.

    >>> found = tasks(1, "impartial_games", "(proof-1-one)=\n### P1.1 Title ★\n")
    >>> found[0]["label"], found[-1]["id"]
    ('1.1 ★ In Nim with heaps of 1, 2 and 3, does the next player win (N) or the …', 'proof-1-one')
    """
    page = f"../{page_of(number, chapter)}.html"
    found = []
    for i, exercise in enumerate(exercises_of(chapter), 1):
        question = exercise.question.replace('<a href="#', f'<a href="{page}#')
        text = shorten(unescape(re.sub("<[^>]*>", "", question)), 70, placeholder=" …")
        label = f"{number}.{i} {'★' * exercise.level} {text}"
        found.append(_task(exercise.id, label, page, [(question, exercise.answer)]))
    own = [(f"<p>{escape(question)}</p>", answer) for question, answer in variants(chapter)]
    example, _ = variants(chapter)[0]
    found.append(_task(f"{chapter}.own-numbers", f"Own numbers: {example}", page, own))
    for id_, title in _PROOF.findall(proofs):
        found.append(_task(id_, f"Proof: {title}", f"proof_exercises.html#{id_}", []))
    return found


def _task(id_: str, label: str, page: str, questions: list[tuple[str, Answer]]) -> dict[str, Any]:
    """Return a `Task`. Its tables contain only right answers, so replies explain no mistakes."""
    own = [
        {
            "question": question,
            "choices": answer.choices,
            "table": replace(answer, replies={}, otherwise="Not yet.").table(f"{id_}.{i}"),
        }
        for i, (question, answer) in enumerate(questions)
    ]
    return {"id": id_, "label": label, "page": page, "variants": own}


class AssignmentDirective(SphinxDirective):
    """A directive for the form in which assignments are made and answered."""

    def run(self) -> list[nodes.Node]:
        """Return the exercises as JSON, and an empty element, which the script fills."""
        note_ledger(self.env)
        root, data = Path(self.env.srcdir), []
        for number, chapter in enumerate(CHAPTERS, 1):
            notebook = Path(self.env.doc2path(page_of(number, chapter)))
            proofs = root / f"book/proofs/{notebook.stem}.md"
            for path in (notebook, proofs):
                self.env.note_dependency(str(path))
            title = f"{number}. {title_of(notebook)}"
            data.append({"title": title, "tasks": tasks(number, chapter, proofs.read_text("utf8"))})
        html = (
            f'<script type="application/json" id="assignment-data">{to_script(data)}</script>'
            '<div id="assignment" class="nt"><p>This form needs JavaScript.</p></div>'
        )
        return [nodes.raw("", html, format="html", assets="assignment")]
