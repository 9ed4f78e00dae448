"""Reading a long JSON text piece by piece.

Python parses a JSON text in one call and lets no other thread work meanwhile: half a second for a million points, in which the
window would stand still although the file is read beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from json import scanner
from typing import Any

from ..user_error import UserError

NAME, BEFORE, AFTER = '"points"', '"points": [\n', "\n    ]"  # as scenes are written: one point a line
PIECE = 1 << 17  # characters: two milliseconds
LONG = 1 << 20  # characters: twenty milliseconds

Hook = Callable[[list[tuple[str, Any]]], dict[str, Any]]


def parse_json(text: str, hook: Hook) -> Any:
    """The value of a JSON text; ``hook`` makes its objects.

    A long text is taken apart in Python, five times as slow as in C, because every other thread can work meanwhile.

    Raises:
        ValueError: it is no JSON (:class:`json.JSONDecodeError`), or a whole number has too many digits.
        RecursionError: it is nested too deeply.
    """
    decoder = json.JSONDecoder(object_pairs_hook=hook)
    if len(text) > LONG:
        decoder.scan_once = scanner.py_make_scanner(decoder)  # type: ignore[attr-defined]
    return decoder.decode(text)


def parsed_in_pieces(text: str, hook: Hook) -> Any:
    """The object of a scene as it is written; None where the text is anything else, which reading it whole will explain."""
    begin = text.find(BEFORE) + len(BEFORE)
    end = text.find(AFTER, begin)
    if begin < len(BEFORE) or end < 0 or text.count(NAME) != 1:
        return None
    try:
        # What is left without the points is short, and has an empty list in their place.
        scene = parse_json(text[: begin - 1] + text[end:], hook)
        points = scene["data"]["points"]
        while begin < end:
            cut = text.find(",\n", min(begin + PIECE, end), end)
            cut = end if cut < 0 else cut
            piece = parse_json(f"[{text[begin:cut]}]", hook)
            if not piece:
                return None  # a comma behind the last point
            points += piece
            begin = cut + 2
    except (ValueError, UserError, LookupError, TypeError, RecursionError):
        return None
    return scene
