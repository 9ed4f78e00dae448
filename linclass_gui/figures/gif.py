"""GIF: the oldest film format, which everything shows (GIF89a).

Of each frame only the rectangle that changed is stored, packed with LZW (Welch 1984, as in appendix
F of the specification); pixels in it that did not change are clear. Each frame has a table of its
own colours: all of them where these are at most 255, else the most frequent ones, each pixel
taking the nearest.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers import core

from ..files.embedded_scene import gif_comment, sub_blocks
from .film import Film
from .png import ChangedPart, changes
from .settings import ExportOptions

MOST_COLOURS = 255  # beside the clear one, number 0
CODE_BITS = 8
SHORTEST = 2  # hundredths of a second: viewers slow down shorter frames
LAID_OVER, TABLE_OF_FRAME = 0x05, 0x87  # clear pixels show the frame before; 256 colours follow
Colours = NDArray[np.uint32]  # 0xRRGGBB


def encode_film(film: Film, options: ExportOptions) -> bytes:
    """The film as a GIF file that repeats; GIF has no half-transparent pixels, so the ground is
    that of the theme.
    """
    parts: list[bytes] = []
    for page, change in changes(film, options):
        height, width = change.changed.shape
        if not parts:
            parts.append(b"GIF89a" + struct.pack("<HHBBB", width, height, 0x70, 0, 0))
            parts.append(b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
            parts.append(gif_comment(page.page.scene) if page.page.scene else b"")
        delay = min(max(SHORTEST, round(100 * page.seconds)), 65535)
        parts.append(b"!\xf9\x04" + struct.pack("<BHBB", LAID_OVER, delay, 0, 0))
        corner_and_size = change.x, change.y, width, height
        parts.append(b"," + struct.pack("<HHHHB", *corner_and_size, TABLE_OF_FRAME))
        table, numbers = _in_few_colours(change)
        parts.append(table + bytes([CODE_BITS]) + sub_blocks(core.lzw(numbers.ravel())))
    return b"".join(parts) + b";"


def _in_few_colours(change: ChangedPart) -> tuple[bytes, NDArray[np.uint8]]:
    """The table of the colours of a frame, and the number of each of its pixels in it."""
    colours, place, counts = np.unique(
        change.after[change.changed] & 0xFFFFFF, return_inverse=True, return_counts=True
    )
    few = colours if len(colours) <= MOST_COLOURS else _most_frequent(colours, counts)
    channels = _channels(few)
    table = np.zeros((MOST_COLOURS + 1, 3), dtype=np.uint8)
    table[1 : len(few) + 1] = channels
    nearest = np.zeros(len(colours), dtype=np.uint8)
    for start in range(0, len(colours), 4096):
        batch = slice(start, start + 4096)
        distances = ((_channels(colours[batch])[:, None] - channels) ** 2).sum(axis=2)
        nearest[batch] = 1 + distances.argmin(axis=1)
    numbers = np.zeros(change.changed.shape, dtype=np.uint8)
    numbers[change.changed] = nearest[place]
    return table.tobytes(), numbers


def _most_frequent(colours: Colours, counts: NDArray[Any]) -> Colours:
    """The most frequent colour of each group of similar ones (five bits of each channel), and of
    these the most frequent.
    """
    order = np.argsort(-counts, kind="stable")
    alike = (_channels(colours[order]) >> 3) @ np.array([1024, 32, 1])
    _, first = np.unique(alike, return_index=True)
    return np.sort(colours[order[np.sort(first)[:MOST_COLOURS]]])


def _channels(colours: Colours) -> NDArray[np.int64]:
    return np.stack([(colours >> shift) & 255 for shift in (16, 8, 0)], axis=-1).astype(np.int64)
