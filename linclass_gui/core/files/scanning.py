"""Going through the bytes of a file of any origin: forward only, each byte once, and in pieces.

One call of ``find`` or of a pattern holds the interpreter until it returns, and with it every other thread; between two pieces the
window can answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PIECE = 1 << 20  # bytes: well under a millisecond


def find(content: bytes, wanted: bytes, start: int = 0) -> int:
    """The first place of ``wanted`` from ``start`` on, -1 where there is none."""
    for begin in range(start, len(content), PIECE):
        at = content.find(wanted, begin, begin + PIECE + len(wanted) - 1)
        if at >= 0:
            return at
    return -1


def places(content: bytes, wanted: bytes) -> Iterator[int]:
    """All places of ``wanted``, which do not overlap."""
    at = find(content, wanted)
    while at >= 0:
        yield at
        at = find(content, wanted, at + len(wanted))


def run(content: bytes, start: int, kind: re.Pattern[bytes]) -> Iterator[bytes]:
    """The bytes from ``start`` on, piece by piece, as far as ``kind`` matches them; it must match nothing, too."""
    for begin in range(start, len(content), PIECE):
        match = kind.match(content, begin, begin + PIECE)
        piece = b"" if match is None else match[0]
        yield piece
        if len(piece) < PIECE:
            return
