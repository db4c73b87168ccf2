// The script of every page with widgets. It draws the widgets, activates exercises and precomputed
// boards, and sets up live mode in chapters that support it.

import "../places/motion";
import { setUpExercises } from "./exercises";
import { Live, type Page } from "./live";
import { drawEmbedded } from "./widgets";
import { WrittenBoard } from "./written";

async function open(): Promise<void> {
  for (const board of document.querySelectorAll<HTMLElement>(".nt-written"))
    new WrittenBoard(board);
  const views = await drawEmbedded();
  const page = document.getElementById("live-page");
  if (page) new Live(JSON.parse(page.innerHTML) as Page);
  for (const view of views) {
    if (!view.el.matches(".nt-exercises")) continue;
    setUpExercises(view.el);
  }
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", open);
else open();
