// The switch between two ways to read a chapter. "Story" folds proofs, code and notes on the sources
// to one line each; "With proofs" opens all of them. `book/ext/pages.py` makes the folds.

import { discard, load, save } from "../runtime/storage";

// The name under which the choice is saved. `colours.js` reads it, too: until this script runs, the
// stylesheet shows the folds as open, so that nothing shifts.
const NAME = "reading";

const buttons = document.querySelectorAll<HTMLButtonElement>(".nt-reading button");
const folds = document.querySelectorAll<HTMLDetailsElement>("details.nt-fold");

const chosen = (): string => load(NAME) ?? "";

function apply(choice: string): void {
  for (const fold of folds) fold.open = choice !== "";
  for (const button of buttons) button.ariaPressed = String(button.value === choice);
  if (choice) document.documentElement.dataset["reading"] = choice;
  else delete document.documentElement.dataset["reading"];
}

// Changes the way to read without moving the part of the page that the reader is looking at.
function choose(choice: string): void {
  const parts = document.querySelectorAll(".bd-article :is(h1, h2, h3, p, .cell):not(.nt-fold *)");
  const top = (element?: Element) => element?.getBoundingClientRect().top ?? 0;
  const header = document.querySelector(".bd-header-article")?.clientHeight ?? 0;
  const first = [...parts].find((part) => top(part) > header);
  const before = top(first);
  if (choice) save(NAME, choice);
  else discard(NAME);
  apply(choice);
  scrollBy({ top: top(first) - before, behavior: "instant" });
}

// Opens the folds around the target of a link, in browsers that do not do so by themselves.
function reveal(): void {
  const target = document.querySelector(":target");
  for (const fold of folds) if (target && fold.contains(target)) fold.open = true;
  if (target?.closest("details.nt-fold")) target.scrollIntoView({ behavior: "instant" });
}

if (folds.length) {
  if (chosen()) apply(chosen());
  reveal();
  for (const button of buttons) button.onclick = () => choose(button.value);
  addEventListener("hashchange", reveal);
  // The page may be restored from the back/forward cache after the choice has changed.
  addEventListener("pageshow", ({ persisted }) => persisted && apply(chosen()));
}
