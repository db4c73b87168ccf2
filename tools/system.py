"""`python3 -m tools.system venv|chromium|firefox`: make sure of what pip cannot install.

It runs before anything is installed, so it uses the standard library only. It installs what is
missing where it can, as root on Debian; elsewhere it says in a sentence what to install.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import venv

VENV = ".venv"


def chromium() -> str:
    """Return the path of Chromium, or exit with a sentence that says what to install."""
    return _found("chromium", "chromium-browser", "google-chrome")


def firefox() -> str:
    """Return the path of Firefox, or exit with a sentence that says what to install."""
    return _found("firefox-esr", "firefox")


def _found(*names: str) -> str:
    for name in names:
        if path := shutil.which(name):
            return path
    raise SystemExit(f"A browser is needed: install the package `{names[0]}`.")


def make_venv() -> None:
    """Make the virtual environment, or exit with a sentence that says what to install."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this runs on whatever Python there is
        raise SystemExit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    importlib.invalidate_caches()
    if not importlib.util.find_spec("ensurepip"):  # Debian has it in a package of its own
        raise SystemExit(
            "This Python cannot make a virtual environment: install the package `python3-venv`."
        )
    venv.create(VENV, clear=True, with_pip=True)


def install(package: str) -> bool:
    """Install a Debian package, and say whether that was possible."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        subprocess.run(["apt-get", "-qq", *arguments], check=True, env=environment)
    return True


def main(need: str) -> None:
    """Make sure that it is there; install its package if it is missing and we may."""
    have, package = {
        "venv": (make_venv, "python3-venv"),
        "chromium": (chromium, "chromium"),
        "firefox": (firefox, "firefox-esr"),
    }[need]
    try:
        have()
    except SystemExit:
        if not install(package):
            raise
        have()


if __name__ == "__main__":
    main(*sys.argv[1:])
