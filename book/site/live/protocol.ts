// The messages between a page and the worker that runs its Python. Each message is JSON text.
//
// Each request from the page has an id and gets exactly one answer with that id. Requests are
// answered in order. Between answers, the worker sends events.

export type Request =
  // Set the sources of the chapter's cells by id, in order. A cell may use names bound by earlier
  // cells.
  | { type: "chapter"; cells: { [key: string]: unknown } }
  // Run a cell. Its output and errors arrive as events. The answer says whether the cell ran
  // without errors.
  | { type: "run"; cell: string; source: string }
  // Undo the effects of having run a cell.
  | { type: "forget"; cell: string }
  // Report that the reader has moved a slider, pressed a button or used another widget.
  | { type: "comm"; comm_id: string; data: unknown }
  // Set the inputs of a cell's lab from the fragment of a link. The answer is the lab's name.
  | { type: "follow"; cell: string; fragment: string }
  // Request a link to a lab with its current inputs. The answer is the link's URL fragment.
  | { type: "link"; lab: string };

// An answer has either a value or an error, which is a sentence for the reader.
export type Answer = { type: "answer"; id: number; value?: unknown; error?: string };

export type Output = {
  type: "output";
  cell: string;
  // The value of a widget output is the id of its model. Text and errors are plain text, never
  // HTML.
  kind: "text" | "html" | "widget" | "error";
  value: string;
};

// A message of Jupyter's widget protocol that creates, changes or closes a widget. Binary buffers
// are not supported.
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
  // `part` is the fraction of the worker's files that has been downloaded, from 0 to 1.
  | { type: "loading"; part: number }
  // Python is running, and pending requests are answered from now on.
  | { type: "ready"; python: string }
  // Python cannot run. The worker sends no further messages.
  | { type: "failed"; reason: string };

export type FromWorker = Answer | Event;
