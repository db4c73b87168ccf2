// Exercises on a page without Python: reads what is typed, looks up the reply that was written with
// the exercise, and keeps what was solved. `nimbook/exercises.py` is the same for Jupyter.

import { drop, keep, kept } from "./kept";

type Table = {
  id: string;
  kind: string;
  // The replies; the first one is to a right answer.
  said: string[];
  // Which of them an answer gets, by its hash.
  at: { [hash: string]: number };
  else: string;
  unreadable: string;
};

const digits = (text: string): string[] =>
  (text.match(/[0-9]+/g) ?? []).map((word) => word.replace(/^0+(?=.)/, ""));

const bySize = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

// The one form of an answer, however it is typed; null if it cannot be read.
export function normal(kind: string, typed: string): string | null {
  if (kind === "choice") return [...typed].length > 200 ? null : typed;
  const text = typed
    .normalize("NFKC")
    .replace(/[ \t\n\r\f\v]+/g, " ")
    .replace(/^ | $/g, "");
  if (!text || [...text].length > 200) return null;
  if (kind === "number") return /^[0-9]+$/.test(text) ? digits(text)[0]! : null;
  if (kind === "restricted") {
    const [heaps, ...residues] = text.split(/not/i);
    const before = normal("heaps", heaps!);
    const after = normal("numbers", residues.join(" "));
    const wrong = before === null || (residues.length > 0 && after === null);
    return wrong ? null : `${before}|${after ?? ""}`;
  }
  if (/^none$/i.test(text) && kind !== "heaps") return "none";
  const words = text.replace(/and|[ ,;(){}[\]]+/gi, " ");
  if (!/^[0-9 ]*$/.test(words)) return null;
  const found = digits(words);
  if (!found.length) return kind === "heaps" ? "0" : null;
  if (kind === "numbers") return [...new Set(found)].sort(bySize).join();
  if (kind === "heaps")
    return (
      found
        .filter((heap) => heap !== "0")
        .sort(bySize)
        .join() || "0"
    );
  if (found.length % 2) return null;
  const pairs = found.flatMap((x, i) => (i % 2 ? [] : [[x, found[i + 1]!] as const]));
  pairs.sort((a, b) => bySize(a[0], b[0]) || bySize(a[1], b[1]));
  return pairs.map((pair) => pair.join()).join(" ");
}

// An answer as the book writes it.
export function shown(kind: string, form: string): string {
  if (kind === "heaps") return form === "0" ? "()" : `(${form.split(",").reverse().join(", ")})`;
  if (kind === "restricted") {
    const [heaps, residues] = form.split("|");
    const named = residues ? residues.split(",").map((residue) => `not ${residue}`) : [];
    return `${shown("heaps", heaps!)} ${named.join(", ")}`.trimEnd();
  }
  if (kind === "pairs" && form !== "none") {
    return form
      .replace(/,/g, ", ")
      .replace(/([0-9]+, [0-9]+)( |$)/g, "($1)$2")
      .replace(/\) /g, "), ");
  }
  return kind === "numbers" ? form.replace(/,/g, ", ") : form;
}

export function hash(name: string, form: string): string {
  let value = 0x811c9dc5;
  for (const letter of `${name}\n${form}`) {
    value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return value.toString(16).padStart(8, "0");
}

// What an answer is told, and whether it is right.
export function reply(table: Table, typed: string): [boolean, string] {
  const form = normal(table.kind, typed);
  if (form === null) return [false, table.unreadable];
  const at = table.at[hash(table.id, form)];
  const said = at === undefined ? table.else : table.said[at]!;
  return [at === 0, said.split("{}").join(shown(table.kind, form))];
}

function wire(box: HTMLElement, changed: () => void): () => void {
  const written = box.querySelector<HTMLElement>("[data-exercise]")!;
  const table: Table = JSON.parse(written.dataset["exercise"]!);
  const said = box.querySelector<HTMLElement>(".nt-reply")!;
  const input = box.querySelector("input");
  const name = `exercise:${table.id}`;

  const check = (typed: string): boolean => {
    const [right, sentence] = reply(table, typed);
    said.textContent = sentence;
    said.dataset["is"] = right ? "right" : "wrong";
    if (right) box.classList.add("nt-solved");
    if (right) keep(name, typed);
    changed();
    return right;
  };

  for (const button of box.querySelectorAll("button")) {
    button.onclick = () => check(input ? input.value : button.textContent!.trim());
  }
  input?.addEventListener("keydown", (event) => {
    if (event.key === "Enter") check(input.value);
  });
  // What was solved counts as long as it is right.
  const before = kept(name);
  if (before !== null && reply(table, before)[0]) {
    if (input) input.value = before;
    check(before);
  }
  return () => {
    drop(name);
    box.classList.remove("nt-solved");
    said.textContent = "";
    delete said.dataset["is"];
    if (input) input.value = "";
    changed();
  };
}

// Let the exercises of a chapter take answers.
export function showExercises(all: HTMLElement): void {
  const boxes = [...all.querySelectorAll<HTMLElement>(".nt-exercise")];
  const count = all.querySelector(".nt-count")!;
  const changed = () => {
    const solved = boxes.filter((box) => box.classList.contains("nt-solved"));
    count.textContent = `${solved.length} of ${boxes.length} solved`;
  };
  const forget = boxes.map((box) => wire(box, changed));
  all.querySelector<HTMLElement>(".nt-forget")!.onclick = () => forget.forEach((one) => one());
}
