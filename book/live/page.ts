// What every page with widgets runs: it draws them, and lets a chapter that can run live do so.

import { Live, type Page } from "./live";
import { showWritten } from "./widgets";

async function open(): Promise<void> {
  await showWritten();
  const page = document.getElementById("live-page");
  if (page) new Live(JSON.parse(page.innerHTML) as Page);
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", open);
else open();
