"""`python -m tools.execute [NOTEBOOK...]`: run notebooks again, in place.

Running a notebook twice gives the same bytes on any machine: no times, no random names and no
local paths are in it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from tqdm import tqdm

PREPARE = """
def _prepare():
    import comm, gc, itertools
    create, count = comm.create_comm, itertools.count(1)
    comm.create_comm = lambda *a, **k: create(*a, **{"comm_id": f"w{next(count)}", **k})
    get_ipython().InteractiveTB.set_mode("Minimal")
    gc.set_threshold(50_000)
_prepare(); del _prepare
"""
"""What a kernel runs before the first cell.

It names widgets in the order in which they are made, since their names are otherwise random;
`create_comm` is meant to be replaced. It keeps the machine's folders out of tracebacks, and has
Python look for cycles to collect less often, which saves a tenth of the time.
"""

_KERNEL_ARGUMENTS = [
    f"--IPKernelApp.exec_lines={PREPARE}",
    "--IPKernelApp.log_level=ERROR",  # it would warn about how this machine can reach it
]
_MODEL = "IPY_MODEL_"
# What the scripts of the widgets take a trait to be if it is not mentioned; for others, such as the
# index of a slider, this is not what Python does.
_USUAL: dict[str, object] = {
    "_dom_classes": [],
    "box_style": "",
    "children": [],
    "description": "",
    "description_allow_html": False,
    "disabled": False,
    "icon": "",
    "placeholder": "\u200b",
    "value": "",
}
# The same for every patch release of Python, and what the pages need to highlight code.
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "pygments_lexer": "ipython3"},
}


def notebooks() -> list[Path]:
    """Return the notebooks of the book."""
    return [
        path for folder in ("book", "notebooks") for path in sorted(Path(folder).glob("*.ipynb"))
    ]


def executed(path: Path) -> str:
    """Run a notebook in its folder, and return the text that its file should have."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        resources={"metadata": {"path": str(path.parent)}},
        kernel_name="python3",
        extra_arguments=_KERNEL_ARGUMENTS,
        timeout=600,
        record_timing=False,
        coalesce_streams=True,
    )
    client.execute()
    return written(notebook)


def written(notebook: NotebookNode) -> str:
    """Return the text of the file for a notebook that has been run."""
    notebook.metadata.update(_METADATA)
    _drop_what_is_known(notebook)
    return f"{nbformat.writes(notebook)}\n"


def _drop_what_is_known(notebook: NotebookNode) -> None:
    """Drop from the state of the widgets what a page knows anyway.

    A model's name says what its class is, and a trait that is not mentioned is unset, or as it
    usually is.
    """
    for saved in notebook.metadata.get("widgets", {}).values():
        models = saved["state"]
        for model in models.values():
            model["state"] = {
                name: value
                for name, value in model["state"].items()
                if value is not None
                and not name.startswith(("_model_", "_view_"))
                and not (name in _USUAL and _USUAL[name] == value)
            }
        saved["state"] = _sharing_looks(models)


def _sharing_looks(models: dict[str, Any]) -> dict[str, Any]:
    """Return models of widgets, of which those that look the same share what says so."""
    looks: dict[str, str] = {}
    first = {
        name: looks.setdefault(json.dumps(model, sort_keys=True), name)
        for name, model in models.items()
        if model["model_name"].endswith(("LayoutModel", "StyleModel"))
    }
    for model in models.values():
        for trait in {"layout", "style"} & model["state"].keys():
            name = model["state"][trait].removeprefix(_MODEL)
            model["state"][trait] = _MODEL + first[name]
    return {name: model for name, model in models.items() if first.get(name, name) == name}


def differences(old: str, new: str) -> Iterator[str]:
    """Yield the differences between two texts of a notebook, a sentence for each cell."""
    before, after = (nbformat.reads(text, as_version=4) for text in (old, new))
    for number, (a, b) in enumerate(zip_longest(before.cells, after.cells)):
        if a != b:
            yield f"cell {number} differs"
    if before.metadata != after.metadata:
        yield "the metadata, which holds the state of the widgets, differs"
    elif old != new and before == after:
        yield "the notebook is the same, but written differently"


def main() -> None:
    """Run the named notebooks, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.execute", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, metavar="NOTEBOOK", default=notebooks())
    for path in tqdm(parser.parse_args().paths, unit="notebook", disable=None):
        path.write_text(executed(path), "utf8")


if __name__ == "__main__":
    main()
