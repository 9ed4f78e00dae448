"""MP4: the film as H.264 video, by PyAV, which is installed only on request (the extra ``video``).

The scene is after the film in a box of its own (``uuid``), which every player ignores and a
re-encoding program drops.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import struct
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

from ..errors import UserError, printable
from ..files.embedded_scene import armour
from .film import Film, FilmPage
from .png import pixels
from .settings import ExportOptions

BOX_OF_SCENE = b"linclass scene 1"  # the sixteen bytes that identify the box
RATE = 25  # pages a second
MISSING = (
    'MP4 needs the package av: pip install "linclass[video]"; GIF, APNG, HTML and numbered frames '
    "need nothing"
)


def is_there() -> bool:
    """Whether the package is installed."""
    return importlib.util.find_spec("av") is not None


def encode_film(film: Film, options: ExportOptions) -> bytes:
    """The film as an MP4 file, each page for as many frames as it stays.

    Raises:
        UserError: it could not be written.
    """
    av: Any = importlib.import_module("av")
    buffer = io.BytesIO()
    frames = iter(film.frames)
    first = next(frames)
    try:
        with av.open(buffer, "w", format="mp4") as container:
            container.metadata["title"] = printable(first.page.title)
            stream = container.add_stream("libx264", rate=RATE)
            _write(av, container, stream, chain((first,), frames), options)
    except UserError:
        raise
    except (OSError, ValueError, av.error.FFmpegError) as error:
        raise UserError(f"the video could not be written ({error})") from error
    return buffer.getvalue() + (scene_box(first.page.scene) if first.page.scene else b"")


def scene_box(scene: str) -> bytes:
    """A scene as a box of the file: its length, its kind, its identifier, and the scene in
    letters.
    """
    content = BOX_OF_SCENE + armour(scene).encode()
    return struct.pack(">I", len(content) + 8) + b"uuid" + content


def _write(
    av: Any, container: Any, stream: Any, frames: Iterable[FilmPage], options: ExportOptions
) -> None:
    tick = 0
    for frame in frames:
        rgb = _even(pixels(frame.page, options))
        if tick == 0:
            stream.height, stream.width = rgb.shape[:2]
            stream.pix_fmt = "yuv420p"
            stream.options = {"crf": "16", "threads": "1"}
        for _ in range(max(1, round(RATE * frame.seconds))):
            picture = av.VideoFrame.from_ndarray(rgb, format="rgb24")
            picture.pts, picture.time_base = tick, Fraction(1, RATE)
            container.mux(stream.encode(picture))
            tick += 1
    container.mux(stream.encode())


def _even(
    picture: np.ndarray[tuple[int, int], np.dtype[np.uint32]],
) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """The three channels, with an even number of rows and columns, as the format requires: an odd
    one loses its last.
    """
    rows, columns = picture.shape
    even = picture[: rows - rows % 2, : columns - columns % 2]
    return np.ascontiguousarray(
        np.stack([(even >> shift) & 255 for shift in (16, 8, 0)], axis=-1).astype(np.uint8)
    )
