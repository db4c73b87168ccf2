"""`python -m nimtwist claims`: the book's ledger, the same as `python -m nimbook claims`."""

from __future__ import annotations

import sys


def run() -> None:
    """Do what `python -m nimbook` does, or say what to install for it."""
    try:
        from nimbook.__main__ import run as run_book
    except ModuleNotFoundError as missing:
        sys.exit(
            f"The ledger is part of the book, and {missing.name} is not installed: "
            "pip install 'nimtwist[book]'"
        )
    run_book()


if __name__ == "__main__":
    run()
