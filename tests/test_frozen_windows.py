"""The windows and dialogs look as somebody has seen them, and menus offer what they have read."""

import json

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel

frozen_windows = pytest.importorskip(
    "benchmarks.frozen_windows", reason="the benchmarks are not beside the tests"
)
frozen_commands = pytest.importorskip("benchmarks.frozen_commands")
RENEWED = "look at it, then python -m benchmarks.frozen_windows, and at tests/frozen/windows"


def looked_at(name: str) -> QImage:
    image = QImage(str(frozen_windows.FOLDER / f"{name}.png"))
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


@pytest.mark.usefixtures("qapp")
def test_windows_and_dialogs_look_as_they_were_seen() -> None:
    found = dict(frozen_windows.pictures())
    assert set(found) == {path.stem for path in frozen_windows.FOLDER.glob("*.png")}, RENEWED
    shares = {
        name: frozen_windows.share_of_difference(image, looked_at(name))
        for name, image in found.items()
    }
    assert {n: s for n, s in shares.items() if s > frozen_windows.SHARE} == {}, RENEWED


def test_a_word_in_another_place_is_seen(qapp: QApplication) -> None:
    label = QLabel("Support vectors")
    label.resize(400, 300)
    label.show()
    before = frozen_windows.small(label)
    label.setIndent(12)
    assert frozen_windows.share_of_difference(before, before) == 0.0
    assert frozen_windows.share_of_difference(frozen_windows.small(label), before) > 0.001
    label.close()


@pytest.mark.usefixtures("qapp")
def test_menus_offer_what_somebody_has_read() -> None:
    looked_at = json.loads(frozen_commands.FILE.read_text(encoding="utf-8"))
    assert frozen_commands.commands() == looked_at, (
        "read it, then python -m benchmarks.frozen_commands"
    )
