"""The reduced hulls of a soft margin: no point may weigh more than its share, so the hulls shrink
as C falls until they separate.

With the multipliers of each class divided by their sum A (the same for both classes), the soft
margin is the closest pair of the sets ``{sum l_i x_i : 0 <= l_i <= v C/(n A), sum l_i = 1}``, v the
weight of the class (Bennett and Bredensteiner, Duality and geometry in SVM classifiers, ICML 2000).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked

from ...answers.decision import plane_line
from ...scene.marks import Area, Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.section import places

DIRECTIONS = 360
MOST = 2000  # points up to which it is drawn: every direction is a pass over all


def draw(scene: Scene) -> Iterable[Mark]:
    """Both reduced hulls of the selected soft margin, and the closest pair that its w joins."""
    if scene.selected is None or len(scene.document.dataset) > MOST:
        return ()
    method, fit = scene.selected
    return _hulls(fit, method.id in scene.stale)


@memo
def _hulls(fit: Fit, faded: bool) -> tuple[Mark, ...]:
    bound = fit.method.multiplier_bound(fit.problem)
    line = plane_line(fit)
    if (
        not fit.method.has_hinge_dual
        or bound is None
        or not np.isfinite(bound)
        or fit.alpha is None
        or line is None
    ):
        return ()
    marks: list[Mark] = []
    closest = []
    for sign, role in ((-1.0, "reduced-hull-minus"), (1.0, "reduced-hull-plus")):
        own = fit.problem.y == sign
        total = float(fit.alpha[own].sum())
        if total <= 0.0:
            return ()
        most = bound * fit.method.class_weight(sign)
        corners = reduced_hull(places(fit)[own], most / total, -sign * line.normal)
        marks.append(Area(locked(corners), role, faded=faded))
        closest.append(fit.alpha[own] / total @ places(fit)[own])
    return (*marks, Path(locked(np.array(closest)), "closest-pair", faded=faded))


def reduced_hull(X: Floats, most: float, towards: Floats) -> Floats:
    """Corners of ``{sum l_i x_i : 0 <= l_i <= most, sum l_i = 1}`` (k, 2): the extreme points in
    many directions, in their order.

    The extreme point in a direction gives the share ``most`` to the points furthest that way until
    nothing is left; ties share the rest.  Only the last point with a share has to be found, which
    is much less work than sorting. ``towards`` is one more direction that must be met exactly.  A
    reduced hull has many corners; those between two neighbouring directions are cut off.
    """
    own = np.arctan2(towards[1], towards[0]) % (2.0 * np.pi)
    angles = np.sort(np.append(np.linspace(0.0, 2.0 * np.pi, DIRECTIONS, endpoint=False), own))
    u = np.column_stack([np.cos(angles), np.sin(angles)])
    u[angles == own] = towards / np.hypot(*towards)
    centre = X.mean(axis=0)
    away = X - centre
    heights = u @ away.T
    # this many points have the full share, the next one the rest
    full = min(int(1.0 / max(most, 1.0 / len(X))), len(X) - 1)
    last = np.partition(heights, len(X) - 1 - full, axis=1)[:, [len(X) - 1 - full]]
    above, level = (heights > last).astype(np.float64), (heights == last).astype(np.float64)
    rest = 1.0 - most * above.sum(axis=1)
    extremes = most * (above @ away) + (rest / level.sum(axis=1))[:, None] * (level @ away)
    corners: Floats = centre + extremes[(extremes != np.roll(extremes, 1, axis=0)).any(axis=1)]
    return corners if len(corners) else centre + extremes[:1]
