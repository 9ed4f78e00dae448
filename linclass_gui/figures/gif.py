"""GIF: the oldest film format, which everything shows (GIF89a).

The colours are all colours of the pages where these are at most 255, else the most frequent ones,
each pixel taking the nearest. Of each frame only the rectangle that changed is stored, packed with
LZW (Welch 1984, as in appendix F of the specification).

Colours are known when the last page is drawn. Until then the pixels that changed are kept packed,
a hundredth of all of them.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers import core
from solvers.arrays import Bytes

from ..files.embedded_scene import gif_comment, sub_blocks
from .film import Film
from .png import ChangedPart, Pixels, changes
from .settings import ExportOptions

MOST_COLOURS = 256
CODE_BITS = 8
SHORTEST = 2  # hundredths of a second: viewers slow down shorter frames
Colours = NDArray[np.uint32]  # 0xRRGGBB


def encode_film(film: Film, options: ExportOptions) -> bytes:
    """The film as a GIF file that repeats; GIF has no half-transparent pixels, so the ground is
    that of the theme.
    """
    histogram, frames = _Histogram(film.count), []
    scene = ""
    for number, (page, change) in enumerate(changes(film, options)):
        scene = scene or page.page.scene
        histogram.add(number, change)
        delay = max(SHORTEST, round(100 * page.seconds))
        frames.append(_Frame.of(change, min(delay, 65535)))
    place, table = _palette(histogram)
    picture = np.zeros((frames[0].height, frames[0].width), dtype=np.uint8)
    head = b"GIF89a" + struct.pack("<HHBBB", frames[0].width, frames[0].height, 0xF7, 0, 0) + table
    parts = [head, b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"]
    if scene:
        parts.append(gif_comment(scene))
    for frame in frames:
        rectangle = picture[frame.y : frame.y + frame.height, frame.x : frame.x + frame.width]
        changed, pixels_now = frame.unpacked
        rectangle[changed] = place[pixels_now]
        parts.append(b"!\xf9\x04" + struct.pack("<BHBB", 4, frame.delay, 0, 0))
        corner_and_size = frame.x, frame.y, frame.width, frame.height
        parts.append(b"," + struct.pack("<HHHHB", *corner_and_size, 0))
        parts.append(bytes([CODE_BITS]) + sub_blocks(core.lzw(rectangle.ravel())))
    return b"".join(parts) + b";"


@dataclass(frozen=True)
class _Frame:
    """The rectangle of a frame, which of its pixels changed, and their colours, packed; ``delay``
    in hundredths of a second.
    """

    x: int
    y: int
    width: int
    height: int
    delay: int
    packed_pixels: bytes

    @staticmethod
    def of(change: ChangedPart, delay: int) -> _Frame:
        """The frame of a change."""
        height, width = change.changed.shape
        colours = change.after[change.changed] & 0xFFFFFF
        packed_pixels = zlib.compress(np.packbits(change.changed).tobytes() + colours.tobytes(), 1)
        return _Frame(change.x, change.y, width, height, delay, packed_pixels)

    @property
    def unpacked(self) -> tuple[NDArray[np.bool_], Colours]:
        """Which pixels changed (height, width), and their colours."""
        content = zlib.decompress(self.packed_pixels)
        size = self.width * self.height
        bits, colours = content[: -(-size // 8)], content[-(-size // 8) :]
        changed = np.unpackbits(np.frombuffer(bits, dtype=np.uint8), count=size)
        shape = self.height, self.width
        return changed.view(np.bool_).reshape(shape), np.frombuffer(colours, dtype=np.uint32)


class _Histogram:
    """How many pixels of all pages together have each colour.

    A pixel counts for its page and all that follow, until it changes.
    """

    def __init__(self, pages: int) -> None:
        self._pages = pages
        self._counts: dict[int, int] = {}

    def add(self, number: int, change: ChangedPart) -> None:
        """Count a page, numbered from 0."""
        self._count(change.after[change.changed], self._pages - number)
        if number:
            self._count(change.before[change.changed], number - self._pages)

    def _count(self, picture: Pixels, times: int) -> None:
        colours, counts = np.unique(picture & 0xFFFFFF, return_counts=True)
        for colour, count in zip(colours.tolist(), counts.tolist(), strict=True):
            self._counts[colour] = self._counts.get(colour, 0) + times * count

    @property
    def sorted(self) -> tuple[Colours, NDArray[np.float64]]:
        """The colours in their order, and the counts of each."""
        colours = np.array(sorted(self._counts), dtype=np.uint32)
        counts = [self._counts[colour] for colour in colours.tolist()]
        return colours, np.array(counts, dtype=np.float64)


def _palette(histogram: _Histogram) -> tuple[Bytes, bytes]:
    """The place of every colour 0xRRGGBB in the table of the file, if a page has it, and that
    table.
    """
    all_colours, counts = histogram.sorted
    table_colours = (
        all_colours if len(all_colours) <= MOST_COLOURS else _most_frequent(all_colours, counts)
    )
    table = _channels(table_colours)
    place = np.zeros(1 << 24, dtype=np.uint8)
    for start in range(0, len(all_colours), 4096):
        batch = all_colours[start : start + 4096]
        distances = ((_channels(batch)[:, None] - table) ** 2).sum(axis=2)
        place[batch] = distances.argmin(axis=1)
    full = np.zeros((MOST_COLOURS, 3), dtype=np.uint8)
    full[: len(table)] = table
    return place, full.tobytes()


def _most_frequent(colours: NDArray[np.uint32], counts: NDArray[Any]) -> NDArray[np.uint32]:
    """The most frequent colour of each group of similar ones (five bits of each channel), and of
    these the most frequent.
    """
    order = np.argsort(-counts, kind="stable")
    alike = (_channels(colours[order]) >> 3) @ np.array([1024, 32, 1])
    _, first = np.unique(alike, return_index=True)
    return np.sort(colours[order[np.sort(first)[:MOST_COLOURS]]])


def _channels(colours: NDArray[np.uint32]) -> NDArray[np.int64]:
    return np.stack([(colours >> shift) & 255 for shift in (16, 8, 0)], axis=-1).astype(np.int64)
