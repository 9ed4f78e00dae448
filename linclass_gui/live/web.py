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

from ..scene.colours import DARK_PALETTE, LIGHT_PALETTE, Palette


def _colours(p: Palette) -> str:
    return (
        f"--canvas:{p.canvas};--panel:{p.panel};--field:{p.field};--hairline:{p.hairline};--ink:{p.ink};--ink-2:{p.ink_2};"
        f"--row:{p.selected_row};--accent:{p.plus}"
    )


STYLE = f"""
:root{{{_colours(LIGHT_PALETTE)}}}
@media screen and (prefers-color-scheme:dark){{:root{{{_colours(DARK_PALETTE)}}}}}
*{{box-sizing:border-box}}
html{{font-synthesis:none;-webkit-text-size-adjust:100%}}
body{{margin:0;background:var(--canvas);color:var(--ink);font:15px/1.45 Inter,system-ui,sans-serif}}
main{{max-width:1280px;margin:0 auto;padding:16px 20px 24px}}
h1{{font-size:20px;line-height:1.3;font-weight:400;margin:0 0 12px;overflow-wrap:anywhere}}
#still{{margin:0}}
#still svg{{display:block;width:100%;height:auto;max-height:80vh;background:#fff}}
#page{{display:none}}
.live #still{{display:none}}
.live #page{{display:grid;grid-template-columns:minmax(0,1fr) 340px;gap:24px;align-items:start}}
.plot{{margin:0;grid-column:1}}
.plot svg{{display:block;width:100%;height:240px;touch-action:pan-y;user-select:none;-webkit-user-select:none;
cursor:ew-resize;outline:0}}
.plot svg:focus-visible{{outline:2px solid var(--accent);border-radius:4px}}
#panel{{grid-column:2;grid-row:1/5}}
#picture{{position:relative;height:min(72vh,700px);min-height:340px}}
#picture:has(+.plot){{height:min(54vh,560px)}}
#canvas{{display:block;width:100%;height:100%;touch-action:pan-y;user-select:none;-webkit-user-select:none;
-webkit-touch-callout:none;cursor:crosshair;outline:0}}
#canvas:focus-visible{{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}}
#canvas text{{font-variant-numeric:tabular-nums}}
fieldset{{border:0;margin:0;padding:0;min-width:0}}
legend{{padding:0;color:var(--ink-2);font-size:13px;margin-bottom:4px}}
.classes,.layers{{display:flex;flex-wrap:wrap;gap:4px 8px}}
.classes legend,.layers legend{{float:left;width:100%}}
.chip{{display:inline-flex;align-items:center;gap:6px;padding:6px 12px;border:1px solid var(--hairline);border-radius:18px;
max-width:100%;cursor:pointer}}
.chip:has(:checked){{background:var(--row);border-color:var(--ink-2)}}
.chip:has(:focus-visible){{outline:2px solid var(--accent)}}
.chip input{{position:absolute;opacity:0}}
.chip svg{{flex:none}}
.chip bdi{{overflow-wrap:anywhere}}
.buttons{{display:flex;flex-wrap:wrap;gap:8px;margin:12px 0}}
button,select{{font:inherit;color:inherit;background:var(--field);border:1px solid var(--hairline);border-radius:6px;
padding:6px 10px;min-height:34px}}
button{{cursor:pointer}}
button:hover{{background:var(--row)}}
button:is(:disabled,[aria-disabled=true]){{opacity:.5;background:none;cursor:default}}
:is(button,select,input):focus-visible{{outline:2px solid var(--accent);outline-offset:1px}}
input{{accent-color:var(--accent)}}
input[type=checkbox]{{width:17px;height:17px;margin:0;flex:none}}
.methods{{border-top:1px solid var(--hairline);margin-bottom:16px}}
.method{{border-bottom:1px solid var(--hairline);padding:4px 8px}}
.method.selected{{background:var(--panel)}}
.trial{{margin-bottom:16px}}
.trial .control{{grid-template-columns:64px minmax(0,1fr)}}
.head{{display:flex;align-items:center;gap:10px}}
.head svg{{flex:none}}
.head .name{{flex:1;text-align:left;background:none;border:0;padding:6px 0;overflow-wrap:anywhere}}
.fixed,.sentence,.note{{margin:2px 0 8px;font-size:13px;color:var(--ink-2);overflow-wrap:anywhere}}
.fixed b{{font-weight:400;border:1px solid var(--ink-2);border-radius:4px;padding:0 4px}}
.control{{display:grid;grid-template-columns:minmax(64px,auto) minmax(0,1fr) 78px;gap:10px;align-items:center;padding:4px 0}}
.control select{{grid-column:2/4}}
.control output{{text-align:right;font-variant-numeric:tabular-nums}}
input[type=range]{{width:100%;min-height:28px;margin:0}}
dl{{display:grid;grid-template-columns:auto minmax(0,1fr);gap:1px 14px;margin:4px 0;font-size:14px}}
dt{{color:var(--ink-2)}}
dd{{margin:0;text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}}
.layer{{display:inline-flex;align-items:center;gap:8px;width:calc(50% - 4px);min-height:30px;font-size:14px}}
.note{{margin:12px 0 0}}
#notice{{border:1px solid var(--ink-2);border-radius:6px;padding:8px 12px;margin:0 0 12px}}
#menu{{position:absolute;z-index:1;display:flex;flex-direction:column;width:190px;background:var(--field);
border:1px solid var(--ink-2);border-radius:8px;padding:4px}}
#menu button{{border:0;text-align:left;min-height:40px}}
#spoken{{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}}
@media(pointer:coarse),(max-width:599px){{
button,select,.chip,summary{{min-height:44px}}
.chip{{border-radius:22px}}
.head .name,.layer,input[type=range],.choice,.field input{{min-height:44px}}
input[type=checkbox],input[type=radio]{{width:22px;height:22px}}
}}
@media(max-width:899px){{
main{{padding:12px 12px 24px}}
.live #page{{display:flex;flex-direction:column;align-items:stretch;gap:12px}}
#panel{{grid-column:1;grid-row:auto}}
.plot svg{{height:200px}}
#picture,#picture:has(+.plot){{height:min(62vh,92vw);min-height:300px}}
}}
@media(max-width:599px){{
html{{scroll-padding-top:calc(min(46vh,92vw) + 12px)}}
#picture,#picture:has(+.plot){{position:sticky;top:0;z-index:1;height:min(46vh,92vw);min-height:250px;
background:var(--canvas)}}
}}
@media(min-width:600px) and (max-width:899px) and (max-height:499px){{
.live #page{{display:grid;grid-template-columns:minmax(0,1fr) minmax(280px,42%);gap:16px}}
#panel{{grid-column:2;grid-row:1/9}}
#picture,#picture:has(+.plot){{position:sticky;top:0;z-index:1;height:96vh;min-height:0;background:var(--canvas)}}
}}
@media(forced-colors:active){{
.chip:has(:checked){{outline:3px solid Highlight}}
.method.selected{{outline:2px solid Highlight;outline-offset:-2px}}
button:is(:disabled,[aria-disabled=true]){{opacity:1;color:GrayText;border-color:GrayText}}
}}
@media print{{
:root{{color-scheme:light}}
.live #still{{display:block}}
.live #page,#notice{{display:none}}
}}
"""  # noqa: E501

# What the page in the cell of a notebook has besides: picture and panel beside each other, as high
# as the cell, and in a narrow one below each other.
CELL_STYLE = """
html,body{height:100%;overflow:hidden}
body{font-size:13px}
main{display:flex;flex-direction:column;height:100%;max-width:none;padding:4px}
h1{font-size:15px;margin:0 0 4px;padding-left:50px}
html{scroll-padding-top:0}
.live #page{display:grid;flex:1;min-height:0;
grid-template-columns:minmax(0,1fr) clamp(216px,32%,300px);
grid-template-rows:minmax(0,1fr);gap:12px}
#picture,#picture:has(+.plot){position:relative;grid-row:1;height:100%;min-height:0}
#panel{grid-column:2;grid-row:1;height:100%;overflow-y:auto;padding:2px}
.chip{padding:3px 10px}
.buttons{gap:6px;margin:8px 0}
button,select,.chip{min-height:28px}
button,select{padding:3px 8px}
.head .name,input[type=range]{min-height:28px}
.methods{margin-bottom:10px}
.method{padding:2px 6px}
.head .name{padding:3px 0}
.control{grid-template-columns:minmax(48px,auto) minmax(0,1fr) 52px;gap:8px;padding:1px 0}
dl{font-size:12.5px}
.fixed,.sentence,.note,legend{font-size:12px}
.layer{min-height:24px;font-size:12.5px;gap:6px}
input[type=checkbox]{width:15px;height:15px}
@media(max-width:519px){
.live #page{grid-template-columns:minmax(0,1fr);grid-template-rows:minmax(0,11fr) minmax(0,9fr)}
#panel{grid-column:1;grid-row:2}
}
"""

# What the pages of a course need besides.
SITE_STYLE = """
header nav{max-width:1280px;margin:0 auto;padding:10px 20px 0;display:flex;flex-wrap:wrap;gap:4px 20px;font-size:14px}
header nav a:first-child{margin-right:auto}
nav a span{color:var(--ink-2)}
.skip{position:absolute;left:12px;top:-60px;z-index:3;padding:8px 12px;background:var(--field);border:1px solid var(--ink-2);border-radius:6px}
.skip:focus{top:8px}
a{color:inherit;text-decoration-color:var(--ink-2);text-underline-offset:3px}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
i{font-family:'STIX Two Text','Times New Roman',serif;font-size:1.08em}
sub,sup{font-size:.75em;line-height:0}
small,.lead{color:var(--ink-2)}
.words{max-width:72ch}
.words p{margin:0 0 12px}
h2{font-size:16px;font-weight:400;margin:28px 0 10px}
.cards{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:16px}
.card{display:flex;flex-direction:column;gap:4px;height:100%;padding:0 0 12px;border:1px solid var(--hairline);border-radius:8px;
overflow:hidden;text-decoration:none;font-size:13px;color:var(--ink-2);position:relative}
.card:hover{border-color:var(--ink-2)}
.card img{display:block;width:100%;height:auto;aspect-ratio:8/5;object-fit:cover;
border-bottom:1px solid var(--hairline);margin-bottom:6px}
.card>b,.card>span{padding:0 12px}
.card b{font-weight:400;font-size:15px;color:var(--ink);overflow-wrap:anywhere}
.card .done{position:absolute;top:8px;right:8px;padding:1px 8px;border-radius:10px;background:var(--ink);color:var(--canvas)}
.symbols{border-collapse:collapse;max-width:72ch}
.symbols :is(th,td){font-weight:400;text-align:left;vertical-align:top;padding:8px 20px 8px 0;border-top:1px solid var(--hairline)}
.live #page{grid-template-columns:minmax(0,1fr) minmax(340px,420px)}
#aim{grid-column:1/3;max-width:72ch;margin:0;position:relative}
#aim b{font-weight:400;box-shadow:inset 0 -1px var(--ink-2)}
#aim.met::before{content:"✓";position:absolute;left:-12px;font-size:13px;line-height:1.7;color:var(--accent)}
#stage{grid-column:1;position:sticky;top:12px}
#side{grid-column:2}
#page{display:block}
html:not(.live) :is(#stage,#hand,#more){display:none}
#hand{margin-bottom:12px}
#hand .trial{margin-bottom:4px}
#progress{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;margin:12px 0}
#progress p{margin:0}
#onward{display:flex;flex-wrap:wrap;gap:8px 16px;margin:12px 0}
#onward[hidden]{display:none}
.button{display:inline-flex;align-items:center;min-height:44px;padding:6px 14px;border:1px solid var(--ink-2);border-radius:6px;
text-decoration:none}
.homework{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.homework input{font:inherit;color:inherit;background:var(--field);border:1px solid var(--hairline);border-radius:6px;
padding:5px 8px;min-height:34px}
h2 span{color:var(--ink-2);font-size:13px}
#recall{max-width:72ch}
#recall fieldset{margin:12px 0}
#recall legend{font-size:15px;color:var(--ink)}
.words p,#steps li>span{position:relative}
.number{margin:0 -3px;border-bottom:1px dashed var(--accent);color:var(--accent);cursor:ew-resize;touch-action:pan-y;user-select:none;
-webkit-user-select:none;padding:6px 4px}
.term{border-bottom:1px dotted var(--ink-2);cursor:help}
.term:is(:hover,:focus)::after{content:attr(data-say);position:absolute;left:0;right:0;top:calc(100% + 4px);z-index:2;
padding:8px 12px;background:var(--panel);color:var(--ink);border:1px solid var(--ink-2);border-radius:6px;font:14px/1.4 Inter,system-ui,sans-serif}
.term:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
#hand .buttons{justify-content:flex-end;margin:0 0 4px}
#hand #units{margin-right:auto}
summary{display:flex;align-items:center;cursor:pointer}
summary::before{content:"▸";width:1.2em;color:var(--ink-2)}
details[open]>summary::before{content:"▾"}
#tasks{margin-bottom:16px;overflow-wrap:anywhere}
#tasks section{border-top:1px solid var(--hairline);padding:10px 0}
#tasks b{font-weight:400;color:var(--ink);box-shadow:inset 0 -1px var(--ink-2)}
#tasks p{margin:0 0 8px}
#steps,#tests{margin:0 0 8px;padding-left:1.4em}
#tests{list-style:none;padding-left:0;font-size:14px}
.yes{color:var(--accent)}
.field,.choice{display:flex;gap:10px;align-items:center;min-height:34px}
.field input{font:inherit;color:inherit;background:var(--field);border:1px solid var(--hairline);border-radius:6px;
padding:5px 8px;width:9em}
#closing{border:1px solid var(--accent);border-radius:6px;padding:8px 12px}
.still{margin:12px 0}
#still svg,.still svg{display:block;width:100%;max-width:760px;height:auto;max-height:80vh;background:#fff}
.parts,.drawn,.numbers{margin:12px 0;max-width:72ch}
.drawn{max-width:520px}
.drawn img{display:block;width:100%;height:auto;border:1px solid var(--hairline);border-radius:6px}
.drawn .dim{display:none}
@media screen and (prefers-color-scheme:dark){.drawn .lit{display:none}.drawn .dim{display:block}}
.drawn figcaption,.numbers figcaption{color:var(--ink-2);font-size:13px;margin:4px 0}
.edited :is(.drawn img,.numbers:not(.following) :is(.matrices,table)){opacity:.65}
.following .remark{display:none}
.edited .drawn figcaption::after{content:", of the lesson as it begins"}
.numbers{overflow-x:auto;font-variant-numeric:tabular-nums}
.numbers table{border-collapse:collapse}
.numbers :is(th,td){overflow-wrap:normal;font-weight:400;text-align:left;padding:3px 14px 3px 0;vertical-align:top}
.numbers table:not(.entries):not(.in-words) :is(thead th,td){text-align:right}
.numbers thead th{border-bottom:1px solid var(--hairline)}
.matrices{display:flex;flex-wrap:wrap;gap:10px 28px}
.matrix{display:flex;align-items:center;gap:8px}
.matrix>span{flex:none}
.numbers .entries{border-collapse:separate;border-spacing:0;border:1px solid var(--ink);border-width:0 1px;border-radius:8px}
.numbers .entries td{text-align:right;padding:2px 8px}
@media(max-width:899px){
header nav{padding:10px 12px 0}
.cards{grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:10px}
.card{display:grid;grid-template-columns:112px minmax(0,1fr);align-content:start;padding:0}
.card picture{grid-row:1/4;display:block;height:100%}
.card img{border:0;margin:0;height:100%;min-height:70px}
.card b{padding-top:8px}
.card>span{padding-bottom:8px}
.card .done{position:static;justify-self:start;margin-left:12px;padding:1px 8px}
#stage,#side{display:contents}
.plot{order:1}
#tasks,#more{order:2}
}
@media(min-width:600px) and (max-width:899px) and (max-height:499px){
#stage,#side{display:block}
#stage{position:static;align-self:stretch}
}
@media(pointer:coarse),(max-width:599px){
header nav{gap:0 20px}
.homework input{min-height:44px}
.numbers :is(th,td){padding-right:8px}
.term:is(:hover,:focus)::after{position:fixed;left:12px;right:12px;top:auto;bottom:12px}
.keys{display:none}
header nav a,#closing a{display:inline-flex;align-items:center;gap:.4em;min-height:44px}
}
@media print{
header,#walk,#guess,#recall,#onward,#progress{display:none}
.live #page{display:block}
.live :is(#picture,#hand,#more,.plot .note){display:none}
.edited #still::after{content:"The picture of the lesson as it begins";color:var(--ink-2);font-size:13px}
#stage{position:static;max-width:520px}
.plot,.drawn,.numbers{break-inside:avoid}
}
"""  # noqa: E501


FOLDER = Path(__file__).parent
LOOPS = " 'wasm-unsafe-eval'"  # a policy that lets scripts compile WebAssembly, and nothing else
_IMPORT = re.compile(r'^import\s.*?\sfrom\s"([^"]+)";\n', re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)  # of whole lines
_REMARK = re.compile(r"(?<=[;,{}\]]) // [^\n]*$", re.MULTILINE)  # behind code
_TYPE = re.compile(r"/\*\* @type .*?\*/ ?\n?")  # for the checker; may stand before code
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_INDENTATION = re.compile(r"\n\s+")  # no words go over the end of a line


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


def policy_of(script: str, style: str, also: str = "") -> str:
    """The content security policy of a page with one script and one style, each as it stands
    between its tags; scripts may do what is ``also`` allowed.

    Nothing is fetched: the page is the same in ten years and without network.
    """
    return (
        f"default-src 'none'; script-src '{hash_of(script)}'{also}; style-src '{hash_of(style)}'; "
        "img-src data:; font-src data:; "
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
