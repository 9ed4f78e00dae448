"""The canvas as a figure: the layers that a scene shows, one above the other."""

from __future__ import annotations

from ..scene.marks import Axis, Figure, Mark
from ..scene.scene import Scene
from ..scene.words import Words
from . import OVERLAYS


def canvas_figure(scene: Scene, without: frozenset[str] = frozenset()) -> Figure:
    """The canvas as a figure: its marks and words, each with the layer that it belongs to;
    ``without`` some layers.
    """
    layers: dict[Mark | Words, str] = {}
    marks: list[Mark] = []
    solid: list[Mark] = []
    words: list[Words] = []
    shown = scene.document.layers
    # Computed once for all layers: most pictures are of two classes in the first two colours.
    is_plain = not scene.is_many and scene.document.class_looks[:2] == (0, 1)
    for overlay in OVERLAYS:
        if (overlay.always or overlay.name in shown) and overlay.name not in without:
            for drawn in overlay.draw(scene) if is_plain else overlay.marks(scene):
                layers[drawn] = overlay.part_of or overlay.name
                if isinstance(drawn, Words):
                    words.append(drawn)
                    continue
                marks.append(drawn)
                if overlay.in_the_way:
                    solid.append(drawn)
    view, (name_x, name_y), title = (
        scene.view,
        scene.document.shown_axis_names,
        scene.document.title,
    )
    x, y = Axis(view.x0, view.x1, name_x), Axis(view.y0, view.y1, name_y)
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
        layers=layers,
        stretch=scene.document.stretch,
    )
