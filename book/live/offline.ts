// Keeps what a chapter has loaded, so that it can be read and run again without a connection.

import type { Page } from "./live";

export async function keep({ root, folder, files }: Page): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(new URL(`${root}service_worker.js`, location.href));
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const needed = [location.pathname, ...loaded, ...files.map((file) => folder + file)];
  const addresses = new Set(needed.map((address) => new URL(address, location.href).href));
  const cache = await caches.open("nim-with-a-twist");
  await cache.addAll([...addresses]);
}
