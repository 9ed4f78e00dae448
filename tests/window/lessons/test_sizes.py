"""Sizes in a lesson: numbers in a column that scrolls are as wide however high they are; plots are
high enough to be read.
"""

from pupil import Pupil
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from linclass_gui.lessons.numbers import BLOCKS
from linclass_gui.lessons.numbers.block import Matrix, Numbers
from linclass_gui.window.lessons.sheet_pages import GROUPS, NumbersPage, NumbersView
from linclass_gui.window.session.session import Session

# Wider than any column: it is set smaller to fit, so that it is lower where the column is narrower.
WIDE = Matrix("M", tuple(tuple(f"{row * k}.123456789" for k in range(8)) for row in range(20)))


def _shown(view: NumbersView) -> None:
    view.blocks = (("", Numbers(matrices=(WIDE, WIDE))),)
    view.updateGeometry()
    QApplication.processEvents()


def _widths(view: NumbersView, area: QScrollArea) -> set[int]:
    """How wide the numbers become in columns from one that shows little of them to one that shows
    all.
    """
    found = set()
    for height in (120, 240, 480, 960, 1920):
        area.setFixedHeight(height)
        QApplication.processEvents()
        found.add(view.width())
    return found


def test_numbers_that_are_set_smaller_to_fit_do_not_call_for_a_scroll_bar_that_makes_them_fit(
    qtbot: QtBot,
) -> None:
    session = Session()
    window = NumbersPage(session)
    qtbot.addWidget(window)
    window.show()
    area = window.findChild(QScrollArea)
    assert area is not None
    _shown(window.view)
    assert len(_widths(window.view, area)) == 1
    for height in range(560, 900, 4):  # about where all of it is just seen
        window.resize(440, height)
        QApplication.processEvents()
        assert window.view.height() == window.view.sizeHint().height()
    window.view.close_worker()
    session.close()


def test_every_block_stands_under_a_topic_of_its_own_choice() -> None:
    *topics, (_, everything) = GROUPS
    assert everything == tuple(block.name for block in BLOCKS)
    assert {name for _, names in topics for name in names} == set(everything)


# --- plots: 220 px high in a window of 1280 x 800; with the playback bar the canvas keeps half ----

READABLE, WITH_BAR = 220, 176


def _heights(pupil: Pupil) -> list[int]:
    QCoreApplication.processEvents()
    window = pupil.window
    assert (window.width(), window.height()) == (1280, 800)
    return [v.viewport().height() for v in window.plots.views.values() if v.isVisible()]


def test_a_lessons_plot_stays_readable_while_the_bar_is_open(pupil: Pupil) -> None:
    pupil.open("all-mistakes")
    before = _heights(pupil)
    pupil.window.playback.open()
    opened = _heights(pupil)
    X, view = pupil.window.session.document.dataset.X, pupil.window.session.scene.view
    assert X[:, 1].min() > view.y0
    assert X[:, 1].max() < view.y1
    pupil.window.playback.close_playback()
    assert before
    assert opened
    assert min(before) >= READABLE
    assert min(opened) >= WITH_BAR
    assert _heights(pupil) == before


def test_a_lesson_whose_words_name_two_plots_shows_both_on_a_laptop(pupil: Pupil) -> None:
    pupil.window.resize(1366, 768)
    for name in ("fisher-criterion", "three-irises", "thresholds"):
        lesson = pupil.open(name)
        assert set(pupil.window.plots.names) == set(lesson.plots)
    pupil.window.resize(1280, 800)
