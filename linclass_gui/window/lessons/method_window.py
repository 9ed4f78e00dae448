"""The page of a method in a window of its own, with links to the lessons that use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QWidget

from solvers import AnyMethod

from ...lessons.lesson import Lesson
from ...lessons.method_page import ALL_METHODS, page_of
from ...markup.mathtext import plain
from ..dialogs.forms import theme_of
from ..session.session import Session
from ..widgets.controls import ComboField
from ..widgets.layouts import SteadyArea, in_column, plain_tip, push_button, with_name
from ..widgets.themed import FORMULA, MathLabel, restyle
from ..widgets.window_behaviour import bring_to_front, resize_within_screen
from .blocks import Flow

NO_LESSON = "No lesson of this course uses it."
TITLE_GAP = 14


class MethodWindow(QDialog):
    """Shows one page at a time; a click on a lesson opens it."""

    lesson_chosen = Signal(object)

    def __init__(
        self,
        session: Session,
        lessons: Callable[[], Sequence[Lesson]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("method-page")
        self.setWindowTitle("Methods – linclass")
        self._session, self._lessons = session, lessons
        self.choice = with_name(ComboField(), "", "Which method")
        self.choice.addItems([kind.name for kind in ALL_METHODS])
        self.choice.currentIndexChanged.connect(self._show)
        self._area = SteadyArea()
        in_column(self, self.choice, (self._area, 1), margins=(20, 16, 12, 12), spacing=6)
        resize_within_screen(self, 560, 640)

    def present(self, kind: type[AnyMethod] | None = None) -> None:
        """Show the page of a method (None: of the selected one), and bring it to the front."""
        document = self._session.document
        if kind is None:
            kinds = [type(m.method) for m in document.methods if m.id == document.selected]
            kind = kinds[0] if kinds else ALL_METHODS[0]
        self.choice.setCurrentIndex(ALL_METHODS.index(kind))
        self._show()
        bring_to_front(self)

    def _show(self) -> None:
        kind = ALL_METHODS[self.choice.currentIndex()]
        page = page_of(kind, self._lessons())
        parts: list[QWidget] = [Flow(page.summary)]
        if page.objective:
            parts.append(MathLabel(page.objective, size=FORMULA, mode="math"))
        for title, lines in page.sections:
            parts.append(_heading(title))
            parts.extend(Flow(line, tone="ink_2") for line in lines)
        parts.append(_heading("In these lessons" if page.lessons else NO_LESSON))
        parts.extend(self._link(lesson) for lesson in page.lessons)
        inside = QWidget()
        in_column(inside, *parts, (QWidget(), 1), margins=(0, 8, 12, 0), spacing=6)
        self._area.setWidget(inside)
        restyle(self, theme_of(self.parentWidget()))

    def _link(self, lesson: Lesson) -> QWidget:
        words = "  ".join(filter(None, (lesson.number, plain(lesson.title))))
        link = push_button(words, partial(self.lesson_chosen.emit, lesson), "lesson-link")
        link.setFlat(True)
        link.setToolTip(plain_tip(plain(lesson.words.split(". ")[0])))
        return link


def _heading(title: str) -> QWidget:
    heading = Flow(title, weight=600)
    heading.setContentsMargins(0, TITLE_GAP, 0, 0)
    return heading
