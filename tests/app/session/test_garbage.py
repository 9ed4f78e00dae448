"""Cycles that hold widgets are taken apart in the window's thread, never in one that computes."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from pytestqt.qtbot import QtBot

from linclass_gui.app.session import garbage
from linclass_gui.app.session.garbage import Garbage


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
    monkeypatch.setattr(garbage, "EVERY_MS", 1)
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


def test_all_ages_are_looked_through(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    ages: list[int] = []
    collector = Garbage()
    monkeypatch.setattr(gc, "collect", ages.append)
    for _ in range(garbage.ALL_EVERY):
        collector.collect()
    monkeypatch.undo()
    collector.close()
    assert (ages.count(0), ages.count(1), ages.count(2)) == (24, 5, 1)
