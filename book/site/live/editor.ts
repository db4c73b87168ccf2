// The editor of a cell, a minimal CodeMirror setup.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorView, keymap } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";

// Use the class names of Pygments, so that code is highlighted as elsewhere in the book.
const highlighter = tagHighlighter([
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

  // `run` is called on Shift+Enter or Ctrl+Enter, and `edited` after each change.
  constructor(text: string, run: () => void, edited: () => void) {
    const runKeys = ["Shift-Enter", "Mod-Enter"].map((key) => ({ key, run: () => (run(), true) }));
    this.#view = new EditorView({
      doc: text,
      extensions: [
        // Tab is not bound, so that it moves the focus as it does everywhere on the page.
        keymap.of([...runKeys, ...defaultKeymap, ...historyKeymap]),
        history(),
        python(),
        indentUnit.of("    "),
        bracketMatching(),
        syntaxHighlighting(highlighter),
        EditorView.lineWrapping,
        EditorView.updateListener.of(({ docChanged }) => docChanged && edited()),
        // Don't let keystrokes in the editor trigger the page's own shortcuts, such as "/".
        EditorView.domEventHandlers({ keydown: (event) => event.stopPropagation() }),
        EditorView.editorAttributes.of({ class: "highlight" }),
        EditorView.contentAttributes.of({ "aria-label": "Python code; Shift+Enter runs it" }),
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
