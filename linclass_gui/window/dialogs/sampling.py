"""Points that are drawn: of a generator, or from Gaussian populations; every change is shown at
once, OK keeps it as one step.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Literal

from PySide6.QtWidgets import QGridLayout, QMenu, QWidget

from solvers import GaussianPopulation, ManyPopulations, Parameter, Populations, Range
from solvers.generators import GENERATORS, NOISE, SEED, Generator, N, Number

from ...errors import UserError
from ...markup.mathtext import name_label, plain
from ...scene.document import Document
from ...scene.generating import (
    LARGEST,
    GeneratorRecipe,
    Spread,
    sample_document,
    suggested_each,
    with_generated_points,
)
from ...scene.view import View
from ..session.session import Session
from ..widgets.controls import ComboField
from ..widgets.layouts import plain_tip, with_name
from ..widgets.number_field import NumberField, finite_fault, whole_number_fault
from ..widgets.parameter_row import ParameterRow
from ..widgets.themed import MathLabel, restyle
from .forms import Form, passing, row_label, say_error, theme_of

# The ranges of the sliders; the fields take more.
SLIDERS = {"n": (10.0, 2000.0), "noise": (0.0, 2.0), "seed": (0.0, 50.0)}


def _parameter(number: Number) -> Parameter:
    """The number of a generator as a parameter with a slider."""
    limits = Range(number.low, number.high, number.name == "n", SLIDERS.get(number.name))
    kind: Literal["int", "float"] = "int" if number.is_whole else "float"
    return Parameter(number.name, kind, number.default, number.words, limits)


class GeneratorDialog(Form):
    """The rule, number of points, noise, seed and own number of a generator; ``on_change`` is
    called after every change.
    """

    def __init__(
        self, start: GeneratorRecipe, on_change: Callable[[], None], parent: QWidget | None = None
    ) -> None:
        super().__init__("Generate points", parent, "generator-dialog")
        self._on_change = on_change
        self.kind = with_name(ComboField(), "generator-kind", "Generator")
        self.kind.addItems([generator.title for generator in GENERATORS])
        for k, generator in enumerate(GENERATORS):
            self.kind.setItemData(k, generator.summary, 3)  # the tool tip
        self.kind.setCurrentIndex(GENERATORS.index(start.generator))
        self.kind.activated.connect(self._choose)
        self.fields.addRow(row_label("Shape"), self.kind)
        self.rows: dict[str, ParameterRow] = {}
        self._show(start)

    def _show(self, recipe: GeneratorRecipe) -> None:
        for row in self.rows.values():
            self.fields.removeRow(row)
        extra = recipe.generator.extra
        values = {"n": recipe.n, "noise": recipe.noise, "seed": recipe.seed}
        numbers = [N, NOISE, *([] if extra is None else [extra]), SEED]
        self.rows = {}
        for number in numbers:
            value = values.get(number.name, 0.0 if recipe.extra is None else recipe.extra)
            row = self.rows[number.name] = ParameterRow(_parameter(number), value)
            row.changed.connect(lambda *_: self._on_change())
            self.fields.addRow(row)

    def _choose(self, index: int) -> None:
        self._show(
            replace(GeneratorRecipe.of(GENERATORS[index]), n=self.recipe.n, seed=self.recipe.seed)
        )
        restyle(self, theme_of(self.parentWidget()))
        self._on_change()

    @property
    def recipe(self) -> GeneratorRecipe:
        """The recipe as entered."""
        generator = GENERATORS[self.kind.currentIndex()]
        numbers = {name: row.field.number for name, row in self.rows.items() if row.field}
        parameter = generator.extra
        extra = None if parameter is None else float(numbers.get(parameter.name, parameter.default))
        return GeneratorRecipe(
            generator.name, int(numbers["n"]), float(numbers["noise"]), int(numbers["seed"]), extra
        )


def generate_points(session: Session, parent: QWidget) -> None:
    """Ask for a rule and its numbers, with a live preview on the canvas, and draw the points as one
    step.
    """
    before = session.document

    def preview(recipe: GeneratorRecipe) -> None:
        document = with_generated_points(before, recipe)
        view = View.around(document.dataset.X)
        session.set_view(view)
        session.preview(replace(document, view=view))

    start = (
        GeneratorRecipe.parse(before.generated)
        if before.generated
        else GeneratorRecipe.of(GENERATORS[0])
    )
    with passing(GeneratorDialog(start, lambda: preview(dialog.recipe), parent)) as dialog:
        preview(start)
        if dialog.exec():
            session.commit(
                f"Generate {dialog.recipe.generator.title.lower()}",
                with_generated_points(before, dialog.recipe),
            )
            session.set_view(None)
        else:
            session.set_view(before.view)
            session.rollback()


def fill_shapes(session: Session, menu: QMenu) -> None:
    """The shapes of points, each drawn at once as it usually is."""
    menu.setToolTipsVisible(True)
    for generator in GENERATORS:
        draw = partial(draw_shape, session, generator)
        menu.addAction(generator.title, draw).setToolTip(plain_tip(generator.summary))


def draw_shape(session: Session, generator: Generator = GENERATORS[0]) -> None:
    """Put points of a shape as it usually is in the place of those of the scene; at first round
    clouds.
    """
    points = with_generated_points(session.committed, GeneratorRecipe.of(generator))
    session.apply(f"Generate {generator.title.lower()}", points)
    session.set_view(None)


FIRST_COUNT = 100  # points suggested for an empty document
LARGEST_DEVIATION = 1e100


def _range_fault(low: float, high: float) -> Callable[[object], str | None]:
    def check(value: object) -> str | None:
        return (
            None
            if isinstance(value, int | float) and low < value < high
            else f"a number between {low:g} and {high:g}"
        )

    return check


class PopulationsDialog(Form):
    """Means, standard deviations and correlations of the classes, how many points, and the seed.

    Priors are relative to each other.

    ``on_change`` is called after every change that gives populations.
    """

    def __init__(
        self, document: Document, on_change: Callable[[], None], parent: QWidget | None = None
    ) -> None:
        super().__init__("Sample from populations", parent, "populations-dialog")
        self._document, self._on_change = document, on_change
        start, names = suggested_each(document), document.dataset.class_names
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        x1, x2 = document.axis_names
        rows = (
            (f"Mean of {x1}", finite_fault),
            (f"Mean of {x2}", finite_fault),
            (f"Deviation of {x1}", _range_fault(0.0, LARGEST_DEVIATION)),
            (f"Deviation of {x2}", _range_fault(0.0, LARGEST_DEVIATION)),
            ("Correlation", _range_fault(-1.0, 1.0)),
            ("Prior", _range_fault(0.0, 1.0)),
        )
        self.columns: list[list[NumberField]] = [[] for _ in names]
        for row, (words, check) in enumerate(rows, start=1):
            grid.addWidget(row_label(words), row, 0)
            for k, (name, population) in enumerate(zip(names, start, strict=True)):
                number = _numbers_of(population)[row - 1]
                field = self._field(float(f"{number:.6g}"), check)
                field.setAccessibleName(f"{plain(words)}, {name}")
                grid.addWidget(field, row, k + 1)
                self.columns[k].append(field)
        for k, name in enumerate(names):
            grid.addWidget(MathLabel(name_label(name)), 0, k + 1)
        # a nested layout in a form row would keep the heights from before the theme is known
        table = QWidget()
        grid.setContentsMargins(0, 0, 0, 8)
        table.setLayout(grid)
        self.fields.addRow(table)
        n = len(document.dataset)
        self.count = self._field(
            max(n, 2) if n else FIRST_COUNT, whole_number_fault(2, LARGEST), is_whole=True
        )
        self.seed = self._field(document.seed, whole_number_fault(0, 2**31 - 1), is_whole=True)
        for words, field in (("Points", self.count), ("Seed", self.seed)):
            self.fields.addRow(words, field)

    def _field(
        self, value: float, check: Callable[[object], str | None], *, is_whole: bool = False
    ) -> NumberField:
        field = NumberField(value, check, is_whole=is_whole)
        field.entered.connect(lambda _: self._on_change())
        return field

    @property
    def answer(self) -> Document:
        """The document with the sample.

        Raises:
            ValueError: numbers that give no population (a correlation of nearly 1 with rounded
                deviations).
        """
        n, seed = int(self.count.number), int(self.seed.number)
        each = tuple(_population(*(field.number for field in fields)) for fields in self.columns)
        populations = Populations(*each) if len(each) == 2 else ManyPopulations(each)
        return sample_document(self._document, populations, n, seed)


def _numbers_of(population: GaussianPopulation) -> tuple[float, ...]:
    spread = Spread.of(population)
    return *spread.mean, *spread.deviations, spread.correlation, population.prior


def _population(
    m1: float, m2: float, s1: float, s2: float, r: float, prior: float
) -> GaussianPopulation:
    return Spread((m1, m2), (s1, s2), r).population(prior)


def sample_from_populations(session: Session, parent: QWidget) -> None:
    """Ask for the populations, with a live preview on the canvas, and draw the sample as one
    step.
    """

    def preview() -> None:
        with suppress(ValueError):  # the fields show what is wrong; the last picture stays
            session.preview(dialog.answer)

    with passing(PopulationsDialog(session.document, preview, parent)) as dialog:
        preview()
        if dialog.exec():
            try:
                session.commit("Sample from populations", dialog.answer)
                session.set_view(None)
                return
            except (ValueError, UserError) as error:
                say_error(parent, str(error))
        session.rollback()
