"""Pytest configuration: strict notebook tests, `--full`, test groups, and no missing tests.

By default nbval ignores images, unexecuted notebooks, and everything in a notebook that is not an
output, such as widget state. With this configuration, images are compared, unexecuted cells fail,
and an extra test for each notebook compares the whole file byte by byte.
"""

from __future__ import annotations

import gc
import os
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import nbval.kernel
import pytest
from jupyter_client.provisioning import local_provisioner
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionComplete
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, IPyNbFile, coalesce_streams

from tests.lib import forked
from tools import execute

# By default, nbval pretty-prints every kernel message for its log, which takes several seconds.
nbval.kernel.pformat = lambda message: message["msg_type"]

# Fork kernels instead of starting them.
vars(local_provisioner)["launch_kernel"] = forked.launch_kernel

ALLOWED_SKIPS = ["this processor has no AVX-512 with GFNI"]
"""Acceptable reasons for skipping a test."""

WEIGHT = "compressed bytes loaded by each page"
PAGES = "printed pages"
COUNTS = pytest.StashKey[dict[str, int]]()
FOLDERS = pytest.StashKey[dict[Path, pytest.Collector | None]]()
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--full` and `--at-least`.

    Without `--full`, tests marked `full` are deselected.
    """
    parser.addoption("--full", action="store_true", help="also run the tests marked `full`")
    parser.addoption("--at-least", type=int, default=0, metavar="N", help="fail if fewer tests run")


class Notebook(IPyNbFile):  # type: ignore[misc]
    """A notebook that is rebuilt from the kernel messages while nbval runs its cells."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the tests of the cells, then the test that compares the whole notebook."""
        for cell in super().collect():
            cell.output_timeout = 600  # seconds, only to end cells that would run forever
            yield cell
        yield Bytes.from_parent(self, name="bytes")

    def setup(self) -> None:
        """Start the kernel with the settings of `tools.execute`."""
        super().setup()
        request = self.kernel.kc.execute(execute.KERNEL_SETUP, silent=True)
        self.kernel.await_reply(request)
        self.kernel.await_idle(request, self.config.option.nbval_kernel_startup_timeout)
        self.writer = NotebookClient(nbformat.read(self.path, as_version=4), record_timing=False)
        self.writer.reset_execution_trackers()
        self.writer.clear_before_next_output = False
        self.code_cells = [cell for cell in self.writer.nb.cells if cell.cell_type == "code"]
        for cell in self.code_cells:
            cell.update(outputs=[], execution_count=None)

    def get_kernel_message(self, *arguments: Any, **options: Any) -> dict[str, Any]:
        """Record and return the next kernel message about the running cell."""
        message: dict[str, Any] = super().get_kernel_message(*arguments, **options)
        with suppress(CellExecutionComplete):
            self.writer.process_message(message, self.code_cells[self.running], self.running)
        return message

    def text(self) -> str:
        """Return the expected content of the notebook file."""
        for number, cell in enumerate(filter(_is_executed, self.code_cells), 1):
            cell.execution_count = number  # nbval runs cells without counting them
            cell.outputs = coalesce_streams(cell.outputs)
            for output in cell.outputs:
                if output.output_type == "execute_result":
                    output.execution_count = number
        self.writer.set_widgets_metadata()
        return execute.serialize(self.writer.nb)


def _is_executed(cell: NotebookNode) -> bool:
    return bool(cell.source.strip())


class Bytes(pytest.Item):
    """A test that requires a re-executed notebook to match its file byte for byte."""

    def runtest(self) -> None:
        """Compare the file with the rebuilt notebook."""
        assert isinstance(self.parent, Notebook)
        old, new = self.path.read_text("utf8"), self.parent.text()
        lines = unified_diff(old.splitlines(), new.splitlines(), "committed", "executed", n=0)
        assert old == new, "\n".join(line[:200].rstrip() for line in lines)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the location and name of the test."""
        return self.path, None, f"{self.path.name}: bytes"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect notebooks as instances of `Notebook` instead of nbval's own class."""
    collectors = yield
    return [
        Notebook.from_parent(parent, path=file_path) if isinstance(each, IPyNbFile) else each
        for each in collectors
    ]


@pytest.hookimpl(wrapper=True)
def pytest_collect_directory(
    path: Path, parent: pytest.Collector
) -> Generator[None, pytest.Collector | None, pytest.Collector | None]:
    """Return the same collector whenever a folder is collected.

    Otherwise pytest 9.1 loses the fixtures of a folder if the command line names a file in the
    folder, then a file in its parent, and then another file in the folder (pytest issue 14635).
    """
    folder = yield
    return parent.session.stash.setdefault(FOLDERS, {}).setdefault(path, folder)


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Enable the comparison of images, and put the cells of a notebook into one test group."""
    if isinstance(collector, IPyNbFile):
        collector.add_marker(pytest.mark.xdist_group(collector.path.name))
        collector.skip_compare = tuple(
            kind for kind in collector.skip_compare if not kind.startswith("image/")
        )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Deselect tests marked `full` unless `--full` is given, and keep notebook cells in order.

    All tests in a file run in the same process, so that fixtures are set up only once. The
    exceptions are tests that already belong to a group. The cells of a notebook stay together even
    if tests are shuffled.
    """
    deselected = []
    if not config.getoption("full"):
        deselected = [item for item in items if item.get_closest_marker("full")]
        items[:] = [item for item in items if not item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=deselected)
    found = len(items) + len(deselected)
    config.stash[COUNTS] = {"collected": found, "deselected": len(deselected)}
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


def pytest_configure(config: pytest.Config) -> None:
    """Tune the garbage collector, and provide a folder for the verdicts of the session."""
    gc.set_threshold(50_000)
    if not hasattr(config, "workerinput"):
        folder = TemporaryDirectory()
        config.add_cleanup(folder.cleanup)
        os.environ[forked.VERDICTS] = folder.name


def pytest_collection_finish() -> None:
    """Exempt everything imported so far from garbage collection."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Fail a cell that opts out of the comparison, has incomplete outputs or wrote a warning."""
    if isinstance(item, IPyNbCell):
        item.parent.running = item.cell_num
        for fault in _faults(item):
            item.raise_cell_error(fault)


def _faults(item: IPyNbCell) -> Iterator[str]:
    cell: NotebookNode = item.cell
    if item.options["skip"] or not item.options["check"]:
        yield "the cell opts out of the comparison"
    if _is_executed(cell) and cell.execution_count is None:
        yield "the cell was not executed: commit the notebook with its outputs"
    if any(output.get("name") == "stderr" for output in cell.outputs):
        yield "the cell wrote a warning to stderr"
    displayed = {
        output.data[WIDGET_VIEW]["model_id"]
        for output in cell.outputs
        if WIDGET_VIEW in output.get("data", {})
    }
    saved = item.parent.nb.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    if not displayed <= saved.keys():
        yield "the cell displays a widget whose state is not in the notebook"


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the session if a test was skipped for an unexpected reason, or if too few tests ran."""
    config = session.config
    if hasattr(config, "workeroutput"):  # a process of xdist, which reports to the main process
        config.workeroutput["counts"] = config.stash.get(COUNTS, {})
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if (
        reporter
        and session.exitstatus == pytest.ExitCode.OK
        and (_unexpected_skips(reporter) or _ran(reporter) < config.getoption("at_least"))
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Store the counts of a process of xdist. All of them collect the same tests."""
    node.config.stash[COUNTS] = getattr(node, "workeroutput", {}).get("counts", {})


def _ran(reporter: pytest.TerminalReporter) -> int:
    return len(reporter.getreports("passed")) + len(reporter.getreports("failed"))


def _unexpected_skips(reporter: pytest.TerminalReporter) -> list[str]:
    """Return the reasons why tests were skipped, leaving out the allowed ones."""
    reasons = [
        report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        for report in reporter.getreports("skipped")
    ]
    return [
        reason.removeprefix("Skipped: ")
        for reason in reasons
        if not any(allowed in reason for allowed in ALLOWED_SKIPS)
    ]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the numbers of tests, unexpected skips, and measurements recorded by tests."""
    counts = terminalreporter.config.stash.get(COUNTS, {})
    ran, least = _ran(terminalreporter), terminalreporter.config.getoption("at_least")
    terminalreporter.section("number of tests", red=ran < least)
    for name, count in {**counts, "run": ran, "must run": least}.items():
        terminalreporter.write_line(f"{count:>12,} {name}")
    if skips := Counter(_unexpected_skips(terminalreporter)):
        terminalreporter.section("not tested", red=True)
        for reason, count in skips.items():
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
