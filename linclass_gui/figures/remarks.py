"""What a reader of a figure would miss or misread, in a few words each: methods without an answer,
panels that show nothing, layers that are not drawn.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence

from solvers import Status
from solvers.answer import STOPPED

from ..answers.comparison import method_titles
from ..answers.decision import why_no_boundary
from ..answers.sweeps import shared_names
from ..answers.value_words import missing_values
from ..draw.paper import Cell, Source
from ..layers import LAYERS
from ..layers.layer import PASSING
from ..scene.document import DEFAULT_LAYERS
from ..scene.looks import CROWD
from ..scene.marks import Figure
from ..scene.scene import Scene
from .requests import Recipe
from .shots import Shot
from .sources import CANVAS, NumbersSource, sentence_instead, unseen_layers


def remarks_of(
    panels: Sequence[tuple[Shot, str, Cell]],
    recipe: Recipe,
    is_film: bool,
) -> tuple[str, ...]:
    """The remarks on some panels, each with its shot and its view; of a page of a film without
    those on views and layers that are empty there alone.
    """
    shots = list(dict.fromkeys(shot for shot, _, _ in panels))
    note = recipe.note if recipe.notes else ""
    remarks = [
        *(words for shot in shots for words in _without_answer(shot.scene)),
        *(words for shot in shots for words in _without_values(shot, note)),
        *(
            words
            for panel, shot in zip(recipe.panels, shots, strict=False)
            for words in shared_names(shot.scene.document, panel.methods or ())
        ),
        *_without_limits(panels),
        *(words for _, _, cell in panels for words in _without_content(cell, is_film)),
        *(
            words
            for shot, view, _ in panels
            if view == CANVAS and not is_film
            for words in _not_drawn(shot.scene)
        ),
        *_white_layers(recipe),
        *(
            words
            for shot in shots
            for words in (*_sampled(shot.scene, recipe), *_left_at_their_end(shot.scene))
        ),
    ]
    return tuple(dict.fromkeys(remarks))


def letter_of(number: int) -> str:
    letters = string.ascii_lowercase
    return f"({letters[number] if number < len(letters) else number + 1})"


def _in_panels(words: str, numbers: Iterable[int]) -> Iterator[str]:
    """The words with the letters of the panels that they are about; nothing about none."""
    if letters := ", ".join(map(letter_of, numbers)):
        yield f"{words} {letters}"


def _without_answer(scene: Scene) -> Iterator[str]:
    """The methods that are on and have no boundary, or one at which a run ended short of its
    answer, with what their fits say.
    """
    titles = method_titles(scene.document)
    for method, fit in scene.fitted:
        is_short = scene.playback is None and fit.status in (Status.BUDGET, Status.NOT_SEPARABLE)
        is_short = is_short and not fit.explanation.startswith(STOPPED)
        if is_short or why_no_boundary(fit, scene.document.dataset.class_names):
            yield f"{titles[method.id]}: {fit.explanation.rstrip('.')}"


def _without_values(shot: Shot, note: str) -> Iterator[str]:
    """The values that words of a panel name and its scene has not, each with its reason."""
    notes = (annotation.text for annotation in shot.scene.document.annotations)
    return missing_values((shot.title, note, *notes), shot.scene)


def _without_limits(panels: Sequence[tuple[Shot, str, Cell]]) -> Iterator[str]:
    """Panels with limits and an axis that cannot be shown in part."""
    whole_panels = (
        k
        for k, (shot, _, cell) in enumerate(panels)
        if shot.limits is not None and not _has_free_axes(cell.source)
    )
    return _in_panels("one axis or both shown whole, despite limits, in", whole_panels)


def _has_free_axes(source: Source) -> bool:
    if isinstance(source, Figure):
        return all(source.free_axes)
    return not isinstance(source, NumbersSource)


def _without_content(cell: Cell, is_film: bool) -> Iterator[str]:
    """The sentence in the place of a view, and the needs of blocks beside others with numbers."""
    if words := sentence_instead(cell.source):
        if not is_film:
            yield f"{cell.letter}: {words}".removeprefix(": ").rstrip(".")
    elif isinstance(cell.source, NumbersSource):
        yield from (f"{title}: {needs.rstrip('.')}" for title, needs in cell.source.needs.items())


def _not_drawn(scene: Scene) -> Iterator[str]:
    """The layers that were switched on and cannot be drawn, each with what it needs, as in the
    window; nobody chose the usual ones.
    """
    chosen_layers = scene.document.layers - DEFAULT_LAYERS
    for layer in LAYERS:
        words = layer.lacks(scene) if layer.name in chosen_layers else ""
        if words and words not in PASSING:
            yield f"{layer.title}: {words}"


def _sampled(scene: Scene, recipe: Recipe) -> Iterator[str]:
    """The points that a file has of a crowd, which others show as a picture."""
    n = scene.view.contains(scene.document.dataset.X).sum()
    if recipe.suffix in (".tex", ".tikz") and n > CROWD:
        yield f"{CROWD} of {n} points, without marks of errors: TeX reads no more"


def _white_layers(recipe: Recipe) -> Iterator[str]:
    """Layers that panels ask for and the theme leaves white."""
    white = unseen_layers(recipe.drawing_theme)
    if any(white & panel.layers for panel in recipe.panels if panel.layers):
        yield f"{', '.join(white)}: white in the theme {recipe.theme}"


def _left_at_their_end(scene: Scene) -> Iterator[str]:
    """Iterative methods beside one that is shown at a step: they are at their end."""
    titles = method_titles(scene.document)
    at_step, at_end = (
        [
            titles[method.id]
            for method, fit in scene.fitted
            if method.method.iterative and fit.explanation.startswith(STOPPED) is is_stopped
        ]
        for is_stopped in (True, False)
    )
    if scene.playback is None and at_step and at_end:
        yield f"steps are those of {at_step[0]}, at the end of the run: {', '.join(at_end)}"
