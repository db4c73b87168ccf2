// Fetches a file of live mode as it was built, or not at all. A connection may break off or stand
// still, or a network may answer with a page of its own, such as one that asks for a password; and a
// browser may keep that for ever.

// Milliseconds in which nothing of a file arrives, after which it is asked for once more. It does not
// matter how long all of it takes.
const STALLED = 40_000;

// `integrity` is what the attribute of that name would be. `arrived` is called with the number of
// bytes of each part that has arrived.
export async function genuine(
  url: string,
  integrity: string,
  arrived: (bytes: number) => void = () => {},
): Promise<Response> {
  const load = (cache: RequestCache) => fetchChecked(url, integrity, cache, arrived);
  return load("default")
    .catch(() => load("reload"))
    .catch((error: Error) => {
      const why =
        error instanceof Stalled
          ? `: ${error.message}`
          : ", or something else is sent in its place.";
      throw new Error(`${url.split("/").pop()} cannot be loaded${why}`);
    });
}

class Stalled extends Error {
  constructor() {
    super(`nothing of it has come for ${STALLED / 1000} seconds.`);
  }
}

async function fetchChecked(
  url: string,
  integrity: string,
  cache: RequestCache,
  arrived: (bytes: number) => void,
): Promise<Response> {
  // Over plain http there is no other way to check, and a browser that checks by itself reports
  // nothing before everything is there.
  if (!globalThis.crypto?.subtle) {
    const response = await fetch(url, { cache, integrity });
    if (!response.ok) throw new Error(response.statusText);
    return response;
  }
  const given = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => given.abort(), STALLED);
  };
  try {
    wait();
    const response = await fetch(url, { cache, signal: given.signal });
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        wait();
        arrived(chunk.length);
        controller.enqueue(chunk);
      },
    });
    const body = await new Response(response.body?.pipeThrough(count)).arrayBuffer();
    if ((await digest(body)) !== integrity) throw new Error("altered");
    return new Response(body, response);
  } catch (error) {
    throw given.signal.aborted ? new Stalled() : error;
  } finally {
    clearTimeout(timer);
  }
}

// What the attribute `integrity` would be for a body.
export async function digest(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}
