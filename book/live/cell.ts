// The cells of a chapter that can run. Asleep, a cell is as the chapter was built; awake, it shows
// what Python makes of it.

import type { Editor } from "./editor";
import { element } from "./element";
import type { Output } from "./protocol";
import type { Session } from "./session";
import { attach, PLACE } from "./widgets";

// A cell as the build writes it into the page. Its element has the id `live-<id>`.
export type Source = { id: string; source: string; editable: boolean };

export class Cell {
  protected session: Session | null = null;
  protected readonly box: HTMLElement;
  protected readonly output = element("div", { className: "live-output" });

  constructor(protected readonly written: Source) {
    const box = document.getElementById(`live-${written.id}`);
    if (!box) throw new Error(`There is no cell ${written.id} in the page.`);
    this.box = box;
    box.append(this.output);
  }

  sleep(): void {
    this.session = null;
    this.output.replaceChildren();
  }

  async wake(session: Session): Promise<void> {
    this.session = session;
    await this.run(this.written.source);
  }

  // The page already has what the chapter's own cells print and return; only errors are new.
  async show(output: Output): Promise<void> {
    if (output.kind !== "error") return;
    this.output.replaceChildren();
    await this.append(output);
  }

  protected async run(source: string): Promise<void> {
    this.output.replaceChildren();
    await this.session?.ask({ type: "run", cell: this.written.id, source });
  }

  protected async append({ kind, value }: Output): Promise<void> {
    const last = this.output.lastElementChild;
    if (kind === "text" && last?.matches("pre:not([role])")) {
      last.append(value);
    } else if (kind === "text") {
      this.output.append(element("pre", {}, value));
    } else if (kind === "error") {
      this.output.append(element("pre", { className: "live-error", role: "alert" }, value));
    } else if (kind === "html") {
      this.output.append(element("div", { innerHTML: value }));
    } else if (this.session) {
      const view = await this.session.manager.view(value);
      attach(view, this.output.appendChild(element("div", { className: PLACE })));
    }
  }
}

// The line above a cell that the reader can use: a button, and what came of pressing it.
class Line {
  readonly element = element("div", { className: "live-line" });
  readonly button = element("button", { className: "live-button" });
  readonly said = element("span", { role: "status" });

  constructor() {
    this.element.append(this.button, this.said);
  }

  offer(name: string, action: () => void, said: string): void {
    this.button.textContent = name;
    this.button.onclick = action;
    this.said.textContent = said;
  }
}

// What starts Python for all cells of the page.
type Start = () => Promise<void>;

export class Lab extends Cell {
  // The lab's name in links.
  readonly name: string | undefined;
  readonly #line = new Line();
  readonly #place: HTMLElement;
  readonly #asleep: ChildNode[];

  constructor(
    written: Source,
    place: HTMLElement,
    private readonly start: Start,
  ) {
    super(written);
    this.#place = place;
    this.#asleep = [...place.childNodes];
    const classes = [...(place.querySelector(".nt-lab")?.classList ?? [])];
    this.name = classes.find((name) => name.startsWith("lab-"))?.slice("lab-".length);
    place.before(this.#line.element);
    this.sleep();
  }

  override sleep(): void {
    super.sleep();
    this.#place.replaceChildren(...this.#asleep);
    this.#place.inert = true;
    this.#line.offer("Run live", this.start, "This lab is asleep.");
  }

  override async wake(session: Session): Promise<void> {
    this.#line.offer("Try again", () => this.wake(session), "");
    await super.wake(session);
  }

  override async show(output: Output): Promise<void> {
    if (output.kind !== "widget" || !this.session) return super.show(output);
    const view = await this.session.manager.view(output.value);
    this.#place.replaceChildren();
    attach(view, this.#place);
    this.#place.inert = false;
    this.#line.offer("Copy link", () => this.#copy(), "");
  }

  // Go to the lab, and set its inputs as the fragment of a link says.
  async follow(fragment: string): Promise<void> {
    const go = () => this.box.scrollIntoView({ behavior: "instant" });
    go();
    await this.start();
    await this.session?.ask({ type: "follow", cell: this.written.id, fragment });
    go(); // what is above it grew as it woke
  }

  async #copy(): Promise<void> {
    const fragment = await this.session?.ask({ type: "link", lab: this.name ?? "" });
    history.replaceState(null, "", `#${fragment}`);
    const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
    this.#line.said.textContent = await copied.then(
      () => "The link to the lab as it is now has been copied.",
      () => "The link to the lab as it is now is in the address bar.",
    );
  }
}

export class TryIt extends Cell {
  readonly #line = new Line();
  #editor: Editor | null = null;

  constructor(
    written: Source,
    private readonly start: Start,
    private readonly loadEditor: () => Promise<typeof import("./editor")>,
  ) {
    super(written);
    this.box.prepend(this.#line.element);
    this.sleep();
  }

  override sleep(): void {
    super.sleep();
    if (this.#editor) this.#line.offer("Run", () => this.#run(), "starts Python again");
    else this.#line.offer("Run live", this.start, "Then this cell is yours to change.");
  }

  override async wake(session: Session): Promise<void> {
    this.session = session;
    if (!this.#editor) {
      const { Editor } = await this.loadEditor();
      this.#editor = new Editor(this.written.source, () => this.#run());
      const input = this.box.querySelector(".cell_input");
      input?.replaceChildren(this.#editor.element);
      input?.after(this.#line.element);
    }
    this.#line.offer("Run", () => this.#run(), "or Shift + Enter");
  }

  override show(output: Output): Promise<void> {
    return this.append(output);
  }

  async #run(): Promise<void> {
    // The chapter's output is not that of what the reader has written.
    this.box.querySelector(".cell_output")?.remove();
    if (!this.session) await this.start();
    this.#line.said.textContent = "Running";
    await this.run(this.#editor?.text ?? "");
    this.#line.said.textContent = "or Shift + Enter";
  }
}
