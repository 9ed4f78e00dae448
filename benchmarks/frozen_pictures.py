"""What every scene of `compare_pictures` shows, as few letters: a picture or a word that changes is
looked at before its letters are renewed.  ``python -m benchmarks.frozen_pictures`` writes them.

A test compares them.  Where they differ, `compare_pictures` tells what is shown now and what was
shown before.  Numbers have five digits and rounding errors none, so that letters are the same on
every machine; of what rests on a last digit (the steps of a run at its end, say) only words count.
"""

from __future__ import annotations

import json
import math
import re
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtWidgets import QApplication

from .compare_pictures import FEWER, OFF_NUMBERS, digest, shown_by
from .picture_scenes import scenes

FILE = Path(__file__).parents[1] / "tests" / "frozen" / "pictures.json"
SCENES = list(scenes())
LETTERS = 8
DIGITS, NOTHING = 5, 1e-9
NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(\.\d+)?([eE][-−+]?\d+)?(?![\w.])")
ROUNDING_ERROR = re.compile(r"[-−]?[\d.]+·10\^\{−(9|1\d)\}")
RARE = {"file.tex", "file.py"}  # they take longer than all others: written for few scenes
RARELY = 5
WORDS_ONLY = (  # where numbers rest on last digits: steps of a run at its end, points on a margin
    "csv",
    "comparison",
    "layer/reduced-hulls",
    "numbers/update",
    "plot/convergence",
    "plot/path",
    "plot/projection",
    "plot/weight-space",
    "command line",
)


def frozen(turn: int) -> dict[str, str]:
    """The letters of what a scene shows: layers, plots, numbers, measures, the rest."""
    parts: dict[str, dict[str, Any]] = defaultdict(dict)
    _, scene = SCENES[turn]
    with tempfile.TemporaryDirectory() as folder:
        without = () if turn % RARELY == 2 else RARE
        for name, value in shown_by(scene(), turn, Path(folder), without):
            first = name.partition("/")[0]
            part = first if first in ("layer", "plot", "numbers", "measure") else "rest"
            kept = words_of if name.startswith(WORDS_ONLY) else coarse
            parts[part][name] = kept(value)
    letters = (json.dumps(parts[part], sort_keys=True) for part in sorted(parts))
    digests = [digest(np.frombuffer(each.encode(), np.uint8))[:LETTERS] for each in letters]
    return dict(zip(sorted(parts), digests, strict=True))


def coarse(value: Any) -> Any:
    """A recorded value with five digits of every number."""
    if isinstance(value, dict):
        if "coarse" in value:
            return [value["shape"], value["coarse"]]
        return {key: coarse(each) for key, each in value.items()}
    if isinstance(value, list):
        return [coarse(each) for each in value]
    if isinstance(value, str):
        even = ROUNDING_ERROR.sub("0", value)
        return NUMBER.sub(lambda found: rounded(float(found[0].replace("−", "-"))), even)
    return rounded(value) if isinstance(value, float) else value


def words_of(value: Any) -> Any:
    """A recorded value without its numbers."""
    if isinstance(value, dict):
        return "numbers" if "coarse" in value else {k: words_of(v) for k, v in value.items()}
    if isinstance(value, list):
        inner = [words_of(each) for each in value]
        return "numbers" if all(each == "numbers" for each in inner) else inner
    if isinstance(value, str):
        return NUMBER.sub("#", ROUNDING_ERROR.sub("0", value))
    return "numbers" if isinstance(value, float | int) else value


def rounded(value: float) -> str:
    """A number with five digits."""
    if abs(value) < NOTHING or not math.isfinite(value):
        return "0"
    step = 10.0 ** (math.floor(math.log10(abs(value))) + 1 - DIGITS)
    return f"{math.floor(value / step + OFF_NUMBERS) * step:.{DIGITS}g}"


def main() -> None:
    """Write the letters of all scenes."""
    application = QApplication.instance() or QApplication([])
    for module, few in FEWER:
        vars(module).update(few)
    lines = {name: frozen(turn) for turn, (name, _) in enumerate(SCENES)}
    rows = (f"{json.dumps(name)}: {json.dumps(parts)}" for name, parts in lines.items())
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    del application


if __name__ == "__main__":
    main()
