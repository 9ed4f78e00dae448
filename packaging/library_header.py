"""What a compiled library says of itself in its header: for which machine it is, what it needs and
what it offers, whatever machine it is read on.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MACHINES = {
    ("ELF", 62): "x86_64",
    ("ELF", 183): "arm64",
    ("PE", 0x8664): "x86_64",
    ("PE", 0xAA64): "arm64",
    ("Mach-O", 0x01000007): "x86_64",
    ("Mach-O", 0x0100000C): "arm64",
}


@dataclass(frozen=True)
class Library:
    """Its format (ELF, PE, Mach-O) and processor, the libraries that it names, the functions that
    it calls in them, and those that it offers.
    """

    format: str
    machine: str
    needed: frozenset[str]
    called: frozenset[str]
    offered: frozenset[str]
    is_signed: bool = False


def read_library(content: bytes) -> Library:
    """The library in these bytes; a ValueError for anything else."""
    if content.startswith(b"\x7fELF\x02\x01"):
        return _read_elf(content)
    if content.startswith(b"MZ"):
        return _read_pe(content)
    if content.startswith(b"\xcf\xfa\xed\xfe"):
        return _read_mach_o(content)
    raise ValueError("neither an ELF, a PE nor a Mach-O library of 64 bits")


def _text(content: bytes, start: int) -> str:
    return content[start : content.index(b"\0", start)].decode()


def _machine(kind: str, number: int) -> str:
    return MACHINES.get((kind, number), f"machine {number:#x}")


def _read_elf(content: bytes) -> Library:
    """A section of symbols (11) and one of needs (6), each with the number of that of its names."""
    (machine,) = struct.unpack_from("<H", content, 18)
    (start,) = struct.unpack_from("<Q", content, 40)
    size, count = struct.unpack_from("<HH", content, 58)
    sections = [struct.unpack_from("<IIQQQQI", content, start + k * size)[1:] for k in range(count)]
    needed, called, offered = set(), set(), set()
    for kind, _, _, offset, length, link in sections:
        names, part = sections[link][3], content[offset : offset + length]
        if kind == 6:
            needed |= {
                _text(content, names + value)
                for tag, value in struct.iter_unpack("<QQ", part)
                if tag == 1
            }
        elif kind == 11:
            for name, _, _, section, _, _ in list(struct.iter_unpack("<IBBHQQ", part))[1:]:
                (offered if section else called).add(_text(content, names + name))
    return Library("ELF", _machine("ELF", machine), *map(frozenset, (needed, called, offered)))


def _read_pe(content: bytes) -> Library:
    """Directories of what is offered and of what is needed, by addresses into the sections."""
    (head,) = struct.unpack_from("<I", content, 0x3C)
    machine, count = struct.unpack_from("<HH", content, head + 4)
    (size,) = struct.unpack_from("<H", content, head + 20)
    offers, _, needs, _ = struct.unpack_from("<IIII", content, head + 24 + 112)
    sections = [
        struct.unpack_from("<IIII", content, head + 24 + size + 40 * k + 8) for k in range(count)
    ]

    def place(address: int) -> int:
        """Where the byte at an address stands in the file."""
        return next(
            offset + address - begin
            for length, begin, _, offset in sections
            if begin <= address < begin + length
        )

    offered: set[str] = set()
    if offers:
        number, _, names = struct.unpack_from("<III", content, place(offers) + 24)
        addresses = struct.unpack_from(f"<{number}I", content, place(names))
        offered = {_text(content, place(address)) for address in addresses}
    needed: set[str] = set()
    at = place(needs) if needs else 0
    while needs and (name := struct.unpack_from("<I", content, at + 12)[0]):
        needed.add(_text(content, place(name)))
        at += 20
    # a function that is called would stand in the table of a library that is needed
    return Library(
        "PE", _machine("PE", machine), frozenset(needed), frozenset(), frozenset(offered)
    )


def _read_mach_o(content: bytes) -> Library:
    """Commands: a library that is needed (0xC), the symbols (2), a signature (0x1D)."""
    machine, _, _, count = struct.unpack_from("<IIII", content, 4)
    needed, called, offered, is_signed, at = set(), set(), set(), False, 32
    for _ in range(count):
        kind, length = struct.unpack_from("<II", content, at)
        is_signed |= kind == 0x1D
        if kind == 0xC:
            needed.add(_text(content, at + struct.unpack_from("<I", content, at + 8)[0]))
        elif kind == 2:
            symbols, number, names, _ = struct.unpack_from("<IIII", content, at + 8)
            for k in range(number):
                name, flags, *_ = struct.unpack_from("<IBBHQ", content, symbols + 16 * k)
                if flags & 1:  # known outside; its kind is 0 where it is not defined here
                    symbol = _text(content, names + name).removeprefix("_")
                    (offered if flags & 0xE else called).add(symbol)
        at += length
    sets = map(frozenset, (needed, called, offered))
    return Library("Mach-O", _machine("Mach-O", machine), *sets, is_signed)
