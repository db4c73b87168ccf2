"""What the pages run live is built from what stands here, and a page names all of it."""

from __future__ import annotations

import _imp
import ast
import base64
import hashlib
import json
import os
import shutil
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import book_live
import book_pages
import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks.live import Message, Worker
from nimbook.claims import LEDGER
from nimbook.rerun import check_code
from tests.book.conftest import ROOT
from tests.book.test_pages import of_parsed_pages, parsed
from tools import execute, live

pytestmark = of_parsed_pages

NOTEBOOKS = [ROOT / path for path in execute.notebooks()]
KERNEL = live.SOURCES / "kernel.py"
REBUILD = "other sources were built: run `make book`"
BUNDLES = [live.ASSETS / name for name in ("page.js", "forget.js", "page.css", "door.js")]
BUNDLES += [live.ASSETS / name for name in ("preview.js", "search.js")]
STYLE = Path("src/nimbook/show/style.css")


# --- What is built -------------------------------------------------------------------------------


def contents(place: Path) -> dict[str, Any]:
    """Return what the pages are told of what was built."""
    told: dict[str, Any] = json.loads((place / live.CONTENTS).read_text("utf8"))
    return told


def folder(place: Path) -> Path:
    """Return the folder that the pages are told of."""
    return place / live.ASSETS / Path(contents(place)["folder"]).relative_to("_static")


def bodies(folder: Path) -> dict[str, bytes]:
    """Return what is in the files of a folder, by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def integrity(body: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(body).digest()).decode()}"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what is built from, and the place to be in."""
    for path in (live.SOURCES, live.DOOR, live.ATLAS, live.PLACES, Path("src")):
        shutil.copytree(ROOT / path, tmp_path / path)
    for name in ("tsconfig.json", "node_modules"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_is_built_was_built_from_what_stands_here(copy: Path) -> None:
    """Scripts give the same bytes again; whatever was compiled has the mark of its source."""
    there = folder(ROOT)
    for script in live.SCRIPTS:
        live.bundle(script, live.ASSETS, "--format=iife")
    live.bundle("page.css", live.ASSETS)
    live.bundle_worker(there, copy)
    live.bundle("editor.ts", copy, "--format=esm")
    for bundle in BUNDLES:
        assert (copy / bundle).read_bytes() == (ROOT / bundle).read_bytes(), REBUILD
    for name in ("editor.js", "worker.js"):
        assert (copy / name).read_bytes() == (there / name).read_bytes(), REBUILD
    assert there.name == hashlib.sha256(b"".join(bodies(there).values())).hexdigest()[:16]
    compiled, sources = packed(there / "library.packed"), sources_in(copy)
    assert {name.removesuffix("c") for name in compiled} == sources.keys()
    for name, source in sources.items():
        body = compiled.get(f"{name}c") or compiled[name]
        magic, mark = int.from_bytes(body[:4], "little"), body[8:16]
        assert body == source or mark == _imp.source_hash(magic, source), f"{name}: {REBUILD}"


def test_whatever_changes_is_packed(copy: Path) -> None:
    paths = KERNEL, STYLE, Path("src/nimtwist/games/nim.py")
    before = sources_in(copy / "before")
    for path in paths:
        (copy / path).write_bytes((copy / path).read_bytes() + b"\n")
    (copy / "src/nimtwist/nim.pyc").touch()  # of another Python, and of no use
    after = sources_in(copy / "after")
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert changed == {
        f"site-packages/{path.relative_to(live.SOURCES if path == KERNEL else 'src')}"
        for path in paths
    }


def sources_in(folder: Path) -> dict[str, bytes]:
    """Return all that is to be packed, by name."""
    library = folder / "sources"
    live.unpack(library)
    return {
        str(path.relative_to(library)): path.read_bytes()
        for path in library.rglob("*")
        if path.is_file()
    }


def packed(archive: Path) -> dict[str, bytes]:
    """Return what is in an archive, by name; no name is there twice, or too long to be read."""
    with tarfile.open(archive) as opened:
        bodies = ((entry.name, opened.extractfile(entry)) for entry in opened)
        entries = [(name, body.read()) for name, body in bodies if body]
    assert len(dict(entries)) == len(entries)
    assert max(len(name) for name, _ in entries) < 100
    return dict(entries)


def packages(archive: Path) -> dict[str, bytes]:
    """Return what is in an archive beside the library, by name."""
    return {
        name.removeprefix("site-packages/"): body
        for name, body in packed(archive).items()
        if name.startswith("site-packages/") and name != "site-packages/README.txt"
    }


def test_no_package_imports_what_the_library_lacks() -> None:
    with ZipFile(ROOT / "node_modules/pyodide/python_stdlib.zip") as original:
        modules = {
            name.removesuffix(".py").removesuffix("/__init__") for name in original.namelist()
        }
    archive = packed(folder(ROOT) / "library.packed")
    there = {name.rpartition(".")[0].removesuffix("/__init__") for name in archive}
    lacking = {name.replace("/", ".") for name in modules - there}
    assert "multiprocessing" in lacking
    seen = 0
    for name in packages(folder(ROOT) / "library.packed"):
        source = ROOT / "src" / name.removesuffix("c")
        if source.suffix == ".py" and source.exists():
            found = {
                each
                for node in ast.walk(ast.parse(source.read_text("utf8")))
                for each in named(node)
            }
            assert not found & lacking, name
            seen += 1
    assert seen > 100


def named(node: ast.AST) -> list[str]:
    """Return the modules that a statement may import."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(folder(ROOT)) as worker:
        yield worker


def printed(said: list[Message]) -> str:
    """Return the text that a cell has shown."""
    return "".join(message["value"] for message in said if message["type"] == "output")


def test_what_pages_import_was_compiled_by_their_python(worker: Worker) -> None:
    """What is not, or by another, would be compiled in the page, and nobody would notice."""
    source = (
        "import sys, nimbook.claims, nimbook.play, nimbook.widgets, nimtwist.games.nim\n"
        "from importlib.util import MAGIC_NUMBER\n"
        "modules = {name: module.__spec__ for name, module in sys.modules.items()\n"
        "           if getattr(module, '__spec__', None) and module.__spec__.has_location}\n"
        "print(len(modules), [name for name, spec in modules.items() if not (\n"
        "    spec.origin.endswith('.pyc') and open(spec.origin, 'rb').read(4) == MAGIC_NUMBER)])\n"
        "print(nimtwist.games.nim.__doc__ is not None)"
    )
    number, compiled_late, documented = printed(worker.run(source)).split()
    assert int(number) > 100 and compiled_late == "[]" and documented == "True"


# --- What stands in a page -----------------------------------------------------------------------


def live_page(path: Path) -> dict[str, Any]:
    """Return what is written into a page for running live."""
    [script] = parsed(path).select("#live-page")
    told: dict[str, Any] = json.loads(script.string or "")
    return told


def tagged(notebook: Path, *kinds: str) -> list[dict[str, Any]]:
    """Return the cells of a notebook that are live or shown, as they stand in the file."""
    found = []
    for cell in json.loads(notebook.read_text("utf8"))["cells"]:
        tags, source = cell["metadata"].get("tags", []), "".join(cell["source"])
        card = book_live.CARD.fullmatch(source)
        told = {
            "id": cell["id"],
            "source": check_code(LEDGER[card[1]]) if card else source,
            "live": "live" in tags,
            "shown": bool(card) or (cell["cell_type"] == "code" and "remove-input" not in tags),
            "editable": "try-it" in tags,
            "check": bool(card),
        }
        if any(told[kind] for kind in kinds or ("live", "shown")):
            found.append(told)
    return found


LIVE = [path for path in NOTEBOOKS if tagged(path)]


@pytest.fixture(params=LIVE, ids=lambda path: path.stem)
def notebook(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture
def page(notebook: Path, book: Path) -> Path:
    """The page that a notebook became."""
    return book / notebook.relative_to(ROOT).with_suffix(".html")


def test_cells_that_are_live_or_shown_are_told_in_order(notebook: Path, page: Path) -> None:
    cells = live_page(page)["cells"]
    whole = book_live.chapter_cells(notebook)
    assert cells == [cell | {"source": ""} if cell["check"] else cell for cell in whole]
    assert [cell for cell in whole if cell["live"] or cell["shown"]] == tagged(notebook)
    assert tagged(notebook, "live") and tagged(notebook, "shown")


def test_of_a_hidden_cell_is_told_what_it_binds_and_no_more(notebook: Path, page: Path) -> None:
    """Else no cell that uses it could run; what it shows, such as an answer, is not for all."""
    told = {cell["id"]: cell["source"] for cell in live_page(page)["cells"]}
    there = {cell["id"] for cell in tagged(notebook)}
    hidden = 0
    for cell in json.loads(notebook.read_text("utf8"))["cells"]:
        if cell["cell_type"] == "code" and cell["id"] not in there:
            whole, source = ast.parse("".join(cell["source"])), told.get(cell["id"], "")
            bound = [part for part in whole.body if not isinstance(part, ast.Expr)]
            assert ast.dump(ast.parse(source)) == ast.dump(ast.Module(bound, []))
            hidden += 1
    assert hidden


def test_every_cell_that_can_run_is_found_in_its_page(notebook: Path, page: Path) -> None:
    boxes = {str(box["id"]): box for box in parsed(page).select("[id^=live-]:not(script)")}
    sources = {
        name.removeprefix("live-"): next(code.get_text() for code in box.select("pre"))
        for name, box in boxes.items()
    }
    assert sources == {cell["id"]: f"{cell['source']}\n" for cell in tagged(notebook)}


def test_a_page_names_the_folder_and_all_that_is_in_it(page: Path, book: Path) -> None:
    told = live_page(page)
    there = (page.parent / told["folder"]).resolve()
    assert sorted(path.name for path in there.iterdir()) == told["files"]
    assert {name: integrity(body) for name, body in bodies(there).items()} == told["integrity"]
    assert [*(book / "_static/live").iterdir()] == [there]
    assert bodies(there) == bodies(folder(ROOT))
    assert there.is_relative_to(book)


@pytest.mark.parametrize("source", ["'</script>'", "'<!--<script>'", "'</SCRIPT >' < '\u2028'"])
def test_no_source_ends_the_script_that_it_stands_in(source: str, tmp_path: Path) -> None:
    path = tmp_path / "notebook.ipynb"
    cell = new_code_cell(source, id="a", metadata={"tags": ["live"]})
    nbformat.write(new_notebook(cells=[cell]), path)
    app: Any = SimpleNamespace(env=SimpleNamespace(doc2path=lambda _: str(path)), srcdir=str(ROOT))
    context = {"body": "<p>before</p>", "pathto": lambda *_, **__: "../"}
    book_live.write_cells(app, "page", "", context, object())  # type: ignore[arg-type]
    whole = tmp_path / "page.html"
    whole.write_text(f"{context['body']}<p id=after>after</p>", "utf8")
    [told] = live_page(whole)["cells"]
    kinds = {"live": True, "shown": True, "editable": False, "check": False}
    assert told == {"id": "a", "source": source, **kinds}
    assert [*BeautifulSoup(whole.read_text("utf8"), "html.parser").select("p#after")]


# --- When pages are written anew -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "written"),
    [
        (lambda root: os.utime(root / "style.css", (9, 9)), {"a", "b", "intro"}),
        (lambda root: os.utime(root / "assets/deep/page.js", (9, 9)), {"a", "b", "intro"}),
        (lambda root: os.utime(root / "style.css", (5, 5)), {"a", "b", "intro"}),
        (lambda root: os.utime(root / "book/_ext/book_pages.py", (9, 9)), {"a", "b", "intro"}),
        (lambda root: (root / "out/objects.inv").unlink(), {"a", "b", "intro"}),
        (lambda root: os.utime(root / "elsewhere.js", (9, 9)), {"intro"}),
        (lambda root: None, {"intro"}),
    ],
    ids=[
        "a newer file",
        "a newer one of a folder",
        "as new",
        "what makes them",
        "never built",
        "another",
        "none",
    ],
)
def test_pages_are_written_anew_when_what_they_load_is(
    change: Callable[[Path], object], written: set[str], tmp_path: Path
) -> None:
    times = {"style.css": 1, "assets/deep/page.js": 2, "elsewhere.js": 1, "out/objects.inv": 5}
    times["book/_ext/book_pages.py"] = 3
    for name, time in times.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time, time))
    change(tmp_path)
    config = SimpleNamespace(html_static_path=["assets", "style.css"], root_doc="intro")
    app: Any = SimpleNamespace(srcdir=tmp_path, outdir=tmp_path / "out", config=config)
    env: Any = SimpleNamespace(found_docs={"a", "b", "intro"})
    assert book_pages.outdate_pages(app, env, set(), set(), set()) == written
