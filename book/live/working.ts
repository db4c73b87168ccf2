// Says at a cell that Python is at work for it, as soon as that takes a while, and lets the reader
// stop it.

import { element } from "./element";

// Milliseconds after which somebody who waits wants to know.
const WHILE = 500;

export class Working {
  readonly #said = element("span", { role: "status" });
  readonly #time = element("span", { ariaHidden: "true" });
  readonly #stop = element("button", { className: "live-button", textContent: "Stop" });
  readonly #element: HTMLElement;
  #timer = 0;

  // `shown` is called when it appears, and when it goes.
  constructor(
    stop: () => void,
    private readonly shown: (is: boolean) => void,
  ) {
    const what = element("div", {}, this.#said, this.#time, this.#stop);
    this.#element = element("div", { className: "live-working" }, what);
    this.#stop.onclick = stop;
  }

  // Python is now at work for this cell, or for none.
  at(box: HTMLElement | null): void {
    clearTimeout(this.#timer);
    const before = this.#element.parentElement;
    if (before) {
      if (this.#element.contains(document.activeElement)) {
        before.querySelector<HTMLElement>(".live-line .live-button")?.focus();
      }
      before.removeAttribute("aria-busy");
      this.#element.remove();
      this.shown(false);
    }
    if (box) this.#timer = setTimeout(() => this.#show(box, performance.now() - WHILE), WHILE);
  }

  #show(box: HTMLElement, begun: number): void {
    this.#said.textContent = "";
    box.append(this.#element);
    box.setAttribute("aria-busy", "true");
    this.#said.textContent = "Working…";
    this.shown(true);
    const tick = () => {
      const seconds = Math.floor((performance.now() - begun) / 1000);
      this.#time.textContent = seconds ? `${seconds} s` : "";
      this.#timer = setTimeout(tick, 1000);
    };
    tick();
  }
}
