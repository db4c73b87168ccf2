// Fetches a file of live mode and verifies its SHA-256 hash. This guards against connections that
// drop or stall, networks that answer with their own login page, and browsers that cache such an
// answer indefinitely.

// Retry a request after this many milliseconds without any new data. The total download time is not
// limited.
const STALL_TIMEOUT = 40_000;

// Fetches a file and verifies its hash. `integrity` is the expected hash, in the format of the HTML
// attribute `integrity`; `onChunk` is called with the number of bytes in each chunk received.
export async function fetchVerified(
  url: string,
  integrity: string,
  onChunk: (bytes: number) => void = () => {},
): Promise<Response> {
  const attempt = (cache: RequestCache) => fetchOnce(url, integrity, cache, onChunk);
  return attempt("default")
    .catch(() => attempt("reload"))
    .catch((error: Error) => {
      const reason =
        error instanceof Stalled
          ? `: ${error.message}`
          : ": the connection failed, or the network sent something else.";
      throw new Error(`Could not load ${url.split("/").pop()}${reason}`);
    });
}

class Stalled extends Error {
  constructor() {
    super(`no data for ${STALL_TIMEOUT / 1000} seconds.`);
  }
}

async function fetchOnce(
  url: string,
  integrity: string,
  cache: RequestCache,
  onChunk: (bytes: number) => void,
): Promise<Response> {
  // Over plain HTTP, `crypto.subtle` is missing. In this case, let the browser itself verify the
  // file, and report no progress.
  if (!globalThis.crypto?.subtle) {
    const response = await fetch(url, { cache, integrity });
    if (!response.ok) throw new Error(response.statusText);
    return response;
  }
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), STALL_TIMEOUT);
  };
  try {
    restartTimer();
    const response = await fetch(url, { cache, signal: controller.signal });
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, stream) {
        restartTimer();
        onChunk(chunk.length);
        stream.enqueue(chunk);
      },
    });
    const body = await new Response(response.body?.pipeThrough(counter)).arrayBuffer();
    if ((await digest(body)) !== integrity) throw new Error("wrong SHA-256");
    return new Response(body, response);
  } catch (error) {
    throw controller.signal.aborted ? new Stalled() : error;
  } finally {
    clearTimeout(timer);
  }
}

// Returns the SHA-256 hash of `body` in the format of the HTML attribute `integrity`.
export async function digest(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}
