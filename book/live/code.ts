// The source of a cell, which the reader may change. What the reader writes is kept, can be linked
// to, and is text: it is run when the reader says so, and not before.

import type { Host, Source } from "./cell";
import type { Editor } from "./editor";
import { element } from "./element";
import { drop, keep, kept } from "./kept";
import { type Actions, copyLink, Line } from "./line";

// Of a link to code, in characters.
export const LONGEST = 8_000;

export class Code {
  readonly #line = new Line("live-own");
  readonly #name: string;
  readonly #input: Element;
  readonly #shown: ChildNode[];
  #editor: Editor | null = null;
  #text: string;
  // Whether the text came with a link, and has not been run since.
  #linked = false;
  // What is being done.
  #doing = "";
  // Whether what it gives is shown in the place of what the chapter shows.
  #ran = false;

  // `run` runs a text in the place of the cell; `reset` shows again what the chapter shows.
  constructor(
    box: HTMLElement,
    private readonly written: Source,
    private readonly host: Host,
    private readonly run: (text: string) => Promise<void>,
    private readonly reset: () => Promise<void>,
  ) {
    const input = box.querySelector(".cell_input");
    if (!input) throw new Error(`The source of the cell ${written.id} is not shown.`);
    this.#input = input;
    this.#shown = [...input.childNodes];
    this.#name = `code/${host.page}/${written.id}`;
    input.after(this.#line.element);
    this.#text = kept(this.#name) ?? written.source;
    this.#show();
  }

  get #changed(): boolean {
    return this.#text !== this.written.source;
  }

  // Python has ended, or begun anew: a run that was not over comes to nothing.
  rest(): void {
    this.#doing = "";
    this.#ran = false;
    this.#offer();
  }

  // Turn the source into an editor.
  async open(): Promise<void> {
    if (!this.#editor) {
      const { Editor } = await this.host.loadEditor();
      this.#editor ??= new Editor(this.#text, this.#run, this.#edited);
      this.#input.replaceChildren(this.#editor.element);
    }
    this.#offer();
  }

  // Show a text that came with a link.
  follow(text: string): void {
    this.#linked = text !== this.#text;
    this.#text = text;
    this.#show();
    const hidden = this.#input.closest("details");
    if (hidden) hidden.open = true;
    this.#line.element.scrollIntoView({ behavior: "instant", block: "center" });
  }

  get #state(): string {
    if (this.#doing) return this.#doing;
    if (this.#linked) return "This code came with a link. It has not been run.";
    if (this.#editor) return "or Shift + Enter";
    return this.#changed ? "Changed by you, and not run yet." : "";
  }

  #offer(said = this.#state): void {
    const runs = this.#editor || this.#linked;
    const actions: Actions = runs ? { Run: this.#run } : { "Change and run": this.#begin };
    if (this.#changed || this.#linked || this.#ran) actions["Reset"] = this.#reset;
    if (this.#changed && !this.#linked) actions["Copy link to code"] = this.#copy;
    this.#line.offer(actions, said);
  }

  // Show the text as it is, and nothing else of it.
  #show(): void {
    if (this.#editor) this.#editor.text = this.#text;
    else if (!this.#changed) this.#input.replaceChildren(...this.#shown);
    else {
      const text = element("pre", {}, this.#text);
      this.#input.replaceChildren(element("div", { className: "highlight" }, text));
    }
    this.#offer();
  }

  readonly #begin = async (): Promise<void> => {
    void this.host.start();
    try {
      await this.open();
      this.#editor?.focus();
    } catch (error) {
      this.#offer((error as Error).message);
    }
  };

  readonly #run = async (): Promise<void> => {
    this.#linked = false;
    this.#keep();
    try {
      this.#do("Starting Python");
      await this.open();
      await this.host.start();
      this.#ran = true;
      this.#do("Running");
      await this.run(this.#text);
      this.#do("");
    } catch (error) {
      this.#doing = "";
      this.#offer((error as Error).message);
    }
  };

  #do(what: string): void {
    this.#doing = what;
    this.#offer();
  }

  readonly #edited = (): void => {
    const text = this.#editor!.text;
    if (text === this.#text) return;
    this.#text = text;
    this.#linked = false;
    this.#keep();
    this.#offer();
  };

  readonly #reset = async (): Promise<void> => {
    // What came with a link is not the reader's own; that is what comes back then.
    this.#text = (this.#linked ? kept(this.#name) : null) ?? this.written.source;
    this.#linked = this.#ran = false;
    this.#keep();
    if (location.hash.startsWith(`#cell-${this.written.id}?`)) {
      history.replaceState(null, "", location.pathname + location.search);
    }
    this.#show();
    await this.reset();
  };

  readonly #copy = async (): Promise<void> => {
    const fragment = `cell-${this.written.id}?code=${encodeURIComponent(this.#text)}`;
    const long = `This is too long for a link, which has at most ${LONGEST} characters.`;
    this.#line.say(fragment.length > LONGEST ? long : await copyLink(fragment, "this code"));
  };

  #keep(): void {
    if (this.#changed) keep(this.#name, this.#text);
    else drop(this.#name);
  }
}
