"""Compiles what a page imports, so that it need not. Run by `precompile.mjs`, in `/build`.

Of the standard library, what is imported before the first lab is awake loses its source, which
would only be in the way; of the packages, all that is not ours does.
"""

import py_compile
import sys
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

BUILD = Path("/build")
OURS = ("nimtwist", "kernel.py")
IMPORTED = ("claims", "links", "play", "widgets")


def precompile(archive: Path, wanted: set[str] | None = None) -> None:
    """Replace sources in an archive by what they compile to; all of them, if none are named."""
    folder = Path("/unpacked") / archive.stem
    with ZipFile(archive) as packed:
        packed.extractall(folder)
    for source in sorted(folder.rglob("*.py")):
        name = source.relative_to(folder)
        if wanted is not None and str(name) not in wanted:
            continue
        ours = name.parts[0] in OURS
        # Ours is kept beside it, for tracebacks to quote and for readers to look at.
        compiled = None if ours else str(source.with_suffix(".pyc"))
        py_compile.compile(
            str(source),
            compiled,
            str(name),
            doraise=True,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        if not ours:
            source.unlink()
    with ZipFile(archive, "w", compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = ZipInfo(str(path.relative_to(folder)))
                packed.writestr(entry, path.read_bytes(), ZIP_DEFLATED)
    rmtree(folder)


def imported() -> set[str]:
    """Import what a page does, and return which files of the standard library that took."""
    sys.path.insert(0, str(BUILD / "packages.zip"))
    import_module("kernel").Kernel(print).install()
    for name in ("ipywidgets", *(f"nimtwist.{name}" for name in IMPORTED)):
        import_module(name)
    library = next(path for path in reversed(sys.path) if path.endswith(".zip"))
    files = (getattr(module, "__file__", None) or "" for module in sys.modules.values())
    return {str(Path(file).relative_to(library)) for file in files if file.startswith(library)}


if __name__ == "__main__":
    precompile(BUILD / "python_stdlib.zip", imported())
    precompile(BUILD / "packages.zip")
