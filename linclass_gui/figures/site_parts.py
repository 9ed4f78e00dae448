"""The parts of a lesson that its page does not compute: plots, layers and numbers of the program as
pictures and tables, in the state of the lesson at each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from html import escape
from urllib.parse import quote

from solvers import PointClass

from ..answers.comparison import method_titles
from ..answers.scenes import scene_of
from ..layers import LAYERS, TELLTALE
from ..lessons.guesses import hide_answer
from ..lessons.lesson import Lesson, Step
from ..lessons.numbers import BLOCKS, NAMES, numbers_of
from ..lessons.numbers.block import Matrix, Numbers, TableOfNumbers
from ..lessons.numbers.generalisation import YOUR_LINE
from ..lessons.numbers.margins import HOLDS
from ..lessons.numbers.trial import MARGIN, NEAREST_POINT
from ..lessons.reveals import TEST_POINTS, reveal_step
from ..live.notation import html_of
from ..live.page import LIVE_LAYERS, is_computed
from ..markup.mathtext import plain
from ..plots import plot_named
from ..scene.document import Document
from ..scene.playback import is_playable
from ..scene.scene import Scene
from .pages import page_of_scene
from .png import image_of, png_bytes, with_palette
from .requests import Recipe
from .sources import CANVAS

Draw = Callable[[Scene, str, str], bytes]  # a view of a scene in a theme, as PNG
# As wide as a phone shows it, with letters as large as the small ones of the page.
SMALL = Recipe(width_mm=92.0, height_mm=62.0, dpi=190.0, notes=False)
BY_THE_PROGRAM = "as drawn by the program"
# Plots that the page computes with less in them than those of the program.
SIMPLER_PLOTS = frozenset({"weight-space"})
# Layers that repeat in the picture what the panel of a page says in numbers.
SAID_IN_NUMBERS = frozenset({"equation", "width"})


def drawn_view(scene: Scene, view: str, theme: str) -> bytes:
    """One view of a scene as a small picture."""
    recipe = replace(SMALL, theme=theme, views=(view,))
    return png_bytes(with_palette(image_of(page_of_scene(scene, recipe), recipe)))


@dataclass
class LessonParts:
    """The parts of one page; ``files`` collects their pictures by the names of their files.

    ``is_live`` says whether the page computes its picture, ``plays`` whether it shows the steps of
    a rule.
    """

    lesson: Lesson
    is_live: bool
    plays: bool
    draw: Draw = drawn_view
    files: dict[str, bytes] = field(default_factory=dict)
    drawn: set[tuple[object, ...]] = field(default_factory=set)

    def at_first(self) -> str:
        """The parts that the text speaks of; where an answer is predicted they are folded away."""
        lesson = self.lesson
        document = lesson.document
        is_hidden = bool(lesson.guess_of) and lesson.guess != ""
        if is_hidden and lesson.guess == "line":
            document = hide_answer(document, lesson.guess, lesson.guess_of, TELLTALE)
        scene = scene_of(document)
        later = {name for step in lesson.steps for name in step.plots}
        plots = tuple(n for k, n in enumerate(lesson.plots) if k == 0 or n not in later)
        views = self._missing_views(document.layers, plots)
        parts = self._numbers(lesson.numbers, scene) + self._pictures(views, scene)
        if not parts:
            return ""
        if is_hidden and lesson.guess != "line":
            parts = f"<details><summary>After your prediction</summary>{parts}</details>"
        return f'<div class="parts">{parts}</div>\n'

    def at_steps(self) -> list[str]:
        """The parts of each step, in the state that the lesson has there."""
        document, parts = self.lesson.document, []
        for step in self.lesson.steps:
            document = reveal_step(document, step)
            parts.append(self._at_step(step, document))
        return parts

    def _at_step(self, step: Step, document: Document) -> str:
        is_drawn = step.position is not None and not self.plays
        if not (step.show or step.plots or is_drawn):
            return ""
        scene = _scene_at(document, step.position)
        names = tuple(name for name in step.show if name in NAMES)
        if step.position is not None:
            names += tuple(name for name in self.lesson.numbers if name not in names)
        plots = step.plots or (self.lesson.plots[:1] if step.position is not None else ())
        views = self._missing_views(step.show, plots, is_drawn)
        return self._numbers(names, scene) + self._pictures(views, scene, step.position)

    def _missing_views(
        self, layers: Iterable[str], plots: Iterable[str], with_canvas: bool = False
    ) -> tuple[str, ...]:
        """The views that show these layers and plots, as far as the page does not compute them."""
        layer_names = {layer.name for layer in LAYERS if not layer.always}
        live_names = {*LIVE_LAYERS, TEST_POINTS, *SAID_IN_NUMBERS} if self.is_live else set()
        missing_layers = layer_names & set(layers) - live_names
        has_canvas = with_canvas or (self.is_live and bool(missing_layers))
        document = self.lesson.document
        missing_plots = tuple(
            name
            for name in plots
            if name in SIMPLER_PLOTS or not (self.is_live and is_computed(name, document))
        )
        return (CANVAS, *missing_plots) if has_canvas else missing_plots

    def _pictures(self, views: Iterable[str], scene: Scene, position: int | None = None) -> str:
        return "".join(
            self._picture(view, scene)
            for view in views
            if self._is_new(view, scene, position)
            and (view == CANVAS or not plot_named(view).draw(scene).message)
        )

    def _is_new(self, view: str, scene: Scene, position: int | None) -> bool:
        """Whether a plot has not been drawn yet as it is now; a canvas has other layers."""
        document = scene.document
        ids = tuple(method.id for method in document.enabled_methods)
        state = (view, ids, document.selected, document.shows_test, position)
        is_new = view == CANVAS or state not in self.drawn
        self.drawn.add(state)
        return is_new

    def _picture(self, view: str, scene: Scene) -> str:
        title = "The picture" if view == CANVAS else plain(plot_named(view).title)
        stem = f"{self.lesson.name}-{view}-{len(self.files) // 2 + 1}"
        for theme in ("light", "dark"):
            self.files[f"{stem}-{theme}.png"] = self.draw(scene, view, theme)
        light, dark = (escape(quote(f"{stem}-{theme}.png", safe="")) for theme in ("light", "dark"))
        looks = f'alt="{escape(title)}" width="460" height="310"'
        # Two pictures: the light one is there when a dark page is printed, which waits for nothing.
        return (
            f'<figure class="drawn" data-view="{view}"><img class="lit" src="{light}" {looks}>'
            f'<img class="dim" src="{dark}" {looks} loading="lazy">'
            f"<figcaption>{escape(title)}, {BY_THE_PROGRAM}</figcaption></figure>"
        )

    def _numbers(self, names: Iterable[str], scene: Scene) -> str:
        titles = {block.name: block.title for block in BLOCKS}
        remark = (
            '<span class="remark"> (of the points as the lesson begins)</span>'
            if self.is_live
            else ""
        )
        blocks = ((name, numbers_of(name, scene, self.lesson.costs)) for name in names)
        return "".join(
            f'<figure class="numbers" data-block="{escape(name)}"><figcaption>'
            f"{html_of(titles[name])}{remark}</figcaption>{numbers_html(numbers)}</figure>"
            for name, numbers in blocks
            if not numbers.needs
        )


def _scene_at(document: Document, position: int | None) -> Scene:
    """The scene at a step of the run of its method; beyond the last one, its end."""
    scene = scene_of(document)
    ends = [fit.numbers[-1] for fit in scene.fits.values() if is_playable(fit)]
    if position is None or not ends or position >= max(ends):
        return scene
    return scene_of(document, position)


def table_words(document: Document) -> dict[str, str | list[str] | dict[str, str]]:
    """The words in tables that follow an edit: names as text, the rest as HTML; of the conditions
    in the order of their classes.
    """
    titles = method_titles(document)
    return {
        "methods": {name: plain(title) for name, title in titles.items()},
        "yourLine": YOUR_LINE,
        "nearest": html_of(NEAREST_POINT),
        "margin": html_of(MARGIN),
        "holds": [html_of(HOLDS[point_class]) for point_class in PointClass],
    }


def numbers_html(numbers: Numbers) -> str:
    """Matrices, lines and a table as HTML, in the order in which the window has them."""
    parts = [f"<p>{html_of(numbers.heading)}</p>"] if numbers.heading else []
    if numbers.matrices:
        parts.append(f'<div class="matrices">{"".join(map(_matrix, numbers.matrices))}</div>')
    if numbers.lines:
        rows = "".join(
            f'<tr><th scope="row">{html_of(name)}</th><td>{html_of(value)}</td></tr>'
            for name, value in numbers.lines
        )
        parts.append(f"<table>{rows}</table>")
    if numbers.table is not None:
        parts.append(_table(numbers.table))
    if numbers.formula:
        parts.append(f"<p>{html_of(numbers.formula)}</p>")
    return "".join(parts)


def _matrix(matrix: Matrix) -> str:
    rows = [[html_of(f"${entry}$") for entry in row] for row in matrix.entries]
    rows += [["⋮"] * len(matrix.entries[0])] if matrix.more else []
    return (
        f'<div class="matrix"><span>{html_of(f"${matrix.symbol}$")} =</span>'
        f'<table class="entries">{_rows(rows)}</table></div>'
    )


def _table(table: TableOfNumbers) -> str:
    head = "".join(f'<th scope="col">{html_of(name)}</th>' for name in table.head)
    rows = [[html_of(entry) for entry in row] for row in table.rows]
    rows += [["⋮"] * len(table.head)] if table.more else []
    kind = ' class="in-words"' if table.in_words else ""
    return f"<table{kind}><thead><tr>{head}</tr></thead><tbody>{_rows(rows)}</tbody></table>"


def _rows(rows: Iterable[Iterable[str]]) -> str:
    return "".join(f"<tr>{''.join(f'<td>{entry}</td>' for entry in row)}</tr>" for row in rows)
