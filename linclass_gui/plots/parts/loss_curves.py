"""The losses as curves over the margin: which are drawn beside a method's own, how far out, and in what looks."""

from __future__ import annotations

import numpy as np

from solvers import Floats
from solvers.losses import HINGE, LOGISTIC, PERCEPTRON, SQUARED, ZERO_ONE, Loss

from .axes import columns

ALWAYS = (ZERO_ONE, SQUARED, LOGISTIC, HINGE, PERCEPTRON)
LEFT, RIGHT, TOP = (-6.0, -2.0), (3.0, 8.0), (3.6, 9.0)  # how far the axes may go out, at the least and at the most
# What the curves look like beside the method's own.
LOOKS = {
    "0-1": "curve-thin",
    "squared": "curve-dashed",
    "logistic": "curve-dash-dot",
    "hinge": "curve-long",
    "perceptron": "curve-dotted",
}
ROUNDING = 1e-12  # a mean loss that is nothing else
PLACES = 400  # of many points those on one pixel are drawn once


def others(own: Loss) -> tuple[Loss, ...]:
    """The losses that are drawn beside a method's own."""
    return tuple(loss for loss in ALWAYS if loss.name != own.name)


def dashed_name(loss: Loss) -> str:
    """The name of a loss with the dash that belongs between figures."""
    return loss.name.replace("-", "–")


def curve_of(loss: Loss, low: float, high: float, top: float, factor: float = 1.0) -> Floats:
    """A loss times a factor, as a path that ends where it leaves the plot."""
    # The corners of the losses lie at 0 and 1, the step at 0: each must be a point of the path.
    m = np.unique(np.concatenate([np.linspace(low, high, 161), [0.0, np.nextafter(0.0, 1.0), 1.0]]))
    values = factor * loss.value(m)
    return columns(m, np.where(values <= 1.02 * top, values, np.nan))
