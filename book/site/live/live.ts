// Live mode: starts and stops Python for all cells of a page, from the bar below the title or from
// the toolbar of any cell.

import { BusyIndicator } from "./busy";
import { Cell, Lab } from "./cell";
import type { CellData, Host } from "./chapter";
import { MAX_LINK_LENGTH } from "./code";
import { button, element } from "../runtime/element";
import { isEmbedded } from "./embed";
import { fetchVerified } from "./integrity";
import { areCached, cacheFiles, mayKeep } from "./offline";
import type { Event } from "./protocol";
import { Session } from "./session";
import { SnapshotCache } from "./snapshot";
import { setLive, wasLive } from "../runtime/storage";
import { WIDGET_AREA } from "./widgets";

// The data that the build embeds in each page that can run live.
export type Page = {
  cells: CellData[];
  // The name of the page.
  page: string;
  // The path of the live-mode folder, relative to the page.
  folder: string;
  // The names of the files in this folder.
  files: string[];
  // The expected hash of each file, in the format of the HTML attribute `integrity`.
  integrity: { [file: string]: string };
  // The number of megabytes that live mode loads.
  megabytes: number;
};

// Give up starting Python after this many milliseconds without progress.
const START_TIMEOUT = 120_000;

// Wait this many milliseconds after waking the labs before taking a snapshot for the next start.
const SNAPSHOT_DELAY = 10_000;

const AWAKE = "The labs are awake.";

const JAVASCRIPT = { type: "text/javascript" };

const OUTDATED =
  "A new version of the book has been published. Reload the page to run it live. " +
  "Your work is saved.";

export class Live {
  readonly #startButton = button("", () => this.#restart(AWAKE));
  readonly #stopButton = button("Stop", () => this.#end("Stopped. The labs are asleep again."));
  readonly #reloadButton = button("Reload", () => {
    setLive(this.page.page, true); // run live again after the reload
    location.reload();
  });
  readonly #progress = element("progress", { max: 1, ariaLabel: "Python is loading" });
  readonly #status = element("span", { role: "status" });
  readonly #alert = element("span", { className: "live-alert", role: "alert" });
  readonly #bar = element(
    "div",
    { className: "live-bar" },
    ...[this.#startButton, this.#stopButton, this.#progress],
    ...[this.#status, this.#alert, this.#reloadButton],
  );
  readonly #cells = new Map<string, Cell>();
  readonly #host: Host;
  #session: Session | null = null;
  #started: Promise<void> | null = null;
  readonly #busy = new BusyIndicator(
    () => this.#restart("Stopped. Python has restarted, and the labs are as they were before."),
    (busy) => this.#setState("live", busy ? "Python is working." : AWAKE),
  );
  #startTimer = 0;
  readonly #snapshot: SnapshotCache;
  // The message to show once all labs are awake.
  #readyMessage = AWAKE;

  constructor(private readonly page: Page) {
    this.#snapshot = new SnapshotCache(this.#url(""));
    this.#host = {
      page: page.page,
      hint: `Tap to use: loads Python (${page.megabytes} MB, once)`,
      start: this.start,
      loadEditor: this.#loadEditor,
    };
    for (const cell of page.cells) {
      if (cell.live || cell.shown) this.#cells.set(cell.id, this.#createCell(cell));
    }
    const placeholder = document.querySelector(".live-placeholder");
    placeholder?.replaceWith(this.#bar);
    this.#showError("");
    this.#setState("asleep", placeholder?.querySelector("span")?.textContent ?? "");
    void this.#updateHint();
    addEventListener("hashchange", () => this.#follow());
    document.addEventListener("securitypolicyviolation", (violation) => this.#forbidden(violation));
    // If the page was live before it was reloaded, restore its labs as the reader left them, and
    // do not follow the link in the page's URL again.
    if (wasLive(page.page)) this.start();
    else this.#follow();
  }

  // Starts Python, unless it is already running, and waits until all cells are awake. The given
  // cell wakes first.
  readonly start = (first?: string): Promise<void> => {
    if (this.#started) return this.#started;
    const started = this.#startSession(first).catch((error) => {
      if (this.#started === started) this.#fail(error.message);
    });
    return (this.#started = started);
  };

  // Stops Python, if it is running, and starts it again.
  #restart(message: string): void {
    this.#session?.end();
    this.#started = null;
    this.#readyMessage = message;
    this.start();
  }

  #createCell(data: CellData): Cell {
    const check = document.querySelector(`#live-${data.id} .nt-check pre`)?.textContent;
    const cell = data.check ? { ...data, source: check?.trimEnd() ?? "" } : data;
    const lab = document.querySelector(`#live-${cell.id} .nt-lab`);
    const place = lab?.closest<HTMLElement>(`.${WIDGET_AREA}`);
    return place ? new Lab(cell, place, this.#host) : new Cell(cell, this.#host);
  }

  // Once the files of live mode are on the device, says so at each lab.
  async #updateHint(): Promise<void> {
    if (!(await areCached(this.page.files.map(this.#url)))) return;
    this.#host.hint = "Tap to use: Python is on this device";
    if (this.#started) return;
    for (const cell of this.#cells.values()) cell.updateHint();
    if (this.#bar.dataset["state"] === "asleep") this.#status.textContent = "wakes the labs";
  }

  readonly #url = (file: string): string => new URL(this.page.folder + file, location.href).href;

  // Fetches a script into the browser's cache, verifies it, and returns its URL.
  async #scriptUrl(file: string): Promise<string> {
    await fetchVerified(this.#url(file), this.page.integrity[file]!);
    return this.#url(file);
  }

  // Returns a blob URL for the worker. A worker started from a blob inherits the page's content
  // security policy. A worker started from a file would instead need a policy in the response
  // headers of the file, but static hosts do not send one.
  async #workerUrl(): Promise<string> {
    const script = `import ${JSON.stringify(await this.#scriptUrl("worker.js"))}`;
    return URL.createObjectURL(new Blob([script], JAVASCRIPT));
  }

  readonly #loadEditor = async (): Promise<typeof import("./editor")> => {
    try {
      return await import(await this.#scriptUrl("editor.js"));
    } catch (error) {
      if (!(await this.#isOutdated())) throw error;
      this.#showError(OUTDATED);
      throw new Error(OUTDATED);
    }
  };

  async #startSession(first?: string): Promise<void> {
    this.#showError("");
    const obstacle = whyUnsupported();
    if (obstacle) throw new Error(obstacle);
    this.#setState("starting", "Loading Python");
    const [script, snapshot] = [this.#workerUrl(), this.#snapshot.load()];
    const session = new Session(script, snapshot, (event) => this.#handleEvent(event), {
      onCell: (cell) => this.#markBusy(session, cell),
      onWidgetUsed: (cell) => this.#cells.get(cell)?.widgetUsed(),
    });
    this.#session = session;
    this.#setProgress(0);
    const sources = this.page.cells
      .filter(({ check }) => !check)
      .map((cell) => [cell.id, cell.source]);
    session.ask({ type: "chapter", cells: Object.fromEntries(sources) });
    let awake = 0;
    const wake = async (cell: Cell) => {
      await cell.wake(session);
      if (this.#session === session) this.#setProgress(++awake / this.#cells.size);
    };
    const isFirst = ([id]: [string, Cell]): boolean => id === first;
    const cells = [...this.#cells].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
    await Promise.all(cells.map(([, cell]) => wake(cell)));
    setLive(this.page.page, true);
    this.#setState("live", this.#readyMessage);
    if (await snapshot) this.#snapshot.confirm().catch(console.warn);
    const files = Object.entries(this.page.integrity);
    cacheFiles(new Map(files.map(([file, integrity]) => [this.#url(file), integrity]))).catch(
      console.warn,
    );
    setTimeout(() => this.#takeSnapshot(session), SNAPSHOT_DELAY);
  }

  // Creates a snapshot for the next start, if this session is still running.
  async #takeSnapshot(session: Session): Promise<void> {
    if (this.#session !== session || !mayKeep()) return;
    await this.#snapshot.create(await this.#workerUrl()).catch(console.warn);
  }

  async #handleEvent(event: Event): Promise<void> {
    if (event.type === "loading") {
      this.#setProgress(event.part);
    } else if (event.type === "ready") {
      this.#status.textContent = `Python ${event.python} is waking the labs`;
    } else if (event.type === "failed") {
      const hint = this.#bar.dataset["state"] === "live" ? " Press Run live to restart it." : "";
      this.#fail(`Python has failed: ${event.reason.replace(/[.]?$/, ".")}${hint}`);
    } else if (event.type === "output") {
      await this.#cells.get(event.cell)?.show(event);
    }
  }

  // Shows the busy indicator at the cell that Python is working on, once the page is live.
  #markBusy(session: Session, cell: string | undefined): void {
    if (this.#session !== session || this.#bar.dataset["state"] !== "live") cell = undefined;
    this.#busy.moveTo(this.#cells.get(cell ?? "")?.box ?? null);
  }

  // Shows the progress of the start and resets its timeout.
  #setProgress(part: number): void {
    this.#progress.value = part;
    for (const cell of this.#cells.values()) cell.showProgress(part);
    clearTimeout(this.#startTimer);
    const message = "Python did not start: no progress for two minutes.";
    this.#startTimer = setTimeout(() => this.#fail(message), START_TIMEOUT);
  }

  #fail(reason: string): void {
    const starting = this.#bar.dataset["state"] === "starting";
    if (starting) this.#snapshot.discard().catch(console.warn);
    this.#end("");
    this.#showError(reason);
    if (starting) this.#checkVersion(reason);
  }

  // Explains a failure if the host has added a content security policy that forbids what Python
  // needs. The failure itself looks like one of the network, and may be reported first.
  #forbidden({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent): void {
    const ours = blockedURI === "blob" || blockedURI.startsWith(this.#url(""));
    if (!ours || disposition !== "enforce") return;
    const reason =
      "The host of this page forbids what Python needs: " +
      `see ${effectiveDirective} in its content security policy.`;
    if (this.#bar.dataset["state"] === "starting") this.#fail(reason);
    else if (this.#alert.textContent) this.#showError(reason);
  }

  // Shows an error message; "" clears it.
  #showError(reason: string): void {
    this.#alert.textContent = reason;
    this.#reloadButton.hidden = reason !== OUTDATED;
  }

  // Replaces an error message if the error occurred because a new version has been published.
  async #checkVersion(reason: string): Promise<void> {
    const outdated = await this.#isOutdated();
    if (outdated && this.#alert.textContent === reason) this.#showError(OUTDATED);
  }

  // Returns whether the published page now uses another live-mode folder or no longer exists. A
  // network's login page is not mistaken for a new version, because it names no live-mode folder.
  async #isOutdated(): Promise<boolean> {
    try {
      const [address] = location.href.split("#");
      const response = await fetch(address!, { cache: "no-store" });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const data = page.getElementById("live-page");
      if (!data) return response.status === 404;
      return (JSON.parse(data.innerHTML) as Page).folder !== this.page.folder;
    } catch {
      return false; // unknown, for example without a connection
    }
  }

  #end(message: string): void {
    this.#session?.end();
    this.#session = null;
    this.#started = null;
    this.#readyMessage = AWAKE;
    setLive(this.page.page, false);
    for (const cell of this.#cells.values()) cell.sleep();
    this.#setState("ended", message);
    void this.#updateHint();
  }

  #setState(state: "asleep" | "starting" | "live" | "ended", message: string): void {
    const focused = document.activeElement;
    clearTimeout(this.#startTimer);
    this.#bar.dataset["state"] = state;
    this.#startButton.textContent = state === "live" ? "Restart" : "Run live";
    this.#startButton.hidden = state === "starting";
    this.#stopButton.hidden = state === "asleep" || state === "ended";
    this.#progress.hidden = state !== "starting";
    this.#status.textContent = message;
    // Don't lose the keyboard focus when the focused button disappears.
    if (focused === this.#startButton && this.#startButton.hidden) this.#stopButton.focus();
    if (focused === this.#stopButton && this.#stopButton.hidden) this.#startButton.focus();
  }

  // Follows the link in the page's URL if it leads to a lab or to code for a cell.
  async #follow(): Promise<void> {
    const fragment = location.hash.slice(1);
    const link = /^(?:lab-|cell-(?=.*[?]code=))([^?]*)/.exec(fragment);
    // An embedded lab in its initial state waits for the first tap.
    if (!link || (isEmbedded() && !fragment.includes("?"))) return;
    this.#showError("");
    try {
      if (fragment.startsWith("lab-")) await this.#followToLab(link[1]!, fragment);
      else this.#followToCell(link[1]!, fragment);
    } catch (error) {
      this.#showError((error as Error).message);
    }
  }

  async #followToLab(name: string, fragment: string): Promise<void> {
    const labs = [...this.#cells.values()].filter((cell) => cell instanceof Lab);
    const lab = labs.find((lab) => lab.name === name);
    if (lab) return lab.follow(fragment);
    const names = labs.map((lab) => lab.name).join(", ");
    throw new Error(`No lab “${name}” on this page. Its labs are: ${names}.`);
  }

  // Shows the code from a link in the cell with the given id, but does not run it.
  #followToCell(id: string, fragment: string): void {
    const code = this.#cells.get(id)?.code;
    if (!code) throw new Error(`No cell “${id}” with editable code on this page.`);
    if (fragment.length > MAX_LINK_LENGTH) {
      throw new Error(`This link is too long: at most ${MAX_LINK_LENGTH} characters are allowed.`);
    }
    let text;
    try {
      text = decodeURIComponent(fragment.slice(fragment.indexOf("?code=") + "?code=".length));
    } catch {
      throw new Error("Cannot read the code in this link: a % is not followed by two hex digits.");
    }
    code.showLinked(text);
  }
}

// Explains why Python cannot run in this browser, or returns undefined if it can.
function whyUnsupported(): string | undefined {
  if (location.protocol === "file:") {
    return "A page opened as a file cannot run Python. Run `make serve` and open its address.";
  }
  if (window.origin === "null") {
    return "This page is in a sandboxed frame, which cannot run Python. Open it in a tab of its own.";
  }
  if (!("WebAssembly" in window && "Worker" in window)) {
    return "This browser cannot run Python: it has no WebAssembly. Please use a newer one.";
  }
  if (!("DecompressionStream" in window)) {
    return "This browser is too old to run Python: it cannot decompress files.";
  }
}
