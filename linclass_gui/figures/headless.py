"""Figures without a window, for the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ..answers.scenes import scene_of
from ..errors import EmptyViewError, UserError, printable
from ..files.embedded_scene import SUFFIXES
from ..files.read import PREFIXES, bare_name
from ..files.saving import make_folder, write_atomically
from ..live.page import remarks_of_live
from ..markup.mathtext import plain
from ..markup.numbers import count_words
from ..scene.document import Document
from ..scene.scene import Scene
from .command_line import check_font, given_values, suffix_of
from .formats import ready
from .legibility import remarks
from .motion import progress_text
from .pages import sentence_of_nothing
from .pdf import encode_slides
from .project import LEFT_OUT, ProjectFigure, make_figures, read_project
from .recipe import files_of, recipe_of, recipe_with
from .requests import FigurePanel, Recipe
from .scripting import application_without_screen
from .settings import FOLDERS, ExportOptions
from .shots import Shot, picture_shots
from .slides import check_place, options_of_pages, pages_of_talk
from .sources import blocks_of_view
from .talk import Talk

WITHOUT_PICTURE = frozenset({".csv", ".py"})
ONE_SCENE = "Holds the first scene as it is: this format has no panels and no views."


def export_documents(
    documents: Sequence[tuple[str, Document]], options: argparse.Namespace
) -> Iterator[Path]:
    """Draw the documents into files, one each or all in one figure, and yield each file written.

    A figure, and a scene that holds the recipe of its last figure, are drawn by that recipe,
    changed by the arguments.  Everything but empty views is checked before the first file is
    written.

    Raises:
        EmptyViewError: a view has nothing to show; with ``options.keep_going`` at the end.
        UserError: an unknown format, view, theme, size or font, or a place that cannot be written.
    """
    is_one_figure = (options.grid is not None or bool(options.panel)) and not (
        options.is_run or options.steps
    )
    groups = [list(documents)] if is_one_figure else [[document] for document in documents]
    if options.output is None:
        _check_same_place(groups)
    recipes = [_recipe_of_group(group, options).with_scenes for group in groups]
    targets = [
        _target(group[0][0], len(groups), options, recipe.suffix)
        for group, recipe in zip(groups, recipes, strict=True)
    ]
    _check_targets(targets, [] if options.output is None else [name for name, _ in documents])
    with _drawing(recipes) as line:
        left_out = 0
        for group, recipe, target in zip(groups, recipes, targets, strict=True):
            scene = scene_of(group[0][1], recipe.step)
            shots = picture_shots(scene, recipe)
            line.clear()
            if not _report(target, scene, recipe, options.keep_going, shots):
                left_out += 1
                continue
            for ending, content in files_of(scene, recipe, line.pages, shots):
                # A series is named after its scene in a folder, or after OUT; one file has its name
                # already.
                stem = target.stem if target.suffix == recipe.suffix else target.name
                path = target.with_name(f"{stem}{ending}{recipe.suffix}") if ending else target
                write_atomically(path, content)
                line.clear()
                yield path
            line.step()
        _check_all_written(left_out, len(groups))


@contextmanager
def _drawing(looks: Sequence[ExportOptions]) -> Iterator[Line]:
    """The progress line of figures, one for each look, while they can be drawn in its font.

    Raises:
        UserError: there is no such font.
    """
    application = application_without_screen()
    for look in looks:
        check_font(look.font)
    ready()
    with Line(len(looks)) as line:
        yield line
    del application


def _report(
    figure: Path,
    scene: Scene,
    recipe: Recipe,
    keeps_going: bool = True,
    shots: Sequence[Shot] = (),
) -> bool:
    """Report on standard error what a figure lacks, what is hard to read in it, and the size at
    which it is not; whether every view has something to show.

    Raises:
        EmptyViewError: not so, and it does not keep going.
    """
    emptiness = ""
    if recipe.live:
        has_numbers = any(map(blocks_of_view, recipe.views))
        left_out = ["The page leaves out the blocks of numbers."] if has_numbers else []
        words = " ".join([*remarks_of_live(scene), *left_out])
    elif recipe.suffix in WITHOUT_PICTURE:
        words = "" if recipe.is_canvas_alone else ONE_SCENE
    else:
        emptiness = sentence_of_nothing(scene, recipe, shots)
        words = emptiness or remarks(scene, recipe, shots)
    if (scene.document.recipe or {}).get("motion") and not recipe.motion:
        words = f"{words} No film: {recipe.suffix} shows one page.".strip()
    if emptiness and not keeps_going:
        raise EmptyViewError(f"{figure}: {emptiness}")
    if words and sys.stderr is not None:
        sys.stderr.write(f"{printable(f'{figure}: {words}')}\n")
    return not emptiness


def _check_all_written(left_out: int, count: int) -> None:
    """Refuse to end as if all were well after figures that were left out."""
    if left_out:
        raise EmptyViewError(f"{left_out} of {count_words(count, 'figure')} not written")


def export_project(
    project: Path, all_of_them: bool, keeps_going: bool
) -> Iterator[tuple[Path, str]]:
    """Draw the figures of a project that changed, or all of them; yields each file, and what was
    done.

    Raises:
        EmptyViewError: a view has nothing to show; where it ``keeps_going``, at the end.
        UserError: the project or one of its figures is wrong.
    """
    entries = read_project(project)
    left_out = 0
    with _drawing([entry.recipe for entry in entries]) as line:

        def has_content(entry: ProjectFigure, scene: Scene, shots: Sequence[Shot]) -> bool:
            line.clear()
            return _report(entry.output, scene, entry.recipe, keeps_going, shots)

        for entry, did in make_figures(entries, line.pages, all_of_them, has_content):
            line.clear()
            left_out += did == LEFT_OUT
            yield entry.output, did
            line.step()
    _check_all_written(left_out, len(entries))


@dataclass(frozen=True)
class TalkWritten:
    """A talk as a PDF: its file, how many slides are its pages, and why others are not."""

    path: Path
    pages: int
    refusals: tuple[str, ...]


def export_talk(talk: Talk, options: argparse.Namespace) -> TalkWritten:
    """Write the slides of a talk as one PDF, a page each under its title, and the notes below where
    they are asked for.  Lessons are shown with all their steps.  A slide that cannot be drawn is
    left out, and named with its reason.

    Raises:
        UserError: the file is no PDF or is a slide itself, or no slide can be drawn.
    """
    target: Path = options.output
    _check_target_of_talk(talk, target)
    values = given_values(options, ".pdf")
    page_options = options_of_pages(values)
    with _drawing([page_options] * len(talk.slides)) as line:
        pages, refusals = pages_of_talk(talk, values, line.step, _report)
        content = encode_slides(pages, page_options, plain(talk.title), options.with_notes)
    write_atomically(target, content)
    return TalkWritten(target, len(pages), refusals)


def _check_target_of_talk(talk: Talk, target: Path) -> None:
    if target.suffix.lower() != ".pdf" and talk.is_of_figures:
        raise UserError(
            f"{talk.file} says itself where each figure goes: leave out -o {target}, or give -o "
            f"{talk.file.stem}.pdf for all of them as pages"
        )
    if target.suffix.lower() != ".pdf":
        raise UserError(
            f"{target}: slides are written as one PDF; give -o a name such as {target.stem}.pdf"
        )
    check_place(talk, target)


def _recipe_of_group(group: Sequence[tuple[str, Document]], options: argparse.Namespace) -> Recipe:
    """The recipe of one figure: that of its scene or lesson, changed by the arguments."""
    (name, document), *other_scenes = group
    format = (document.recipe or {}).get("format")
    values = given_values(options, suffix_of(options, f".{format}" if format else ""))
    if other_scenes:
        recipe = recipe_of(values | {"scenes": [name for name, _ in other_scenes]}, "export")
        recipe = replace(recipe, scene_documents=dict(other_scenes))
        _check_titles(recipe)
        if not (recipe.panels or {"step", "views", "sweep"} & set(values)):
            recipe = recipe.settled_beside(FigurePanel.as_figure("", document))
    else:
        recipe = recipe_with(name, document, values, "export")
    if options.steps and not recipe.motion:
        recipe = replace(recipe, motion="run")
    if options.output is None and recipe.series:
        raise UserError(
            f"{name}: this is one file of a series; say where the series goes, as in -o "
            f"{Path(name).name}"
        )
    _check_grid(recipe, options.grid)
    _check_titles(recipe)
    return recipe


def _check_same_place(groups: Sequence[Sequence[tuple[str, Document]]]) -> None:
    """Refuse to draw without a target, except for figures, which are redrawn in place."""
    name = next(
        (
            group[0][0]
            for group in groups
            if len(group) > 1 or Path(group[0][0]).suffix.lower() not in SUFFIXES
        ),
        None,
    )
    if name is not None:
        raise UserError(f"{name}: say where the figure goes, as in -o figure.pdf")


def _check_grid(recipe: Recipe, grid: tuple[int, int] | None) -> None:
    """Refuse a grid with too few places."""
    panels = recipe.panels_and_rows()[0]
    if grid is not None and panels > grid[0] * grid[1]:
        raise UserError(
            f"--grid {grid[0]}x{grid[1]} has {grid[0] * grid[1]} places, and there are {panels} "
            "panels"
        )


def _check_titles(recipe: Recipe) -> None:
    """Refuse titles that are not for the scenes of a figure."""
    scenes = 1 + len(recipe.scenes)
    if recipe.titles and (recipe.sweep is not None or len(recipe.titles) != scenes):
        raise UserError(
            f"--titles names the scenes of one figure, of which there are {scenes}; got "
            f"{len(recipe.titles)}"
        )


def _check_targets(targets: Sequence[Path], names: Sequence[str]) -> None:
    """Refuse to write one file twice, or over a scene that is drawn."""
    doubled = next((t for k, t in enumerate(targets) if t in targets[:k]), None)
    sources = {os.path.realpath(name) for name in names if not name.startswith(PREFIXES)}
    source = next((t for t in targets if os.path.realpath(t) in sources), None)
    if source is not None:
        raise UserError(
            f"{source}: this is one of the scenes to be drawn; give the figure another name"
        )
    if doubled is not None:
        raise UserError(f"two scenes would be written to {doubled}; give them different names")


class Line:
    """A progress line on the terminal; none where standard error is not a terminal."""

    def __init__(self, figures: int) -> None:
        self._figures, self._done = figures, 0
        self._is_seen = sys.stderr is not None and sys.stderr.isatty()
        self._last = ""

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Clear the line."""
        self._say("")

    def step(self) -> None:
        """Count one more figure as written."""
        self._done += 1
        if self._figures > 1:
            self._say(f"{self._done} of {self._figures} figures")

    def pages(self, page: int, of: int) -> None:
        """Show the progress of a film."""
        self._say(progress_text(page, of))

    def _say(self, words: str) -> None:
        if self._is_seen and words != self._last:
            sys.stderr.write(
                f"\r{words:<{len(self._last)}}\r" if not words else f"\r{words:<{len(self._last)}}"
            )
            sys.stderr.flush()
            self._last = words


def _target(name: str, count: int, options: argparse.Namespace, suffix: str) -> Path:
    """The file for one scene: OUT itself, or a file in the folder OUT."""
    output: Path = options.output or Path(name)
    if options.output is None:
        return output
    if options.format in FOLDERS:
        return make_folder(output) / bare_name(name)
    is_folder = os.path.isdir(output)  # a name that is too long is none
    if count == 1 and output.suffix and not is_folder:
        return output if options.format is None else output.with_suffix(suffix)
    if count > 1 and not is_folder and (output.suffix or os.path.lexists(output)):
        advice = (
            ", one film each"
            if options.is_run or options.steps
            else ", or --grid RxC for one figure"
        )
        raise UserError(
            f"{output}: several scenes need a folder{advice}; give -o FOLDER/ and --format"
        )
    if not is_folder and os.path.lexists(output):
        raise UserError(
            f"{output}: {_what_is_there(output)}; give -o a new name such as figure.pdf, or a "
            "folder"
        )
    return make_folder(output) / (bare_name(name) + suffix)


def _what_is_there(path: Path) -> str:
    """Why a path cannot be a folder."""
    if path.is_symlink() and not path.exists():
        return "this link leads nowhere"
    return (
        "this is a file without a suffix"
        if path.is_file()
        else "this is no ordinary file (a pipe or a device)"
    )
