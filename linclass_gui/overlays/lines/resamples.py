"""Fifty boundaries that the selected method would have found on other samples: how much of a line
is chance.

New samples are drawn from the populations where they are known, else from the points themselves
(with replacement).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset, Fit, Floats, Populations, Problem, solve

from ...answers.decision import plane_line
from ...scene.marks import Mark, Path
from ...scene.memo import memo
from ...scene.methods import MethodInUse
from ...scene.scene import Scene
from ...scene.view import View

COUNT, MOST = 50, 400  # samples, and points up to which they are fitted
TOO_MANY = f"drawn for up to {MOST} points"
SEED = 20


def draw(scene: Scene) -> Iterable[Mark]:
    """Faint lines; none while a point is dragged."""
    if scene.selected is None or scene.moving or missing(scene):
        return ()
    method, fit = scene.selected
    # points were removed: the line is still the old one
    if plane_line(fit) is None or not len(scene.document.dataset):
        return ()
    lines = _lines(method, scene.document.dataset, scene.document.populations)
    return _paths(lines, method.slot, scene.view)


def missing(scene: Scene) -> str:
    """What is missing for resampling."""
    return TOO_MANY if len(scene.document.dataset) > MOST else ""


@memo
def _lines(
    method: MethodInUse, dataset: Dataset, populations: Populations | None
) -> tuple[Fit, ...]:
    """The fits of the samples; one without a line is left out.  Played steps of the method do not
    change them.
    """
    rng = np.random.default_rng(SEED)
    fits = (_fit(method, _sample(dataset, populations, rng)) for _ in range(COUNT))
    return tuple(fit for fit in fits if fit is not None and plane_line(fit) is not None)


def _sample(
    dataset: Dataset, populations: Populations | None, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """A sample with the class counts of the data."""
    seed = int(rng.integers(2**31))
    if populations is not None:
        counts = dataset.counts
        drawn = populations.sample_counts(counts[0], counts[1], seed)
        return drawn.X, drawn.y
    rows = np.concatenate(
        [
            rng.choice(own, len(own))
            for own in (np.flatnonzero(dataset.labels == k) for k in (0, 1))
            if len(own)
        ]
    )
    return dataset.X[rows], dataset.y[rows]


def _fit(method: MethodInUse, sample: tuple[Floats, Floats]) -> Fit | None:
    fit = solve(method.two_class, Problem(*sample, method.features, method.kernel), trace=False)
    return fit if fit.has_model else None


@memo
def _paths(lines: tuple[Fit, ...], slot: int, view: View) -> tuple[Mark, ...]:
    found = (plane_line(fit) for fit in lines)
    segments = (line.segment(view) for line in found if line is not None)
    return tuple(
        Path(segment, "resample", slot=slot) for segment in segments if segment is not None
    )
