// Shows a single lab or opening board in a frame on another site. The address of such a page contains
// `?embed`, and its fragment names the lab, as in `?embed#lab-blocking`, or the board. `colours.js`
// marks the page before it is painted; pages without `?embed` refuse to be shown in frames.

import type { CellData } from "./chapter";
import { element } from "../runtime/element";
import { TITLE } from "../runtime/root";

const DATA = '#live-page, script[type="application/vnd.jupyter.widget-state+json"]';
const TARGET = /^#(lab|board)-([^?]*)/;

// The height of what an embedded lab has around it, in pixels: a margin, and the line about its source.
export const EXTRA = 60;

export function isEmbedded(): boolean {
  return "embed" in document.documentElement.dataset;
}

// Returns the address of this page in the book, for a link to a lab or board.
export function bookAddress(fragment: string): string {
  const address = new URL(location.href);
  address.search = "";
  address.hash = fragment;
  return address.href;
}

// Returns the HTML that shows a lab or board of this page on another site, in the colours that the
// page has now.
export function frameHtml(fragment: string, height: number): string {
  const [, kind, name] = TARGET.exec(`#${fragment}`) ?? [];
  const title = `${kind === "lab" ? `Lab “${name}”` : "Game"}: ${document.title}`;
  const address = new URL(bookAddress(fragment));
  address.search = `?embed=${document.documentElement.dataset["theme"]}`;
  const frame = element("iframe", {
    title,
    width: "100%",
    height: String(height),
    loading: "lazy",
  });
  frame.setAttribute("style", "border: 0");
  frame.allow = "clipboard-write";
  frame.setAttribute("src", address.href);
  return frame.outerHTML;
}

// Removes everything from the page except the cell that the fragment names, and keeps the page that
// contains the frame informed about the height of the cell. Call this before widgets are drawn.
export function showAlone(): void {
  const [, kind, name = ""] = TARGET.exec(location.hash) ?? [];
  const selector = kind === "lab" ? `.lab-${CSS.escape(name)}` : ".nt-written";
  const found = [...document.querySelectorAll<HTMLElement>(`.cell ${selector}`)].find(
    ({ dataset }) => kind === "lab" || dataset["name"] === name,
  );
  const cell = found?.closest<HTMLElement>(".cell");
  const main = element("main", { className: "embed" });
  if (cell) {
    for (const code of cell.querySelectorAll("details:is(.hide, .nt-fold), .cell_input"))
      code.remove();
    const errors = document.querySelector(".live-placeholder") ?? "";
    main.append(cell, errors, source());
  } else {
    const message = `There is no lab or board “${name}” on this page.`;
    main.append(element("p", { role: "alert", textContent: message }), source());
  }
  // Keep the data of the widgets and of live mode. The theme's scripts need the empty element.
  const article = document.querySelector(".bd-article");
  article?.replaceChildren(...article.querySelectorAll(DATA));
  document.body.append(main);
  const announce = () => {
    const height = Math.ceil(main.getBoundingClientRect().height);
    parent.postMessage({ type: `${TITLE}:height`, lab: name, height }, "*");
  };
  new ResizeObserver(announce).observe(main);
  // Links would load pages that refuse to be shown in the frame.
  main.addEventListener("click", ({ target }) => {
    const link = (target as Element).closest("a");
    if (link) link.target = "_blank";
  });
}

// Returns the cells of a page, such that only those that are still on the page run, and none shows
// its source.
export function onlyShown(cells: CellData[]): CellData[] {
  return cells.map((cell) => {
    const live = cell.live && document.getElementById(`live-${cell.id}`) !== null;
    return { ...cell, live, shown: false };
  });
}

// Returns a line that names the chapter and links to it.
function source(): HTMLElement {
  const href = bookAddress(location.hash);
  const link = element("a", { href, textContent: document.title });
  return element("p", { className: "embed-source" }, "From ", link, " (CC BY 4.0)");
}
