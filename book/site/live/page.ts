// The script of every page with widgets. It draws the widgets, activates exercises and precomputed
// boards, and sets up live mode in chapters that support it.

import { isEmbedded, onlyShown, showAlone } from "./embed";
import { setUpExercises } from "../reader/exercises";
import { setUpMotion } from "../reader/motion";
import { Live, type Page } from "./live";
import { drawEmbedded } from "./widgets";
import * as storage from "../runtime/storage";
import { setUpWritten } from "../runtime/written";

setUpMotion();

async function open(): Promise<void> {
  if (isEmbedded()) showAlone();
  document.querySelectorAll<HTMLElement>(".nt-written").forEach(setUpWritten);
  setUpExercises(storage);
  await drawEmbedded();
  const page = document.getElementById("live-page");
  if (page) {
    const data = JSON.parse(page.innerHTML) as Page;
    new Live(isEmbedded() ? { ...data, cells: onlyShown(data.cells) } : data);
  }
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", open);
else open();
