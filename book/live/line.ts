// The line of a cell that the reader can use: buttons, and what came of pressing them.

import { element } from "./element";

export type Actions = { [name: string]: () => unknown };

export class Line {
  readonly said = element("span", { role: "status" });
  readonly element: HTMLElement;
  readonly #buttons: HTMLButtonElement[] = [];

  constructor(kind = "") {
    this.element = element("div", { className: `live-line ${kind}` }, this.said);
  }

  // Buttons that stay, stay where they are, with the keyboard's focus.
  offer(actions: Actions, said: string): void {
    const names = Object.keys(actions);
    while (this.#buttons.length < names.length) {
      const button = element("button", { className: "live-button", type: "button" });
      this.said.before(button);
      this.#buttons.push(button);
    }
    for (const [at, button] of this.#buttons.entries()) {
      const name = names[at];
      if (!name && document.activeElement === button) this.#buttons[0]?.focus();
      button.hidden = !name;
      button.textContent = name ?? "";
      button.onclick = name ? actions[name]! : null;
    }
    this.say(said);
  }

  // What is said again is not announced again.
  say(said: string): void {
    if (this.said.textContent !== said) this.said.textContent = said;
  }
}

// Put a fragment into the address bar, and the address onto the clipboard; say what came of it.
export async function copyLink(fragment: string, to: string): Promise<string> {
  history.replaceState(null, "", `#${fragment}`);
  const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
  return copied.then(
    () => `The link to ${to} has been copied.`,
    () => `The link to ${to} is in the address bar.`,
  );
}
