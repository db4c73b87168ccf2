// Keeps the memory of a Python that has just started, with all that labs import: from that, the next
// one starts much sooner. It is made on the reader's machine, by a worker that does nothing else, and
// never has a reader's code in it.

import { digest } from "./genuine";
import { name } from "./root";

const DIGEST = "Digest";

export class Memory {
  // Its address, which belongs to the folder of live mode; another browser would make another one.
  readonly #address: string;
  // What is there from when a Python starts from it until it has done so.
  readonly #trial: string;

  constructor(folder: string) {
    this.#address = `${folder}memory/${encodeURIComponent(navigator.userAgent)}`;
    this.#trial = `${folder}trial`;
  }

  // The memory that is kept; nothing if there is none, if it was altered, or if it was taken before
  // and nobody has said that it was of use.
  async take(): Promise<ArrayBuffer | null> {
    try {
      const cache = await caches.open(name());
      const found = await cache.match(this.#address);
      if (!found) return null;
      const body = await found.arrayBuffer();
      const whole = found.headers.get(DIGEST) === (await digest(body));
      if (whole && !(await cache.match(this.#trial))) {
        await cache.put(this.#trial, new Response());
        return body;
      }
      await this.drop();
    } catch (error) {
      console.warn(error);
    }
    return null;
  }

  // Note that a Python has started from it.
  async served(): Promise<void> {
    await (await caches.open(name())).delete(this.#trial);
  }

  async drop(): Promise<void> {
    const cache = await caches.open(name());
    await cache.delete(this.#address);
    await cache.delete(this.#trial);
  }

  // Have a worker make it, unless it is there, and keep it.
  async make(script: string): Promise<void> {
    const cache = await caches.open(name());
    if (await cache.match(this.#address)) return;
    const worker = new Worker(script, { type: "module", name: "memory" });
    try {
      const body = await made(worker);
      const headers = { [DIGEST]: await digest(body) };
      await cache.put(this.#address, new Response(body, { headers }));
    } finally {
      worker.terminate();
    }
  }
}

function made(worker: Worker): Promise<ArrayBuffer> {
  worker.postMessage(null); // it starts from nothing
  return new Promise((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) resolve(data);
      else if (JSON.parse(data).type === "failed") reject(new Error(JSON.parse(data).reason));
    };
  });
}
