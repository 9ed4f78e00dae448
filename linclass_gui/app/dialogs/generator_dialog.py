"""Points of a generator: every change is shown on the canvas at once, OK keeps it as one step, Cancel leaves no trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from solvers.generators import GENERATORS, NOISE, SEED, N, Number

from ...core.document import View
from ...core.generating import Recipe, with_generated_points
from ..session.session import Session
from ..widgets.basics import restyle
from ..widgets.controls import ComboField
from ..widgets.layouts import in_row, named
from ..widgets.number_field import NumberField
from ..widgets.sliders import Scale, Slider
from .small import Form, passing, row_label, theme_of

# The ranges of the sliders; the fields take more.
SLIDERS = {"n": Scale(10.0, 2000.0, log=True, whole=True), "noise": Scale(0.0, 2.0), "seed": Scale(0.0, 50.0, whole=True)}
SLIDER_WIDE, FIELD_WIDE, EDGE = 150, 100, 24


class _Row(QWidget):
    """A slider and its number."""

    def __init__(self, about: Number, value: float, on_change: Callable[[], None]) -> None:
        super().__init__()
        self._about, self._on_change = about, on_change
        scale = SLIDERS.get(about.name) or Scale(about.low, about.high, whole=about.whole)
        self.slider, self.field = Slider(scale, value), NumberField(value, self._check, whole=about.whole)
        for part in (self.slider, self.field):
            named(part, f"{about.name}-{type(part).__name__.lower()}", about.words)
        in_row(self, self.slider, self.field, spacing=6)
        self.slider.setMinimumWidth(SLIDER_WIDE)
        self.field.setFixedWidth(self.field.px(FIELD_WIDE))
        self.slider.moved.connect(self._moved)
        self.field.entered.connect(self._on_field_change)

    def _check(self, value: object) -> str | None:
        about = self._about
        kind = "a whole number" if about.whole else "a number"
        is_one = isinstance(value, int | float) and about.low <= value <= about.high
        return None if is_one else f"{kind} from {about.low:g} to {about.high:g}"

    def _moved(self, value: float) -> None:
        self.field.set_value(int(value) if self._about.whole else value)
        self._on_change()

    def _on_field_change(self, value: object) -> None:
        self.slider.set_value(float(self.field.number))
        self._on_change()


class GeneratorDialog(Form):
    """The rule, number of points, noise, seed and own number of a generator; ``on_change`` is called after every change."""

    def __init__(self, begun: Recipe, on_change: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__("Generate points", parent)
        self.setObjectName("generator-dialog")
        self._on_change = on_change
        self.kind = named(ComboField(), "generator-kind", "Generator")
        self.kind.addItems([generator.title for generator in GENERATORS])
        for k, generator in enumerate(GENERATORS):
            self.kind.setItemData(k, generator.summary, 3)  # the tool tip
        self.kind.setCurrentIndex(GENERATORS.index(begun.generator))
        self.kind.activated.connect(self._choose)
        self.fields.addRow(row_label("Shape"), self.kind)
        self.rows: dict[str, _Row] = {}
        self._show(begun)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        parent = self.parentWidget()
        if parent is not None:  # over the panel, so that the points are visible
            corner = parent.window().frameGeometry().bottomRight() - self.rect().bottomRight()
            self.move(corner.x() - EDGE, corner.y() - EDGE)

    def _show(self, recipe: Recipe) -> None:
        for row in self.rows.values():
            self.fields.removeRow(row)
        own = recipe.generator.extra
        values = {"n": recipe.n, "noise": recipe.noise, "seed": recipe.seed}
        abouts = [N, NOISE, *([] if own is None else [own]), SEED]
        self.rows = {}
        for about in abouts:
            value = values.get(about.name, 0.0 if recipe.extra is None else recipe.extra)
            row = self.rows[about.name] = _Row(about, int(value) if about.whole else value, self._on_change)
            self.fields.addRow(row_label(about.words), row)

    def _choose(self, index: int) -> None:
        self._show(replace(Recipe.of(GENERATORS[index]), n=self.recipe.n, seed=self.recipe.seed))
        restyle(self, theme_of(self.parentWidget()))
        self._on_change()

    @property
    def recipe(self) -> Recipe:
        """The recipe as entered."""
        generator = GENERATORS[self.kind.currentIndex()]
        number = {name: row.field.number for name, row in self.rows.items()}
        own = generator.extra
        extra = None if own is None else float(number.get(own.name, own.default))
        return Recipe(generator.name, int(number["n"]), float(number["noise"]), int(number["seed"]), extra)


def generate_points(session: Session, parent: QWidget) -> None:
    """Ask for a rule and its numbers, with a live preview on the canvas, and draw the points as one step."""
    begun = session.document

    def preview(recipe: Recipe) -> None:
        drawn = with_generated_points(begun, recipe)
        view = View.around(drawn.dataset.X)
        session.set_view(view)
        session.preview(replace(drawn, view=view))

    start = Recipe.parse(begun.generated) if begun.generated else Recipe.of(GENERATORS[0])
    with passing(GeneratorDialog(start, lambda: preview(dialog.recipe), parent)) as dialog:
        preview(start)
        if dialog.exec():
            session.commit(f"Generate {dialog.recipe.generator.title.lower()}", with_generated_points(begun, dialog.recipe))
            session.set_view(None)
        else:
            session.set_view(begun.view)
            session.rollback()
