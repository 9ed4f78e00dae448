"""Questions of a dialog are answered beside the window, the newest one counts; cycles of widgets
are collected in its thread.
"""

from __future__ import annotations

import threading
import weakref

import pytest
from pytestqt.qtbot import QtBot

from linclass_gui.errors import UserError
from linclass_gui.window.session import background
from linclass_gui.window.session import background as newest
from linclass_gui.window.session.background import Garbage, LatestQuery, error_sentence
from solvers.cancellation import check_cancelled


class Slow:
    """Work that ends when it is let, or when it is cancelled."""

    def __init__(self) -> None:
        self.let, self.begun = threading.Event(), threading.Event()
        self.ended: list[str] = []

    def work(self) -> str:
        self.begun.set()
        try:
            while not self.let.wait(0.001):
                check_cancelled()
        except BaseException as error:
            self.ended.append(type(error).__name__)
            raise
        return "done"


@pytest.fixture
def newest_of(qapp: object) -> LatestQuery:
    return LatestQuery()


def refuse(error: Exception) -> None:
    raise AssertionError(error)


def test_what_is_quick_comes_with_the_event_that_asked(newest_of: LatestQuery) -> None:
    shown: list[int] = []
    newest_of.ask(lambda: 3, shown.append, refuse)
    assert shown == [3]
    assert not newest_of.is_busy


def test_what_takes_long_comes_later_from_another_thread(
    newest_of: LatestQuery, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "GRACE", 0.001)
    slow, shown = Slow(), list[str]()
    newest_of.ask(slow.work, shown.append, refuse)
    assert newest_of.is_busy
    assert not shown
    slow.let.set()
    qtbot.waitUntil(lambda: shown == ["done"])
    assert not newest_of.is_busy


def test_only_the_newest_question_is_answered_and_older_ones_end_at_once(
    newest_of: LatestQuery, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "GRACE", 0.001)
    slow, shown = Slow(), list[str]()
    newest_of.ask(slow.work, shown.append, refuse)
    assert slow.begun.wait(60.0)
    newest_of.ask(lambda: "newer", shown.append, refuse)
    qtbot.waitUntil(lambda: shown == ["newer"])
    assert slow.ended == ["CancelledError"]


def test_errors_are_refused_in_words(newest_of: LatestQuery) -> None:
    refused: list[Exception] = []

    def wrong() -> None:
        raise UserError("no such column")

    newest_of.ask(wrong, refuse, refused.append)
    assert error_sentence(refused[0], UserError) == "no such column"
    assert (
        error_sentence(ZeroDivisionError("x"), UserError)
        == "Something went wrong inside linclass (ZeroDivisionError: x)."
    )


def test_after_closing_nothing_comes_and_nothing_waits(
    newest_of: LatestQuery, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "GRACE", 0.001)
    slow, shown = Slow(), list[str]()
    newest_of.ask(slow.work, shown.append, refuse)
    newest_of.close()
    newest_of.ask(lambda: "late", shown.append, refuse)
    slow.let.set()
    qtbot.waitUntil(lambda: not background.is_any_at_work())
    qtbot.wait(1)
    assert not shown


def test_a_cancelled_question_says_when_it_has_stopped(
    newest_of: LatestQuery, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "GRACE", 0.001)
    slow, shown = Slow(), list[str]()
    newest_of.ask(slow.work, shown.append, refuse)
    assert slow.begun.wait(60.0)
    with qtbot.waitSignal(newest_of.cancelled):
        newest_of.cancel()
    assert not newest_of.is_busy
    newest_of.ask(lambda: "newer", shown.append, refuse, patience=60.0)
    assert shown == ["newer"]


class Cycle:
    """Something that only the collector can remove; it remembers where that was done."""

    ended_in: list[threading.Thread]

    def __init__(self, ended_in: list[threading.Thread]) -> None:
        self.itself = self
        self.ended_in = ended_in

    def __del__(self) -> None:
        self.ended_in.append(threading.current_thread())


def test_cycles_are_collected_in_this_thread_although_others_allocate(
    qtbot: QtBot, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "EVERY_MS", 1)
    ended_in: list[threading.Thread] = []
    collector = Garbage()
    try:
        dead = weakref.ref(Cycle(ended_in))
        kept: list[list[object]] = []
        thread = threading.Thread(target=lambda: kept.extend([] for _ in range(200_000)))
        thread.start()
        thread.join()
        assert dead() is not None
        qtbot.waitUntil(lambda: dead() is None)
        assert ended_in == [threading.current_thread()]
    finally:
        collector.close()
