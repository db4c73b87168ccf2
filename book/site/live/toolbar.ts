// The toolbar of a cell, with buttons and a status message.

import { copy } from "../runtime/clipboard";
import { button, element } from "../runtime/element";
import { bookAddress } from "./embed";

export type Actions = { [name: string]: () => unknown };

export class Toolbar {
  readonly status = element("span", { role: "status" });
  readonly progress = element("progress", { max: 1, ariaLabel: "Python is loading" });
  readonly #line = element("input", { className: "live-line", readOnly: true, hidden: true });
  readonly element: HTMLElement;
  readonly #buttons: HTMLButtonElement[] = [];

  constructor(className = "") {
    this.element = element("div", { className: `live-toolbar ${className}` });
    this.element.append(this.progress, this.status, this.#line);
  }

  // Shows a button for each action and hides the progress. Reuses existing buttons, so that the focused button keeps the
  // keyboard focus.
  show(actions: Actions, message: string): void {
    const names = Object.keys(actions);
    while (this.#buttons.length < names.length) {
      this.#buttons.push(button(""));
      this.progress.before(this.#buttons.at(-1)!);
    }
    for (const [at, button] of this.#buttons.entries()) {
      const name = names[at];
      if (!name && document.activeElement === button) this.#buttons[0]?.focus();
      button.hidden = !name;
      button.textContent = name ?? "";
      button.onclick = name ? actions[name]! : null;
    }
    this.progress.hidden = true;
    this.#line.hidden = true;
    this.say(message);
  }

  // Shows a line of text, selects it, and copies it if the browser allows that.
  async showLine(text: string, label: string): Promise<void> {
    Object.assign(this.#line, { hidden: false, value: text, ariaLabel: label });
    this.#line.select();
    const copied = await copy(text);
    this.say(`The ${label} ${copied ? "has been copied" : "is in the field below"}.`);
  }

  // Shows a message. Does nothing if the message is already shown, because replacing it would make
  // screen readers announce it again.
  say(message: string): void {
    if (this.status.textContent !== message) this.status.textContent = message;
  }
}

// Puts a fragment into the address bar and copies the page's URL to the clipboard. Returns a
// message that tells the reader whether the URL could be copied.
export async function copyLink(fragment: string, target: string): Promise<string> {
  history.replaceState(null, "", `#${fragment}`);
  const copied = await copy(bookAddress(fragment));
  return `The link to ${target} ${copied ? "has been copied" : "is in the address bar"}.`;
}
