"""The layers of the canvas: two columns of tick boxes with the swatch that is also their legend."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QWidget

from ...core.document import Document
from ...core.scene import Scene
from ...draw.lettering.text import layout
from ...draw.small.swatches import paint_swatch
from ...overlays import OVERLAYS
from ...overlays.overlay import Overlay
from ..session.session import Session
from ..widgets.basics import CAPTION, TEXT, Placed, Themed, elide, middle_baseline
from ..widgets.controls import paint_tick_box
from ..widgets.plain_words import tip
from .sections import WIDTH, SectionHead

ROW_HEIGHT, COLUMN, COLUMN_GAP, SWATCH = 28, 152, 16, 20
INDENT, LIFT = 24.0, 5.0  # of the name; how far it moves up where words are below it
ABOVE, BELOW = 5, 10


def layers() -> tuple[Overlay, ...]:
    """The layers that can be switched, in the order of the panel."""
    return tuple(sorted((overlay for overlay in OVERLAYS if not overlay.always), key=lambda overlay: overlay.place))


class LayerRow(Themed, QCheckBox):
    """One layer: tick, name, swatch."""

    def __init__(self, overlay: Overlay, parent: QWidget) -> None:
        super().__init__(overlay.title, parent)
        self.overlay = overlay
        self.setObjectName(f"layer-{overlay.name}")
        self.missing = ""
        self.setToolTip(overlay.tip)
        self.measure()

    def say_missing(self, words: str) -> None:
        """Say why the layer draws nothing: below its name while it is switched on, and in the tool tip."""
        if words != self.missing:
            self.missing = words
            self.setToolTip(tip(f"{self.overlay.tip}\n{words[:1].upper()}{words[1:]}") if words else self.overlay.tip)
            self.update()

    def measure(self) -> None:
        self.setFixedSize(self.px(COLUMN), self.px(ROW_HEIGHT))

    def hitButton(self, pos: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        on = self.isChecked()
        paint_tick_box(painter, QRectF(0, 6, 16, 16), p, checked=on, focused=self.hasFocus())
        baseline, is_idle = middle_baseline(self.area), on and bool(self.missing)
        if is_idle:
            baseline -= LIFT
            words = layout(elide(self.missing, COLUMN - INDENT, CAPTION), CAPTION)
            words.draw(painter, INDENT, baseline + 11.0, p.ink_2)
        layout(self.overlay.title, TEXT).draw(painter, INDENT, baseline, p.ink if on and not is_idle else p.ink_2)
        painter.setOpacity(1.0 if on and not is_idle else 0.55)
        paint_swatch(painter, self.overlay.swatch, QRectF(COLUMN - SWATCH, 0.5 * (ROW_HEIGHT - SWATCH), SWATCH, SWATCH), self.theme)


class LayersPanel(Placed):
    """The section "Layers": all of them in two columns, or, folded, those in use.

    A layer that is switched off while the section is folded stays in its place, so that it can be switched on again; the places
    are given anew when the section is folded, or when another picture comes with layers of its own.
    """

    def __init__(self, commands: LayerCommands, parent: QWidget | None = None) -> None:
        super().__init__(WIDTH, 0, parent)
        self.head = SectionHead("Layers", "layers", "only those in use")
        self.rows = {overlay.name: LayerRow(overlay, self) for overlay in layers()}
        for name, row in self.rows.items():
            row.clicked.connect(partial(commands.toggle, name))
        self._is_folded = False
        self._kept = frozenset(self.rows)
        self._in_use: frozenset[str] = frozenset()
        self._arrange()

    def height_of(self, folded: bool) -> int:
        """What the rows take: all of them, or those in use (and those that were so a moment ago)."""
        kept = self._kept if self._is_folded else self._in_use
        return self.px(_height(len(kept) if folded else len(self.rows)))

    def fold(self, folded: bool) -> None:
        """Show only the layers in use, or all."""
        if folded is not self._is_folded:
            self._is_folded, self._kept = folded, self._in_use
            self._arrange()

    def show_scene(self, scene: Scene) -> None:
        """Put the ticks where the document has them."""
        for name, row in self.rows.items():
            row.setChecked(scene.shows(name))
            row.say_missing(row.overlay.missing(scene))
        in_use = frozenset(name for name, row in self.rows.items() if row.isChecked())
        changed = in_use ^ self._in_use
        self._in_use = in_use
        if changed and self._is_folded:
            self._kept = in_use if len(changed) > 1 else self._kept | in_use
            self._arrange()

    def _arrange(self) -> None:
        shown = [row for name, row in self.rows.items() if name in self._kept or not self._is_folded]
        others = [row for row in self.rows.values() if row not in shown]
        for rows, first in ((shown, 0), (others, len(shown))):
            half = (len(rows) + 1) // 2
            for at, row in enumerate(rows):
                column, line = divmod(at, half)
                y = ABOVE + ROW_HEIGHT * (line + (first + 1) // 2)
                self.place(row, 16 + column * (COLUMN + COLUMN_GAP), y, COLUMN, ROW_HEIGHT)
                row.setVisible(rows is shown)
        self.set_extent(WIDTH, _height(len(shown)))


def _height(count: int) -> int:
    """The height of this many layers in two columns."""
    return ABOVE + ROW_HEIGHT * ((count + 1) // 2) + BELOW


class LayerCommands:
    """Switches layers; each switch is one undo entry."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def toggle(self, name: str, _checked: bool = False) -> None:
        """Switch a layer on or off."""
        document: Document = self._session.document
        verb = "Hide" if name in document.layers else "Show"
        title = next(overlay.title for overlay in OVERLAYS if overlay.name == name)
        self._session.apply(f"{verb} {title.lower()}", document.toggling(name))

    def fill_menu(self, menu: QMenu) -> None:
        """The same layers as a menu."""
        menu.setToolTipsVisible(True)
        for overlay in layers():
            action = menu.addAction(overlay.title)
            action.setToolTip(overlay.tip)
            action.setCheckable(True)
            action.setChecked(overlay.name in self._session.document.layers)
            action.triggered.connect(partial(self.toggle, overlay.name))
