// Reads the archive of Python files, a plain tar file compressed with gzip.

const BLOCK = 512;

// Yields the name and contents of each file in a tar archive. All names must fit into 100 bytes.
export function* entries(archive: Uint8Array): Generator<[string, Uint8Array]> {
  const text = (from: number, length: number): string =>
    new TextDecoder().decode(archive.subarray(from, from + length)).split("\0")[0]!;
  for (let at = 0; at < archive.length && archive[at];) {
    const size = parseInt(text(at + 124, 12), 8);
    const body = at + BLOCK;
    yield [text(at, 100), archive.subarray(body, body + size)];
    at = body + Math.ceil(size / BLOCK) * BLOCK;
  }
}

// Decompresses a gzip file in the browser, so that the server need not send a Content-Encoding
// header.
export function gunzip(file: Response, type = "application/octet-stream"): Response {
  const body = file.body?.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": type } });
}
