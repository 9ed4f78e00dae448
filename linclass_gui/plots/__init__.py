"""The linked plots, listed in the order of their tabs: adding one is a file here and a line below.

A plot is a pure function from a scene to a figure.  A plot with handles also has ``drag``: where a
handle was dragged to, as a new document.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..scene.document import Document
from ..scene.marks import Figure, Reading
from ..scene.scene import Scene
from . import (
    calibration,
    confusion,
    convergence,
    cost,
    discriminant_plane,
    feature_space,
    fisher_angle,
    fisher_many,
    learning,
    losses,
    multipliers,
    path,
    permutation,
    precision,
    probability,
    projection,
    projection_many,
    roc,
    validation,
    weight_space,
)
from .parts.axes import Choice
from .parts.of_member import Drag, Draw, Read, drag_of, figure_of, is_at_once, read_of

COLUMNS = LEFT, MIDDLE, LAST = range(3)


@dataclass(frozen=True)
class Plot:
    """One linked plot: ``figure`` draws two classes, ``drag(scene, handle, (x, y))`` is the
    document after dragging a handle of it.

    ``read(scene, (x, y), (reach_x, reach_y))`` is the reading at a position, or None; a training
    point counts as pointed at within the reach, which is in the units of the axes.  ``short`` is
    the title where there is little room. ``turn(scene, start, (x, y))`` is the document after a
    drag over the picture beside all handles, None where that does nothing; ``choices(scene)`` are
    what the plot can show, offered by a click on its heading and in the menu. ``select(scene, (x,
    y))`` are the rows that a click there selects, None where it selects nothing.  ``grab(scene, (x,
    y))`` is the handle that jumps to a press beside all handles, None where none does.  ``column``
    is the place of its tab in a wide window, ``on_left`` that in one with room for two columns.

    ``any_number``: it draws any number of classes, each in its own look; otherwise two, and of more
    the chosen member; with ``at_once``, too, where the method does not decide between all classes
    at once.  ``many`` draws and reads more than two classes where that is another picture.
    """

    name: str
    title: str
    tip: str
    figure: Draw
    drag: Drag | None = None
    read: Read | None = None
    any_number: bool = False
    at_once: bool = False
    many: tuple[Draw, Read] | None = None
    short: str = ""
    select: Callable[[Scene, tuple[float, float]], frozenset[int] | None] | None = None
    turn: Callable[[Scene, tuple[float, float], tuple[float, float]], Document | None] | None = None
    choices: Callable[[Scene], tuple[Choice, ...]] | None = None
    grab: Callable[[Scene, tuple[float, float]], str | None] | None = None
    column: int = LAST
    on_left: bool = False

    # a curve far out is infinite there, and is cut off
    @np.errstate(over="ignore", invalid="ignore")
    def draw(self, scene: Scene) -> Figure:
        """The figure of a scene of any number of classes."""
        if self.many is not None and scene.is_many:
            return self.many[0](scene)
        return self.figure(scene) if self._knows_looks(scene) else figure_of(self.figure, scene)

    @np.errstate(over="ignore", invalid="ignore")
    def read_at(
        self, scene: Scene, at: tuple[float, float], reach: tuple[float, float]
    ) -> Reading | None:
        """The reading of this figure at a position."""
        if self.many is not None and scene.is_many:
            return self.many[1](scene, at, reach)
        if self.read is None:
            return None
        return (
            self.read(scene, at, reach)
            if self._knows_looks(scene)
            else read_of(self.read, scene, at, reach)
        )

    def drag_to(self, scene: Scene, handle: str, at: tuple[float, float]) -> Document:
        """The document after a handle of this figure was dragged there."""
        if self.drag is None or (self.many is not None and scene.is_many):
            return scene.document
        return (
            self.drag(scene, handle, at)
            if self._knows_looks(scene)
            else drag_of(self.drag, scene, handle, at)
        )

    def _knows_looks(self, scene: Scene) -> bool:
        """Whether the plot draws all classes of a scene, in their looks."""
        return self.any_number and (not self.at_once or is_at_once(scene))


PLOTS: tuple[Plot, ...] = (
    Plot(
        "fisher-angle",
        "Fisher J over the angle",
        "Fisher's criterion for every direction of projection; drag a marker to turn a trial line",
        fisher_angle.figure,
        fisher_angle.drag,
        fisher_angle.read,
        many=(fisher_many.figure, fisher_many.read),
        short="Fisher J",
        column=LEFT,
        on_left=True,
    ),
    Plot(
        "projection",
        "Projection",
        (
            "The classes along w of the selected method, or of the trial line once it was turned; "
            "drag the threshold to shift it"
        ),
        projection.figure,
        projection.drag,
        projection.read,
        many=(projection_many.figure, projection_many.read),
        column=MIDDLE,
    ),
    Plot(
        "probability",
        "Probability along w",
        (
            "The probability of class + over the signed distance from the line, with the points "
            "at 0 "
            "and 1"
        ),
        probability.figure,
        read=probability.read,
        short="σ(f)",
        column=MIDDLE,
    ),
    Plot(
        "path",
        "Path",
        "The method over its regularisation parameter; drag the cursor to set it",
        path.figure,
        path.drag,
        path.read,
        column=LEFT,
        on_left=True,
    ),
    Plot(
        "validation",
        "Validation",
        (
            "Errors on points that were left out, over C or another parameter; a press sets it, a "
            "click on the heading has more"
        ),
        validation.figure,
        validation.drag,
        validation.read,
        any_number=True,
        choices=validation.choices,
        grab=validation.grab,
        column=LEFT,
        on_left=True,
    ),
    Plot(
        "losses",
        "Losses",
        "What each point costs as a function of y f(x), by the loss of every method",
        losses.figure,
        read=losses.read,
        any_number=True,
        at_once=True,
    ),
    Plot(
        "multipliers",
        "Multipliers",
        "The multipliers of a margin method, with the sign of their class",
        multipliers.figure,
        read=multipliers.read,
        any_number=True,
        at_once=True,
        short="α",
        column=MIDDLE,
        on_left=True,
    ),
    Plot(
        "convergence",
        "Convergence",
        "How the iterative methods approach their optimum",
        convergence.figure,
        read=convergence.read,
        any_number=True,
        at_once=True,
    ),
    Plot(
        "weight-space",
        "Weight space",
        (
            "What each choice of weights costs, and each sample as a line; drag the ring to where "
            "a "
            "step-by-step rule begins"
        ),
        weight_space.figure,
        weight_space.drag,
        weight_space.read,
        short="Weights",
        turn=weight_space.turn,
        grab=lambda scene, at: None if scene.is_many else weight_space.grab(scene, at),
        on_left=True,
    ),
    Plot(
        "confusion",
        "Confusion",
        (
            "How often the selected method predicts each class for each true class; a click on a "
            "cell "
            "selects its points"
        ),
        confusion.figure,
        read=confusion.read,
        any_number=True,
        select=confusion.select,
        column=MIDDLE,
    ),
    Plot(
        "roc",
        "ROC",
        (
            "The share of class + found over the share of false alarms; drag the ring to move the "
            "threshold"
        ),
        roc.ROC.figure,
        roc.ROC.drag,
        roc.ROC.read,
        column=MIDDLE,
    ),
    Plot(
        "precision",
        "Precision over recall",
        (
            "The share of points called class + that are so, over the share of class + found; drag "
            "the ring to move the threshold"
        ),
        precision.PRECISION.figure,
        precision.PRECISION.drag,
        precision.PRECISION.read,
        short="Precision",
        column=MIDDLE,
    ),
    Plot(
        "calibration",
        "Calibration",
        "How often class + occurs among points with the same predicted probability, in ten parts",
        calibration.figure,
        read=calibration.read,
    ),
    Plot(
        "cost",
        "Cost",
        (
            "What the errors cost for every threshold; drag the threshold, choose the costs by a "
            "click on the heading"
        ),
        cost.figure,
        cost.drag,
        cost.read,
        choices=cost.choices,
    ),
    Plot(
        "learning",
        "Learning curve",
        (
            "Errors in training and on other points for samples of growing size, with their spread "
            "over draws"
        ),
        learning.figure,
        read=learning.read,
        any_number=True,
        short="Learning",
    ),
    Plot(
        "permutation",
        "Labels exchanged",
        (
            "The errors of the same method when labels are exchanged at random: is there a signal "
            "at "
            "all?"
        ),
        permutation.figure,
        read=permutation.read,
        any_number=True,
        short="Labels",
    ),
    Plot(
        "discriminant-plane",
        "Discriminant plane",
        (
            "The samples in the first two discriminant directions; of two classes in Fisher's "
            "direction and across it"
        ),
        discriminant_plane.figure,
        read=discriminant_plane.read,
        any_number=True,
        short="Plane",
        column=LEFT,
        on_left=True,
    ),
    Plot(
        "feature-space",
        "Feature space",
        (
            "The points where the feature map sends them; drag to turn, click on the heading to "
            "choose the axes"
        ),
        feature_space.figure,
        read=feature_space.read,
        short="φ(x)",
        turn=feature_space.turn,
        choices=feature_space.choices,
        column=LEFT,
        on_left=True,
    ),
)


def plot_named(name: str) -> Plot:
    """The plot of this name.

    Raises:
        KeyError: there is none.
    """
    return _BY_NAME[name]


_BY_NAME = {plot.name: plot for plot in PLOTS}
