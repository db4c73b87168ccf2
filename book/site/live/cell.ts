// The cells of a chapter that can run. A cell that is asleep looks as it did when the book was
// built; a cell that is awake shows live widgets and the output of the reader's code.

import type { DOMWidgetView } from "@jupyter-widgets/base";
import type { CellData, Host } from "./chapter";
import { Code } from "./code";
import { element } from "../runtime/element";
import { EXTRA, frameHtml, isEmbedded } from "./embed";
import type { Output } from "./protocol";
import sanitize from "./sanitize";
import type { Session } from "./session";
import { discard, load, onChangeElsewhere, save } from "../runtime/storage";
import { type Actions, copyLink, Toolbar } from "./toolbar";
import { attach, WIDGET_AREA } from "./widgets";

export class Cell {
  readonly box: HTMLElement;
  readonly code: Code | null = null;
  protected session: Session | null = null;
  readonly #output = element("div", { className: "live-output" });
  readonly #label = element("p", { className: "live-output-label", hidden: true });
  // The output that is part of the chapter.
  readonly #original: HTMLElement | null;
  // Whether the output of the reader's own code is shown in place of the chapter's output.
  #own = false;

  constructor(
    protected readonly cell: CellData,
    protected readonly host: Host,
  ) {
    const box = document.getElementById(`live-${cell.id}`);
    if (!box) throw new Error(`the page has no cell ${cell.id}`);
    this.box = box;
    this.#original = cell.check ? null : box.querySelector<HTMLElement>(".cell_output");
    box.append(this.#label, this.#output);
    if (cell.shown) {
      const [run, reset] = [(text: string) => this.#runOwn(text), () => this.#reset()];
      this.code = new Code(box, cell, host, run, reset);
    }
  }

  sleep(): void {
    this.session = null;
    this.#clear(false);
    this.code?.sessionEnded();
  }

  async wake(session: Session): Promise<void> {
    this.session = session;
    this.#clear(false);
    this.code?.sessionEnded();
    if (this.cell.editable) await this.code?.openEditor();
    else if (this.cell.live) await this.run(this.cell.source);
  }

  // Shows an output of the cell. If the cell is running the chapter's own code, only errors are
  // shown, because the page already contains the other output of that code.
  async show(output: Output): Promise<void> {
    if (!this.#own && output.kind !== "error") return;
    if (!this.#own) this.#output.replaceChildren();
    await this.#append(output);
  }

  // Called after the reader has used a widget in the cell.
  widgetUsed(): void {}

  // Called while Python is starting, with the part that is done.
  showProgress(_part: number): void {}

  // Called when the hint has changed.
  updateHint(): void {}

  protected get own(): boolean {
    return this.#own;
  }

  protected async run(source: string): Promise<void> {
    this.#output.replaceChildren();
    await this.session?.ask({ type: "run", cell: this.cell.id, source });
  }

  // Runs the reader's code and shows its output in place of the chapter's.
  async #runOwn(source: string): Promise<void> {
    this.#clear(true);
    await this.run(source);
    const silent = !this.#output.hasChildNodes();
    this.#label.textContent = silent ? "Your code ran without output." : "Output of your code:";
  }

  async #reset(): Promise<void> {
    const wasOwn = this.#own;
    this.#clear(false);
    if (!wasOwn || !this.session) return;
    await this.session.ask({ type: "forget", cell: this.cell.id });
    await this.restore();
  }

  // Restores the chapter's widgets, if the cell has any.
  protected async restore(): Promise<void> {}

  #clear(own: boolean): void {
    this.#own = own;
    this.#output.replaceChildren();
    this.#label.hidden = !own;
    this.#label.textContent = "Output of your code:";
    if (this.#original) this.#original.hidden = own;
  }

  // Draws a widget. Returns null if the session has ended in the meantime, because the widget would
  // not respond.
  protected async draw(id: string): Promise<DOMWidgetView | null> {
    const { session } = this;
    const view = await session?.manager.view(id);
    return view && session === this.session ? view : null;
  }

  async #append({ kind, value }: Output): Promise<void> {
    const last = this.#output.lastElementChild;
    if (kind === "text" && last?.matches("pre:not([role])")) {
      last.append(value);
    } else if (kind === "text") {
      this.#output.append(element("pre", {}, value));
    } else if (kind === "error") {
      this.#output.append(element("pre", { className: "live-error", role: "alert" }, value));
    } else if (kind === "html") {
      this.#output.append(element("div", { innerHTML: sanitize(value) }));
    } else {
      const view = await this.draw(value);
      if (view) attach(view, this.#output.appendChild(element("div", { className: WIDGET_AREA })));
    }
  }
}

// A lab is saved once it has been unchanged for this many milliseconds.
const SAVE_DELAY = 60;

const ELSEWHERE =
  "You also used this lab in another tab. The book saves its state in the tab that you use last.";

// The events that a lab keeps from its widgets while it is asleep.
const EVENTS = ["pointerdown", "mousedown", "click", "keydown", "change"];
const CONTROL = "button:not(.nt-pointer), input, select, textarea, [role=slider]";
const TEXT = "textarea, select, input:not([type=checkbox], [type=radio])";
const KEYS = /^(.|Enter|Backspace|Delete|Home|End|Page.*|Arrow.*)$/;

// A control of a sleeping lab that the reader has used. Its index and its name describe it so that
// it can be found again once the lab is awake.
type Wanted = {
  index: number;
  name: string;
  control?: HTMLElement;
  // The text before the reader has typed; null if it is unknown.
  text?: string | null;
  // The key that was pressed on a slider.
  key?: string;
};

export class Lab extends Cell {
  // The name by which links refer to the lab.
  readonly name: string;
  readonly #toolbar = new Toolbar();
  readonly #place: HTMLElement;
  readonly #asleep: ChildNode[];
  #awake = false;
  // Whether the cell ran without showing the lab.
  #failed = false;
  // The controls that the reader has used while the lab was asleep, in order.
  #wanted: Wanted[] = [];
  // The fragment of a link to the lab in its initial state.
  #initial = "";
  #saveTimer = 0;

  constructor(cell: CellData, place: HTMLElement, host: Host) {
    super(cell, host);
    this.#place = place;
    this.#asleep = [...place.childNodes];
    const classes = [...(place.querySelector(".nt-lab")?.classList ?? [])];
    this.name = classes.find((name) => name.startsWith("lab-"))?.slice("lab-".length) ?? "";
    place.before(this.#toolbar.element);
    for (const type of EVENTS) place.addEventListener(type, this.#intercept, { capture: true });
    this.sleep();
    onChangeElsewhere(this.#key, () => this.#updateToolbar(this.#awake ? ELSEWHERE : ""));
  }

  override sleep(): void {
    super.sleep();
    this.#place.replaceChildren(...this.#asleep);
    this.#setAwake(false);
    this.#failed = false;
    this.#wanted = [];
    this.#updateToolbar();
  }

  override async wake(session: Session): Promise<void> {
    await super.wake(session);
    if (session !== this.session) return;
    this.#failed = !this.#awake;
    if (this.#failed) this.#toolbar.show({ "Try again": () => this.wake(session) }, "");
    await this.#restoreSaved(session);
    this.#resume();
  }

  override showProgress(part: number): void {
    if (this.#awake || this.#failed) return;
    // The button that the reader has pressed stays, so that it keeps the keyboard focus.
    this.#toolbar.show({ "Loading Python": () => {} }, "");
    this.#toolbar.progress.hidden = false;
    this.#toolbar.progress.value = part;
  }

  override updateHint(): void {
    if (!this.#awake) this.#updateToolbar();
  }

  override async show(output: Output): Promise<void> {
    if (this.own || output.kind !== "widget") return super.show(output);
    const view = await this.draw(output.value);
    if (!view) return;
    this.#place.replaceChildren();
    attach(view, this.#place);
    this.#setAwake(true);
    this.#updateToolbar();
  }

  // Saves the lab once the reader has left it unchanged for SAVE_DELAY milliseconds.
  override widgetUsed(): void {
    clearTimeout(this.#saveTimer);
    if (this.own) return; // the widgets are those of the reader's code, not of this lab
    this.#saveTimer = setTimeout(() => this.#save().catch(console.warn), SAVE_DELAY);
  }

  // Scrolls to the lab and sets its inputs from the fragment of a link.
  async follow(fragment: string): Promise<void> {
    const lab = () => this.box.querySelector(".nt-lab") ?? this.box; // the lab is below its code
    const scroll = () => lab().scrollIntoView({ behavior: "instant" });
    scroll();
    await this.host.start(this.cell.id);
    await this.session?.ask({ type: "follow", cell: this.cell.id, fragment });
    this.widgetUsed();
    scroll(); // waking the labs above has moved this one
  }

  protected override async restore(): Promise<void> {
    await this.run(this.cell.source);
    if (this.session) await this.#restoreSaved(this.session);
  }

  get #key(): string {
    return `lab/${this.host.page}/${this.name}`;
  }

  #setAwake(awake: boolean): void {
    this.#awake = awake;
    this.#place.classList.toggle("live-asleep", !awake);
  }

  // While the lab is asleep, wakes it when the reader uses one of its controls.
  readonly #intercept = (event: Event): void => {
    const control = this.#awake ? null : controlAt(event.target as Element);
    if (!control) return;
    const key = event instanceof KeyboardEvent ? event : null;
    if (key && !isUse(key, control)) return;
    // Readers can type text and choose from menus while Python starts.
    if (!control.matches(TEXT)) {
      event.stopPropagation();
      event.preventDefault();
    }
    // A drag of a slider does not end with a click.
    const slider = control.role === "slider";
    const drag = slider && event.type === "pointerdown";
    if (key || drag || event.type === "click") this.#use(control, slider ? key?.key : undefined);
    // A choice may come without a click, for example from a keyboard's menu or a phone's wheel.
    if (event.type === "change" && control.matches(TEXT)) this.#use(control, undefined, null);
  };

  // Starts Python, beginning with this lab. If a control is given, it gets the focus. `before` is its
  // text before the reader used it, or null if it is unknown.
  #use(control?: HTMLElement, key?: string, before?: string | null): void {
    if (!control) this.#wanted.push({ index: 0, name: "" });
    else if (key || !this.#wanted.some((wanted) => wanted.control === control)) {
      const text = before === undefined ? (control as HTMLInputElement).value : before;
      const index = this.#controls.indexOf(control);
      this.#wanted.push({ index, name: nameOf(control), control, text, key });
    }
    void this.host.start(this.cell.id);
  }

  get #controls(): HTMLElement[] {
    return [...this.#place.querySelectorAll<HTMLElement>(CONTROL)];
  }

  // Moves the focus to the control that the reader has used last, and enters the texts and the keys
  // that the reader has entered meanwhile. If the last control is a button, presses it, unless the
  // reader saw another position because a saved game has been restored.
  #resume(): void {
    if (!this.#awake) return;
    const wanted = this.#wanted;
    this.#wanted = [];
    const last = wanted.at(-1);
    for (const each of wanted) if (each === last || each.control?.matches(TEXT)) this.#replay(each);
  }

  #replay({ index, name, control: before, text, key }: Wanted): void {
    const control = this.#controls[index];
    const same = control && nameOf(control) === name;
    (same ? control : this.#controls[0])?.focus({ preventScroll: true });
    if (!same) return;
    const typed = (before as HTMLInputElement).value;
    if (control.matches("button")) {
      if (load(this.#key) === null) control.click();
    } else if (key) {
      control.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    } else if (control.matches(TEXT) && typed !== text) {
      (control as HTMLInputElement).value = typed;
      for (const type of ["input", "change"]) {
        control.dispatchEvent(new Event(type, { bubbles: true }));
      }
    }
  }

  #updateToolbar(message = ""): void {
    const saved = load(this.#key) !== null;
    const reset: Actions = saved ? { Reset: () => this.#reset() } : {};
    const more: Actions = isEmbedded() ? reset : { ...reset, Embed: () => this.#embed() };
    if (this.#awake) this.#toolbar.show({ "Copy link": () => this.#copy(), ...more }, message);
    else {
      const state = saved ? "Your game is saved here." : "";
      this.#toolbar.show({ [this.host.hint]: () => this.#use(), ...more }, state);
    }
  }

  // Shows and copies the HTML that embeds the lab, as it is now, in a page of another site.
  async #embed(): Promise<void> {
    const fragment = this.session && this.#awake ? await this.#link(this.session) : this.#initial;
    const height = this.box.scrollHeight + EXTRA;
    const html = frameHtml(fragment || `lab-${this.name}`, height);
    await this.#toolbar.showLine(html, "HTML that embeds the lab");
  }

  // Returns the fragment of a link to the lab in its current state.
  async #link(session: Session): Promise<string> {
    const fragment = await session.ask({ type: "link", lab: this.name }, this.cell.id);
    return String(fragment);
  }

  // Records the initial state, then restores the state in which the reader left the lab.
  async #restoreSaved(session: Session): Promise<void> {
    if (!this.#awake) return; // the cell failed
    this.#initial = await this.#link(session);
    const fragment = load(this.#key);
    if (fragment === null) return;
    try {
      await session.ask({ type: "follow", cell: this.cell.id, fragment });
    } catch (error) {
      discard(this.#key);
      this.#updateToolbar(`Could not restore your saved game: ${(error as Error).message}.`);
    }
  }

  async #save(): Promise<void> {
    const session = this.session;
    if (!session) return;
    const fragment = await this.#link(session);
    if (session !== this.session) return;
    const wasSaved = load(this.#key) !== null;
    if (fragment === this.#initial) discard(this.#key);
    else save(this.#key, fragment);
    if (wasSaved !== (load(this.#key) !== null)) {
      this.#updateToolbar(this.#toolbar.status.textContent ?? "");
    }
  }

  // Returns the lab to its initial state.
  async #reset(): Promise<void> {
    clearTimeout(this.#saveTimer);
    discard(this.#key);
    this.#updateToolbar();
    if (this.session) await this.restore();
  }

  async #copy(): Promise<void> {
    if (!this.session) return;
    const fragment = await this.#link(this.session);
    this.#toolbar.say(await copyLink(fragment, "the lab as it is now"));
  }
}

// Returns the control of a lab that contains an element.
function controlAt(element: Element): HTMLElement | null {
  const handle = element.closest(".noUi-target")?.querySelector<HTMLElement>("[role=slider]");
  return handle ?? element.closest<HTMLElement>(CONTROL);
}

function nameOf(control: Element): string {
  return `${control.tagName} ${control.ariaLabel} ${control.textContent}`;
}

// Returns whether pressing a key on a control uses the control, rather than moving to another one.
function isUse({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, control: Element): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  return control.matches("button") ? ["Enter", " "].includes(key) : KEYS.test(key);
}
