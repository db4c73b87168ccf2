// Keeps the pages of the book on the device, so that they can be read offline. The script is
// registered by offline.ts, which itself caches the files of live mode.
//
// The build prepends three constants: KEPT maps the name of each file to keep to a hash of its
// content, LIVE is the folder of live mode, and PATIENCE is how many milliseconds to wait for a server
// that does not answer. Therefore every release has a new service worker.
//
// Pages never run with the scripts of another release. Scripts and stylesheets have their version
// in their URLs, and the cache holds pages, too, under a URL with their version. Pages come from
// the network if possible. Offline, each page is the newest in the cache. The files of an earlier
// release are removed only when all files of the new one are in the cache.

const { scope } = registration;
const NAME = `nim-with-a-twist${new URL(scope).pathname.slice(0, -1)}`;
const FALLBACK = `${scope}offline.html`;
// Hosts may serve a file under a URL that omits the end of its name.
const SUFFIXES = ["", ".html", "index.html", "/index.html"];
const IMMUTABLE = /^_static\/live\/|[?]v=/;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const name = request.url.slice(scope.length).split("#")[0];
  const path = name.split("?")[0];
  const kept = SUFFIXES.map((suffix) => path + suffix).find((file) => file in KEPT);
  if (IMMUTABLE.test(name)) event.respondWith(fromCache(request));
  else if (kept || request.mode === "navigate") event.respondWith(fromNetwork(request, kept));
});

let keeping = null;
addEventListener("message", (event) => {
  keeping ??= keepAll()
    .catch(console.warn)
    .finally(() => (keeping = null));
  event.waitUntil(keeping);
});

// The URL under which the cache holds a file.
function addressOf(name) {
  return scope + (name.includes("?") ? name : `${name}?v=${KEPT[name]}`);
}

// The hash of each file of this release, by the URL under which the cache holds it.
const HASHES = new Map(Object.keys(KEPT).map((name) => [addressOf(name), KEPT[name]]));

// Finds a cached file, without creating the cache if the reader has deleted it. Deletes a file that
// was damaged on the device.
async function find(url, options) {
  try {
    const cached = await caches.match(url, { ...options, cacheName: NAME, ignoreVary: true });
    const hash = HASHES.get(url);
    if (!cached || !hash || (await digest(await cached.clone().arrayBuffer())) === hash)
      return cached;
    await (await caches.open(NAME)).delete(url);
  } catch {} // the reader has denied storage
}

async function fromCache(request) {
  const cached = await find(request.url);
  if (cached && request.cache !== "reload") return cached;
  // "reload" means that the page has found the cached file to be corrupt.
  if (cached) await (await caches.open(NAME)).delete(request.url);
  return fetch(request);
}

async function fromNetwork(request, name) {
  const network = fetch(request);
  network.catch(() => {}); // reported below, unless the file is in the cache
  if (name) {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const response = await Promise.race([network, late]).catch(() => {});
    if (response && response.status < 500) return response;
    const cached =
      (await find(addressOf(name))) ?? (await find(scope + name, { ignoreSearch: true }));
    if (cached) return cached;
  }
  try {
    return await network;
  } catch (error) {
    const redirect = request.mode === "navigate" && request.url.split(/[?#]/)[0] !== FALLBACK;
    if (redirect) return Response.redirect(FALLBACK);
    throw error;
  }
}

// Loads all files that are missing in the cache, one after another, and then removes all others,
// except those of live mode. Stops at a file that does not arrive intact, perhaps because the
// network sends its own login page or because there is a newer release; the next page that opens
// continues here.
async function keepAll() {
  const cache = await caches.open(NAME);
  const before = (await cache.keys()).map(({ url }) => url);
  try {
    for (const [url, hash] of HASHES) {
      if (before.includes(url)) continue;
      const response = await fetch(url, { priority: "low" });
      const body = await response.arrayBuffer();
      if ((await digest(body)) !== hash) return;
      const type = response.headers.get("Content-Type");
      const headers = { "Content-Type": type, "Content-Length": body.byteLength };
      await cache.put(url, new Response(body, { headers }));
    }
    const stale = before.filter((url) => !HASHES.has(url) && !url.startsWith(scope + LIVE));
    await Promise.all(stale.map((url) => cache.delete(url)));
  } finally {
    for (const client of await clients.matchAll()) client.postMessage("kept");
  }
}

// Returns the first 16 hexadecimal digits of the SHA-256 hash of some data.
async function digest(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body)).slice(0, 8);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
