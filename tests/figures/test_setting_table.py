"""The table of the settings of a figure: every setting is in the recipe, on the command line and in
the dialog.
"""

import argparse
import shlex
from dataclasses import fields, replace
from typing import Any

import pytest

from linclass_gui.cli import exporting
from linclass_gui.figures.command_line import command_of, given_values
from linclass_gui.figures.recipe import recipe_of, values_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.figures.settings import OPTIONS, SETTINGS, ExportOptions, Setting

# Fields of a request that are more than one value, with names of their own everywhere.
STRUCTURED = {"suffix", "views", "sweep", "drag", "scenes", "titles", "panels", "scene_documents"}


def other_value(setting: Setting, usual: Any) -> Any:
    """A value that is not the default."""
    match setting.kind:
        case "mm" | "pt" | "number":
            return 1.5 * usual
        case "count":
            return 3
        case "choice":
            return next(value for value, _ in setting.choices if value != usual)
        case "text" if setting.choices:
            return next(value for value, _ in setting.choices if value != usual)
        case "text" | "paragraph":
            return "Inter, thin"
    return not usual


def recipe_with_other(setting: Setting) -> Recipe:
    """A recipe that differs from the default in one setting."""
    usual = Recipe()
    return replace(usual, **{setting.field: other_value(setting, getattr(usual, setting.field))})


def test_every_field_has_a_row() -> None:
    assert {setting.field for setting in OPTIONS} == {f.name for f in fields(ExportOptions)}
    assert {setting.field for setting in SETTINGS} == {f.name for f in fields(Recipe)} - STRUCTURED
    assert len({setting.key for setting in SETTINGS}) == len(SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_a_recipe_holds_every_setting(setting: Setting) -> None:
    recipe = recipe_with_other(setting)
    assert setting.key in values_of(recipe)
    assert recipe_of(values_of(recipe), "test") == recipe


@pytest.mark.parametrize(
    "setting", [setting for setting in SETTINGS if setting.option], ids=lambda setting: setting.key
)
def test_the_command_that_redraws_a_figure_says_every_setting(setting: Setting) -> None:
    recipe = recipe_with_other(setting)
    command = command_of("scene.json", "figure.pdf", recipe)
    parser = argparse.ArgumentParser()
    exporting.add_to(parser.add_subparsers())
    arguments = parser.parse_args(shlex.split(command)[1:])
    assert recipe_of(given_values(arguments, ".pdf"), "test") == recipe
