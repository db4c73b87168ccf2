"""The book as an EPUB: an archive of pages in XML, whose links lead somewhere."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest

from nimbook import CHAPTERS
from nimbook.exercises import exercises_of
from tools import portable, stills

XHTML = "{http://www.w3.org/1999/xhtml}"
MATHS = "{http://www.w3.org/1998/Math/MathML}math"
OPF = "{http://www.idpf.org/2007/opf}"


def flaws(files: dict[str, bytes]) -> list[str]:
    """Return what is wrong with the files of an EPUB, a sentence each."""
    wrong = []
    trees = {
        name: ElementTree.fromstring(body)
        for name, body in files.items()
        if name.endswith((".xhtml", ".opf"))
    }
    listed = {str(item.get("href")) for item in trees["book.opf"].iter(f"{OPF}item")}
    unlisted = files.keys() - listed - {"mimetype", "META-INF/container.xml", "book.opf"}
    if unlisted or listed - files.keys():
        wrong.append(f"listed and there are not the same: {unlisted | (listed - files.keys())}")
    ids = {
        name: [tag.get("id") for tag in tree.iter() if tag.get("id")]
        for name, tree in trees.items()
    }
    wrong += [f"an id is twice in {name}" for name, all_ in ids.items() if len(all_) > len({*all_})]
    for name, tree in trees.items():
        for tag in tree.iter():
            address = tag.get("href" if tag.tag.endswith("}a") else "src") or ""
            file, _, place = address.partition("#")
            if tag.tag == f"{XHTML}script":
                wrong.append(f"{name} has a script")
            inside = address and not address.startswith(("https:", "http:", "data:"))
            if inside and (file not in files or (place and place not in ids[file])):
                wrong.append(f"{address} in {name} leads nowhere")
    return wrong


@pytest.fixture(scope="module")
def files(book: Path) -> dict[str, bytes]:
    path = book / portable.EPUB.name
    assert path.exists(), "there is no EPUB: run `make pdf`"
    with ZipFile(path) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.full
def test_the_epub_is_whole(files: dict[str, bytes]) -> None:
    assert not flaws(files)
    slugs = [name.rpartition("/")[2] for name in stills.names()]
    package = ElementTree.fromstring(files["book.opf"])
    spine = [str(item.get("idref")) for item in package.iter(f"{OPF}itemref")]
    assert spine == ["nav", *(f"p{slug}" for slug in slugs)]
    trees = [ElementTree.fromstring(files[f"{slug}.xhtml"]) for slug in slugs]
    assert sum(len([*tree.iter(MATHS)]) for tree in trees) > 300
    answers = files["exercises.xhtml"].decode().count('class="nt-worked"')
    assert answers == sum(len(exercises_of(chapter)) for chapter in CHAPTERS)


@pytest.mark.full
def test_what_is_wrong_in_an_epub_is_found(files: dict[str, bytes]) -> None:
    broken = {
        "leads nowhere": ("ledger.xhtml", b' id="', b' data-id="'),
        "same": ("book.opf", b"01_impartial_games.xhtml", b"0.xhtml"),
        "script": ("ledger.xhtml", b"</body>", b"<script></script></body>"),
        "twice": ("glossary.xhtml", b"</body>", b'<p id="glossary"/></body>'),
    }
    for said, (name, old, new) in broken.items():
        assert old in files[name]
        found = flaws({**files, name: files[name].replace(old, new)})
        assert any(said in one for one in found), said
