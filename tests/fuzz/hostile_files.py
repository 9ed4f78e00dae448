"""Hostile scene and table files: changed where the format has meaning, then byte by byte; a seed
and a number give one file.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import zlib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import solvers
from linclass_gui.files.embedded_scene import PNG, armour, chunk, png_carrying
from linclass_gui.files.shipped import lesson_paths

MOST_POINTS = 24
PIXEL = PNG + b"".join(
    chunk(kind, data)
    for kind, data in (
        (b"IHDR", b"\0\0\0\1\0\0\0\1\x08\0\0\0\0"),
        (b"IDAT", zlib.compress(b"\0\0")),
        (b"IEND", b""),
    )
)
# Parts of the header of an array: what is stored, how, and how much.
HEADERS = (
    b"'<f8'", b"'<U0'", b"'|V0'", b"'|O'", b"'<c16'", b"'<M8[s]'", b"'<U6'", b"(30, 3)",
    b"(50000000, 2)", b"(-1, 3)", b"(10**9,)",
    b"False", b"True", b"'shape'", b"}", b", ",
)  # fmt: skip
LARGEST = 2_000_000  # characters: the law about time is one of structure, not of size
MOST_COPIED = 200_000  # characters that one change adds at the most
DEEP = "@deep"  # stands for a nested list until the text is written: json could not write it
# Values that have broken readers, and some that are allowed.
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 0.5, -0.0, 5e-324, 1e308, 1.7976931348623157e308, -1.7e308,
    1e-300, 2**31, 2**53 + 1, 2**63,
    10**400, float("nan"), float("inf"), float("-inf"), "", "x", "m1", "m²", "m" + "9" * 400,
    "$x_1$", "$", "$\\frac{a}{", "a_{b",
    "\u2028", "\ud800", "a\udfffb", "\0", "\r\n\t", "<img src=x>", "%s %n {0}", "=1+1", "é" * 3000,
    "x" * 100_000, "\u202ertl",
    "[*]", "&a", [], {}, [[]], [{}], {"": ""}, [1, 2], [1, 2, 0], [0, 1, 0, 1], [1, 0, 0, 1], ["a",
    "b"], ["a", "b", "c"],
    [None, None], [[1, 0], [0, 1]], {"name": "identity"}, {"name": "polynomial", "degree": 99},
    {"name": "gaussian-kernel", "sigma": 0}, {"angle": 30, "pivot": [0, 0]},
)  # fmt: skip
NUMBERS = (
    "1",
    "-2.5",
    "1e5",
    "1e400",
    "nan",
    "inf",
    "-inf",
    "1_000",
    "0x10",
    "１",
    "1,5",
    "1.5",
    "1.234,5",
    "",
    " ",
    "?",
    "NA",
    "1e",
    "--1",
)
WORDS = (
    "a",
    "b",
    "yes",
    "no",
    "0",
    "1",
    "-1",
    "+1",
    "=cmd",
    "@x",
    "'=x",
    "x y",
    "ä",
    "\u2028",
    "\ud7ff",
    '"',
    "'",
    "<b>",
    "x" * 6000,
    "\t",
)
NOISE = (
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\r",
    b"\n",
    b'"',
    b",",
    b";",
    b"{",
    b"[",
    b"\\u",
    b"\\ud800",
    b"9" * 5000,
    b"[" * 3000,
)


def scene(random: Random) -> bytes:
    """A scene file: one that is right, changed in a few places."""
    tree = json.loads(random.choice(SEEDS))
    for _ in range(random.choice((0, 1, 1, 1, 2, 3, 8))):
        tree = _changed(tree, random)
    text = json.dumps(tree, ensure_ascii=random.random() < 0.7, indent=random.choice((None, 1)))
    if random.random() < 0.1:
        text = _with_double_key(text, random)
    text = text.replace(f'"{DEEP}"', _deep(random.choice((50, 900, 2000, 50_000))), 1)
    return _corrupted(text[:LARGEST].encode("utf-8", "surrogatepass"), random)


def table(random: Random) -> bytes:
    """A table: cells of all kinds, between separators of all kinds, with line ends of all kinds."""
    columns, rows = (
        random.choice((1, 2, 3, 3, 3, 3, 3, 3, 4, 40)),
        random.choice((0, 1, 2, 5, 5, 30, 30)),
    )
    is_good = random.random() < 0.7
    lines = (
        [[random.choice(WORDS[:3] if is_good else WORDS) + str(k) for k in range(columns)]]
        if random.random() < 0.7
        else []
    )
    for _ in range(rows):
        cells = [
            _number(random) if is_good else random.choice(NUMBERS + WORDS)
            for _ in range(columns - 1)
        ]
        lines.append([*cells, random.choice(WORDS[: 2 if is_good else None])])
    if random.random() < 0.1:
        lines.insert(random.randrange(len(lines) + 1), [""] * random.randrange(1, 5))
    if random.random() < 0.1 and lines:
        random.choice(lines).append("one more")
    text = io.StringIO()
    quoting = random.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    writer = csv.writer(
        text,
        delimiter=random.choice(",;\t"),
        lineterminator=random.choice(("\n", "\r\n", "\r")),
        quoting=quoting,
    )
    writer.writerows(lines)
    content = text.getvalue()
    if random.random() < 0.2:
        content = content.replace(".", ",")
    encoding = random.choice(
        (*["utf-8"] * 7, "utf-8-sig", "utf-16", "utf-16-le", "latin-1", "utf-32")
    )
    return _corrupted(content.encode(encoding, "replace"), random)


def drawing(random: Random) -> bytes:
    """An SVG picture that carries a hostile scene."""
    return _corrupted(f"<svg><!-- {armour(_text(scene(random)))} --></svg>".encode(), random)


def image(random: Random) -> bytes:
    """A PNG picture that carries a hostile scene."""
    return _corrupted(png_carrying(PIXEL, _text(scene(random))), random)


def paper(random: Random) -> bytes:
    """What a reader needs of a PDF that carries a hostile scene."""
    stream = zlib.compress(_text(scene(random)).encode())
    head = (
        f"%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode /Length {len(stream)} "
        ">>\nstream\n"
    )
    return _corrupted(head.encode() + stream + b"\nendstream\nendobj\n", random)


def packed(random: Random) -> bytes:
    """A hostile table, packed."""
    return _corrupted(gzip.compress(table(random), 1, mtime=0), random)


def array(random: Random) -> bytes:
    """An array of numbers or texts, with a header that may promise another shape and another kind
    of numbers.
    """
    file = io.BytesIO()
    np.save(file, _array(random))
    content = file.getvalue()
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        old, new = random.choice(HEADERS), random.choice(HEADERS)
        content = content.replace(old, new.ljust(len(old)), 1)
    return _corrupted(content, random)


KINDS: dict[str, Callable[[Random], bytes]] = {
    ".json": scene,
    ".csv": table,
    ".svg": drawing,
    ".png": image,
    ".pdf": paper,
    ".csv.gz": packed,
    ".npy": array,
}


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def _array(random: Random) -> np.ndarray[Any, Any]:
    rows = random.choice((0, 1, 5, 30))
    shape = random.choice(((rows, 3), (rows, 3), (rows, 2), (rows,), (rows, 2, 2), ()))
    numbers = np.array(
        [round(random.gauss(0.0, 3.0), 3) for _ in range(int(np.prod(shape)))]
    ).reshape(shape)
    if len(shape) == 2 and shape[1] == 3:
        numbers[:, 2] = [random.choice((0, 1)) for _ in range(rows)]
    return numbers.astype(random.choice(("<f8", "<f8", "<f8", "<f4", "<i8", "<U6", "S3", "?")))


def _number(random: Random) -> str:
    return repr(round(random.gauss(0.0, 3.0), random.randrange(6)))


def _small(path: Path) -> str:
    """A lesson of few points: what can be wrong is in the structure, and small files are quick."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    points = raw["data"]["points"]
    raw["data"]["points"] = points[:: max(1, len(points) // MOST_POINTS)]
    return json.dumps(raw)


def _with_every_method() -> str:
    from linclass_gui.files.codec import encode
    from linclass_gui.scene.document import Document

    document = Document.empty()
    for kind in solvers.METHODS:
        document = document.adding(kind())
    return encode(document)


SEEDS = (*map(_small, lesson_paths()), _with_every_method())


# --- changes of the structure ---------------------------------------------------------------------


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Every place of a tree: the container and the key in it."""
    found: list[tuple[Any, Any]] = []
    waiting = [tree]
    for node in waiting:
        inside = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
        found += [(node, key) for key, _ in inside]
        waiting += [value for _, value in inside if isinstance(value, dict | list)]
    return found


def _changed(tree: Any, random: Random) -> Any:
    """The tree with one thing in it that is not as it was."""
    places = _places(tree) if isinstance(tree, dict | list) else []
    if not places or random.random() < 0.01:
        return deepcopy(random.choice(VALUES))
    # Half of the changes are near the root: most places are coordinates.
    node, key = random.choice(places if random.random() < 0.5 else places[:60])
    match random.randrange(9):
        case 0 | 1 | 2 | 3:
            node[key] = deepcopy(random.choice(VALUES))
        case 4:
            del node[key]
        case 5:
            node[key] = [node[key]] if random.random() < 0.9 else DEEP
        case 6:
            other, at = random.choice(places)
            node[key] = (
                json.loads(json.dumps(other[at], default=str))
                if at in (other if isinstance(other, dict) else range(len(other)))
                else 0
            )
        case 7 if isinstance(node, dict):
            node[random.choice(("name", "C", "id", "view", "data", "x" * 5000, "\ud800", ""))] = (
                node.pop(key)
            )
        case 8 if isinstance(node, list):
            # Copies, and of large values a few only: the same long list in a long list would take a
            # minute to write.
            size = len(json.dumps(node[key], default=str))
            copies = min(random.choice((1, 3, 2000)), max(1, MOST_COPIED // size))
            node.extend(deepcopy(node[key]) for _ in range(copies))
        case _ if isinstance(node[key], int | float):
            node[key] = (
                -node[key] * 10.0 ** random.randrange(-300, 300) if abs(node[key]) < 1e5 else 0
            )
        case _:
            node[key] = str(node[key])
    return tree


def _deep(levels: int) -> str:
    return "[" * levels + "]" * levels


def _with_double_key(text: str, random: Random) -> str:
    key = random.choice(('"version"', '"data"', '"name"', '"C"'))
    return text.replace(key + ":", f"{key}: 1, {key}:", 1)


# --- changes of the bytes -------------------------------------------------------------------------


def _corrupted(content: bytes, random: Random) -> bytes:
    if random.random() < 0.75:
        return content
    for _ in range(random.choice((1, 1, 2, 5))):
        at = random.randrange(len(content) + 1)
        match random.randrange(6):
            case 0:
                content = content[:at] + bytes((random.randrange(256),)) + content[at + 1 :]
            case 1:
                content = content[:at] + random.choice(NOISE) + content[at:]
            case 2:
                content = content[: at // 2] + content[at:]
            case 3:
                content = content[:at]
            case 4:
                content = content[:at] + content[at // 2 :]
            case _:
                content = (
                    random.choice((codecs.BOM_UTF16_LE, codecs.BOM_UTF8, codecs.BOM_UTF32_BE))
                    + content
                )
    return content
