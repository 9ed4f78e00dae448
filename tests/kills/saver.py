"""Saves scenes of growing numbers to one file until it is killed; says each number when it is
saved.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np

from linclass_gui.files.codec import save_document
from linclass_gui.scene.document import Document
from solvers import Dataset

POINTS = 2000


def main() -> None:
    path, first = Path(sys.argv[1]), int(sys.argv[2])
    X = np.random.default_rng(first).normal(size=(POINTS, 2))
    document = replace(Document.empty(), dataset=Dataset(X, np.arange(POINTS) % 2))
    for number in count(first):
        save_document(replace(document, seed=number), path)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
