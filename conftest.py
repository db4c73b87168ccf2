"""Makes nbval strict, and prints what the pages weigh and how long they take.

By itself nbval passes over pictures, and over notebooks without results.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, IPyNbFile

WEIGHT = "bytes that a page loads, as they are sent"
DURATION = "milliseconds that live mode takes"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Have pictures compared, and the cells of a notebook stay together: they share a kernel."""
    if isinstance(collector, IPyNbFile):
        collector.add_marker(pytest.mark.xdist_group(collector.path.name))
        collector.skip_compare = tuple(
            kind for kind in collector.skip_compare if not kind.startswith("image/")
        )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Refuse a cell whose results, as committed, are not fit to be compared."""
    if isinstance(item, IPyNbCell):
        for fault in _faults(item):
            item.raise_cell_error(fault)


def _faults(item: IPyNbCell) -> Iterator[str]:
    cell: NotebookNode = item.cell
    if item.options["skip"] or not item.options["check"]:
        yield "the cell is exempt from being compared"
    if cell.source.strip() and cell.execution_count is None:
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have measured; this runs where no conftest.py of a folder is read."""
    for title in (WEIGHT, DURATION):
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
