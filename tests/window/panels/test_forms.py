"""Forms made from annotated parameters: the right control for each, and a drag of a slider is one
undo entry.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.scene.theme import LIGHT
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.parameter_form import (
    MethodForm,
    ParameterForm,
)
from linclass_gui.window.panels.solution import FormulaLabel
from linclass_gui.window.widgets.controls import ComboField, Scale, Slider
from linclass_gui.window.widgets.number_field import NumberField, TextField, number_text
from solvers import (
    METHODS,
    FormulaFeatures,
    GaussianKernel,
    Method,
    Perceptron,
    SoftMarginSVM,
    parameters_of,
)
from solvers.maps import Polynomial


@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: kind.__name__)
def test_every_method_gets_a_form_with_all_its_parameters(qtbot: QtBot, kind: type[Method]) -> None:
    form = ParameterForm(kind(), LIGHT)
    qtbot.addWidget(form)
    assert list(form.rows) == [p.name for p in parameters_of(kind) if p.kind != "other"]
    for row in form.rows.values():
        assert row._controls


def test_a_parameter_appears_only_where_it_matters(qtbot: QtBot) -> None:
    form = ParameterForm(Perceptron(), LIGHT)
    qtbot.addWidget(form)
    assert not form.rows["order"].isHidden()
    assert form.rows["threshold"].isHidden()
    form.set_value(Perceptron(update="batch"))
    assert form.rows["order"].isHidden()
    assert not form.rows["threshold"].isHidden()


@pytest.mark.parametrize(
    ("scale", "value"),
    [
        (Scale(1e-2, 1e6, log=True), 8.0),
        (Scale(0.0, 2.0), 1.25),
        (Scale(1.0, 6.0, is_whole=True), 4.0),
    ],
    ids=["decades", "interval", "whole"],
)
def test_a_scale_gives_back_the_value_it_was_asked_for(scale: Scale, value: float) -> None:
    assert scale.value(scale.position(value)) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (8.0, "8.00"),
        (0.5, "0.50"),
        (1234.5, "1234.5"),
        (-1.5, "−1.50"),
        (1e-7, "1e−07"),
        (0.125, "0.125"),
        (7, "7"),
        (None, ""),
    ],
)
def test_numbers_in_fields(value: object, text: str) -> None:
    assert number_text(value) == text


def _content(window: MainWindow):
    content = window.panel.parameters.content
    assert content is not None
    return content


def _enter(qtbot: QtBot, field: NumberField | TextField, text: str) -> None:
    """Type over what stands in a field."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def _slider(window: MainWindow) -> Slider:
    return window.findChild(Slider, "slider-C")


def test_a_drag_of_the_slider_previews_and_is_one_undo_entry(
    window: MainWindow, qtbot: QtBot
) -> None:
    slider, session = _slider(window), window.session
    values: list[float] = []
    session.scene_changed.connect(
        lambda old, new: values.extend(m.method.C for m in new.document.methods[1:])
    )
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(60, 18))
    for x in range(70, 150, 10):
        qtbot.mouseMove(slider, QPoint(x, 18))
    assert session.undo_stack.count() == 0
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(140, 18))
    assert session.undo_stack.count() == 1
    assert len(set(values)) > 4
    assert session.document.methods[1].method.C == slider.value != 8.0
    session.undo_stack.undo()
    assert session.document.methods[1].method.C == 8.0
    qtbot.waitUntil(lambda: slider.value == 8.0)


def test_one_over_C_has_a_field_of_its_own(window: MainWindow, qtbot: QtBot) -> None:
    own, other = (window.findChild(NumberField, name) for name in ("field-C", "field-reciprocal-C"))
    assert isinstance(own, NumberField)
    assert isinstance(other, NumberField)
    assert other.value == 0.125

    def enter(field: NumberField, text: str) -> object:
        _enter(qtbot, field, text)
        return window.session.document.methods[1].method

    assert enter(other, "0.1") == SoftMarginSVM(C=10.0)
    assert own.value == 10.0
    assert enter(own, "4") == SoftMarginSVM(C=4.0)
    assert other.value == 0.25
    assert enter(other, "0") == SoftMarginSVM(C=4.0)
    assert "above 0" in other.refusal


def test_a_feature_map_brings_its_own_parameters(window: MainWindow) -> None:
    content = _content(window)
    at = content.spaces.index(("features", Polynomial))
    content.space.activated.emit(at)
    changed = window.session.document.methods[1]
    assert changed.features == Polynomial().about(window.session.document.dataset.X)
    cubic = replace(changed.features, degree=3)
    _content(window).space_form.changed.emit(cubic, True)
    assert window.session.document.methods[1].features == cubic


def test_a_kernel_replaces_the_feature_map(window: MainWindow) -> None:
    content = _content(window)
    if ("kernel", GaussianKernel) not in content.spaces:
        pytest.skip("this soft margin takes no kernel")
    content.space.activated.emit(content.spaces.index(("kernel", GaussianKernel)))
    assert window.session.document.methods[1].kernel == GaussianKernel()
    assert window.session.wait_idle()


def test_the_slider_of_a_weight_outlives_the_formula_that_it_changes(
    window: MainWindow, qtbot: QtBot
) -> None:
    content = window.panel.parameters.content
    content.form.open()
    slider = content.form.rows["positive_weight"].slider
    slider.setFocus()
    for _ in range(2):
        qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert window.session.document.selected_method.method.positive_weight > 1.0
    qtbot.waitUntil(lambda: "v_i max" in content.findChild(FormulaLabel).text)
    assert window.panel.parameters.content is content


def test_features_are_written_in_a_field(window: MainWindow, qtbot: QtBot) -> None:
    combo = window.findChild(ComboField, "features-kernel")
    combo.activated.emit(combo.findText("written features"))
    field = window.findChild(TextField, "field-functions")

    def enter(text: str) -> object:
        _enter(qtbot, field, text)
        return window.session.document.methods[1].features

    assert enter("x1, x2, x1 x2^3") == FormulaFeatures("x1, x2, x1 x2^3")
    assert enter("x1, foo(x2)") == FormulaFeatures("x1, x2, x1 x2^3")
    assert "“foo” is not known" in field.refusal
    assert field.text() == "x1, x2, x1 x2^3"
    assert window.session.wait_idle()
    fit = window.session.scene.fits["m2"]
    assert fit.w is not None
    assert len(fit.w) == 3


def test_a_value_that_is_not_the_default_stays_outside(qtbot: QtBot) -> None:
    form = MethodForm(SoftMarginSVM(), LIGHT, QWidget())
    qtbot.addWidget(form)
    assert form.rows["algorithm"].isHidden()
    assert not form.more.isHidden()
    form.set_value(SoftMarginSVM(algorithm="smo"))
    assert not form.rows["algorithm"].isHidden()
    assert form.reciprocals["C"].isHidden()
    form.more.click()
    assert not form.reciprocals["C"].isHidden()
    form.set_value(SoftMarginSVM())
    form.more.click()
    assert form.rows["algorithm"].isHidden()


def test_what_changes_nothing_is_no_undo_entry(window: MainWindow, qtbot: QtBot) -> None:
    session = window.session
    count, committed = session.undo_stack.count(), session.committed
    # a press on the handle that did not move it
    qtbot.mouseRelease(_slider(window), Qt.MouseButton.LeftButton)
    algorithm = window.findChild(ComboField, "choice-algorithm")
    algorithm.activated.emit(algorithm.currentIndex())
    assert session.undo_stack.count() == count
    assert session.committed is committed


def test_a_choice_is_cut_where_the_others_differ(qtbot: QtBot) -> None:
    combo = ComboField()
    qtbot.addWidget(combo)
    combo.addItems(["sepal length", "sepal width"])
    combo.resize(90, 28)
    assert combo.seen_text.endswith("th")
