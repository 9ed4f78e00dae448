"""The panel on the right: methods over parameters over layers; it scrolls when the window is low."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from ..core.scene import Scene
from ..core.theme import Theme
from .guarded import Guarded
from .layers_panel import LayerCommands, LayersPanel
from .method_commands import MethodCommands
from .methods_panel import MethodsPanel
from .parameters_panel import ParametersPanel
from .widgets import Hairline

WIDTH = 352


class Panel(QScrollArea):
    """Always as wide as in the drawing: a scroll bar lies over the padding on the right and moves nothing."""

    def __init__(self, methods: MethodCommands, layers: LayerCommands, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setFixedWidth(WIDTH)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content = QWidget()
        content.setObjectName("panel")
        content.setFixedWidth(WIDTH)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.methods = MethodsPanel(methods, theme)
        self.parameters = ParametersPanel(methods, theme)
        self.layers = LayersPanel(layers)
        self._line = Hairline()
        self._guards = tuple(Guarded(part) for part in (self.methods, self.parameters, self.layers))
        methods_guard, parameters_guard, layers_guard = self._guards
        for part in (methods_guard, Hairline(), parameters_guard, self._line, layers_guard):
            column.addWidget(part)
        column.addStretch(1)
        self.setWidget(content)
        self.setWidgetResizable(True)

    def set_theme(self, theme: Theme) -> None:
        """Rows and forms built from now on are painted with this theme."""
        self.methods.set_theme(theme)
        self.parameters.set_theme(theme)

    def show_scene(self, scene: Scene) -> None:
        """Show the methods, parameters and layers of a scene."""
        for guard in self._guards:
            guard.show_scene(scene)
        self._line.setVisible(scene.document.selected_method is not None)
