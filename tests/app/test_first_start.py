"""The first start: a picture, three lines of help, and what an interrupted run left behind."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from linclass_gui.app import running
from linclass_gui.app.recovery import Recovery, left_over, take
from linclass_gui.app.settings import Settings
from linclass_gui.app.window import MainWindow
from linclass_gui.core.codec import save_document
from linclass_gui.core.document import Document

MakeWindow = Callable[..., MainWindow]


def test_nobody_faces_an_empty_window(make_window: MakeWindow) -> None:
    window = make_window()
    document = window.session.document
    assert len(document.dataset) > 20
    assert len(document.methods) >= 2
    assert all(fit.has_model for fit in window.session.scene.fits.values())
    assert window.help_card is not None
    assert window.help_card.isVisible()


def test_escape_puts_the_help_away_for_good(make_window: MakeWindow, settings: Settings, qtbot: QtBot) -> None:
    window = make_window()
    window.activateWindow()
    qtbot.keyClick(window.canvas, Qt.Key.Key_Escape)
    assert window.help_card is not None
    assert not window.help_card.isVisible()
    assert settings.help_hidden
    assert make_window().help_card is None


def test_the_help_card_stays_inside_the_canvas(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    card = window.help_card
    assert card is not None
    for size in ((1600, 1000), (960, 600)):
        window.resize(*size)
        qtbot.waitUntil(lambda: window.canvas.rect().contains(card.geometry()))


def test_a_document_that_was_asked_for_comes_without_the_card(window: MainWindow) -> None:
    assert window.help_card is None


# --- recovery -------------------------------------------------------------------------------------------------------------------


def test_an_unsaved_state_is_kept_until_a_clean_end(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.recovery.start(tmp_path / "recovery")
    window.recovery._timer.setInterval(10)
    window.methods.toggle("m1")
    qtbot.waitUntil(lambda: len(list((tmp_path / "recovery").glob("*.json"))) == 1)
    window.recovery.close()
    assert list((tmp_path / "recovery").glob("*.json")) == []


def test_a_running_program_keeps_its_state_to_itself(window: MainWindow, tmp_path: Path) -> None:
    window.recovery.start(tmp_path)
    window.methods.toggle("m1")
    window.recovery.save()
    assert len(list(tmp_path.glob("*.json"))) == 1
    assert left_over(tmp_path) == []
    window.recovery.close()


def test_a_saved_document_needs_no_recovery(window: MainWindow, tmp_path: Path) -> None:
    window.recovery.start(tmp_path)
    window.recovery.save()
    assert list(tmp_path.glob("*.json")) == []
    window.recovery.close()


@pytest.mark.parametrize("wanted", [True, False], ids=["restored", "discarded"])
def test_what_is_left_over_is_offered_once(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, document: Document, wanted: bool
) -> None:
    lost = document.removing("m1")
    save_document(lost, tmp_path / "0123.json")
    monkeypatch.setattr(running, "ask_to_restore", lambda parent, when: wanted)
    running.offer_recovery(window, tmp_path)
    assert [m.id for m in window.session.document.methods] == (["m2"] if wanted else ["m1", "m2"])
    assert window.session.is_modified is wanted
    assert left_over(tmp_path) == []


def test_a_broken_left_over_is_no_reason_to_fail(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "0123.json").write_text("{", encoding="utf-8")
    monkeypatch.setattr(running, "ask_to_restore", lambda parent, when: True)
    before = window.session.document
    running.offer_recovery(window, tmp_path)
    assert window.session.document is before


def test_the_newest_state_is_offered(tmp_path: Path, document: Document) -> None:
    for at, name in enumerate(("old", "new")):
        save_document(document, tmp_path / f"{name}.json")
        os.utime(tmp_path / f"{name}.json", (at, at))
    assert [path.stem for path in left_over(tmp_path)] == ["new", "old"]
    assert take(tmp_path / "new.json") is not None
    assert [path.stem for path in left_over(tmp_path)] == ["old"]


def test_without_a_place_to_write_the_program_runs_without_recovery(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    recovery = Recovery(window.session)
    recovery.start(tmp_path / "file" / "recovery")
    recovery.save()
    recovery.close()
