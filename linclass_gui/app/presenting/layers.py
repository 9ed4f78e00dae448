"""Which layers have a key in a presentation, and what the bands say of a scene."""

from __future__ import annotations

from solvers import Method

from ...core.course.lesson import Lesson
from ...core.course.reveals import full
from ...core.document import Document
from ...core.fits import playback as runs
from ...core.markup.mathtext import escape_label, first_sentence
from ...core.markup.numbers import sentence_label
from ...core.markup.ticks import count_words
from ...core.scene import Scene
from ...overlays import OVERLAYS
from ...overlays.needs import AWAITED
from ...overlays.overlay import Overlay
from ..panels.layers import layers

KEYS = 8


def layers_with_keys(scene: Scene, lesson: Lesson | None) -> tuple[str, ...]:
    """The layers with a key: those that the picture and the lesson's steps show, then others that could show something.

    They depend on the file alone, not on what has been switched, answered or fitted: a lecturer knows them by heart.
    """
    document = scene.document if lesson is None else lesson.document
    first = document.layers | (full(lesson).layers if lesson is not None else frozenset())
    known = [overlay for overlay in layers() if not overlay.is_ground]
    own = [overlay.name for overlay in known if overlay.name in first]
    bare = Scene(document, view=scene.view, pixel=scene.pixel)
    has_margin = any(isinstance(used.method, Method) and used.method.has_margin for used in document.methods)
    more = [each.name for each in known if each.name not in first and _may_show(each, bare, has_margin)]
    return tuple((own + more)[:KEYS])


def _may_show(overlay: Overlay, bare: Scene, has_margin: bool) -> bool:
    """Whether a layer could show something once the methods have answered."""
    words = overlay.lacks(bare)
    return not words or (words == AWAITED and (has_margin or not overlay.tells))


def names(keys: tuple[str, ...], document: Document) -> tuple[tuple[str, bool], ...]:
    """The keys as the band shows them."""
    titles = {overlay.name: overlay.title for overlay in OVERLAYS}
    return tuple((titles[key][:1].lower() + titles[key][1:], key in document.layers) for key in keys)


def sentence(scene: Scene, lesson: Lesson | None, taken: int, closing: str) -> str:
    """The line below the title: the closing sentence, that of the last step, or the first one of the text."""
    if closing:
        return closing
    if lesson is not None:
        said = next((step.say for step in reversed(lesson.steps[:taken]) if step.say), "")
        return said or first_sentence(lesson.words)
    minus, plus = scene.document.dataset.counts[:2]
    return escape_label(f"{count_words(minus + plus, 'point')}, {plus} of {scene.document.dataset.class_names[1]}")


def run_words(scene: Scene) -> tuple[str, str]:
    """What happens in the step of the run that is played, and which step of how many it is; nothing where none is played."""
    playback, fit = scene.playback, scene.whole.get(scene.document.selected)
    if playback is None or fit is None:
        return "", ""
    return sentence_label(runs.sentence(playback, fit)), f"step {playback.step} of {playback.last}"
