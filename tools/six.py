"""`python -m tools.six LOGS [--seconds N]`: update the results on the open problem modulo 6.

Search results accumulate in two log files in the folder LOGS: one for a random sample of games, and
one for all games. The script completes the sample, continues the search of all games for up to N
seconds, and computes `src/nimbook/data/six.json` from the logs.
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
from nimtwist.atlas.mass import Searches, certify, search_sample

MODULUS, SAMPLE, LIMIT = 6, 2000, 3000


def census() -> dict[str, Any]:
    """Count the games modulo 6, the box games among them, and the patterns and states of all games.

    Only distinct patterns and states are counted, for heaps below 8, 16, 32 and 64.
    """
    codes = bulk.codes(MODULUS)
    patterns = bulk.distinct(MODULUS, codes, 64).growth.tolist()
    states = bulk.distinct(MODULUS, codes, 64, states=True).growth.tolist()
    return {
        "games": len(codes),
        "boxes": int(bulk.are_box_games(MODULUS, codes).sum()),
        "patterns": {size: patterns[size - 1] for size in (8, 16, 32, 64)},
        "states": {size: states[size - 1] for size in (8, 16, 32, 64)},
    }


def main() -> None:
    """Complete the sample, continue the search, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tools.six")
    parser.add_argument("logs", type=Path, help="folder with the logs of the searches")
    parser.add_argument("--seconds", type=float, default=0.0, help="duration of the search")
    args = parser.parse_args()
    if not args.logs.is_dir():
        parser.error(f"no such folder: {str(args.logs)!r}")
    with tqdm(unit="games") as bar:

        def progress(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        sample = search_sample(
            Searches(args.logs / "sample.log", MODULUS), SAMPLE, 0, LIMIT, progress=progress
        )
        bar.reset()
        run = certify(Searches(args.logs / "run.log", MODULUS), args.seconds, progress)
    results = {"modulus": MODULUS, "census": census(), "sample": asdict(sample), "run": asdict(run)}
    SIX.write_text(f"{json.dumps(results, indent=1)}\n", "utf8")


if __name__ == "__main__":
    main()
