"""Test a chapter in JupyterLab and in viewers without widgets."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from playwright.sync_api import Browser, BrowserContext, Page, expect

from conftest import WIDGET_STATE, WIDGET_VIEW
from nimbook.exercises import display_form, exercises_of
from nimbook.show._base import _Session
from tests.lib.pages import blank_page
from tools.live import JUPYTER, bundle_for_jupyter
from tools.serve import HOST

ROOT = Path(__file__).parents[2]
CHAPTER = "muller_twist"
NAME = f"02_{CHAPTER}.ipynb"
GRID = "table[data-answers]"
ANSWERS = re.compile("data-answers|data-exercise")
TOKEN = "token"
# All code cells have been executed.
EXECUTED = """() => {
  const prompts = [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")];
  return prompts.length && prompts.every((prompt) => /\\d/.test(prompt.textContent));
}"""


def is_interactive(cell: NotebookNode) -> bool:
    """Return whether a code cell shows widgets or exercises."""
    bundles = [output.get("data", {}) for output in cell.outputs]
    return any(
        WIDGET_VIEW in bundle or "nt-exercise" in bundle.get("text/html", "") for bundle in bundles
    )


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of JupyterLab, started as by `make jupyter`, with a shortened chapter."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    chapter = nbformat.read(ROOT / "notebooks" / NAME, as_version=4)
    first, *others = (cell for cell in chapter.cells if cell.cell_type == "code")
    chapter.cells = [first, *filter(is_interactive, others)]  # the first one imports all names
    nbformat.write(chapter, folder / NAME)
    makefile = (ROOT / "Makefile").read_text("utf8")
    [command] = re.findall(r"^\t\$\(BIN\)/(jupyter lab .*) notebooks$", makefile, re.M)
    with socket.socket() as unused:
        unused.bind((HOST, 0))
        port = unused.getsockname()[1]
    arguments = [
        *shlex.split(command.replace("$(CURDIR)", str(ROOT))),
        *("--no-browser", "--allow-root", f"--ip={HOST}", f"--port={port}"),
        *(f"--IdentityProvider.token={TOKEN}", str(folder)),
    ]
    names = ("CONFIG", "DATA", "RUNTIME")
    own = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in names}
    own |= {f"JUPYTERLAB_{name}_DIR": str(tmp_path / name) for name in ("SETTINGS", "WORKSPACES")}
    own["IPYTHONDIR"] = str(tmp_path / "ipython")
    log = (tmp_path / "log").open("w")
    with (
        log,
        subprocess.Popen(
            [sys.executable, "-m", *arguments], env={**os.environ, **own}, stdout=log, stderr=log
        ) as server,
    ):
        address = f"http://{HOST}:{port}"
        while True:
            try:
                urlopen(f"{address}/api").close()
                break
            except OSError:
                assert server.poll() is None, (tmp_path / "log").read_text("utf8")
                time.sleep(0.1)
        yield address
        server.terminate()


def test_committed_script_is_up_to_date(tmp_path: Path) -> None:
    bundle_for_jupyter(tmp_path)
    new = (tmp_path / JUPYTER.name).read_bytes()
    assert (ROOT / JUPYTER).read_bytes() == new, "run `make book` and commit the script"


def shut_down_kernels(address: str) -> None:
    headers = {"Authorization": f"token {TOKEN}"}
    with urlopen(Request(f"{address}/api/sessions", headers=headers)) as answer:
        sessions = json.load(answer)
    for session in sessions:
        url = f"{address}/api/sessions/{session['id']}"
        urlopen(Request(url, headers=headers, method="DELETE")).close()


def open_chapter(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(f"{address}/lab/tree/{NAME}?token={TOKEN}&reset")
    wait_until_idle(page)
    return page


def wait_until_idle(page: Page) -> None:
    """Wait until no cell is running. Then Lab has moved the focus to the last cell that ran."""
    expect(page.locator(".jp-StatusBar-Widget").get_by_text("| Idle")).to_be_visible()


def check_grid(page: Page) -> None:
    """Select a cell with the mouse, and then its neighbours with the keyboard."""
    page.locator(f"{GRID} tbody tr:nth-child(3) td").nth(1).click()
    answer = page.locator(".nt-answer:not(:empty)")
    expect(answer).to_contain_text("(2, 1) not 1 is ")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(answer).to_contain_text("(4, 2) not 1 is ")
    expect(answer).to_have_count(1)


def check_exercise(page: Page) -> None:
    first = exercises_of(CHAPTER)[0].answer
    box = page.locator(".nt-exercise").first
    box.get_by_label("Answer").fill(display_form(first.kind, first.right[0]))
    box.get_by_label("Answer").press("Enter")
    expect(box.get_by_role("status")).to_have_text("Right.")


def save(page: Page, path: Path) -> NotebookNode:
    before = path.stat().st_mtime_ns
    page.keyboard.press("Control+s")
    expect(page.locator(".jp-mod-current.jp-mod-dirty")).to_have_count(0)
    while path.stat().st_mtime_ns == before:
        page.wait_for_timeout(50)
    return nbformat.read(path, as_version=4)  # type: ignore[no-any-return]


# Shows an output as the notebooks of VS Code do: scripts in inserted HTML do not run, so each is
# inserted once more, on its own, at the end of the output.
SHOW = """html => {
  const output = document.body.appendChild(document.createElement("div"));
  output.innerHTML = html;
  for (const script of [...output.querySelectorAll("script")]) {
    const copy = document.createElement("script");
    if (script.type) copy.type = script.type;
    copy.text = script.innerText;
    output.appendChild(copy).remove();
  }
}"""


def test_grids_and_exercises_answer_in_vs_code(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Session, "displayed", False)
    chapter = nbformat.read(ROOT / "notebooks" / NAME, as_version=4)
    outputs = [
        output.get("data", {}).get("text/html", "")
        for cell in chapter.cells
        for output in cell.get("outputs", ())
    ]
    with blank_page(browser) as page:
        for html in (_Session()._repr_html_(), *filter(ANSWERS.search, outputs)):
            page.evaluate(SHOW, html)
        check_grid(page)
        check_exercise(page)


@pytest.mark.full
def test_chapter_in_jupyterlab(browser: Browser, lab: str, tmp_path: Path) -> None:
    """Run a chapter, use it, save it, and open it again with a new kernel."""
    context = browser.new_context(reduced_motion="reduce")
    page = open_chapter(context, lab)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_function(EXECUTED)
    wait_until_idle(page)
    check_grid(page)
    check_exercise(page)
    notebook = save(page, tmp_path / "notebooks" / NAME)
    bundles = [
        output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])
    ]
    widgets = [bundle for bundle in bundles if WIDGET_VIEW in bundle]
    assert len(widgets) > 3
    assert {bundle[WIDGET_VIEW]["model_id"] for bundle in widgets} <= {
        *notebook.metadata.widgets[WIDGET_STATE]["state"]
    }
    page.close()
    shut_down_kernels(lab)

    page = open_chapter(context, lab)
    for cell in page.locator(".jp-Notebook-cell").all():  # Lab draws cells when they come into view
        cell.scroll_into_view_if_needed()
    drawn = page.locator(".jp-OutputArea-output > .jupyter-widgets")
    expect(drawn).to_have_count(len(widgets))
    expect(page.get_by_text("model not found")).to_have_count(0)
    check_grid(page)
    context.close()

    del notebook.metadata["widgets"]  # viewers without widgets ignore them
    html, _ = HTMLExporter().from_notebook_node(notebook)  # type: ignore[no-untyped-call]
    shown = BeautifulSoup(html, "html.parser")
    tasks = shown.select(".nt-exercise > [data-exercise]")
    for task, exercise in zip(tasks, exercises_of(CHAPTER), strict=True):
        assert BeautifulSoup(exercise.question, "html.parser").get_text() in task.get_text()
    labs = shown.select(".jp-RenderedHTML > :is(.nt-lab, .nt-explorer)")
    assert len(labs) == len(widgets)
    assert "VBox(" not in shown.get_text()
