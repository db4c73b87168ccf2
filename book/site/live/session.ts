// The page's connection to a running Python interpreter: sends requests to the worker and passes on
// its events.

import type { ICallbacks, IClassicComm } from "@jupyter-widgets/base";
import type { Answer, Comm, Event, FromWorker, Request } from "./protocol";
import { WidgetManager } from "./widgets";

type Handler = (message: object) => unknown;

// The page's end of the connection between a widget and Python.
class WidgetComm implements IClassicComm {
  readonly target_name = "jupyter.widget";
  // For each attribute that the reader has changed, the request that tells Python.
  readonly #changed = new Map<string, number>();
  #unanswered = 0;
  #handler: Handler = () => {};
  #closed: Handler = () => {};

  constructor(
    readonly comm_id: string,
    private readonly cell: string,
    private readonly session: Session,
  ) {}

  open(): string {
    return "";
  }

  // Sends a message to Python. The session decides which changes wait, so the widget need not hold
  // back its next change: each widget would do so by itself, and the order would be lost.
  send(data: unknown, callbacks?: ICallbacks): string {
    const idle = { content: { execution_state: "idle" } };
    queueMicrotask(() => callbacks?.iopub?.["status"]?.(idle as never));
    this.session.use(this, data as Update);
    return this.comm_id;
  }

  // Whether Python has yet to answer a message from this widget.
  get isWaiting(): boolean {
    return this.#unanswered > 0;
  }

  // Records that the reader has changed attributes, which the next request tells Python.
  noteChange({ state }: Update): void {
    for (const name of Object.keys(state ?? {})) {
      this.#changed.set(name, this.session.lastRequest + 1);
    }
  }

  ask(data: Update): void {
    this.#unanswered++;
    this.session
      .ask({ type: "comm", comm_id: this.comm_id, data }, this.cell)
      .finally(() => this.#unanswered--)
      .finally(() => this.session.hooks.onWidgetUsed(this.cell))
      .finally(() => this.session.release(this))
      .catch(console.error);
  }

  close(): string {
    return "";
  }

  on_msg(handler: Handler): void {
    this.#handler = handler;
  }

  on_close(handler: Handler): void {
    this.#closed = handler;
  }

  receive(message: Comm): void {
    const handler = message.type === "comm_close" ? this.#closed : this.#handler;
    handler({ content: { data: this.#withoutStale(message.data) }, buffers: [] });
  }

  // Removes the attributes that the reader has changed since, of which Python has yet to learn.
  #withoutStale(data: unknown): unknown {
    const { state } = (data ?? {}) as Update;
    if (!state) return data;
    const fresh = Object.entries(state).filter(
      ([name]) => (this.#changed.get(name) ?? 0) <= this.session.currentRequest,
    );
    return { ...(data as Update), state: Object.fromEntries(fresh) };
  }
}

type Update = { state?: { [name: string]: unknown } };

export type Listener = (event: Exclude<Event, Comm>) => unknown;

export type Hooks = {
  // Called with a cell when Python starts to process a request for it, and with undefined when
  // Python is idle.
  onCell(cell: string | undefined): void;
  // Called when Python has processed the reader's use of a widget in this cell.
  onWidgetUsed(cell: string): void;
};

type Pending = { cell: string | undefined; answer(answer: Answer): void };

export class Session {
  readonly manager = new WidgetManager();
  readonly #worker: Promise<Worker>;
  readonly #comms = new Map<string, WidgetComm>();
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #ended = false;
  #inbox = Promise.resolve();
  // The reader's last action, if it changed a widget whose last change Python has yet to answer.
  #held: { comm: WidgetComm; data: Update } | null = null;

  // `script` is the worker's URL, and `snapshot` is a memory snapshot to start from, or null.
  // `listen` is called with each event, in order; if it returns a promise, the next event waits for
  // it.
  constructor(
    script: Promise<string>,
    snapshot: Promise<ArrayBuffer | null>,
    private readonly listen: Listener,
    readonly hooks: Hooks,
  ) {
    this.#worker = script.then((url) => this.#startWorker(url));
    this.#worker.catch((error) => this.#fail(error.message));
    snapshot.then((memory) =>
      this.#use((worker) => worker.postMessage(memory, memory ? [memory] : [])),
    );
  }

  // Sends Python a request on behalf of a cell. Returns the answer's value, or throws its error.
  ask(request: Request, cell = "cell" in request ? request.cell : undefined): Promise<unknown> {
    this.#sendHeld();
    const id = ++this.#lastId;
    this.#use((worker) => worker.postMessage(JSON.stringify({ ...request, id })));
    return new Promise((resolve, reject) => {
      const answer = ({ value, error }: Answer) =>
        error === undefined ? resolve(value) : reject(new Error(error));
      this.#pending.set(id, { cell, answer });
      if (this.#pending.size === 1) this.hooks.onCell(cell);
    });
  }

  // Passes a message from a widget on to Python. While Python has yet to answer the widget's last
  // message, the session holds back and merges its changes, so that moving a slider sends only the
  // last position. If the reader does anything else, it sends them first, to keep the order.
  use(comm: WidgetComm, data: Update): void {
    const held = this.#held?.comm === comm ? this.#held.data : null;
    if (!held) this.#sendHeld();
    comm.noteChange(data);
    if (data.state && comm.isWaiting) {
      this.#held = { comm, data: { ...data, state: { ...held?.state, ...data.state } } };
    } else {
      comm.ask(data);
    }
  }

  // Sends the change of a widget that has been held back, now that Python has answered.
  release(comm: WidgetComm): void {
    if (this.#held?.comm === comm && !comm.isWaiting) this.#sendHeld();
  }

  #sendHeld(): void {
    const held = this.#held;
    this.#held = null;
    held?.comm.ask(held.data);
  }

  get lastRequest(): number {
    return this.#lastId;
  }

  // The request that Python is processing; without one, the last request.
  get currentRequest(): number {
    const [id] = this.#pending.keys();
    return id ?? this.#lastId;
  }

  // Stops Python at once. Pending requests are never answered, and later messages are ignored.
  end(): void {
    this.#ended = true;
    this.hooks.onCell(undefined);
    this.#use((worker) => worker.terminate());
  }

  #use(use: (worker: Worker) => void): void {
    this.#worker.then(use, () => {}); // the failure has been reported
  }

  #startWorker(script: string): Worker {
    let modules = false;
    // Find out whether the browser supports module workers. A browser that does not support them
    // never reads the option `type`, so it never calls this getter.
    const options: WorkerOptions = {
      get type() {
        modules = true;
        return "module" as const;
      },
    };
    const worker = new Worker(script, options);
    if (!modules) {
      worker.terminate();
      throw new Error("This browser does not support module workers.");
    }
    worker.onmessage = ({ data }) => {
      try {
        this.#receive(JSON.parse(data));
      } catch {
        this.#fail("it sent an invalid message.");
      }
    };
    worker.onerror = ({ message }) => this.#fail(message ?? "could not load its files.");
    return worker;
  }

  #fail(reason: string): void {
    if (!this.#ended) this.listen({ type: "failed", reason });
  }

  #receive(message: FromWorker): void {
    this.#inbox = this.#inbox.then(() => this.#handle(message)).catch(console.error);
  }

  async #handle(message: FromWorker): Promise<void> {
    if (this.#ended) return;
    if (message.type === "answer") {
      this.#pending.get(message.id)?.answer(message);
      this.#pending.delete(message.id);
      const [next] = this.#pending.values();
      this.hooks.onCell(next?.cell);
    } else if ("comm" in message) {
      await this.#handleComm(message);
    } else {
      await this.listen(message);
    }
  }

  async #handleComm(message: Comm): Promise<void> {
    const { comm: id, cell, data, metadata } = message;
    if (message.type === "comm_open") {
      const comm = new WidgetComm(id, cell, this);
      this.#comms.set(id, comm);
      // Don't await this: a widget may wait for its children, whose comms open later.
      this.manager
        .handle_comm_open(comm, { content: { comm_id: id, data }, metadata } as never)
        .catch(console.error);
      return;
    }
    await this.manager.get_model(id); // a widget listens only once it has been created
    this.#comms.get(id)?.receive(message);
    if (message.type === "comm_close") this.#comms.delete(id);
  }
}
