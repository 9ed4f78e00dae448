"""The slack of each point inside its margin line: the way back to that line, and its length.

The perceptron and relaxation have such segments, too: from a point with ``y f <= margin`` to the
line ``y f = margin`` (the boundary for a margin of 0).  J_p is ``||w||`` times the sum of their
lengths.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints, locked

from ..answers.decision import plane_line, training_scores
from ..markup.numbers import number
from ..scene.marks import Dots, Mark, Path
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import PairScene
from ..scene.section import is_trace, places
from ..scene.words import Along, Words
from . import swatches as sw
from .layer import Layer, of_pairs
from .needs import AN_SVM, a_line, an_svm, of_answer
from .points import thin_rows

MOST_NUMBERS, NUMBERS_TRIED = (
    12,
    36,
)  # more numbers are not readable; how many of the largest look for a place
CROWDED = 150  # among more segments than that a number has no room
CORRECTED = ("perceptron", "relaxation")  # losses of the points that a rule corrects


@of_answer
def a_slack(scene: PairScene) -> str:
    """The selected method has a margin that points may fall short of."""
    return "" if with_slack(scene) is not None else an_svm(scene, AN_SVM)


def draw_slack(scene: PairScene) -> Iterable[Mark]:
    """Segments from the points inside their margin to their own margin line, with their feet."""
    pair = with_slack(scene)
    if pair is None:
        return ()
    method, fit = pair
    return _segment_marks(fit, scene.pixels, method.id in scene.stale)


SLACK = of_pairs(
    Layer(
        "slack",
        "Slack",
        "The way of each point inside its margin back to its margin line",
        draw_slack,
        needs=(a_slack, a_line),
        in_the_way=True,
        swatch=(
            sw.line("slack-minus", (5, 8), (18, 8)),
            sw.dots("slack-foot-minus", (5, 8)),
            sw.dots("class-minus", (18, 8)),
        ),
        place=5,
        tells=True,
        group="Points",
    ),
    each=True,
)


@memo
def _segment_marks(fit: Fit, pixels: tuple[float, float], is_faded: bool) -> tuple[Mark, ...]:
    line = plane_line(fit)
    if line is None:
        return ()
    rows, slack = late_rows(fit, pixels)
    marks: list[Mark] = []
    for sign, suffix in ((-1.0, "minus"), (1.0, "plus")):
        members = rows[fit.problem.y[rows] == sign]
        if len(members):
            ends = slack_segments(fit, members, slack[members], line.normal)
            marks.append(
                Path(locked(ends.reshape(-1, 2)), f"slack-{suffix}", joined="pairs", faded=is_faded)
            )
            marks.append(Dots(locked(ends[:, 1]), f"slack-foot-{suffix}", faded=is_faded))
    return tuple(marks)


def draw_slack_numbers(scene: PairScene) -> Iterable[Words]:
    """Up to a dozen numbers, those of the largest slacks first."""
    pair = with_slack(scene) if scene.shows("slack") else None
    return () if pair is None else _slack_numbers(pair[1], scene.pixels)


SLACK_NUMBERS = of_pairs(
    Layer(
        "slack-numbers",
        "Numbers of the slack",
        "",
        draw_slack_numbers,
        always=True,
        part_of="slack",
    )
)


@memo
def _slack_numbers(fit: Fit, pixels: tuple[float, float]) -> tuple[Words, ...]:
    line = plane_line(fit)
    if line is None:
        return ()
    rows, slack = late_rows(fit, pixels)
    if len(rows) > CROWDED:
        return ()
    rows = rows[np.argsort(-slack[rows], kind="stable")][:NUMBERS_TRIED]
    ends = slack_segments(fit, rows, slack[rows], line.normal)
    return tuple(
        Words(
            (number(float(slack[row]), 2),),
            Along(locked(way)),
            "caption",
            id=("slack", row),
            needed=False,
            most=MOST_NUMBERS,
        )
        for row, way in zip(rows.tolist(), ends, strict=True)
    )


def with_slack(scene: PairScene) -> tuple[MethodInUse, Fit] | None:
    """The selected method with its fit where points pay for falling short of a margin."""
    pair = scene.with_model
    if pair is None or is_trace(pair[1]):
        return None
    loss = pair[1].method.loss
    return (
        pair if pair[1].method.has_margin or (loss is not None and loss.name in CORRECTED) else None
    )


def _margin_of(fit: Fit) -> float:
    """The score y f that a point must reach."""
    return 1.0 if fit.method.has_margin else float(getattr(fit.method, "margin", 0.0))


def late_rows(fit: Fit, pixels: tuple[float, float]) -> tuple[Ints, Floats]:
    """The rows inside their margin line (of a crowd one a place), and the slack of all rows."""
    slack: Floats = _margin_of(fit) - fit.problem.y * training_scores(fit)
    late = np.flatnonzero(slack > 1e-9 * (1.0 + float(np.abs(slack).max(initial=0.0))))
    return thin_rows(places(fit), late, (4.0 * pixels[0], 4.0 * pixels[1])), slack


def slack_segments(fit: Fit, rows: Ints, slack: Floats, w: Floats) -> Floats:
    """From x to the foot ``x + y slack w / ||w||^2`` on the line y f = margin, (k, 2, 2)."""
    start = places(fit)[rows]
    step = (fit.problem.y[rows] * slack)[:, None] * (w / (w @ w))
    return np.stack([start, start + step], axis=1)
