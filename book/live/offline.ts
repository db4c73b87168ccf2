// Caches the files that a chapter has loaded, so that it can be read and run offline.

import { fetchVerified } from "./integrity";
import { root, storageName } from "./root";

// Caches the page, the files that it has loaded, and the given live-mode files. `files` maps the
// URL of each live-mode file to the file's expected hash.
export async function cacheFiles(files: Map<string, string>): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(new URL("service_worker.js", root()));
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  worker?.postMessage([location.href, ...loaded]);
  const cache = await caches.open(storageName());
  const add = async ([url, integrity]: [string, string]) => {
    if (!(await cache.match(url))) await cache.put(url, await fetchVerified(url, integrity));
  };
  // Even if one file cannot be cached, perhaps for lack of space, cache the others.
  await Promise.all([...files].map((file) => add(file).catch(console.warn)));
}
