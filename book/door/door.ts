// What the landing page runs: a game that one plays at once, and a puzzle for each day.

import { Game } from "./game";
import { Puzzle } from "./puzzle";
import { Table, type Position, type Written } from "./table";

interface Data {
  nim: Written;
  twist: Written;
  first: { nim: Position; twist: Position };
  puzzles: string[];
}

const data = JSON.parse(document.getElementById("door-data")?.textContent ?? "") as Data;
const nim = new Table(data.nim);
const twist = new Table(data.twist);

const game = document.getElementById("door-game");
if (game) new Game(game, { nim, twist }, data.first);

// "1345" are heaps; "224:1" with the number that is forbidden.
const puzzle = document.getElementById("door-puzzle");
if (puzzle) {
  const read = (text: string): Position => {
    const [heaps = "", forbidden = "0"] = text.split(":");
    return { heaps: [...heaps].map(Number), forbidden: Number(forbidden) };
  };
  new Puzzle(puzzle, [nim, twist], data.puzzles.map(read));
}
