"""Junk in every argument of every public function: an answer, or a `ValueError` that quotes it.

A new public name fails `test_every_public_name_is_tried` until it has an entry in `CALLS`, or in
`RECORDS` if it only holds what it is given.
"""

from __future__ import annotations

import inspect
import math
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

import nimtwist.games
from nimtwist import Solver, Sum, Tree, drawing, links, mex, play, widgets
from nimtwist.claims import LEDGER, check
from nimtwist.claims.ledger import Ledger
from nimtwist.figures import Picture, family_census, nim_sum_map, outcome_maps
from nimtwist.game import Ruleset
from nimtwist.games import BlockingNim, Nim
from nimtwist.games.blocking import (
    PileGrid,
    box_outcome,
    longest_run,
    odd_or_even_kinds,
    read_family,
    read_game,
    show_restriction,
    smallest_allowed,
    strictest,
    theorem_1,
    theorem_2,
)
from nimtwist.games.nim import nim_sum, read_heaps

GAME = BlockingNim.exactly(3, 1)
PLACE = ((1, 2), frozenset({1}))
TOY = Ledger([LEDGER["twist.ex-nimsum"]])
INPUTS = links.Inputs({"heap": ipw.Text("3")})
links.register("tried", INPUTS)


def played(method: str) -> Callable[..., object]:
    """Return a method of a lab that is new at each call."""
    return lambda *arguments: getattr(play.Play(Nim(), (10, 9)), method)(*arguments)


CALLS: dict[str, tuple[Callable[..., object], tuple[object, ...]]] = {
    "mex": (mex, ([0, 1], 0)),
    "Sum": (Sum, ((Nim(),),)),
    "Sum.options": (Sum((Nim(), GAME)).options, (((1,), PLACE),)),
    "Tree.of": (Tree.of, (Nim(), (2,), 1)),
    "Solver": (Solver, (Nim(), print)),
    "Solver.outcome": (Solver(GAME).outcome, (PLACE,)),
    "Solver.grundy": (Solver(Nim()).grundy, ((1, 2),)),
    "Solver.rank": (Solver(Nim()).rank, ((1, 2), 3)),
    "Solver.winning_options": (Solver(Nim()).winning_options, ((1, 2),)),
    "Solver.strategy": (Solver(Nim()).strategy, ((1, 1), bool)),
    "Nim": (Nim, ()),
    "Nim.options": (Nim().options, ((1, 2),)),
    "Nim.show": (Nim().show, ((1, 2),)),
    "Nim.read": (Nim().read, ("1, 2",)),
    "Nim.refusal": (Nim().refusal, ((1, 2), (1, 1))),
    "nim_sum": (nim_sum, ([1, 2],)),
    "read_heaps": (read_heaps, ("1, 2",)),
    "BlockingNim": (BlockingNim, (3, [[1], [2]])),
    "BlockingNim.exactly": (BlockingNim.exactly, (3, 1)),
    "BlockingNim.up_to": (BlockingNim.up_to, (3, 1)),
    "BlockingNim.options": (GAME.options, (PLACE,)),
    "BlockingNim.show": (GAME.show, (PLACE,)),
    "BlockingNim.read": (GAME.read, ("1, 2 not 1",)),
    "BlockingNim.refusal": (GAME.refusal, (PLACE, ((1,), frozenset({2})))),
    "PileGrid": (PileGrid, (GAME, 3, abs)),
    "PileGrid.outcome": (PileGrid(GAME, 3).outcome, (1, 2, frozenset({1}))),
    "PileGrid.rows": (PileGrid(GAME, 3).rows, (frozenset({1}),)),
    "box_outcome": (box_outcome, ((1, 2), 2, 1)),
    "longest_run": (longest_run, (3, [1, 2])),
    "odd_or_even_kinds": (odd_or_even_kinds, ((1, 2), "odd")),
    "read_family": (read_family, ("1; 2, 3",)),
    "read_game": (read_game, ("4, 2, 1", 3, "1")),
    "show_restriction": (show_restriction, ([2, 1],)),
    "smallest_allowed": (smallest_allowed, (3, [1, 2])),
    "strictest": (strictest, (2,)),
    "theorem_1": (theorem_1, ((1, 2), [1])),
    "theorem_2": (theorem_2, ((1, 2), [1], 3, 1)),
    "check": (TOY.check, ("twist.ex-nimsum", "quick", abs)),
    "Drawing": (drawing.Drawing, ("<b>mex</b>",)),
    "agreement": (drawing.agreement, (["PN"], ["PP"])),
    "badge": (drawing.badge, ("holds",)),
    "binary_columns": (drawing.binary_columns, ((1, 2),)),
    "compared": (drawing.compared, (["PN", "NP"], ["PN", "PP"], "two", 2)),
    "family_grids": (drawing.family_grids, (3, "1; 2", 4)),
    "grid": (drawing.grid, (["PN", "NP"], "two", 2, {(1, 1): "now"}, "first", "second")),
    "heaps": (drawing.heaps, ((1, 2),)),
    "in_place": (drawing.in_place, (Tree(PLACE), (2, 1), True)),
    "mex_table": (drawing.mex_table, (3, 2)),
    "nim_position": (drawing.nim_position, ((1, 2), Solver(Nim()))),
    "outcome_tag": (drawing.outcome_tag, ("P",)),
    "panels": (drawing.panels, ("<p>a</p>", "<p>b</p>")),
    "table": (drawing.table, (["x", "mex"], [[5, 6]], "a table")),
    "tree": (drawing.tree, (Tree((1,)), str, Solver(Nim()).outcome, "a tree")),
    "verdict_card": (drawing.verdict_card, (TOY.check("twist.ex-nimsum"),)),
    "Play": (play.Play, (Nim(), (2, 1), "tried")),
    "Play.chosen_by": (
        lambda setup, name, control: play.Play.chosen_by(setup, name, heap=control),
        (lambda heap: (Nim(), (1, 2)), "tried", ipw.Text("3")),
    ),
    "Play.show": (played("show"), ((2, 1),)),
    "Play.button": (played("button"), ("hint", print)),
    "Play.restart": (played("restart"), ((2, 1),)),
    "Play.move": (played("move"), ((10, 1),)),
    "board": (play.board, (Nim(), play.Play(Nim(), (2, 1)))),
    "explorer": (
        lambda draw, begin, axis: widgets.explorer(draw, begin=begin, n=axis),
        (lambda n: f"{n}", {"n": 2}, range(3)),
    ),
    "Inputs": (links.Inputs, ({"heap": ipw.Text("3")}, print, str)),
    "Inputs.set": (INPUTS.set, ({"heap": "4"},)),
    "follow": (links.follow, ("lab-tried?heap=4",)),
    "fragment": (links.fragment, ("tried",)),
    "register": (links.register, ("tried-too", INPUTS)),
    "lab": (
        lambda draw, name, control: widgets.lab(draw, name, n=control),
        (lambda n: n, "heap", ipw.Text("3")),
    ),
    "reveal": (widgets.reveal, ("Why?", "So.", "Reveal")),
    "Picture": (Picture, (Figure(), "nothing")),
    "family_census": (family_census, (2,)),
    "nim_sum_map": (nim_sum_map, (4,)),
    "outcome_maps": (outcome_maps, ({"a": ["PN", "NP"]},)),
}

RECORDS = {"EndlessPlayError", "Tree", "Claim", "Verdict"}
"""What holds anything that it is given: the package makes these, and readers look at them."""

NO_INPUT = {"Notation", "Outcome", "Ruleset", "LEDGER", "STYLE"}
"""Types that are never made, the ledger, which is a mapping, and the stylesheet."""

MODULES = [
    "nimtwist",
    "nimtwist.game",
    "nimtwist.games",
    "nimtwist.claims",
    *(
        f"nimtwist.games.{module.name}"
        for module in pkgutil.iter_modules(nimtwist.games.__path__)
        if not module.name.startswith("_")
    ),
    "nimtwist.drawing",
    "nimtwist.links",
    "nimtwist.play",
    "nimtwist.widgets",
    "nimtwist.figures",
]


def public_calls() -> Iterator[str]:
    """Yield the public functions, classes and methods of the modules."""
    for module in map(import_module, MODULES):
        for name in module.__all__:
            if name in NO_INPUT:
                continue
            if name not in RECORDS:
                yield name
            if inspect.isclass(found := getattr(module, name)):
                for method, value in vars(found).items():
                    if takes_arguments(value) and not method.startswith("_"):
                        yield f"{name}.{method}"


def takes_arguments(method: Any) -> bool:
    """Return whether this is a method with parameters besides the object or the class."""
    function = method.__func__ if isinstance(method, classmethod) else method
    return inspect.isfunction(function) and len(inspect.signature(function).parameters) > 1


# --- Junk ----------------------------------------------------------------------------------------

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.integers(-4, 4),
    st.integers(-(10**30), -1),
    st.text(max_size=4),
    st.sampled_from(["not 1", "1, x", "4 not", "(", "twist.thm-1", "\N{SUPERSCRIPT TWO}"]),
    st.binary(max_size=2),
    st.complex_numbers(max_magnitude=3),
    st.sampled_from([Nim(), BlockingNim(1, [()]), ..., range(3)]),
)


def _containers(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    plain = st.one_of(
        st.none(), st.booleans(), st.integers(-2, 4), st.floats(), st.text(max_size=2)
    )
    return st.one_of(
        st.lists(parts, max_size=3),
        st.lists(parts, max_size=3).map(tuple),
        st.lists(st.integers(-1, 4), max_size=3).map(tuple),
        st.sets(plain, max_size=3),
        st.frozensets(plain, max_size=3),
        st.dictionaries(plain, parts, max_size=2),
        st.tuples(st.lists(st.integers(0, 3), max_size=2).map(tuple), parts),
    )


JUNK = st.recursive(LEAVES, _containers, max_leaves=6)

# A heap of 10^30 is right, and has 10^30 options; and so on. Elsewhere huge numbers are tried.
TAKES_LONG = {
    *("Sum.options", "Tree.of", "Solver.outcome", "Solver.grundy", "Solver.rank"),
    *("Solver.winning_options", "Solver.strategy", "Nim.options", "BlockingNim.options"),
    *("PileGrid", "strictest", "nim_sum_map"),
}
HUGE = st.one_of(st.integers(5, 300), st.integers(10**6, 10**30))


def parts_of(value: Any) -> Iterator[Any]:
    """Yield the value and whatever is in it."""
    yield value
    if isinstance(value, range):
        value = list(value)
    if isinstance(value, frozenset):
        yield sorted(value, key=repr)  # as restrictions are written
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset | str | bytes):
        for part in value:
            if part != value:
                yield from parts_of(part)


# --- Every public name ---------------------------------------------------------------------------


def test_every_public_name_is_tried() -> None:
    assert set(public_calls()) == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_the_arguments_that_junk_takes_the_place_of_are_right(name: str) -> None:
    call, arguments = CALLS[name]
    call(*arguments)


@pytest.mark.parametrize(
    ("name", "place"), [(name, i) for name, (_, right) in CALLS.items() for i in range(len(right))]
)
@settings(max_examples=80)
@given(data=st.data())
def test_junk_is_answered_or_refused_with_a_sentence_that_quotes_it(
    name: str, place: int, data: st.DataObject
) -> None:
    call, right = CALLS[name]
    junk = data.draw(JUNK if name in TAKES_LONG else st.one_of(JUNK, HUGE))
    arguments = (*right[:place], junk, *right[place + 1 :])
    # Another ruleset is no junk; what it then refuses is the position that came with it.
    wrong = arguments if isinstance(junk, Ruleset) else junk
    try:
        call(*arguments)
    except ValueError as error:
        message = str(error)
        assert any(repr(part) in message for part in parts_of(wrong)), message


# --- Exact sentences -----------------------------------------------------------------------------

ONE = frozenset({1})


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        # Heaps and piles.
        (
            lambda: Nim().options((2, -1)),
            "a heap must be a whole number, at least 0, not -1",
        ),
        (
            lambda: Nim().options((1.0,)),  # type: ignore[arg-type]
            "a heap must be a whole number, at least 0, not 1.0",
        ),
        (
            lambda: Solver(Nim()).outcome((True,)),
            "a heap must be a whole number, at least 0, not True",
        ),
        (
            lambda: Nim().options([1, 2]),  # type: ignore[arg-type]
            "heaps must be a tuple of whole numbers, not [1, 2]",
        ),
        (
            lambda: Solver(GAME).outcome(((-2,), ONE)),
            "a heap must be a whole number, at least 0, not -2",
        ),
        (
            lambda: Nim().read("3, two"),
            "'two' is not a heap: heaps are whole numbers from 0 to 1000000, "
            "apart by commas, as in 4, 2, 1",
        ),
        (
            lambda: Nim().read("1000001"),
            "'1000001' is not a heap: heaps are whole numbers from 0 to 1000000, "
            "apart by commas, as in 4, 2, 1",
        ),
        (
            lambda: Nim().read(None),  # type: ignore[arg-type]
            "a position is read from text, not from None",
        ),
        (
            lambda: nim_sum([1, True]),
            "a term of a nim-sum must be a whole number, at least 0, not True",
        ),
        # The modulus and the family.
        (
            lambda: BlockingNim(0, [[1]]),
            "the modulus must be a whole number, at least 1, not 0",
        ),
        (
            lambda: BlockingNim(True, [[1]]),
            "the modulus must be a whole number, at least 1, not True",
        ),
        (
            lambda: BlockingNim(3, []),
            "the family of restrictions [] is empty: give one",
        ),
        (
            lambda: BlockingNim(3, [[1], [4]]),
            "a forbidden residue must be a whole number, from 1 to 3, not 4",
        ),
        (
            lambda: BlockingNim(3, [[0]]),
            "a forbidden residue must be a whole number, from 1 to 3, not 0",
        ),
        (
            lambda: BlockingNim(3, [[True]]),
            "a forbidden residue must be a whole number, from 1 to 3, not True",
        ),
        (
            lambda: BlockingNim(3, [1, 2]),  # type: ignore[list-item]
            "restrictions must be a collection of sets of residues, not [1, 2]",
        ),
        (
            lambda: BlockingNim.exactly(3, 4),
            "k, the number of blocked residues, must be a whole number, from 0 to 3, not 4",
        ),
        (
            lambda: BlockingNim.up_to(0, 0),
            "the modulus must be a whole number, from 1 to 65536, not 0",
        ),
        (
            lambda: BlockingNim.exactly(40, 20),
            "blocking 20 residues modulo 40 makes too large a family: at most 65536 restrictions "
            "are listed, with 1048576 residues",
        ),
        (
            lambda: BlockingNim.exactly(60_000, 59_999),
            "blocking 59999 residues modulo 60000 makes too large a family: at most 65536 "
            "restrictions are listed, with 1048576 residues",
        ),
        (
            lambda: smallest_allowed(3, [1, 5]),
            "a forbidden residue must be a whole number, from 1 to 3, not 5",
        ),
        (
            lambda: longest_run(0, []),
            "the modulus must be a whole number, at least 1, not 0",
        ),
        # Positions of blocking Nim.
        (
            lambda: GAME.options(((1,), frozenset({1, 2}))),
            "the restriction [1, 2] is not in the family of BlockingNim(3, [[1], [2], [3]])",
        ),
        (
            lambda: GAME.options(((1,), frozenset({True}))),
            "the restriction [True] is not in the family of BlockingNim(3, [[1], [2], [3]])",
        ),
        (
            lambda: GAME.options(((1,), {1})),  # type: ignore[arg-type]
            "the restriction {1} is not a frozenset of residues",
        ),
        (
            lambda: GAME.options((1, 2)),  # type: ignore[arg-type]
            "heaps must be a tuple of whole numbers, not 1",
        ),
        (
            lambda: GAME.options(((1,),)),  # type: ignore[arg-type]
            "position ((1,),) is not a pair (piles, forbidden)",
        ),
        (
            lambda: GAME.read("2 1 not 4"),
            "the restriction [4] is not in the family of BlockingNim(3, [[1], [2], [3]])",
        ),
        (
            lambda: GAME.read("2 1 not x"),
            "'x' is not a residue: residues are whole numbers from 0 to 1000000, "
            "apart by commas, as in 4, 2, 1",
        ),
        (
            lambda: read_game("4, two", 3, "1"),
            "'two' is not a pile: piles are whole numbers from 0 to 1000000, "
            "apart by commas, as in 4, 2, 1",
        ),
        (
            lambda: read_game("4, 2", 3, "1, 4"),
            "a forbidden residue must be a whole number, from 1 to 3, not 4",
        ),
        (
            lambda: read_game("4, 2", 3, "0"),
            "a forbidden residue must be a whole number, from 1 to 3, not 0",
        ),
        (
            lambda: read_family("1; -2"),
            "'-2' is not a residue: residues are whole numbers from 0 to 1000000, "
            "apart by commas, as in 4, 2, 1",
        ),
        # Questions.
        (
            lambda: mex([1, "2"]),  # type: ignore[list-item]
            "a value of mex must be a whole number, at least 0, not '2'",
        ),
        (
            lambda: Solver(Nim()).rank((1,), players=1),
            "the number of players must be a whole number, at least 2, not 1",
        ),
        (
            lambda: Solver(Nim).outcome((1,)),  # type: ignore[arg-type]
            "a solver takes a ruleset, a value with options(), "
            "not <class 'nimtwist.games.nim.Nim'>",
        ),
        (
            lambda: Solver(Nim(), progress=3),  # type: ignore[arg-type]
            "progress must be a function of one number, not 3",
        ),
        (
            lambda: Solver(Nim()).strategy((1,), keep=None),  # type: ignore[arg-type]
            "keep must be a function of one position, not None",
        ),
        (
            lambda: Solver(Sum((Nim(),))).outcome([1]),  # type: ignore[arg-type]
            "position [1] is not hashable: it must be immutable",
        ),
        (
            lambda: Sum((Nim(), Nim())).options(((1,),)),
            "position ((1,),) does not fit a sum of 2 games: "
            "it must be a tuple with one position for each",
        ),
        (
            lambda: Sum([Nim()]),  # type: ignore[arg-type]
            "a sum is of a tuple of rulesets, not [Nim()]",
        ),
        # Closed forms and grids.
        (
            lambda: box_outcome((1,), 0, 1),
            "the size of a box must be a whole number, at least 1, not 0",
        ),
        (
            lambda: box_outcome((1,), 2, -math.inf),
            "least must be a whole number, at least 1, not -inf",
        ),
        (
            lambda: theorem_1((1,), {1, 2}),
            "one-blocking Nim forbids one residue, not {1, 2}",
        ),
        (
            lambda: theorem_2((1,), {1}, 3, -1),
            "k must be a whole number, at least 0, not -1",
        ),
        (
            lambda: odd_or_even_kinds((1,), "both"),
            "must_take is 'odd' or 'even', not 'both'",
        ),
        (
            lambda: PileGrid(Nim(), 3),  # type: ignore[arg-type]
            "a pile grid is of a BlockingNim, not Nim()",
        ),
        (
            lambda: PileGrid(GAME, 0),
            "the size of a grid must be a whole number, at least 1, not 0",
        ),
        (
            lambda: PileGrid(GAME, 3).outcome(1, 3, ONE),
            "a pile of the grid must be a whole number, from 0 to 2, not 3",
        ),
        (
            lambda: check("twist.ex-nimsum", progress="%"),  # type: ignore[arg-type]
            "progress must be a function of one number, not '%'",
        ),
    ],
)
def test_bad_input_is_refused_in_these_words(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == sentence
