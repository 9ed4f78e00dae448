"""A window for the arrays of a script: opened, edited by hand, closed, handed back."""

import gc
import os
import pydoc
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog

import linclass_gui
from linclass_gui.errors import UserError
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.background import Garbage

X = np.random.default_rng(5).normal(size=(20, 2)) + np.repeat([[0.0, 0.0], [3.0, 1.0]], 10, axis=0)
Y = np.repeat(["no", "yes"], 10)


@pytest.fixture
def opened(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Any, Any]]:
    """Opens arrays and does something in their window before it is closed."""

    def run(work: Callable[[MainWindow], object], *arguments: Any, **how: Any) -> tuple[Any, Any]:
        def act() -> None:
            window = next(
                w
                for w in QApplication.topLevelWidgets()
                if isinstance(w, MainWindow) and w.isVisible()
            )
            assert window.session.wait_idle()
            work(window)
            window.close()
            assert not [
                w
                for w in QApplication.topLevelWidgets()
                if isinstance(w, QDialog) and w.isVisible()
            ]

        QTimer.singleShot(0, act)
        return linclass_gui.open(*arguments, **how)

    return run


def test_what_was_not_touched_comes_back_as_it_was(opened: Callable[..., tuple[Any, Any]]) -> None:
    found, labels = opened(lambda _: None, X, Y)
    np.testing.assert_array_equal(found, X)
    np.testing.assert_array_equal(labels, Y)


def test_points_that_are_moved_added_and_flipped_come_back(
    opened: Callable[..., tuple[Any, Any]],
) -> None:
    def work(window: MainWindow) -> None:
        dataset = (
            window.session.document.dataset.moved(0, (7.0, 8.0))
            .added([(1.0, 2.0)], 1)
            .flipped(np.array([19]))
        )
        window.session.apply("Edit", window.session.document.__class__(dataset))

    found, labels = opened(work, X, Y, methods=["fisher"])
    np.testing.assert_array_equal(found[0], (7.0, 8.0))
    np.testing.assert_array_equal(found[1:20], X[1:])
    np.testing.assert_array_equal(found[20], (1.0, 2.0))
    assert labels.tolist() == [*Y[:19], "no", "yes"]


def test_more_columns_and_numbers_for_labels(opened: Callable[..., tuple[Any, Any]]) -> None:
    rows = np.random.default_rng(6).normal(size=(30, 4))
    codes = np.arange(30) % 3 - 7
    found, labels = opened(lambda window: window.editing.standardise(), rows, codes, plane="pca")
    np.testing.assert_allclose(found, rows, rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(labels, codes)


def test_the_script_has_its_collector_of_cycles_back(
    opened: Callable[..., tuple[Any, Any]], qapp: QApplication
) -> None:
    gc.enable()
    opened(lambda _: None, X, Y)
    assert gc.isenabled()
    assert qapp.findChild(Garbage) is None
    gc.disable()  # as it is while windows are tested
    opened(lambda _: None, X, Y)
    assert not gc.isenabled()


@pytest.mark.usefixtures("qapp")
def test_what_cannot_be_opened_is_said_and_opens_nothing() -> None:
    with pytest.raises(ValueError, match="two classes"):
        linclass_gui.open(X, np.zeros(20))
    with pytest.raises(UserError, match="no plane 'tour'; choose one of columns, pca"):
        linclass_gui.open(X, Y, plane="tour")
    with pytest.raises(AttributeError, match="nothing"):
        linclass_gui.nothing  # noqa: B018


def test_help_describes_the_package_without_the_extra_for_notebooks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "linclass_gui.figures.notebook", raising=False)
    assert "dragged and exported" in pydoc.render_doc(linclass_gui)
    assert "explore" not in dir(linclass_gui)
    with pytest.raises(ImportError, match=r'pip install "linclass\[notebook\]"'):
        linclass_gui.explore  # noqa: B018


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
def test_without_a_screen_one_sentence_says_so_and_python_goes_on() -> None:
    words = [
        "import linclass_gui",
        "try:",
        "    linclass_gui.open([[0, 1], [2, 3]], [0, 1])",
        "except Exception as error:",
    ]
    code = "\n".join([*words, "    print(error)"])
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "no screen" in done.stdout
