"""The panel on the right: methods over parameters over layers, each under a head that never scrolls
away.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from ...scene.document import Document
from ...scene.scene import Scene
from ...scene.theme import Theme
from ..commands.methods import MethodCommands
from ..session.session import Session
from ..timers import make_timer
from ..widgets.layouts import QuietArea, with_name
from ..widgets.themed import Hairline, Themed
from .layers import LayerCommands, LayersPanel
from .method_rows import HEADER_HEIGHT, ROW_HEIGHT, MethodsPanel
from .parameters import ParametersPanel
from .sections import WIDTH, Guarded, PanelSection
from .status_line import StatusLine

# a formula with the parameter below it
LEAST_METHODS, LEAST_FORM = HEADER_HEIGHT + 2 * ROW_HEIGHT, 124
# of the height for the layers, after the least heights of the sections above
LAYERS, LAYERS_BELOW, LEAST_LAYERS = 0.4, 116, 84
ORDER = ("methods", "parameters", "layers")


class SidePanel(Themed, QuietArea):
    """Of fixed width: a scroll bar lies over the padding on the right and moves nothing.

    The layers are at the foot of the panel, with a height set by the window; the methods have the
    height of their rows, and the parameters the rest, with their numbers below a form that scrolls.
    So selecting another method moves nothing.  In a low window the methods that are not selected
    fold away.  A section that the user folds or unfolds stays so (``folds``).
    """

    def __init__(
        self,
        methods: MethodCommands,
        layers: LayerCommands,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.methods = MethodsPanel(methods, theme)
        self.parameters = ParametersPanel(methods, theme)
        self.layers = LayersPanel(layers)
        self._content = with_name(QWidget(), "panel")
        self.folds: dict[str, bool] = {}
        self._make_sections()
        self.setWidget(self._content)
        self.measure()

    def _make_sections(self) -> None:
        heads = (self.methods.head, self.parameters.head, self.layers.head)
        self._guards = tuple(Guarded(part) for part in (self.methods, self.parameters, self.layers))
        self._lines = (Hairline(self._content), Hairline(self._content))
        self.sections: dict[str, PanelSection] = {}
        for name, head, guard in zip(ORDER, heads, self._guards, strict=True):
            self.sections[name] = section = PanelSection(
                head, guard, self.parameters.outcome if name == "parameters" else None
            )
            section.setParent(self._content)
            head.fold_wanted.connect(partial(self.toggle_fold, name))
            section.resized.connect(self.arrange)

    def set_theme(self, theme: Theme) -> None:
        """Paint new rows and forms with this theme."""
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

    # --- folding ----------------------------------------------------------------------------------

    def toggle_fold(self, name: str) -> None:
        """Fold a section, or unfold it."""
        self.folds[name] = not self.sections[name].head.title.is_folded
        self.arrange()

    def arrange(self) -> None:
        """Give every section its place."""
        heads = {name: section.head_height for name, section in self.sections.items()}
        room = self.viewport().height() - len(self._lines) - sum(heads.values())
        folds = {"methods": False, "parameters": False, "layers": True, **self.folds}
        has_form = heads["parameters"] > 0 and not folds["parameters"]
        height = self.viewport().height() / self.theme.ui
        layers = max(self.px(LEAST_LAYERS), self.px(LAYERS * height - LAYERS_BELOW))
        foot = self.parameters.outcome.height() if has_form else 0
        above, least = room - layers, foot + (self.px(LEAST_FORM) if has_form else 0)
        if "methods" not in self.folds:
            folds["methods"] = (
                min(self.methods.height_of(False), self.px(LEAST_METHODS)) + least > above
            )
        height_wanted = self.methods.height_of(folds["methods"])
        methods = min(height_wanted, max(self.methods.height_of(True), above - least))
        bodies = {"methods": methods, "parameters": max(above - methods, foot), "layers": layers}
        self.methods.fold(folds["methods"])
        self.layers.fold(folds["layers"], layers / self.theme.ui)
        self._guards[1].setHidden(not has_form)
        self.parameters.outcome.setHidden(not has_form)
        y = 0
        for name, line in zip(ORDER, (*self._lines, None), strict=True):
            section = self.sections[name]
            section.head.title.show_folded(folds[name])
            section.setGeometry(0, y, self.px(WIDTH), heads[name] + bodies[name])
            y += section.height()
            if line is not None:
                line.setGeometry(0, y, self.px(WIDTH), 1)
                line.setVisible(heads[name] > 0)
                y += 1
        self._content.setMinimumHeight(
            min(y, sum(heads.values()) + methods + foot + layers + len(self._lines))
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()


# Numbers follow at 10 Hz, during a drag at 3 Hz: faster they cannot be read beside the canvas, and
# every certificate is a pass over all points.
EVERY_MS, WHILE_DRAGGING_MS = 100, 350


class NumbersUpdater(QObject):
    """Shows each scene in the panel and the status line: clicks at once, numbers a little later."""

    def __init__(self, session: Session, panel: SidePanel, status_line: StatusLine) -> None:
        super().__init__(panel)
        self._session, self._panel, self._status_line = session, panel, status_line
        self._timer = make_timer(0, self, self.show, single_shot=True)
        session.scene_changed.connect(self._follow)

    def show(self) -> None:
        """Show the current scene, or a little later where its numbers would delay a drag."""
        if not self._session.has_numbers:
            self._soon()  # they come when the mouse rests
            return
        self._panel.show_scene(self._session.scene)
        self._status_line.show_scene(self._session.scene)

    def _follow(self, old: Scene, new: Scene) -> None:
        if _is_structural(old, new):
            # A tick, another method, a layer: shown with the click that asked for it.
            self.show()
        elif old.hover is not new.hover and not new.moving:
            self._status_line.show_pointer(new)
        same_fits = old.fits is new.fits
        is_same = (
            same_fits
            and old.document is new.document
            and old.stale == new.stale
            and old.hover is new.hover
        )
        if not is_same and not self._timer.isActive():
            self._soon()

    def _soon(self) -> None:
        self._timer.start(WHILE_DRAGGING_MS if self._session.scene.moving else EVERY_MS)


def _is_structural(old: Scene, new: Scene) -> bool:
    """Whether more changed than numbers: other methods, another one selected, other layers."""
    one, two = old.document, new.document
    if one is two:
        return False
    same_methods = one.methods is two.methods or _kinds(one) == _kinds(two)
    same_trial = (one.trial is None) == (two.trial is None)
    return not (
        same_methods and same_trial and one.selected == two.selected and one.layers == two.layers
    )


def _kinds(document: Document) -> list[tuple[object, ...]]:
    """The methods in use, whatever their parameters are."""
    return [
        (m.id, m.enabled, m.slot, type(m.method), type(m.features), type(m.kernel))
        for m in document.methods
    ]
