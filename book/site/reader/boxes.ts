// Accessibility fixes for widgets and drawings: names of controls, and boxes that scroll.

const CONTROL = "[role=slider], select, input, textarea";
// Boxes with drawings, tables, formulas or sticks. A box scrolls if its content is too wide.
const SCROLLABLE = ".nt-scroll, mjx-container[display], .nt-sticks";

// Copies the text of labels and readouts to ARIA attributes of the controls; otherwise screen
// readers would not announce it.
function labelControls(label: HTMLElement): void {
  const widget = label.parentElement!;
  if (label.title === "null") label.removeAttribute("title");
  const readout = widget.querySelector(":scope > .widget-readout")?.textContent;
  for (const control of widget.querySelectorAll(CONTROL)) {
    if (label.textContent) control.setAttribute("aria-label", label.textContent);
    if (readout && control.role === "slider") control.setAttribute("aria-valuetext", readout);
  }
  for (const button of widget.querySelectorAll(".widget-toggle-button")) {
    button.setAttribute("aria-pressed", String(button.classList.contains("mod-active")));
  }
}

// Boxes that scroll must be reachable by keyboard, as sticks are until a game is over; all others
// should not be tab stops.
const resizeObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const reachable = target.matches(".nt-sticks") && target.querySelector("button:enabled");
    if (target.scrollWidth > target.clientWidth && !reachable) {
      target.setAttribute("tabindex", "0");
    } else target.removeAttribute("tabindex");
    markOverflow(target as HTMLElement);
  }
});

// Records on which sides a box has hidden content, so that the stylesheet can fade out these sides.
// Also records where the caption of the box ends, because captions do not fade.
function markOverflow(box: HTMLElement): void {
  const hidden = box.scrollWidth - box.clientWidth;
  const before = box.scrollLeft > 1;
  const after = box.scrollLeft < hidden - 1;
  const sides = [before ? "before" : "", after ? "after" : ""].join(" ").trim();
  if (!sides) {
    delete box.dataset["more"];
    return;
  }
  box.dataset["more"] = sides;
  const caption = box.querySelector("caption")?.getBoundingClientRect().bottom;
  const top = box.getBoundingClientRect().top;
  box.style.setProperty("--whole", `${(caption ?? top) - top}px`);
}

function prepare(part: ParentNode): void {
  part.querySelectorAll<HTMLElement>("label.widget-label").forEach(labelControls);
  part.querySelectorAll(SCROLLABLE).forEach((box) => resizeObserver.observe(box));
}

// Prepares all boxes and widgets of the document, and widgets that appear or change later.
export function setUpBoxes(): void {
  document.addEventListener(
    "scroll",
    ({ target }) => {
      if (target instanceof HTMLElement && target.matches(SCROLLABLE)) markOverflow(target);
    },
    { capture: true, passive: true },
  );
  prepare(document);
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
}
