"""Compiles what a page imports, so that the page need not. Run by `precompile.mjs`, in `/build`.

The packages, and those modules of the standard library that are imported before the first lab is
awake, lose their sources: these would double what is sent, and get in the way. What is not ours
loses its docstrings as well.
"""

import ast
import marshal
import sys
from importlib import import_module
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path

LIBRARY, PACKAGES = Path("/build"), Path("/build/site-packages")
OURS = ("nimbook", "nimtwist")


def imported() -> set[Path]:
    """Import what a page imports, and return the files of the standard library that it took."""
    sys.path.insert(0, str(PACKAGES))
    sys.dont_write_bytecode = True
    import_module("kernel").import_all()
    library = next(path for path in reversed(sys.path) if path.endswith(".zip"))
    files = (getattr(module, "__file__", None) or "" for module in sys.modules.values())
    return {LIBRARY / Path(file).relative_to(library) for file in files if file.startswith(library)}


def compile_file(source: Path, name: Path) -> None:
    """Put a compiled module in the place of a source."""
    body = source.read_bytes()
    tree = ast.parse(body, str(name))
    if name.parts[0] not in OURS:
        drop_docstrings(tree)
    code = compile(tree, str(name), "exec", dont_inherit=True)
    # It bears the mark of its source, which Python is not to look for.
    header = MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(body)
    source.with_suffix(".pyc").write_bytes(header + marshal.dumps(code))
    source.unlink()


def drop_docstrings(tree: ast.Module) -> None:
    """Have no docstrings in a module, nor in what is defined in it."""
    for part in ast.walk(tree):
        if isinstance(part, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match part.body:
                case [ast.Expr(ast.Constant(str()))]:
                    part.body = [ast.copy_location(ast.Pass(), part.body[0])]
                case [ast.Expr(ast.Constant(str())), *rest]:
                    part.body = rest


if __name__ == "__main__":
    for module in sorted(imported()):
        compile_file(module, module.relative_to(LIBRARY))
    for module in sorted(PACKAGES.rglob("*.py")):
        compile_file(module, module.relative_to(PACKAGES))
