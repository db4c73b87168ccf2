"""Sphinx extension: all exercises of the book on one sheet, with and without answers.

````{exercise-sheet}```` shows the exercises of all chapters as `nimbook.exercises` has them. Two
radio buttons above them choose whether answers are shown, and printed; that is done by a
stylesheet, so the page needs no script.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from book_pages import link_to
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from nimbook import CHAPTERS
from nimbook.exercises import Exercise, exercises_of

_CHOICE = """<fieldset class="nt nt-sheet-choice">
<legend>This sheet, on the screen and on paper</legend>
<label><input type="radio" name="sheet" id="sheet-plain" checked> without answers</label>
<label><input type="radio" name="sheet" id="sheet-answers"> with answers</label></fieldset>"""


class SheetDirective(SphinxDirective):
    """Shows all exercises of the book, by chapter."""

    def run(self) -> list[nodes.Node]:
        """Return what chooses, and a section for each chapter."""
        choice = nodes.raw("", _CHOICE, format="html")
        return [choice, *(self.chapter(*numbered) for numbered in enumerate(CHAPTERS, 1))]

    def chapter(self, number: int, chapter: str) -> nodes.Node:
        """Return the section of a chapter, whose title leads to it."""
        title = chapter_title(self, number, chapter)
        entered = enumerate(exercises_of(chapter), 1)
        sheet = [
            _shown(f"{number}.{i}", one, f"../{page_of(number, chapter)}.html")
            for i, one in entered
        ]
        body = nodes.raw("", f'<div class="nt nt-sheet">{"".join(sheet)}</div>', format="html")
        return nodes.section("", title, body, ids=[nodes.make_id(f"exercises-{chapter}")])


def page_of(number: int, chapter: str) -> str:
    """Return the name of a chapter's page.

    >>> page_of(1, "impartial_games")
    'notebooks/01_impartial_games'
    """
    return f"notebooks/{number:02}_{chapter}"


def chapter_title(directive: SphinxDirective, number: int, chapter: str) -> nodes.title:
    """Return the title of a section about a chapter, which leads to it."""
    env, page = directive.env, page_of(number, chapter)
    title = nodes.inline("", title_of(Path(env.doc2path(page))))
    link = link_to(env.docname, f"/{page}", "doc", words=title)
    directive.set_source_info(link)
    env.note_dependency(env.doc2path(page))
    return nodes.title("", "", nodes.Text(f"{number}. "), link)


def title_of(path: Path) -> str:
    """Return the title of a chapter, which its first cell begins with."""
    first: str = nbformat.read(path, as_version=4).cells[0].source
    return first.partition("\n")[0].removeprefix("# ")


def _shown(number: str, exercise: Exercise, page: str) -> str:
    """Return an exercise as HTML: question, lines for an answer, and answer, hints and solution.

    The labs to which it leads are on `page`.
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
        f'<div class="nt-worked">{exercise.solved}'
        f"<p>Hints:</p><ol>{hints}</ol></div></div>"
    )


def _sources(app: Sphinx, env: BuildEnvironment, *_: Any) -> list[str]:
    """Have the sheet read again when an exercise has changed."""
    made = Path(env.srcdir, "src/nimbook/exercises").glob("*.*")
    newest = max(path.stat().st_mtime for path in made)
    read = env.all_docs.get("book/exercises")  # in microseconds
    return ["book/exercises"] if read and newest * 1e6 > read else []


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_directive("exercise-sheet", SheetDirective)
    app.connect("env-get-outdated", _sources)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
