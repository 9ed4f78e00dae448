"""The legend of a canvas: what its points, symbols and lines are called, where the words on the canvas are left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ..core.classes.looks import role as class_role
from ..core.document import Document
from ..core.markup.mathtext import name_label
from ..core.method_labels import name_in
from ..core.scene import Scene

# name, role, slot, its sample, and what lies under a symbol
Entry = tuple[str, str, int | None, Literal["line", "dot", "area"], str]
# Roles that need words, in the order of the legend; what is not listed (hulls, grid, half-planes) explains itself.
NAMES: tuple[tuple[str, str, Literal["line", "dot", "area"], str], ...] = (
    ("sv-free", "free", "dot", "class-plus"),
    ("sv-bound", "bound", "dot", "class-plus"),
    ("sv-wrong", "wrong", "dot", "class-plus"),
    ("wrong-plus-minus", "misclassified", "dot", ""),
    ("mean-plus", "mean", "dot", ""),
    ("margin", "$f(x) = \u00b11$", "line", ""),
    ("bayes", "Bayes boundary", "line", ""),
    ("trial", "trial line", "line", ""),
    ("closest-pair", "closest pair", "line", ""),
    ("slack-plus", "slack", "line", ""),
)
NAMED_LINES = frozenset({"bayes", "trial"})  # beside those of the methods


def keys_of(scene: Scene, roles: frozenset[tuple[str, int | None]]) -> Iterator[Entry]:
    """The entries for what is drawn, which is given by role and slot."""
    drawn = {role for role, _ in roles}
    for name, role in classes_of(scene.document):
        if role in drawn:
            yield name_label(name), role, None, "dot", ""
    if "undecided-ground" in drawn:
        yield "undecided", "undecided-key", None, "area", ""
    for role, words, kind, under in NAMES[:5]:
        if role in drawn:
            yield words, role, None, kind, under
    yield from _boundaries(scene, roles)
    for role, words, kind, under in NAMES[5:]:
        if role in drawn and (scene.document.names or role not in NAMED_LINES):
            slot = next((slot for r, slot in roles if r == role), None)
            yield words, role, slot, kind, under


def classes_of(document: Document) -> list[tuple[str, str]]:
    """The classes with the roles of their points: of two of them class + first, as ever."""
    pairs = [
        (name, class_role("class", look)) for name, look in zip(document.dataset.class_names, document.class_looks, strict=True)
    ]
    return pairs[::-1] if len(pairs) == 2 else pairs


def _boundaries(scene: Scene, roles: frozenset[tuple[str, int | None]]) -> Iterator[Entry]:
    """The boundaries of the methods in the order of the list; that of a single method is its zero line."""
    drawn = [method for method in scene.document.enabled if ("boundary", method.slot) in roles]
    if len(drawn) == 1 and any(role == "margin" for role, _ in roles):
        yield "$f(x) = 0$", "boundary", drawn[0].slot, "line", ""
        return
    for method in drawn:
        if name := name_in(scene.document, method):
            yield name, "boundary", method.slot, "line", ""
