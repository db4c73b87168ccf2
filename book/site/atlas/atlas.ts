// The atlas page: a list of all two-heap games with a small modulus, and details of the selected
// game. A URL fragment such as #atlas?modulus=5&family=1,5; 3,4 selects a game.

import { load, type Atlas, type Entry } from "./data";
import { paint } from "./game";
import { citation } from "../reader/citation";
import { element } from "../runtime/element";

// The number of games on each page of the list.
const PAGE_SIZE = 12;
const BOARD_SIZES = [32, 64, 128, 256, 512];
// The maximum number of rows that the lab `grow` can compute.
const MAX_ROWS = 400;
// The maximum length of a link to a lab, in characters (see `nimbook.play.links`).
const MAX_LINK_LENGTH = 2000;
// The text that replaces a proof too long for the page (see `book/ext/atlas.py`).
const TOO_LONG = "too long";

class Browser {
  private results: Entry[] = [];
  private summary = ""; // the number of results
  private page = 0;
  private selected: Entry;
  private size = 128;
  private readonly form: HTMLFormElement;
  private readonly count: HTMLElement;
  private readonly list: HTMLElement;
  private readonly game: HTMLElement;

  constructor(
    root: HTMLElement,
    private readonly atlas: Atlas,
    // A BibTeX entry with the placeholders {game} and {address}.
    private readonly citation: string,
  ) {
    this.form = root.querySelector(".atlas-filter")!;
    this.count = root.querySelector(".atlas-count")!;
    this.list = root.querySelector(".atlas-list")!;
    this.game = root.querySelector(".atlas-game")!;
    // Show an interesting game first: a wedge, that is, a game with a border whose slope is not 1.
    const { entries } = atlas;
    this.selected = entries.find(({ kind }) => kind === "wedge") ?? entries[0]!;
    for (const control of this.form.elements) (control as HTMLInputElement).disabled = false;
    this.form.addEventListener("input", () => this.filter());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.filter();
    this.showGame();
  }

  // Selects the game named in the page's URL, or reports that there is no such game.
  follow(): void {
    const query = new URLSearchParams(location.hash.replace(/^#atlas[?]?/, ""));
    const family = (query.get("family") ?? "").replace(/\s/g, "").replaceAll(";", "; ");
    const modulus = query.get("modulus") ?? "";
    const entry = this.atlas.entries.find(
      (entry) => entry.name === family && String(entry.modulus) === modulus,
    );
    if (entry) this.select(entry);
    else if (query.size) {
      this.count.textContent = `The atlas has no game “${family}” modulo ${modulus || "nothing"}.`;
    }
  }

  private select(entry: Entry): void {
    this.selected = entry;
    this.count.textContent = this.summary; // in place of the message that a game does not exist
    this.showGame();
    this.markSelected();
  }

  private filter(): void {
    const value = (name: string) =>
      (this.form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value;
    const all = (this.form.elements.namedItem("all") as HTMLInputElement).checked;
    const [modulus, kind, period] = [value("modulus"), value("class"), value("period")];
    const text = value("family").replace(/\s/g, "");
    const [minimum = 1, maximum = Infinity] = period
      .split("-")
      .map((end) => Number(end) || undefined);
    this.results = this.atlas.entries.filter(
      (entry) =>
        (all || entry.samePattern[0] === entry) &&
        (!modulus || entry.modulus === Number(modulus)) &&
        (!kind || entry.kind === kind) &&
        (period !== "none" || entry.facts.period === undefined) &&
        (!period || period === "none" || within(entry.facts.period, minimum, maximum)) &&
        entry.name.replaceAll(" ", "").includes(text),
    );
    const order = value("order") as "" | "period" | "row" | "share";
    if (order) this.results.sort((a, b) => (b.facts[order] ?? 0) - (a.facts[order] ?? 0));
    this.page = 0;
    const number = this.results.length.toLocaleString("en");
    const noun = all ? "game" : "pattern";
    this.summary = `${number} ${noun}${this.results.length === 1 ? "" : "s"}.`;
    this.count.textContent = this.summary;
    this.showList();
  }

  private showList(): void {
    const start = this.page * PAGE_SIZE;
    const entries = this.results.slice(start, start + PAGE_SIZE);
    const headings = ["n", "family", "class", "period", "from row"].map((name) =>
      element("th", { scope: "col" }, name),
    );
    const table = element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...headings)),
      element("tbody", {}, ...entries.map((entry) => this.row(entry))),
      element("caption", {}, "Select a game"),
    );
    const pages = Math.max(1, Math.ceil(this.results.length / PAGE_SIZE));
    const pageButton = (label: string, page: number) => {
      const button = textButton(label, () => {
        this.page = page;
        this.showList();
        // Keep the keyboard focus on the pager.
        const buttons = [...this.list.querySelectorAll<HTMLButtonElement>(".atlas-pages button")];
        const same = buttons.find((other) => other.textContent === label && !other.disabled);
        (same ?? buttons.find((other) => !other.disabled))?.focus();
      });
      button.disabled = page < 0 || page >= pages;
      return button;
    };
    const pager = element(
      "p",
      { className: "atlas-pages" },
      pageButton("‹ previous", this.page - 1),
      ` ${this.page + 1} of ${pages} `,
      pageButton("next ›", this.page + 1),
    );
    this.list.replaceChildren(table, ...(pages > 1 ? [pager] : []));
    this.markSelected();
  }

  private row(entry: Entry): HTMLElement {
    const { period, row } = entry.facts;
    const button = textButton(entry.name, () => {
      this.select(entry);
      history.replaceState(null, "", address(entry));
      // On a phone, the game is above the list and may be out of view.
      this.game.scrollIntoView({ block: "nearest" });
    });
    const cells = [`${entry.modulus}`, button, entry.kind, `${period ?? "–"}`, `${row ?? "–"}`];
    const line = element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
    line.dataset["game"] = `${entry.modulus}: ${entry.name}`;
    return line;
  }

  private markSelected(): void {
    const name = `${this.selected.modulus}: ${this.selected.name}`;
    for (const line of this.list.querySelectorAll<HTMLElement>("[data-game]")) {
      const selected = line.dataset["game"] === name;
      line.classList.toggle("atlas-selected", selected);
      line.querySelector("button")!.setAttribute("aria-current", String(selected));
    }
  }

  private showGame(): void {
    const { modulus, name, kind, facts, samePattern } = this.selected;
    const title = element("h3", {}, `Modulo ${modulus}: ${name}`);
    const canvas = element("canvas", { role: "img" });
    const draw = () => {
      const good = paint(canvas, this.selected, this.size);
      canvas.ariaLabel = `All pairs of heaps below ${this.size}: ${good} of ${this.size ** 2} are good`;
      for (const button of sizes.querySelectorAll("button")) {
        button.ariaPressed = String(button.textContent === String(this.size));
      }
    };
    const sizes = element("p", { className: "atlas-sizes" }, "pairs of heaps below ");
    for (const size of BOARD_SIZES) {
      const choose = () => {
        this.size = size;
        draw();
      };
      sizes.append(textButton(String(size), choose));
    }
    draw();
    const games =
      samePattern.length > 1
        ? `${samePattern.length.toLocaleString("en")} games`
        : "this game only";
    const rows: [string, string][] = [
      ["class", `${kind}: ${this.atlas.classes[kind]}`],
      ["period", facts.period === undefined ? "none found" : countRows(facts.period)],
      ["from row", facts.row === undefined ? "–" : facts.row.toLocaleString("en")],
      ["slopes", facts.slopes?.replaceAll(" ", ", ") || "–"],
      ["good pairs", `${(100 * facts.share).toFixed(1)} %`],
      ["pattern shared by", games],
    ];
    const list = element("dl");
    for (const [term, fact] of rows) {
      list.append(element("dt", {}, term), element("dd", {}, fact));
    }
    this.game.replaceChildren(title, canvas, sizes, list, ...this.proof());
  }

  // Returns the elements that show the certificate or staircase, followed by links to the labs and
  // to this game.
  private proof(): HTMLElement[] {
    const { certificate, staircase } = this.selected.facts;
    const text = certificate === TOO_LONG ? "" : (certificate ?? "");
    const parts: HTMLElement[] = [];
    if (text) parts.push(folded("The certificate", text));
    if (certificate === TOO_LONG || staircase === TOO_LONG) {
      const proof = staircase ? "staircase" : "certificate";
      parts.push(
        element("p", {}, `The ${proof} is too long for this page; it is in the Parquet file.`),
      );
    } else if (staircase) parts.push(folded("The staircase", staircase));
    const links = element(
      "p",
      { className: "atlas-links" },
      link("open in the lab", this.lab("grow", { rows: String(this.rowsNeeded()) })),
    );
    if (text) {
      const full = this.lab("certificate", { certificate: text });
      const bare = this.lab("certificate", { certificate: "" });
      links.append(
        " · ",
        link("check the certificate", full.length > MAX_LINK_LENGTH ? bare : full),
      );
    }
    links.append(" · ", link("link to this game", address(this.selected)));
    return [...parts, links, citation("Cite this game", this.cite())];
  }

  private cite(): string {
    const { modulus, name, kind, facts } = this.selected;
    const period =
      facts.period === undefined ? "" : `, period ${facts.period} from row ${facts.row}`;
    const game = `modulus ${modulus}, family ${name} (${kind}${period})`;
    const key = `${modulus}-${name.replace(/\W+/g, ".")}`;
    const filled = this.citation.replace("{key}", key).replace("{game}", game);
    return filled.replace("{address}", address(this.selected));
  }

  // Returns the URL fragment of a link that opens a lab with this game and the given extra inputs.
  private lab(name: string, extra: Record<string, string>): string {
    const { modulus } = this.selected;
    const inputs = Object.entries({ modulus: `${modulus}`, family: this.selected.name, ...extra });
    return `#lab-${name}?${inputs.map((input) => input.map(encodeURIComponent).join("=")).join("&")}`;
  }

  // Returns how many rows the lab should compute to find the certificate: at least 100 and at most
  // MAX_ROWS.
  private rowsNeeded(): number {
    const { row, period } = this.selected.facts;
    const needed = row === undefined || period === undefined ? 200 : row + period + 1;
    return Math.max(100, Math.min(MAX_ROWS, needed));
  }
}

function within(period: number | undefined, minimum: number, maximum: number): boolean {
  return period !== undefined && minimum <= period && period <= maximum;
}

function countRows(number: number): string {
  return number === 1 ? "1 row" : `${number.toLocaleString("en")} rows`;
}

function address({ modulus, name }: Entry): string {
  return `#atlas?modulus=${modulus}&family=${encodeURIComponent(name)}`;
}

function link(text: string, href: string): HTMLAnchorElement {
  return element("a", { href }, text);
}

function folded(title: string, code: string): HTMLElement {
  return element("details", {}, element("summary", {}, title), element("code", {}, code));
}

function textButton(label: string, onclick: () => void): HTMLButtonElement {
  return element("button", { type: "button", onclick }, label);
}

const root = document.getElementById("atlas");
let browser: Promise<Browser> | undefined;

// Loads the list of games, unless it has been loaded already. Called when the reader scrolls near
// the list and when the URL selects a game.
function open(root: HTMLElement): Promise<Browser> {
  browser ??= load(root.dataset["src"]!).then(
    (atlas) => new Browser(root, atlas, root.dataset["citation"]!),
  );
  browser.catch((error: Error) => {
    root.querySelector(".atlas-count")!.textContent = error.message;
  });
  return browser;
}

if (root) {
  const follow = async () => {
    if (!/^#atlas([?]|$)/.test(location.hash)) return;
    (await open(root)).follow();
    root.scrollIntoView();
  };
  addEventListener("hashchange", () => void follow());
  void follow();
  const near = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      near.disconnect();
      void open(root);
    },
    { rootMargin: "600px" },
  );
  near.observe(root);
}
