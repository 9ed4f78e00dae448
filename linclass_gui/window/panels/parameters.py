"""The selected method: its formula, its parameters, its classes, its feature space, and its
results.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from solvers import FEATURE_MAPS, KERNELS, AllColumns, AnyFit, Floats, Identity, Status
from solvers.answer import Key
from solvers.centring import Centred

from ...draw.lettering import layout
from ...files.names import summary
from ...scene.methods import MethodInUse, needs_scheme, objective_for, parameters_for
from ...scene.pairs import chosen_key, key_name, pairs_to_choose
from ...scene.scene import Scene
from ...scene.theme import Theme
from ..commands.methods import MethodCommands
from ..widgets.controls import ComboField
from ..widgets.layouts import in_column, with_name
from ..widgets.parameter_row import CONTROL_WIDTH, ROW, WIDTH
from ..widgets.themed import CAPTION, TEXT, MathLabel, PlacedParts, Themed, restyle, settle
from .fit_words import ending_words, solution_lines, step_of, support_counts
from .parameter_form import PADDING, MethodForm, ParameterForm
from .sections import BOLD, CHEVRON, SectionHead
from .solution import FitOutcome, FormulaLabel, OriginForm


class ClassesForm(QWidget):
    """Empty where the whole answer is one boundary; else the form of the scheme where the method
    needs one, and the list of its pairs.
    """

    scheme_changed = Signal(object, bool)
    member_chosen = Signal(object)

    def __init__(self, method: MethodInUse, theme: Theme, classes: int) -> None:
        super().__init__()
        inside = in_column(self)
        self.form: ParameterForm | None = None
        self.member = ComboField()
        self._keys: tuple[Key, ...] = ()
        # first, because it is chosen most often: with many rows the last ones are scrolled to
        self.row = self._member_row()
        inside.addWidget(self.row)
        self.row.setVisible(False)
        if needs_scheme(method.method, classes):
            self.form = ParameterForm(method.scheme, theme)
            self.form.changed.connect(self.scheme_changed)
            inside.addWidget(self.form)

    def _member_row(self) -> QWidget:
        row = PlacedParts(WIDTH, ROW)
        row.place(MathLabel("Looked at", tone="ink_2"), 0, 0, WIDTH - CONTROL_WIDTH - 8, ROW)
        row.place(self.member, WIDTH - CONTROL_WIDTH, 4, CONTROL_WIDTH, 28)
        tip = "Whose line, margins, slack and plots are shown (M shows the next one)"
        with_name(self.member, "member", "pair of classes shown", tip)
        self.member.activated.connect(self._choose)
        return row

    def _choose(self, index: int) -> None:
        self.member_chosen.emit(self._keys[index])

    def show_scene(self, scene: Scene) -> None:
        """Show the pairs of the selected method, and the chosen one."""
        keys = tuple(pairs_to_choose(scene.document).values())
        names = scene.document.dataset.class_names
        words = [key_name(key, names) for key in keys]
        if words != [self.member.itemText(k) for k in range(self.member.count())]:
            self.member.clear()
            self.member.addItems(words)
        self._keys = keys
        self.row.setVisible(bool(keys))
        if keys:
            self.member.setCurrentIndex(keys.index(chosen_key(scene.document)))


Space = tuple[str, type[Any]]  # ("features", Circle) or ("kernel", GaussianKernel)


class MethodHead(SectionHead):
    """The name of the selected method, and beside it how its fit ended, its gap and its time."""

    def __init__(self) -> None:
        super().__init__("", "parameters", "only its name")
        self.ending = MathLabel(size=CAPTION, tone="ink_2", align=Qt.AlignmentFlag.AlignRight)
        self.ending.setObjectName("ending")
        self._shown: tuple[str, ...] = ()

    def show_method(self, name: str, summary: str, ending: tuple[str, ...]) -> None:
        """Show a method; words that do not fit beside its name are left out, the first ones
        first.
        """
        self.title.set_title(name, summary)
        if (name, *ending) == self._shown:
            return
        self._shown = (name, *ending)
        title_width = min(layout(name, TEXT, BOLD).width + CHEVRON + 4.0, WIDTH)
        self.place(self.title, PADDING, 12, title_width, 24)
        self.place(self.ending, PADDING + title_width + 4.0, 12, WIDTH - title_width - 4.0, 24)
        texts = (", ".join(ending[k:]) for k in range(len(ending)))
        room = WIDTH - title_width - 12.0
        self.ending.set_text(next((t for t in texts if layout(t, CAPTION).width <= room), ""))


class ParametersPanel(QWidget):
    """The section of the selected method; it is rebuilt when another kind of method is selected,
    else only its values change.
    """

    def __init__(self, commands: MethodCommands, theme: Theme) -> None:
        super().__init__()
        self._commands, self._theme = commands, theme
        self.head = MethodHead()
        self.outcome = FitOutcome()
        self._shown: tuple[object, ...] = ()
        self._method: MethodInUse | None = None
        self._X: Floats = np.empty((0, 2))  # the points that a new map is about
        self._column = in_column(self)
        self.content: _Content | None = None
        self._extent: tuple[object, ...] = ()  # the rows that determine its height
        self.opened: frozenset[str] = (
            frozenset()
        )  # the kinds of methods of which all parameters are shown

    def set_theme(self, theme: Theme) -> None:
        """Paint new rows with this theme."""
        self._theme = theme

    def show_scene(self, scene: Scene) -> None:
        """Show the selected method of a scene and its answer."""
        method = scene.document.selected_method
        self._method, self._X = method, scene.document.dataset.X
        self.setVisible(method is not None)
        self.head.setVisible(method is not None)
        if method is None:
            self._replace_content(None, ())
            return
        classes = len(scene.document.dataset.class_names)
        spaces = (type(method.features), type(method.kernel), method.centred is None)
        # a formula with numbers changes with every step of a slider, which must outlive it
        objective = objective_for(method.method, classes)
        form = (bool(objective), parameters_for(method.method, classes))
        has_scheme = needs_scheme(method.method, classes)
        shape = (method.id, type(method.method), *spaces, *form, has_scheme)
        if shape != self._shown:
            self._replace_content(method, shape, classes)
        assert self.content is not None
        self.content.show_method(method, objective)
        fit = scene.fits.get(method.id)
        self._show_head(scene, method, fit)
        if self.content.origin is not None and method.centred is not None:
            self.content.origin.show_value(method.centred, self._X)
        self.content.classes.show_scene(scene)
        self._show_outcome(scene, method)
        # New rows are laid out at once: events would do it level by level, partly too late.
        if self.content.extent != self._extent:
            self._extent = self.content.extent
            settle(self)

    def _show_head(self, scene: Scene, method: MethodInUse, fit: AnyFit | None) -> None:
        """Show the name, and how the fit ended of a method that is on."""
        shown_fit = fit if method.enabled else None
        ending = ending_words(
            shown_fit, step=step_of(scene, method.id), stale=method.id in scene.stale
        )
        self.head.show_method(method.method.name, method.method.summary, ending)

    def _show_outcome(self, scene: Scene, method: MethodInUse) -> None:
        """Show the results, with more classes than two also those of the chosen pair; none of a
        method that is switched off.
        """
        answer, key = scene.fits.get(method.id), scene.document.member
        is_late = (
            method.id in scene.stale and answer is not None and answer.status is not Status.RUNNING
        )
        if scene.is_awaited or is_late:
            self.outcome.show_nothing_yet()
        elif not method.enabled:
            self.outcome.show_numbers((), None)
        elif answer is not None:
            lines = solution_lines(answer, scene.document.units, key)
            self.outcome.show_numbers(lines, support_counts(answer))

    def _replace_content(
        self, method: MethodInUse | None, shape: tuple[object, ...], classes: int = 2
    ) -> None:
        self._shown, self._extent = shape, ()
        if self.content is not None:
            self._column.removeWidget(self.content)
            self.content.hide()
            self.content.deleteLater()
            self.content = None
        if method is not None:
            is_open = type(method.method).__name__ in self.opened
            self.content = _Content(method, self._theme, classes, is_open=is_open)
            self.content.form.opened.connect(self._remember_opened)
            self.content.classes.scheme_changed.connect(
                partial(self._change, "scheme", "Change classes of")
            )
            self.content.classes.member_chosen.connect(
                lambda member: self._commands.session.set_looks(member=member)
            )
            self.content.form.changed.connect(partial(self._change, "method", "Change"))
            self.content.space.activated.connect(self._change_space)
            if self.content.space_form is not None:
                self.content.space_form.changed.connect(self._change_space_parameter)
            if self.content.origin is not None:
                self.content.origin.changed.connect(self._change_origin)
            self._column.addWidget(self.content)
            # the layout would do so only with the next events, and skips hidden widgets
            self.content.show()

    def reopen(self, kinds: Collection[str]) -> None:
        """Show all parameters of these kinds of methods, as in the last run."""
        self.opened = frozenset(kinds)
        if self._method is not None and type(self._method.method).__name__ in kinds:
            assert self.content is not None
            self.content.form.open()

    def _remember_opened(self, is_open: bool) -> None:
        """Keep *More* as it is for this kind of method, and show what it opened."""
        assert self._method is not None
        assert self.content is not None
        kind, form = type(self._method.method).__name__, self.content.form
        self.opened = self.opened | {kind} if is_open else self.opened - {kind}
        settle(self)
        if is_open:
            QTimer.singleShot(0, form, partial(self._reveal, form, form.more))

    def _reveal(self, *parts: QWidget | None) -> None:
        """Scroll parts into view, the last one above all."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is None or self.content is None:
            return
        for part in parts:
            if part is not None:
                area.ensureWidgetVisible(part, 0, 0)
        bar, formula = area.verticalScrollBar(), self.content.formula
        if formula is not None and 0 < bar.value() < formula.height():
            bar.setValue(formula.height())  # no half of a formula at the edge

    def _change(self, field: str, words: str, value: Any, final: bool) -> None:
        """Show the method with another value; one undo entry when it is final."""
        if self._method is not None:
            text = f"{words} {self._method.method.name}"
            self._commands.replace(replace(self._method, **{field: value}), final=final, text=text)

    def _change_space(self, index: int) -> None:
        assert self.content is not None
        if self._method is not None:
            kind, cls = self.content.spaces[index]
            old, space = self._method.space, cls()
            if isinstance(space, Centred) and isinstance(old, Centred) and old.is_as_written:
                space = space.as_written  # a new map keeps the convention of the last one
            changed = (
                replace(self._method, features=space, kernel=None)
                if kind == "features"
                else replace(self._method, features=Identity(), kernel=space)
            ).about(self._X)
            if changed != self._method:
                self._commands.replace(
                    changed,
                    final=True,
                    text=f"{self.content.space.itemText(index)} for {self._method.method.name}",
                )
                QTimer.singleShot(0, self, self._reveal_space)

    def _reveal_space(self) -> None:
        """Scroll the features or kernel just chosen into view, with their first parameter."""
        if self.content is not None:
            form = self.content.space_form
            first = None if form is None else next(iter(form.rows.values()))
            self._reveal(first, self.content.space_row)

    def _change_origin(self, value: Any, final: bool) -> None:
        self._change_space_parameter(
            value, final, "As written:" if value.is_as_written else "Centre and scale:"
        )

    def _change_space_parameter(self, value: Any, final: bool, words: str = "") -> None:
        if self._method is not None:
            field = "features" if self._method.kernel is None else "kernel"
            self._change(field, words or f"Change {field} of", value, final)


class _Content(Themed, QWidget):
    """Formula, form, features or kernel."""

    padding = (PADDING, 0, PADDING, 2)

    def __init__(
        self, method: MethodInUse, theme: Theme, classes: int, *, is_open: bool = False
    ) -> None:
        super().__init__()
        objective = objective_for(method.method, classes)
        self.formula = FormulaLabel(objective) if objective else None
        self.classes = ClassesForm(method, theme, classes)
        self.spaces = spaces_of(method)
        self.space = ComboField()
        self.space_form = self._make_space_form(method, theme)
        self.origin = None if method.centred is None else OriginForm(method.centred, theme)
        self.space_row, middle = self._space_row(method), QWidget()
        below = (self.space_row, self.space_form, self.origin, self.classes)
        in_column(middle, *(part for part in below if part is not None))
        self.form = MethodForm(method.method, theme, middle, classes, is_open=is_open)
        # the section has one height for every method
        in_column(self, *(() if self.formula is None else (self.formula,)), self.form, 1)
        self.measure()
        restyle(self, theme)

    def _space_row(self, method: MethodInUse) -> QWidget:
        row = PlacedParts(WIDTH, ROW)
        label = MathLabel(
            "Features, kernel" if method.method.takes_kernel else "Features", tone="ink_2"
        )
        row.place(label, 0, 0, WIDTH - CONTROL_WIDTH - 8, ROW)
        row.place(self.space, WIDTH - CONTROL_WIDTH, 4, CONTROL_WIDTH, 28)
        tip = "Where the line is straight: the plane itself, a map of it, or the space of a kernel"
        with_name(self.space, "features-kernel", "features or kernel", tip)
        for kind, cls in self.spaces:
            self.space.addItem(space_name(kind, cls))
            self.space.setItemData(
                self.space.count() - 1,
                summary(cls),
                Qt.ItemDataRole.ToolTipRole,
            )
        self.space.setEnabled(len(self.spaces) > 1)
        return row

    def _make_space_form(self, method: MethodInUse, theme: Theme) -> ParameterForm | None:
        value = method.space
        form = ParameterForm(value, theme)
        if form.rows:
            return form
        form.deleteLater()
        return None

    @property
    def extent(self) -> tuple[object, ...]:
        """The rows and lines shown, which determine the height of the section."""
        form = self.form
        rows = (
            *form.rows.values(),
            *form.reciprocals.values(),
            form.more,
            self.classes,
            self.classes.row,
        )
        return tuple(row.isHidden() for row in rows)

    def show_method(self, method: MethodInUse, objective: str) -> None:
        """Show the current parameters, and the formula with them."""
        if self.formula is not None:
            self.formula.show_text(objective)
        self.form.set_value(method.method)
        if self.classes.form is not None:
            self.classes.form.set_value(method.scheme)
        value = method.space
        kind: Space = ("features" if method.kernel is None else "kernel", type(value))
        self.space.setCurrentIndex(self.spaces.index(kind))
        if self.space_form is not None:
            self.space_form.set_value(value)


def spaces_of(method: MethodInUse) -> list[Space]:
    """The spaces of a method: the feature maps, and the kernels if it takes them, including its
    current one.
    """
    # All columns of a table are chosen above the canvas, for all methods at once.
    maps = (
        (Identity,)
        if method.method.needs_plane
        else tuple(cls for cls in FEATURE_MAPS if cls is not AllColumns)
    )
    spaces: list[Space] = [("features", cls) for cls in maps]
    if method.method.takes_kernel:
        spaces += [("kernel", cls) for cls in KERNELS]
    space: Space = (
        ("features", type(method.features))
        if method.kernel is None
        else ("kernel", type(method.kernel))
    )
    return spaces if space in spaces else [*spaces, space]


def space_name(kind: str, cls: type[Any]) -> str:
    """The name in the list: ``identity, linear``, ``circle``, ``Gaussian kernel``."""
    if kind == "kernel":
        return f"{cls.name} kernel"
    return f"{cls.name}, linear" if issubclass(cls, Identity) else f"{cls.name} features"
