"""The panels of a figure, a row each with its scene, view, title and layers; added, removed and
ordered by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from ...answers.sweeps import step_label
from ...errors import printable
from ...figures.requests import FigurePanel, Request
from ...figures.sources import CANVAS
from ...files.embedded_scene import SUFFIXES
from ...files.read import SCENES, filter_of
from ...files.shipped import LESSON_PREFIX
from ...layers import LAYERS
from ...lessons.course import Course
from ..widgets.controls import ComboField, add_choice
from ..widgets.layouts import in_column, in_row, plain_entry, plain_tip, with_name
from .export_figure import fill_choices, views

FILES = filter_of("Scenes and figures", (*SCENES, *SUFFIXES))
ROWS, ROW = 3, 24  # shown at once
MOST_FILES = 5  # recent files in the menu of scenes
PANEL = Qt.ItemDataRole.UserRole


def panels_of(request: Request) -> tuple[FigurePanel, ...]:
    """The panels of a request, one by one: every view of every scene."""
    if request.panels:
        return request.panels
    names = ("", *request.scenes)
    titles = request.titles if len(request.titles) == len(names) else ("",) * len(names)
    return tuple(
        FigurePanel(name, view, title)
        for name, title in zip(names, titles, strict=True)
        for view in request.views
    )


def with_panels(request: Request, panels: tuple[FigurePanel, ...]) -> Request:
    """The request that draws these panels, in its shortest form, so that values of a sweep still
    multiply them.
    """
    views_, scenes = tuple(p.view for p in panels), tuple(p.scene for p in panels)
    plain = replace(request, panels=(), scenes=(), titles=(), views=Request().views)
    own_layers = any(panel.layers is not None or panel.step is not None for panel in panels)
    if (
        not own_layers
        and not any(scenes)
        and len(set(views_)) == len(views_)
        and not any(p.title for p in panels)
    ):
        return replace(plain, views=views_)
    titles = tuple(p.title for p in panels)
    are_scenes = set(views_) == {CANVAS} and not scenes[0] and all(scenes[1:]) and len(panels) > 1
    if are_scenes and not own_layers and all(titles) in (True, any(titles)):
        return replace(plain, scenes=scenes[1:], titles=titles if all(titles) else ())
    return replace(plain, panels=panels)


class Rows(QListWidget):
    """Rows that Delete removes."""

    deleted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Delete):
            self.deleted.emit()
        else:
            super().keyPressEvent(event)


class PanelList(QWidget):
    """``panels`` is the answer; ``changed`` comes with every change."""

    changed = Signal()

    def __init__(self, panels: tuple[FigurePanel, ...], course: Course | None = None) -> None:
        super().__init__()
        self._course = course
        self.rows, self.view_combo, self.title = Rows(), ComboField(), QLineEdit()
        with_name(
            self.rows,
            "panel-rows",
            "Panels of the figure",
            "The panels in their order: drag a row to another place",
        )
        self.rows.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.rows.setFixedHeight(ROWS * ROW + 6)
        self.rows.setSpacing(3)
        fill_choices(self.view_combo, views())
        self.title.setAccessibleName("Title of the panel")
        self.title.setPlaceholderText("its own")
        self.add_button, self.remove_button, self.layers_button = (
            QPushButton("Add"),
            QPushButton("Remove"),
            QPushButton(),
        )
        for button, name in (
            (self.add_button, "add-panel"),
            (self.remove_button, "remove-panel"),
            (self.layers_button, "layers"),
        ):
            with_name(button, name).setAutoDefault(False)
        self._scenes = self._menu_of_scenes()
        self.add_button.setMenu(self._scenes)
        self._layers_menu = QMenu(self.layers_button)
        self._layers_menu.aboutToShow.connect(self._fill_layers)
        self.layers_button.setMenu(self._layers_menu)
        self._lay_out()
        self.show_panels(panels)
        self.rows.currentRowChanged.connect(self._show_row)
        self.rows.model().rowsMoved.connect(self.changed)
        self.view_combo.activated.connect(self._change_view)
        self.title.editingFinished.connect(self._change_title)
        self.remove_button.clicked.connect(self.remove)
        self.rows.deleted.connect(self.remove)

    def _lay_out(self) -> None:
        fields = QFormLayout()
        fields.setHorizontalSpacing(16)
        for label, field in (
            ("Its view", self.view_combo),
            ("Its title", self.title),
            ("Its layers", self.layers_button),
        ):
            fields.addRow(label, field)
        in_column(
            self, self.rows, in_row(None, self.add_button, self.remove_button, 1), fields, spacing=8
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def _menu_of_scenes(self) -> QMenu:
        menu = QMenu(self.add_button)
        menu.addAction("This scene once more", partial(self.add, FigurePanel()))
        menu.addAction("A file…", self._choose_files)
        lessons = menu.addMenu("A lesson")
        for chapter, members in () if self._course is None else self._course.chapters:
            part = lessons.addMenu(plain_entry(chapter))
            for lesson in members:
                part.addAction(
                    plain_entry(lesson.document.title),
                    partial(self.add, FigurePanel(LESSON_PREFIX + lesson.name)),
                )
        lessons.setEnabled(self._course is not None)
        return menu

    def offer_files(self, paths: Sequence[Path]) -> None:
        """Put recent files into the menu of scenes: the wanted one is often among them."""
        for path in paths[:MOST_FILES]:
            action = self._scenes.addAction(
                plain_entry(path.name), partial(self.add, FigurePanel(str(path)))
            )
            action.setToolTip(plain_tip(printable(str(path))))

    @property
    def panels(self) -> tuple[FigurePanel, ...]:
        """The panels in their order."""
        return tuple(self.rows.item(k).data(PANEL) for k in range(self.rows.count()))

    def show_panels(self, panels: tuple[FigurePanel, ...]) -> None:
        """Show these panels, the first one selected."""
        self.rows.blockSignals(True)
        self.rows.clear()
        for panel in panels:
            self.rows.addItem(_item(panel))
        self.rows.blockSignals(False)
        self.rows.setCurrentRow(0)
        self._show_row()

    def add(self, panel: FigurePanel) -> None:
        """Add a panel at the end; of this scene in a view that is not listed yet."""
        listed_views = {listed.view for listed in self.panels if not listed.scene}
        if not panel.scene and panel.view in listed_views:
            panel = replace(
                panel,
                view=next((view for view, _ in views() if view not in listed_views), panel.view),
            )
        self.rows.addItem(_item(panel))
        self.rows.setCurrentRow(self.rows.count() - 1)
        self.changed.emit()

    def remove(self) -> None:
        """Remove the current panel; one stays."""
        if self.rows.count() > 1:
            self.rows.takeItem(self.rows.currentRow())
            self._show_row()
            self.changed.emit()

    def show_first_view(self, view: str) -> None:
        """Give the first panel another view."""
        self._change(self.rows.item(0), view=view)
        self._show_row()

    def _choose_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, "Scenes beside this one", "", FILES)
        for name in names:
            self.add(FigurePanel(name))

    def _change_view(self, *_arguments: object) -> None:
        self._change(self.rows.currentItem(), view=str(self.view_combo.currentData()))
        self.changed.emit()

    def _change_title(self) -> None:
        if self.rows.currentItem().data(PANEL).title != self.title.text():
            self._change(self.rows.currentItem(), title=self.title.text())
            self.changed.emit()

    def _change(self, item: QListWidgetItem, **changes: object) -> None:
        panel = replace(item.data(PANEL), **changes)
        item.setData(PANEL, panel)
        item.setText(panel_words(panel))

    def _show_row(self, *_arguments: object) -> None:
        """Show the fields of the current panel."""
        item = self.rows.currentItem()
        if item is not None:
            panel: FigurePanel = item.data(PANEL)
            self.view_combo.setCurrentIndex(self.view_combo.findData(panel.view))
            self.title.setText(panel.title)
            self.layers_button.setText(
                "those of the scene" if panel.layers is None else f"{len(panel.layers)} of its own"
            )
            self.layers_button.setEnabled(panel.view == CANVAS)
        self.remove_button.setEnabled(self.rows.count() > 1)

    def _fill_layers(self) -> None:
        """Fill the menu of the layers: the layers of the scene, or a choice of the panel's own."""
        self._layers_menu.clear()
        layers = self.rows.currentItem().data(PANEL).layers
        add_choice(
            self._layers_menu, "Those of the scene", partial(self._use_layers, None), layers is None
        )
        self._layers_menu.addSeparator()
        for layer in LAYERS:
            if not layer.always:
                other = partial(self._use_layers, (layers or frozenset()) ^ {layer.name})
                is_on = layers is not None and layer.name in layers
                add_choice(self._layers_menu, layer.title, other, is_on)

    def _use_layers(self, layers: frozenset[str] | None) -> None:
        self._change(self.rows.currentItem(), layers=layers)
        self._show_row()
        self.changed.emit()


def panel_words(panel: FigurePanel) -> str:
    """A panel in words."""
    scene = (
        "This scene"
        if not panel.scene
        else panel.scene
        if panel.scene.startswith(LESSON_PREFIX)
        else Path(panel.scene).name
    )
    view = next(title for name, title in views() if name == panel.view)
    return " · ".join(
        words
        for words in (scene, view, step_label(panel.step), panel.title and f"“{panel.title}”")
        if words
    )


def _item(panel: FigurePanel) -> QListWidgetItem:
    item = QListWidgetItem(panel_words(panel))
    item.setData(PANEL, panel)
    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsDropEnabled)
    return item
