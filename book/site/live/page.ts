// The script of every page with widgets. It draws the widgets, activates exercises and precomputed
// boards, and sets up live mode in chapters that support it.

import { isEmbedded, onlyShown, showAlone } from "./embed";
import { setUpExercises } from "../reader/exercises";
import { setUpMotion } from "../reader/motion";
import { Live, type Page } from "./live";
import { drawEmbedded } from "./widgets";
import { setUpWritten } from "../runtime/written";

setUpMotion();

async function open(): Promise<void> {
  if (isEmbedded()) showAlone();
  document.querySelectorAll<HTMLElement>(".nt-written").forEach(setUpWritten);
  const views = await drawEmbedded();
  const page = document.getElementById("live-page");
  if (page) {
    const data = JSON.parse(page.innerHTML) as Page;
    new Live(isEmbedded() ? { ...data, cells: onlyShown(data.cells) } : data);
  }
  for (const view of views) {
    if (!view.el.matches(".nt-exercises")) continue;
    setUpExercises(view.el);
  }
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", open);
else open();
