"""Scenes as readable, versioned JSON: one point a line, every parameter by its name, and clear
words for what is wrong.

A file says ``"format": "linclass scene"`` and a ``version``; a newer one is refused, because
guessing would lose what it holds. A missing entry means what held before the entry existed.
Numbers are written with the digits that restore the same double.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Set
from dataclasses import asdict
from pathlib import Path
from typing import Any

from solvers import Dataset, ManyPopulations, Populations, parameters_of, takes_many
from solvers.centring import Centred

from ..errors import UserError, quote, quote_json
from ..scene.annotations import Annotation
from ..scene.document import LESSON, Document, TrialLine
from ..scene.feature_view import FeatureView
from ..scene.methods import MethodInUse, SchemeChoice, needs_scheme
from ..scene.pairs import ALL
from ..scene.planes import Plane
from .embedded_scene import embedded_text, is_figure
from .json_values import CodecError, is_whole
from .names import kebab
from .saving import write_atomically
from .scene_reader import EVERY_MEMBER, FIELDS, READ_KEYS, SceneReader
from .text_files import read_bytes, text_of

FORMAT = "linclass scene"
VERSION = 1
# entries that are written where they are not as in a new scene, and the fields of another name
ENTRIES = """
    populations landscape feature_view test shows_test split folds tuned miss_cost scenario
    sentences stretch generated error_names units table axis_at annotations names figure reading
    plots curves member
"""
WIDTH = 120  # objects of a lesson that fit are on one line


def save_document(document: Document, path: Path) -> None:
    """Write a scene file, atomically."""
    write_atomically(path, content_of(document, path))


def content_of(document: Document, path: Path) -> bytes:
    """What a scene file holds: it was read again before anybody says that it is saved.

    Raises:
        UserError: the scene could not be opened again.
    """
    text = encode(document)
    try:
        decode(text, str(path))
    except UserError as error:
        raise UserError(
            f"{error}; the file was not written, since it could not be opened again. Undo the last "
            "steps, then save"
        ) from error
    return text.encode()


def load_document(path: Path) -> Document:
    """Read a scene file, or the scene that a figure carries.

    Raises:
        UserError: the file is missing, is not JSON (with line and column), is not a scene, carries
            none, or holds a wrong value (with its place).
    """
    content = read_bytes(path)
    text = embedded_text(content, str(path)) if is_figure(path, content) else text_of(content, path)
    return decode(text, str(path))


def encode(document: Document) -> str:
    """The scene as JSON text: the same document always gives the same bytes."""
    dataset = document.dataset
    # repr is what JSON makes of a finite double, and a fifth of the time for a million points.
    rows = zip(dataset.X.tolist(), dataset.labels.tolist(), strict=True)
    points = [f"[{x1!r}, {x2!r}, {label}]" for (x1, x2), label in rows]
    head = {
        "format": FORMAT,
        "version": VERSION,
        "title": document.title,
        "notes": document.notes,
        "seed": document.seed,
    }
    view, trial = document.view, document.trial
    tail = {
        "methods": [method_to_json(m, len(dataset.class_names)) for m in document.methods],
        "selected": document.selected,
        "layers": sorted(document.layers),
        "view": None if view is None else view.box,
        "trial": None if trial is None else _changed(asdict(trial), TrialLine),
    }
    writers: dict[str, Callable[[Any], Any]] = {
        "populations": _populations_to_json,
        "feature_view": FeatureView.to_json,
        "test": _points,
        "units": asdict,
        "table": lambda plane: plane_to_json(plane, dataset, document.test),
        "annotations": lambda _: list(map(_annotation_to_json, document.placed_annotations)),
        "member": lambda member: EVERY_MEMBER if member == ALL else member,
    }
    fields = {"populations": "known_populations", **FIELDS}
    values = {key: getattr(document, fields.get(key, key)) for key in ENTRIES.split()}
    for key, value in _changed(values, Document).items():
        tail[key] = writers[key](value) if key in writers else value
    further = dict(document.further)
    more, lesson = (
        further.pop("data", {}),
        {LESSON: further.pop(LESSON)} if LESSON in further else {},
    )
    lines = "\n      " + ",\n      ".join(points) + "\n    " if points else ""
    data = (
        '  "data": {\n'
        f'    "classes": {_json(list(dataset.class_names))},\n{_looks(document)}'
        f'    "axes": {_json(list(document.axis_names))},\n'
        + "".join(f"    {_json(key)}: {_json(value)},\n" for key, value in more.items())
        + f'    "points": [{lines}]\n'
        "  }"
    )
    parts = [
        *(f"  {_json(k)}: {_json(v)}" for k, v in head.items()),
        *(f"  {_json(k)}: {laid_out(v, '  ')}" for k, v in lesson.items()),
        data,
        *(f"  {_json(k)}: {_indent(v)}" for k, v in _with_further(tail, further).items()),
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _changed(choices: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """The entries that are neither empty nor as a new value of a kind has them."""
    return {
        name: value
        for name, value in choices.items()
        if value not in (None, ()) and value != getattr(kind, name, None)
    }


def _points(points: Dataset) -> list[Any]:
    rows = zip(points.X.tolist(), points.labels.tolist(), strict=True)
    return [[x1, x2, label] for (x1, x2), label in rows]


def _populations_to_json(populations: Populations | ManyPopulations) -> Any:
    """The populations of two classes by their signs, or of more in their order."""
    entries = asdict(populations)
    return list(entries["each"]) if "each" in entries else entries


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _with_further(entries: Mapping[str, Any], further: Mapping[str, Any]) -> dict[str, Any]:
    """An object with the entries that were kept of its file; of an object that is gone nothing is
    kept.
    """
    result = dict(entries)
    for key, value in further.items():
        if key not in READ_KEYS:
            result[key] = value
        elif isinstance(result.get(key), dict):
            result[key] = {**value, **result[key]}
    return result


def laid_out(value: object, indent: str) -> str:
    """JSON with short values on one line, and each entry of a long value on its own line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + len(indent) <= WIDTH or not isinstance(value, dict | list):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        entries = [
            f"{inner}{json.dumps(key)}: {laid_out(entry, inner)}" for key, entry in value.items()
        ]
        return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + laid_out(entry, inner) for entry in value) + f"\n{indent}]"


def _indent(value: object) -> str:
    """Lists of objects one a line, everything else on its own line."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n    " + ",\n    ".join(_json(item) for item in value) + "\n  ]"
    return _json(value)


def plane_to_json(plane: Plane, dataset: Dataset, test: Dataset | None) -> dict[str, Any]:
    """The plane of a table, and the coordinates of its rows behind it."""
    return {
        "columns": plane.columns,
        "plane": plane.kind,
        "kept": plane.kept,
        "centre": plane.centre.tolist(),
        "scale": plane.scale.tolist(),
        "basis": plane.basis.tolist(),
        "behind": dataset.behind.tolist(),
        **({} if test is None else {"behind_test": test.behind.tolist()}),
    }


def _annotation_to_json(annotation: Annotation) -> dict[str, Any]:
    choices = {name: getattr(annotation, name) for name in ("to", "at_row", "to_row", "way", "pen")}
    return {
        "kind": annotation.kind,
        "at": annotation.at,
        **_changed(choices, Annotation),
        "text": annotation.text,
        **annotation.further,
    }


def _looks(document: Document) -> str:
    """The line of the colours, where they are not the first ones."""
    usual = tuple(range(len(document.dataset.class_names)))
    return (
        f'    "looks": {_json(list(document.looks))},\n'
        if document.looks not in ((), usual)
        else ""
    )


def method_to_json(method: MethodInUse, classes: int = 2) -> dict[str, Any]:
    """A method in use; a method of two classes only bears the name of its scheme where there are
    more.
    """
    is_schemed = needs_scheme(method.method, classes) or (
        method.scheme != SchemeChoice() and not takes_many(method.method)
    )
    words = {"label": method.label, "says_parameters": method.says_parameters}
    return {
        **_changed(words, MethodInUse),
        "id": method.id,
        "name": f"{method.scheme.kind}:{kebab(type(method.method))}"
        if is_schemed
        else kebab(type(method.method)),
        **({"scheme": _parameters(method.scheme, {"kind"})} if is_schemed else {}),
        "parameters": _parameters(method.method),
        "colour": method.slot,
        "enabled": method.enabled,
        "features": {"name": kebab(type(method.features)), **_parameters(method.features)},
        "kernel": None
        if method.kernel is None
        else {"name": kebab(type(method.kernel)), **_parameters(method.kernel)},
        **method.further,
    }


def _parameters(value: Any, unsaid: Set[str] = frozenset()) -> dict[str, Any]:
    """The parameters that matter for the other choices made, and those that were changed.  An
    origin of (0, 0), units of 1 and a weight of 1 are left out, too: older files never name them.
    """
    if isinstance(value, Centred) and value.is_as_written:
        unsaid = {"origin", "units"}
    if getattr(value, "positive_weight", 0.0) == 1.0:
        unsaid = {"positive_weight"}
    parameters = [p for p in parameters_of(type(value)) if p.name not in unsaid]
    return {
        p.name: getattr(value, p.name)
        for p in parameters
        if p.applies(value) or getattr(value, p.name) != p.default
    }


def decode(text: str, source: str) -> Document:
    """The document in a scene text; ``source`` names it in error texts.

    Raises:
        CodecError: the text is not JSON (with line and column), is not a scene, or holds a wrong
            value (with its place).
    """
    return decode_object(parsed_object(text, source), source)


def parsed_object(text: str, source: str) -> dict[str, Any]:
    """The object in a scene text, its values unchecked.

    Raises:
        CodecError: the text is not JSON (with line and column), or not a scene.
    """
    return scene_object(_parse(text, source), source)


def decode_object(raw: dict[str, Any], source: str) -> Document:
    """The document in the object of a scene file.

    Raises:
        CodecError: a value is wrong (with its place).
    """
    try:
        return SceneReader(source).document(raw)
    except CodecError:
        raise
    except (UserError, ValueError) as error:
        raise CodecError(f"{source}: {error}") from None


def _parse(text: str, source: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        raise CodecError(
            f"{source}, line {error.lineno}, column {error.colno}: this is not JSON from here on"
        ) from None
    except UserError as error:
        raise CodecError(f"{source}: {error}") from None
    except (ValueError, RecursionError):
        raise CodecError(
            f"{source}: this JSON is nested too deeply, or a number in it has too many digits"
        ) from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; two values for one key are refused."""
    result = dict(pairs)
    if len(result) < len(pairs):
        [(double, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise UserError(f"the key {quote(double)} stands twice in one object")
    return result


def scene_object(value: Any, source: str) -> dict[str, Any]:
    """The object of a scene of a version that this program can read.

    Raises:
        CodecError: it is not a scene, or one of a newer program.
    """
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise CodecError(
            f'{source}: this is not a linclass scene (it does not say "format": "{FORMAT}")'
        )
    raw: dict[str, Any] = value
    version = raw.get("version")
    if not is_whole(version, 1):
        text = quote(version) if isinstance(version, str) else quote_json(version)
        raise CodecError(f"{source}: version must be a whole number from 1; got {text}")
    if version > VERSION:
        raise CodecError(
            f"{source}: made by a newer linclass (scene version {quote_json(version)}; "
            f"this one reads up to {VERSION}): update linclass"
        )
    return raw
