// The worker of a page: loads Python, and hands it the messages of the page. See protocol.ts.

import type { FromWorker } from "./protocol";

// The sizes of the files that are fetched, without compression; known when this is built.
declare const SIZES: { [name: string]: number };

const here = new URL(".", import.meta.url).href;
const say = (message: FromWorker): void => self.postMessage(JSON.stringify(message));

// What Python itself does not survive, such as too deep a recursion, ends it for good.
const fail = (error: Error): void => say({ type: "failed", reason: error.message });

// Python's files are fetched by Pyodide, which waits for ever for one that does not come. Of each, a
// copy is counted while it arrives.
const total = Object.values(SIZES).reduce((sum, size) => sum + size);
let loaded = 0;
const load = self.fetch;
self.fetch = async (...request) => {
  const missing = new Error(`${request[0]} cannot be loaded.`);
  const response = await load(...request).catch(() => null);
  if (!response?.ok) {
    fail(missing);
    throw missing;
  }
  count(response.clone()).catch(() => fail(missing));
  return response;
};

async function count(response: Response): Promise<void> {
  await response.body?.pipeTo(
    new WritableStream<Uint8Array>({
      write(chunk) {
        loaded += chunk.length;
        say({ type: "loading", part: Math.min(loaded / total, 1) });
      },
    }),
  );
}

type Kernel = { handle(message: string): void };

async function start(): Promise<Kernel> {
  const packages = fetch(`${here}packages.tgz`).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(`${here}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: here });
  const folder = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(await packages, "tgz", { extractDir: folder });
  const kernel = python.pyimport("kernel").Kernel((message: string) => self.postMessage(message));
  kernel.install();
  say({ type: "ready", python: python.runPython("import platform; platform.python_version()") });
  return kernel;
}

const started = start();
started.catch(fail);
self.onmessage = ({ data }: MessageEvent<string>) =>
  started.then((kernel) => kernel.handle(data)).catch(fail);
