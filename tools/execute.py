"""`python -m tools.execute [NOTEBOOK...]`: execute notebooks in place.

The resulting files are the same on every machine, byte for byte: they contain no times, random ids
or local paths. They contain no stylesheets, and figures and pictures are grey; the build adds both
styles and colours.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from tqdm import tqdm

KERNEL_SETUP = """
def _prepare():
    import comm, gc, itertools, os
    os.environ["NIMBOOK_NOTEBOOK_STYLES"] = "0"
    create, count = comm.create_comm, itertools.count(1)
    comm.create_comm = lambda *a, **k: create(*a, **{"comm_id": f"w{next(count)}", **k})
    get_ipython().InteractiveTB.set_mode("Minimal")
    gc.set_threshold(50_000)
_prepare(); del _prepare
"""
"""Code that the kernel runs before the first cell.

It numbers widgets in creation order instead of giving them random ids (`create_comm` is designed to
be replaced), keeps local paths out of tracebacks, and runs the garbage collector less often, which
saves a tenth of the time. It also leaves stylesheets and colours out of the outputs (see
`nimbook.show.palette`).
"""

_KERNEL_ARGUMENTS = [
    f"--IPKernelApp.exec_lines={KERNEL_SETUP}",
    "--IPKernelApp.log_level=ERROR",  # hide a warning about connections
]
_MODEL = "IPY_MODEL_"
# Default values of traits in the widgets' JavaScript. Traits with a different default value in
# Python, such as the index of a slider, are left out.
_DEFAULTS: dict[str, object] = {
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
# Notebook metadata: enough for highlighting, and the same for every patch release of Python.
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "pygments_lexer": "ipython3"},
}


def notebook_paths() -> list[Path]:
    """Return the paths of all notebooks in the book."""
    return sorted(Path("notebooks").glob("*.ipynb"))


def execute_notebook(path: Path) -> str:
    """Execute a notebook in its folder, and return the resulting file contents."""
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
    return serialize(notebook)


def serialize(notebook: NotebookNode) -> str:
    """Return the file contents of an executed notebook."""
    notebook.metadata.update(_METADATA)
    _drop_defaults(notebook)
    return f"{nbformat.writes(notebook)}\n"


def _drop_defaults(notebook: NotebookNode) -> None:
    """Drop redundant traits from the widget state.

    Traits that begin with `_model_` or `_view_` are implied by the model's name. Other traits are
    dropped if they are unset or have their default values.
    """
    for saved in notebook.metadata.get("widgets", {}).values():
        models = saved["state"]
        for model in models.values():
            model["state"] = {
                name: value
                for name, value in model["state"].items()
                if value is not None
                and not name.startswith(("_model_", "_view_"))
                and not (name in _DEFAULTS and _DEFAULTS[name] == value)
            }
        saved["state"] = _deduplicate(models)


def _deduplicate(models: dict[str, Any]) -> dict[str, Any]:
    """Return the widget models, after merging equal layout models and equal style models."""
    first_names: dict[str, str] = {}
    first = {
        name: first_names.setdefault(json.dumps(model, sort_keys=True), name)
        for name, model in models.items()
        if model["model_name"].endswith(("LayoutModel", "StyleModel"))
    }
    for model in models.values():
        for trait in {"layout", "style"} & model["state"].keys():
            name = model["state"][trait].removeprefix(_MODEL)
            model["state"][trait] = _MODEL + first[name]
    return {name: model for name, model in models.items() if first.get(name, name) == name}


def main() -> None:
    """Execute the given notebooks, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.execute", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, metavar="NOTEBOOK", default=notebook_paths())
    for path in tqdm(parser.parse_args().paths, unit="notebook", disable=None):
        path.write_text(execute_notebook(path), "utf8")


if __name__ == "__main__":
    main()
