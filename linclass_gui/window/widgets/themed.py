"""The painting base of every part of the window: the theme, text with mathematics, hairlines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, cast

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QIcon, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QScrollArea, QSizePolicy, QToolTip, QWidget

from ...draw.faults import paint_fault
from ...draw.lettering import PLAIN, TREES, Layout, TextStyle, layout, wrap_markup
from ...draw.qt_surface import painting
from ...markup.mathtext import plain, plain_text
from ...scene.colours import Palette
from ...scene.theme import LIGHT, Theme
from .layouts import plain_tip

TEXT, CAPTION, FORMULA = 13.0, 11.0, 15.0
STROKE = 3.0  # the width of a short stroke that stands for a line
STROKE_SIZE = QSize(18, 12)  # of its picture


class Themed:
    """A widget that paints with the theme's colours; :func:`restyle` hands every one of them the
    new theme.
    """

    theme: Theme = LIGHT
    # Sizes at the scale 1: width and height (None: as the layout has it); margins and spacing of
    # its layout (None: its own).
    fixed: tuple[float | None, float | None] = (None, None)
    padding: tuple[int, int, int, int] | None = None
    gap: int | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        Themed.measure(self)

    def __init_subclass__(cls) -> None:
        """Show a sentence in a widget whose painting fails, because Qt cannot pass on an
        exception.
        """
        if "paintEvent" in vars(cls):
            cls.paintEvent = _or_sentence(cls.paintEvent)  # type: ignore[attr-defined]
        super().__init_subclass__()  # guards what is painted now

    @property
    def colours(self) -> Palette:
        """The palette to paint with."""
        return self.theme.palette

    def set_theme(self, theme: Theme) -> None:
        """Paint with another theme."""
        self.theme = theme
        self.measure()
        cast(QWidget, self).updateGeometry()
        QWidget.update(cast(QWidget, self))  # the one without an index, which that of a list hides

    def measure(self) -> None:
        """Take the sizes of the theme; sizes in the code are those at the scale 1."""
        width, height = self.fixed
        if width is not None:
            cast(QWidget, self).setFixedWidth(self.px(width))
        if height is not None:
            cast(QWidget, self).setFixedHeight(self.px(height))
        layout = cast(QWidget, self).layout()
        if layout is not None and self.padding is not None:
            layout.setContentsMargins(*map(self.px, self.padding))
        if layout is not None and self.gap is not None:
            layout.setSpacing(self.px(self.gap))

    def px(self, size: float) -> int:
        """A size in the pixels of this theme's scale."""
        return round(size * self.theme.ui)

    @contextmanager
    def painter(self) -> Iterator[QPainter]:
        """A painter whose unit is a pixel at the scale 1: widgets paint in the sizes of the design,
        whatever the theme.
        """
        with painting(cast(QWidget, self)) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(self.theme.ui, self.theme.ui)
            yield painter

    @property
    def area(self) -> QRectF:
        """The rectangle of the widget in the units of :meth:`painter`."""
        size = cast(QWidget, self).size()
        return QRectF(0.0, 0.0, size.width() / self.theme.ui, size.height() / self.theme.ui)


class PlacedParts(Themed, QWidget):
    """A widget whose parts have fixed places."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__()
        self._extent = (width, height)
        self._places: list[tuple[QWidget, tuple[float, float, float, float]]] = []
        self.setFixedSize(self.px(width), self.px(height))

    def place(self, part: QWidget, x: float, y: float, width: float, height: float) -> None:
        """Place a part, in the sizes of the design."""
        part.setParent(self)
        self._places = [entry for entry in self._places if entry[0] is not part]
        self._places.append((part, (x, y, width, height)))
        part.setGeometry(*map(self.px, (x, y, width, height)))

    def set_extent(self, width: float, height: float) -> None:
        """Take another size."""
        self._extent = (width, height)
        self.measure()

    def measure(self) -> None:
        self.setFixedSize(*map(self.px, self._extent))
        for part, place in self._places:
            part.setGeometry(*map(self.px, place))


def _or_sentence(paint: Callable[[Any, QPaintEvent], None]) -> Callable[[Any, QPaintEvent], None]:
    """A paint event that never fails: it paints a sentence instead."""

    @wraps(paint)
    def paint_or_say(self: Any, event: QPaintEvent) -> None:
        try:
            paint(self, event)
        except Exception as error:
            with painting(self) as painter:
                paint_fault(painter, QRectF(self.rect()), error, self.theme)

    return paint_or_say


def restyle(root: QWidget, theme: Theme) -> None:
    """Give a theme to ``root`` and to everything in it that paints itself, the inner ones first.

    The inner ones first, because a part with the size of the old theme does not fit into a smaller
    place.
    """
    for widget in reversed((root, *descendants(root))):
        if isinstance(widget, Themed):
            widget.set_theme(theme)


def descendants(root: QWidget) -> Iterator[QWidget]:
    """Every widget in ``root``, the outer ones first.

    With one call for all of them, PySide keeps a Python object for each in ``root``, and the
    wrappers of widgets made by Qt (lists and scroll bars of menus) outlive these: ten for every box
    that a window has ever shown.
    """
    for child in root.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        yield child
        yield from descendants(child)


def settle(root: QWidget) -> None:
    """Lay out everything in ``root`` now, from the inside out, and the scroll areas around it."""
    _lay_out(root)
    around = root.parentWidget()
    while around is not None:
        # Events would do this later: a layout passes on its size hints, a scroll area resizes its
        # content.
        QApplication.sendEvent(around, QEvent(QEvent.Type.LayoutRequest))
        if isinstance(around, QScrollArea):
            return
        around.updateGeometry()
        around = around.parentWidget()


def _lay_out(root: QWidget) -> None:
    for child in root.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if not child.isHidden():
            _lay_out(child)
    if (inside := root.layout()) is not None:
        inside.invalidate()
        inside.activate()
    root.updateGeometry()


def has_canvas(widget: QWidget) -> bool:
    """Whether a widget is beside the canvas, not in a dialog."""
    return widget.window().focusProxy() is not None


def give_back_keyboard(widget: QWidget) -> None:
    """Give the keyboard back to the canvas, so that keys have their usual effect; nothing in a
    dialog.
    """
    if has_canvas(widget):
        # which passes it to the canvas, its focus proxy
        widget.window().setFocus(Qt.FocusReason.OtherFocusReason)


def method_pen(palette: Palette, slot: int) -> QPen:
    """The stroke that stands for a method's lines, at most 18 px long, as many dashes as fit."""
    colour, dashes = palette.method(slot)
    return _short_stroke(colour, dashes)


def method_icon(palette: Palette, slot: int) -> QIcon:
    """The colour and the dashes of a method, for a menu or a table."""
    picture = QPixmap(STROKE_SIZE * 2)
    picture.setDevicePixelRatio(2.0)
    picture.fill(Qt.GlobalColor.transparent)
    with painting(picture) as painter:
        painter.setPen(method_pen(palette, slot))
        painter.drawLine(QLineF(0.0, 6.0, STROKE_SIZE.width(), 6.0))
    return QIcon(picture)


def trial_pen(palette: Palette) -> QPen:
    """The stroke that stands for the trial line."""
    return _short_stroke(palette.trial, (7.0, 4.0))


def _short_stroke(colour: str, dashes: tuple[float, ...] | None) -> QPen:
    pen = QPen(QColor(colour), STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    if dashes is not None:
        longest = max(dashes)
        share = min(1.0, 7.0 / longest)  # else one dash would look like a whole line
        pen.setDashPattern([max(share * length, 1.5) / STROKE for length in dashes])
    return pen


def round_pen(colour: QColor | str, width: float) -> QPen:
    """A pen whose ends and corners are round."""
    style, cap, join = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    return QPen(QColor(colour), width, style, cap, join)


def paint_box(
    painter: QPainter,
    area: QRectF,
    radius: float,
    ground: QColor | str | None = None,
    edge: QColor | str | None = None,
    width: float = 1.0,
) -> None:
    """A box with round corners: its ground, its edge, or both."""
    painter.setPen(Qt.PenStyle.NoPen if edge is None else QPen(QColor(edge), width))
    painter.setBrush(Qt.BrushStyle.NoBrush if ground is None else QColor(ground))
    painter.drawRoundedRect(area, radius, radius)


def paint_stroke(
    painter: QPainter,
    colour: QColor | str,
    width: float,
    middle: QPointF,
    corners: Sequence[tuple[float, float]],
    scale: float = 1.0,
) -> None:
    """A stroke about a place, by the places of its corners from there."""
    painter.setPen(round_pen(colour, width * scale))
    painter.drawPolyline([middle + QPointF(x, y) * scale for x, y in corners])


def paint_done(painter: QPainter, middle: QPointF, ground: str, tick: str) -> None:
    """A filled circle with a tick in it."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawEllipse(middle, 7.0, 7.0)
    paint_stroke(painter, tick, 1.7, middle, ((-3.2, 0.2), (-0.9, 2.5), (3.3, -2.3)))


def middle_baseline(rect: QRectF, size: float = TEXT) -> float:
    """The baseline of a line of text in the middle of a rectangle (half the height of a capital
    below).
    """
    return rect.center().y() + 0.36 * size


def elide(text: str, width: float, size: float = TEXT, style: TextStyle = PLAIN) -> str:
    """A label cut to ``width``: words are dropped from its end, of a single word letters, and dots
    added.

    A formula goes as a whole.
    """
    if layout(text, size, style).width <= width:
        return text
    words = [
        f"{text[:k]} …"
        for k in range(len(text) - 1, 0, -1)
        if text[k] == " " and text.count("$", 0, k) % 2 == 0
    ]
    letters = (
        []
        if "$" in text
        else [f"{text[:k]}…" for k in range(len(text.partition(" ")[0]) - 1, 0, -1)]
    )
    return next(
        (shorter for shorter in (*words, *letters) if layout(shorter, size, style).width <= width),
        "",
    )


class MathLabel(Themed, QWidget):
    """One line of text in the mathematics mark-up; a line that is too long is cut at the end, and
    whole in the tool tip.
    """

    def __init__(
        self,
        text: str = "",
        *,
        size: float = TEXT,
        weight: int = 400,
        tone: str = "ink",
        mode: str = "label",
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        super().__init__()
        self._size, self._tone, self._align = size, tone, align
        self._style = TextStyle(weight=weight, mode=mode)
        self._layout = layout("", size, self._style)
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text == self.text:
            return
        self.text, self._layout = text, layout(text, self._size, self._style)
        self.setAccessibleName(plain_text(TREES[self._style.mode](text)))
        self.updateGeometry()
        self.update()

    def _fitting(self) -> Layout:
        """The text as far as it fits."""
        room = self.contentsRect().width() / self.theme.ui
        if self._layout.width <= room or self._style.mode == "math":
            return self._layout
        return layout(elide(self.text, room, self._size, self._style), self._size, self._style)

    def event(self, event: QEvent) -> bool:
        # Every event of every text comes here: testing its class is faster than its type.
        is_cut = (
            isinstance(event, QHelpEvent)
            and not self.toolTip()
            and self._fitting() is not self._layout
        )
        if is_cut and isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            # The whole text, if it was cut: plain, in a tool tip of several lines.
            QToolTip.showText(event.globalPos(), plain_tip(self.accessibleName()), self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        text, margins = self._layout, self.contentsMargins()
        return QSize(
            self.px(text.width + 2) + margins.left() + margins.right(),
            self.px(text.ascent + text.descent + 4),
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        ui = self.theme.ui
        with self.painter() as painter:
            text, room = self._fitting(), self.contentsRect()
            rect = QRectF(room.x() / ui, room.y() / ui, room.width() / ui, room.height() / ui)
            space = rect.width() - text.width
            shift = {
                Qt.AlignmentFlag.AlignRight: space,
                Qt.AlignmentFlag.AlignHCenter: 0.5 * space,
            }.get(self._align, 0.0)
            baseline = rect.center().y() + 0.5 * (text.ascent - text.descent)
            text.draw(
                painter,
                rect.left() + max(0.0, shift),
                baseline,
                QColor(getattr(self.colours, self._tone)),
            )


UNBOUNDED = 16777215  # the largest size of a widget


class Hairline(Themed, QWidget):
    """A line of one pixel between two parts."""

    def __init__(self, parent: QWidget | None = None, *, vertical: bool = False) -> None:
        super().__init__(parent)
        self.turn(vertical=vertical)

    def turn(self, *, vertical: bool) -> None:
        """Let the line run downwards, or across."""
        most = (1, UNBOUNDED) if vertical else (UNBOUNDED, 1)
        self.setMinimumSize(*((1, 0) if vertical else (0, 1)))
        self.setMaximumSize(*most)

    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(self) as painter:
            painter.fillRect(self.rect(), QColor(self.colours.hairline))


LINE_SPACING = 1.21  # from one line to the next, in text heights


class Paragraph(Themed, QWidget):
    """Text in the mark-up of labels that wraps; the tool tip has all of it when some is left
    out.
    """

    def __init__(self, height: float) -> None:
        super().__init__()
        self._height, self.text = height, ""
        self.measure()

    def measure(self) -> None:
        self.setFixedHeight(self.px(self._height))

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.setAccessibleName(plain(text))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.px(200), self.px(self._height))

    def lines(self) -> tuple[tuple[str, ...], float]:
        """The lines that are shown, and their size."""
        width, room = self.area.width(), self.area.height()
        lines: tuple[str, ...] = ()
        for size in (TEXT, CAPTION):
            lines, most = (
                wrap_markup(self.text, width, size),
                max(1, int(room / (size * LINE_SPACING))),
            )
            if len(lines) <= most and all(layout(line, size).width <= width for line in lines):
                self.setToolTip("")
                return lines, size
        self.setToolTip(plain_tip(plain(self.text)))
        return (*lines[: most - 1], elide(" ".join(lines[most - 1 :]), width, CAPTION)), CAPTION

    def paintEvent(self, event: QPaintEvent) -> None:
        with self.painter() as painter:
            lines, size = self.lines()
            top = 0.5 * (self.area.height() - LINE_SPACING * size * len(lines))
            for row, line in enumerate(lines):
                layout(line, size).draw(
                    painter,
                    0.0,
                    top + LINE_SPACING * size * (row + 0.5) + 0.36 * size,
                    self.colours.ink,
                )
