// Shows the slides of a chapter, which `book/ext/slides.py` makes. The address may contain
// `?notes`, which shows the speaker notes next to the slides, or `?print-pdf`, which shows all slides
// one after another for printing. All windows that show the same slides stay on the same slide.

import Reveal from "reveal.js";

import { element } from "../runtime/element";
import { TITLE } from "../runtime/root";

const [WIDTH, HEIGHT] = [1280, 720];
const STEPS = 40;
// Text is never larger than the stylesheet says; drawings, tables and grids fill the slide.
const [SMALLEST, LARGEST] = [0.5, 2.2];
// Statements are short, and may be a bit larger than other text.
const STATEMENT = 1.3;

const query = new URLSearchParams(location.search);
const prints = query.has("print-pdf");
const slides = document.querySelector<HTMLElement>(".reveal")!;

// Zooms the content of a slide so that it fits the slide.
function fit(room: HTMLElement): void {
  const content = room.firstElementChild as HTMLElement;
  const boxes = [content, ...content.querySelectorAll<HTMLElement>(".nt-scroll")];
  const fits = (zoom: number) => {
    content.style.zoom = String(zoom);
    content.style.setProperty("--zoom", String(zoom));
    const { width, height } = content.getBoundingClientRect();
    return (
      width <= room.clientWidth + 1 &&
      height <= room.clientHeight + 1 &&
      boxes.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1)
    );
  };
  const states = room.parentElement!.classList.contains("statement");
  const largest = room.classList.contains("picture") ? LARGEST : states ? STATEMENT : 1;
  let [low, high] = [0, STEPS];
  const zoom = (step: number) => SMALLEST + ((largest - SMALLEST) * step) / STEPS;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(zoom(middle))) low = middle;
    else high = middle - 1;
  }
  fits(zoom(low));
}

// Puts the caption of a high figure on its right, and cuts a figure that is at least twice as high as
// wide into bands that are shown side by side. The cuts are between its drawings.
function layOut(figure: HTMLElement): void {
  const svg = figure.querySelector("svg")!;
  const { width, height } = svg.viewBox.baseVal;
  figure.classList.toggle("high", height > width && height < 2 * width);
  if (height < 2 * width) return;
  const box = svg.getBoundingClientRect();
  const spans = [...svg.querySelectorAll("text, image, path, use")]
    .map((mark) => mark.getBoundingClientRect())
    .filter((mark) => mark.height > 0 && mark.height < box.height / 2)
    .map(({ top, bottom }) => [top, bottom].map((y) => ((y - box.top) / box.height) * height))
    .sort(([a = 0], [b = 0]) => a - b);
  const gaps: { middle: number; size: number }[] = [];
  let end = 0;
  for (const [top = 0, bottom = 0] of spans) {
    if (top > end) gaps.push({ middle: (top + end) / 2, size: top - end });
    end = Math.max(end, bottom);
  }
  // Gaps between the lines of a label are much smaller than those between drawings.
  const largest = Math.max(...gaps.map(({ size }) => size));
  const between = gaps.filter(({ size }) => size > largest / 2).map(({ middle }) => middle);
  const count = Math.round(height / width);
  const cuts = [0, height];
  for (let band = 1; band < count; band++) {
    const ideal = (height * band) / count;
    const closest = (best: number, gap: number) =>
      Math.abs(gap - ideal) < Math.abs(best - ideal) ? gap : best;
    cuts.splice(band, 0, between.reduce(closest, Infinity));
  }
  const drawing = svg.querySelector(":scope > g")!;
  drawing.id = `${svg.getAttribute("aria-labelledby")}-drawing`;
  const bands = cuts.slice(1).map((bottom, band) => {
    const part = (band ? svg.cloneNode() : svg) as SVGSVGElement;
    if (band) part.innerHTML = `<use href="#${drawing.id}"/>`;
    const top = cuts[band]!;
    part.setAttribute("viewBox", `0 ${top} ${width} ${bottom - top}`);
    part.setAttribute("height", `${bottom - top}pt`);
    return part;
  });
  const parts = element("div", { className: "bands" });
  svg.replaceWith(parts);
  parts.append(...bands);
}

// Shows the address of a game or lab, for readers of the printed slides.
function showAddress(slide: Element): void {
  const { href } = slide.querySelector("a")!;
  slide.querySelector(".address")!.append("Open it at ", element("a", { href, textContent: href }));
}

// Begins the notes of each slide with the title of the next one.
function announce(): void {
  const sections = [...slides.querySelectorAll<HTMLElement>(".slides > section")];
  for (const [index, section] of sections.entries()) {
    const next = sections[index + 1];
    const title =
      next?.querySelector("h2, .admonition-title, figcaption, caption")?.textContent ?? "the end";
    let notes = section.querySelector("aside.notes");
    if (!notes) section.append((notes = element("aside", { className: "notes" })));
    notes.prepend(element("p", { className: "next", textContent: `Next: ${title}` }));
  }
}

async function start(): Promise<void> {
  const { dataset } = document.documentElement;
  if (prints) {
    dataset["theme"] = "light";
    dataset["prints"] = "";
  }
  for (const frame of document.querySelectorAll<HTMLElement>("iframe[data-src]"))
    frame.dataset["src"] = frame.dataset["src"]!.replace("?embed", `?embed=${dataset["theme"]}`);
  if (prints) for (const slide of document.querySelectorAll(".game")) showAddress(slide);
  else if (query.has("notes")) announce();
  await document.fonts.ready;
  slides.classList.add("measuring");
  for (const figure of slides.querySelectorAll<HTMLElement>(".nt-figure")) layOut(figure);
  for (const room of slides.querySelectorAll<HTMLElement>(".room")) fit(room);
  slides.classList.remove("measuring");

  const deck = new Reveal(slides, {
    width: WIDTH,
    height: HEIGHT,
    margin: 0,
    center: false,
    display: "flex",
    hash: true,
    // `?print-pdf&notes` prints the notes of each slide on a page of their own.
    showNotes: query.has("notes") && (prints ? "separate-page" : true),
    slideNumber: "c/t",
    transition: "none",
    backgroundTransition: "none",
    scrollActivationWidth: null,
    pdfSeparateFragments: false,
  });
  for (const frame of slides.querySelectorAll("iframe")) listen(deck, frame);
  // The answer to a question needs room, and a button that keeps the focus would keep the arrow keys.
  slides.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    fit(target.closest<HTMLElement>(".room")!);
    target.blur();
  });
  // A frame that is no longer shown must not keep the focus.
  deck.on("slidechanged", () => {
    if (document.activeElement instanceof HTMLIFrameElement) document.activeElement.blur();
  });
  await deck.initialize();
  if (!prints) {
    follow(deck);
    if (query.has("notes")) scrollNotes(deck);
  }
  slides.dataset["ready"] = "";
}

// Controls in which keys have a meaning of their own. Buttons can be pressed with Enter.
const FIELDS = "input, textarea, select, [contenteditable='true'], [role='slider']";
const ANYWHERE = ["PageUp", "PageDown"]; // the keys of presenters
const OUTSIDE_FIELDS = [...ANYWHERE, "ArrowLeft", "ArrowRight", " ", "Escape"];

// Lets the keyboard and presenters change slides while a game or lab has the focus. The keys must not
// reach a lab that is asleep, because it would wake up.
function listen(deck: Reveal, frame: HTMLIFrameElement): void {
  const forward = (event: KeyboardEvent) => {
    const field = (event.target as Element).closest(FIELDS);
    const { altKey, ctrlKey, metaKey, shiftKey, key, keyCode } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    if (!(field ? ANYWHERE : OUTSIDE_FIELDS).includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    deck.triggerKey(keyCode);
  };
  frame.addEventListener("load", () => {
    frame.contentDocument?.addEventListener("keydown", forward, { capture: true });
  });
}

// Lets the arrows up and down scroll the notes, and all other keys change slides, even if the notes
// have the focus.
function scrollNotes(deck: Reveal): void {
  const notes = slides.querySelector<HTMLElement>(".speaker-notes")!;
  for (const [keyCode, key, top] of [
    [38, "↑", -80],
    [40, "↓", 80],
  ] as const) {
    const binding = { keyCode, key, description: "Scroll the notes" };
    deck.addKeyBinding(binding, () => notes.scrollBy({ top }));
  }
  // reveal.js ignores all keys while the notes have the focus.
  notes.addEventListener("keydown", ({ key }) => {
    if (OUTSIDE_FIELDS.includes(key)) notes.blur();
  });
  deck.on("slidechanged", () => notes.scrollTo({ top: 0 }));
}

// Keeps all windows with these slides on the same slide, and lets the key S open one with the notes.
function follow(deck: Reveal): void {
  const { pathname } = location;
  const channel = new BroadcastChannel(`${TITLE}:slides:${pathname}`);
  const state = () => JSON.stringify(deck.getState());
  for (const event of ["slidechanged", "fragmentshown", "fragmenthidden"])
    deck.on(event, () => channel.postMessage(state()));
  channel.addEventListener("message", ({ data }) => {
    if (data !== state()) deck.setState(JSON.parse(data));
  });
  const notes = { keyCode: 83, key: "S", description: "Open a window with the speaker notes" };
  deck.addKeyBinding(notes, () => {
    window.open(`${pathname}?notes${location.hash}`, "notes", "popup,width=1280,height=620");
  });
}

start().catch((error: unknown) => {
  slides.prepend(
    element("p", { role: "alert", textContent: `The slides did not start: ${error}` }),
  );
});
