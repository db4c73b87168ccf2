"""Verdicts of earlier checks, which hold until a file changes on which the check depends.

A check depends on the module of its claim and on all modules that this module imports, directly or
indirectly. Imports are resolved by name: `from nimtwist import Solver` leads to the module that
defines `Solver`, and not to the rest of the engine. A data file counts if a string in one of these
modules names it.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from dataclasses import asdict, replace
from functools import cache, cached_property
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, NamedTuple

from nimbook.claims import LEDGER, MODULES
from nimbook.ledger import Finding, Scope, Verdict, read_fields

SOURCE = Path(__file__).parents[1]


class _Facts(NamedTuple):
    """The imports, the bound names and the strings in the source code of a module."""

    modules: set[str]
    """The modules in statements such as `import nimtwist`."""
    names: list[tuple[str, str, str]]
    """The module, the name and the alias of each name imported from a module."""
    bound: set[str]
    public: set[str]
    """The names in the list `__all__`."""
    strings: set[str]


@cache
def _facts(source: bytes) -> _Facts:
    facts = _Facts(set(), [], set(), set(), set())
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                facts.modules.update(alias.name for alias in names)
            case ast.ImportFrom(str(origin), names):
                facts.names.extend((origin, one.name, one.asname or one.name) for one in names)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(name, ast.Store()):
                facts.bound.add(name)
            case ast.Constant(str(text)):
                facts.strings.add(text)
            case ast.Assign([ast.Name("__all__")], ast.List(items)):
                facts.public.update(ast.literal_eval(item) for item in items)
    return facts


class Sources:
    """The packages in a folder, and what their modules depend on."""

    def __init__(self, folder: Path) -> None:
        self._modules: dict[str, Path] = {}
        for path in folder.rglob("*.py"):
            name = ".".join(path.relative_to(folder).with_suffix("").parts)
            self._modules[name.removesuffix(".__init__")] = path
        self._data: dict[str, list[Path]] = {}
        for path in (*folder.rglob("*.json"), *folder.rglob("*.parquet")):
            for name in (path.name, path.stem):
                self._data.setdefault(name, []).append(path)
        self.contents = cache(Path.read_bytes)

    def files(self, module: str) -> list[Path]:
        """Return the files on which a module depends, including its own."""
        seen, unread, data = {module}, [module], set[Path]()
        while unread:
            facts = self._facts(unread.pop())
            found = {self._definer(origin, name) for origin, name, _ in facts.names}
            found |= facts.modules
            for text in facts.strings:
                data.update(self._data.get(text.rpartition("/")[2], ()))
                # Modules may be imported by such a name; names of packages locate data.
                if "." in text and self._modules.get(text, Path("__init__.py")).stem != "__init__":
                    found.add(text)
            unread += (found & self._modules.keys()) - seen
            seen.update(unread)
        return sorted({self._modules[name] for name in seen} | data)

    def _facts(self, module: str) -> _Facts:
        return _facts(self.contents(self._modules[module]))

    def _definer(self, module: str, name: str) -> str:
        """Return the module that defines a name which another module imports from `module`."""
        if f"{module}.{name}" in self._modules:
            return f"{module}.{name}"
        found = module
        if module in self._modules and name not in self._facts(module).bound:
            for origin, imported, alias in self._facts(module).names:
                is_star = imported == "*" and origin in self._modules
                if alias == name or (is_star and name in self._facts(origin).public):
                    found = self._definer(origin, name if is_star else imported)
        return found


class Cache:
    """A folder with the verdict of the last check of each claim.

    `extra` describes what else the saved data depend on.
    """

    def __init__(self, folder: str | Path, extra: str = "") -> None:
        self._folder, self._extra = Path(folder), extra
        sources = Sources(SOURCE)
        self._files = cache(sources.files)
        self._digest = cache(lambda path: sha256(sources.contents(path)).hexdigest())
        self.key = cache(self._key)

    @cached_property
    def _versions(self) -> list[str]:
        installed = {f"{one.name} {one.version}" for one in distributions()}
        return [sys.version, self._extra, *sorted(installed)]

    def _key(self, id_: str, scope: Scope) -> str:
        """Return a digest of everything on which the check of a claim depends."""
        claim, module = LEDGER[id_], MODULES[id_]
        names = {f"nimbook.claims.{module}", claim.checker.__module__}
        files = sorted({path for name in names for path in self._files(name)})
        contents = [(str(path.relative_to(SOURCE)), self._digest(path)) for path in files]
        entry = read_fields(module).get(claim.name)
        text = json.dumps([id_, scope, entry, contents, self._versions])
        return sha256(text.encode()).hexdigest()

    def load(self, id_: str, scope: Scope) -> Any:
        """Return the data saved with a claim's current key, or `None` if there are none."""
        key = self.key(id_, scope)  # before the check, in case that a file changes during the check
        try:
            saved, data = json.loads(self._path(id_, scope).read_bytes())
        except (OSError, ValueError, TypeError):
            return None
        return data if saved == key else None

    def save(self, id_: str, scope: Scope, data: object) -> None:
        """Save data with a claim's current key in place of those saved before."""
        path = self._path(id_, scope)
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps([self.key(id_, scope), data]), "utf8")
        new.replace(path)

    def _path(self, id_: str, scope: Scope) -> Path:
        return self._folder / f"{id_}.{scope}.json"


def pack(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as JSON-serializable data, without its claim and scope.

    >>> unpack("twist.ex-nimsum", "quick", pack(LEDGER.check("twist.ex-nimsum"))).verdict
    'holds'
    """
    data = asdict(replace(verdict, claim=None))  # type: ignore[arg-type]
    return {name: value for name, value in data.items() if name not in ("claim", "scope")}


def unpack(id_: str, scope: Scope, data: dict[str, Any]) -> Verdict:
    """Return the verdict that `pack` has turned into data."""
    printed, repaired = (one and Finding(**one) for one in (data["printed"], data["repaired"]))
    return Verdict(LEDGER[id_], scope, printed, repaired, tuple(data["refuted"]), data["seconds"])
