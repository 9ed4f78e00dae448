"""Figures carry their scene: whatever was exported can be opened again, and what is damaged is
refused with a sentence.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.errors import UserError
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.recipe import content_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.files import embedded_scene
from linclass_gui.files.codec import encode, load_document
from linclass_gui.files.embedded_scene import armour, carriable, chunk, embedded_text, png_carrying
from linclass_gui.files.first_picture import open_document

# What docs/guide.md promises.  A new format that carries its scene has a reader in ``files``
# and is named here.
CARRYING = (".pdf", ".svg", ".png", ".tikz", ".tex", ".html", ".gif", ".apng")
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def figures(qapp: object) -> dict[str, bytes]:
    """One scene in every format."""
    options = ExportOptions(dpi=40.0)
    scene = scene_of(open_document("lesson:hard-margin"))
    return {suffix: content_of(scene, Recipe(suffix=suffix).at(options)) for suffix in CARRYING}


@pytest.mark.parametrize("suffix", CARRYING)
def test_the_scene_comes_back(suffix: str, figures: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / f"moved{suffix}"
    path.write_bytes(figures[suffix])
    assert encode(replace(load_document(path), recipe=None)) == encode(
        open_document("lesson:hard-margin").without_lesson
    )


def test_a_video_opens_with_its_scene(tmp_path: Path) -> None:
    path, scene = tmp_path / "film.mp4", encode(open_document("lesson:xor").without_lesson)
    path.write_bytes(b"\0\0\0\x10ftypisom\0\0\1\0uuidlinclass scene 1" + armour(scene).encode())
    assert encode(load_document(path)) == scene


@pytest.mark.parametrize("suffix", CARRYING)
def test_a_damaged_figure_is_refused_with_a_sentence(
    suffix: str, figures: dict[str, bytes], tmp_path: Path
) -> None:
    whole, path = figures[suffix], tmp_path / f"damaged{suffix}"
    place = {
        ".png": b"linclass scene",
        ".apng": b"linclass scene",
        ".pdf": b"/Type /EmbeddedFile",
    }.get(suffix, b"linclass-scene-1")
    at = whole.index(place) + 400
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    with pytest.raises(UserError, match="damaged"):
        load_document(path)
    path.write_bytes(whole[:at])
    with pytest.raises(UserError, match=r"damaged|carries no scene"):
        load_document(path)


@pytest.mark.parametrize("suffix", CARRYING)
def test_a_figure_without_a_scene_says_so(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"other{suffix}"
    path.write_bytes(
        b"<svg/>"
        if suffix in (".svg", ".html")
        else b"%PDF-1.4\n"
        if suffix == ".pdf"
        else b"nothing"
    )
    with pytest.raises(UserError, match="carries no scene"):
        load_document(path)


def test_a_scene_that_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert embedded_scene.MOST_TEXT <= 1 << 27
    monkeypatch.setattr(embedded_scene, "MOST_TEXT", 1 << 10)
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + chunk(b"IEND", b"")
    with pytest.raises(UserError, match="damaged"):
        embedded_text(png_carrying(picture, " " * ((1 << 10) + 1)), "bomb.png")


def test_a_scene_of_more_points_than_can_be_shown_is_refused_before_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + chunk(b"IEND", b"")
    monkeypatch.setattr(embedded_scene, "MOST_POINTS", 10)
    assert embedded_text(png_carrying(picture, "[0,0,0]," * 10), "few.png")
    assert carriable("[0,0,0]," * 10)
    assert not carriable("[0,0,0]," * 11)  # it would not be read: the figure carries none
    with pytest.raises(UserError, match=r"many\.png: the scene in this figure has more points"):
        embedded_text(png_carrying(picture, "[0,0,0]," * 11), "many.png")
    assert not carriable("{}," * 11)
    monkeypatch.setattr(embedded_scene, "MOST_VALUES", 10)
    assert not carriable("0," * 11)


def test_what_is_carried_goes_through_the_guarded_reader(tmp_path: Path) -> None:
    path = tmp_path / "hostile.png"
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + chunk(b"IEND", b"")
    path.write_bytes(
        png_carrying(picture, '{"format": "linclass scene", "version": 1, "data": {"classes": 3}}')
    )
    with pytest.raises(UserError, match=r"hostile\.png: data\.classes must be"):
        load_document(path)
