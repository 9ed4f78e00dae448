"""The layers of the canvas: two columns of tick boxes with the swatch that is also their legend."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QWidget

from ..core.document import Document
from ..core.scene import Scene
from ..draw.swatches import paint_swatch
from ..draw.text import layout
from ..overlays import OVERLAYS, Overlay
from .session import Session
from .widgets import TEXT, MathLabel, Themed, middle_baseline, paint_tick_box

ROW_HEIGHT, COLUMN, COLUMN_GAP, SWATCH = 28, 152, 16, 20
# The order of the panel: first what surrounds the boundary, then what describes the data; layers not named here follow.
ORDER = (
    "half-planes", "boundary", "margins", "support-vectors", "slack", "hulls", "closest-pair",
    "means", "covariances", "projection", "probability", "equation", "grid", "ghost", "weight", "band",
)  # fmt: skip


def layers() -> tuple[Overlay, ...]:
    """The layers that can be switched, in the order of the panel."""
    place = {name: at for at, name in enumerate(ORDER)}
    switchable = (overlay for overlay in OVERLAYS if not overlay.always)
    return tuple(sorted(switchable, key=lambda overlay: place.get(overlay.name, len(ORDER))))


class LayerRow(Themed, QCheckBox):
    """One layer: tick, name, swatch."""

    def __init__(self, overlay: Overlay, parent: QWidget) -> None:
        super().__init__(overlay.title, parent)
        self.overlay = overlay
        self.setObjectName(f"layer-{overlay.name}")
        self.setToolTip(overlay.tip)
        self.setFixedSize(COLUMN, ROW_HEIGHT)

    def hitButton(self, pos: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = QPainter(self), self.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        paint_tick_box(painter, QRectF(0, 6, 16, 16), p, checked=on, focused=self.hasFocus())
        baseline = middle_baseline(QRectF(self.rect()))
        layout(self.overlay.title, TEXT).draw(painter, 24.0, baseline, p.ink if on else p.ink_2)
        painter.setOpacity(1.0 if on else 0.55)
        paint_swatch(painter, self.overlay.name, QRectF(COLUMN - SWATCH, 0.5 * (ROW_HEIGHT - SWATCH), SWATCH, SWATCH), self.theme)


class LayersPanel(QWidget):
    """The section "Layers"."""

    def __init__(self, commands: LayerCommands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = {overlay.name: LayerRow(overlay, self) for overlay in layers()}
        half = (len(self.rows) + 1) // 2
        title = MathLabel("Layers", weight=600, parent=self)
        title.setGeometry(16, 12, 200, 24)
        for at, (name, row) in enumerate(self.rows.items()):
            column, line = divmod(at, half)
            row.move(16 + column * (COLUMN + COLUMN_GAP), 41 + ROW_HEIGHT * line)
            row.clicked.connect(partial(commands.toggle, name))
        self.setFixedHeight(41 + ROW_HEIGHT * half + 10)

    def show_scene(self, scene: Scene) -> None:
        """Put the ticks where the document has them."""
        for name, row in self.rows.items():
            row.setChecked(scene.shows(name))


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
