// Keeps what a chapter has loaded, so that it can be read and run again without a connection.

import { genuine } from "./genuine";

// `root` is the address of the book, `files` are those of live mode, each with its integrity.
export async function keep(root: string, files: Map<string, string>): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(`${root}service_worker.js`);
  const cache = await caches.open("nim-with-a-twist");
  const add = async (url: string, fetched: Promise<Response>) => {
    const response = await fetched;
    if (response.ok) await cache.put(url.split("?")[0]!, response);
  };
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = [location.href.split("#")[0]!, ...loaded].filter((url) => url.startsWith(root));
  const others = [...new Set(own)].filter((url) => !files.has(url));
  const kept = [
    ...others.map((url) => add(url, fetch(url))),
    ...[...files].map(async ([url, integrity]) => {
      if (!(await cache.match(url))) await add(url, genuine(url, integrity));
    }),
  ];
  // If something cannot be kept, perhaps for lack of room, the rest still is.
  await Promise.all(kept.map((one) => one.catch(console.warn)));
  // What live mode loaded before the book was built anew is no longer needed.
  const [folder] = [...files.keys()].map((url) => url.slice(0, url.lastIndexOf("/") + 1));
  for (const { url } of await cache.keys()) {
    if (url.includes("/_static/live/") && !url.startsWith(folder!)) await cache.delete(url);
  }
}
