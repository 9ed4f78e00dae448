"""Points moved together: scaled, turned, mirrored, jittered, set on a lattice.  Places (n, 2) in,
places (n, 2) out.
"""

from __future__ import annotations

import math

import numpy as np

from solvers import Floats

from .markup.ticks import round_step

Point = tuple[float, float]
LATTICE_PX = 24.0  # the least distance between two lines of the lattice
JITTER = 0.02  # standard deviation, as part of the larger side of the box of all points


def box_of(X: Floats) -> tuple[Point, Point]:
    """The lower left and the upper right corner of some places."""
    (x0, y0), (x1, y1) = X.min(axis=0).tolist(), X.max(axis=0).tolist()
    return (x0, y0), (x1, y1)


def middle_of(X: Floats) -> Point:
    """The middle of the box."""
    (x0, y0), (x1, y1) = box_of(X)
    return 0.5 * (x0 + x1), 0.5 * (y0 + y1)


def scale(X: Floats, anchor: Point, factors: Point) -> Floats:
    """``anchor + factors * (x - anchor)``; a factor of -1 mirrors."""
    return np.asarray(anchor + np.array(factors) * (X - anchor))


def turn(X: Floats, centre: Point, degrees: float, pixels: Point) -> Floats:
    """Turned counter-clockwise about a centre, as seen in the picture: ``pixels`` are the data
    units of one pixel on each axis.
    """
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    seen = (X - centre) / pixels
    return np.asarray(centre + seen @ np.array([[c, s], [-s, c]]) * pixels)


def jitter(X: Floats, extent: float, seed: int) -> Floats:
    """Normal noise of a fiftieth of an extent on both axes; equal seeds give equal noise."""
    return np.asarray(X + np.random.default_rng(seed).normal(scale=JITTER * extent, size=X.shape))


def lattice_of(pixels: Point) -> Point:
    """The distance of the lines of the lattice on each axis: 1, 2 or 5 times a power of ten, at
    least 24 pixels.
    """
    across, up = ("{}e{}".format(*round_step(LATTICE_PX * pixel)) for pixel in pixels)
    return float(across), float(up)


def snap(X: Floats, steps: Point) -> Floats:
    """The nearest places of the lattice."""
    return np.asarray(np.round(X / steps) * steps)
