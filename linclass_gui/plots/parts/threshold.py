"""The threshold on the score given by a trial line parallel to the boundary; several plots have it
as a handle.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Fit

from ...answers.decision import plane_line
from ...answers.trial_line import pivot_of, trial_from
from ...scene.document import Document
from ...scene.scene import Scene

HANDLE = "threshold"
# degrees: a trial line is a threshold of the selected method when it is parallel to its boundary
PARALLEL = 1e-6


def threshold(scene: Scene, fit: Fit) -> float:
    """The threshold shown: that of a trial line parallel to the boundary, else 0, the method's
    own.
    """
    line, trial = plane_line(fit), scene.document.trial
    if line is None or trial is None:
        return 0.0
    away = (trial.angle - line.degrees + 180.0) % 360.0 - 180.0
    return float(line.scores(np.array([trial.pivot]))[0]) if abs(away) < PARALLEL else 0.0


def with_threshold(scene: Scene, handle: str, value: float) -> Document:
    """The document with a trial line on ``f = value`` of the selected method."""
    line = None if scene.selected is None else plane_line(scene.selected[1])
    if handle != HANDLE or line is None:
        return scene.document
    return replace(
        scene.document, trial=trial_from(line, pivot_of(scene.document.dataset, scene.view), value)
    )
