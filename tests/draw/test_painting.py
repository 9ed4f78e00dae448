"""A picture whose drawing fails, or is given up, leaves no painter behind."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from recording import figure_bytes

import linclass_gui
from linclass_gui.draw.qt_surface import painting
from linclass_gui.figures import pdf, png
from linclass_gui.scene.marks import Axis, Figure
from solvers.cancellation import CancelledError


def test_a_painter_ends_with_its_block(qapp: QApplication) -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painters = []

    def fail() -> None:
        with painting(image) as painter:
            painters.append(painter)
            assert painter.isActive()
            raise ValueError("planted")

    with pytest.raises(ValueError, match="planted"):
        fail()
    assert not painters[0].isActive()
    assert not image.paintingActive()


def test_every_painter_of_the_program_is_such_a_block() -> None:
    """One that ends with its frame stays where the frame is kept, and Qt then fails."""
    package = Path(linclass_gui.__file__).parent
    places = [
        path.relative_to(package).as_posix()
        for path in sorted(package.rglob("*.py"))
        for _ in re.findall(r"\bQPainter\(", path.read_text(encoding="utf-8"))
    ]
    assert places == ["draw/qt_surface.py"]


@pytest.mark.parametrize("exporter", [pdf, png], ids=["pdf", "png"])
def test_a_figure_given_up_while_it_is_drawn_ends_in_that(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, exporter: ModuleType
) -> None:
    def give_up(*_: object) -> None:
        raise CancelledError

    monkeypatch.setattr(exporter, "draw_page", give_up)
    suffix = "." + exporter.__name__.rpartition(".")[2]
    for _ in range(3):  # memory that is gone is not always noticed the first time
        with pytest.raises(CancelledError):
            figure_bytes(Figure(Axis(0.0, 1.0, "x"), Axis(0.0, 1.0, "y"), ()), suffix)
