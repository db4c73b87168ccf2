"""Tests for the commands on a local Dask cluster with killed, missing or unsuitable processes."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from distributed import Client, LocalCluster, Scheduler

import nimtwist
from nimtwist.atlas.driver import run
from tests.lib.processes import InlineExecutor, wait_for


@pytest.mark.full
def test_no_result_is_lost_when_a_worker_is_killed(tmp_path: Path) -> None:
    """The worker is suspended first, so that it has unfinished tasks when it is killed."""
    out, log = tmp_path / "atlas", tmp_path / "atlas.log"
    options = ["--modulus", "4", "--size", "16", "--out", str(out), "--certify", "--scheduler"]
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        victim, address = cluster.workers[0].pid, cluster.workers[0].worker_address
        os.kill(victim, signal.SIGSTOP)
        command = [sys.executable, "-m", "nimtwist", "atlas", *options, cluster.scheduler_address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as driver:
            wait_for(log.exists)
            assert client.processing()[address] and not out.exists()
            os.kill(victim, signal.SIGKILL)
            output, errors = driver.communicate()
        assert (driver.returncode, errors) == (0, b"")
        assert b": 167 games, 45 patterns, 167 with a certificate: " in output
    assert not log.exists()
    run(4, 16, tmp_path / "other", certify=True, executor=InlineExecutor())
    assert out.read_bytes() == (tmp_path / "other").read_bytes()


# --- Clusters whose processes stop, or have other versions ---------------------------------------

BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "nimtwist":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
"""


@contextmanager
def dask(kind: str, folder: Path, path: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """Run a scheduler or a worker of the cluster described in a folder.

    The modules in the folder `path` take precedence over those installed.
    """
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host", "127.0.0.1"]
    command += ["--scheduler-file", str(folder / "scheduler.json"), "--no-dashboard"]
    command += ["--port=0"] if kind == "scheduler" else ["--no-nanny", "--nthreads=1"]
    environment = {**os.environ, "PYTHONPATH": str(path or "")}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def check_again(path: Path, folder: Path) -> subprocess.Popen[str]:
    """Start checking an atlas on the cluster, without waiting long for workers."""
    impatient = "from nimtwist import processes as p; p._PATIENCE = 2; p._CLUSTER_TIMEOUT = 100; "
    address = json.loads((folder / "scheduler.json").read_text())["address"]
    code = f"import sys; {impatient}from nimtwist.atlas.command import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "--check", str(path), "--scheduler", address]
    return subprocess.Popen(command, stdout=-1, stderr=-1, encoding="utf8")


def count_tasks(dask_scheduler: Scheduler) -> int:
    return len(dask_scheduler.tasks)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    with dask("scheduler", tmp_path) as process:
        wait_for((tmp_path / "scheduler.json").exists)
        yield process


@pytest.mark.full
@pytest.mark.parametrize("kind", ["missing", "other"])
def test_workers_without_the_same_package_are_named(
    tmp_path: Path, scheduler: subprocess.Popen[bytes], kind: str
) -> None:
    modules, atlas = tmp_path / "modules", tmp_path / "atlas"
    run(2, 16, atlas, certify=True, executor=InlineExecutor())
    modules.mkdir()
    if kind == "missing":
        (modules / "sitecustomize.py").write_text(BLOCKED)
        reason = r"cannot load nimtwist \(.*No module named.*\)"
    else:
        shutil.copytree(Path(nimtwist.__file__).parent, modules / "nimtwist")
        with (modules / "nimtwist" / "game.py").open("a") as file:
            file.write("# changed\n")
        reason = rf"has nimtwist {re.escape(nimtwist.__version__)} \(source \w+\)"
    with dask("worker", tmp_path, modules), check_again(atlas, tmp_path) as process:
        output, errors = process.communicate()
    assert (process.returncode, output) == (2, "")
    assert re.fullmatch(
        rf"the worker at tcp://\S+ {reason}, but this process has nimtwist .*: install the same "
        r"version there, and start it again\n",
        errors,
    )


@pytest.mark.full
@pytest.mark.parametrize("killed", ["worker", "scheduler"])
def test_the_end_of_a_cluster_is_reported(
    tmp_path: Path, scheduler: subprocess.Popen[bytes], killed: str
) -> None:
    """The worker has an endless task, so that it does not begin the others."""
    atlas = tmp_path / "atlas"
    run(3, 16, atlas, certify=True, executor=InlineExecutor())
    address = json.loads((tmp_path / "scheduler.json").read_text())["address"]
    with dask("worker", tmp_path) as worker, Client(address) as client:
        client.wait_for_workers(1)
        endless = client.submit(signal.pause)
        with check_again(atlas, tmp_path) as process:
            wait_for(lambda: client.run_on_scheduler(count_tasks) > 1 or process.poll() is not None)
            (worker if killed == "worker" else scheduler).kill()
            output, errors = process.communicate()
        endless.release()
    assert (process.returncode, output) == (1, "")
    if killed == "worker":
        assert errors.startswith("no worker is connected to the scheduler at 'tcp://")
        assert errors.endswith("; its log says why they stopped\n") and errors.count("\n") == 2
    else:
        assert re.fullmatch(
            r"the scheduler at 'tcp://\S+' has stopped, or cannot be reached any more\n", errors
        )
