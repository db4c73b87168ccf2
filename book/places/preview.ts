// Shows what a link leads to, where it has an attribute `data-preview` (see `book_previews.py`): when
// the mouse rests on the link, when it is reached by keyboard, or at the first touch. The text comes
// from the page with the list of theorems, or from the page to which the link leads; where that
// cannot be read, as from a file, a link is just a link.

import { autoUpdate, computePosition, flip, inline, offset, shift, size } from "@floating-ui/dom";
import { root } from "../live/root";

const LINK = "a[data-preview]";
const REST = 350; // milliseconds that the mouse rests on a link before its text is shown
const LEAVE = 250; // and that it may be elsewhere before the text goes
const EDGE = 8; // pixels

const pages = new Map<string, Promise<Document>>();

// Another page of the book, which is read once.
function read(url: string): Promise<Document> {
  let page = pages.get(url);
  if (!page) {
    page = fetch(url).then(async (answer) => {
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      return new DOMParser().parseFromString(await answer.text(), "text/html");
    });
    page.catch(() => pages.delete(url));
    pages.set(url, page);
  }
  return page;
}

// A link in a text, or in a drawing.
type Link = HTMLAnchorElement | SVGAElement;

function addressOf(link: Link): string {
  return new URL(link.getAttribute("href")!, location.href).href;
}

// The element that a link leads to, or a copy on a page that is lighter.
async function target(link: Link): Promise<Element | null> {
  const [address = "", id = ""] = addressOf(link).split("#");
  const here = document.getElementById(decodeURIComponent(id));
  if (address === location.href.split("#")[0]) return here;
  const theorem = link.dataset.preview === "theorem";
  const page = await read(theorem ? new URL("book/theorems.html", root()).href : address);
  return page.getElementById(decodeURIComponent(id));
}

// A copy of what is to be read there, in which nothing can be pressed.
function text(element: Element): HTMLElement {
  const copy = document.createElement("div");
  if (element.matches("dt")) {
    const head = document.createElement("p");
    head.className = "admonition-title";
    head.append(...element.cloneNode(true).childNodes);
    copy.append(head);
    let description = element.nextElementSibling;
    while (description?.matches("dt")) description = description.nextElementSibling;
    copy.append(...(description?.cloneNode(true).childNodes ?? []));
  } else if (element.matches("details")) {
    // Of a claim: what it says, and how it stands.
    const parts = element.querySelectorAll(":scope > summary, :scope > summary + p");
    for (const part of parts) {
      const paragraph = document.createElement("p");
      paragraph.append(...part.cloneNode(true).childNodes);
      copy.append(paragraph);
    }
  } else copy.append(...element.cloneNode(true).childNodes);
  const rest =
    ".headerlink, .label, [class^=nt-verdict], dl, details, button, script, style, [role=note]";
  copy.querySelectorAll(rest).forEach((part) => part.remove());
  for (const link of copy.querySelectorAll("a")) {
    const words = document.createElement("span");
    words.append(...link.childNodes);
    link.replaceWith(words);
  }
  for (const part of copy.querySelectorAll("[id], [tabindex]")) {
    part.removeAttribute("id");
    part.removeAttribute("tabindex");
  }
  return copy;
}

class Preview {
  private readonly panel = document.createElement("div");
  private readonly body = document.createElement("div");
  private readonly go = document.createElement("a");
  private link: Link | null = null; // whose text is shown, or will be
  private timer = 0;
  private stop = () => {};

  constructor() {
    this.panel.id = "preview";
    this.panel.className = "preview";
    this.panel.hidden = true;
    const foot = document.createElement("p");
    foot.className = "preview-foot";
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => this.close());
    this.go.textContent = "Go there";
    foot.append(this.go, close);
    this.body.id = "preview-text";
    this.body.className = "preview-text";
    this.panel.append(this.body, foot);
    document.body.append(this.panel);
  }

  has(part: EventTarget | null): boolean {
    return part instanceof Node && (this.panel.contains(part) || !!this.link?.contains(part));
  }

  isOpenAt(link: Link): boolean {
    return this.link === link && !this.panel.hidden;
  }

  wait(action: () => void, time: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(action, time);
  }

  stay(): void {
    clearTimeout(this.timer);
  }

  // Shows what a link leads to; if that cannot be read, it is followed where it was touched.
  async open(link: Link, touched = false): Promise<void> {
    this.close();
    this.link = link;
    try {
      const element = await target(link);
      if (this.link !== link) return;
      if (!element || element.contains(link))
        throw new Error(`nothing to show of ${addressOf(link)}`);
      // It is measured where it is not seen yet.
      this.panel.style.visibility = "hidden";
      this.panel.classList.toggle("touched", touched);
      this.panel.hidden = false;
      this.body.className = `preview-text preview-${link.dataset.preview}`;
      this.body.replaceChildren(text(element));
      this.body.scrollTop = 0;
      this.go.href = addressOf(link);
      link.setAttribute("aria-describedby", this.body.id);
      link.removeAttribute("title"); // which says the same
      this.stop = autoUpdate(link, this.panel, () => void this.place(link));
    } catch {
      if (this.link !== link) return;
      this.close();
      if (touched) location.assign(addressOf(link));
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop();
    this.stop = () => {};
    this.link?.removeAttribute("aria-describedby");
    this.link = null;
    this.panel.hidden = true;
    this.body.replaceChildren();
  }

  private async place(link: Link): Promise<void> {
    const room = size({
      padding: EDGE,
      apply: ({ availableHeight }) => {
        this.panel.style.maxHeight = `${Math.min(availableHeight, innerHeight / 2)}px`;
      },
    });
    const { x, y } = await computePosition(link, this.panel, {
      strategy: "fixed",
      placement: "bottom-start",
      middleware: [inline(), offset(6), flip({ padding: EDGE }), shift({ padding: EDGE }), room],
    });
    Object.assign(this.panel.style, { left: `${x}px`, top: `${y}px`, visibility: "" });
  }
}

const preview = new Preview();
let pointer = "";

function linkOf(event: Event): Link | null {
  return event.target instanceof Element ? event.target.closest<Link>(LINK) : null;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const link = linkOf(event);
  if (preview.has(event.target)) preview.stay();
  else if (link) preview.wait(() => void preview.open(link), REST);
});

document.addEventListener("pointerout", (event) => {
  if (event.pointerType === "touch" || preview.has(event.relatedTarget)) return;
  if (preview.has(event.target)) preview.wait(() => preview.close(), LEAVE);
  else if (linkOf(event)) preview.stay();
});

document.addEventListener("focusin", (event) => {
  const link = linkOf(event);
  if (link?.matches(":focus-visible")) preview.wait(() => void preview.open(link), REST);
});

document.addEventListener("focusout", (event) => {
  if (preview.has(event.target) && !preview.has(event.relatedTarget)) preview.close();
  else if (linkOf(event)) preview.stay();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") preview.close();
});

document.addEventListener("pointerdown", (event) => {
  pointer = event.pointerType;
  if (!preview.has(event.target)) preview.close();
});

// The first touch of a link shows what is there, the second one goes there.
document.addEventListener("click", (event) => {
  const link = linkOf(event);
  if (!link || pointer !== "touch" || event.detail === 0 || preview.isOpenAt(link)) return;
  event.preventDefault();
  void preview.open(link, true);
});
