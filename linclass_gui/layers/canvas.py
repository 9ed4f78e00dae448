"""The canvas as a figure: the layers that a scene shows, one above the other; and the legend
of its marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..answers.method_labels import name_in
from ..answers.value_words import fill_values
from ..markup.mathtext import name_label
from ..scene.document import Document
from ..scene.looks import role as class_role
from ..scene.marks import Axis, Entry, Figure, Mark, Words
from ..scene.memo import memo
from ..scene.one_variable import are_on_level
from ..scene.scene import Scene
from ..scene.sentences import has_counts_as_axes
from . import LAYERS
from .other_samples import HALO_NAME, RESAMPLES_NAME

# What needs words, in the order of the legend: before and after the boundaries.  Hulls, grid and
# half-planes explain themselves.
SYMBOLS = (
    Entry("free", "sv-free", None, "dot", "class-plus"),
    Entry("bound", "sv-bound", None, "dot", "class-plus"),
    Entry("wrong", "sv-wrong", None, "dot", "class-plus"),
    Entry("misclassified", "wrong-plus-minus", None, "dot"),
    Entry("on the line", "on-line", None, "dot", "class-plus"),
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
# the lines of other fits, by the layer that draws them
FAINT_LINE = "resample"
FAINT_LINES = {RESAMPLES_NAME: "on other samples", HALO_NAME: "without one point"}
NAMED_LINES = frozenset({"bayes", "trial"})  # beside those of the methods


@memo
def _in_layer(item: Mark | Words, name: str) -> Mark | Words:
    return replace(item, layer=name)


def canvas_figure(
    scene: Scene, without: frozenset[str] = frozenset(), *, is_layered: bool = False
) -> Figure:
    """The canvas as a figure, ``without`` some layers; ``is_layered``: its marks and words say to
    which layer they belong.
    """
    known_marks: set[Mark | Words] = set()
    marks: list[Mark] = []
    solid: list[Mark] = []
    words: list[Words] = []
    names = scene.document.layers
    for layer in LAYERS:
        if (layer.always or layer.name in names) and layer.name not in without:
            for mark in layer.draw(scene):
                if mark in known_marks:
                    continue  # the line of a pair, which several layers are about
                known_marks.add(mark)
                item = _in_layer(mark, layer.part_of or layer.name) if is_layered else mark
                if isinstance(item, Words):
                    words.append(item)
                    continue
                marks.append(item)
                if layer.in_the_way:
                    solid.append(item)
    view, (name_x, name_y), title = (
        scene.view,
        scene.document.shown_axis_names,
        fill_values(scene.document.title, scene),
    )
    has_counts = has_counts_as_axes(scene.document)
    x = Axis(view.x0, view.x1, name_x, whole=has_counts)
    # of points of one column the height says nothing
    has_height = bool(name_y) or not are_on_level(scene.document.dataset.X)
    y = Axis(view.y0, view.y1, name_y, visible=has_height, whole=has_counts)
    # During a gesture, or while a line moves to its next step, words stay at their lines.
    gliding = scene.base is not None or (scene.playback is not None and scene.playback.blend > 0.0)
    is_step = scene.playback is not None and not gliding
    return Figure(
        x,
        y,
        tuple(marks),
        True,
        title=title,
        words=tuple(words),
        solid=tuple(solid),
        gliding=gliding,
        is_step=is_step,
        stretch=scene.document.stretch,
        points=len(scene.document.dataset),
    )


def keys_of(scene: Scene, roles: frozenset[tuple[str, int | None]]) -> Iterator[Entry]:
    """The entries for what is drawn, which is given by role and slot."""
    role_names = {role for role, _ in roles}
    for name, role in classes_of(scene.document):
        if role in role_names:
            yield Entry(name_label(name), role, None, "dot")
    if "undecided-ground" in role_names:
        yield Entry("undecided", "undecided-key", None, "area", "undecided")
    if "wrong-share" in role_names:
        yield Entry("wrong", "wrong-key", None, "area", "undecided")
    yield from (entry for entry in SYMBOLS if entry.role in role_names)
    yield from _boundaries(scene, roles)
    layers = [name for layer, name in FAINT_LINES.items() if layer in scene.document.layers]
    if FAINT_LINE in role_names and layers:
        yield Entry(" or ".join(layers), FAINT_LINE)
    for entry in LINES:
        if entry.role in role_names and (scene.document.names or entry.role not in NAMED_LINES):
            slot = next((slot for role, slot in roles if role == entry.role), None)
            yield entry._replace(name=_own_name(entry, scene.document), slot=slot)


def _own_name(entry: Entry, document: Document) -> str:
    """The name that the user gave to the trial line, else that of the entry."""
    trial = document.trial if entry.role == "trial" else None
    return entry.name if trial is None else trial.name or entry.name


def classes_of(document: Document) -> list[tuple[str, str]]:
    """The classes with the roles of their points; of two, class + comes first."""
    pairs = [
        (name, class_role("class", look))
        for name, look in zip(document.dataset.class_names, document.class_looks, strict=True)
    ]
    return pairs[::-1] if len(pairs) == 2 else pairs


def _boundaries(scene: Scene, roles: frozenset[tuple[str, int | None]]) -> Iterator[Entry]:
    """The boundaries of the methods in the order of the list, each under its own name."""
    for method in scene.document.enabled_methods:
        slot, name = scene.document.slot_of(method), name_in(scene.document, method)
        if name and ("boundary", slot) in roles:
            yield Entry(name, "boundary", slot)
