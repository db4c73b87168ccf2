// The messages between a page and the worker that runs its Python. Each is one JSON text.
//
// A request of the page has a number, and gets one answer with that number; requests are answered
// in order. Events come from the worker in between.

export type Request =
  // The sources of the chapter's cells by their ids, in order: what one binds, later ones may use.
  | { type: "chapter"; cells: { [key: string]: unknown } }
  // Run a cell. Value: whether it ran to its end. What it shows, including errors, comes as events.
  | { type: "run"; cell: string; source: string }
  // Have a cell as if it had not been run.
  | { type: "forget"; cell: string }
  // The reader has changed a widget, or pressed a button.
  | { type: "comm"; comm_id: string; data: unknown }
  // Set the inputs of a cell's lab to what the fragment of a link says. Value: the lab's name.
  | { type: "follow"; cell: string; fragment: string }
  // Value: the fragment of a link to a lab with its inputs as they are.
  | { type: "link"; lab: string };

// Either a value or an error, which is a sentence for the reader.
export type Answer = { type: "answer"; id: number; value?: unknown; error?: string };

export type Output = {
  type: "output";
  cell: string;
  // The value of a widget is the id of its model. Text and errors are text, and never HTML.
  kind: "text" | "html" | "widget" | "error";
  value: string;
};

// What Jupyter's widgets say to the page, without binary buffers: one is made, changed or gone.
export type Comm = {
  type: "comm_open" | "comm_msg" | "comm_close";
  comm: string;
  // The cell that has made it.
  cell: string;
  data: { [key: string]: unknown };
  metadata: { [key: string]: unknown };
};

export type Event =
  | Output
  | Comm
  // Which part of what the worker loads has arrived, from 0 to 1.
  | { type: "loading"; part: number }
  // Python runs. What was asked before is answered from now on.
  | { type: "ready"; python: string }
  // Python cannot run. The worker does nothing more.
  | { type: "failed"; reason: string };

export type FromWorker = Answer | Event;
