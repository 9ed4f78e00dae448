"""What the reader of scenes says of each entry with a wrong value, as somebody has read it.
``python -m benchmarks.frozen_refusals`` writes ``tests/frozen/refusals.json``.

Every entry of some scenes is left out and replaced by values of all kinds, one at a time.  Of each
entry it is kept which of them open, and the sentences about the others, without the value.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.axes import standardise

from .picture_scenes import documents

FILE = Path(__file__).parents[1] / "tests" / "frozen" / "refusals.json"
SCENES = (
    *("2/populations", "3/populations", "2/trial line", "2/quadratic", "2/kernels", "2/maps"),
    *("3/rest by distance", "2/test points", "2/stretched", "3/other looks", "3/Softmax"),
)
NAMED = ("lesson:score-to-probability", "lesson:two-sides", "lesson:xor", "generate:moons,n=4")
MISSING = "left out"
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 7, 1e300, 10**400, "", "x", "\ud800", "m" * 500),
    *([], [1], [0, 0], [1, 0], [1, "a"], ["a", "b"], ["a", "a"], [1, 0, 0, 1], {}, {"a": 1}, [[]]),
    *([[1, 2], [2, 1]], [1, 2, 5], [{}]),
)


def places(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of the entries inside a value; of a list the first one stands for all."""
    keys: list[str | int] = []
    if isinstance(value, dict):
        keys += value
    elif isinstance(value, list):
        keys += range(min(len(value), 1))
    for key in keys:
        yield (*place, key)
        yield from places(value[key], (*place, key))


def changed(raw: Any, place: tuple[str | int, ...], value: Any) -> str:
    """The text of a scene with another value in a place."""
    raw = deepcopy(raw)
    target = raw
    for key in place[:-1]:
        target = target[key]
    if value == MISSING:
        del target[place[-1]]
    else:
        target[place[-1]] = value
    return json.dumps(raw)


def refusals() -> dict[str, dict[str, Any]]:
    """Of each entry the values that open, and what is said of the others."""
    opened: dict[str, set[str]] = defaultdict(set)
    said: dict[str, set[str]] = defaultdict(set)
    by_name = dict(documents())
    two = by_name["2/stretched"]
    more = (standardise(two), replace(two, miss_cost=10.0, folds=10), *map(open_document, NAMED))
    for document in (*(by_name[name] for name in SCENES), *more):
        raw = json.loads(encode(document))
        for place in places(raw):
            title = ".".join(map(str, place))
            for value in (MISSING, *VALUES):
                try:
                    decode(changed(raw, place, value), "s")
                    opened[title].add(json.dumps(value)[:20])
                except UserError as error:
                    said[title].add(str(error).partition("; got ")[0].removeprefix("s: "))
    return {
        title: {"opens": sorted(opened[title]), "says": sorted(said[title])}
        for title in sorted({*opened, *said})
    }


def main() -> None:
    """Write the sentences of today."""
    FILE.write_text(json.dumps(refusals(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
