"""The trial line: its errors, distances and loss, and its canonical form, scaled so that its
nearest point has ``|f| = 1``.
"""

from __future__ import annotations

import math

from solvers.losses import HINGE, LOGISTIC, SQUARED

from ...answers.trial_line import trial_numbers
from ...markup.numbers import MINUS, significant
from ...scene.scene import Scene
from .block import NeedsError, Numbers, matrix, needed

LOSSES = (SQUARED, LOGISTIC, HINGE)
NEEDS_TRIAL = "Draw a trial line (T) to see what it is worth."
NEEDS_SOME = "Errors and losses need points."
NEEDS_LINE = "Draw a trial line (T) to see its canonical form."
NEEDS_POINTS = "A canonical form needs points."
NEAREST_POINT, MARGIN = "nearest point $1/‖w‖$", "margin $ρ = 1/‖w‖$"  # without an error
LINE_THROUGH_POINT = (
    "A line through a point has no canonical form: there $f = 0$, however $w$ and $b$ are scaled."
)


def canonical(scene: Scene) -> Numbers:
    """``w`` and ``b`` of the canonical form, and the distance of the nearest point: its margin, if
    no point is wrong.
    """
    trial, dataset = needed(scene.document.trial, NEEDS_LINE), scene.document.dataset
    if not len(dataset):
        raise NeedsError(NEEDS_POINTS)
    numbers = trial_numbers(dataset, trial)
    nearest = numbers.nearest
    if not nearest > 0.0:
        raise NeedsError(LINE_THROUGH_POINT)
    w, b = trial.w / nearest, trial.b / nearest
    lines = (
        ("$b$", significant(b, 4)),
        ("$‖w‖$", significant(1.0 / nearest, 4)),
        (
            NEAREST_POINT if numbers.errors else MARGIN,
            significant(nearest, 4),
        ),
    )
    return Numbers((matrix("w", w),), lines)


def numbers_of_trial(scene: Scene) -> Numbers:
    """``f`` of the line set by hand, its errors, smallest distance and J, and the mean loss at the
    length of its w, which is 1 unless the arrow of w was dragged.
    """
    trial, dataset = needed(scene.document.trial, NEEDS_TRIAL), scene.document.dataset
    if not len(dataset):
        raise NeedsError(NEEDS_SOME)
    numbers, norm = trial_numbers(dataset, trial), trial.norm
    scores, (first, second) = norm * numbers.margins, (norm * trial.w).tolist()
    terms = (
        f"{significant(first, 3)} x_1",
        _with_sign(second, " x_2"),
        _with_sign(norm * trial.b),
    )
    lines = [
        ("training errors", str(numbers.errors)),
        ("smallest signed distance", significant(numbers.smallest, 4)),
        *((("$‖w‖$", significant(norm, 4)),) if norm != 1.0 else ()),
        *(() if math.isnan(numbers.J) else (("$J$", significant(numbers.J, 4)),)),
        *(
            (f"mean {loss.name} loss", significant(float(loss.value(scores).mean()), 4))
            for loss in LOSSES
        ),
    ]
    return Numbers(lines=tuple(lines), formula=f"$f(x) =$ ${terms[0]}$ ${terms[1]}$ ${terms[2]}$")


def _with_sign(value: float, name: str = "") -> str:
    return f"{MINUS if value < 0.0 else '+'} {significant(abs(value), 3)}{name}"
