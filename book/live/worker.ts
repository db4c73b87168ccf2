// The worker of a page: loads Python, and hands it the messages of the page. See protocol.ts.

import { entries, unpacked } from "./archive";
import { genuine } from "./genuine";
import type { FromWorker } from "./protocol";

// The files to load, with their sizes, and what Pyodide has to know of itself; filled in when this is
// built.
declare const FILES: { [name: string]: { size: number; integrity: string } };
declare const LOCK: object;

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

// Bytes of memory that Python may have. A phone would close the page at more, and from half of what
// can be addressed on, what Python says to JavaScript is garbled. Python itself goes on without.
const MOST_MEMORY = 1 << 30;
const PAGE = 1 << 16;
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * PAGE > MOST_MEMORY) throw new RangeError("too much memory");
  return grow.call(this, pages);
};

const here = new URL(".", import.meta.url).href;
const say = (message: FromWorker): void => self.postMessage(JSON.stringify(message));

// An error that Python itself does not survive, such as too deep a recursion, ends it for good.
const fail = (error: Error): void => say({ type: "failed", reason: error.message });

// The first message is the memory of a Python that has started before, if there is one.
type Memory = ArrayBuffer | null;
const MAKES_MEMORY = self.name === "memory";
let give: (memory: Memory) => void;
const given = new Promise<Memory>((resolve) => {
  give = resolve;
});

// Where Python finds its library.
const LIBRARY = "/lib/python3.14";

type Kernel = { handle(message: string): void; connect(post: (message: string) => void): void };
type Load = (file: string) => Promise<Response>;
type FileSystem = {
  mkdirTree(folder: string): void;
  writeFile(path: string, body: Uint8Array, options: { canOwn: boolean }): void;
};

async function start(): Promise<Kernel> {
  const files = fetchAll();
  const kernel = run((file) => files.get(file)!);
  // Pyodide waits for ever if a file does not arrive or has been altered.
  return Promise.race([kernel, Promise.all(files.values()).then(() => kernel)]);
}

// Fetch all files at once, modules too: what is then imported is what the browser has been given.
function fetchAll(): Map<string, Promise<Response>> {
  const total = Object.values(FILES).reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  const count = (bytes: number): void => {
    loaded += bytes;
    say({ type: "loading", part: Math.min(loaded / total, 1) });
  };
  const names = Object.entries(FILES);
  return new Map(
    names.map(([name, { integrity }]) => [name, genuine(here + name, integrity, count)]),
  );
}

// Each file is used as soon as it is there: the engine is compiled while the library is unpacked.
async function run(load: Load): Promise<Kernel> {
  const script = async (name: string) => (await load(name)) && import(here + name);
  const [engine, library] = [script("pyodide.asm.mjs"), unpack(load)];
  const compiled = load("engine.packed").then((file) => unpacked(file, "application/wasm"));
  const { loadPyodide } = await script("pyodide.mjs");
  // Pyodide itself asks for two files: its engine, and a library, in the place of which is ours.
  const answers = new Map([
    [`${here}pyodide.asm.wasm`, compiled],
    [`${here}python_stdlib.zip`, Promise.resolve(new Response())],
  ]);
  const { fetch } = self;
  self.fetch = (...request) => answers.get(String(request[0])) ?? fetch(...request);
  const memory = await given;
  const python = await loadPyodide({
    ...(memory && { _loadSnapshot: memory }),
    _makeSnapshot: MAKES_MEMORY,
    indexURL: here,
    lockFileContents: LOCK,
    createPyodideModule: (await engine).default,
    env: { PYTHONPATH: LIBRARY, PYTHONDONTWRITEBYTECODE: "1" },
    fsInit: async (system: FileSystem) => write(system, await library),
  });
  self.fetch = fetch;
  if (MAKES_MEMORY) {
    python.runPython("import kernel; kernel.import_all()");
    const { buffer } = python.makeMemorySnapshot();
    self.postMessage(buffer, { transfer: [buffer] });
  }
  const kernel: Kernel = python.runPython("import kernel; kernel.installed()");
  kernel.connect((message) => self.postMessage(message));
  say({ type: "ready", python: python.runPython("import sys; sys.version.split()[0]") });
  return kernel;
}

async function unpack(load: Load): Promise<Uint8Array> {
  const archive = unpacked(await load("library.packed"));
  return new Uint8Array(await archive.arrayBuffer());
}

function write(system: FileSystem, archive: Uint8Array): void {
  let last = "";
  for (const [name, body] of entries(archive)) {
    const path = `${LIBRARY}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (folder !== last) system.mkdirTree((last = folder));
    system.writeFile(path, body, { canOwn: true });
  }
}

const started = start();
started.catch(fail);
// What a reader's code has left behind may fail later, outside of any cell; Python goes on.
started.then(
  () => self.addEventListener("error", (event) => event.preventDefault()),
  () => {},
);
self.onmessage = ({ data }: MessageEvent<string | Memory>) => {
  if (typeof data !== "string") give(data);
  else started.then((kernel) => kernel.handle(data)).catch(fail);
};
