"""The Python script for more than two classes: the points, and the numbers with which each method divides the plane."""

from __future__ import annotations

import re

from solvers import ManyFit

from ...core.document import View
from ...core.markup.mathtext import parse, plain_text
from ...core.scene import Scene
from ...core.telling import label_of
from ...overlays.legend import classes_of
from ..options import ExportOptions

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
grid = np.stack(np.meshgrid(np.linspace(x0, x1, 800), np.linspace(y0, y1, 600)), axis=-1)
'''
SCORES = """
# {name}: one linear function a class, the largest wins
W, b = np.array({W}), np.array({b})
scores = grid @ W.T + b
for k in range(len(names)):
    others = np.delete(scores, k, axis=-1).max(axis=-1)
    axes.contour(grid[..., 0], grid[..., 1], scores[..., k] - others, levels=[0.0], colors={colour!r}, linewidths=1.5)
"""
LINES = """
# {name}: its lines, each (w1, w2, b)
for w1, w2, b in {lines}:
    score = w1 * grid[..., 0] + w2 * grid[..., 1] + b
    axes.contour(grid[..., 0], grid[..., 1], score, levels=[0.0], colors={colour!r}, linewidths=1.0)
"""
TAIL = """
for k, (name, colour, marker) in enumerate({looks}):
    axes.scatter(*X[labels == k].T, c=colour, marker=marker, s=16, edgecolors="white", linewidths=0.5, label=name, zorder=3)
axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xlabel={across!r}, ylabel={up!r})
axes.legend(fontsize="small")
if __name__ == "__main__":
    plt.show()
"""
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


def script_of_many(scene: Scene, options: ExportOptions) -> str:
    """The script of a scene of K classes."""
    document, dataset = scene.document, scene.document.dataset
    theme = options.drawing_theme
    view = (document.view or View.around(dataset.X)).with_aspect(options.width_mm, options.height_mm)
    names = [_plain(name) for name in dataset.class_names]
    title = re.sub(r'["\\]', "", _plain(document.title)) or "A figure"
    size = {"width": options.width_mm / 25.4, "height": options.height_mm / 25.4}
    points, labels = dataset.X.tolist(), dataset.labels.tolist()
    parts = [HEAD.format(title=title, points=points, labels=labels, names=names, box=tuple(view.box), **size)]
    for used, many in scene.drawn_many:
        name = _plain(label_of(used, document.methods)) or used.method.name
        parts.append(_method(name, many, theme.palette.method(used.slot)))
    styles = [theme.style(role) for _, role in classes_of(document)]
    looks = [(name, s.fill, MARKERS.get(s.shape, "o")) for name, s in zip(names, styles, strict=True)]
    across, up = document.axis_names
    return "".join(parts) + TAIL.format(looks=looks, across=across, up=up)


def _method(name: str, many: ManyFit, colour: str) -> str:
    """The parts of the plane by the numbers of their functions; curves cannot be written so."""
    if many.W is not None and many.W.shape[1] == 2:
        return SCORES.format(name=name, W=many.W.tolist(), b=many.b.tolist(), colour=colour)
    members = [fit for fit in many.members.values() if fit.w is not None and len(fit.w) == 2]
    if members:
        lines = [(*fit.w.tolist(), fit.b) for fit in members if fit.w is not None]
        return LINES.format(name=name, lines=lines, colour=colour)
    return f"\n# {name}: its boundaries are curves, which this script leaves out\n"


def _plain(markup: str) -> str:
    return plain_text(parse(markup)).replace("\u2212", "-")
