// Keeps what a chapter has loaded, so that it can be read and run again without a connection.

import { genuine } from "./genuine";
import { name, root } from "./root";

// `files` are those of live mode, each with its integrity.
export async function keep(files: Map<string, string>): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const found = await navigator.serviceWorker.register(new URL("service_worker.js", root()));
  const loaded = performance.getEntriesByType("resource").map((one) => one.name);
  const worker = found.installing ?? found.waiting ?? found.active;
  worker?.postMessage([location.href, ...loaded]);
  const cache = await caches.open(name());
  const add = async ([url, integrity]: [string, string]) => {
    if (!(await cache.match(url))) await cache.put(url, await genuine(url, integrity));
  };
  // If something cannot be kept, perhaps for lack of room, the rest still is.
  await Promise.all([...files].map((file) => add(file).catch(console.warn)));
}
