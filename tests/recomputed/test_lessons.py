"""Every number that a shipped lesson says or shows as it begins, recomputed from its raw points by
the formulas of the lectures.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from by_hand import (
    Array,
    batch_perceptron,
    fisher,
    hull_distance,
    least_squares,
    lesson,
    logistic_gradient,
    logistic_hessian,
    mean_hinge,
    midpoint_offset,
    normal_density,
    perceptron,
    scatter,
    within,
    wrong,
)

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import load_document
from linclass_gui.files.shipped import lesson_path
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.scene import Scene
from linclass_gui.window.panels.fit_words import row_reading
from solvers import (
    Fit,
    ManyFit,
)

LESSONS = {each.name: each for each in shipped_course().lessons}
SUPERSCRIPT = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


@cache
def scene(name: str) -> Scene:
    return scene_of(load_document(lesson_path(name)))


def number(text: str) -> float:
    """A number as it is printed: a fraction, a percentage, a power of ten."""
    plain = (
        text.translate(SUPERSCRIPT)
        .replace("{", "")
        .replace("}", "")
        .replace("·10^", "e")
        .replace("·10", "e")
        .replace(" %", "")
    )
    top, slash, bottom = plain.partition("/")
    return float(top) / float(bottom) if slash else float(plain)


def shown(name: str, block: str) -> dict[str, Array]:
    """The matrices of a block on the screen, by symbol."""
    found = numbers_of(block, scene(name)).matrices
    return {
        one.symbol: np.array([[number(entry) for entry in row] for row in one.entries])
        for one in found
    }


def line(name: str, block: str, start: str, prices: tuple[float, float] | None = None) -> str:
    """The value of a line of a block."""
    lines = numbers_of(block, scene(name), prices).lines
    return next(value for words, value in lines if words.startswith(start))


# --- what the rows of the methods show ------------------------------------------------------------

TWO = [name for name in LESSONS if any(isinstance(fit, Fit) for fit in scene(name).fits.values())]


@pytest.mark.parametrize("name", TWO)
def test_errors_and_distances_of_every_row_are_those_of_its_scores(name: str) -> None:
    raw = lesson(name)
    for fit in scene(name).fits.values():
        assert isinstance(fit, Fit)
        reading = row_reading(fit)
        if not fit.has_model:
            assert reading.errors == reading.distance == ""
            continue
        if fit.w is None or fit.last.quadratic is not None:
            continue
        f = fit.problem.Phi @ fit.w + fit.b
        assert reading.errors == str(wrong(f, raw.y))
        if reading.distance:
            least = float((raw.y * f).min()) / float(np.linalg.norm(fit.w))
            assert number(reading.distance) == pytest.approx(least, rel=6e-3, abs=6e-4)


@pytest.mark.parametrize("name", [name for name in LESSONS if name not in TWO])
def test_errors_of_many_classes_are_those_of_the_scores(name: str) -> None:
    raw = lesson(name)
    for many in scene(name).fits.values():
        assert isinstance(many, ManyFit)
        reading = row_reading(many)
        predicted = np.array(many.predict(raw.X))
        assert reading.errors.split()[0] == str(int(np.count_nonzero(predicted != raw.labels)))


# --- what the panels of numbers show --------------------------------------------------------------


def test_lemma_2() -> None:
    raw = lesson("least-squares-is-fisher")
    found, w = shown("least-squares-is-fisher", "lemma-2"), fisher(raw)
    best = least_squares(raw.X, raw.y)[1:]
    np.testing.assert_allclose(found["w"][:, 0], w, atol=6e-5)
    np.testing.assert_allclose(found["w′"][:, 0], best, atol=6e-5)
    assert number(line("least-squares-is-fisher", "lemma-2", "$w′")) == pytest.approx(
        best[0] / w[0], rel=1e-5
    )


def test_true_errors_of_two_populations() -> None:
    raw = lesson("bayes")
    populations = raw.json["populations"]
    one, other = (populations[side] for side in ("minus", "plus"))
    steps = np.linspace(-14.0, 14.0, 1401)
    grid = np.column_stack([np.repeat(steps, len(steps)), np.tile(steps, len(steps))])
    cell = (steps[1] - steps[0]) ** 2
    masses = [
        side["prior"]
        * normal_density(grid, np.array(side["mean"]), np.array(side["covariance"]))
        * cell
        for side in (one, other)
    ]
    assert number(line("bayes", "true-errors", "Bayes")) == pytest.approx(
        100.0 * float(np.minimum(*masses).sum()), abs=0.02
    )
    S, prior = within(raw) / len(raw.y), math.log((raw.y > 0).mean() / (raw.y < 0).mean())
    w = np.linalg.solve(S, raw.of(1).mean(axis=0) - raw.of(0).mean(axis=0))
    says_plus = grid @ w + midpoint_offset(raw, w) + prior > 0.0
    error = float(masses[0][says_plus].sum() + masses[1][~says_plus].sum())
    assert number(line("bayes", "true-errors", "Gaussian classifier (shared)")) == pytest.approx(
        100.0 * error, abs=0.05
    )
    of_each = []
    for k in (0, 1):
        points = raw.of(k)
        density = normal_density(grid, points.mean(axis=0), scatter(points) / len(points))
        of_each.append(len(points) / len(raw.y) * density)
    says_plus = of_each[1] > of_each[0]
    error = float(masses[0][says_plus].sum() + masses[1][~says_plus].sum())
    assert number(line("bayes", "true-errors", "Gaussian classifier (separate)")) == pytest.approx(
        100.0 * error, abs=0.05
    )


def test_expected_costs_of_a_line() -> None:
    raw = lesson("priors-and-costs")
    populations, trial = raw.json["populations"], raw.json["trial"]
    turn = math.radians(trial["angle"])
    normals = np.array([math.cos(turn), math.sin(turn)])
    expected = []
    for w, b in (
        (normals, -float(normals @ trial["pivot"])),
        (
            np.linalg.solve(
                within(raw) / len(raw.y), raw.of(1).mean(axis=0) - raw.of(0).mean(axis=0)
            ),
            None,
        ),
    ):
        offset = (
            midpoint_offset(raw, w) + math.log((raw.y > 0).mean() / (raw.y < 0).mean())
            if b is None
            else b
        )
        cost = 0.0
        for side, sign in (("minus", 1.0), ("plus", -1.0)):
            mean, S = np.array(populations[side]["mean"]), np.array(populations[side]["covariance"])
            z = sign * (float(w @ mean) + offset) / math.sqrt(float(w @ S @ w))
            cost += populations[side]["prior"] * 0.5 * math.erfc(-z / math.sqrt(2.0))
        expected.append(cost)
    assert number(line("priors-and-costs", "costs", "your line", (1.0, 1.0))) == pytest.approx(
        expected[0], rel=1e-3
    )
    assert number(
        line("priors-and-costs", "costs", "Gaussian classifier", (1.0, 1.0))
    ) == pytest.approx(expected[1], rel=1e-3)
    one, other = populations["minus"], populations["plus"]
    delta = np.array(other["mean"]) - np.array(one["mean"])
    w = np.linalg.solve(np.array(one["covariance"]), delta)
    length = math.sqrt(float(delta @ w))
    shift = math.log(other["prior"] / one["prior"]) / length
    tails = [0.5 * math.erfc((0.5 * length + s * shift) / math.sqrt(2.0)) for s in (-1.0, 1.0)]
    assert number(line("priors-and-costs", "costs", "the smallest", (1.0, 1.0))) == pytest.approx(
        one["prior"] * tails[0] + other["prior"] * tails[1], rel=1e-3
    )


def test_newtons_derivatives() -> None:
    raw, found = lesson("newton"), shown("newton", "newton")
    fit = scene("newton").fits["m1"]
    w, b = np.asarray(fit.w), fit.b
    np.testing.assert_allclose(
        found["∇"][:, 0], logistic_gradient(raw.X, raw.y, 0.01, w, b), atol=1e-6
    )
    np.testing.assert_allclose(found["H"], logistic_hessian(raw.X, 0.01, w, b), atol=6e-5)
    p = 1.0 / (1.0 + np.exp(-(raw.X @ w + b)))
    assert number(line("newton", "newton", "largest")) == pytest.approx(
        float((p * (1 - p)).max()), abs=6e-5
    )
    assert number(line("newton", "newton", "smallest")) == pytest.approx(
        float((p * (1 - p)).min()), abs=6e-5
    )


def test_the_steps_of_both_perceptrons() -> None:
    raw = lesson("perceptron")
    Z = raw.y[:, None] * np.column_stack([np.ones(len(raw.y)), raw.X])
    _compare_steps("perceptron", perceptron(Z))
    raw = lesson("all-mistakes")
    _compare_steps("all-mistakes", batch_perceptron(raw.y[:, None] * raw.X, 0.02, 1.0))


def _compare_steps(name: str, way: list[Array]) -> None:
    rows = [
        (words, value) for words, value in numbers_of("steps", scene(name)).lines if "step" in words
    ]
    steps = [words.partition(",")[0] for words, _ in rows]  # before the points that caused them
    assert steps[-1].endswith(f"step {len(way) - 1}")
    for words, (_, value) in zip(steps, rows, strict=True):
        a = [number(each) for each in value.strip("()").split(", ")]
        np.testing.assert_allclose(a, way[int(words.split()[-1])], rtol=6e-3, atol=1e-9)


def test_the_canonical_form_of_a_line() -> None:
    raw = lesson("canonical")
    trial = raw.json["trial"]
    turn = math.radians(trial["angle"])
    n = np.array([math.cos(turn), math.sin(turn)])
    away = (raw.X - np.array(trial["pivot"])) @ n
    nearest = float(np.abs(away).min())
    np.testing.assert_allclose(shown("canonical", "canonical")["w"][:, 0], n / nearest, rtol=1e-4)
    assert number(line("canonical", "canonical", "$b$")) == pytest.approx(
        -float(n @ trial["pivot"]) / nearest, rel=1e-3
    )
    assert number(line("canonical", "canonical", "$‖w‖$")) == pytest.approx(1.0 / nearest, rel=1e-3)
    assert number(line("canonical", "canonical", "nearest point")) == pytest.approx(
        nearest, rel=1e-3
    )
    assert wrong(away, raw.y) > 0  # else it would be called a margin


def test_lemma_3() -> None:
    raw = lesson("hard-margin")
    distance = hull_distance(raw.of(1), raw.of(0))
    assert number(line("hard-margin", "lemma-3", "distance")) == pytest.approx(distance, rel=1e-6)
    assert number(line("hard-margin", "lemma-3", "half")) == pytest.approx(0.5 * distance, rel=1e-6)
    assert number(line("hard-margin", "lemma-3", "margin")) == pytest.approx(
        0.5 * distance, rel=1e-6
    )
    found = shown("hard-margin", "lemma-3")
    assert np.linalg.norm(found["c_+"] - found["c_−"]) == pytest.approx(distance, rel=1e-4)


def test_errors_of_a_narrow_kernel() -> None:
    raw = lesson("kernels")
    fit = scene("kernels").fits["m1"]
    test = np.array(raw.json["test"])
    alpha = np.asarray(fit.alpha)

    def f(points: Array) -> Array:
        square = ((points[:, None, :] - raw.X[None]) ** 2).sum(axis=2)
        values: Array = np.exp(-square / (2.0 * 0.12**2)) @ (alpha * raw.y) + fit.b
        return values

    assert mean_hinge(f(raw.X), raw.y) < 1.0
    begun = replace(load_document(lesson_path("kernels")), shows_test=True)
    _, found = numbers_of("test-errors", scene_of(begun)).lines[-1]
    assert found == (
        f"{wrong(f(raw.X), raw.y)}, {wrong(f(test[:, :2]), np.where(test[:, 2] == 1, 1.0, -1.0))}"
    )
