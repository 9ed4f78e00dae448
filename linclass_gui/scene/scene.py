"""The scene: everything that is drawn, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from solvers import AnyFit, Fit, Floats, ManyMethod
from solvers.answer import CLASS_PLUS, Key
from solvers.arrays import Ints

from .document import Document, TrialLine
from .marks import Point
from .methods import MethodInUse
from .pairs import (
    boundaries,
    boundary_document,
    key_name,
    pair_document,
    pair_fits,
    rows_among,
    rows_of,
    shown_keys,
)
from .places import lattice_of
from .playback import Playback
from .section import is_trace
from .view import View

# Columns of the grids on which curves are found: a cell is about 5 px wide, and crossings are
# interpolated; while something is dragged it is twice as wide, and the grid costs a quarter.
GRID, DRAGGED_GRID = 200, 100


@dataclass(frozen=True)
class Hover:
    """The pointer over the canvas: its position in data units, and the row of the point under it,
    if any.
    """

    at: Point
    row: int | None = None


@dataclass(frozen=True)
class Brush:
    """The reach of strokes: spray and eraser are ``size`` times as large as usual, spray leaves
    ``density`` points.
    """

    size: float = 1.0
    density: int = 1

    def larger(self, factor: float) -> Brush:
        """The brush with another size, from a quarter to eight times the usual one."""
        return replace(self, size=min(max(self.size * factor, 0.25), 8.0))

    def denser(self, factor: float) -> Brush:
        """The brush with another density, from 1 to 32 points."""
        return replace(self, density=min(max(round(self.density * factor), 1), 32))


class OtherFits(NamedTuple):
    """The fits of a method to other samples that were made apart from the picture: the method's id,
    the question that they answer (a function and its arguments), and the fits.
    """

    id: str
    question: tuple[Any, ...]
    fits: tuple[Fit, ...]


@dataclass(frozen=True, eq=False)
class Scene:
    """A document with its fits and with what the user is doing to it.

    ``fits`` holds the newest answer of each method in use, by id; ``stale`` names those that belong
    to an older document or are half done (they are drawn faded until the new ones arrive). ``base``
    is the document as it was before the running gesture, and ``moving`` the rows that the gesture
    moves: everything else is drawn from ``base`` and need not be drawn again. ``view`` is the
    visible rectangle and ``pixel`` the width of one logical pixel in data units. ``before`` are the
    fits as the running gesture found them. ``other_fits`` are those that layers need besides, by
    layer (None: a layer makes its own).

    What is drawn of any number of classes asks for :attr:`answers`, what belongs to one boundary
    for the :attr:`pair`.  ``active`` is the class that the left button places, the right one places
    the next.
    """

    document: Document
    view: View
    pixel: float
    fits: Mapping[str, AnyFit] = field(default_factory=dict)
    stale: frozenset[str] = frozenset()
    base: Document | None = None
    moving: tuple[int, ...] = ()
    selection: frozenset[int] = frozenset()
    hover: Hover | None = None
    rubber: tuple[Point, ...] = ()
    playback: Playback | None = None
    whole: Mapping[str, AnyFit] = field(default_factory=dict)
    before: Mapping[str, AnyFit] = field(default_factory=dict)
    active: int = 1
    snaps: bool = False
    brush: Brush = Brush()
    other_fits: Mapping[str, OtherFits] | None = None
    predicted: str = ""  # the id of the method whose answer is hidden until it was predicted

    @property
    def pixels(self) -> Point:
        """The width and the height of one logical pixel in data units: equal, unless each axis has
        a scale of its own.
        """
        return self.pixel, self.pixel / self.document.stretch

    @property
    def lattice(self) -> Point | None:
        """The distance of the lines on which points come to stand, on each axis; None where they
        stand anywhere.
        """
        return lattice_of(self.pixels) if self.snaps else None

    @cached_property
    def curve_columns(self) -> int:
        """The columns of the grids on which the curves of this scene are found."""
        return GRID if self.base is None else DRAGGED_GRID

    @property
    def has_equal_scales(self) -> bool:
        """Whether both axes have one scale, so that right angles look right."""
        return self.document.stretch == 1.0

    def seen_at(self, X: Floats) -> Floats:
        """Logical pixels (n, 2) from the upper left corner of the view of some places (n, 2)."""
        with np.errstate(all="ignore"):
            return np.column_stack([X[:, 0] - self.view.x0, self.view.y1 - X[:, 1]]) / self.pixels

    def place_at(self, x: float, y: float) -> Point:
        """The place that is seen this many logical pixels from the upper left corner of the
        view.
        """
        across, up = self.pixels
        return self.view.x0 + x * across, self.view.y1 - y * up

    @property
    def hovered_row(self) -> int | None:
        """The row of the point under the pointer."""
        return None if self.hover is None else self.hover.row

    @property
    def selected_rows(self) -> Ints:
        """The rows of the selected points."""
        return np.array(sorted(self.selection), dtype=np.int64)

    @property
    def next_class(self) -> int:
        """The class that the right button places: the one after that of the left button."""
        return (self.active + 1) % len(self.document.dataset.class_names)

    @cached_property
    def fitted(self) -> tuple[tuple[MethodInUse, AnyFit], ...]:
        """The methods that are on with their answers, the selected one last (on top)."""
        methods, selected = self.document.enabled_methods, self.document.selected
        fitted = [(m, self.fits[m.id]) for m in methods if m.id in self.fits]
        return (
            *[one for one in fitted if one[0].id != selected],
            *[one for one in fitted if one[0].id == selected],
        )

    @cached_property
    def answers(self) -> tuple[tuple[MethodInUse, AnyFit], ...]:
        """The same of the methods that have a boundary to draw."""
        return tuple([one for one in self.fitted if one[1].has_model])

    @cached_property
    def drawn(self) -> tuple[tuple[MethodInUse, Fit], ...]:
        """The answers with one score, whose sign is the class: those of two-class methods."""
        return tuple((m, fit) for m, fit in self.answers if isinstance(fit, Fit))

    @cached_property
    def answer(self) -> AnyFit | None:
        """The answer of the selected method, when it is switched on and has been fitted (with or
        without a boundary).
        """
        method = self.document.selected_method
        return None if method is None or not method.enabled else self.fits.get(method.id)

    @property
    def drawn_answer(self) -> AnyFit | None:
        """The same where there is a boundary."""
        return self.answer if self.answer is not None and self.answer.has_model else None

    @property
    def is_stale(self) -> bool:
        """Whether the answer of the selected method is one to an older question."""
        return self.document.selected in self.stale

    @cached_property
    def is_awaited(self) -> bool:
        """Whether the selected method is being fitted and has no answer yet."""
        method = self.document.selected_method
        return method is not None and method.enabled and method.id not in self.fits

    @cached_property
    def is_many(self) -> bool:
        """Whether a pair is a part of the picture: there are more than two classes."""
        return len(self.document.dataset.class_names) > 2

    @cached_property
    def pairs(self) -> tuple[tuple[Key, PairScene], ...]:
        """The two-class scenes of the chosen pairs of classes: of two classes this scene; else one,
        all, or none.
        """
        if not self.is_many:
            scene = self._of_two_classes()
            return () if scene is None else ((CLASS_PLUS, scene),)
        if self.answer is None:
            return ()
        keys = shown_keys(self.answer, self.document.member)
        scenes = ((key, self._of_pair(key)) for key in keys)
        return tuple((key, scene) for key, scene in scenes if scene is not None)

    @cached_property
    def pair(self) -> PairScene | None:
        """The first of them; None where the selected method has none."""
        return self.pairs[0][1] if self.pairs else None

    @property
    def pair_heading(self) -> tuple[str, ...]:
        """The name of the first pair, as a part of a heading; none of two classes, which are the
        whole picture.
        """
        if not self.is_many or not self.pairs:
            return ()
        return (key_name(self.pairs[0][0], self.document.class_labels),)

    @property
    def pair_or_nothing(self) -> PairScene:
        """The same; without points and methods while there is none."""
        return self.pair or PairScene(Document.empty(), self.view, self.pixel)

    def _as_pair_scene(self, **changes: Any) -> PairScene:
        # Every frame makes one, so the names of the fields are looked up once.
        own = {name: getattr(self, name) for name in FIELDS}
        return PairScene(**(own | changes))

    def _of_two_classes(self) -> PairScene | None:
        """This scene with the one boundary of every answer; None where the selected method gives a
        score to each class and has no boundary (yet).
        """
        selected = self.document.selected_method
        if selected is not None and isinstance(selected.method, ManyMethod):
            answer = self.fits.get(selected.id)
            if answer is None or answer.as_pair is None:
                return None
        if not [fit for fit in self.fits.values() if fit.as_pair is not fit]:
            return self._as_pair_scene()
        fits = boundaries(self.fits)
        return self._as_pair_scene(
            document=boundary_document(self.document, fits),
            fits=fits,
            whole=fits if self.whole == self.fits else boundaries(self.whole),
            before=boundaries(self.before),
            base=None if self.base is None else boundary_document(self.base, fits),
        )

    def _of_pair(self, key: Key) -> PairScene | None:
        """The two-class scene of a pair, None where the selected method has no fit of it.

        Margins, support vectors, slack, losses and all that belongs to one line are drawn from it
        by the very code that draws two classes; only the colours are those of the classes that it
        represents (:func:`looks.recolour_role`).
        """
        fits = pair_fits(self.fits, key)
        if self.document.selected not in fits:
            return None
        rows, _ = rows_of(self.document.dataset.labels, key)
        hover = self.hover
        if hover is not None and hover.row is not None:
            below = rows_among((hover.row,), rows)
            hover = replace(hover, row=below[0] if below else None)
        return self._as_pair_scene(
            document=pair_document(self.document, key, fits),
            fits=fits,
            # Equal to what is drawn, except while steps are played.
            whole=fits if self.whole == self.fits else pair_fits(self.whole, key),
            before=pair_fits(self.before, key),
            base=None if self.base is None else pair_document(self.base, key, fits),
            moving=() if self.base is None else rows_among(self.moving, rows),
            selection=frozenset(rows_among(tuple(self.selection), rows)),
            hover=hover,
        )

    def shows(self, layer: str) -> bool:
        """Whether a layer is switched on."""
        return layer in self.document.layers

    def without_lost_rows(self) -> Scene:
        """The scene without a selected or hovered row that is gone, such as a point of a gesture
        that was cancelled.
        """
        n, hover = len(self.document.dataset), self.hover
        if hover is not None and hover.row is not None and not 0 <= hover.row < n:
            return replace(self, hover=None).without_lost_rows()
        if not self.selection or 0 <= min(self.selection) <= max(self.selection) < n:
            return self
        return replace(self, selection=frozenset(row for row in self.selection if 0 <= row < n))


FIELDS = tuple(entry.name for entry in fields(Scene))


class PairScene(Scene):
    """A scene of two classes whose answers are two-class fits: one boundary is drawn from it."""

    def fit(self, id: str) -> Fit | None:
        """The shown fit of a method, None while there is none."""
        return _two_class(self.fits.get(id))

    @property
    def selected_fit(self) -> Fit | None:
        """The fit of the selected method, with or without a boundary."""
        return _two_class(self.answer)

    @property
    def full_fit(self) -> Fit | None:
        """The fit of the selected method with all its steps, whichever of them is shown."""
        return _two_class(self.whole.get(self.document.selected))

    @property
    def drawn_fit(self) -> Fit | None:
        """The fit of the selected method where it has a boundary."""
        return _two_class(self.drawn_answer)

    @property
    def scored_fit(self) -> Fit | None:
        """The same where it has scores: also those of w = 0, which have no boundary."""
        fit = self.selected_fit
        return fit if fit is not None and fit.predicts else None

    @property
    def margin_fit(self) -> Fit | None:
        """The same where ``f = ±1`` means something, and is seen in the plane."""
        fit = self.drawn_fit
        return fit if fit is not None and fit.method.has_margin and not is_trace(fit) else None

    @property
    def trial_in_front(self) -> TrialLine | None:
        """The line set by hand where its projection is shown in place of the selected method's."""
        trial = self.document.trial
        return trial if trial is not None and trial.in_front else None


def _two_class(answer: AnyFit | None) -> Fit | None:
    """An answer of a pair, whose answers are all two-class fits, typed as one."""
    return answer if isinstance(answer, Fit) else None
