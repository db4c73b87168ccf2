// The worker of a page: loads Python, and hands it the messages of the page. See protocol.ts.

import { genuine } from "./genuine";
import type { FromWorker } from "./protocol";

// The files to load, with their uncompressed sizes; filled in when this is built.
declare const FILES: { [name: string]: { size: number; integrity: string } };

// The reader's code runs here, and must not reach other pages, nor what outlives this one. So these
// names are removed: of storage, of ways to talk to other pages, and of ways to start a worker that
// would have all of them again.
const TAKEN = [
  ...["caches", "indexedDB", "storage", "storageBuckets", "locks", "cookieStore", "serviceWorker"],
  ...["webkitRequestFileSystem", "webkitRequestFileSystemSync"],
  ...["webkitResolveLocalFileSystemURL", "webkitResolveLocalFileSystemSyncURL"],
  ...["BroadcastChannel", "Notification", "Worker", "SharedWorker", "importScripts"],
  // A link to an object that it makes would open as a page of the book.
  "createObjectURL",
];
for (let holder of [self, navigator, URL] as (object | null)[]) {
  for (; holder; holder = Object.getPrototypeOf(holder)) {
    for (const name of TAKEN) Reflect.deleteProperty(holder, name);
  }
}

const here = new URL(".", import.meta.url).href;
const say = (message: FromWorker): void => self.postMessage(JSON.stringify(message));

// An error that Python itself does not survive, such as too deep a recursion, ends it for good.
const fail = (error: Error): void => say({ type: "failed", reason: error.message });

type Kernel = { handle(message: string): void };

async function start(): Promise<Kernel> {
  const files = await load();
  // Pyodide fetches these files, and waits for ever if one does not arrive or has been altered.
  const { fetch } = self;
  self.fetch = async (...request) => files.get(String(request[0])) ?? fetch(...request);
  const { loadPyodide } = await import(`${here}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: here });
  self.fetch = fetch;
  const folder = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  const packages = await files.get(`${here}packages.tgz`)?.arrayBuffer();
  python.unpackArchive(packages, "tgz", { extractDir: folder });
  const kernel = python.pyimport("kernel").Kernel((message: string) => self.postMessage(message));
  kernel.install();
  say({ type: "ready", python: python.runPython("import platform; platform.python_version()") });
  return kernel;
}

// Load all files, modules too: what is then imported is what the browser has just been given.
async function load(): Promise<Map<string, Response>> {
  const total = Object.values(FILES).reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  const count = (bytes: number): void => {
    loaded += bytes;
    say({ type: "loading", part: Math.min(loaded / total, 1) });
  };
  const file = async (name: string): Promise<[string, Response]> => {
    const url = here + name;
    return [url, await genuine(url, FILES[name]!.integrity, count)];
  };
  return new Map(await Promise.all(Object.keys(FILES).map(file)));
}

const started = start();
started.catch(fail);
self.onmessage = ({ data }: MessageEvent<string>) =>
  started.then((kernel) => kernel.handle(data)).catch(fail);
