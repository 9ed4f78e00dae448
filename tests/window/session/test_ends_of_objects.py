"""A widget of which a thread beside the window has the last reference, because it was closed while
the thread worked for it, ends in the window's thread all the same.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.window.session import background, waiting
from linclass_gui.window.session.background import LatestQuery, Worker
from linclass_gui.window.session.waiting import GivenUpError, wait_for

Threads = list[threading.Thread]


class Shown(QWidget):
    """A widget that nothing but Python holds; it notes the thread that destroys it."""

    def __init__(self, ended_in: Threads) -> None:
        super().__init__()
        self.gate, self.begun = threading.Event(), threading.Event()
        # what is connected without a receiver, and directly, is called where the signal is emitted
        self.destroyed.connect(
            lambda: ended_in.append(threading.current_thread()),
            Qt.ConnectionType.DirectConnection,
        )

    def work(self) -> str:
        self.begun.set()
        self.gate.wait(60.0)
        return "done"

    def fail(self) -> str:
        self.work()
        raise ValueError("planted")

    def show_words(self, words: object) -> None:
        """Take an answer, or an error."""


def ask_latest(shown: Shown, work: Callable[[], str]) -> None:
    query = LatestQuery()
    query.ask(work, shown.show_words, shown.show_words, patience=0.0)
    assert shown.begun.wait(60.0)
    query.close()


def ask_child(shown: Shown, work: Callable[[], str]) -> None:
    query = LatestQuery(shown)
    query.ask(work, shown.show_words, shown.show_words, patience=0.0)
    assert shown.begun.wait(60.0)


def ask_twice(shown: Shown, work: Callable[[], str]) -> None:
    query = LatestQuery()
    query.ask(work, shown.show_words, shown.show_words, patience=0.0)
    assert shown.begun.wait(60.0)
    query.ask(lambda: "newer", shown.show_words, shown.show_words, patience=0.0)
    query.ask(lambda: "newest", print, print, patience=0.0)


def wait_and_give_up(shown: Shown, work: Callable[[], str]) -> None:
    with pytest.raises(GivenUpError):
        wait_for(None, "Reading…", work)


def own_thread(shown: Shown, work: Callable[[], str]) -> None:
    thread = Worker("planted")
    thread.submit(work)
    assert shown.begun.wait(60.0)
    thread.close()


@pytest.mark.parametrize("ask", [ask_latest, ask_child, ask_twice, wait_and_give_up, own_thread])
@pytest.mark.parametrize("work", ["work", "fail"])
def test_it_ends_in_the_thread_of_the_window(
    ask: Callable[[Shown, Callable[[], str]], None],
    work: str,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "QUICK_SECONDS", 0.001)
    monkeypatch.setattr(waiting, "_wait_until", lambda *_, **__: None)
    # what is logged is kept with its frames while a test runs
    monkeypatch.setattr(background, "log_fault", lambda _: "")
    ended_in: Threads = []
    shown = Shown(ended_in)
    gate = shown.gate
    ask(shown, getattr(shown, work))
    del shown
    gate.set()
    qtbot.waitUntil(lambda: bool(ended_in))
    assert ended_in == [threading.main_thread()]
