// What a cell of a chapter knows about itself and its page.

// A cell, as the build embeds it in the page. The page contains an element with the id `live-<id>`
// for each cell that is live or shown. For any other cell, `source` contains only definitions.
export type CellData = {
  id: string;
  source: string;
  // Whether the cell runs when Python starts.
  live: boolean;
  // Whether the page shows the cell's source.
  shown: boolean;
  // Whether the cell's source opens in an editor when Python starts, inviting readers to edit it.
  editable: boolean;
  // Whether the cell is the check in a verdict card. Other cells cannot use the names that a check
  // defines.
  check: boolean;
};

// The data and functions that a page provides for its cells.
export type Host = {
  // The name of the page.
  page: string;
  // Invites readers to use a lab that is asleep, and says how much that loads.
  hint: string;
  // Starts Python for all cells, beginning with the one with the given id, unless it is already
  // running.
  start: (first?: string) => Promise<void>;
  loadEditor: () => Promise<typeof import("./editor")>;
};
