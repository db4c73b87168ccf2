// Runs precompile.py in the Python of the pages, on the folder that is named. Only the same Python
// can compile for itself, and every import that a page need not compile makes it live sooner.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [folder] = process.argv.slice(2);
const python = await loadPyodide();
python.mountNodeFS("/build", folder);
python.runPython(readFileSync(new URL("precompile.py", import.meta.url), "utf8"));
