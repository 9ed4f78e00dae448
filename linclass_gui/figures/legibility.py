"""A check of legibility: the words that a figure leaves out, covers or writes too small, and the
smallest size without such faults.

Of the words left out it names only those that a reader misses (``Judge.losses``): a check that
always complains is ignored.

Sizes are tried: pages of the same proportions are laid out as for the export, without new fits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from solvers.cancellation import check_cancelled

from ..draw.axes import is_short
from ..draw.paper import MM, Page, Panel, page_words
from ..draw.paper.page_words import HEAD_SPACE, head_of
from ..draw.placing.placer import with_notes_moved, words_and_losses
from ..markup.mathtext import plain
from ..scene.scene import Scene
from .pages import first_page
from .requests import Recipe
from .settings import DESIGNED_PT, LARGEST_MM, WIDE_MM
from .shots import Shot

SMALLEST_PT, SMALLEST_PANEL_MM = 6.0, 25.0
# the widths of whole pages, of a text, of slides and of posters: none wider than the next of these
# is advised; and the precision of the search
WHOLE_PAGES, HALVINGS = (WIDE_MM, 338.7, LARGEST_MM), 4
ROUNDING = 1e-6


@dataclass(frozen=True)
class Findings:
    """The faults of legibility of a figure: words ``left_out``, ``shortened``, ``covering``
    something or ``small``, small panels, small ticks; and the ``remarks`` of the page, which no
    size mends.
    """

    left_out: tuple[str, ...] = ()
    shortened: tuple[str, ...] = ()
    covering: tuple[str, ...] = ()
    small: tuple[str, ...] = ()
    panel_mm: float = math.inf
    ticks_pt: float = math.inf
    remarks: tuple[str, ...] = ()

    @property
    def is_crowded(self) -> bool:
        """Whether a larger page would help; small tick labels are small on any page."""
        return bool(
            self.left_out
            or self.shortened
            or self.covering
            or self.small
            or self.panel_mm < SMALLEST_PANEL_MM
        )

    @property
    def sentence(self) -> str:
        """The findings in words; empty where there are none."""
        findings = [
            f"{heading} {', '.join(words)}"
            for heading, words in (
                ("left out:", self.left_out),
                ("shortened:", self.shortened),
                ("on points or lines:", self.covering),
                (f"below {SMALLEST_PT:g} pt:", self.small),
            )
            if words
        ]
        findings += (
            [f"panels of {self.panel_mm:.0f} mm"] if self.panel_mm < SMALLEST_PANEL_MM else []
        )
        findings += (
            [f"tick labels of {self.ticks_pt:.2g} pt"] if self.ticks_pt < SMALLEST_PT else []
        )
        words = "; ".join([*findings, *self.remarks])
        return f"{words[0].upper()}{words[1:]}." if words else ""


def findings_of(page: Page) -> Findings:
    """The faults of legibility of a page."""
    legend_names = {
        entry.name for entry in page.legend[: len(page.legend) - len(page_words.left_out(page))]
    }
    left_out, shortened, covering, small = (list[str]() for _ in range(4))
    for panel in page.panels:
        placed_words, losses = words_and_losses(panel.figure, panel.transform, page.theme_of(panel))
        left_out += [words for words in losses if not _is_in(legend_names, words)]
        left_out += [
            entry.name
            for entry in panel.figure.legend
            if not entry.role and entry.name.startswith("and ")
        ]
        left_out += panel.figure.left_out
        if panel.figure.least_text * page.theme.caption / DESIGNED_PT < SMALLEST_PT - ROUNDING:
            small.append(panel.figure.title)
        left_out += _lost_of_head(page, panel)
        covering += [
            " ".join(words_entry.lines)
            for words_entry in placed_words
            if not words_entry.clear and words_entry.words.needed
        ]
        covering += with_notes_moved(panel.figure, panel.transform, page.theme_of(panel))[1]
        shortened += _short_axes(page, panel)
        smaller_words = (
            words_entry for words_entry in placed_words if words_entry.size.scale < 1.0
        )
        small += [
            " ".join(words_entry.lines)
            for words_entry in smaller_words
            if words_entry.size.em < SMALLEST_PT - ROUNDING
        ]
    left_out += page_words.left_out(page)
    ticks = page.theme.caption
    return Findings(
        _distinct_words(left_out),
        _distinct_words(shortened),
        _distinct_words(covering),
        _distinct_words(small),
        min(min(panel.transform.width, panel.transform.height) for panel in page.panels) / MM,
        ticks if ticks < SMALLEST_PT - ROUNDING else math.inf,
        page.remarks,
    )


def _is_in(names: Collection[str], words: str) -> bool:
    """Whether a legend has these words, whole where they end in dots."""
    begin = words.removesuffix("…")
    return words in names or (begin != words and any(name.startswith(begin) for name in names))


def _short_axes(page: Page, panel: Panel) -> list[str]:
    """The names of axes that are written in part."""
    axes = zip(
        (panel.figure.x, panel.figure.y),
        panel.axis_names(page.theme),
        (panel.has_x, panel.has_y),
        strict=True,
    )
    return [axis.label for axis, name, is_written in axes if is_written and is_short(name, axis)]


def _lost_of_head(page: Page, panel: Panel) -> list[str]:
    """A title that is cut, and the values without room in the note of a panel (its shorter form
    lacks nothing important).
    """
    cell = panel.cell
    titles, note = head_of(cell, page.heads, page.theme, panel.head_room)
    lost = [cell.title] if cell.title and titles[-1].markup != cell.title else []
    if note.markup != cell.short_note or not note.markup:
        lost += cell.note.removeprefix(note.markup).strip().split(HEAD_SPACE)
    return [words for words in lost if words]


def _distinct_words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(plain, words)))


def smallest_size(draw: Callable[[Recipe], Page], recipe: Recipe) -> Recipe | None:
    """The recipe with the smallest tried page of the same proportions on which nothing is crowded,
    up to a whole page or slide; None where there is none.
    """
    least = recipe.width_mm
    largest = min(
        next(width for width in WHOLE_PAGES if least <= width),
        LARGEST_MM * recipe.width_mm / recipe.height_mm,
    )
    fits = _of_width(recipe, math.floor(largest))
    if not _is_legible(draw, fits):
        return None
    for _ in range(HALVINGS):
        width = round(math.sqrt(least * fits.width_mm))
        if least < width < fits.width_mm and _is_legible(draw, sized := _of_width(recipe, width)):
            fits = sized
        else:
            least = max(least, width)
    return fits


def size_sentence(fits: Recipe | None) -> str:
    """The smallest size at which nothing is crowded, in words."""
    if fits is None:
        return "Not even a whole page has room for everything."
    return f"Everything fits from {size_words(fits)}."


def size_words(recipe: Recipe) -> str:
    """A size in words."""
    return f"{recipe.width_mm:g} × {recipe.height_mm:g} mm"


def _of_width(recipe: Recipe, width: float) -> Recipe:
    return replace(
        recipe, width_mm=width, height_mm=round(recipe.height_mm * width / recipe.width_mm, 1)
    )


def _is_legible(draw: Callable[[Recipe], Page], recipe: Recipe) -> bool:
    check_cancelled()
    return not findings_of(draw(recipe)).is_crowded


def remarks(scene: Scene, recipe: Recipe, shots: Sequence[Shot] = ()) -> str:
    """The faults of legibility of a figure (of a film: of its first page), and the size without
    them; empty where all is well.
    """
    draw = first_page(scene, recipe, shots)
    findings = findings_of(draw(recipe))
    if not findings.is_crowded:
        return findings.sentence
    return f"{findings.sentence} {size_sentence(smallest_size(draw, recipe))}"
