// Answers in the place of the network: always with what can never change, and when there is no
// network with all else that was loaded before. Registered by offline.ts, which alone keeps what
// can never change, when it has checked it.

const FOREVER = /\/_static\/live\/[0-9a-f]{16}\//;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === location.origin) {
    event.respondWith(answer(event));
  }
});

async function answer(event) {
  const { request } = event;
  const [address] = request.url.split("?"); // what follows is the version of the same file
  const forever = FOREVER.test(address);
  const cache = await caches.open("nim-with-a-twist").catch(() => null);
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
