// At the foot of every page: how much the book keeps on this device, and how to have it forgotten.

import { element } from "./element";
import { CHANGED, everyName, forget, kept, keptNames } from "./kept";
import { name as book, root, TITLE } from "./root";

// The fragment of the address after all was forgotten.
const FORGOTTEN = "forgotten";

const said = element("span");
const forgetIt = element("button", {
  className: "live-button",
  type: "button",
  textContent: "Forget what this book keeps on this device",
});
const yes = element("button", { className: "live-button", type: "button", textContent: "Forget" });
const no = element("button", { className: "live-button", type: "button", textContent: "Keep" });
const sure = element(
  "span",
  { hidden: true, role: "group" },
  "Games, code and answers of all pages will be gone, and what is kept to be read without a connection. ",
  yes,
  " ",
  no,
);

// How much is kept, in words.
async function howMuch(): Promise<string> {
  const names = keptNames();
  const size = names.reduce((sum, name) => sum + name.length + (kept(name)?.length ?? 0), 0);
  const things = names.length === 1 ? "1 thing" : `${names.length} things`;
  const kilobytes = (Math.ceil(size / 100) / 10).toFixed(1);
  const parts = names.length ? [`${things} of yours (${kilobytes} kB)`] : [];
  if ((await pages()).includes(book())) parts.push("pages to read without a connection");
  return parts.join(" and ");
}

// The names under which pages are kept.
async function pages(): Promise<string[]> {
  return (await globalThis.caches?.keys().catch(() => [])) ?? [];
}

// Whether the book keeps anything at other addresses of this host, as earlier versions of it do.
async function elsewhere(): Promise<boolean> {
  const names = [...(await pages()), ...everyName()];
  return names.some((name) => name.startsWith(TITLE) && name.split(":")[0] !== book());
}

// What is said first after all was forgotten.
let done = "";

async function tell(): Promise<void> {
  const what = await howMuch();
  const others = (await elsewhere()) ? "Another version of the book keeps things of its own. " : "";
  said.textContent = `${what ? "" : done}This book keeps on this device: ${what || "nothing"}. ${others}`;
  forgetIt.hidden = !what || !sure.hidden;
}

async function forgetAll(): Promise<void> {
  forget();
  // First the service worker, which would keep again what is loaded; not that of another version.
  const { href } = root();
  const worker = await navigator.serviceWorker?.getRegistration(href).catch(() => undefined);
  if (worker?.scope === href) await worker.unregister();
  await forgetPages();
  // A page that is live would keep again what it shows.
  location.replace(`${location.pathname}${location.search}#${FORGOTTEN}`);
  location.reload();
}

async function forgetPages(): Promise<void> {
  await globalThis.caches?.delete(book()).catch(console.warn);
}

function ask(asked: boolean): void {
  sure.hidden = !asked;
  forgetIt.hidden = asked;
  (asked ? no : forgetIt).focus();
}

forgetIt.onclick = () => ask(true);
no.onclick = () => ask(false);
yes.onclick = () => void forgetAll();

const foot = element("p", { className: "live-forget" }, said, forgetIt, sure);
document.querySelector(".bd-footer-content__inner")?.append(foot);
addEventListener(CHANGED, tell);
addEventListener("storage", tell);
// What was being kept when the page before was left has been kept since.
if (location.hash === `#${FORGOTTEN}`) {
  history.replaceState(null, "", location.pathname + location.search);
  done = "All of it has been forgotten. ";
  void forgetPages().then(tell);
} else void tell();
