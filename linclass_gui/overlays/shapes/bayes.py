"""The best possible boundary of known populations, and its name."""

from __future__ import annotations

import numpy as np

from solvers import (
    Floats,
    GaussianGenerative,
    ManyFit,
    ManyPopulations,
    ManyProblem,
    Outcome,
    Populations,
    Status,
)
from solvers.arrays import locked, locked_ints
from solvers.multiclass.forms import form_of
from solvers.plane.geometry import clip_line, contour_segments

from ...answers.contours import chains, grid_axes, grid_points
from ...answers.regions import regions
from ...markup.numbers import number
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.view import View

NAME = "Bayes"
COLUMNS = 160  # of the grid for a curved boundary, which moves only when the view does


def populations_of(scene: Scene) -> Populations | ManyPopulations | None:
    """The populations of a scene's points, where they are known."""
    return scene.document.many_populations if scene.is_many else scene.document.populations


@memo
def curves(populations: Populations | ManyPopulations, view: View) -> tuple[Floats, ...]:
    """Where two classes are equally likely and no other is likelier, ``ln p+ N(x; m+, S+) = ln p-
    N(x; m-, S-)``: chains (k, 2).
    """
    if isinstance(populations, ManyPopulations):
        return regions(_bayes_fit(populations), view).edges
    bayes = populations.bayes
    if bayes.quadratic is None and bayes.w is not None and bayes.centre is not None:
        segment = clip_line(bayes.w, bayes.f_centre, view.box, bayes.centre)
        return () if segment is None else (locked(segment),)
    xs, ys = grid_axes(view, COLUMNS)
    return chains(
        contour_segments(populations.score(grid_points(xs, ys)).reshape(len(ys), COLUMNS), xs, ys)
    )


@memo
def _bayes_fit(populations: ManyPopulations) -> ManyFit:
    """Bayes' rule as a fit, whose points are the means: its parts are drawn like those of any
    fit.
    """
    K = len(populations.each)
    means = locked(np.array([population.mean for population in populations.each], dtype=np.float64))
    problem = ManyProblem(means, locked_ints(np.arange(K)), tuple(range(K)))
    rule = populations.bayes
    method = GaussianGenerative(covariance="separate")
    return ManyFit(
        method, form_of(method, problem), problem, rule, Outcome(Status.CONVERGED), (rule,), 0.0
    )


@memo
def label(populations: Populations | ManyPopulations) -> str:
    """The name of the boundary with the smallest error that is possible."""
    return f"{NAME}, error {number(100.0 * populations.bayes_error, 2)} %"
