// Answers in the place of the network: always with what can never change, and when there is no
// network with all else that was loaded before. Registered by offline.ts.

const FOREVER = /\/_static\/live\/[0-9a-f]{16}\//;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === location.origin) {
    event.respondWith(answer(event));
  }
});

async function answer({ request }) {
  const cache = await caches.open("nim-with-a-twist");
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept && FOREVER.test(request.url)) return kept;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
