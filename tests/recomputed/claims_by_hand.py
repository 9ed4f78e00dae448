"""The numbers that texts of lessons say, recomputed from the raw points of their files."""

from __future__ import annotations

import math

import numpy as np
from by_hand import (
    batch_perceptron,
    fisher,
    lesson,
    midpoint_offset,
    newton_steps,
    newton_weights,
    scatter,
)
from redraws import LESSONS, document

from linclass_gui.answers.scenes import scene_of


def fisher_example(_: range) -> None:
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
    z, plus = raw.X @ [-19.0, -9.0], raw.labels == 1
    assert (z.min(), z.max(), z[~plus].max(), z[plus].min()) == (-70.0, -37.0, -65.0, -42.0)
    assert ((z + 53.5)[~plus].max(), (z + 53.5)[plus].min()) == (-11.5, 11.5)


def least_squares_example(_: range) -> None:
    """The four points: a = Y^+ 1, and the score of (2, 2) from its row with a 1 in front."""
    raw = lesson("least-squares-example")
    assert sorted(map(tuple, raw.of(1).tolist())) == [(1.0, 2.0), (2.0, 0.0)]
    assert sorted(map(tuple, raw.of(0).tolist())) == [(2.0, 3.0), (3.0, 1.0)]
    Y = raw.y[:, None] * np.column_stack([np.ones(4), raw.X])
    a = np.linalg.inv(Y.T @ Y) @ Y.T @ np.ones(4)
    np.testing.assert_allclose(a, [11 / 3, -4 / 3, -2 / 3], rtol=1e-9)
    np.testing.assert_allclose(Y @ a, 1.0, rtol=1e-9)
    assert (Y[raw.y < 0, 0] == -1.0).all()
    assert math.isclose(a @ [1.0, 2.0, 2.0], -1 / 3)


def offset_of_the_prior(_: range) -> None:
    raw = lesson("where-to-cut")
    minus, n = int(np.count_nonzero(raw.labels == 0)), len(raw.y)
    assert (minus, n) == (30, 36)
    fits, w = scene_of(document("where-to-cut")).fits, fisher(raw)
    for fit in fits.values():
        np.testing.assert_allclose(fit.w, w, rtol=1e-9)
    assert math.isclose(fits["m2"].b, midpoint_offset(raw, w))
    assert math.isclose(fits["m3"].b - fits["m2"].b, math.log((n - minus) / minus) / n)


def to_be(_: range) -> None:
    said = ["to", "be", "or", "not", "to", "be"]
    assert [said.count(word) for word in ("to", "be", "or", "not", "question")] == [2, 2, 1, 1, 0]


def steps_of_newton(_: range) -> None:
    raw = lesson("newton")
    p = 1.0 / (1.0 + math.exp(0.0))
    assert p * (1.0 - p) == 0.25
    # In logistic regressions of this size the last of seven steps is where the gradient is
    # rounding.
    assert newton_steps(raw.X, raw.y, 0.01, 1e-9) in (5, 6, 7)
    best = newton_weights(raw.X, raw.y, 0.01, 20)[1:]
    for few in (1, 2, 3):
        off = np.abs(newton_weights(raw.X, raw.y, 0.01, few)[1:] - best)
        assert (off > 0.05).all()  # "wrong in its second digit"
    for few, off in ((4, 0.01), (5, 1e-4)):  # "right to two digits", "to four"
        assert (np.abs(newton_weights(raw.X, raw.y, 0.01, few)[1:] - best) < off).all()


def ten_samples_at_once(_: range) -> None:
    raw = lesson("all-mistakes")
    Z = raw.y[:, None] * raw.X
    way = batch_perceptron(Z, 0.02, 1.0)
    fit = scene_of(document("all-mistakes")).fits["m1"]
    assert len(way) - 1 == int(dict(fit.facts)["epochs"]) == 34
    assert len(Z) == 10
    np.testing.assert_allclose(way[1], 0.02 * Z.sum(axis=0))
    after = Z @ way[1]
    assert 0.0 < after.min() < after.max() < 1.0  # in the cone, and none has the margin
    assert (Z @ way[-1]).min() > 1.0


def multipliers_of_xor(_: range) -> None:
    raw = lesson("xor")
    Q = raw.y[:, None] * (raw.X @ raw.X.T + 1.0) ** 2 * raw.y
    # inside the box, and the sum with y is 0: so this is the optimum
    alpha = np.linalg.solve(Q, np.ones(4))
    np.testing.assert_allclose(alpha, 1 / 8)
    assert abs(alpha @ raw.y) < 1e-15
    assert math.isclose(math.sqrt(alpha @ Q @ alpha), 1.0 / math.sqrt(2.0))
    x = np.array([0.5, 0.5])
    assert math.isclose(((raw.X @ x + 1.0) ** 2) @ (alpha * raw.y), 0.25)
    assert np.array_equal(np.sign(raw.X.prod(axis=1)), raw.y)
    fit = scene_of(document("xor")).fits["m1"]
    heights = math.sqrt(2.0) * raw.X.prod(axis=1)
    np.testing.assert_allclose(fit.decision_function(raw.X), heights / math.sqrt(2.0), atol=1e-6)
    assert any(np.allclose(column, heights) for column in fit.problem.Phi.T)


def features_of_degree_6(_: range) -> None:
    powers = [(a, b) for a in range(7) for b in range(7) if 0 < a + b <= 6]
    fit = scene_of(document("penalty")).fits["m1"]
    assert len(powers) == fit.problem.Phi.shape[1] == 27


def a_fair_coin(_: range) -> None:
    """It is right half of the time, whatever is said."""
    assert np.bincount(lesson("no-signal").labels).tolist() == [20, 20]


def typical_mistakes(_: range) -> None:
    """What slips in inverting S_W would give, and what is said of them."""
    S = scatter(lesson("fisher-example").of(1)) / 2.0  # of both classes, so S_W is the same
    goal = LESSONS["fisher-example"].goal
    assert goal is not None
    slips = {slip.text: slip.say for slip in goal.slips}
    given = {
        "S_1 + S_2": np.linalg.inv(2.0 * S)[0, 0],
        "divided by $n$": np.linalg.inv(S * 2.0 / 3.0)[0, 0],
        "itself": S[0, 0],
        "change places": np.linalg.inv(S)[1, 1],
    }
    for words, value in given.items():
        start = f"answer(s11) == {value:.3g} "
        assert words in next(say for text, say in slips.items() if text.startswith(start))
