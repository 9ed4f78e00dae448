"""The script, the style and the font of a page, and the policy that allows nothing else.

Fonts are WOFF 1.0, whose tables are compressed, half as long as TrueType (W3C, WOFF File Format
1.0, sections 3 to 5)."""

from __future__ import annotations

import base64
import hashlib
import re
import struct
import zlib
from functools import cache
from html import escape as escape_html
from pathlib import Path

from ..files.shipped import assets
from ..scene.colours import DARK_PALETTE, LIGHT_PALETTE, Palette

FOLDER = Path(__file__).parent
_HEAD_OF_SHEET = re.compile(r"^/\*.*?\*/\n", re.DOTALL)
LOOPS = " 'wasm-unsafe-eval'"  # a policy that lets scripts compile WebAssembly, and nothing else
_IMPORT = re.compile(r'^import\s.*?\sfrom\s"([^"]+)";\n', re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)  # of whole lines
_REMARK = re.compile(r"(?<=[;,{}\]]) // [^\n]*$", re.MULTILINE)  # behind code
_TYPE = re.compile(r"/\*\* @type .*?\*/ ?\n?")  # for the checker; may stand before code
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_INDENTATION = re.compile(r"\n\s+")  # no words go over the end of a line


@cache
def style(*sheets: str) -> str:
    """The rules of a page: its letters, the colours of both palettes, and style sheets by name."""
    font = base64.b64encode(woff((assets() / "fonts" / "Inter-Regular.ttf").read_bytes())).decode()
    rules = ((FOLDER / f"{sheet}.css").read_text(encoding="utf-8") for sheet in sheets)
    return (
        f"@font-face{{font-family:Inter;src:url(data:font/woff;base64,{font})}}\n"
        f":root{{{_colours(LIGHT_PALETTE)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{_colours(DARK_PALETTE)}}}}}\n"
        + "".join(_HEAD_OF_SHEET.sub("", text) for text in rules)
    )


def _colours(p: Palette) -> str:
    return (
        f"--canvas:{p.canvas};--panel:{p.panel};--field:{p.field};--hairline:{p.hairline};"
        f"--ink:{p.ink};--ink-2:{p.ink_2};--row:{p.selected_row};--accent:{p.plus}"
    )


@cache
def script(root: str = "page") -> str:
    """A page's script: every module that ``root`` needs once, after those that it imports; their
    names are unique among all.

    Comments and indentation are left out: they would be a sixth of the page.
    """
    code = "\n".join(
        _without_comments(_EXPORT.sub("", _IMPORT.sub("", path.read_text(encoding="utf-8"))))
        for path in in_order(root)
    )
    return _INDENTATION.sub("\n", code).strip()


def _without_comments(code: str) -> str:
    return _REMARK.sub("", _COMMENT.sub("", _TYPE.sub("", code)))


def in_order(root: str = "page") -> tuple[Path, ...]:
    """The modules, each after those that it imports."""
    return tuple(_after(FOLDER / f"{root}.mjs", {}))


def _after(path: Path, modules: dict[Path, None]) -> dict[Path, None]:
    for name in _IMPORT.findall(path.read_text(encoding="utf-8")):
        other = (path.parent / name).resolve()
        if other not in modules:
            _after(other, modules)
    modules[path.resolve()] = None
    return modules


def policy_of(script: str, style: str, permissions: str = "") -> str:
    """The content security policy of a page with one script and one style, each as it stands
    between its tags; scripts have these ``permissions``, too.

    Nothing is fetched: the page is the same in ten years and without network.
    """
    return (
        f"default-src 'none'; script-src '{hash_of(script)}'{permissions}; "
        f"style-src '{hash_of(style)}'; img-src data:; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def hash_of(text: str) -> str:
    """The name of a text in a policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


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
        compressed = min(zlib.compress(table, 9), table, key=len)
        directory += ENTRY.pack(tag, start + len(data), len(compressed), length, checksum)
        data += compressed + bytes(-len(compressed) % 4)
    total = TRUETYPE_HEADER + sum(
        TRUETYPE_ENTRY.size + length + -length % 4 for *_, length in tables
    )
    size = start + len(data)
    return (
        HEADER.pack(b"wOFF", font[:4], size, count, 0, total, 1, 0, 0, 0, 0, 0, 0)
        + directory
        + data
    )


# Control characters and halves of surrogate pairs may be in a name, but XML forbids them.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(words: str) -> str:
    """Words as XML text."""
    return escape_html(_NO_XML.sub("\ufffd", words))
