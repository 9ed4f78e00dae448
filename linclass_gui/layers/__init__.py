"""The layers of the canvas, in painting order: adding one is a declaration in a file here, and a
line below.

A layer is a pure function from a scene to marks, and to words that are placed when all is painted.
Below that function stands its declaration: the name under which it is saved, and its words, tick
box and swatch in the layers panel.
"""

from __future__ import annotations

from collections.abc import Iterable

from solvers.additions import added

from ..scene.scene import Scene
from . import (
    areas,
    boundaries,
    column_arrows,
    equation,
    hulls,
    margins,
    notes,
    other_samples,
    point_marks,
    points,
    populations,
    projection,
    selection,
    trial_line,
    weight_vector,
)
from .layer import Layer

LAYERS: tuple[Layer[Scene], ...] = (
    areas.HALF_PLANES,
    areas.PROBABILITY,
    areas.UNDECIDED_PARTS,
    points.GRID,
    hulls.HULLS,
    hulls.REDUCED_HULLS,
    populations.ON_PARABOLA,
    margins.BAND,
    boundaries.BAYES_BOUNDARY,
    hulls.CLOSEST_PAIR,
    margins.MARGINS,
    other_samples.RESAMPLES,
    other_samples.HALO,
    boundaries.MEMBER_LINES,
    boundaries.BOUNDARY,
    areas.FIRST_CLICK,
    areas.CLASS_NAMES,
    equation.EQUATION,
    boundaries.LINE_LABELS,
    margins.MARGIN_LABELS,
    trial_line.TRIAL_LABEL,
    margins.WIDTH,
    margins.SLACK,
    boundaries.GHOST,
    other_samples.INFLUENCE,
    hulls.COVARIANCES,
    projection.PROJECTION,
    weight_vector.WEIGHT,
    weight_vector.SUM_OF_ARROWS,
    point_marks.NEWTON_WEIGHTS,
    points.LATTICE,
    selection.SELECTION,
    point_marks.SUPPORT_VECTORS,
    points.HELD_BACK,
    points.NORMALISED,
    points.POINTS,
    hulls.MEANS,
    point_marks.ERRORS,
    point_marks.SUPPORT_VECTORS_ABOVE,
    point_marks.ON_LINE,
    margins.MARGINS_OVER_POINTS,
    boundaries.BOUNDARIES_OVER_POINTS,
    populations.POPULATIONS,
    column_arrows.COLUMN_ARROWS,
    points.PLAYBACK,
    hulls.COMMON_POINT,
    hulls.PROOF,
    trial_line.CANONICAL,
    notes.ANNOTATIONS,
    trial_line.TRIAL_LINE,
    selection.SELECTION_FRAME,
    selection.POINTER,
    selection.RUBBER,
    margins.SLACK_NUMBERS,
    boundaries.OFF_VIEW,
    *added("layers"),
)
# hidden while an answer is to be predicted
TELLTALE = frozenset(layer.name for layer in LAYERS if layer.tells)


def layer_titles(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Layers by their names, with their titles, in painting order."""
    known_names = set(names)
    return tuple((layer.name, layer.title) for layer in LAYERS if layer.name in known_names)
