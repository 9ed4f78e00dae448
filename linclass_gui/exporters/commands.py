"""The command line that draws a figure again."""

from __future__ import annotations

import shlex

from ..core.appearance.sizes import PRESETS
from .options import ExportOptions
from .requests import Request

NUMBERS = (("line_factor", "--lines"), ("point_factor", "--points"))
SWITCHES = (("transparent", "--transparent"), ("text_as_outlines", "--outlines"))


def command_of(scene: str, target: str, request: Request, options: ExportOptions) -> str:
    """``linclass-gui export SCENE -o TARGET ...`` with what differs from the defaults."""
    usual, words = ExportOptions(), ["linclass-gui", "export", scene, *request.scenes, "-o", target]
    words += _size(options)
    for name, option in NUMBERS:
        if getattr(options, name) != getattr(usual, name):
            words += [option, f"{getattr(options, name):g}"]
    for name, option in SWITCHES:
        words += [option] if getattr(options, name) else []
    words += ["--theme", options.theme] if options.theme != usual.theme else []
    words += ["--font", options.font] if options.font else []
    words += ["--dpi", f"{options.dpi:g}"] if options.dpi != usual.dpi else []
    words += ["--alt", options.alt] if options.alt else []
    return shlex.join([*words, *_of_request(request)])


def _size(options: ExportOptions) -> list[str]:
    """A preset where one has this size, else millimetres; the text where it is not that of the size."""
    size = (options.width_mm, options.height_mm)
    preset = next((name for name, known in PRESETS.items() if (known.width_mm, known.height_mm) == size), None)
    if preset is None:
        words, text = ["--width", f"{size[0]:g}mm", "--height", f"{size[1]:g}mm"], ExportOptions().font_size_pt
    else:
        words, text = (["--size", preset] if preset != "a4-column" else []), PRESETS[preset].font_size_pt
    return words + (["--font-size", f"{options.font_size_pt:g}pt"] if options.font_size_pt != text else [])


def _of_request(request: Request) -> list[str]:
    words = ["--views", ",".join(request.views)] if request.views != Request().views else []
    if request.scenes and request.sweep is None and not request.motion:
        panels = (1 + len(request.scenes)) * len(request.views)
        columns = request.columns or min(panels, 2)
        words += ["--grid", f"{-(-panels // columns)}x{columns}"]
    if request.sweep is not None:
        words += ["--sweep", f"{request.sweep.name}={','.join(request.sweep.values)}"]
        if request.motion != "sweep":
            panels = len(request.sweep.values) * len(request.views) * (1 + len(request.scenes))
            columns = request.columns or min(panels, 2)
            words += ["--grid", f"{-(-panels // columns)}x{columns}"]
    words += ["--run"] if request.motion == "run" else []
    if request.drag is not None and request.motion == "drag":
        row, x, y = request.drag
        words += ["--drag", f"{row + 1},{x!r},{y!r}"]
    words += ["--step", str(request.step)] if request.step is not None else []
    switches = ((request.letters, "--no-letters"), (request.notes, "--no-notes"), (request.legend, "--no-legend"))
    return [*words, *(option for wanted, option in switches if not wanted)]
