"""The panel on the right: methods over parameters over layers, each under a head that never scrolls
away.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from solvers import Status

from ...scene.document import Document
from ...scene.scene import Scene
from ...scene.theme import Theme
from ..commands.methods import MethodCommands
from ..session.session import CERTIFY_AT_ONCE, Session
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
    ) -> None:
        super().__init__()
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
        # a list of few rows begins below its head
        self._guards[2].column.setAlignment(self.layers, Qt.AlignmentFlag.AlignTop)
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


# Numbers follow the fits at 10 Hz, in a drag with every second frame.  Of later fits, and of many
# points, each number of which is a pass over all of them, nothing is said until the mouse rests.
EVERY_MS, HALF_RATE_MS, LATE_MS = 100, 33, 350


class NumbersUpdater(QObject):
    """Shows each scene in the panel and the status line: clicks at once, numbers as soon as they
    belong to its points.
    """

    def __init__(self, session: Session, panel: SidePanel, status_line: StatusLine) -> None:
        super().__init__(panel)
        self._session, self._panel, self._status_line = session, panel, status_line
        self._late = make_timer(LATE_MS, self, self.show, single_shot=True)
        self._pace = make_timer(EVERY_MS, self, self._show_ready, single_shot=True)
        self._has_numbers = True  # on the screen
        session.scene_changed.connect(self._follow)

    def show(self) -> None:
        """Show the current scene, without numbers where they would delay a drag."""
        self._late.stop()
        self._pace.start(HALF_RATE_MS if self._session.scene.moving else EVERY_MS)
        self._show(self._session.has_numbers)
        if not self._has_numbers:
            self._late.start()  # they come when the mouse rests

    def _show(self, has_numbers: bool) -> None:
        scene = self._session.scene
        if not has_numbers:
            scene = replace(scene, stale=frozenset(scene.fits))
        self._has_numbers = has_numbers
        self._panel.show_scene(scene)
        self._status_line.show_scene(scene)

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
        if is_same:
            return
        if new.moving and len(new.document.dataset) > CERTIFY_AT_ONCE:
            self._late.start()
            if self._has_numbers:
                self._show(False)
            return
        if not self._late.isActive():
            self._late.start()
        if new.moving and self._pace.remainingTime() > HALF_RATE_MS:
            self._pace.start(HALF_RATE_MS)
        self._show_ready()

    def _show_ready(self) -> None:
        """Show the current scene if it is not shown yet, and its numbers are ready."""
        if self._late.isActive() and not self._pace.isActive() and self._is_ready:
            self.show()

    @property
    def _is_ready(self) -> bool:
        """Whether the fits that follow a drag answer the points as they are, or still run."""
        scene = self._session.scene
        stale_fits = [
            scene.fits.get(m.id) for m in scene.document.enabled_methods if m.id in scene.stale
        ]
        are_ready = all(fit is not None and fit.status is Status.RUNNING for fit in stale_fits)
        return are_ready and self._session.has_numbers


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
