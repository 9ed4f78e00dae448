"""The settings of a figure on the command line.

Arguments become the values of a recipe, and a figure becomes the command that redraws it.
"""

from __future__ import annotations

import argparse
import re
import shlex
from typing import Any

from PySide6.QtGui import QFontDatabase

from ..answers.sweeps import END, STEP
from ..draw.fonts import load_fonts
from ..errors import UserError, quote
from ..files.shipped import LESSON_PREFIX
from .formats import exporter_of, shows_films
from .requests import FigurePanel, Recipe
from .settings import FOLDERS, OPTIONS, REQUEST, SETTINGS, Motion, Setting, suffix_named
from .sources import check_layers

POINTS_PER_MM = 72.0 / 25.4
NUMBER = r"[0-9]*\.?[0-9]+"
UNITS_IN_MM = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 1.0 / POINTS_PER_MM}
# Arguments without a row in the table of settings that are values of a recipe of the same name.
AS_GIVEN = ("size", "sweep", "titles")
VIEW_OF_PANEL = 'a panel shows one view: write it in the panel, as in --panel ". view=roc"'


def given_values(options: argparse.Namespace, suffix: str) -> dict[str, Any]:
    """The arguments about a figure as values of its recipe; a sweep without a grid is a film where
    the format shows films.

    Raises:
        UserError: an unknown view, several for a panel, a wrong length, or two things that move.
    """
    values: dict[str, Any] = {name: getattr(options, name) for name in AS_GIVEN}
    values |= {
        setting.key: _value_in(setting, getattr(options, setting.key))
        for setting in SETTINGS
        if setting.option
    }
    values |= {
        "format": suffix.removeprefix("."),
        "columns": None if options.grid is None else options.grid[1],
        "panels": [panel_values(text) for text in options.panel] or None,
        "motion": _motion_of(options, suffix) or None,
        "drag": None if options.drag is None else list(options.drag),
        "series": FOLDERS.get(options.format),
    }
    views = options.views or options.view
    if views is not None:
        names = [name.strip() for name in views.split(",") if name.strip()]
        if not options.panel:
            values["views"] = names
        elif len(names) == 1:  # of each panel that names none
            values["panels"] = [{"view": names[0]} | panel for panel in values["panels"]]
        else:
            raise UserError(f"{VIEW_OF_PANEL}; got {quote(views)}")
    return {key: value for key, value in values.items() if value is not None}


def _value_in(setting: Setting, argument: Any) -> Any:
    """The value of an argument in a recipe."""
    if argument is None:
        return None
    match setting.kind:
        case "mm":
            return length_mm(argument)
        case "pt":
            return points(argument)
    return argument


def panel_values(text: str) -> dict[str, Any]:
    """A panel on the command line: ``SCENE view=... title=... layers=NAME,NAME methods=NAME,NAME
    step=K PARAMETER=VALUE``, the scene ``.`` for the first one.

    Raises:
        UserError: it is not written so.
    """
    try:
        scene, *words = shlex.split(text)
        text_by_key: dict[str, str] = dict(word.split("=", 1) for word in words)
        if len(text_by_key) < len(words):
            raise ValueError
    except ValueError:
        raise UserError(
            "--panel: write SCENE view=NAME title='TEXT' layers=NAME,NAME methods=NAME,NAME "
            f"step=K PARAMETER=VALUE, each once; got {quote(text)}"
        ) from None
    values: dict[str, Any] = {"scene": "" if scene == "." else scene}
    settings: dict[str, str] = {}
    for key, value in text_by_key.items():
        if key in ("layers", "methods"):
            values[key] = [name for name in value.split(",") if name]
            if key == "layers":
                check_layers(values[key])
        elif key in ("view", "title"):
            values[key] = value
        elif key == STEP:
            # without a step a panel shows the end of its run
            if value != END:
                values[key] = int(value) if value.isdecimal() else value
        else:
            settings[key] = value
    return values | ({"settings": settings} if settings else {})


def _motion_of(options: argparse.Namespace, suffix: str) -> Motion:
    """The motion that the arguments give; a sweep without a grid is one only where the format shows
    films.
    """
    moves = options.format == "frames" or shows_films(suffix)
    motions: list[Motion] = []
    motions += ["run"] if options.is_run else []
    motions += ["drag"] if options.drag is not None else []
    motions += ["sweep"] if options.sweep is not None and moves and options.grid is None else []
    if len(motions) > 1:
        raise UserError("a film shows one thing that moves: --run, --drag or --sweep")
    return motions[0] if motions else ""


def suffix_of(options: argparse.Namespace, usual: str = "") -> str:
    """The format that the arguments name as its suffix, else the usual one.

    Raises:
        UserError: there is no such format.
    """
    return exporter_of(suffix_named(options) or usual or ".pdf").suffix


def check_font(family: str | None) -> None:
    """Refuse a missing family: Qt would silently take another one.

    Raises:
        UserError: there is no such family.
    """
    load_fonts()
    if family is not None and not QFontDatabase.hasFamily(family):
        raise UserError(f"--font: there is no font family {quote(family)} on this machine")


def points(text: str) -> float:
    """A size of text in points, the default unit, which are kept unconverted.

    Raises:
        UserError: this is not a length.
    """
    words = text.strip()
    plain = words.removesuffix("pt").strip()
    if re.fullmatch(NUMBER, plain):
        return float(plain)
    return length_mm(words) * POINTS_PER_MM


def length_mm(text: str) -> float:
    """A length with its unit (mm, cm, in, pt; mm when it has none) in millimetres.

    Raises:
        UserError: this is not a length.
    """
    match = re.fullmatch(rf"\s*({NUMBER})\s*([a-z]*)\s*", text)
    if match is None or match[2] not in UNITS_IN_MM:
        raise UserError(
            f"a length is a number with mm, cm, in or pt, as in 84mm; got {quote(text)}"
        )
    return float(match[1]) * UNITS_IN_MM[match[2]]


def command_of(scene: str, target: str, recipe: Recipe) -> str:
    """``linclass-gui export SCENE -o TARGET ...`` with what differs from the defaults."""
    usual, words = Recipe(), ["linclass-gui", "export", scene, *recipe.scenes, "-o", target]
    if recipe.series:
        stem, _, suffix = target.rpartition(".")
        words = [*words[:-1], stem or suffix, "--format", recipe.series, "--frame-format", suffix]
    is_lesson, panels = scene.startswith(LESSON_PREFIX), recipe.panels_and_rows()[0]
    # The usual size of a page of several panels is another one.
    size = (recipe.width_mm, recipe.height_mm)
    is_sized = panels > 1 or size != (usual.width_mm, usual.height_mm)
    for setting in OPTIONS:
        is_said = is_sized and setting.kind == "mm"
        default = None if is_said else getattr(usual, setting.field)
        words += _argument(setting, getattr(recipe, setting.field), default)
    return shlex.join([*words, *_content(recipe, is_lesson)])


def _argument(setting: Setting, value: Any, usual: Any) -> list[str]:
    """The words that set a value; none for the default, and where other arguments set it."""
    if value == usual or not setting.option:
        return []
    match setting.kind:
        case "switch":
            return [setting.option]
        case "either":
            return [setting.option if value else setting.option.replace("--", "--no-", 1)]
        case "number" | "mm" | "pt":
            unit = "" if setting.kind == "number" else setting.kind
            return [setting.option, f"{_number_text(value)}{unit}"]
    return [setting.option, str(value)]


def _number_text(value: float) -> str:
    """A number with all its digits, whole ones whole."""
    return format(value, "g") if float(format(value, "g")) == value else repr(value)


def _panel_text(panel: FigurePanel) -> str:
    """A panel as the command line reads it."""
    values = {
        "view": panel.view if panel.view != FigurePanel.view else "",
        "title": panel.title,
        "step": "" if panel.step is None else str(panel.step),
        "methods": ",".join(panel.methods or ()),
    }
    words = [panel.scene or ".", *(f"{key}={value}" for key, value in values.items() if value)]
    words += [f"{name}={value}" for name, value in panel.settings]
    return shlex.join(
        words if panel.layers is None else [*words, f"layers={','.join(sorted(panel.layers))}"]
    )


def _content(recipe: Recipe, is_lesson: bool) -> list[str]:
    words = (
        ["--views", ",".join(recipe.views)] if is_lesson or recipe.views != Recipe().views else []
    )
    is_film = bool(recipe.motion)
    if recipe.sweep is not None and (not is_film or recipe.motion == "sweep"):
        words += ["--sweep", recipe.sweep.text]
    panels = recipe.panels_and_rows()[0]
    words += [word for panel in recipe.panels for word in ("--panel", _panel_text(panel))]
    if not is_film and (
        recipe.sweep is not None or recipe.scenes or (recipe.columns is not None and panels > 1)
    ):
        columns = recipe.columns or min(panels, 2)
        words += ["--grid", f"{-(-panels // columns)}x{columns}"]
    words += ["--titles", *recipe.titles] if recipe.titles and not is_film else []
    words += ["--run"] if recipe.motion == "run" else []
    if recipe.drag is not None and recipe.motion == "drag":
        words += ["--drag", ",".join(map(repr, recipe.drag))]
    usual = Recipe()
    for setting in REQUEST:
        words += _argument(setting, getattr(recipe, setting.field), getattr(usual, setting.field))
    return words
