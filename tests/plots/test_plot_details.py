"""Losses, multipliers, path, convergence and weight space: every mark is what its name says."""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, dots, paths, scene_of

from linclass_gui.files.first_picture import open_document
from linclass_gui.markup.numbers import count_words, fixed_number, weight_decimals
from linclass_gui.plots import PLOTS, convergence, losses, multipliers, path, weight_space
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.marks import Along, Beside, Dots, Mark, Off, Path, Text
from linclass_gui.scene.scene import Hover, Scene
from solvers import (
    Dataset,
    Fisher,
    LeastSquares,
    LogisticRegression,
    Method,
    Parabola,
    Perceptron,
    Relaxation,
    SoftMarginSVM,
    TanhKernel,
    fit,
)
from solvers.losses import hinge_loss, logistic_loss

OVERLAP = clouds(apart=0.7)
PARAMETERS = [SoftMarginSVM(C=2.0), LogisticRegression(l2=0.1), LeastSquares(ridge=0.5)]
EVERY = [pytest.param(plot, id=plot.name) for plot in PLOTS]


def scene_with(method: Method, data: Dataset = OVERLAP) -> Scene:
    return scene_of(document_of(data, [method]))


def scene_for(plot: object) -> Scene:
    """A scene in which a plot has something to show."""
    if plot.name in ("probability", "calibration"):
        return scene_with(LogisticRegression(l2=0.01))
    scene = scene_with(SoftMarginSVM(C=3.0))
    if plot.name != "feature-space":
        return scene
    return scene_of(
        scene.document.with_method(
            replace(scene.document.methods[0], features=Parabola().as_written)
        )
    )


@pytest.mark.parametrize("plot", EVERY)
def test_unchanged_scenes_give_the_very_same_marks(plot: object) -> None:
    scene = scene_for(plot)
    scene = replace(scene, document=replace(scene.document, trial=TrialLine(20.0, (0.0, 0.0))))
    before, after = plot.draw(scene), plot.figure(replace(scene))
    assert all(a is b for a, b in zip(before.marks, after.marks, strict=True))
    assert (before.heading, before.legend) == (after.heading, after.legend)


@pytest.mark.parametrize("plot", EVERY)
@pytest.mark.parametrize(
    "data",
    [
        Dataset(np.empty((0, 2)), np.empty(0, dtype=np.int64)),
        Dataset(np.eye(2), np.array([1, 1])),
        Dataset(np.eye(2), np.array([0, 1])),
    ],
    ids=["no-points", "one-class", "one-point-each"],
)
def test_little_data_gives_marks_or_a_sentence(plot: object, data: Dataset) -> None:
    figure = plot.draw(scene_of(document_of(data)))
    assert figure.marks or figure.message
    assert np.isfinite([figure.x.low, figure.x.high, figure.y.low, figure.y.high]).all()
    assert figure.x.low < figure.x.high
    assert figure.y.low < figure.y.high


@pytest.mark.parametrize("plot", EVERY)
def test_no_method_gives_a_sentence(plot: object) -> None:
    figure = plot.draw(scene_of(document_of(OVERLAP, [])))
    # of the data alone
    assert figure.message or plot.name in ("fisher-angle", "one-variable", "discriminant-plane")


def test_every_point_lies_on_the_loss_of_the_method_and_the_mean_is_written() -> None:
    for method, loss, name in (
        (SoftMarginSVM(C=3.0), hinge_loss, "hinge"),
        (LogisticRegression(l2=0.01), logistic_loss, "logistic"),
    ):
        scene = scene_with(method)
        figure, margins = losses.figure(scene), scene.fits["m1"].certificate.margins
        marks = figure.marks
        drawn = np.concatenate(
            [mark.xy for mark in (*dots(marks, "class-minus"), *dots(marks, "class-plus"))]
        )
        assert np.sort(drawn[:, 0]) == pytest.approx(np.sort(margins), abs=1e-9)
        assert drawn[:, 1] == pytest.approx(loss(drawn[:, 0]))
        (own,) = (words for words in figure.words if words.id == name)
        assert isinstance(own.home, Along)
        assert own.home.curve[:5].tolist() == paths(marks, "curve")[0].xy[:5].tolist()
        assert float(figure.heading[0].removeprefix(f"mean {name} ")) == pytest.approx(
            float(loss(margins).mean()), rel=5e-3
        )


def test_the_point_under_the_pointer_flashes_in_every_plot_of_points() -> None:
    scene = scene_with(SoftMarginSVM(C=3.0))
    row = int(np.argmax(scene.fits["m1"].alpha))
    pointed = replace(scene, hover=Hover((0.0, 0.0), row))
    for figure in (losses.figure, multipliers.figure):
        assert len(dots(figure(pointed).marks, "sv-free")) == 1
    assert len(weight_space.figure(pointed).marks) == len(weight_space.figure(scene).marks) + 1


def test_dragging_the_cursor_sets_the_parameter_and_computes_no_new_path() -> None:
    scene = scene_with(SoftMarginSVM(C=2.0))
    (handle,) = path.figure(scene).handles
    assert handle.at[0] == pytest.approx(np.log10(2.0))
    after = path.drag(scene, handle.name, (1.5, 0.0))
    assert after.methods[0].method == SoftMarginSVM(C=10.0**1.5)
    before, curves = (
        paths(path.figure(s).marks, "curve")[0] for s in (scene, replace(scene, document=after))
    )
    assert before is curves


SPARSE = Dataset(
    np.array([[5.1, 3.5], [4.9, 3.0], [4.5, 2.3], [5.8, 4.0], [7.0, 3.2], [4.9, 2.4], [5.4, 3.0]]),
    np.array([0] * 4 + [1] * 3),
)


@pytest.mark.parametrize(
    "kind", [SoftMarginSVM, LogisticRegression, LeastSquares], ids=lambda kind: kind.label
)
@pytest.mark.parametrize("value", [0.0123, 0.4567, 8.0, 77.7])
def test_the_numbers_at_the_cursor_are_those_of_the_fit(kind: type[Method], value: float) -> None:
    method = kind(**{kind.strength.name: value})
    answer = fit(method, SPARSE.X, SPARSE.y)
    _, first, errors = path.figure(scene_with(method, SPARSE)).heading
    if method.has_margin:
        assert first == f"margin {fixed_number(1.0 / float(np.hypot(*answer.w)))}"
    else:  # not the errors twice
        assert first.startswith(f"mean {method.loss.noun} "), first
    assert errors == count_words(answer.certificate.errors, "error")
    reading = path.read(scene_with(method, SPARSE), (np.log10(value), 0.5), (0.1, 0.1))
    if kind is SoftMarginSVM:  # its path is known between its places, too
        norm = float(np.hypot(*answer.w))
        assert f"$‖w‖$ {fixed_number(norm, weight_decimals(norm))}" in reading.words.lines


@pytest.mark.parametrize("method", PARAMETERS, ids=lambda m: m.label)
def test_every_curve_of_the_path_stands_in_a_lane_with_its_own_scale(method: Method) -> None:
    scene = scene_with(method)
    figure, strength = path.figure(scene), path.strength_of(scene.document.methods[0])
    swept = path.sweep(
        OVERLAP, path._at_one(scene.document.methods[0], strength), strength, strength.decades
    )
    curves = [
        mark for mark in figure.marks if isinstance(mark, Path) and mark.role.startswith("curve")
    ]
    lines = path.lines_of(swept, method)
    assert len(curves) == len(lines) == len(figure.lanes)
    for lane, curve, (label, _, values) in zip(figure.lanes, curves, lines, strict=True):
        assert lane.axis.label == label
        read = lane.values(curve.xy[:, 1])
        assert (10.0**read if lane.axis.powers else read) == pytest.approx(
            values, rel=1e-9, abs=1e-12 * np.nanmax(values)
        )
        assert lane.axis.ticks is not None
        if label == "errors":
            assert all(tick == round(tick) for tick in lane.axis.ticks)
    for above, below in itertools.pairwise(figure.lanes):
        assert above.low >= below.high


FLAT = {
    "equal-means": Dataset(
        np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([0, 0, 1, 1])
    ),
    "duplicates": Dataset(
        np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0], [1.0, 1.0]]), np.array([0, 1, 0, 1])
    ),
    "one-place": Dataset(np.zeros((2, 2)), np.array([0, 1])),
}


@pytest.mark.parametrize("data", FLAT.values(), ids=FLAT)
@pytest.mark.parametrize(
    "method", [SoftMarginSVM(), LogisticRegression(), LeastSquares()], ids=lambda m: m.label
)
def test_a_path_of_nothing_but_w_0_is_drawn_without_its_margin(
    method: Method, data: Dataset
) -> None:
    scene = scene_with(method, data)
    figure = path.figure(scene)
    assert not figure.message
    assert "margin" not in [lane.axis.label for lane in figure.lanes]
    assert path.read(scene, (0.0, 0.5), (0.1, 0.1)) is not None


@pytest.mark.parametrize(
    ("method", "kernel", "name"),
    [
        (SoftMarginSVM(C=10.0, algorithm="smo"), TanhKernel(1.0, -1.0), convergence.REACHED_AXIS),
        (SoftMarginSVM(C=10.0, algorithm="smo"), None, convergence.HEIGHT_AXIS),
        (Relaxation(), None, convergence.REACHED_AXIS),
    ],
    ids=["no-scalar-product", "certified", "never-ends"],
)
def test_an_optimum_is_promised_where_a_certificate_knows_it(
    method: Method, kernel: TanhKernel | None, name: str
) -> None:
    figure = convergence.figure(scene_of(document_of(OVERLAP, [method], kernel=kernel)))
    assert figure.y.label == name


def test_convergence_falls_to_the_optimum_of_newtons_method() -> None:
    scene = scene_with(LogisticRegression(l2=0.01))
    figure, result = convergence.figure(scene), scene.fits["m1"]
    (line,) = paths(figure.marks, "boundary")
    assert len(line.xy) == len(result.history)
    objectives = np.array([step.objective for step in result.history])
    best = convergence.optimum(result, (result,))
    assert best <= objectives.min() + 1e-15
    expected = np.log10(np.maximum((objectives - best) / abs(best), 10.0**convergence.FLOOR))
    assert line.xy[:, 1] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("plot", EVERY)
def test_nothing_but_a_reading_and_names_of_curves_is_written_in_the_field(
    plot: ModuleType,
) -> None:
    figure = plot.draw(scene_for(plot))
    # of rows: names at their left, heads above them
    homes = (Off,) if plot.name in ("confusion", "errors") else (Along, Beside)
    assert all(isinstance(words.home, homes) for words in figure.words)
    assert figure.heading
    if plot.name in ("confusion", "errors"):  # tables: their numbers are what they show
        return
    assert not texts_of(figure.marks)
    assert all(
        role not in {"caption", "label", "value"} for role in {mark.role for mark in figure.marks}
    )


@pytest.mark.parametrize(
    "method",
    [LogisticRegression(l2=0.01), SoftMarginSVM(C=3.0, algorithm="smo")],
    ids=lambda m: m.label,
)
def test_the_gap_of_every_step_bounds_how_far_its_objective_is_above_the_optimum(
    method: Method,
) -> None:
    scene = scene_with(method)
    result, (line,) = scene.fits["m1"], paths(convergence.figure(scene).marks, "gap")
    best = result.certificate.primal
    assert len(line.xy) > 3
    for step, height in line.xy:
        above = (result.history[int(step)].objective - best) / abs(
            result.history[int(step)].objective
        )
        assert 10.0**height >= above - 1e-9
    assert line.xy[-1, 1] <= -6.0


def texts_of(marks: tuple[Mark, ...]) -> list[Text]:
    return [mark for mark in marks if isinstance(mark, Text)]


def test_convergence_says_nothing_of_methods_whose_steps_are_on_their_way() -> None:
    whole = scene_of(document_of(OVERLAP, [LogisticRegression(l2=0.1)]))
    (id,) = whole.fits
    bare = fit(LogisticRegression(l2=0.1), OVERLAP.X, OVERLAP.y, trace=False)
    for awaited in (
        replace(whole, fits={}, whole={}),
        replace(whole, fits={id: bare}, whole={}),
        replace(whole, fits={id: bare}, whole={id: bare}, stale=frozenset({id})),
    ):
        assert not convergence.figure(awaited).message
    assert convergence.figure(scene_of(document_of(OVERLAP, [Fisher()]))).message


def test_losses_of_large_scores_show_the_points() -> None:
    """All margins of the worked example lie beyond the usual end of the axis: the plot had curves
    and no point.
    """
    figure = losses.figure(scene_of(open_document("lesson:fisher-example")))
    assert (
        sum(
            len(mark.xy)
            for mark in figure.marks
            if isinstance(mark, Dots) and mark.role.startswith("class-")
        )
        == 6
    )
    assert not any("outside" in words for words in figure.heading)


def test_the_step_of_the_number_of_errors_stands_at_zero() -> None:
    step = paths(losses.figure(scene_with(Fisher())).marks, "curve")[0].xy
    assert step[step[:, 0] <= 0.0, 1] == pytest.approx(1.0)
    assert step[step[:, 0] > 0.0, 1] == pytest.approx(0.0)


@pytest.mark.parametrize(
    "method",
    [
        LeastSquares(ridge=0.5),
        LogisticRegression(l2=0.1, penalise_bias=True),
        LogisticRegression(l2=0.1, positive_weight=3.0),
    ],
    ids=str,
)
def test_the_path_has_the_objectives_of_fits_along_it(method: Method) -> None:
    used = scene_with(method).document.methods[0]
    strength = path.strength_of(used)
    swept = path.sweep(OVERLAP, used, strength, strength.decades)
    for k in range(0, len(swept.x), len(swept.x) // 6):
        there = replace(method, **{strength.name: float(10.0 ** swept.x[k])})
        primal = fit(there, OVERLAP.X, OVERLAP.y).certificate.primal
        assert swept.objective[k] == pytest.approx(primal, rel=1e-6)


def test_the_way_of_the_weights_ends_at_the_marker() -> None:
    scene = scene_with(Perceptron(), clouds(apart=2.2, seed=4))
    marks, result = weight_space.figure(scene).marks, scene.fits["m1"]
    (way,), (marker,) = paths(marks, "curve"), dots(marks, "marker")
    assert way.xy[-1].tolist() == marker.xy[0].tolist() == np.asarray(result.w).tolist()
