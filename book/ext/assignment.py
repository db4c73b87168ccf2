"""The page on which teachers make assignments and students answer them.

````{assignment}```` writes all exercises of the book into the page, with their tables of answers;
`book/site/assignment/assignment.ts` does the rest.
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
from ext.trees import to_script
from nimbook import CHAPTERS
from nimbook.exercises import Answer, exercises_of
from nimbook.exercises.variants import variants

_PROOF = re.compile(r"^\((proof-\S+)\)=\n### (.+)$", re.MULTILINE)


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
