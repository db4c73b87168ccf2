// Shows a preview of the target of each link that has a `data-preview` attribute (see
// `book/ext/previews.py`): on hover, on keyboard focus, or on the first tap. The text comes from the
// list of theorems or from the page that the link leads to. If that page cannot be fetched, for
// example because the book was opened from a local file, the link works as usual.

import { autoUpdate, computePosition, flip, inline, offset, shift, size } from "@floating-ui/dom";
import { element } from "../runtime/element";
import { root } from "../runtime/root";

const LINK = "a[data-preview]";
const OPEN_DELAY = 350; // milliseconds before a preview opens
const CLOSE_DELAY = 250; // milliseconds before it closes, once the mouse has left
const MARGIN = 8; // pixels between the preview and the edge of the viewport

const pages = new Map<string, Promise<Document>>();

// Fetches and parses another page of the book. Each page is fetched only once.
function fetchPage(url: string): Promise<Document> {
  let page = pages.get(url);
  if (!page) {
    page = fetch(url).then(async (response) => {
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return new DOMParser().parseFromString(await response.text(), "text/html");
    });
    page.catch(() => pages.delete(url));
    pages.set(url, page);
  }
  return page;
}

// A link in text or in an SVG drawing.
type Link = HTMLAnchorElement | SVGAElement;

function addressOf(link: Link): string {
  return new URL(link.getAttribute("href")!, location.href).href;
}

// Returns the target element of a link. If the target is a theorem on another page, returns the
// theorem's copy in the list of theorems instead, because that page is smaller.
async function target(link: Link): Promise<Element | null> {
  const [address = "", id = ""] = addressOf(link).split("#");
  const here = document.getElementById(decodeURIComponent(id));
  if (address === location.href.split("#")[0]) return here;
  const theorem = link.dataset.preview === "theorem";
  const page = await fetchPage(theorem ? new URL("book/theorems.html", root()).href : address);
  return page.getElementById(decodeURIComponent(id));
}

// Returns a copy of the target without interactive elements.
function previewOf(target: Element): HTMLElement {
  const copy = element("div");
  if (target.matches("dt")) {
    let description = target.nextElementSibling;
    while (description?.matches("dt")) description = description.nextElementSibling;
    copy.append(element("p", { className: "admonition-title" }, ...contents(target)));
    if (description) copy.append(...contents(description));
  } else if (target.matches("details")) {
    // For a claim, show only the statement and the verdict.
    const parts = target.querySelectorAll(":scope > summary, :scope > summary + p");
    copy.append(...[...parts].map((part) => element("p", {}, ...contents(part))));
  } else copy.append(...contents(target));
  const omitted =
    ".headerlink, .label, [class^=nt-verdict], dl, details, button, script, style, [role=note]";
  copy.querySelectorAll(omitted).forEach((part) => part.remove());
  for (const link of copy.querySelectorAll("a")) {
    link.replaceWith(element("span", {}, ...link.childNodes));
  }
  for (const part of copy.querySelectorAll("[id], [tabindex]")) {
    part.removeAttribute("id");
    part.removeAttribute("tabindex");
  }
  return copy;
}

// Returns a copy of what an element contains.
const contents = (target: Element): Node[] => [...target.cloneNode(true).childNodes];

class Preview {
  private readonly body = element("div", { id: "preview-text" });
  private readonly followLink = element("a", {}, "Go there");
  private readonly panel: HTMLElement;
  private link: Link | null = null; // the link whose preview is open or loading
  private timer = 0;
  private stopUpdates = () => {};

  constructor() {
    const close = element("button", { type: "button", onclick: () => this.close() }, "Close");
    const foot = element("p", { className: "preview-foot" }, this.followLink, close);
    const properties = { id: "preview", className: "preview", hidden: true };
    this.panel = element("div", properties, this.body, foot);
    document.body.append(this.panel);
  }

  contains(target: EventTarget | null): boolean {
    return target instanceof Node && (this.panel.contains(target) || !!this.link?.contains(target));
  }

  isOpenAt(link: Link): boolean {
    return this.link === link && !this.panel.hidden;
  }

  schedule(action: () => void, delay: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(action, delay);
  }

  cancel(): void {
    clearTimeout(this.timer);
  }

  // Opens the preview of a link. If the preview cannot be loaded and the link was tapped, follows
  // the link.
  async open(link: Link, touched = false): Promise<void> {
    this.close();
    this.link = link;
    try {
      const found = await target(link);
      if (this.link !== link) return;
      if (!found || found.contains(link)) throw new Error(`no preview for ${addressOf(link)}`);
      // Hide the panel until its size has been measured.
      this.panel.style.visibility = "hidden";
      this.panel.classList.toggle("touched", touched);
      this.panel.hidden = false;
      this.body.className = `preview-text preview-${link.dataset.preview}`;
      this.body.replaceChildren(previewOf(found));
      this.body.scrollTop = 0;
      this.followLink.href = addressOf(link);
      link.setAttribute("aria-describedby", this.body.id);
      link.removeAttribute("title"); // it would repeat the preview
      this.stopUpdates = autoUpdate(link, this.panel, () => void this.place(link));
    } catch {
      if (this.link !== link) return;
      this.close();
      if (touched) location.assign(addressOf(link));
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.stopUpdates();
    this.stopUpdates = () => {};
    this.link?.removeAttribute("aria-describedby");
    this.link = null;
    this.panel.hidden = true;
    this.body.replaceChildren();
  }

  private async place(link: Link): Promise<void> {
    const limitHeight = size({
      padding: MARGIN,
      apply: ({ availableHeight }) => {
        this.panel.style.maxHeight = `${Math.min(availableHeight, innerHeight / 2)}px`;
      },
    });
    const { x, y } = await computePosition(link, this.panel, {
      strategy: "fixed",
      placement: "bottom-start",
      middleware: [
        ...[inline(), offset(6), flip({ padding: MARGIN }), shift({ padding: MARGIN })],
        limitHeight,
      ],
    });
    Object.assign(this.panel.style, { left: `${x}px`, top: `${y}px`, visibility: "" });
  }
}

const preview = new Preview();
let pointerType = "";

function linkOf(event: Event): Link | null {
  return event.target instanceof Element ? event.target.closest<Link>(LINK) : null;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const link = linkOf(event);
  if (preview.contains(event.target)) preview.cancel();
  else if (link) preview.schedule(() => void preview.open(link), OPEN_DELAY);
});

document.addEventListener("pointerout", (event) => {
  if (event.pointerType === "touch" || preview.contains(event.relatedTarget)) return;
  if (preview.contains(event.target)) preview.schedule(() => preview.close(), CLOSE_DELAY);
  else if (linkOf(event)) preview.cancel();
});

document.addEventListener("focusin", (event) => {
  const link = linkOf(event);
  if (link?.matches(":focus-visible")) preview.schedule(() => void preview.open(link), OPEN_DELAY);
});

document.addEventListener("focusout", (event) => {
  if (preview.contains(event.target) && !preview.contains(event.relatedTarget)) preview.close();
  else if (linkOf(event)) preview.cancel();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") preview.close();
});

document.addEventListener("pointerdown", (event) => {
  pointerType = event.pointerType;
  if (!preview.contains(event.target)) preview.close();
});

// The first tap on a link opens the preview; the second follows the link.
document.addEventListener("click", (event) => {
  const link = linkOf(event);
  if (!link || pointerType !== "touch" || event.detail === 0 || preview.isOpenAt(link)) return;
  event.preventDefault();
  void preview.open(link, true);
});
