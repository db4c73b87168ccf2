// Adds a line to the foot of every page. It says how much data the book has saved in the browser
// and has a button to delete this data.

import { button, element } from "../runtime/element";
import { KEPT, keepPages, keptSize } from "./offline";
import "./place";
import { root, storageName, TITLE } from "../runtime/root";
import { allKeys, CHANGED, discardAll, load, savedNames, wasForgotten } from "../runtime/storage";
import "../reader/story";

// The URL fragment that tells a reloaded page that all saved data has just been deleted.
const FORGOTTEN = "forgotten";

const status = element("span");
const deleteAll = button("Delete saved data", () => ask(true));
const yes = button("Delete", deleteEverything);
const no = button("Cancel", () => ask(false));
const confirmation = element(
  "span",
  { hidden: true, role: "group" },
  "Delete your games, code and answers on all pages, and the book kept for reading offline? ",
  yes,
  " ",
  no,
);

// The number of bytes of the book that are kept for reading offline.
let kept = 0;

// Describes how much data is saved.
function summary(): string {
  const names = savedNames();
  const size = names.reduce((sum, name) => sum + name.length + (load(name)?.length ?? 0), 0);
  const items = names.length === 1 ? "1 item" : `${names.length} items`;
  const kilobytes = (Math.ceil(size / 100) / 10).toFixed(1);
  const parts = names.length ? [`${items} of yours (${kilobytes} kB)`] : [];
  if (kept) parts.push(`the book for reading offline (${(kept / 1e6).toFixed(1)} MB)`);
  return parts.join(" and ");
}

// Returns the names of all caches on this host.
async function cacheNames(): Promise<string[]> {
  return (await globalThis.caches?.keys().catch(() => [])) ?? [];
}

// Returns whether another version of the book has saved anything on this host.
async function otherVersions(): Promise<boolean> {
  const names = [...(await cacheNames()), ...allKeys()];
  return names.some((name) => name.startsWith(TITLE) && name.split(":")[0] !== storageName());
}

// A notice to show before the summary; empty unless everything has just been deleted.
let notice = "";

async function update(): Promise<void> {
  if ("forgets" in document.documentElement.dataset) {
    status.textContent =
      "This browser lets the book save nothing: your games and answers are lost when you leave the page.";
    deleteAll.hidden = true;
    return;
  }
  const others = (await otherVersions()) ? "Another version of the book has its own data. " : "";
  const data = summary();
  const end = wasForgotten() ? "Nothing of the book is kept until you close this tab. " : "";
  status.textContent = `${data ? "" : notice}Saved on this device: ${data || "nothing"}. ${end}${others}`;
  deleteAll.hidden = !data || !confirmation.hidden;
}

async function measure(): Promise<void> {
  kept = await keptSize();
  await update();
}

async function deleteEverything(): Promise<void> {
  discardAll();
  // Unregister this version's service worker first, or it would cache pages again.
  const { href } = root();
  const worker = await navigator.serviceWorker?.getRegistration(href).catch(() => undefined);
  if (worker?.scope === href) await worker.unregister();
  await deletePages();
  // Reload the page, because a live page would otherwise save its state again.
  location.replace(`${location.pathname}${location.search}#${FORGOTTEN}`);
  location.reload();
}

async function deletePages(): Promise<void> {
  await globalThis.caches?.delete(storageName()).catch(console.warn);
}

function ask(open: boolean): void {
  confirmation.hidden = !open;
  deleteAll.hidden = open;
  (open ? no : deleteAll).focus();
}

const foot = element("p", { className: "live-storage" }, status, deleteAll, confirmation);
document.querySelector(".bd-footer-content__inner")?.append(foot);
addEventListener(CHANGED, update);
addEventListener("storage", update);
addEventListener(KEPT, measure);
keepPages();
// A file may have been cached between the deletion and the reload, so delete the cached pages
// again.
if (location.hash === `#${FORGOTTEN}`) {
  history.replaceState(null, "", location.pathname + location.search);
  notice = "Everything has been deleted. ";
  void deletePages().then(measure);
} else void measure();
