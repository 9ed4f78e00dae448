"""Figures of many files: the frames of a film, and a picture that grows layer by layer (overlays
for Beamer).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..draw.paper import Page, Panel
from ..draw.placing.placer import with_words
from ..layers import LAYERS
from . import exporter_of
from .motion.film import Film
from .options import ExportOptions

# The layers of the first page of a series, and those that appear together with another one.
ALWAYS, WITH = frozenset({"", "points", "grid", "selection"}), {"class-names": "boundary"}


def frames_of(film: Film, suffix: str, options: ExportOptions) -> Iterator[tuple[str, bytes]]:
    """The frames of a film in order, numbered: the end of each file's name, and its bytes."""
    digits = len(str(len(film.frames)))
    for number, frame in enumerate(film.frames, start=1):
        yield f"-{number:0{digits}d}", exporter_of(suffix).encode(frame.page, options)


def layers_of(page: Page, suffix: str, options: ExportOptions) -> Iterator[tuple[str, bytes]]:
    """The page as it grows, numbered and with the name of the new layer: the end of each file's
    name, and its bytes.
    """
    number, before = 0, b""
    for name, each in layer_series(page):
        content = exporter_of(suffix).encode(each, options)
        if content != before:  # on white paper half-planes are white
            number += 1
            yield f"-{number}-{name}", content
        before = content


def layer_series(page: Page) -> tuple[tuple[str, Page], ...]:
    """The page as it grows: first the points, then one more layer on each, all with one bounding
    box and all words in place.
    """
    found = {
        WITH.get(name, name) for panel in page.panels for name in panel.figure.layers.values()
    } - ALWAYS
    wanted = sorted(
        (o for o in LAYERS if o.name in found), key=lambda o: (o.name != "boundary", o.place)
    )
    # Words are placed once, with all layers.
    placed = (
        with_words(panel.figure, panel.transform, page.theme, page.sans) for panel in page.panels
    )
    settled = tuple(
        replace(panel, figure=replace(figure, words=()))
        for panel, figure in zip(page.panels, placed, strict=True)
    )
    steps: list[tuple[str, Page]] = []
    shown = set(ALWAYS)
    for name in ("data", *(layer.name for layer in wanted)):
        shown.add(name)
        panels = tuple(_with_layers(panel, shown) for panel in settled)
        steps.append((name, replace(page, panels=panels)))
    return tuple(steps)


def _with_layers(panel: Panel, shown: set[str]) -> Panel:
    of = panel.figure.layers
    if not of:
        return panel
    marks = tuple(
        mark for mark in panel.figure.marks if WITH.get(of.get(mark, ""), of.get(mark, "")) in shown
    )
    return replace(panel, figure=replace(panel.figure, marks=marks))
