"""Compile the Python modules in `/build` that pages import. `precompile.mjs` runs this script.

Bytecode replaces the source files of all packages, and of those modules of the standard library
that are imported before the first lab wakes. Shipping the source files as well would double the
download, and Python would prefer them to the bytecode. Docstrings and assertions are removed,
except from the book's own packages.
"""

import marshal
import sys
from importlib import import_module
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path

LIBRARY, PACKAGES = Path("/build"), Path("/build/site-packages")
OURS = ("nimbook", "nimtwist")


def imported() -> set[Path]:
    """Import what pages import, and return the files of all loaded standard-library modules."""
    sys.path.insert(0, str(PACKAGES))
    sys.dont_write_bytecode = True
    import_module("kernel").import_all()
    library = next(path for path in reversed(sys.path) if path.endswith(".zip"))
    files = (getattr(module, "__file__", None) or "" for module in sys.modules.values())
    return {LIBRARY / Path(file).relative_to(library) for file in files if file.startswith(library)}


def compile_file(source: Path, name: Path) -> None:
    """Replace a source file with its bytecode."""
    body = source.read_bytes()
    optimize = 0 if name.parts[0] in OURS else 2
    code = compile(body, str(name), "exec", dont_inherit=True, optimize=optimize)
    # Mark the .pyc file as hash-based and unchecked, so that Python loads it without the source.
    header = MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(body)
    source.with_suffix(".pyc").write_bytes(header + marshal.dumps(code))
    source.unlink()


if __name__ == "__main__":
    for module in sorted(imported()):
        compile_file(module, module.relative_to(LIBRARY))
    for module in sorted(PACKAGES.rglob("*.py")):
        compile_file(module, module.relative_to(PACKAGES))
