"""MuM played: sticks that may be taken, stranded heaps, an engine that goes by the product."""

from __future__ import annotations

import ipywidgets as ipw
import pytest

from nimbook import engine
from nimbook.links import follow, fragment
from nimbook.play import Play
from nimtwist.games import MuM
from tests.chapters import from_chapter
from tests.experiments import all_of, control, said, shown
from tests.nimbook.play.test_play import button, classes, complaint, rows, status, title

read_mum = from_chapter("06", "read_mum")


def amounts(game: Play) -> list[tuple[str, list[int]]]:
    """Return the heaps that one may take from, and how much."""
    found = []
    for name, sticks in rows(game):
        legal = [int(b.tooltip) for b in sticks if "nt-forbidden" not in classes(b)]
        if legal:
            found.append((name, legal))
    return found


def sentences(game: Play) -> list[str]:
    """Return what the board says of heaps that are to be one."""
    return [said(html) for html in shown(game.widget) if "one heap" in html]


def product(game: Play) -> str:
    """Return what the board says of the product."""
    [found] = [said(html) for html in shown(game.widget) if "nt-product" in html]
    return found


def test_sticks_that_may_not_be_taken_look_so_and_say_why() -> None:
    game = Play(MuM(5), (1, 7, 8))
    assert amounts(game) == [("8", [1, 2, 4]), ("7", [1, 3, 4])]
    [(_, of_8), (_, of_7), _] = rows(game)
    for of, amount, sentence in (
        (of_8, 3, "heap 5 is divisible by the modulus 5; MuM heaps are coprime to it"),
        (of_8, 8, "a heap keeps at least 1, but one heap of (8, 7, 1) is gone"),
        (of_7, 6, "a move takes less than 5, but this one takes 6"),
    ):
        assert of[amount - 1].description.endswith(": forbidden")
        of[amount - 1].click()
        assert complaint(game) == sentence and game.left is None
    of_7[2].click()
    assert complaint(game) == "" and game.left == (1, 4, 8)


def test_the_product_stands_in_words_beside_the_heaps() -> None:
    assert product(Play(MuM(5), (2, 4))) == "4 × 2 = 8, which is 3 modulo 5"
    assert product(Play(MuM(5), (8,))) == "8 is 3 modulo 5"
    assert not [html for html in shown(Play(MuM(5), ()).widget) if "modulo" in html]


def test_a_stranded_player_consolidates_and_moves_on_the_same_turn() -> None:
    game = Play(MuM(5), (2, 2, 2))
    assert sentences(game) == [
        "(2, 2, 2) is stranded: you must make it one heap, (8), and you move on from there."
    ]
    assert amounts(game) == [("8", [1, 2, 4])]
    rows(game)[0][1][0].click()
    assert complaint(game) == (
        "(2, 2, 2) is stranded and becomes (8), from which the same player moves: "
        "a move takes from one heap only, but (8) to (2, 2, 1) does not"
    )
    game.hint()
    assert status(game) == "To win, consolidate into 8 and take 2 from the heap of 8."
    [stick] = [part for part in all_of(game.widget) if "nt-hint" in classes(part)]
    assert stick.description == "take 2 of 8"
    stick.click()
    assert game.left == (6,)


def test_consolidation_may_be_a_move_of_its_own() -> None:
    game = Play(MuM(5, "own-turn"), (2, 2))
    assert sentences(game) == [
        "(2, 2) is stranded: you must make it one heap, (4), which is your move."
    ]
    assert amounts(game) == []
    game.hint()
    join = button(game, "consolidate into (4)")
    assert ("nt-hint" in classes(join)) == ((4,) in game.match.advised)
    join.click()
    assert (game.left, game.position) == ((4,), (1,))
    assert game.message == (
        "You consolidate into 4. The engine takes 3 from the heap of 4. "
        "No move is left: the engine wins."
    )
    assert (amounts(game), sentences(game)) == ([], [])


def test_heaps_too_large_to_search_are_played_by_the_product(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "_MOST_WORK", 5_000)
    rules, heaps = MuM(13), (999_000, 999_998, 10**6)
    game = Play(rules, heaps)
    for _ in range(3):
        game.move(rules.options(game.position)[0])
        assert rules.product(game.position) == 1
    for reading in (MuM(13, "own-turn"), MuM(13, heaps="any")):
        for large in (heaps, (90, 92, 93, 94)):
            with pytest.raises(ValueError, match=r"more than 5000 numbers would be written down$"):
                Play(reading, large)


@pytest.mark.parametrize(
    ("rules", "position", "sentence"),
    [
        (
            MuM(997, "own-turn"),
            (1000, 2000),
            "(2000, 1000) has 1990 options, too many to play here: at most 1000",
        ),
        (MuM(5), (5,), "heap 5 is divisible by the modulus 5; MuM heaps are coprime to it"),
    ],
)
def test_what_cannot_be_played_here_is_refused(
    rules: MuM, position: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(ValueError) as caught:
        Play(rules, position)
    assert str(caught.value) == sentence


def chosen() -> Play:
    """Return a game whose rules the reader chooses."""
    return Play.chosen_by(
        read_mum,
        "chosen-mum",
        heaps=ipw.Text("8, 7"),
        modulus=ipw.BoundedIntText(5, min=2, max=100),
        consolidation=ipw.Dropdown(options=["same-turn", "own-turn", "never"]),
    )


def test_a_reader_chooses_heaps_modulus_and_reading() -> None:
    game = chosen()
    assert (game.rules, title(game)) == (MuM(5), "(8, 7)")
    control(game.widget, "modulus").value = 9
    control(game.widget, "consolidation").value = "own-turn"
    assert (game.rules, title(game)) == (MuM(9, "own-turn"), "(8, 7)")
    control(game.widget, "heaps").value = "8, 6"
    assert complaint(game) == "heap 6 must be coprime to the modulus 9"
    assert (game.rules, title(game)) == (MuM(9, "own-turn"), "(8, 7)")
    follow("lab-chosen-mum?heaps=3,3,3&modulus=5&consolidation=same-turn")
    assert (game.rules, title(game)) == (MuM(5), "(3, 3, 3)")
    assert fragment("chosen-mum") == (
        "lab-chosen-mum?heaps=3,3,3&modulus=5&consolidation=same-turn&opponent=perfect"
    )
