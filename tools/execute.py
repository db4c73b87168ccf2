"""`python -m tools.execute [--check] [NOTEBOOK...]`: run notebooks again, in place.

Running a notebook twice gives the same bytes, whoever runs it: no clock, no random names, nothing
of the machine is in it. With `--check`, no file is written, and a difference is an error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from tqdm import tqdm

PREPARE = """
def _prepare():
    import comm, itertools
    create, count = comm.create_comm, itertools.count(1)
    comm.create_comm = lambda *a, **k: create(*a, **{"comm_id": f"w{next(count)}", **k})
    get_ipython().InteractiveTB.set_mode("Minimal")
_prepare(); del _prepare
"""
"""What a kernel says to itself before the first cell.

Widgets are named in the order in which they are made; left alone, their names are random, and
`create_comm` is there to be replaced. A traceback would quote the machine's folders.
"""

_KERNEL_ARGUMENTS = [
    f"--IPKernelApp.exec_lines={PREPARE}",
    "--IPKernelApp.log_level=ERROR",  # it warns of ways to reach it from this machine
]
# The same for every patch of Python, and what the pages need to colour the cells.
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "pygments_lexer": "ipython3"},
}


def notebooks() -> list[Path]:
    """Return the notebooks of the book."""
    return [
        path for folder in ("book", "notebooks") for path in sorted(Path(folder).glob("*.ipynb"))
    ]


def executed(path: Path, progress: Callable[..., object] | None = None) -> str:
    """Run a notebook in its folder, and return the text of the file that it should be.

    Args:
        path: the notebook, which is only read.
        progress: called after each cell of code.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        resources={"metadata": {"path": str(path.parent)}},
        kernel_name="python3",
        extra_arguments=_KERNEL_ARGUMENTS,
        timeout=600,
        record_timing=False,
        coalesce_streams=True,
        on_cell_executed=progress,
    )
    client.execute()
    return written(notebook)


def written(notebook: NotebookNode) -> str:
    """Return the text of the file of a notebook that was run."""
    notebook.metadata.update(_METADATA)
    _drop_what_is_known(notebook)
    return f"{nbformat.writes(notebook)}\n"


def _drop_what_is_known(notebook: NotebookNode) -> None:
    """Leave out of the state of the widgets what a page knows anyway.

    A model's name says which class it is, and unset traits are unset without being said to be.
    """
    for saved in notebook.metadata.get("widgets", {}).values():
        for model in saved["state"].values():
            model["state"] = {
                name: value
                for name, value in model["state"].items()
                if value is not None and not name.startswith(("_model_", "_view_"))
            }


def differences(old: str, new: str) -> Iterator[str]:
    """Say what differs between two texts of a notebook, a sentence for each cell."""
    before, after = (nbformat.reads(text, as_version=4) for text in (old, new))
    for number, (a, b) in enumerate(zip_longest(before.cells, after.cells)):
        if a != b:
            yield f"cell {number} differs: {_first_line(b or a)}"
    if before.metadata != after.metadata:
        yield "the metadata differs, which holds the state of the widgets"
    elif old != new and before == after:
        yield "the same notebook is written down differently"


def _first_line(cell: NotebookNode) -> str:
    return next(iter(cell.source.splitlines()), "(empty)")


def main(arguments: list[str] | None = None) -> int:
    """Run the notebooks that are named, or all; return 1 if a check finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m tools.execute", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; say what differs")
    parser.add_argument("paths", nargs="*", type=Path, metavar="NOTEBOOK")
    options = parser.parse_args(arguments)
    paths = options.paths or notebooks()
    cells = sum(
        bool(cell.source.strip())
        for path in paths
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
    )
    different = False
    with tqdm(total=cells, unit="cell", disable=None) as bar:
        for path in paths:
            bar.set_postfix_str(path.name)
            old = path.read_text("utf8")
            new = executed(path, lambda **_: bar.update())
            if not options.check:
                try:
                    path.write_text(new, "utf8")
                except OSError as error:
                    parser.error(f"{path} cannot be written: {error.strerror}")
            elif old != new:
                different = True
                for difference in differences(old, new):
                    bar.write(f"{path}: {difference}", file=sys.stderr)
    return int(different)


if __name__ == "__main__":
    sys.exit(main())
