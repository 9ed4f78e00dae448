"""Which layers have a key in a presentation, and what the bands say of a scene."""

from __future__ import annotations

from ...core.course.lesson import Lesson
from ...core.course.reveals import full
from ...core.document import Document
from ...core.markup.mathtext import escape_label
from ...core.markup.ticks import count_words, significant
from ...core.scene import Scene
from ...overlays import OVERLAYS
from ..panels.layers import layers

KEYS = 8


def layers_with_keys(scene: Scene, lesson: Lesson | None) -> tuple[str, ...]:
    """The layers with a key: those of the scene and of the lesson's steps, then others that have something to show."""
    first = scene.document.layers | (full(lesson).layers if lesson is not None else frozenset())
    known = [overlay for overlay in layers() if not overlay.is_ground]
    own = [overlay.name for overlay in known if overlay.name in first]
    more = [overlay.name for overlay in known if overlay.name not in first and not overlay.lacks(scene)]
    return tuple((own + more)[:KEYS])


def names(keys: tuple[str, ...], document: Document) -> tuple[tuple[str, bool], ...]:
    """The keys as the band shows them."""
    titles = {overlay.name: overlay.title for overlay in OVERLAYS}
    return tuple((titles[key][:1].lower() + titles[key][1:], key in document.layers) for key in keys)


def value(document: Document) -> str:
    """The strength of the selected method, as in ``C = 8.00``."""
    method = document.selected_method
    strength = None if method is None or not method.enabled else method.method.strength
    if method is None or strength is None:
        return ""
    return f"{strength.symbol} = {significant(float(getattr(method.method, strength.name)), 3)}"


def sentence(scene: Scene, lesson: Lesson | None, taken: int, closing: str) -> str:
    """The line below the title: the closing sentence, that of the last step, or the first one of the text."""
    if closing:
        return closing
    if lesson is not None:
        said = next((step.say for step in reversed(lesson.steps[:taken]) if step.say), "")
        return said or first_sentence(lesson.text)
    minus, plus = scene.document.dataset.counts[:2]
    return escape_label(f"{count_words(minus + plus, 'point')}, {plus} of {scene.document.dataset.class_names[1]}")


def first_sentence(text: str) -> str:
    """The first sentence of a text; one that ends inside a formula goes on."""
    end = 0
    while (end := text.find(". ", end + 1)) > 0:
        if text.count("$", 0, end) % 2 == 0:
            return text[: end + 1]
    return text
