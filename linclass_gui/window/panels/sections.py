"""Sections of a panel: a head that is always there and folds the body below it, and a foot that
does not scroll with it.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QLinearGradient, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ...draw.faults import fault_sentence
from ...draw.lettering import TextStyle, layout
from ...draw.qt_surface import painting
from ...scene.scene import Scene
from ..widgets.controls import IconButton, paint_chevron
from ..widgets.layouts import PlainLabel, QuietArea, in_column, plain_tip, with_name
from ..widgets.themed import TEXT, PlacedParts, Themed, elide, middle_baseline, paint_box

WIDTH, PADDING = 352, 16
HEAD_HEIGHT, BUTTON, CHEVRON = 36, 28, 20
FADE = 16  # over the edge of what scrolls
BOLD = TextStyle(weight=600)
RESIZE = QEvent.Type.Resize
LAYOUT = QEvent.Type.LayoutRequest  # looked up once: every event of three panels tests it


class Gap(Themed, QWidget):
    """Empty space of a fixed height."""

    def __init__(self, height: int) -> None:
        super().__init__()
        self.fixed = (None, height)
        self.measure()


class FoldButton(Themed, QAbstractButton):
    """The title of a section; a click folds or unfolds what is below."""

    left = right = 0.0  # empty at its ends
    is_rest_seen = True  # also while it is not pointed at

    def __init__(self, title: str, remainder: str) -> None:
        super().__init__()
        self._title, self._what = title, remainder
        self._rest = ""
        self.is_folded = False
        # repainted when the pointer enters and leaves
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_folded(False)

    def show_folded(self, is_folded: bool) -> None:
        """Show whether the section is folded."""
        self.is_folded = is_folded
        self.setAccessibleName(f"{self._title}, {'folded' if is_folded else 'unfolded'}")
        self.setToolTip(
            plain_tip(
                f"{self._title}: show all" if is_folded else f"{self._title}: show {self._what}"
            )
        )
        self.update()

    def set_title(self, title: str, tip: str) -> None:
        """Show another title; ``tip`` explains it."""
        if title != self._title:
            self._title = title
            self.show_folded(self.is_folded)
        self.setToolTip(
            plain_tip(
                f"{tip}\n\nClick: show {'all' if self.is_folded else self._what}"
                if tip
                else self.toolTip()
            )
        )

    def set_rest(self, rest: str) -> None:
        """Show what is folded, after the title."""
        if rest != self._rest:
            self._rest = rest
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.px(layout(self._title, TEXT, BOLD).width + CHEVRON + 4), self.px(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        p, area = self.colours, self.area.adjusted(self.left, 0.0, -self.right, 0.0)
        is_pointed_at = self.underMouse() or self.hasFocus()
        with self.painter() as painter:
            name = elide(self._title, area.width() - CHEVRON, TEXT, BOLD)
            text, baseline = layout(name, TEXT, BOLD), middle_baseline(area)
            text.draw(painter, area.left(), baseline, p.ink)
            x = area.left() + text.width
            tone = p.ink if self.underMouse() else p.ink_3
            centre = QPointF(x + 12.0, area.center().y())
            paint_chevron(painter, centre, tone, down=not self.is_folded)
            if self.is_rest_seen or is_pointed_at:
                rest = elide(self._rest, area.right() - x - CHEVRON - 4.0)
                tone = p.ink if self.underMouse() else p.ink_2
                layout(rest, TEXT).draw(painter, x + CHEVRON + 4.0, baseline, tone)
            if self.hasFocus():
                frame = QRectF(0.0, 0.0, text.width + CHEVRON + 4.5, 22.0)
                frame.moveCenter(area.center())
                frame.moveLeft(area.left() + 0.75)
                paint_box(painter, frame.adjusted(0.0, 0.75, 0.0, -0.75), 4, edge=p.ink, width=1.5)


class ChoiceTitle(FoldButton):
    """The name of what is shown, with a chevron: a click offers others."""

    fixed = (None, 40)
    left = 16.0
    menu_wanted = Signal(QPoint)

    def show_title(self, title: str) -> None:
        """Show the name of something else."""
        self.set_title(title, "")
        self.setAccessibleName(f"{title}, choose another {self._what}")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())


class SectionHead(PlacedParts):
    """The head of a section: its title, which folds it, and its buttons on the right."""

    fold_wanted = Signal()

    def __init__(
        self, title: str, name: str, remainder: str, buttons: tuple[IconButton, ...] = ()
    ) -> None:
        super().__init__(WIDTH, HEAD_HEIGHT)
        self.title = FoldButton(title, remainder)
        self.title.setObjectName(f"fold-{name}")
        self.title.clicked.connect(self.fold_wanted)
        room = WIDTH - 2 * PADDING - (BUTTON + 4) * len(buttons)
        self.place(self.title, PADDING, 12, room, 24)
        for place, button in enumerate(reversed(buttons)):
            self.place(button, WIDTH - PADDING - 24 - place * (BUTTON + 4), 8, BUTTON, BUTTON)


class Fade(Themed, QWidget):
    """Over an edge of an area that has more beyond it: no letter ends there as if cut."""

    def __init__(self, area: QuietArea, *, is_top: bool) -> None:
        super().__init__(area)
        self._area, self._is_top = area, is_top
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        bar = area.verticalScrollBar()
        bar.valueChanged.connect(self.follow)
        bar.rangeChanged.connect(self.follow)
        self.hide()

    def follow(self) -> None:
        """Be where the edge is, while something is beyond it."""
        bar, room, height = self._area.verticalScrollBar(), self._area.viewport(), self.px(FADE)
        y = 0 if self._is_top else room.height() - height
        self.setGeometry(0, y, room.width(), height)
        end = bar.minimum() if self._is_top else bar.maximum()
        self.setVisible(bar.value() != end)

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = QColor(self.colours.panel)
        clear = QColor(ground)
        clear.setAlpha(0)
        gradient = QLinearGradient(0.0, 0.0, 0.0, float(self.height()))
        gradient.setColorAt(0.0, ground if self._is_top else clear)
        gradient.setColorAt(1.0, clear if self._is_top else ground)
        with painting(self) as painter:
            painter.fillRect(self.rect(), gradient)


class PanelSection(Themed, QWidget):
    """A head, a body that scrolls when it lacks height, and a foot that is always whole."""

    resized = Signal()  # the body needs another height

    def __init__(self, head: SectionHead, body: QWidget, foot: QWidget | None = None) -> None:
        super().__init__()
        self.head, self.area_of_body = head, QuietArea()
        self.area_of_body.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.area_of_body.setWidget(body)
        in_column(self, head, (self.area_of_body, 1), *(() if foot is None else (foot,)))
        self._fades = tuple(Fade(self.area_of_body, is_top=is_top) for is_top in (True, False))
        body.installEventFilter(self)
        self.area_of_body.viewport().installEventFilter(self)

    def eventFilter(self, receiver: object, event: QEvent) -> bool:
        if event.type() == LAYOUT:
            self.resized.emit()
        elif event.type() == RESIZE:
            for fade in self._fades:
                fade.follow()
        return False

    @property
    def head_height(self) -> int:
        """The height of the head alone; 0 for a section that has nothing to show."""
        return 0 if self.head.isHidden() else self.px(HEAD_HEIGHT)


class ShowsScene(Protocol):
    """A widget that shows a scene."""

    def show_scene(self, scene: Scene) -> None: ...


class Guarded(QWidget):
    """Holds a part; when it cannot show a scene, a sentence is shown instead, and the next scene is
    tried anew.
    """

    def __init__(self, part: QWidget) -> None:
        super().__init__()
        self._part = part
        self.sentence = with_name(PlainLabel(wraps=True), "fault")
        self.sentence.setContentsMargins(16, 12, 16, 12)
        self.sentence.hide()
        self.column = in_column(self, part, self.sentence)

    def show_scene(self, scene: Scene) -> None:
        """Let the part show a scene, or say why it cannot."""
        shows: ShowsScene = self._part  # type: ignore[assignment]
        try:
            shows.show_scene(scene)
        except Exception as error:
            self.sentence.setText(fault_sentence(error))
            self._part.hide()
            self.sentence.show()
        else:
            if not self.sentence.isHidden():
                self.sentence.hide()
                self._part.show()
