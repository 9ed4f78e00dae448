"""Reading a file of any origin takes work in proportion to its size: what is four times as large
takes four times as much.

Work is counted, not timed: the calls that Python makes.  What a pattern does in one call is not
seen; that none of them can go on without end is what the size of these files shows.
"""

import contextlib
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from counting import count_calls

from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode
from linclass_gui.files.embedded_scene import (
    GIF,
    KEYWORD,
    PNG,
    armour,
    chunk,
    embedded_text,
    sub_blocks,
)
from linclass_gui.files.tables import parse_table
from linclass_gui.files.text_files import text_of

pytestmark = pytest.mark.slow

SMALL, LARGE = 1 << 15, 1 << 17
SCENE = '{"format": "linclass scene", "version": 1, '


def _repeated(unit: bytes, size: int) -> bytes:
    return unit * (size // len(unit))


def _gif(blocks: Callable[[int], bytes]) -> Callable[[int], bytes]:
    return lambda size: GIF[1] + bytes(7) + blocks(size) + b";"


def _png_of_chunks(size: int) -> bytes:
    return PNG + _repeated(chunk(b"iTXt", b"another text"), size)


def _png_of_texts(size: int) -> bytes:
    return PNG + chunk(b"iTXt", KEYWORD + b"\0\1\0\0\0" + zlib.compress(bytes(size), 0))


FIGURES: dict[str, Callable[[int], bytes]] = {
    "pdf of attachments without a stream": lambda size: (
        b"%PDF-1.4\n" + _repeated(b"/Type/EmbeddedFile ", size)
    ),
    "pdf of streams without an attachment": lambda size: (
        b"%PDF-1.4\n" + _repeated(b"stream\n", size) + b"/Type/EmbeddedFile"
    ),
    "pdf of half-named streams": lambda size: (
        b"%PDF-1.4\n/Type /EmbeddedFile" + _repeated(b"stream ", size)
    ),
    "pdf of spaces": lambda size: b"%PDF-1.4\n/Type" + b" " * size + b"/EmbeddedFile stream\n",
    "pdf of names": lambda size: b"%PDF-1.4\n" + _repeated(b"/Type", size),
    "svg of marks": lambda size: b"<svg>" + _repeated(b"linclass-scene-1 ", size),
    "html of marks with a check sum": lambda size: (
        b"<html>" + _repeated(b"linclass-scene-1 00000000 ", size)
    ),
    "tikz of spaces": lambda size: b"linclass-scene-1" + b" %\n" * (size // 3),
    "svg of letters": lambda size: b"<svg>" + armour("a" * 9).encode() + b"A" * size,
    "svg of letters and spaces": lambda size: (
        b"<svg>linclass-scene-1 00000000 9 " + _repeated(b"AAAA \n", size)
    ),
    "mp4 of halves of marks": lambda size: b"<" + _repeated(b"linclass-scene-", size),
    "gif of comments": _gif(lambda size: _repeated(b"!\xfe" + sub_blocks(b"linclass-scene"), size)),
    "gif of one comment": _gif(lambda size: b"!\xfe" + sub_blocks(bytes([7]) * size)),
    "gif of single letters": _gif(lambda size: b"!\xfe" + b"\1 " * (size // 2) + b"\0"),
    "png of chunks": _png_of_chunks,
    "png of one text": _png_of_texts,
}
TEXTS: dict[str, Callable[[int], str]] = {
    "points of something else": lambda size: (
        SCENE + '"data": {"points": [' + "[0, 0, 0]," * (size // 10) + "]}}"
    ),
    "points without a last comma": lambda size: (
        SCENE + '"points": [\n' + "[0,0,0] " * (size // 8) + "\n    ]"
    ),
    "names": lambda size: SCENE + ",".join(f'"{k}": 1' for k in range(size // 12)) + "}",
    "brackets": lambda size: SCENE + '"x": ' + "[" * size,
    "a text": lambda size: SCENE + '"title": "' + "\\n" * (size // 2) + '"}',
    "layers": lambda size: (
        SCENE
        + '"data": {"classes": ["a", "b"], "points": []}, "layers": ['
        + '"a",' * (size // 4)
        + '"a"]}'
    ),
}
TABLES: dict[str, Callable[[int], str]] = {
    "empty lines": lambda size: "a,b,c\n" + "\n" * size,
    "quotation marks": lambda size: '"' * size,
    "separators": lambda size: "," * min(size, 1 << 17),
    "lines of quotation marks": lambda size: '"a\n' * (size // 3),
    "names": lambda size: "".join(f"{k},{k},c{k}\n" for k in range(size // 16)),
    "apostrophes": lambda size: "a,b,c\n" + ("'" * 60 + ",1,2\n") * (size // 64),
    "digits": lambda size: "a,b,c\n" + ("1" * 6000 + ",1,2\n") * (size // 6000),
}


READERS: tuple[tuple[str, dict[str, Any], Callable[[Any], object]], ...] = (
    ("figure", FIGURES, lambda content: embedded_text(content, "figure")),
    ("scene", TEXTS, lambda content: decode(content, "scene")),
    ("table", TABLES, lambda content: parse_table(text_of(content.encode(), Path("t")), "table")),
)
of_each_kind = pytest.mark.parametrize(
    ("made", "read"),
    [
        pytest.param(made, read, id=f"{kind}: {name}")
        for kind, contents, read in READERS
        for name, made in contents.items()
    ],
)


def _read_or_refuse(read: Callable[[Any], object], content: object) -> None:
    with contextlib.suppress(UserError):
        read(content)


@of_each_kind
def test_work_grows_with_the_size(
    made: Callable[[int], object], read: Callable[[Any], object]
) -> None:
    _read_or_refuse(read, made(100))  # what is made once
    small, large = (
        count_calls(partial(_read_or_refuse, read, made(size))) for size in (SMALL, LARGE)
    )
    assert large <= LARGE // SMALL * small + 1000


@of_each_kind
def test_a_megabyte_holds_up_nothing(
    made: Callable[[int], object], read: Callable[[Any], object]
) -> None:
    """Work that grows with the square of the size would take minutes to hours here."""
    _read_or_refuse(read, made(1 << 20))
