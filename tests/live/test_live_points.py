"""The page draws points in the order of the program, and tells those in one place apart as the
program does.
"""

import json

import numpy as np
import pytest

from linclass_gui.draw.coincidence import in_order, tell_apart
from linclass_gui.layers.points import class_dots
from linclass_gui.live.web import FOLDER
from linclass_gui.scene.looks import turns_of
from linclass_gui.scene.marks import Dots, Text
from linclass_gui.scene.theme import LIGHT
from linclass_gui.scene.view import Transform
from solvers import Dataset

live = pytest.importorskip("benchmarks.live", reason="the benchmarks are not beside the tests")
pytestmark = pytest.mark.skipif(
    live.node() is None, reason="Node.js, which draws as the page does, is not installed"
)
SCRIPT = """
import {{ readFileSync }} from "node:fs";
import {{ drawingOrder, symbolsOf }} from {order};
const scale = {{ x: (value) => 10 * value, y: (value) => -10 * value }};
const {{ cases, size }} = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(cases.map((points) => ({{
  order: drawingOrder(points).map((each) => each.row),
  ...symbolsOf(points, size, scale),
}}))));
"""
VIEW = Transform.fit(-20, 20, -20, 20, 0, 0, 400, 400)


def cases() -> list[Dataset]:
    rng, found = np.random.default_rng(3), []
    for classes, n in ((2, 60), (3, 90), (5, 120), (10, 80)):
        names = tuple("abcdefghij"[:classes])
        found.append(Dataset(rng.normal(0.0, 6.0, (n, 2)), np.arange(n) % classes, names))
        found.append(
            Dataset(rng.integers(-3, 4, (n, 2)).astype(float), np.arange(n) % classes, names)
        )
    rare = np.array([0, 0, 1, 1, 1, *[2] * 300])
    return [*found, Dataset(rng.normal(0.0, 6.0, (len(rare), 2)), rare, tuple("abc"))]


def test_the_page_draws_points_as_the_program_does() -> None:
    size = LIGHT.style("class-minus").size
    data = cases()
    given = [np.column_stack([each.X, each.labels]).tolist() for each in data]
    said = live.said_by_node(
        SCRIPT, {"cases": given, "size": size}, order=json.dumps((FOLDER / "order.mjs").as_uri())
    )
    for dataset, found in zip(data, said, strict=True):
        rows, K = np.arange(len(dataset)), len(dataset.class_names)
        turns = turns_of(rows, dataset.labels, np.bincount(dataset.labels, minlength=K))
        assert found["order"] == np.argsort(turns).tolist()
        dots = tuple(
            mark
            for mark in class_dots(dataset, tuple(range(K)), "class", group="points")
            if isinstance(mark, Dots)
        )
        marks = tell_apart(dots, VIEW, LIGHT)
        assert sorted(str(each["count"]) for each in found["numbers"]) == sorted(
            m.text for m in marks if isinstance(m, Text)
        )
        points = tuple(mark for mark in marks if isinstance(mark, Dots) and mark.group)
        at = [tuple(dataset.X[each["row"]]) for each in found["symbols"]]
        factors = [each["factor"] for each in found["symbols"]]
        assert list(zip(at, factors, strict=True)) == list(drawn(points))


def drawn(dots: tuple[Dots, ...]) -> list[tuple[tuple[float, float], float]]:
    """The places of symbols with their sizes, in the order in which they are drawn."""
    xy, _, sizes = in_order(dots)
    return list(
        zip(
            map(tuple, xy.tolist()),
            np.ones(len(xy)) if sizes is None else sizes.tolist(),
            strict=True,
        )
    )
