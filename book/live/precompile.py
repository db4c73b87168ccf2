"""Compiles what a page imports, so that the page need not. Run by `precompile.mjs`, in `/build`.

The packages, and those modules of the standard library that are imported before the first lab is
awake, lose their sources: these would double what is sent, and get in the way.
"""

import gzip
import py_compile
import sys
import tarfile
from importlib import import_module
from pathlib import Path
from shutil import unpack_archive
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LIBRARY, PACKAGES = Path("/build/python_stdlib.zip"), Path("/build/packages.tgz")
UNPACKED = Path("/unpacked")
IMPORTED = ("ipywidgets", "nimbook.claims", "nimbook.links", "nimbook.play", "nimbook.widgets")


def compile_all(folder: Path, wanted: set[str] | None = None) -> None:
    """Compile the wanted sources in a folder, or all by default, and drop them."""
    for source in sorted(folder.rglob("*.py")):
        name = source.relative_to(folder)
        if wanted is not None and str(name) not in wanted:
            continue
        py_compile.compile(
            str(source),
            str(source.with_suffix(".pyc")),
            str(name),
            doraise=True,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        source.unlink()


def imported() -> set[str]:
    """Import what a page imports, and return the files of the standard library that it took."""
    sys.path.insert(0, str(UNPACKED))
    sys.dont_write_bytecode = True
    import_module("kernel").Kernel(print).install()
    for name in IMPORTED:
        import_module(name)
    library = next(path for path in reversed(sys.path) if path.endswith(".zip"))
    files = (getattr(module, "__file__", None) or "" for module in sys.modules.values())
    return {str(Path(file).relative_to(library)) for file in files if file.startswith(library)}


def contents(folder: Path) -> list[Path]:
    """Return the files in a folder, in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def library() -> None:
    """Compile what pages import of the standard library; Pyodide reads its modules one by one."""
    folder = Path("/library")
    unpack_archive(LIBRARY, folder)
    compile_all(folder, imported())
    with ZipFile(LIBRARY, "w", compresslevel=9) as packed:
        for path in contents(folder):
            entry = ZipInfo(str(path.relative_to(folder)))
            packed.writestr(entry, path.read_bytes(), ZIP_DEFLATED)


def packages() -> None:
    """Compile the packages, and compress them as one: they are all read at once."""
    compile_all(UNPACKED)
    with (
        gzip.GzipFile(PACKAGES, "wb", mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w") as packed,
    ):
        for path in contents(UNPACKED):
            entry = tarfile.TarInfo(str(path.relative_to(UNPACKED)))
            entry.size = path.stat().st_size
            with path.open("rb") as body:
                packed.addfile(entry, body)


if __name__ == "__main__":
    unpack_archive(PACKAGES, UNPACKED)
    library()
    packages()
