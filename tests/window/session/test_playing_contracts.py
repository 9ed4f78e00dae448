"""Every method that can be played is played, in every setting, with everything that the window
shows of it.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from parameter_sets import all_settings, setting_name

import solvers
from linclass_gui.answers.comparison import comparison
from linclass_gui.layers import LAYERS
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.plots import PLOTS
from linclass_gui.scene.document import Document
from linclass_gui.scene.playback import go_to, is_playable, open_timeline, play_fits
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.scene.view import View
from linclass_gui.window.panels.fit_words import (
    data_parts,
    pointer_parts,
    row_reading,
    solution_lines,
    step_of,
)
from solvers import Dataset, Method

RANDOM = np.random.default_rng(3)
OVERLAPPING = Dataset(
    np.round(RANDOM.normal(size=(14, 2)), 1) + np.repeat([[0.0, 1.0], [1.5, 0.0]], 7, axis=0),
    np.repeat([0, 1], 7),
)
SEPARATE = Dataset(
    np.array([[0.0, 3.0], [1.0, 2.5], [2.0, 4.0], [4.0, 1.0], [5.0, 2.0], [4.5, 3.0]]),
    np.repeat([0, 1], 3),
)


def watched(method: Method, dataset: Dataset) -> Scene | None:
    """The scene of a method on a data set, every layer on, with the pointer on the canvas; None
    when there is nothing to play.
    """
    method = replace(
        method,
        **{
            name: 40
            for name in ("max_epochs", "max_iterations", "max_steps")
            if hasattr(method, name)
        },
    )
    document = replace(Document(dataset).adding(method), layers=frozenset(o.name for o in LAYERS))
    fit = solvers.fit(method, dataset.X, dataset.y)
    if not is_playable(fit):
        return None
    fits = MappingProxyType({document.selected: fit})
    return Scene(document, View.around(dataset.X), 0.01, fits, whole=fits, hover=Hover((1.0, 1.5)))


def look_at_everything(scene: Scene, turn: int) -> None:
    """What the canvas, a third of the plots, the panels and the comparison make of a scene."""
    canvas_figure(scene)
    for plot in PLOTS[turn % 3 :: 3]:
        plot.draw(scene)
        if plot.read is not None:
            plot.read_at(scene, (0.5, 0.5), (0.1, 0.1))
    assert len(pointer_parts(scene)) >= 2
    assert data_parts(scene)
    comparison(scene)
    for id, fit in scene.fits.items():
        assert row_reading(fit, step=step_of(scene, id)).word
        solution_lines(fit)


PLAYED = [m for m in all_settings() if m.iterative]


@pytest.mark.parametrize(
    "turn",
    [
        turn if turn % 4 == 0 else pytest.param(turn, marks=pytest.mark.exhaustive)
        for turn in range(len(PLAYED))
    ],
    ids=lambda turn: setting_name(PLAYED[turn]),
)
def test_every_setting_that_can_be_played_is_shown_at_and_between_its_steps(turn: int) -> None:
    """Settings take turns on the two data sets, at the three moments and on the plots."""
    method, dataset = PLAYED[turn], (OVERLAPPING, SEPARATE)[turn % 2]
    scene = watched(method, dataset)
    if scene is None:
        pytest.skip("closed form, or done at once: there is nothing to play")
    fit = scene.whole[scene.document.selected]
    timeline = open_timeline(fit)
    moments = ((0, 0.0), (len(fit.history) // 2, 0.5), (len(fit.history) - 1, 0.0))
    step, blend = moments[turn % 3]
    playback = replace(go_to(timeline, step), blend=blend)
    fits = MappingProxyType(play_fits(dict(scene.whole), playback, scene.document))
    look_at_everything(replace(scene, playback=playback, fits=fits), turn // 3)


def test_between_two_steps_a_bayesian_method_is_as_sure_as_its_steps() -> None:
    method = solvers.BayesianLogistic()
    fit = solvers.fit(method, OVERLAPPING.X, OVERLAPPING.y)
    document = Document(OVERLAPPING).adding(method)
    one, half, other = (
        play_fits({"m1": fit}, replace(open_timeline(fit), place=1, blend=blend), document)["m1"]
        for blend in (0.0, 0.5, 1.0 - 1e-12)
    )
    at_two = fit.at(2)
    np.testing.assert_allclose(
        other.predict_proba(OVERLAPPING.X), at_two.predict_proba(OVERLAPPING.X), atol=1e-9
    )
    np.testing.assert_allclose(
        half.last.covariance, 0.5 * (one.last.covariance + at_two.last.covariance), rtol=1e-12
    )
