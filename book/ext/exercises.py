"""A sheet with all exercises in the book, with or without answers.

````{exercise-sheet}```` shows the exercises for all chapters, which are defined in
`nimbook.exercises`. Two radio buttons at the top show or hide the answers on screen and on paper,
without a script.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from ext.chapters import page_of, title_of
from ext.pages import link_to
from nimbook import CHAPTERS
from nimbook.exercises import Exercise, exercises_of

_CHOICE = """<fieldset class="nt nt-sheet-choice">
<legend>Show this sheet, on screen and on paper</legend>
<label><input type="radio" name="sheet" id="sheet-plain" checked> without answers</label>
<label><input type="radio" name="sheet" id="sheet-answers"> with answers</label></fieldset>"""


class SheetDirective(SphinxDirective):
    """A directive that shows all exercises in the book, by chapter."""

    def run(self) -> list[nodes.Node]:
        """Return the radio buttons, and a section for each chapter."""
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


def outdate_sheet(app: Sphinx, env: BuildEnvironment, *_: Any) -> list[str]:
    """Return the name of the sheet's page if an exercise has changed since Sphinx last read it."""
    sources = Path(env.srcdir, "src/nimbook/exercises").glob("*.*")
    newest = max(path.stat().st_mtime for path in sources)
    read = env.all_docs.get("book/exercises")  # when Sphinx last read the page, in µs
    return ["book/exercises"] if read and newest * 1e6 > read else []
