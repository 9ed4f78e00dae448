"""The content of a figure: further views, the values of a sweep, the motion of a film, and the
words around the panels.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from solvers import METHODS, parameters_of
from solvers.criterion import Strength
from solvers.parameters import Parameter

from ...answers.comparison import method_titles
from ...answers.sweeps import (
    LANDSCAPE,
    MEMBER,
    MISS_COST,
    STEP,
    TRIAL,
    Drag,
    Sweep,
    is_over_steps,
    names_of_methods,
    parse_drag,
    parts_of,
    sweepable,
)
from ...errors import UserError
from ...figures.requests import Recipe
from ...figures.settings import Motion, Series
from ...files.names import kebab
from ...lessons.course import Course
from ...markup.mathtext import plain
from ...markup.numbers import significant
from ...scene.document import LANDSCAPES, Document
from ...scene.methods import ONLY_MANY
from ...scene.pairs import pairs_to_choose
from ...scene.scene import Scene
from ..widgets.controls import ComboField
from ..widgets.layouts import PlainLabel, in_row, one_line, push_button, with_name
from .export_figure import SettingFields, fill_page, point_of
from .forms import values_button
from .panel_list import PanelList, Variable, panels_of, with_panels

NO_PARAMETER = "nothing"
FEW_CHOICES = 6  # number of choices up to which all are suggested
FIRST_STEPS = "1, 2, 3"  # of a run, suggested for a sweep
TURNS = "0, 45, 90"  # of the trial line, likewise
COSTS = "1, 2, 5"  # of a miss, likewise


class PanelsForm(QWidget):
    """``recipe(suffix)`` is the answer; ``changed`` comes with every choice."""

    changed = Signal()
    view_wanted = Signal(str)  # the first view of the stored figure

    def __init__(
        self,
        scene: Scene,
        recipe: Recipe,
        stored: Recipe | None = None,
        course: Course | None = None,
        last_drag: Drag | None = None,
    ) -> None:
        super().__init__()
        self._start, self._points, self._stored = recipe, len(scene.document.dataset), stored
        self._document = scene.document
        self.parameter = ComboField()
        self.fields = SettingFields("panels", recipe)
        self.motion, self.live = self.fields["motion"], self.fields["live"]
        self.list = PanelList(
            panels_of(recipe),
            course,
            titles_of_methods(scene.document),
            shown_methods(scene.document),
            [
                Variable(name, title, suggested_values(scene.document, name))
                for name, title in sweepable(scene.document)
            ],
            recipe.scene_documents,
            point=point_of(scene),
        )
        self.values, self.drag = QLineEdit(), QLineEdit()
        self.parameter.setAccessibleName("Parameter of the sweep")
        self.values.setAccessibleName("Values of the sweep")
        self.drag.setAccessibleName("The point that moves, counted from 1, and its way")
        self.drag.setPlaceholderText("point, x1, x2, or point, from x1, x2, to x1, x2")
        self.point_words = PlainLabel("", tone="second")
        self.note = with_name(
            QLineEdit(recipe.note),
            "panel-note",
            "The line above each panel",
            "Words and values above each canvas of several, as in {sv} support vectors",
        )
        self.note.setPlaceholderText("margin and errors")
        parameters = sweepable(scene.document)
        self.parameter.offer(((NO_PARAMETER, "no parameter"), *parameters), NO_PARAMETER)
        self._lay_out()
        self._show_recipe(recipe)
        if recipe.drag is None:
            self.drag.setText(suggested_drag(scene) if last_drag is None else _drag_text(last_drag))
        self._show_point()
        self._connect()

    def _lay_out(self) -> None:
        rows = self.fields.rows()
        self._film, self._html = dict(rows)["Film"], dict(rows)["HTML"]
        place = rows.index(("Film", self._film)) + 1
        rows[place:place] = [("Point, from, to", self.drag), ("", self.point_words)]
        note = QWidget()
        in_row(note, (self.note, 1), values_button(self.note, "{ }"), spacing=6)
        rows.append(("Numbers", note))
        sweep = QWidget()
        self.parameter.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.parameter.setMinimumContentsLength(12)
        in_row(sweep, self.parameter, self.values, spacing=8)
        fill_page(
            self,
            [
                ("Panels", self.list),
                ("Sweep over", sweep),
                *rows,
                *self._stored_row(),
            ],
        )

    def _connect(self) -> None:
        self.list.changed.connect(self._on_panels)
        self.motion.activated.connect(self._show_motion)
        self.drag.editingFinished.connect(self.changed)
        self.drag.textChanged.connect(self._show_point)
        self.note.textChanged.connect(self.changed)
        self.parameter.activated.connect(self._choose_parameter)
        self.values.editingFinished.connect(self.changed)
        self.fields.connect(self.changed)

    def _stored_row(self) -> tuple[tuple[str, QWidget], ...]:
        """The button that restores the figure of the open lesson."""
        if self._stored is None:
            return ()
        tip = "The views, the values and the grid that are stored with the lesson"
        return (
            ("", push_button("As the lesson has it", self.take_stored, "figure-of-lesson", tip)),
        )

    def take_stored(self) -> None:
        """Show the figure stored with the lesson."""
        if self._stored is not None:
            self._start = self._stored
            self._show_recipe(self._stored)
            self.view_wanted.emit(self._stored.views[0])
            self.changed.emit()

    def _show_recipe(self, recipe: Recipe) -> None:
        sweep = recipe.sweep
        self.list.show_panels(panels_of(recipe))
        self.fields.show(recipe)
        names = self._document.names if recipe.names is None else recipe.names
        self.fields["names"].set_value(names)
        name = NO_PARAMETER if sweep is None else sweep.name
        self.parameter.setCurrentIndex(max(0, self.parameter.findData(name)))
        self.values.setText("" if sweep is None else ", ".join(sweep.values))
        self.values.setEnabled(sweep is not None)
        if recipe.drag is not None:
            self.drag.setText(_drag_text(recipe.drag))
        self.note.setText(recipe.note)
        self._show_motion()

    def _on_panels(self) -> None:
        self.view_wanted.emit(self.list.panels[0].view)
        self.changed.emit()

    def _show_motion(self, *_index: int) -> None:
        """Enable the fields of the chosen motion."""
        motion: Motion = self.motion.currentData()
        form = self.layout()
        if isinstance(form, QFormLayout):  # unused rows take no room
            form.setRowVisible(self.drag, motion == "drag")
            form.setRowVisible(self.point_words, motion == "drag")
            form.setRowVisible(self._film, bool(motion))
        self.drag.setEnabled(motion == "drag")
        self.fields["captions"].setEnabled(motion == "run")
        self.fields["steps"].setEnabled(bool(motion))

    def _show_point(self, *_text: str) -> None:
        """Say which point has the number in the field."""
        number, dataset = self.drag.text().partition(",")[0].strip(), self._document.dataset
        row = int(number) - 1 if number.isdecimal() else -1
        words = f"points count from 1 to {len(dataset)}"
        if 0 <= row < len(dataset):
            x, y = dataset.X[row].tolist()
            name = plain(dataset.class_names[int(dataset.labels[row])])
            words = f"point {number}: {name}, now at ({significant(x, 3)}, {significant(y, 3)})"
        self.point_words.setText(words)

    def show_format(self, suffix: str) -> None:
        """Show the settings that belong to a format alone while it is chosen."""
        form = self.layout()
        if isinstance(form, QFormLayout):
            form.setRowVisible(self._html, suffix == ".html")

    def _choose_parameter(self, *_arguments: object) -> None:
        name = str(self.parameter.currentData())
        self.values.setEnabled(name != NO_PARAMETER)
        self.values.setText(suggested_values(self._document, name))
        self.changed.emit()

    def recipe(self, suffix: str) -> Recipe:
        """The recipe; a film only where the format shows films.

        Raises:
            UserError: values are missing, or a film has nothing to show.
        """
        motion: Motion = self.motion.currentData()
        values = self.fields.values()
        series: Series = values["series"]
        sweep = self._sweep()
        if series == "frames" and not motion:
            raise UserError("A film, frame by frame: choose what moves.")
        if motion == "sweep" and sweep is None:
            raise UserError("Film of the values: choose a parameter and its values.")
        recipe = with_panels(self._start, self.list.panels)
        if recipe.panels and sweep is not None:
            raise UserError(
                "Panels with scenes, titles, methods or layers of their own have no values: remove "
                "the sweep, or all panels; Add has a panel for each value."
            )
        recipe = replace(
            recipe,
            **values
            | {
                "scene_documents": self.list.documents,
                "sweep": sweep,
                "note": one_line(self.note.text()),
                "names": None if values["names"] == self._document.names else values["names"],
            },
        ).in_format(suffix)
        return replace(recipe, drag=self._drag() if recipe.motion == "drag" else None)

    def _sweep(self) -> Sweep | None:
        name = str(self.parameter.currentData())
        if name == NO_PARAMETER:
            return None
        values = self.values.text().strip()
        if not values:
            raise UserError("Sweep: enter values with commas between them, as in 1, 10, 100.")
        return Sweep.parse(f"{name}={values if ',' in values else ','.join(values.split())}")

    def _drag(self) -> Drag:
        """The point that moves and where it goes.

        Raises:
            UserError: a wrong format, or no such point.
        """
        drag = parse_drag(self.drag.text())
        if drag[0] > self._points:
            raise UserError(
                f"Film of a drag: there is no point {drag[0]}; the scene has {self._points}."
            )
        return drag


def titles_of_methods(document: Document) -> dict[str, str]:
    """The methods that a panel may have, by their names in files: those of the scene, then all
    others.
    """
    titles = dict(zip(names_of_methods(document), method_titles(document).values(), strict=True))
    kinds = {type(m.method) for m in document.methods}
    other_kinds = (kind for kind in (*METHODS, *ONLY_MANY) if kind not in kinds)
    return titles | {kebab(kind): kind.name for kind in other_kinds}


def shown_methods(document: Document) -> set[str]:
    """The methods of the scene that are on, by their names in files."""
    names = zip(names_of_methods(document), document.methods, strict=True)
    return {name for name, method in names if method.enabled}


def suggested_drag(scene: Scene) -> str:
    """A drag of the selected point (else the first one) to the mean of the other classes; empty
    without points.
    """
    dataset = scene.document.dataset
    row = min(scene.selection, default=0)
    targets = dataset.X[dataset.labels != dataset.labels[row]] if row < len(dataset) else dataset.X
    if row >= len(dataset) or len(targets) == 0:
        return ""
    x, y = targets.mean(axis=0).tolist()
    return _drag_text((row + 1, float(f"{x:.3g}"), float(f"{y:.3g}")))


def _drag_text(drag: Drag) -> str:
    """A drag as it is entered."""
    point, *places = drag
    return ", ".join([str(point), *(f"{value:g}" for value in places)])


def suggested_values(document: Document, name: str) -> str:
    """Values to begin with: decades of a strength, choices where they are few, else the value in
    use with its neighbours.
    """
    if name == LANDSCAPE:
        return ", ".join(key for key in LANDSCAPES if key != "own")
    if name == STEP and is_over_steps(document, name):
        return FIRST_STEPS
    if name == TRIAL:
        return TURNS
    if name == MISS_COST:
        return COSTS
    if name == MEMBER:
        return ", ".join(list(pairs_to_choose(document))[:FEW_CHOICES])
    owner = next(
        (
            (m.method, getattr(m, part), p)
            for m in document.enabled_methods
            for part in parts_of(m)
            for p in parameters_of(type(getattr(m, part)))
            if p.name == name
        ),
        None,
    )
    if owner is None:
        return ""
    method, part, parameter = owner
    strength = method.strength
    if part is method and strength is not None and strength.name == name:
        return ", ".join(f"{10.0**decade:g}" for decade in _last_decades(strength))
    if parameter.choice is not None:
        return ", ".join(parameter.choice.options[:FEW_CHOICES])
    value = getattr(part, name)
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        return ""
    texts = [
        f"{factor * value:g}"
        for factor in ((1, 2, 4) if parameter.kind == "int" else (0.1, 1.0, 10.0))
    ]
    return ", ".join(text for text in texts if _is_allowed(parameter, text))


def _last_decades(strength: Strength) -> range:
    """Four decades over which a method goes from soft to hard: the far end of the range would look
    the same throughout.
    """
    last = round(strength.decades[1]) - (2 if strength.more_is_softer else 0)
    return range(last - 3, last + 1)


def _is_allowed(parameter: Parameter, text: str) -> bool:
    try:
        parameter.parse(text)
    except ValueError:
        return False
    return True
