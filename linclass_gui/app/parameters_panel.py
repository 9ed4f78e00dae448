"""The selected method: its formula, its parameters, where it works, and what came out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from solvers import FEATURE_MAPS, KERNELS, Fit, Identity

from ..core.document import MethodInUse
from ..core.scene import Scene
from ..core.theme import Theme
from ..draw.symbols import arms
from ..draw.text import TextStyle, layout
from .forms import CONTROL_WIDTH, PADDING, ROW, WIDTH, ParameterForm
from .method_commands import MethodCommands
from .readings import solution_lines, support_counts
from .widgets import FORMULA, TEXT, ComboField, MathLabel, Themed, middle_baseline, restyle

FORMULA_HEIGHT, LINE, COUNTS_HEIGHT = 64, 24, 40
Space = tuple[str, type[Any]]  # ("features", Circle) or ("kernel", GaussianKernel)


class FormulaLabel(Themed, QWidget):
    """The objective, as large as the panel's width allows."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.setFixedSize(WIDTH, FORMULA_HEIGHT)
        self.setToolTip("What the method optimises")
        self.setAccessibleName(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        style = TextStyle(mode="math")
        size = FORMULA
        text = layout(self._text, size, style)
        if text.width > self.width():
            size *= self.width() / text.width
            text = layout(self._text, round(size - 0.05, 1), style)
        baseline = (
            0.5 * self.height() + 0.36 * size if text.height < 2.2 * size else 0.5 * (self.height() + text.ascent - text.descent)
        )
        text.draw(painter, 0.0, baseline, self.colours.ink)


class SolutionLines(Themed, QWidget):
    """Names on the left, numbers on the right, one below the other."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[tuple[str, str], ...] = ()
        self.setFixedSize(WIDTH, 0)

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """What is shown."""
        return self._lines

    def show_lines(self, lines: tuple[tuple[str, str], ...]) -> None:
        """Show other numbers."""
        if lines != self._lines:
            self._lines = lines
            self.setFixedHeight(LINE * len(lines))
            self.setToolTip("\n".join(f"{_plain(name)} = {value}" for name, value in lines))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = QPainter(self), self.colours
        for place, (name, value) in enumerate(self._lines):
            baseline = middle_baseline(QRectF(0, LINE * place, WIDTH, LINE))
            layout(name, TEXT).draw(painter, 0.0, baseline, p.ink_2)
            shown = layout(value, TEXT)
            shown.draw(painter, WIDTH - shown.width, baseline, p.ink)


def _plain(name: str) -> str:
    return name.replace("$", "")


class SupportCounts(Themed, QWidget):
    """How many support vectors are free, bound and wrong, each beside its symbol on the canvas."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: tuple[int, int, int] | None = None
        self.setFixedSize(WIDTH, COUNTS_HEIGHT)
        self.setToolTip(
            "free: on its margin line · bound: inside the margin, with the largest multiplier C/n · "
            "wrong: on the wrong side of the boundary"
        )

    def show_counts(self, counts: tuple[int, int, int] | None) -> None:
        """Show other counts."""
        if counts != self.counts:
            self.counts = counts
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.counts is None:
            return
        painter, p = QPainter(self), self.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        baseline = middle_baseline(QRectF(self.rect()))
        x = 0.0
        for count, word, colour in zip(self.counts, ("free", "bound", "wrong"), (p.plus, p.plus, p.minus), strict=True):
            paint_support_vector(painter, QPointF(x + 9.0, 0.5 * self.height()), word, colour, p.ink)
            text = layout(f"{count} {word}", TEXT)
            text.draw(painter, x + 25.0, baseline, p.ink)
            # Room for three digits, so that the symbols stay where they are while numbers change.
            x += 25.0 + layout(f"000 {word}", TEXT).width + 16.0


def paint_support_vector(painter: QPainter, at: QPointF, kind: str, colour: str, ink: str) -> None:
    """The symbol of a free, bound or wrong support vector as on the canvas, at 18 px."""
    painter.setPen(Qt.PenStyle.NoPen)
    if kind == "bound":
        fill = QColor(ink)
        fill.setAlphaF(0.22)
        painter.setBrush(fill)
        painter.drawEllipse(at, 8.5, 8.5)
    painter.setBrush(QColor(colour))
    if kind == "wrong":
        painter.drawRect(QRectF(at.x() - 4, at.y() - 4, 8, 8))
    else:
        painter.drawEllipse(at, 4.2, 4.2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(ink), 1.3))
    if kind == "wrong":
        for x1, y1, x2, y2 in arms("cross", 17.0):
            painter.drawLine(at + QPointF(x1, y1), at + QPointF(x2, y2))
    else:
        painter.drawEllipse(at, 8.5, 8.5)


class ParametersPanel(QWidget):
    """The section of the selected method; it is rebuilt when another kind of method is selected, else only its values change."""

    def __init__(self, commands: MethodCommands, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands, self._theme = commands, theme
        self._shown: tuple[object, ...] = ()
        self._method: MethodInUse | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._content: _Content | None = None

    def set_theme(self, theme: Theme) -> None:
        """Rows built from now on are painted with this theme."""
        self._theme = theme

    @property
    def content(self) -> _Content | None:
        """The form that is shown, None while no method is selected."""
        return self._content

    def show_scene(self, scene: Scene) -> None:
        """Show the selected method of a scene and its answer."""
        method = scene.document.selected_method
        self._method = method
        self.setVisible(method is not None)
        if method is None:
            self._replace_content(None, ())
            return
        shape = (method.id, type(method.method), type(method.features), type(method.kernel))
        if shape != self._shown:
            self._replace_content(method, shape)
        assert self._content is not None
        self._content.show_method(method)
        self._content.show_fit(scene.fits.get(method.id))

    def _replace_content(self, method: MethodInUse | None, shape: tuple[object, ...]) -> None:
        self._shown = shape
        if self._content is not None:
            self._column.removeWidget(self._content)
            self._content.hide()
            self._content.deleteLater()
            self._content = None
        if method is not None:
            self._content = _Content(method, self._theme)
            self._content.form.changed.connect(self._change_method)
            self._content.space.activated.connect(self._change_space)
            if self._content.space_form is not None:
                self._content.space_form.changed.connect(self._change_space_parameter)
            self._column.addWidget(self._content)

    def _change_method(self, value: Any, final: bool) -> None:
        if self._method is not None:
            self._commands.replace(replace(self._method, method=value), final=final, text=f"Change {self._method.method.name}")

    def _change_space(self, index: int) -> None:
        assert self._content is not None
        if self._method is not None:
            kind, cls = self._content.spaces[index]
            changed = (
                replace(self._method, features=cls(), kernel=None)
                if kind == "features"
                else replace(self._method, features=Identity(), kernel=cls())
            )
            if changed != self._method:
                self._commands.replace(
                    changed, final=True, text=f"{self._content.space.itemText(index)} for {self._method.method.name}"
                )

    def _change_space_parameter(self, value: Any, final: bool) -> None:
        if self._method is not None:
            field = "features" if self._method.kernel is None else "kernel"
            changed = replace(self._method, **{field: value})
            self._commands.replace(changed, final=final, text=f"Change {field} of {self._method.method.name}")


class _Content(QWidget):
    """Title, formula, form, features or kernel, numbers."""

    def __init__(self, method: MethodInUse, theme: Theme) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(PADDING, 12, PADDING, 4)
        column.setSpacing(0)
        title = MathLabel(method.method.name, weight=600)
        title.setFixedHeight(24)
        title.setToolTip(method.method.summary)
        column.addWidget(title)
        column.addWidget(FormulaLabel(method.method.objective))
        self.form = ParameterForm(method.method, theme)
        column.addWidget(self.form)
        self.spaces = spaces_of(method)
        self.space = ComboField()
        column.addWidget(self._space_row(method))
        self.space_form = self._make_space_form(method, theme)
        if self.space_form is not None:
            column.addWidget(self.space_form)
        column.addSpacing(4)
        self.solution = SolutionLines()
        column.addWidget(self.solution)
        self.counts = SupportCounts()
        column.addWidget(self.counts)
        column.addSpacing(0)
        restyle(self, theme)

    def _space_row(self, method: MethodInUse) -> QWidget:
        row = QWidget()
        row.setFixedSize(WIDTH, ROW)
        label = MathLabel("Features, kernel" if method.method.takes_kernel else "Features", tone="ink_2", parent=row)
        label.setGeometry(0, 0, WIDTH - CONTROL_WIDTH - 8, ROW)
        self.space.setParent(row)
        self.space.setObjectName("features-kernel")
        self.space.setAccessibleName("features or kernel")
        self.space.setGeometry(WIDTH - CONTROL_WIDTH, 4, CONTROL_WIDTH, 28)
        for kind, cls in self.spaces:
            self.space.addItem(space_name(kind, cls))
            self.space.setItemData(self.space.count() - 1, (cls.__doc__ or "").split("\n")[0], Qt.ItemDataRole.ToolTipRole)
        self.space.setEnabled(len(self.spaces) > 1)
        self.space.setToolTip("Where the line is straight: the plane itself, a map of it, or the space of a kernel")
        return row

    def _make_space_form(self, method: MethodInUse, theme: Theme) -> ParameterForm | None:
        value = method.features if method.kernel is None else method.kernel
        form = ParameterForm(value, theme)
        if form.rows:
            return form
        form.deleteLater()
        return None

    def show_method(self, method: MethodInUse) -> None:
        """Show the parameters as they are now."""
        self.form.set_value(method.method)
        value = method.features if method.kernel is None else method.kernel
        kind: Space = ("features" if method.kernel is None else "kernel", type(value))
        self.space.setCurrentIndex(self.spaces.index(kind))
        if self.space_form is not None:
            self.space_form.set_value(value)

    def show_fit(self, fit: Fit | None) -> None:
        """Show what came out; the last numbers stay while there is no answer yet."""
        if fit is not None:
            self.solution.show_lines(solution_lines(fit))
            counts = support_counts(fit)
            self.counts.show_counts(counts)
            self.counts.setVisible(counts is not None)


def spaces_of(method: MethodInUse) -> list[Space]:
    """Where a method can work: the feature maps, and the kernels if it takes them; what it uses now is always among them."""
    spaces: list[Space] = [("features", Identity)] if method.method.needs_plane else [("features", cls) for cls in FEATURE_MAPS]
    if method.method.takes_kernel:
        spaces += [("kernel", cls) for cls in KERNELS]
    now: Space = ("features", type(method.features)) if method.kernel is None else ("kernel", type(method.kernel))
    return spaces if now in spaces else [*spaces, now]


def space_name(kind: str, cls: type[Any]) -> str:
    """What the list says: ``identity, linear``, ``circle``, ``Gaussian kernel``."""
    if kind == "kernel":
        return f"{cls.name} kernel"
    return "identity, linear" if cls is Identity else f"{cls.name} features"
