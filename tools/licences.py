"""Lists the software of others that the pages load, with its licences.

`licences.txt` has the texts, for readers; `sbom.json` is the list for programs, in CycloneDX.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path

FROM_PYPI = {
    "comm": "BSD-3-Clause",
    "ipywidgets": "BSD-3-Clause",
    "pydata-sphinx-theme": "BSD-3-Clause",
    "sphinx": "BSD-2-Clause",
    "sphinx-book-theme": "BSD-3-Clause",
    "sphinx-copybutton": "MIT",
    "sphinx-design": "MIT",
    "traitlets": "BSD-3-Clause",
}
"""Packages of which something is in the pages, with the SPDX names of their licences."""


Package = tuple[str, str, str, str, str]
"""A package: its registry ("npm", "pypi"), name, version, licence, and the texts of that."""


def packages() -> Iterator[Package]:
    """Yield all packages that the pages are made of."""
    lock = json.loads(Path("package-lock.json").read_text("utf8"))["packages"]
    for path, about in lock.items():
        if path and not about.get("dev"):
            licence = about.get("license") or _former_name(Path(path))
            name = path.rpartition("node_modules/")[2]
            yield "npm", name, about["version"], licence, _texts(Path(path).iterdir())
    pyodide = json.loads(Path("node_modules/pyodide/pyodide-lock.json").read_text("utf8"))
    yield "generic", "python", pyodide["info"]["python"], "PSF-2.0", ""
    for name, licence in FROM_PYPI.items():
        package = distribution(name)
        files = [Path(str(package.locate_file(file))) for file in package.files or []]
        yield "pypi", name, package.version, licence, _texts(files)


def _former_name(package: Path) -> str:
    """Return the licence of a package that names it as was usual before SPDX."""
    (licence,) = json.loads((package / "package.json").read_text("utf8"))["licenses"]
    return str(licence["type"])


def _texts(files: Iterable[Path]) -> str:
    named = (file for file in sorted(files) if "licen" in file.name.lower())
    return "".join(
        f"\n\n{file.read_text('utf8').strip()}"
        for file in named
        if file.suffix in ("", ".txt", ".md", ".rst") or file.name.isupper()
    )


def write(folder: Path) -> None:
    """Write both files into a folder."""
    components, sections = [], []
    for registry, name, version, licence, texts in sorted(packages(), key=lambda each: each[1]):
        purl = f"pkg:{registry}/{name.replace('@', '%40')}@{version}"
        about = {"type": "library", "name": name, "version": version, "purl": purl}
        components.append({**about, "licenses": [{"expression": licence}]})
        sections.append(f"{name} {version}: {licence}{texts}")
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": components}
    (folder / "sbom.json").write_text(json.dumps(bill), "utf8")
    text = f"\n\n{'-' * 80}\n\n".join(sections)
    (folder / "licences.txt").write_text(f"{text}\n", "utf8")
