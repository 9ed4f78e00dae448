"""The picker of plots: a small picture of each, drawn from the scene as it is, in groups."""

from __future__ import annotations

import textwrap
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QImage, QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QGridLayout, QWidget

from ...draw.fonts import ui_font
from ...draw.lettering import TextStyle, layout
from ...draw.small_pictures import paint_plot
from ...markup.mathtext import plain
from ...plots import PLOTS
from ...plots.plot import GROUPS, Plot
from ...scene.marks import Figure
from ...scene.scene import Scene
from ...scene.theme import Theme
from ..session.background import LatestQuery
from ..session.session import Session
from ..widgets.layouts import in_column, plain_tip
from ..widgets.themed import CAPTION, MathLabel, Themed, elide, paint_box, restyle

PICTURE = QSize(108, 70)
CARD = QSize(126, 88)
PITCH = 130  # from one picture to the next
MARGIN, GROUP_GAP = 16, 8
INSIDE = 5.0  # between a small picture and its frame
MOST_LETTERS = 52  # of a reason: the tip has all of it
FAINT = 0.4
COMPUTING = "computing …"
SHARPNESS = 2
IN_GROUPS: tuple[Plot[Scene], ...] = tuple(
    plot for group in GROUPS for plot in PLOTS if plot.group == group
)


class PlotCard(Themed, QAbstractButton):
    """One plot: its small picture, or why it has none now, above its name."""

    fixed = (CARD.width(), CARD.height())

    def __init__(self, plot: Plot[Scene], is_shown: bool, tip: str) -> None:
        super().__init__()
        self.plot, self.is_shown, self.tip = plot, is_shown, tip
        self.reason = ""
        self.is_drawn = False
        self._picture: QImage | None = None
        self.setObjectName(f"pick-{plot.name}")
        self.setAccessibleName(plot.title)
        self.setToolTip(plain_tip(tip))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # repainted when the pointer enters and leaves
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_figure(self, figure: Figure) -> None:
        """Show the picture of a scene, or the sentence that stands in its place."""
        self.is_drawn = True
        self._picture = self._image_of(figure) if figure.marks else None
        self.reason = "" if figure.marks else plain(figure.message)
        self.setAccessibleDescription(self.reason)
        self.setToolTip(plain_tip(self.reason or self.tip))
        self.update()

    def _image_of(self, figure: Figure) -> QImage:
        ratio = SHARPNESS * self.theme.ui
        image = QImage(PICTURE * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(self.colours.canvas))
        place = QRectF(0.0, 0.0, PICTURE.width(), PICTURE.height())
        inside = place.adjusted(INSIDE, INSIDE, -INSIDE, -INSIDE)
        paint_plot(image, figure, inside, self.colours)
        return image

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # while the picker is open no key is a shortcut of the window
            return True
        return bool(super().event(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            frame = QRectF(0.5, 0.5, PICTURE.width() - 1.0, PICTURE.height() - 1.0)
            paint_box(painter, frame, 4, p.canvas)
            if self._picture is not None:
                painter.drawImage(
                    QRectF(0.0, 0.0, PICTURE.width(), PICTURE.height()), self._picture
                )
            painter.setFont(ui_font(round(CAPTION)))
            painter.setPen(QColor(p.ink_2))
            wrapped = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter
            reason = textwrap.shorten(self.reason, MOST_LETTERS, placeholder=" …")
            words = reason if self.is_drawn else COMPUTING
            painter.drawText(frame.adjusted(6.0, 3.0, -6.0, -3.0), wrapped, words)
            if self.hasFocus():
                inside = frame.adjusted(0.5, 0.5, -0.5, -0.5)
                paint_box(painter, inside, 4, edge=p.ink, width=2)
            painter.setOpacity(FAINT if self.reason else 1.0)
            if not self.hasFocus():
                paint_box(painter, frame, 4, edge=p.ink if self.underMouse() else p.hairline)
            style = TextStyle(weight=600 if self.is_shown else 400)
            name = layout(elide(self.plot.title, CARD.width(), CAPTION, style), CAPTION, style)
            name.draw(painter, 0.0, PICTURE.height() + 15.0, p.ink)


class PlotPicker(Themed, QFrame):
    """All plots in their groups; arrows move, Return chooses, Escape closes."""

    plot_chosen = Signal(str)
    padding = (MARGIN, MARGIN - 4, MARGIN, MARGIN - 4)
    gap = 6

    def __init__(self, session: Session, theme: Theme, shown_name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("plot-picker")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # the press beside it only closes it: on the header it would open it again
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        self._scene = session.scene
        document = session.scene.document
        self.cards = [
            PlotCard(plot, plot.name == shown_name, plot.tip_in(document)) for plot in IN_GROUPS
        ]
        self._grids: list[QGridLayout] = []
        column = in_column(self)
        for group in GROUPS:
            if column.count():
                column.addSpacing(GROUP_GAP - self.gap)
            column.addWidget(MathLabel(group, size=CAPTION, tone="ink_2"))
            grid = QGridLayout()
            self._grids.append(grid)
            for place, card in enumerate(self._of_group(group)):
                grid.addWidget(card, 0, place)
            grid.setColumnStretch(grid.columnCount(), 1)
            column.addLayout(grid)
        column.addStretch(1)
        in_one_group = QButtonGroup(self)  # through which arrows go
        in_one_group.setExclusive(False)
        for card in self.cards:
            in_one_group.addButton(card)
            card.clicked.connect(partial(self._choose, card))
        restyle(self, theme)
        self._query = LatestQuery(self)
        self._waiting = list(self.cards)

    def measure(self) -> None:
        super().measure()
        for grid in self._grids:
            grid.setHorizontalSpacing(self.px(PITCH - CARD.width()))

    def open_above(self, place: QRect, room: QRect) -> None:
        """Open it above a rectangle of the screen, below it where that has more room; ``room`` is
        that of the window.
        """
        size = self.sizeHint()
        self.setFixedSize(size)
        screen = self.screen().availableGeometry()
        left = max(min(place.left(), room.right() - size.width()), screen.left())
        is_above = place.top() - screen.top() >= min(
            size.height(), screen.bottom() - place.bottom()
        )
        top = place.top() - size.height() if is_above else place.bottom()
        self.move(QPoint(left, max(min(top, screen.bottom() - size.height()), screen.top())))
        self.show()
        next(card for card in self.cards if card.is_shown).setFocus(Qt.FocusReason.OtherFocusReason)
        self._draw_next()

    def _of_group(self, group: str) -> list[PlotCard]:
        return [card for card in self.cards if card.plot.group == group]

    # --- small pictures ---------------------------------------------------------------------------

    def _draw_next(self) -> None:
        """Draw one small picture after the other, beside the window: some of them take long."""
        if self._waiting:
            card = self._waiting.pop(0)
            draw = partial(card.plot.draw, self._scene)
            self._query.ask(draw, partial(self._show_drawn, card), self._leave_out)

    def _show_drawn(self, card: PlotCard, figure: Figure) -> None:
        card.show_figure(figure)
        self._draw_next()

    def _leave_out(self, error: Exception) -> None:
        """Go on after a plot that cannot be drawn, which says so itself where it is shown."""
        self._draw_next()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._query.close()

    # --- choosing ---------------------------------------------------------------------------------

    def _choose(self, card: PlotCard) -> None:
        self.plot_chosen.emit(card.plot.name)
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        card = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(card, PlotCard):
            card.click()
        else:
            super().keyPressEvent(event)  # Escape closes a popup

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            painter.setPen(QPen(QColor(p.ink_3), 1))
            painter.setBrush(QColor(p.canvas))
            painter.drawRect(self.area.adjusted(0.5, 0.5, -0.5, -0.5))
