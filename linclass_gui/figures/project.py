"""All figures of a lecture in one readable file: for each its scene, its output file, and its
recipe.

::

    [[figure]]
    scene = "lesson:xor"
    output = "xor.pdf"
    size = "beamer-16x9-half"

The same file may list the slides of a talk (:mod:`.talk`).  Names are names of files beside it.
A figure is redrawn where the existing file does not carry its scene and recipe; a format that
carries nothing is always drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..answers.scenes import scene_of
from ..errors import UserError, quote
from ..files.codec import encode
from ..files.embedded_scene import SUFFIXES as CARRYING
from ..files.embedded_scene import embedded_text, is_figure
from ..files.first_picture import open_and_log
from ..files.json_values import is_text
from ..files.read import PREFIXES
from ..files.saving import write_atomically
from ..files.text_files import open_ordinary, read_bytes
from ..files.toml_lists import append_entry, toml_of
from ..scene.document import Document
from ..scene.scene import Scene
from .motion import Progress, silently
from .recipe import SCENES, SIZE, carried_document, files_of, recipe_with
from .requests import Recipe
from .shots import Shot, picture_shots
from .talk import FIGURE, OUTPUT, SCENE, SLIDE, TITLE

TABLE = FIGURE
MOST_FIGURES = 1000
WRITTEN, UNCHANGED, LEFT_OUT = "written", "unchanged", "left out"  # what was done with a figure


@dataclass(frozen=True)
class ProjectFigure:
    """A figure of a project: its scene, its file, and how it is made."""

    scene: str
    output: Path
    recipe: Recipe
    document: Document


def read_project(path: Path) -> tuple[ProjectFigure, ...]:
    """The figures of a project file.

    Raises:
        UserError: the file is missing, is not TOML (with line and column), an entry is wrong, or a
            scene cannot be read.
    """
    raw = toml_of(path)
    figures = raw.get(TABLE)
    if (
        set(raw) - {TITLE, SLIDE} != {TABLE}
        or not isinstance(figures, list)
        or not figures
        or not all(isinstance(figure, dict) for figure in figures)
    ):
        raise UserError(f"{path}: a project is a list of figures, each after a line [[{TABLE}]]")
    if len(figures) > MOST_FIGURES:
        raise UserError(
            f"{path}: a project has at most {MOST_FIGURES} figures; this one has {len(figures)}"
        )
    entries = tuple(
        _entry(figure, path, f"{path}, figure {k}") for k, figure in enumerate(figures, start=1)
    )
    outputs = [entry.output for entry in entries]
    double = next((output for k, output in enumerate(outputs) if output in outputs[:k]), None)
    if double is not None:
        raise UserError(
            f"{path}: two figures would be written to {double}; give them different names"
        )
    return entries


def _entry(values: Mapping[str, Any], project: Path, source: str) -> ProjectFigure:
    for key in (SCENE, OUTPUT):
        if not is_text(values.get(key)) or not str(values[key]).strip():
            raise UserError(
                f"{source}: {key} is missing; give "
                f"{'a file or lesson:NAME' if key == SCENE else 'a file'}"
            )

    def find(name: str) -> str:
        return str(project.parent / name)

    scene, output = str(values[SCENE]), project.parent / str(values[OUTPUT])
    if not output.resolve().is_relative_to(project.parent.resolve()):
        raise UserError(
            f"{source}: output must be a file below the folder of the project; got "
            f"{quote(str(values[OUTPUT]))}"
        )
    document = open_and_log(scene if scene.startswith(PREFIXES) else find(scene))
    recipe_values = {key: value for key, value in values.items() if key not in (SCENE, OUTPUT)}
    recipe_values["format"] = recipe_values.get("format", output.suffix or "pdf")
    recipe = recipe_with(scene, document, recipe_values, source, find)
    return ProjectFigure(scene, output, recipe, document)


def make_figures(
    entries: Sequence[ProjectFigure],
    progress: Progress = silently,
    all_of_them: bool = False,
    has_content: Callable[[ProjectFigure, Scene, Sequence[Shot]], bool] = lambda *_: True,
) -> Iterator[tuple[ProjectFigure, str]]:
    """Draw the figures that are missing or outdated; yields for each ``written``, ``unchanged``, or
    ``left out`` where it has no content.

    Raises:
        UserError: a figure cannot be drawn or written, or a file there is no figure.
    """
    for entry in entries:
        if not all_of_them and _is_current(entry):
            yield entry, UNCHANGED
            continue
        scene = scene_of(entry.document, entry.recipe.step)
        shots = picture_shots(scene, entry.recipe)
        if not has_content(entry, scene, shots):
            yield entry, LEFT_OUT
            continue
        entry.output.parent.mkdir(parents=True, exist_ok=True)
        for ending, content in files_of(scene, entry.recipe, progress, shots):
            path = entry.output.with_name(f"{entry.output.stem}{ending}{entry.recipe.suffix}")
            if path.exists() and not _is_own(path, content):
                raise UserError(
                    f"{path}: there is such a file that linclass did not write; move it away, or "
                    "name another output"
                )
            write_atomically(path, content)
        yield entry, WRITTEN


def _is_current(entry: ProjectFigure) -> bool:
    """Whether the file carries the scene and recipe of the figure."""
    if entry.recipe.series:
        return False
    text = _carried_text(entry.output)
    return text == encode(carried_document(entry.document, entry.recipe.with_scenes))


def _carried_text(path: Path) -> str:
    """The scene that a figure carries, as text; empty without one."""
    try:
        content = read_bytes(path)
        return embedded_text(content, str(path)) if is_figure(path, content) else ""
    except UserError:
        return ""


def _is_own(path: Path, content: bytes) -> bool:
    """Whether a file was written by the program, as far as it says: it carries a scene or, where
    the format has none, it begins as the new content does.
    """
    if path.suffix.lower() in CARRYING:
        return bool(_carried_text(path))
    with open_ordinary(path) as file:
        return file.readline() == content.splitlines(keepends=True)[0]


def append_figure(path: Path, scene: str, output: str, values: Mapping[str, Any]) -> None:
    """Add a figure at the end of a project file, which is made where there is none.

    Raises:
        UserError: the file cannot be written.
    """
    entries = {SCENE: scene, OUTPUT: output} | {
        k: v for k, v in values.items() if k not in ("format", SIZE)
    }
    if SCENES in entries:
        entries[SCENES] = [
            scene_entry if isinstance(scene_entry, str) else scene_entry["name"]
            for scene_entry in entries[SCENES]
        ]
    append_entry(path, TABLE, entries)
