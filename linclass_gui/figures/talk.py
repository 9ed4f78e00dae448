"""A talk: slides in their order, as a readable file or a folder says them.

::

    title = "Margins"

    [[slide]]
    scene = "clouds.json"
    title = "Which line?"
    notes = "Let them guess before the margins come."
    layers = ["boundary"]

``scene`` is a scene, a figure that carries one, a table, or ``lesson:NAME``, beside the file.  The
rest may be missing: ``title`` stands above the picture, ``notes`` are for the lecturer alone;
``layers``, ``methods`` (by name), ``step`` of the run and ``plots`` are shown first.  The same file
may list figures (:mod:`.project`); where it has no slides, its figures are the slides.  A talk is a
course, whose lessons are the slides.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from ..answers.sweeps import shared_names, with_methods_on
from ..errors import UserError, join_names, quote, quote_json
from ..files.embedded_scene import SUFFIXES, embedded_text
from ..files.first_picture import open_document
from ..files.json_values import is_text, is_whole
from ..files.read import PREFIXES, SCENES, bare_name
from ..files.saving import Stamp, stamp_of
from ..files.text_files import read_bytes
from ..files.toml_lists import SUFFIX, append_entry, lines_of_entries, reorder_entries, toml_of
from ..layers import LAYERS
from ..lessons.course import MOST_FILES, Course, RefusedLesson, paths_in
from ..lessons.lesson import Lesson
from ..lessons.lesson_file import lesson_of
from ..markup.mathtext import escape_label
from ..plots import PLOTS
from ..scene.document import Document

NAME = f"talk{SUFFIX}"  # of the talk in a folder
SLIDE, FIGURE = "slide", "figure"  # the lists of the file
SCENE, TITLE, NOTES, STEP = "scene", "title", "notes", "step"
OUTPUT = "output"  # of a figure
NAMES = {
    "layers": tuple(layer.name for layer in LAYERS),
    "plots": tuple(plot.name for plot in PLOTS),
}
KEYS = (SCENE, TITLE, NOTES, "layers", "methods", STEP, "plots")
LARGEST_STEP = 10**9


@dataclass(frozen=True, eq=False)
class Slide(Lesson):
    """A slide: ``document`` is shown first, ``own_document`` is the scene as its ``path`` (None: a
    lesson of the program) holds it in the state ``stamp``, ``entry`` names it in the talk.  Where a
    figure of a project is the slide, ``figure_values`` are those of its recipe.
    """

    entry: str = ""
    place: int = 0  # of its entry in the talk, counted from 1
    path: Path | None = None
    stamp: Stamp | None = None
    own_document: Document = field(default_factory=Document.empty)
    own_notes: str = ""
    figure_values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The title of the slide or of its scene, else the name of its file."""
        return self.document.title or escape_label(bare_name(self.entry))

    @property
    def notes(self) -> str:
        """The words for the lecturer alone: of the talk, else of the scene; then those of a
        lesson.
        """
        return "\n".join(filter(None, (self.own_notes, self.words)))

    def as_saved(self, document: Document) -> Document:
        """A changed scene as its file holds it: with its own title, layers and methods where only
        the talk chose others.
        """
        kept_values = {
            name: getattr(self.own_document, name)
            for name in ("title", "layers", "selected")
            if getattr(document, name) == getattr(self.document, name)
        }
        if [m.enabled for m in document.methods] == [m.enabled for m in self.document.methods]:
            enabled = {m.id: m.enabled for m in self.own_document.methods}
            kept_values["methods"] = tuple(
                replace(m, enabled=enabled[m.id]) for m in document.methods if m.id in enabled
            )
        return replace(document, **kept_values)


@dataclass(frozen=True, eq=False)
class Talk(Course):
    """Slides in their order; ``folder`` is the file that lists them, or would list them."""

    title: str = ""
    other_files: tuple[str, ...] = ()  # files of a folder that are no slides
    count: int = 0  # of its entries, also those that cannot be shown
    is_of_figures: bool = False

    @property
    def file(self) -> Path:
        """The file of the talk, which need not be there yet."""
        return self.folder

    @property
    def slides(self) -> tuple[Slide, ...]:
        """The slides, which are the lessons of this course."""
        return tuple(slide for slide in self.lessons if isinstance(slide, Slide))


def is_talk(path: Path) -> bool:
    """Whether a file is a talk, by its name, or a folder that may be one."""
    # A name that is too long is none.
    return path.suffix.lower() == SUFFIX or os.path.isdir(path)


def check_lists_figures(path: Path) -> None:
    """Refuse a talk of slides alone where figures are wanted.

    Raises:
        UserError: the file cannot be read, or lists slides and no figures.
    """
    if path.is_dir() or (set(toml_of(path)) >= {SLIDE} and FIGURE not in toml_of(path)):
        raise UserError(f"{path}: say where the slides go, as in -o talk.pdf")


def talk_of(path: Path) -> Talk:
    """The talk in a file or of a folder: its ``talk.toml``, else its scenes and figures by name.

    A slide that cannot be shown is left out and listed with the reason.

    Raises:
        UserError: the file or folder cannot be read, or has no slide.
    """
    if path.is_dir():
        return talk_of(path / NAME) if (path / NAME).exists() else _talk_of_folder(path)
    values = toml_of(path)
    table = FIGURE if SLIDE not in values and FIGURE in values else SLIDE
    entries = values.get(table)
    if not isinstance(entries, list) or not entries:
        raise UserError(
            f"{path}: this talk has no slides; write each after a line [[{SLIDE}]], as in "
            'scene = "clouds.json"'
        )
    lines = lines_of_entries(path, table)
    reader = _TalkReader(path, lines if len(lines) == len(entries) else ())
    title = values.get(TITLE, "")
    title = title if is_text(title) and title.strip() else path.resolve().parent.name
    return reader.talk(entries, table, title)


def _talk_of_folder(folder: Path) -> Talk:
    names = sorted((path.name for path in paths_in(folder)), key=_natural_key)
    is_slide = {name: _may_be_slide(folder / name) for name in names if not name.startswith(".")}
    entries = [{SCENE: name} for name, may_be in is_slide.items() if may_be][:MOST_FILES]
    other_files = tuple(name for name, may_be in is_slide.items() if not may_be)
    if not entries:
        raise UserError(
            f"{folder}: this folder holds no slide: no scene (*.json) and no figure that carries "
            "its scene; save scenes here, or choose another folder"
        )
    title = escape_label(folder.resolve().name)
    return _TalkReader(folder / NAME, ()).talk(entries, SLIDE, title, other_files)


def _natural_key(name: str) -> list[tuple[int, str]]:
    """Names in the order in which people count: 2 before 10."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part.casefold())
        for part in re.split(r"(\d+)", name)
        if part
    ]


def _may_be_slide(path: Path) -> bool:
    """Whether a file is a scene, or a figure that carries one."""
    suffix = path.suffix.lower()
    if suffix in SCENES or suffix not in SUFFIXES or not path.is_file():
        return suffix in SCENES and path.is_file()
    try:
        return bool(embedded_text(read_bytes(path), str(path)))
    except UserError:
        return False


class _TalkReader:
    """Reads slides; refuses what is wrong with its place, the reason, and what to do."""

    def __init__(self, talk: Path, lines: Sequence[int]) -> None:
        self._talk, self._lines = talk, lines
        self._refusals: list[RefusedLesson] = []
        self._names: set[str] = set()

    def talk(
        self, entries: Sequence[Any], table: str, title: str, other_files: tuple[str, ...] = ()
    ) -> Talk:
        """The talk of the slides that can be shown."""
        slides = tuple(
            slide
            for number, entry in enumerate(entries, 1)
            if (slide := self._slide(entry, number, table)) is not None
        )
        if not slides:
            raise UserError("\n".join(refusal.reason for refusal in self._refusals[:3]))
        refusals, is_of_figures = tuple(self._refusals), table == FIGURE
        return Talk(self._talk, slides, refusals, title, other_files, len(entries), is_of_figures)

    def _refuse(self, number: int, words: str) -> None:
        line = f", line {self._lines[number - 1]}" if self._lines else ""
        place = f"{self._talk}{line}, slide {number}"
        self._refusals.append(RefusedLesson(self._talk, f"{place}: {words}"))

    def _slide(self, entry: Any, number: int, table: str) -> Slide | None:
        refuse = partial(self._refuse, number)
        name = entry.get(SCENE) if isinstance(entry, Mapping) else None
        if not is_text(name) or not name.strip():
            fault = "is missing" if name is None else f"is no name: {quote_json(name)}"
            refuse(f"{SCENE} {fault}; give a scene, a figure or lesson:NAME")
            return None
        is_file = not name.startswith(PREFIXES)
        place = str(self._talk.parent / name) if is_file else name
        stamp = stamp_of(Path(place)) if is_file else None  # before it is read
        try:
            own_document = open_document(place)
            lesson = lesson_of(own_document, place, self._unique(bare_name(name)))
        except UserError as error:
            words = str(error)
            refuse(f"{words}; correct the name or the file, or leave this slide out")
            return None
        values = _Values(entry if table == SLIDE else {}, refuse)
        document = values.first_document(own_document)
        slide = Slide(
            **{part.name: getattr(lesson, part.name) for part in fields(Lesson)},
            entry=name,
            place=number,
            path=Path(place) if is_file else None,
            stamp=stamp,
            own_document=own_document,
            own_notes=values.text(NOTES) or own_document.notes,
            figure_values={
                key: value
                for key, value in (entry if table == FIGURE else {}).items()
                if key not in (SCENE, OUTPUT)
            },
        )
        return replace(
            slide,
            document=document,
            chapter="",
            order=0.0,
            aliases=(),
            plots=values.names("plots") or lesson.plots,
            position=values.step() if STEP in entry else lesson.position,
        )

    def _unique(self, name: str) -> str:
        """The name, or with a number where another slide has it: one scene may come twice."""
        numbered = (f"{name} ({k})" for k in itertools.count(2))
        unique = next(n for n in itertools.chain((name,), numbered) if n not in self._names)
        self._names.add(unique)
        return unique


class _Values:
    """The values of one slide; a wrong one is refused, and the slide shown without it."""

    def __init__(self, entry: Mapping[str, Any], refuse: Callable[[str], None]) -> None:
        self._entry, self._refuse_slide = entry, refuse
        for key in entry:
            if key not in KEYS:
                words = f"a slide has no entry {quote(str(key))}"
                self._refuse(f"{words}; it may have {join_names(KEYS)}")

    def _refuse(self, words: str) -> None:
        self._refuse_slide(f"{words}; the slide is shown without it")

    def text(self, key: str) -> str:
        text = self._entry.get(key, "")
        if is_text(text):
            return text
        self._refuse(f"{key} must be a text in quotation marks; got {quote_json(text)}")
        return ""

    def names(self, key: str) -> tuple[str, ...]:
        """The names of a list, of those that there are."""
        names = self._entry.get(key, [])
        if not isinstance(names, list) or not all(map(is_text, names)):
            self._refuse(f'{key} must be a list, as in ["{next(iter(NAMES.get(key, KEYS)))}"]')
            return ()
        known_names = NAMES.get(key)
        for name in names if known_names is not None else ():
            if name not in (known_names or ()):
                self._refuse(
                    f"{key}: there is no {quote(name)}; choose of {', '.join(known_names or ())}"
                )
        return tuple(name for name in names if known_names is None or name in known_names)

    def step(self) -> int | None:
        step = self._entry.get(STEP)
        if step is None or is_whole(step, 0, LARGEST_STEP):
            return step
        self._refuse(f"{STEP} must be a whole number from 0; got {quote_json(step)}")
        return None

    def first_document(self, document: Document) -> Document:
        """The scene as the slide begins."""
        if title := self.text(TITLE).strip():
            document = replace(document, title=title)
        if methods := self.names("methods"):
            try:
                document = with_methods_on(document, methods)
                for words in shared_names(document, methods):
                    self._refuse_slide(f"methods: {words}; with its number it is one of them")
            except UserError as error:
                self._refuse(str(error))
        if "layers" in self._entry:
            document = replace(document, layers=frozenset(self.names("layers")))
        return document


# --- writing --------------------------------------------------------------------------------------


def add_slide(talk: Path, scene: str, title: str = "") -> None:
    """Add a scene at the end of a talk, which is made where there is none; everything else in it
    stays.  A scene with a title of its own needs none here.

    Raises:
        UserError: the file is not TOML, or cannot be written.
    """
    append_entry(talk, SLIDE, {SCENE: scene} | ({TITLE: title} if title else {}))


def entry_of(scene: Path, talk: Path) -> str:
    """A scene as a talk names it: from the folder of the talk, where both are on one drive."""
    try:
        return Path(os.path.relpath(scene.resolve(), talk.resolve().parent)).as_posix()
    except ValueError:
        return str(scene)


def write_order(talk: Talk, names: Sequence[str]) -> None:
    """Write the slides in another order, or without some of them; comments go with their slides.  A
    folder gets a file.

    Raises:
        UserError: the slides of the file cannot be told apart, or it cannot be written.
    """
    by_name = {slide.name: slide for slide in talk.slides}
    if not talk.file.exists():
        for name in names:
            append_entry(talk.file, SLIDE, {SCENE: by_name[name].entry})
        return
    table = FIGURE if talk.is_of_figures else SLIDE
    entries = toml_of(talk.file)[table]
    places = _places(talk, entries)
    order = [places[name] for name in names]
    left_places = set(range(len(entries))) - set(places.values())
    # an entry that could not be shown stays behind the one that it followed
    full_order = list(order)
    for place in sorted(left_places):
        before = full_order.index(place - 1) + 1 if place - 1 in full_order else 0
        full_order.insert(before, place)
    reorder_entries(talk.file, table, entries, full_order)


def _places(talk: Talk, entries: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Which entry of the file each slide is."""
    places: dict[str, int] = {}
    free_entries = iter(enumerate(entries))
    for slide in talk.slides:
        place = next((k for k, entry in free_entries if entry.get(SCENE) == slide.entry), None)
        if place is None:
            raise UserError(
                f"{talk.file}: another program has changed this file; open the talk again"
            )
        places[slide.name] = place
    return places
