"""The legend of a canvas: the names of its points, symbols and lines, where the words on the canvas
are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..answers.method_labels import name_in
from ..markup.mathtext import name_label
from ..scene.document import Document
from ..scene.looks import role as class_role
from ..scene.marks import Entry
from ..scene.scene import Scene

# What needs words, in the order of the legend: before and after the boundaries.  Hulls, grid and
# half-planes explain themselves.
SYMBOLS = (
    Entry("free", "sv-free", None, "dot", "class-plus"),
    Entry("bound", "sv-bound", None, "dot", "class-plus"),
    Entry("wrong", "sv-wrong", None, "dot", "class-plus"),
    Entry("misclassified", "wrong-plus-minus", None, "dot"),
    Entry("mean", "mean-plus", None, "dot"),
    Entry("test", "test-plus", None, "dot"),
)
LINES = (
    Entry("$f(x) = \u00b11$", "margin"),
    Entry("Bayes boundary", "bayes"),
    Entry("trial line", "trial"),
    Entry("closest pair", "closest-pair"),
    Entry("slack", "slack-plus"),
)
NAMED_LINES = frozenset({"bayes", "trial"})  # beside those of the methods


def keys_of(scene: Scene, roles: frozenset[tuple[str, int | None]]) -> Iterator[Entry]:
    """The entries for what is drawn, which is given by role and slot."""
    drawn = {role for role, _ in roles}
    for name, role in classes_of(scene.document):
        if role in drawn:
            yield Entry(name_label(name), role, None, "dot")
    if "undecided-ground" in drawn:
        yield Entry("undecided", "undecided-key", None, "area", "undecided")
    yield from (entry for entry in SYMBOLS if entry.role in drawn)
    yield from _boundaries(scene, roles)
    for entry in LINES:
        if entry.role in drawn and (scene.document.names or entry.role not in NAMED_LINES):
            yield entry._replace(
                slot=next((slot for role, slot in roles if role == entry.role), None)
            )


def classes_of(document: Document) -> list[tuple[str, str]]:
    """The classes with the roles of their points; of two, class + comes first."""
    pairs = [
        (name, class_role("class", look))
        for name, look in zip(document.dataset.class_names, document.class_looks, strict=True)
    ]
    return pairs[::-1] if len(pairs) == 2 else pairs


def _boundaries(scene: Scene, roles: frozenset[tuple[str, int | None]]) -> Iterator[Entry]:
    """The boundaries of the methods in the order of the list, each under its own name."""
    for method in (
        method for method in scene.document.enabled_methods if ("boundary", method.slot) in roles
    ):
        if name := name_in(scene.document, method):
            yield Entry(name, "boundary", method.slot)
