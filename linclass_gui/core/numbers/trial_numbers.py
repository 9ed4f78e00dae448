"""The line set by hand in canonical form: scaled so that its nearest point has ``|f| = 1``."""

from __future__ import annotations

from ..fits.decision import trial_line
from ..fits.trial_line import trial_numbers
from ..markup.ticks import significant
from ..scene import Scene
from .block import Numbers, matrix

NEEDS_LINE = "Draw a trial line (T) to see its canonical form."
NEEDS_POINTS = "A canonical form needs points."
THROUGH = "A line through a point has no canonical form: there $f = 0$, however $w$ and $b$ are scaled."


def canonical(scene: Scene) -> Numbers:
    """``w`` and ``b`` of the canonical form, and the distance of the nearest point: its margin, if no point is wrong."""
    document = scene.document
    if document.trial is None:
        return Numbers(needs=NEEDS_LINE)
    if not len(document.dataset):
        return Numbers(needs=NEEDS_POINTS)
    numbers = trial_numbers(document.dataset, document.trial)
    nearest = numbers.nearest
    if not nearest > 0.0:
        return Numbers(needs=THROUGH)
    line = trial_line(document.trial)
    w, b = line.normal / nearest, document.trial.b / nearest
    lines = (
        ("$b$", significant(b, 4)),
        ("$‖w‖$", significant(1.0 / nearest, 4)),
        ("nearest point $1/‖w‖$" if numbers.errors else "margin $ρ = 1/‖w‖$", significant(nearest, 4)),
    )
    return Numbers((matrix("w", w),), lines)
