"""What takes long is done beside the window: it goes on painting, and after a second says what it
waits for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QProgressDialog
from pytestqt.qtbot import QtBot

from linclass_gui.files.codec import load_document, save_document
from linclass_gui.scene.document import Document
from linclass_gui.window import dialogs
from linclass_gui.window.commands import exporting, files, overwriting
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session import waiting
from linclass_gui.window.session.waiting import GivenUpError, TaskProgress, wait_for
from linclass_gui.window.timers import make_timer


class Gate:
    """Work that ends when it is let."""

    def __init__(self) -> None:
        self.let = threading.Event()
        self.thread: threading.Thread | None = None

    def work(self) -> str:
        self.thread = threading.current_thread()
        self.let.wait(60.0)
        return "done"


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "QUICK_SECONDS", 0.001)
    monkeypatch.setattr(waiting, "PATIENCE_MS", 1)


def dialog() -> QProgressDialog | None:
    return next(
        (
            w
            for w in QApplication.topLevelWidgets()
            if isinstance(w, QProgressDialog) and w.isVisible()
        ),
        None,
    )


def when_shown(act: object) -> QTimer:
    """Calls ``act`` with the dialog, once it is there."""
    timer = make_timer(1)

    def look() -> None:
        shown = dialog()
        if shown is not None:
            timer.stop()
            act(shown)

    timer.timeout.connect(look)
    timer.start()
    return timer


def test_the_window_lives_and_says_what_it_waits_for(qtbot: QtBot) -> None:
    gate, seen = Gate(), list[bool]()

    def act(shown: QProgressDialog) -> None:
        shown.reject()  # what must be finished cannot be given up: it comes back
        again.start()

    def act_again(shown: QProgressDialog) -> None:
        shown.close()
        seen.append(True)
        gate.let.set()

    timer, again = when_shown(act), when_shown(act_again)
    again.stop()
    assert wait_for(None, "Writing a file…", gate.work, can_be_given_up=False) == "done"
    assert seen == [True]
    assert not timer.isActive()
    assert gate.thread is not threading.main_thread()
    assert dialog() is None


def test_what_can_be_given_up_is(qtbot: QtBot) -> None:
    gate = Gate()
    timer = when_shown(lambda shown: shown.canceled.emit())
    with pytest.raises(GivenUpError):
        wait_for(None, "Opening a file…", gate.work)
    gate.let.set()
    assert not timer.isActive()


def test_errors_come_to_the_one_who_waits(qtbot: QtBot) -> None:
    with pytest.raises(ValueError, match="planted"):
        wait_for(None, "Reading…", partial(int, "planted"))


def noted(
    threads: list[threading.Thread],
    inner: Callable[..., object],
    *arguments: object,
    **rest: object,
) -> object:
    """Call something and note in which thread."""
    threads.append(threading.current_thread())
    return inner(*arguments, **rest)


def test_files_are_read_and_written_beside_the_window(
    window: MainWindow, document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    monkeypatch.setattr(files, "load_document", partial(noted, threads, load_document))
    monkeypatch.setattr(
        overwriting, "write_atomically", partial(noted, threads, overwriting.write_atomically)
    )
    save_document(document, tmp_path / "scene.json")
    assert window.files.open_path(tmp_path / "scene.json")
    window.methods.toggle("m1")
    assert window.files.save()
    assert len(threads) == 2
    assert threading.main_thread() not in threads
    assert not window.session.is_modified


def test_figures_are_drawn_and_previewed_beside_the_window(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    monkeypatch.setattr(exporting, "_draw_job", partial(noted, threads, exporting._draw_job))
    monkeypatch.setattr(
        dialogs.export, "first_picture", partial(noted, threads, dialogs.export.first_picture)
    )
    dialog = dialogs.export.ExportDialog(window.session.scene, exporting.Recipe(), window)
    assert not dialog.preview.picture.isNull()
    dialog.close()
    for suffix in (".pdf", ".svg", ".png"):
        recipe = exporting.Recipe(suffix=suffix, views=("fisher-angle",))
        assert window.exporting.write(recipe, tmp_path / f"figure{suffix}")
    assert len(threads) == 4
    assert threading.main_thread() not in threads


def test_a_figure_waits_for_the_fits_until_it_is_given_up(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(window.session), "is_idle", False)
    timer = when_shown(lambda shown: shown.canceled.emit())
    assert not window.exporting.write(exporting.Recipe(suffix=".svg"), tmp_path / "figure.svg")
    assert not (tmp_path / "figure.svg").exists()
    assert not timer.isActive()
    monkeypatch.undo()


def test_it_says_how_far_the_work_is(qtbot: QtBot) -> None:
    gate, telling, seen = Gate(), TaskProgress(), list[tuple[str, int, int]]()
    telling.tell("computing frame 3", 0.0)

    def said(shown: QProgressDialog) -> tuple[str, int, int]:
        words = shown.findChildren(QLabel)[0].text().rpartition("\n")[2]
        return words, shown.maximum(), shown.value()

    def act(shown: QProgressDialog) -> None:
        seen.append(said(shown))
        telling.tell("frame 12 of 60", 0.2)
        looking.start()

    def look() -> None:
        if (shown := dialog()) is not None and shown.maximum():
            seen.append(said(shown))
            gate.let.set()

    looking = make_timer(1)
    looking.timeout.connect(look)
    timer = when_shown(act)
    assert wait_for(None, "Drawing film.gif…", gate.work, progress=telling) == "done"
    timer.stop()
    looking.stop()
    assert seen[0][:2] == ("computing frame 3", 0)
    assert seen[1] == ("frame 12 of 60", 1000, 200)


def test_giving_up_leaves_the_open_document(
    window: MainWindow, document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    save_document(document, tmp_path / "scene.json")
    monkeypatch.setattr(files, "load_document", lambda path: gate.work())
    before = window.session.document
    timer = when_shown(lambda shown: shown.canceled.emit())
    assert not window.files.open_path(tmp_path / "scene.json")
    gate.let.set()
    assert window.session.document is before
    assert not timer.isActive()
