"""Fits to all columns of a table: what the plane shows of them.

The score on the plane is that of the section through the mean of the coordinates behind it.  It is
that of the points themselves only where w lies in the plane; elsewhere its zero is the trace of the
boundary, and neither distances to it nor its sides are those of the points.
"""

from __future__ import annotations

import math

import numpy as np

from solvers import Fit, Floats, ManyFit
from solvers.arrays import locked
from solvers.maps import Section

from .memo import memo

# of |w|: with so little of it behind the plane, distances in the picture are true to four digits
BEHIND = 1e-4
W_LEAVES_PLANE = "w leaves the plane"  # what a layer needs, in the words of the panel


def section_of(fit: Fit | ManyFit) -> Section | None:
    """The section that the plane shows, None for a fit of the plane itself."""
    features = fit.problem.features
    return features if isinstance(features, Section) else None


def share_in_plane(fit: Fit | ManyFit | None) -> float:
    """How much of w lies in the plane, ``|P'w| / |w|``; of more classes the least among the
    members, or of all differences.
    """
    # not remembered for every fit: with forty methods a frame would forget what it asked for
    return 1.0 if fit is None or section_of(fit) is None else _share(fit)


@memo
def _share(fit: Fit | ManyFit) -> float:
    members = [pair for _, pair in fit.pairs if pair is not fit]
    if members:
        return min(map(_share, members))
    if fit.weights is None:
        return 1.0
    W = fit.weights[0]
    W = W[np.isfinite(W).all(axis=1)]
    return _part(W - W.mean(axis=0)) if len(W) else 1.0


def _part(W: Floats) -> float:
    length = float(np.linalg.norm(W))
    return float(np.linalg.norm(W[:, :2])) / length if 0.0 < length < math.inf else 1.0


def is_trace(fit: Fit | ManyFit | None) -> bool:
    """Whether the boundary leaves the plane, so that what is drawn of it is its trace."""
    return share_in_plane(fit) < math.sqrt(1.0 - BEHIND**2)


def section_sentence(fit: Fit | ManyFit | None) -> str:
    """The sentence on what the plane does not show of a fit to all columns."""
    share = percent(share_in_plane(fit))
    return (
        f"{share} of w lies in the plane: its line is the trace of a boundary that leaves it; "
        "which points are wrong is marked"
    )


def percent(share: float) -> str:
    """A share of less than all to three digits, and never as all."""
    return f"{min(100.0 * share, 99.9):.3g} %"


def on_plane(
    W: Floats, b: Floats, centre: Floats | None, section: Section
) -> tuple[Floats, Floats, Floats]:
    """Scores ``W (k, d), b (k,)`` about a centre as those of places: normals (k, 2), offsets (k,)
    and the centre (2,).
    """
    origin = np.zeros(W.shape[1]) if centre is None else centre
    return W[:, :2], b + W[:, 2:] @ (np.array(section.rest) - origin[2:]), origin[:2]


def places(fit: Fit | ManyFit) -> Floats:
    """The training points in the plane (n, 2)."""
    X = fit.problem.X
    return X if X.shape[1] == 2 else locked(X[:, :2])
