// Answers in the place of the network: always with what can never change, and when there is no
// network with all else that was loaded before. Registered by offline.ts, which alone keeps what
// can never change, when it has checked it.
//
// Before this the build writes what is published: FILES, the addresses of all files below that of the
// book, and LIVE, the folder of live mode. So each time the book is published there is another
// service worker. Nothing else is answered or kept.

const { scope } = registration;
const NAME = `nim-with-a-twist${new URL(scope).pathname.slice(0, -1)}`;
// Hosts may leave out how the name of a file ends.
const ENDS = ["", ".html", "index.html", "/index.html"];
const published = new Set(FILES);

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), tidy().catch(() => {})]));
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && isPublished(addressOf(url))) event.respondWith(answer(event));
});
// A page asks to have kept what it loaded before there was a service worker.
addEventListener("message", (event) => event.waitUntil(keep(event.data)));

// What follows is the version of the same file.
function addressOf(url) {
  return url.split(/[?#]/)[0];
}

function isPublished(address) {
  const path = address.slice(scope.length);
  return address.startsWith(scope) && ENDS.some((end) => published.has(path + end));
}

function isForever(address) {
  return address.startsWith(scope + LIVE);
}

// Drop what is no longer published. The memory of a Python is no file, but belongs to its folder.
async function tidy() {
  const cache = await caches.open(NAME);
  for (const { url } of await cache.keys()) {
    if (!isPublished(url) && !isForever(url)) await cache.delete(url);
  }
}

async function keep(urls) {
  const cache = await caches.open(NAME);
  const add = async ([address, url]) => {
    const response = await fetch(url); // as the browser may have it
    if (response.ok) await cache.put(address, response);
  };
  const files = new Map(urls.map((url) => [addressOf(url), url]));
  const others = [...files].filter(([address]) => isPublished(address) && !isForever(address));
  // If something cannot be kept, perhaps for lack of room, the rest still is.
  await Promise.allSettled(others.map(add));
}

async function answer(event) {
  const { request } = event;
  const address = addressOf(request.url);
  const forever = isForever(address);
  const cache = await caches.open(NAME).catch(() => null);
  const kept = await cache?.match(address, { ignoreVary: true }).catch(() => undefined);
  // A file that is asked for once more was found to be wrong.
  if (kept && forever && request.cache !== "reload") return kept;
  let fresh;
  try {
    fresh = await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
  // Whether there is room to keep it does not matter to who reads it now.
  if (fresh.ok && cache) {
    const done = forever ? cache.delete(address) : cache.put(address, fresh.clone());
    event.waitUntil(done.catch(() => {}));
  }
  return fresh;
}
