"""The kernel of a live page, in a process of its own."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

import kernel
import pytest

Message = dict[str, Any]


def serve(page: Connection) -> None:
    """Handle requests from a page, and send back the messages that each request causes."""
    messages: list[str] = []
    python = kernel.Kernel(messages.append)
    python.install()
    while request := page.recv():
        if task := python.handle(request):
            asyncio.run(task)
        page.send(messages)
        messages.clear()


@dataclass(frozen=True)
class Reply:
    """The events caused by a request, and the answer to it."""

    events: list[Message]
    answer: Message

    @property
    def value(self) -> object:
        """The value that the answer contains."""
        return self.answer["value"]

    @property
    def error(self) -> str:
        """The error message in the answer."""
        return str(self.answer["error"])

    @property
    def outputs(self) -> list[tuple[str, str]]:
        """The kind and value of each output. Consecutive text outputs are joined."""
        outputs: list[tuple[str, str]] = []
        for event in self.events:
            if event["type"] == "output":
                kind, value = event["kind"], event["value"]
                if kind == "text" and outputs and outputs[-1][0] == "text":
                    value = outputs.pop()[1] + value
                outputs.append((kind, value))
        return outputs

    @property
    def traceback(self) -> str:
        """The text of the error, which must be the last output and the only error."""
        *before, (kind, text) = self.outputs
        assert kind == "error" and "error" not in dict(before), self.outputs
        return text

    @property
    def states(self) -> list[Message]:
        """The states that widgets report when they open or change, in order."""
        return [event["data"]["state"] for event in self.events if "state" in event.get("data", {})]


class Page:
    """The page's end of the connection to a kernel in another process."""

    def __init__(self, python: Connection) -> None:
        self._python = python
        self._numbers = count(1)
        self._widgets: set[str] = set()

    def ask(self, **request: object) -> Reply:
        """Send a request and return the reply."""
        number = next(self._numbers)
        self._python.send(json.dumps({**request, "id": number}))
        *events, answer = map(json.loads, self._python.recv())
        assert "answer" not in {event["type"] for event in events}
        assert (answer["type"], answer["id"]) == ("answer", number)
        for event in events:  # a page must know all widgets to which an event refers
            assert {*re.findall(r'"IPY_MODEL_(\w+)"', json.dumps(event))} <= self._widgets
            if event["type"] == "comm_open":
                self._widgets.add(event["comm"])
        return Reply(events, answer)

    def run(self, source: str, cell: str = "a") -> Reply:
        """Run a cell."""
        return self.ask(type="run", cell=cell, source=source)

    def chapter(self, **cells: str) -> Reply:
        """Send the cells of a chapter to the kernel without running them."""
        return self.ask(type="chapter", cells=cells)

    def forget(self, cell: str) -> Reply:
        """Make the kernel forget that a cell was run."""
        return self.ask(type="forget", cell=cell)

    def change(self, widget: str, **state: object) -> Reply:
        """Change the state of a widget, as if a reader had moved a control."""
        return self.comm(widget, {"method": "update", "state": state, "buffer_paths": []})

    def click(self, widget: str) -> Reply:
        """Press a button, as a reader would."""
        return self.comm(widget, {"method": "custom", "content": {"event": "click"}})

    def comm(self, widget: str, data: object) -> Reply:
        """Send a message to a widget."""
        return self.ask(type="comm", comm_id=widget, data=data)

    def follow(self, fragment: str, cell: str = "a") -> Reply:
        """Follow a link that sets the state of the lab in a cell."""
        return self.ask(type="follow", cell=cell, fragment=fragment)

    def link(self, lab: str) -> Reply:
        """Request a link to a lab in its current state."""
        return self.ask(type="link", lab=lab)


@pytest.fixture
def page() -> Iterator[Page]:
    """A page connected to a fresh kernel."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=[theirs])
    process.start()
    yield Page(ours)
    ours.send(None)
    process.join()
