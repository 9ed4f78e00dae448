"""Logistic regression and the steps of iterative methods in numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from solvers import AnyFit, Fit, Floats, Iterate, LeastSquares, ManyFit, ManyIterate, Softmax

from ...answers.decision import irls_weights, regression, training_scores
from ...markup.mathtext import escape_label
from ...markup.numbers import significant, without_rounding
from ...scene.playback import is_playable, missing_steps
from ...scene.scene import PairScene, Scene
from .block import LARGEST, NeedsError, Numbers, TableOfNumbers, exact_number, matrix, needed
from .moments import sizes

NEEDS_LOGISTIC = "Switch on a logistic regression in the plane to see its derivatives."
NEEDS_SOFTMAX = "Select softmax regression to see its likelihood."
NEEDS_WEIGHTS = "Select a method of all classes at once, or least squares, to see T and W."
NEEDS_ALL = "Select a method that sees all classes at once."


def derivatives(scene: PairScene) -> Numbers:
    """The gradient and the Hessian of ``(1/n) sum v log(1 + exp(-y f)) + l2 |w|^2`` in (b, w), and
    the range of the weights.
    """
    fit = needed(regression(scene), NEEDS_LOGISTIC)
    gradient, hessian, p = _derivatives(fit)
    weights = p * (1.0 - p) * _times(fit)
    scale = np.append(1.0, sizes(fit.problem.Phi))[-len(gradient) :]
    ends = (float(weights.max(initial=0.0)), float(weights.min(initial=1.0)))
    largest, smallest = (exact_number(weight) for weight in ends)
    lines = (
        ("derivatives with respect to", "$(b, w)$" if fit.method.has_offset else "$w$"),
        (
            f"largest weight {_weight(fit)}",
            largest,
        ),
        ("smallest weight", smallest),
    )
    return Numbers(
        (
            matrix("∇", gradient, scale=scale),
            matrix("H", hessian),
        ),
        lines,
    )


def working(scene: PairScene) -> Numbers:
    """The next step as a least-squares problem: the weight ``p_i (1 - p_i)`` and the target ``z_i``
    of each point.

    ``z_i = f_i + (t_i - p_i) / (p_i (1 - p_i))`` with ``t_i`` = 0 or 1; of many points those with
    the largest weights.
    """
    fit = needed(regression(scene), NEEDS_LOGISTIC)
    f, y = training_scores(fit), fit.problem.y
    p = 0.5 * (1.0 + np.tanh(0.5 * f))
    weights = irls_weights(f) * _times(fit)
    # (t - p) / (p (1 - p)) is 1/p for class + and -1/(1 - p) for class -, which needs no difference
    # of nearly equal numbers.
    with np.errstate(over="ignore"):  # far on the wrong side a target is infinite
        z = f + y * (1.0 + np.exp(-y * f))
    order = (
        np.arange(len(f)) if len(f) <= LARGEST else np.argsort(-weights, kind="stable")[:LARGEST]
    )
    rows = tuple(
        (
            str(k + 1),
            "+" if y[k] > 0.0 else "−",
            exact_number(float(p[k])),
            exact_number(float(weights[k])),
            exact_number(float(z[k]), 1.0),
        )
        for k in order.tolist()
    )
    head = ("$i$", "$y_i$", "$p_i$", _weight(fit), "$z_i$")
    return Numbers(table=TableOfNumbers(head, rows, len(f) - len(rows)))


def _times(fit: Fit) -> Floats:
    """How many times each point counts (n,)."""
    weights = fit.method.weights(fit.problem.y)
    return np.ones(len(fit.problem.y)) if weights is None else weights


def _weight(fit: Fit) -> str:
    """How the weight of a point in the least squares is written."""
    return "$p_i (1 − p_i)$" if fit.method.weights(fit.problem.y) is None else "$v_i p_i (1 − p_i)$"


def _derivatives(fit: Fit) -> tuple[Floats, Floats, Floats]:
    """The gradient (m + 1,) and the Hessian (m + 1, m + 1) in (b, w), and the probabilities of
    class + (n,).
    """
    assert fit.w is not None
    f, y = training_scores(fit), fit.problem.y
    p = 0.5 * (1.0 + np.tanh(0.5 * f))
    Z = np.column_stack([np.ones(len(y)), fit.problem.Phi])
    n = max(1, len(y))
    criterion = fit.method.criterion(n)
    assert criterion is not None
    penalty = 2.0 * np.append(criterion.offset_weight, np.full(len(fit.w), criterion.norm_weight))
    times = _times(fit)
    gradient = Z.T @ (times * (p - (y > 0.0))) / n + penalty * np.append(fit.b, fit.w)
    hessian = (Z * (times * p * (1.0 - p))[:, None]).T @ Z / n + np.diag(penalty)
    if not fit.method.has_offset:  # then there is no derivative in b
        gradient, hessian = gradient[1:], hessian[1:, 1:]
    return gradient, hessian, p


def relative(scene: Scene) -> Numbers:
    """``w_k - w_K`` and ``b_k - b_K``: the scores beside those of the last class, the reference; of
    two classes there is one.
    """
    answer = scene.answer
    # only such an answer has the W that is shown
    if not isinstance(answer, ManyFit) or answer.pairs or not answer.has_model:
        raise NeedsError(NEEDS_ALL)
    W, b = answer.W, answer.last.b
    if W is None or W.shape[1] > 5:
        raise NeedsError(NEEDS_ALL)
    names = [escape_label(name) for name in scene.document.dataset.class_names]
    rows = [
        (
            name,
            *(significant(float(value), 4) for value in (*(W[k] - W[-1]), b[k] - b[-1])),
        )
        for k, name in enumerate(names)
    ]
    head = (
        "class",
        *(f"$w_{{k{j + 1}}} − w_{{K{j + 1}}}$" for j in range(W.shape[1])),
        "$b_k − b_K$",
    )
    return Numbers(table=TableOfNumbers(head, tuple(rows)))


def one_hot(scene: Scene) -> Numbers:
    """The targets T (n, K), 1 at the own class and 0 elsewhere, and the weights W (m + 1, K) of all
    scores, the offsets first.
    """
    answer = scene.drawn_answer
    weights = None if answer is None else _all_weights(answer)
    dataset = scene.document.dataset
    if weights is None or not len(dataset):
        raise NeedsError(NEEDS_WEIGHTS)
    T = np.eye(len(dataset.class_names))[dataset.labels]
    order = ", ".join(escape_label(name) for name in dataset.class_names)
    return Numbers(
        (matrix("T", T), matrix("W", weights)),
        (("columns", order), ("rows of $W$", "$b$, then the features")),
    )


def _all_weights(answer: AnyFit) -> Floats | None:
    """The weights (m + 1, K) of the score of each class, the offsets first; of least squares with
    two classes those of the targets 0 and 1, ``(1 - f)/2`` and ``(1 + f)/2``.
    """
    pair = answer.as_pair
    if pair is None:
        if answer.pairs or answer.weights is None or answer.weights[0].shape[1] > WEIGHTS_SHOWN:
            return None
        W, b = answer.weights
        return np.vstack([b, W.T])
    method = pair.method
    if not isinstance(method, LeastSquares) or method.targets is not None or pair.w is None:
        return None
    half = 0.5 * np.append(pair.b, pair.w)
    middle = np.append(0.5, np.zeros(len(pair.w)))
    return np.column_stack([middle - half, middle + half])


def likelihood(scene: Scene) -> Numbers:
    """The logarithm of the likelihood of softmax regression, ``sum ln p_{y_i}(x_i)``, and the
    gradient of the criterion for each class, ``(1/n) sum (p_ik - t_ik)(1, x_i) + 2 l2 (0, w_k)``.
    """
    answer = scene.drawn_answer
    weights = None if answer is None else _all_weights(answer)
    if answer is None or weights is None or not isinstance(answer.method, Softmax):
        raise NeedsError(NEEDS_SOFTMAX)
    penalty = answer.method.l2
    labels, scores = answer.problem.labels, answer.training_scores
    n, K = scores.shape
    # a class without points has no score, and no share of the probability
    logarithms = scores - np.logaddexp.reduce(scores, axis=1)[:, None]
    P, T = np.exp(logarithms), np.eye(K)[labels]
    Z = np.column_stack([np.ones(n), answer.problem.Phi])
    G = Z.T @ (P - T) / n + 2.0 * penalty * np.vstack([np.zeros(K), weights[1:]])
    total = float(logarithms[np.arange(n), labels].sum())
    square = float((weights[1:] ** 2).sum())
    lines = (
        ("$Σ ln p_{y_i}(x_i)$", exact_number(total, 1.0)),
        ("$−(1/n) Σ ln p_{y_i}(x_i)$", exact_number(-total / n, 1.0)),
        ("$λ Σ ‖w_k‖^2$", exact_number(penalty * square, 1.0)),
        ("criterion", exact_number(-total / n + penalty * square, 1.0)),
    )
    return Numbers((matrix("P", P), matrix("P − T", P - T), matrix("∇", G, scale=sizes(Z))), lines)


WEIGHTS_SHOWN = 6  # written out; of more, the first ones
CAUSES_NAMED = 2  # points that moved the weights in a step; of more, their count
STEPS_SHOWN = 9  # steps shown about the one that is played
NOT_KEPT = "The steps between these are not kept."
NEEDS_STEPS = "Select an iterative method to see its steps."


def step_table(scene: PairScene) -> Numbers:
    """The steps around the one that is played (at rest: the last ones): the step with the
    points that caused it, and ``a = (b, w1, w2, ...)`` after it.
    """
    fit = scene.selected_fit and (scene.full_fit or scene.selected_fit)
    if fit is None or not is_playable(fit):
        raise NeedsError(NEEDS_STEPS)
    has_offset = fit.method.has_offset

    def weights(step: Iterate) -> str:
        numbers = ("kernel",) if step.w is None else _step_weights(step.b, step.w, has_offset)
        return f"({', '.join(numbers)})"

    return _steps_shown(fit, scene, "$a = (b, w)$" if has_offset else "$a = w$", weights)


def step_table_of_many(scene: Scene) -> Numbers:
    """The same of three and more classes: the objective after each step instead of all weights; of
    a scheme the steps of its pair.
    """
    answer = scene.answer
    if answer is not None and answer.pairs:
        numbers = step_table(scene.pair_or_nothing)
        heading = "" if numbers.needs else ", ".join(scene.pair_heading)
        return replace(numbers, heading=heading)
    fit = answer and (scene.whole.get(scene.document.selected) or answer)
    if fit is None or not is_playable(fit):
        raise NeedsError(NEEDS_STEPS)
    return _steps_shown(fit, scene, "objective", lambda step: significant(step.objective, 6))


def _steps_shown(fit: AnyFit, scene: Scene, head: str, words: Callable[[Any], str]) -> Numbers:
    """The update that is played, at rest the last one, and those around it."""
    last = len(fit.history) - 1
    playback = scene.playback
    current = last if playback is None else playback.place_in(fit, playback.update)
    first = max(0, min(current - STEPS_SHOWN // 2, last + 1 - STEPS_SHOWN))
    places = range(first, min(last, first + STEPS_SHOWN - 1) + 1)
    lines = [
        (f"{'→ ' if k == current else ''}{fit.numbers[k]}{_cause(step)}", words(step))
        for k, step in ((k, fit.history[k]) for k in places)
    ]
    has_gaps = any(missing_steps(fit.numbers, k) for k in places[1:])
    return Numbers((), (("update", head), *lines, *[(NOT_KEPT, "")] * has_gaps))


def _cause(step: Iterate | ManyIterate) -> str:
    """The points that moved the weights in a step, where there are any: their numbers, of many
    their count.
    """
    numbers = [str(row + 1) for row in step.active]
    if not numbers:
        return ""
    if len(numbers) > CAUSES_NAMED:
        return f", {len(numbers)} points"
    return f", point{'s' * (len(numbers) > 1)} {' and '.join(numbers)}"


def _step_weights(b: float, w: Floats, has_offset: bool) -> list[str]:
    """The numbers of one step; 0 for rounding beside the largest, and an ellipsis for the numbers
    left out.
    """
    values = [*([b] if has_offset else []), *w.tolist()]
    largest = max(map(abs, values), default=0.0)
    return [significant(without_rounding(v, largest), 3) for v in values[:WEIGHTS_SHOWN]] + [
        "…"
    ] * (len(values) > WEIGHTS_SHOWN)
