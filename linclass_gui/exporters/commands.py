"""The command line that redraws a figure."""

from __future__ import annotations

import shlex

from ..files.shipped import LESSON_PREFIX
from ..scene.theme import PRESETS
from .options import ExportOptions
from .requests import Panel, Request

NUMBERS = (("line_factor", "--lines"), ("point_factor", "--points"))
SWITCHES = (("transparent", "--transparent"), ("text_as_outlines", "--outlines"))


def command_of(scene: str, target: str, request: Request, options: ExportOptions) -> str:
    """``linclass-gui export SCENE -o TARGET ...`` with what differs from the defaults."""
    usual, words = ExportOptions(), ["linclass-gui", "export", scene, *request.scenes, "-o", target]
    if request.series:
        stem, _, suffix = target.rpartition(".")
        words = [*words[:-1], stem or suffix, "--format", request.series, "--frame-format", suffix]
    # The figure of a lesson, and the page of several panels, are taken only without these
    # arguments.
    is_lesson, panels = scene.startswith(LESSON_PREFIX), request.panels_and_rows()[0]
    words += _size(options, is_said=panels > 1)
    for name, option in NUMBERS:
        if getattr(options, name) != getattr(usual, name):
            words += [option, _number_text(getattr(options, name))]
    for name, option in SWITCHES:
        words += [option] if getattr(options, name) else []
    words += ["--theme", options.theme] if options.theme != usual.theme else []
    words += ["--font", options.font] if options.font else []
    words += ["--dpi", _number_text(options.dpi)] if options.dpi != usual.dpi else []
    words += ["--alt", options.alt] if options.alt else []
    return shlex.join([*words, *_of_request(request, is_lesson)])


def _number_text(value: float) -> str:
    """A number with all its digits, whole ones whole."""
    return format(value, "g") if float(format(value, "g")) == value else repr(value)


def _size(options: ExportOptions, is_said: bool) -> list[str]:
    """A preset where one has this size, else millimetres; the text where it is not that of the
    size.
    """
    size = (options.width_mm, options.height_mm)
    preset = next(
        (name for name, known in PRESETS.items() if (known.width_mm, known.height_mm) == size), None
    )
    if preset is None:
        words, text = (
            ["--width", f"{_number_text(size[0])}mm", "--height", f"{_number_text(size[1])}mm"],
            ExportOptions().font_size_pt,
        )
    else:
        words, text = (
            (["--size", preset] if is_said or preset != "a4-column" else []),
            PRESETS[preset].font_size_pt,
        )
    return words + (
        ["--font-size", f"{_number_text(options.font_size_pt)}pt"]
        if options.font_size_pt != text
        else []
    )


def _panel_text(panel: Panel) -> str:
    """A panel as the command line reads it."""
    step = "" if panel.step is None else str(panel.step)
    said = {
        "view": panel.view if panel.view != Panel.view else "",
        "title": panel.title,
        "step": step,
    }
    words = [panel.scene or ".", *(f"{key}={value}" for key, value in said.items() if value)]
    return shlex.join(
        words if panel.layers is None else [*words, f"layers={','.join(sorted(panel.layers))}"]
    )


def _of_request(request: Request, is_lesson: bool) -> list[str]:
    words = (
        ["--views", ",".join(request.views)]
        if is_lesson or request.views != Request().views
        else []
    )
    is_film = bool(request.motion)
    if request.sweep is not None and (not is_film or request.motion == "sweep"):
        words += ["--sweep", request.sweep.text]
    panels = request.panels_and_rows()[0]
    words += ["--axes", request.axes] if request.axes != Request().axes else []
    words += [word for panel in request.panels for word in ("--panel", _panel_text(panel))]
    if not is_film and (
        request.sweep is not None or request.scenes or (request.columns is not None and panels > 1)
    ):
        columns = request.columns or min(panels, 2)
        words += ["--grid", f"{-(-panels // columns)}x{columns}"]
    words += ["--titles", *request.titles] if request.titles and not is_film else []
    words += (
        ["--run"] if request.motion == "run" else ["--morph"] if request.motion == "morph" else []
    )
    if request.drag is not None and request.motion == "drag":
        row, x, y = request.drag
        words += ["--drag", f"{row + 1},{x!r},{y!r}"]
    words += ["--step", str(request.step)] if request.step is not None else []
    switches = (
        (not request.letters, "--no-letters"),
        (not request.notes, "--no-notes"),
        (not request.legend, "--no-legend"),
        (not request.captions, "--no-captions"),
        (request.names is False, "--no-names"),
        (request.names is True, "--names"),
        (request.steps, "--steps"),
        (request.live, "--live"),
    )
    return [*words, *(option for is_said, option in switches if is_said)]
