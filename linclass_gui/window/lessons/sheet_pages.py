"""Pages of the sheet: matrices and lines of numbers as written by hand, following the scene and
copied as LaTeX; a page for each method; the steps to go back to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPointF, QSize, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QUndoView, QWidget

from ...draw.blocks import Blocks, Sheet, lay_out_blocks, side_by_side
from ...errors import UserError
from ...lessons import numbers as worked
from ...lessons.lesson import Lesson
from ...lessons.method_page import ALL_METHODS, page_of
from ...lessons.numbers import BLOCKS, NAMES, STEPS, TOPICS, numbers_of
from ...lessons.numbers.block import Numbers
from ...lessons.numbers.update import played_fit, run_csv
from ...markup.mathtext import plain
from ...scene.scene import Scene
from ..dialogs.forms import theme_of
from ..session.background import LatestQuery, error_sentence
from ..session.session import Session
from ..timers import make_timer
from ..widgets.controls import ComboField, passing_menu
from ..widgets.layouts import (
    PlainLabel,
    SheetPage,
    SteadyArea,
    in_column,
    in_row,
    plain_tip,
    push_button,
    with_name,
)
from ..widgets.themed import FORMULA, MathLabel, Themed, restyle
from .blocks import Flow

RUN_BLOCKS = {"update", "steps"}  # those that follow the steps of a run
EVERY_MS = 100  # the numbers follow at 10 Hz: no reader is faster
COMPUTING = "Computing…"
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((topic, tuple(block.name for block in BLOCKS if topic in block.topics)) for topic in TOPICS),
    ("Everything", tuple(block.name for block in BLOCKS)),
)
# where the numbers of a method are computed that is no topic itself
TOPIC_OF = {
    "Mean difference": worked.MEANS,
    "Fisher discriminant": worked.MEANS,
    "Multinomial naive Bayes": worked.WORDS,
    "Bayesian logistic regression": worked.LOGISTIC,
    "Softmax regression": worked.LOGISTIC,
    "Hard-margin SVM": worked.MARGINS,
    "Soft-margin SVM": worked.MARGINS,
    "Multi-class SVM": worked.METHOD,
}
POINTED = frozenset(block.name for block in BLOCKS if block.follows_pointer)


def topic_of(method: str) -> str:
    """The topic under which the numbers of a method are computed, by its name."""
    return method if method in TOPICS else TOPIC_OF.get(method, STEPS)


def blocks_of(names: tuple[str, ...], scene: Scene, costs: tuple[float, float] | None) -> Blocks:
    """The blocks of these names with their titles."""
    return tuple(
        (title, numbers_of(name, scene, costs))
        for name, title in zip(names, _titles(names), strict=True)
    )


def _titles(names: tuple[str, ...]) -> list[str]:
    titles = {block.name: block.title for block in BLOCKS}
    return [titles[name] for name in names]


class BlocksView(Themed, QWidget):
    """Paints blocks of numbers below each other; ``with_titles`` heads each with its title."""

    def __init__(self, *, with_titles: bool = False) -> None:
        super().__init__()
        self._with_titles = with_titles
        self.is_rounded = False  # three digits, for a room; what is copied keeps all of them
        self.blocks: Blocks = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_blocks(self, blocks: Blocks) -> None:
        """Show other blocks."""
        self.blocks = blocks
        words = ((plain(title), numbers.words) for title, numbers in blocks)
        self.setAccessibleName(". ".join(": ".join(filter(None, part)) for part in words))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.px(220), self.px(self._sheet(self.area.width()).height))

    def height_for(self, width: float, size: float) -> float:
        """The height in pixels of everything at this scale in a column of this width."""
        return size * self._sheet(width / size).height

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(100), self.sizeHint().height())

    def resizeEvent(self, event: object) -> None:
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self.colours
        with self.painter() as painter:
            for row in self._sheet(self.area.width()).rows:
                for text in row.texts:
                    text.box.draw(painter, text.x, text.baseline, getattr(palette, text.tone))
                for stroke in row.strokes:
                    painter.setPen(QPen(QColor(palette.ink), stroke.width))
                    painter.drawPolyline([QPointF(*corner) for corner in stroke.corners])

    def _sheet(self, room: float) -> Sheet:
        """Everything in a column of this width."""
        blocks = self.blocks
        if self.is_rounded:
            blocks = tuple((title, numbers.rounded) for title, numbers in blocks)
        return lay_out_blocks(
            blocks if self._with_titles else side_by_side(blocks),
            room,
            with_titles=self._with_titles,
        )


class NumbersView(BlocksView):
    """Follows the scene with the blocks named."""

    message = Signal(str)
    blocks_changed = Signal()  # other blocks than before

    def __init__(self, session: Session, *, with_titles: bool = False) -> None:
        super().__init__(with_titles=with_titles)
        self._session = session
        self.names: tuple[str, ...] = ()
        self.costs: tuple[float, float] | None = None  # those of the document
        self.is_predicting = False  # blocks that need an answer are skipped without one
        self._newest, self._run = LatestQuery(self), LatestQuery(self)
        self.setToolTip(plain_tip("Right click: copy as LaTeX"))
        self._timer = make_timer(EVERY_MS, self, self.refresh, single_shot=True)
        session.scene_changed.connect(self._follow)

    def show_names(self, names: Collection[str], costs: tuple[float, float] | None = None) -> None:
        """Show these blocks, in the order of their list; other names are ignored."""
        shown_names = tuple(
            block.name for block in BLOCKS if block.name in names and block.name in NAMES
        )
        is_other = shown_names != self.names
        self.costs, self.names = costs or self.costs, shown_names
        self.setVisible(bool(shown_names))
        self.refresh()
        if is_other and self._newest.is_busy:
            # The numbers shown belong to other blocks.
            self._show(
                tuple((title, Numbers(needs=COMPUTING)) for title in _titles(shown_names)[:1])
            )

    def refresh(self) -> None:
        """Show the numbers of the current scene; slow ones (integrals) when they are ready."""
        self._timer.stop()
        work = partial(blocks_of, self.names, self._session.scene, self.costs)
        self._newest.ask(work, self._show, self._refuse)

    def _show(self, blocks: Blocks) -> None:
        if self.is_predicting:
            blocks = tuple((title, numbers) for title, numbers in blocks if not numbers.needs)
        if blocks != self.blocks:
            self.show_blocks(blocks)
            self.blocks_changed.emit()

    def _refuse(self, error: Exception) -> None:
        self._show((("", Numbers(needs=error_sentence(error, UserError))),))

    def close_worker(self) -> None:
        """Stop the work: the window closes."""
        self._timer.stop()
        self._newest.close()
        self._run.close()

    def _follow(self, old: Scene, new: Scene) -> None:
        same_fits = old.fits is new.fits
        is_same = old.document is new.document and same_fits and old.playback == new.playback
        if is_same and not POINTED.isdisjoint(self.names):
            # the numbers of the last place stay while the pointer is elsewhere
            is_same = new.hover in (None, old.hover) and old.selection == new.selection
        if not is_same and self.names and self.isVisible() and not self._timer.isActive():
            self._timer.start()

    @property
    def latex(self) -> str:
        """All numbers shown, as LaTeX."""
        return "\n".join(numbers.latex for _, numbers in self.blocks if not numbers.needs)

    def copy(self) -> None:
        """Copy all numbers shown as LaTeX."""
        QGuiApplication.clipboard().setText(self.latex)
        self.message.emit("Numbers: copied as LaTeX.")

    @property
    def has_run(self) -> bool:
        """Whether steps of a run are shown."""
        return bool(RUN_BLOCKS & set(self.names))

    def copy_run(self) -> None:
        """Copy every step of the selected method as a table with commas."""
        scene = self._session.scene
        fit = played_fit(scene)
        if fit is None:
            self.message.emit("Select a method to copy its run.")
            return
        names = scene.document.dataset.class_names
        self._run.ask(partial(run_csv, fit, names), self._take_run, self._refuse)

    def _take_run(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.message.emit("The run: copied as CSV, a line for each step.")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        menu = passing_menu(self)
        menu.addAction("Copy as LaTeX", self.copy)
        menu.popup(event.globalPos())


class NumbersPage(SheetPage):
    """Shows one group of numbers at a time: that of one topic, or the one that is chosen."""

    message = Signal(str)

    def __init__(self, session: Session, topic: str = "") -> None:
        super().__init__()
        self.setObjectName("numbers")
        self._groups = [group for group in GROUPS if topic in ("", group[0])]
        is_choice = not topic
        self.view = NumbersView(session, with_titles=is_choice)
        self.view.message.connect(self.message)
        self.group = with_name(ComboField(), "", "Which numbers")
        self.group.addItems([title for title, _ in self._groups])
        self.group.currentIndexChanged.connect(self._choose)
        self.group.setVisible(is_choice)
        self.copy = push_button("Copy as LaTeX", self.view.copy, "copy-numbers")
        self.copy_run = push_button("Copy run as CSV", self.view.copy_run, "copy-run")
        area, inside = with_name(SteadyArea(), "numbers-shown", "Numbers"), QWidget()
        in_column(inside, self.view, 1, margins=(0, 8, 8, 0))
        area.setWidget(inside)
        below = in_row(None, self.copy, self.copy_run, 1, spacing=6)
        in_column(self, self.group, (area, 1), below, margins=(16, 8, 0, 12), spacing=6)
        self._choose(0)

    def choose(self, topic: str) -> None:
        """Show the numbers of a topic."""
        self.group.setCurrentIndex(self.group.findText(topic))

    def _choose(self, group: int) -> None:
        self.view.show_names(self._groups[group][1])
        self.copy_run.setVisible(self.view.has_run)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.view.refresh()


NO_LESSON = "No lesson of this course uses it."
TITLE_GAP = 14


class MethodPages(SheetPage):
    """Shows one page at a time, at first that of the selected method; a click on a lesson opens
    it.
    """

    lesson_chosen = Signal(object)

    def __init__(
        self,
        session: Session,
        lessons: Callable[[], Sequence[Lesson]],
    ) -> None:
        super().__init__()
        self.setObjectName("method-page")
        self._session, self._lessons = session, lessons
        self.choice = with_name(ComboField(), "", "Which method")
        self.choice.addItems([kind.name for kind in ALL_METHODS])
        self.choice.currentIndexChanged.connect(self._show)
        self._area = SteadyArea()
        in_column(self, self.choice, (self._area, 1), margins=(16, 12, 8, 12), spacing=6)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        selected = self._session.document.selected_method
        if selected is not None:
            self.choice.setCurrentIndex(ALL_METHODS.index(type(selected.method)))
        self._show()

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
        restyle(self, theme_of(self))

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


FIRST_STATE = "As it was opened"
HINT = "A click, or an arrow key, goes to the state after that step: those below it are undone."


class HistoryPage(SheetPage):
    """The steps as a list beside the picture, in which the state to show is chosen."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("history")
        self._session = session
        self.steps = with_name(QUndoView(session.undo_stack, self), "", "Steps of this document")
        self.steps.setEmptyLabel(FIRST_STATE)
        self.steps.pressed.connect(self._end_gesture)
        hint = PlainLabel(HINT, wraps=True, tone="second")
        in_column(self, (self.steps, 1), hint, margins=(12, 12, 12, 12), spacing=8)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.rollback()

    def _end_gesture(self, _index: QModelIndex) -> None:
        """What is dragged at the moment is no state yet."""
        self._session.rollback()
