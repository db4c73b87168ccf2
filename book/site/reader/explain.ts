// Explains the cells of an interactive grid: which moves lead from a cell, and which of them decide
// its value. nimbook/show/answers.py stores the moves and the values of the options in the table.

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

type Place = [row: number, column: number];
type Cell = HTMLTableCellElement;

// One string for each cell, or a list of distinct strings and, for each cell, a digit.
type Layer = string[] | [kinds: string[], codes: string];

// The data in the attribute `data-answers`; see `Answers` in nimbook/show/answers.py.
type Answers = {
  how: "outcome" | "mex" | "rank" | "product" | "stone";
  number?: number;
  called?: string;
  stone?: Place;
  steps?: number[];
  moves?: { [cell: number]: number[] };
  worth?: Layer;
  beyond?: Layer;
  formula?: string;
  law?: [name: string, label: string];
  gives?: Layer;
};

export type Grid = Answers & {
  cells: Cell[][];
  width: number;
  rowOf: (i: number) => string;
  columnOf: (j: number) => string;
};

type Option = { cell?: Cell; value: string; words?: string; name: string };

export type Explanation = { sentence: string; moves: Cell[]; decide: Cell[] };

// --- Table data ----------------------------------------------------------------------------------

const cache = new WeakMap<HTMLTableElement, Grid>();

export function gridOf(table: HTMLTableElement): Grid {
  let grid = cache.get(table);
  if (!grid) {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    const cells = rows.map((row) => [...row.cells].slice(1));
    const heads = [...table.tHead!.rows[0]!.cells].slice(1);
    grid = {
      ...(JSON.parse(table.dataset["answers"]!) as Answers),
      cells,
      width: cells[0]?.length ?? 0,
      rowOf: (i) => rows[i]!.cells[0]!.textContent,
      columnOf: (j) => heads[j]!.textContent,
    };
    cache.set(table, grid);
  }
  return grid;
}

// Returns the row and the column of a cell.
export function placeOf({ cells }: Grid, cell: Cell): Place {
  const i = cells.findIndex((row) => row.includes(cell));
  return [i, cells[i]!.indexOf(cell)];
}

const cellAt = ({ cells }: Grid, [i, j]: Place): Cell => cells[i]![j]!;

const textAt = (grid: Grid, place: Place): string => cellAt(grid, place).textContent;

function layer(encoded: Layer | undefined, { width }: Grid, [i, j]: Place): string | undefined {
  if (!encoded) return undefined;
  const [kinds, codes] = encoded;
  const k = i * width + j;
  return Array.isArray(kinds)
    ? kinds[DIGITS.indexOf((codes as string)[k]!)]
    : (encoded as string[])[k];
}

// Returns two strings: the value of a cell as the target of a move, and what the player announces
// with that move, or "" if there is nothing to announce.
function valueOf(grid: Grid, place: Place): [value: string, words: string] {
  const text = layer(grid.worth, grid, place) ?? textAt(grid, place);
  const [value = "", ...words] = text.split(" ");
  return [value, words.join(" ")];
}

export function fill(template: string, grid: Grid, place: Place): string {
  const sides: { [side: string]: string } = {
    row: grid.rowOf(place[0]),
    column: grid.columnOf(place[1]),
  };
  const result = layer(grid.gives, grid, place) ?? textAt(grid, place);
  return template.replace(/\{(?:(row|column)(?:([/%])(\d+))?)?\}/g, (_, side, operation, by) => {
    if (side === undefined) return result;
    const label = sides[side]!;
    if (operation === undefined) return label;
    return String(operation === "/" ? Math.floor(Number(label) / by) : Number(label) % by);
  });
}

function targets(grid: Grid, [i, j]: Place): Place[] {
  const { how, moves, steps = [], width } = grid;
  const others = moves?.[i * width + j];
  if (others) return others.map((to) => [Math.floor(to / width), to % width]);
  if (how === "product") return [];
  const up = steps.map((step): Place => [i - step, j]);
  const left = steps.map((step): Place => [i, j - step]);
  return [...up, ...left].filter(([a, b]) => a >= 0 && b >= 0);
}

// --- Explanations --------------------------------------------------------------------------------

const MAX_NAMED = 6;

function list(words: string[], last: string): string {
  const named = words.length > MAX_NAMED ? words.slice(0, MAX_NAMED - 1) : words;
  const more = words.length - named.length;
  const all = more ? [...named, `${more} more`] : named;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} ${last} ${all.at(-1)}`;
}

// Lists numbers in ascending order, shortening three or more consecutive numbers to “a to b”.
function runs(numbers: number[]): string {
  const ends: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const run = ends.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else ends.push([number, number]);
  }
  return list(
    ends.flatMap(([a, b]) => (b > a + 1 ? [`${a} to ${b}`] : b > a ? [`${a}`, `${b}`] : [`${a}`])),
    "and",
  );
}

// A far corner to which a stone can move, and the values of the three stones that result.
function corners(grid: Grid, stone: Place): (Option & { cell: Cell })[] {
  const [i, j] = stone;
  const value = (place: Place) => Number(valueOf(grid, place)[0]);
  const all = grid.moves
    ? targets(grid, stone)
    : grid.cells
        .flatMap((row, a) => row.map((_, b): Place => [a, b]))
        .filter(([a, b]) => a > i && b < j);
  return all.map(([a, b]) => {
    const sum = value([a, b]) ^ value([i, b]) ^ value([a, j]);
    return { cell: cellAt(grid, [a, b]), value: String(sum), name: "" };
  });
}

// Returns the options of the position in a cell, including options outside the grid.
function optionsOf(grid: Grid, place: Place): Option[] {
  if (grid.how === "stone") return corners(grid, place);
  const inside = targets(grid, place).map(([a, b]) => {
    const [value, words] = valueOf(grid, [a, b]);
    const name = `(${grid.rowOf(a)}, ${grid.columnOf(b)})`;
    return { cell: cellAt(grid, [a, b]), value, words, name };
  });
  const lines = (layer(grid.beyond, grid, place) ?? "").split("\n").filter(Boolean);
  const outside = lines.map((line) => {
    const [value = "", ...name] = line.split(" ");
    return { value, name: name.join(" ") };
  });
  return [...inside, ...outside];
}

// Lists the winning options, grouped by what the player announces with the move.
function listWins(wins: Option[]): string {
  const names = new Map<string, string[]>();
  for (const { name, words = "" } of wins) names.set(words, [...(names.get(words) ?? []), name]);
  const groups = [...names].map(
    ([words, all]) => `${list([...new Set(all)], "or")}${words && `, with “${words}”`}`,
  );
  return groups.join("; or ");
}

type Reason = [sentence: string, decisive: Option[]];

function explainOutcome(name: string, options: Option[], text: string): Reason {
  if (!options.length) return [`${name} is P: no move is left.`, []];
  const wins = options.filter((option) => option.value === "P");
  const stranded = text === "S" ? ", and stranded" : "";
  if (!wins.length) return [`${name} is P: every move leads to N.`, options];
  return [`${name} is N${stranded}: to win, move to ${listWins(wins)}.`, wins];
}

function explainMex(name: string, value: string, options: Option[], number = 0): Reason {
  const noun = number ? "mumber" : "value";
  const kind = number > 1 ? `least number coprime to ${number}` : "least number";
  if (!options.length) return [`${name} has ${noun} ${value}: no move is left.`, []];
  const values = options.map((option) => Number(option.value));
  const reason = `its options have ${noun}s ${runs(values)}; the ${kind} not among them is ${value}.`;
  const decide = options.filter((option) => Number(option.value) < Number(value));
  return [`${name} has ${noun} ${value}: ${reason}`, decide];
}

function explainRank(name: string, value: string, options: Option[]): Reason {
  const rank = (option: Option) => (option.value === "P" ? 0 : Number(option.value));
  if (!options.length) return [`${name} is P, of rank 0: no move is left.`, []];
  const minimum = Math.min(...options.map(rank));
  const best = options.filter((option) => rank(option) === minimum);
  if (value === "P") {
    return [`${name} is P, of rank 0: every move leads to the last rank, ${minimum}.`, options];
  }
  const names = [...new Set(best.map((option) => option.name))];
  const [noun, verb] = names.length > 1 ? ["options", "have"] : ["option", "has"];
  const reason = `the best ${noun}, ${list(names, "and")}, ${verb} rank ${minimum}`;
  return [`${name} has rank ${value}: ${reason}.`, best];
}

function explainProduct(grid: Grid, [i, j]: Place): Explanation {
  const value = (place: Place) => Number(textAt(grid, place));
  const used = new Set<Cell>();
  const excluded: number[] = [];
  for (let a = 0; a < i; a++) {
    for (let b = 0; b < j; b++) {
      const places: Place[] = [
        [a, b],
        [a, j],
        [i, b],
      ];
      for (const place of places) used.add(cellAt(grid, place));
      excluded.push(places.map(value).reduce((sum, term) => sum ^ term));
    }
  }
  const name = `${grid.rowOf(i)} ⊗ ${grid.columnOf(j)} is ${value([i, j])}`;
  const reason = excluded.length
    ? `the definition excludes ${runs(excluded)}; the least number left is ${value([i, j])}.`
    : "the definition excludes nothing.";
  // All cells get the same mark, because marks cannot show which three cells form each sum.
  return { sentence: `${name}: ${reason}`, moves: [...used], decide: [] };
}

// Explains the move of a stone to the far corner (a, b). If (a, b) is in the stone's row or column,
// explains the value of a stone on (a, b) instead. In that case, also marks the far corners of all
// moves that put a stone on (a, b).
function explainStoneMove(grid: Grid, stone: Place, [a, b]: Place): Explanation {
  const [i, j] = stone;
  const at = ([k, m]: Place) => `(${grid.columnOf(m)}, ${grid.rowOf(k)})`;
  const [value] = valueOf(grid, [a, b]);
  if (a === i || b === j) {
    const far = corners(grid, stone).filter(({ cell }) =>
      a === i ? cell.cellIndex === b + 1 : grid.cells[a]!.includes(cell),
    );
    const line = a === i ? "column" : "row";
    const dead = value === "0" ? " (dead)" : "";
    const sentence = `Each far corner in this ${line} puts a stone on ${at([a, b])}, with value ${value}${dead}.`;
    return { sentence, moves: far.map(({ cell }) => cell), decide: [] };
  }
  const all: Place[] = [
    [a, b],
    [i, b],
    [a, j],
  ];
  const stones = all.filter((place) => valueOf(grid, place)[0] !== "0");
  const sum = stones.map((place) => valueOf(grid, place)[0]).join(" ⊕ ");
  const effect = stones.length
    ? `leaves ${stones.length > 1 ? "stones" : "a stone"} on ${list(stones.map(at), "and")}, with value ${sum}`
    : "removes the stone and leaves 0";
  const total = stones.length > 1 ? ` = ${textAt(grid, [a, b])}` : "";
  const sentence = `The far corner ${at([a, b])} ${effect}${total}.`;
  const cells = stones.map((place) => cellAt(grid, place));
  return { sentence, moves: [cellAt(grid, stone), ...cells], decide: cells };
}

export function explain(grid: Grid, place: Place): Explanation {
  const text = textAt(grid, place);
  const { how, number, stone } = grid;
  if (stone && stone.some((index, k) => index !== place[k])) {
    return explainStoneMove(grid, stone, place);
  }
  if (!text) return { sentence: "This cell is not filled in yet.", moves: [], decide: [] };
  if (how === "product") return explainProduct(grid, place);
  const name = fill(grid.called ?? "({row}, {column})", grid, place);
  const options = optionsOf(grid, place);
  const [value] = valueOf(grid, place);
  const [sentence, decide] =
    how === "outcome"
      ? explainOutcome(name, options, text)
      : how === "rank"
        ? explainRank(name, value, options)
        : explainMex(name, value, options, number);
  const cells = (subset: Option[]) => subset.flatMap(({ cell }) => cell ?? []);
  return { sentence, moves: cells(options), decide: cells(decide) };
}
