"""The gallery holds what its page says; the numbers of its captions are recomputed in
``tests/recomputed``.
"""

import importlib.util
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from drawing_scenes import scene_of

from linclass_gui.files.codec import encode, load_document
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson import Lesson
from solvers import Fit

DOCS = Path(__file__).parents[2] / "docs"


def _gallery() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gallery", DOCS / "gallery.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["gallery"] = module
    spec.loader.exec_module(module)
    return module


GALLERY = _gallery()


def assert_same(kept: object, built: object) -> None:
    """The same values and texts; numbers that were computed may differ by their rounding, which
    each processor does its own way.
    """
    if isinstance(kept, dict) and isinstance(built, dict):
        assert kept.keys() == built.keys()
        for key in kept:
            assert_same(kept[key], built[key])
    elif isinstance(kept, list) and isinstance(built, list):
        assert len(kept) == len(built)
        for one, other in zip(kept, built, strict=True):
            assert_same(one, other)
    elif isinstance(kept, float) and isinstance(built, float):
        assert kept == pytest.approx(built, rel=1e-9, abs=1e-9)
    else:
        assert kept == built


def carried(picture: str) -> str:
    """The scene in a picture of the gallery, without how the picture was made."""
    return encode(replace(load_document(DOCS / "gallery" / picture), recipe=None))


def fits(document: object) -> list[Fit]:
    scene = scene_of(document)
    return [scene.fits[m.id] for m in scene.document.methods]


@pytest.mark.parametrize("entry", GALLERY.ENTRIES, ids=lambda entry: entry.name)
def test_the_page_shows_every_figure_and_each_carries_its_scene(entry: object) -> None:
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    assert f"gallery/{entry.name}.svg" in page
    assert entry.caption in page
    built = [json.loads(encode(build())) for build in entry.scenes]
    assert_same(json.loads(carried(f"{entry.name}.svg")), built[0])
    for k, scene in enumerate(built, start=1):
        name = f"{entry.name}{f'-{k}' if len(built) > 1 else ''}.json"
        assert_same(
            json.loads((DOCS / "gallery" / "scenes" / name).read_text(encoding="utf-8")), scene
        )


@pytest.mark.parametrize("lesson", shipped_course().lessons, ids=lambda lesson: lesson.name)
def test_the_page_shows_every_lesson_and_its_picture_carries_its_scene(lesson: Lesson) -> None:
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    caption = GALLERY.CAPTIONS[lesson.name]
    assert f"![{caption}](gallery/lesson-{lesson.name}.png)\n\n{caption}\n" in page
    assert carried(f"lesson-{lesson.name}.png") == encode(lesson.document.without_lesson)


def test_what_is_said_of_the_circle_is_true() -> None:
    (about_axis,) = fits(GALLERY.circle())
    # w1 x1 + w2 (x1^2 + x2^2) + b = 0: a circle about a point of the x1 axis.
    centre, constant = -0.5 * about_axis.w[0] / about_axis.w[1], about_axis.b / about_axis.w[1]
    radius = np.sqrt(centre**2 - constant)
    turn = np.linspace(0.0, 6.0, 9)
    on_it = np.column_stack([centre + radius * np.cos(turn), radius * np.sin(turn)])
    assert about_axis.decision_function(on_it) == pytest.approx(np.zeros(9), abs=1e-8)


def test_the_curves_separate_their_points() -> None:
    for build in (GALLERY.parabola, GALLERY.product, GALLERY.circle, GALLERY.bowl, GALLERY.xor):
        assert fits(build())[0].certificate.errors == 0
