"""A real Dask cluster on this machine, and what becomes of the work of a worker that dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from nimtwist.atlas.command import main
from nimtwist.atlas.driver import run
from tests.nimtwist.test_processes import MINUTE, Here


def wait_for(what: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + MINUTE
    while not (found := what()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return found


@contextmanager
def process(name: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", f"distributed.cli.{name}", *arguments]
    begun = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield begun
    finally:
        begun.kill()
        begun.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Give the address of a scheduler and its workers, each a process of its own."""
    file = folder / "scheduler.json"
    local, told = ("--host", "127.0.0.1", "--port", "0"), ("--scheduler-file", str(file))
    with ExitStack() as stack:
        stack.enter_context(process("dask_scheduler", *local, "--no-dashboard", *told))
        wait_for(file.exists)
        address = wait_for(lambda: file.read_text() and json.loads(file.read_text())["address"])
        one = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        yield (
            address,
            [
                stack.enter_context(process("dask_worker", address, *one, "--name", str(i)))
                for i in range(workers)
            ],
        )


@pytest.mark.full
def test_when_one_of_two_workers_is_killed_nothing_is_lost_and_nothing_done_twice(
    tmp_path: Path,
) -> None:
    """The one that is killed has been given work and not done it: it was stopped before."""
    out = tmp_path / "atlas"
    asked = ["--modulus", "4", "--size", "16", "--out", str(out), "--certify"]
    with cluster(tmp_path, 2) as (address, workers), Client(address) as client:
        client.wait_for_workers(2, timeout=MINUTE)
        victim = workers[0]
        found = client.scheduler_info()["workers"]
        [where] = [at for at, worker in found.items() if str(worker["name"]) == "0"]
        os.kill(victim.pid, signal.SIGSTOP)
        command = [sys.executable, "-m", "nimtwist", "atlas", *asked, "--scheduler", address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as driver:
            parts = tmp_path / "atlas.parts"
            wait_for(lambda: [*parts.glob("part-*.json")])
            assert client.processing()[where]
            assert not out.exists()
            os.kill(victim.pid, signal.SIGKILL)
            said, wrong = driver.communicate(timeout=MINUTE)
        assert (driver.returncode, wrong) == (0, b"")
        assert b": 167 games, 45 patterns, 167 with a certificate: " in said
        assert [*client.scheduler_info()["workers"]] == [at for at in found if at != where]
        assert not parts.exists()
    run(4, 16, tmp_path / "other", certify=True, executor=Here())
    assert out.read_bytes() == (tmp_path / "other").read_bytes()


@pytest.mark.full
def test_a_scheduler_without_workers_and_one_that_is_not_there_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("nimtwist._processes._PATIENCE", 1)
    asked = ["--modulus", "1", "--out", str(tmp_path / "atlas"), "--certify", "--scheduler"]
    with cluster(tmp_path, 0) as (address, _):
        assert main([*asked, address]) == 2
    assert capsys.readouterr().err == f"the scheduler at {address!r} has no workers\n"
    assert main([*asked, address]) == 2
    assert capsys.readouterr().err == f"no Dask scheduler answers at {address!r}\n"
    assert not (tmp_path / "atlas").exists()
