"""Panels that are variants of one scene: other methods, other values, another step, the same
points.
"""

import shlex
from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.answers.comparison import method_titles
from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.sweeps import (
    Sweep,
    names_of_methods,
    sweep_variants,
    with_methods_on,
)
from linclass_gui.answers.value_words import fill_values
from linclass_gui.errors import UserError
from linclass_gui.figures.command_line import command_of, panel_values
from linclass_gui.figures.pages import first_page, page_of_scene
from linclass_gui.figures.recipe import recipe_of, values_of
from linclass_gui.figures.requests import FigurePanel, Recipe
from linclass_gui.figures.shots import shots_of_scene, with_shared_axes
from linclass_gui.files.first_picture import open_document
from linclass_gui.markup.numbers import significant
from linclass_gui.scene.document import Document
from solvers import Dataset, Fisher, GaussianKernel, Perceptron, SoftMarginSVM, solve

pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")


def clouds() -> Document:
    """Two clouds, with a perceptron and a soft margin."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(20, 2)) + np.repeat([[0.0, 0.0], [3.0, 2.0]], 10, axis=0)
    dataset = Dataset(np.round(X, 2), np.repeat([0, 1], 10))
    return replace(Document.empty(), dataset=dataset).adding(Perceptron()).adding(SoftMarginSVM())


def shots(document: Document, *panels: str) -> tuple:
    """The panels that are written so on the command line."""
    recipe = recipe_of({"panels": [panel_values(text) for text in panels]}, "test")
    return shots_of_scene(scene_of(document), recipe)


def methods_on(shot: object) -> list[type]:
    return [type(m.method) for m in shot.scene.document.enabled_methods]  # type: ignore[attr-defined]


def test_each_panel_has_its_methods_and_is_called_after_them() -> None:
    panels = shots(clouds(), ". methods=perceptron", ". methods=soft-margin-svm,least-squares", ".")
    assert [[kind.__name__ for kind in methods_on(shot)] for shot in panels] == [
        ["Perceptron"],
        ["SoftMarginSVM", "LeastSquares"],
        ["Perceptron", "SoftMarginSVM"],
    ]
    assert [shot.title for shot in panels[:2]] == ["Perceptron", "Soft-margin SVM, Least squares"]
    selected = panels[1].scene.document
    assert isinstance(selected.method(selected.selected).method, SoftMarginSVM)


def test_values_are_those_of_the_panel_alone_and_only_they_are_in_its_title() -> None:
    document = clouds()
    panels = shots(
        document,
        ". methods=soft-margin-svm C=1",
        ". methods=soft-margin-svm C=100",
        ". methods=soft-margin-svm C=100 title='The third'",
    )
    assert [shot.title for shot in panels] == ["$C = 1$", "$C = 100$", "The third"]
    for shot, C in zip(panels, (1.0, 100.0, 100.0), strict=True):
        alone = solve(SoftMarginSVM(C=C), shot.scene.fits["m2"].problem)
        np.testing.assert_allclose(shot.scene.fits["m2"].w, alone.w, rtol=1e-9)
    assert document.method("m2").method == SoftMarginSVM()


@pytest.mark.parametrize(
    ("varied", "kind"),
    [
        (Recipe(sweep=Sweep.parse("C=0.1,10")), SoftMarginSVM),
        (Recipe(sweep=Sweep.parse("step=1,2")), Perceptron),
        (Recipe(panels=(FigurePanel(settings=(("C", "10"),)),)), SoftMarginSVM),
        (Recipe(panels=(FigurePanel(step=2),)), Perceptron),
    ],
)
def test_the_numbers_of_a_panel_are_those_of_the_method_that_it_varies(
    varied: Recipe, kind: type
) -> None:
    document = clouds().adding(Fisher())
    scene = scene_of(replace(document, selected=document.methods[-1].id))
    for shot in shots_of_scene(scene, varied):
        fit = shot.scene.answer
        assert type(fit.method) is kind
        assert fill_values("{errors}", shot.scene) == str(fit.certificate.errors)


def test_a_kernel_and_its_sigma_are_values_too() -> None:
    panels = shots(
        clouds(),
        ". methods=soft-margin-svm kernel=gaussian-kernel sigma=0.3",
        ". methods=soft-margin-svm kernel=gaussian-kernel:sigma=2",
        ". methods=soft-margin-svm features=polynomial degree=3",
    )
    kernels = [shot.scene.document.method("m2").kernel for shot in panels]
    assert kernels == [GaussianKernel(0.3), GaussianKernel(2.0), None]
    assert panels[2].scene.document.method("m2").features.degree == 3


def test_the_trial_line_turns_from_panel_to_panel() -> None:
    document = clouds()
    panels = shots(document, ". trial=0", ". trial=90,1,2", ". trial=off", ". trial=0 title={J}")
    trials = [shot.scene.document.trial for shot in panels]
    assert [None if trial is None else trial.angle for trial in trials] == [0.0, 90.0, None, 0.0]
    assert trials[1] is not None
    assert trials[1].pivot == (1.0, 2.0)
    assert [shot.title for shot in panels[:3]] == [
        "trial line at 0°",
        "trial line at 90°",
        "no trial line",
    ]
    X, y = document.dataset.X[:, 0], document.dataset.labels
    low, high = X[y == 0], X[y == 1]
    scatter = ((low - low.mean()) ** 2).sum() + ((high - high.mean()) ** 2).sum()
    J = (high.mean() - low.mean()) ** 2 / scatter
    assert fill_values("{J}", panels[3].scene) == significant(J, 3)


def test_a_run_stops_where_each_panel_says_and_the_last_one_says_where_it_ended() -> None:
    panels = shots(clouds(), ". methods=perceptron step=1", ". methods=perceptron step=end")
    steps = len(panels[1].scene.fits["m1"].history) - 1
    assert [shot.title for shot in panels] == ["step 1", f"step {steps}, the end"]
    sweep = Recipe(sweep=Sweep.parse("step=1,end"))
    (alone,) = (clouds().removing("m2"),)
    assert [shot.title for shot in shots_of_scene(scene_of(alone), sweep)] == ["step 1", "the end"]


def test_schemes_of_one_method_stand_beside_each_other() -> None:
    irises = open_document("lesson:three-irises")
    with pytest.raises(UserError, match="fisher knows all 3 classes at once in a picture"):
        shots(irises, ". methods=one-vs-rest:fisher")
    panels = shots(
        irises,
        ". methods=one-vs-one:soft-margin-svm",
        ". methods=one-vs-rest:soft-margin-svm",
    )
    assert [shot.title for shot in panels] == ["one against one", "one against the rest"]
    kinds = [shot.scene.document.enabled_methods[0].scheme.kind for shot in panels]
    assert kinds == ["one-vs-one", "one-vs-rest"]


def test_two_methods_of_one_kind_are_told_apart_by_their_number() -> None:
    document = clouds().adding(SoftMarginSVM(C=1.0)).adding(SoftMarginSVM(C=100.0))
    first, second, third, both = shots(
        document,
        ". methods=soft-margin-svm#2",
        ". methods=soft-margin-svm#3,perceptron",
        ". methods=soft-margin-svm#3",
        ". methods=soft-margin-svm",
    )
    costs = [
        [m.method.C for m in shot.scene.document.enabled_methods if hasattr(m.method, "C")]
        for shot in (first, second, third, both)
    ]
    assert costs == [[1.0], [100.0], [100.0], [1.0, 1.0, 100.0]]
    assert first.title != third.title
    assert first.scene.document.selected != third.scene.document.selected
    assert names_of_methods(document) == (
        "perceptron",
        "soft-margin-svm#1",
        "soft-margin-svm#2",
        "soft-margin-svm#3",
    )
    recipe = Recipe(panels=(FigurePanel(methods=("soft-margin-svm",)),))
    page = page_of_scene(scene_of(document), recipe)
    assert "soft-margin-svm fits soft-margin-svm#1 and soft-margin-svm#2" in page.remarks[0]
    for name in names_of_methods(document):
        (shot,) = shots(document, f". methods={name}")
        assert len(shot.scene.document.enabled_methods) == 1


def test_a_method_that_was_named_has_one_name_in_titles_lists_and_remarks() -> None:
    document = clouds().adding(SoftMarginSVM(C=100.0))
    document = document.with_method(replace(document.methods[-1], label="hard $C$"))
    (shot,) = shots(document, ". methods=soft-margin-svm#2")
    assert shot.title == method_titles(document)["m3"] == "hard C"
    off = replace(document, methods=(replace(document.method("m3"), enabled=False),))
    with pytest.raises(UserError, match="hard C has it and is off"):
        list(sweep_variants(off, Sweep.parse("C=1,2")))


def test_a_panel_shows_a_part_of_the_plane_of_its_own() -> None:
    limits = "limits=0,2,0,1.5"
    whole, part, other = shots(clouds(), ".", f". {limits}", f". {limits} step=1")
    assert part.scene.view.box == other.scene.view.box == (0.0, 2.0, 0.0, 1.5)
    assert whole.scene.view.width > 4.0
    assert part.scene.fits == whole.scene.fits
    words = "$x_1$ from $0$ to $2$, $x_2$ from $0$ to $1.5$"
    assert part.title == f"{words}, step 5, the end"
    for axes in ("fit", "same", "same-x", "free"):
        shared = with_shared_axes([whole, part, whole], axes, (60.0, 45.0))
        assert shared[1] is part
        assert shared[0].scene.view == shared[2].scene.view
        assert shared[0].scene.view.width == pytest.approx(whole.scene.view.width)


def test_limits_of_a_plot_are_those_of_its_axes() -> None:
    panels = [
        FigurePanel(view=view, settings=(("limits", "0,0.5,-1,0.8"),))
        for view in ("roc", "projection", "numbers:S_W")
    ]
    scene = scene_of(clouds())
    page = page_of_scene(scene, Recipe(panels=(FigurePanel(), *panels)))
    _, roc, projection, _ = (panel.figure for panel in page.panels)
    assert (roc.x.low, roc.x.high, roc.y.low, roc.y.high) == (0.0, 0.5, -1.0, 0.8)
    assert (projection.x.low, projection.x.high) == (0.0, 0.5)
    assert projection.lanes[0].axis.low == 0.0  # of several quantities: whole
    assert page.panels[1].cell.title == "ROC"
    assert "one axis or both shown whole, despite limits, in (c), (d)" in page.remarks
    assert all(
        shot.scene.view == scene.view for shot in shots(clouds(), ". view=roc limits=0,1,0,1")
    )


def test_methods_that_a_sweep_over_steps_leaves_at_their_end_are_said() -> None:
    document = clouds().adding(Perceptron(keep="average"))
    sweep = Sweep.parse("step=1,2")
    for motion in ("", "sweep"):
        request = Recipe(sweep=sweep, motion=motion)
        page = first_page(scene_of(document), request)(request)
        words = (
            "steps are those of Perceptron (averaged), at the end of the run: Perceptron (the last "
            "line), Soft-margin SVM"
        )
        assert page.remarks == (words,)
    alone = with_methods_on(clouds(), ["perceptron"])
    assert page_of_scene(scene_of(alone), Recipe(sweep=sweep)).remarks == ()


def test_variants_come_back_from_a_recipe_and_from_a_command() -> None:
    panels = (
        FigurePanel(methods=("perceptron",), step=3),
        FigurePanel(methods=("soft-margin-svm",), settings=(("C", "10"), ("algorithm", "smo"))),
        FigurePanel(view="losses", title="of its own", settings=(("trial", "45,1,2"),)),
    )
    recipe = Recipe(suffix=".pdf", panels=panels)
    assert recipe_of(values_of(recipe), "test").panels == panels
    words = command_of("s.json", "o.pdf", recipe.at(recipe))
    parts = shlex.split(words)
    texts = [parts[k + 1] for k, part in enumerate(parts) if part == "--panel"]
    values = {"panels": [panel_values(text) for text in texts]}
    assert recipe_of(values, "test").panels == panels


@pytest.mark.parametrize(
    ("panel", "words"),
    [
        (". C=1 C=2", "each once"),
        (". methods=percepton", "did you mean perceptron"),
        (". methods=perceptron C=3", "no method that is on has a parameter 'C'"),
        (". methods=perceptron kernel=gaussian-kernel", "no method that is on takes a kernel"),
        (". methods=perceptron x=3", "no method that is on has a parameter 'x'; there are update"),
        (". layers=nope", "there is no layer 'nope'; choose one of"),
        (". methods=one-vs-all:perceptron", "a scheme is one-vs-one or one-vs-rest"),
        (". limits=0,2,3", "write the ends of both axes, the lower one first"),
        (". methods=soft-margin-svm#2", "the scene has 1 method of this kind"),
        (". trial=steep", "write the angle of its normal in degrees"),
        (". methods=least-squares step=2", "no method that is on has steps"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(panel: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        shots(clouds(), panel)
