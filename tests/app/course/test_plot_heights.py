"""A lesson's plot can be read: 220 px high in a window of 1280 x 800, with the playback bar and without."""

import pytest
from pupil import Pupil
from PySide6.QtCore import QCoreApplication

READABLE = 220


def _heights(pupil: Pupil) -> list[int]:
    QCoreApplication.processEvents()
    window = pupil.window
    assert (window.width(), window.height()) == (1280, 800)
    return [v.viewport().height() for column in window.plots.columns for v in column.views.values() if v.isVisible()]


@pytest.mark.parametrize("name", ["three-views", "all-mistakes", "soft-margin"])
def test_a_lessons_plot_stays_readable_while_the_bar_is_open(pupil: Pupil, name: str) -> None:
    pupil.open(name)
    before = _heights(pupil)
    pupil.window.playback.open()
    opened = _heights(pupil)
    X, view = pupil.window.session.document.dataset.X, pupil.window.session.scene.view
    assert X[:, 1].min() > view.y0
    assert X[:, 1].max() < view.y1
    pupil.window.playback.close_playback()
    assert before
    assert opened
    assert min(*before, *opened) >= READABLE
    assert _heights(pupil) == before


def test_plots_come_back_as_high_when_the_bar_was_opened_in_a_lesson_without_plots(pupil: Pupil) -> None:
    pupil.open("two-clouds")
    assert not _heights(pupil)
    pupil.window.playback.open()
    pupil.open("three-views")
    opened = _heights(pupil)
    pupil.window.playback.close_playback()
    assert opened
    assert min(opened) >= READABLE
    assert _heights(pupil) == opened
