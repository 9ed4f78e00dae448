"""The recipe of a figure: format, size, look and content, as scene files, exported figures and
project files hold it.

One flat object of short names, of which only the values that differ from the defaults are written::

    {"format": "pdf", "width": 68, "height": 62, "text": 7, "views": ["canvas", "fisher-angle"],
    "sweep": "C=1,100"}

Other scenes of the figure are included whole, so that it can be made again anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from ..answers.scenes import scene_of
from ..answers.sweeps import Drag, Sweep, drag_of
from ..errors import UserError, join_names, quote
from ..files.codec import decode_object, encode, parsed_object, scene_object
from ..files.json_values import ObjectReader, is_finite, is_text, is_whole
from ..files.read import PREFIXES
from ..lessons.lesson_file import figure_of
from ..live.page import check_live, encode_live
from ..scene.document import Document
from ..scene.scene import Scene
from .formats import exporter_of, film_bytes, ready
from .motion import Progress, silently
from .pages import film_of, frames_of, layers_of, page_of_scene
from .requests import LARGEST_COUNT, FigurePanel, Recipe, recipe_of_lesson
from .settings import OPTIONS, REQUEST, ExportOptions, Setting
from .shots import Shot
from .sources import CANVAS, check_view
from .svg import picture

SIZE, SCENES = "size", "scenes"
CONTENT_KEYS = {"views", "sweep", "columns", "titles", "panels", "motion"}


KEYS = (
    "format",
    SIZE,
    *(setting.key for setting in OPTIONS),
    "views",
    "sweep",
    *(setting.key for setting in REQUEST),
    "drag",
    "titles",
    "panels",
    SCENES,
)
MOST_PANELS = 400


def values_of(recipe: Recipe) -> dict[str, Any]:
    """A recipe as a file holds it."""
    usual = Recipe()
    more: dict[str, Any] = {
        "sweep": recipe.sweep and recipe.sweep.text,
        "drag": recipe.drag and list(recipe.drag),
        "titles": list(recipe.titles),
        "panels": [_panel_values(panel) for panel in recipe.panels],
        SCENES: [
            _scene_values(name, recipe.scene_documents.get(name)) for name in recipe.other_scenes
        ],
    }
    return {
        "format": recipe.suffix.removeprefix("."),
        "width": recipe.width_mm,
        "height": recipe.height_mm,
        "text": recipe.font_size_pt,
        **_changed_values(OPTIONS, recipe, usual),
        "views": list(recipe.views),
        **_changed_values(REQUEST, recipe, usual),
        **{key: value for key, value in more.items() if value},
    }


def carried_document(document: Document, recipe: Recipe) -> Document:
    """The document with a recipe, as the figure carries it."""
    return replace(document.without_lesson, recipe=values_of(recipe))


def at_step(scene: Scene, recipe: Recipe) -> Scene:
    """The scene at the step of a recipe, unless it is played: then at that of the playback."""
    if scene.playback is not None or recipe.step is None:
        return scene
    return scene_of(scene.document, recipe.step)


def files_of(
    scene: Scene, recipe: Recipe, progress: Progress = silently, shots: Sequence[Shot] = ()
) -> Iterator[tuple[str, bytes]]:
    """The files of a scene whose fits are known, at the step of the recipe, one or a series: the
    end of each file's name, and its bytes.  ``shots`` are those of a picture, where they are known.

    Raises:
        UserError: there is no such format, it cannot show this, or another scene cannot be read.
    """
    step = recipe.step if scene.playback is None else scene.playback.step
    recipe = replace(recipe, step=step).with_scenes
    carried = carried_document(scene.document, recipe)
    exporter = exporter_of(recipe.suffix)
    ready()
    if recipe.live:
        check_live(recipe.suffix)
        page = page_of_scene(scene, recipe.without_motion, carried)
        yield "", encode_live(scene, page, picture(page, carrying=False), recipe.views)
    elif recipe.motion or recipe.series == "frames":
        film = film_of(scene, recipe, progress, carried)
        if recipe.series == "frames":
            yield from frames_of(film, recipe)
        else:
            yield "", film_bytes(film, recipe.suffix, recipe)
    else:
        page = page_of_scene(scene, recipe, carried, shots)
        if recipe.series == "layers":
            yield from layers_of(page, recipe)
        else:
            yield "", exporter.encode(page, recipe)


def content_of(scene: Scene, recipe: Recipe) -> bytes:
    """The bytes of the one file of a scene whose fits are known.

    Raises:
        UserError: there is no such format, it cannot show this, or another scene cannot be read.
    """
    recipe = replace(recipe, series="")
    return next(content for _, content in files_of(at_step(scene, recipe), recipe))


def _changed_values(settings: Iterable[Setting], owner: object, usual: object) -> dict[str, Any]:
    """The values that differ from the defaults, by their keys."""
    return {
        setting.key: getattr(owner, setting.field)
        for setting in settings
        if getattr(owner, setting.field) != getattr(usual, setting.field)
    }


def _panel_values(panel: FigurePanel) -> dict[str, Any]:
    values = {
        f.name: getattr(panel, f.name)
        for f in fields(FigurePanel)
        if getattr(panel, f.name) != f.default
    }
    if panel.layers is not None:
        values["layers"] = sorted(panel.layers)
    if panel.methods is not None:
        values["methods"] = list(panel.methods)
    return values | ({"settings": dict(panel.settings)} if panel.settings else {})


def _scene_values(name: str, document: Document | None) -> Any:
    """Another scene of the figure: by its name, and whole where it is held."""
    if document is None:
        return name
    return {
        "name": name,
        "scene": parsed_object(encode(replace(document.without_lesson, recipe=None)), name),
    }


def recipe_with(
    name: str,
    document: Document,
    changes: Mapping[str, Any],
    source: str,
    find: Callable[[str], str] = str,
) -> Recipe:
    """The recipe of a scene with other values: that of its last figure, or the figure of a lesson
    (where no views or panels are given).

    Raises:
        UserError: there is no such lesson, or a value is impossible.
    """
    is_drawn_otherwise = document.recipe is None and (
        CONTENT_KEYS & set(changes) or changes.get("series") == "frames"
    )
    values = merge({} if is_drawn_otherwise else _usual(name, document), changes)
    recipe = recipe_of(values, source, find)
    # What is asked for now has to be possible in the format; what the scene brings along has not.
    asked_values = {key: getattr(recipe, key) for key in ("motion", "live") if key in changes}
    return replace(recipe.in_format(recipe.suffix), **asked_values)


def _usual(name: str, document: Document) -> dict[str, Any]:
    """The default values of a scene."""
    if document.recipe is not None:
        return dict(document.recipe)
    figure = figure_of(name)
    if figure is None:
        return {}
    values = values_of(recipe_of_lesson(figure))
    return {
        key: values[key] for key in ("views", "sweep", "columns", "titles", SCENES) if key in values
    }


def merge(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a recipe with other ones: another size brings its text along, a width alone
    keeps the proportions, other views replace the listed panels.
    """
    keys_dropped = {"width", "height", "text"} if SIZE in changes else set()
    keys_dropped |= (
        {"panels", "columns"} & set(base) if {"views", "sweep"} & set(changes) else set()
    )
    values = {key: value for key, value in base.items() if key not in keys_dropped} | dict(changes)
    if "width" in changes and "height" not in changes and {"width", "height"} <= set(base):
        values["height"] = base["height"] * changes["width"] / base["width"]
    return values


def recipe_of(values: Mapping[str, Any], source: str, find: Callable[[str], str] = str) -> Recipe:
    """The recipe that a file holds; ``source`` names it in error texts, ``find`` turns the name of
    a scene into its place.

    Raises:
        UserError: an unknown entry or an impossible value; the sentence says which, and what is
            expected.
    """
    return _Reader(source, find).recipe(values)


class _Reader(ObjectReader):
    def __init__(self, source: str, find: Callable[[str], str]) -> None:
        super().__init__(source)
        self._find = find

    def recipe(self, values: Mapping[str, Any]) -> Recipe:
        unknown_key = next((key for key in values if key not in KEYS), None)
        if unknown_key is not None:
            raise UserError(
                f"{self.source}: a figure has no entry {quote(unknown_key)}; it may have "
                f"{join_names(list(KEYS))}"
            )
        suffix = f".{str(values.get('format', 'pdf')).lower().removeprefix('.')}"
        try:
            if suffix != ".mp4":  # which may be missing here, and is asked for where it is drawn
                exporter_of(suffix)
            return replace(self._sized(values, self._content(values)), suffix=suffix)
        except UserError as error:
            words = str(error)
            raise (
                error if words.startswith(self.source) else UserError(f"{self.source}: {words}")
            ) from None

    def _sized(self, values: Mapping[str, Any], content: Recipe) -> Recipe:
        """A content at the size and with the look of the values."""
        base = (
            content.at(ExportOptions.sized(self._text(SIZE, values[SIZE])))
            if SIZE in values
            else content
        )
        changes: dict[str, Any] = {}
        for setting in OPTIONS:
            if setting.key in values:
                usual = getattr(base, setting.field)
                changes[setting.field] = self._value(setting, usual, values[setting.key])
        if "width_mm" in changes and "height_mm" not in changes and SIZE not in values:
            changes["height_mm"] = base.height_mm * float(changes["width_mm"]) / base.width_mm
        if not ({"width_mm", "height_mm"} & set(changes) or SIZE in values):
            base = base.roomy(*base.panels_and_rows())
        return replace(base, **changes)

    def _content(self, values: Mapping[str, Any]) -> Recipe:
        entries: dict[str, Any] = {}
        for setting in REQUEST:
            if values.get(setting.key) is not None:
                entries[setting.field] = self._value(setting, None, values[setting.key])
        sweep = values.get("sweep")
        names, documents = self._scenes(values.get(SCENES, []))
        return Recipe(
            views=tuple(
                self._view(view)
                for view in self._list("views", values.get("views", [CANVAS])) or [""]
            ),
            sweep=None if sweep is None else Sweep.parse(self._text("sweep", sweep)),
            drag=self._drag(values.get("drag")),
            titles=self._texts("titles", values.get("titles", [])),
            panels=tuple(
                self._panel(panel, documents)
                for panel in self._list("panels", values.get("panels", []))
            ),
            scenes=() if values.get("panels") else names,
            scene_documents=documents,
            **entries,
        )

    def _value(self, setting: Setting, usual: object, value: object) -> object:
        """A value of the kind of a setting; None where that is the default."""
        key = setting.key
        match setting.kind:
            case "switch" | "either":
                if not isinstance(value, bool):
                    raise self.wrong(key, "true or false", value)
                return value
            case "mm" | "pt" | "number":
                if not is_finite(value):
                    raise self.wrong(key, "a number", value)
                return float(value)
            case "count":
                if not is_whole(value, setting.least, LARGEST_COUNT):
                    raise self.wrong(key, f"a whole number from {setting.least}", value)
                return value
            case "choice":
                choices = [choice for choice, _ in setting.choices]
                if value not in choices:
                    words = ", ".join(quote(str(choice)) for choice in choices)
                    raise self.wrong(key, f"one of {words}", value)
                return value
        return None if value is None and usual is None else self._text(key, value)

    def _text(self, key: str, value: object) -> str:
        if not is_text(value):
            raise self.wrong(key, "a text", value)
        return value

    def _list(self, key: str, value: object) -> list[Any]:
        if not isinstance(value, list) or len(value) > MOST_PANELS:
            raise self.wrong(key, f"a list of at most {MOST_PANELS} entries", value)
        return value

    def _texts(self, key: str, value: object) -> tuple[str, ...]:
        return tuple(self._text(key, text) for text in self._list(key, value))

    def _view(self, value: object) -> str:
        name = self._text("views", value)
        try:
            check_view(name)
        except UserError as error:
            raise UserError(f"{self.source}: views: {error}") from None
        return name

    def _drag(self, value: object) -> Drag | None:
        if value is None:
            return None
        drag = None
        if isinstance(value, list) and all(map(is_finite, value)):
            drag = drag_of([*map(float, value)])
        if drag is None:
            raise self.wrong("drag", "[point counted from 1, x1, x2]", value)
        return drag

    def _panel(self, value: object, documents: Mapping[str, Document]) -> FigurePanel:
        field_names = [f.name for f in fields(FigurePanel)]
        if not isinstance(value, dict) or not set(value) <= set(field_names):
            raise self.wrong("panels", f"objects with {join_names(field_names)}", value)
        layers, methods = value.get("layers"), value.get("methods")
        step, settings = value.get("step"), value.get("settings", {})
        if step is not None and not is_whole(step, 0, LARGEST_COUNT):
            raise self.wrong("step", "a whole number from 0", step)
        return FigurePanel(
            self._place(self._text("scene", value.get("scene", "")), documents),
            self._view(value.get("view", CANVAS)),
            self._text("title", value.get("title", "")),
            None if layers is None else frozenset(self._texts("layers", layers)),
            step,
            None if methods is None else self._texts("methods", methods),
            self._settings(settings),
        )

    def _settings(self, value: object) -> tuple[tuple[str, str], ...]:
        if not isinstance(value, dict) or not all(map(is_text, (*value, *value.values()))):
            raise self.wrong("settings", "an object of texts, the values by their names", value)
        return tuple(value.items())

    def _scenes(self, value: object) -> tuple[tuple[str, ...], dict[str, Document]]:
        names, documents = [], {}
        for entry in self._list(SCENES, value):
            if (
                isinstance(entry, dict)
                and isinstance(entry.get("scene"), dict)
                and is_text(entry.get("name"))
            ):
                name = entry["name"]
                documents[name] = self._scene(entry["scene"], f"{self.source}, scene {quote(name)}")
            else:
                name = self._place(self._text(SCENES, entry), documents)
            names.append(name)
        return tuple(names), documents

    def _scene(self, raw: dict[str, Any], source: str) -> Document:
        return decode_object(scene_object(raw, source), source)

    def _place(self, name: str, documents: Mapping[str, Document]) -> str:
        """The place of a scene: files of a project are beside it."""
        return (
            name if not name or name in documents or name.startswith(PREFIXES) else self._find(name)
        )
