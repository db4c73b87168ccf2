// The page *Assignments*. A teacher chooses exercises, and gets a link. A student who opens the link
// answers the exercises, and gets a code to hand in. The teacher pastes the codes into the same page.
//
// Everything happens in the page: the link contains the assignment, and a code contains the answers.
// `book/ext/exercises.py` writes the exercises with their tables of answers into the page.

import { copy } from "../runtime/clipboard";
import { button, element } from "../runtime/element";
import { hash, reply, type Table } from "../reader/exercises";
import { loadObject, save } from "../runtime/storage";

type Variant = { question: string; choices: string[]; table: Table };
// An exercise. If it has several variants, the seed and the student's name choose one of them. A proof
// has none: it is handed in separately.
type Task = { id: string; label: string; page: string; variants: Variant[] };
type Chapter = { title: string; tasks: Task[] };

type Assignment = { title: string; seed: string; tasks: Task[] };
type Given = { text: string; tries: number };
// What a student has entered; `given` has one entry for each exercise.
type Work = { name: string; given: Given[] };

const MAX_TASKS = 60;
const MAX_TITLE = 100;
const MAX_NAME = 100;
const PREFIX = "NIM1";
const CODE = /^([\w-]+)[.]([0-9a-f]{8})/;

const root = document.getElementById("assignment")!;
const chapters: Chapter[] = JSON.parse(document.getElementById("assignment-data")!.textContent!);
const tasks = new Map(chapters.flatMap((chapter) => chapter.tasks).map((task) => [task.id, task]));

// --- Links --------------------------------------------------------------------------------------

function toFragment({ title, seed, tasks }: Assignment): string {
  const ids = tasks.map(({ id }) => id).join(" ");
  return new URLSearchParams({ title, seed, tasks: ids }).toString();
}

// Returns the assignment that a fragment describes, or null if the fragment is empty.
function fromFragment(fragment: string): Assignment | null {
  if (!fragment) return null;
  const query = new URLSearchParams(fragment);
  const ids = (query.get("tasks") ?? "").split(" ").filter(Boolean);
  const [title, seed] = [query.get("title") ?? "", query.get("seed") ?? ""];
  if (!ids.length) throw new Error("This link contains no exercises.");
  if (new Set(ids).size < ids.length || ids.length > MAX_TASKS) {
    throw new Error(`This link must name at most ${MAX_TASKS} different exercises.`);
  }
  if (title.length > MAX_TITLE || seed.length > MAX_TITLE) {
    throw new Error(`The title and the seed must have at most ${MAX_TITLE} characters each.`);
  }
  const unknown = ids.find((id) => !tasks.has(id));
  if (unknown) {
    const reason = "This link is incomplete, or from another version of the book";
    throw new Error(`${reason}: there is no exercise “${unknown}”.`);
  }
  return { title, seed, tasks: ids.map((id) => tasks.get(id)!) };
}

// The key of an assignment, which codes contain.
function keyOf(assignment: Assignment): string {
  return hash("assignment", toFragment(assignment));
}

function variantOf(task: Task, { seed }: Assignment, name: string): Variant | null {
  const number = parseInt(hash(`${seed}\n${name}`, task.id), 16);
  return task.variants[number % task.variants.length] ?? null;
}

function cleanName(name: string): string {
  return name.normalize("NFKC").replace(/\s+/g, " ").trim().slice(0, MAX_NAME);
}

// --- Codes --------------------------------------------------------------------------------------

function toCode(assignment: Assignment, { name, given }: Work): string {
  const answers = given.map(({ text, tries }) => [text, tries]);
  const bytes = new TextEncoder().encode(JSON.stringify([keyOf(assignment), name, answers]));
  const text = btoa(String.fromCharCode(...bytes));
  const payload = text.replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=/g, "");
  return `${PREFIX}.${payload}.${hash(PREFIX, payload)}`;
}

// Returns the codes in a text, which may be wrapped or quoted as in a message.
function codesIn(text: string): string[] {
  const [, ...codes] = text.split(`${PREFIX}.`);
  return [...new Set(codes.map((code) => code.replace(/[\s>]+/g, "").match(CODE)?.[0] ?? ""))];
}

// Returns the work that a code contains.
function fromCode(code: string, assignment: Assignment): Work {
  const [, payload = "", check] = CODE.exec(code) ?? [];
  if (hash(PREFIX, payload) !== check) throw new Error("is incomplete or has a typo");
  const text = atob(payload.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const [key, name, answers] = JSON.parse(new TextDecoder().decode(bytes));
  if (key !== keyOf(assignment)) throw new Error("belongs to another assignment");
  const given = assignment.tasks.map((_, i) => {
    const [text, tries] = answers[i];
    return { text: String(text).slice(0, 200), tries: Number(tries) };
  });
  return { name: cleanName(String(name)), given };
}

function isRight(task: Task, assignment: Assignment, { name, given }: Work, i: number): boolean {
  const variant = variantOf(task, assignment, name);
  return variant !== null && reply(variant.table, given[i]!.text)[0];
}

// --- Elements -----------------------------------------------------------------------------------

function field(label: string, input: HTMLInputElement | HTMLTextAreaElement): HTMLElement {
  return element("label", { className: "as-field" }, element("span", {}, label), input);
}

// Returns a button that copies the text of a field. Selects the text if copying is not allowed.
function copyButton(label: string, source: HTMLInputElement | HTMLTextAreaElement): HTMLElement {
  const status = element("span", { role: "status" });
  const start = button(label, async () => {
    source.select();
    const copied = await copy(source.value);
    status.textContent = copied ? "Copied." : "Selected: copy it with the keyboard or the menu.";
  });
  return element("p", {}, start, " ", status);
}

function download(name: string, text: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

// --- For teachers: make an assignment -----------------------------------------------------------

function showComposer(): void {
  const title = element("input", { maxLength: MAX_TITLE, value: "Week 1" });
  const seed = element("input", { maxLength: MAX_TITLE, value: randomSeed() });
  const link = element("input", { readOnly: true });
  const status = element("p", { role: "status" });
  const chosen: Task[] = [];

  const update = () => {
    const assignment = { title: title.value, seed: seed.value, tasks: chosen };
    const address = new URL(location.href);
    address.hash = toFragment(assignment);
    link.value = chosen.length ? address.href : "";
    const many = chosen.length > MAX_TASKS ? `: at most ${MAX_TASKS} are allowed` : "";
    status.textContent = `${chosen.length} chosen${many}`;
  };
  const choice = (task: Task) => {
    const box = element("input", { type: "checkbox" });
    box.onchange = () => {
      if (box.checked) chosen.push(task);
      else chosen.splice(chosen.indexOf(task), 1);
      update();
    };
    return element("label", { className: "as-choice" }, box, element("span", {}, task.label));
  };
  for (const input of [title, seed]) input.oninput = update;
  const lists = chapters.map(({ title, tasks }) =>
    element("details", {}, element("summary", {}, title), ...tasks.map(choice)),
  );
  root.replaceChildren(
    field("Title", title),
    ...lists,
    status,
    field("Seed: chooses the numbers of exercises marked “own numbers”", seed),
    field("Link for your students", link),
    copyButton("Copy the link", link),
  );
  update();
}

function randomSeed(): string {
  return String(crypto.getRandomValues(new Uint16Array(1))[0]);
}

// --- For students: answer it --------------------------------------------------------------------

function showAssignment(assignment: Assignment): void {
  const saved = `assignment:${keyOf(assignment)}`;
  const empty = () => assignment.tasks.map(() => ({ text: "", tries: 0 }));
  const fits = (given: Given[]) =>
    given.length === assignment.tasks.length &&
    given.every(({ text, tries }) => typeof text === "string" && Number.isInteger(tries));
  const work: Work = loadObject<Work>(
    saved,
    ({ name, given }) => typeof name === "string" && fits(given!),
  ) ?? { name: "", given: empty() };
  const sheet = element("div", { className: "nt-exercises" });
  const missing = element("span", { role: "alert" });
  const name = element("input", { maxLength: MAX_NAME, value: work.name, autocomplete: "name" });
  const start = button("Start", () => {
    // Another name may have other numbers, so the answers are cleared.
    if (cleanName(name.value) !== work.name) work.given = empty();
    work.name = cleanName(name.value);
    missing.textContent = work.name ? "" : "Please enter your name.";
    if (work.name) show();
    else name.focus();
  });
  name.onkeydown = ({ key }) => key === "Enter" && start.click();

  const code = element("textarea", { readOnly: true, rows: 3 });
  const summary = element("p", { role: "status" });
  const update = () => {
    save(saved, JSON.stringify(work));
    const checked = assignment.tasks.filter((task) => task.variants.length).length;
    const right = assignment.tasks.filter((task, i) => isRight(task, assignment, work, i)).length;
    summary.textContent = `${right} of ${checked} solved.`;
    code.value = toCode(assignment, work);
  };
  const show = () => {
    const boxes = assignment.tasks.map((task, i) =>
      taskBox(task, i, variantOf(task, assignment, work.name), work.given[i]!, update),
    );
    const file = button("Download it as a file", () => {
      const lines = [assignment.title, work.name, summary.textContent!, "", code.value, ""];
      download(`${work.name} - ${assignment.title}.txt`, lines.join("\n"), "text/plain");
    });
    sheet.replaceChildren(
      ...boxes,
      element("h2", {}, "Hand it in"),
      element("p", {}, "Give this code or file to your teacher. It contains your answers."),
      summary,
      field("Code", code),
      copyButton("Copy the code", code),
      element("p", {}, file),
    );
    update();
  };
  root.replaceChildren(
    element("h2", {}, assignment.title || "Assignment"),
    field("Your name", name),
    element("p", {}, start, " ", missing),
    sheet,
    reader(assignment),
    element("p", {}, element("a", { href: location.pathname }, "Make another assignment")),
  );
  if (work.name) show();
}

// Returns the box of an exercise, in which the student enters an answer.
function taskBox(
  task: Task,
  i: number,
  variant: Variant | null,
  given: Given,
  onChange: () => void,
): HTMLElement {
  const head = element("p", { className: "nt-head" }, element("b", {}, String(i + 1)));
  const box = element("div", { className: "nt-exercise nt" }, head);
  if (!variant) {
    const link = element("a", { href: task.page, textContent: task.label.replace("Proof: ", "") });
    const how = ". Hand in your proof as your teacher asks; the code does not contain it.";
    box.append(element("p", {}, "Prove the statement of ", link, how));
    return box;
  }
  const question = element("div", { innerHTML: variant.question });
  const message = element("div", { className: "nt-reply", role: "status" });
  const show = () => {
    const [right, sentence] = reply(variant.table, given.text);
    message.textContent = given.text ? sentence : "";
    message.dataset["is"] = right ? "right" : "wrong";
    box.classList.toggle("nt-solved", right);
  };
  const check = (text: string) => {
    const [, sentence] = reply(variant.table, text);
    const tries = given.tries + Number(sentence !== variant.table.unreadable);
    Object.assign(given, { text: text.slice(0, 200), tries });
    show();
    onChange();
  };
  const row = element("div", { className: "as-row" });
  if (variant.choices.length) {
    row.append(...variant.choices.map((label) => button(label, () => check(label))));
  } else {
    const input = element("input", { value: given.text, ariaLabel: `Answer to ${i + 1}` });
    const [, example] = /such as (.+?)(?:, or .*)?[.]$/.exec(variant.table.unreadable) ?? [];
    input.placeholder = example ? `e.g. ${example}` : "";
    input.onkeydown = ({ key }) => key === "Enter" && check(input.value);
    row.append(
      input,
      button("Check", () => check(input.value)),
    );
  }
  box.append(question, row, message);
  show();
  return box;
}

// --- For teachers: read the codes ---------------------------------------------------------------

function reader(assignment: Assignment): HTMLElement {
  const codes = element("textarea", { rows: 4 });
  const files = element("input", { type: "file", multiple: true, accept: ".txt,text/plain" });
  const result = element("div", { className: "nt-scroll" });
  const status = element("p", { role: "status" });
  let works: Work[] = [];

  const read = () => {
    const problems: string[] = [];
    works = [];
    for (const [i, code] of codesIn(codes.value).entries()) {
      try {
        works.push(fromCode(code, assignment));
      } catch (error) {
        const known = /^(is|belongs)/.test((error as Error).message);
        problems.push(`Code ${i + 1} ${known ? (error as Error).message : "cannot be read"}.`);
      }
    }
    works.sort((a, b) => a.name.localeCompare(b.name));
    const count = works.length === 1 ? "1 code was read" : `${works.length} codes were read`;
    status.textContent = `${count}. ${problems.join(" ")}`;
    result.replaceChildren(table(assignment, works));
    csv.hidden = !works.length;
  };
  const csv = button("Download the table as CSV", () => {
    const lines = rows(assignment, works).map((row) => row.map(quoted).join(","));
    download(`${assignment.title || "assignment"}.csv`, lines.join("\r\n"), "text/csv");
  });
  csv.hidden = true;
  files.onchange = async () => {
    const texts = await Promise.all([...(files.files ?? [])].map((file) => file.text()));
    codes.value = [codes.value, ...texts].join("\n");
    read();
  };
  const proofs = assignment.tasks.flatMap(({ variants, label }, i) =>
    variants.length ? [] : [`${i + 1} (${label.replace("Proof: ", "")})`],
  );
  const warning =
    "Codes can be forged: whoever reads the source of this page can make a code with right answers. " +
    "Use them for practice, not for grades.";
  return element(
    "details",
    { className: "as-reader" },
    element("summary", {}, "For teachers: read the codes"),
    element("p", {}, warning),
    field("Paste codes, or whole messages that contain them", codes),
    field("Or choose files", files),
    element("p", {}, button("Read the codes", read), " ", csv),
    status,
    result,
    proofs.length ? `Handed in separately: ${proofs.join(", ")}.` : "",
  );
}

// Returns the table of results, with a header: for each exercise, ✓ or ✗, the number of tries and the
// answer.
function rows(assignment: Assignment, works: Work[]): string[][] {
  const checked = assignment.tasks.filter((task) => task.variants.length);
  const numbers = checked.map((task) => String(assignment.tasks.indexOf(task) + 1));
  const body = works.map((work) => {
    const marks = checked.map((task) => {
      const i = assignment.tasks.indexOf(task);
      const { tries, text } = work.given[i]!;
      if (!text) return "–";
      return `${isRight(task, assignment, work, i) ? "✓" : "✗"} (${tries}) ${text}`;
    });
    const solved = marks.filter((mark) => mark.startsWith("✓")).length;
    return [work.name, `${solved} of ${checked.length}`, ...marks];
  });
  return [["name", "solved", ...numbers], ...body];
}

function table(assignment: Assignment, works: Work[]): HTMLElement {
  const [head, ...body] = rows(assignment, works);
  const cells = (texts: string[], tag: "th" | "td") =>
    texts.map((text, i) => element(i ? tag : "th", {}, text));
  return element(
    "table",
    { className: "as-table" },
    element("caption", {}, "Solved exercises, with the number of tries and the answer"),
    element("thead", {}, element("tr", {}, ...cells(head!, "th"))),
    element("tbody", {}, ...body.map((row) => element("tr", {}, ...cells(row, "td")))),
  );
}

// Quotes a cell of a CSV file. An apostrophe keeps spreadsheets from running it as a formula.
function quoted(text: string): string {
  return `"${text.replace(/^[=+@-]/, "'$&").replace(/"/g, '""')}"`;
}

// --- The page -----------------------------------------------------------------------------------

function open(): void {
  try {
    root.classList.toggle("as-student", location.hash.length > 1);
    const assignment = fromFragment(location.hash.slice(1));
    if (assignment) showAssignment(assignment);
    else showComposer();
  } catch (error) {
    const message = (error as Error).message;
    root.replaceChildren(element("p", { className: "live-alert", role: "alert" }, message));
  }
}

addEventListener("hashchange", open);
open();
