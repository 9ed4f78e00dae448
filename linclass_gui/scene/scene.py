"""The scene: everything that is drawn, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

import numpy as np

from solvers import Fit, Floats, ManyFit, ManyMethod
from solvers.answer import Key

from .document import Document, TrialLine
from .methods import MethodInUse
from .pairs import is_all, looked_at, member_document, member_fits, rows_among, rows_of
from .places import lattice_of
from .playback import Playback
from .section import is_trace
from .view import View


@dataclass(frozen=True)
class Hover:
    """The pointer over the canvas: its position in data units, and the row of the point under it,
    if any.
    """

    at: tuple[float, float]
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


@dataclass(frozen=True, eq=False)
class Scene:
    """A document with its fits and with what the user is doing to it.

    ``fits`` holds the newest answer of each method in use, by id; ``stale`` names those that belong
    to an older document or are half done (they are drawn faded until the new ones arrive). ``base``
    is the document as it was before the running gesture, and ``moving`` the rows that the gesture
    moves: everything else is drawn from ``base`` and need not be drawn again. ``view`` is the
    visible rectangle and ``pixel`` the width of one logical pixel in data units. ``before`` are the
    fits as the running gesture found them.

    Fits are of K classes where there are more than two, and of methods that know no two-class form;
    ``fit`` and ``many_fit`` ask for one kind.  ``active`` is the class that the left button places,
    the right one places the next.
    """

    document: Document
    view: View
    pixel: float
    fits: Mapping[str, Fit | ManyFit] = field(default_factory=lambda: MappingProxyType({}))
    stale: frozenset[str] = frozenset()
    base: Document | None = None
    moving: tuple[int, ...] = ()
    selection: frozenset[int] = frozenset()
    hover: Hover | None = None
    rubber: tuple[tuple[float, float], ...] = ()
    playback: Playback | None = None
    whole: Mapping[str, Fit | ManyFit] = field(default_factory=lambda: MappingProxyType({}))
    before: Mapping[str, Fit | ManyFit] = field(default_factory=lambda: MappingProxyType({}))
    active: int = 1
    snaps: bool = False
    brush: Brush = Brush()

    def fit(self, id: str) -> Fit | None:
        """The shown two-class fit of a method, None while there is none."""
        fit = self.fits.get(id)
        return fit if isinstance(fit, Fit) else None

    def many_fit(self, id: str) -> ManyFit | None:
        """The shown fit of K classes of a method, None while there is none."""
        fit = self.fits.get(id)
        return fit if isinstance(fit, ManyFit) else None

    @property
    def pixels(self) -> tuple[float, float]:
        """The width and the height of one logical pixel in data units: equal, unless each axis has
        a scale of its own.
        """
        return self.pixel, self.pixel / self.document.stretch

    @property
    def lattice(self) -> tuple[float, float] | None:
        """The distance of the lines on which points come to stand, on each axis; None where they
        stand anywhere.
        """
        return lattice_of(self.pixels) if self.snaps else None

    @property
    def has_equal_scales(self) -> bool:
        """Whether both axes have one scale, so that right angles look right."""
        return self.document.stretch == 1.0

    def seen_at(self, X: Floats) -> Floats:
        """Logical pixels (n, 2) from the upper left corner of the view of some places (n, 2)."""
        with np.errstate(all="ignore"):
            return np.column_stack([X[:, 0] - self.view.x0, self.view.y1 - X[:, 1]]) / self.pixels

    def place_at(self, x: float, y: float) -> tuple[float, float]:
        """The place that is seen this many logical pixels from the upper left corner of the
        view.
        """
        across, up = self.pixels
        return self.view.x0 + x * across, self.view.y1 - y * up

    @property
    def next_class(self) -> int:
        """The class that the right button places: the one after that of the left button."""
        return (self.active + 1) % len(self.document.dataset.class_names)

    @cached_property
    def is_many(self) -> bool:
        """Whether the picture is one of K classes: more than two of them, or a selected method that
        knows nothing else.
        """
        selected = self.document.selected_method
        return len(self.document.dataset.class_names) > 2 or (
            selected is not None and isinstance(selected.method, ManyMethod)
        )

    @cached_property
    def members(self) -> tuple[tuple[Key, Scene], ...]:
        """The two-class scenes of the chosen members: one, all, or none."""
        if not self.is_many or self.chosen is None:
            return ()
        (method, many), wanted = self.chosen, self.document.member
        first = looked_at(many, wanted)
        keys = many.pair_keys if is_all(many, wanted) else () if first is None else (first,)
        found = ((key, self._of_member(key, method.id)) for key in keys)
        return tuple((key, scene) for key, scene in found if scene is not None)

    @cached_property
    def member(self) -> Scene | None:
        """The two-class scene of the first chosen member, or None."""
        return self.members[0][1] if self.members else None

    def _of_member(self, key: Key, id: str) -> Scene | None:
        """The two-class scene of a member, None where the method ``id`` has no fit of it.

        Margins, support vectors, slack, losses and all that belongs to one line are drawn from it
        by the very code that draws two classes; only the colours are those of the classes that it
        represents (:func:`looks.recolour_role`).
        """
        fits = member_fits(self.fits, key)
        if id not in fits:
            return None
        rows, _ = rows_of(self.document.dataset.labels, key)
        there = (
            ()
            if self.hover is None or self.hover.row is None
            else rows_among((self.hover.row,), rows)
        )
        return replace(
            self,
            document=member_document(self.document, key, fits),
            fits=MappingProxyType(fits),
            # Equal to what is drawn, except while steps are played.
            whole=MappingProxyType(
                fits if self.whole == self.fits else member_fits(self.whole, key)
            ),
            before=MappingProxyType(member_fits(self.before, key)),
            base=None if self.base is None else member_document(self.base, key, fits),
            moving=() if self.base is None else rows_among(self.moving, rows),
            selection=frozenset(rows_among(tuple(self.selection), rows)),
            hover=None
            if self.hover is None
            else replace(self.hover, row=there[0] if there else None),
        )

    @cached_property
    def of_two(self) -> Scene:
        """This scene where it is one of two classes, else that of the member; without points while
        there is none.
        """
        if not self.is_many:
            return self
        return self.member or Scene(Document.empty(), self.view, self.pixel)

    @cached_property
    def chosen(self) -> tuple[MethodInUse, ManyFit] | None:
        """The selected method with its fit of K classes, when it is switched on and has been
        fitted.
        """
        method = self.document.selected_method
        fit = None if method is None or not method.enabled else self.many_fit(method.id)
        return None if method is None or fit is None else (method, fit)

    @cached_property
    def drawn_many(self) -> tuple[tuple[MethodInUse, ManyFit], ...]:
        """The methods with parts of K classes to draw, with their fits, the selected one last (on
        top).
        """
        return tuple((m, fit) for m, fit in self.all_drawn if isinstance(fit, ManyFit))

    @cached_property
    def drawn(self) -> tuple[tuple[MethodInUse, Fit], ...]:
        """The methods with a boundary to draw, with their fits, the selected one last (on top); in
        a drag those that follow it.
        """
        return tuple((m, fit) for m, fit in self.all_drawn if isinstance(fit, Fit))

    @cached_property
    def all_drawn(self) -> list[tuple[MethodInUse, Fit | ManyFit]]:
        """Both: beside fits of two classes there may be some of methods that know no two-class
        form.
        """
        return [pair for pair in self.all_fitted if pair[1].has_model]

    @cached_property
    def all_fitted(self) -> list[tuple[MethodInUse, Fit | ManyFit]]:
        """The methods that are on, with their fits, the selected one last; in a drag those that
        follow it.
        """
        shown = self.document.live if self.moving else self.document.enabled_methods
        pairs = [(m, self.fits[m.id]) for m in shown if m.id in self.fits]
        return sorted(pairs, key=lambda pair: pair[0].id == self.document.selected)

    @cached_property
    def selected(self) -> tuple[MethodInUse, Fit] | None:
        """The selected method with its fit, when it is switched on and has been fitted (with or
        without a boundary).
        """
        method = self.document.selected_method
        fit = None if method is None or not method.enabled else self.fit(method.id)
        return None if method is None or fit is None else (method, fit)

    @cached_property
    def is_awaited(self) -> bool:
        """Whether the selected method is being fitted and has no answer yet."""
        method = self.document.selected_method
        return method is not None and method.enabled and method.id not in self.fits

    @cached_property
    def with_model(self) -> tuple[MethodInUse, Fit] | None:
        """The selected method with its fit where it has a boundary."""
        return self.selected if self.selected is not None and self.selected[1].has_model else None

    @property
    def with_scores(self) -> tuple[MethodInUse, Fit] | None:
        """The selected method with its fit where that has scores: also those of w = 0, which have
        no boundary.
        """
        return self.selected if self.selected is not None and self.selected[1].predicts else None

    @property
    def trial_in_front(self) -> TrialLine | None:
        """The line set by hand where its projection is shown in place of the selected method's; two
        classes only.
        """
        trial = self.document.trial
        return trial if trial is not None and trial.in_front and not self.is_many else None

    @property
    def with_answer(self) -> tuple[MethodInUse, Fit | ManyFit] | None:
        """The selected method with its fit of any number of classes, where that predicts
        classes.
        """
        return self.with_model or (
            self.chosen if self.chosen is not None and self.chosen[1].has_model else None
        )

    @cached_property
    def with_margin(self) -> tuple[MethodInUse, Fit] | None:
        """The selected method with its fit where ``f = ±1`` means something, and is seen in the
        plane.
        """
        found = self.with_model
        return (
            found
            if found is not None and found[1].method.has_margin and not is_trace(found[1])
            else None
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
