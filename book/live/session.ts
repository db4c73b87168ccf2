// A running Python as the page sees it: what it is asked, and the widgets that it has made.

import type { ICallbacks, IClassicComm } from "@jupyter-widgets/base";
import type { Answer, Comm, Event, FromWorker, Request } from "./protocol";
import { Manager } from "./widgets";

type Handler = (message: object) => unknown;

// The page's end of the connection between a widget and Python.
class Line implements IClassicComm {
  readonly target_name = "jupyter.widget";
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

  // A widget holds back its next change until it hears that Python is idle.
  send(data: unknown, callbacks?: ICallbacks): string {
    const idle = { content: { execution_state: "idle" } };
    this.session
      .ask({ type: "comm", comm_id: this.comm_id, data }, this.cell)
      .finally(() => this.session.watch.changed(this.cell))
      .finally(() => callbacks?.iopub?.["status"]?.(idle as never))
      .catch(console.error);
    return this.comm_id;
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
    (message.type === "comm_close" ? this.#closed : this.#handler)({
      content: { data: message.data },
      buffers: [],
    });
  }
}

export type Listener = (event: Exclude<Event, Comm>) => unknown;

export type Watch = {
  // Python has turned to a request of this cell, or of none.
  turned(cell: string | undefined): void;
  // Python has heard of what the reader did to a widget of this cell.
  changed(cell: string): void;
};

type Asked = { cell: string | undefined; answer(answer: Answer): void };

export class Session {
  readonly manager = new Manager();
  readonly #worker: Promise<Worker>;
  readonly #lines = new Map<string, Line>();
  readonly #asked = new Map<number, Asked>();
  #last = 0;
  #ended = false;
  #inbox = Promise.resolve();

  // `script` is the worker's address; `memory` that of a Python that has started before, if there is
  // one; `listen` is called with each event, in order, and awaited.
  constructor(
    script: Promise<string>,
    memory: Promise<ArrayBuffer | null>,
    private readonly listen: Listener,
    readonly watch: Watch,
  ) {
    this.#worker = script.then((url) => this.#begin(url));
    this.#worker.catch((error) => this.#fail(error.message));
    memory.then((is) => this.#use((worker) => worker.postMessage(is, is ? [is] : [])));
  }

  // Ask Python for something, for a cell; if the answer is an error, its sentence is thrown.
  ask(request: Request, cell = "cell" in request ? request.cell : undefined): Promise<unknown> {
    const id = ++this.#last;
    this.#use((worker) => worker.postMessage(JSON.stringify({ ...request, id })));
    return new Promise((resolve, reject) => {
      const answer = ({ value, error }: Answer) =>
        error === undefined ? resolve(value) : reject(new Error(error));
      this.#asked.set(id, { cell, answer });
      if (this.#asked.size === 1) this.watch.turned(cell);
    });
  }

  // End it, whatever it is doing. What was asked is never answered, and what it still says is
  // ignored.
  end(): void {
    this.#ended = true;
    this.watch.turned(undefined);
    this.#use((worker) => worker.terminate());
  }

  #use(use: (worker: Worker) => void): void {
    this.#worker.then(use, () => {}); // why there is none has been reported
  }

  #begin(script: string): Worker {
    let modules = false;
    // Only a browser that knows module workers reads this option.
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
        this.#fail("what it says cannot be read.");
      }
    };
    worker.onerror = ({ message }) => this.#fail(message ?? "its files cannot be loaded.");
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
      this.#asked.get(message.id)?.answer(message);
      this.#asked.delete(message.id);
      const [next] = this.#asked.values();
      this.watch.turned(next?.cell);
    } else if ("comm" in message) {
      await this.#handleComm(message);
    } else {
      await this.listen(message);
    }
  }

  async #handleComm(message: Comm): Promise<void> {
    const { comm, cell, data, metadata } = message;
    if (message.type === "comm_open") {
      const line = new Line(comm, cell, this);
      this.#lines.set(comm, line);
      // Not awaited: a widget may wait for its children, which are opened later.
      this.manager
        .handle_comm_open(line, { content: { comm_id: comm, data }, metadata } as never)
        .catch(console.error);
      return;
    }
    await this.manager.get_model(comm); // a widget listens only once it has been made
    this.#lines.get(comm)?.receive(message);
    if (message.type === "comm_close") this.#lines.delete(comm);
  }
}
