"""Notes at the ends of the numbers are left out, without a warning; those that can be seen are
drawn.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from drawing_scenes import clouds, document_of, scene_of
from recording import RecordingSurface, page_of

from linclass_gui.draw.paper import draw_page
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.sources import view_source
from linclass_gui.layers import notes
from linclass_gui.scene.annotations import HAS_TWO_ENDS, KINDS, Annotation, Kind
from linclass_gui.scene.marks import Point

pytestmark = pytest.mark.slow

HERE: Point = (0.0, 0.0)
PLACES: tuple[Point, ...] = (HERE, (1e308, -1e308), (-1.7e308, 1.7e308), (0.0, 1e200))
ENDS = (*((at, HERE) for at in PLACES), *((HERE, to) for to in PLACES[1:]), PLACES[1:3])
fitted = cache(lambda: scene_of(replace(document_of(clouds()), layers=frozenset())))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("kind", KINDS)
def test_far_notes_are_left_out(kind: Kind) -> None:
    for at, to in ENDS:
        note = Annotation(kind, at, to if kind in HAS_TWO_ENDS else None, "words")
        scene = replace(fitted(), document=replace(fitted().document, annotations=(note,)))
        draw_page(
            RecordingSurface(),
            page_of(view_source(scene, "canvas"), 200.0, 150.0, ExportOptions().drawing_theme),
        )
        assert bool(tuple(notes.draw_annotations(scene))) == ({at, note.to or at} == {HERE}), (
            at,
            to,
        )
