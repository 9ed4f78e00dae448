"""Figures for scripts and notebooks: the same pictures as in the window, without one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtGui import QGuiApplication

from solvers import (
    AllColumns,
    AnyFit,
    AnyMethod,
    FeatureMap,
    Fit,
    Identity,
    Kernel,
    ManyFit,
    ManyMethod,
    Method,
    takes_many,
)
from solvers.validation import shown_value

from ..answers.scenes import scene_of
from ..draw.paper import Page
from ..errors import UserError
from ..files.as_read import AsRead
from ..files.first_picture import (
    Axes,
    as_shown,
    document_of_arrays,
    logger,
    opened,
    picture_of_frame,
    reading_of_arrays,
)
from ..files.frames import is_frame
from ..files.names import method_named
from ..files.saving import write_atomically
from ..scene.axes import with_equal_scales, with_own_scales
from ..scene.document import DEFAULT_LAYERS, Document
from ..scene.methods import MethodInUse, SchemeChoice, free_slot, split_scheme
from ..scene.scene import Scene
from .formats import exporter_of, ready
from .pages import page_of_scene
from .recipe import carried_document, content_of, recipe_with
from .requests import Recipe
from .sources import check_layers, check_view

_alive: list[QGuiApplication] = []  # one for all figures: Qt allows no second one


@dataclass(frozen=True, eq=False, repr=False)
class ScriptFigure:
    """A figure that shows itself in a notebook and saves itself in every format.

    ``document`` is its scene; ``recipe`` says what is drawn of it, its size and look; ``as_read``
    says how a table or the arrays were read: axes, classes with their signs and counts, rows left
    out.
    """

    document: Document
    recipe: Recipe
    as_read: str = ""

    def __repr__(self) -> str:
        methods = (
            ", ".join(in_use.method.name for in_use in self.document.enabled_methods) or "no method"
        )
        return f"<figure of {len(self.document.dataset)} points, {methods}>"

    @cached_property
    def page(self) -> Page:
        """The figure laid out."""
        _prepare_qt()
        recipe = replace(self.recipe, suffix=".svg")
        return page_of_scene(self.scene, recipe, carried_document(self.document, recipe))

    @cached_property
    def scene(self) -> Scene:
        """The scene with its fits (``scene.fits`` by the ids of ``document.methods``)."""
        return scene_of(self.document, self.recipe.step)

    def content(self, suffix: str, live: bool = False) -> bytes:
        """The bytes of a file; ``live`` is an HTML page that computes while its points are dragged.

        Raises:
            UserError: there is no such format.
        """
        is_film = (
            exporter_of(suffix).film is not None
            and self.recipe.sweep is not None
            and self.recipe.columns is None
        )
        _prepare_qt()
        recipe = replace(
            self.recipe,
            suffix=suffix,
            motion="sweep" if is_film else self.recipe.motion,
            live=live or self.recipe.live,
        )
        return content_of(self.scene, recipe)

    def save(self, path: str | Path, live: bool = False) -> Path:
        """Write the figure in the format of the suffix (a sweep without a grid is a film in .gif,
        .apng and .html).

        ``live=True`` writes an HTML page that computes while its points are dragged.

        Raises:
            UserError: there is no such format, or the file cannot be written there.
        """
        target = Path(path)
        write_atomically(target, self.content(target.suffix, live))
        return target

    def _repr_svg_(self) -> str:
        return self.content(".svg").decode()


def _prepare_qt() -> None:
    application = application_without_screen()
    if application not in _alive:
        _alive.append(application)
    ready()


def figure(
    scene_or_arrays: Any,
    methods: str | AnyMethod | Iterable[str | AnyMethod] | None = None,
    view: str | Sequence[str] = "canvas",
    width: float | None = None,
    height: float | None = None,
    *,
    size: str | None = None,
    font_size: float | None = None,
    font: str | None = None,
    theme: str = "print",
    layers: Iterable[str] | None = None,
    features: FeatureMap | None = None,
    kernel: Kernel | None = None,
    sweep: str | None = None,
    columns: int | None = None,
    step: int | None = None,
    title: str | None = None,
    classes: tuple[str, ...] | None = None,
    label: str | None = None,
    axes: tuple[str | int, str | int] | None = None,
    plane: str = "columns",
    own_scales: bool | None = None,
    transparent: bool = False,
    dpi: float = 300.0,
) -> ScriptFigure:
    """A figure of a scene or of two arrays, without a window.

    ``scene_or_arrays`` is ``(X, y)`` with X (n, d) and a label for each point (of two the larger
    one is class +, or the word that says so: yes beside no); a frame with named columns or a dict
    of columns, of which ``label`` is the class (without it and ``axes`` they are guessed, as those
    of a table); a fit of ``solvers``, drawn with its points; or a scene: a file, a figure exported
    earlier, ``lesson:NAME``, a ``Document`` or a ``Scene``. ``methods`` are names as on the command
    line (``"soft-margin-svm"``, ``"softmax"``, ``"one-vs-rest:perceptron"``) or methods of
    ``solvers``; the last one is selected.  ``layers`` are names of the canvas' layers.  ``view`` is
    one view or several beside each other; ``sweep`` (``"C=1,10,100"``) makes a panel for each
    value, in ``columns`` columns; of a lesson alone it is the figure that the lesson asks for.
    ``width`` and ``height`` in millimetres and ``font_size`` in points at final size; ``size``
    names a preset.  ``plane`` is what is shown of more columns than two: columns, pca or
    discriminants, and ``axes`` are the two columns, by name (2020, too, of a frame) or else by
    number from 0; ``own_scales`` gives each axis a scale, by default where the points of a table or
    of arrays would be a strip. How these were read is in ``as_read``; of a table by its name it is
    logged, too (on standard error).

    Raises:
        UserError: this cannot be drawn; the sentence says why.
        ValueError: the arrays are not a data set.
    """
    document, reading = document_of(scene_or_arrays, classes, plane, label, axes)
    if methods is not None:
        document = with_methods(document, methods, features, kernel)
    if layers is not None:
        names = frozenset([layers] if isinstance(layers, str) else layers)
        check_layers(names)
        document = replace(document, layers=names)
    if title is not None:
        document = replace(document, title=title)
    if own_scales is not None:
        document = with_own_scales(document) if own_scales else with_equal_scales(document)
    as_read = "" if reading is None else as_shown(reading, document).sentence
    if as_read and isinstance(scene_or_arrays, str | Path):
        logger.warning("%s: %s", scene_or_arrays, as_read)  # the columns of a file were guessed
    views = (view,) if isinstance(view, str) else tuple(view)
    for name in views:
        check_view(name)
    values = {
        "views": None if views == Recipe.views else list(views),
        "sweep": sweep,
        "columns": columns,
        "step": step,
        "size": size,
        "width": None if width is None else float(width),
        "height": None if height is None else float(height),
        "text": None if font_size is None else float(font_size),
        "font": font,
        "theme": theme,
        "transparent": transparent,
        "dpi": float(dpi),
    }
    name = scene_or_arrays if isinstance(scene_or_arrays, str) else ""
    changes = {key: value for key, value in values.items() if value is not None}
    recipe = recipe_with(name, Document.empty(), changes, "figure")
    return ScriptFigure(document, recipe, as_read)


def document_of(
    source: Any,
    classes: tuple[str, ...] | None,
    plane: str = "columns",
    label: str | None = None,
    axes: Axes | None = None,
) -> tuple[Document, AsRead | None]:
    """The document of the first argument of :func:`figure`, and how a table or the arrays were
    read.
    """
    if isinstance(source, Document):
        return source, None
    if isinstance(source, Scene):
        return source.document, None
    if isinstance(source, str | Path):
        return opened(str(source))
    if isinstance(source, Fit | ManyFit):
        return _document_of_fit(source, classes, plane, axes), None
    if is_frame(source):
        picture = picture_of_frame(source, label, classes, plane, axes)
        return picture.document, picture.as_read
    if not isinstance(source, tuple | list) or len(source) != 2:
        raise ValueError(
            "a figure is drawn of two arrays (X, y), of a frame or dict of columns, of a fit, or "
            f"of a scene; got {shown_value(source)}"
        )
    X, y = source
    document = document_of_arrays(X, y, classes, plane, axes)
    return document, reading_of_arrays(document)


def _document_of_fit(
    fit: AnyFit, classes: tuple[str, ...] | None, plane: str, axes: Axes | None
) -> Document:
    """The points of a fit with its method, map and kernel.

    Raises:
        UserError: the method, fitted anew, gives other scores: the fit was stopped before its end.
    """
    problem = fit.problem
    class_labels = np.array(problem.classes)[problem.labels]
    document = document_of_arrays(problem.X, class_labels, classes, plane, axes)
    features = problem.features if problem.X.shape[1] == 2 else AllColumns()
    document = with_methods(document, fit.method, features, problem.kernel)
    fit_again = scene_of(document).fits[document.selected]
    X = problem.X
    if fit.predicts and not np.allclose(
        fit_again.decision_function(X), fit.decision_function(X), rtol=1e-6, atol=1e-9
    ):
        raise UserError(
            f"the figure of a fit shows the answer of its method, and this fit of {fit.method.name}"
            " is another one: it was stopped before its end, or began elsewhere"
        )
    return document


def _build_method(name: str) -> tuple[AnyMethod, SchemeChoice]:
    kind, scheme = method_named(name)
    return kind(), SchemeChoice(scheme) if scheme else SchemeChoice()


def _use(method: AnyMethod) -> tuple[AnyMethod, SchemeChoice]:
    inner, scheme = split_scheme(method)
    if inner is not method and takes_many(inner):
        raise UserError(
            f"{inner.name} has a form of its own for more than two classes: leave "
            f"{type(method).__name__} out"
        )
    return inner, scheme


def with_methods(
    document: Document,
    methods: str | AnyMethod | Iterable[str | AnyMethod],
    features: FeatureMap | None,
    kernel: Kernel | None,
) -> Document:
    """The document with these methods in use, the last one selected.

    Raises:
        UserError: there is no method of that name, or a scheme over one that needs none.
    """
    chosen_methods = [methods] if isinstance(methods, str | Method | ManyMethod) else list(methods)
    built = [_build_method(m) if isinstance(m, str) else _use(m) for m in chosen_methods]
    in_use: list[MethodInUse] = []
    for k, (method, scheme) in enumerate(built, start=1):
        slot = free_slot(method, [m.slot for m in in_use])
        features = features or Identity()
        in_use.append(MethodInUse(f"m{k}", method, slot, True, features, kernel, scheme=scheme))
    selected = in_use[-1].id if in_use else ""
    return replace(
        document, methods=tuple(in_use), selected=selected, layers=document.layers or DEFAULT_LAYERS
    )


PLATFORM = "QT_QPA_PLATFORM"


def application_without_screen() -> QGuiApplication:
    """The running application, else one that needs no screen and uses none: figures do not depend
    on it.
    """
    existing = QGuiApplication.instance()
    if isinstance(existing, QGuiApplication):
        return existing
    before = os.environ.get(PLATFORM)
    os.environ[PLATFORM] = "offscreen"
    try:
        return QGuiApplication(sys.argv[:1])
    finally:
        # A program that this one starts later may need a screen.
        if before is None:
            del os.environ[PLATFORM]
        else:
            os.environ[PLATFORM] = before
