"""What changes from one picture of a film to the next: the smallest rectangle that holds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint32]


def changes(pictures: Sequence[Pixels]) -> Iterator[tuple[int, int, Pixels]]:
    """For each picture (rows, columns) the left and upper corner of what changed, and its pixels; all of the first one."""
    before: Pixels | None = None
    for picture in pictures:
        if before is None:
            yield 0, 0, picture
        else:
            yield _difference(before, picture)
        before = picture


def _difference(before: Pixels, now: Pixels) -> tuple[int, int, Pixels]:
    other = before != now
    rows, columns = np.flatnonzero(other.any(axis=1)), np.flatnonzero(other.any(axis=0))
    if len(rows) == 0:  # a picture must have a pixel
        return 0, 0, now[:1, :1]
    return int(columns[0]), int(rows[0]), now[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
