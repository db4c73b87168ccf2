"""The book's Sphinx extension: roles, directives and numbers, and the work on finished pages."""

import sys
from importlib import import_module
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

# The build and the Python of live mode share the module `chapter`.
sys.path.append(str(Path(__file__).parents[1] / "site/live"))

_MODULES = (
    *("about", "assignment", "atlas", "door", "downloads", "exercises", "figures"),
    *("head", "postprocess", "ledger", "known", "live", "map", "offline", "open_problems"),
    *("pages", "policy", "share", "slides", "speed", "stills", "story", "previews", "proofs"),
    "search",
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up all parts of the extension."""
    for name in _MODULES:
        import_module(f"ext.{name}").setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
