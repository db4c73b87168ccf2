// The atlas: a list of all games with two heaps and a small modulus, and a place for the one that is
// chosen. An address like #atlas?modulus=5&family=1,5; 3,4 chooses one.

import { load, type Atlas, type Entry } from "./data";
import { paint } from "./game";

const PAGE = 12;
const SIZES = [32, 64, 128, 256, 512];
const ROWS = 400;
// A link to a lab may not be longer (`nimbook.links`).
const LONGEST = 2000;
// What stands for a proof that is not in the page (`book/_ext/book_atlas.py`).
const TOO_LONG = "too long";

class Browser {
  private found: Entry[] = [];
  private page = 0;
  private chosen: Entry;
  private size = 128;
  private readonly form: HTMLFormElement;
  private readonly count: HTMLElement;
  private readonly list: HTMLElement;
  private readonly game: HTMLElement;

  constructor(
    root: HTMLElement,
    private readonly atlas: Atlas,
  ) {
    this.form = root.querySelector(".atlas-filter")!;
    this.count = root.querySelector(".atlas-count")!;
    this.list = root.querySelector(".atlas-list")!;
    this.game = root.querySelector(".atlas-game")!;
    // What is most worth to be seen first: borders with slopes of their own.
    const { entries } = atlas;
    this.chosen = entries.find(({ kind }) => kind === "wedge") ?? entries[0]!;
    for (const control of this.form.elements) (control as HTMLInputElement).disabled = false;
    this.form.addEventListener("input", () => this.filter());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.filter();
    this.showGame();
  }

  // Choose the game of an address, if it is one; say so if there is no such game.
  follow(): void {
    const query = new URLSearchParams(location.hash.replace(/^#atlas[?]?/, ""));
    const family = (query.get("family") ?? "").replace(/\s/g, "").replaceAll(";", "; ");
    const modulus = query.get("modulus") ?? "";
    const entry = this.atlas.entries.find(
      (entry) => entry.name === family && String(entry.modulus) === modulus,
    );
    if (entry) this.choose(entry);
    else if (query.size) {
      this.count.textContent = `The atlas has no game “${family}” modulo ${modulus || "nothing"}.`;
    }
  }

  private choose(entry: Entry): void {
    this.chosen = entry;
    this.showGame();
    this.mark();
  }

  private filter(): void {
    const value = (name: string) =>
      (this.form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value;
    const all = (this.form.elements.namedItem("all") as HTMLInputElement).checked;
    const [modulus, kind, period] = [value("modulus"), value("class"), value("period")];
    const text = value("family").replace(/\s/g, "");
    const [least = 1, most = Infinity] = period.split("-").map((end) => Number(end) || undefined);
    this.found = this.atlas.entries.filter(
      (entry) =>
        (all || entry.alike[0] === entry) &&
        (!modulus || entry.modulus === Number(modulus)) &&
        (!kind || entry.kind === kind) &&
        (period !== "none" || entry.known.period === undefined) &&
        (!period || period === "none" || within(entry.known.period, least, most)) &&
        entry.name.replaceAll(" ", "").includes(text),
    );
    const order = value("order") as "" | "period" | "row" | "share";
    if (order) this.found.sort((a, b) => (b.known[order] ?? 0) - (a.known[order] ?? 0));
    this.page = 0;
    const many = this.found.length.toLocaleString("en");
    const what = all ? "game" : "pattern";
    this.count.textContent = `${many} ${what}${this.found.length === 1 ? "" : "s"}.`;
    this.showList();
  }

  private showList(): void {
    const start = this.page * PAGE;
    const shown = this.found.slice(start, start + PAGE);
    const heads = ["n", "family", "class", "period", "from row"].map((name) => {
      const head = element("th", name);
      head.scope = "col";
      return head;
    });
    const table = element("table", element("thead", element("tr", ...heads)));
    table.append(
      element("tbody", ...shown.map((entry) => this.line(entry))),
      element("caption", "Games, to be chosen"),
    );
    const pages = Math.max(1, Math.ceil(this.found.length / PAGE));
    const turn = (name: string, to: number) => {
      const button = element("button", name);
      button.type = "button";
      button.disabled = to < 0 || to >= pages;
      button.addEventListener("click", () => {
        this.page = to;
        this.showList();
        const again = [...this.list.querySelectorAll<HTMLButtonElement>(".atlas-pages button")];
        const same = again.find((other) => other.textContent === name && !other.disabled);
        (same ?? again.find((other) => !other.disabled))?.focus();
      });
      return button;
    };
    const pager = element(
      "p",
      turn("‹ before", this.page - 1),
      ` ${this.page + 1} of ${pages} `,
      turn("after ›", this.page + 1),
    );
    pager.className = "atlas-pages";
    this.list.replaceChildren(table, ...(pages > 1 ? [pager] : []));
    this.mark();
  }

  private line(entry: Entry): HTMLElement {
    const { period, row } = entry.known;
    const button = element("button", entry.name);
    button.type = "button";
    button.addEventListener("click", () => {
      this.choose(entry);
      history.replaceState(null, "", address(entry));
      // On a telephone, the game is above the list, and perhaps out of sight.
      this.game.scrollIntoView({ block: "nearest" });
    });
    const cells = [entry.modulus, button, entry.kind, period ?? "–", row ?? "–"];
    const line = element("tr", ...cells.map((cell) => element("td", cell)));
    line.dataset["game"] = `${entry.modulus}: ${entry.name}`;
    return line;
  }

  private mark(): void {
    const name = `${this.chosen.modulus}: ${this.chosen.name}`;
    for (const line of this.list.querySelectorAll<HTMLElement>("[data-game]")) {
      const on = line.dataset["game"] === name;
      line.classList.toggle("atlas-on", on);
      line.querySelector("button")!.setAttribute("aria-current", String(on));
    }
  }

  private showGame(): void {
    const { modulus, name, kind, known, alike } = this.chosen;
    const title = element("h3", `Modulo ${modulus}: ${name}`);
    const canvas = element("canvas");
    canvas.setAttribute("role", "img");
    const draw = () => {
      const good = paint(canvas, this.chosen, this.size);
      canvas.setAttribute(
        "aria-label",
        `All pairs of heaps below ${this.size}: ${good} of ${this.size ** 2} are good`,
      );
      for (const button of sizes.querySelectorAll("button")) {
        button.setAttribute("aria-pressed", String(button.textContent === String(this.size)));
      }
    };
    const sizes = element("p", "pairs of heaps below ");
    sizes.className = "atlas-sizes";
    for (const size of SIZES) {
      const button = element("button", String(size));
      button.type = "button";
      button.addEventListener("click", () => {
        this.size = size;
        draw();
      });
      sizes.append(button);
    }
    draw();
    const games =
      alike.length > 1 ? `${alike.length.toLocaleString("en")} games` : "this game only";
    const facts: [string, string][] = [
      ["class", `${kind}: ${this.atlas.classes[kind]}`],
      ["period", known.period === undefined ? "none was found" : rows(known.period)],
      ["from row", known.row === undefined ? "–" : known.row.toLocaleString("en")],
      ["slopes", known.slopes?.replaceAll(" ", ", ") || "–"],
      ["good pairs", `${(100 * known.share).toFixed(1)} %`],
      ["pattern of", games],
    ];
    const list = element("dl");
    for (const [term, fact] of facts) list.append(element("dt", term), element("dd", fact));
    this.game.replaceChildren(title, canvas, sizes, list, ...this.proof());
  }

  // The certificate, and links to the labs and to this game.
  private proof(): HTMLElement[] {
    const { known } = this.chosen;
    const { certificate, staircase } = known;
    const text = certificate === TOO_LONG ? "" : (certificate ?? "");
    const shown: HTMLElement[] = [];
    if (text) {
      shown.push(element("details", element("summary", "The certificate"), element("code", text)));
    }
    if (certificate === TOO_LONG || staircase === TOO_LONG) {
      const proof = staircase ? "staircase" : "certificate";
      shown.push(element("p", `The ${proof} is too long to be here. The Parquet file has it.`));
    } else if (staircase) {
      const code = element("code", staircase);
      shown.push(element("details", element("summary", "The staircase"), code));
    }
    const links = element(
      "p",
      link("in the lab", this.lab("grow", { rows: String(this.needed()) })),
    );
    if (text) {
      const whole = this.lab("certificate", { certificate: text });
      const bare = this.lab("certificate", { certificate: "" });
      links.append(" · ", link("check it here", whole.length > LONGEST ? bare : whole));
    }
    links.append(" · ", link("link to this game", address(this.chosen)));
    links.className = "atlas-links";
    return [...shown, links];
  }

  private lab(name: string, more: Record<string, string>): string {
    const { modulus } = this.chosen;
    const inputs = Object.entries({ modulus: `${modulus}`, family: this.chosen.name, ...more });
    return `#lab-${name}?${inputs.map((input) => input.map(encodeURIComponent).join("=")).join("&")}`;
  }

  // So many rows are computed before the certificate is found, if the lab computes as many.
  private needed(): number {
    const { row, period } = this.chosen.known;
    const needed = row === undefined || period === undefined ? 200 : row + period + 1;
    return Math.max(100, Math.min(ROWS, needed));
  }
}

function within(period: number | undefined, least: number, most: number): boolean {
  return period !== undefined && least <= period && period <= most;
}

function rows(number: number): string {
  return number === 1 ? "1 row" : `${number.toLocaleString("en")} rows`;
}

function address({ modulus, name }: Entry): string {
  return `#atlas?modulus=${modulus}&family=${encodeURIComponent(name)}`;
}

function link(text: string, href: string): HTMLAnchorElement {
  const anchor = element("a", text);
  anchor.href = href;
  return anchor;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: (Node | string | number)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...content.map((part) => (part instanceof Node ? part : String(part))));
  return made;
}

const root = document.getElementById("atlas");
let browser: Promise<Browser> | undefined;

// The list is loaded when it comes near, or when the address is that of one of its games.
function open(root: HTMLElement): Promise<Browser> {
  browser ??= load(root.dataset["src"]!).then((atlas) => new Browser(root, atlas));
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
