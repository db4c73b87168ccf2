// Caches a memory snapshot of Python, so that Python starts much faster the next time. The snapshot
// is taken in the reader's own browser, by a separate worker that starts Python and imports the
// modules that labs use, but runs none of the reader's code.

import { digest } from "./integrity";
import { storageName } from "../runtime/root";

const DIGEST = "Digest";

export class SnapshotCache {
  // The URL under which the snapshot is cached. It contains the live-mode folder and the browser's
  // name, because a snapshot works only in the same browser and with the same files of live mode.
  readonly #address: string;
  // The URL of a marker that is cached while Python starts from the snapshot, and deleted once it
  // has started.
  readonly #trial: string;

  constructor(folder: string) {
    this.#address = `${folder}memory/${encodeURIComponent(navigator.userAgent)}`;
    this.#trial = `${folder}trial`;
  }

  // Returns the snapshot, or null if there is none, if it was altered, or if the last attempt to
  // start Python from it was not confirmed as successful.
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

  // Records that Python has started successfully from the snapshot.
  async confirm(): Promise<void> {
    await (await caches.open(storageName())).delete(this.#trial);
  }

  async discard(): Promise<void> {
    const cache = await caches.open(storageName());
    await cache.delete(this.#address);
    await cache.delete(this.#trial);
  }

  // Creates and caches the snapshot, unless there already is one.
  async create(script: string): Promise<void> {
    const cache = await caches.open(storageName());
    if (await cache.match(this.#address)) return;
    const worker = new Worker(script, { type: "module", name: "memory" });
    try {
      const body = await takeSnapshot(worker);
      const headers = { [DIGEST]: await digest(body), "Content-Length": `${body.byteLength}` };
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
