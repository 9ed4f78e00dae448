"""Feature space: lines and planes stand where the score is 0 and ±1, points where the map sends
them, and a box can be turned.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of
from hypothesis import given, settings
from hypothesis import strategies as st

from linclass_gui.plots import PLOTS, feature_space
from linclass_gui.plots.feature_grid import extent_of
from linclass_gui.plots.surfaces import TurnedBox
from linclass_gui.scene.feature_view import FeatureView
from linclass_gui.scene.marks import Area, Dots, Figure, Path
from linclass_gui.scene.scene import Scene
from solvers import (
    Circle,
    Dataset,
    FeatureMap,
    Identity,
    Monomials,
    Parabola,
    Polynomial,
    Product,
    QuadraticDiagonal,
    SoftMarginSVM,
)

PLOT = next(plot for plot in PLOTS if plot.name == "feature-space")
XOR = Dataset(
    np.array([(1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)]), np.array([1, 1, 0, 0])
)
ALONE = Monomials(first=False, second=False, product=True)
MAPS = (
    QuadraticDiagonal(),
    Circle(),
    Product(),
    Product(0.5),
    Parabola(),
    Polynomial(2),
    Polynomial(3),
    ALONE,
)


def scene_with(
    features: FeatureMap, data: Dataset | None = None, view: FeatureView | None = None
) -> Scene:
    document = document_of(clouds(30) if data is None else data, [SoftMarginSVM(C=20.0)])
    document = document.with_method(replace(document.methods[0], features=features))
    return scene_of(replace(document, feature_view=view or FeatureView()))


def roles(figure: Figure, role: str) -> list[Path]:
    return [mark for mark in figure.marks if isinstance(mark, Path) and mark.role == role]


def test_the_line_in_the_plane_of_two_features_is_where_the_score_is_0_and_its_margins_where_it_is_1() -> (  # noqa: E501
    None
):
    scene = scene_with(Parabola())
    fit, figure = scene.fits["m1"], PLOT.draw(scene)
    for role, levels in (("boundary", (0.0,)), ("margin", (1.0, -1.0))):
        drawn = roles(figure, role)
        assert len(drawn) == len(levels)
        for line, level in zip(drawn, levels, strict=True):
            assert line.xy @ fit.w + fit.b == pytest.approx(
                np.full(2, level), abs=1e-9 * (1.0 + np.abs(line.xy @ fit.w).max())
            )


def test_what_is_off_on_the_canvas_is_off_beside_it() -> None:
    scene = scene_with(Parabola())
    plain_scene = replace(scene, document=replace(scene.document, layers=frozenset()))
    marked, plain = ({mark.role for mark in PLOT.draw(s).marks} for s in (scene, plain_scene))
    assert {"margin", "sv-free"} <= marked - plain


@settings(max_examples=30, deadline=None)
@given(
    st.tuples(*[st.floats(-3.0, 3.0)] * 3).filter(lambda w: max(map(abs, w)) > 0.1),
    st.floats(-1.0, 1.0),
    st.floats(-180.0, 180.0),
    st.floats(5.0, 85.0),
)
def test_a_plane_is_cut_where_it_meets_the_edges_of_the_box(
    w: tuple[float, float, float], level: float, turn: float, tilt: float
) -> None:
    low, high = np.array([-1.0, 2.0, -7.0]), np.array([3.0, 2.5, 1.0])
    box = TurnedBox(low, high, FeatureView().turn_by(turn, tilt))
    corners = box.corners(np.array(w), level)
    places = 0.5 * (low + high) + 0.5 * corners * (high - low)
    assert (places - 0.5 * (low + high)) @ np.array(w) + level == pytest.approx(
        np.zeros(len(places)), abs=1e-12 * 50
    )
    assert (np.abs(corners).max(axis=1, initial=0.0) <= 1.0 + 1e-12).all()
    assert box.seen(places) == pytest.approx(box.cut(np.array(w), level), abs=1e-9)
    assert box.basis @ box.basis.T == pytest.approx(np.eye(3), abs=1e-12)


@pytest.mark.parametrize("features", [Circle(), Product()])
def test_seen_from_its_edge_a_plane_has_the_classes_on_its_two_sides(features: FeatureMap) -> None:
    """What lies before the plane is drawn after it, and only that."""
    scene = scene_with(features)
    marks = list(PLOT.draw(scene).marks)
    sheet = next(k for k, mark in enumerate(marks) if isinstance(mark, Area))
    fit = scene.fits["m1"]
    places = feature_space.samples(fit, (0, 1, 2))
    box = TurnedBox(*map(np.asarray, extent_of(places)), FeatureView())
    for k, mark in enumerate(marks):
        if isinstance(mark, Dots) and mark.role.startswith("class-"):
            rows = [int(np.argmin(np.abs(box.seen(places) - at).sum(axis=1))) for at in mark.xy]
            is_near = (fit.decision_function(fit.problem.X[rows]) > 0.0) == box.faces_viewer(
                np.asarray(fit.w)
            )
            assert is_near.all() if k > sheet else not is_near.any()


def test_one_feature_alone_is_seen_beside_the_score() -> None:
    """The product of the coordinates alone solves XOR: two places on its axis, with f = ±1."""
    figure = PLOT.draw(scene_with(ALONE, XOR))
    at = np.concatenate(
        [
            mark.xy
            for mark in figure.marks
            if isinstance(mark, Dots) and mark.role.startswith("class-")
        ]
    )
    assert np.unique(at.round(9), axis=0).tolist() == [[-1.0, -1.0], [1.0, 1.0]]
    assert len(roles(figure, "boundary")) == 1


def test_where_the_weights_point_elsewhere_no_boundary_is_drawn_and_the_heading_says_so() -> None:
    figure = PLOT.draw(scene_with(Polynomial(2), clouds(30), FeatureView((0, 1, 2))))
    assert not roles(figure, "boundary")
    assert feature_space.OTHER_FEATURES in figure.heading


@pytest.mark.parametrize("features", MAPS, ids=lambda f: f"{f.name} {len(f.terms)}")
def test_every_choice_of_axes_can_be_drawn_and_is_then_the_choice_of_now(
    features: FeatureMap,
) -> None:
    scene = scene_with(features, clouds(12))
    for choice in PLOT.choices(scene):
        chosen = replace(scene, document=choice.document)
        figure = PLOT.draw(chosen)
        assert figure.marks
        assert not figure.message
        now = [c.title for c in PLOT.choices(chosen) if c.is_now and c.group == choice.group]
        assert now == [choice.title]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"features": Identity()}, feature_space.NO_MAP),
        ({"features": Polynomial(1)}, feature_space.NO_MAP),
        ({"enabled": False}, feature_space.NO_METHOD),
    ],
)
def test_where_there_is_nothing_to_show_a_sentence_says_why(
    change: dict[str, object], message: str
) -> None:
    document = document_of(clouds(12), [SoftMarginSVM(C=3.0)])
    scene = scene_of(document.with_method(replace(document.methods[0], **change)))
    assert PLOT.draw(scene).message == message
    assert not PLOT.choices(scene)
    assert PLOT.turn(scene, (0.0, 0.0), (0.1, 0.1)) is None


def test_a_drag_turns_a_box_and_nothing_else() -> None:
    scene = scene_with(Circle())
    turned = PLOT.turn(scene, (0.0, 0.0), (-0.5, 0.2))
    assert turned.feature_view.turn > FeatureView().turn
    assert turned.feature_view.tilt < FeatureView().tilt
    assert turned.dataset is scene.document.dataset
    assert turned.methods is scene.document.methods
    assert PLOT.turn(scene_with(Parabola()), (0.0, 0.0), (0.5, 0.2)) is None


def test_a_point_is_read_with_its_features() -> None:
    scene = scene_with(Circle(), XOR)
    fit = scene.fits["m1"]
    box = TurnedBox(
        *map(np.asarray, extent_of(feature_space.samples(fit, (0, 1, 2)))), FeatureView()
    )
    x, y = box.seen(feature_space.samples(fit, (0, 1, 2)))[2].tolist()
    reading = PLOT.read_at(scene, (x, y), (0.01, 0.01))
    assert reading.row == 2
    assert "$x_1^2 + x_2^2$ = 2.000" in reading.words.lines


def test_a_place_of_the_plane_is_read_with_its_features_and_its_score() -> None:
    scene = scene_with(Parabola())
    fit, figure = scene.fits["m1"], PLOT.draw(scene)
    (line,) = roles(figure, "boundary")
    for x, y in line.xy.mean(axis=0)[None] + [(0.03, -0.05), (0.01, 0.02)]:
        reading = PLOT.read_at(scene, (x, y), (1e-9, 1e-9))
        assert reading.row is None
        assert len(reading.words.lines) == 3
        said = float(reading.words.lines[2].removeprefix("$f(x)$ = ").replace("\u2212", "-"))
        assert said == pytest.approx(float(fit.w @ (x, y) + fit.b), abs=5e-3)
    assert PLOT.read_at(scene, (figure.x.high + 1.0, figure.y.low), (1e-9, 1e-9)) is None


def test_points_stand_at_their_features_in_the_colours_of_their_classes() -> None:
    scene = scene_with(Parabola())
    for look, label in (("class-minus", 0), ("class-plus", 1)):
        (dots,) = (
            mark for mark in PLOT.draw(scene).marks if isinstance(mark, Dots) and mark.role == look
        )
        X = scene.document.dataset.X[scene.document.dataset.labels == label]
        assert np.array_equal(dots.xy, Parabola().about(scene.document.dataset.X).map(X))
