"""Films of a scene: a parameter that grows, a point that moves, a method at work.

Between two stops the values are eased, and every page is fitted for its own values; only the steps
of a run are blended, whose line moves from one iterate to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from solvers import AnyFit, parameters_of

from ..answers.scenes import scene_of
from ..answers.sweeps import Sweep, value_label, variant
from ..draw.paper import MM, Caption, Page, caption_rows
from ..draw.placing.placer import Placer
from ..errors import UserError
from ..layers.projection import view_with_axis
from ..markup.mathtext import first_sentence, plain
from ..markup.numbers import sentence_label
from ..scene.document import AXIS_LAYER, Document
from ..scene.marks import Entry
from ..scene.playback import Playback, ease, sentence, stopped_at
from ..scene.scene import Scene
from ..scene.view import View
from .composites import composite
from .film import Film, FilmPage
from .legend import name_in_legend
from .requests import Recipe
from .settings import ExportOptions
from .shots import Shot, shots_of_scene
from .sources import SceneSource, page_of

MOST_FRAMES = 1000
# Called with the page that comes next, counted from 1, and their number.
Progress = Callable[[int, int], None]
STAY, BETWEEN = 0.7, 0.06  # seconds that a stop and a step between two stops are shown
READ = 25.0  # characters of a sentence that are read in a second
MOST_TRIED = 9  # pages on which the width of tick labels is found before the first is drawn
DIGITS = 3  # of a value between two stops, which is fitted as it is written
EASED = 8  # pages from one stop to the next
# most steps of a run that glides, pages between two, seconds of a step of a longer run
SHORT_RUN, GLIDING, QUICK = 40, 5, 0.25


@dataclass(frozen=True, eq=False)
class Take:
    """One page before it is drawn: its document, its caption, its seconds, and the words above and
    below the picture.

    ``fitted`` gives its scene with all fits, which are computed then.
    """

    document: Document
    fitted: Callable[[], Scene]
    caption: str
    seconds: float
    is_stop: bool = True
    title: str = ""
    says: str = ""


def silently(page: int, of: int) -> None:
    """Ignore the progress of a film."""


def progress_text(page: int, of: int) -> str:
    """The progress of a film in words."""
    return f"frame {page} of {of}"


def sweep_takes(
    document: Document,
    sweep: Sweep,
    step: int | None = None,
    between: int = EASED,
    trace: bool = True,
) -> Iterator[Take]:
    """The scene at each value, with eased values between numbers."""

    def take(value: str, is_stop: bool) -> Take:
        changed, playback_step = variant(document, sweep.name, value, step)
        words = value_label(changed, sweep.name, playback_step)
        fitted = partial(scene_of, changed, playback_step, trace)
        return Take(changed, fitted, words, STAY if is_stop else BETWEEN, is_stop, words)

    yield take(sweep.values[0], is_stop=True)
    for previous, value in pairwise(sweep.values):
        yield from (
            take(middle, is_stop=False)
            for middle in _between(document, sweep.name, previous, value, between)
        )
        yield take(value, is_stop=True)


def _between(document: Document, name: str, low: str, high: str, count: int) -> list[str]:
    """Values from one number to the next, on the scale of the parameter; none for whole numbers and
    choices.
    """
    parameter = next(
        (
            p
            for m in document.enabled_methods
            for p in parameters_of(type(m.method))
            if p.name == name
        ),
        None,
    )
    if parameter is None or parameter.kind != "float" or parameter.choice is not None:
        return []
    try:
        start, end = float(low), float(high)
    except ValueError:
        return []
    shares = [ease((k + 1) / (count + 1)) for k in range(count)]
    if parameter.range is not None and parameter.range.log and min(start, end) > 0.0:
        values = [start * (end / start) ** share for share in shares]
    else:
        values = [start + share * (end - start) for share in shares]
    texts = [f"{value:.{DIGITS}g}" for value in values]
    return texts if len(set(texts)) == count else [f"{value:.6g}" for value in values]


def drag_takes(
    document: Document,
    row: int,
    ends: tuple[tuple[float, float] | None, tuple[float, float]],
    between: int = 29,
    trace: bool = True,
) -> Iterator[Take]:
    """The scene while one point moves from one place (None: its own) to another, slow at both
    ends.

    Raises:
        UserError: there is no such point.
    """
    dataset = document.dataset
    if not 0 <= row < len(dataset):
        raise UserError(f"there is no point {row + 1}; the scene has {len(dataset)}")
    begin, target = ends
    x, y = dataset.X[row].tolist() if begin is None else begin
    for k in range(between + 2):
        share = ease(k / (between + 1))
        place = (x + share * (target[0] - x), y + share * (target[1] - y))
        dragged = replace(document, dataset=dataset.moved(row, place))
        is_stop = k in (0, between + 1)
        says = f"point {row + 1} at ({place[0]:.2f}, {place[1]:.2f})"
        yield Take(
            dragged,
            partial(scene_of, dragged, None, trace),
            says,
            STAY if is_stop else BETWEEN,
            is_stop,
        )


def run_takes(scene: Scene, between: int | None = None) -> Iterator[Take]:
    """The selected method step by step as the playback shows it: the samples of the next step are
    ringed, its sentence is said, and in a short run the line then glides there.

    Raises:
        UserError: it has no steps.
    """
    fit = scene.answer
    if fit is None or len(fit.history) < 2:
        name = "nothing is selected" if fit is None else f"{fit.method.name} has no steps"
        raise UserError(f"there is no run to be shown: {name}; select an iterative method")
    last = len(fit.history) - 1
    if between is None:
        between = GLIDING if last <= SHORT_RUN else 0
    for place in range(last + 1):
        announced = place < last and bool(fit.history[place + 1].active)
        for k in range(between + 1 if place < last else 1):
            playback = Playback(place, fit.numbers, announced, ease(k / (between + 1)))
            count, words = playback.words, sentence_label(sentence(playback, fit))
            seconds = BETWEEN if k else STAY if last <= SHORT_RUN else QUICK
            yield Take(
                scene.document,
                partial(_stop_method, scene, scene.document.selected, fit, playback),
                f"{count}: {words}",
                seconds,
                k == 0,
                count,
                first_sentence(words),
            )


def _stop_method(scene: Scene, id: str, fit: AnyFit, playback: Playback) -> Scene:
    """The scene with a method as it was at a step."""
    scene = replace(scene, playback=replace(playback, blend=0.0))
    fits = {**scene.fits, id: stopped_at(fit, playback.place, playback.blend)}
    return replace(scene, fits=fits, whole={**scene.whole, id: fit})


def shoot(
    takes: Iterable[Take],
    recipe: Recipe,
    progress: Progress = silently,
    carried_document: Document | None = None,
) -> Film:
    """The pages of a film, all in one view, each laid out in its turn; ``progress`` is called
    before each, and may raise to cancel.

    Each page carries the given document, else its own.

    Raises:
        UserError: there would be too many pages.
    """
    all_takes: list[Take] = []
    for take in takes:
        all_takes.append(take)
        if len(all_takes) > MOST_FRAMES:
            raise UserError(
                f"a film has at most {MOST_FRAMES} pages; leave out some values or steps"
            )
    view = _view_of(all_takes, recipe)
    says = [take.says if recipe.captions else "" for take in all_takes]
    rows = max(_rows(words, recipe) for words in dict.fromkeys(says))
    title = max((take.title for take in all_takes), key=lambda words: len(plain(words)))

    def page_of_one(
        take: Take, widths: Sequence[float], classes: tuple[Entry, ...] | None = None
    ) -> Page:
        scene = take.fitted()
        scene_in_view = replace(scene, document=replace(scene.document, view=view))
        carried = carried_document or take.document
        return page_of_take(take, scene_in_view, recipe, carried, rows, title, widths, classes)

    def pages() -> Iterator[Page]:
        tick_widths: Sequence[float] = ()
        classes: tuple[Entry, ...] = ()
        for k, take in enumerate(all_takes, start=1):
            progress(k, len(all_takes))
            if k == 1:
                tick_widths = _tick_widths(all_takes, page_of_one)
                ends = (page_of_one(all_takes[end], tick_widths) for end in (0, -1))
                classes = next((page.legend for page in ends if page.legend), ())
            yield page_of_one(take, tick_widths, classes)

    steady = _steady(pages(), (take.is_stop for take in all_takes))
    frames = (
        FilmPage(page, _seconds(take, words), take.caption, take.is_stop)
        for page, take, words in zip(steady, all_takes, says, strict=True)
    )
    return Film(frames, len(all_takes), recipe.motion or "still")


def _tick_widths(
    takes: Sequence[Take], page_of_one: Callable[[Take, Sequence[float]], Page]
) -> Sequence[float]:
    """The widths that tick labels at the left of each panel have on the pages of a film, of which
    some are tried; a canvas has one view, and so one width, on all of them.
    """
    first = page_of_one(takes[0], ())
    if all(isinstance(panel.cell.source, SceneSource) for panel in first.panels):
        return ()
    places = dict.fromkeys(
        round(k * (len(takes) - 1) / (MOST_TRIED - 1)) for k in range(1, MOST_TRIED)
    )
    pages = [first, *(page_of_one(takes[k], ()) for k in places if k)]
    panels_of_pages = zip(*(page.panels for page in pages), strict=True)
    return [max(panel.y_ticks.width for panel in panels) for panels in panels_of_pages]


def _view_of(takes: Sequence[Take], options: ExportOptions) -> View:
    """What all pages show: all points of all of them, and the projection axis outside these."""
    views = [take.document.looked_at for take in takes]
    if AXIS_LAYER in takes[0].document.layers:
        proportions = options.width_mm, options.height_mm
        views += [
            view_with_axis(take.fitted(), view, proportions)
            for take, view in ((takes[0], views[0]), (takes[-1], views[-1]))
        ]
    return View.over(views)


def page_of_take(
    take: Take,
    scene: Scene,
    recipe: Recipe,
    carried_document: Document | None = None,
    rows: int | None = None,
    widest_title: str = "",
    tick_widths: Sequence[float] = (),
    classes: tuple[Entry, ...] | None = None,
) -> Page:
    """One page of a film, with room for a number of rows of words below the picture (None: as many
    as its own need), for the widest title of a page, and for tick labels at the left of each panel.
    ``classes`` are in the legend of a single picture (None: as its own page needs them).
    """
    says = take.says if recipe.captions else ""
    rows = _rows(says, recipe) if rows is None else rows
    shots = _shots_of_take(take, scene, recipe)
    grid = composite(shots, recipe, carried_document, is_film=True)
    cells = (
        replace(
            cell,
            widest=(_widest_title(cell.title, take.title, widest_title), *cell.widest[1:]),
            tick_width=tick_width,
        )
        for cell, tick_width in zip(grid.cells, tick_widths or [0.0] * len(grid.cells), strict=True)
    )
    grid = replace(
        grid,
        cells=tuple(cells),
        caption=Caption(says, rows) if rows else None,
    )
    if len(grid.cells) == 1 and recipe.legend:
        grid = name_in_legend(grid, recipe) if classes is None else replace(grid, legend=classes)
    return page_of(grid, recipe)


def _widest_title(title: str, of_take: str, widest: str) -> str:
    """The title of a panel on the page of a film with the widest title."""
    if of_take:
        return title.replace(of_take, widest)
    return ", ".join(filter(None, (title, widest)))


def _shots_of_take(take: Take, scene: Scene, recipe: Recipe) -> Sequence[Shot]:
    """The scenes of a page: of a film of several panels all of them, with its title above the
    panels of the scene that moves.
    """
    still_recipe = (
        recipe.without_motion
        if recipe.motion == "drag"
        else replace(recipe.without_motion, sweep=None)
    )
    if not (still_recipe.panels or still_recipe.scenes or still_recipe.sweep):
        return [Shot(scene, take.title)]
    shots = shots_of_scene(scene, still_recipe)
    moving = (take.title and shot.scene is scene for shot in shots)
    titles = (
        ", ".join(filter(None, (shot.title, take.title if moves else "")))
        for shot, moves in zip(shots, moving, strict=True)
    )
    return [replace(shot, title=title) for shot, title in zip(shots, titles, strict=True)]


def _rows(says: str, options: ExportOptions) -> int:
    return len(caption_rows(says, options.width_mm * MM, options.drawing_theme))


def _seconds(take: Take, words: str) -> float:
    """The seconds of a page: at a stop, long enough to read its sentence."""
    return take.seconds if take.seconds < STAY else max(STAY, len(plain(words)) / READ)


def _steady(pages: Iterable[Page], stops: Iterable[bool]) -> Iterator[Page]:
    """The pages with their words in place, which glide with their lines from stop to stop, and
    stay there as far as they are clear.
    """
    placers: dict[int, Placer] = {}
    for page, is_stop in zip(pages, stops, strict=True):
        panels = []
        for k, panel in enumerate(page.panels):
            figure = placers.setdefault(k, Placer()).place_words(
                replace(panel.figure, is_step=is_stop, gliding=not is_stop),
                panel.transform,
                page.theme_of(panel),
            )
            panels.append(replace(panel, figure=replace(figure, words=())))
        yield replace(page, panels=tuple(panels))
