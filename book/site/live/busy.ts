// The indicator that appears at a cell once the cell has kept Python busy for a while. A button in
// the indicator stops Python.

import { button, element } from "../runtime/element";

// The indicator appears once Python has been busy for this many milliseconds.
const DELAY = 500;

export class BusyIndicator {
  readonly #status = element("span", { role: "status" });
  readonly #time = element("span", { ariaHidden: "true" });
  readonly #element: HTMLElement;
  #timer = 0;

  // `onToggle` is called with true when the indicator appears and with false when it disappears.
  constructor(
    stop: () => void,
    private readonly onToggle: (visible: boolean) => void,
  ) {
    const pill = element("div", {}, this.#status, this.#time, button("Stop", stop));
    this.#element = element("div", { className: "live-busy" }, pill);
  }

  // Moves the indicator to the cell that Python is now working on, or removes it if `box` is null
  // because Python is idle.
  moveTo(box: HTMLElement | null): void {
    clearTimeout(this.#timer);
    const previous = this.#element.parentElement;
    if (previous) {
      if (this.#element.contains(document.activeElement)) {
        previous.querySelector<HTMLElement>(".live-toolbar .live-button")?.focus();
      }
      previous.removeAttribute("aria-busy");
      this.#element.remove();
      this.onToggle(false);
    }
    if (box) this.#timer = setTimeout(() => this.#show(box, performance.now() - DELAY), DELAY);
  }

  #show(box: HTMLElement, startTime: number): void {
    this.#status.textContent = "";
    box.append(this.#element);
    box.setAttribute("aria-busy", "true");
    this.#status.textContent = "Working…";
    this.onToggle(true);
    const tick = () => {
      const seconds = Math.floor((performance.now() - startTime) / 1000);
      this.#time.textContent = seconds ? `${seconds} s` : "";
      this.#timer = setTimeout(tick, 1000);
    };
    tick();
  }
}
