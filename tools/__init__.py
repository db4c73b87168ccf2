"""Scripts that build the book, run its notebooks and serve it; not part of any package."""

import sys
from pathlib import Path

# The scripts and the Sphinx extension share the module `ext.citation`.
sys.path.append(str(Path(__file__).parents[1] / "book"))
