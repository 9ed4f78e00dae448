"""Arrays in the files of MATLAB and Octave, versions 5 to 7.

Whatever is wrong in a damaged file is an error of Python: the reader of scipy looks kinds up
unchecked, and would end the whole program.

Source: MathWorks, MAT-File Format (2023), chapter 1.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...errors import join_names
from ..cells import MOST_UNPACKED, TableError, check_cells, check_unpacked
from ..tables import Table
from .arrays import table_of_arrays

NEW_MATLAB = b"MATLAB 7.3"
# The head of a file, which ends in the order of the bytes in a number.
HEAD, LITTLE_ENDIAN = 128, b"IM"
BEGINNING = struct.Struct("<II")  # kind and size of an element
# Kinds of elements.
NUMBERS = {
    1: "i1",
    2: "u1",
    3: "i2",
    4: "u2",
    5: "i4",
    6: "u4",
    7: "f4",
    9: "f8",
    12: "i8",
    13: "u8",
}
MATRIX, COMPRESSED = 14, 15
TEXTS = {4: "utf-16-le", 16: "utf-8", 17: "utf-16-le", 18: "utf-32-le"}
# Classes of arrays, and the mark of a complex one.
CELL, STRUCTURE, TEXT, FIRST_NUMERIC, LAST_NUMERIC = 1, 2, 4, 6, 15
OPAQUE = 17  # tables, strings, dates
COMPLEX = 0x800
OBJECT = object()  # in place of a value that cannot be read

Element = tuple[int, bytes]


def read_matlab(content: bytes, source: str, *_choices: object) -> Table:
    """The arrays in a file: matrices, cells of words, and the fields of a structure."""
    if content.startswith(NEW_MATLAB):
        raise TableError("this is a file of MATLAB 7.3: save it by save(..., '-v7'), or as CSV")
    if content[HEAD - 2 : HEAD] != LITTLE_ENDIAN:
        raise TableError("it is damaged, or not of a PC: save it in MATLAB once more, or as CSV")
    arrays: dict[str, Any] = {}
    objects: list[str] = []
    for data in _matrices(content[HEAD:]):
        name, value = _matrix(data)
        if value is OBJECT:
            objects.append(name)
        elif name:
            arrays.update(_arrays_in(name, value))
    if not arrays:
        words = f"{join_names(objects)}, a table or another object" if objects else "no array"
        raise TableError(
            f"it holds {words} of MATLAB: save a table by writetable(T, 'table.csv'), and arrays "
            "of numbers by save, sparse ones as full(X)"
        )
    return table_of_arrays(arrays, source)


def _matrices(content: bytes) -> Iterator[bytes]:
    """The bytes of each array, unpacked."""
    size = 0
    for kind, data in _elements(content):
        if kind == MATRIX:
            yield data
        elif kind == COMPRESSED:
            unpacked = zlib.decompressobj().decompress(data, MOST_UNPACKED + 1 - size)
            check_unpacked(size := size + len(unpacked))
            yield from (part for kind, part in _elements(unpacked) if kind == MATRIX)


def _elements(content: bytes) -> Iterator[Element]:
    """The kind and the bytes of each element."""
    begin = 0
    while begin + 8 <= len(content):
        kind, size = BEGINNING.unpack_from(content, begin)
        is_small = kind > 0xFFFF  # at most four bytes, behind kind and size in one number
        if is_small:
            kind, size = kind & 0xFFFF, kind >> 16
        data = begin + (4 if is_small else 8)
        if data + size > len(content):
            raise ValueError("an element has more bytes than there are")
        yield kind, content[data : data + size]
        padding = 0 if kind == COMPRESSED else -size % 8
        begin = begin + 8 if is_small else data + size + padding


def _matrix(content: bytes) -> tuple[str, Any]:
    """The name and the value of an array: numbers, words, or fields by their names;
    ``OBJECT`` of what MATLAB alone can read, and None where it is something else.
    """
    if not content:
        return "", None
    flags, sizes, (_, name), *parts = _elements(content)
    (mark, *_) = _numbers(flags).tolist()
    if mark & 0xFF == OPAQUE:  # has no sizes
        return sizes[1].decode("latin-1").rstrip("\0"), OBJECT
    shape = tuple(_numbers(sizes).tolist())
    value = _value(mark, shape, parts) if math.prod(shape) else None
    return name.decode("latin-1").rstrip("\0"), value


def _value(mark: int, shape: tuple[int, ...], parts: list[Element]) -> Any:
    kind = mark & 0xFF
    if kind == CELL:
        words = [_matrix(data)[1] for _, data in parts]
        return np.concatenate(words) if all(map(_is_word, words)) else None
    if kind == STRUCTURE and math.prod(shape) == 1:
        return _fields(parts)
    if kind == TEXT:
        return _words(parts[0], shape)
    if not FIRST_NUMERIC <= kind <= LAST_NUMERIC or mark & COMPLEX:
        return OBJECT
    numbers = _numbers(parts[0])
    if numbers.size != math.prod(shape):
        raise ValueError("an array has other sizes than its numbers")
    check_cells(shape[0], math.prod(shape[1:]))
    return numbers.reshape(shape, order="F")


def _numbers(element: Element) -> np.ndarray[Any, Any]:
    kind, data = element
    return np.frombuffer(data, np.dtype(NUMBERS[kind]).newbyteorder("<"))


def _fields(parts: list[Element]) -> dict[str, Any]:
    """The fields of a structure: their names have one length."""
    length, (_, names), *values = parts
    step = int(_numbers(length)[0])
    keys = (names[k : k + step].decode("latin-1") for k in range(0, len(names), step))
    fields = zip(keys, values, strict=True)
    return {key.rstrip("\0"): _matrix(data)[1] for key, (_, data) in fields}


def _words(element: Element, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """The rows of a matrix of characters, which is written column by column."""
    kind, data = element
    text, height = data.decode(TEXTS.get(kind, "latin-1"), "replace"), shape[0]
    return np.array([text[k::height].strip(" \0") for k in range(min(height, len(text)))])


def _arrays_in(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The arrays in a value by their names: itself, or its fields."""
    if isinstance(value, dict):
        for field, part in value.items():
            yield from _arrays_in(field, part)
    elif value is not None and value is not OBJECT:
        yield name, np.ravel(value) if 1 in value.shape else value


def _is_word(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == "U" and value.shape == (1,)
