"""Windows for the tests of the app: settings of their own, a small document, closed at the end."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication, QDialog, QSpacerItem, QWidgetItem
from pytestqt.qtbot import QtBot

from linclass_gui.draw.placing.greedy import Pass
from linclass_gui.scene.document import Document
from linclass_gui.window import parts_window
from linclass_gui.window.canvas.picture import Picture
from linclass_gui.window.canvas.plots_area import DEFAULT
from linclass_gui.window.canvas.plots_area import HEIGHT as PLOTS_HEIGHT
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.presenting.stage import NumbersBoard
from linclass_gui.window.session import background as newest
from linclass_gui.window.session import drawing
from linclass_gui.window.session.settings import UserSettings
from linclass_gui.window.widgets.number_field import Bubble
from linclass_gui.window.widgets.themed import restyle
from solvers import Dataset, Fisher, SoftMarginSVM

MakeWindow = Callable[..., MainWindow]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """No window asks whether to save when it is closed after its test: a test that failed half-way
    would wait for ever.
    """
    for window in QApplication.topLevelWidgets() if QApplication.instance() else ():
        if isinstance(window, MainWindow):
            window.session.undo_stack.setClean()
    return (yield)


@pytest.fixture(scope="session")
def _shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the settings of the tests stand, each under a number: to remove a folder for every test
    takes its time.
    """
    folder, numbers = tmp_path_factory.mktemp("settings"), count()
    return (folder / str(number) for number in numbers)


@pytest.fixture(autouse=True)
def _settings_of_their_own(_shelf: Iterator[Path], qapp: QApplication) -> None:
    """No test reads or writes what the program of the developer remembers; each has an application,
    whichever test a worker begins with.
    """
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(next(_shelf)))


@pytest.fixture(autouse=True)
def _words_left_out(request: pytest.FixtureRequest) -> Iterator[None]:
    """Words of pictures are placed in the rooms of the painter; here only for the tests that look
    at them, since they take half of a window's time.
    """
    with pytest.MonkeyPatch.context() as patch:
        if request.node.get_closest_marker("words") is None:
            patch.setattr(Pass, "run", lambda self, words, kept=(): ())
        yield


@pytest.fixture(autouse=True)
def _pictures_at_once() -> Iterator[None]:
    """No test depends on how quick the machine is: every picture and every answer to a dialog is
    waited for.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "QUICK", float("inf"))
        patch.setattr(drawing, "GRACE", 60.0)
        patch.setattr(newest, "GRACE", 60.0)
        yield


@pytest.fixture(autouse=True)
def _style_sheet_left_out(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt's style sheet takes a third of a presentation's time, and nobody looks at it there."""
    if request.path.parent.name in ("presenting", "lessons"):
        monkeypatch.setattr(parts_window, "apply_stylesheet", restyle)


@pytest.fixture(scope="session")
def document() -> Document:
    """Two overlapping clouds of twenty points, soft margin and Fisher in use, soft margin
    selected.
    """
    random = np.random.default_rng(4)
    X = np.concatenate(
        [random.normal((-1.5, 0.0), 0.9, (20, 2)), random.normal((1.5, 0.5), 0.9, (20, 2))]
    )
    dataset = Dataset(X, np.repeat([0, 1], 20))
    empty = Document.empty()
    return Document(dataset, layers=empty.layers).adding(Fisher()).adding(SoftMarginSVM(C=8.0))


@pytest.fixture
def settings(_shelf: Iterator[Path]) -> UserSettings:
    """Settings in a file of the test, light theme."""
    return _light_settings(next(_shelf))


def _light_settings(place: Path) -> UserSettings:
    result = UserSettings(QSettings(f"{place}.ini", QSettings.Format.IniFormat))
    result.theme = "light"
    return result


@pytest.fixture
def make_window(qtbot: QtBot, settings: UserSettings) -> MakeWindow:
    """Builds windows that are shown, fitted, and closed at the end of the test."""

    def make(document: Document | None = None) -> MainWindow:
        window = MainWindow(document, settings)
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        QCoreApplication.processEvents()  # nearly always paints; waiting would begin with a pause
        qtbot.waitUntil(lambda: window.canvas.painted_scene is not None)
        assert window.session.wait_idle()
        return window

    return make


@pytest.fixture
def fresh(make_window: MakeWindow, document: Document) -> MainWindow:
    """A new window with the small document, for tests of how a window begins and ends, and of what
    it remembers.
    """
    return make_window(document)


@pytest.fixture(scope="module")
def _lent(qapp: QApplication, _shelf: Iterator[Path], document: Document) -> Iterator[MainWindow]:
    """The window that the tests of a file share."""
    gc.collect()  # the one of the file before: after a test only what is young is looked through
    gc.freeze()  # so that the next one looks through what came since
    window = MainWindow(document, _light_settings(next(_shelf)))
    window.show()
    assert window.session.wait_idle()
    yield window
    wrappers = shiboken6.getAllValidWrappers()
    # ``forget_places`` says why
    assert not [part for part in wrappers if isinstance(part, QWidgetItem | QSpacerItem)]
    tops = {type(top) for top in QApplication.topLevelWidgets() if top.parent() is None}
    assert tops <= {MainWindow, NumbersBoard}, "nothing deletes a part without a window"
    if shiboken6.isValid(window):
        window.session.undo_stack.setClean()
        window.close()
        window.deleteLater()


@pytest.fixture
def window(_lent: MainWindow, document: Document, qtbot: QtBot) -> Iterator[MainWindow]:
    """The shown window of the file with the small document, as a new one has it.  It stays open:
    who closes it asks for another.
    """
    _begin_anew(_lent, document)
    qtbot.waitUntil(lambda: _lent.canvas.painted_scene is _lent.session.scene)
    yield _lent
    assert shiboken6.isValid(_lent)
    assert _lent.isVisible(), "a test that closes its window asks for a fresh one"
    for other in (*_lent.findChildren(QDialog), *_lent.plots.windows):
        other.close()


def _is_untouched(window: MainWindow, document: Document) -> bool:
    """The test before has changed nothing that is loaded with a document."""
    session = window.session
    return (
        session.document is session.committed is document
        and session.path is None
        and session.undo_stack.count() == 0
        and session.scene.playback is None
        and not session.scene.selection
    )


def _begin_anew(window: MainWindow, document: Document) -> None:
    if window.is_presenting():
        window.toggle_presentation()
    for view in window.findChildren(Picture):
        QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    for bubble in window.findChildren(Bubble):
        bubble.hide()
    window.canvas.key_pointer.hide()
    window.canvas.key_pointer._last = None
    window.playback.close_playback()
    window.sheet._show("")
    window.lessons.coursework._places.clear()
    if window.settings.recent_files:  # writing takes longer than a picture
        window.settings.forget_all_files()
    if not _is_untouched(window, document):
        window.session.load(replace(Document.empty(), plots=DEFAULT))
        window.numbers.show()  # rows and forms go, with what a test has put into them
        window.session.load(document)
    window.session.set_state(active=1)
    window.viewing.choose_theme("light")
    window.tool_bar.choose("select")
    window.panel.folds = {}
    for part in (window.panel, window.plots):
        part.show()
    window.status_line.show_message("")
    window.status_line.show_warning("")
    window.showNormal()
    window.resize(1280, 800)
    window.splitter.setSizes([10_000, PLOTS_HEIGHT])
    window.activateWindow()
    window.canvas.setFocus()
    assert window.session.wait_idle()
    QCoreApplication.processEvents()
    window.panel.arrange()
