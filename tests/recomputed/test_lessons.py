"""Every number that a shipped lesson says or shows as it begins, recomputed from its raw points by
the formulas of the lectures.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from by_hand import (
    Array,
    Raw,
    batch_perceptron,
    fewest_errors,
    fisher,
    hull_distance,
    least_squares,
    lesson,
    logistic_gradient,
    logistic_hessian,
    mean_hinge,
    midpoint_offset,
    newton_steps,
    newton_weights,
    normal_density,
    perceptron,
    scatter,
    soft_margin_gap,
    within,
    wrong,
)

import solvers
from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import load_document
from linclass_gui.files.shipped import lesson_path
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.scene import Scene
from linclass_gui.window.panels.fit_words import row_reading
from solvers import (
    Fisher,
    Fit,
    GaussianGenerative,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    ManyFit,
    MeanDifference,
    MultinomialNaiveBayes,
    Perceptron,
    SoftMarginSVM,
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


# --- what the texts say ---------------------------------------------------------------------------


def fisher_example() -> None:
    raw = lesson("fisher-example")
    first, second = raw.of(1), raw.of(0)
    assert sorted(map(tuple, first.tolist())) == [(1.0, 2.0), (1.5, 1.5), (2.0, 0.0)]
    assert sorted(map(tuple, second.tolist())) == [(2.0, 3.0), (2.5, 2.5), (3.0, 1.0)]
    S = scatter(first) / 2.0
    np.testing.assert_allclose(S, scatter(second) / 2.0)
    inverse = np.linalg.inv(S)
    np.testing.assert_allclose(inverse, [[52.0, 24.0], [24.0, 12.0]], rtol=1e-9)
    np.testing.assert_allclose(
        inverse @ (first.mean(axis=0) - second.mean(axis=0)), [-76.0, -36.0], rtol=1e-9
    )
    w = np.array([-19.0, -9.0])
    z, plus = raw.X @ w, raw.labels == 1
    assert (z.min(), z.max()) == (-84.0 if z.min() < -70.0 else -70.0, z.max())
    assert (z.min(), z.max(), z[~plus].max(), z[plus].min()) == (-70.0, -37.0, -65.0, -42.0)
    assert ((z + 53.5)[~plus].max(), (z + 53.5)[plus].min()) == (-11.5, 11.5)


def least_squares_example() -> None:
    raw = lesson("least-squares-example")
    assert sorted(map(tuple, raw.of(1).tolist())) == [(1.0, 2.0), (2.0, 0.0)]
    assert sorted(map(tuple, raw.of(0).tolist())) == [(2.0, 3.0), (3.0, 1.0)]
    Y = raw.y[:, None] * np.column_stack([np.ones(4), raw.X])
    a = np.linalg.inv(Y.T @ Y) @ Y.T @ np.ones(4)
    np.testing.assert_allclose(a, [11 / 3, -4 / 3, -2 / 3], rtol=1e-9)
    np.testing.assert_allclose(np.abs(Y @ a), 1.0, rtol=1e-9)
    assert a @ [1.0, 2.0, 2.0] == pytest.approx(11 / 3 - 8 / 3 - 4 / 3)
    assert a @ [1.0, 2.0, 2.0] == pytest.approx(-1 / 3)


def where_to_cut() -> None:
    raw = lesson("where-to-cut")
    minus, n = int(np.count_nonzero(raw.labels == 0)), len(raw.y)
    assert (minus, n) == (30, 36)
    fits, w = scene("where-to-cut").fits, fisher(raw)
    for fit in fits.values():
        np.testing.assert_allclose(fit.w, w, rtol=1e-9)
    assert fits["m2"].b == pytest.approx(midpoint_offset(raw, w))
    assert fits["m3"].b - fits["m2"].b == pytest.approx(math.log((n - minus) / minus) / n)


def counting_words() -> None:
    words = {
        word: ["to", "be", "or", "not", "to", "be"].count(word)
        for word in ("to", "be", "or", "not", "question")
    }
    assert list(words.values()) == [2, 2, 1, 1, 0]


def newton() -> None:
    raw = lesson("newton")
    p = 1.0 / (1.0 + math.exp(0.0))
    assert p * (1.0 - p) == 0.25
    # In logistic regressions of this size the last of seven steps is where the gradient is
    # rounding.
    assert newton_steps(raw.X, raw.y, 0.01, 1e-9) in (5, 6, 7)
    goal = LESSONS["newton"].goal
    assert goal is not None
    assert "wrong in its second digit" in next(
        slip.say for slip in goal.slips if slip.text == "answer(steps) < 4"
    )
    best = newton_weights(raw.X, raw.y, 0.01, 20)[1:]
    assert all(
        (np.abs(newton_weights(raw.X, raw.y, 0.01, few)[1:] - best) > 0.05).all()
        for few in (1, 2, 3)
    )
    assert (np.abs(newton_weights(raw.X, raw.y, 0.01, 4)[1:] - best) < 0.01).all()


def all_mistakes() -> None:
    raw = lesson("all-mistakes")
    Z = raw.y[:, None] * raw.X
    way = batch_perceptron(Z, 0.02, 1.0)
    assert len(Z) == 10
    assert len(way) - 1 == int(scene("all-mistakes").fits["m1"].facts["epochs"]) == 34
    after = Z @ way[1]
    np.testing.assert_allclose(way[1], 0.02 * Z.sum(axis=0))
    assert after.min() > 0.0  # in the cone
    assert after.max() < 1.0  # and none has the margin
    assert (Z @ way[-1]).min() > 1.0


def soft_margin() -> None:
    """Errors are no monotone function of C: five of them on two intervals, more between."""
    raw = lesson("soft-margin")
    fits = [
        solvers.fit(SoftMarginSVM(C=C), raw.X, raw.y)
        for C in (1.0, 3.0, 7.0, 10.0, 1000.0, 3000.0, 10000.0)
    ]
    assert [wrong(fit.decision_function(raw.X), raw.y) for fit in fits] == [6, 5, 5, 7, 6, 5, 5]


def xor() -> None:
    raw = lesson("xor")
    K = (raw.X @ raw.X.T + 1.0) ** 2
    Q = raw.y[:, None] * K * raw.y
    # inside the box, and the sum with y is 0: so this is the optimum
    alpha = np.linalg.solve(Q, np.ones(4))
    np.testing.assert_allclose(alpha, 1 / 8)
    assert abs(alpha @ raw.y) < 1e-15
    norm = math.sqrt(alpha @ Q @ alpha)
    assert norm == pytest.approx(1.0 / math.sqrt(2.0))
    assert 1.0 / norm == pytest.approx(math.sqrt(2.0))
    x = np.array([0.5, 0.5])
    assert ((raw.X @ x + 1.0) ** 2) @ (alpha * raw.y) == pytest.approx(0.25)
    assert np.array_equal(np.sign(raw.X.prod(axis=1)), raw.y)


def masking() -> None:
    raw = lesson("masking")
    A = np.column_stack([least_squares(raw.X, (raw.labels == k).astype(float)) for k in range(3)])
    scores = np.column_stack([np.ones(len(raw.X)), raw.X]) @ A
    np.testing.assert_allclose(scores.sum(axis=1), 1.0)
    assert 1 not in scores.argmax(axis=1)


def irises() -> None:
    raw = lesson("three-irises")
    assert len(np.unique(raw.labels)) - 1 == 2  # the directions that three classes have


def penalty() -> None:
    powers = [(a, b) for a in range(7) for b in range(7) if 0 < a + b <= 6]
    assert len(powers) == scene("penalty").fits["m1"].problem.Phi.shape[1] == 27


def thresholds() -> None:
    raw = lesson("thresholds")
    f = raw.X @ fisher(raw)
    assert np.count_nonzero(raw.labels == 0) == 40
    alarmed = int(np.count_nonzero(f[raw.labels == 0] >= f[raw.labels == 1].min()))
    goal = LESSONS["thresholds"].goal
    assert goal.tests[0].text == f"answer(alarms) == {alarmed}"


def no_signal() -> None:
    """A coin is right half of the time, whatever is said."""
    assert np.bincount(lesson("no-signal").labels).tolist() == [20, 20]


SAYS: dict[str, tuple[Callable[[], None], tuple[str, ...]]] = {
    "fisher-example": (
        fisher_example,
        (
            (
                "Class 1 has the points (1.5, 1.5), (1, 2), (2, 0), class 2 has (3, 1), (2, 3), "
                "(2.5, "
                "2.5)"
            ),
            "(−76, −36)",
            "(−19, −9)",
            "from −70 to −37",
            "between −65 and −42",
            "+ 53.5",
            "from −11.5 to 11.5",
            "(52, 24) and (24, 12)",
        ),
    ),
    "least-squares-example": (
        least_squares_example,
        (
            "Class 1 has the points (1, 2) and (2, 0), class 2 has (3, 1) and (2, 3)",
            "Y^+ (1, 1, 1, 1) = (11/3, −4/3, −2/3)",
            "$f(2, 2) = 11/3 − 8/3 − 4/3 = −1/3 < 0$: class 2",
            "exactly ±1",
            "Where is the point (2, 2)",
            "score of (2, 2)",
        ),
    ),
    "where-to-cut": (where_to_cut, ("30 of the $n = 36$ points", "$ln(p_+/p_−)/n$")),
    "counting-words": (counting_words, ("(2, 2, 1, 1, 0)",)),
    "newton": (newton, ("$1/4$",)),
    "all-mistakes": (all_mistakes, ("$m = 1$", "no sample has $w^T z > m$ yet", "all ten samples")),
    "xor": (xor, ("$α_i = 1/8$", "$‖w‖ = 1/√2$", "margin is $√2$", "$f = 1/4$: class +")),
    "soft-margin": (soft_margin, ("There are whole intervals of such $C$",)),
    "penalty": (penalty, ("all its 27 features", "of degree 6 is", "Keep degree 6")),
    "thresholds": (thresholds, ("How many of the 40 healthy",)),
    "no-signal": (no_signal, ("how many per cent",)),
    "masking": (masking, ("whose sum is 1 everywhere",)),
    "three-irises": (irises, ("up to $K − 1$ directions",)),
}
# What lessons ask for, name or choose: nothing that could be computed.
SETTINGS = (
    (
        r"class [12]|one against (?:one|all)|Lemma \d|row \d, column \d|of 1936|degree [25]|offset "
        r"0|height 0"
    ),
    (
        r"the probability 0\b|a false alarm 1|miss costs 10|from 0 to 1|at 0 and 1|towards 1\b|or "
        r"1\.|is 0 wherever|multiply both by 2"
    ),
    r"normal of length 1|near ±1|±1\.|they show .*|0\.05, 0\.25, 0\.75 and 0\.95",
    r"a score of 5|one of −3|between 0 and |multipliers: 0 beyond",
    r"±2 at the distance 2|marked point \(1, 0\.75\)|from 10 over 100 and 1000 to 10000",
)


def texts(name: str) -> tuple[str, str]:
    """What a lesson says, and what its goal asks for."""
    each = LESSONS[name]
    said = [each.text, *(step.say for step in each.steps)]
    said += (
        []
        if each.question is None
        else [each.question.say, *(field.label for field in each.question.fields)]
    )
    said += [] if each.goal is None else [each.goal.closing]
    return "\n".join(said), "" if each.goal is None else each.goal.say


@pytest.mark.parametrize("name", SAYS)
def test_what_a_lesson_says_is_so(name: str) -> None:
    check, phrases = SAYS[name]
    said = "\n".join(texts(name))
    for phrase in phrases:
        assert phrase in said
    check()


@pytest.mark.parametrize("name", LESSONS)
def test_every_number_in_a_text_has_its_computation(name: str) -> None:
    said, _ = texts(name)
    for phrase in SAYS.get(name, (None, ()))[1]:
        said = said.replace(phrase, "")
    said = re.sub("|".join(SETTINGS), "", said)
    # Mathematics whose numbers are 0, 1, 2 and 10 is a definition: 1/C, |f| = 1, 1 - y f.
    formulas = re.compile(r"\$[^$]*\$")
    for formula in formulas.findall(said):
        assert set(re.findall(r"\d+(?:\.\d+)?", formula)) <= {"0", "1", "2", "10"}, formula
    assert not re.findall(r"(?<![\w^_])\d[\d.,/]*", formulas.sub("", said))


@pytest.mark.parametrize("name", LESSONS)
def test_every_number_of_a_goal_is_that_of_its_test(name: str) -> None:
    _, asked = texts(name)
    tests = (
        " ".join(test.text for test in LESSONS[name].goal.tests)
        if LESSONS[name].goal is not None
        else ""
    )
    for phrase in SAYS.get(name, (None, ()))[1]:
        asked = asked.replace(phrase, "")
    numbers = {float(each) for each in re.findall(r"\d+(?:\.\d+)?", tests)}
    for each in re.findall(r"(?<![\w^_/])(\d+(?:\.\d+)?)( %)?", asked):
        value = float(each[0])
        either = (
            {value, 0.01 * value, 1.0 + 0.01 * value, *(0.01 * value * other for other in numbers)}
            if each[1]
            else {value}
        )
        assert any(abs(v - n) < 1e-9 for v in either for n in numbers) or value in (0.0, 2.0), (
            each,
            tests,
        )


# --- what the rows of the methods show ------------------------------------------------------------

TWO = [name for name in LESSONS if any(isinstance(fit, Fit) for fit in scene(name).fits.values())]


def powers_to(d: int, fit: Fit, raw: Raw) -> Array:
    """The powers u^a v^b in (1 + <u, v>)^d, about the origin and in the units that the map
    names.
    """
    centred: Any = fit.problem.features
    if not hasattr(centred, "origin"):
        return raw.X
    u, v = ((raw.X - centred.origin) / centred.units).T
    f = math.factorial
    powers = [(a, b) for a in range(d + 1) for b in range(d + 1 - a) if a + b]
    return np.column_stack(
        [math.sqrt(f(d) / (f(a) * f(b) * f(d - a - b))) * u**a * v**b for a, b in powers]
    )


def features(fit: Fit, raw: Raw) -> Array:
    """The features that the lessons choose, written out."""
    x, z, root = raw.X[:, 0], raw.X[:, 1], math.sqrt(2.0)
    known = {
        **{f"all powers to {d}": partial(powers_to, d, fit, raw) for d in (5, 6)},
        "identity": lambda: raw.X,
        "circle": lambda: np.column_stack([x, z, x * x + z * z]),
        "polynomial-2": lambda: np.column_stack([root * x, root * z, root * x * z, x * x, z * z]),
        "squares": lambda: np.column_stack([x, x * x]),
    }
    for Phi in (build() for build in known.values()):
        own = fit.problem.Phi
        if Phi.shape == own.shape:
            order = [int(np.abs(Phi - column[:, None]).max(axis=0).argmin()) for column in own.T]
            if np.allclose(Phi[:, order], own):
                return np.asarray(Phi[:, order])
    raise AssertionError(f"no formula for {fit.problem.features}")


def scores_by_definition(fit: Fit, raw: Raw) -> Array | None:
    """f at the points: computed from the points where there is a formula, else of an answer whose
    optimality is proved here.
    """
    method, y = fit.method, raw.y
    if fit.w is None:
        return None
    if isinstance(method, MeanDifference | Fisher) and method.offset == "training-error":
        w = (
            fisher(raw)
            if isinstance(method, Fisher)
            else raw.of(1).mean(axis=0) - raw.of(0).mean(axis=0)
        )
        np.testing.assert_allclose(
            np.asarray(fit.w) / np.linalg.norm(fit.w), w / np.linalg.norm(w), rtol=1e-7, atol=1e-9
        )
        assert wrong(raw.X @ fit.w + fit.b, y) == fewest_errors(raw, w)
    elif isinstance(method, LeastSquares) and not method.ridge:
        b, *w = least_squares(raw.X, y)
        np.testing.assert_allclose([fit.b, *fit.w], [b, *w], rtol=1e-7, atol=1e-9)
    elif isinstance(method, GaussianGenerative) and method.covariance == "shared":
        S, prior = within(raw) / len(y), math.log((y > 0).mean() / (y < 0).mean())
        w = np.linalg.solve(S, raw.of(1).mean(axis=0) - raw.of(0).mean(axis=0))
        np.testing.assert_allclose(
            [fit.b, *fit.w], [midpoint_offset(raw, w) + prior, *w], rtol=1e-7
        )
    elif isinstance(method, MultinomialNaiveBayes):
        counts = [raw.of(k).sum(axis=0) + method.smoothing for k in (0, 1)]
        w = np.log(counts[1] / counts[1].sum()) - np.log(counts[0] / counts[0].sum())
        np.testing.assert_allclose(fit.w, w, rtol=1e-9, atol=1e-12)
    elif isinstance(method, LogisticRegression) and method.l2:
        assert (
            np.abs(
                logistic_gradient(features(fit, raw), y, method.l2, np.asarray(fit.w), fit.b)
            ).max()
            < 1e-6
        )
    elif isinstance(method, HardMarginSVM):
        f = features(fit, raw) @ fit.w + fit.b
        assert (y * f).min() >= 1.0 - 1e-6
        if fit.problem.Phi is fit.problem.X or features(fit, raw) is raw.X:
            assert 1.0 / np.linalg.norm(fit.w) == pytest.approx(
                0.5 * hull_distance(raw.of(1), raw.of(0)), rel=1e-7
            )
    elif isinstance(method, SoftMarginSVM):
        gap = soft_margin_gap(
            features(fit, raw), y, method.C, np.asarray(fit.w), fit.b, np.asarray(fit.alpha)
        )
        assert abs(gap) < 1e-6
    elif isinstance(method, Perceptron) and method.update == "single" and method.order == "cyclic":
        Z = y[:, None] * np.column_stack([np.ones(len(y)), raw.X])
        np.testing.assert_allclose([fit.b, *fit.w], perceptron(Z, method.rate)[-1], atol=1e-9)
    return features(fit, raw) @ fit.w + fit.b


@pytest.mark.parametrize("name", TWO)
def test_errors_and_distances_of_every_row_are_those_of_its_formula(name: str) -> None:
    raw = lesson(name)
    for fit in scene(name).fits.values():
        assert isinstance(fit, Fit)
        reading = row_reading(fit)
        if not fit.has_model:
            assert reading.errors == reading.distance == ""
            continue
        f = scores_by_definition(fit, raw)
        if f is None or fit.last.quadratic is not None:
            continue
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


def test_c_w_of_fishers_criterion() -> None:
    np.testing.assert_allclose(
        shown("fisher-criterion", "C_W")["C_W"], within(lesson("fisher-criterion")), rtol=1e-4
    )


def test_what_typical_mistakes_of_the_example_would_give() -> None:
    raw = lesson("fisher-example")
    S = scatter(raw.of(1)) / 2.0  # of both classes, so S_W is the same
    goal = LESSONS["fisher-example"].goal
    slips = {slip.text: slip.say for slip in goal.slips}
    wrong_ones = (
        np.linalg.inv(2.0 * S)[0, 0],
        np.linalg.inv(S * 2.0 / 3.0)[0, 0],
        S[0, 0],
        np.linalg.inv(S)[1, 1],
    )
    for value, words in zip(
        wrong_ones, ("S_1 + S_2", "divided by $n$", "itself", "change places"), strict=True
    ):
        assert words in next(
            say for text, say in slips.items() if text.startswith(f"answer(s11) == {value:.3g} ")
        )


def test_means_and_scatters_of_the_example() -> None:
    raw = lesson("fisher-example")
    means = shown("fisher-example", "means")
    np.testing.assert_allclose(means["m_{1}"][:, 0], raw.of(1).mean(axis=0), atol=6e-5)
    np.testing.assert_allclose(means["m_{2}"][:, 0], raw.of(0).mean(axis=0), atol=6e-5)
    for block, S in (
        ("S_1", scatter(raw.of(1)) / 2.0),
        ("S_2", scatter(raw.of(0)) / 2.0),
        ("S_W", within(raw) / 4.0),
    ):
        (values,) = shown("fisher-example", block).values()
        np.testing.assert_allclose(values, S, atol=6e-5)


def test_lemma_2() -> None:
    raw = lesson("least-squares-is-fisher")
    found, w = shown("least-squares-is-fisher", "lemma-2"), fisher(raw)
    best = least_squares(raw.X, raw.y)[1:]
    np.testing.assert_allclose(found["w"][:, 0], w, atol=6e-5)
    np.testing.assert_allclose(found["w′"][:, 0], best, atol=6e-5)
    assert number(line("least-squares-is-fisher", "lemma-2", "$w′")) == pytest.approx(
        best[0] / w[0], rel=1e-5
    )


@pytest.mark.parametrize("name", ["least-squares-example", "all-mistakes"])
def test_normalised_samples(name: str) -> None:
    raw = lesson(name)
    (Y,) = shown(name, "Y").values()
    order = np.argsort(raw.labels == 0, kind="stable")
    rows = (
        raw.y[order, None]
        * (np.column_stack([np.ones(len(raw.y)), raw.X]) if Y.shape[1] == 3 else raw.X)[order]
    )
    np.testing.assert_allclose(Y, rows[: len(Y)])


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


def test_counts_of_words() -> None:
    raw, found = lesson("counting-words"), shown("counting-words", "word-counts")
    for sign, k in (("+", 1), ("−", 0)):
        counts = raw.of(k).sum(axis=0)
        np.testing.assert_allclose(found[f"n_{sign}"][:, 0], counts)
        np.testing.assert_allclose(found[f"θ_{sign}"][:, 0], (counts + 1.0) / (counts.sum() + 2.0))


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


def test_the_dual_of_the_hard_margin() -> None:
    raw = lesson("dual")
    distance = hull_distance(raw.of(1), raw.of(0))
    assert number(line("dual", "dual", "margin")) == pytest.approx(0.5 * distance, rel=1e-5)
    assert number(line("dual", "dual", "$‖w‖$")) == pytest.approx(2.0 / distance, rel=1e-5)
    # both sides are 2 L(α)
    assert number(line("dual", "dual", "$Σ α_i$")) == pytest.approx((2.0 / distance) ** 2, rel=1e-5)
    assert line("dual", "dual", "points") == f"3 of {len(raw.y)}"


def test_the_gram_matrix_and_the_dual_of_xor() -> None:
    raw = lesson("xor")
    K = (raw.X @ raw.X.T + 1.0) ** 2
    np.testing.assert_allclose(shown("xor", "gram")["K"], K)
    assert number(line("xor", "gram", "smallest eigenvalue")) == pytest.approx(
        float(np.linalg.eigvalsh(K)[0])
    )
    dual = shown("xor", "dual")
    np.testing.assert_allclose(dual["Q"], raw.y[:, None] * K * raw.y)
    np.testing.assert_allclose(dual["α"][:, 0], np.linalg.solve(dual["Q"], np.ones(4)))
    assert number(line("xor", "dual", "$Σ α_i$")) == pytest.approx(0.5)


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
