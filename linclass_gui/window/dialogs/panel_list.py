"""The panels of a figure, a row each with its scene, view, title, methods, values and layers;
added, removed and ordered by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QWidget,
)

from ...answers.sweeps import END, STEP
from ...errors import printable
from ...figures.requests import FigurePanel, Recipe
from ...figures.sources import BETWEEN, CANVAS, NUMBERS, blocks_of_view, names_of_blocks
from ...files.embedded_scene import SUFFIXES
from ...files.read import SCENES, filter_of
from ...files.shipped import LESSON_PREFIX
from ...layers import LAYERS
from ...lessons.course import Course
from ...scene.document import Document
from ..widgets.controls import ComboField, TickBox, add_choice
from ..widgets.layouts import (
    PushButton,
    in_column,
    in_row,
    one_line,
    plain_entry,
    plain_tip,
    with_name,
)
from ..widgets.ordered_list import OrderedList
from .export_figure import show_view, view_title, views
from .forms import Form, passing, values_button

FILES = filter_of("Scenes and figures", (*SCENES, *SUFFIXES))
LEAST_ROWS, MOST_ROWS = 2, 4  # shown at once
MOST_FILES = 5  # recent files in the menu of scenes
MOST_STATES = 12  # earlier ones that are offered
EARLIER = "earlier points"
PANEL = Qt.ItemDataRole.UserRole


def panels_of(recipe: Recipe) -> tuple[FigurePanel, ...]:
    """The panels of a recipe, one by one: every view of every scene."""
    if recipe.panels:
        return recipe.panels
    names = ("", *recipe.scenes)
    titles = recipe.titles if len(recipe.titles) == len(names) else ("",) * len(names)
    return tuple(
        FigurePanel(name, view, title)
        for name, title in zip(names, titles, strict=True)
        for view in recipe.views
    )


def with_panels(recipe: Recipe, panels: tuple[FigurePanel, ...]) -> Recipe:
    """The recipe that draws these panels, in its shortest form, so that values of a sweep still
    multiply them.
    """
    views_, scenes = tuple(p.view for p in panels), tuple(p.scene for p in panels)
    plain = replace(recipe, panels=(), scenes=(), titles=(), views=Recipe().views)
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


ROOM_OF_CHOICE = 170  # pixels for what the button of a menu says


def _say_choice(button: PushButton, words: str) -> None:
    """Say what is chosen; a long list is cut, and would make the form wider than the dialog."""
    metrics = button.fontMetrics()
    button.setText(metrics.elidedText(words, Qt.TextElideMode.ElideRight, ROOM_OF_CHOICE))
    button.setToolTip(words if button.text() != words else "")


class TickMenu(QMenu):
    """A list of ticks that stays open while they are set: the first entry stands for what the scene
    has, the others for a choice of the panel's own.  Without that entry one tick at least stays.
    """

    ticked = Signal(object)  # the chosen names in the order of their choice, None for the scene's

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] | None = None
        self._may_be_none = True

    def fill(
        self,
        names: tuple[str, ...] | None,
        titles: Mapping[str, str],
        *,
        of_scene: bool = True,
    ) -> None:
        """Show these entries, the chosen ones ticked; ``of_scene``: after that for the scene."""
        self.clear()
        self._names, self._may_be_none = names, of_scene
        if of_scene:
            add_choice(self, "Those of the scene", partial(self._take, None), names is None)
            self.addSeparator()
        for name, title in titles.items():
            add_choice(self, title, partial(self._turn, name), name in (names or ())).setData(name)

    def _turn(self, name: str) -> None:
        names = self._names or ()
        rest_names = tuple(each for each in names if each != name)
        chosen_names = rest_names if name in names else (*names, name)
        self._take(chosen_names or (None if self._may_be_none else names))

    def _take(self, names: tuple[str, ...] | None) -> None:
        self._names = names
        for action in self.actions():
            name = action.data()
            action.setChecked(names is None if name is None else name in (names or ()))
        self.ticked.emit(names)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None and action.isCheckable():
            action.trigger()
        else:
            super().keyPressEvent(event)


TITLE_WIDTH = 380  # of a dialog whose heading is wider than its fields


class TicksDialog(Form):
    """Some of a list, by ticks; ``answer`` has their places."""

    def __init__(
        self, title: str, entries: Sequence[tuple[str, bool]], parent: QWidget | None
    ) -> None:
        super().__init__(title, parent)
        self.setMinimumWidth(TITLE_WIDTH)
        self.boxes = [TickBox(words) for words, _ in entries]
        for box, (_, is_on) in zip(self.boxes, entries, strict=True):
            box.setChecked(is_on)
            self.fields.addRow(box)

    @property
    def answer(self) -> list[int]:
        """The places of the ticked entries."""
        return [k for k, box in enumerate(self.boxes) if box.isChecked()]


class Variable(NamedTuple):
    """What the panels of one scene may differ in: the name of a parameter, its title, and values to
    begin with.
    """

    name: str
    title: str
    values: str


class PanelList(QWidget):
    """``panels`` is the answer; ``changed`` comes with every change."""

    changed = Signal()

    def __init__(
        self,
        panels: tuple[FigurePanel, ...],
        course: Course | None = None,
        methods: Mapping[str, str] = MappingProxyType({}),
        shown_methods: Collection[str] = (),
        variables: Sequence[Variable] = (),
        documents: Mapping[str, Document] = MappingProxyType({}),
        point: int = 1,
    ) -> None:
        """``methods`` are the titles of the methods that a panel may have, by their names in files,
        those of the open scene first; ``shown_methods`` are on there; ``variables`` are its
        parameters; ``documents`` are the other scenes at hand, by their names; ``point`` is what
        blocks of numbers about a place are about.
        """
        super().__init__()
        self._course, self._methods, self._variables = course, methods, variables
        self._shown_names, self.documents = shown_methods, dict(documents)
        self._earlier_states: Sequence[tuple[str, Document]] = ()
        self.rows, self.view_combo, self.title = OrderedList(), ComboField(), QLineEdit()
        self.values = QLineEdit()
        with_name(
            self.rows,
            "panel-rows",
            "Panels of the figure",
            "The panels in their order: drag a row to another place, or press Alt and an arrow",
        )
        self.rows.setSpacing(3)
        self.view_combo.offer(views(point))
        self.title.setAccessibleName("Title of the panel")
        self.title.setPlaceholderText("its own")
        self.title.setToolTip("Of all panels at once, with bars between them: before | after")
        with_name(
            self.values,
            "panel-values",
            "Values of the panel",
            "Parameters of its methods, their kernel or feature map, the angle of the trial line, "
            "the step of the run, the cost of a miss, and the limits of both axes, as in C=10 "
            "kernel=gaussian-kernel sigma=0.3 trial=45 step=3 miss_cost=5 limits=0,2,-1,1",
        )
        self.values.setPlaceholderText("those of the scene, or C=10 step=3")
        self.add_button, self.remove_button, self.layers_button, self.methods_button = (
            PushButton("Add"),
            PushButton("Remove"),
            PushButton(),
            PushButton(),
        )
        for button, name in (
            (self.add_button, "add-panel"),
            (self.remove_button, "remove-panel"),
            (self.layers_button, "layers"),
            (self.methods_button, "panel-methods"),
        ):
            with_name(button, name)
        self.clear_button = with_name(
            PushButton("Remove all"),
            "remove-all-panels",
            tip="Begin again with one panel of this scene",
        )
        self._scenes = self._menu_of_scenes()
        self.add_button.setMenu(self._scenes)
        self._layers_menu = TickMenu(self.layers_button)
        self._layers_menu.aboutToShow.connect(self._fill_layers)
        self._layers_menu.ticked.connect(self._use_layers)
        self.layers_button.setMenu(self._layers_menu)
        self._methods_menu = TickMenu(self.methods_button)
        self._methods_menu.aboutToShow.connect(self._fill_methods)
        self._methods_menu.ticked.connect(self._use_methods)
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
        self.clear_button.clicked.connect(self.remove_all)

    def _lay_out(self) -> None:
        insert = values_button(self.title, "{ }")
        # when it is inserted, because the field ends no entry
        insert.menu().triggered.connect(self._change_title, Qt.ConnectionType.QueuedConnection)
        title = in_row(None, (self.title, 1), insert, spacing=6)
        fields = QFormLayout()
        fields.setHorizontalSpacing(16)
        fields.setVerticalSpacing(4)
        for label, field in (
            ("Its view", self.view_combo),
            ("Its title", title),
            ("Its values", self.values),
            ("Its methods", self.methods_button),
            ("Its layers", self.layers_button),
        ):
            fields.addRow(label, field)
        self._parts_label = cast(QLabel, fields.labelForField(self.layers_button))
        in_column(
            self,
            self.rows,
            in_row(None, self.add_button, self.remove_button, self.clear_button, 1),
            fields,
            spacing=8,
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def _menu_of_scenes(self) -> QMenu:
        menu = QMenu(self.add_button)
        menu.addAction("This scene once more", partial(self.add, FigurePanel()))
        menu.addAction("This scene for each method…", self._ask_methods)
        self._earlier_action = menu.addAction("This scene with earlier points…", self._ask_earlier)
        self._earlier_action.setEnabled(False)
        values = menu.addMenu("This scene for each value of")
        for variable in self._variables:
            values.addAction(f"{variable.title}…", partial(self._ask_values, variable))
        values.setEnabled(bool(self._variables))
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
        return tuple(self._panel(row) for row in range(self.rows.count()))

    def show_panels(self, panels: tuple[FigurePanel, ...]) -> None:
        """Show these panels, the first one selected."""
        self.rows.blockSignals(True)
        self.rows.clear()
        for panel in panels:
            self._append(panel)
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
        self._append(panel)
        self.rows.setCurrentRow(self.rows.count() - 1)
        self.changed.emit()

    def _ask_methods(self) -> None:
        """Ask for the methods that have a panel each."""
        entries = [(title, name in self._shown_names) for name, title in self._methods.items()]
        names = list(self._methods)
        with passing(TicksDialog("A panel for each method", entries, self)) as dialog:
            if dialog.exec():
                self.add_each_method([names[k] for k in dialog.answer])

    def add_each_method(self, names: Sequence[str]) -> None:
        """A panel for each of these methods, in place of the current one."""
        self._replace_current([{"methods": (name,)} for name in names])

    def offer_earlier(self, states: Sequence[tuple[str, Document]]) -> None:
        """Offer the scene with the points of earlier states, the newest first, each with the step
        that came after it.
        """
        self._earlier_states = states[:MOST_STATES]
        self._earlier_action.setEnabled(bool(states))

    def _ask_earlier(self) -> None:
        """Ask for the states that have a panel each, before the current one."""
        texts = [step for step, _ in self._earlier_states]
        entries = [
            (
                f"Before: {text}"
                + (f" ({texts[:k].count(text) + 1})" if text in texts[:k] else ""),
                False,
            )
            for k, text in enumerate(texts)
        ]
        with passing(TicksDialog("A panel for each earlier state", entries, self)) as dialog:
            if dialog.exec():
                self.add_earlier([self._earlier_states[k][1] for k in reversed(dialog.answer)])

    def add_earlier(self, documents: Sequence[Document]) -> None:
        """A panel for each document, in the look of the current one and before it."""
        row, panels = self.rows.currentRow(), self.panels
        new_panels = []
        for document in documents:
            name = f"{EARLIER} {len(self.documents) + 1}"
            self.documents[name] = document
            new_panels.append(replace(self._template, scene=name))
        self.show_panels((*panels[:row], *new_panels, *panels[row:]))
        self.rows.setCurrentRow(row + len(new_panels))
        self.changed.emit()

    def _ask_values(self, variable: Variable) -> None:
        """Ask for the values that a parameter takes, one panel each."""
        text, is_wanted = QInputDialog.getText(
            self,
            "A panel for each value",
            f"Values of {variable.title}, with commas between them",
            QLineEdit.EchoMode.Normal,
            variable.values,
        )
        if is_wanted:
            self.add_each_value(variable.name, [v.strip() for v in text.split(",") if v.strip()])

    def add_each_value(self, name: str, values: Sequence[str]) -> None:
        """A panel for each value of a parameter, or for each step, in place of the current one."""
        settings = self._template.settings
        self._replace_current([_changes([*settings, (name, value)]) for value in values])

    @property
    def _template(self) -> FigurePanel:
        """What the variants of a panel begin with: the current one if it is of this scene."""
        panel = self._current
        return FigurePanel() if panel.scene else panel

    def _replace_current(self, variants: Sequence[Mapping[str, Any]]) -> None:
        """Put variants in the place of the current panel; after it where it shows another scene."""
        template, row, panels = self._template, self.rows.currentRow(), self.panels
        place = row + 1 if panels[row].scene else row
        if variants:
            new_panels = [replace(template, **changes) for changes in variants]
            self.show_panels((*panels[:place], *new_panels, *panels[row + 1 :]))
            self.rows.setCurrentRow(place)
            self.changed.emit()

    def remove(self) -> None:
        """Remove the current panel; one stays."""
        if self.rows.count() > 1:
            self.rows.model().removeRow(self.rows.currentRow())
            self._show_row()
            self.changed.emit()

    def remove_all(self) -> None:
        """Begin again with the scene alone."""
        self.show_panels((FigurePanel(),))
        self.changed.emit()

    def show_first_view(self, view: str) -> None:
        """Give the first panel another view."""
        self._change(0, view=view)
        self._show_row()

    def _choose_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, "Scenes beside this one", "", FILES)
        for name in names:
            self.add(FigurePanel(name))

    def _change_view(self, *_arguments: object) -> None:
        self._change(self.rows.currentRow(), view=str(self.view_combo.currentData()))
        self._show_row()
        self.changed.emit()

    def _change_title(self) -> None:
        """Name the current panel, or all of them by titles with bars between them."""
        titles = [words.strip() for words in one_line(self.title.text()).split("|")]
        count = self.rows.count()
        if count > 1 and len(titles) == count:
            for row, title in enumerate(titles):
                self._change(row, title=title)
            self.title.setText(titles[self.rows.currentRow()])
            self.changed.emit()
        elif self._current.title != (title := one_line(self.title.text())):
            self._change(self.rows.currentRow(), title=title)
            self.changed.emit()

    def _change_values(self) -> None:
        """Take the values that are typed; a sentence in the preview says what is wrong in them."""
        pairs = [word.strip(",").partition("=") for word in self.values.text().split()]
        changes = _changes([(name, value) for name, _, value in pairs])
        panel = self._current
        if any(getattr(panel, name) != value for name, value in changes.items()):
            self._change(self.rows.currentRow(), **changes)
            self.changed.emit()

    def _panel(self, row: int) -> FigurePanel:
        panel: FigurePanel = self.rows.model().index(row, 0).data(PANEL)
        return panel

    @property
    def _current(self) -> FigurePanel:
        return self._panel(self.rows.currentRow())

    def _append(self, panel: FigurePanel) -> None:
        self.rows.addItem("")
        self._put(self.rows.count() - 1, panel)

    def _put(self, row: int, panel: FigurePanel) -> None:
        model = self.rows.model()
        model.setData(model.index(row, 0), panel, PANEL)
        model.setData(model.index(row, 0), panel_words(panel, self._methods))

    def _change(self, row: int, **changes: Any) -> None:
        self._put(row, replace(self._panel(row), **changes))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_rows()  # the size of the letters is known

    def _fit_rows(self) -> None:
        row_count = min(max(self.rows.count(), LEAST_ROWS), MOST_ROWS)
        row = self.rows.sizeHintForRow(0) + 2 * self.rows.spacing()
        self.rows.setFixedHeight(row_count * row + self.rows.spacing())

    def _show_row(self, *_arguments: object) -> None:
        """Show the fields of the current panel."""
        self._fit_rows()
        if self.rows.currentRow() >= 0:
            panel = self._current
            show_view(self.view_combo, panel.view)
            self.title.setText(panel.title)
            self._show_parts(panel)
            _say_choice(
                self.methods_button,
                "those of the scene"
                if panel.methods is None
                else ", ".join(self._methods.get(name, name) for name in panel.methods),
            )
            self.values.setText(values_text(panel))
        self.remove_button.setEnabled(self.rows.count() > 1)
        self.clear_button.setEnabled(self.panels != (FigurePanel(),))

    def _show_parts(self, panel: FigurePanel) -> None:
        """Show the layers of a canvas, or the blocks of a panel of numbers."""
        blocks = blocks_of_view(panel.view)
        self._parts_label.setText("Its blocks" if blocks else "Its layers")
        self.layers_button.setEnabled(bool(blocks) or panel.view == CANVAS)
        _say_choice(
            self.layers_button,
            ", ".join(block.title for block in blocks)
            if blocks
            else "those of the scene"
            if panel.layers is None
            else f"{len(panel.layers)} of its own",
        )

    def _fill_methods(self) -> None:
        self._methods_menu.fill(self._current.methods, self._methods)

    def _use_methods(self, methods: tuple[str, ...] | None) -> None:
        self._use(methods=methods)

    def _fill_layers(self) -> None:
        panel = self._current
        if names := names_of_blocks(panel.view):
            offered = (self.view_combo.itemData(k) for k in range(self.view_combo.count()))
            every_name = (*(name for view in offered for name in names_of_blocks(view)), *names)
            titles = {name: blocks_of_view(NUMBERS + name)[0].title for name in every_name}
            self._layers_menu.fill(tuple(names), titles, of_scene=False)
            return
        layers = panel.layers
        titles = {layer.name: layer.title for layer in LAYERS if not layer.always}
        self._layers_menu.fill(None if layers is None else tuple(sorted(layers)), titles)

    def _use_layers(self, names: tuple[str, ...] | None) -> None:
        if names_of_blocks(self._current.view):
            self._use(view=NUMBERS + BETWEEN.join(names or ()))
        else:
            self._use(layers=None if names is None else frozenset(names))

    def _use(self, **changes: object) -> None:
        self._change(self.rows.currentRow(), **changes)
        self._show_row()
        self.changed.emit()


def _changes(pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Values as they are typed, as what they change of a panel: its step, and its settings, of
    which the last one of a name counts.
    """
    settings = dict(pairs)
    text = settings.get(STEP, END)
    if text == END or text.isdecimal():
        settings.pop(STEP, None)
    step = int(text) if text.isdecimal() else None
    return {"step": step, "settings": tuple(settings.items())}


def values_text(panel: FigurePanel) -> str:
    """The values of a panel as they are typed."""
    step = [] if panel.step is None else [f"step={panel.step}"]
    return " ".join([*(f"{name}={value}" for name, value in panel.settings), *step])


def panel_words(panel: FigurePanel, titles: Mapping[str, str]) -> str:
    """A panel in words; ``titles`` are those of methods by their names."""
    scene = (
        "This scene"
        if not panel.scene
        else f"Another scene, {panel.scene}"
        if panel.scene.startswith(LESSON_PREFIX)
        else f"Another scene, {Path(panel.scene).name}"
    )
    return " · ".join(
        words
        for words in (
            scene,
            view_title(panel.view),
            ", ".join(titles.get(name, name) for name in panel.methods or ()),
            values_text(panel),
            panel.title and f"“{panel.title}”",
        )
        if words
    )
