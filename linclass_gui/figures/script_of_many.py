"""The Python script for more than two classes: the points, and the fitted numbers of each method;
one of its own, because that of two fits with scikit-learn and draws one contour a method.

``leads_N(points)`` has a column for each class, and a last one for *undecided* where there is such
a part: positive where it has the verdict, negative elsewhere, zero on the border of its part (as in
:mod:`~linclass_gui.answers.leads`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solvers import ManyFit
from solvers.answer import Rule

from ..answers.method_labels import label_of
from ..layers.canvas import classes_of
from ..scene.colours import Palette
from ..scene.document import Document
from ..scene.scene import Scene
from ..scene.view import View
from .formulas import in_ascii, remarks_as_code, score_of_pair, scores_of_classes
from .settings import ExportError, ExportOptions

HEAD = '''"""{title}

Written by linclass.  Needs numpy and matplotlib.
"""

import matplotlib.pyplot as plt
import numpy as np

X = np.array({points})
labels = np.array({labels})
names = {names}
x0, x1, y0, y1 = {box}
figure, axes = plt.subplots(figsize=({width:.4f}, {height:.4f}), layout="constrained")
grid = np.stack(np.meshgrid(np.linspace(x0, x1, 400), np.linspace(y0, y1, 300)), axis=-1)
'''
SCORES = """
# {name}: one function a class, the largest wins
{code}

values = {function}(grid.reshape(-1, 2)).reshape(*grid.shape[:2], -1)
for k in range(len(names)):
    others = np.delete(values, k, axis=-1).max(axis=-1)
    difference = np.maximum(values[..., k], -1e300) - np.maximum(others, -1e300)  # a class without points has minus infinity
    axes.contour(grid[..., 0], grid[..., 1], difference, levels=[0.0], colors={colour!r}, linestyles={dashes}, linewidths=1.5)
"""  # noqa: E501
LEADS = """
# {name}: {rule}
{code}

{leads}

values = leads_{number}(grid.reshape(-1, 2)).reshape(*grid.shape[:2], -1)
for k in range(values.shape[-1]):
    if values[..., k].min() < 0.0 < values[..., k].max():
        axes.contour(grid[..., 0], grid[..., 1], values[..., k], levels=[0.0], colors={colour!r}, linestyles={dashes}, linewidths=1.5)
"""  # noqa: E501
TAIL = """
for k, (name, colour, marker) in enumerate({looks}):
    axes.scatter(*X[labels == k].T, c=colour, marker=marker, s=16, edgecolors="white", linewidths=0.5, label=name, zorder=3)
axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect={aspect}, xlabel={across!r}, ylabel={up!r})
axes.legend(fontsize="small")
if __name__ == "__main__":
    plt.show()
"""  # noqa: E501
MARKERS = {
    "disc": "o",
    "square": "s",
    "triangle": "^",
    "triangle-down": "v",
    "rhombus": "D",
    "pentagon": "p",
    "hexagon": "h",
    "star": "*",
}


@dataclass(frozen=True)
class ScriptFrame:
    """The title of a script, and the frame of its picture as Matplotlib takes it: the box of the
    axes, the size in inches, and the names and scales of the axes.
    """

    title: str
    box: tuple[float, ...]
    width: float
    height: float
    across: str
    up: str
    aspect: str

    @staticmethod
    def of(document: Document, options: ExportOptions) -> ScriptFrame:
        """The frame of a scene at the size of a figure."""
        view = (document.view or View.around(document.dataset.X)).with_aspect(
            options.width_mm, options.height_mm / document.stretch
        )
        across, up = document.shown_axis_names
        return ScriptFrame(
            re.sub(r'["\\]', "", in_ascii(document.title)) or "A figure",
            tuple(view.box),
            options.width_mm / 25.4,
            options.height_mm / 25.4,
            across,
            up,
            '"equal"' if document.stretch == 1.0 else repr(document.stretch),
        )


def script_of_many(scene: Scene, options: ExportOptions) -> str:
    """The script of a scene of K classes."""
    document, dataset = scene.document, scene.document.dataset
    frame, theme = ScriptFrame.of(document, options), options.drawing_theme
    names = [in_ascii(name) for name in dataset.class_names]
    head = HEAD.format(
        title=frame.title,
        points=dataset.X.tolist(),
        labels=dataset.labels.tolist(),
        names=names,
        box=frame.box,
        width=frame.width,
        height=frame.height,
    )
    parts = [head]
    for number, (in_use, fit) in enumerate(scene.answers_of_classes, start=1):
        name = in_ascii(label_of(in_use, document.methods)) or in_use.method.name
        parts.append(
            _method(name, number, fit, *line_style(theme.palette, document.slot_of(in_use)))
        )
    styles = [theme.style(role) for _, role in classes_of(document)]
    looks = [
        (name, s.fill, MARKERS.get(s.shape, "o")) for name, s in zip(names, styles, strict=True)
    ]
    tail = TAIL.format(looks=looks, across=frame.across, up=frame.up, aspect=frame.aspect)
    return "".join(parts) + remarks_as_code(scene) + tail


def line_style(palette: Palette, slot: int) -> tuple[str, str]:
    """The colour of a method's line, and Matplotlib's name of its dashes as code."""
    colour, dashes = palette.method(slot)
    if dashes is None:
        return colour, '"-"'
    on, off = dashes[:2]
    return colour, '":"' if on == off else '"-."' if on > 4.0 * off else '"--"'


def _method(name: str, number: int, many_fit: ManyFit, colour: str, dashes: str) -> str:
    """The parts of the plane by the functions of their classes, or by the functions of the
    two-class fits.
    """
    function = f"scores_{number}"
    code = scores_of_classes(function, many_fit) if many_fit.form.rule is Rule.LARGEST else None
    if code is not None:
        return SCORES.format(name=name, code=code, function=function, colour=colour, dashes=dashes)
    pair_functions = [
        (key, fit, f"f_{number}_{k}")
        for k, (key, fit) in enumerate(many_fit.pairs, start=1)
        if fit.has_model
    ]
    codes = [score_of_pair(f, fit) for _, fit, f in pair_functions]
    if not codes or any(text is None for text in codes):
        raise ExportError(f"{name}: its boundaries cannot be written as a script")
    functions, rule = [f for _, _, f in pair_functions], many_fit.form.rule
    factors = [
        factor
        for factor, fit in zip(
            many_fit.form.factors(many_fit.problem, many_fit.last.members),
            many_fit.fits,
            strict=True,
        )
        if fit.has_model
    ]
    keys = [key for key, _, _ in pair_functions]
    leads = leads_as_code(
        number, functions, keys, factors, rule, tuple(int(k) for k in many_fit.problem.present)
    )
    return LEADS.format(
        name=name,
        rule=rule.value,
        code="\n\n".join(map(str, codes)),
        leads=leads,
        number=number,
        colour=colour,
        dashes=dashes,
    )


LARGEST = """def leads_{number}(points):
    f = np.column_stack([f(points) for f in [{functions}]]) * np.array({factors})
    others = np.column_stack([np.delete(f, k, axis=1).max(axis=1, initial=-1e300) for k in range(f.shape[1])])
    return f - others"""  # noqa: E501
ONE_POSITIVE = """def leads_{number}(points):
    f = np.column_stack([f(points) for f in [{functions}]]) * np.array({factors})
    others = np.column_stack([np.delete(f, k, axis=1).max(axis=1, initial=-1e300) for k in range(f.shape[1])])
    lead = np.minimum(f, -others)
    return np.column_stack([lead, -lead.max(axis=1)])  # last: undecided"""  # noqa: E501
VOTES = """pairs_{number} = {pairs}  # who has the votes of a positive score, and who those of a negative one


def votes_{number}(f):
    votes, sums = np.zeros((len(f), {classes})), np.zeros((len(f), {classes}))
    for k, (plus, minus) in enumerate(pairs_{number}):
        votes[:, plus] += f[:, k] > 0.0
        votes[:, minus] += f[:, k] <= 0.0
        sums[:, plus] += f[:, k]
        sums[:, minus] -= f[:, k]
    return votes == votes.max(axis=1, keepdims=True), sums


def labels_{number}(f):
    most, sums = votes_{number}(f)
    return {label}


def leads_{number}(points):
    f = np.column_stack([f(points) for f in [{functions}]])
    label, labels = labels_{number}(f)[:, None], np.arange({classes} + 1)
    near = np.full((len(f), {classes} + 1), np.inf)
    for k in range(f.shape[1]):  # the nearest score whose change of sign would change the verdict
        other = labels_{number}(np.where(np.arange(f.shape[1]) == k, -f, f))[:, None]
        changes = (label == labels) != (other == labels)
        near = np.where(changes, np.minimum(near, np.abs(f[:, k : k + 1])), near){margin}
    near = np.where(np.isfinite(near), near, np.abs(f).max(axis=1, keepdims=True))
    return np.where(label == labels, near, -near)"""  # noqa: E501
UNDECIDED = "np.where(most.sum(axis=1) > 1, {classes}, most.argmax(axis=1))"
BY_SCORES = "np.where(most, sums, -np.inf).argmax(axis=1)"
MARGIN = """
    most, sums = votes_{number}(f)
    two = np.sort(np.where(most, sums, -np.inf), axis=1)[:, -2:]
    apart = np.where(most.sum(axis=1) > 1, two[:, 1] - np.where(np.isfinite(two[:, 0]), two[:, 0], 0.0), np.inf)
    near = np.minimum(near, apart[:, None])"""  # noqa: E501


def leads_as_code(
    number: int,
    functions: Sequence[str],
    keys: Sequence[tuple[int, int | None]],
    factors: Sequence[float],
    rule: Rule,
    present: Sequence[int],
) -> str:
    """The function of the leads by the scores of the members, whose classes (plus, minus; None: all
    others) are ``keys``.
    """
    words = {"number": number, "functions": ", ".join(functions)}
    if not rule.is_vote:
        code = ONE_POSITIVE if rule is Rule.ONE_POSITIVE else LARGEST
        return code.format(**words, factors=[float(factor) for factor in factors])
    place = {k: i for i, k in enumerate(present)}
    pairs = [(place[plus], place[minus]) for plus, minus in keys if minus is not None]
    is_by_scores, classes = rule is Rule.VOTES_AND_SCORES, len(present)
    label = BY_SCORES if is_by_scores else UNDECIDED.format(classes=classes)
    return VOTES.format(
        **words,
        pairs=pairs,
        classes=classes,
        label=label,
        margin=MARGIN.format(number=number) if is_by_scores else "",
    )
