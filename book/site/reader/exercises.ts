// Checks the answers to exercises: parses an answer, looks up the reply in a table in the page, and
// saves solved exercises.

import forms from "../../../src/nimbook/exercises/forms.json";
import { onAppearance } from "./appear";

// Where a page saves solved exercises. Notebooks save nothing.
type Storage = {
  load(name: string): string | null;
  save(name: string, text: string): void;
  discard(name: string): void;
};

export type Table = {
  id: string;
  kind: string;
  // The replies; the first one is for a correct answer.
  said: string[];
  // Maps the hash of an answer to the index of the reply to it.
  at: { [hash: string]: number };
  else: string;
  unreadable: string;
};

const digits = (text: string): string[] =>
  (text.match(/[0-9]+/g) ?? []).map((word) => word.replace(/^0+(?=.)/, ""));

const bySize = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

// How the answers of a kind are written; `nimbook.exercises.FORMS` describes the fields.
type Form = {
  size?: number;
  sorted?: boolean;
  distinct?: boolean;
  positive?: boolean;
  single?: boolean;
  none?: boolean;
  parts?: string[];
  word?: string;
};
const FORMS: { [kind: string]: Form } = forms;

// Returns the canonical form of an answer, or null if it cannot be parsed.
export function normalForm(kind: string, typed: string): string | null {
  const form = FORMS[kind];
  if (!form) return [...typed].length > 200 ? null : typed;
  const text = typed
    .normalize("NFKC")
    .replace(/[ \t\n\r\f\v]+/g, " ")
    .replace(/^ | $/g, "");
  if (!text || [...text].length > 200) return null;
  if (form.parts) {
    const [first, ...others] = text.split(new RegExp(form.word!, "i"));
    const before = normalForm(form.parts[0]!, first!);
    const after = normalForm(form.parts[1]!, others.join(" "));
    const invalid = before === null || (others.length > 0 && after === null);
    return invalid ? null : `${before}|${after ?? ""}`;
  }
  if (form.single) return /^[0-9]+$/.test(text) ? digits(text)[0]! : null;
  if (/^none$/i.test(text) && form.none) return "none";
  const words = text.replace(/and|[ ,;(){}[\]]+/gi, " ");
  if (!/^[0-9 ]*$/.test(words)) return null;
  const [numbers, size] = [digits(words), form.size ?? 1];
  if ((!numbers.length && !form.positive) || numbers.length % size) return null;
  let groups = numbers.flatMap((_, i) => (i % size ? [] : [numbers.slice(i, i + size)]));
  if (form.positive) groups = groups.filter((group) => group.some((number) => number !== "0"));
  const compare = (a: string[], b: string[]) =>
    a.reduce((order, number, i) => order || bySize(number, b[i]!), 0);
  if (form.sorted) groups.sort(compare);
  const texts = groups.map((group) => group.join());
  return (form.distinct ? [...new Set(texts)] : texts).join(size === 1 ? "," : " ") || "0";
}

// Formats a canonical answer in the book's notation.
export function displayForm(kind: string, answer: string): string {
  const form = FORMS[kind];
  if (!form || answer === "none") return answer;
  if (form.parts) {
    const [before, after] = answer.split("|");
    const others = after ? displayForm(form.parts[1]!, after).split(", ") : [];
    const words = others.map((other) => `${form.word} ${other}`);
    return `${displayForm(form.parts[0]!, before!)} ${words.join(", ")}`.trimEnd();
  }
  const spaced = (group: string) => group.replace(/,/g, ", ");
  if (form.size)
    return answer
      .split(" ")
      .map((group) => `(${spaced(group)})`)
      .join(", ");
  if (form.positive) return answer === "0" ? "()" : `(${answer.split(",").reverse().join(", ")})`;
  return spaced(answer);
}

// Returns the 32-bit FNV-1a hash of an answer to an exercise, in hexadecimal.
export function hash(name: string, form: string): string {
  let value = 0x811c9dc5;
  for (const letter of `${name}\n${form}`) {
    value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return value.toString(16).padStart(8, "0");
}

// Returns whether an answer is correct, and the reply to it.
export function reply(table: Table, typed: string): [boolean, string] {
  const form = normalForm(table.kind, typed);
  if (form === null) return [false, table.unreadable];
  const index = table.at[hash(table.id, form)];
  const sentence = index === undefined ? table.else : table.said[index]!;
  return [index === 0, sentence.split("{}").join(displayForm(table.kind, form))];
}

// Makes an exercise accept answers, and returns a function that clears the exercise.
function setUp(box: HTMLElement, onChange: () => void, storage?: Storage): () => void {
  const data = box.querySelector<HTMLElement>("[data-exercise]")!;
  const table: Table = JSON.parse(data.dataset["exercise"]!);
  const field = box.querySelector<HTMLElement>(".nt-field")!;
  const message = box.querySelector<HTMLElement>(".nt-reply")!;
  const input = field.querySelector("input");
  const name = `exercise:${table.id}`;

  const check = (typed: string): void => {
    const [right, sentence] = reply(table, typed);
    message.textContent = sentence;
    message.dataset["is"] = right ? "right" : "wrong";
    if (right) box.classList.add("nt-solved");
    if (right) storage?.save(name, typed);
    onChange();
  };

  for (const button of field.querySelectorAll("button")) {
    button.onclick = () => check(input ? input.value : button.textContent.trim());
  }
  input?.addEventListener("keydown", (event) => {
    if (event.key === "Enter") check(input.value);
  });
  field.inert = false;
  // The exercise may have changed: restore a saved answer only if it is still correct.
  const saved = storage?.load(name) ?? null;
  if (saved !== null && reply(table, saved)[0]) {
    if (input) input.value = saved;
    check(saved);
  }
  return () => {
    storage?.discard(name);
    box.classList.remove("nt-solved");
    message.textContent = "";
    delete message.dataset["is"];
    if (input) input.value = "";
    onChange();
  };
}

// Makes all exercises of the document accept answers, and any exercises that are added later.
export function setUpExercises(storage?: Storage): void {
  onAppearance<HTMLElement>(".nt-exercises:has(.nt-field[inert])", (sheet) => {
    const boxes = [...sheet.querySelectorAll<HTMLElement>(".nt-exercise")];
    const count = sheet.querySelector(".nt-count")!;
    const updateCount = () => {
      const solved = boxes.filter((box) => box.classList.contains("nt-solved"));
      count.textContent = `${solved.length} of ${boxes.length} solved`;
    };
    const clear = boxes.map((box) => setUp(box, updateCount, storage));
    sheet.querySelector<HTMLElement>(".nt-clear")!.onclick = () =>
      clear.forEach((action) => action());
  });
}
