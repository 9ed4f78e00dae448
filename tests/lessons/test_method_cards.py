"""The card of a method, its criterion in other letters, and the size of primal and dual."""

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds
from printed import value

from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.lessons.numbers.card import NEEDS_LOSS, NEEDS_METHOD
from linclass_gui.scene.scene import Scene
from solvers import (
    AnyMethod,
    Dataset,
    Fisher,
    GaussianGenerative,
    GaussianKernel,
    HardMarginSVM,
    LeastSquares,
    LinearMachine,
    LogisticRegression,
    MeanDifference,
    MulticlassSVM,
    OneVsRest,
    Perceptron,
    Polynomial,
    SoftMarginSVM,
    Softmax,
)
from solvers.losses import HINGE, LOGISTIC
from solvers.methods import METHODS


def rows(scene: Scene) -> dict[str, str]:
    return {name: " ".join(words) for name, *words in numbers_of("card", scene).table.rows}


def forms(scene: Scene) -> dict[str, float]:
    return {
        form: value(words.rpartition(" = ")[2]) for form, words in numbers_of("forms", scene).lines
    }


def test_the_card_of_the_soft_margin() -> None:
    card = rows(scene_of(document_of(clouds(40), [SoftMarginSVM(C=10.0)])))
    assert card == {
        "input": "$x ∈ R^2$, 40 points",
        "output": "class −, class +",
        "functions": "$f(x) = <w, x> + b$: 3 numbers",
        "loss": "hinge, $max(0, 1 − m)$ with $m = y f(x)$",
        "regulariser": "0.5 $‖w‖^2$ beside 10 times the mean loss",
    }


def test_cards_of_maps_kernels_and_curves() -> None:
    data = clouds(14)
    mapped = rows(scene_of(document_of(data, [LogisticRegression()], features=Polynomial(2))))
    assert mapped["functions"] == "$f(x) = <w, φ(x)> + b$: 6 numbers"
    kernel = rows(scene_of(document_of(data, [SoftMarginSVM()], kernel=GaussianKernel(1.0))))
    assert "k(x_i, x)" in kernel["functions"]
    # W has three numbers, as it is symmetric
    curved = rows(scene_of(document_of(data, [GaussianGenerative(covariance="separate")])))
    assert curved["functions"] == "$f(x) = x^T W x + <w, x> + w_0$: 6 numbers"
    assert rows(scene_of(document_of(data, [Fisher()])))["loss"].startswith("none, Fisher")
    assert rows(scene_of(document_of(data, [MeanDifference()])))["loss"] == "none"


@pytest.mark.parametrize("dataset", [clouds(14), three_clouds()])
def test_a_likelihood_is_no_loss_of_a_margin(dataset: Dataset) -> None:
    card = rows(scene_of(document_of(dataset, [GaussianGenerative()])))
    assert card["loss"] == "none, a likelihood is largest"


def test_cards_of_three_classes() -> None:
    softmax = rows(scene_of(document_of(three_clouds(), [Softmax(l2=0.01)])))
    assert softmax["functions"] == "the largest $<w_k, x> + b_k$: 9 numbers"
    assert softmax["regulariser"] == "0.01 $Σ ‖w_k‖^2$ beside 1 times the mean loss"
    scheme = scene_of(document_of(three_clouds(), [OneVsRest(LogisticRegression(l2=0.1))]))
    assert rows(scheme)["loss"].startswith("logistic")


@pytest.mark.parametrize(
    ("method", "loss", "own", "given"),
    [
        (SoftMarginSVM(C=10.0), HINGE, "$‖w‖^2/2 + (C/n) Σ L_i$", 10.0),
        (LogisticRegression(l2=0.05), LOGISTIC, "$(1/n) Σ L_i + λ ‖w‖^2$", 0.05),
    ],
)
def test_every_form_has_its_minimum_at_the_answer(
    method: SoftMarginSVM | LogisticRegression, loss: object, own: str, given: float
) -> None:
    scene = scene_of(document_of(clouds(20), [method]))
    fit, found = scene.selected_fit, forms(scene)
    assert found[own] == pytest.approx(given)
    y, X, n = fit.problem.y, fit.problem.X, len(fit.problem.y)
    # the weights of the sum of losses and of the square in each form, by hand
    weights = {
        "$‖w‖^2/2 + (C/n) Σ L_i$": lambda C: (C / n, 0.5),
        "$‖w‖^2/2 + C Σ L_i$": lambda C: (C, 0.5),
        "$‖w‖^2 + C Σ L_i$": lambda C: (C, 1.0),
        "$Σ L_i + λ ‖w‖^2$": lambda penalty: (1.0, penalty),
        "$(1/n) Σ L_i + λ ‖w‖^2$": lambda penalty: (1.0 / n, penalty),
        "$(1/n) Σ L_i + (λ/2) ‖w‖^2$": lambda penalty: (1.0 / n, penalty / 2.0),
    }
    rng = np.random.default_rng(0)
    for form, of in weights.items():
        of_loss, of_norm = of(found[form])

        def criterion(
            w: np.ndarray, b: float, of_loss: float = of_loss, of_norm: float = of_norm
        ) -> float:
            return of_loss * float(loss.value(y * (X @ w + b)).sum()) + of_norm * float(w @ w)

        least = criterion(fit.w, fit.b)
        for step in rng.normal(0.0, 0.02, (20, 3)):
            # four digits of a printed number leave the minimum this flat
            assert criterion(fit.w + step[:2], fit.b + step[2]) >= least * (1.0 - 1e-6)
    assert found["$Σ L_i$ where $‖w‖^2 ≤ c$"] == pytest.approx(float(fit.w @ fit.w), abs=6e-5)


def test_a_criterion_without_a_penalty_has_no_other_form() -> None:
    for method in (Fisher(), LeastSquares(), LogisticRegression(l2=0.0)):
        assert numbers_of("forms", scene_of(document_of(clouds(40, 0.4), [method]))).needs


def test_the_sizes_of_both_problems() -> None:
    table = numbers_of("sizes", scene_of(document_of(clouds(40), [SoftMarginSVM()]))).table
    counts = {row[0]: (row[2], row[4]) for row in table.rows}
    assert counts == {
        "unknowns": ("3", "40"),
        "slacks": ("40", "0"),
        "inequalities": ("80", "80"),
        "equations": ("0", "1"),
    }
    two = Dataset(np.array([[0.0, 0.0], [2.0, 0.0]]), np.array([0, 1]))
    table = numbers_of("sizes", scene_of(document_of(two, [HardMarginSVM()]))).table
    assert [row[2::2] for row in table.rows[:3]] == [("3", "2"), ("0", "0"), ("2", "2")]
    kernel = document_of(clouds(14), [SoftMarginSVM()], kernel=GaussianKernel(1.0))
    assert numbers_of("sizes", scene_of(kernel)).table.rows[0][2] == "∞ + 1"


SUMS = (
    LeastSquares(ridge=0.1),
    LogisticRegression(l2=0.1, penalise_bias=True),
    Perceptron(),
    SoftMarginSVM(positive_weight=2.0),
)
OF_ALL = LeastSquares(ridge=0.1), Softmax(l2=0.1), MulticlassSVM(C=2.0)


@pytest.mark.parametrize(
    ("method", "dataset"),
    [
        *((method, clouds()) for method in (*SUMS, *(kind() for kind in METHODS))),
        *((method, three_clouds()) for method in (*OF_ALL, OneVsRest(SUMS[1]), LinearMachine())),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_terms_of_the_objective_add_up_to_it(method: AnyMethod, dataset: Dataset) -> None:
    scene = scene_of(document_of(dataset, [method]))
    numbers, fit = numbers_of("objective", scene), scene.fits["m1"]
    fit = fit.pairs[0][1] if fit.pairs else fit
    if numbers.table is None:
        assert numbers.needs in (NEEDS_LOSS, NEEDS_METHOD)
        assert method not in (*SUMS, *OF_ALL)
        return
    # a weighted sum is not called the sum of L_i, and what is bounded is what is penalised
    has_weights, has_bias = (
        "positive_weight=2" in repr(method),
        "penalise_bias=True" in repr(method),
    )
    assert any("v_i L_i" in row[0] for row in numbers.table.rows) == has_weights
    assert ("v_i" in numbers.formula) == has_weights
    bounds = [form for form in forms(scene) if "≤ c" in form]
    assert all(("b^2" in form) == has_bias for form in bounds)
    *terms, (name, *_, total) = numbers.table.rows
    assert name == "objective"
    assert sum(value(term[-1]) for term in terms) == pytest.approx(value(total), abs=2e-3)
    assert value(total) == pytest.approx(fit.certificate.primal, rel=1e-3, abs=1e-4)
