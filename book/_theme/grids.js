// Grids answer: a cell that is tapped, pointed at or gone to by keys marks where its moves lead and
// which of them decide it, and says so in a sentence below the grid. What the moves are, and what
// they are worth, nimbook has written into the table (nimbook/show/answers.py).
"use strict";

{
  const GRID = "table[data-answers]";
  const POINTER = "button.nt-pointer";
  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  // --- What is written in a table ----------------------------------------------------------------

  const read = new WeakMap();

  function grid(table) {
    if (!read.has(table)) {
      const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
      const cells = rows.map((row) => [...row.cells].slice(1));
      const heads = [...table.tHead.rows[0].cells].slice(1);
      read.set(table, {
        ...JSON.parse(table.dataset.answers),
        cells,
        width: cells[0]?.length ?? 0,
        rowOf: (i) => rows[i].cells[0].textContent,
        columnOf: (j) => heads[j].textContent,
      });
    }
    return read.get(table);
  }

  function layer(told, name, i, j) {
    const written = told[name];
    if (!written) return undefined;
    const [kinds, which] = written;
    const k = i * told.width + j;
    return typeof which === "string" && Array.isArray(kinds)
      ? kinds[DIGITS.indexOf(which[k])]
      : written[k];
  }

  // What a cell is worth as an option, and the words that are said with it.
  function worthOf(told, i, j) {
    const text = layer(told, "worth", i, j) ?? told.cells[i][j].textContent;
    const [worth, ...words] = text.split(" ");
    return [worth, words.join(" ")];
  }

  function filled(template, told, i, j) {
    const sides = { row: told.rowOf(i), column: told.columnOf(j) };
    const given = layer(told, "gives", i, j) ?? told.cells[i][j].textContent;
    return template.replace(/\{(?:(row|column)(?:([/%])(\d+))?)?\}/g, (_, side, operation, by) =>
      side === undefined
        ? given
        : operation === undefined
          ? sides[side]
          : operation === "/"
            ? Math.floor(sides[side] / by)
            : sides[side] % by,
    );
  }

  function targets(told, i, j) {
    const k = i * told.width + j;
    const others = told.moves?.[k];
    if (others) return others.map((to) => [Math.floor(to / told.width), to % told.width]);
    if (told.how === "product") return [];
    const up = (told.steps ?? []).map((step) => [i - step, j]);
    const left = (told.steps ?? []).map((step) => [i, j - step]);
    return [...up, ...left].filter(([a, b]) => a >= 0 && b >= 0);
  }

  // --- What is said of a cell --------------------------------------------------------------------

  const MOST_NAMED = 6;

  function listed(words, last) {
    const some = words.length > MOST_NAMED ? words.slice(0, MOST_NAMED - 1) : words;
    const more = words.length - some.length;
    const all = more ? [...some, `${more} more`] : some;
    return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} ${last} ${all.at(-1)}`;
  }

  // Runs of three numbers and more are written as their ends.
  function runs(numbers) {
    const ends = [];
    for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
      const run = ends.at(-1);
      if (run && number === run[1] + 1) run[1] = number;
      else ends.push([number, number]);
    }
    return listed(
      ends.flatMap(([a, b]) =>
        b > a + 1 ? [`${a} to ${b}`] : b > a ? [`${a}`, `${b}`] : [`${a}`],
      ),
      "and",
    );
  }

  // The far corners to which a stone can move, and what is left of it then: three stones.
  function corners(told, i, j) {
    const value = (a, b) => Number(worthOf(told, a, b)[0]);
    const all = told.moves
      ? targets(told, i, j)
      : told.cells
          .flatMap((row, a) => row.map((_, b) => [a, b]))
          .filter(([a, b]) => a > i && b < j);
    return all.map(([a, b]) => {
      const values = [value(a, b), value(i, b), value(a, j)];
      return { cell: told.cells[a][b], values, worth: values[0] ^ values[1] ^ values[2] };
    });
  }

  // The options of a cell, with those that are not in the grid.
  function optionsOf(told, i, j) {
    if (told.how === "stone") return corners(told, i, j);
    const inside = targets(told, i, j).map(([a, b]) => {
      const [worth, words] = worthOf(told, a, b);
      const name = `(${told.rowOf(a)}, ${told.columnOf(b)})`;
      return { cell: told.cells[a][b], worth, words, name };
    });
    const lines = (layer(told, "beyond", i, j) ?? "").split("\n").filter(Boolean);
    const outside = lines.map((line) => {
      const [worth, ...name] = line.split(" ");
      return { worth, name: name.join(" ") };
    });
    return [...inside, ...outside];
  }

  // The options that win, those with the same words together.
  function leave(wins) {
    const names = new Map();
    for (const { name, words = "" } of wins) names.set(words, [...(names.get(words) ?? []), name]);
    const groups = [...names].map(
      ([words, all]) => `${listed([...new Set(all)], "or")}${words && `, with “${words}”`}`,
    );
    return groups.join("; or ");
  }

  const explain = {
    outcome(name, worth, options, told, text) {
      if (!options.length) return [`${name} is P: no move is left.`, []];
      const wins = options.filter((option) => option.worth === "P");
      const stranded = text === "S" ? ", and stranded" : "";
      if (!wins.length) return [`${name} is P: every move leads to N.`, options];
      return [`${name} is N${stranded}: to win, leave ${leave(wins)}.`, wins];
    },

    mex(name, worth, options, told) {
      const [is, are] = told.number ? ["has the mumber", "have"] : ["is worth", "are worth"];
      const which = told.number > 1 ? `least number coprime to ${told.number}` : "least number";
      if (!options.length) return [`${name} ${is} ${worth}: no move is left.`, []];
      const values = options.map((option) => Number(option.worth));
      const said = `its options ${are} ${runs(values)}; the ${which} not among them is ${worth}.`;
      const decide = options.filter((option) => Number(option.worth) < Number(worth));
      return [`${name} ${is} ${worth}: ${said}`, decide];
    },

    rank(name, worth, options, told) {
      const rank = (option) => (option.worth === "P" ? 0 : Number(option.worth));
      if (!options.length) return [`${name} is P, of rank 0: no move is left.`, []];
      const least = Math.min(...options.map(rank));
      const best = options.filter((option) => rank(option) === least);
      if (worth === "P") {
        return [`${name} is P, of rank 0: every move leads to rank ${least}, the last.`, options];
      }
      const names = [...new Set(best.map((option) => option.name))];
      const [option, has] = names.length > 1 ? ["options", "have"] : ["option", "has"];
      const which = `the best ${option}, ${listed(names, "and")}, ${has} rank ${least}`;
      return [`${name} has rank ${worth}: ${which}.`, best];
    },
  };

  explain.stone = explain.mex;

  function product(told, i, j) {
    const value = (a, b) => Number(told.cells[a][b].textContent);
    const [looked, out] = [new Set(), []];
    for (let a = 0; a < i; a++) {
      for (let b = 0; b < j; b++) {
        for (const cell of [told.cells[a][b], told.cells[a][j], told.cells[i][b]]) looked.add(cell);
        out.push(value(a, j) ^ value(i, b) ^ value(a, b));
      }
    }
    const name = `${told.rowOf(i)} ⊗ ${told.columnOf(j)} is ${value(i, j)}`;
    const excluded = out.length
      ? `the definition excludes ${runs(out)}; the least number left is ${value(i, j)}.`
      : "the definition excludes nothing.";
    // The corner and the two sides of one excluded sum would not be told apart: all are the same.
    return { said: `${name}: ${excluded}`, moves: [...looked], decide: [] };
  }

  // What the move of a stone to the far corner (a, b) leaves; or what a stone is worth that comes
  // to a cell in the stone's row or column, and with which corners it comes.
  function moved(told, a, b) {
    const [i, j] = told.stone;
    const at = (k, m) => `(${told.columnOf(m)}, ${told.rowOf(k)})`;
    const [worth] = worthOf(told, a, b);
    if (a === i || b === j) {
      const far = corners(told, i, j).filter(({ cell }) =>
        a === i ? cell.cellIndex === b + 1 : told.cells[a].includes(cell),
      );
      const line = a === i ? "column" : "row";
      const dead = worth === "0" ? ", dead" : "";
      const said = `A stone comes to ${at(a, b)} with each far corner in this ${line}: worth ${worth}${dead}.`;
      return { said, moves: far.map(({ cell }) => cell), decide: [] };
    }
    const come = [
      [a, b],
      [i, b],
      [a, j],
    ].filter(([k, m]) => worthOf(told, k, m)[0] !== "0");
    const where = listed(
      come.map(([k, m]) => at(k, m)),
      "and",
    );
    const sum = come.map(([k, m]) => worthOf(told, k, m)[0]).join(" ⊕ ");
    const total = told.cells[a][b].textContent;
    const left = come.length
      ? `leaves ${come.length > 1 ? "stones" : "a stone"} at ${where}, worth ${sum}`
      : "takes the stone away, and leaves 0";
    const said = `The far corner ${at(a, b)} ${left}${come.length > 1 ? ` = ${total}` : ""}.`;
    const cells = come.map(([k, m]) => told.cells[k][m]);
    return { said, moves: [told.cells[i][j], ...cells], decide: cells };
  }

  function answer(told, i, j) {
    const text = told.cells[i][j].textContent;
    const [si, sj] = told.stone ?? [i, j];
    if (i !== si || j !== sj) return moved(told, i, j);
    if (!text) return { said: "This cell is not filled yet.", moves: [], decide: [] };
    if (told.how === "product") return product(told, i, j);
    const name = filled(told.called ?? "({row}, {column})", told, i, j);
    const options = optionsOf(told, i, j);
    const [worth] = worthOf(told, i, j);
    const own = told.how === "outcome" ? text : worth;
    const [said, decide] = explain[told.how](name, own, options, told, text);
    const cells = (some) => some.map((option) => option.cell).filter(Boolean);
    return { said, moves: cells(options), decide: cells(decide) };
  }

  // --- Marks and sentence ------------------------------------------------------------------------

  // Grids that stand side by side have one place for what they say.
  function frame(table) {
    let box = table.closest(".nt-scroll");
    for (let up = box; (up = up.parentElement?.closest(".nt-panels"));) box = up;
    return box;
  }

  function place(table) {
    const box = frame(table);
    let said = box.nextElementSibling;
    if (!said?.matches(".nt-answer")) {
      said = document.createElement("p");
      said.className = "nt-answer";
      said.setAttribute("aria-live", "polite");
      box.after(said);
    }
    return said;
  }

  let chosen = null; // the cell that was tapped, or is gone to
  let shown = null; // the cell that is marked: this one, or one that the mouse points at

  function unmark() {
    if (!shown) return;
    const table = shown.closest(GRID);
    for (const cell of table.querySelectorAll("[data-mark]")) cell.removeAttribute("data-mark");
    place(table).replaceChildren();
    shown = null;
  }

  function mark(cell) {
    if (shown === cell) return;
    unmark();
    if (!cell?.isConnected) return;
    const table = cell.closest(GRID);
    const told = grid(table);
    const i = told.cells.findIndex((row) => row.includes(cell));
    const j = told.cells[i].indexOf(cell);
    const { said, moves, decide } = answer(told, i, j);
    for (const move of moves) move.dataset.mark = "move";
    for (const move of decide) move.dataset.mark = "decides";
    cell.dataset.mark = "here";
    const parts = [said];
    if (told.formula && cell.textContent) {
      const [law, label] = told.law;
      const name = document.getElementById(label)
        ? Object.assign(document.createElement("a"), { href: `#${label}`, textContent: law })
        : law;
      parts.push(" ", name, `: ${filled(told.formula, told, i, j)}.`);
    }
    place(table).replaceChildren(...parts);
    shown = cell;
  }

  function choose(cell) {
    chosen = cell;
    if (!cell) return unmark();
    mark(cell);
    for (const other of cell.closest(GRID).querySelectorAll("td[tabindex]")) other.tabIndex = -1;
    cell.tabIndex = 0;
  }

  function quit(cell) {
    cell.blur();
    choose(null);
  }

  const cellOf = (target) =>
    target instanceof Element ? target.closest(`${GRID} td:not(.nt-corner)`) : null;

  // --- Readers -----------------------------------------------------------------------------------

  // One cell of each grid is a stop of the Tab key; from there the arrow keys go on.
  function arm(table) {
    if (table.role === "grid") return;
    table.role = "grid";
    const [cell] = grid(table).cells.flat();
    if (cell) cell.tabIndex = 0;
    place(table);
  }

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  document.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      quit(cell);
      return;
    }
    const { cells } = grid(cell.closest(GRID));
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
    next.focus(); // where it is heard of, below
  });

  document.addEventListener("focusin", ({ target }) => {
    const cell = cellOf(target);
    if (cell === target && cell) choose(cell);
    else if (target instanceof Element && target.matches(POINTER)) point(target, false);
  });

  // Who taps a chosen cell again is done with it.
  let again = false;
  document.addEventListener("pointerdown", ({ target }) => {
    again = chosen !== null && cellOf(target) === chosen;
  });

  // Where the mouse lay as it clicked in the text: what scrolls below it is not pointed at. Of a
  // click, a browser tells whole pixels.
  let rested = null;
  const isAt = (place, x, y) => place && Math.hypot(place[0] - x, place[1] - y) < 2;
  document.addEventListener("click", ({ target, clientX, clientY }) => {
    const cell = cellOf(target);
    if (cell && again) quit(cell);
    else if (cell) {
      choose(cell);
      cell.focus({ preventScroll: true });
    }
    const pointer = target instanceof Element && target.closest(POINTER);
    if (!pointer) return;
    rested = [clientX, clientY];
    point(pointer, true);
  });

  document.addEventListener("pointerover", ({ target, pointerType, clientX, clientY }) => {
    if (pointerType !== "mouse" || isAt(rested, clientX, clientY)) return;
    rested = null;
    const cell = cellOf(target);
    if (cell) mark(cell);
    else if (shown !== chosen && !(target instanceof Element && target.closest(".nt-answer"))) {
      if (chosen?.isConnected) mark(chosen);
      else unmark();
    }
  });

  // A place in the text points at a cell of the nearest grid of that name that is in sight.
  function point(pointer, scroll) {
    const tables = [...document.querySelectorAll(GRID)].filter(
      (table) => table.dataset.grid === pointer.dataset.grid && table.checkVisibility(),
    );
    const { top } = pointer.getBoundingClientRect();
    const away = (table) => Math.abs(table.getBoundingClientRect().top - top);
    const table = tables.sort((a, b) => away(a) - away(b))[0];
    if (!table) return;
    const told = grid(table);
    const [row, column] = pointer.dataset.cell.split(",");
    const i = told.cells.findIndex((_, k) => told.rowOf(k) === row);
    const j = told.cells[0].findIndex((_, k) => told.columnOf(k) === column);
    const cell = told.cells[i]?.[j];
    if (!cell) return;
    choose(cell);
    if (!scroll) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const behavior = still ? "instant" : "smooth";
    table.scrollIntoView({ block: "nearest", behavior });
  }

  // Grids appear with the page, whole when it has been read, and with the states of explorers and
  // labs.
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(GRID).forEach(arm);
  });
  new MutationObserver((changes) => {
    for (const { addedNodes } of document.readyState === "loading" ? [] : changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(GRID)) arm(node);
        else node.querySelectorAll(GRID).forEach(arm);
      }
    }
    if (chosen && !chosen.isConnected) chosen = null;
    if (shown && !shown.isConnected) shown = null;
  }).observe(document, { subtree: true, childList: true });
}
