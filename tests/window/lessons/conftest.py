"""One window for all tests of the course: a lesson is opened anew for each."""

from collections.abc import Iterator

import pytest
from pupil import Pupil
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from linclass_gui.files.shipped import default_document
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.settings import UserSettings


@pytest.fixture(scope="module")
def classroom(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """A shown window."""
    settings = UserSettings(
        QSettings(
            str(tmp_path_factory.mktemp("course") / "settings.ini"), QSettings.Format.IniFormat
        )
    )
    settings.theme = "light"
    window = MainWindow(default_document(), settings)
    window.resize(1280, 800)
    window.show()
    window.session.wait_idle(20_000)
    yield window
    window.session.undo_stack.setClean()
    window.close()


@pytest.fixture
def pupil(classroom: MainWindow) -> Pupil:
    """Somebody at that window."""
    return Pupil(classroom)
