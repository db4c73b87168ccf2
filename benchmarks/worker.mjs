// Runs a page's worker without a page or browser, exchanging messages as lines of JSON. With the
// arguments `make FILE`, it saves a memory snapshot of Python after startup; with `from FILE`, it
// starts from the saved snapshot.

import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { argv, exit, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";

const [address, mode, file] = argv.slice(2);

// Pretend to be a web worker: Pyodide loads its files differently if it detects Node.
delete globalThis.process;
globalThis.WorkerGlobalScope = Object;
globalThis.self = globalThis;
globalThis.location = new URL(address);
globalThis.name = mode === "make" ? "memory" : "";

const TYPES = { mjs: "text/javascript" };
self.fetch = async (address) => {
  const type = TYPES[String(address).split(".").pop()] ?? "application/octet-stream";
  return new Response(await readFile(new URL(address)), { headers: { "Content-Type": type } });
};
self.addEventListener = () => {}; // for errors outside cells
self.postMessage = (message) => {
  if (typeof message === "string") return stdout.write(`${message}\n`);
  writeFileSync(file, new Uint8Array(message));
  exit();
};
await import(address);
const memory = mode === "from" ? await readFile(file) : null;
self.onmessage({ data: memory && new Uint8Array(memory).buffer });
for await (const data of createInterface({ input: stdin })) self.onmessage({ data });
