"""APNG: a PNG file that moves (PNG specification, third edition, section 11.3.4), and shows its
first page elsewhere.
"""

from __future__ import annotations

import struct
from itertools import count

from ...files.embedded_scene import PNG, chunk, chunks, png_carrying
from ..options import ExportOptions
from ..png import png_bytes
from .film import Film
from .pixels import changes, image, pixels

FOREVER = 0
KEEP, REPLACE = 0, 0  # the disposal and the blending of a frame


def encode_film(film: Film, options: ExportOptions) -> bytes:
    """The film as an APNG file; only the changes of each frame are stored."""
    pictures = [pixels(frame.page, options) for frame in film.frames]
    number = count()
    parts: list[bytes] = []
    for k, (x, y, changed) in enumerate(changes(pictures)):
        png = list(chunks(png_bytes(image(changed))))
        if k == 0:
            kept = [chunk(kind, data) for kind, data in png if kind in (b"IHDR", b"pHYs")]
            dots = round(options.dpi / 0.0254)
            head = [kept[0], chunk(b"pHYs", struct.pack(">IIB", dots, dots, 1))]
            parts += [*head, chunk(b"acTL", struct.pack(">II", len(pictures), FOREVER))]
        height, width = changed.shape
        delay = max(1, round(1000 * film.frames[k].seconds))
        place = struct.pack(
            ">IIIIIHHBB", next(number), width, height, x, y, min(delay, 65535), 1000, KEEP, REPLACE
        )
        parts.append(chunk(b"fcTL", place))
        for kind, data in png:
            if kind == b"IDAT":
                parts.append(
                    chunk(b"IDAT", data)
                    if k == 0
                    else chunk(b"fdAT", struct.pack(">I", next(number)) + data)
                )
    return png_carrying(PNG + b"".join(parts) + chunk(b"IEND", b""), film.first.scene)
