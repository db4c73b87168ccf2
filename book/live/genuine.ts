// Fetches a file of live mode as it was built, or not at all. A connection may break off, or a
// network may answer with a page of its own, such as one that asks for a password; and a browser
// may keep that for ever.

// `integrity` is what the attribute of that name would be. `arrived` is called with the number of
// bytes of each part that has arrived.
export async function genuine(
  url: string,
  integrity: string,
  arrived?: (bytes: number) => void,
): Promise<Response> {
  const load = (cache: RequestCache) => fetchChecked(url, integrity, cache, arrived);
  return load("default")
    .catch(() => load("reload"))
    .catch(() => {
      const file = url.split("/").pop();
      throw new Error(`${file} cannot be loaded, or something else is sent in its place.`);
    });
}

async function fetchChecked(
  url: string,
  integrity: string,
  cache: RequestCache,
  arrived?: (bytes: number) => void,
): Promise<Response> {
  // A browser that checks by itself reports nothing before everything is there. Over plain http,
  // there is no other way to check.
  if (!arrived || !globalThis.crypto?.subtle) {
    const response = await fetch(url, { cache, integrity });
    if (!response.ok) throw new Error(response.statusText);
    return response;
  }
  const response = await fetch(url, { cache });
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      arrived(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const body = await new Response(response.body?.pipeThrough(count)).arrayBuffer();
  if ((await digest(body)) !== integrity) throw new Error("altered");
  return new Response(body, response);
}

// What the attribute `integrity` would be for a body.
export async function digest(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}
