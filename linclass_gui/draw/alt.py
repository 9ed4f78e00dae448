"""The content of a figure, in words, for readers who cannot see it: written into PDF, SVG and HTML,
and given to screen readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solvers import AnyFit

from ..answers.comparison import method_titles
from ..answers.decision import why_no_boundary
from ..answers.value_words import fill_values, tied_words
from ..files.scene_table import column_names
from ..markup.mathtext import name_label, plain
from ..markup.numbers import count_words, fixed_number
from ..plots import plot_named
from ..scene.document import Document
from ..scene.marks import Figure
from ..scene.planes import as_axis
from ..scene.scenarios import scenario_of
from ..scene.scene import Scene

ALL_OF_IT = "the points and the boundaries"


class PanelContent(NamedTuple):
    """A panel to be described: its scene and letter, the words above it, and the plot with its name
    (None: the canvas), or the numbers in it.
    """

    scene: Scene
    letter: str = ""
    title: str = ""
    note: str = ""
    plot: tuple[str, Figure] | None = None
    numbers: str = ""


def alt_text(scene: Scene) -> str:
    """The points, the methods and their errors, and how to go on: at most three sentences."""
    document = scene.document
    title = fill_values(document.title, scene)
    title = f"{title.rstrip('.')}. " if title else ""
    titles = method_titles(document, in_full=True)
    lines = [_method(titles[method.id], fit, document) for method, fit in reversed(scene.fitted)]
    boundaries = "".join(f" {line}" for line in lines if line)
    return f"{title}{_points(scene)}{boundaries}"


def alt_of_plot(name: str, figure: Figure, document: Document) -> str:
    """Title, subject and values of a plot of a document."""
    return f"{_of_plot(name, figure, document, set())}."


def alt_of_selected(scene: Scene) -> str:
    """The result of the selected method in one sentence; without its boundary, the points."""
    if not scene.fitted or scene.fitted[-1][0].id != scene.document.selected:
        return _points(scene)
    method, fit = scene.fitted[-1]
    return _method(
        method_titles(scene.document, in_full=True)[method.id],
        fit,
        scene.document,
    ) or _points(scene)


def alt_of_panels(panels: Sequence[PanelContent], scenes: int) -> str:
    """A figure of ``scenes`` scenes, panel by panel; the subject of a plot is given at its first
    panel.
    """
    first, names_so_far, sentences = panels[0], set[str](), list[str]()
    if len(panels) == 1 and first.plot is None and not first.numbers:
        return alt_text(first.scene)
    for panel in panels:
        head = f"{plain(panel.title)}: " if panel.title and scenes > 1 else ""
        words = (
            _of_plot(*panel.plot, panel.scene.document, names_so_far)
            if panel.plot
            else panel.numbers
            if panel.numbers
            else _of_canvas(panel, first.scene)
            if scenes > 1
            else ALL_OF_IT
        )
        sentences.append(f"{panel.letter} {head}{words}".strip())
    lead = f"{len(panels)} panels." if len(panels) > 1 else "What is drawn of them:"
    return f"{alt_text(first.scene)} {lead} {'; '.join(sentences)}."


def _of_plot(name: str, figure: Figure, document: Document, names_so_far: set[str]) -> str:
    """Title, subject and values of a plot."""
    plot = plot_named(name)
    tip = plot.tip_in(document).split(";")[0].rstrip(".")
    subject = "" if name in names_so_far or figure.message else f" ({tip})"
    names_so_far.add(name)
    says = (
        [plain(figure.message).rstrip(".")]
        if figure.message
        else [plain(part) for part in figure.heading if part]
    )
    return ", ".join([plot.title + subject, *says])


def _of_canvas(panel: PanelContent, first: Scene) -> str:
    """The points where they differ from those of the first panel, and the result of the selected
    method.
    """
    dataset = panel.scene.document.dataset
    points = (
        []
        if dataset is first.document.dataset
        else [f"{count_words(len(dataset), 'point')}, {_counts(panel.scene)}"]
    )
    return ", ".join([*points, *([panel.note] if panel.note else [])]) or ALL_OF_IT


def _points(scene: Scene) -> str:
    dataset = scene.document.dataset
    if len(dataset) == 0:
        return "A plane without points."
    axes = " and ".join(filter(None, _axes(scene.document)))
    test = scene.document.test_shown
    test_words = "" if test is None else f", and {count_words(len(test), 'hollow test point')}"
    return (
        "A scatter plot of "
        f"{count_words(len(dataset), 'point')}{f' over {axes}' if axes else ''}: "
        f"{_counts(scene)}{test_words}."
    )


def _axes(document: Document) -> list[str]:
    """The names of the axes: those of columns as they are in the table."""
    plane, names = document.plane, document.shown_axis_names
    if plane is None:
        return list(column_names(document)[0])
    columns = [plane.columns[k] for k in plane.pair]
    return [
        column if name == as_axis(column) else plain(name)
        for column, name in zip(columns, names, strict=True)
    ]


def _counts(scene: Scene) -> str:
    dataset = scene.document.dataset
    counts = [
        (int((dataset.labels == k).sum()), name) for k, name in enumerate(dataset.class_names)
    ]
    parts = [f"{count} of {plain(name_label(name))}" for count, name in counts]
    return " and ".join([", ".join(parts[:-1]), parts[-1]])


def _method(title: str, fit: AnyFit, document: Document) -> str:
    """The boundary and errors of a method; empty where it has no answer."""
    names = document.class_labels
    reason = why_no_boundary(fit, names)
    if reason or not fit.has_model:
        return f"{title} has no boundary: {plain(reason)}." if reason else ""
    errors = fit.certificate.errors
    kinds, tied = plain(scenario_of(document).sort_errors(fit)), tied_words(fit)
    wrong = (
        f"classifies every point rightly{tied}"
        if errors == 0
        else f"misclassifies {count_words(errors, 'point')}{tied}{f': {kinds}' if kinds else ''}"
    )
    pair = fit.as_pair
    if pair is None:
        return f"{title} divides the plane among {len(fit.problem.present)} classes and {wrong}."
    norm = pair.norm if pair.has_margin else 0.0
    margin = f", with a margin of {fixed_number(1.0 / norm)} on either side" if norm else ""
    return f"The boundary of {title} {wrong}{margin}."
