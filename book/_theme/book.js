// What the pages add to the widgets and to the theme, for those who do not see or do not point.
"use strict";

const CONTROL = "[role=slider], select, input, textarea";
// Drawings and formulas, that scroll where they do not fit.
const WIDE = ".nt-scroll, mjx-container[display]";

// Scripts run in order, so this one hears of those that fail to load after it.
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || document.querySelector(".broken")) return;
    const message = document.createElement("p");
    message.className = "broken";
    message.setAttribute("role", "alert");
    message.textContent =
      "Part of this page did not load, so some of its controls do nothing. Reload the page to try again.";
    document.querySelector(".bd-article, .bd-search-container")?.prepend(message);
  },
  { capture: true },
);

// A slider says neither what it is for nor what its value means; its label and readout do.
function nameControls(label) {
  const widget = label.parentElement;
  if (label.title === "null") label.removeAttribute("title");
  const readout = widget.querySelector(":scope > .widget-readout")?.textContent;
  for (const control of widget.querySelectorAll(CONTROL)) {
    if (label.textContent) control.setAttribute("aria-label", label.textContent);
    if (readout && control.role === "slider") control.setAttribute("aria-valuetext", readout);
  }
  for (const button of widget.querySelectorAll(".widget-toggle-button")) {
    button.setAttribute("aria-pressed", button.classList.contains("mod-active"));
  }
}

// What scrolls must be reachable by keyboard, and what does not scroll is no stop on the way.
const fits = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
    showMore(target);
  }
});

// On which sides of what scrolls there is more, the stylesheet shows; not on its caption.
function showMore(box) {
  const hidden = box.scrollWidth - box.clientWidth;
  const before = box.scrollLeft > 1;
  const after = box.scrollLeft < hidden - 1;
  const more = [before ? "before" : "", after ? "after" : ""].join(" ").trim();
  if (more) box.dataset.more = more;
  else delete box.dataset.more;
  const caption = box.querySelector("caption")?.getBoundingClientRect().bottom;
  const top = box.getBoundingClientRect().top;
  box.style.setProperty("--whole", `${(caption ?? top) - top}px`);
}

document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target instanceof Element && target.matches(WIDE)) showMore(target);
  },
  { capture: true, passive: true },
);

// The theme calls these by other words than are written on them.
document.addEventListener("DOMContentLoaded", () => {
  const misnamed = document.querySelectorAll(".search-button-field, .theme-switch-button, summary");
  for (const element of misnamed) {
    if (element.textContent.trim()) element.removeAttribute("aria-label");
    else element.setAttribute("aria-label", "Pages below this one");
  }
});

// The theme watches which section is in sight by the links of a place that these pages do not have,
// and so by all links; but those to labs name no section.
document.addEventListener("DOMContentLoaded", () => {
  if (document.querySelector("#pst-page-toc-nav")) {
    document.body.dataset.bsTarget = "#pst-page-toc-nav";
  } else delete document.body.dataset.bsSpy;
});

function prepare(part) {
  part.querySelectorAll("label.widget-label").forEach(nameControls);
  part.querySelectorAll(WIDE).forEach((wide) => fits.observe(wide));
}

prepare(document);

// Widgets appear when their script has loaded, and again whenever another state is shown.
new MutationObserver((changes) => {
  const changed = new Set(
    changes.map(({ target }) => {
      const element = target.parentElement ?? document.documentElement;
      return element.closest(".lm-Widget")?.parentElement ?? element;
    }),
  );
  changed.forEach(prepare);
}).observe(document, {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ["class"],
});
