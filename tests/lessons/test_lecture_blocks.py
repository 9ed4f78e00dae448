"""Blocks of the lecture notes: projections, eigenvalues, scatters of K classes, the dual and its
conditions.
"""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds
from printed import value

import solvers
from linclass_gui.answers.scenes import scene_of as fitted
from linclass_gui.files.shipped import lesson_path
from linclass_gui.lessons.lesson_file import read_lesson
from linclass_gui.lessons.numbers import BLOCKS, OF_METHOD, numbers_of
from linclass_gui.lessons.numbers.block import Numbers
from linclass_gui.lessons.numbers.generalisation import NEEDS_POPULATIONS
from linclass_gui.lessons.reveals import fully_revealed
from linclass_gui.plots.discriminant_plane import plane_of
from linclass_gui.scene.document import Document
from linclass_gui.scene.scene import Scene
from solvers import (
    Dataset,
    Fit,
    GaussianPopulation,
    HardMarginSVM,
    LeastSquares,
    ManyPopulations,
    MulticlassSVM,
    MultinomialNaiveBayes,
    OneVsOne,
    SoftMarginSVM,
    Softmax,
)

NAMES = "a", "b", "c"


def lesson(name: str) -> Scene:
    return fitted(fully_revealed(read_lesson(lesson_path(name))))


def values(numbers: Numbers, place: int) -> np.ndarray:
    return np.array([[value(entry) for entry in row] for row in numbers.matrices[place].entries])


def scatters(X: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The scatter within the classes, and that of all points."""
    groups = [X[labels == k] for k in np.unique(labels)]
    within, total = (sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in of) for of in (groups, [X]))
    return within, total


def test_J_does_not_change_with_the_length_of_w() -> None:
    table = numbers_of("projected", lesson("fisher-example")).table
    rows = np.array([[value(entry) for entry in row[1:]] for row in table.rows])
    np.testing.assert_allclose(rows[:, 3], 28.0)
    # the last row is that of the unit vector, on which <w, x> is the projection itself
    factors = np.array([1.0, 2.0, -3.0, 1.0 / np.hypot(19.0, 9.0)])
    np.testing.assert_allclose(rows[:, 0], rows[0, 0] * factors, rtol=1e-3)
    np.testing.assert_allclose(rows[:, 1], rows[0, 1] * factors**2, rtol=1e-3)
    # By hand: w = (-19, -9), so w d = 28 and both classes spread by 28 in all.
    assert rows[0, 0] == pytest.approx(28.0)
    assert rows[0, 1] + rows[0, 2] == pytest.approx(28.0)


@pytest.mark.parametrize("K", [2, 3])
def test_equal_means_have_no_best_direction_and_no_angle_to_one(K: int) -> None:
    rng = np.random.default_rng(K)
    points = [0.1 + np.concatenate([one, -one]) for one in rng.normal(0.0, 1.0, (K, 5, 2))]
    dataset = Dataset(np.concatenate(points), np.repeat(np.arange(K), 10), NAMES[:K])
    lines = dict(numbers_of("principal", fitted(document_of(dataset, []))).lines)
    assert lines["largest $J$"] == "0: the class means are equal"
    assert not any("°" in text for text in lines.values())


def test_the_average_covariance_has_the_direction_of_the_fit() -> None:
    """Two and six points: with the weights n_k it was another direction, by up to 31°."""
    X = np.random.default_rng(3).normal(0.0, 1.0, (8, 2)) @ np.array([[3.0, 1.0], [0.0, 0.4]])
    dataset = Dataset(X + np.outer(np.arange(8) > 1, (0.5, 1.5)), np.where(np.arange(8) > 1, 1, 0))
    scene = scene_of(document_of(dataset, [solvers.Fisher()]))
    w, fit = values(numbers_of("w", scene), 0)[:, 0], scene.fits["m1"]
    assert w == pytest.approx(6.0 * fit.w, rel=1e-3)
    # λ_1 of the plane is that of C_B = sum n_k (m_k - m)(m_k - m)', as everywhere
    within, total = scatters(dataset.X, dataset.labels)
    plane = plane_of(scene)
    assert plane is not None
    largest = np.linalg.eigvals(np.linalg.solve(within, total - within)).real.max()
    assert plane.values[0] == pytest.approx(largest)


def test_the_principal_component_beside_the_first_discriminant_of_three_classes() -> None:
    scene = lesson("three-irises")
    numbers, dataset = numbers_of("principal", scene), scene.document.dataset
    within, total = scatters(dataset.X, dataset.labels)
    v, largest = (
        np.linalg.eigh(total)[1][:, -1],
        float(np.linalg.eigvals(np.linalg.solve(within, total - within)).real.max()),
    )
    assert values(numbers, 0)[:, 0] == pytest.approx(v * np.sign(v[0]), abs=1e-4)
    lines = dict(numbers.lines)
    assert value(lines["$J(v_1)$"]) == pytest.approx(
        v @ (total - within) @ v / (v @ within @ v), rel=1e-3
    )
    assert value(lines["largest $J$"]) == pytest.approx(largest, rel=1e-3)


@pytest.mark.parametrize("name", ["C_W", "C_B", "C", "eigenvalue", "means"])
def test_scatters_of_three_classes(name: str) -> None:
    scene = scene_of(document_of(three_clouds(40), [Softmax()]))
    numbers, dataset = numbers_of(name, scene), scene.document.dataset
    within, total = scatters(dataset.X, dataset.labels)
    if name == "means":
        assert len(numbers.table.rows) == 4
        return
    wanted = {
        "C_W": within,
        "C_B": total - within,
        "C": total,
        "eigenvalue": np.linalg.solve(within, total - within),
    }[name]
    np.testing.assert_allclose(values(numbers, 0), wanted, atol=0.006 * np.abs(wanted).max())
    if name == "eigenvalue":
        assert sum(value(each) for _, each in numbers.lines) == pytest.approx(
            np.trace(wanted), rel=1e-3
        )


def test_scatters_of_two_classes_add_up_to_that_of_all_points() -> None:
    scene = scene_of(document_of(clouds(30), []))
    X, labels = scene.document.dataset.X, scene.document.dataset.labels
    d, (within, total) = X[labels == 1].mean(0) - X[labels == 0].mean(0), scatters(X, labels)
    for name, wanted in (("C_W", within), ("C_B", np.outer(d, d)), ("C", total)):
        np.testing.assert_allclose(
            values(numbers_of(name, scene), 0), wanted, atol=0.006 * np.abs(wanted).max()
        )
    ((_, beta),) = numbers_of("C", scene).lines
    np.testing.assert_allclose(total, within + value(beta) * np.outer(d, d), rtol=1e-4)


def test_the_pair_that_is_looked_at_has_its_numbers_and_is_named() -> None:
    scene = scene_of(document_of(three_clouds(40), [OneVsOne(SoftMarginSVM(C=5.0))]))
    numbers = numbers_of("kkt", scene)
    assert " against " in numbers.lines[0][0]
    assert numbers.table is not None


def test_scores_beside_the_reference_class() -> None:
    scene = scene_of(document_of(three_clouds(40), [Softmax(l2=0.1)]))
    table = numbers_of("relative", scene).table
    assert {value(each) for each in table.rows[-1][1:]} == {0.0}
    fit = scene.document.methods[0]
    many = scene.fits[fit.id]
    assert value(table.rows[0][1]) == pytest.approx(many.W[0, 0] - many.W[2, 0], rel=1e-3)


def test_lemma_3_says_the_sum_of_the_multipliers() -> None:
    lines = dict(numbers_of("lemma-3", lesson("hard-margin")).lines)
    assert value(lines["$Σ α_i$"]) == pytest.approx(
        value(lines["$4/c$, $c$ the squared distance"]), rel=1e-6
    )


def test_b_is_the_average_over_the_free_points() -> None:
    found = numbers_of("b", lesson("slack"))
    lines = dict(found.lines)
    assert lines["average"] == lines["$b$ of the answer"]
    assert found.table.more == 0  # every free point has its row


def test_the_dual_function_is_largest_at_the_answer() -> None:
    table = numbers_of("dual-function", lesson("hard-margin")).table
    finite = [value(row[1]) for row in table.rows if "∞" not in row[1]]
    assert finite[2] == max(finite[:5]) == pytest.approx(finite[-1], rel=1e-5)  # the primal value
    assert finite[1] == finite[3] == pytest.approx(0.75 * finite[2], rel=1e-5)
    assert any("Σ" in row[1] for row in table.rows)


def test_the_unit_vector_is_the_hard_margin_of_the_normalised_samples() -> None:
    scene = lesson("least-squares-example")
    numbers, dataset = numbers_of("unit-vector", scene), scene.document.dataset
    Z = dataset.y[:, None] * np.column_stack([np.ones(len(dataset)), dataset.X])
    a = values(numbers, 0)[:, 0]
    least = value(numbers.lines[0][1])
    assert float(a @ a) == pytest.approx(1.0, abs=1e-3)
    assert float((Z @ a).min()) == pytest.approx(least, abs=1e-3)
    turned = [a + 0.02 * d for d in np.vstack([np.eye(3), -np.eye(3)])]
    assert all(float((Z @ u).min() / np.linalg.norm(u)) < least for u in turned)


def test_the_limit_of_the_pseudo_inverse_is_least_squares() -> None:
    table = numbers_of("limit", lesson("least-squares-example")).table
    assert [value(entry) for entry in table.rows[-1][1:]] == pytest.approx(
        [11 / 3, -4 / 3, -2 / 3], abs=1e-4
    )
    last = [value(entry) for entry in table.rows[-2][1:]]
    assert last == pytest.approx([11 / 3, -4 / 3, -2 / 3], abs=0.1)


def test_every_block_answers_many_classes_and_says_what_it_needs_of_no_points() -> None:
    of_many = [
        document_of(three_clouds(12), methods)
        for methods in ([Softmax()], [OneVsOne(HardMarginSVM())], [])
    ]
    for document in (*of_many, Document.empty()):
        scene = scene_of(document)
        for block in BLOCKS:
            numbers = numbers_of(block.name, scene)
            assert isinstance(numbers.latex, str)
            answered = numbers.lines or (
                (numbers.matrices or numbers.table) if len(document.dataset) else ()
            )
            assert numbers.needs or answered, block.name


@pytest.mark.parametrize("method", [LeastSquares(), Softmax(), MultinomialNaiveBayes()])
@pytest.mark.parametrize("count", [2, 3])
def test_no_block_has_a_matrix_without_rows_when_all_points_went_before_their_fit(
    method: object, count: int
) -> None:
    X, names = np.array([[1.0, 2.0], [4.0, 0.0], [2.0, 5.0]] * 4), ("a", "b", "c")[:count]
    points = Dataset(X, np.arange(12) % count, names)
    scene = fitted(document_of(points, [method]))
    none = replace(scene.document, dataset=points.chosen([]))
    for block in BLOCKS:
        numbers = numbers_of(block.name, replace(scene, document=none))
        assert all(matrix.entries for matrix in numbers.matrices), block.name


@pytest.mark.parametrize("method", [MulticlassSVM(), Softmax(l2=0.1), LeastSquares()])
def test_no_block_of_many_classes_asks_for_what_is_there(method: object) -> None:
    """A method of all classes is selected, and populations are known: neither is asked for."""
    each = [
        GaussianPopulation((x, y), ((1.0, 0.2), (0.2, 0.7)), 0.5)
        for x, y in ((-2.0, 0.0), (1.0, 2.0), (2.0, -1.0))
    ]
    known = ManyPopulations(tuple(each))
    document = document_of(known.sample_counts((12, 10, 8), seed=2), [method])
    scene = fitted(replace(document, many_populations=known))
    needs = {block.name: numbers_of(block.name, scene).needs for block in BLOCKS}
    assert not set(needs.values()) & {*OF_METHOD, NEEDS_POPULATIONS}
    errors = dict(numbers_of("true-errors", scene).lines)
    Z = known.sample_counts((20_000,) * 3, seed=7)
    share = float(np.mean(scene.fits["m1"].winners(Z.X) != Z.labels))
    assert len(errors) == 2
    assert value(list(errors.values())[1].split()[0]) == pytest.approx(100.0 * share, abs=0.6)
    assert not needs["objective"]
    assert bool(needs["steps"]) == isinstance(method, LeastSquares)


def test_bias_and_variance_stand_beside_the_bayes_error() -> None:
    scene = lesson("bayes")
    table = numbers_of("bias-variance", scene).table
    assert len(table.rows) == len(list(scene.document.enabled_methods))
    populations = scene.document.populations
    for row in table.rows:
        mean, bayes, bias, variance = map(value, row[1:])
        # each is rounded to a tenth
        assert mean == pytest.approx(bayes + bias + variance, abs=0.16)
        assert bayes == pytest.approx(100.0 * populations.bayes_error, abs=0.051)


@pytest.mark.parametrize("step", [-1, 10], ids=["at rest", "on the way"])
def test_the_conditions_of_an_unfinished_run_say_that_it_is_no_optimum(step: int) -> None:
    scene = scene_of(
        document_of(clouds(30, apart=0.6), [SoftMarginSVM(C=5.0, algorithm="subgradient")])
    )
    fit = scene.fits["m1"].at(step)
    numbers = numbers_of("kkt", replace(scene, fits={"m1": fit}))
    assert ", relative gap " in dict(numbers.lines)["not optimal yet"]
    assert numbers.table is not None
    for row in numbers.table.rows:
        margin = value(row[4]) * (1.0 if row[1] == "+" else -1.0)
        assert value(row[3]) == pytest.approx(max(0.0, 1.0 - margin), abs=0.006)
        assert ("free" in row[5]) == (abs(margin - 1.0) < 0.005 and value(row[2]) > 0.0)
        assert ("wrong" in row[5]) == (margin < 0.0)
    full = numbers_of("kkt", replace(scene, fits={"m1": fits_of_optimum(scene)}))
    assert full.lines == ()


def fits_of_optimum(scene: Scene) -> Fit:
    """The optimum that the selected method of a scene aims at."""
    return solvers.solve(SoftMarginSVM(C=5.0), scene.fits["m1"].problem)


@pytest.mark.parametrize("name", ["S_1", "S_2"])
def test_a_covariance_says_what_it_divides_by(name: str) -> None:
    assert (
        dict(numbers_of(name, lesson("fisher-example")).lines)["$S$ divides by"]
        == "$n_i − 1$ (Gaussian classifier: $n_i$)"
    )
