"""The line set by hand in canonical form: scaled so that its nearest point has ``y f = 1``."""

from __future__ import annotations

from ..fits.decision import trial_line
from ..fits.trial import trial_numbers
from ..markup.ticks import significant
from ..scene import Scene
from .block import Numbers, matrix

NEEDS_LINE = "Draw a trial line (T) to see its canonical form."
WRONG = "A canonical form needs a line without errors: all points on their own sides."


def canonical(scene: Scene) -> Numbers:
    """``w`` and ``b`` of the canonical form, and its margin."""
    document = scene.document
    if document.trial is None:
        return Numbers(needs=NEEDS_LINE)
    nearest = trial_numbers(document.dataset, document.trial).smallest
    if not nearest > 0.0:
        return Numbers(needs=WRONG)
    line = trial_line(document.trial)
    w, b = line.normal / nearest, document.trial.b / nearest
    lines = (
        ("$b$", significant(b, 4)),
        ("$‖w‖$", significant(1.0 / nearest, 4)),
        ("margin $ρ = 1/‖w‖$", significant(nearest, 4)),
    )
    return Numbers((matrix("w", w),), lines)
