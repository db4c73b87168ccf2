"""Makes nbval strict, chooses a scope, and keeps together what shares something.

It prints what tests have measured, and has pytest fail where the pages could not be tested. By
itself nbval passes over pictures, over notebooks without results, and over all in the file of a
notebook that is no result, such as the state of its widgets: then every byte is compared as well.
"""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import nbformat
import nbval.kernel
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionComplete
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, IPyNbFile, coalesce_streams

from tools import execute

# nbval would lay out every message of a kernel for its log, which takes seconds.
nbval.kernel.pformat = lambda message: message["msg_type"]

MAY_BE_SKIPPED = ["this processor has no AVX-512 with GFNI"]
"""Reasons why tests may be skipped."""

WEIGHT = "bytes that a page loads, as they are sent"
PAGES = "pages of the book in print"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the full scope: without it, tests that are marked `full` are deselected."""
    parser.addoption("--full", action="store_true", help="run the tests marked `full`, too")


class Notebook(IPyNbFile):  # type: ignore[misc]
    """A notebook whose cells nbval runs, and which is written down anew as it does."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the cells, and what compares the bytes when they have been run."""
        for cell in super().collect():
            cell.output_timeout = 60  # seconds; on a busy machine, five may pass without a word
            yield cell
        yield Bytes.from_parent(self, name="bytes")

    def setup(self) -> None:
        """Start the kernel as for writing the notebook down."""
        super().setup()
        asked = self.kernel.kc.execute(execute.PREPARE, silent=True)
        self.kernel.await_reply(asked)
        self.kernel.await_idle(asked, self.config.option.nbval_kernel_startup_timeout)
        self.writer = NotebookClient(nbformat.read(self.path, as_version=4), record_timing=False)
        self.writer.reset_execution_trackers()
        self.writer.clear_before_next_output = False
        self.written = [cell for cell in self.writer.nb.cells if cell.cell_type == "code"]
        for cell in self.written:
            cell.update(outputs=[], execution_count=None)

    def get_kernel_message(self, *arguments: Any, **options: Any) -> dict[str, Any]:
        """Return the next message of the kernel about the cell that it runs, and write it down."""
        message: dict[str, Any] = super().get_kernel_message(*arguments, **options)
        with suppress(CellExecutionComplete):
            self.writer.process_message(message, self.written[self.running], self.running)
        return message

    def text(self) -> str:
        """Return the text of the file that the notebook should be."""
        for number, cell in enumerate(filter(_is_run, self.written), 1):
            cell.execution_count = number  # for nbval, the kernel does not count
            cell.outputs = coalesce_streams(cell.outputs)
            for output in cell.outputs:
                if output.output_type == "execute_result":
                    output.execution_count = number
        self.writer.set_widgets_metadata()
        return execute.written(self.writer.nb)


def _is_run(cell: NotebookNode) -> bool:
    return bool(cell.source.strip())


class Bytes(pytest.Item):
    """Running a notebook again, all of it, changes no byte."""

    def runtest(self) -> None:
        """Compare the file with what its cells have made of it."""
        assert isinstance(self.parent, Notebook)
        old, new = self.path.read_text("utf8"), self.parent.text()
        assert old == new, "\n".join(execute.differences(old, new))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Say what this is."""
        return self.path, None, f"{self.path.name}: bytes"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Have the bytes of notebooks compared, too."""
    found = yield
    return [
        Notebook.from_parent(parent, path=file_path) if isinstance(one, IPyNbFile) else one
        for one in found
    ]


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Have pictures compared, and the cells of a notebook stay together: they share a kernel."""
    if isinstance(collector, IPyNbFile):
        collector.add_marker(pytest.mark.xdist_group(collector.path.name))
        collector.skip_compare = tuple(
            kind for kind in collector.skip_compare if not kind.startswith("image/")
        )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Leave out what is for the full scope only, and keep the cells of a notebook together.

    They stay in order, in whatever order all else is run. The tests of a file are run in one
    process, unless they say with which others they are: what they share is made once.
    """
    if not config.getoption("full"):
        left_out = [item for item in items if item.get_closest_marker("full")]
        items[:] = [item for item in items if not item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
    cells = defaultdict[pytest.Collector, list[pytest.Item]](list)
    for item in items:
        if isinstance(item.parent, Notebook):
            cells[item.parent].append(item)
    yield
    items[:] = [
        each
        for item in items
        for each in (cells.pop(item.parent, []) if isinstance(item.parent, Notebook) else [item])
    ]


def pytest_configure() -> None:
    """Have Python look less often for what is no longer used."""
    gc.set_threshold(50_000)


def pytest_collection_finish() -> None:
    """Have Python never look among what stays."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Refuse a cell whose results, as committed, are not fit to be compared."""
    if isinstance(item, IPyNbCell):
        item.parent.running = item.cell_num
        for fault in _faults(item):
            item.raise_cell_error(fault)


def _faults(item: IPyNbCell) -> Iterator[str]:
    cell: NotebookNode = item.cell
    if item.options["skip"] or not item.options["check"]:
        yield "the cell is exempt from being compared"
    if _is_run(cell) and cell.execution_count is None:
        yield "the cell was not executed: commit the notebook with its results"
    if any(output.get("name") == "stderr" for output in cell.outputs):
        yield "the cell wrote a warning to stderr"
    shown = {
        output.data[WIDGET_VIEW]["model_id"]
        for output in cell.outputs
        if WIDGET_VIEW in output.get("data", {})
    }
    saved = item.parent.nb.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    if not shown <= saved.keys():
        yield "the cell shows a widget whose state is not in the notebook"


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """End with an error if a test was skipped for a reason that is not expected."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and session.exitstatus == pytest.ExitCode.OK and _untested(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _untested(reporter: pytest.TerminalReporter) -> list[str]:
    """Return the reasons of all skipped tests, except for those that may be skipped."""
    reasons = [
        report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        for report in reporter.getreports("skipped")
    ]
    return [
        reason.removeprefix("Skipped: ")
        for reason in reasons
        if not any(expected in reason for expected in MAY_BE_SKIPPED)
    ]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have measured; this runs where no conftest.py of a folder is read."""
    if left_out := Counter(_untested(terminalreporter)):
        terminalreporter.section("not tested", red=True)
        for reason, count in left_out.items():
            terminalreporter.write_line(f"{count} tests were skipped. {reason}")
    for title in (WEIGHT, PAGES):
        measured = [
            (value, report.nodeid)
            for report in terminalreporter.getreports("passed")
            for name, value in report.user_properties
            if name == title
        ]
        if measured:
            terminalreporter.section(title)
        for value, test in sorted(measured):
            terminalreporter.write_line(f"{value:>12,} {test}")
