"""The gallery holds what its page says; the numbers of its captions are recomputed in
``tests/recomputed``.
"""

import importlib.util
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from linclass_gui.files.codec import encode, load_document
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson import Lesson

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
