"""HTML: one page without network, where layers are tick boxes, a sweep is a slider and a run is a
player.

The pictures are SVG.  Most elements of neighbouring pages are the same, so each is stored once and
a page is a list of numbers.  The fonts are embedded.  Without a script the first page is shown.
"""

from __future__ import annotations

import base64
import json
from html import escape as escape_html
from itertools import chain

from ..draw.fonts import FILES, SANS, SERIF
from ..files.embedded_scene import armour
from ..files.shipped import assets
from ..layers import layer_titles
from ..live.web import escape, policy_of, woff
from ..markup.mathtext import plain
from ..scene.colours import Palette
from .film import Film, FilmPage
from .settings import ExportOptions
from .svg import picture

KEYS = "Keys: \u2190 and \u2192 one step, Space plays and pauses, Home and End"
FACES = {  # file -> family, weight, style
    "Inter-Regular.ttf": (SANS, 400, "normal"),
    "Inter-Medium.ttf": (SANS, 500, "normal"),
    "Inter-SemiBold.ttf": (SANS, 600, "normal"),
    "STIXTwo-Regular.ttf": (SERIF, 400, "normal"),
    "STIXTwo-Italic.ttf": (SERIF, 400, "italic"),
}


def encode_film(film: Film, options: ExportOptions) -> bytes:
    """The film as a page; a single picture has its layers to be switched."""
    frames = iter(film.frames)
    first = next(frames)
    page = first.page
    pictures = _Pictures()
    for frame in chain((first,), frames):
        pictures.add(
            frame, picture(frame.page, options.text_as_outlines, layered=True, carrying=False)
        )
    title = plain(page.title) or "Figure"
    data = json.dumps(pictures.data, ensure_ascii=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    scene = (
        f'<script type="text/plain" id="scene">{armour(page.scene)}</script>\n'
        if page.scene
        else ""
    )
    # Where the picture contains it, the caption is for readers who cannot see the picture.
    spoken = ' class="spoken"' if page.caption is not None else ""
    fonts = "" if options.text_as_outlines else _fonts("".join(pictures.lines))
    style = f"\n{fonts}{_style(page.theme.palette)}"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy_of(SCRIPT, style)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta '
        'name="generator" content="linclass">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{escape(title)}</h1>\n<figure aria-label="{escape(page.alt)}">\n<div '
        f'id="picture">{pictures.first}</div>\n'
        "<figcaption "
        f'id="caption"{spoken}>{escape(plain(first.caption))}</figcaption>\n</figure>\n'
        f"{_controls(film, pictures)}</main>\n{scene}"
        '<script type="application/json" '
        f'id="film">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n'
    ).encode()


class _Pictures:
    """The pictures of a film: every line of them once, and each picture as runs (first, count) of
    lines.
    """

    def __init__(self) -> None:
        self.first = ""
        self.layers: set[str] = set()
        self.lines: dict[str, int] = {}
        self._pages: list[list[int]] = []
        self._captions: list[str] = []
        self._seconds: list[float] = []
        self._stops: list[int] = []

    def add(self, frame: FilmPage, text: str) -> None:
        """Add a frame with its picture."""
        if not self._pages:
            self.first = text
        if frame.is_stop:
            self._stops.append(len(self._pages))
        numbers = [self.lines.setdefault(line, len(self.lines)) for line in text.split("\n")]
        self._pages.append(_runs(numbers))
        self._captions.append(plain(frame.caption))
        self._seconds.append(round(frame.seconds, 3))
        for panel in frame.page.panels:
            items = (*panel.figure.marks, *panel.figure.words)
            self.layers.update(item.layer for item in items if item.layer)

    @property
    def data(self) -> dict[str, object]:
        """The data of the script."""
        return {
            "lines": list(self.lines),
            "pages": self._pages,
            "captions": self._captions,
            "seconds": self._seconds,
            "stops": self._stops,
        }


def _runs(numbers: list[int]) -> list[int]:
    """Neighbouring numbers that grow by one, as first and count after each other."""
    result: list[int] = []
    for number in numbers:
        if result and number == result[-2] + result[-1]:
            result[-1] += 1
        else:
            result += [number, 1]
    return result


def _fonts(text: str) -> str:
    """The faces that the pictures use, inside the page."""
    names = [
        name
        for name in FILES.values()
        if f"'{FACES[name][0]}'" in text
        and (FACES[name][1] == 400 or f'font-weight="{FACES[name][1]}"' in text)
    ]
    rules = []
    for name in names:
        family, weight, style = FACES[name]
        data = base64.b64encode(woff((assets() / "fonts" / name).read_bytes())).decode()
        source = f"url(data:font/woff;base64,{data})"
        rules.append(
            f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};src:{source}}}\n"
        )
    return "".join(rules)


def _style(p: Palette) -> str:
    return (
        f"body{{margin:0;background:{p.canvas};color:{p.ink};font:16px/1.5 "
        "'Inter',system-ui,sans-serif}\n"
        "main{max-width:60rem;margin:0 "
        "auto;padding:1.5rem}\nh1{font-size:1.25rem;font-weight:600;margin:0 0 1rem}\n"
        "figure{margin:0}\n#picture svg{display:block;width:100%;height:auto;max-height:72vh}\n"
        "figcaption{min-height:1.5em;margin:.5rem "
        f"0;color:{p.ink_2};font-variant-numeric:tabular-nums}}\n"
        "form{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center}\n"
        "fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}\n"
        "label{display:inline-flex;gap:.4rem;align-items:center}\n#slider{flex:1 1 "
        f"16rem;accent-color:{p.plus}}}\n"
        f"input[type=checkbox]{{accent-color:{p.plus}}}\n"
        f"button{{font:inherit;padding:.2rem .9rem;border:1px solid {p.hairline};border-radius:6px;"
        f"background:{p.panel};color:inherit}}\n"
        "#film-controls{flex-basis:100%;display:flex;gap:.75rem;align-items:center}\n"
        f"#keys{{margin:0;flex-basis:100%;font-size:.875rem;color:{p.ink_2}}}\n"
        ".spoken{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}\n"
        ".hidden{display:none}\n@media print{form{display:none}}\n"
    )


def _controls(film: Film, pictures: _Pictures) -> str:
    boxes = "".join(
        (
            '<label><input type="checkbox" checked '
            f'data-shows="{escape_html(name)}">{escape(title)}</label>\n'
        )
        for name, title in layer_titles(pictures.layers)
        if any(f'data-layer="{escape(name)}"' in line for line in pictures.lines)
    )
    layers = f'<fieldset aria-label="Layers">\n{boxes}</fieldset>\n' if boxes else ""
    if film.count == 1:
        return f"<form>\n{layers}</form>\n" if layers else ""
    last = film.count - 1
    words = "Step" if film.kind == "run" else "Value"
    player = (
        '<div id="film-controls">\n<button type="button" id="back" '
        'aria-label="Back">\u2039</button>\n'
        '<button type="button" id="play">Play</button>\n<button type="button" id="on" '
        'aria-label="On">\u203a</button>\n'
        f'<input type="range" id="slider" min="0" max="{last}" value="0" step="1" '
        f'aria-label="{words}">\n</div>\n'
        f'<p id="keys">{KEYS}</p>\n'
    )
    return f"<form>\n{player}{layers}</form>\n"


SCRIPT = """
"use strict";
(function () {
  const film = JSON.parse(document.getElementById("film").textContent);
  const picture = document.getElementById("picture"), caption = document.getElementById("caption");
  const slider = document.getElementById("slider"), play = document.getElementById("play");
  const hidden = new Set();
  let now = 0, timer = null;
  function page(k) {
    const runs = film.pages[k], lines = [];
    for (let i = 0; i < runs.length; i += 2)
      for (let j = 0; j < runs[i + 1]; j++) lines.push(film.lines[runs[i] + j]);
    return lines.join("\\n");
  }
  function cover() {
    picture.querySelectorAll("[data-layer]").forEach(function (layer) {
      layer.classList.toggle("hidden", hidden.has(layer.dataset.layer));
    });
  }
  function show(k) {
    now = Math.min(Math.max(k, 0), film.pages.length - 1);
    const drawn = new DOMParser().parseFromString(page(now), "image/svg+xml").documentElement;
    picture.replaceChildren(document.adoptNode(drawn));
    caption.textContent = film.captions[now];
    if (slider) slider.value = now;
    cover();
  }
  function stop() {
    clearTimeout(timer);
    timer = null;
    if (play) play.textContent = "Play";
  }
  function next() {
    if (now + 1 >= film.pages.length) { stop(); return; }
    show(now + 1);
    timer = setTimeout(next, 1000 * film.seconds[now]);
  }
  function jump(way) {
    stop();
    const stops = film.stops.filter(function (s) { return way > 0 ? s > now : s < now; });
    if (stops.length) show(way > 0 ? stops[0] : stops[stops.length - 1]);
  }
  document.querySelectorAll("[data-shows]").forEach(function (box) {
    box.checked = true;
    box.addEventListener("change", function () {
      if (box.checked) hidden.delete(box.dataset.shows); else hidden.add(box.dataset.shows);
      cover();
    });
  });
  if (slider) {
    slider.value = 0;
    slider.addEventListener("input", function () { stop(); show(Number(slider.value)); });
    const press = function () {
      if (timer !== null) { stop(); return; }
      if (now + 1 >= film.pages.length) show(0);
      play.textContent = "Pause";
      timer = setTimeout(next, 1000 * film.seconds[now]);
    };
    document.getElementById("back").addEventListener("click", function () { jump(-1); });
    document.getElementById("on").addEventListener("click", function () { jump(1); });
    play.addEventListener("click", press);
    const keys = {
      ArrowLeft: function () { jump(-1); },
      ArrowRight: function () { jump(1); },
      Home: function () { stop(); show(0); },
      End: function () { stop(); show(film.pages.length - 1); },
      " ": press,
    };
    document.addEventListener("keydown", function (event) {
      const own = event.key === " " && event.target.matches("button, [type=checkbox]");  // which it presses
      if (own || !keys[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
})();
"""  # noqa: E501
