"""Points of one class are not hidden by those of another: one mixed order, and symbols inside
each other.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import canvas_marks, document_of, dragged, scene_of
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from linclass_gui.draw.coincidence import NESTS, places_of, runs, tell_apart
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.recipe import content_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.files.first_picture import open_document
from linclass_gui.layers import points
from linclass_gui.plots import discriminant_plane
from linclass_gui.scene.looks import CROWD, LATER, MOST, mixed, turns_of
from linclass_gui.scene.marks import Dots, Mark, Text
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import LIGHT, PRINT, Theme
from linclass_gui.scene.view import Transform
from solvers import Dataset, Fisher

pytestmark = pytest.mark.usefixtures("qapp")
WIDTH, HEIGHT = 400, 300
VIEW = Transform.fit(-4, 4, -3, 3, 0, 0, WIDTH, HEIGHT)
FIGURE = ExportOptions(84, 63)


def same_cloud(n: int, share: float = 0.5, seed: int = 4) -> Dataset:
    """Two classes of one distribution, the second of them a share of the points."""
    rng = np.random.default_rng(seed)
    return Dataset(rng.normal(size=(n, 2)), (rng.random(n) < share).astype(np.int64))


def bare(dataset: Dataset) -> Scene:
    """A scene of points alone."""
    return scene_of(replace(document_of(dataset, ()), layers=frozenset()))


def marks_of(
    dataset: Dataset, theme: Theme = LIGHT, transform: Transform = VIEW
) -> tuple[Mark, ...]:
    """The points of a data set as they are painted."""
    drawn = tuple(points.draw_points(bare(dataset)))
    return tell_apart(tuple(each for each in drawn if isinstance(each, Dots)), transform, theme)


def order_at_rest(scene: Scene) -> list[list[float]]:
    """The turns of the points that no gesture moves, class by class."""
    resting = [
        each
        for each in points.draw_points(scene)
        if isinstance(each, Dots) and each.group == points.AT_REST
    ]
    return [each.turns.tolist() for each in resting if each.turns is not None]


def pixels_of(image: np.ndarray, colours: tuple[str, ...]) -> list[int]:
    """How many pixels are of each colour."""
    wanted = [tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5)) for colour in colours]
    return [int((abs(image[..., :3] - np.array(rgb)).max(axis=2) < 40).sum()) for rgb in wanted]


def inks_of(image: np.ndarray, colours: tuple[str, ...]) -> list[float]:
    """How many pixels each colour would fill, where they are mixed with each other and white."""
    lacks = [[255 - int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in colours]
    shares = np.linalg.lstsq(np.array(lacks).T, (255 - image[..., :3]).reshape(-1, 3).T, rcond=None)
    return shares[0].sum(axis=1).tolist()


def png_of(dataset: Dataset, options: ExportOptions = FIGURE) -> np.ndarray:
    """The exported figure of a data set without methods."""
    image = QImage.fromData(content_of(bare(dataset), Recipe(suffix=".png").at(options)))
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(
        image.height(), image.bytesPerLine()
    )
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(np.int16)


@pytest.mark.parametrize("n", [2_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_two_classes_of_one_distribution_look_equal(n: int) -> None:
    orange, blue = inks_of(png_of(same_cloud(n)), PRINT.palette.classes[:2])
    assert orange > 10_000
    assert 0.85 < blue / orange < 1.18


def test_a_rare_class_is_seen_whole_wherever_it_stands_in_the_file() -> None:
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(size=(8, 2)) * 0.5, rng.normal(size=(2_000, 2)) * 0.5])
    labels = np.repeat([0, 1], [8, 2_000])
    for names, own in ((("rare", "many"), labels), (("many", "rare"), 1 - labels)):
        (rare_colour,) = (PRINT.palette.classes[names.index("rare")],)
        (seen,) = pixels_of(png_of(Dataset(X, own, names)), (rare_colour,))
        (alone,) = pixels_of(
            png_of(
                Dataset(
                    np.concatenate([X[:8], [[3, 3], [-3, -3]]]),
                    np.repeat(own[[0, 9]], [8, 2]),
                    names,
                )
            ),
            (rare_colour,),
        )
        assert seen > 0.5 * alone / 2.0


def test_the_order_knows_no_classes_and_stays_when_rows_are_added() -> None:
    rows = np.arange(1_000)
    order = np.argsort(mixed(rows))
    assert len(set(mixed(rows).tolist())) == len(rows)
    assert (
        np.argsort(mixed(np.arange(1_500)))[np.argsort(mixed(np.arange(1_500))) < 1_000].tolist()
        == order.tolist()
    )
    even, counts = np.zeros(1_000, dtype=np.int64), np.array([500, 500])
    assert turns_of(rows, even, counts).tolist() == turns_of(rows, rows % 2, counts).tolist()


def test_rarer_classes_come_later_and_in_a_crowd_only_few_points_do() -> None:
    def later(*counts: int) -> list[int]:
        classes = np.arange(len(counts))
        return [int(turn // LATER) for turn in turns_of(classes, classes, np.array(counts))]

    assert later(1_000, 101, 100, 10, 0) == [0, 0, 1, 2, 3]
    assert later(100 * CROWD, MOST, MOST + 1) == [0, 3, 0]


def test_a_moved_point_does_not_change_the_order_of_the_others() -> None:
    scene = bare(same_cloud(60))
    before = order_at_rest(scene)
    ends = dragged(scene, 5, (0.3, 0.3)), dragged(scene, 5, (2.0, -1.0))
    first, second = (order_at_rest(one) for one in ends)
    assert first == second
    assert [set(own) - set(all_) for own, all_ in zip(first, before, strict=True)] == [set(), set()]
    after = scene_of(ends[1].document)
    assert order_at_rest(after) == before


def test_points_of_two_or_three_classes_in_one_place_are_all_seen() -> None:
    for classes in (2, 3):
        X = np.repeat([[-2.0, -1.0], [1.0, 1.5]], 4 * classes, axis=0)
        dataset = Dataset(X, np.arange(len(X)) % classes, tuple("abc"[:classes]))
        colours = PRINT.palette.classes[:classes]
        assert min(pixels_of(png_of(dataset), colours)) > 60
        sizes = [
            sorted(set(each.sizes.tolist())) for each in marks_of(dataset) if isinstance(each, Dots)
        ]
        assert sizes == sorted(sizes, reverse=True), "the first class is the outermost"


def test_in_a_place_of_more_classes_stands_the_number_of_its_points() -> None:
    X = np.array([[0.5, 0.5]] * 7 + [[2.0, 2.0]])
    marks = marks_of(Dataset(X, np.array([0, 1, 2, 3, 0, 1, 2, 3]), tuple("abcd")))
    assert [mark.text for mark in marks if isinstance(mark, Text)] == ["7"]


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=40),
    st.integers(0, 2),
)
def test_equal_places_share_a_number_and_distant_ones_do_not(
    cells: list[tuple[int, int]], near: int
) -> None:
    place = places_of(np.array(cells, dtype=np.float64), (near + 0.5, near + 0.5))
    for k, one in enumerate(cells):
        for j, other in enumerate(cells):
            assert one != other or place[k] == place[j]
    if near == 0:
        assert len(set(place.tolist())) == len(set(cells))


@given(
    st.lists(
        st.tuples(st.floats(0, 60), st.floats(0, 60), st.integers(0, 3)), min_size=1, max_size=60
    )
)
def test_runs_keep_the_order_of_symbols_that_overlap(
    symbols: list[tuple[float, float, int]],
) -> None:
    xy, of = np.array([each[:2] for each in symbols]), np.array([each[2] for each in symbols])
    drawn = list(runs(xy, of, 4, 5.0))
    when = np.empty(len(xy))
    for number, (look, rows) in enumerate(drawn):
        assert set(of[rows].tolist()) == {look}
        when[rows] = number
    assert sorted(np.concatenate([rows for _, rows in drawn]).tolist()) == list(range(len(xy)))
    for k in range(len(xy)):
        for j in range(k):
            assert abs(xy[k] - xy[j]).max() >= 5.0 or when[j] <= when[k]


def test_the_marks_of_errors_leave_points_in_one_place_seen() -> None:
    X = np.repeat([[-2.0, -1.0], [1.0, 1.5], [2.5, -1.0]], 4, axis=0)
    dataset = Dataset(X, np.array([0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1]))
    document = replace(document_of(dataset, [Fisher()]), layers=frozenset({"errors"}))
    scene = scene_of(document)
    (wrong,) = (mark for mark in canvas_marks(scene) if mark.role == "wrong-plus-minus")
    assert isinstance(wrong, Dots)
    assert wrong.sizes is not None
    assert (wrong.sizes < min(min(nest) for nest in NESTS.values())).all()


def test_the_discriminant_plane_hides_no_class_either() -> None:
    figure = discriminant_plane.figure(scene_of(open_document("lesson:iris")))
    points = [
        each for each in figure.marks if isinstance(each, Dots) and each.role.startswith("class-")
    ]
    assert len(points) == 2
    assert {each.group for each in points} == {"points"}
