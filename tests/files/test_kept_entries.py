"""Saving keeps what it does not edit: every shipped file, the words of lessons, and entries of
newer programs.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from linclass_gui.files.codec import decode, encode, load_document
from linclass_gui.files.json_values import DEEPEST, CodecError
from linclass_gui.files.recovery import read_snapshot, write_snapshot
from linclass_gui.files.shipped import assets, lesson_path
from linclass_gui.scene.document import Document

SHIPPED = sorted(assets().glob("*/**/*.json"))
GALLERY = sorted((Path(__file__).parents[2] / "docs" / "gallery" / "scenes").glob("*.json"))


def with_one_point_moved(document: Document) -> Document:
    dataset = document.dataset
    return replace(document, dataset=dataset.moved([0], dataset.X[:1] + 0.25))


def without_points(text: str) -> dict[str, Any]:
    raw: dict[str, Any] = json.loads(text)
    del raw["data"]["points"]
    return raw


@pytest.mark.parametrize("path", [*SHIPPED, *GALLERY], ids=lambda path: path.stem)
def test_a_shipped_file_is_written_back_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    document = load_document(path)
    assert encode(document) == text
    if len(document.dataset):
        edited = encode(with_one_point_moved(document))
        assert edited != text
        assert without_points(edited) == without_points(text)


NEWER: dict[str, Any] = {"shade": 0.25, "list": [1, {"é": None}], "true": True}


def newer(raw: dict[str, Any]) -> dict[str, Any]:
    """A scene file with entries of a newer program in all its objects."""
    raw["newer"] = NEWER
    raw["trial"] = {"angle": 30.0, "pivot": [0.5, 1.0], "newer": NEWER}
    raw["units"] = {"centre": [0.0, 0.0], "scale": [1.0, 2.0], "newer": NEWER}
    raw["annotations"] = [{"kind": "text", "at": [0.0, 0.0], "text": "here", "newer": NEWER}]
    raw["data"]["newer"] = NEWER
    for method in raw["methods"]:
        method["newer"] = NEWER
    return raw


@pytest.mark.parametrize("name", ["slack", "one-against-all", "bayes"])
def test_entries_of_a_newer_program_are_kept(name: str, tmp_path: Path) -> None:
    raw = newer(json.loads(lesson_path(name).read_text(encoding="utf-8")))
    document = decode(json.dumps(raw), "newer.json")
    assert json.loads(encode(document)) == raw
    moved = with_one_point_moved(document)
    note = replace(moved.annotations[0].moved(1.0, 0.0), text="there")
    first = moved.methods[0]
    changed = replace(moved, annotations=(note,)).with_method(
        replace(first, enabled=not first.enabled)
    )
    written = json.loads(encode(changed))
    for kept in ("newer", "lesson", "trial", "units"):
        assert written[kept] == raw[kept]
    assert written["annotations"] == [
        {"kind": "text", "at": [1.0, 0.0], "text": "there", "newer": NEWER}
    ]
    assert written["data"]["newer"] == NEWER
    assert all(method["newer"] == NEWER for method in written["methods"])
    state = tmp_path / "a.snapshot"
    write_snapshot(changed, "a", state)
    assert encode(read_snapshot(state)) == encode(changed)


@pytest.mark.parametrize("is_many", [False, True])
def test_an_entry_of_a_population_that_would_be_lost_is_refused(is_many: bool) -> None:
    raw = json.loads(lesson_path("bayes").read_text(encoding="utf-8"))
    plus = raw["populations"]["plus"]
    if is_many:
        raw["data"]["classes"].append("third")
        raw |= {
            "populations": [*raw["populations"].values(), dict(plus)],
            "methods": [],
            "selected": "",
        }
    decode(json.dumps(raw), "f.json")
    plus["newer"] = NEWER
    with pytest.raises(CodecError, match=r"populations.* must be \{"):
        decode(json.dumps(raw), "f.json")


def test_of_a_trial_line_that_is_removed_nothing_is_kept() -> None:
    raw = newer(json.loads(lesson_path("slack").read_text(encoding="utf-8")))
    document = decode(json.dumps(raw), "newer.json")
    assert json.loads(encode(replace(document, trial=None)))["trial"] is None


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (nested(DEEPEST + 1), "objects and lists inside each other"),
        (nested(400), "objects and lists inside each other"),
        ("\ud800", "must be a text"),
        ({"\udfff": 1}, "must be a text"),
    ],
    ids=["deep", "deeper", "half a character", "half a character as a key"],
)
@pytest.mark.parametrize("key", ["newer", "figure"])
def test_what_could_not_be_written_again_is_refused(key: str, value: Any, words: str) -> None:
    raw = json.loads(lesson_path("slack").read_text(encoding="utf-8"))
    raw[key] = {"inside": value} if key == "figure" else value
    with pytest.raises(CodecError, match=words) as refusal:
        decode(json.dumps(raw), "f.json")
    assert str(refusal.value).startswith(f"f.json: {key}")
    str(refusal.value).encode()


def test_a_key_that_could_not_be_written_again_is_refused() -> None:
    raw = json.loads(lesson_path("slack").read_text(encoding="utf-8"))
    for holder in (raw, raw["data"], raw["methods"][0]):
        holder["\ud800"] = 1
        with pytest.raises(CodecError, match="must be a text"):
            decode(json.dumps(raw), "f.json")
        del holder["\ud800"]


def test_what_is_nested_as_deep_as_may_be_is_kept() -> None:
    raw = json.loads(lesson_path("slack").read_text(encoding="utf-8")) | {"newer": nested(DEEPEST)}
    assert json.loads(encode(decode(json.dumps(raw), "f.json"))) == raw
