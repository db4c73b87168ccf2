// Runs the worker of a page without a page or a browser: its messages come and go as lines.

import { readFile } from "node:fs/promises";
import { argv, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";

// What tells Python where it runs. It would read its files in another way if it knew of Node.
delete globalThis.process;
globalThis.WorkerGlobalScope = Object;
globalThis.self = globalThis;
globalThis.location = new URL(argv[2]);

const TYPES = { wasm: "application/wasm", mjs: "text/javascript" };
self.fetch = async (address) => {
  const type = TYPES[String(address).split(".").pop()] ?? "application/octet-stream";
  return new Response(await readFile(new URL(address)), { headers: { "Content-Type": type } });
};
self.postMessage = (message) => stdout.write(`${message}\n`);
await import(argv[2]);
for await (const data of createInterface({ input: stdin })) self.onmessage({ data });
