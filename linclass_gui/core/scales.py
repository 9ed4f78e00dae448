"""The scales of the axes: equal, so that perpendicular looks perpendicular, or each axis its own,
so that it fills the picture.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Floats

from .document import LARGEST, SMALLEST, Document
from .user_error import UserError

SQUEEZED = 10.0  # times that one axis is longer than the other, from which the points are a strip
# times that one column spreads further than another, from which those of a table should be
# standardised
UNEVEN = 100.0
HEIGHT = 0.7  # of a picture, for its width: what points fill whose axes have scales of their own


def is_squeezed(X: Floats) -> bool:
    """Whether equal scales show points (n, 2) as a strip."""
    if not len(X):
        return False
    across, up = np.ptp(X, axis=0).tolist()
    return min(across, up) > 0.0 and not 1.0 / SQUEEZED <= across / up <= SQUEEZED


def has_uneven_columns(document: Document) -> bool:
    """Whether methods see columns of a table in units in which one spreads a hundred times as far
    as another.
    """
    plane, dataset = document.plane, document.dataset
    if plane is None or plane.is_standardised or not document.fits_all_columns or not len(dataset):
        return False
    deviations = (dataset.all_columns @ plane.basis.T).std(axis=0)
    return bool(deviations.max() > UNEVEN * deviations.min() > 0.0)


def own_stretch(X: Floats) -> float:
    """How many times longer a unit of x2 is to be drawn than one of x1 so that points (n, 2) fill a
    picture; two digits.

    1 where they have no extent along an axis.
    """
    across, up = np.ptp(X, axis=0).tolist() if len(X) else (0.0, 0.0)
    if not min(across, up) > 0.0:
        return 1.0
    ratio = float(f"{HEIGHT * across / up:.2g}") if up / across > SMALLEST else LARGEST
    return min(max(ratio, SMALLEST), LARGEST)


def with_own_scales(document: Document) -> Document:
    """The document with a scale for each axis, as its points ask for.

    Raises:
        UserError: they have no extent along one of them.
    """
    stretch = own_stretch(document.dataset.X)
    if stretch == 1.0:
        raise UserError(
            "The points fill both axes alike, or lie on one line: equal scales show them as well."
        )
    return replace(document, stretch=stretch, view=None)


def with_equal_scales(document: Document) -> Document:
    """The document with one scale for both axes."""
    return replace(document, stretch=1.0, view=None)
