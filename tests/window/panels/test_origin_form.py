"""Origin and units in the form of a method: what they are, the button for those of the data, and
the way back.
"""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from linclass_gui.scene.document import Document
from linclass_gui.scene.methods import MethodInUse
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.parameters import ParametersPanel
from linclass_gui.window.panels.solution import OriginForm
from solvers import Dataset, Polynomial, PolynomialKernel, SoftMarginSVM

FAR = Dataset(
    np.array([[162.0, 58.0], [178.0, 58.0], [162.0, 82.0], [178.0, 82.0]]), np.array([0, 1, 1, 0])
)


def form(window: MainWindow) -> OriginForm | None:
    panel = window.findChild(ParametersPanel)
    return panel.content.origin


def opened(window: MainWindow, used: MethodInUse) -> OriginForm:
    window.session.load(Document(FAR, (used,), "m1"))
    window.session.wait_idle(5000)
    origin = form(window)
    assert origin is not None
    return origin


def test_the_way_to_the_data_and_back_is_one_undo_entry_each(
    window: MainWindow, qtbot: QtBot
) -> None:
    origin = opened(
        window, MethodInUse("m1", SoftMarginSVM(), 0, features=Polynomial(2).as_written)
    )
    assert not origin.as_written.isEnabled()
    origin.centre.click()
    features = window.session.document.methods[0].features
    assert features == Polynomial(2, origin=(170.0, 70.0), units=(8.0, 12.0))
    qtbot.waitUntil(lambda: not origin.centre.isEnabled())
    origin.as_written.click()
    assert window.session.document.methods[0].features == Polynomial(2).as_written
    window.editing.undo()
    assert window.session.document.methods[0].features == features
    window.editing.undo()
    assert window.session.document.methods[0].features == Polynomial(2).as_written


def test_a_kernel_has_an_origin_and_the_plane_has_none(window: MainWindow) -> None:
    opened(
        window, MethodInUse("m1", SoftMarginSVM(), 0, kernel=PolynomialKernel(3).as_written)
    ).centre.click()
    assert window.session.document.methods[0].kernel == PolynomialKernel(
        3, origin=(170.0, 70.0), units=(8.0, 12.0)
    )
    window.session.load(
        Document(FAR, (MethodInUse("m1", SoftMarginSVM(), 0, features=Polynomial(1)),), "m1")
    )
    assert form(window) is None
