"""`python -m nimtwist atlas`: the open problem, `cram`: large boards, `claims`: the book's ledger.

The last one is the same as `python -m nimbook claims`.
"""

from __future__ import annotations

import sys


def run() -> None:
    """Make or check an atlas, solve a board of Cram, or pass the command on to the book."""
    if sys.argv[1:2] == ["atlas"]:
        run_atlas(sys.argv[2:])
    elif sys.argv[1:2] == ["cram"]:
        run_cram(sys.argv[2:])
    else:
        run_ledger()


def run_atlas(arguments: list[str]) -> None:
    """Do what the command line says, or say what to install for it."""
    try:
        from nimtwist.atlas.command import main
    except ModuleNotFoundError as missing:
        sys.exit(
            f"The atlas needs {missing.name}, which is not installed: pip install 'nimtwist[atlas]'"
        )
    sys.exit(main(arguments))


def run_cram(arguments: list[str]) -> None:
    """Do what the command line says, or say what to install for it."""
    try:
        from nimtwist.compiled.command import main
    except ModuleNotFoundError as missing:
        sys.exit(
            f"The compiled search needs {missing.name}, which is not installed: "
            "pip install 'nimtwist[fast]'"
        )
    sys.exit(main(arguments))


def run_ledger() -> None:
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
