"""Lists the software of others that the pages load, with its licences.

`licences.txt` has the texts, for readers; `sbom.json` is the list for programs, in CycloneDX.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Package:
    """A package from a registry ("npm", "pypi"), and the texts of its licence that it contains."""

    registry: str
    name: str
    version: str
    licence: str
    texts: tuple[str, ...]

    @property
    def bom(self) -> dict[str, object]:
        """The package as a component in CycloneDX."""
        purl = f"pkg:{self.registry}/{self.name.replace('@', '%40')}@{self.version}"
        about = {"name": self.name, "version": self.version, "purl": purl}
        return {"type": "library", **about, "licenses": [{"expression": self.licence}]}


def packages() -> list[Package]:
    """Return all packages that the pages are made of, by name."""
    lock = json.loads(Path("package-lock.json").read_text("utf8"))["packages"]
    found = [
        Package(
            "npm",
            path.rpartition("node_modules/")[2],
            about["version"],
            about.get("license") or _former_name(Path(path)),
            _texts([*Path(path).iterdir()]),
        )
        for path, about in lock.items()
        if path and not about.get("dev")
    ]
    pyodide = json.loads(Path("node_modules/pyodide/pyodide-lock.json").read_text("utf8"))
    found.append(Package("generic", "python", pyodide["info"]["python"], "PSF-2.0", ()))
    for name, licence in FROM_PYPI.items():
        package = distribution(name)
        files = [Path(str(package.locate_file(file))) for file in package.files or []]
        found.append(Package("pypi", name, package.version, licence, _texts(files)))
    return sorted(found, key=lambda package: package.name)


def _former_name(package: Path) -> str:
    """Return the licence of a package that names it as was usual before SPDX."""
    (licence,) = json.loads((package / "package.json").read_text("utf8"))["licenses"]
    return str(licence["type"])


def _texts(files: list[Path]) -> tuple[str, ...]:
    named = (file for file in sorted(files) if "licen" in file.name.lower())
    return tuple(
        file.read_text("utf8").strip()
        for file in named
        if file.suffix in ("", ".txt", ".md", ".rst") or file.name.isupper()
    )


def write(folder: Path) -> None:
    """Write both files into a folder."""
    found = packages()
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1}
    components = [package.bom for package in found]
    (folder / "sbom.json").write_text(json.dumps({**bill, "components": components}), "utf8")
    sections = [
        "\n\n".join((f"{package.name} {package.version}: {package.licence}", *package.texts))
        for package in found
    ]
    text = f"\n\n{'-' * 80}\n\n".join(sections)
    (folder / "licences.txt").write_text(f"{text}\n", "utf8")
