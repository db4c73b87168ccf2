// Keeps the book on the device: the service worker keeps all pages, and the page itself the files
// of live mode once it has used them.

import { fetchVerified } from "./integrity";
import { isEmbedded } from "./embed";
import { root, storageName } from "../runtime/root";
import { wasForgotten } from "../runtime/storage";

// The window event dispatched when more of the book has been kept.
export const KEPT = "nt-kept";

// Readers who leave a page within this many milliseconds do not download the whole book.
const DELAY = 3_000;

// Returns whether the page may keep files. Without a server or storage it cannot, and it does not if it
// is embedded in another site, or if the reader wants to save data or has deleted everything in this tab.
export function mayKeep(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const denied = "forgets" in document.documentElement.dataset;
  const possible = location.protocol.startsWith("http") && "serviceWorker" in navigator && !denied;
  return possible && !isEmbedded() && !connection?.saveData && !wasForgotten();
}

// Has the service worker keep all pages of the book, once this page has loaded and is idle.
export function keepPages(): void {
  const idle = window.requestIdleCallback ?? setTimeout;
  addEventListener("load", () => setTimeout(() => idle(() => void start()), DELAY));
}

async function start(): Promise<void> {
  if (!mayKeep()) return;
  const { serviceWorker } = navigator;
  const ask = () => serviceWorker.controller?.postMessage("keep");
  serviceWorker.onmessage = () => dispatchEvent(new Event(KEPT));
  // A service worker takes control when it has been installed, for the first time or by a release.
  serviceWorker.oncontrollerchange = ask;
  await serviceWorker.register(new URL("service_worker.js", root())).catch(console.warn);
  ask();
}

// Caches the files of live mode. `files` maps the URL of each file to its expected hash.
export async function cacheFiles(files: Map<string, string>): Promise<void> {
  if (!mayKeep()) return;
  const cache = await caches.open(storageName());
  const add = async ([url, integrity]: [string, string]) => {
    if (!(await cache.match(url))) await cache.put(url, await fetchVerified(url, integrity));
  };
  // Even if one file cannot be cached, perhaps for lack of space, cache the others.
  await Promise.all([...files].map((file) => add(file).catch(console.warn)));
  dispatchEvent(new Event(KEPT));
}

// Returns whether all of these files are in the cache, so that nothing has to be loaded.
export async function areCached(urls: string[]): Promise<boolean> {
  if (!mayKeep()) return false;
  const cached = urls.map((url) => caches.match(url, { cacheName: storageName() }));
  return (await Promise.all(cached).catch(() => [undefined])).every(Boolean);
}

// Returns the number of bytes kept on the device.
export async function keptSize(): Promise<number> {
  if (!(await globalThis.caches?.has(storageName()).catch(() => false))) return 0;
  const files = await (await caches.open(storageName())).matchAll();
  return files.reduce((sum, { headers }) => sum + Number(headers.get("Content-Length")), 0);
}
