"""The boundary that is pointed at."""

from __future__ import annotations

import numpy as np

from solvers import Floats

from ..scene.places import Point
from ..scene.scene import Scene
from .decision import trial_segment
from .regions import boundary_curves

REACH_PX = 4.0
TRIAL = "trial"  # in place of the id of a method


def method_pointed_at(scene: Scene, place: Point) -> str:
    """The id of the method whose boundary is drawn at a place of the plane, of several the one on
    top, ``TRIAL`` for the trial line above them; empty where there is none.
    """
    trial = scene.document.two_sided_trial
    segment = None if trial is None else trial_segment(trial, scene.view)
    if segment is not None and _distance(segment, place, scene.pixels) <= REACH_PX:
        return TRIAL
    if not scene.shows("boundary"):
        return ""
    for method, fit in reversed(scene.answers):
        curves = boundary_curves(fit, scene.view, scene.curve_columns)
        if any(_distance(curve, place, scene.pixels) <= REACH_PX for curve in curves):
            return method.id
    return ""


def _distance(curve: Floats, place: Point, pixels: tuple[float, float]) -> float:
    """The distance of a place from a chain of segments (k, 2), in pixels."""
    if len(curve) < 2:
        return np.inf
    ends = (curve - place) / pixels
    starts, ways = ends[:-1], np.diff(ends, axis=0)
    lengths = (ways**2).sum(axis=1)
    shares = -(starts * ways).sum(axis=1) / np.where(lengths > 0.0, lengths, 1.0)
    feet = starts + np.clip(shares, 0.0, 1.0)[:, None] * ways
    return float(np.nanmin(np.hypot(*feet.T), initial=np.inf))
