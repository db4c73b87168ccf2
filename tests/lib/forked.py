"""Kernels forked from a process that has already imported the libraries of the book.

Importing them takes longer than running most chapters.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from functools import partial
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
CONTEXT = multiprocessing.get_context("forkserver")
# A server of its own: `tests.lib.kernel` must import the libraries after it has set them up.
SERVER = forkserver.ForkServer()
SERVER.set_forkserver_preload(
    [
        "ipykernel.kernelapp",
        "matplotlib.pyplot",
        "nimbook.claims",
        "nimbook.play",
        "pandas",
        __name__,
    ]
)


def launch_kernel(
    command: list[str], env: dict[str, str], cwd: str, **_: object
) -> SimpleNamespace:
    """Return a running kernel, with those attributes of `subprocess.Popen` that Jupyter uses."""
    _python, _m, _launcher, *arguments = command
    receiver, sender = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_run, args=(arguments, env, cwd, sender))
    with patch.object(forkserver, "connect_to_new_process", SERVER.connect_to_new_process):
        process.start()
    sender.close()
    with receiver:
        pid: int = receiver.recv()
    return SimpleNamespace(
        pid=pid,
        **dict.fromkeys(("stdin", "stdout", "stderr")),
        poll=lambda: process.exitcode,
        wait=process.join,
        send_signal=partial(os.kill, pid),
        terminate=process.terminate,
        kill=process.kill,
    )


def _run(arguments: list[str], env: dict[str, str], folder: str, started: Connection) -> None:
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()  # Jupyter interrupts the whole process group
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    # Chapters must not import what only the tests can.
    tests = {"", *map(str, (ROOT, ROOT / "book", ROOT / "book/site/live"))}
    sys.path[:] = [path for path in sys.path if path not in tests]
    with started:
        started.send(os.getpid())
    # The kernel ends if the server does, which ends with pytest.
    IPKernelApp.launch_instance([*arguments, f"--IPKernelApp.parent_handle={os.getppid()}"])
