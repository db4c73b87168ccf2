// The source code of a cell, which the reader can edit. Edited code is saved and can be shared via
// a link. Code from a link is shown as text and runs only when the reader presses Run.

import type { CellData, Host } from "./chapter";
import type { Editor } from "./editor";
import { element } from "../runtime/element";
import { discard, load, onChangeElsewhere, save } from "../runtime/storage";
import { type Actions, copyLink, Toolbar } from "./toolbar";

// The maximum length of a link to code, in characters.
export const MAX_LINK_LENGTH = 8_000;

export class Code {
  readonly #toolbar = new Toolbar("live-source");
  readonly #key: string;
  readonly #input: Element;
  readonly #original: ChildNode[];
  #editor: Editor | null = null;
  #text: string;
  // Whether the text came from a link and has not been run yet.
  #linked = false;
  // A message about the operation in progress; empty if there is none.
  #progress = "";
  // Whether the output of this code is shown in place of the chapter's output.
  #ran = false;

  // `run` runs the given text instead of the cell's own source; `reset` restores the chapter's
  // output.
  constructor(
    box: HTMLElement,
    private readonly cell: CellData,
    private readonly host: Host,
    private readonly run: (text: string) => Promise<void>,
    private readonly reset: () => Promise<void>,
  ) {
    const input = box.querySelector(".cell_input");
    if (!input) throw new Error(`the source of cell ${cell.id} is not on the page`);
    this.#input = input;
    this.#original = [...input.childNodes];
    this.#key = `code/${host.page}/${cell.id}`;
    input.after(this.#toolbar.element);
    this.#text = load(this.#key) ?? cell.source;
    this.#render();
    onChangeElsewhere(this.#key, (text) => this.#follow(text ?? cell.source));
  }

  get #changed(): boolean {
    return this.#text !== this.cell.source;
  }

  // Abandons a run that has not finished. Called after Python has stopped or restarted. Without a
  // run, a message that explains why the editor could not be loaded stays.
  sessionEnded(): void {
    if (!this.#progress && !this.#ran) return;
    this.#progress = "";
    this.#ran = false;
    this.#updateToolbar();
  }

  // Replaces the source on the page with an editor.
  async openEditor(): Promise<void> {
    if (!this.#editor) {
      const { Editor } = await this.host.loadEditor();
      this.#editor ??= new Editor(this.#text, this.#run, this.#edited);
      this.#input.replaceChildren(this.#editor.element);
    }
    this.#updateToolbar();
  }

  // Shows the text as the reader has changed it in another tab. So all tabs show the same text, and
  // none of them overwrites the changes made in another one.
  #follow(text: string): void {
    if (this.#linked || text === this.#text) return;
    this.#text = text;
    this.#render();
    this.#updateToolbar("You changed this code in another tab.");
  }

  // Shows text that came from a link.
  showLinked(text: string): void {
    this.#linked = text !== this.#text;
    this.#text = text;
    this.#render();
    const details = this.#input.closest("details");
    if (details) details.open = true;
    this.#toolbar.element.scrollIntoView({ behavior: "instant", block: "center" });
  }

  get #message(): string {
    if (this.#progress) return this.#progress;
    if (this.#linked) return "This code came with a link. It has not been run.";
    if (this.#editor) return "or Shift + Enter";
    return this.#changed ? "You changed this code. It has not been run." : "";
  }

  #updateToolbar(message = this.#message): void {
    const runnable = this.#editor || this.#linked;
    const actions: Actions = runnable ? { Run: this.#run } : { "Change and run": this.#edit };
    if (this.#changed || this.#linked || this.#ran) actions["Reset"] = this.#reset;
    if (this.#changed && !this.#linked) actions["Copy link to code"] = this.#copy;
    this.#toolbar.show(actions, message);
  }

  // Shows the current text, in the editor if it is open.
  #render(): void {
    if (this.#editor) this.#editor.text = this.#text;
    else if (!this.#changed) this.#input.replaceChildren(...this.#original);
    else {
      const text = element("pre", {}, this.#text);
      this.#input.replaceChildren(element("div", { className: "highlight" }, text));
      // Show code that the reader has changed, even in the story.
      this.#input.closest("details.nt-fold")?.setAttribute("open", "");
    }
    this.#updateToolbar();
  }

  readonly #edit = async (): Promise<void> => {
    void this.host.start();
    try {
      await this.openEditor();
      this.#editor?.focus();
    } catch (error) {
      this.#updateToolbar((error as Error).message);
    }
  };

  readonly #run = async (): Promise<void> => {
    this.#linked = false;
    this.#save();
    try {
      this.#setProgress("Starting Python");
      await this.openEditor();
      await this.host.start();
      this.#ran = true;
      this.#setProgress("Running");
      await this.run(this.#text);
      this.#setProgress("");
    } catch (error) {
      this.#progress = "";
      this.#updateToolbar((error as Error).message);
    }
  };

  #setProgress(message: string): void {
    this.#progress = message;
    this.#updateToolbar();
  }

  readonly #edited = (): void => {
    const text = this.#editor!.text;
    if (text === this.#text) return;
    this.#text = text;
    this.#linked = false;
    this.#save();
    this.#updateToolbar();
  };

  readonly #reset = async (): Promise<void> => {
    // If code from a link is shown in place of code that the reader has saved, restore the saved
    // code. Otherwise restore the chapter's code.
    this.#text = (this.#linked ? load(this.#key) : null) ?? this.cell.source;
    this.#linked = this.#ran = false;
    this.#save();
    if (location.hash.startsWith(`#cell-${this.cell.id}?`)) {
      history.replaceState(null, "", location.pathname + location.search);
    }
    this.#render();
    await this.reset();
  };

  readonly #copy = async (): Promise<void> => {
    const fragment = `cell-${this.cell.id}?code=${encodeURIComponent(this.#text)}`;
    const tooLong = `This code is too long for a link (at most ${MAX_LINK_LENGTH} characters).`;
    this.#toolbar.say(
      fragment.length > MAX_LINK_LENGTH ? tooLong : await copyLink(fragment, "this code"),
    );
  };

  #save(): void {
    if (this.#changed) save(this.#key, this.#text);
    else discard(this.#key);
  }
}
