// The worker of a page, which loads Python and passes the page's messages to it. See protocol.ts.

import { entries, gunzip } from "./archive";
import { fetchVerified } from "./integrity";
import type { FromWorker } from "./protocol";

// Constants defined by the build: FILES contains the size and hash of each file to load, and LOCK
// is Pyodide's lock file.
declare const FILES: { [name: string]: { size: number; integrity: string } };
declare const LOCK: object;

// The reader's code runs here and must not have access to other pages or to anything that outlives
// this page. So remove the APIs for storage, for communicating with other pages, and for starting
// another worker, in which all of these APIs would be available again.
const REMOVED = [
  ...["caches", "indexedDB", "storage", "storageBuckets", "locks", "cookieStore", "serviceWorker"],
  ...["webkitRequestFileSystem", "webkitRequestFileSystemSync"],
  ...["webkitResolveLocalFileSystemURL", "webkitResolveLocalFileSystemSyncURL"],
  ...["BroadcastChannel", "Notification", "Worker", "SharedWorker", "importScripts"],
  // A page opened from an object URL would have the book's origin.
  "createObjectURL",
];
// Once Python has started, the worker needs no network, so remove it, too. The reader's code could
// otherwise read all pages of this host, including those of other sites on it.
const NETWORK = ["fetch", "fetchLater", "XMLHttpRequest", "EventSource"];
NETWORK.push("WebSocket", "WebSocketStream", "WebTransport", "FontFace");

function remove(names: string[]): void {
  for (let holder of [self, navigator, URL] as (object | null)[]) {
    for (; holder; holder = Object.getPrototypeOf(holder)) {
      for (const name of names) Reflect.deleteProperty(holder, name);
    }
  }
}
remove(REMOVED);

// The maximum size of Python's memory, in bytes. A phone would close a page that uses more memory,
// and above 2 GB, Pyodide garbles messages to JavaScript. If Python asks for more memory, only that
// allocation fails.
const MAX_MEMORY = 1 << 30;
const PAGE = 1 << 16;
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * PAGE > MAX_MEMORY) throw new RangeError("too much memory");
  return grow.call(this, pages);
};

const folder = new URL(".", import.meta.url).href;
const post = (message: FromWorker): void => self.postMessage(JSON.stringify(message));

// Reports a fatal error, such as a stack overflow in the Python interpreter itself. The page then
// ends the session.
const fail = (error: Error): void => post({ type: "failed", reason: error.message });

// The first message from the page: a memory snapshot to start from, or null if there is none.
type Snapshot = ArrayBuffer | null;
const TAKES_SNAPSHOT = self.name === "memory";
let resolveSnapshot: (snapshot: Snapshot) => void;
const receivedSnapshot = new Promise<Snapshot>((resolve) => {
  resolveSnapshot = resolve;
});

// The folder of Python's standard library.
const LIBRARY = "/lib/python3.14";

type Kernel = { handle(message: string): unknown; connect(post: (message: string) => void): void };
type Load = (file: string) => Promise<Response>;
type FileSystem = {
  mkdirTree(folder: string): void;
  writeFile(path: string, body: Uint8Array, options: { canOwn: boolean }): void;
};

async function start(): Promise<Kernel> {
  const files = fetchAll();
  const kernel = run((file) => files.get(file)!);
  // Pyodide would wait forever for a file that is missing or corrupt, so fail as soon as the fetch
  // of any file fails.
  return Promise.race([kernel, Promise.all(files.values()).then(() => kernel)]);
}

// Fetches all files in parallel. This includes modules, so importing them later uses the browser's
// cache.
function fetchAll(): Map<string, Promise<Response>> {
  const total = Object.values(FILES).reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  const count = (bytes: number): void => {
    loaded += bytes;
    post({ type: "loading", part: Math.min(loaded / total, 1) });
  };
  const files = Object.entries(FILES);
  return new Map(
    files.map(([name, { integrity }]) => [name, fetchVerified(folder + name, integrity, count)]),
  );
}

// Starts Python. Each file is used as soon as it arrives; for example, the engine is compiled while
// the library is being unpacked.
async function run(load: Load): Promise<Kernel> {
  const script = async (name: string) => (await load(name)) && import(folder + name);
  const [engine, library] = [script("pyodide.asm.mjs"), unpack(load)];
  const compiled = load("engine.packed").then((file) => gunzip(file, "application/wasm"));
  const { loadPyodide } = await script("pyodide.mjs");
  // Pyodide fetches two files by itself: its engine and its standard library. Supply the engine
  // that we have decompressed. Supply an empty file as the library, because we install our own.
  const responses = new Map([
    [`${folder}pyodide.asm.wasm`, compiled],
    [`${folder}python_stdlib.zip`, Promise.resolve(new Response())],
  ]);
  const { fetch } = self;
  self.fetch = (...request) => responses.get(String(request[0])) ?? fetch(...request);
  const snapshot = await receivedSnapshot;
  const python = await loadPyodide({
    ...(snapshot && { _loadSnapshot: snapshot }),
    _makeSnapshot: TAKES_SNAPSHOT,
    indexURL: folder,
    lockFileContents: LOCK,
    createPyodideModule: (await engine).default,
    env: { PYTHONPATH: LIBRARY, PYTHONDONTWRITEBYTECODE: "1" },
    fsInit: async (system: FileSystem) => writeFiles(system, await library),
  });
  remove(NETWORK);
  if (TAKES_SNAPSHOT) {
    python.runPython("import kernel; kernel.import_all()");
    const { buffer } = python.makeMemorySnapshot();
    self.postMessage(buffer, { transfer: [buffer] });
  }
  const kernel: Kernel = python.runPython("import kernel; kernel.installed()");
  kernel.connect((message) => self.postMessage(message));
  post({ type: "ready", python: python.runPython("import sys; sys.version.split()[0]") });
  return kernel;
}

async function unpack(load: Load): Promise<Uint8Array> {
  const archive = gunzip(await load("library.packed"));
  return new Uint8Array(await archive.arrayBuffer());
}

function writeFiles(system: FileSystem, archive: Uint8Array): void {
  let previous = "";
  for (const [name, body] of entries(archive)) {
    const path = `${LIBRARY}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (parent !== previous) system.mkdirTree((previous = parent));
    system.writeFile(path, body, { canOwn: true });
  }
}

const started = start();
started.catch(fail);
// The reader's code may leave behind a callback that fails later, when no cell is running. Such an
// error is not fatal.
started.then(
  () => self.addEventListener("error", (event) => event.preventDefault()),
  () => {},
);
// A request may await something, and the next one waits for it.
let idle: Promise<unknown> = started;
self.onmessage = ({ data }: MessageEvent<string | Snapshot>) => {
  if (typeof data !== "string") resolveSnapshot(data);
  else
    idle = Promise.all([started, idle])
      .then(([kernel]) => kernel.handle(data))
      .catch(fail);
};
