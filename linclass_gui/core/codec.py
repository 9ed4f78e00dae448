"""Scenes as readable, versioned JSON: one point a line, every parameter by its name, and clear words for what is wrong.

A file says ``"format": "linclass scene"`` and a ``version``.  Older versions are lifted step by step by the functions in
``MIGRATIONS``; a newer one is refused, because guessing would lose what it holds.  Numbers are written with the digits that give
the very same double back.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np

from solvers import FEATURE_MAPS, KERNELS, METHODS, Dataset, GaussianPopulation, Populations, parameters_of

from .atomic import write_atomically
from .document import LANDSCAPES, SLOTS, Document, MethodInUse, TrialLine, View
from .errors import UserError
from .names import by_name, kebab
from .tables import read_text

FORMAT = "linclass scene"
VERSION = 1
SIDES, POPULATION = ("minus", "plus"), ("mean", "covariance", "prior")
# version -> the function that lifts a file of that version to the next one
MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}


class CodecError(UserError):
    """A scene that cannot be read: file, place, reason."""


def save_document(document: Document, path: Path) -> None:
    """Write a scene file, atomically."""
    write_atomically(path, encode(document).encode())


def load_document(path: Path) -> Document:
    """Read a scene file.

    Raises:
        UserError: the file is missing, is not JSON (with line and column), is no scene, or holds a wrong value (with its place).
    """
    return decode(read_text(path), str(path))


def encode(document: Document) -> str:
    """The scene as JSON text: the same document always gives the same bytes."""
    dataset = document.dataset
    points = [
        f"[{json.dumps(x1)}, {json.dumps(x2)}, {label}]"
        for (x1, x2), label in zip(dataset.X.tolist(), dataset.labels.tolist(), strict=True)
    ]
    head = {"format": FORMAT, "version": VERSION, "title": document.title, "notes": document.notes, "seed": document.seed}
    tail: dict[str, Any] = {
        "methods": [_method_to_json(m) for m in document.methods],
        "selected": document.selected,
        "layers": sorted(document.layers),
        "view": None if document.view is None else list(document.view.box),
        "trial": None if document.trial is None else {"angle": document.trial.angle, "pivot": list(document.trial.pivot)},
    }
    if document.populations is not None:
        tail["populations"] = {side: _population_to_json(getattr(document.populations, side)) for side in SIDES}
    if document.landscape != Document.landscape:
        tail["landscape"] = document.landscape
    lines = "\n      " + ",\n      ".join(points) + "\n    " if points else ""
    data = (
        '  "data": {\n'
        f'    "classes": {_json(list(dataset.class_names))},\n'
        f'    "axes": {_json(list(document.axis_names))},\n'
        f'    "points": [{lines}]\n'
        "  }"
    )
    parts = [
        *(f"  {_json(k)}: {_json(v)}" for k, v in head.items()),
        data,
        *(f"  {_json(k)}: {_indented(v)}" for k, v in tail.items()),
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _indented(value: object) -> str:
    """Lists of objects one a line, everything else on its own line."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n    " + ",\n    ".join(_json(item) for item in value) + "\n  ]"
    return _json(value)


def _method_to_json(used: MethodInUse) -> dict[str, Any]:
    return {
        "id": used.id,
        "name": kebab(type(used.method)),
        "parameters": _parameters(used.method),
        "colour": used.slot,
        "enabled": used.enabled,
        "features": {"name": kebab(type(used.features)), **_parameters(used.features)},
        "kernel": None if used.kernel is None else {"name": kebab(type(used.kernel)), **_parameters(used.kernel)},
    }


def _population_to_json(population: GaussianPopulation) -> dict[str, Any]:
    covariance = [list(row) for row in population.covariance]
    return {"mean": list(population.mean), "covariance": covariance, "prior": population.prior}


def _parameters(value: Any) -> dict[str, Any]:
    """The parameters that matter for the other choices made, and those that were changed; the rest would only be noise."""
    known = parameters_of(type(value))
    return {p.name: getattr(value, p.name) for p in known if p.applies(value) or getattr(value, p.name) != p.default}


def decode(text: str, source: str) -> Document:
    """The document in a scene text; ``source`` names it in error texts."""
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        raise CodecError(f"{source}, line {error.lineno}, column {error.colno}: this is not JSON ({error.msg})") from None
    except RecursionError:
        raise CodecError(f"{source}: this is not a scene (it is nested too deeply)") from None
    try:
        return _Reader(source).document(_migrated(raw, source))
    except CodecError:
        raise
    except UserError as error:
        raise CodecError(f"{source}: {error}") from None
    except ValueError as error:
        raise CodecError(f"{source}: {error}") from None


def _migrated(parsed: Any, source: str) -> dict[str, Any]:
    if not isinstance(parsed, dict) or parsed.get("format") != FORMAT:
        raise CodecError(f'{source}: this is not a linclass scene (it does not say "format": "{FORMAT}")')
    raw: dict[str, Any] = parsed
    version = raw.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise CodecError(f"{source}: version must be a whole number from 1; got {version!r}")
    if version > VERSION:
        raise CodecError(
            f"{source}: made by a newer linclass (scene version {version}; this one reads up to {VERSION}): update linclass"
        )
    while version < VERSION:
        raw = MIGRATIONS[version](raw)
        version += 1
    return raw


class _Reader:
    """Reads the parts of a scene, knowing the file's name for its error texts."""

    def __init__(self, source: str) -> None:
        self.source = source

    def wrong(self, place: str, expected: str, got: object) -> CodecError:
        shown = json.dumps(got, ensure_ascii=False, default=str)
        return CodecError(f"{self.source}: {place} must be {expected}; got {shown[:60] + '...' if len(shown) > 60 else shown}")

    def document(self, raw: dict[str, Any]) -> Document:
        data = self.get(raw, "data", dict, "an object")
        methods = tuple(self.method(m, f"methods[{k}]") for k, m in enumerate(self.get(raw, "methods", list, "a list", [])))
        if len({m.id for m in methods}) != len(methods):
            raise CodecError(f"{self.source}: two methods have the same id")
        axes = self.get(data, "axes", list, "a list of two names", ["$x_1$", "$x_2$"])
        if len(axes) != 2 or not all(isinstance(a, str) for a in axes):
            raise self.wrong("data.axes", "a list of two names", axes)
        selected = self.get(raw, "selected", str, "a text", "")
        return Document(
            dataset=self.dataset(data),
            methods=methods,
            selected=selected if selected in {m.id for m in methods} else (methods[0].id if methods else ""),
            layers=frozenset(self.texts(raw, "layers")),
            view=self.view(raw.get("view")),
            trial=self.trial(raw.get("trial")),
            axis_names=(axes[0], axes[1]),
            title=self.get(raw, "title", str, "a text", ""),
            notes=self.get(raw, "notes", str, "a text", ""),
            seed=self.get(raw, "seed", int, "a whole number", 0),
            populations=self.populations(raw.get("populations")),
            landscape=self.landscape(raw.get("landscape", Document.landscape)),
        )

    def get(self, raw: dict[str, Any], key: str, kind: type[Any], expected: str, default: Any = None) -> Any:
        value = raw.get(key, default)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.wrong(key, expected, value)
        return value

    def texts(self, raw: dict[str, Any], key: str) -> list[str]:
        values = self.get(raw, key, list, "a list of names", [])
        if not all(isinstance(v, str) for v in values):
            raise self.wrong(key, "a list of names", values)
        return values  # type: ignore[no-any-return]

    def dataset(self, data: dict[str, Any]) -> Dataset:
        names = self.get(data, "classes", list, "a list of at least two names")
        if len(names) < 2 or not all(isinstance(n, str) for n in names):
            raise self.wrong("data.classes", "a list of at least two names", names)
        points = self.get(data, "points", list, "a list of points")
        for k, point in enumerate(points):
            if not self.is_point(point, len(names)):
                raise self.wrong(f"data.points[{k}]", f"[x1, x2, class 0 to {len(names) - 1}] with finite numbers", point)
        table = np.array([[float(p[0]), float(p[1])] for p in points]).reshape(-1, 2)
        return Dataset(table, np.array([p[2] for p in points], dtype=np.int64), tuple(names))

    @staticmethod
    def is_point(point: object, classes: int) -> bool:
        return (
            isinstance(point, list)
            and len(point) == 3
            and all(isinstance(v, int | float) and not isinstance(v, bool) and math.isfinite(v) for v in point)
            and isinstance(point[2], int)
            and 0 <= point[2] < classes
        )

    def method(self, raw: Any, place: str) -> MethodInUse:
        if not isinstance(raw, dict):
            raise self.wrong(place, "an object", raw)
        kind = by_name(self.get(raw, "name", str, "a method name"), METHODS, "method")
        kernel = raw.get("kernel")
        return MethodInUse(
            id=self.id(raw.get("id"), place),
            method=self.build(kind, self.get(raw, "parameters", dict, "an object", {}), f"{place}.parameters"),
            slot=self.get(raw, "colour", int, "a whole number", 0) % SLOTS,
            enabled=self.get(raw, "enabled", bool, "true or false", True),
            features=self.named(raw.get("features", {"name": "identity"}), FEATURE_MAPS, "feature map", f"{place}.features"),
            kernel=None if kernel is None else self.named(kernel, KERNELS, "kernel", f"{place}.kernel"),
        )

    def id(self, raw: Any, place: str) -> str:
        if not (isinstance(raw, str) and raw[:1] == "m" and raw[1:].isdigit()):
            raise self.wrong(f"{place}.id", 'a name like "m1"', raw)
        return raw

    def named(self, raw: Any, kinds: tuple[type[Any], ...], what: str, place: str) -> Any:
        if not isinstance(raw, dict) or not isinstance(raw.get("name"), str):
            raise self.wrong(place, 'an object with a "name"', raw)
        return self.build(by_name(raw["name"], kinds, what), {k: v for k, v in raw.items() if k != "name"}, place)

    def build(self, kind: Any, values: dict[str, Any], place: str) -> Any:
        """A method, map or kernel with the given parameters, each checked by its annotation."""
        known = {p.name: p for p in parameters_of(kind)}
        for name, value in values.items():
            if name not in known:
                raise CodecError(
                    f"{self.source}: {place}: {kebab(kind)} has no parameter {name!r}; it has {', '.join(known) or 'none'}"
                )
            if known[name].problem_with(_tupled(value)) is not None:
                raise self.wrong(f"{place}.{name}", known[name].expectation, value)
        return kind(**{k: _tupled(v) for k, v in values.items()})

    def view(self, raw: Any) -> View | None:
        if raw is None:
            return None
        if not (
            isinstance(raw, list) and len(raw) == 4 and all(_is_finite(v) for v in raw) and raw[0] < raw[1] and raw[2] < raw[3]
        ):
            raise self.wrong("view", "[x0, x1, y0, y1] with x0 < x1 and y0 < y1", raw)
        return View(*map(float, raw))

    def trial(self, raw: Any) -> TrialLine | None:
        if raw is None:
            return None
        pivot = raw.get("pivot") if isinstance(raw, dict) else None
        if not (isinstance(pivot, list) and len(pivot) == 2 and all(_is_finite(v) for v in (*pivot, raw.get("angle")))):
            raise self.wrong("trial", '{"angle": degrees, "pivot": [x1, x2]}', raw)
        return TrialLine(float(raw["angle"]) % 360.0, (float(pivot[0]), float(pivot[1])))

    def landscape(self, raw: Any) -> str:
        if not isinstance(raw, str) or raw not in LANDSCAPES:
            raise self.wrong("landscape", f"one of {', '.join(LANDSCAPES)}", raw)
        return raw

    def populations(self, raw: Any) -> Populations | None:
        if raw is None:
            return None
        if not isinstance(raw, dict) or set(raw) != set(SIDES):
            raise self.wrong("populations", 'an object with "minus" and "plus"', raw)
        minus, plus = (self.population(raw[side], f"populations.{side}") for side in SIDES)
        return Populations(minus, plus)

    def population(self, raw: Any, place: str) -> GaussianPopulation:
        parts: tuple[Any, ...] = tuple(raw.get(key) for key in POPULATION) if isinstance(raw, dict) else (None, None, None)
        mean, covariance, prior = parts
        if not (_are_two(mean) and isinstance(covariance, list) and len(covariance) == 2 and all(map(_are_two, covariance))):
            raise self.wrong(place, '{"mean": [x1, x2], "covariance": [[a, b], [b, c]], "prior": p}', raw)
        if not _is_finite(prior):
            raise self.wrong(f"{place}.prior", "a number between 0 and 1", prior)
        (a, b), (c, d) = covariance
        try:
            return GaussianPopulation((float(mean[0]), float(mean[1])), ((float(a), float(b)), (float(c), float(d))), float(prior))
        except ValueError as error:
            raise CodecError(f"{self.source}: {place}: {error}") from None


def _are_two(value: object) -> TypeGuard[list[float]]:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_finite, value))


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
