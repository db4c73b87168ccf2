// Serves the book from the cache: immutable files whenever possible, other files only when there is
// no connection. The script is registered by offline.ts, which verifies immutable files and adds
// them to the cache itself.
//
// Only published files are served or cached. The build prepends two constants: FILES, the paths of
// all published files, and LIVE, the folder of live mode. Therefore every release has a new service
// worker.

const { scope } = registration;
const NAME = `nim-with-a-twist${new URL(scope).pathname.slice(0, -1)}`;
// Hosts may serve a file under a URL that omits the end of its name.
const SUFFIXES = ["", ".html", "index.html", "/index.html"];
const published = new Set(FILES);

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), removeStale().catch(() => {})]));
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && isPublished(addressOf(url))) event.respondWith(respond(event));
});
// A page sends the URLs of the files that it loaded before the service worker was active, so that
// they are cached too.
addEventListener("message", (event) => event.waitUntil(addToCache(event.data)));

// Strips the query and the fragment from a URL. A query only distinguishes versions of a file.
function addressOf(url) {
  return url.split(/[?#]/)[0];
}

function isPublished(address) {
  const path = address.slice(scope.length);
  return address.startsWith(scope) && SUFFIXES.some((suffix) => published.has(path + suffix));
}

function isImmutable(address) {
  return address.startsWith(scope + LIVE);
}

// Removes files from the cache that are no longer published, except for memory snapshots in the
// live-mode folder.
async function removeStale() {
  const cache = await caches.open(NAME);
  for (const { url } of await cache.keys()) {
    if (!isPublished(url) && !isImmutable(url)) await cache.delete(url);
  }
}

async function addToCache(urls) {
  const cache = await caches.open(NAME);
  const add = async ([address, url]) => {
    const response = await fetch(url); // may come from the browser's own cache
    if (response.ok) await cache.put(address, response);
  };
  const files = new Map(urls.map((url) => [addressOf(url), url]));
  const pages = [...files].filter(([address]) => isPublished(address) && !isImmutable(address));
  // Even if one file cannot be cached, perhaps for lack of space, cache the others.
  await Promise.allSettled(pages.map(add));
}

async function respond(event) {
  const { request } = event;
  const address = addressOf(request.url);
  const immutable = isImmutable(address);
  const cache = await caches.open(NAME).catch(() => null);
  const cached = await cache?.match(address, { ignoreVary: true }).catch(() => undefined);
  // "reload" means that the page has found the cached file to be corrupt.
  if (cached && immutable && request.cache !== "reload") return cached;
  let fresh;
  try {
    fresh = await fetch(request);
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
  // Update the cache without delaying the response. The update may fail if the cache is full.
  if (fresh.ok && cache) {
    const done = immutable ? cache.delete(address) : cache.put(address, fresh.clone());
    event.waitUntil(done.catch(() => {}));
  }
  return fresh;
}
