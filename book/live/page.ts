// What every page with widgets runs: it draws them, has exercises take answers and written boards
// play, and lets a chapter that can run live do so.

import { showExercises } from "./exercises";
import { Live, type Page } from "./live";
import { showWritten } from "./widgets";
import { Written } from "./written";

async function open(): Promise<void> {
  for (const board of document.querySelectorAll<HTMLElement>(".nt-written")) new Written(board);
  const views = await showWritten();
  const page = document.getElementById("live-page");
  if (page) new Live(JSON.parse(page.innerHTML) as Page);
  for (const view of views) {
    if (!view.el.matches(".nt-exercises")) continue;
    showExercises(view.el);
  }
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", open);
else open();
