"""Steps that make pages small and quick to render.

They typeset all formulas, move the widget state to the end of the page, and remove what no page
uses: scripts, rules and icons from the theme's files, and then all files that nothing refers to.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from lxml.html import HtmlElement
from sphinx.util import logging

from ext.policy import COLOURS
from ext.trees import (
    STATE,
    Site,
    element,
    fragment,
    run_node,
    set_text_before,
    text_before,
    words,
)

logger = logging.getLogger(__name__)

FONTS = "vendor/mathjax/output/chtml/fonts/woff-v2"

# Styles of the theme and its extensions. Most of their rules are for parts that the book lacks.
_STYLES = ("basic.css", "mystnb.*.css", "sphinx-design.min.css", "styles/*.css")

# The theme's inline script, which `colours.js` replaces. The theme's version would leave a page
# white until another script detects that the system prefers dark mode.
_THEMES = "".join(
    f'document.documentElement.dataset.{name}=localStorage.getItem("{name}")||"auto";'
    for name in ("mode", "theme")
)

# A special font of MathJax; the name of its class. Fonts without a character in use are left out.
_FONT = re.compile(r"@font-face[^{]*\{\s*font-family: MJXTEX-(\w+);[^}]*\}\s*")

# How the theme makes boxes reachable by keyboard if they scroll. To measure a box in a closed fold,
# browsers lay out the content of that fold, which takes a tenth of a second for all of a chapter.
_MEASURE_ALL = re.compile(
    r'document\.querySelectorAll\((\["pre",[^)]*\))\)'
    r"\.forEach\(\(e=>\{e\.tabIndex=([^}]*\?0:-1)\}\)\)"
    r'(.*?)window\.addEventListener\("resize",t\),'
)
_MEASURE_VISIBLE = (
    r"[...document.querySelectorAll(\1)].filter((e=>e.checkVisibility())).map((e=>[e,\2]))"
    r".forEach((([e,n])=>{e.tabIndex!==n&&(e.tabIndex=n)}))"
    r'\3window.addEventListener("resize",t),document.addEventListener("toggle",e,!0),'
)

# Scripts that do nothing in this book: the keys and the highlights of Sphinx's own search, the
# folding of its index, tabs, and the names of all icons.
_SUPERFLUOUS = {"doctools.js", "sphinx_highlight.js", "design-tabs.js", "fontawesome.js"}

MOVED = {
    "nimbook.conjectures": "nimbook.study.conjectures",
    "nimbook.play.Play.let_engine_move": "nimbook.play.Play.let_opponent_move",
    "nimbook.sequences": "nimbook.study.sequences",
    "nimbook.workbench": "nimbook.study.workbench",
    "speed-atlas": "speed-blocking",
    "speed-grid": "speed-blocking",
    "speed-ordinal": "speed-nimber",
}
"""Maps old ids, or the parts of old ids before a dot, to new ones. Other sites may link to them."""

# Folders of `_static` whose files are loaded by scripts that assemble their names.
_ASSEMBLED = ("_static/live/", "_static/vendor/mathjax/")
_TEXTS = {".css", ".js", ".webmanifest"}
_SOURCE_MAP = re.compile(r"\n?/[/*]# sourceMappingURL=.*")
# Characters that stay on the line of an adjacent formula.
_OPENING = "(“"
_CLOSING = re.compile(r"[^\s<—–]*")


# --- Scripts --------------------------------------------------------------------------------------


def move_widget_state(site: Site) -> None:
    """Move the widget state, which contains the drawings of all labs, to the end of the article."""
    for page in site.pages.values():
        for script in page.scripts(STATE):
            page.article.append(script)


def tidy_scripts(site: Site) -> None:
    """Remove scripts that do nothing, defer all others, and replace the theme's inline script."""
    for page in site.pages.values():
        for script in page.scripts():
            name = script.get("src", "").partition("?")[0].rpartition("/")[2]
            text = "".join((script.text or "").split())
            if name in _SUPERFLUOUS or text.startswith("DOCUMENTATION_OPTIONS."):
                script.drop_tree()
            elif name and not {"defer", "async"} & {*script.attrib}:
                script.set("defer", "")
            elif text == _THEMES:
                script.attrib.clear()
                script.text = COLOURS


def remove_script_buttons(site: Site) -> None:
    """Remove the theme's print button: the security policy would block its inline script."""
    for page in site.pages.values():
        for button in [*page.tree.iter("button")]:
            if "onclick" in button.attrib:
                button.getparent().drop_tree()


def keep_old_ids(site: Site) -> None:
    """Add the old ids of elements, such as functions that have moved to another module."""
    for page in site.pages.values():
        for each in [*page.tree.iterfind(".//*[@id]")]:
            for old, new in MOVED.items():
                if f"{each.get('id')}.".startswith(f"{new}."):
                    anchor = element("span", id=old + each.get("id").removeprefix(new))
                    anchor.tail, each.text = each.text, None
                    each.insert(0, anchor)


def fix_attributes(site: Site) -> None:
    """Correct roles and classes that Sphinx, its extensions and the theme set."""
    for page in site.pages.values():
        for each in page.tree.iter("div"):
            # The role `list` requires list items, and `doc-biblioentry` is deprecated.
            if each.get("class") == "citation-list":
                each.attrib.clear()
            elif each.get("role") == "doc-biblioentry":
                del each.attrib["role"]
            # For accessibility, all content must be in a landmark region.
            elif each.get("id") == "pst-primary-sidebar":
                each.attrib.update({"role": "complementary", "aria-label": "The book"})
        # The theme must not apply its own style to pandas tables.
        for table in page.tree.find_class("nt-frame"):
            table.classes.discard("dataframe")


# --- Formulas -------------------------------------------------------------------------------------


def tex(text: str, display: bool) -> str:
    r"""Return the TeX of a formula without the delimiters that Sphinx adds.

    >>> tex(r"\(a < b\)", False)
    'a < b'
    """
    start, end = (r"\[", r"\]") if display else (r"\(", r"\)")
    return text.strip().removeprefix(start).removesuffix(end).strip()


def typeset(formulas: list[tuple[str, bool]]) -> tuple[list[str], str]:
    """Return the HTML of each formula, and a single stylesheet for all of the formulas.

    Args:
        formulas: pairs of a TeX string and a flag, which is true for display formulas.

    Raises:
        ValueError: if a formula is not valid TeX.

    >>> [html], css = typeset([("a < b", False)])
    >>> "<mjx-container" in html, "mjx-c3C" in css
    (True, True)
    """
    output = run_node("typeset.js", {"fonts": FONTS, "formulas": formulas})
    return output["formulas"], output["css"]


def write_subset(source: Path, text: str, target: Path) -> None:
    """Write a font as a WOFF file, reduced to the characters of a text."""
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=[], notdef_outline=True))
    subsetter.populate(text=text)
    subsetter.subset(font)
    font.flavor = "woff"
    font.save(target)


def subset_fonts(css: str, folder: Path) -> str:
    """Write the fonts of a stylesheet, reduced to the characters that the stylesheet contains.

    Args:
        css: the stylesheet of the formulas.
        folder: the folder of the stylesheet.

    Returns:
        The stylesheet with the addresses of the new fonts.
    """
    contents = re.findall(r'content: "([^"]*)"', css)
    text = re.sub(r"\\([0-9A-F]+)", lambda code: chr(int(code[1], 16)), " ".join(contents))
    (folder / "math").mkdir(exist_ok=True)

    def subset(address: re.Match[str]) -> str:
        name = f"math/{Path(address[1]).name}"
        write_subset(folder / address[1], text, folder / name)
        return f'url("{name}")'

    # The font "Zero" has no letters.
    return re.sub(r'url\("([^"]+(?<!_Zero)[.]woff)"\)', subset, css)


def typeset_pages(site: Site) -> None:
    """Typeset all formulas, and keep adjacent characters, such as a comma, on the same line."""
    formulas = {
        page.name: [
            each
            for tag in ("span", "div")
            for each in page.tree.iter(tag)
            if "math" in each.get("class", "").split()[:2]
        ]
        for page in site.pages.values()
    }
    keys = sorted({_key(formula) for found in formulas.values() for formula in found})
    cache = Path(site.app.doctreedir, "typeset.json")
    known = json.loads(cache.read_text("utf8")) if cache.exists() else {"formulas": {}}
    if [*known["formulas"]] != keys:
        html, css = typeset([(key[1:], key[0] == "d") for key in keys])
        known = {"formulas": dict(zip(keys, html, strict=True)), "css": css}
        cache.write_text(json.dumps(known), "utf8")
    css = known["css"]
    css = _FONT.sub(lambda font: font[0] if f".TEX-{font[1]}::before" in css else "", css)
    sheet = site.folder / "_static/math.css"
    sheet.write_text(subset_fonts(css, sheet.parent), "utf8")
    typeset_once: dict[str, HtmlElement] = {}
    for formula in (each for found in formulas.values() for each in found):
        key = _key(formula)
        if key not in typeset_once:
            [typeset_once[key]] = fragment(known["formulas"][key])
        if formula.tag == "span":
            _keep_together(formula)
        container = deepcopy(typeset_once[key])
        if len(formula):
            formula[0].tail = None  # the number of a displayed formula stays
        else:
            formula.text = None
        formula.append(container)


def _key(formula: HtmlElement) -> str:
    """Return the kind of a formula, "d" or "i", and its TeX."""
    display = formula.tag == "div"
    text = formula[0].tail if len(formula) else formula.text
    return ("d" if display else "i") + tex(text or "", display)


def _keep_together(formula: HtmlElement) -> None:
    """Put an inline formula and adjacent characters into an element that has no line breaks."""
    before, after = text_before(formula), formula.tail or ""
    opening = before[-1:] if before[-1:] in _OPENING else ""
    closing = _CLOSING.match(after)
    assert closing
    if opening or closing[0]:
        set_text_before(formula, before.removesuffix(opening))
        box = element("span", opening, class_="nt-nowrap")
        formula.addprevious(box)
        box.append(formula)
        formula.tail, box.tail = closing[0], after[closing.end() :]


# --- Files that no page uses ----------------------------------------------------------------------


def _words(site: Site) -> set[str]:
    """Return the names in all pages: their elements, attributes and scripts."""
    found = set[str]()
    for page in site.pages.values():
        texts = {script.text or "" for script in page.scripts()}
        for each in page.tree.iter("*"):
            texts.update(each.attrib.keys(), each.attrib.values(), (each.tag,))
        found.update(*map(words, texts))
    return found


def remove_unused_rules(site: Site) -> None:
    """Remove the theme's icon fonts and all rules of its styles that no page uses.

    `book.css` has the few icons that pages use.
    """
    static = site.folder / "_static"
    (static / "scripts/fontawesome.js").unlink(missing_ok=True)
    styles = [path for pattern in _STYLES for path in static.glob(pattern)]
    for path in styles:
        css = path.read_text("utf8")
        path.write_text(re.sub(r"@font-face\{[^}]*fontawesome[^}]*\}", "", css), "utf8")
    for path in [*styles, *static.glob("scripts/*.js")]:
        path.write_text(_SOURCE_MAP.sub("", path.read_text("utf8")), "utf8")
    request = {"words": sorted(_words(site)), "folder": str(static), "styles": [*map(str, styles)]}
    run_node("purge.js", request)


def leave_folds_unmeasured(site: Site) -> None:
    """Let the theme measure boxes in folds only when the folds are opened."""
    path = site.folder / "_static/scripts/pydata-sphinx-theme.js"
    script, count = _MEASURE_ALL.subn(_MEASURE_VISIBLE, path.read_text("utf8"))
    if not count:
        logger.warning("cannot speed up %s: the theme has changed, see _MEASURE_ALL", path.name)
    path.write_text(script, "utf8")


def remove_unreferenced(site: Site) -> None:
    """Remove the files whose names occur in no page, style or script that is used.

    These are files of the theme in `_static`, and figures of earlier builds in `_images`.
    """
    root, static = site.folder, site.folder / "_static"
    unused = {
        path
        for path in (*static.rglob("*"), *root.glob("_images/*"))
        if path.is_file() and not path.relative_to(root).as_posix().startswith(_ASSEMBLED)
    }
    waiting = [path for path in root.rglob("*") if path.is_file() and path not in unused]
    found = _words(site)
    while found:
        used = {path for path in unused if path.name in found}
        unused -= used
        waiting += used
        texts = (path.read_text("utf8") for path in waiting if path.suffix in _TEXTS)
        found = {word for text in texts for word in words(text)}
        waiting = []
    for path in unused:
        path.unlink()
    for folder in sorted((path for path in static.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
