"""Formats that hold no picture: the numbers of a scene, and a script that draws it."""

from __future__ import annotations

from ...answers.scenes import scene_of
from ...draw.paper import Page
from ...files.codec import decode
from ...scene.scene import Scene
from ..options import ExportError


def scene_in(page: Page) -> Scene:
    """The scene that a page was made from, with its fits.

    Raises:
        ExportError: it was made from none.
    """
    if not page.scene:
        raise ExportError(
            "this figure was made from no scene, so there is nothing to be listed; choose a picture"
        )
    return scene_of(decode(page.scene, "the scene"))
