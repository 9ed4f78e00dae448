"""One quantity has the same digits wherever the window or a figure writes it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.answers.points_table import points_table
from linclass_gui.answers.value_words import fill_values
from linclass_gui.draw.alt import alt_text
from linclass_gui.markup.numbers import number
from linclass_gui.plots import plot_named
from linclass_gui.plots.threshold import with_threshold
from linclass_gui.scene.scene import Hover, PairScene
from linclass_gui.window.panels.fit_words import data_parts, pointer_parts, solution_lines
from solvers import Fisher, SoftMarginSVM

UNITS = (1.0, 1e-3, 1e3)
NUMBER = r"([−\d.]+(?:·10\^\{−?\d+\})?)"


def scene(unit: float, method: object) -> PairScene:
    data = clouds(30, 1.6)
    return scene_of(document_of(replace(data, X=unit * data.X), [method]))


def number_after(words: str, *texts: str) -> str:
    """The number that follows some words in the first text that has them."""
    found = (re.search(re.escape(words) + NUMBER, text) for text in texts)
    return next(match[1] for match in found if match)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("method", [Fisher(), SoftMarginSVM(C=3.0)], ids=str)
@pytest.mark.parametrize("share", [0.013, 0.2, -0.4])
def test_a_threshold(method: object, share: float, unit: float) -> None:
    shown = scene(unit, method)
    largest = float(np.abs(shown.selected_fit.decision_function(shown.document.dataset.X)).max())
    moved = with_threshold(shown, "threshold", share * largest)
    shown = replace(shown, document=replace(moved, trial=replace(moved.trial, in_front=False)))
    headings = {
        name: " ".join(plot_named(name).figure(shown).heading)
        for name in ("roc", "precision", "projection")
    }
    written = {name: number_after("threshold ", text) for name, text in headings.items()}
    assert len(set(written.values())) == 1, written


@pytest.mark.parametrize("unit", UNITS)
def test_a_margin(unit: float) -> None:
    shown = scene(unit, SoftMarginSVM(C=3.0))
    fit = shown.selected_fit
    lines = dict(solution_lines(fit, None))
    written = {
        "panel": lines["margin 1/$‖w‖$"],
        "word": fill_values("{margin}", shown),
        "description": number_after("margin of ", alt_text(shown)),
        "status": number_after("margin 1/$‖w‖$ = ", *data_parts(shown)),
    }
    assert len(set(written.values())) == 1, written


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("method", [Fisher(), SoftMarginSVM(C=3.0)], ids=str)
def test_a_score_at_a_point(method: object, unit: float) -> None:
    shown = scene(unit, method)
    row = int(np.abs(points_table(shown).scores).argsort()[15])  # none on the boundary
    at = tuple(shown.document.dataset.X[row].tolist())
    pointed = replace(shown, hover=Hover(at, row))
    table = points_table(shown)
    f = float(table.scores[row])
    figure = plot_named("projection")
    reading = figure.read(shown, (f, 0.0), (0.1, 0.1))
    written = {
        "status": number_after("$f(x)$ = ", *pointer_parts(pointed)),
        "projection": number_after("$f(x)$ = ", *reading.words.lines),
    }
    if table.score_decimals is not None:  # else the scores are too small for a column of decimals
        written["table"] = number(f, table.score_decimals)
    assert len(set(written.values())) == 1, written


@pytest.mark.parametrize("unit", UNITS)
def test_the_area_under_a_curve(unit: float) -> None:
    shown = scene(unit, Fisher())
    heading = " ".join(plot_named("roc").figure(shown).heading)
    assert fill_values("{auc}", shown) == number_after("AUC ", heading)


def test_fishers_criterion() -> None:
    shown = scene(1.0, Fisher())
    heading = " ".join(plot_named("fisher-angle").figure(shown).heading)
    assert fill_values("{J}", shown) == number_after("$J$ = ", heading)
