"""Refusals and the actions that cure them: after the action the refusal is gone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.answers.decision import why_no_boundary
from linclass_gui.layers import LAYERS, TELLTALE
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.guesses import hide_answer
from linclass_gui.plots import PLOTS
from linclass_gui.scene.cures import Refusal, act_of
from linclass_gui.scene.document import Document
from solvers import (
    AnyMethod,
    Dataset,
    Fisher,
    HardMarginSVM,
    SoftMarginSVM,
)


def message_of(plot: str, document: Document) -> str:
    shown = next(entry for entry in PLOTS if entry.name == plot)
    return shown.draw(scene_of(document)).message


def selected_with(document: Document, **settings: object) -> Document:
    method = document.selected_method
    assert method is not None
    return document.with_method(replace(method, **settings))


@pytest.mark.parametrize(
    ("plot", "method", "words"),
    [
        ("calibration", SoftMarginSVM(), "Add logistic regression"),
        ("probability", Fisher(), "Add logistic regression"),
        ("path", Fisher(), "Add soft-margin SVM"),
        ("multipliers", Fisher(), "Add soft-margin SVM"),
        ("feature-space", Fisher(), "Choose the quadratic map"),
        ("validation", Fisher(), "Add soft-margin SVM"),
        ("convergence", Fisher(), "Add logistic regression"),
        ("projection", None, "Add soft-margin SVM"),
        ("losses", None, "Add soft-margin SVM"),
    ],
)
def test_a_refused_plot_is_cured_by_its_action(
    plot: str, method: AnyMethod | None, words: str
) -> None:
    document = document_of(clouds(), () if method is None else (method,))
    message = message_of(plot, document)
    act = act_of(message, document)
    assert isinstance(message, Refusal), message
    assert act is not None
    assert act.words == words
    assert message_of(plot, act.document) == ""


def test_a_method_in_use_is_selected_and_not_added_again() -> None:
    document = document_of(clouds(), (SoftMarginSVM(), Fisher()))
    document = replace(document, selected=document.methods[1].id)
    act = act_of(message_of("path", document), document)
    assert act is not None
    assert act.words == "Select Soft-margin SVM"
    assert act.document.methods == document.methods


def test_a_hard_margin_without_an_answer_becomes_soft() -> None:
    document = document_of(clouds(apart=0.5), (HardMarginSVM(),))
    fit = scene_of(document).answer
    act = act_of(why_no_boundary(fit, document.dataset.class_names), document)
    assert act is not None
    assert act.words == "Choose the soft margin"
    assert isinstance(act.document.selected_method.method, SoftMarginSVM)


def test_a_class_of_few_points_is_weighed() -> None:
    random = np.random.default_rng(3)
    X = random.normal(0.0, 1.0, (44, 2))
    dataset = Dataset(X, np.repeat([0, 1], [40, 4]))
    document = document_of(dataset, (SoftMarginSVM(C=1e-3),))
    names = dataset.class_names
    reason = why_no_boundary(scene_of(document).answer, names)
    act = act_of(reason, document)
    assert act is not None, reason
    assert act.words == "Weigh class + 10 times"
    assert act.document.selected_method.method.positive_weight == 10.0


@pytest.mark.parametrize("method", [Fisher(), None], ids=["Fisher", "none"])
def test_every_act_of_a_layer_brings_what_it_lacks(method: AnyMethod | None) -> None:
    document = document_of(clouds(), () if method is None else (method,))
    cured = 0
    for layer in LAYERS:
        words = layer.lacks(scene_of(document))
        act = act_of(words, document)
        if act is not None:
            cured += 1
            assert layer.lacks(scene_of(act.document)) != words, layer.name
    assert cured >= 4


def test_no_act_shows_what_a_lesson_asks_to_predict() -> None:
    withheld = 0
    for lesson in shipped_course().lessons:
        if not (lesson.guess and lesson.guess_of):
            continue
        document = hide_answer(lesson.document, lesson.guess, lesson.guess_of, TELLTALE)
        scene = scene_of(document)
        messages = [plot.draw(scene).message for plot in PLOTS]
        for words in (*messages, *(layer.missing(scene) for layer in LAYERS)):
            act = act_of(words, document, lesson.guess_of)
            withheld += act_of(words, document) is not act
            shown = () if act is None else act.document.enabled_methods
            assert lesson.guess_of not in {method.id for method in shown}
            assert "another algorithm" not in words
    assert withheld > 10
