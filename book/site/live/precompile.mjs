// Runs precompile.py on the folder given on the command line. Compiling modules in advance makes
// pages start faster. Bytecode is specific to a Python version, so precompile.py runs in Pyodide,
// which has the same version of Python as the pages.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [folder] = process.argv.slice(2);
const python = await loadPyodide();
python.mountNodeFS("/build", folder);
python.runPython(readFileSync(new URL("precompile.py", import.meta.url), "utf8"));
