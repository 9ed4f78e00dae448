"""The panel on the right: methods over parameters over layers, each under a head that never scrolls away."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ...core.appearance.theme import Theme
from ...core.scene import Scene
from ..commands.methods import MethodCommands
from ..widgets.basics import Hairline, Themed
from ..widgets.reading_order import focus_next
from .guarded import Guarded
from .layers import LayerCommands, LayersPanel
from .methods import HEADER_HEIGHT, ROW_HEIGHT, MethodsPanel
from .parameters import ParametersPanel
from .sections import WIDTH, Section, shares

USUAL = 340  # what the parameters of most methods take: below it the layers not in use give way
LEAST = {"methods": HEADER_HEIGHT + 2 * ROW_HEIGHT, "parameters": 100, "layers": 10_000}  # layers in use are all on screen
ORDER = ("methods", "parameters", "layers")


class Panel(Themed, QScrollArea):
    """Always as wide as in the drawing: a scroll bar lies over the padding on the right and moves nothing.

    In a low window the sections share the height: the layers not in use fold away, then the methods that are not selected, and
    the parameters scroll.  What the user folds or unfolds himself stays so (``folds``).
    """

    def __init__(self, methods: MethodCommands, layers: LayerCommands, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.methods = MethodsPanel(methods, theme)
        self.parameters = ParametersPanel(methods, theme)
        self.layers = LayersPanel(layers)
        self._content = QWidget()
        self._content.setObjectName("panel")
        self.folds: dict[str, bool] = {}
        self._make_sections()
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.measure()

    def _make_sections(self) -> None:
        heads = (self.methods.head, self.parameters.head, self.layers.head)
        self._guards = tuple(Guarded(part) for part in (self.methods, self.parameters, self.layers))
        self._lines = (Hairline(self._content), Hairline(self._content))
        self.sections: dict[str, Section] = {}
        for name, head, guard in zip(ORDER, heads, self._guards, strict=True):
            self.sections[name] = section = Section(head, guard)
            section.setParent(self._content)
            head.fold_wanted.connect(partial(self.toggle_fold, name))
            section.resized.connect(self.arrange)

    def set_theme(self, theme: Theme) -> None:
        """Rows and forms built from now on are painted with this theme."""
        super().set_theme(theme)
        self.methods.set_theme(theme)
        self.parameters.set_theme(theme)
        self.arrange()

    def measure(self) -> None:
        self.setFixedWidth(self.px(WIDTH))
        self._content.setFixedWidth(self.px(WIDTH))

    def show_scene(self, scene: Scene) -> None:
        """Show the methods, parameters and layers of a scene."""
        for guard in self._guards:
            guard.show_scene(scene)
        self.arrange()

    def focusNextPrevChild(self, forward: bool) -> bool:
        # Rows and forms are made anew again and again; Qt would put them behind everything that is older.
        return focus_next(self, forward) or bool(super().focusNextPrevChild(forward))

    # --- folding ----------------------------------------------------------------------------------------------------------

    def toggle_fold(self, name: str) -> None:
        """Fold a section, or unfold it."""
        self.folds[name] = not self.sections[name].head.title.is_folded
        self.arrange()

    def _choice(self, room: int) -> dict[str, bool]:
        """What is folded: what the user has chosen, else what the height asks for."""
        choice = {"methods": False, "layers": False, "parameters": False, **self.folds}
        if "layers" not in self.folds:
            usual = self.methods.height_of(False) + self.px(USUAL) + self.layers.height_of(False)
            choice["layers"] = usual + self._heads() > room
        if "methods" not in self.folds:
            choice["methods"] = sum(self._least(self._bodies(choice)).values()) + self._heads() > room
        return choice

    def _heads(self) -> int:
        return sum(section.head_height for section in self.sections.values())

    def _bodies(self, folded: dict[str, bool]) -> dict[str, int]:
        """What is below the heads, as high as it wants to be."""
        has_method = self.sections["parameters"].head_height > 0 and not folded["parameters"]
        return {
            "layers": self.layers.height_of(folded["layers"]),
            "methods": self.methods.height_of(folded["methods"]),
            "parameters": self._guards[1].sizeHint().height() if has_method else 0,
        }

    def _least(self, bodies: dict[str, int]) -> dict[str, int]:
        return {name: min(height, self.px(LEAST[name])) for name, height in bodies.items()}

    def arrange(self) -> None:
        """Give every section its place."""
        room = self.viewport().height() - len(self._lines)
        folded = self._choice(room)
        self.methods.fold(folded["methods"])
        self.layers.fold(folded["layers"])
        self._guards[1].setHidden(folded["parameters"])
        bodies = self._bodies(folded)
        least = self._least(bodies)
        heights = dict(zip(bodies, shares(tuple(bodies.values()), tuple(least.values()), room - self._heads()), strict=True))
        y = 0
        for name, line in zip(ORDER, (*self._lines, None), strict=True):
            section = self.sections[name]
            section.head.title.show_folded(folded[name])
            section.setGeometry(0, y, self.px(WIDTH), section.head_height + heights[name])
            y += section.height()
            if line is not None:
                line.setGeometry(0, y, self.px(WIDTH), 1)
                line.setVisible(section.head_height > 0)
                y += 1
        self._content.setMinimumHeight(self._heads() + sum(least.values()) + len(self._lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
