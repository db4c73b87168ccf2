"""`python -m tools.proofs`: check the formal proofs in the folder `proofs`.

Rocq compiles all files and thereby checks every proof in them. Then it must confirm that each
theorem that the ledger calls machine-checked exists and rests on no assumption: no axiom, and no
proof that was left out.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from nimbook.claims import LEDGER
from tools.system import coq

PROOFS = Path("proofs")
_CLOSED = "Closed under the global context"


def run(command: Sequence[str]) -> str:
    """Run a command in the folder `proofs`, and return its output.

    Raises:
        SystemExit: if the command fails. The message includes its output.
    """
    # The options of the `make` that runs this script are not meant for the other `make`.
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    result = subprocess.run(
        command,
        cwd=PROOFS,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf8",
    )
    if result.returncode:
        raise SystemExit(f"{result.stdout}\n`{' '.join(command)}` failed in {PROOFS}/")
    return result.stdout


def compile_all() -> None:
    """Compile all files in `proofs` that have changed, in parallel.

    Raises:
        SystemExit: if Rocq is not installed, or if a file contains an error.
    """
    coq()
    sources = sorted(path.name for path in PROOFS.glob("*.v"))
    run(["coq_makefile", "-f", "_CoqProject", *sources, "-o", "Makefile.coq"])
    run(["make", "-f", "Makefile.coq", f"--jobs={os.cpu_count()}"])


def evaluate(commands: Iterable[str]) -> str:
    """Return Rocq's output for commands, which may use the compiled files."""
    with TemporaryDirectory() as folder:
        script = Path(folder, "script.v")
        script.write_text("\n".join(commands) + "\n", "utf8")
        return run(["coqc", "-Q", ".", "Twist", str(script)])


def assumptions(theorems: Sequence[str]) -> dict[str, str]:
    """Return the assumptions of theorems, such as `Nim.bouton`, in Rocq's words.

    Raises:
        SystemExit: if a theorem does not exist.
    """
    commands = ['Set Warnings "-all".']
    commands += [f"From Twist Require {file}." for file in {it.split(".")[0]: 0 for it in theorems}]
    for theorem in theorems:
        commands.append(f'Goal True. idtac "<{theorem}>". Abort.')
        commands.append(f"Print Assumptions Twist.{theorem}.")
    parts = re.split(r"^<(.+)>$", evaluate(commands), flags=re.MULTILINE)
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2])}


def main() -> None:
    """Check all proofs, and say how many theorems of the ledger are among them."""
    compile_all()
    theorems = [*dict.fromkeys(name for claim in LEDGER.values() for name in claim.formal)]
    found = assumptions(theorems)
    for theorem in theorems:
        if found[theorem] != _CLOSED:
            raise SystemExit(f"{theorem} rests on an assumption:\n{found[theorem]}")
    print(f"All proofs are correct, and the ledger's {len(theorems)} theorems assume nothing.")


if __name__ == "__main__":
    main()
