"""The values of the largest slacks, beside their segments, where a number is clear of everything
else.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit
from solvers.arrays import locked

from ...answers.decision import plane_line
from ...markup.numbers import number
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.words import Along, Words
from ..shapes.slack_ways import late_rows, segments, with_slack

MOST, TRIED = 12, 36  # more numbers are not readable; how many of the largest look for a place
CROWDED = 150  # among more segments than that a number has no room


def draw(scene: Scene) -> Iterable[Words]:
    """Up to a dozen numbers, those of the largest slacks first."""
    chosen = with_slack(scene) if scene.shows("slack") else None
    return () if chosen is None else _numbers(chosen[1], scene.pixels)


@memo
def _numbers(fit: Fit, pixels: tuple[float, float]) -> tuple[Words, ...]:
    line = plane_line(fit)
    if line is None:
        return ()
    rows, slack = late_rows(fit, pixels)
    if len(rows) > CROWDED:
        return ()
    rows = rows[np.argsort(-slack[rows], kind="stable")][:TRIED]
    ends = segments(fit, rows, slack[rows], line.normal)
    return tuple(
        Words(
            (number(float(slack[row]), 2),),
            Along(locked(way)),
            "caption",
            id=("slack", row),
            needed=False,
            most=MOST,
        )
        for row, way in zip(rows.tolist(), ends, strict=True)
    )
