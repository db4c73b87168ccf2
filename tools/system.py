"""`python3 -m tools.system venv|chromium|headless|firefox|coq`: provide what pip cannot install.

The script runs before anything is installed, so it uses only the standard library. When run as
root on Debian, it installs missing packages; otherwise it names the package to install.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import venv

VENV = ".venv"
_HEADLESS = "chromium-headless-shell"


def chromium() -> str:
    """Return the path of Chromium, or exit with a message that says what to install."""
    return _which("chromium", "chromium-browser", "google-chrome")


def headless() -> str:
    """Return the path of the Chromium for tests: if possible, the one that cannot show windows.

    It is the same engine, and opens a page in three quarters of the time.
    """
    return shutil.which(_HEADLESS) or chromium()


def _headless_only() -> str:
    return _which(_HEADLESS)


def firefox() -> str:
    """Return the path of Firefox, or exit with a message that says what to install."""
    return _which("firefox-esr", "firefox")


def _which(*names: str) -> str:
    for name in names:
        if path := shutil.which(name):
            return path
    raise SystemExit(f"A browser is required: install the package `{names[0]}`.")


def coq() -> None:
    """Exit with a message that says what to install if Rocq, formerly called Coq, is missing."""
    if not (shutil.which("coqc") and shutil.which("coq_makefile")):
        raise SystemExit("The proof assistant Rocq is required: install the package `coq`.")


def make_venv() -> None:
    """Create the virtual environment, or exit with a message that says what to install."""
    if sys.version_info < (3, 11):  # noqa: UP036 - runs on any Python
        raise SystemExit(f"Python 3.11 or newer is required; this is {sys.version.split()[0]}.")
    importlib.invalidate_caches()
    if not importlib.util.find_spec("ensurepip"):  # Debian ships it separately
        raise SystemExit(
            "This Python cannot create a virtual environment: install the package `python3-venv`."
        )
    venv.create(VENV, clear=True, with_pip=True)


def install(package: str) -> bool:
    """Install a Debian package; return False if this is not Debian or the user is not root."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        subprocess.run(["apt-get", "-qq", *arguments], check=True, env=environment)
    return True


def main(requirement: str) -> None:
    """Check a requirement; if it is missing, try to install its package."""
    check, package = {
        "venv": (make_venv, "python3-venv"),
        "chromium": (chromium, "chromium"),
        "headless": (_headless_only, _HEADLESS),
        "firefox": (firefox, "firefox-esr"),
        "coq": (coq, "coq"),
    }[requirement]
    try:
        check()
    except SystemExit:
        if not install(package):
            raise
        check()


if __name__ == "__main__":
    main(*sys.argv[1:])
