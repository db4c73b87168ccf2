// The script of the landing page: a game against the book, the puzzle of the day, and the reader's
// progress.

import { Game } from "./game";
import { showProgress } from "./progress";
import { Puzzle } from "./puzzle";
import { Table, type Position, type TableData } from "./table";

interface Data {
  nim: TableData;
  twist: TableData;
  first: { nim: Position; twist: Position };
  // The puzzles for each day of the week, from Monday on.
  puzzles: string[][];
}

const data = JSON.parse(document.getElementById("door-data")?.textContent ?? "") as Data;
const nim = new Table(data.nim);
const twist = new Table(data.twist);

const game = document.getElementById("door-game");
if (game) new Game(game, { nim, twist }, data.first);

// In the lists of puzzles, "1345" stands for heaps of 1, 3, 4 and 5, and "224:1" stands for heaps of
// 2, 2 and 4 with the number 1 forbidden.
const puzzle = document.getElementById("door-puzzle");
if (puzzle) {
  const parse = (text: string): Position => {
    const [heaps = "", forbidden = "0"] = text.split(":");
    return { heaps: [...heaps].map(Number), forbidden: Number(forbidden) };
  };
  const week = data.puzzles.map((texts) => texts.map(parse));
  new Puzzle(puzzle, [nim, twist], week);
}

showProgress();
