"""The picker of plots: a small picture of each, drawn from the scene as it is, in groups."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from ...draw.fonts import ui_font
from ...draw.qt_surface import painting
from ...draw.small_pictures import paint_plot
from ...markup.mathtext import plain
from ...plots import PLOTS
from ...plots.plot import GROUPS, Plot
from ...scene.scene import Scene
from ...scene.theme import Theme
from ..dialogs.picture_cards import GAP, CardPicture, PictureCards
from ..session.session import Session
from ..widgets.layouts import KeepsKeys, plain_tip, with_name
from ..widgets.themed import CAPTION, restyle

MARGIN = 8
INSIDE = 5.0  # between a small picture and its frame
SIZES = (round(CAPTION), 10, 9, 8)  # of a reason, the first in which it has room
IN_GROUPS = {group: [plot for plot in PLOTS if plot.group == group] for group in GROUPS}


class PlotPicker(KeepsKeys, PictureCards):
    """All plots in their groups; arrows move, Return chooses, Escape closes."""

    card, picture, heading = QSize(140, 84), QSize(132, 62), 20

    def __init__(self, session: Session, theme: Theme, shown_name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Popup)
        with_name(self, "plot-picker", "Plots")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # the press beside it only closes it: on the header it would open it again
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        self._scene = session.scene
        restyle(self, theme)
        self.setWordWrap(False)
        self.setViewportMargins(MARGIN, MARGIN, 0, MARGIN)
        columns, rows = max(map(len, IN_GROUPS.values())), len(IN_GROUPS)
        card, heading = self.card * self.theme.ui, self.px(self.heading)
        self.resize(
            columns * (card.width() + GAP) + 2 * MARGIN,
            min(
                rows * (card.height() + heading + GAP) + 2 * MARGIN + GAP,
                self.screen().availableSize().height(),
            ),
        )
        for group, plots in IN_GROUPS.items():
            self.add_heading(group)
            for plot in plots:
                item = self.add_card(plot, plot.title)
                item.setFont(ui_font(self.px(CAPTION), 600 if plot.name == shown_name else 400))
                item.setToolTip(plain_tip(plot.tip_in(session.scene.document)))
                if plot.name == shown_name:
                    self.setCurrentItem(item)

    def draw_card(self, subject: Plot[Scene]) -> CardPicture:
        """The plot of the scene, or the sentence that stands in its place."""
        figure, image = subject.draw(self._scene), self.blank()
        place = QRectF(0.0, 0.0, self.picture.width(), self.picture.height())
        if figure.marks:
            inside = place.adjusted(INSIDE, INSIDE, -INSIDE, -INSIDE)
            paint_plot(image, figure, inside, self.colours)
            return image, ""
        reason = plain(figure.message)
        with painting(image) as painter:
            painter.setPen(QColor(self.colours.ink_2))
            wrapped = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter
            inside = place.adjusted(6.0, 3.0, -6.0, -3.0)
            for size in SIZES:
                painter.setFont(ui_font(size))
                if inside.contains(painter.boundingRect(inside, wrapped, reason)):
                    break
            painter.drawText(inside, wrapped, reason)
        return image, plain_tip(reason)

    def open_above(self, place: QRect, room: QRect) -> None:
        """Open it above a rectangle of the screen, below it where that has more room; ``room`` is
        that of the window.
        """
        screen = self.screen().availableGeometry()
        size = self.size()
        left = max(min(place.left(), room.right() - size.width()), screen.left())
        is_above = place.top() - screen.top() >= min(
            size.height(), screen.bottom() - place.bottom()
        )
        top = place.top() - size.height() if is_above else place.bottom()
        self.move(QPoint(left, max(min(top, screen.bottom() - size.height()), screen.top())))
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.draw_pictures()

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonPress
            and not self.rect().contains(event.position().toPoint())
        ):
            self.close()  # a list does not do so by itself
            return True
        return super().event(event)

    def keeps(self, event: QKeyEvent) -> bool:
        """All: while the picker is open no key is a shortcut of the window."""
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._query.close()
