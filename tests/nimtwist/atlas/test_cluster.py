"""Tests for the commands on a local Dask cluster, one of whose workers is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from nimtwist.atlas.driver import run
from tests.lib.processes import InlineExecutor, wait_for


@pytest.mark.full
def test_no_result_is_lost_when_a_worker_is_killed(tmp_path: Path) -> None:
    """The worker is suspended first, so that it has unfinished tasks when it is killed."""
    out, parts = tmp_path / "atlas", tmp_path / "atlas.parts"
    options = ["--modulus", "4", "--size", "16", "--out", str(out), "--certify", "--scheduler"]
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        victim, address = cluster.workers[0].pid, cluster.workers[0].worker_address
        os.kill(victim, signal.SIGSTOP)
        command = [sys.executable, "-m", "nimtwist", "atlas", *options, cluster.scheduler_address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as driver:
            wait_for(lambda: [*parts.glob("part-*.json")])
            assert client.processing()[address] and not out.exists()
            os.kill(victim, signal.SIGKILL)
            output, errors = driver.communicate()
        assert (driver.returncode, errors) == (0, b"")
        assert b": 167 games, 45 patterns, 167 with a certificate: " in output
    assert not parts.exists()
    run(4, 16, tmp_path / "other", certify=True, executor=InlineExecutor())
    assert out.read_bytes() == (tmp_path / "other").read_bytes()
