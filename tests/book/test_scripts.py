"""Test the structure of the pages' scripts."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

SITE = Path(__file__).parents[2] / "book/site"
IMPORT = re.compile(r'\b(?:from|import)\s*\(?\s*"(\.{1,2}/[^"]+)"')


def test_modules_do_not_import_each_other_in_a_cycle() -> None:
    imports = {
        path: [(path.parent / f"{name}.ts").resolve() for name in IMPORT.findall(path.read_text())]
        for path in SITE.rglob("*.ts")
        if not path.name.endswith(".d.ts")
    }
    assert sum(map(len, imports.values())) > 50
    order = [*TopologicalSorter(imports).static_order()]  # raises a CycleError
    assert {*imports} <= {*order}
