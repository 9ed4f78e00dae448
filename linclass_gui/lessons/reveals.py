"""Steps of a lesson, carried out on a document: shown and hidden layers and methods, and how far a
document has come.
"""

from __future__ import annotations

from dataclasses import replace

from ..scene.document import Document
from .guesses import GUESSES_BY_LINE
from .lesson import Lesson, Step

# the name of their layer, which is always on: whether they are shown is a part of the document
TEST_POINTS = "held-back"


def reveal_step(document: Document, step: Step) -> Document:
    """The document with a step taken: its layers and methods shown, others hidden."""
    return with_visible_selection(
        show_names(show_names(document, step.show, True), step.hide, False), step.show
    )


def take_back_step(document: Document, step: Step) -> Document:
    """The document as it was before a step."""
    return with_visible_selection(
        show_names(show_names(document, step.hide, True), step.show, False), step.hide
    )


def show_names(document: Document, names: tuple[str, ...], visible: bool) -> Document:
    """The document with some layers and methods (by their ids) and its test points shown or hidden;
    unknown names are ignored.
    """
    ids = {m.id for m in document.methods}
    layers = frozenset(name for name in names if name not in ids and name != TEST_POINTS)
    new_layers = document.layers | layers if visible else document.layers - layers
    methods = document.switched(dict.fromkeys(names, visible)).methods
    shows_test = visible if TEST_POINTS in names else document.shows_test
    if (
        new_layers == document.layers
        and methods == document.methods
        and shows_test == document.shows_test
    ):
        return document
    return replace(document, layers=new_layers, methods=methods, shows_test=shows_test)


def shown_names(document: Document) -> frozenset[str]:
    """The layers that are on and the methods that are, these by their ids."""
    return document.layers | {method.id for method in document.enabled_methods}


def with_visible_selection(document: Document, shown_names: tuple[str, ...]) -> Document:
    """The document with a visible method selected, because margins and half-planes belong to the
    selected one.
    """
    selected = document.selected_method
    if selected is None or selected.enabled:
        return document
    enabled = [m.id for m in document.enabled_methods]
    method_id = next(
        (id for id in enabled if id in shown_names), enabled[0] if enabled else document.selected
    )
    return document if method_id == document.selected else replace(document, selected=method_id)


def as_it_begins(
    document: Document, lesson: Lesson, step_count: int, telltale: frozenset[str]
) -> Document:
    """An edited document of a lesson as its file holds it: all that the steps taken and the
    prediction show or hide (the ``telltale`` layers of an answer, a line to draw) is as the lesson
    begins, everything else as it was edited.
    """
    start, steps = lesson.document, lesson.steps[:step_count]
    if not (steps or lesson.guess):
        return document
    names = frozenset(name for step in steps for name in (*step.show, *step.hide))
    if lesson.guess:
        names |= telltale | {lesson.guess_of}
    document = document.switched({m.id: m.enabled for m in start.methods if m.id in names})
    return replace(
        document,
        layers=(document.layers - names) | (start.layers & names),
        shows_test=start.shows_test if TEST_POINTS in names else document.shows_test,
        selected=start.selected
        if any(m.id == start.selected for m in document.methods)
        else document.selected,
        trial=None if lesson.guess in GUESSES_BY_LINE and start.trial is None else document.trial,
    )


def fully_revealed(lesson: Lesson) -> Document:
    """The document with every step taken: the lesson as a finished picture."""
    document = lesson.document
    for step in lesson.steps:
        document = reveal_step(document, step)
    return document


def plots_in_front(lesson: Lesson, steps_taken: int) -> tuple[str, ...]:
    """The plots of the last step taken that has any, at first those of the lesson."""
    steps = reversed(lesson.steps[:steps_taken])
    return next((step.plots for step in steps if step.plots), lesson.plots)
