// The script that `nimbook.show.stylesheets` displays in JupyterLab, Notebook or VS Code. It makes
// grids, exercises, animations and scrollable boxes work as on the book's pages. `tools.live` bundles it into
// src/nimbook/show/jupyter.js.

import { setUpBoxes } from "./boxes";
import { setUpExercises } from "./exercises";
import { setUpGrids } from "./grids";
import { setUpMotion } from "./motion";

// Moves the stylesheets to the head of the document, where they remain when the cell is cleared,
// scrolled out of view or run again. Only the newest are kept.
const styles = [...document.querySelectorAll("style.nt-session")];
const newest = styles.pop();
for (const style of styles) style.remove();
if (newest) document.head.append(newest);

// All notebooks in the same window share the listeners.
const shared = window as { nimbook?: boolean };
if (!shared.nimbook) {
  shared.nimbook = true;
  setUpBoxes();
  setUpExercises();
  setUpGrids();
  setUpMotion();
  // JupyterLab would use the arrow keys to move between the cells of the notebook.
  document.addEventListener("focusin", ({ target }) => {
    const grid = target instanceof Element ? target.closest<HTMLElement>("table[role=grid]") : null;
    if (grid) grid.dataset["lmSuppressShortcuts"] = "true";
  });
}
