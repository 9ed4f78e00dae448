"""What a lesson computes (numbers, its goal) is computed beside the window, which goes on
meanwhile.
"""

import threading

import pytest
from pupil import Pupil
from pytestqt.qtbot import QtBot

from linclass_gui.lessons.evaluate import Standing
from linclass_gui.lessons.numbers.block import Numbers
from linclass_gui.window.lessons import coursework as coursework_module
from linclass_gui.window.lessons import sheet_pages
from linclass_gui.window.session import background as newest


def test_numbers_that_take_long_come_later_and_what_stands_there_meanwhile_is_no_other_number(
    pupil: Pupil, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    let, threads = threading.Event(), set[threading.Thread]()

    def slow(name: str, *_: object) -> Numbers:
        threads.add(threading.current_thread())
        let.wait(60.0)
        return Numbers(lines=((name, "1"),))

    pupil.open("fisher-example")
    view = pupil.window.lessons.panel.numbers
    monkeypatch.setattr(newest, "GRACE", 0.001)
    monkeypatch.setattr(sheet_pages, "numbers_of", slow)
    view.show_names(("means", "w"))
    assert [numbers.needs for _, numbers in view.blocks] == [sheet_pages.COMPUTING]
    let.set()
    qtbot.waitUntil(
        lambda: [numbers.lines for _, numbers in view.blocks] == [(("means", "1"),), (("w", "1"),)]
    )
    assert threading.current_thread() not in threads


def test_a_goal_is_looked_at_beside_the_window_and_never_for_another_lesson(
    pupil: Pupil, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    let, threads = threading.Event(), list[threading.Thread]()
    standing = coursework_module.standing

    def slow(*arguments: object) -> Standing:
        threads.append(threading.current_thread())
        let.wait(60.0)
        return standing(*arguments)

    pupil.open("two-sides")
    coursework = pupil.window.lessons.coursework
    before = coursework.standing
    monkeypatch.setattr(newest, "GRACE", 0.001)
    monkeypatch.setattr(coursework_module, "standing", slow)
    coursework.look()
    pupil.window.lessons.open_named("many-lines")
    monkeypatch.setattr(coursework_module, "standing", standing)
    let.set()
    coursework.look()
    qtbot.waitUntil(lambda: not coursework._newest.is_busy)
    assert len(threads) == 1
    assert threading.current_thread() not in threads
    assert coursework.standing != before
    assert coursework.lesson.name == "many-lines"
