"""GIF: the oldest film format, which everything shows (GIF89a).

The colours are all colours of the pages where these are at most 255, else the most frequent ones,
each pixel taking the nearest. Of each frame only the rectangle that changed is stored, packed with
LZW (Welch 1984, as in appendix F of the specification).
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..files.embedded_scene import gif_comment, sub_blocks
from .film import Film
from .png import Pixels, changes, pixels
from .settings import ExportOptions

MOST_COLOURS = 256
CODE_BITS = 8
LARGEST_CODE = 4096
SHORTEST = 2  # hundredths of a second: viewers slow down shorter frames


def encode_film(film: Film, options: ExportOptions) -> bytes:
    """The film as a GIF file that repeats; GIF has no half-transparent pixels, so the ground is
    that of the theme.
    """
    pictures = [pixels(frame.page, options) for frame in film.frames]
    colours, table = _palette(pictures)
    height, width = pictures[0].shape
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + table
    parts = [head, b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"]
    if film.first.scene:
        parts.append(gif_comment(film.first.scene))
    for frame, (x, y, changed) in zip(film.frames, changes(pictures), strict=True):
        rows, columns = changed.shape
        delay = max(SHORTEST, round(100 * frame.seconds))
        parts.append(b"!\xf9\x04" + struct.pack("<BHBB", 4, min(delay, 65535), 0, 0))
        parts.append(b"," + struct.pack("<HHHHB", x, y, columns, rows, 0))
        parts.append(bytes([CODE_BITS]) + sub_blocks(pack_lzw(colours.indices(changed))))
    return b"".join(parts) + b";"


class _Colours:
    """The colours of a file, and which of them replaces each colour of the pages."""

    def __init__(self, colours: NDArray[np.uint32], place: NDArray[np.uint8]) -> None:
        self._known, self._place = colours, place

    def indices(self, picture: Pixels) -> bytes:
        """The pixels as numbers of colours."""
        return self._place[np.searchsorted(self._known, picture.ravel() & 0xFFFFFF)].tobytes()


def _palette(pictures: list[Pixels]) -> tuple[_Colours, bytes]:
    histograms = [np.unique(picture & 0xFFFFFF, return_counts=True) for picture in pictures]
    all_colours, indices = np.unique(
        np.concatenate([colours for colours, _ in histograms]), return_inverse=True
    )
    counts = np.bincount(indices, np.concatenate([count for _, count in histograms]))
    table_colours = (
        all_colours if len(all_colours) <= MOST_COLOURS else _most_frequent(all_colours, counts)
    )
    table = _channels(table_colours)
    nearest = np.empty(len(all_colours), dtype=np.uint8)
    for start in range(0, len(all_colours), 4096):
        batch = _channels(all_colours[start : start + 4096])
        nearest[start : start + 4096] = ((batch[:, None] - table) ** 2).sum(axis=2).argmin(axis=1)
    full = np.zeros((MOST_COLOURS, 3), dtype=np.uint8)
    full[: len(table)] = table
    return _Colours(all_colours, nearest), full.tobytes()


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


def pack_lzw(data: bytes) -> bytes:
    """Bytes in LZW codes: each is a run that came before and one more byte; the table is emptied
    when it is full.
    """
    clear, end = 1 << CODE_BITS, (1 << CODE_BITS) + 1
    table: dict[int, int] = {}
    out, bits, bit_count, free, size = bytearray(), 0, 0, end + 1, CODE_BITS + 1
    bits, bit_count = clear, size
    prefix = data[0]
    for byte in memoryview(data)[1:]:
        key = prefix << 8 | byte
        code = table.get(key)
        if code is not None:
            prefix = code
            continue
        bits |= prefix << bit_count
        bit_count += size
        while bit_count >= 8:
            out.append(bits & 255)
            bits >>= 8
            bit_count -= 8
        prefix = byte
        if free < LARGEST_CODE:
            table[key] = free
            if free == 1 << size:
                size += 1
            free += 1
        else:
            bits |= clear << bit_count
            bit_count += size
            table, free, size = {}, end + 1, CODE_BITS + 1
    for code in (prefix, end):
        bits |= code << bit_count
        bit_count += size
        # After the last run the reader has one more entry in its table.
        if code == prefix and free == 1 << size and size < 12:
            size += 1
    while bit_count > 0:
        out.append(bits & 255)
        bits >>= 8
        bit_count -= 8
    return bytes(out)
