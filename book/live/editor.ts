// The editor of a cell that the reader may change: CodeMirror, with as little of it as will do.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorView, keymap } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";

// Pygments' names for the parts of code, so that it looks as it does elsewhere in the book.
const names = tagHighlighter([
  { tag: tags.keyword, class: "k" },
  { tag: [tags.bool, tags.null], class: "kc" },
  { tag: tags.operator, class: "o" },
  { tag: tags.string, class: "s2" },
  { tag: tags.number, class: "mi" },
  { tag: tags.comment, class: "c1" },
  { tag: tags.definition(tags.className), class: "nc" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "nf" },
]);

export class Editor {
  readonly #view: EditorView;

  // `run` is called when the reader asks for it by the keyboard, `edited` after each change.
  constructor(text: string, run: () => void, edited: () => void) {
    const runs = ["Shift-Enter", "Mod-Enter"].map((key) => ({ key, run: () => (run(), true) }));
    this.#view = new EditorView({
      doc: text,
      extensions: [
        // The Tab key is not among them: it goes on to what comes next, as everywhere on the page.
        keymap.of([...runs, ...defaultKeymap, ...historyKeymap]),
        history(),
        python(),
        indentUnit.of("    "),
        bracketMatching(),
        syntaxHighlighting(names),
        EditorView.lineWrapping,
        EditorView.updateListener.of(({ docChanged }) => docChanged && edited()),
        // What is typed here is not for the page, which has shortcuts of its own, such as "/".
        EditorView.domEventHandlers({ keydown: (event) => event.stopPropagation() }),
        EditorView.editorAttributes.of({ class: "highlight" }),
        EditorView.contentAttributes.of({ "aria-label": "Python, run by Shift and Enter" }),
      ],
    });
  }

  get element(): HTMLElement {
    return this.#view.dom;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  set text(text: string) {
    const to = this.#view.state.doc.length;
    if (text !== this.text) this.#view.dispatch({ changes: { from: 0, to, insert: text } });
  }

  focus(): void {
    this.#view.focus();
  }
}
