// The script of every page: interactive grids, previews of links, the way of reading, saved data,
// printing, and accessibility fixes for the widgets and the theme.

import { element } from "../runtime/element";
import { setUpBoxes } from "./boxes";
import { setUpGrids } from "./grids";
import "../live/forget";
import "./preview";
import "./print";

// Shows a message if another script does not load. Scripts run in order, so this script detects the
// failure of any later script.
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || document.querySelector(".broken")) return;
    const textContent =
      "Part of this page did not load, so some of its controls do nothing. Reload the page to try again.";
    const message = element("p", { className: "broken", role: "alert", textContent });
    document.querySelector(".bd-article, .bd-search-container")?.prepend(message);
  },
  { capture: true },
);

// Shows a link instead of a page that another site shows in a frame, so that no site can lure readers
// into using it. Only single labs may be framed; see embed.ts.
if ("framed" in document.documentElement.dataset) {
  const properties = { href: location.href, target: "_blank", className: "unframed" };
  document.body.prepend(element("a", { ...properties, textContent: document.title }));
}

// Corrects the theme's accessible names where they are missing or differ from the visible text.
function nameControls(): void {
  for (const control of document.querySelectorAll(".search-button-field, summary")) {
    if (control.textContent.trim()) control.removeAttribute("aria-label");
    else control.setAttribute("aria-label", "Pages below this one");
  }
}

// The theme's scroll spy looks for section links in an element that these pages lack. Without this
// element, it would use all links on the page, including links to labs, which are not sections. So
// point it to the page's table of contents, or disable it if there is none.
function limitScrollSpy(): void {
  if (document.querySelector("#pst-page-toc-nav")) {
    document.body.dataset["bsTarget"] = "#pst-page-toc-nav";
  } else delete document.body.dataset["bsSpy"];
}

document.addEventListener("DOMContentLoaded", () => {
  nameControls();
  limitScrollSpy();
});
setUpBoxes();
setUpGrids();
