"""From parsed JSON to a document: every value is checked in its place, so that an error names the
place.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from solvers import Dataset, GaussianPopulation, ManyPopulations, Populations
from solvers.answer import Key
from solvers.arrays import Floats, locked

from ..errors import UserError
from ..scene.annotations import HAS_TWO_ENDS, KINDS, LONGEST_WAY, MOST_ANNOTATIONS, PENS, Annotation
from ..scene.document import FOLDS, FOUR, LANDSCAPES, MISS_COSTS, SURFACES, Document, TrialLine
from ..scene.feature_view import EXPECTED, FeatureView
from ..scene.generating import GeneratorRecipe
from ..scene.looks import MOST_CLASSES
from ..scene.pairs import ALL
from ..scene.planes import KINDS as KINDS_OF_PLANES
from ..scene.planes import Plane, Units
from ..scene.view import LARGEST, SMALLEST, View
from .cells import MOST_COLUMNS
from .json_values import CodecError, are_two, is_finite, is_text, is_whole, table_of
from .method_reader import MethodReader

EVERY_MEMBER = "all"  # as the chosen member
SIDES, POPULATION = ("minus", "plus"), ("mean", "covariance", "prior")
# Below this part of its coordinates a rectangle has no different numbers left to draw.
NARROWEST = 1e-13
# The fields of entries with another name.
FIELDS = {"table": "plane", "figure": "recipe"}
# The entries of objects that are read; all others are kept, and written back with the scene.
OBJECTS = {
    "data": "classes looks axes points",
    "trial": "angle pivot in_front name norm",
    "units": "centre scale",
    "table": "columns plane kept centre scale basis behind behind_test",
}
KEYS_OF_ANNOTATION = "kind at to at_row to_row way pen text"


class SceneReader(MethodReader):
    """Reads the parts of a scene."""

    def document(self, raw: dict[str, Any]) -> Document:
        """The document; CodecError for anything that is not as it must be."""
        data = self.get(raw, "data", dict, "an object")
        methods = self.methods(self.get(raw, "methods", list, "a list", []))
        names = self.class_names(
            self.get(data, "data.classes", list, "a list of two names or more")
        )
        dataset = self.points(data.get("points"), names, "data.points")
        across, up = self.several_names(data.get("axes", ["$x_1$", "$x_2$"]), "data.axes", 2)
        fields = {
            FIELDS.get(key, key): read(self, raw[key], key)
            for key, read in READERS.items()
            if raw.get(key) is not None
        }
        for key, read_with in (("test", self.points), ("member", self.member)):
            if raw.get(key) is not None:
                fields[key] = read_with(raw[key], names, key)
        plane = fields.get("plane")
        if plane is not None:
            dataset = self.with_behind(dataset, raw["table"], "behind", plane)
            if "test" in fields:
                fields["test"] = self.with_behind(
                    fields["test"], raw["table"], "behind_test", plane
                )
        return Document(
            dataset=dataset,
            methods=methods,
            axis_names=(across, up),
            looks=self.looks(data.get("looks"), len(names)),
            further=self.further(raw, READ_KEYS, ""),
            **self.populations(raw.get("populations"), len(names)),
            **{"layers": frozenset(), **fields},
        ).with_selection

    def layers(self, raw: Any, place: str) -> frozenset[str]:
        return frozenset(self.names(raw, place))

    def switch(self, raw: Any, place: str) -> bool:
        self.need(isinstance(raw, bool), place, "true or false", raw)
        return bool(raw)

    def kept_object(self, raw: Any, place: str) -> dict[str, Any]:
        """An object that is kept as it is."""
        self.need(isinstance(raw, dict), place, "an object", raw)
        kept: dict[str, Any] = self.writable(raw, place)
        return kept

    # --- points -----------------------------------------------------------------------------------

    def points(self, raw: Any, names: tuple[str, ...], place: str) -> Dataset:
        """Points of the named classes."""
        self.need(isinstance(raw, list), place, "a list of points", raw)
        table = table_of(raw, len(names))
        if table is None:
            k = next(k for k in range(len(raw)) if table_of(raw[k : k + 1], len(names)) is None)
            expected = f"[x1, x2, class 0 to {len(names) - 1}] with finite numbers"
            raise self.wrong(f"{place}[{k}]", expected, raw[k])
        return Dataset(table[:, :2], table[:, 2].astype(np.int64), names)

    def plane(self, raw: Any, place: str) -> Plane:
        """The plane shown of a table of more than two columns."""
        self.need(isinstance(raw, dict), place, "an object", raw)
        columns = raw.get("columns")
        are_names = (
            isinstance(columns, list)
            and 2 < len(columns) <= MOST_COLUMNS
            and all(map(is_text, columns))
        )
        self.need(are_names, "table.columns", f"a list of 3 to {MOST_COLUMNS} names", columns)
        d = len(columns)
        kind = self.one_of(raw.get("plane"), "table.plane", KINDS_OF_PLANES)
        centre, scale, kept_pair = (
            self.array(raw, name, (size,))
            for name, size in (("centre", d), ("scale", d), ("kept", 2))
        )
        basis = self.array(raw, "basis", (d, d))
        self.need((scale > 0.0).all(), "table.scale", f"{d} positive numbers", raw["scale"])
        if not np.allclose(basis.T @ basis, np.eye(d), atol=1e-9):
            raise CodecError(
                f"{self.source}: the columns of table.basis must have length 1 and stand across "
                "each other"
            )
        return Plane(
            kind,
            tuple(columns),
            centre,
            scale,
            basis,
            (float(kept_pair[0]), float(kept_pair[1])),
        )

    def array(self, raw: dict[str, Any], name: str, shape: tuple[int, ...]) -> Floats:
        """Finite numbers of a table, in the shape that they must have."""
        try:
            numbers = np.array(raw.get(name), dtype=np.float64)
        except (TypeError, ValueError):
            numbers = np.empty(0)
        if numbers.size == 0 == math.prod(shape):
            numbers = np.empty(shape)
        if numbers.shape != shape or not np.isfinite(numbers).all():
            raise CodecError(
                f"{self.source}: table.{name} must hold {' x '.join(map(str, shape))} finite "
                "numbers"
            )
        return locked(numbers)

    def with_behind(self, points: Dataset, raw: dict[str, Any], name: str, plane: Plane) -> Dataset:
        """Points with the further coordinates of their rows; a file without points (of a snapshot)
        holds none.
        """
        behind = self.array(raw, name, (len(points), len(plane.columns) - 2))
        return Dataset(points.X, points.labels, points.class_names, behind)

    def class_names(self, raw: list[Any]) -> tuple[str, ...]:
        if len(raw) > MOST_CLASSES:
            raise CodecError(
                f"{self.source}: data.classes names {len(raw)} classes; at most {MOST_CLASSES} "
                "can be told apart"
            )
        return self.several_names(raw, "data.classes", MOST_CLASSES)

    def looks(self, raw: Any, classes: int) -> tuple[int, ...]:
        if raw is None:
            return ()
        are_different = isinstance(raw, list) and len(raw) == classes == len(set(map(repr, raw)))
        self.need(
            are_different and all(is_whole(look, most=MOST_CLASSES - 1) for look in raw),
            "data.looks",
            f"a list of {classes} different whole numbers from 0 to {MOST_CLASSES - 1}",
            raw,
        )
        return tuple(raw)

    def member(self, raw: Any, names: tuple[str, ...], place: str) -> Key:
        if raw == EVERY_MEMBER:
            return ALL

        def is_group(group: Any) -> bool:
            members = group if isinstance(group, list) else [group]
            return bool(members) and all(is_whole(k, most=len(names) - 1) for k in members)

        are_two = isinstance(raw, list) and len(raw) == 2 and raw[0] != raw[1]
        self.need(
            are_two and is_group(raw[0]) and (raw[1] is None or is_group(raw[1])),
            place,
            '[class, other class], [class, null] or "all"',
            raw,
        )
        plus, minus = (tuple(group) if isinstance(group, list) else group for group in raw)
        return plus, minus

    # --- what is shown ----------------------------------------------------------------------------

    def view(self, raw: Any, place: str) -> View | None:
        is_box = isinstance(raw, list) and len(raw) == 4 and all(map(is_finite, raw))
        is_box = is_box and raw[0] < raw[1] and raw[2] < raw[3]
        self.need(is_box, place, "[x0, x1, y0, y1] with x0 < x1 and y0 < y1", raw)
        view = View(*map(float, raw))
        sides = ((view.x0, view.x1), (view.y0, view.y1))
        can_be_drawn = all(
            NARROWEST * max(abs(low), abs(high)) < high - low < math.inf for low, high in sides
        )
        return view if can_be_drawn else None  # then all points are shown

    def generator(self, raw: Any, place: str) -> str:
        text = self.text(raw, place)
        try:
            return GeneratorRecipe.parse(text).text if text else ""
        except UserError as error:
            raise self.wrong(place, f"a generator and its numbers ({error})", text) from None

    def stretch(self, raw: Any, place: str) -> float:
        self.need(
            is_finite(raw) and SMALLEST <= raw <= LARGEST,
            place,
            "how many times longer a unit of x2 is drawn than one of x1, a number above 0",
            raw,
        )
        return float(raw)

    def units(self, raw: Any, place: str) -> Units:
        expected = "centre and scale of two numbers each, the scale above 0"
        pairs = [raw.get(name) for name in ("centre", "scale")] if isinstance(raw, dict) else [0]
        self.need(all(map(are_two, pairs)) and min(raw["scale"]) > 0.0, place, expected, raw)
        centre, scale = (self.pair(pair, place) for pair in pairs)
        return Units(centre, scale)

    def trial(self, raw: Any, place: str) -> TrialLine:
        pivot = raw.get("pivot") if isinstance(raw, dict) else None
        self.need(
            are_two(pivot) and is_finite(raw.get("angle")),
            place,
            '{"angle": degrees, "pivot": [x1, x2]}',
            raw,
        )
        name = self.short_words(raw.get("name", ""), f"{place}.name")
        norm = raw.get("norm", 1.0)
        self.need(is_finite(norm) and norm > 0.0, f"{place}.norm", "a positive number", norm)
        is_in_front = raw.get("in_front") is True
        point = self.pair(pivot, place)
        return TrialLine(float(raw["angle"]), point, is_in_front, name, float(norm))

    def feature_view(self, raw: Any, place: str) -> FeatureView:
        read = FeatureView.from_json(raw)
        if read is None:
            raise self.wrong(place, EXPECTED, raw)
        return read

    def annotations(self, raw: Any, place: str) -> tuple[Annotation, ...]:
        self.need(isinstance(raw, list), place, "a list", raw)
        if len(raw) > MOST_ANNOTATIONS:
            raise CodecError(
                f"{self.source}: the scene has {len(raw)} annotations; at most "
                f"{MOST_ANNOTATIONS} can be shown"
            )
        return tuple(self.annotation(note, f"{place}[{k}]") for k, note in enumerate(raw))

    def annotation(self, raw: Any, place: str) -> Annotation:
        kind: Any = raw.get("kind") if isinstance(raw, dict) else None
        self.one_of(kind, f"{place}.kind", KINDS)
        start = self.pair(raw.get("at"), f"{place}.at")
        end = self.pair(raw.get("to"), f"{place}.to") if kind in HAS_TWO_ENDS else None
        words = self.short_words(raw.get("text", ""), f"{place}.text")
        way = raw.get("way", [])
        is_course = isinstance(way, list) and len(way) <= LONGEST_WAY and all(map(are_two, way))
        expected = f"a list of at most {LONGEST_WAY} places [x1, x2]"
        self.need(is_course, f"{place}.way", expected, way)
        pen = raw.get("pen", "")
        if pen != "":
            self.one_of(pen, f"{place}.pen", PENS)
        course = tuple((float(x), float(y)) for x, y in way)
        further = self.further(raw, dict.fromkeys(KEYS_OF_ANNOTATION.split()), f"{place}.")
        rows = (self.row_of_point(raw.get(key), f"{place}.{key}") for key in ("at_row", "to_row"))
        return Annotation(kind, start, end, words, course, pen, further, *rows)

    def row_of_point(self, raw: Any, place: str) -> int | None:
        """The row of a point that an annotation is on, None for none."""
        if raw is not None and not is_whole(raw):
            raise self.wrong(place, "the row of a point, counted from 0", raw)
        return raw

    # --- populations ------------------------------------------------------------------------------

    def populations(self, raw: Any, classes: int) -> dict[str, Any]:
        """The field of the populations of two classes, or of more."""
        if raw is None:
            return {}
        if isinstance(raw, list):
            expected = f"a list of {classes} populations, one a class"
            self.need(len(raw) == classes != 2, "populations", expected, raw)
            parts = [self.population(part, f"populations[{k}]") for k, part in enumerate(raw)]
            return {"many_populations": ManyPopulations(tuple(parts))}
        is_of_two = isinstance(raw, dict) and set(raw) == set(SIDES)
        self.need(is_of_two, "populations", 'an object with "minus" and "plus"', raw)
        minus, plus = (self.population(raw[side], f"populations.{side}") for side in SIDES)
        return {"populations": Populations(minus, plus)}

    def population(self, raw: Any, place: str) -> GaussianPopulation:
        # Other entries could not be written again: they are refused, as those of methods are.
        is_known = isinstance(raw, dict) and set(raw) <= set(POPULATION)
        numbers: list[Any] = [raw.get(key) if is_known else None for key in POPULATION]
        mean, covariance, prior = numbers
        is_square = (
            isinstance(covariance, list) and len(covariance) == 2 and all(map(are_two, covariance))
        )
        self.need(
            is_known and are_two(mean) and is_square,
            place,
            '{"mean": [x1, x2], "covariance": [[a, b], [b, c]], "prior": p}',
            raw,
        )
        self.need(is_finite(prior), f"{place}.prior", "a number between 0 and 1", prior)
        first, second = (self.pair(row, place) for row in covariance)
        try:
            return GaussianPopulation(self.pair(mean, place), (first, second), float(prior))
        except ValueError as error:
            raise CodecError(f"{self.source}: {place}: {error}") from None


READERS: dict[str, Callable[[SceneReader, Any, str], Any]] = {
    **dict.fromkeys(("title", "notes", "selected", "tuned", "scenario"), SceneReader.text),
    **dict.fromkeys(("seed", "split"), SceneReader.seed),
    "layers": SceneReader.layers,
    "plots": SceneReader.names,
    "curves": SceneReader.names,
    "names": SceneReader.switch,
    "shows_test": SceneReader.switch,
    "landscape": partial(SceneReader.one_of, choices=(*LANDSCAPES, FOUR, SURFACES)),
    "miss_cost": partial(SceneReader.one_of, choices=MISS_COSTS),
    "folds": partial(SceneReader.one_of, choices=FOLDS, remark=" (0: leave one out)"),
    "sentences": SceneReader.text,
    "generated": SceneReader.generator,
    "view": SceneReader.view,
    "trial": SceneReader.trial,
    "feature_view": SceneReader.feature_view,
    "stretch": SceneReader.stretch,
    "units": SceneReader.units,
    "table": SceneReader.plane,
    "axis_at": SceneReader.pair,
    "annotations": SceneReader.annotations,
    "error_names": partial(SceneReader.several_names, most=2),
    "figure": SceneReader.kept_object,
    "reading": SceneReader.kept_object,
}
READ_KEYS: dict[str, Any] = {
    **dict.fromkeys(("format", "version", "methods", "test", "member", "populations", *READERS)),
    **{name: dict.fromkeys(keys.split()) for name, keys in OBJECTS.items()},
}
