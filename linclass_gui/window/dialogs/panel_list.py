"""The panels of a figure, a row each with its scene, view, title, methods, values and layers;
added, removed and ordered by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

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
LEAST_ROWS, MOST_ROWS, ROW = 2, 4, 24  # shown at once
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
    are_varied = any(panel.is_varied for panel in panels)
    if (
        not are_varied
        and not any(scenes)
        and len(set(views_)) == len(views_)
        and not any(p.title for p in panels)
    ):
        return replace(plain, views=views_)
    titles = tuple(p.title for p in panels)
    are_scenes = set(views_) == {CANVAS} and not scenes[0] and all(scenes[1:]) and len(panels) > 1
    if are_scenes and not are_varied and all(titles) in (True, any(titles)):
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

    def __init__(
        self,
        panels: tuple[FigurePanel, ...],
        course: Course | None = None,
        methods: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """``methods`` are the titles of the methods of the open scene, by their names in files."""
        super().__init__()
        self._course, self._methods = course, methods
        self.rows, self.view_combo, self.title = Rows(), ComboField(), QLineEdit()
        self.values = QLineEdit()
        with_name(
            self.rows,
            "panel-rows",
            "Panels of the figure",
            "The panels in their order: drag a row to another place",
        )
        self.rows.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.rows.setSpacing(3)
        fill_choices(self.view_combo, views())
        self.title.setAccessibleName("Title of the panel")
        self.title.setPlaceholderText("its own")
        with_name(
            self.values,
            "panel-values",
            "Values of the panel",
            "Parameters of its methods and the step of the run, as in C=10 sigma=0.3 step=3",
        )
        self.values.setPlaceholderText("those of the scene, or C=10 step=3")
        self.add_button, self.remove_button, self.layers_button, self.methods_button = (
            QPushButton("Add"),
            QPushButton("Remove"),
            QPushButton(),
            QPushButton(),
        )
        for button, name in (
            (self.add_button, "add-panel"),
            (self.remove_button, "remove-panel"),
            (self.layers_button, "layers"),
            (self.methods_button, "panel-methods"),
        ):
            with_name(button, name).setAutoDefault(False)
        self._scenes = self._menu_of_scenes()
        self.add_button.setMenu(self._scenes)
        self._layers_menu = QMenu(self.layers_button)
        self._layers_menu.aboutToShow.connect(self._fill_layers)
        self.layers_button.setMenu(self._layers_menu)
        self._methods_menu = QMenu(self.methods_button)
        self._methods_menu.aboutToShow.connect(self._fill_methods)
        self.methods_button.setMenu(self._methods_menu)
        self._lay_out()
        self.show_panels(panels)
        self.rows.currentRowChanged.connect(self._show_row)
        self.rows.model().rowsMoved.connect(self.changed)
        self.view_combo.activated.connect(self._change_view)
        self.title.editingFinished.connect(self._change_title)
        self.values.editingFinished.connect(self._change_values)
        self.remove_button.clicked.connect(self.remove)
        self.rows.deleted.connect(self.remove)

    def _lay_out(self) -> None:
        fields = QFormLayout()
        fields.setHorizontalSpacing(16)
        for label, field in (
            ("Its view", self.view_combo),
            ("Its title", self.title),
            ("Its values", self.values),
            ("Its methods", self.methods_button),
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
        menu.addAction("This scene for each method", self.add_each_method).setEnabled(
            len(self._methods) > 1
        )
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

    def add_each_method(self) -> None:
        """A panel of this scene for each of its methods, in place of one that shows all."""
        panels = [FigurePanel(methods=(name,)) for name in self._methods]
        other_panels = [panel for panel in self.panels if panel != FigurePanel()]
        self.show_panels((*other_panels, *panels))
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

    def _change_values(self) -> None:
        """Take the values that are typed; a sentence in the preview says what is wrong in them."""
        pairs = [word.strip(",").partition("=") for word in self.values.text().split()]
        step = next((value for name, _, value in pairs if name == "step"), None)
        changes = {
            "step": int(step) if step is not None and step.isdecimal() else None,
            "settings": tuple((name, value) for name, _, value in pairs if name != "step"),
        }
        panel = self.rows.currentItem().data(PANEL)
        if any(getattr(panel, name) != value for name, value in changes.items()):
            self._change(self.rows.currentItem(), **changes)
            self.changed.emit()

    def _change(self, item: QListWidgetItem, **changes: object) -> None:
        panel = replace(item.data(PANEL), **changes)
        item.setData(PANEL, panel)
        item.setText(panel_words(panel))

    def _show_row(self, *_arguments: object) -> None:
        """Show the fields of the current panel."""
        row_count = min(max(self.rows.count(), LEAST_ROWS), MOST_ROWS)
        self.rows.setFixedHeight(row_count * ROW + 6)
        item = self.rows.currentItem()
        if item is not None:
            panel: FigurePanel = item.data(PANEL)
            self.view_combo.setCurrentIndex(self.view_combo.findData(panel.view))
            self.title.setText(panel.title)
            self.layers_button.setText(
                "those of the scene" if panel.layers is None else f"{len(panel.layers)} of its own"
            )
            self.layers_button.setEnabled(panel.view == CANVAS)
            self.methods_button.setText(
                "those of the scene"
                if panel.methods is None
                else ", ".join(self._methods.get(name, name) for name in panel.methods)
            )
            self.values.setText(values_text(panel))
        self.remove_button.setEnabled(self.rows.count() > 1)

    def _fill_methods(self) -> None:
        """Fill the menu of the methods: those of the scene, or a choice of the panel's own."""
        self._methods_menu.clear()
        methods = self.rows.currentItem().data(PANEL).methods
        add_choice(
            self._methods_menu,
            "Those of the scene",
            partial(self._use_methods, None),
            methods is None,
        )
        self._methods_menu.addSeparator()
        for name, title in self._methods.items():
            chosen_names = methods or ()
            is_on = name in chosen_names
            other = tuple(m for m in chosen_names if m != name) if is_on else (*chosen_names, name)
            add_choice(self._methods_menu, title, partial(self._use_methods, other or None), is_on)

    def _use_methods(self, methods: tuple[str, ...] | None) -> None:
        self._change(self.rows.currentItem(), methods=methods)
        self._show_row()
        self.changed.emit()

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


def values_text(panel: FigurePanel) -> str:
    """The values of a panel as they are typed."""
    step = [] if panel.step is None else [f"step={panel.step}"]
    return " ".join([*(f"{name}={value}" for name, value in panel.settings), *step])


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
        for words in (
            scene,
            view,
            ", ".join(panel.methods or ()),
            values_text(panel),
            panel.title and f"“{panel.title}”",
        )
        if words
    )


def _item(panel: FigurePanel) -> QListWidgetItem:
    item = QListWidgetItem(panel_words(panel))
    item.setData(PANEL, panel)
    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsDropEnabled)
    return item
