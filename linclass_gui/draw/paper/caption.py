"""The sentence below a page of a film, as wide as the page."""

from __future__ import annotations

from ...scene.theme import Theme
from ..lettering.text import TextStyle, wrap_markup
from ..lettering.text import layout as laid_out
from ..surface import Surface
from .values import Caption

ROW, ABOVE, BELOW, EDGE = 1.35, 0.55, 0.35, 0.8  # in heights of its text
MOST_ROWS = 3  # longer ones are cut


def caption_rows(text: str, width: float, theme: Theme, sans: str | None = None) -> list[str]:
    """A sentence in rows for a page of a width in drawing units."""
    rows = wrap_markup(
        text, width - 2.0 * EDGE * theme.caption, theme.caption, TextStyle(sans=sans)
    )
    return rows if len(rows) <= MOST_ROWS else [*rows[: MOST_ROWS - 1], rows[MOST_ROWS - 1] + " …"]


def caption_height(caption: Caption | None, theme: Theme) -> float:
    """The height of a caption in drawing units, the same on every page of a film."""
    return 0.0 if caption is None else (ABOVE + ROW * caption.rows + BELOW) * theme.caption


def draw_caption(
    surface: Surface,
    caption: Caption | None,
    page: tuple[float, float],
    theme: Theme,
    sans: str | None = None,
) -> None:
    """Draw a caption at the lower edge of a page."""
    if caption is None:
        return
    width, height = page
    em = theme.caption
    base = height - caption_height(caption, theme) + (ABOVE + 0.5 * ROW + 0.36) * em
    for number, row in enumerate(caption_rows(caption.text, width, theme, sans)):
        surface.text(
            laid_out(row, em, TextStyle(sans=sans)),
            EDGE * em,
            base + number * ROW * em,
            theme.palette.ink,
        )
