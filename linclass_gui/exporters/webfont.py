"""A font as web pages carry it: WOFF 1.0, whose tables are compressed, half as long as TrueType.

Source: W3C, WOFF File Format 1.0, sections 3 to 5.
"""

from __future__ import annotations

import struct
import zlib

HEADER, ENTRY = struct.Struct(">4s4sIHHIHHIIIII"), struct.Struct(">4sIIII")
# of the first only the length is needed
TRUETYPE_HEADER, TRUETYPE_ENTRY = 12, struct.Struct(">4sIII")


def woff(font: bytes) -> bytes:
    """The WOFF file of a TrueType file: every table compressed where that makes it shorter, in the
    same order.
    """
    count = int.from_bytes(font[4:6], "big")
    tables = [
        TRUETYPE_ENTRY.unpack_from(font, TRUETYPE_HEADER + TRUETYPE_ENTRY.size * k)
        for k in range(count)
    ]
    directory, data, start = b"", b"", HEADER.size + ENTRY.size * count
    for tag, checksum, offset, length in tables:
        table = font[offset : offset + length]
        packed = min(zlib.compress(table, 9), table, key=len)
        directory += ENTRY.pack(tag, start + len(data), len(packed), length, checksum)
        data += packed + bytes(-len(packed) % 4)
    total = TRUETYPE_HEADER + sum(
        TRUETYPE_ENTRY.size + length + -length % 4 for *_, length in tables
    )
    size = start + len(data)
    return (
        HEADER.pack(b"wOFF", font[:4], size, count, 0, total, 1, 0, 0, 0, 0, 0, 0)
        + directory
        + data
    )
