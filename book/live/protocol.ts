// The messages between a page and the worker that runs its Python. Each is a JSON text.
//
// A request from the page has an id and gets exactly one answer with that id; requests are answered
// in order. In between, the worker sends events.

export type Request =
  // The sources of the chapter's cells by id, in order: each may use the names of those before it.
  | { type: "chapter"; cells: { [key: string]: unknown } }
  // Run a cell. Value: whether it ran to its end. Its outputs and errors arrive as events.
  | { type: "run"; cell: string; source: string }
  // Undo the effect of having run a cell.
  | { type: "forget"; cell: string }
  // The reader has moved a widget or pressed a button.
  | { type: "comm"; comm_id: string; data: unknown }
  // Set the inputs of a cell's lab from the fragment of a link. Value: the lab's name.
  | { type: "follow"; cell: string; fragment: string }
  // Value: the fragment of a link to a lab with its current inputs.
  | { type: "link"; lab: string };

// Either a value or an error, which is a sentence for the reader.
export type Answer = { type: "answer"; id: number; value?: unknown; error?: string };

export type Output = {
  type: "output";
  cell: string;
  // The value of a widget is the id of its model. Text and errors are plain text, never HTML.
  kind: "text" | "html" | "widget" | "error";
  value: string;
};

// A message of Jupyter's widget protocol, without binary buffers: a widget is created, changed or
// closed.
export type Comm = {
  type: "comm_open" | "comm_msg" | "comm_close";
  comm: string;
  // The cell that created the widget.
  cell: string;
  data: { [key: string]: unknown };
  metadata: { [key: string]: unknown };
};

export type Event =
  | Output
  | Comm
  // The fraction of the worker's files that have arrived, from 0 to 1.
  | { type: "loading"; part: number }
  // Python is running, and pending requests are answered from now on.
  | { type: "ready"; python: string }
  // Python cannot run. The worker sends nothing more.
  | { type: "failed"; reason: string };

export type FromWorker = Answer | Event;
