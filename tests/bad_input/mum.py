"""What MuM and its table may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist.games import MuM, Nim
from nimtwist.games.mum import (
    Mumber,
    MumberSolver,
    MuMSolver,
    MuMTable,
    PowerMuM,
    ProductIsOne,
    Remainders,
)
from tests.bad_input import Call, Sentence

RULES = MuM(5)
TABLE = MuMTable(RULES, 2, 4)
HEAPS = (2, 3)
LONG = 10**100_000

CALLS: dict[str, Call] = {
    "MuM": (MuM, (5, "never", "not divisible", False, "small")),
    "MuM.consolidated": (RULES.consolidated, (HEAPS,)),
    "MuM.solver": (RULES.solver, (print,)),
    "MuMSolver": (MuMSolver, (RULES, print)),
    "MuMSolver.grundy": (MuMSolver(RULES).grundy, (HEAPS,)),
    "MuMSolver.takes": (MuMSolver(RULES).takes, (HEAPS,)),
    "MuMTable": (MuMTable, (RULES, 2, 4, print)),
    "MuMTable.grundy": (TABLE.grundy, (HEAPS,)),
    "MuMTable.mumbers": (TABLE.mumbers, (2,)),
    "MuMTable.row": (TABLE.row, ((3,),)),
    "Mumber": (Mumber, (5,)),
    "MumberSolver": (MumberSolver, (RULES, 5, print)),
    "MumberSolver.mumber": (MumberSolver(RULES).mumber, (HEAPS,)),
    "PowerMuM": (PowerMuM, (4,)),
    "PowerMuM.canonical": (PowerMuM(4).canonical, (HEAPS,)),
    "PowerMuM.read": (PowerMuM(4).read, ("2, 3",)),
    "PowerMuM.show": (PowerMuM(4).show, (HEAPS,)),
    "PowerMuM.options": (PowerMuM(4).options, (HEAPS,)),
    "ProductGame": (MuM, (5,)),
    "ProductGame.consolidated": (MuM(4, "never", "any").consolidated, (HEAPS,)),
    "ProductGame.consolidates": (RULES.consolidates, (HEAPS,)),
    "ProductGame.is_stranded": (RULES.is_stranded, (HEAPS,)),
    "ProductGame.moves_to_one": (MuM(4, "never", "any").moves_to_one, (HEAPS,)),
    "ProductGame.count_options": (RULES.count_options, (HEAPS,)),
    "ProductGame.options": (RULES.options, (HEAPS,)),
    "ProductGame.canonical": (RULES.canonical, (HEAPS,)),
    "MuM.canonical": (RULES.canonical, (HEAPS,)),
    "ProductGame.product": (RULES.product, (HEAPS,)),
    "ProductGame.read": (RULES.read, ("2, 3",)),
    "ProductGame.describe_move": (RULES.describe_move, (HEAPS, (2, 2))),
    "ProductGame.why_illegal": (RULES.why_illegal, (HEAPS, (2, 2))),
    "ProductGame.show": (RULES.show, (HEAPS,)),
    "ProductIsOne": (ProductIsOne, (RULES,)),
    "ProductIsOne.outcome": (ProductIsOne(RULES).outcome, (HEAPS,)),
    "ProductIsOne.winning_options": (ProductIsOne(RULES).winning_options, (HEAPS,)),
    "Remainders": (Remainders, (RULES,)),
    "Remainders.grundy": (Remainders(RULES).grundy, (HEAPS,)),
}

TAKES_LONG = {"MuMTable", "MumberSolver.mumber"}

SENTENCES: list[Sentence] = [
    (
        lambda: MuM(10**7 + 19).options((10**7,)),
        "(10000000,) has up to 10000000 options, too many to list: at most 1000000",
    ),
    (
        lambda: MuM(10**6).options((1,) * 2000 + (10**4 + 1,)),
        f"{str((1,) * 20)[:-1]},… (6007 characters) has up to 10002 options of 2001 parts, too "
        "many to list: at most 10000000 parts in all",
    ),
    (
        lambda: MuM(1),
        "the modulus must be a whole number, at least 2, not 1",
    ),
    (
        lambda: MuM(5, "sometimes"),  # type: ignore[arg-type]
        "consolidation must be 'same-turn' or 'own-turn' or 'never', not 'sometimes'",
    ),
    (
        lambda: MuM(5, heaps="odd"),  # type: ignore[arg-type]
        "the kind of heaps must be 'coprime' or 'not divisible' or 'any', not 'odd'",
    ),
    (
        lambda: MuM(5, compulsory=1),  # type: ignore[arg-type]
        "compulsory must be True or False, not 1",
    ),
    (
        lambda: MuM(5, when="never"),  # type: ignore[arg-type]
        "when to consolidate must be 'stranded' or 'small' or 'always', not 'never'",
    ),
    (
        lambda: MuM(4, heaps="not divisible"),
        "heaps not divisible by 4, a composite modulus, may have a product that is: "
        "consolidation must be 'never', not 'same-turn'",
    ),
    (
        lambda: MuM(10**12 + 1, heaps="not divisible"),
        "a modulus that is tried for divisors must be a whole number, from 2 to 1000000000000, "
        "not 1000000000001",
    ),
    (
        lambda: MuM(5).options((10,)),
        "heap 10 is divisible by the modulus 5; MuM heaps are coprime to it",
    ),
    (
        lambda: MuM(15).options((7, 6)),
        "heap 6 and the modulus 15 have the factor 3 in common; MuM heaps are coprime to it",
    ),
    (
        lambda: MuM(4, "never", "not divisible").options((2, 8)),
        "heap 8 is divisible by the modulus 4; MuM heaps are not",
    ),
    (
        lambda: MuM(5).options((0, 1)),
        "a heap must be a whole number, at least 1, not 0",
    ),
    (
        lambda: MuM(5).options((-LONG,)),
        "a heap must be a whole number, at least 1, not (a number of 332193 bits)",
    ),
    (
        lambda: MuM(5).options([LONG]),  # type: ignore[arg-type]
        "heaps must be a tuple of whole numbers, not (a list that is too long to write)",
    ),
    (
        lambda: MuM(5).read("2 5"),
        "heap 5 is divisible by the modulus 5; MuM heaps are coprime to it",
    ),
    (
        lambda: TABLE.grundy((2, 6)),
        "(2, 6) is not in a table of at most 2 heaps up to 4",
    ),
    (
        lambda: TABLE.row((2, 3)),
        "(2, 3) and one more heap are not in a table of at most 2 heaps up to 4",
    ),
    (
        lambda: MuMTable(MuM(10**6 + 3), 1, 1),
        "the modulus of a table must be a whole number, from 2 to 1000000, not 1000003",
    ),
    (
        lambda: MuMTable(Nim(), 2, 4),  # type: ignore[arg-type]
        "the rules must be those of a MuM, not Nim()",
    ),
    (
        lambda: PowerMuM(10**8).options((10**8,)),
        "(100000000,) has up to 99999999 options, too many to list: at most 1000000",
    ),
    (lambda: PowerMuM(0), "the order must be a whole number, at least 1, not 0"),
    (lambda: Mumber(0), "the modulus must be a whole number, at least 1, not 0"),
    (
        lambda: MuMSolver(MuM(5)).mumber((3,), of_units=1),  # type: ignore[arg-type]
        "of_units must be True or False, not 1",
    ),
    (
        lambda: MuMTable(MuM(5), -1, 4),
        "the number of heaps must be a whole number, at least 0, not -1",
    ),
    (
        lambda: MuMTable(MuM(5), 1, 0),
        "the largest heap must be a whole number, at least 1, not 0",
    ),
    (
        lambda: MuMTable(MuM(5), 1, 4, progress=1),  # type: ignore[arg-type]
        "progress must be a function of one number, not 1",
    ),
    (
        lambda: TABLE.mumbers(3),
        "the number of heaps must be a whole number, from 0 to 2, not 3",
    ),
]
