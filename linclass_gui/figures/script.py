"""A Python script that draws the same picture with scikit-learn and matplotlib, and computes the
same boundaries.

Where scikit-learn has the model, the script fits it with the same objective (their scalings differ:
the comments say how); where it has none, the script holds the fitted numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from solvers import Fit, Peer, Status

from ..answers.decision import has_levels
from ..answers.method_labels import label_of
from ..draw.paper import Page
from ..scene.colours import Palette
from ..scene.document import Document
from ..scene.methods import MethodInUse
from ..scene.scene import Scene
from ..scene.theme import THEMES
from ..scene.view import View
from .formulas import (
    INDENT,
    coordinates_as_code,
    features_as_code,
    in_ascii,
    placed_as_code,
    remarks_as_code,
    score_of_pair,
)
from .settings import ExportError, ExportOptions
from .sources import scene_in

MARGINS = """\
axes.contour(grid[..., 0], grid[..., 1], {function}(grid.reshape(-1, 2)).reshape(grid.shape[:2]),
             levels=[-1.0, 1.0], colors="black", linestyles="--", linewidths=0.8)
"""
HEAD = '''"""{title}

Written by linclass: the points, and the same models fitted by scikit-learn.  Needs numpy, matplotlib and scikit-learn.
"""

import matplotlib.pyplot as plt
import numpy as np
{imports}
X = np.array(
    [
{points}
    ]
)
y = np.array({labels})  # +1: {plus}, -1: {minus}
n = len(y)
'''  # noqa: E501
TAIL = """
x0, x1, y0, y1 = {box}
figure, axes = plt.subplots(figsize=({width:.4f}, {height:.4f}), layout="constrained")
grid = np.stack(np.meshgrid(np.linspace(x0, x1, 800), np.linspace(y0, y1, 600)), axis=-1)
for name, f, colour, dashes in boundaries:
    values = f(grid.reshape(-1, 2)).reshape(grid.shape[:2])
    axes.contour(grid[..., 0], grid[..., 1], values, levels=[0.0], colors=colour, linestyles=dashes, linewidths=1.5)
    axes.plot([], [], color=colour, linestyle=dashes, label=name)
{margins}look = {{"edgecolors": "white", "linewidths": 0.5, "zorder": 3}}
axes.scatter(*X[y > 0].T, c="{plus_colour}", marker="o", s=16, label={plus!r}, **look)
axes.scatter(*X[y < 0].T, c="{minus_colour}", marker="s", s=14, label={minus!r}, **look)
axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect={aspect}, xlabel={across!r}, ylabel={up!r})
axes.legend(fontsize="small")
if __name__ == "__main__":
    plt.show()
"""  # noqa: E501


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


def encode(page: Page, options: ExportOptions) -> bytes:
    """The script of a page."""
    return script_of(scene_in(page), options).encode("utf-8", "replace")


def script_of(scene: Scene, options: ExportOptions) -> str:
    """The script of a scene: data, models, picture.

    Raises:
        ExportError: there are more classes than two, or a score cannot be written.
    """
    document, dataset = scene.document, scene.document.dataset
    if len(dataset.class_names) > 2:
        raise ExportError(
            f"a Python script shows two classes, and there are {len(dataset.class_names)}; choose "
            "a picture, or .csv for points, scores and predictions"
        )
    two = enumerate(scene.drawn, start=1)
    parts = [
        *_of_many_at_two(scene),
        *(_Model.of(scene, in_use, fit, f"f{k}") for k, (in_use, fit) in two),
    ]
    imports = "".join(
        f"{line}\n" for line in sorted({line for part in parts for line in part.imports})
    )
    minus, plus = (in_ascii(name) for name in (dataset.class_names[0], dataset.class_names[-1]))
    rows = "\n".join(f"        [{x!r}, {y!r}]," for x, y in dataset.X.tolist())
    frame = ScriptFrame.of(document, options)
    labels = np.where(dataset.labels > 0, 1, -1).tolist()
    head = HEAD.format(
        title=frame.title, imports=imports, points=rows, labels=labels, plus=plus, minus=minus
    )
    body = "".join(f"\n{part.code}" for part in parts) + remarks_as_code(scene)
    listed = "".join(
        f"    ({part.name!r}, {part.function}, {part.colour!r}, {part.dashes}),\n" for part in parts
    )
    palette = THEMES[options.theme].palette
    has_margins = bool(parts) and scene.shows("margins") and parts[-1].has_margin
    margins = MARGINS.format(function=parts[-1].function) if has_margins else ""
    tail = TAIL.format(
        box=frame.box,
        width=frame.width,
        height=frame.height,
        margins=margins,
        plus=plus,
        minus=minus,
        plus_colour=palette.plus,
        minus_colour=palette.minus,
        across=frame.across,
        up=frame.up,
        aspect=frame.aspect,
    )
    return f"{head}{body}\nboundaries = [\n{listed}]\n{tail}"


def _of_many_at_two(scene: Scene) -> Iterator[_Model]:
    """The all-at-once methods with two classes: the line where both scores are equal."""
    for number, (in_use, fit) in enumerate(scene.answers_of_classes, start=1):
        function, pair = f"g{number}", fit.as_pair
        if pair is None or not pair.has_model:
            continue
        code = score_of_pair(function, pair)
        if code is not None:
            name = in_ascii(label_of(in_use, scene.document.methods)) or in_use.method.name
            model = _Model(
                name,
                function,
                *line_style(THEMES["print"].palette, scene.document.slot_of(in_use)),
                has_margin=False,
            )
            model.code = f"# {in_use.method.name}\n{code}"
            yield model


class _Model:
    """The part of the script for one method."""

    def __init__(
        self, name: str, function: str, colour: str, dashes: str, has_margin: bool
    ) -> None:
        self.name, self.function, self.colour, self.dashes, self.has_margin = (
            name,
            function,
            colour,
            dashes,
            has_margin,
        )
        self.imports: set[str] = set()
        self.code = ""

    @staticmethod
    def of(scene: Scene, in_use: MethodInUse, fit: Fit, function: str) -> _Model:
        """The code that fits one of the methods that are drawn."""
        palette = THEMES["print"].palette
        name = in_ascii(label_of(in_use, scene.document.methods)) or in_use.method.name
        style = line_style(palette, scene.document.slot_of(in_use))
        model = _Model(name, function, *style, has_levels(fit))
        # None: no expressions
        features = None if fit.problem.kernel is not None else features_as_code(fit.problem)
        lines = list(model._lines(fit, features))
        model.code = "\n".join((f"# {in_use.method.name}", *lines)) + "\n"
        return model

    def _lines(self, fit: Fit, features: str | None) -> Iterator[str]:
        """The model by scikit-learn where that has it, else by its numbers."""
        f = self.function
        can_be_written = features is not None or fit.problem.kernel is not None
        peer = fit.method.peer(fit) if fit.status is Status.CONVERGED and can_be_written else None
        if peer is None:
            yield self._numbers(fit)
            return
        self.imports.add(peer.import_line)
        phi = _map(fit, features)
        if phi:
            yield f"def phi{f}(X):{INDENT}{phi}\n\n"
        if peer.remark:
            yield f"# {peer.remark}"
        yield from _by_peer(f, peer, fit, f"phi{f}" if phi else "")

    def _numbers(self, fit: Fit) -> str:
        code = score_of_pair(self.function, fit)
        if code is None:
            raise ExportError(
                f"{fit.method.name} with this kernel or these features cannot be written as a "
                "script"
            )
        return (
            "# scikit-learn has no such method, or not with these settings: its score as it was "
            f"found\n{code}"
        )


def line_style(palette: Palette, slot: int) -> tuple[str, str]:
    """The colour of a method's line, and Matplotlib's name of its dashes as code."""
    colour, dashes = palette.method(slot)
    if dashes is None:
        return colour, '"-"'
    on, off = dashes[:2]
    return colour, '":"' if on == off else '"-."' if on > 4.0 * off else '"--"'


def _map(fit: Fit, features: str | None) -> str:
    """The body of the feature function given to scikit-learn; empty where it takes the points as
    they are.
    """
    problem = fit.problem
    if features is not None:
        return (
            f"{coordinates_as_code(problem.features, 'X')}{INDENT}return "
            f"np.column_stack([{features}])"
        )
    if problem.kernel is None or problem.kernel.letter == "x":
        return ""
    return f"return {placed_as_code(problem.kernel, 'X')}"


def _by_peer(f: str, peer: Peer, fit: Fit, phi: str) -> Iterator[str]:
    """The model fitted by scikit-learn, and its score."""
    samples, places = (f"{phi}({argument})" if phi else argument for argument in ("X", "points"))
    if peer.score:
        yield f"model_{f} = {peer.call}.fit({samples}, y)\n\n"
        yield f"def {f}(points):\n    return model_{f}.{peer.score}({places})\n"
    elif fit.w is not None:
        cut = -fit.b / float(np.linalg.norm(fit.w))
        yield f"w{f} = {peer.call}.fit({samples}, y).coef_[0]"
        yield f"w{f} /= np.linalg.norm(w{f})\n\n"
        yield f"def {f}(points):\n    return {places} @ w{f} - {cut!r}\n"
