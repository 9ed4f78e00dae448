"""Figures without a window, for the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..core.document import Document
from ..core.files.lessons import PREFIX
from ..core.fits.render import scene_of
from ..core.user_error import UserError
from ..draw.figure import Page
from ..exporters import ExportOptions, ready, write
from ..exporters.motion.directing import progress_text
from ..exporters.motion.film import Film
from ..exporters.offscreen import application_without_screen
from ..exporters.pages import page_of
from ..exporters.requests import Request, add_titles, encode_request, film_of, grid_of, shots_of
from .headless_settings import FOLDERS, check_font, request_of, says_size, settings_of_figure, suffix_of

Progress = Callable[[str], None]


def export_documents(documents: Sequence[tuple[str, Document]], options: argparse.Namespace) -> Iterator[Path]:
    """Draw the documents into files, each of its own or all in one grid, and say after each which one was written.

    Everything is checked before the first file is written.

    Raises:
        UserError: an unknown format, view, theme, size or font, or a place that cannot be written.
    """
    settings, suffix = settings_of_figure(options), suffix_of(options)
    request = request_of(options, suffix)
    together = options.grid is not None and request.motion == ""
    groups = [list(documents)] if together else [[each] for each in documents]
    if not says_size(options):
        settings = settings.roomy(*request.panels(len(groups[0]), options.grid))
    _check_titles(len(groups[0]), request)
    targets = [_target(group[0][0], len(groups), options, suffix) for group in groups]
    _check_targets(targets, [name for name, _ in documents])
    application = application_without_screen()
    check_font(settings.font)
    ready()
    if together:
        _check_grid(documents, request, options.grid)
    with _Line(len(groups)) as line:
        for group, target in zip(groups, targets, strict=True):
            for path in _write_group(group, request, settings, target, suffix, line):
                line.clear()
                yield path
            line.step()
    del application


def _write_group(
    group: Sequence[tuple[str, Document]], request: Request, settings: ExportOptions, target: Path, suffix: str, line: _Line
) -> Iterator[Path]:
    """The files of one figure, in the order in which they are written."""

    def film() -> Film:
        return film_of(scene_of(group[0][1], request.step), request, settings, line.pages)

    def page() -> Page:
        shots = add_titles([shot for _, document in group for shot in shots_of(document, request)], request)
        return page_of(grid_of(shots, request, settings, group[0][1]), settings)

    for ending, content in encode_request(request, suffix, settings, film, page):
        # A series is in a folder with the name of its scene; one file has its name already.
        yield _wrote(target.with_name(f"{target.name}{ending}{suffix}") if ending else target, content)


def _wrote(path: Path, content: bytes) -> Path:
    write(path, content)
    return path


def _check_grid(documents: Sequence[tuple[str, Document]], request: Request, grid: tuple[int, int]) -> None:
    """Refuse a grid with too few places."""
    panels = len(documents) * len(request.views) * (1 if request.sweep is None else len(request.sweep.values))
    if panels > grid[0] * grid[1]:
        raise UserError(f"--grid {grid[0]}x{grid[1]} has {grid[0] * grid[1]} places, and there are {panels} panels")


def _check_titles(scenes: int, request: Request) -> None:
    """Refuse titles for other things than the scenes of a figure."""
    if request.titles and (request.sweep is not None or len(request.titles) != scenes):
        raise UserError(f"--titles names the scenes of one figure, of which there are {scenes}; got {len(request.titles)}")


def _check_targets(targets: Sequence[Path], names: Sequence[str]) -> None:
    """Refuse to write one file twice, or over a scene that is drawn."""
    doubled = next((t for k, t in enumerate(targets) if t in targets[:k]), None)
    sources = {os.path.realpath(name) for name in names if not name.startswith(PREFIX)}
    source = next((t for t in targets if os.path.realpath(t) in sources), None)
    if source is not None:
        raise UserError(f"{source}: this is one of the scenes to be drawn; give the figure another name")
    if doubled is not None:
        raise UserError(f"two scenes would be written to {doubled}; give them different names")


class _Line:
    """A line on the terminal that says how far the work is; none where standard error is no terminal."""

    def __init__(self, figures: int) -> None:
        self._figures, self._done = figures, 0
        self._is_seen = sys.stderr is not None and sys.stderr.isatty()
        self._last = ""

    def __enter__(self) -> _Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Leave the line to others."""
        self._say("")

    def step(self) -> None:
        """One more figure is written."""
        self._done += 1
        if self._figures > 1:
            self._say(f"{self._done} of {self._figures} figures")

    def pages(self, page: int, of: int) -> None:
        """How far a film is."""
        self._say(progress_text(page, of))

    def _say(self, words: str) -> None:
        if self._is_seen and words != self._last:
            sys.stderr.write(f"\r{words:<{len(self._last)}}\r" if not words else f"\r{words:<{len(self._last)}}")
            sys.stderr.flush()
            self._last = words


def _target(name: str, count: int, options: argparse.Namespace, suffix: str) -> Path:
    """The file for one scene: OUT itself, or a file in the folder OUT."""
    output: Path = options.output
    if options.format in FOLDERS:
        return _folder(output) / Path(name.removeprefix(PREFIX)).stem
    is_folder = os.path.isdir(output)  # a name that is too long is none
    if count == 1 and output.suffix and not is_folder:
        return output if options.format is None else output.with_suffix(suffix)
    if count > 1 and not is_folder and (output.suffix or os.path.lexists(output)):
        raise UserError(f"{output}: several scenes need a folder, not one file; give -o FOLDER/ and --format")
    if not is_folder and os.path.lexists(output):
        raise UserError(f"{output}: {_what_is_there(output)}; give -o a new name such as figure.pdf, or a folder")
    return _folder(output) / (Path(name.removeprefix(PREFIX)).stem + suffix)


def _folder(output: Path) -> Path:
    """A folder that is there from now on."""
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{output}: this folder cannot be made ({error.strerror or error})") from error
    return output


def _what_is_there(path: Path) -> str:
    """What is at a path that was meant for a folder."""
    if path.is_symlink() and not path.exists():
        return "this link leads nowhere"
    return "this is a file without a suffix" if path.is_file() else "this is no ordinary file (a pipe or a device)"
