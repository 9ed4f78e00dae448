"""What a figure consists of: further views, the values of a sweep, what moves, and the words around the panels."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget

from solvers import parameters_of
from solvers.criterion import Strength
from solvers.parameters import Parameter

from ...core.document import LANDSCAPES, Document
from ...core.files.embedded_scene import SUFFIXES
from ...core.files.opening import SCENES, filter_of
from ...core.markup.ticks import count_words
from ...core.scene import Scene
from ...core.sweeps import LANDSCAPE, Sweep, parse_drag
from ...core.user_error import UserError
from ...exporters import EXPORTERS
from ...exporters.requests import Motion, Request, Series
from ...exporters.scenes import CANVAS
from ...plots import PLOTS
from ..widgets.controls import ComboField, TickBox
from .pages import fill_page

NOTHING = "nothing"
FILES = filter_of("Scenes and figures", (*SCENES, *SUFFIXES))
MOTIONS: tuple[tuple[Motion, str], ...] = (
    ("", "nothing moves"),
    ("sweep", "film of the values"),
    ("run", "film of the run"),
    ("drag", "film of a drag"),
)
SERIES: tuple[tuple[Series, str], ...] = (
    ("", "one file"),
    ("frames", "a film, frame by frame"),
    ("layers", "growing layer by layer"),
)
FEW = 6  # choices that are suggested all at once


class PanelsForm(QWidget):
    """``request(view)`` is the answer; ``changed`` comes with every choice."""

    changed = Signal()
    view_wanted = Signal(str)  # the first view of what is stored

    def __init__(self, scene: Scene, request: Request, stored: Request | None = None) -> None:
        super().__init__()
        self._start, self._points, self._stored = request, len(scene.document.dataset), stored
        self._document = scene.document
        self.beside, self.third, self.parameter, self.columns, self.motion, self.series = (ComboField() for _ in range(6))
        self.values = QLineEdit()
        self._scenes = request.scenes
        self.scenes, self.drag = QPushButton(), QLineEdit()
        self._say_what_they_are()
        self._show_scenes()
        self.letters, self.notes, self.legend = TickBox("letters (a), (b), …"), TickBox("margin and errors"), TickBox("one legend")
        self._add_choices(scene)
        self._show_request(request)
        if request.drag is None:
            self.drag.setText(suggested_drag(scene))
        self._lay_out()
        self._connect()

    def _say_what_they_are(self) -> None:
        self.scenes.setObjectName("other-scenes")
        self.scenes.setToolTip("Other scenes beside this one, in the same figure")
        self.scenes.setAutoDefault(False)
        self.values.setAccessibleName("Values of the sweep")
        self.drag.setAccessibleName("The point that moves, counted from 1, and where it goes")
        self.drag.setPlaceholderText("point, x1, x2")

    def _lay_out(self) -> None:
        fill_page(
            self,
            ("Beside it", self.beside),
            ("And", self.third),
            ("Other scenes", self.scenes),
            ("Sweep over", self.parameter),
            ("Values", self.values),
            ("Columns", self.columns),
            ("Motion", self.motion),
            ("Point, to", self.drag),
            ("Files", self.series),
            ("", self.letters),
            ("", self.notes),
            ("", self.legend),
            *self._stored_row(),
        )

    def _connect(self) -> None:
        self.scenes.clicked.connect(self._choose_scenes)
        for combo in (self.third, self.columns, self.series):
            combo.activated.connect(self._say)
        self.beside.activated.connect(self._choose_beside)
        self.motion.activated.connect(self._choose_motion)
        self.drag.editingFinished.connect(self.changed)
        self.parameter.activated.connect(self._choose_parameter)
        self.values.editingFinished.connect(self.changed)
        for box in (self.letters, self.notes, self.legend):
            box.clicked.connect(self._say)

    def _stored_row(self) -> tuple[tuple[str, QWidget], ...]:
        """The button that brings back what the open lesson has as its figure."""
        if self._stored is None:
            return ()
        button = QPushButton("As the lesson has it")
        button.setObjectName("figure-of-lesson")
        button.setToolTip("The views, the values and the grid that are stored with the lesson")
        button.setAutoDefault(False)
        button.clicked.connect(self.take_stored)
        return (("", button),)

    def take_stored(self, _checked: bool = False) -> None:
        """Show what is stored with the lesson."""
        if self._stored is not None:
            self._start = self._stored
            self._show_request(self._stored)
            self.view_wanted.emit(self._stored.views[0])
            self.changed.emit()

    def _add_choices(self, scene: Scene) -> None:
        for name, title in ((NOTHING, "no other view"), (CANVAS, "Canvas"), *((p.name, p.title) for p in PLOTS)):
            self.beside.addItem(title, name)
            self.third.addItem(title, name)
        self.parameter.addItem("no parameter", NOTHING)
        for name, title in sweepable(scene.document):
            self.parameter.addItem(title, name)
        for number, title in ((0, "as it fits"), *((k, str(k)) for k in range(1, 7))):
            self.columns.addItem(title, number)
        for motion, title in MOTIONS:
            self.motion.addItem(title, motion)
        for series, title in SERIES:
            self.series.addItem(title, series)

    def _show_request(self, request: Request) -> None:
        views, sweep = request.views, request.sweep
        chosen = (
            (self.beside, views[1] if len(views) > 1 else NOTHING),
            (self.third, views[2] if len(views) > 2 else NOTHING),
            (self.series, request.series),
            (self.parameter, NOTHING if sweep is None else sweep.name),
            (self.columns, request.columns or 0),
            (self.motion, request.motion),
        )
        for combo, wanted in chosen:
            combo.setCurrentIndex(max(0, combo.findData(wanted)))
        self.third.setEnabled(len(views) > 1)
        self.values.setText("" if sweep is None else ", ".join(sweep.values))
        self.values.setEnabled(sweep is not None)
        if request.drag is not None:
            self.drag.setText(_drag_text(request.drag))
        self.drag.setEnabled(request.motion == "drag")
        for box, is_on in ((self.letters, request.letters), (self.notes, request.notes), (self.legend, request.legend)):
            box.setChecked(is_on)

    def _say(self, *_anything: object) -> None:
        self.changed.emit()

    def _choose_scenes(self, _checked: bool = False) -> None:
        """Take other scenes beside this one; those that are there already are taken away first."""
        if self._scenes:
            self.set_scenes(())
            return
        names, _ = QFileDialog.getOpenFileNames(self, "Scenes beside this one", "", FILES)
        self.set_scenes(tuple(names))

    def set_scenes(self, names: tuple[str, ...]) -> None:
        """Show these files beside the open scene."""
        if names != self._scenes:
            self._scenes = names
            self._show_scenes()
            self.changed.emit()

    def _show_scenes(self) -> None:
        count = len(self._scenes)
        self.scenes.setText(f"Without the {count_words(count, 'other scene')}" if count else "Add scenes…")

    def _choose_beside(self, *_anything: object) -> None:
        self.third.setEnabled(self.beside.currentData() != NOTHING)
        self.changed.emit()

    def _choose_motion(self, *_anything: object) -> None:
        self.drag.setEnabled(self.motion.currentData() == "drag")
        self.changed.emit()

    def _choose_parameter(self, *_anything: object) -> None:
        name = str(self.parameter.currentData())
        self.values.setEnabled(name != NOTHING)
        self.values.setText(suggested_values(self._document, name))
        self.changed.emit()

    def request(self, view: str, suffix: str) -> Request:
        """What is to be drawn, beginning with a view; a film only where the format shows films.

        Raises:
            UserError: values are missing, or a film has nothing to show.
        """
        name = str(self.parameter.currentData())
        sweep = None
        if name != NOTHING:
            if not self.values.text().strip():
                raise UserError("Sweep: enter values with commas between them, as in 1, 10, 100.")
            sweep = Sweep.parse(f"{name}={self.values.text()}")
        motion: Motion = self.motion.currentData()
        series: Series = self.series.currentData()
        if series == "frames" and not motion:
            raise UserError("A film, frame by frame: choose what moves.")
        shows_films = series == "frames" or (not series and any(e.suffix == suffix and e.film is not None for e in EXPORTERS))
        if motion == "sweep" and sweep is None:
            raise UserError("Film of the values: choose a parameter and its values.")
        return replace(
            self._start,
            views=self._views(view),
            series=series,
            sweep=sweep,
            scenes=self._scenes,
            titles=self._start.titles if self._scenes == self._start.scenes else (),
            columns=int(self.columns.currentData()) or None,
            motion=motion if shows_films else "",
            drag=self._drag() if motion == "drag" and shows_films else None,
            letters=self.letters.isChecked(),
            notes=self.notes.isChecked(),
            legend=self.legend.isChecked(),
        )

    def _views(self, first: str) -> tuple[str, ...]:
        """The views beside each other, each once."""
        chosen = [str(self.beside.currentData()), str(self.third.currentData())] if self.third.isEnabled() else []
        return tuple(dict.fromkeys((first, *(name for name in chosen if name != NOTHING))))

    def _drag(self) -> tuple[int, float, float]:
        """The point that moves and where it goes.

        Raises:
            UserError: it is not written so, or there is no such point.
        """
        drag = parse_drag(self.drag.text())
        if drag[0] >= self._points:
            raise UserError(f"Film of a drag: there is no point {drag[0] + 1}; the scene has {self._points}.")
        return drag


def suggested_drag(scene: Scene) -> str:
    """The selected point (else the first one) that goes to the mean of the other classes; nothing where there is none."""
    dataset = scene.document.dataset
    row = min(scene.selection, default=0)
    others = dataset.X[dataset.labels != dataset.labels[row]] if row < len(dataset) else dataset.X
    if row >= len(dataset) or len(others) == 0:
        return ""
    x, y = others.mean(axis=0).tolist()
    return _drag_text((row, float(f"{x:.3g}"), float(f"{y:.3g}")))


def _drag_text(drag: tuple[int, float, float]) -> str:
    """A drag as one enters it."""
    row, x, y = drag
    return f"{row + 1}, {x:g}, {y:g}"


def sweepable(document: Document) -> list[tuple[str, str]]:
    """The parameters of the methods in use that can be swept, by name, with the words of the dialog; last the landscape of the
    weight space.
    """
    found: dict[str, str] = {}
    for used in sorted(document.enabled, key=lambda m: m.id != document.selected):
        for p in parameters_of(type(used.method)):
            if p.kind in ("float", "int", "choice") and p.applies(used.method):
                found.setdefault(p.name, p.name if p.symbol == p.name else f"{p.name} ({p.symbol})")
    return [*found.items(), (LANDSCAPE, "landscape of the weight space")]


def suggested_values(document: Document, name: str) -> str:
    """Values to begin with: decades of a strength, choices where they are few, else the value in use with its neighbours."""
    if name == LANDSCAPE:
        return ", ".join(key for key in LANDSCAPES if key != "own")
    used = next(((m, p) for m in document.enabled for p in parameters_of(type(m.method)) if p.name == name), None)
    if used is None:
        return ""
    method, parameter = used
    strength = method.method.strength
    if strength is not None and strength.name == name:
        return ", ".join(f"{10.0**decade:g}" for decade in _last_decades(strength))
    if parameter.choice is not None:
        return ", ".join(parameter.choice.options[:FEW])
    value = getattr(method.method, name)
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        return ""
    texts = [f"{factor * value:g}" for factor in ((1, 2, 4) if parameter.kind == "int" else (0.1, 1.0, 10.0))]
    return ", ".join(text for text in texts if _is_allowed(parameter, text))


def _last_decades(strength: Strength) -> range:
    """Four decades over which a method goes from soft to hard: the ends of a range that makes it ever softer look alike."""
    last = round(strength.decades[1]) - (2 if strength.more_is_softer else 0)
    return range(last - 3, last + 1)


def _is_allowed(parameter: Parameter, text: str) -> bool:
    try:
        parameter.parse(text)
    except ValueError:
        return False
    return True
