"""Scenes that travel inside figures: every figure can be opened again, wherever it went.

A PDF has the scene as an attachment, a PNG as a compressed text chunk, and everything else as an
*armoured* line: a mark, a check sum, a length, and the compressed scene in letters, which survives
in a comment, in metadata and in a script.  What is read here comes from anywhere: it is unpacked up
to a limit, checked, and then read by the guarded reader of scene files.
"""

from __future__ import annotations

import base64
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from ..errors import UserError
from .text_files import open_ordinary

MARK = "linclass-scene-1"
ATTACHMENT = "linclass-scene.json"
KEYWORD = b"linclass scene"  # of the text chunk
_TEXT = KEYWORD + b"\0\1\0\0\0"  # how it begins where it is compressed
PAGES = (b"<svg", b"<?xml", b"<!doctype", b"<html", b"<!--")
PNG, PDF, GIF = b"\x89PNG\r\n\x1a\n", b"%PDF-", (b"GIF87a", b"GIF89a")
SUFFIXES = (".pdf", ".svg", ".png", ".apng", ".gif", ".html", ".htm", ".tikz", ".tex", ".mp4")
MOST_TEXT = 1 << 27  # bytes of a scene, unpacked: more is an attack
# of a scene in a figure: a few kilobytes can unpack to more than the memory holds
MOST_POINTS, MOST_VALUES = 2_000_000, 10_000_000
# Gaps have a limit, so that no file takes longer than its size says.
_ARMOURED = re.compile(
    rb"linclass-scene-1[\s%]{1,64}[0-9a-f]{8}[\s%]{1,64}[0-9]{1,9}[\s%]{1,64}([A-Za-z0-9+/=\s%]*)"
)
_ATTACHED = re.compile(rb"/Type\s{0,64}/EmbeddedFile\b.{0,1000}?stream\r?\n", re.DOTALL)
_BETWEEN = b" \t\n\r\f\v%"


def carriable(text: str) -> str:
    """The text of a scene for a figure; empty where it would be too large to be opened again."""
    return text if len(text) <= MOST_TEXT and not _has_too_many(text) else ""


def _has_too_many(text: str) -> bool:
    """Whether a scene has more points, which are lists, or more values than may be read."""
    return text.count("[") + text.count("{") > MOST_POINTS or text.count(",") > MOST_VALUES


def armour(text: str) -> str:
    """A scene as one line of letters."""
    content = text.encode()
    letters = base64.b64encode(zlib.compress(content, 9)).decode()
    return f"{MARK} {zlib.crc32(content):08x} {len(content)} {letters}"


def is_figure(path: Path, content: bytes) -> bool:
    """Whether a file is a picture that may carry a scene, rather than a scene (judged by its name
    and its first bytes).
    """
    return (
        path.suffix.lower() in SUFFIXES
        or content.startswith((PNG, PDF, *GIF))
        or content[:64].lstrip().lower().startswith(PAGES)
    )


def holds_figure(path: Path) -> bool:
    """Whether the file of this name is a picture, as far as can be seen."""
    try:
        with open_ordinary(path) as file:
            return is_figure(path, file.read(64))
    except (OSError, ValueError, UserError):
        return False


def embedded_text(content: bytes, source: str) -> str:
    """The scene text in a figure; ``source`` names it in error texts.

    Raises:
        UserError: it carries none, or what it carries is damaged, or has too many points or values.
    """
    try:
        compressed = _packed_scene(content)
        text = None if compressed is None else _unpack(compressed)
    except (ValueError, zlib.error):
        words = "damaged; open another copy of it, or the scene it was made from"
        raise UserError(f"{source}: the scene in this figure is {words}") from None
    if text is None:
        raise UserError(
            f"{source}: this figure carries no scene; open one that linclass exported, or the "
            "scene it was made from"
        )
    if _has_too_many(text):
        raise UserError(
            f"{source}: the scene in this figure has more points or values than can be read; open "
            "the scene it was made from"
        )
    return text


def _packed_scene(content: bytes) -> bytes | memoryview | None:
    """The bytes that begin with the compressed scene of a figure, None where there is none.

    Raises:
        ValueError: it is written with letters, and some are missing.
    """
    if content.startswith(PNG):
        return next(
            (
                data[len(_TEXT) :]
                for kind, data in chunks(content)
                if kind == b"iTXt" and data.startswith(_TEXT)
            ),
            None,
        )
    if content.startswith(PDF):
        attached = _ATTACHED.search(content)
        return None if attached is None else memoryview(content)[attached.end() :]
    armoured = _ARMOURED.search(_gif_comments(content) if content.startswith(GIF) else content)
    return (
        None
        if armoured is None
        else base64.b64decode(armoured[1].translate(None, _BETWEEN), validate=True)
    )


def _unpack(compressed: bytes | memoryview) -> str:
    """The decompressed text; zlib compares a check sum of its own.

    Raises:
        ValueError: its end is missing, it has more than ``MOST_TEXT`` bytes, or is not text.
        zlib.error: it is damaged.
    """
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(compressed, MOST_TEXT + 1)
    if len(content) > MOST_TEXT or not unpacker.eof:
        raise ValueError("this is not all, or far too much")
    return content.decode()


# --- PNG ------------------------------------------------------------------------------------------


def png_carrying(content: bytes, text: str) -> bytes:
    """A PNG file with a scene in a compressed text chunk, before its end."""
    if not text:
        return content
    end = content.rindex(b"IEND") - 4
    return content[:end] + chunk(b"iTXt", _TEXT + zlib.compress(text.encode(), 9)) + content[end:]


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG file as (kind, data), as far as they are whole."""
    start = len(PNG)
    while start + 12 <= len(content):
        length = int.from_bytes(content[start : start + 4], "big")
        if start + 12 + length > len(content):
            return
        yield content[start + 4 : start + 8], content[start + 8 : start + 8 + length]
        start += 12 + length


# --- GIF ------------------------------------------------------------------------------------------


def gif_comment(text: str) -> bytes:
    """A scene as a comment extension."""
    return b"!\xfe" + sub_blocks(armour(text).encode())


def sub_blocks(data: bytes) -> bytes:
    """Data in blocks of at most 255 bytes, each after its length, and an empty one at the end."""
    blocks = (data[k : k + 255] for k in range(0, len(data), 255))
    return b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def _gif_comments(content: bytes) -> bytes:
    """The comments of a GIF file that stand before its first picture."""
    comments = bytearray()  # blocks of a byte each would be millions of objects
    position = 13 + (
        3 << ((content[10] & 7) + 1) if len(content) > 12 and content[10] & 0x80 else 0
    )
    while content[position : position + 1] == b"!":
        is_comment, position = content[position + 1 : position + 2] == b"\xfe", position + 2
        while position < len(content) and content[position]:
            if is_comment:
                comments += content[position + 1 : position + 1 + content[position]]
            position += 1 + content[position]
        position += 1
    return bytes(comments)
