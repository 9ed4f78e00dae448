"""The linked plots, listed in their order: adding one is a file here and a line below.

A plot is a pure function from a scene to a figure, with its declaration at the end of its file: the
name under which it is saved, its title, its tip and its other functions.
"""

from __future__ import annotations

from solvers.additions import added

from ..scene.scene import Scene
from . import (
    calibration,
    confusion,
    convergence,
    cost,
    discriminant_plane,
    errors,
    feature_space,
    fisher_angle,
    learning,
    losses,
    multipliers,
    one_variable,
    path,
    permutation,
    probability,
    projection,
    rates,
    validation,
    weight_space,
)
from .plot import Plot

PLOTS: tuple[Plot[Scene], ...] = (
    fisher_angle.FISHER_ANGLE,
    projection.PROJECTION,
    one_variable.ONE_VARIABLE,
    probability.PROBABILITY,
    path.PATH,
    validation.VALIDATION,
    errors.ERRORS,
    losses.LOSSES,
    multipliers.MULTIPLIERS,
    convergence.CONVERGENCE,
    weight_space.WEIGHT_SPACE,
    confusion.CONFUSION,
    rates.ROC,
    rates.PRECISION,
    calibration.CALIBRATION,
    cost.COST,
    learning.LEARNING,
    permutation.PERMUTATION,
    discriminant_plane.DISCRIMINANT_PLANE,
    feature_space.FEATURE_SPACE,
    *added("plots"),
)


def plot_named(name: str) -> Plot[Scene]:
    """The plot of this name.

    Raises:
        KeyError: there is none.
    """
    return _BY_NAME[name]


_BY_NAME = {plot.name: plot for plot in PLOTS}
