"""The timeline of a run: two phases a step, the same steps on rewind, and a glide that ends where
the step ends.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from linclass_gui.scene.document import Document
from linclass_gui.scene.methods import MethodInUse
from linclass_gui.scene.playback import (
    Playback,
    backward,
    forward,
    missing_steps,
    open_timeline,
    play_fits,
    rows_touched,
    seek,
    sentence,
    stopped_at,
)

X = np.array([[0.0, 1.0], [1.0, 2.0], [2.0, 0.5], [2.5, -1.0], [-1.0, -1.0], [0.5, -2.0]])
Y = np.array([-1, -1, 1, 1, -1, 1])


@pytest.fixture(scope="module")
def run() -> solvers.Fit:
    fit = solvers.fit(solvers.Perceptron(), X, Y)
    assert len(fit.history) > 3
    return fit


def test_going_on_rings_the_samples_first_and_moves_the_line_second(run: solvers.Fit) -> None:
    start = open_timeline(run)
    ringed = forward(start, run)
    assert (ringed.step, ringed.announced) == (0, True)
    assert rows_touched(ringed, run) == run.history[1].active != ()
    assert sentence(ringed, run) == run.history[1].note != ""
    moved = forward(ringed, run)
    assert (moved.step, moved.announced) == (1, False)
    assert stopped_at(run, moved.place).last is run.history[1]


def test_a_long_run_is_played_by_the_numbers_of_its_steps() -> None:
    playback = Playback(1, (0, 2, 4, 7, 8, 8))
    assert (playback.step, playback.last, playback.words) == (2, 8, "update 2 of 8")
    # a drag, or an arrow key, goes on to the next recorded step in its direction
    assert [seek(playback, step).place for step in (-1, 1, 2, 3, 5, 7, 8)] == [0, 0, 1, 2, 3, 3, 5]
    missing = [missing_steps(playback.numbers, place) for place in range(6)]
    between = ["update 1 is not kept", "update 3 is not kept", "updates 5 and 6 are not kept"]
    assert missing == ["", *between, "", ""]
    assert missing_steps((0, 9), 1) == "updates 1 to 8 are not kept"


@given(st.integers(0, 20), st.booleans())
def test_one_phase_back_undoes_one_phase_on(step: int, announced: bool) -> None:
    fit = solvers.fit(solvers.Perceptron(), X, Y)
    here = replace(seek(open_timeline(fit), step), announced=False)
    if here.at_end:
        return
    ringed = forward(here, fit)
    assert backward(ringed) == here
    if announced:
        assert backward(forward(ringed, fit)) == here


def test_a_glide_starts_at_one_step_and_ends_at_the_next(run: solvers.Fit) -> None:
    one, other = run.history[1], run.history[2]
    half = stopped_at(run, 1, 0.5).last
    np.testing.assert_allclose(half.w, 0.5 * (one.w + other.w), rtol=1e-14)
    np.testing.assert_allclose(half.scores(X), 0.5 * (one.scores(X) + other.scores(X)), rtol=1e-12)


def test_only_the_selected_method_moves_unless_all_are_wanted(run: solvers.Fit) -> None:
    other = solvers.fit(solvers.Perceptron(rate=0.5), X, Y)
    document = replace(
        Document.empty(),
        methods=(MethodInUse("m1", run.method, 0), MethodInUse("m2", other.method, 1)),
        selected="m1",
    )
    fits = {"m1": run, "m2": other}
    alone = play_fits(fits, Playback(1, tuple(range(10))), document)
    assert alone["m1"].last is run.history[1]
    assert alone["m2"] is other
    together = play_fits(fits, Playback(1, tuple(range(10)), together=True), document)
    assert together["m2"].last is other.history[1]
    assert play_fits(fits, None, document) is fits


@pytest.mark.parametrize(
    "method",
    [
        solvers.Perceptron(update="single"),
        solvers.Perceptron(update="batch"),
        solvers.Relaxation(),
        solvers.LMS(),
        solvers.HoKashyap(),
        solvers.LogisticRegression(algorithm="newton"),
        solvers.LogisticRegression(algorithm="gradient"),
        solvers.SoftMarginSVM(algorithm="active-set"),
        solvers.SoftMarginSVM(algorithm="smo"),
        solvers.SoftMarginSVM(algorithm="interior-point"),
        solvers.SoftMarginSVM(algorithm="subgradient"),
        solvers.HardMarginSVM(algorithm="smo"),
        solvers.HardMarginSVM(algorithm="interior-point"),
    ],
    ids=lambda m: f"{type(m).__name__}-{getattr(m, 'algorithm', getattr(m, 'update', ''))}",
)
def test_every_iterative_method_can_be_played_forward_and_backward_with_words(
    method: solvers.Method,
) -> None:
    rng = np.random.default_rng(0)
    # Separable, but far enough from the origin that no rule is done after its first step.
    points = np.vstack([rng.normal(-1.5, 0.6, (15, 2)), rng.normal(1.5, 0.6, (15, 2))]) + 5.0
    fit = solvers.fit(method, points, np.repeat([0, 1], 15))
    assert len(fit.history) > 1
    playback = open_timeline(fit)
    for _ in range(2 * len(fit.history)):
        playback = forward(playback, fit)
        stopped = stopped_at(fit, playback.place)
        assert np.isfinite(stopped.decision_function(points)).all()
        assert sentence(playback, fit)
    assert playback.at_end
    while playback.place:
        playback = backward(playback)
    assert playback == open_timeline(fit)


def test_what_is_said_of_a_step_stays_from_its_announcement_until_the_line_is_there(
    run: solvers.Fit,
) -> None:
    playback = seek(open_timeline(run), 1)
    announced = forward(playback, run)
    under_way, arrived = replace(announced, announced=False, blend=0.5), forward(announced, run)
    assert {sentence(each, run) for each in (announced, under_way, arrived)} == {
        run.history[2].note
    }
    assert sentence(playback, run) != run.history[2].note
