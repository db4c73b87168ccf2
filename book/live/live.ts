// Run live: Python is started for all cells of a page that can run, and stopped, from a bar below
// the title or from the line above any of them.

import { Cell, type Host, Lab, type Source } from "./cell";
import { LONGEST } from "./code";
import { element } from "./element";
import { genuine } from "./genuine";
import { CHANGED, isLive, wasLive } from "./kept";
import { Memory } from "./memory";
import { keep } from "./offline";
import type { Event } from "./protocol";
import { Session } from "./session";
import { PLACE } from "./widgets";
import { Working } from "./working";

// What the build writes into a page that can run live.
export type Page = {
  cells: Source[];
  // The name of the page.
  page: string;
  // The folder of what live mode loads, and its files, from the page.
  folder: string;
  files: string[];
  // What each of them must contain, as in the HTML attribute of that name.
  integrity: { [file: string]: string };
};

// Milliseconds without a sign of Python after which the page gives up.
const PATIENCE = 120_000;

// Milliseconds for which labs have been awake when the page makes something for the next start.
const SETTLED = 10_000;

const AWAKE = "The labs are awake.";

const JAVASCRIPT = { type: "text/javascript" };

const ANEW =
  "The book has been published anew since this page was opened. Reload the page to run it live; " +
  "what you have written is kept.";

export class Live {
  readonly #begin = element("button", { className: "live-button" });
  readonly #stop = element("button", { className: "live-button", textContent: "Stop" });
  readonly #reload = element("button", {
    className: "live-button",
    textContent: "Reload",
    hidden: true,
  });
  readonly #progress = element("progress", { max: 1, ariaLabel: "Python is loading" });
  readonly #said = element("span", { role: "status" });
  readonly #wrong = element("span", { className: "live-wrong", role: "alert" });
  readonly #bar = element(
    "div",
    { className: "live-bar" },
    ...[this.#begin, this.#stop, this.#progress, this.#said, this.#wrong, this.#reload],
  );
  readonly #cells = new Map<string, Cell>();
  #session: Session | null = null;
  #started: Promise<void> | null = null;
  readonly #working = new Working(
    () => this.#again("Stopped. Python has started again, and the labs are as they were before."),
    (is) => this.#look("live", is ? "Python is working." : AWAKE),
  );
  #patience = 0;
  readonly #memory: Memory;
  // What to say when all are awake.
  #awake = AWAKE;

  constructor(private readonly page: Page) {
    this.#memory = new Memory(this.#url(""));
    for (const cell of page.cells) {
      if (cell.live || cell.shown) this.#cells.set(cell.id, this.#cell(cell));
    }
    document.querySelector(".bd-article h1")?.after(this.#bar);
    this.#begin.onclick = () => this.#again(AWAKE);
    this.#reload.onclick = () => {
      isLive(this.page.page, true); // it is to be live again by itself
      location.reload();
    };
    this.#stop.onclick = () => this.#end("Stopped. The labs are asleep again.");
    this.#look("asleep", document.querySelector(".live-like span")?.textContent ?? "");
    addEventListener("hashchange", () => this.#follow());
    // A page that was live before it was loaded again has its labs as they were left, and not as the
    // link says by which it was opened.
    if (wasLive(page.page)) this.start();
    else this.#follow();
  }

  // Start Python, unless it runs, and wait until all cells are awake.
  readonly start = (): Promise<void> => {
    if (this.#started) return this.#started;
    const started = this.#start().catch((error) => {
      if (this.#started === started) this.#fail(error.message);
    });
    return (this.#started = started);
  };

  // End Python, if it runs, and start it.
  #again(awake: string): void {
    this.#session?.end();
    this.#started = null;
    this.#awake = awake;
    this.start();
  }

  #cell(written: Source): Cell {
    const check = document.querySelector(`#live-${written.id} .nt-check pre`)?.textContent;
    const source = written.check ? { ...written, source: check?.trimEnd() ?? "" } : written;
    const host: Host = { page: this.page.page, start: this.start, loadEditor: this.#loadEditor };
    const lab = document.querySelector(`#live-${source.id} .nt-lab`);
    const place = lab?.closest<HTMLElement>(`.${PLACE}`);
    return place ? new Lab(source, place, host) : new Cell(source, host);
  }

  readonly #url = (file: string): string => new URL(this.page.folder + file, location.href).href;

  // The address of a script, once the browser has it as it was built.
  async #script(file: string): Promise<string> {
    await genuine(this.#url(file), this.page.integrity[file]!);
    return this.#url(file);
  }

  // A worker that is started from a blob inherits the policy of the page; one that is started from a
  // file has the policy that the host sends with the file, which is none.
  async #worker(): Promise<string> {
    const script = `import ${JSON.stringify(await this.#script("worker.js"))}`;
    return URL.createObjectURL(new Blob([script], JAVASCRIPT));
  }

  readonly #loadEditor = async (): Promise<typeof import("./editor")> => {
    try {
      return await import(await this.#script("editor.js"));
    } catch (error) {
      if (!(await this.#isOld())) throw error;
      this.#complain(ANEW);
      throw new Error(ANEW);
    }
  };

  async #start(): Promise<void> {
    this.#complain("");
    const lacking = whatIsLacking();
    if (lacking) throw new Error(lacking);
    this.#look("starting", "Loading Python");
    const [script, memory] = [this.#worker(), this.#memory.take()];
    const session = new Session(script, memory, (event) => this.#hear(event), {
      turned: (cell) => this.#turn(session, cell),
      changed: (cell) => this.#cells.get(cell)?.changed(),
    });
    this.#session = session;
    this.#advance(0);
    const sources = this.page.cells
      .filter(({ check }) => !check)
      .map((cell) => [cell.id, cell.source]);
    session.ask({ type: "chapter", cells: Object.fromEntries(sources) });
    let awake = 0;
    const wake = async (cell: Cell) => {
      await cell.wake(session);
      if (this.#session === session) this.#advance(++awake / this.#cells.size);
    };
    await Promise.all([...this.#cells.values()].map(wake));
    isLive(this.page.page, true);
    this.#look("live", this.#awake);
    if (await memory) this.#memory.served().catch(console.warn);
    const files = Object.entries(this.page.integrity);
    keep(new Map(files.map(([file, is]) => [this.#url(file), is])))
      .catch(console.warn)
      .finally(() => dispatchEvent(new Event(CHANGED)));
    setTimeout(() => this.#settle(session), SETTLED);
  }

  // Have the next start be sooner, if this one is still of use.
  async #settle(session: Session): Promise<void> {
    if (this.#session !== session || !window.caches) return;
    await this.#memory.make(await this.#worker()).catch(console.warn);
  }

  async #hear(event: Event): Promise<void> {
    if (event.type === "loading") {
      this.#advance(event.part);
    } else if (event.type === "ready") {
      this.#said.textContent = `Python ${event.python} is waking the labs`;
    } else if (event.type === "failed") {
      const next = this.#bar.dataset["state"] === "live" ? " Run live starts it again." : "";
      this.#fail(`Python has failed: ${event.reason.replace(/[.]?$/, ".")}${next}`);
    } else if (event.type === "output") {
      await this.#cells.get(event.cell)?.show(event);
    }
  }

  // Say where Python is at work, if it is live.
  #turn(session: Session, cell: string | undefined): void {
    if (this.#session !== session || this.#bar.dataset["state"] !== "live") cell = undefined;
    this.#working.at(this.#cells.get(cell ?? "")?.box ?? null);
  }

  // Show how far it is on its way to being live.
  #advance(part: number): void {
    this.#progress.value = part;
    clearTimeout(this.#patience);
    const late = "Python does not start: there has been no sign of it for two minutes.";
    this.#patience = setTimeout(() => this.#fail(late), PATIENCE);
  }

  #fail(reason: string): void {
    const starting = this.#bar.dataset["state"] === "starting";
    if (starting) this.#memory.drop().catch(console.warn);
    this.#end("");
    this.#complain(reason);
    if (starting) this.#ask(reason);
  }

  // Say what is wrong, if anything is.
  #complain(reason: string): void {
    this.#wrong.textContent = reason;
    this.#reload.hidden = reason !== ANEW;
  }

  // Perhaps it failed because the book has been published anew.
  async #ask(reason: string): Promise<void> {
    const old = await this.#isOld();
    if (old && this.#wrong.textContent === reason) this.#complain(ANEW);
  }

  // Whether the page as it is published now has another folder of live mode, or is gone. What a
  // network sends in its place has none.
  async #isOld(): Promise<boolean> {
    try {
      const [address] = location.href.split("#");
      const answer = await fetch(address!, { cache: "no-store" });
      const now = new DOMParser().parseFromString(await answer.text(), "text/html");
      const written = now.getElementById("live-page");
      if (!written) return answer.status === 404;
      return (JSON.parse(written.innerHTML) as Page).folder !== this.page.folder;
    } catch {
      return false; // it cannot be known
    }
  }

  #end(said: string): void {
    this.#session?.end();
    this.#session = null;
    this.#started = null;
    this.#awake = AWAKE;
    isLive(this.page.page, false);
    for (const cell of this.#cells.values()) cell.sleep();
    this.#look("ended", said);
  }

  #look(state: "asleep" | "starting" | "live" | "ended", said: string): void {
    const focused = document.activeElement;
    clearTimeout(this.#patience);
    this.#bar.dataset["state"] = state;
    this.#begin.textContent = state === "live" ? "Restart" : "Run live";
    this.#begin.hidden = state === "starting";
    this.#stop.hidden = state === "asleep" || state === "ended";
    this.#progress.hidden = state !== "starting";
    this.#said.textContent = said;
    // A button that disappears hands the keyboard's focus to the one beside it.
    if (focused === this.#begin && this.#begin.hidden) this.#stop.focus();
    if (focused === this.#stop && this.#stop.hidden) this.#begin.focus();
  }

  // Do what the address says, if it is a link to a lab, or to code for a cell.
  async #follow(): Promise<void> {
    const fragment = location.hash.slice(1);
    const link = /^(?:lab-|cell-(?=.*[?]code=))([^?]*)/.exec(fragment);
    if (!link) return;
    this.#complain("");
    try {
      if (fragment.startsWith("lab-")) await this.#followToLab(link[1]!, fragment);
      else this.#followToCell(link[1]!, fragment);
    } catch (error) {
      this.#complain((error as Error).message);
    }
  }

  async #followToLab(name: string, fragment: string): Promise<void> {
    const labs = [...this.#cells.values()].filter((cell) => cell instanceof Lab);
    const lab = labs.find((lab) => lab.name === name);
    if (lab) return lab.follow(fragment);
    const names = labs.map((lab) => lab.name).join(", ");
    throw new Error(`This page has no lab “${name}”. Its labs are ${names}.`);
  }

  // The code is shown as text, and not run.
  #followToCell(id: string, fragment: string): void {
    const code = this.#cells.get(id)?.code;
    if (!code) throw new Error(`This page has no cell “${id}” whose code can be changed.`);
    if (fragment.length > LONGEST) {
      throw new Error(`The code in this link is too long: at most ${LONGEST} characters.`);
    }
    let text;
    try {
      text = decodeURIComponent(fragment.slice(fragment.indexOf("?code=") + "?code=".length));
    } catch {
      throw new Error("The code in this link cannot be read: a % is not followed by two digits.");
    }
    code.follow(text);
  }
}

// A sentence about why Python cannot run here, or nothing if it can.
function whatIsLacking(): string | undefined {
  if (location.protocol === "file:") {
    return "A page opened as a file cannot run Python. Run `make serve` and open its address.";
  }
  if (!("WebAssembly" in window && "Worker" in window)) {
    return "This browser cannot run Python: it has no WebAssembly. All newer ones do.";
  }
  if (!("DecompressionStream" in window)) {
    return "This browser is too old to run Python: it cannot unpack what is sent.";
  }
}
