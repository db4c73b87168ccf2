"""Licences and a bill of materials for the third-party software in the pages.

`licences.txt` contains the licence texts; `sbom.json` is a machine-readable list in CycloneDX
format.
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
"""Python packages with files in the pages, and the SPDX ids of their licences."""


Package = tuple[str, str, str, str, str]
"""A package: registry ("npm", "pypi" or "generic"), name, version, licence, licence texts."""


def packages() -> Iterator[Package]:
    """Yield all third-party packages that are part of the pages."""
    lock = json.loads(Path("package-lock.json").read_text("utf8"))["packages"]
    for path, entry in lock.items():
        if path and not entry.get("dev"):
            licence = entry.get("license") or _legacy_licence(Path(path))
            name = path.rpartition("node_modules/")[2]
            yield "npm", name, entry["version"], licence, _texts(Path(path).iterdir())
    pyodide = json.loads(Path("node_modules/pyodide/pyodide-lock.json").read_text("utf8"))
    yield "generic", "python", pyodide["info"]["python"], "PSF-2.0", ""
    for name, licence in FROM_PYPI.items():
        package = distribution(name)
        files = [Path(str(package.locate_file(file))) for file in package.files or []]
        yield "pypi", name, package.version, licence, _texts(files)


def _legacy_licence(package: Path) -> str:
    """Return the licence of an npm package that still uses the deprecated `licenses` field."""
    (licence,) = json.loads((package / "package.json").read_text("utf8"))["licenses"]
    return str(licence["type"])


def _texts(files: Iterable[Path]) -> str:
    licences = (file for file in sorted(files) if "licen" in file.name.lower())
    return "".join(
        f"\n\n{file.read_text('utf8').strip()}"
        for file in licences
        if file.suffix in ("", ".txt", ".md", ".rst") or file.name.isupper()
    )


def write(folder: Path) -> None:
    """Write `licences.txt` and `sbom.json` to a folder."""
    components, sections = [], []
    for registry, name, version, licence, texts in sorted(packages(), key=lambda each: each[1]):
        purl = f"pkg:{registry}/{name.replace('@', '%40')}@{version}"
        component = {"type": "library", "name": name, "version": version, "purl": purl}
        components.append({**component, "licenses": [{"expression": licence}]})
        sections.append(f"{name} {version}: {licence}{texts}")
    sbom = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": components}
    (folder / "sbom.json").write_text(json.dumps(sbom), "utf8")
    text = f"\n\n{'-' * 80}\n\n".join(sections)
    (folder / "licences.txt").write_text(f"{text}\n", "utf8")
