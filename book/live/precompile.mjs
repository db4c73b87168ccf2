// Runs precompile.py in the pages' own Python, on the folder given as its argument. Bytecode is
// specific to a Python version, and each module compiled beforehand makes pages start faster.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [folder] = process.argv.slice(2);
const python = await loadPyodide();
python.mountNodeFS("/build", folder);
python.runPython(readFileSync(new URL("precompile.py", import.meta.url), "utf8"));
