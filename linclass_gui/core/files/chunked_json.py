"""Reading the points of a long scene piece by piece.

Python parses a JSON text in one call and lets no other thread work meanwhile: half a second for a million points, in which the
window would stand still although the file is read beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..user_error import UserError

NAME, BEFORE, AFTER = '"points"', '"points": [\n', "\n    ]"  # as scenes are written: one point a line
PIECE = 1 << 17  # characters: two milliseconds


def parsed_in_pieces(text: str, hook: Callable[[list[tuple[str, Any]]], dict[str, Any]]) -> Any:
    """The object of a scene as it is written; None where the text is anything else, which reading it whole will explain."""
    begin = text.find(BEFORE) + len(BEFORE)
    end = text.find(AFTER, begin)
    if begin < len(BEFORE) or end < 0 or text.count(NAME) != 1:
        return None
    try:
        # What is left without the points is short, and has an empty list in their place.
        scene = json.loads(text[: begin - 1] + text[end:], object_pairs_hook=hook)
        points = scene["data"]["points"]
        while begin < end:
            cut = text.find(",\n", min(begin + PIECE, end), end)
            cut = end if cut < 0 else cut
            piece = json.loads(f"[{text[begin:cut]}]")
            if not piece:
                return None  # a comma behind the last point
            points += piece
            begin = cut + 2
    except (ValueError, UserError, LookupError, TypeError, RecursionError):
        return None
    return scene
