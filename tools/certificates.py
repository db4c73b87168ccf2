"""`python -m tools.certificates`: let the proved checker run on certificates of the atlas.

Without arguments, this writes `proofs/Certificates.v`, the certificates up to modulus 4. With
`--modulo-5`, Rocq checks those modulo 5 instead, which takes half an hour on two cores.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tqdm import tqdm

from nimbook.atlas import ATLAS
from nimtwist.atlas.certificate import Certificate, Power, letters
from nimtwist.atlas.table import read
from tools.proofs import PROOFS, compile_all, run

SOURCE = PROOFS / "Certificates.v"

_FILES = 64
"""The number of files for modulus 5; each of them is checked by one process."""

MAX_LETTERS = 10**9
"""A certificate is left out if the checker would have to read more letters than this."""

_HEAD = """\
(** * Certificates of the atlas

    `python -m tools.certificates` has written this file. *)

From Twist Require Export Atlas.
From Coq Require String.
Import ListNotations String.StringSyntax.
Local Open Scope string_scope.

Definition entries : list entry := ["""

_THEOREM = """
Theorem all_accepted : forallb entry_accepted entries = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
"""

Game = tuple[int, str, Certificate]
"""The modulus of a game, its restrictions as in the atlas, and its certificate."""


def games(moduli: Iterable[int]) -> list[Game]:
    """Return the games of the atlas with these moduli that have a certificate."""
    return [
        (line["modulus"], line["antichain"], Certificate.read(line["certificate"]))
        for line in read(ATLAS).lines
        if line["modulus"] in moduli and line["certificate"] is not None
    ]


def cost(certificate: Certificate) -> int:
    """Return about how many letters the checker reads."""
    word = sum(
        len(piece.block) * max(1, piece.times) if isinstance(piece, Power) else len(piece)
        for piece in certificate.word
    )
    return certificate.row * word // 2 + certificate.period * word


def source(games: Iterable[Game]) -> str:
    r"""Return the certificates as Rocq source.

    >>> nim = 1, "nothing", Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")
    >>> source([nim]).splitlines()[-1]
    '  Entry 1 [[]] (parse 1 1 1 [Repeat "1" 1 1] "0")].'
    """
    return _HEAD + ";".join(map(_entry, games)) + "].\n"


def _entry(game: Game) -> str:
    modulus, antichain, certificate = game
    family = "; ".join(
        "[]" if restriction == "nothing" else f"[{restriction.replace(',', '; ')}]"
        for restriction in antichain.split("; ")
    )
    word = "; ".join(
        f'Repeat "{letters(piece.block)}" {piece.times} {piece.growth}'
        if isinstance(piece, Power)
        else f'Once "{letters(piece)}"'
        for piece in certificate.word
    )
    return (
        f"\n  Entry {modulus} [{family}] (parse {modulus} {certificate.row} {certificate.period}"
        f' [{word}] "{letters(certificate.tail)}")'
    )


def check_modulo_5() -> None:
    """Let Rocq check the certificates modulo 5, and say how many it has accepted.

    Raises:
        SystemExit: if Rocq refuses a certificate.
    """
    compile_all()
    # The longest checks start first.
    every = sorted(games([5]), key=lambda game: -cost(game[2]))
    small = [game for game in every if cost(game[2]) <= MAX_LETTERS]
    folder = Path("_build/certificates").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    commands = []
    for number in range(_FILES):
        file = folder / f"Part{number}.v"
        file.write_text(source(small[number::_FILES]) + _THEOREM, "utf8")
        commands.append(["coqc", "-Q", ".", "Twist", str(file)])
    with ThreadPoolExecutor(os.cpu_count()) as executor:
        list(tqdm(executor.map(run, commands), total=_FILES, desc="files", disable=None))
    left_out = [antichain for _, antichain, _ in every[: len(every) - len(small)]]
    print(f"Rocq accepts the certificates of {len(small):,} of {len(every):,} games modulo 5.")
    print(f"Left out: {'; '.join(left_out) or 'none'}.")


def main() -> None:
    """Write `proofs/Certificates.v`, or check the certificates modulo 5."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--modulo-5", action="store_true", help="check those modulo 5 in Rocq")
    if parser.parse_args().modulo_5:
        check_modulo_5()
    else:
        SOURCE.write_text(source(games(range(1, 5))), "utf8")


if __name__ == "__main__":
    main()
