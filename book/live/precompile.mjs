// Runs precompile.py on the folder given on the command line, in the same Python as the pages,
// since bytecode is specific to a Python version. Compiling modules in advance makes pages start
// faster.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [folder] = process.argv.slice(2);
const python = await loadPyodide();
python.mountNodeFS("/build", folder);
python.runPython(readFileSync(new URL("precompile.py", import.meta.url), "utf8"));
