// Keeps what a chapter has loaded, so that it can be read and run again without a connection.

// `root` is the address of the book, `files` are those of what the worker has loaded.
export async function keep(root: string, files: string[]): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(`${root}service_worker.js`);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const [page] = location.href.split("#");
  const cache = await caches.open("nim-with-a-twist");
  await cache.addAll([...new Set([page!, ...loaded, ...files])]);
  // What live mode loaded before the book was built anew is not asked for any more.
  for (const { url } of await cache.keys()) {
    if (url.includes("/_static/live/") && !files.includes(url)) await cache.delete(url);
  }
}
