"""Scenes that travel inside figures: every figure can be opened again, wherever it went.

A PDF has the scene as an attachment, a PNG as a compressed text chunk, and everything else as an *armoured* line: a mark, a check
sum, a length, and the compressed scene in letters, which survives in a comment, in metadata and in a script.  What is read
here comes from anywhere: it is unpacked up to a limit, checked, and then read by the guarded reader of scene files.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from ..user_error import UserError
from .text_files import open_ordinary

MARK = "linclass-scene-1"
ATTACHMENT = "linclass-scene.json"
KEYWORD = b"linclass scene"  # of the text chunk
PNG, PDF, GIF = b"\x89PNG\r\n\x1a\n", b"%PDF-", (b"GIF87a", b"GIF89a")
SUFFIXES = (".pdf", ".svg", ".png", ".apng", ".gif", ".html", ".htm", ".tikz", ".tex", ".mp4")
MOST_TEXT = 1 << 27  # bytes of a scene, unpacked: more is an attack
MOST_POINTS = 2_000_000  # of a scene in a figure: a few kilobytes can unpack to more than the memory holds
_HEAD = re.compile(rb"linclass-scene-1[\s%]{1,64}([0-9a-f]{8})[\s%]{1,64}([0-9]{1,9})[\s%]{1,64}")
_LETTERS, _BETWEEN = re.compile(rb"[A-Za-z0-9+/=\s%]*"), b" \t\n\r\f\v%"
_FILE, _TYPE, _STREAM = b"/EmbeddedFile", re.compile(rb"/Type\s{0,64}\Z"), re.compile(rb"stream\r?\n")
_LONGEST_TYPE = 69  # bytes before the kind of a stream that can hold /Type


def carriable(text: str) -> str:
    """The text of a scene for a figure; empty where it would be too large to be opened again."""
    return text if len(text) <= MOST_TEXT and text.count("[") <= MOST_POINTS else ""


def armour(text: str) -> str:
    """A scene as one line of letters."""
    content = text.encode()
    packed = base64.b64encode(zlib.compress(content, 9)).decode()
    return f"{MARK} {zlib.crc32(content):08x} {len(content)} {packed}"


def is_figure(path: Path, content: bytes) -> bool:
    """Whether a file is a picture that may carry a scene, rather than a scene (judged by its name and its first bytes)."""
    return path.suffix.lower() in SUFFIXES or content.startswith((PNG, PDF, *GIF)) or content[:64].lstrip()[:1] == b"<"


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
        UserError: it carries none, or what it carries is damaged, or has more than ``MOST_POINTS`` points.
    """
    text = next(_texts(content, source), None)
    if text is None:
        raise UserError(f"{source}: this figure carries no scene; open one that linclass exported, or the scene it was made from")
    if text.count("[") > MOST_POINTS:  # each point is a list
        most = f"{MOST_POINTS:_}".replace("_", " ")
        raise UserError(f"{source}: the scene in this figure has more than {most} points; open the scene it was made from")
    return text


def _texts(content: bytes, source: str) -> Iterator[str]:
    if content.startswith(PNG):
        yield from _in_png(content, source)
    elif content.startswith(PDF):
        yield from (_unpack(packed, source) for packed in _attached_streams(content))
    elif content.startswith(GIF):
        yield from _armoured_texts(_gif_comments(content), source)
    else:
        yield from _armoured_texts(content, source)


def _damage_error(source: str) -> UserError:
    return UserError(f"{source}: the scene in this figure is damaged; open another copy of it, or the scene it was made from")


def _armoured_texts(content: bytes, source: str) -> Iterator[str]:
    for at in _places(content, MARK.encode()):
        head = _HEAD.match(content, at, at + 300)
        if head is not None:
            yield _open_armour(head, source)


def _places(content: bytes, wanted: bytes) -> Iterator[int]:
    """All places of ``wanted``, which do not overlap."""
    at = content.find(wanted)
    while at >= 0:
        yield at
        at = content.find(wanted, at + len(wanted))


def _open_armour(head: re.Match[bytes], source: str) -> str:
    """The text of an armoured line."""
    check, length = int(head[1], 16), int(head[2])
    try:
        return _verify(zlib_text(_packed_bytes(head.string, head.end()), length), check, length)
    except (ValueError, binascii.Error, zlib.error):
        raise _damage_error(source) from None


def _packed_bytes(content: bytes, start: int) -> bytes:
    """The bytes encoded by the letters from ``start`` on."""
    letters = _LETTERS.match(content, start)
    assert letters is not None  # it matches nothing, too
    return base64.b64decode(letters[0].translate(None, _BETWEEN), validate=True)


def _verify(content: bytes, check: int, length: int) -> str:
    if len(content) != length or zlib.crc32(content) != check:
        raise ValueError("the check sum is another one")
    return content.decode()


def zlib_text(packed: bytes | memoryview, most: int = MOST_TEXT) -> bytes:
    """The decompressed data, at most ``most`` bytes.

    Raises:
        ValueError: there would be more, or the end is missing.
    """
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(packed, min(most, MOST_TEXT) + 1)
    if len(content) > min(most, MOST_TEXT) or not unpacker.eof:
        raise ValueError("this is not all, or far too much")
    return content


def _unpack(packed: bytes | memoryview, source: str) -> str:
    try:
        return zlib_text(packed).decode()
    except (ValueError, zlib.error):
        raise _damage_error(source) from None


# --- PDF ------------------------------------------------------------------------------------------------------------------------


def _attached_streams(content: bytes) -> Iterator[memoryview]:
    """What begins with the stream of each attached file: its dictionary says ``/Type /EmbeddedFile`` before it."""
    streams = (match.end() for at in _places(content, b"stream") if (match := _STREAM.match(content, at, at + 8)))
    begin = 0
    for at in _places(content, _FILE):
        if not _TYPE.search(content, max(at - _LONGEST_TYPE, 0), at) or content[at + len(_FILE) : at + len(_FILE) + 1].isalnum():
            continue
        while begin <= at:
            begin = next(streams, len(content) + 1)
        if begin > len(content):
            return
        yield memoryview(content)[begin:]


# --- PNG ------------------------------------------------------------------------------------------------------------------------


def png_carrying(content: bytes, text: str) -> bytes:
    """A PNG file with a scene in a compressed text chunk, before its end."""
    if not text:
        return content
    end = content.rindex(b"IEND") - 4
    return content[:end] + chunk(b"iTXt", KEYWORD + b"\0\1\0\0\0" + zlib.compress(text.encode(), 9)) + content[end:]


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _in_png(content: bytes, source: str) -> Iterator[str]:
    for kind, data, check in chunks(content):
        if kind == b"iTXt" and data.startswith(KEYWORD + b"\0\1\0\0\0"):
            if zlib.crc32(kind + data) != check:
                raise _damage_error(source)
            yield _unpack(data[len(KEYWORD) + 5 :], source)


def chunks(content: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """The chunks of a PNG file as (kind, data, check sum), as far as they are whole."""
    at = len(PNG)
    while at + 12 <= len(content):
        length = int.from_bytes(content[at : at + 4], "big")
        if at + 12 + length > len(content):
            return
        data = content[at + 8 : at + 8 + length]
        yield content[at + 4 : at + 8], data, int.from_bytes(content[at + 8 + length : at + 12 + length], "big")
        at += 12 + length


# --- GIF ------------------------------------------------------------------------------------------------------------------------


def gif_comment(text: str) -> bytes:
    """A scene as a comment extension."""
    return b"!\xfe" + sub_blocks(armour(text).encode())


def sub_blocks(data: bytes) -> bytes:
    """Data in blocks of at most 255 bytes, each after its length, and an empty one at the end."""
    blocks = (data[k : k + 255] for k in range(0, len(data), 255))
    return b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def _gif_comments(content: bytes) -> bytes:
    """The comments of a GIF file that stand before its first picture."""
    found = bytearray()  # blocks of a byte each would be millions of objects
    at = 13 + (3 << ((content[10] & 7) + 1) if len(content) > 12 and content[10] & 0x80 else 0)
    while content[at : at + 1] == b"!":
        is_comment, at = content[at + 1 : at + 2] == b"\xfe", at + 2
        while at < len(content) and content[at]:
            if is_comment:
                found += content[at + 1 : at + 1 + content[at]]
            at += 1 + content[at]
        at += 1
    return bytes(found)
