// The archive of all Python files: one that every system can make, and that is read in few lines.

const BLOCK = 512;

// The files in a tar archive with plain names, by name.
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

// What a file contains that was compressed with gzip: no server need know that it was.
export function unpacked(file: Response, type = "application/octet-stream"): Response {
  const body = file.body?.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": type } });
}
