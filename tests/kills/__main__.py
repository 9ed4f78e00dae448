"""``make kills COUNT=200 SEED=0``: a program that saves without end is killed at random moments; 1
when a file was not whole.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

from killing import SavedScenes, kill_at_random, saver

from linclass_gui.files.codec import load_document, save_document


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.json"
        scenes = SavedScenes(path)
        try:
            saves = kill_at_random(
                saver(path, 1), scenes.check, options.count, Random(options.seed)
            )
        except AssertionError as error:
            print(error)
            return 1
        save_document(load_document(path), path)
        left = [p.name for p in Path(folder).iterdir()]
    print(
        f"{options.count} kills after {min(saves)} to {max(saves)} saves: every file whole, the "
        "old or the new one"
    )
    print(
        f"{scenes.left_over} kills left a temporary file; the next save removed it; left in the "
        f"end: {', '.join(left)}"
    )
    return 0 if left == ["scene.json"] else 1


if __name__ == "__main__":
    sys.exit(main())
