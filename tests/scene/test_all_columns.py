"""Fits to all columns of a table: the same answers in every plane, what is true in a picture of
them, and what is not drawn.
"""

from dataclasses import replace

import numpy as np
import pytest
from parameter_sets import TURNING

import solvers
from linclass_gui.answers.comparison import errors_on
from linclass_gui.answers.contours import level_curves
from linclass_gui.answers.decision import drawn_line, plane_line, training_scores
from linclass_gui.answers.jobs import FitJob, Fitter
from linclass_gui.answers.points_table import numbers_of as rows_of
from linclass_gui.answers.regions import smallest_distance
from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import decode, encode
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.table_formats import table_in_text
from linclass_gui.layers import LAYERS
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.lessons.numbers.columns import column_weights
from linclass_gui.plots import PLOTS, Plot
from linclass_gui.scene.axes import fit_all_columns, show_plane
from linclass_gui.scene.class_editing import without_class
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.marks import Dots, Words
from linclass_gui.scene.marks import Path as Line
from linclass_gui.scene.planes import COLUMNS, DISCRIMINANTS, KINDS, METHOD, PRINCIPAL
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.section import is_trace, section_sentence, share_in_plane
from solvers import (
    AnyFit,
    AnyMethod,
    Fisher,
    GaussianGenerative,
    HardMarginSVM,
    LogisticRegression,
    MeanDifference,
    Perceptron,
    SoftMarginSVM,
    Softmax,
)

OF_MANY = (GaussianGenerative(), Softmax(l2=0.01), SoftMarginSVM(C=1000.0), Fisher())


def shown(
    document: Document, methods: tuple[AnyMethod, ...], kind: str, is_scaled: bool = False
) -> Scene:
    """A plane with some methods that see all columns, the first one selected."""
    for method in methods:
        document = document.adding(method)
    whole = fit_all_columns(replace(document, selected="m1"), True)
    scene = scene_of(show_plane(whole, kind, standardise=is_scaled))
    return scene if scene.is_many else scene.pair_or_nothing


def table(seed: int) -> Document:
    """Columns that depend on each other, in different units."""
    rng = np.random.default_rng(seed)
    d, n = int(rng.integers(3, 31)), int(rng.integers(70, 200))
    X = (
        rng.normal(size=(n, d))
        @ (np.eye(d) + 0.3 * rng.normal(size=(d, d)))
        * 10.0 ** rng.uniform(-1.0, 1.0, d)
    )
    X += np.where(np.arange(n)[:, None] % 2, 0.7 * X.std(axis=0), 0.0)
    text = "".join(
        f"{','.join(map(repr, row))},{'ab'[k % 2]}\n" for k, row in enumerate(X.tolist())
    )
    names = ",".join(f"c{k}" for k in range(d))
    return replace(
        first_picture(table_in_text(f"{names},kind\n{text}", "t.csv")).document,
        methods=(),
        selected="",
    )


def in_columns(scene: Scene, fit: AnyFit) -> tuple[np.ndarray, np.ndarray]:
    """The scores of a fit as weights and offsets of the columns of the table."""
    plane = scene.document.plane
    W, b = (
        (fit.w[None], np.array([fit.b]))
        if isinstance(fit, solvers.Fit)
        else (fit.last.W, fit.last.b)
    )
    return column_weights(plane, W, b)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("is_scaled", [False, True], ids=["as given", "standardised"])
def test_every_plane_of_iris_shows_the_fit_to_all_four_columns(
    two: Document, kind: str, is_scaled: bool
) -> None:
    scene = shown(two, TURNING, kind, is_scaled)
    X, y = rows_of(scene.document), scene.document.dataset.y
    centre, scale = (X.mean(axis=0), X.std(axis=0)) if is_scaled else (np.zeros(4), np.ones(4))
    for used in scene.document.methods:
        seen, own = scene.fits[used.id], solvers.fit(used.method, (X - centre) / scale, y)
        (w,), (b,) = in_columns(scene, seen)
        np.testing.assert_allclose(w * scale, own.w, rtol=1e-9, atol=1e-9 * np.abs(own.w).max())
        assert b + w @ centre == pytest.approx(own.b, rel=1e-9, abs=1e-9)
        assert seen.certificate.errors == own.certificate.errors
        assert seen.certificate.primal == pytest.approx(own.certificate.primal, rel=1e-9)
        np.testing.assert_allclose(
            training_scores(seen), own.decision_function((X - centre) / scale), atol=1e-8
        )


@pytest.mark.parametrize("seed", range(8))
def test_tables_of_three_to_thirty_columns_have_one_answer_in_all_their_planes(seed: int) -> None:
    """The formulas themselves are met in ``test_many_columns``: here no plane may change what they
    say.
    """
    document = table(seed)
    found = [shown(document, TURNING, kind) for kind in KINDS]
    for k, method in enumerate(TURNING, 1):
        own = solvers.fit(method, rows_of(document), document.dataset.y)
        for scene in found:
            (w,), (b,) = in_columns(scene, scene.fits[f"m{k}"])
            f = rows_of(document) @ w + b
            assert (
                np.abs(f - own.decision_function(rows_of(document))).max() <= 1e-9 * np.abs(f).max()
            )


@pytest.mark.parametrize("kind", [COLUMNS, PRINCIPAL, DISCRIMINANTS])
def test_three_classes_in_all_columns(iris: Document, kind: str) -> None:
    scene = shown(iris, OF_MANY, kind)
    X, labels = rows_of(scene.document), scene.document.dataset.labels
    for used in scene.document.methods:
        seen = scene.fits[used.id]
        own = solvers.fit(used.scheme.of(used.two_class) if seen.fits else used.method, X, labels)
        assert seen.certificate.errors == own.certificate.errors
        assert seen.certificate.primal == pytest.approx(own.certificate.primal, rel=1e-7)
        assert (seen.predict(scene.document.dataset.all_columns) == own.predict(X)).all()
    assert scene.fits["m1"].certificate.errors == 3  # of the Gaussians, in every plane


def test_the_discriminant_plane_holds_the_gaussians_of_one_covariance(iris: Document) -> None:
    """All differences of their weights are combinations of the discriminants: the parts and
    distances of the picture are true.
    """
    scene = shown(iris, (GaussianGenerative(),), DISCRIMINANTS)
    fit = scene.fits["m1"]
    assert share_in_plane(fit) == pytest.approx(1.0)
    plain = scene_of(fit_all_columns(scene.document, False)).fits["m1"]
    np.testing.assert_array_equal(fit.certificate.confusion, plain.certificate.confusion)
    assert smallest_distance(fit) == pytest.approx(smallest_distance(plain), rel=1e-6)
    other = shown(iris, (GaussianGenerative(),), PRINCIPAL).fits["m1"]
    assert is_trace(other)
    assert smallest_distance(other) is None


def test_the_plane_of_a_method_shows_true_distances(two: Document) -> None:
    for method in (SoftMarginSVM(C=1000.0), LogisticRegression(l2=1 / 200), Perceptron(rate=0.5)):
        scene = shown(two, (method,), METHOD, is_scaled=True)
        fit, X = scene.fits["m1"], scene.document.dataset.X
        line = plane_line(fit)
        np.testing.assert_allclose(
            line.scores(X), fit.decision_function(scene.document.dataset.all_columns), atol=1e-7
        )
        assert line.norm == pytest.approx(fit.norm, rel=1e-9)
        (curve,) = level_curves(fit, scene.view)
        assert np.ptp(curve[:, 0]) < 1e-6 * scene.view.width  # w is the horizontal axis


def test_elsewhere_the_line_is_named_trace_and_nothing_else_pretends_to_be_true(
    two: Document,
) -> None:
    scene = shown(two, (SoftMarginSVM(C=1000.0), Fisher()), COLUMNS)
    fit = scene.fits["m1"]
    assert plane_line(fit) is None
    assert share_in_plane(fit) == pytest.approx(
        np.hypot(1.15042, 1.15043) / np.linalg.norm([1.15042, 1.15043, 3.53976, 4.24774]), rel=1e-4
    )
    line = drawn_line(fit)
    # The trace is the score on the plane through the mean of what stands behind it.
    at = np.array([[0.3, -0.2], [5.0, 3.0]])
    full = np.column_stack([at, np.tile(scene.document.dataset.behind.mean(axis=0), (2, 1))])
    np.testing.assert_allclose(line.scores(at), fit.decision_function(full), rtol=1e-12)
    np.testing.assert_allclose(fit.decision_function(at), fit.decision_function(full), rtol=1e-12)
    on = frozenset(each.name for each in LAYERS)
    all_on = replace(scene, document=replace(scene.document, layers=on))
    made = {each.name: tuple(each.draw(all_on)) for each in LAYERS}
    assert next(each for each in LAYERS if each.name == "support-vectors").missing(all_on) == ""
    for name in (
        "half-planes",
        "probability",
        "margins",
        "band",
        "width",
        "slack",
        "weight",
        "projection",
        "reduced-hulls",
    ):
        layer = next(each for each in LAYERS if each.name == name)
        assert made[name] == (), name
        assert layer.missing(all_on) in ("w leaves the plane", "needs a logistic method"), name
    assert [mark.emphasis for mark in made["boundary"] if isinstance(mark, Line)] == [False, False]
    assert {words.lines[0] for words in made["line-labels"] if isinstance(words, Words)} == {
        "soft margin (trace)",
        "Fisher (trace)",
    }
    wrong = np.concatenate([mark.xy for mark in made["errors"] if isinstance(mark, Dots)])
    assert sorted(map(tuple, wrong.tolist())) == sorted(
        map(tuple, scene.document.dataset.X[fit.wrong].tolist())
    )
    assert len(wrong) == 3
    assert section_sentence(fit).startswith("28.2 % of w lies in the plane")


@pytest.mark.parametrize(
    "method", [*TURNING, HardMarginSVM()], ids=lambda method: type(method).__name__
)
def test_a_dragged_point_is_refitted_in_all_columns(
    two: Document, iris: Document, method: AnyMethod
) -> None:
    start = without_class(iris, 2) if isinstance(method, HardMarginSVM) else two
    document = shown(start, (method,), PRINCIPAL).document
    fitter, batches = Fitter(), []

    def ask(changed: Document, kind: str, number: int) -> AnyFit:
        job = FitJob(
            changed, document, (4,) if kind == "preview" else (), kind, number, changed.methods
        )
        return fitter.run(job, lambda: False, batches.append).answers["m1"].fit

    ask(document, "final", 0)
    for number, step in enumerate((0.05, 0.2, -0.1), 1):
        X = document.dataset.X[4] + (step, -step)
        changed = replace(document, dataset=document.dataset.moved(4, X))
        dragged = ask(changed, "preview", number)
        own = scene_of(changed).fits["m1"]
        f = own.decision_function(changed.dataset.all_columns)
        np.testing.assert_allclose(training_scores(dragged), f, atol=1e-8 * np.abs(f).max())


def test_test_points_and_tables_are_judged_in_all_columns(two: Document) -> None:
    held = held_back(two, 0.3)
    scene = shown(held, (SoftMarginSVM(C=1000.0),), COLUMNS)
    test = scene.document.test
    own = solvers.fit(SoftMarginSVM(C=1000.0), rows_of(scene.document), scene.document.dataset.y)
    plane = scene.document.plane
    wrong = np.count_nonzero(own.predict(plane.rows(test.X, test.behind)) != test.y)
    assert errors_on(scene.fits["m1"], test) == wrong
    cross = solvers.cross_validate(
        SoftMarginSVM(C=1.0), two.dataset.all_columns, two.dataset.y, features=solvers.AllColumns()
    )
    assert (
        cross.mean
        == solvers.cross_validate(SoftMarginSVM(C=1.0), two.dataset.all_columns, two.dataset.y).mean
    )


def test_a_scene_keeps_it_and_a_new_method_joins(two: Document) -> None:
    document = shown(two, (Fisher(),), COLUMNS).document
    again = decode(encode(document), "t")
    assert again.fits_all_columns
    assert encode(again) == encode(document)
    assert again.adding(MeanDifference()).methods[-1].features == solvers.AllColumns()
    assert not fit_all_columns(again, False).adding(MeanDifference()).fits_all_columns


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.name)
def test_every_plot_shows_fits_to_all_columns_or_says_why_not(
    two: Document, iris: Document, plot: Plot
) -> None:
    held = [held_back(document, 0.3) for document in (two, iris)]
    scenes = [
        shown(held[0], (method, Fisher()), kind)
        for kind in (COLUMNS, METHOD)
        for method in (TURNING[5], TURNING[4])
    ]
    scenes += [
        shown(held[1], (method,), kind) for method in OF_MANY for kind in (PRINCIPAL, DISCRIMINANTS)
    ]
    for scene in scenes:
        figure = plot.draw(scene)
        assert figure.marks or figure.message


def test_all_layers_draw_fits_to_all_columns_of_more_classes(iris: Document) -> None:
    for kind in (COLUMNS, DISCRIMINANTS):
        for method in OF_MANY:
            scene = shown(iris, (method,), kind)
            all_on = replace(
                scene,
                document=replace(scene.document, layers=frozenset(each.name for each in LAYERS)),
            )
            for each in LAYERS:
                tuple(each.draw(all_on))


def test_the_weights_of_the_columns_are_said_in_both_units(two: Document) -> None:
    for is_scaled in (False, True):
        scene = shown(two, (Fisher(),), COLUMNS, is_scaled)
        said = numbers_of("weights", scene).table
        found = np.array([[float(cell.replace("−", "-")) for cell in row[1:]] for row in said.rows])
        X = rows_of(scene.document)
        one = X @ found[:-1, 0] + found[-1, 0]
        other = (X - X.mean(axis=0)) / X.std(axis=0) @ found[:-1, 1] + found[-1, 1]
        np.testing.assert_allclose(one, training_scores(scene.fits["m1"]), atol=2e-3)
        np.testing.assert_allclose(one, other, atol=2e-3)
