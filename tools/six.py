"""`python -m tools.six LOGS [--seconds N]`: write what is known of modulus 6 for the open problem.

What searches found is kept in two files in the folder LOGS, and added to for N seconds at most; the
text of src/nimbook/data/six.json is worked out from them.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm import tqdm

from nimbook.atlas import SIX
from nimtwist.atlas import bulk
from nimtwist.atlas.mass import Log, certify, sampled

MODULUS, SAMPLE, LIMIT = 6, 2000, 3000


def census() -> dict[str, Any]:
    """Return how many games there are, patterns of them, and games with different states."""
    codes = bulk.codes(MODULUS)
    patterns = bulk.distinct(MODULUS, codes, 64).growth.tolist()
    states = bulk.distinct(MODULUS, codes, 64, states=True).growth.tolist()
    return {
        "games": len(codes),
        "boxes": int(bulk.boxes(MODULUS, codes).sum()),
        "patterns": {size: patterns[size - 1] for size in (8, 16, 32, 64)},
        "states": {size: states[size - 1] for size in (8, 16, 32, 64)},
    }


def main() -> None:
    """Complete the sample, search on, and write the file anew."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tools.six")
    parser.add_argument("logs", type=Path, help="the folder with what searches found")
    parser.add_argument("--seconds", type=float, default=0.0, help="how long to search")
    given = parser.parse_args()
    if not given.logs.is_dir():
        parser.error(f"there is no folder {str(given.logs)!r}")
    with tqdm(unit="games") as bar:

        def progress(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        sample = sampled(
            Log(given.logs / "sample.log", MODULUS), SAMPLE, 0, LIMIT, progress=progress
        )
        bar.reset()
        run = certify(Log(given.logs / "run.log", MODULUS), given.seconds, progress)
    known = {"modulus": MODULUS, "census": census(), "sample": asdict(sample), "run": asdict(run)}
    SIX.write_text(f"{json.dumps(known, indent=1)}\n", "utf8")


if __name__ == "__main__":
    main()
