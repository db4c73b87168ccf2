"""Sphinx extension: slides for a lecture on each chapter, generated from the finished page.

`slides/NN_name.html` has a slide for each section, theorem, figure, table, grid, game and
prediction of the chapter, and as many as it takes for its proofs and exercises. The text between
two of them becomes the notes of the slide before it, so that the notes tell the whole story of the
chapter. Verdicts of claims are shown below the theorems that they belong to.
`book/site/slides/slides.ts` shows the slides; they are not kept for reading offline.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

import nimtwist
from ext.citation import Citation, bibtex, name_of, read_citation
from ext.downloads import CHAPTERS as FOLDER
from ext.head import LICENCE
from ext.pages import FONTS
from ext.policy import COLOURS
from nimbook import CHAPTERS

SLIDES = "slides/"

_STYLES = ("palette", "style", "boards", "math", "book", "grids", "slides")
_FULL = 700  # maximum number of characters of the paragraphs that share a slide
_DRAWING = 450  # number of characters that take about as much room as a drawing or a formula
_LEAD = 300  # maximum number of characters below the title of a section
# Data of widgets, and code: most of a page, and no part of its slides.
_DATA = re.compile(
    r'<script\b.*?</script>|<div class="highlight"><pre>.*?</pre>\s*</div>', re.DOTALL
)
_ARTICLE = re.compile(r'<article class="bd-article".*?</article>', re.DOTALL)
_DROPPED = ".headerlink, .nt-download, .nt-emblem, button, input, details.hide, .nt-controls"
# Only these keep their ids, because other elements may occur twice: on a slide and in its notes.
_KEEP_IDS = ("section", "svg", "figure", "caption", "figcaption")
_KEYS = (
    '<p class="keys"><kbd>S</kbd>: speaker notes, <kbd>F</kbd>: full screen, <kbd>O</kbd>: '
    'overview, <kbd>?</kbd>: all keys; <a href="?print-pdf" target="_blank">Print</a></p>'
)
_DROPPED_ATTRIBUTES = {"data-answers", "data-grid", "data-preview", "tabindex", "inert", "download"}


@dataclass
class Slide:
    """A slide: its HTML, the HTML of its notes, and its address in the slides.

    `heading` is the section that the slide belongs to, shown above `title`. `fits` is true if the
    content should fill the slide, as pictures and tables do.
    """

    kind: str
    title: str = ""
    body: str = ""
    heading: str = ""
    id: str = ""
    fits: bool = False
    notes: list[str] = field(default_factory=list)

    def html(self) -> str:
        """Return the slide as a section."""
        id_ = f' id="{escape(self.id)}"' if self.id else ""
        heading = f'<p class="where">{self.heading}</p>' if self.heading else ""
        title = f"<h2>{self.title}</h2>" if self.title else ""
        body = self.body
        if self.kind not in ("cover", "divider", "game"):
            body = f'<div class="room{" picture" * self.fits}"><div>{body}</div></div>'
        notes = f'<aside class="notes">{"".join(self.notes)}</aside>' if self.notes else ""
        return f'<section{id_} class="{self.kind}">{heading}{title}{body}{notes}</section>\n'


class Slides:
    """The slides of a chapter.

    Args:
        article: the article of the chapter's page, which is taken apart.
        page: the name of the page.
    """

    def __init__(self, article: Tag, page: str) -> None:
        self.page = f"../{page}.html"
        self.title = self.heading = ""
        self.slides: list[Slide] = [Slide("cover")]
        chapter = article.select_one("section")
        assert chapter
        self._clean(chapter)
        self._section(chapter)

    def _clean(self, chapter: Tag) -> None:
        """Remove everything that only works on the page, and make links lead back to it."""
        for control in chapter.find_all("button", class_="nt-pointer"):
            control.unwrap()
        for dropped in chapter.select(_DROPPED):
            dropped.extract()
        for tag in chapter.find_all(True):
            for name in tag.attrs.keys() & _DROPPED_ATTRIBUTES:
                del tag[name]
            if tag.name == "a" and "href" in tag.attrs:
                tag["href"], tag["target"] = self._address(str(tag["href"])), "_blank"
            if "id" in tag.attrs and tag.name not in _KEEP_IDS and not tag.find_parent("svg"):
                tag["data-id"] = tag.attrs.pop("id")

    def _address(self, address: str) -> str:
        if address.startswith("#"):
            return self.page + address
        if re.match(r"[a-z]+:|\.\./", address):
            return address
        return f"../{FOLDER}{address}"

    # --- Adding slides ----------------------------------------------------------------------------

    def _add(self, kind: str, title: str, body: str, **options: Any) -> None:
        self.slides.append(Slide(kind, title, body, self.heading, **options))

    def _note(self, html: str) -> None:
        self.slides[-1].notes.append(html)

    def _section(self, section: Tag) -> None:
        for child in section.find_all(True, recursive=False):
            assert isinstance(child, Tag)
            classes = set(child.get_attribute_list("class"))
            if child.name in ("h1", "h2", "h3"):
                self._heading(child, str(section.get("id", "")))
            elif child.name == "section":
                self._section(child)
            elif "cell" in classes:
                for output in child.select(".cell_output > *"):
                    self._output(output)
            elif "proof" in classes:
                self._theorem(child)
            elif "nt-fold-proof" in classes:
                self._proof(child)
            elif "nt-fold-source" in classes:
                self._source(child)
            elif child.name == "div" and "math" in classes:
                self._formula(child)
            elif child.name in ("p", "ul", "ol", "blockquote") or "note" in classes:
                divider = self.slides[-1]
                if child.name == "p" and divider.kind == "divider" and not divider.notes:
                    divider.body += f'<p class="lead">{_lead(child)}</p>'
                self._note(str(child))

    def _heading(self, heading: Tag, id_: str) -> None:
        number = heading.select_one(".section-number")
        digits = number.get_text().rstrip(". ") if number else ""
        if number:
            number.extract()
        title = _inner(heading)
        if heading.name == "h1":
            self.title = title
            return
        self.heading = f'<span class="number">{digits}</span> {title}'
        body = f'<p class="number">{digits}</p><h2>{title}</h2>'
        self.slides.append(Slide("divider", "", body, id=id_))

    def _theorem(self, theorem: Tag) -> None:
        """Add a slide with a theorem, a definition, or another numbered statement."""
        title, content = theorem.select_one(".admonition-title"), theorem.select_one("section")
        assert title and content
        number = title.select_one(".caption-number")
        assert number
        number.extract()
        name = title.get_text().strip().strip("()")
        heading = f"{escape(number.get_text().strip())} <small>{escape(name)}</small>"
        id_ = str(theorem["data-id"])
        self._add("statement", heading, f'<div class="theorem">{_inner(content)}</div>', id=id_)

    def _proof(self, proof: Tag) -> None:
        """Add slides with a proof, step by step."""
        content = proof.select_one(".proof")
        assert content
        steps = content.find_all(True, recursive=False)
        self._note(f"<p><b>Proof</b></p>{''.join(map(str, steps))}")
        slides = _share(steps)
        for number, part in enumerate(slides, 1):
            count = f" <small>({number} of {len(slides)})</small>" if len(slides) > 1 else ""
            body = "".join(f'<div class="fragment">{step}</div>' for step in part)
            self._add("proof", f"Proof{count}", body)

    def _source(self, note: Tag) -> None:
        title, content = note.select_one("summary"), note.select_one(".nt-source")
        assert title and content
        self._note(f"<p><b>{_inner(title)}</b></p>{_inner(content)}")

    def _formula(self, formula: Tag) -> None:
        """Add a slide with a displayed formula and the paragraph before it."""
        notes = self.slides[-1].notes
        text = notes[-1] if notes else ""
        self._note(str(formula))
        self._add("formula", "", text + str(formula))

    def _output(self, output: Tag) -> None:
        """Add slides for an output of a cell."""
        for tag in [output, *output.find_all(True)]:
            methods = [_OUTPUTS.get(str(name)) for name in tag.get_attribute_list("class")]
            for method in filter(None, methods):
                method(self, tag)
                return
            if tag.name in ("table", "svg", "img"):
                self._picture(str(output))
                return

    def _explorer(self, explorer: Tag) -> None:
        """Add a slide with the first state of an explorer."""
        parts = "".join(map(_inner, explorer.find_all(class_="widget-html-content")))
        cell = explorer.find_parent(class_="cell")
        assert cell
        link = f'<a href="{self.page}#{cell["data-id"]}" target="_blank">Try other values</a>'
        self._picture(parts, link)

    def _motion(self, motion: Tag) -> None:
        """Add a slide with the frames of an animation, one at a time."""
        first, *steps = map(_inner, motion.find_all("li"))
        frames = f'<div class="nt fragment fade-out" data-fragment-index="0">{first}</div>'
        for index, step in enumerate(steps):
            kind = "current-visible" if index < len(steps) - 1 else ""
            frames += f'<div class="nt fragment {kind}" data-fragment-index="{index}">{step}</div>'
        self._picture(f'<div class="steps">{frames}</div>')

    def _picture(self, html: str, link: str = "") -> None:
        """Add a slide with a figure, tables or grids, whose captions are part of the HTML."""
        named = re.search(r'<(?:figure|(?:fig)?caption)\b[^>]* id="([^"]+)"', html)
        anchor = named[1] if named else ""
        html = html.replace(f' id="{anchor}"', "", 1)  # the slide has this id
        whole = f'<p class="whole" hidden><a href="{self.page}#{anchor}">The whole table</a></p>'
        body = f'{html}<p class="more">{link}</p>' if link else html
        self._add("show", "", body + whole * ("<tbody" in html), id=anchor, fits=True)

    def _board(self, board: Tag) -> None:
        if "data-name" in board.attrs:
            self._frame(board, f"board-{board['data-name']}", "A game to play")
            return
        [name] = [each for each in board.get_attribute_list("class") if each.startswith("lab-")]
        self._frame(board, name, "A lab to try")

    def _frame(self, board: Tag, name: str, title: str) -> None:
        """Add a slide with a board or lab, which readers can use in its frame."""
        page = self.page.replace(".html", ".html?embed")
        link = f'<a href="{self.page}#{name}" target="_blank">Open it in the chapter</a>'
        label = escape(BeautifulSoup(self.heading, "html.parser").get_text().strip() or title)
        frame = f'<iframe title="{label}" data-src="{page}#{name}"></iframe>'
        start = board.select_one(".nt-position")
        position = f"<p>Position at the start: {_inner(start)}</p>" if start else ""
        printed = f'<div class="printed"><p class="address"></p>{position}</div>'
        body = f'<div class="room frame">{frame}</div>{printed}'
        self._add("game", f"{title} <small>{link}</small>", body, id=name)

    def _prediction(self, question: Tag) -> None:
        """Add a question whose answer appears at the next step."""
        text = question.find("div")
        assert isinstance(text, Tag)
        options = "".join(
            f"<li>{_inner(label)}</li>" for label in question.select("label:not(.nt-tell)")
        )
        tell, why = question.select_one(".nt-tell + div"), question.select_one(".nt-why")
        pictures = why.find_all(class_="nt", recursive=False) if why else []
        drawn = "".join(str(picture.extract()) for picture in pictures)
        answer = "".join(_inner(part) for part in (tell, why) if part)
        self._add(
            "prediction",
            "What do you think?",
            f'{_inner(text)}<ul class="options">{options}</ul>'
            f'<div class="answer fragment"><div>{answer}</div><div>{drawn}</div></div>',
        )

    def _exercises(self, exercises: Tag) -> None:
        """Add slides with the questions of all exercises."""
        items = []
        for number, exercise in enumerate(exercises.select("[data-exercise]"), 1):
            level = exercise.select_one(".nt-head [aria-hidden]")
            question = exercise.select_one(".nt-head ~ p")
            assert level and question
            question.insert(0, f"{level.get_text()} ")
            item = Tag(name="li", attrs={"value": str(number)})
            item.extend(exercise.select(".nt-head ~ *"))
            items.append(item)
        link = f'<a href="{self.page}#exercises" target="_blank">with hints and solutions</a>'
        for part in _share(items):
            body = f"<ol>{''.join(map(str, part))}</ol>"
            self._add("exercises", f"Exercises <small>{link}</small>", body)

    def _verdict(self, card: Tag) -> None:
        """Add the verdict on a claim to the slide with its theorem."""
        claim, summary = card.select_one("a[href*='#claim-']"), card.select_one("summary")
        assert claim and summary
        mention = f'#{str(claim["href"]).partition("#")[2]}"'
        for slide in reversed(self.slides):
            if slide.kind == "statement" and mention in slide.body:
                slide.body += f'<p class="checked nt">{_inner(summary)}</p>'
                return


_OUTPUTS: dict[str, Callable[[Slides, Tag], None]] = {
    "nt-lab": Slides._board,
    "nt-predict": Slides._prediction,
    "nt-exercises": Slides._exercises,
    "nt-card": Slides._verdict,
    "nt-explorer": Slides._explorer,
    "nt-motion": Slides._motion,
    "nt-certificate": lambda slides, tag: slides._picture(str(tag)),
    "nt-help": lambda *_: None,
}
"""Methods that add a slide for an element, by its class."""


def _inner(tag: Tag) -> str:
    return tag.decode_contents().strip()


def _size(part: Tag | str) -> int:
    """Return the number of characters that take about as much room as a part of the chapter."""
    part = BeautifulSoup(str(part), "html.parser")
    # The text of a formula is repeated for screen readers.
    for repeated in part.select("mjx-assistive-mml, svg > title, svg > desc"):
        repeated.extract()
    drawings = part.select("svg:not(mjx-container svg), mjx-container[display]")
    return len(part.get_text()) + _DRAWING * len(drawings)


def _share(parts: list[Tag]) -> list[list[Tag]]:
    """Distribute parts of the chapter among slides; a displayed formula follows its paragraph."""
    slides: list[list[Tag]] = []
    for part in parts:
        follows = part.name == "div"
        if slides and (follows or sum(map(_size, [*slides[-1], part])) <= _FULL):
            slides[-1].append(part)
        else:
            slides.append([part])
    return slides


def _lead(paragraph: Tag) -> str:
    """Return the first sentences of a paragraph."""
    sentences = [""]
    for child in paragraph.children:
        text = str(child) if isinstance(child, Tag) else escape(child.get_text(), quote=False)
        first, *rest = [text] if isinstance(child, Tag) else re.split(r"(?<=[.?!])\s+", text)
        sentences[-1] += first
        sentences += rest
    lead, *others = sentences
    for sentence in others:
        if _size(f"{lead} {sentence}") > _LEAD or sentence.endswith(":"):
            break
        lead = f"{lead} {sentence}".rstrip()
    return lead


# --- Pages ----------------------------------------------------------------------------------------


def deck(page: str, html: str, citation: Citation, year: str) -> str:
    """Return the slides of a chapter as a page.

    Args:
        page: the name of the chapter's page, such as "notebooks/01_impartial_games".
        html: the HTML of the chapter's page.
        citation: the metadata of the book.
        year: the year of an unreleased version.
    """
    article = _ARTICLE.search(_DATA.sub("", html))
    assert article, f"{page} has no article"
    slides = Slides(BeautifulSoup(article[0], "html.parser"), page)
    name = page.removeprefix(FOLDER)
    number = int(name.partition("_")[0])
    book = citation["title"].partition(":")[0]
    cover, *rest = slides.slides
    authors = ", ".join(map(name_of, citation["authors"]))
    cover.body = (
        f'<p class="number">Chapter {number} of <i>{escape(book)}</i></p><h2>{slides.title}</h2>'
        f'<p class="byline">{escape(authors)}</p>'
    )
    sections = "".join(
        f'<li><a href="#/{slide.id}">{re.sub("(?s)<p.*?</p>|</?h2>", "", slide.body)}</a></li>'
        for slide in rest
        if slide.kind == "divider"
    )
    contents = Slide("contents", "Contents", f"<ol>{sections}</ol>{_KEYS}", id="contents")
    entry = bibtex(citation, year, f"chapter {number}", f"{page}.html")
    source = (
        f'<p>These slides were generated from chapter {number}, <a href="{slides.page}" '
        f'target="_blank">{slides.title}</a>, of <i>{escape(book)}</i>, version '
        f"{nimtwist.__version__}.</p>"
        f'<p>Text and figures may be used under the licence <a href="{LICENCE}" '
        'target="_blank">CC BY 4.0</a>: name the book and its authors, and say what you changed. '
        f"To cite the book:</p><pre>{escape(entry)}</pre>"
    )
    end = Slide("end", "Source and licence", source, id="source")
    sections = "".join(slide.html() for slide in (cover, contents, *rest, end))
    plain = BeautifulSoup(slides.title, "html.parser").get_text()
    links = [
        *(
            f'<link href="../_static/vendor/fonts/{font}.woff2" as="font" type="font/woff2" '
            "crossorigin>"
            for font in FONTS
        ),
        *(f'<link href="../_static/{style}.css" rel="stylesheet">' for style in _STYLES),
        '<link href="../_static/favicon.svg" rel="icon">',
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en" data-content_root="../">\n<head>'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Slides: {escape(plain)} — {escape(book)}</title>\n"
        f"{chr(10).join(links)}\n<script>{COLOURS}</script>\n"
        '<script defer src="../_static/slides.js"></script>\n</head>\n<body>\n'
        f"<main><h1>{slides.title}: slides</h1>"
        '<p class="hint">To print the slides, use “Print” on the slide with the contents, or add '
        "<b>?print-pdf</b> to the address.</p>"
        "<noscript><p>Slides need JavaScript, which is off in this browser. "
        f'<a href="{slides.page}">Read the chapter</a> instead.</p></noscript>'
        f'<div class="reveal"><div class="slides">\n{sections}</div></div></main>\n'
        "</body>\n</html>\n"
    )


def chapters() -> list[str]:
    """Return the names of the chapters' pages."""
    return [f"{FOLDER}{number:02}_{name}" for number, name in enumerate(CHAPTERS, 1)]


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the slides of all chapters."""
    if error or app.builder.name != "html":
        return
    root = Path(app.outdir)
    (root / SLIDES).mkdir(exist_ok=True)
    citation = read_citation(Path(app.srcdir))
    for page in chapters():
        html = (root / f"{page}.html").read_text("utf8")
        target = root / SLIDES / f"{page.removeprefix(FOLDER)}.html"
        target.write_text(deck(page, html, citation, app.config.copyright), "utf8")


def add_link(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Add a link to the slides of a chapter to its download menu."""
    for group in context["header_buttons"] if page in chapters() else ():
        if group["label"] == "download-buttons":
            url = context["pathto"](f"{SLIDES}{page.removeprefix(FOLDER)}.html", resource=True)
            button = {"type": "link", "url": url, "text": "Slides", "icon": "fas fa-expand"}
            group["buttons"].append({**button, "tooltip": "Slides for a lecture on this chapter"})


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.connect("html-page-context", add_link, priority=503)  # run after book_pages (502)
    # Run after book_postprocess has typeset the formulas (400), and before book_policy (500).
    app.connect("build-finished", write, priority=450)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
