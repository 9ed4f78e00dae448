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
from solvers.signs import distinct_labels
from solvers.validation import finite_points, labels

from ..answers.scenes import scene_of
from ..errors import UserError
from ..files.codec import decode, encode
from ..files.first_picture import (
    as_shown,
    document_of_arrays,
    reading_of_arrays,
    suggested_penalty,
    with_first_methods,
)
from ..live.methods import MOST_POINTS
from ..live.page import encode_live
from ..live.web import FOLDER
from ..scene.document import Document
from .scripting import figure, with_methods
from .svg import picture


class Explorer(anywidget.AnyWidget):
    """The widget: points are dragged, added and removed in the cell, and every method that is
    listed follows.

    ``X (n, 2)`` and ``y (n,)`` are the points as they are now, with the labels they came with; both
    can be set and observed (``w.observe(f, "X")``).  ``scene`` is the document, ``fits`` the exact
    fits of its methods, computed when asked for.
    """

    _esm = (FOLDER / "widget.mjs").read_text(encoding="utf-8")
    _page = traitlets.Unicode().tag(sync=True)
    _begun = traitlets.Unicode().tag(sync=True)  # the scene that the page was written with
    _scene = traitlets.Unicode().tag(sync=True)
    X = traitlets.Any(help="The points (n, 2).")
    y = traitlets.Any(help="A label for each point.")

    def __init__(self, document: Document, label_values: NDArray[Any]) -> None:
        drawing = figure(document, width=170.0)
        self._known, self._picture = label_values, drawing
        self._document = document
        scene_text = encode(replace(document, recipe=None))
        page = encode_live(
            drawing.scene, drawing.page, picture(drawing.page, carrying=False), root="embedded"
        ).decode()
        X, y = document.dataset.X, label_values[document.dataset.labels]
        super().__init__(_page=page, _begun=scene_text, _scene=scene_text, X=X, y=y)

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
        places = finite_points(X, columns=2)
        values = labels(y, len(places))
        order = np.argsort(self._known)
        classes = order[np.searchsorted(self._known, values, sorter=order).clip(0, len(order) - 1)]
        if not (self._known[classes] == values).all():
            raise ValueError(
                f"labels are those of the beginning: {', '.join(map(str, self._known))}"
            )
        return replace(
            self._document, dataset=Dataset(places, classes, self._document.dataset.class_names)
        )

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
        self._scene = self._text()

    @traitlets.observe("_scene")
    def _follow(self, change: Any) -> None:
        if change["new"] != self._text():
            self._take(decode(change["new"], "a notebook"))

    def _text(self) -> str:
        return encode(replace(self._document, recipe=None))

    def _arrays(self) -> tuple[Floats, NDArray[Any]]:
        dataset = self._document.dataset
        return dataset.X, self._known[dataset.labels]

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and the current picture for viewers that cannot show widgets."""
        bundle = super()._repr_mimebundle_(**options)
        formats = bundle[0] if isinstance(bundle, tuple) else bundle
        if formats is not None:
            formats["image/svg+xml"] = figure(self._document, width=170.0).content(".svg").decode()
        return bundle


def explore(
    X: Any,
    y: Any,
    methods: str | AnyMethod | Iterable[str | AnyMethod] | None = None,
    *,
    classes: tuple[str, ...] | None = None,
    layers: Iterable[str] | None = None,
    title: str | None = None,
) -> Explorer:
    """Points ``X (n, 2)`` of classes ``y (n,)`` in the cell of a notebook, where they are dragged
    and computed anew.

    The arguments are those of :func:`linclass_gui.figure`.

    Raises:
        ValueError: the arrays are not a data set of at least two classes.
        UserError: more columns or points than a page computes, or there is no such method or layer.
    """
    document = document_of_arrays(X, y, classes)
    n, K = len(document.dataset), len(document.dataset.class_names)
    if document.plane is not None or n > MOST_POINTS:
        raise UserError(
            f"explore computes up to {MOST_POINTS} points in two columns; got {n} points of {K} "
            "classes"
            f"{'' if document.plane is None else f' in {len(document.plane.columns)} columns'}: "
            "linclass_gui.figure draws them."
        )
    document = (
        with_first_methods(document, suggested_penalty(document.dataset.X))
        if methods is None
        else with_methods(document, methods, None, None)
    )
    drawn_document = figure(document, layers=layers, title=title).document
    return Explorer(drawn_document, distinct_labels(np.asarray(y).reshape(-1))[0])
