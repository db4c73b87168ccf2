"""`python -m tools.mutants [MODULE...]`: break the engine in every small way; a test must turn red.

A mutant is the engine with one change in one function: `<` becomes `<=`, an argument is left out,
and so on; mutmut says which changes there are. What no test notices survives: either a test is
missing, or the change makes no difference. `tests/mutants.toml` lists those that may survive, each
with the reason. A survivor that is not in the list is an error, and so is a line of the list that
fits no survivor.

Mutants are not run by mutmut, which passes over each function with a decorator, such as those whose
results are kept, and makes every call slower. Here the tests are collected once. For each mutant
this process is forked, and the code of the function is replaced; then the tests that run it are
run, its own and the quickest first, until one turns red. They may take as much time of the
processor as is in proportion to what they took before, however busy the machine is. Results are
kept in `_build/mutants/`, and a run that was interrupted goes on from there. With `--again`, only
what has survived is run, such as after a test has been added.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import inspect
import json
import os
import resource
import signal
import sys
import time
import tomllib
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation.mutators import mutation_operators
from tqdm import tqdm

LIST = Path("tests/mutants.toml")
KEPT = Path("_build/mutants")

KILLED, TIMEOUT, SURVIVED, SAME = "killed", "timeout", "survived", "same"

LEAST = 95
"""How many percent of the mutants of each module tests must kill."""

BUDGET = 5.0
"""How many seconds of tests a mutant gets, if those of its own module do not take longer."""

REST = 1.0
"""How many seconds the tests of other modules get at least, the quickest of them."""

PATIENCE = 10
"""How many times as long as without a mutant a test may take, besides two seconds."""

MEMORY = 4 << 30

# --- What mutants there are ----------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """A change of a function: in its lines, or in the default of a `parameter`.

    The lines of the module from `first` to `last`, not included, become `text`. `before` and
    `after` are what is different, each on one line.
    """

    function: str
    before: str
    after: str
    first: int
    last: int
    text: str
    parameter: str = ""
    default: str = ""


class _Finder(cst.CSTVisitor):
    """Collects the changes of a module: in which function, of which parameter, what becomes what.

    Annotations, decorators and what is outside of functions have none; of the defaults of a
    function, those that are a constant.
    """

    METADATA_DEPENDENCIES = (WhitespaceInclusivePositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.within: list[cst.FunctionDef | cst.ClassDef | cst.Lambda] = []
        self.found: list[tuple[str, str, cst.CSTNode, cst.CSTNode]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Collect the changes of a node, and say whether there are more inside."""
        if isinstance(node, cst.Annotation | cst.Decorator):
            return False
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self.within.append(node)
            return True
        functions = [one for one in self.within if not isinstance(one, cst.ClassDef)]
        if isinstance(node, cst.Param) and len(functions) == 1:
            if isinstance(node.default, cst.Name | cst.BaseNumber | cst.BaseString):
                self._change(node.default, node.name.value)
            return False
        if functions:
            self._change(node)
        if isinstance(node, cst.Lambda):
            self.within.append(node)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        """Leave a function or a class."""
        if self.within and self.within[-1] is original_node:
            self.within.pop()

    def _change(self, node: cst.CSTNode, parameter: str = "") -> None:
        names = []
        for one in self.within:
            assert not isinstance(one, cst.Lambda)
            names.append(one.name.value)
            if isinstance(one, cst.FunctionDef):
                break
        for kind, changed in mutation_operators:
            if isinstance(node, kind):
                for new in changed(node):
                    self.found.append((".".join(names), parameter, node, new))


def mutants(source: str) -> Iterator[Mutant]:
    r"""Yield the mutants of a module.

    >>> [mutant.after for mutant in mutants("def twice(n):\n    return 2 * n\n")]
    ['return 2 / n', 'return 3 * n']
    """
    wrapper, finder = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True), _Finder()
    wrapper.visit(finder)
    places = wrapper.resolve(WhitespaceInclusivePositionProvider)
    lines = source.splitlines(keepends=True)
    for function, parameter, old, new in finder.found:
        start, end = places[old].start, places[old].end
        first, last = start.line - 1, end.line
        changed = wrapper.module.code_for_node(new)
        text = lines[first][: start.column] + changed + lines[last - 1][end.column :]
        before, after = _different(lines[first:last], text.splitlines())
        yield Mutant(function, before, after, first, last, text, parameter, changed)


def _different(before: Iterable[str], after: Iterable[str]) -> tuple[str, str]:
    old, new = ([line.strip() for line in lines] for lines in (before, after))
    while len(old) > 1 < len(new) and old[-1] == new[-1]:
        del old[-1], new[-1]
    while len(old) > 1 < len(new) and old[0] == new[0]:
        del old[0], new[0]
    return " ".join(old), " ".join(new)


# --- To put a mutant in the place of the engine --------------------------------------------------


def apply(mutant: Mutant, module: str) -> bool:
    """Change a function in place, for all who hold it; return whether it is another one then."""
    home = import_module(module)
    function = _functions(home)[mutant.function]
    if mutant.parameter:
        _set_default(function, mutant.parameter, ast.literal_eval(mutant.default))
        return True
    path = function.__code__.co_filename
    lines = Path(path).read_text("utf8").splitlines(keepends=True)
    lines[mutant.first : mutant.last] = mutant.text
    code = _codes("".join(lines), path)[mutant.function]
    changed = code != function.__code__
    function.__code__ = code
    return changed


def _functions(module: Any) -> dict[str, FunctionType]:
    """Return the functions and methods of a module by their names, without their decorators."""
    found: dict[str, FunctionType] = {}
    holders, seen = [module], set[type]()
    while holders:
        for value in vars(holders.pop()).values():
            if isinstance(value, type):
                if value.__module__ == module.__name__ and value not in seen:
                    seen.add(value)
                    holders.append(value)
                continue
            for kind, inner in (
                (property, "fget"),
                (cached_property, "func"),
                (classmethod | staticmethod, "__func__"),
            ):
                if isinstance(value, kind):
                    value = getattr(value, inner)
            function = inspect.unwrap(value) if callable(value) else value
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                found[function.__qualname__] = function
    return found


def _codes(source: str, path: str) -> dict[str, CodeType]:
    """Return the code of the functions and methods of a module by their names."""
    found: dict[str, CodeType] = {}
    todo = [compile(source, path, "exec", dont_inherit=True)]
    while todo:
        inner = [code for code in todo.pop().co_consts if isinstance(code, CodeType)]
        found.update((code.co_qualname, code) for code in inner)
        todo += [code for code in inner if "<" not in code.co_qualname]
    return found


def _set_default(function: FunctionType, parameter: str, value: object) -> None:
    if parameter in (named := function.__kwdefaults__ or {}):
        named[parameter] = value
        return
    defaults = list(function.__defaults__ or ())
    code = function.__code__
    last = code.co_varnames[: code.co_argcount][-len(defaults) :]
    defaults[last.index(parameter)] = value
    function.__defaults__ = tuple(defaults)


def forget(package: str) -> None:
    """Empty what the functions of a package keep."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == package:
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


# --- What is broken, and what may survive --------------------------------------------------------


@dataclass(frozen=True)
class Engine:
    """The modules of a package by their names in it, the tests, and what may survive."""

    package: Path
    modules: dict[str, Path]
    tests: list[str]
    survivors: list[dict[str, Any]]
    unlisted: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Engine:
        """Return what a list says."""
        listed = tomllib.loads(path.read_text("utf8"))
        package = Path(listed["package"])
        files = [
            file
            for pattern in listed["modules"]
            for file in sorted(package.glob(pattern))
            if file.stem != "__init__" or pattern.endswith("__init__.py")
        ]
        names = [".".join(file.relative_to(package).with_suffix("").parts) for file in files]
        modules = {n.removesuffix(".__init__"): f for n, f in zip(names, files, strict=True)}
        unlisted = tuple(listed.get("unlisted", ()))
        return cls(package, modules, listed["tests"], listed.get("survivors", []), unlisted)

    def dotted(self, module: str) -> str:
        """Return the name by which a module is imported."""
        return f"{self.package.name}.{module}"

    def state(self, tests: Iterable[str] = ()) -> str:
        """Return a digest of the package, of tests, and of what these need besides."""
        common = [*self.package.rglob("*.py"), *Path("tests").rglob("*.py"), Path("conftest.py")]
        files = {file for file in common if not file.name.startswith("test_") and file.exists()}
        return digest([*sorted(files), *map(Path, sorted(tests))])

    def complaints(self, results: dict[str, dict[Mutant, str]]) -> Iterator[str]:
        """Yield what is wrong: too few are killed, a survivor is not listed, a line fits none.

        A line may fit a mutant that ran out of time instead: what is only slower may do either.
        The survivors of modules that begin with one of `unlisted` are only counted.
        """
        results = {name: one for name, one in results.items() if not name.startswith(self.unlisted)}
        for module, result in results.items():
            share = 100 * counted(result)[1] if result else 100
            if share < LEAST:
                yield f"{module}: of the mutants, only {share:.1f} % are killed"
        alive, late = (
            {
                (f"{module}.{mutant.function}", mutant.before, mutant.after)
                for module, result in results.items()
                for mutant, one in result.items()
                if one == end
            }
            for end in (SURVIVED, TIMEOUT)
        )
        listed = set[tuple[str, str, str]]()
        for function, old, new in self._listed():
            fits = {
                (name, before, after)
                for name, before, after in alive | late
                if name == function and after in _replaced(before, old, new)
            }
            listed |= fits
            run = any(function.startswith(f"{module}.") for module in results)
            if not fits and (run or not any(function.startswith(f"{m}.") for m in self.modules)):
                yield f"{function}: listed, but no survivor\n  - {old}\n  + {new}"
        for function, before, after in sorted(alive - listed):
            yield f"{function}: survives\n  - {before}\n  + {after}"

    def _listed(self) -> Iterator[tuple[str, str, str]]:
        for entry in self.survivors:
            assert entry["reason"], entry
            for function in entry["functions"]:
                for after in entry["after"]:
                    yield function, entry["before"], after


def _replaced(text: str, old: str, new: str) -> set[str]:
    """Return a text with `new` in one place of `old`, for each place."""
    places = [place for place in range(len(text)) if text.startswith(old, place)]
    return {text[:place] + new + text[place + len(old) :] for place in places}


def counted(result: dict[Mutant, str]) -> tuple[Counter[str], float]:
    """Return how many mutants came to what end, and the share of those that were killed."""
    counts = Counter(one for one in result.values() if one != SAME)
    return counts, 1 - counts[SURVIVED] / (counts.total() or 1)


def digest(paths: Iterable[Path]) -> str:
    """Return a digest of files."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


class Results:
    """The results of a module, by the numbers of its mutants, in a file that grows by lines.

    They are kept while the module and the `tests` stay as they are. If those that survive are to
    be tried `again`, the others are kept whatever has become of the tests.
    """

    def __init__(self, path: Path, module: str, tests: str, again: bool = False) -> None:
        self.path = path
        self.known: dict[int, str] = {}
        lines = path.read_text("utf8").splitlines() if path.exists() else []
        head, *rest = map(json.loads, lines) if lines else [{}]
        if head.get("source") == module and (again or head.get("tests") == tests):
            self.known = {number: one for number, one in rest if not again or one != SURVIVED}
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [
            json.dumps({"source": module, "tests": tests}),
            *map(json.dumps, self.known.items()),
        ]
        path.write_text("\n".join(lines) + "\n", "utf8")

    def add(self, number: int, result: str) -> None:
        """Keep one more."""
        self.known[number] = result
        with self.path.open("a", encoding="utf8") as file:
            file.write(json.dumps([number, result]) + "\n")


# --- To run the tests ----------------------------------------------------------------------------

_RED, _GREEN, _SAME, _FAULT = 1, 0, 2, 70  # what a process says of its mutant as it ends


class Runner:
    """A plugin of pytest that runs mutants, in the place of the tests that it has collected."""

    def __init__(self, engine: Engine, chosen: list[str], again: bool, processes: int) -> None:
        self.engine, self.chosen, self.again, self.processes = engine, chosen, again, processes
        self.results: dict[str, dict[Mutant, str]] = {}
        # By the numbers of processes: the mutant, its function, and where the test is named.
        self.running: dict[int, tuple[int, str, int]] = {}
        self.kills = defaultdict[str, Counter[str]](Counter)

    def pytest_sessionstart(self) -> None:
        """Have hypothesis end at the first example that fails, and not ask how long that took."""
        from hypothesis import HealthCheck, Phase, settings  # which pytest wants to import first

        settings.register_profile(
            "mutants",
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the mutants of each module."""
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.files = {_file(nodeid) for nodeid in self.items}
        self._measure()
        self.results = {module: self._module(module) for module in self.chosen}
        return True

    # Which tests run what, without a mutant.

    def _measure(self) -> None:
        """Find which functions each test runs, and how long it takes; what is known is kept."""
        path = KEPT / "tests.json"
        known = json.loads(path.read_text("utf8")) if path.exists() else {}
        states = {file: self.engine.state([file]) for file in self.files}
        known = {file: one for file, one in known.items() if one["of"] == states.get(file)}
        if todo := [item for item in self.session.items if _file(item.nodeid) not in known]:
            found = KEPT / "tests.new"
            KEPT.mkdir(parents=True, exist_ok=True)

            def measure() -> int:
                found.write_text(json.dumps(self._measured(todo)), "utf8")
                return _GREEN

            if os.waitpid(self._forked(measure), 0)[1]:
                raise pytest.UsageError("without a mutant, the tests must be green")
            for nodeid, measured in json.loads(found.read_text("utf8")).items():
                file = _file(nodeid)
                known.setdefault(file, {"of": states[file], "tests": {}})["tests"][nodeid] = (
                    measured
                )
            found.unlink()
            path.write_text(json.dumps(known), "utf8")
        self.seconds: dict[str, float] = {}
        self.covering = defaultdict[str, list[str]](list)
        for one in known.values():
            for nodeid, (seconds, functions) in one["tests"].items():
                self.seconds[nodeid] = seconds
                for function in functions:
                    self.covering[function].append(nodeid)

    def _measured(self, items: list[pytest.Item]) -> dict[str, tuple[float, list[str]]]:
        modules = {
            import_module(self.engine.dotted(name)).__file__: name for name in self.engine.modules
        }
        found: dict[str, tuple[float, list[str]]] = {}
        ran: dict[int, CodeType] = {}

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                ran[id(frame.f_code)] = frame.f_code

        with open(os.dup(2), "w", encoding="utf8") as terminal:
            _silence()
            title = "tests without a mutant"
            bar = tqdm(_with_next(items), title, len(items), file=terminal, mininterval=1)
            for item, following in bar:
                forget(self.engine.package.name)
                ran.clear()
                start = time.process_time()
                sys.setprofile(note)
                red = self._is_red(item, following)
                sys.setprofile(None)
                if red:
                    raise AssertionError(f"{item.nodeid} is red")
                seconds = time.process_time() - start
                names = {
                    f"{modules[code.co_filename]}.{code.co_qualname.partition('.<locals>')[0]}"
                    for code in ran.values()
                    if code.co_filename in modules
                }
                found[item.nodeid] = round(seconds, 4), sorted(names)
        return found

    # The mutants.

    def _module(self, name: str) -> dict[Mutant, str]:
        """Run the mutants of a module, those that have no result yet, and return all results."""
        path = self.engine.modules[name]
        every = list(mutants(path.read_text("utf8")))
        results = Results(
            KEPT / f"{name}.jsonl", digest([path]), self.engine.state(self.files), self.again
        )
        todo = [number for number in range(len(every)) if number not in results.known]
        bar = tqdm(
            todo, name, len(every), unit="mutants", initial=len(results.known), mininterval=1
        )
        try:
            for number in bar:
                if len(self.running) == self.processes:
                    self._wait(results)
                alive = Counter(results.known.values())[SURVIVED]
                bar.set_postfix_str(f"{alive} survive", refresh=False)
                self._start(name, number, every[number])
            while self.running:
                self._wait(results)
        finally:
            for pid in self.running:
                os.kill(pid, signal.SIGKILL)
        return {mutant: results.known[number] for number, mutant in enumerate(every)}

    def _start(self, module: str, number: int, mutant: Mutant) -> None:
        function = f"{module}.{mutant.function}"
        tests, (read, write) = self._tests(module, function), os.pipe()

        def run() -> int:
            forget(self.engine.package.name)
            if not apply(mutant, self.engine.dotted(module)):
                return _SAME
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            _silence()
            for item, following in _with_next([self.items[nodeid] for nodeid in tests]):
                limit = 2 + PATIENCE * self.seconds[item.nodeid]
                signal.setitimer(signal.ITIMER_PROF, limit)  # when it is over, SIGPROF ends this
                if self._is_red(item, following):
                    os.write(write, item.nodeid.encode())
                    return _RED
            return _GREEN

        self.running[self._forked(run)] = number, function, read
        os.close(write)

    def _tests(self, module: str, function: str) -> list[str]:
        """Return the tests that run a function: those of its module, and the quickest of others.

        Those that have killed the most in the least time come first.
        """
        stem = module.rpartition(".")[2]
        own = {stem, f"test_{stem.strip('_')}"}
        chosen, others = list[str](), list[str]()
        for nodeid in sorted(self.covering[function], key=self.seconds.__getitem__):
            (chosen if Path(_file(nodeid)).stem in own else others).append(nodeid)
        left = max(BUDGET - sum(map(self.seconds.__getitem__, chosen)), REST)
        for nodeid in others:
            left -= self.seconds[nodeid]
            if left >= 0:
                chosen.append(nodeid)
        kills = self.kills[function]
        return sorted(chosen, key=lambda nodeid: -kills[nodeid] / (self.seconds[nodeid] + 0.01))

    def _wait(self, results: Results) -> None:
        pid, status = os.wait()
        number, function, read = self.running.pop(pid)
        with open(read, encoding="utf8") as named:
            self.kills[function].update(named)
        if os.WIFSIGNALED(status):
            results.add(number, TIMEOUT if os.WTERMSIG(status) == signal.SIGPROF else KILLED)
        elif (ended := os.WEXITSTATUS(status)) == _FAULT:
            raise pytest.UsageError("a mutant could not be tried; the reason is above")
        else:
            results.add(number, {_RED: KILLED, _GREEN: SURVIVED, _SAME: SAME}[ended])

    # Processes.

    def _is_red(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return self.session.testsfailed > 0

    def _forked(self, run: Callable[[], int]) -> int:
        """Start a process that ends with what `run` returns; return its number."""
        sys.stdout.flush()
        sys.stderr.flush()
        pid, ended, terminal = os.fork(), _FAULT, os.dup(2)
        if pid:
            os.close(terminal)
            return pid
        try:
            ended = run()
        except BaseException:
            os.write(terminal, traceback.format_exc().encode())
        finally:
            os._exit(ended)


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def _with_next(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=False)  # of none, none


def _silence() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def main() -> None:
    """Run the mutants of the modules that are named, or of all; a complaint is an error."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tools.mutants")
    parser.add_argument("modules", nargs="*", help="modules or folders, as in podium or games")
    parser.add_argument("--again", action="store_true", help="run only those that have survived")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    engine = Engine.read(LIST)
    chosen: dict[str, None] = {}  # in the order in which they are asked for
    for name in asked.modules:
        inside = [module for module in engine.modules if f"{module}.".startswith(f"{name}.")]
        if not inside:
            parser.error(f"there is no module {name!r}, but {', '.join(engine.modules)}")
        chosen |= dict.fromkeys(inside)
    modules = list(chosen or engine.modules)
    runner = Runner(engine, modules, asked.again, asked.processes)
    options = ["-qq", "--no-header", "--no-summary", "-s", "-n0", "-o", "timeout=0"]
    options += ["-p", "no:randomly", "-p", "no:cacheprovider", "--doctest-modules"]
    ended = pytest.main([*options, *engine.tests], plugins=[runner])
    if not runner.results:
        raise SystemExit(int(ended) or 1)
    for module, result in runner.results.items():
        counts, share = counted(result)
        numbers = "".join(f"{counts[end]:6} {end}" for end in (KILLED, TIMEOUT, SURVIVED))
        print(f"{module:20}{numbers}{share:9.1%}")
    complaints = list(engine.complaints(runner.results))
    print(*complaints, sep="\n")
    raise SystemExit(bool(complaints))


if __name__ == "__main__":
    main()
