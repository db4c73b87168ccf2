"""Sphinx extension: pages that need nothing from another host, whatever Jupyter Book adds to them.

The book's own stylesheets and scripts are listed in `_config.yml`. They are not in a folder called
`_static`, since Jupyter Book loads every script it finds under that on every page.
"""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

# `window.require` is how RequireJS is configured before it loads; the widgets find their icon fonts
# by its base address. Font Awesome would replace the <i> elements of the widgets by pictures.
# ipywidgets typesets maths through the queue of MathJax 2, which MathJax 3 no longer has.
_BEFORE_WIDGETS = """
window.require = {baseUrl: document.documentElement.dataset.content_root + "_static/vendor/"};
window.FontAwesomeConfig = {observeMutations: false};
window.addEventListener("load", () => {
  const maths = window.MathJax;
  if (maths?.typesetPromise) {
    maths.Hub = {Queue: ([, , element]) => maths.typesetPromise([element])};
  }
});
"""


def add_script_before_widgets(app: Sphinx) -> None:
    """Put what the vendored scripts must find before every one of them."""
    app.add_js_file(None, body=_BEFORE_WIDGETS, priority=100)


def drop_thebe(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Leave out the scripts of sphinx-thebe: they are for a remote kernel, and clash."""
    context["script_files"] = [
        script for script in context["script_files"] if "thebe" not in _everything_about(script)
    ]


def _everything_about(script: Any) -> str:
    return f"{getattr(script, 'filename', script)} {getattr(script, 'attributes', '')}"


def outdate_landing_page(app: Sphinx, *_: object) -> list[str]:
    """Have one page to write always: Sphinx copies no stylesheet or script without one."""
    return [app.config.root_doc]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.connect("builder-inited", add_script_before_widgets)
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("env-get-outdated", outdate_landing_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
