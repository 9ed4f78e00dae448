"""Points in the cell of a notebook: the live page as a widget that shares its arrays with Python.

Needs anywidget (the extra ``notebook``), which works in JupyterLab, VS Code, Colab and marimo.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import anywidget
import numpy as np
import traitlets
from numpy.typing import ArrayLike, NDArray

from solvers import AnyMethod, Dataset, Fit, Floats, ManyFit
from solvers.arrays import locked
from solvers.signs import distinct_labels
from solvers.validation import finite_points, labels

from ..answers.scenes import scene_of
from ..errors import UserError
from ..files.codec import decode, encode
from ..files.first_picture import (
    Axes,
    as_shown,
    reading_of_arrays,
    suggested_penalty,
    with_first_methods,
)
from ..files.separation import separating_pair
from ..live.methods import MOST_POINTS
from ..live.page import IN_CELL, encode_live
from ..live.web import FOLDER
from ..scene.axes import show_plane, with_scales_of_table
from ..scene.document import Document
from ..scene.planes import COLUMNS
from .scripting import document_of, figure, with_methods
from .svg import picture

HEIGHT, LEAST_WIDTH, LEAST_HEIGHT = 520, 280, 240  # pixels


def _as_list(values: Any, _widget: Any) -> Any:
    """Arrays as the page, and the ``value`` of a widget in marimo, have them."""
    return np.asarray(values).tolist()


class Explorer(anywidget.AnyWidget):
    """The widget: points are dragged, added and removed in the cell, and every method that is
    listed follows.

    ``X (n, d)`` and ``y (n,)`` are the points as they are now, with the labels they came with; both
    can be set and observed (``w.observe(f, "X")``; of more than 500 points an edit is told when it
    ends).  Of more columns than two X has all of them, in the order of ``scene.plane.columns``, and
    a point that is dragged in the plane takes its row along.  ``scene`` is the document, ``fits``
    the exact fits of its methods, computed when asked for.  ``width`` (None: that of the cell) and
    ``height`` are in pixels.
    """

    _esm = (FOLDER / "widget.mjs").read_text(encoding="utf-8")
    _page = traitlets.Unicode().tag(sync=True)
    _begun = traitlets.Unicode().tag(sync=True)  # the scene that the page was written with
    _scene = traitlets.Unicode().tag(sync=True)
    X = traitlets.Any(help="The points (n, d).").tag(sync=True, to_json=_as_list)
    y = traitlets.Any(help="A label for each point.").tag(sync=True, to_json=_as_list)
    width = traitlets.Int(None, allow_none=True, min=LEAST_WIDTH).tag(sync=True)
    height = traitlets.Int(HEIGHT, min=LEAST_HEIGHT).tag(sync=True)

    def __init__(
        self,
        document: Document,
        label_values: NDArray[Any],
        width: int | None = None,
        height: int = HEIGHT,
    ) -> None:
        drawing = figure(document, width=170.0)
        self._known, self._picture = label_values, drawing
        self._document = document
        scene_text = self._text()
        page = encode_live(
            drawing.scene, drawing.page, picture(drawing.page, carrying=False), root=IN_CELL
        ).decode()
        X, y = self._arrays()
        super().__init__(
            _page=page, _begun=scene_text, _scene=scene_text, X=X, y=y, width=width, height=height
        )

    @property
    def as_read(self) -> str:
        """How the arrays were read: axes, and classes with their signs and counts as they are
        now.
        """
        return as_shown(reading_of_arrays(self._document), self._document).sentence

    @property
    def scene(self) -> Document:
        """The current document: points, methods with their parameters, layers."""
        return self._document

    @property
    def fits(self) -> dict[str, Fit | ManyFit]:
        """The exact fits of the methods that are switched on, by their names."""
        fitted = scene_of(self._document).fits
        return {in_use.method.name: fitted[in_use.id] for in_use in self._document.enabled_methods}

    def show(self, X: ArrayLike, y: ArrayLike) -> None:
        """Show other points, of any number.

        Raises:
            ValueError: no points (n, 2), or a label that was not there at the beginning.
        """
        self._take(self._document_with(X, y))

    def _document_with(self, X: ArrayLike, y: ArrayLike) -> Document:
        """The document with other points."""
        plane = self._document.plane
        rows = finite_points(X, columns=2 if plane is None else len(plane.columns))
        values = labels(y, len(rows))
        order = np.argsort(self._known)
        classes = order[np.searchsorted(self._known, values, sorter=order).clip(0, len(order) - 1)]
        if not (self._known[classes] == values).all():
            raise ValueError(
                f"labels are those of the beginning: {', '.join(map(str, self._known))}"
            )
        places, behind = (rows, rows[:, 2:]) if plane is None else plane.coordinates(rows)
        names = self._document.dataset.class_names
        return replace(self._document, dataset=Dataset(places, classes, names, behind))

    def _take(self, document: Document) -> None:
        """Make this the document, here and in the cell."""
        self._document = document
        with self.hold_trait_notifications():
            self.X, self.y = self._arrays()

    @traitlets.validate("X", "y")
    def _check(self, proposal: Any) -> Any:
        name, arrays = proposal["trait"].name, dict(zip(("X", "y"), self._arrays(), strict=True))
        if np.array_equal(proposal["value"], arrays[name]):
            return arrays[name]
        self._document = self._document_with(**{**arrays, name: proposal["value"]})
        return self._arrays()[("X", "y").index(name)]

    @traitlets.observe("X", "y")
    def _send_points(self, _change: Any) -> None:
        # the page writes the same scene in a layout of its own: it is not told what it said
        if _in_order(self._scene) != self._text():
            self._scene = self._text()

    @traitlets.observe("_scene")
    def _follow(self, change: Any) -> None:
        if _in_order(change["new"]) != self._text():
            self._take(decode(change["new"], "a notebook"))

    def _text(self) -> str:
        return encode(replace(self._document, recipe=None))

    def _arrays(self) -> tuple[Floats, NDArray[Any]]:
        dataset, plane = self._document.dataset, self._document.plane
        X = dataset.X if plane is None else locked(plane.rows(dataset.X, dataset.behind))
        return X, self._known[dataset.labels]

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and the current picture for viewers that cannot show widgets."""
        bundle = super()._repr_mimebundle_(**options)
        formats = bundle[0] if isinstance(bundle, tuple) else bundle
        if formats is not None:
            formats["image/svg+xml"] = figure(self._document, width=170.0).content(".svg").decode()
        return bundle


def _in_order(text: str) -> str:
    """A scene as the program writes it."""
    return encode(replace(decode(text, "a notebook"), recipe=None))


def explore(
    X: Any,
    y: Any = None,
    methods: str | AnyMethod | Iterable[str | AnyMethod] | None = None,
    *,
    label: str | None = None,
    classes: tuple[str, ...] | None = None,
    axes: Axes | None = None,
    plane: str | None = None,
    layers: Iterable[str] | None = None,
    title: str | None = None,
    width: int | None = None,
    height: int = HEIGHT,
) -> Explorer:
    """Points ``X (n, d)`` of classes ``y (n,)`` in the cell of a notebook, where they are dragged
    and computed anew.

    Without ``y`` X is a frame or a dict of columns, of which ``label`` is the class, or anything
    else that :func:`linclass_gui.figure` draws.  ``methods``, ``classes`` and ``layers`` are those
    of ``figure``.  Of more columns than two a plane is shown: ``axes`` are two of them, by name or
    by number from 0, and ``plane`` is ``"pca"`` or ``"discriminants"``; without both it is the two
    columns that the window would choose, which tell the classes apart best.  Where equal scales
    would show a strip, each axis has its own.  ``width`` (without it that of the cell) and
    ``height`` of the cell are in pixels.

    Raises:
        ValueError: the arrays are not a data set of at least two classes.
        UserError: more points than a page computes, a cell of a few pixels, or there is no such
            method, layer, plane or column.
    """
    for name, size, least in (("width", width, LEAST_WIDTH), ("height", height, LEAST_HEIGHT)):
        if size is not None and size < least:
            raise UserError(f"{name} is in pixels, at least {least}; got {size}")
    source = X if y is None else (X, y)
    document, _ = document_of(source, classes, plane or "columns", label, axes)
    if y is not None and axes is None and plane is None:
        document = _with_best_pair(document)
    if len(document.dataset) > MOST_POINTS:
        raise UserError(
            f"explore computes up to {MOST_POINTS} points; got {len(document.dataset)}: "
            "linclass_gui.figure draws them, linclass_gui.open shows them in the window"
        )
    if methods is not None:
        document = with_methods(document, methods, None, None)
    elif not document.methods:
        document = with_first_methods(document, suggested_penalty(document.dataset.X))
    drawn_document = figure(document, layers=layers, title=title).document
    return Explorer(drawn_document, _label_values(X, y, document), width, height)


def _with_best_pair(document: Document) -> Document:
    """Of a table of more columns than two those that tell the classes apart best."""
    plane, dataset = document.plane, document.dataset
    if plane is None:
        return document
    rows = plane.rows(dataset.X, dataset.behind)
    document = show_plane(document, COLUMNS, separating_pair(rows, dataset.labels))
    return with_scales_of_table(document)


def _label_values(X: Any, y: Any, document: Document) -> NDArray[Any]:
    """The label of each class as the caller has it; of a frame and a scene its name."""
    if y is None:
        return np.array(document.dataset.class_names)
    return distinct_labels(np.asarray(y).reshape(-1))[0]
