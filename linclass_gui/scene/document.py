"""The document: all that is saved and undone, as one frozen value."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from solvers import AllColumns, AnyMethod, Dataset, Floats, Identity, ManyPopulations, Populations
from solvers.answer import Key
from solvers.arrays import locked, locked_ints

from ..markup.mathtext import name_label
from .annotations import Annotation, on_points
from .colours import INK
from .feature_view import AS_IT_SUITS, FeatureView
from .marks import Point
from .methods import MethodInUse, free_slot
from .planes import Plane, Units
from .view import View

LONGEST_NAME = 1000  # characters of a class or an axis

# the layers of the canvas that are on at first; each is drawn by the layer of the same name
DEFAULT_LAYERS = frozenset({"half-planes", "boundary", "margins", "support-vectors", "grid"})

# The criteria whose contours the weight space can show, with the words of their menu.
LANDSCAPES = {
    "own": "What the method minimises",
    "errors": "Training errors",
    "J_p": "The perceptron criterion",
    "J_q": "Squares of the misclassified",
    "J_r": "The relaxation criterion",
}
# of a missed point of class +, a false alarm costing 1
MISS_COSTS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
FOLDS = (5, 10, 0)  # of a cross-validation; 0: every point is left out in turn
LESSON = "lesson"  # the entry of a scene file that makes it a lesson
# the fields that say where one looks; changing them is no edit
LOOKING = ("view", "selected", "member", "plots")
AXIS_LAYER = "projection"  # the layer with the projection axis, beside the points
# that it takes in the window, below the points and at their left, in shorter sides of their view
AXIS_ROOM = 0.2
NORMALISED = "normalised"  # the layer with the points of class − on the other side of the origin
# what the method minimises and the errors, as surfaces in boxes that can be turned
SURFACES = "surfaces"
FOUR = "four"  # errors, J_p, J_q and J_r side by side


def full_turn(angle: float) -> float:
    """An angle in degrees, 0 <= angle < 360."""
    rest = angle % 360.0
    # the remainder of a tiny negative angle is rounded up to the whole turn
    return 0.0 if rest == 360.0 else rest


@dataclass(frozen=True)
class TrialLine:
    """A line set by hand: through ``pivot``, with the normal at ``angle`` degrees (made 0 <= angle
    < 360).

    The normal points to the side of class +, so ``w = (cos angle, sin angle)`` and ``b = -<w,
    pivot>``; |w| = 1, and the score of a point is its signed distance.  ``in_front``: the
    projection and the read-outs are those of this line, not of the selected method; it is set when
    the line is turned or moved, until a method is selected.  ``name`` is its name in the mark-up;
    empty: it is called the trial line.  ``norm`` is the length of its w, as the arrow of w sets it:
    ``f`` is that many times the signed distance.
    """

    angle: float
    pivot: Point
    in_front: bool = False
    name: str = ""
    norm: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "angle", full_turn(self.angle))

    def named(self, name: str) -> TrialLine:
        """The line with another name."""
        return replace(self, name=name)

    @property
    def w(self) -> Floats:
        """The unit normal (2,)."""
        radians = math.radians(self.angle)
        return locked(np.array([math.cos(radians), math.sin(radians)]))

    @property
    def b(self) -> float:
        """The offset: minus the threshold along the normal."""
        return -float(self.w @ np.array(self.pivot))


@dataclass(frozen=True, eq=False)
class Document:
    """One picture of a data set of two classes or more: the points, the methods in use, what is
    shown of them, and where one looks.

    ``selected`` is the id of the method whose margins, support vectors and slack are drawn (nothing
    where there is no method; see :attr:`with_selection`). ``axis_names`` label the axes in the
    mathematics mark-up. ``view`` is None until the first zoom: then the picture shows all points.
    ``populations`` are the distributions that the points were drawn from, where they are known;
    ``seed`` made the draw. ``landscape`` names the criterion whose contours the weight space shows.
    ``test`` are points that were held back: no method sees them, and neither does the reader unless
    the document ``shows_test`` (:attr:`test_shown`); ``split`` is the seed of that draw and of the
    folds of a cross-validation, of which there are ``folds`` (0: every point is left out in turn),
    to choose the parameter ``tuned`` (empty: the first one). ``miss_cost`` is what a missed point
    of class + costs, a false alarm costing 1. ``scenario`` names what the classes and their errors
    stand for (``scene.scenarios``; empty: for nothing), ``error_names`` are a false alarm and a
    miss where they were named by hand. ``sentences`` is the text that the points count.
    ``annotations`` are what the user wrote into the picture, ``feature_view`` is how one looks at
    feature space. ``looks`` are the colours and symbols of the classes (empty: the first ones),
    ``member`` is the pair of classes (plus, minus; None: all others) whose margins and support
    vectors are drawn of more than two, and ``many_populations`` their distributions. ``recipe`` is
    how the last figure of the scene was made, as a file says it (``figures.recipe`` reads it),
    ``reading`` how its table was read (``files.reading`` reads it). ``plots`` names the linked
    plots in their order beside each other (empty: none was chosen). ``axis_at`` is a place that the
    projection axis was dragged to (None: it lies beside the points). ``curves`` names what linked
    plots draw on demand (:meth:`with_curve`). ``names``: lines bear their names in the picture.
    ``units`` are those of the table, where its axes were standardised; ``plane`` is what is shown
    of a table of more than two columns, which is in ``dataset.X`` and ``dataset.behind``.
    ``further`` is what the file holds besides the scene, and is written back with it: the words of
    a lesson, and entries that this program does not know.

    A map or kernel that lacks its origin or units takes them from the points here, once: they are
    numbers of the document, which do not follow a drag. Points with other coordinates than
    the plane are refused: a file of them could not be opened.
    """

    dataset: Dataset
    methods: tuple[MethodInUse, ...] = ()
    selected: str = ""
    layers: frozenset[str] = DEFAULT_LAYERS
    view: View | None = None
    trial: TrialLine | None = None
    axis_names: tuple[str, str] = ("$x_1$", "$x_2$")
    title: str = ""
    notes: str = ""
    seed: int = 0
    populations: Populations | None = None
    landscape: str = "own"
    test: Dataset | None = None
    annotations: tuple[Annotation, ...] = ()
    feature_view: FeatureView = AS_IT_SUITS
    looks: tuple[int, ...] = ()
    member: Key | None = None
    many_populations: ManyPopulations | None = None
    recipe: Mapping[str, Any] | None = None
    names: bool = True
    split: int = 0
    folds: int = 5
    tuned: str = ""
    miss_cost: float = 1.0
    scenario: str = ""
    error_names: tuple[str, ...] = ()
    sentences: str = ""
    units: Units | None = None
    plane: Plane | None = None
    stretch: float = 1.0
    generated: str = ""
    further: Mapping[str, Any] = field(default_factory=dict)
    shows_test: bool = True
    reading: Mapping[str, Any] | None = None
    plots: tuple[str, ...] = ()
    axis_at: Point | None = None
    curves: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        behind = 0 if self.plane is None else len(self.plane.columns) - 2
        for points in (self.dataset, self.test):
            if points is not None and points.behind.shape[1] != behind:
                raise ValueError("the points have other coordinates than the plane")
        if any(not m.is_settled for m in self.methods):
            X = self.dataset.X
            object.__setattr__(
                self, "methods", tuple(m if m.is_settled else m.about(X) for m in self.methods)
            )

    @property
    def without_table(self) -> Document:
        """The document without points, and without what belongs to the table that they came from:
        its plane and units, how it was read, and the points held back of it.
        """
        blank = Document.empty()
        names = self.axis_names if self.plane is None else blank.axis_names
        test = self.test if self.reading is None and self.plane is None else None
        return replace(
            self,
            dataset=blank.dataset,
            plane=None,
            units=None,
            reading=None,
            test=test,
            axis_names=names,
        )

    def with_curve(self, name: str, others: Collection[str]) -> Document:
        """The document with a curve of a linked plot in place of its ``others``; "": with none."""
        curves = tuple(curve for curve in self.curves if curve not in others)
        return replace(self, curves=(*curves, name) if name else curves)

    @property
    def test_shown(self) -> Dataset | None:
        """The test points that are drawn, counted and asked; None while a lesson keeps them for a
        later step.
        """
        return self.test if self.shows_test else None

    @property
    def home(self) -> View:
        """The part of the plane that shows all points, test points too, the mirror images of
        normalised samples where drawn, and what was drawn with a pen.
        """
        X, mirrored = (
            self.dataset.X,
            NORMALISED in self.layers and len(self.dataset.class_names) == 2 and self.has_origin,
        )
        test_points = X[:0] if self.test is None else self.test.X
        points = np.concatenate(
            [X, test_points, *([-X[self.dataset.labels == 0]] if mirrored else [])]
        )
        view = View.around(points, stretch=self.stretch)
        places = [place for note in self.annotations if note.pen for place in note.places]
        xs, ys = zip((view.x0, view.y0), (view.x1, view.y1), *places, strict=True)
        return View(min(xs), max(xs), min(ys), max(ys))

    @cached_property
    def placed_annotations(self) -> tuple[Annotation, ...]:
        """The annotations, with ends on points where these are now."""
        return on_points(self.annotations, self.dataset)

    @property
    def has_origin(self) -> bool:
        """Whether the boundary of the selected method passes through the origin, so that normalised
        samples mean something here.

        With an offset they are samples ``y (1, x)`` of one dimension more.
        """
        method = None if self.selected_method is None else self.selected_method.method
        return method is None or not method.has_offset

    @property
    def known_populations(self) -> Populations | ManyPopulations | None:
        """The populations of the points, where they are known."""
        return self.populations or self.many_populations

    @property
    def looked_at(self) -> View:
        """The part of the plane that was zoomed to, else the one that shows all points."""
        return self.view or self.home

    @property
    def looked_at_with_axis(self) -> View:
        """The same with room for the projection axis below all points and at their left, for
        whatever direction it will have.
        """
        view = self.looked_at
        if self.view is not None or AXIS_LAYER not in self.layers or not len(self.dataset):
            return view
        room = AXIS_ROOM * min(view.width, view.height)
        x, y = self.axis_at or (view.x0, view.y0)
        return View(
            min(view.x0 - room, x), max(view.x1, x), min(view.y0 - room, y), max(view.y1, y)
        )

    @cached_property
    def _in_plane(self) -> tuple[Dataset, ...]:
        """The points that the plane of a table may be of: those that are fitted, and these with
        those that are held back.
        """
        return (
            (self.dataset,) if self.test is None else (self.dataset, self.dataset.joined(self.test))
        )

    @cached_property
    def is_plane_current(self) -> bool:
        """Whether the plane of a table is that of its points as they are, with or without those
        that are held back.
        """
        return self.plane is None or any(
            self.plane.is_of(points.all_columns, points.labels) for points in self._in_plane
        )

    @cached_property
    def plane_sentence(self) -> str:
        """The share that the plane of a table keeps, in words; empty without one."""
        if self.plane is None:
            return ""
        dataset = next(
            (
                points
                for points in self._in_plane
                if self.plane.is_of(points.all_columns, points.labels)
            ),
            self._in_plane[-1],
        )
        return self.plane.sentence_for(dataset.all_columns, dataset.labels)

    @cached_property
    def shown_axis_names(self) -> tuple[str, str]:
        """The names of the axes in pictures: those that the plane of a table has given say whether
        it is that of other points.
        """
        plane = self.plane
        if plane is None or self.is_plane_current:
            return self.axis_names
        x, y = (
            plane.axis_name(k, False) if name == plane.axis_name(k) else name
            for k, name in enumerate(self.axis_names)
        )
        return x, y

    @cached_property
    def class_looks(self) -> tuple[int, ...]:
        """The look of every class."""
        return self.looks or tuple(range(len(self.dataset.class_names)))

    @cached_property
    def class_labels(self) -> tuple[str, ...]:
        """The names of the classes as they are written in pictures."""
        return tuple(map(name_label, self.dataset.class_names))

    @staticmethod
    def empty() -> Document:
        """A document without points."""
        return Document(Dataset(np.empty((0, 2)), locked_ints(np.empty(0, dtype=np.int64))))

    @cached_property
    def enabled_methods(self) -> tuple[MethodInUse, ...]:
        """The methods that are switched on, in the order of the list."""
        return tuple([m for m in self.methods if m.enabled])

    @cached_property
    def selected_method(self) -> MethodInUse | None:
        """The selected method, or None."""
        return next((method for method in self.methods if method.id == self.selected), None)

    @property
    def with_selection(self) -> Document:
        """This document where one of its methods is selected or it has none, else with the first
        one selected.

        What a session shows and what a file holds is always such a document: rows, margins and
        commands are those of one method.
        """
        if self.selected_method is not None or not (self.methods or self.selected):
            return self
        return replace(self, selected=self.methods[0].id if self.methods else "")

    @property
    def without_lesson(self) -> Document:
        """The scene alone, as figures carry it: without the words of a lesson."""
        if LESSON not in self.further:
            return self
        return replace(
            self, further={key: value for key, value in self.further.items() if key != LESSON}
        )

    @property
    def fits_all_columns(self) -> bool:
        """Whether methods see all columns of the table behind the points, and not only the
        plane.
        """
        return any(isinstance(m.features, AllColumns) for m in self.methods)

    def method(self, id: str) -> MethodInUse:
        """The method in use with this id (KeyError when there is none)."""
        for method in self.methods:
            if method.id == id:
                return method
        raise KeyError(id)

    @property
    def has_two_sides(self) -> bool:
        """Whether each side of a line is a class, so that colour means method: there are no more
        than two.
        """
        return len(self.dataset.class_names) <= 2

    @property
    def two_sided_trial(self) -> TrialLine | None:
        """The line set by hand; None beside more classes than two, where it means nothing."""
        return self.trial if self.has_two_sides else None

    def slot_of(self, method: MethodInUse) -> int:
        """The look of a method's lines: its own colour where methods have one; else ink, dashed
        unless it is selected.
        """
        if self.has_two_sides:
            return method.slot
        if method.id == self.selected:
            return INK
        other_ids = [m.id for m in self.methods if m.id != self.selected]
        return INK + 1 + other_ids.index(method.id)

    @property
    def selected_slot(self) -> int:
        """The look of the lines of the selected method."""
        method = self.selected_method
        return INK if method is None else self.slot_of(method)

    def mapped(self, change: Callable[[Dataset], Dataset], **changes: Any) -> Document:
        """The document with its points changed, and those that are held back likewise."""
        test = None if self.test is None else change(self.test)
        return replace(self, dataset=change(self.dataset), test=test, **changes)

    def renamed(self, names: tuple[str, ...]) -> Document:
        """The document with other names of its classes."""
        return self.mapped(lambda points: points.renamed(names))

    def with_method(self, changed: MethodInUse) -> Document:
        """The document with one method in use replaced by its changed self (same id)."""
        return replace(
            self, methods=tuple(changed if m.id == changed.id else m for m in self.methods)
        )

    def switched(self, enabled: Mapping[str, bool]) -> Document:
        """The document with the methods of some ids on or off."""
        methods = (replace(m, enabled=enabled.get(m.id, m.enabled)) for m in self.methods)
        return replace(self, methods=tuple(methods))

    def adding(self, method: AnyMethod) -> Document:
        """The document with one more method in use, selected."""
        number = 1 + max((int(m.id[1:]) for m in self.methods), default=0)
        new = MethodInUse(
            f"m{number}",
            method,
            free_slot(method, [m.slot for m in self.methods]),
            features=AllColumns() if self.fits_all_columns else Identity(),
        )
        return replace(self, methods=(*self.methods, new), selected=new.id)

    def removing(self, id: str) -> Document:
        """The document without one method; the next one on the list is selected."""
        rest = tuple(m for m in self.methods if m.id != id)
        if self.selected != id:
            return replace(self, methods=rest)
        place = next(i for i, m in enumerate(self.methods) if m.id == id)
        return replace(
            self, methods=rest, selected=rest[min(place, len(rest) - 1)].id if rest else ""
        )

    def differs_beyond_view(self, other: Document) -> bool:
        """Whether the documents differ in more than where one looks."""
        # Written out: every view asks in every frame of a drag.
        for name in SAYING:  # noqa: SIM110 - a generator is one more call for every field
            if getattr(self, name) is not getattr(other, name):
                return True
        return False

    def with_view_of(self, other: Document, except_for: Collection[str] = ()) -> Document:
        """This document with the view, selection, member and plots of the other one."""
        looks = {
            name: getattr(other, name)
            for name in LOOKING
            if name not in except_for and getattr(self, name) is not getattr(other, name)
        }
        return replace(self, **looks) if looks else self

    def toggling(self, layer: str) -> Document:
        """The document with one layer switched on or off."""
        return replace(self, layers=self.layers ^ {layer})


# all the rest of a document
SAYING = tuple(f.name for f in fields(Document) if f.name not in LOOKING)
