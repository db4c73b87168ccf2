"""Kernels forked from a process that has already imported the libraries of the book.

Importing them takes longer than running most chapters.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sys
from functools import partial
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING
from unittest.mock import patch

if TYPE_CHECKING:
    from nimbook.ledger import Scope, Verdict

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

VERDICTS = "VERDICTS_OF_THIS_SESSION"
"""The environment variable with the folder to which `tests.lib.verdicts` saves verdicts."""


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
    import pandas
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()  # Jupyter interrupts the whole process group
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    # Chapters must not import what only the tests can.
    tests = {"", *map(str, (ROOT, ROOT / "book", ROOT / "book/site/live"))}
    sys.path[:] = [path for path in sys.path if path not in tests]
    # Outside a kernel, pandas has another default.
    pandas.set_option("display.max_columns", 20)
    _use_verdicts(Path(env[VERDICTS]))
    with started:
        started.send(os.getpid())
    # The kernel ends if the server does, which ends with pytest.
    IPKernelApp.launch_instance([*arguments, f"--IPKernelApp.parent_handle={os.getppid()}"])


def _use_verdicts(folder: Path) -> None:
    """Let the chapters use the verdicts on claims that this session of pytest has checked before.

    The chapters run after the tests of claims. If they run alone, they check all claims.
    """
    from nimbook import claims

    def check(id_: str, scope: Scope = "quick") -> Verdict:
        file = folder / f"{id_}.findings"
        if scope == "quick" and file.exists():
            return claims.LEDGER[id_].verdict(scope, pickle.loads(file.read_bytes()))
        return claims.LEDGER.check(id_, scope)

    vars(claims)["check"] = check
