// Interactive grids: selecting a cell by tap, mouse or keyboard marks its moves and highlights those
// that decide its outcome. An explanation appears below the grid. nimbook/show/answers.py stores the
// moves and their values in the table.
"use strict";

{
  const GRID = "table[data-answers]";
  const POINTER = "button.nt-pointer";
  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  // --- Table data --------------------------------------------------------------------------------

  const cache = new WeakMap();

  function dataOf(table) {
    if (!cache.has(table)) {
      const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
      const cells = rows.map((row) => [...row.cells].slice(1));
      const heads = [...table.tHead.rows[0].cells].slice(1);
      cache.set(table, {
        ...JSON.parse(table.dataset.answers),
        cells,
        width: cells[0]?.length ?? 0,
        rowOf: (i) => rows[i].cells[0].textContent,
        columnOf: (j) => heads[j].textContent,
      });
    }
    return cache.get(table);
  }

  function layer(data, name, i, j) {
    const encoded = data[name];
    if (!encoded) return undefined;
    const [kinds, codes] = encoded;
    const k = i * data.width + j;
    return typeof codes === "string" && Array.isArray(kinds)
      ? kinds[DIGITS.indexOf(codes[k])]
      : encoded[k];
  }

  // Returns two strings: the value that cell (i, j) has as the target of a move, and what the player
  // announces with that move, or "" if there is nothing to announce.
  function valueOf(data, i, j) {
    const text = layer(data, "worth", i, j) ?? data.cells[i][j].textContent;
    const [value, ...words] = text.split(" ");
    return [value, words.join(" ")];
  }

  function fill(template, data, i, j) {
    const sides = { row: data.rowOf(i), column: data.columnOf(j) };
    const result = layer(data, "gives", i, j) ?? data.cells[i][j].textContent;
    return template.replace(/\{(?:(row|column)(?:([/%])(\d+))?)?\}/g, (_, side, operation, by) =>
      side === undefined
        ? result
        : operation === undefined
          ? sides[side]
          : operation === "/"
            ? Math.floor(sides[side] / by)
            : sides[side] % by,
    );
  }

  function targets(data, i, j) {
    const k = i * data.width + j;
    const others = data.moves?.[k];
    if (others) return others.map((to) => [Math.floor(to / data.width), to % data.width]);
    if (data.how === "product") return [];
    const up = (data.steps ?? []).map((step) => [i - step, j]);
    const left = (data.steps ?? []).map((step) => [i, j - step]);
    return [...up, ...left].filter(([a, b]) => a >= 0 && b >= 0);
  }

  // --- Explanations ------------------------------------------------------------------------------

  const MAX_NAMED = 6;

  function list(words, last) {
    const named = words.length > MAX_NAMED ? words.slice(0, MAX_NAMED - 1) : words;
    const more = words.length - named.length;
    const all = more ? [...named, `${more} more`] : named;
    return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} ${last} ${all.at(-1)}`;
  }

  // Lists numbers in ascending order, shortening three or more consecutive numbers to “a to b”.
  function runs(numbers) {
    const ends = [];
    for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
      const run = ends.at(-1);
      if (run && number === run[1] + 1) run[1] = number;
      else ends.push([number, number]);
    }
    return list(
      ends.flatMap(([a, b]) =>
        b > a + 1 ? [`${a} to ${b}`] : b > a ? [`${a}`, `${b}`] : [`${a}`],
      ),
      "and",
    );
  }

  // Returns the far corners to which a stone in cell (i, j) can move. Each far corner comes with
  // the values of the three stones that result from the move.
  function corners(data, i, j) {
    const value = (a, b) => Number(valueOf(data, a, b)[0]);
    const all = data.moves
      ? targets(data, i, j)
      : data.cells
          .flatMap((row, a) => row.map((_, b) => [a, b]))
          .filter(([a, b]) => a > i && b < j);
    return all.map(([a, b]) => {
      const values = [value(a, b), value(i, b), value(a, j)];
      return { cell: data.cells[a][b], values, value: values[0] ^ values[1] ^ values[2] };
    });
  }

  // Returns the options of the position in cell (i, j), including options outside the grid.
  function optionsOf(data, i, j) {
    if (data.how === "stone") return corners(data, i, j);
    const inside = targets(data, i, j).map(([a, b]) => {
      const [value, words] = valueOf(data, a, b);
      const name = `(${data.rowOf(a)}, ${data.columnOf(b)})`;
      return { cell: data.cells[a][b], value, words, name };
    });
    const lines = (layer(data, "beyond", i, j) ?? "").split("\n").filter(Boolean);
    const outside = lines.map((line) => {
      const [value, ...name] = line.split(" ");
      return { value, name: name.join(" ") };
    });
    return [...inside, ...outside];
  }

  // Lists the winning options, grouped by what the player announces with the move.
  function listWins(wins) {
    const names = new Map();
    for (const { name, words = "" } of wins) names.set(words, [...(names.get(words) ?? []), name]);
    const groups = [...names].map(
      ([words, all]) => `${list([...new Set(all)], "or")}${words && `, with “${words}”`}`,
    );
    return groups.join("; or ");
  }

  const explain = {
    outcome(name, value, options, data, text) {
      if (!options.length) return [`${name} is P: no move is left.`, []];
      const wins = options.filter((option) => option.value === "P");
      const stranded = text === "S" ? ", and stranded" : "";
      if (!wins.length) return [`${name} is P: every move leads to N.`, options];
      return [`${name} is N${stranded}: to win, move to ${listWins(wins)}.`, wins];
    },

    mex(name, value, options, data) {
      const noun = data.number ? "mumber" : "value";
      const kind = data.number > 1 ? `least number coprime to ${data.number}` : "least number";
      if (!options.length) return [`${name} has ${noun} ${value}: no move is left.`, []];
      const values = options.map((option) => Number(option.value));
      const reason = `its options have ${noun}s ${runs(values)}; the ${kind} not among them is ${value}.`;
      const decide = options.filter((option) => Number(option.value) < Number(value));
      return [`${name} has ${noun} ${value}: ${reason}`, decide];
    },

    rank(name, value, options, data) {
      const rank = (option) => (option.value === "P" ? 0 : Number(option.value));
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
    },
  };

  explain.stone = explain.mex;

  function product(data, i, j) {
    const value = (a, b) => Number(data.cells[a][b].textContent);
    const [used, excluded] = [new Set(), []];
    for (let a = 0; a < i; a++) {
      for (let b = 0; b < j; b++) {
        for (const cell of [data.cells[a][b], data.cells[a][j], data.cells[i][b]]) used.add(cell);
        excluded.push(value(a, j) ^ value(i, b) ^ value(a, b));
      }
    }
    const name = `${data.rowOf(i)} ⊗ ${data.columnOf(j)} is ${value(i, j)}`;
    const reason = excluded.length
      ? `the definition excludes ${runs(excluded)}; the least number left is ${value(i, j)}.`
      : "the definition excludes nothing.";
    // All cells get the same mark, because marks cannot show which three cells form each sum.
    return { sentence: `${name}: ${reason}`, moves: [...used], decide: [] };
  }

  // Explains the move of a stone to the far corner (a, b). If (a, b) is in the stone's row or
  // column, explains the value of a stone on (a, b) instead. In that case, also marks the far
  // corners of all moves that put a stone on (a, b).
  function explainStoneMove(data, a, b) {
    const [i, j] = data.stone;
    const at = (k, m) => `(${data.columnOf(m)}, ${data.rowOf(k)})`;
    const [value] = valueOf(data, a, b);
    if (a === i || b === j) {
      const far = corners(data, i, j).filter(({ cell }) =>
        a === i ? cell.cellIndex === b + 1 : data.cells[a].includes(cell),
      );
      const line = a === i ? "column" : "row";
      const dead = value === "0" ? " (dead)" : "";
      const sentence = `Each far corner in this ${line} puts a stone on ${at(a, b)}, with value ${value}${dead}.`;
      return { sentence, moves: far.map(({ cell }) => cell), decide: [] };
    }
    const stones = [
      [a, b],
      [i, b],
      [a, j],
    ].filter(([k, m]) => valueOf(data, k, m)[0] !== "0");
    const places = list(
      stones.map(([k, m]) => at(k, m)),
      "and",
    );
    const sum = stones.map(([k, m]) => valueOf(data, k, m)[0]).join(" ⊕ ");
    const total = data.cells[a][b].textContent;
    const effect = stones.length
      ? `leaves ${stones.length > 1 ? "stones" : "a stone"} on ${places}, with value ${sum}`
      : "removes the stone and leaves 0";
    const sentence = `The far corner ${at(a, b)} ${effect}${stones.length > 1 ? ` = ${total}` : ""}.`;
    const cells = stones.map(([k, m]) => data.cells[k][m]);
    return { sentence, moves: [data.cells[i][j], ...cells], decide: cells };
  }

  function answer(data, i, j) {
    const text = data.cells[i][j].textContent;
    const [si, sj] = data.stone ?? [i, j];
    if (i !== si || j !== sj) return explainStoneMove(data, i, j);
    if (!text) return { sentence: "This cell is not filled in yet.", moves: [], decide: [] };
    if (data.how === "product") return product(data, i, j);
    const name = fill(data.called ?? "({row}, {column})", data, i, j);
    const options = optionsOf(data, i, j);
    const [optionValue] = valueOf(data, i, j);
    const value = data.how === "outcome" ? text : optionValue;
    const [sentence, decide] = explain[data.how](name, value, options, data, text);
    const cells = (subset) => subset.map((option) => option.cell).filter(Boolean);
    return { sentence, moves: cells(options), decide: cells(decide) };
  }

  // --- Marks and explanation ---------------------------------------------------------------------

  // Returns the box around a grid; the explanation appears right below this box. Side-by-side grids
  // share one box.
  function frameOf(table) {
    let box = table.closest(".nt-scroll");
    for (let up = box; (up = up.parentElement?.closest(".nt-panels"));) box = up;
    return box;
  }

  function outputOf(table) {
    const box = frameOf(table);
    let output = box.nextElementSibling;
    if (!output?.matches(".nt-answer")) {
      output = document.createElement("p");
      output.className = "nt-answer";
      output.setAttribute("aria-live", "polite");
      box.after(output);
    }
    return output;
  }

  // Splits a sentence so that tuples such as (3, 5) do not break across lines.
  function unbroken(sentence) {
    return sentence.split(/(\([\d*, ]+\))/).map((text, k) => {
      if (k % 2 === 0) return text;
      const className = "nt-nowrap";
      return Object.assign(document.createElement("span"), { className, textContent: text });
    });
  }

  let selected = null; // the cell selected by tap or keyboard
  let marked = null; // the cell whose moves are marked: the selected one, or one under the mouse

  function unmark() {
    if (!marked) return;
    const table = marked.closest(GRID);
    for (const cell of table.querySelectorAll("[data-mark]")) cell.removeAttribute("data-mark");
    outputOf(table).replaceChildren();
    marked = null;
  }

  function mark(cell) {
    if (marked === cell) return;
    unmark();
    if (!cell?.isConnected) return;
    const table = cell.closest(GRID);
    const data = dataOf(table);
    const i = data.cells.findIndex((row) => row.includes(cell));
    const j = data.cells[i].indexOf(cell);
    const { sentence, moves, decide } = answer(data, i, j);
    for (const move of moves) move.dataset.mark = "move";
    for (const move of decide) move.dataset.mark = "decides";
    cell.dataset.mark = "here";
    const parts = unbroken(sentence);
    if (data.formula && cell.textContent) {
      const [law, label] = data.law;
      const name = document.getElementById(label)
        ? Object.assign(document.createElement("a"), { href: `#${label}`, textContent: law })
        : law;
      parts.push(" ", name, `: ${fill(data.formula, data, i, j)}.`);
    }
    outputOf(table).replaceChildren(...parts);
    marked = cell;
  }

  function select(cell) {
    selected = cell;
    if (!cell) return unmark();
    mark(cell);
    for (const other of cell.closest(GRID).querySelectorAll("td[tabindex]")) other.tabIndex = -1;
    cell.tabIndex = 0;
  }

  function deselect(cell) {
    cell.blur();
    select(null);
  }

  const cellOf = (target) =>
    target instanceof Element ? target.closest(`${GRID} td:not(.nt-corner)`) : null;

  // --- Events ------------------------------------------------------------------------------------

  // Each grid is a single tab stop; the arrow keys move between its cells.
  function prepare(table) {
    if (table.role === "grid") return;
    table.role = "grid";
    const [cell] = dataOf(table).cells.flat();
    if (cell) cell.tabIndex = 0;
    outputOf(table);
  }

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  document.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      deselect(cell);
      return;
    }
    const { cells } = dataOf(cell.closest(GRID));
    const i = cells.findIndex((row) => row.includes(cell));
    const j = cells[i].indexOf(cell);
    const step = STEPS[event.key];
    const next = step
      ? cells[i + step[0]]?.[j + step[1]]
      : { Home: cells[i][0], End: cells[i].at(-1) }[event.key];
    if (!step && !next) return;
    event.preventDefault();
    if (!next) return;
    next.tabIndex = 0;
    next.focus(); // the focusin listener selects the cell
  });

  document.addEventListener("focusin", ({ target }) => {
    const cell = cellOf(target);
    if (cell === target && cell) select(cell);
    else if (target instanceof Element && target.matches(POINTER)) follow(target, false);
  });

  // Tapping the selected cell deselects it.
  let wasSelected = false;
  document.addEventListener("pointerdown", ({ target }) => {
    wasSelected = selected !== null && cellOf(target) === selected;
  });

  // A finger that slides sideways selects the cells under it, because small cells are hard to tap.
  document.addEventListener("pointermove", ({ target, pointerType, clientX, clientY }) => {
    const table = pointerType === "touch" && cellOf(target)?.closest(GRID);
    const cell = table && cellOf(document.elementFromPoint(clientX, clientY));
    if (cell && cell !== selected && table.contains(cell)) select(cell);
  });

  // The position of the mouse at the last click on a button that points to a cell. While the mouse
  // stays there, cells that scroll under it are not marked. `isAt` allows for rounding, because the
  // coordinates of a click are whole pixels.
  let clicked = null;
  const isAt = (point, x, y) => point && Math.hypot(point[0] - x, point[1] - y) < 2;
  document.addEventListener("click", ({ target, clientX, clientY }) => {
    const cell = cellOf(target);
    if (cell && wasSelected) deselect(cell);
    else if (cell) {
      select(cell);
      cell.focus({ preventScroll: true });
    }
    const pointer = target instanceof Element && target.closest(POINTER);
    if (!pointer) return;
    clicked = [clientX, clientY];
    follow(pointer, true);
  });

  document.addEventListener("pointerover", ({ target, pointerType, clientX, clientY }) => {
    if (pointerType !== "mouse" || isAt(clicked, clientX, clientY)) return;
    clicked = null;
    const cell = cellOf(target);
    if (cell) mark(cell);
    else if (marked !== selected && !(target instanceof Element && target.closest(".nt-answer"))) {
      if (selected?.isConnected) mark(selected);
      else unmark();
    }
  });

  // Selects the cell to which a button in the text points. If several visible grids have the name
  // given by the button, the nearest of these grids is used.
  function follow(pointer, scroll) {
    const tables = [...document.querySelectorAll(GRID)].filter(
      (table) => table.dataset.grid === pointer.dataset.grid && table.checkVisibility(),
    );
    const { top } = pointer.getBoundingClientRect();
    const distance = (table) => Math.abs(table.getBoundingClientRect().top - top);
    const table = tables.sort((a, b) => distance(a) - distance(b))[0];
    if (!table) return;
    const data = dataOf(table);
    const [row, column] = pointer.dataset.cell.split(",");
    const i = data.cells.findIndex((_, k) => data.rowOf(k) === row);
    const j = data.cells[0].findIndex((_, k) => data.columnOf(k) === column);
    const cell = data.cells[i]?.[j];
    if (!cell) return;
    select(cell);
    if (!scroll) return;
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const behavior = reduced ? "instant" : "smooth";
    table.scrollIntoView({ block: "nearest", behavior });
  }

  // Prepares all grids once the page has been parsed, and any grids that are added later.
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(GRID).forEach(prepare);
  });
  new MutationObserver((changes) => {
    for (const { addedNodes } of document.readyState === "loading" ? [] : changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(GRID)) prepare(node);
        else node.querySelectorAll(GRID).forEach(prepare);
      }
    }
    if (selected && !selected.isConnected) selected = null;
    if (marked && !marked.isConnected) marked = null;
  }).observe(document, { subtree: true, childList: true });
}
