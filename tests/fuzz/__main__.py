"""``make fuzz COUNT=100000 SEED=0``: hostile files through reader, writer and command line; 1 when
one broke the law.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from file_laws import PATIENCE, run, specimen
from hostile_files import KINDS

BATCH = 5000
COMMANDS_EVERY = 500


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--show", type=int, metavar="NUMBER", help="write the file of one number to standard output"
    )
    options = parser.parse_args()
    kinds = list(KINDS)
    if options.show is not None:
        sys.stdout.buffer.write(
            specimen(kinds[options.show % len(kinds)], options.seed, options.show)
        )
        return 0
    start, ends, broken = time.monotonic(), None, []
    # opening a file on a busy disk takes longer than reading it
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        for first in range(0, options.count, BATCH):
            numbers = range(first, min(first + BATCH, options.count))
            some, wrong = run(Path(folder), kinds, numbers, options.seed, PATIENCE, COMMANDS_EVERY)
            ends = some if ends is None else ends + some
            broken += wrong
            print(
                (
                    f"{numbers.stop} files, {len(broken)} broke the law, "
                    f"{time.monotonic() - start:.0f} s"
                ),
                flush=True,
            )
    for name, count in sorted((ends or {}).items()):
        print(f"{count:8}  {name}")
    print(*broken[:50], sep="\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
