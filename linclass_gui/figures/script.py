"""A Python script that draws the same picture with scikit-learn and matplotlib.

Where scikit-learn has the model, the script fits it with the same objective (their scalings differ:
the comments say how); the boundary of another one is drawn as it was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from solvers import AnyFit, FeatureMap, Fit, Identity, Kernel, Peer, Problem, Status
from solvers.centring import ORIGIN, UNITS, Centred
from solvers.maps import PowerMap

from ..answers.comparison import method_titles
from ..answers.decision import has_levels
from ..answers.method_labels import label_of
from ..answers.regions import boundary_curves
from ..draw.paper import Page
from ..markup.mathtext import plain
from ..scene.colours import Palette
from ..scene.looks import role
from ..scene.methods import MethodInUse
from ..scene.scene import Scene
from ..scene.styles import Shape
from ..scene.theme import THEMES
from ..scene.view import View
from .settings import ExportOptions
from .sources import scene_in

INDENT = "\n    "
# as matplotlib calls them
MARKERS: dict[Shape, str] = {
    "disc": "o",
    "square": "s",
    "triangle": "^",
    "triangle-down": "v",
    "rhombus": "D",
    "pentagon": "p",
    "hexagon": "h",
    "star": "*",
    "greek-cross": "P",
    "arrow": ">",
}
MARGINS = """\
axes.contour(grid[..., 0], grid[..., 1], {function}(grid.reshape(-1, 2)).reshape(grid.shape[:2]),
             levels=[-1.0, 1.0], colors="black", linestyles="--", linewidths=0.8)
"""
SCRIPT = '''"""{title}

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
y = np.array({labels})
n = len(y)
{models}
classes = [
{classes}]
boundaries = [
{boundaries}]

x0, x1, y0, y1 = {box}
figure, axes = plt.subplots(figsize=({width:.4f}, {height:.4f}), layout="constrained")
grid = np.stack(np.meshgrid(np.linspace(x0, x1, 800), np.linspace(y0, y1, 600)), axis=-1)
for name, boundary, colour, dashes in boundaries:
    axes.plot([], [], color=colour, linestyle=dashes, label=name)
    if callable(boundary):
        values = boundary(grid.reshape(-1, 2)).reshape(grid.shape[:2])
        axes.contour(grid[..., 0], grid[..., 1], values, levels=[0.0], colors=colour, linestyles=dashes, linewidths=1.5)
        continue
    for curve in boundary:
        axes.plot(*np.array(curve).T, color=colour, linestyle=dashes, linewidth=1.5)
{margins}for label, name, colour, marker in classes:
    axes.scatter(*X[y == label].T, c=colour, marker=marker, s=16, label=name, edgecolors="white", linewidths=0.5, zorder=3)
axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect={aspect}, xlabel={across!r}, ylabel={up!r})
axes.legend(fontsize="small")
if __name__ == "__main__":
    plt.show()
'''  # noqa: E501


def encode(page: Page, options: ExportOptions) -> bytes:
    """The script of a page."""
    return script_of(scene_in(page), options).encode("utf-8", "replace")


def script_of(scene: Scene, options: ExportOptions) -> str:
    """The script of a scene: data, models, picture."""
    document, dataset = scene.document, scene.document.dataset
    view = (document.view or View.around(dataset.X)).with_aspect(
        options.width_mm, options.height_mm / document.stretch
    )
    models = [
        _Model(scene, in_use, fit, f"f{k}", view)
        for k, (in_use, fit) in enumerate(scene.answers, start=1)
    ]
    has_margins = bool(models) and scene.shows("margins") and models[-1].has_margins
    imports = sorted({model.peer.import_line for model in models if model.peer is not None})
    # the labels of two classes are the targets of the models
    count = len(dataset.class_names)
    labels = (-1, 1) if count == 2 else tuple(range(count))
    theme = THEMES[options.theme]
    styles = [theme.style(role("class", look)) for look in document.class_looks]
    across, up = document.shown_axis_names
    return SCRIPT.format(
        title=re.sub(r'["\\]', "", in_ascii(document.title)) or "A figure",
        imports="".join(f"{line}\n" for line in imports),
        points="\n".join(f"        [{x!r}, {y!r}]," for x, y in dataset.X.tolist()),
        labels=[labels[k] for k in dataset.labels.tolist()],
        models="".join(map(str, models)) + _remarks(scene),
        classes="".join(
            f"    ({label}, {in_ascii(name)!r}, {style.fill!r}, {MARKERS[style.shape]!r}),\n"
            for label, name, style in zip(labels, dataset.class_names, styles, strict=True)
        ),
        boundaries="".join(model.entry for model in models),
        box=tuple(view.box),
        width=options.width_mm / 25.4,
        height=options.height_mm / 25.4,
        margins=MARGINS.format(function=models[-1].function) if has_margins else "",
        aspect='"equal"' if document.stretch == 1.0 else repr(document.stretch),
        across=across,
        up=up,
    )


def in_ascii(markup: str) -> str:
    """A label as the words of a script, with an ASCII minus."""
    return plain(markup).replace("\u2212", "-")


def _remarks(scene: Scene) -> str:
    """A comment for every method that is on but has no model: why the script does not draw it."""
    titles = method_titles(scene.document)
    return "".join(
        f"\n# {in_ascii(titles[in_use.id])} is not drawn: "
        f"{' '.join(in_ascii(fit.explanation).split())}\n"
        for in_use, fit in scene.fitted
        if not fit.has_model
    )


@dataclass(frozen=True, eq=False)
class _Model:
    """The part of the script for one method: the code of its ``function``, by scikit-learn where
    that has the model, and its ``entry`` in the list of boundaries, else the curves.
    """

    scene: Scene
    in_use: MethodInUse
    fit: AnyFit
    function: str
    view: View

    @property
    def peer(self) -> Peer | None:
        """The model of scikit-learn, where it sees the same features."""
        fit = self.fit.as_pair
        if fit is None or fit.status is not Status.CONVERGED:
            return None
        can_be_written = _features_as_code(fit.problem) or fit.problem.kernel is not None
        return fit.method.peer(fit) if can_be_written else None

    @property
    def has_margins(self) -> bool:
        """Whether the script draws its margins."""
        fit = self.fit.as_pair
        return self.peer is not None and fit is not None and has_levels(fit)

    @property
    def entry(self) -> str:
        """Its name, its function or its curves, and the look of its line."""
        document = self.scene.document
        name = in_ascii(label_of(self.in_use, document.methods)) or self.in_use.method.name
        boundary = self.function
        if self.peer is None:
            boundary = repr([curve.tolist() for curve in boundary_curves(self.fit, self.view)])
        colour, dashes = line_style(THEMES["print"].palette, document.slot_of(self.in_use))
        return f"    ({name!r}, {boundary}, {colour!r}, {dashes}),\n"

    def __str__(self) -> str:
        fit, peer, title = self.fit.as_pair, self.peer, f"\n# {self.in_use.method.name}\n"
        if peer is None or fit is None:
            return f"{title}# scikit-learn has no such method, or not with these settings\n"
        phi = map_as_code(fit.problem)
        definition = f"def phi{self.function}(X):{INDENT}{phi}\n\n\n" if phi else ""
        remark = f"# {peer.remark}\n" if peer.remark else ""
        lines = _by_peer(self.function, peer, fit, f"phi{self.function}" if phi else "")
        return f"{title}{definition}{remark}{''.join(lines)}"


def line_style(palette: Palette, slot: int) -> tuple[str, str]:
    """The colour of a method's line, and Matplotlib's name of its dashes as code."""
    colour, dashes = palette.method(slot)
    if dashes is None:
        return colour, '"-"'
    on, off = dashes[:2]
    return colour, '":"' if on == off else '"-."' if on > 4.0 * off else '"--"'


def map_as_code(problem: Problem) -> str:
    """The body of the feature function given to scikit-learn; empty where it takes the points as
    they are.
    """
    kernel, features = problem.kernel, problem.features
    if kernel is not None:
        return "" if kernel.letter == "x" else f"return {_placed(kernel)}"
    names = "x1, x2" if features.letter == "x" else "u1, u2"
    columns = _features_as_code(problem)
    return f"{names} = ({_placed(features)}).T{INDENT}return np.column_stack([{columns}])"


def _placed(space: FeatureMap | Kernel) -> str:
    """The points X about the origin of a map or a kernel in its units."""
    if not isinstance(space, Centred) or space.is_plain:
        return "X"
    origin, units = list(space.origin or ORIGIN), list(space.units or UNITS)
    return f"(X - np.array({origin})) / np.array({units})"


def _features_as_code(problem: Problem) -> str:
    """The features as expressions of the coordinates; empty where they are no sums of powers."""
    features = problem.features
    if isinstance(features, PowerMap):
        return ", ".join(
            " + ".join(_summand(features.letter, *summand) for summand in sum)
            for sum in features.sums
        )
    return "x1, x2" if isinstance(features, Identity) and problem.X.shape[1] == 2 else ""


def _summand(letter: str, a: float, i: int, j: int) -> str:
    """``a u1^i u2^j``, the root of a whole number as one."""
    square = round(a * a)
    is_root = a == sqrt(square) and a != round(a)
    powers = [f"{letter}{k}" + (f"**{p}" if p > 1 else "") for k, p in ((1, i), (2, j)) if p]
    factor = f"np.sqrt({square})" if is_root else repr(a)
    return " * ".join(powers if a == 1.0 and powers else [factor, *powers])


def _by_peer(f: str, peer: Peer, fit: Fit, phi: str) -> Iterator[str]:
    """The model fitted by scikit-learn, and its score."""
    samples, places = (f"{phi}({argument})" if phi else argument for argument in ("X", "points"))
    if peer.score:
        yield f"model_{f} = {peer.call}.fit({samples}, y)\n\n\n"
        yield f"def {f}(points):\n    return model_{f}.{peer.score}({places})\n"
    elif fit.w is not None:
        cut = -fit.b / float(np.linalg.norm(fit.w))
        yield f"w{f} = {peer.call}.fit({samples}, y).coef_[0]\n"
        yield f"w{f} /= np.linalg.norm(w{f})\n\n\n"
        yield f"def {f}(points):\n    return {places} @ w{f} - {cut!r}\n"
