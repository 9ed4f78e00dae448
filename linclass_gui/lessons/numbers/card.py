"""The card of a method: from where to where it maps, from which functions it chooses, its loss and
its regulariser; the criterion in the letters of other sources; the size of both problems.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from solvers import AnyFit, Fit, GaussianKernel
from solvers.losses import ZERO_ONE

from ...markup.mathtext import escape_label
from ...markup.numbers import count_words
from ...scene.scene import PairScene, Scene
from .block import NeedsError, Numbers, TableOfNumbers, exact_number, needed

NEEDS_METHOD = "Select a method that is switched on."
NEEDS_LOSS = "Select a method that minimises a loss to see its objective as a sum of numbers."
NEEDS_CRITERION = "Select a method that weighs a loss against ‖w‖² to see its criterion elsewhere."
NEEDS_MARGIN = "Select a hard or a soft margin to compare its primal with its dual."
MOST_NAMES = 4  # classes that are named
# The form of a score in an explicit space is written as the lectures write it.
LINEAR, MAPPED = "$f(x) = <w, x> + b$", "$f(x) = <w, φ(x)> + b$"


def card(scene: Scene) -> Numbers:
    """Input, output, functions, loss and regulariser of the selected method."""
    fit = _fit_shown(scene)
    rows = [
        ("input", _input(fit)),
        ("output", _output(scene)),
        ("functions", _functions(fit)),
        ("loss", _loss(fit)),
        ("regulariser", _regulariser(fit)),
    ]
    rows = [row for row in rows if row[1]]
    head = "", escape_label(fit.method.name)
    return Numbers(table=TableOfNumbers(head, tuple(rows), in_words=True))


def _fit_shown(scene: Scene, needs: str = NEEDS_METHOD) -> AnyFit:
    """The answer of the selected method; of a scheme the pair that is looked at."""
    fit, pair = scene.drawn_answer, scene.pair
    if fit is None:
        raise NeedsError(needs)
    if not fit.pairs or pair is None or pair.selected_fit is None:
        return fit
    return pair.selected_fit


def _input(fit: AnyFit) -> str:
    n, columns = fit.problem.X.shape
    points = f"$x ∈ R^{columns}$, {count_words(n, 'point')}"
    if fit.problem.kernel is not None:
        return f"{points}, compared by $k$"
    m = fit.problem.Phi.shape[1]
    return points if fit.problem.features.is_linear else f"{points}, $φ(x) ∈ R^{{{m}}}$"


def _output(scene: Scene) -> str:
    names = [escape_label(name) for name in scene.document.dataset.class_names]
    if len(names) > MOST_NAMES:
        return f"{len(names)} classes"
    return ", ".join(names)


def _functions(fit: AnyFit) -> str:
    """The functions of which one is chosen, and how many numbers choose it."""
    K = fit.problem.K
    if fit.problem.kernel is not None:
        return "$f(x) = Σ α_i y_i k(x_i, x) + b$"
    m, is_linear = fit.problem.Phi.shape[1], fit.problem.features.is_linear
    inside = "x" if is_linear else "φ(x)"
    squares = 0  # numbers of W, which is diagonal for independent features
    if fit.quadratic is not None:
        is_diagonal = getattr(fit.method, "covariance", "") == "diagonal"
        squares = m if is_diagonal else m * (m + 1) // 2
    if fit.as_pair is None:
        score = f"<w_k, {inside}> + b_k"
        if squares:
            score = f"{inside}^T W_k {inside} + <w_k, {inside}> + w_{{k0}}"
        return f"the largest ${score}$: {K * (squares + m + 1)} numbers"
    form = LINEAR if is_linear else MAPPED
    if squares:
        form = f"$f(x) = {inside}^T W {inside} + <w, {inside}> + w_0$"
    count = squares + m + (1 if fit.method.has_offset else 0)
    return f"{form if fit.method.has_offset else form.replace(' + b', '')}: {count} numbers"


def _loss(fit: AnyFit) -> str:
    if fit.as_pair is not None:
        loss = fit.as_pair.method.loss
        if loss is None:
            return _without_loss(fit.as_pair)
        return f"{loss.name}, ${loss.formula}$ with $m = y f(x)$"
    least = fit.cost.least
    if least is ZERO_ONE:  # counted, not minimised
        return "none, a likelihood is largest" if fit.has_probability else "none"
    if fit.cost.rivals is None:
        return f"{least.name}, ${least.formula}$, $m$ the lead of the own score"
    return f"{least.name}, of all rivals"


def _without_loss(fit: Fit) -> str:
    if fit.method.contrast is not None:
        return f"none, {fit.method.contrast.title} is largest"
    return "none, a likelihood is largest" if fit.method.has_probability else "none"


def _regulariser(fit: AnyFit) -> str:
    weights = weights_of(fit)
    if weights is None or not weights.of_norm:
        return "none"
    norm = f"${weights.square}$"
    if not weights.of_loss:
        return f"{norm} alone: the loss has to be 0"
    text = f"{exact_number(weights.of_norm, 0.0)} {norm}"
    return f"{text} beside {exact_number(weights.of_loss, 0.0)} times the mean loss"


@dataclass(frozen=True)
class CriterionWeights:
    """``of_loss * mean loss + of_norm * ||w||^2 + of_offset * b^2``, of n points, whose losses may
    have ``point_weights``.
    """

    of_loss: float
    of_norm: float
    of_offset: float
    n: int
    point_weights: bool
    square: str  # of the weights, in the mark-up

    @property
    def ratio(self) -> float:
        """C of ``||w||^2 + C sum loss``."""
        return self.of_loss / (self.n * self.of_norm)

    @property
    def losses(self) -> str:
        """The sum of the losses in the mark-up."""
        return "Σ v_i L_i" if self.point_weights else "Σ L_i"

    @property
    def norm(self) -> str:
        """What is penalised like w, without brackets."""
        return f"{self.square} + b^2" if self.of_offset else self.square

    @property
    def letters(self) -> str:
        """What L and v are."""
        weights = ", $v_i$ its weight" if self.point_weights else ""
        return f"$L_i$ is the loss of point $i${weights}"


def weights_of(fit: AnyFit) -> CriterionWeights | None:
    """The weights of loss and ‖w‖² in the criterion of a method, None without a criterion."""
    n, pair = len(fit.problem.X), fit.as_pair
    if pair is not None:
        criterion = pair.method.criterion(float(n))
        if criterion is None:
            return None
        weights = criterion.loss_weight, criterion.norm_weight, criterion.offset_weight
        has_weights = pair.method.loss_weights(pair.problem) is not None
        return CriterionWeights(*weights, n, has_weights, "‖w‖^2")
    strength = fit.method.strength
    if strength is None:
        return None
    value = float(getattr(fit.method, strength.name))
    by_name = {"C": (value, 0.5), "ridge": (float(n), value)}
    loss, norm = by_name.get(strength.name, (1.0, value))
    return CriterionWeights(loss, norm, 0.0, n, fit.problem.weights is not None, "Σ ‖w_k‖^2")


def objective_terms(scene: Scene) -> Numbers:
    """The objective of the selected method as the sum of its terms at the line that is shown, of a
    scheme at that of its pair.
    """
    fit = _fit_shown(scene)
    weights = needed(weights_of(fit), NEEDS_LOSS)
    square, losses = square_of_weights(fit), float(fit.paid.sum())
    terms = [
        (f"${weights.square}$", weights.of_norm, square),
        (f"${weights.losses}$", weights.of_loss / weights.n, losses),
    ]
    if weights.of_offset:
        terms.insert(1, ("$b^2$", weights.of_offset, float(fit.last.b) ** 2))
    objective = sum(weight * value for _, weight, value in terms)
    rows = [
        (name, *map(exact_number, (weight, value, weight * value)))
        for name, weight, value in terms
        if weight
    ]
    if not math.isclose(objective, fit.certificate.primal, rel_tol=1e-6, abs_tol=1e-9):
        # Units of its own for each sample, or targets that move: the terms are others.
        raise NeedsError(NEEDS_LOSS)
    rows.append(("objective", "", "", exact_number(objective)))
    loss = _loss(fit) if weights.of_loss else f"it has to be 0: {_loss(fit)}"
    return Numbers(
        table=TableOfNumbers(("term", "weight", "value", "product"), tuple(rows)),
        formula=f"{weights.letters}: {loss}",
        heading="" if fit is scene.answer else ", ".join(scene.pair_heading),
    )


def equivalent_forms(scene: Scene) -> Numbers:
    """The same criterion with other letters, each with its number today: all have one answer."""
    fit = _fit_shown(scene, NEEDS_CRITERION)
    weights = needed(weights_of(fit), NEEDS_CRITERION)
    if not weights.of_norm or not weights.of_loss:
        raise NeedsError(NEEDS_CRITERION)
    n, C, losses, norm = weights.n, weights.ratio, weights.losses, weights.norm
    product = f"({norm})" if "+" in norm else norm
    forms = (
        (f"${product}/2 + (C/n) {losses}$", "C", n * C / 2.0),
        (f"${product}/2 + C {losses}$", "C", C / 2.0),
        (f"${norm} + C {losses}$", "C", C),
        (f"${losses} + λ {product}$", "λ", 1.0 / C),
        (f"$(1/n) {losses} + λ {product}$", "λ", 1.0 / (n * C)),
        (f"$(1/n) {losses} + (λ/2) {product}$", "λ", 2.0 / (n * C)),
    )
    lines = [(form, f"${letter}$ = {exact_number(value)}") for form, letter, value in forms]
    penalised = square_of_weights(fit) + (float(fit.last.b) ** 2 if weights.of_offset else 0.0)
    square = exact_number(penalised)
    lines.append((f"${losses}$ where ${norm} ≤ c$", f"$c$ = {square}"))
    return Numbers(lines=tuple(lines), formula=f"{weights.letters}.")


def square_of_weights(fit: AnyFit) -> float:
    """``||w||^2`` of the answer, of several score functions the sum."""
    if fit.as_pair is not None:
        return fit.as_pair.norm**2
    return math.nan if fit.weights is None else float((fit.weights[0] ** 2).sum())


def sizes(scene: PairScene) -> Numbers:
    """How many unknowns, inequalities and equations the primal and the dual problem of a margin
    have.
    """
    fit = scene.drawn_fit
    if fit is None or not fit.method.has_hinge_dual:
        raise NeedsError(NEEDS_MARGIN)
    n, offset = len(fit.problem.y), 1 if fit.method.has_offset else 0
    bound = fit.method.multiplier_bound(fit.problem)
    is_soft = bound is not None and math.isfinite(bound)
    m = _dimension(fit)
    unknowns = f"{m} + {offset}" if isinstance(m, str) else str(m + offset)
    rows = (
        ("unknowns", "$w$, $b$" if offset else "$w$", unknowns, "$α$", str(n)),
        ("slacks", "$ξ$", str(n if is_soft else 0), "", "0"),
        (
            "inequalities",
            "$y_i f ≥ 1 − ξ_i$, $ξ_i ≥ 0$" if is_soft else "$y_i f ≥ 1$",
            str(2 * n if is_soft else n),
            "$0 ≤ α_i ≤ C/n$" if is_soft else "$α_i ≥ 0$",
            str(2 * n if is_soft else n),
        ),
        ("equations", "", "0", "$Σ α_i y_i = 0$" if offset else "", str(offset)),
    )
    return Numbers(table=TableOfNumbers(("", "primal", "", "dual", ""), rows))


def _dimension(fit: Fit) -> int | str:
    """The number of features; of a kernel without a map of few coordinates ∞, or a letter."""
    kernel, explicit = fit.problem.kernel, fit.problem.explicit
    if kernel is None:
        return int(fit.problem.Phi.shape[1])
    if explicit is not None:
        return int(explicit.Phi.shape[1])
    return "∞" if isinstance(kernel, GaussianKernel) else "D"
