// Accessibility fixes for the widgets and the theme.
"use strict";

const CONTROL = "[role=slider], select, input, textarea";
// Boxes with drawings, tables, formulas or sticks. A box scrolls if its content is too wide.
const SCROLLABLE = ".nt-scroll, mjx-container[display], .nt-sticks";

// Shows a message if another script does not load. Scripts run in order, so this script detects the
// failure of any later script.
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

// Shows a link instead of a page that another site shows in a frame, so that no site can lure readers
// into using it. Only single labs may be framed; see embed.ts.
if ("framed" in document.documentElement.dataset) {
  document.addEventListener("DOMContentLoaded", () => {
    const link = document.createElement("a");
    Object.assign(link, { href: location.href, target: "_blank", className: "unframed" });
    link.textContent = document.title;
    document.body.prepend(link);
  });
}

// Returns a collapsed citation with a button that copies it. Browsers offer no clipboard on pages that
// are not served securely; readers then select the text.
globalThis.nimCitation = (label, text) => {
  const details = document.createElement("details");
  details.className = "nt-cite";
  const summary = document.createElement("summary");
  summary.textContent = label;
  const code = document.createElement("pre");
  code.textContent = text;
  details.append(summary, code);
  if (navigator.clipboard) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    });
    details.append(button);
  }
  return details;
};

// Copies the text of labels and readouts to ARIA attributes of the controls; otherwise screen
// readers would not announce it.
function labelControls(label) {
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

// Boxes that scroll must be reachable by keyboard, as sticks are; all others should not be tab stops.
const resizeObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const reachable = target.matches(".nt-sticks");
    if (target.scrollWidth > target.clientWidth && !reachable) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
    markOverflow(target);
  }
});

// Records on which sides a box has hidden content, so that the stylesheet can fade out these sides.
// Also records where the caption of the box ends, because captions do not fade.
function markOverflow(box) {
  const hidden = box.scrollWidth - box.clientWidth;
  const before = box.scrollLeft > 1;
  const after = box.scrollLeft < hidden - 1;
  const sides = [before ? "before" : "", after ? "after" : ""].join(" ").trim();
  if (!sides) {
    delete box.dataset.more;
    return;
  }
  box.dataset.more = sides;
  const caption = box.querySelector("caption")?.getBoundingClientRect().bottom;
  const top = box.getBoundingClientRect().top;
  box.style.setProperty("--whole", `${(caption ?? top) - top}px`);
}

document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target instanceof Element && target.matches(SCROLLABLE)) markOverflow(target);
  },
  { capture: true, passive: true },
);

// Corrects the theme's accessible names where they are missing or differ from the visible text.
document.addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll(".search-button-field, summary")) {
    if (element.textContent.trim()) element.removeAttribute("aria-label");
    else element.setAttribute("aria-label", "Pages below this one");
  }
});

// The theme's scroll spy looks for section links in an element that these pages lack. Without this
// element, it would use all links on the page, including links to labs, which are not sections. So
// point it to the page's table of contents, or disable it if there is none.
document.addEventListener("DOMContentLoaded", () => {
  if (document.querySelector("#pst-page-toc-nav")) {
    document.body.dataset.bsTarget = "#pst-page-toc-nav";
  } else delete document.body.dataset.bsSpy;
});

function prepare(part) {
  part.querySelectorAll("label.widget-label").forEach(labelControls);
  part.querySelectorAll(SCROLLABLE).forEach((box) => resizeObserver.observe(box));
}

prepare(document);

// Prepares widgets when they appear (once their script has loaded) and when their state changes.
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
