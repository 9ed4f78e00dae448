"""The layers of the canvas: tick boxes in two columns, each with the swatch that is also its
legend.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import get_args

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QWidget

from ...draw.lettering import layout
from ...draw.small_pictures import paint_swatch
from ...layers import LAYERS
from ...layers.layer import PASSING, Group, Layer
from ...scene.cures import Act, act_of
from ...scene.document import Document
from ...scene.scene import Scene
from ..commands.menus import MISSING, UNSEEN
from ..session.session import Session
from ..widgets.controls import add_choice, paint_tick_box, passing_menu
from ..widgets.find_field import FindField
from ..widgets.layouts import plain_tip
from ..widgets.themed import (
    CAPTION,
    TEXT,
    PlacedParts,
    Themed,
    elide,
    give_back_keyboard,
    middle_baseline,
)
from .sections import PADDING, WIDTH, SectionHead

ROW_HEIGHT, COLUMN, COLUMN_GAP, SWATCH = 28, 152, 16, 20
INDENT, LIFT = 24.0, 5.0  # of the name; its shift upwards where words are below it
ABOVE, BELOW = 2, 6
SEARCH = 132
GROUPS: tuple[Group, ...] = get_args(Group)


def layers() -> tuple[Layer[Scene], ...]:
    """The layers that can be switched, in the order of the panel."""
    return tuple(
        sorted(
            (layer for layer in LAYERS if not layer.always),
            key=lambda layer: layer.place,
        )
    )


class LayerRow(Themed, QCheckBox):
    """One layer: tick, name, swatch; where it lacks something that one action brings, a click on
    the words about it takes that.
    """

    fixed = (COLUMN, ROW_HEIGHT)
    cure_wanted = Signal(str)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, layer: Layer[Scene], parent: QWidget) -> None:
        super().__init__(layer.title, parent)
        self.layer = layer
        self.setObjectName(f"layer-{layer.name}")
        self.missing, self.cure = "", ""
        self.setToolTip(plain_tip(layer.tip))

    def say_missing(self, words: str, cure: str = "") -> None:
        """Show why the layer draws nothing: below its name while it is switched on, and in the tool
        tip, with the action that cures it.
        """
        if (words, cure) != (self.missing, self.cure):
            self.missing, self.cure = words, cure
            more = f"\n{words[:1].upper()}{words[1:]}" if words else ""
            more += f"\nClick on these words: {cure[:1].lower()}{cure[1:]}" if cure else ""
            self.setToolTip(plain_tip(f"{self.layer.tip}{more}"))
            self.update()

    def hitButton(self, pos: object) -> bool:
        return True

    def _is_on_cure(self, position: QPointF) -> bool:
        """Whether a position is on words that can be clicked."""
        below_name = 0.5 * ROW_HEIGHT + 1.0
        is_cured = bool(self.cure) and self.isChecked()
        return is_cured and position.x() > self.px(INDENT) and position.y() > self.px(below_name)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._is_on_cure(event.position()):
            self.cure_wanted.emit(self.layer.name)
        else:
            super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(self.layer.name, event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            on = self.isChecked()
            paint_tick_box(painter, QRectF(0, 6, 16, 16), p, checked=on, focused=self.hasFocus())
            baseline, is_idle = middle_baseline(self.area), on and bool(self.missing)
            if is_idle:
                baseline -= LIFT
                words = layout(elide(self.missing, COLUMN - INDENT, CAPTION), CAPTION)
                words.draw(painter, INDENT, baseline + 11.0, p.ink_2)
                if self.cure:  # it can be clicked
                    painter.fillRect(
                        QRectF(INDENT, baseline + 13.0, words.width, 1.0), QColor(p.ink_3)
                    )
            layout(self.layer.title, TEXT).draw(
                painter, INDENT, baseline, p.ink if on and not is_idle else p.ink_2
            )
            painter.setOpacity(1.0 if on and not is_idle else 0.55)
            paint_swatch(
                painter,
                self.layer.swatch,
                QRectF(COLUMN - SWATCH, 0.5 * (ROW_HEIGHT - SWATCH), SWATCH, SWATCH),
                self.theme,
            )


class SearchField(FindField):
    """A search in a list; Escape clears it and gives the keyboard back."""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.KeyPress:
                self.clear()
                give_back_keyboard(self)
            event.accept()  # the window would treat it as a shortcut
            return True
        return super().event(event)


class LayersPanel(PlacedParts):
    """The section "Layers", group after group; the first rows are the layers in use and as many
    usable ones as fit.

    The rest is folded under "more", and found by name in the field of the head.  The first rows are
    chosen when a document is loaded, by what any of its methods can draw, and when the section gets
    another height or is folded: no row moves because a number or the selected method changes.
    """

    def __init__(self, commands: LayerCommands) -> None:
        super().__init__(WIDTH, 0)
        self._commands = commands
        self.head = SectionHead("Layers", "layers", "only the first ones")
        self.rows = {layer.name: LayerRow(layer, self) for layer in _by_group()}
        for name, row in self.rows.items():
            row.clicked.connect(lambda _checked, name=name: self._toggle(name))
            row.cure_wanted.connect(commands.cure)
            row.menu_wanted.connect(self._open_menu)
        tip = "Find a layer by its name; Return switches the first one found"
        self.search = SearchField("Find a layer", "find-layer")
        self.search.setToolTip(plain_tip(tip))
        self.search.textChanged.connect(self._look)
        self.search.chosen.connect(self._toggle_found)
        self.head.place(self.head.title, PADDING, 12, WIDTH - 2 * PADDING - SEARCH - 8, 24)
        self.head.place(self.search, WIDTH - PADDING - SEARCH, 7, SEARCH, 28)
        commands.loaded.connect(self._begin_anew)
        self._scene: Scene | None = None
        self._is_folded, self._room = True, 0.0
        self._is_new = True  # a new document, whose rows are not chosen yet
        self._first: tuple[LayerRow, ...] = ()

    def fold(self, is_folded: bool, room: float) -> None:
        """Show only the first rows, chosen for a height, or all."""
        if (is_folded, room) != (self._is_folded, self._room):
            self._is_folded, self._room = is_folded, room
            self._choose()

    def show_scene(self, scene: Scene) -> None:
        """Set the ticks of the document."""
        self._scene = scene
        for name, row in self.rows.items():
            row.setChecked(scene.shows(name))
            # of a row without a tick only the tool tip says what it lacks: after the drag
            if row.isChecked() or not scene.moving:
                words = row.layer.missing(scene)
                act = act_of(words, scene.document, scene.predicted)
                row.say_missing(words, "" if act is None else act.words)
        is_chosen = (
            not self._is_folded or bool(self.search.text()) or self._in_use <= set(self._first)
        )
        if not is_chosen or (self._is_new and not scene.is_awaited):
            self._choose()
        # with a point or none in a class few layers can be drawn, and all others would be hidden
        has_points = min(scene.document.dataset.counts, default=0) > 1
        self._is_new = self._is_new and (scene.is_awaited or not has_points)

    @property
    def _in_use(self) -> set[LayerRow]:
        return {row for row in self.rows.values() if row.isChecked()}

    def _look(self) -> None:
        """Show the search results, else the first rows, chosen anew if a layer in use is not among
        them.
        """
        if self.search.text() or self._in_use <= set(self._first) or not self._is_folded:
            self._arrange()
        else:
            self._choose()

    def _begin_anew(self) -> None:
        self._is_new = True
        self.search.clear()

    def _choose(self) -> None:
        """Choose the first rows: all in use, then those that can be drawn, as far as they fit."""
        first = self._in_use
        scene, methods = self._scene, () if self._scene is None else self._scene.document.methods
        if scene is not None:
            looks = [
                replace(scene, document=replace(scene.document, selected=m.id)) for m in methods
            ] or [scene]
            for row in self.rows.values():
                has_room = row not in first and _height(len(first) + 1) <= self._room
                if has_room and any(not row.layer.lacks(look) for look in looks):
                    first.add(row)
        self._first = tuple(row for row in self.rows.values() if row in first)
        self._arrange()

    def _arrange(self) -> None:
        """Put the first rows, or the search results, above the others, which are hidden below."""
        search = self.search.text().strip().lower()
        rows = tuple(self.rows.values())
        rows_above = (
            tuple(row for row in rows if search in row.layer.title.lower())
            if search
            else self._first
        )
        rows_below = tuple(row for row in rows if row not in rows_above)
        is_all = not search and not self._is_folded
        bottom = self._lay(rows_above, ABOVE)
        end = self._lay(rows_below, bottom, is_hidden=not is_all)
        self.head.title.set_rest(
            f"{len(rows_below)} more" if not search and self._is_folded else ""
        )
        self.set_extent(WIDTH, (end if is_all else bottom) + BELOW)

    def _lay(self, rows: Collection[LayerRow], y: float, *, is_hidden: bool = False) -> float:
        """Place rows below each other, from a height on; returns the height where they end."""
        for place, row in enumerate(rows):
            line, column = divmod(place, 2)
            x = PADDING + column * (COLUMN + COLUMN_GAP)
            self.place(row, x, y + ROW_HEIGHT * line, COLUMN, ROW_HEIGHT)
            row.setHidden(is_hidden)
        return y + ROW_HEIGHT * ((len(rows) + 1) // 2)

    def _open_menu(self, name: str, position: QPoint) -> None:
        menu = passing_menu(self)
        self._commands.context_menu(name, menu)
        menu.popup(position)

    def _toggle(self, name: str) -> None:
        """Switch a layer; one that was searched is found, and all are shown again."""
        self._commands.toggle(name)
        self.search.clear()

    def _toggle_found(self) -> None:
        """Switch the first layer of the search."""
        rows = [row for row in self.rows.values() if not row.isHidden()]
        if self.search.text().strip() and rows:
            rows[0].click()


def _by_group() -> list[Layer[Scene]]:
    """The layers that can be switched, group after group."""
    return sorted(layers(), key=lambda layer: GROUPS.index(layer.group))


def _height(rows: int) -> float:
    """The height of so many rows in two columns."""
    return ABOVE + BELOW + ROW_HEIGHT * ((rows + 1) // 2)


class LayerCommands:
    """Switches layers; each switch is one undo entry.  ``loaded`` comes with another document."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.loaded = session.loaded

    def toggle(self, name: str) -> None:
        """Switch a layer on or off."""
        document: Document = self._session.document
        verb = "Hide" if name in document.layers else "Show"
        self._session.apply(f"{verb} {self._layer(name).title.lower()}", document.toggling(name))

    def cure(self, name: str) -> None:
        """Bring what a layer lacks, if one action does."""
        act = self._act(name)
        if act is not None:
            self._session.apply(act.words, act.document)

    def _act(self, name: str) -> Act | None:
        """The action that brings what a layer lacks."""
        scene = self._session.scene
        return act_of(self._layer(name).missing(scene), scene.document, scene.predicted)

    def show_only(self, name: str) -> None:
        """Show a layer, and hide all others but the grid."""
        document, title = self._session.document, self._layer(name).title
        kept_layers = frozenset({name}) | (document.layers & {"grid"})
        self._session.apply(f"Only {title.lower()}", replace(document, layers=kept_layers))

    def context_menu(self, name: str, menu: QMenu) -> None:
        """The entries for one layer."""
        act = self._act(name)
        if act is not None:
            menu.addAction(act.words, partial(self.cure, name))
            menu.addSeparator()
        verb = "Hide" if name in self._session.document.layers else "Show"
        menu.addAction(verb, partial(self.toggle, name))
        menu.addAction("Only this one", partial(self.show_only, name))

    def _layer(self, name: str) -> Layer[Scene]:
        return next(layer for layer in LAYERS if layer.name == name)

    def fill_menu(self, menu: QMenu) -> None:
        """The same layers as a menu."""
        menu.setToolTipsVisible(True)
        for layer in layers():
            is_on = layer.name in self._session.document.layers
            choice = add_choice(
                menu, layer.title, partial(self.toggle, layer.name), is_on, layer.tip
            )
            lack = layer.lacks(self._session.scene)
            choice.setProperty(MISSING, lack)
            choice.setProperty(UNSEEN, bool(lack) and not is_on and lack not in PASSING)
