// Runs the worker of a page without a page or a browser: its messages come and go as lines. With
// `make FILE` it writes down the memory of a Python that has started; with `from FILE` it starts
// from that.

import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { argv, exit, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";

const [address, how, file] = argv.slice(2);

// What tells Python where it runs. It would read its files in another way if it knew of Node.
delete globalThis.process;
globalThis.WorkerGlobalScope = Object;
globalThis.self = globalThis;
globalThis.location = new URL(address);
globalThis.name = how === "make" ? "memory" : "";

const TYPES = { mjs: "text/javascript" };
self.fetch = async (address) => {
  const type = TYPES[String(address).split(".").pop()] ?? "application/octet-stream";
  return new Response(await readFile(new URL(address)), { headers: { "Content-Type": type } });
};
self.addEventListener = () => {}; // for errors outside of any cell
self.postMessage = (message) => {
  if (typeof message === "string") return stdout.write(`${message}\n`);
  writeFileSync(file, new Uint8Array(message));
  exit();
};
await import(address);
const memory = how === "from" ? await readFile(file) : null;
self.onmessage({ data: memory && new Uint8Array(memory).buffer });
for await (const data of createInterface({ input: stdin })) self.onmessage({ data });
