"""The values of the largest slacks, beside their segments, where a number stands clear of everything else."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats

from ...core.crowd import Crowd
from ...core.document import View
from ...core.fits.decision import plane_line
from ...core.labels import text_width
from ...core.marks import Mark, Text
from ...core.markup.ticks import number
from ...core.memo import memo
from ...core.scene import Scene
from ..lines import line_labels
from ..lines.margins import has_margins
from ..regions import class_names
from ..room import apart, everything, row, written
from .slack import late_rows, segments

MOST = 12  # more numbers than that are not read
CROWDED = 150  # among more segments than that a number has no room
LONG = 2.2  # a segment carries its number when it is so many label heights long
SHARES = np.array([0.5, 0.35, 0.65, 0.2, 0.8])  # places along a segment


def draw(scene: Scene) -> Iterable[Mark]:
    """Up to a dozen numbers, those of the largest slacks first."""
    if not scene.shows("slack") or scene.selected is None or not has_margins(scene.selected[1]):
        return ()
    texts = (*class_names.draw(scene), *line_labels.draw(scene))
    return _numbers(scene.selected[1], scene.view, scene.pixel, scene.label_size, everything(scene, "slack"), texts)


@memo(4)
def _numbers(fit: Fit, view: View, pixel: float, size: float, taken: Crowd, texts: tuple[Mark, ...]) -> tuple[Mark, ...]:
    line = plane_line(fit)
    if line is None:
        return ()
    rows, slack = late_rows(fit, pixel)
    rows = rows[np.argsort(-slack[rows], kind="stable")]
    long = int(np.count_nonzero(slack[rows] > LONG * size * pixel * line.norm))
    if long == 0 or len(rows) > CROWDED:
        return ()
    ends = (segments(fit, rows, slack[rows], line.normal) - (view.x0, view.y0)) / pixel
    along, others, marks = line.normal / line.norm, written(texts, size, view, pixel), list[Mark]()
    direction = (float(along[0]), float(along[1]))
    for k in range(min(long, 3 * MOST)):
        words = number(float(slack[rows[k]]), 2)
        spots = _beside(ends[k], along, 0.55 * size + 2.0)
        discs = row(spots, text_width(words, size), size, direction)
        free = ~taken.touches(discs).any(axis=1) & apart(discs, others, size) & _clear(discs, ends, 0.5 * size + 1.0)
        if free.any() and len(marks) < MOST:
            best = int(np.argmax(free))
            x, y = spots[best] * pixel + (view.x0, view.y0)
            marks.append(Text((float(x), float(y)), words, "caption", along=direction))
            others = np.concatenate([others, discs[best]])
    return tuple(marks)


def _beside(ends: Floats, along: Floats, aside: float) -> Floats:
    """Places beside a segment, on both sides, the middle first (10, 2)."""
    on = ends[0] + SHARES[:, None] * (ends[1] - ends[0])
    across = aside * np.array([-along[1], along[0]])
    return np.stack([on + across, on - across], axis=1).reshape(-1, 2)


def _clear(discs: Floats, ends: Floats, distance: float) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each row of discs whether it keeps a distance from all segments (k, 2, 2)."""
    steps = ends[:, 1] - ends[:, 0]
    away = discs[..., None, :] - ends[:, 0]
    share = np.clip((away * steps).sum(axis=-1) / (steps * steps).sum(axis=-1), 0.0, 1.0)
    away -= share[..., None] * steps
    clear: np.ndarray[tuple[int], np.dtype[np.bool_]] = ((away * away).sum(axis=-1) >= distance * distance).all(axis=(1, 2))
    return clear
