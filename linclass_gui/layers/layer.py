"""A layer: how it is drawn, what it needs, and its line in the layers panel.

A need is a function of the scene: empty where it is met, else a few words, short enough for the
line below the layer's name.  The needs of several layers are here, the needs of one layer above its
function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Generic, Literal, TypeVar

from ..answers.decision import plane_line
from ..scene import cures
from ..scene.marks import Mark, Words
from ..scene.scene import PairScene, Scene
from ..scene.section import W_LEAVES_PLANE, is_trace
from .swatches import PLAIN, Swatch

LAST = 100
Group = Literal["Points", "Lines", "Regions", "Many classes"]
S_contra = TypeVar("S_contra", bound=Scene, contravariant=True)
Drawn = Iterable[Mark | Words]


@dataclass(frozen=True)
class Layer(Generic[S_contra]):
    """One layer: ``draw`` gives its marks, of a scene with any number of classes, each in its own
    look, or of a pair (:func:`.pairs.of_pairs`); ``always`` layers have no tick box (points,
    selection, rubber band).

    ``needs`` are asked in turn for a few words about what is missing when it can draw nothing, the
    ``in_the_way``: words keep clear of its marks.  ``swatch`` is its small picture in the panel,
    ``group`` its heading there, and ``place`` its rank: first the layers about the boundary, then
    those of the data, then all others.  ``part_of`` is the layer that an ``always`` layer goes with
    where layers are switched in a finished figure.  ``tells``: it would give away an answer that is
    still to be predicted.  ``is_ground``: it lies below all and reveals nothing.  ``in_legend``:
    its words are in the legend of a composite, once for all panels.
    """

    name: str
    title: str
    tip: str
    draw: Callable[[S_contra], Drawn]
    always: bool = False
    needs: tuple[Callable[[S_contra], str], ...] = ()
    stand_in: Callable[[S_contra], Drawn] | None = None
    in_the_way: bool = False
    swatch: Swatch = PLAIN
    group: Group = "Lines"
    place: int = LAST
    part_of: str = ""
    tells: bool = False
    is_ground: bool = False
    in_legend: bool = False

    def missing(self, scene: S_contra) -> str:
        """Why this layer draws nothing, or empty: what it needs, or that its marks lie outside the
        view.
        """
        words = self.lacks(scene)
        if words or not scene.shows(self.name):
            return words
        draw = self.stand_in or self.draw
        return "" if any(True for _ in draw(scene)) else NOWHERE

    def lacks(self, scene: S_contra) -> str:
        """The need of the layer that the scene lacks, in a few words; empty when it has all."""
        return next((words for need in self.needs if (words := need(scene))), "")


def a_pair_of_classes(scene: Scene) -> str:
    """The selected method has a pair of classes to show."""
    return a_boundary(scene) or ("" if scene.pair is not None else "needs pairs of classes")


S = TypeVar("S", bound=Scene)
NOWHERE = "nothing in the view"  # of a layer that has all it needs
# Needs that a moment brings: a layer that waits for it can be switched on before.
WHILE_DRAGGING, AT_POINTER = "only while dragging", "only at the pointer"
PASSING = (WHILE_DRAGGING, AT_POINTER)
AN_SVM = cures.Refusal("needs an SVM", cures.WITH_MARGIN)  # where there is none at all
NO_BOUNDARY = cures.Refusal("needs a boundary", cures.with_boundary)


def of_answer(need: Callable[[S], str]) -> Callable[[S], str]:
    """A need that only the answer of a method can meet; before the answer, nothing is known to be
    missing.
    """

    @wraps(need)
    def missing(scene: S) -> str:
        words = need(scene)
        return cures.AWAITED if words and scene.is_awaited else words

    return missing


@of_answer
def a_boundary(scene: Scene) -> str:
    """The selected method has a boundary."""
    return "" if scene.drawn_answer is not None else NO_BOUNDARY


def in_plane(scene: Scene) -> str:
    """The selected method predicts the same for a place of the plane as for a point there."""
    return W_LEAVES_PLANE if is_trace(scene.drawn_answer) else ""


@of_answer
def any_boundary(scene: Scene) -> str:
    """Some method has a boundary."""
    return "" if scene.answers else cures.Refusal("nothing to draw", cures.with_boundary)


def an_svm(scene: PairScene, words: str) -> str:
    """An SVM without a boundary counts, and so does one that the plane does not show."""
    fit = scene.selected_fit
    if fit is not None and fit.method.has_levels and in_plane(scene):
        return W_LEAVES_PLANE
    if fit is not None and fit.method.has_margin and not fit.has_model:
        return NO_BOUNDARY
    svms = [entry for entry in scene.document.methods if entry.method.has_margin]
    if not svms or words != AN_SVM:
        return words
    is_on = any(entry.enabled for entry in svms)
    return cures.Refusal("select the SVM" if is_on else "the SVM is off", cures.WITH_MARGIN)


def svm_with(
    part: Callable[[PairScene], object], words: str = AN_SVM
) -> Callable[[PairScene], str]:
    """The need of a part that only some SVMs have; without any SVM these are the words."""

    def missing(scene: PairScene) -> str:
        return "" if part(scene) is not None else an_svm(scene, words)

    return of_answer(missing)


a_margin = svm_with(lambda scene: scene.margin_fit)  # |f| = 1 means something


@of_answer
def a_line(scene: PairScene) -> str:
    """The boundary of the selected method is straight."""
    if plane_line(scene.selected_fit) is not None:
        return ""
    return in_plane(scene) or cures.Refusal("needs a straight line", cures.STRAIGHT)


def even_scales(scene: Scene) -> str:
    """Both axes have one scale: right angles look right."""
    return "" if scene.has_equal_scales else cures.Refusal("needs equal scales", cures.equal_scales)


def both_classes(scene: Scene) -> str:
    """There are points of both classes, or more classes than two."""
    return (
        "" if scene.is_many or min(scene.document.dataset.counts[:2]) > 0 else "needs both classes"
    )


def two_points(scene: Scene) -> str:
    """Some class has a shape."""
    return "" if max(scene.document.dataset.counts) > 1 else "needs two points a class"
