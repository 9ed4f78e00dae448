"""Scenes of more than two classes: parts of the plane against brute force, members, files, edits,
and every layer and plot.
"""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import ALL_LAYERS, document_of, scene_of, three_clouds

import solvers
from linclass_gui.answers.regions import regions, smallest_distance
from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.layers import LAYERS
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.plots import PLOTS
from linclass_gui.scene import class_editing as editing
from linclass_gui.scene.document import Document
from linclass_gui.scene.looks import ENDS, MOST_CLASSES, recolour_role, role
from linclass_gui.scene.marks import Dots
from linclass_gui.scene.methods import ONLY_MANY, SchemeChoice
from linclass_gui.scene.pairs import ALL, next_key, shown_keys
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import THEMES
from linclass_gui.scene.view import View
from solvers import (
    AnyMethod,
    Dataset,
    Fisher,
    Floats,
    GaussianGenerative,
    GaussianKernel,
    Kernel,
    LeastSquares,
    ManyFit,
    MeanDifference,
    OneVsOne,
    SoftMarginSVM,
    Softmax,
    fit,
)
from solvers.plane.arrangement import UNDECIDED

VOTES, BY_SCORES = SchemeChoice(), SchemeChoice(ties="scores")
STRICT, LARGEST = SchemeChoice("one-vs-rest", decision="strict"), SchemeChoice("one-vs-rest")
CASES: dict[str, tuple[AnyMethod, SchemeChoice, Kernel | None]] = {
    "votes": (SoftMarginSVM(), VOTES, None),
    "votes, ties by scores": (Fisher(), BY_SCORES, None),
    "only one positive": (SoftMarginSVM(), STRICT, None),
    "largest score": (SoftMarginSVM(), LARGEST, None),
    "votes of curves": (SoftMarginSVM(), VOTES, GaussianKernel(1.0)),
    "votes of curves, ties by scores": (SoftMarginSVM(), BY_SCORES, GaussianKernel(1.0)),
    "only one positive curve": (SoftMarginSVM(), STRICT, GaussianKernel(1.0)),
    "softmax": (Softmax(l2=0.01), VOTES, None),
    "conics": (GaussianGenerative(covariance="separate"), VOTES, None),
    "one-hot": (LeastSquares(), VOTES, None),
}


def many_scene(
    method: AnyMethod,
    scheme: SchemeChoice = VOTES,
    kernel: Kernel | None = None,
    data: Dataset | None = None,
) -> Scene:
    document = document_of(data or three_clouds(), [SoftMarginSVM()])
    in_use = replace(document.methods[0], method=method, scheme=scheme, kernel=kernel)
    return scene_of(document.with_method(in_use))


def fit_of(scene: Scene) -> ManyFit:
    return scene.answer


def surrounded(loops: tuple[Floats, ...], at: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    inside = np.zeros(len(at), dtype=bool)
    for loop in loops:
        for (x0, y0), (x1, y1) in zip(loop, np.roll(loop, -1, axis=0), strict=True):
            if y0 != y1:
                crosses = (y0 <= at[:, 1]) != (y1 <= at[:, 1])
                inside ^= crosses & (at[:, 0] < x0 + (at[:, 1] - y0) * ((x1 - x0) / (y1 - y0)))
    return inside


@pytest.mark.parametrize("case", CASES)
def test_the_parts_are_those_of_the_verdict_at_every_place(case: str) -> None:
    method, scheme, kernel = CASES[case]
    scene = many_scene(method, scheme, kernel)
    many, view = fit_of(scene), scene.view
    at = np.random.default_rng(1).uniform((view.x0, view.y0), (view.x1, view.y1), size=(400, 2))
    truth, found = many.verdicts(at), np.full(len(at), -9)
    for k, loops in regions(many, view).outlines.items():
        found[surrounded(loops, at)] = k
    is_curved = kernel is not None or case == "conics"
    assert np.count_nonzero(found != truth) <= (3 if is_curved else 0)
    if scheme is STRICT:
        assert UNDECIDED in regions(many, view).outlines


def test_a_member_is_an_ordinary_two_class_scene_in_the_colours_of_its_classes() -> None:
    scene = many_scene(SoftMarginSVM())
    many = fit_of(scene)
    assert many.pair_keys == ((1, 0), (2, 0), (2, 1))
    assert shown_keys(many, (0, None)) == ((1, 0),)
    for key, after in ((None, (2, 0)), ((2, 1), ALL), (ALL, (1, 0))):
        assert next_key(replace(scene.document, member=key)) == after
    turned = replace(scene, document=replace(scene.document, member=(2, 1)))
    member = turned.pair
    assert member.document.dataset.class_names == ("two", "three")
    assert member.selected_fit is dict(zip(many.member_keys, many.fits, strict=True))[2, 1]
    roles = {mark.role for mark in canvas_figure(turned).marks if isinstance(mark, Dots)}
    assert {role("class", k) for k in range(3)} <= roles
    assert "sv-free" in roles or "sv-bound" in roles


@pytest.mark.slow
@pytest.mark.parametrize(
    "what",
    [
        "no points",
        "one class",
        "one point each",
        pytest.param("all at one place", marks=pytest.mark.exhaustive),
        "an empty class",
    ],
)
def test_hostile_data_are_drawn_or_said(what: str) -> None:
    """Methods take turns on the plots."""
    data = three_clouds(12)
    X, labels = data.X, data.labels
    changed = {
        "no points": (X[:0], labels[:0]),
        "one class": (X, 0 * labels),
        "one point each": (X[:3], labels[:3]),
        "all at one place": (0.0 * X, labels),
        "an empty class": (X, labels // 2),
    }[what]
    for turn, (method, scheme, kernel) in enumerate(CASES.values()):
        scene = many_scene(method, scheme, kernel, Dataset(*changed, ("a", "b", "c")))
        canvas_figure(scene)
        for plot in PLOTS[turn % 3 :: 3]:
            figure = plot.draw(scene)
            assert figure.marks or figure.message


def document_of_three() -> Document:
    return many_scene(SoftMarginSVM(), STRICT).document


def test_scenes_of_three_classes_come_back_as_they_were_saved() -> None:
    document = replace(document_of_three(), looks=(4, 0, 7), member=(2, None))
    text = encode(document)
    again = decode(text, "t")
    assert '"one-vs-rest:soft-margin-svm"' in text
    assert encode(again) == text
    assert (again.looks, again.member, again.methods) == (
        document.looks,
        document.member,
        document.methods,
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '"three"',
            '"three", ' + ", ".join(f'"{k}"' for k in range(9)),
            "names 12 classes; at most 10",
        ),
        (
            "one-vs-rest:",
            "one-vs-many:",
            "must be a method name, or one behind one-vs-one or one-vs-rest",
        ),
        ('"decision": "strict"', '"decision": "loud"', "must be one of argmax"),
    ],
)
def test_what_is_wrong_in_a_scene_of_many_classes_is_said(old: str, new: str, words: str) -> None:
    text = encode(document_of_three())
    assert old in text
    with pytest.raises(UserError, match=words):
        decode(text.replace(old, new), "t")


def test_classes_are_added_named_recoloured_merged_and_removed() -> None:
    document = document_of_three()
    more = editing.with_class(document)
    assert more.dataset.class_names == ("one", "two", "three", "class 4")
    assert more.class_looks == (0, 1, 2, 3)
    assert editing.with_name(more, 3, "four").dataset.class_names[3] == "four"
    with pytest.raises(UserError, match="another class is called one"):
        editing.with_name(more, 3, "one")
    assert editing.with_look(document, 0, 2).class_looks == (2, 1, 0)
    merged = editing.merge_class(document, 0, 2)
    assert (merged.dataset.class_names, merged.dataset.counts, merged.class_looks) == (
        ("two", "three"),
        (15, 30),
        (1, 2),
    )
    removed = editing.without_class(document, 1)
    assert (removed.dataset.class_names, removed.dataset.counts) == (("one", "three"), (15, 15))
    with pytest.raises(UserError, match="keeps two classes at least"):
        editing.without_class(removed, 0)


def test_the_smallest_distance_is_that_to_the_line_between_two_classes() -> None:
    random = np.random.default_rng(3)
    labels = np.arange(60) % 3
    X = random.normal(size=(60, 2)) + np.array([[0.0, 0.0], [3.0, 1.0], [-1.0, 3.0]])[labels]
    many = fit(GaussianGenerative(), X, labels)
    W, b = many.last.W, many.last.b
    f = X @ W.T + b
    expected = min(
        (f[i, y] - f[i, k]) / np.hypot(*(W[y] - W[k]))
        for i, y in enumerate(labels.tolist())
        for k in range(3)
        if k != y
    )
    assert smallest_distance(many) == pytest.approx(expected, rel=1e-9)
    # A class without points changes nothing.
    two = labels < 2
    alone = fit(GaussianGenerative(), X[two], labels[two])
    (beside,) = scene_of(
        document_of(Dataset(X[two], labels[two], ("a", "b", "c")), [GaussianGenerative()])
    ).fits.values()
    assert smallest_distance(beside) == pytest.approx(
        float(alone.certificate.margins.min()) / float(np.hypot(*alone.w)), rel=1e-9
    )
    assert smallest_distance(fit(OneVsOne(SoftMarginSVM()), X, labels)) is None


@pytest.mark.parametrize(
    "method",
    [
        solvers.OneVsOne(solvers.SoftMarginSVM()),
        solvers.OneVsOne(solvers.SoftMarginSVM(), ties="scores"),
        solvers.OneVsRest(solvers.SoftMarginSVM()),
        solvers.OneVsRest(solvers.SoftMarginSVM(), decision="strict"),
    ],
)
def test_a_member_of_one_score_everywhere_has_its_part_in_the_regions(
    method: solvers.ManyMethod,
) -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1, 2], [60, 3, 20])
    X = rng.normal(size=(83, 2)) + np.array([[0.0, 0.0], [0.3, 0.3], [4.0, 0.0]])[labels]
    fit = solvers.fit(method, X, labels)
    assert any(member.predicts and not member.has_model for member in fit.fits)
    view = View(-3.0, 7.0, -4.0, 4.0)
    size = {
        k: sum(abs(area(outline)) for outline in outlines)
        for k, outlines in regions(fit, view).outlines.items()
    }
    xs, ys = np.meshgrid(np.linspace(-2.95, 6.95, 100), np.linspace(-3.95, 3.95, 80))
    found = fit.verdicts(np.column_stack([xs.ravel(), ys.ravel()]))
    for k in set(size) | set(found.tolist()):
        assert size.get(k, 0.0) / 80.0 == pytest.approx(np.mean(found == k), abs=0.01)


def area(corners: np.ndarray) -> float:
    """The area of a polygon."""
    x, y = corners.T
    return 0.5 * float(x @ np.roll(y, 1) - y @ np.roll(x, 1))


def test_every_layer_draws_three_classes_or_says_what_it_needs() -> None:
    for method in (
        SoftMarginSVM(),
        Softmax(l2=0.01),
        MeanDifference(),
        *(kind() for kind in ONLY_MANY),
    ):
        scene = many_scene(method)
        assert canvas_figure(scene).marks
        for layer in LAYERS:
            if not layer.always:
                drawn = any(True for _ in layer.draw(scene))
                words = layer.missing(
                    replace(scene, document=replace(scene.document, layers=ALL_LAYERS))
                )
                assert drawn or words, layer.name


@pytest.mark.parametrize("plot", PLOTS, ids=[plot.name for plot in PLOTS])
def test_every_plot_shows_three_classes_or_says_what_it_needs(plot: object) -> None:
    chosen = next(each for each in PLOTS if each is plot)
    for method in (SoftMarginSVM(), Softmax(l2=0.01), GaussianGenerative(covariance="separate")):
        figure = chosen.draw(many_scene(method))
        assert bool(figure.marks) is not bool(figure.message)


def test_ten_classes_look_different_in_every_theme() -> None:
    for theme in THEMES.values():
        styles = [theme.style(role("class", k)) for k in range(MOST_CLASSES)]
        assert len({style.shape for style in styles}) == MOST_CLASSES
        assert len({style.fill for style in styles}) == MOST_CLASSES
    assert ENDS[:2] == ("minus", "plus")
    assert recolour_role("slack-foot-plus", 2, 5) == "slack-foot-5"
    assert recolour_role("hull-minus", None, 5) == "hull-rest"
