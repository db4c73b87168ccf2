// The cells of a chapter that can run. Asleep, a cell is as the chapter was built; awake, it shows
// what Python makes of it, or of what the reader has made of it.

import { Code } from "./code";
import { element } from "./element";
import { drop, keep, kept } from "./kept";
import { type Actions, copyLink, Line } from "./line";
import type { Output } from "./protocol";
import sanitize from "./sanitize";
import type { Session } from "./session";
import { attach, PLACE } from "./widgets";

// A cell as the build writes it into the page. If it is live or shown, its element has the id
// `live-<id>`; else there is only what it binds.
export type Source = {
  id: string;
  source: string;
  // It runs when Python starts.
  live: boolean;
  // Its source is in the page.
  shown: boolean;
  // It asks the reader to change it.
  editable: boolean;
  // It is the check in a verdict card, and binds no names for other cells.
  check: boolean;
};

// What a cell needs of its page.
export type Host = {
  // The name of the page.
  page: string;
  // Starts Python for all cells, unless it runs.
  start: () => Promise<void>;
  loadEditor: () => Promise<typeof import("./editor")>;
};

export class Cell {
  readonly box: HTMLElement;
  readonly code: Code | null = null;
  protected session: Session | null = null;
  readonly #output = element("div", { className: "live-output" });
  readonly #yours = element("p", { className: "live-yours", hidden: true });
  // What the chapter shows.
  readonly #written: HTMLElement | null;
  // Whether it shows what the reader's code gives.
  #own = false;

  constructor(
    protected readonly written: Source,
    protected readonly host: Host,
  ) {
    const box = document.getElementById(`live-${written.id}`);
    if (!box) throw new Error(`There is no cell ${written.id} in the page.`);
    this.box = box;
    this.#written = written.check ? null : box.querySelector<HTMLElement>(".cell_output");
    box.append(this.#yours, this.#output);
    if (written.shown) {
      const [run, reset] = [(text: string) => this.#try(text), () => this.#reset()];
      this.code = new Code(box, written, host, run, reset);
    }
  }

  sleep(): void {
    this.session = null;
    this.#clear(false);
    this.code?.rest();
  }

  async wake(session: Session): Promise<void> {
    this.session = session;
    this.#clear(false);
    this.code?.rest();
    if (this.written.editable) await this.code?.open();
    else if (this.written.live) await this.run(this.written.source);
  }

  // The page already has what the chapter's own cells print and return; only errors are new.
  async show(output: Output): Promise<void> {
    if (!this.#own && output.kind !== "error") return;
    if (!this.#own) this.#output.replaceChildren();
    await this.#append(output);
  }

  // The reader has done something to a widget of the cell.
  changed(): void {}

  protected get own(): boolean {
    return this.#own;
  }

  protected async run(source: string): Promise<void> {
    this.#output.replaceChildren();
    await this.session?.ask({ type: "run", cell: this.written.id, source });
  }

  // Run what the reader has written, and show what comes of it in the place of what was there.
  async #try(source: string): Promise<void> {
    this.#clear(true);
    await this.run(source);
    const nothing = !this.#output.hasChildNodes();
    this.#yours.textContent = nothing ? "Your code has run, and shows nothing." : "From your code:";
  }

  async #reset(): Promise<void> {
    const tried = this.#own;
    this.#clear(false);
    if (!tried || !this.session) return;
    await this.session.ask({ type: "forget", cell: this.written.id });
    await this.restore();
  }

  // Bring back what the chapter has here.
  protected async restore(): Promise<void> {}

  #clear(own: boolean): void {
    this.#own = own;
    this.#output.replaceChildren();
    this.#yours.hidden = !own;
    this.#yours.textContent = "From your code:";
    if (this.#written) this.#written.hidden = own;
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
    } else if (this.session) {
      const view = await this.session.manager.view(value);
      attach(view, this.#output.appendChild(element("div", { className: PLACE })));
    }
  }
}

// Milliseconds after a change at which a lab is kept, if nothing else happens.
const PAUSE = 250;

export class Lab extends Cell {
  // The lab's name in links.
  readonly name: string;
  readonly #line = new Line();
  readonly #place: HTMLElement;
  readonly #asleep: ChildNode[];
  // The link to it as the chapter has it.
  #new = "";
  #pause = 0;

  constructor(written: Source, place: HTMLElement, host: Host) {
    super(written, host);
    this.#place = place;
    this.#asleep = [...place.childNodes];
    const classes = [...(place.querySelector(".nt-lab")?.classList ?? [])];
    this.name = classes.find((name) => name.startsWith("lab-"))?.slice("lab-".length) ?? "";
    place.before(this.#line.element);
    this.sleep();
  }

  override sleep(): void {
    super.sleep();
    this.#place.replaceChildren(...this.#asleep);
    this.#place.inert = true;
    this.#rest();
  }

  override async wake(session: Session): Promise<void> {
    this.#line.offer({ "Try again": () => this.wake(session) }, "");
    await super.wake(session);
    await this.#goOn(session);
  }

  override async show(output: Output): Promise<void> {
    if (this.own || output.kind !== "widget" || !this.session) return super.show(output);
    const view = await this.session.manager.view(output.value);
    this.#place.replaceChildren();
    attach(view, this.#place);
    this.#place.inert = false;
    this.#rest();
  }

  // Keep it as it is, as soon as there is a pause.
  override changed(): void {
    clearTimeout(this.#pause);
    if (this.own) return; // it is not the chapter's lab
    this.#pause = setTimeout(() => this.#keep().catch(console.warn), PAUSE);
  }

  // Go to the lab, and set its inputs as the fragment of a link says.
  async follow(fragment: string): Promise<void> {
    const lab = () => this.box.querySelector(".nt-lab") ?? this.box; // below its code
    const go = () => lab().scrollIntoView({ behavior: "instant" });
    go();
    await this.host.start();
    await this.session?.ask({ type: "follow", cell: this.written.id, fragment });
    this.changed();
    go(); // what is above it grew as it woke
  }

  protected override async restore(): Promise<void> {
    await this.run(this.written.source);
    if (this.session) await this.#goOn(this.session);
  }

  get #key(): string {
    return `lab/${this.host.page}/${this.name}`;
  }

  #rest(said = ""): void {
    const left = kept(this.#key) !== null;
    const reset: Actions = left ? { Reset: () => this.#reset() } : {};
    if (!this.#place.inert) this.#line.offer({ "Copy link": () => this.#copy(), ...reset }, said);
    else {
      const state = left ? "Your game is kept here." : "This lab is asleep.";
      this.#line.offer({ "Run live": this.host.start, ...reset }, state);
    }
  }

  // Ask for a link to the lab as it is.
  async #link(session: Session): Promise<string> {
    const fragment = await session.ask({ type: "link", lab: this.name }, this.written.id);
    return String(fragment);
  }

  // Note how it is when it is new, and bring it back to how the reader left it.
  async #goOn(session: Session): Promise<void> {
    if (this.#place.inert) return; // it did not wake
    this.#new = await this.#link(session);
    const fragment = kept(this.#key);
    if (fragment === null) return;
    try {
      await session.ask({ type: "follow", cell: this.written.id, fragment });
    } catch (error) {
      drop(this.#key);
      this.#rest(`What was kept here cannot be brought back: ${(error as Error).message}.`);
    }
  }

  async #keep(): Promise<void> {
    const session = this.session;
    if (!session) return;
    const fragment = await this.#link(session);
    if (session !== this.session) return;
    const before = kept(this.#key) !== null;
    if (fragment === this.#new) drop(this.#key);
    else keep(this.#key, fragment);
    if (before !== (kept(this.#key) !== null)) this.#rest(this.#line.said.textContent ?? "");
  }

  // Have it as the chapter has it.
  async #reset(): Promise<void> {
    clearTimeout(this.#pause);
    drop(this.#key);
    this.#rest();
    if (this.session) await this.restore();
  }

  async #copy(): Promise<void> {
    if (!this.session) return;
    const fragment = await this.#link(this.session);
    this.#line.say(await copyLink(fragment, "the lab as it is now"));
  }
}
