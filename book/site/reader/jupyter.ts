// The script that `nimbook.show.stylesheets` displays in JupyterLab, Notebook or VS Code. It makes
// grids, exercises, animations and scrollable boxes work as on the book's pages. `tools.live` bundles
// it into src/nimbook/show/jupyter.js.

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

// Keeps plain keys from JupyterLab, which would use them to edit the notebook: the arrow keys move
// between its cells, and Enter opens a cell. Shortcuts such as Ctrl+S still work.
function suppressShortcuts(event: KeyboardEvent): void {
  const { target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || !target.closest(".nt")) return;
  const isPlain = !(altKey || ctrlKey || metaKey || shiftKey);
  target.toggleAttribute("data-lm-suppress-shortcuts", isPlain);
}

// All notebooks in the same window share the listeners.
const shared = window as { nimbook?: boolean };
if (!shared.nimbook) {
  shared.nimbook = true;
  setUpBoxes();
  setUpExercises();
  setUpGrids();
  setUpMotion();
  addEventListener("keydown", suppressShortcuts, { capture: true });
}
