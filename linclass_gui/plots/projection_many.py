"""All classes seen along the direction of the chosen member: one density a class, and the rug of
its points.
"""

from __future__ import annotations

import numpy as np

from solvers import AnyProblem, Fit, Floats
from solvers.arrays import locked

from ..answers.decision import plane_line
from ..answers.density import densities
from ..markup.mathtext import name_label
from ..markup.numbers import significant
from ..scene.looks import role
from ..scene.marks import Area, Axis, Entry, Figure, Mark, Path, Reading
from ..scene.memo import memo
from ..scene.pairs import key_name
from ..scene.scene import Scene
from ..scene.section import section_of
from .axes import columns, reading_at, round_range, sentence, strokes, vertical
from .plot import missing_pair

# In units of the highest density, so that the axis stands still while a point is dragged.
HEIGHTS, TOP, RUG = Axis(-0.14, 1.2, visible=False), 1.08, (-0.10, -0.04)
MOST = 600  # strokes of a rug


def figure(scene: Scene) -> Figure:
    """Densities, rugs, and the threshold 0 of the member."""
    if scene.answer is None or scene.pair is None or scene.pair.selected is None:
        return sentence(missing_pair(scene))
    document, fit = scene.document, scene.pair.selected[1]
    if not fit.has_model:
        return sentence(fit.explanation)
    picture = _axis_and_densities(fit, scene.answer[1].problem)
    names = tuple(name_label(name) for name in document.dataset.class_names)
    marks = _marks(picture, document.class_looks)
    legend = tuple(Entry(names[k], role("curve", document.class_looks[k])) for k, _ in picture[1])
    x = Axis(float(picture[0][0]), float(picture[0][-1]), "$f(x)$")
    heading = (key_name(scene.pairs[0][0], names),)
    return Figure(x, HEIGHTS, marks, heading=heading, legend=legend)


ClassDensities = tuple[Floats, tuple[tuple[int, Floats], ...], tuple[tuple[int, Floats], ...]]


@memo
def _axis_and_densities(fit: Fit, points: AnyProblem) -> ClassDensities:
    """The axis, and the densities and scores by class, of the fitted points, which may no longer be
    those of the scene.
    """
    line = None if section_of(fit) is not None else plane_line(fit)
    labels, classes = points.labels, len(points.classes)
    f = fit.problem.scores(fit.last, points.X) if line is None else line.scores(points.X)
    bins, hills = densities(f, labels, *round_range(float(f.min()), float(f.max())), classes)
    scores_of_classes = [(k, locked(f[labels == k])) for k in range(classes)]
    present = tuple((k, scores) for k, scores in scores_of_classes if len(scores))
    return bins.centres, tuple((k, locked(hills[k])) for k, _ in present), present


@memo
def _marks(picture: ClassDensities, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    x, densities, scores = picture
    top = _highest(picture)
    marks: list[Mark] = []
    for k, density in densities:
        outline = columns(x, density / top)
        closed = locked(np.concatenate([outline, [(x[-1], 0.0), (x[0], 0.0)]]))
        marks += [Area(closed, role("area", looks[k])), Path(outline, role("curve", looks[k]))]
    for k, values in scores:
        places = values if len(values) <= MOST else np.quantile(values, np.linspace(0.0, 1.0, MOST))
        marks.append(Path(strokes(places, *RUG), role("rug", looks[k]), joined="pairs"))
    return (*marks, Path(vertical(0.0, 0.0, TOP), "threshold"))


def _highest(picture: ClassDensities) -> float:
    return max([float(density.max()) for _, density in picture[1]])


def read(scene: Scene, position: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """The densities of all classes at a score."""
    if scene.answer is None or scene.pair is None or scene.pair.with_model is None:
        return None
    dataset = scene.document.dataset
    picture = _axis_and_densities(scene.pair.with_model[1], scene.answer[1].problem)
    values = [
        (dataset.class_names[k], float(np.interp(position[0], picture[0], density)))
        for k, density in picture[1]
    ]
    lines = (
        f"$f(x)$ = {significant(position[0], 3)}",
        *(f"density of {name_label(n)} {significant(v, 2)}" for n, v in values),
    )
    top = _highest(picture)
    return reading_at(position[0], (0.0, TOP), tuple(v / top for _, v in values), lines)
