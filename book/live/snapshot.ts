// Caches a memory snapshot of a Python that has just started and imported what labs import; the
// next start loads it and is much faster. A separate worker makes the snapshot in the reader's own
// browser and runs none of the reader's code.

import { digest } from "./integrity";
import { storageName } from "./root";

const DIGEST = "Digest";

export class SnapshotCache {
  // The snapshot belongs to the folder of live mode and to this browser: others need their own.
  readonly #address: string;
  // A marker that exists from the time a Python starts from the snapshot until it has succeeded.
  readonly #trial: string;

  constructor(folder: string) {
    this.#address = `${folder}memory/${encodeURIComponent(navigator.userAgent)}`;
    this.#trial = `${folder}trial`;
  }

  // Returns the snapshot, or null if there is none, if it was altered, or if the last start from it
  // was never confirmed.
  async load(): Promise<ArrayBuffer | null> {
    try {
      const cache = await caches.open(storageName());
      const cached = await cache.match(this.#address);
      if (!cached) return null;
      const body = await cached.arrayBuffer();
      const intact = cached.headers.get(DIGEST) === (await digest(body));
      if (intact && !(await cache.match(this.#trial))) {
        await cache.put(this.#trial, new Response());
        return body;
      }
      await this.discard();
    } catch (error) {
      console.warn(error);
    }
    return null;
  }

  // Records that a Python has started from the snapshot.
  async confirm(): Promise<void> {
    await (await caches.open(storageName())).delete(this.#trial);
  }

  async discard(): Promise<void> {
    const cache = await caches.open(storageName());
    await cache.delete(this.#address);
    await cache.delete(this.#trial);
  }

  // Creates and caches the snapshot, unless there is one.
  async create(script: string): Promise<void> {
    const cache = await caches.open(storageName());
    if (await cache.match(this.#address)) return;
    const worker = new Worker(script, { type: "module", name: "memory" });
    try {
      const body = await takeSnapshot(worker);
      const headers = { [DIGEST]: await digest(body) };
      await cache.put(this.#address, new Response(body, { headers }));
    } finally {
      worker.terminate();
    }
  }
}

function takeSnapshot(worker: Worker): Promise<ArrayBuffer> {
  worker.postMessage(null); // start without a snapshot
  return new Promise((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) resolve(data);
      else if (JSON.parse(data).type === "failed") reject(new Error(JSON.parse(data).reason));
    };
  });
}
