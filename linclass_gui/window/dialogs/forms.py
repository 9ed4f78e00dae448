"""The small dialogs: exact coordinates, names, all gestures, the question about unsaved changes,
and one sentence for an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QTableWidget,
    QWidget,
)
from shiboken6 import isValid

from solvers import Dataset

from ...answers.value_words import VALUES
from ...errors import UserError
from ...markup.mathtext import as_math, cut_name, plain_text
from ...scene.document import LONGEST_NAME, Document
from ...scene.scenarios import scenario_of
from ...scene.sentences import (
    EXAMPLE,
    NEEDS_BLANKS,
    TAKES_BACK,
    UNSPACED,
    WordCounts,
    asked_sentences,
    axis_words,
    count_words_of,
    counts_its_sentences,
)
from ...scene.theme import LIGHT, Theme
from ...scene.view import View
from ..session.background import LatestQuery, error_sentence
from ..session.session import Session
from ..session.waiting import GivenUpError
from ..widgets.controls import ComboField
from ..widgets.layouts import PlainLabel, PushButton, in_column, one_line, with_name
from ..widgets.number_field import NumberField, finite_fault, refused_field, show_bubble
from ..widgets.themed import MathLabel, restyle

AXES = ("$x_1$", "$x_2$")

Buttons = QDialogButtonBox.StandardButton
D = TypeVar("D", bound=QDialog)
M = TypeVar("M", bound=Callable[..., object])
EDGE = 24  # between a dialog and the edges of its window
MOST_WORDS = 2000  # characters of a message
NAME_ASKED = 24  # characters of the name of a class in a question
MOST_LISTED = 200  # sentences with their counts
# letters of sentences that are counted beside the window; fewer within so many seconds
LONG_TEXT, PATIENCE = 20_000, 2.0


def plain(buttons: QDialogButtonBox | QMessageBox) -> None:
    """Buttons with words only, without the coloured icons of the desktop."""
    for button in buttons.buttons():
        button.setIcon(QIcon())


class Form(QDialog):
    """A dialog of labelled fields with OK and Cancel."""

    def __init__(self, title: str, parent: QWidget | None, name: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setObjectName(name)
        self.fields = QFormLayout()
        self.fields.setHorizontalSpacing(16)
        self.fields.setVerticalSpacing(8)
        self.fields.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.buttons = answer_buttons(self)
        in_column(self, self.fields, self.buttons, margins=(24, 24, 24, 16), spacing=16)
        restyle(self, theme_of(parent))

    def fault(self) -> tuple[QWidget, str] | None:
        """What keeps it open: a field, and a sentence about it."""
        return None

    def accept(self) -> None:
        """Close with OK, unless there is a fault, or a number has just been refused."""
        fault = self.fault()
        if fault is not None:
            show_bubble(*fault)
            fault[0].setFocus()
        elif refused_field(self) is None:
            super().accept()

    def showEvent(self, event: QShowEvent) -> None:
        restyle(self, theme_of(self.parentWidget()))  # fields added later
        for button in self.buttons.buttons():  # behind those fields
            self.setTabOrder(self.previousInFocusChain() or self, button)
        super().showEvent(event)
        place = self.fields.itemAt(0, QFormLayout.ItemRole.FieldRole)
        first = None if place is None else place.widget()
        self._stand_aside()
        if first is not None:
            # letters go to it, and a blank presses nothing
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stand_aside(self) -> None:
        """Move to the lower right of the window, over its panel, so that the picture which the
        dialog changes stays in sight.
        """
        parent = self.parentWidget()
        if parent is not None:
            frame = parent.window().frameGeometry()
            corner = frame.bottomRight() - self.rect().bottomRight()
            place = QPoint(corner.x() - EDGE, corner.y() - EDGE)
            room = self.screen().availableGeometry()
            self.move(max(place.x(), room.left()), max(place.y(), room.top()))


def answer_buttons(dialog: QDialog, yes: str = "") -> QDialogButtonBox:
    """OK, or one word for its effect, and Cancel."""
    buttons = QDialogButtonBox(Buttons.Ok | Buttons.Cancel)
    if yes:
        buttons.button(Buttons.Ok).setText(yes)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    plain(buttons)
    return buttons


WIDEST_LABEL = 340  # before a field; a longer one is cut, and whole in its tip


def row_label(words: str, mode: str = "label") -> MathLabel:
    """The words before a field, in the middle of its height."""
    label = MathLabel(words, mode=mode)
    label.setMaximumWidth(label.px(WIDEST_LABEL))
    label.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
    return label


def fill_values_menu(menu: QMenu, field: QLineEdit) -> None:
    """An entry for each number of the scene, which inserts its name."""
    for name, (title, _) in VALUES.items():
        menu.addAction(f"{title}  {{{name}}}", partial(field.insert, f"{{{name}}}"))


def values_button(field: QLineEdit, words: str = "Insert a value") -> QPushButton:
    """Inserts the name of a number, which the picture replaces by that of its scene."""
    button = PushButton(words)
    menu = QMenu(button)
    fill_values_menu(menu, field)
    button.setMenu(menu)
    tip = "A number that stays true when points move; parameters are {C}, {sigma}, {degree}"
    return with_name(button, "insert-value", "Insert a value", tip)


def theme_of(widget: QWidget | None) -> Theme:
    """The theme of the window a widget belongs to; a dialog has that of the window behind it."""
    while widget is not None:
        window = widget.window()
        theme = getattr(window, "theme", None)
        if isinstance(theme, Theme):
            return theme
        widget = window.parentWidget()
    return LIGHT


class CoordinatesDialog(Form):
    """Exact coordinates and class of one point."""

    def __init__(
        self,
        dataset: Dataset,
        row: int,
        parent: QWidget | None = None,
        axes: tuple[str, str] = AXES,
    ) -> None:
        super().__init__(f"Point {row + 1}", parent)
        x1, x2 = dataset.X[row].tolist()
        self.x1, self.x2 = NumberField(x1, finite_fault), NumberField(x2, finite_fault)
        self.label = ComboField()
        self.label.addItems(list(dataset.class_names))
        self.label.setCurrentIndex(int(dataset.labels[row]))
        for name, field in zip(axes, (self.x1, self.x2), strict=True):
            self.fields.addRow(row_label(name, "axis"), field)
            field.setAccessibleName(plain_text(as_math(name)))
        self.fields.addRow("Class", self.label)

    @property
    def answer(self) -> tuple[tuple[float, float], int]:
        """Position and class."""
        return (self.x1.number, self.x2.number), self.label.currentIndex()


class NamesDialog(Form):
    """Names of the classes and of the axes; a single letter, with or without an index (``x_1``), is
    set as mathematics.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Names", parent)
        self._axes = tuple((plain_text(as_math(name)), name) for name in document.axis_names)
        classes = document.dataset.class_names
        # Label, number and name for an empty field; two classes are told by their signs.
        self._rows = (
            (("Positive class", 1, "class +"), ("Negative class", 0, "class −"))
            if len(classes) == 2
            else tuple((f"Class {k + 1}", k, f"class {k + 1}") for k in range(len(classes)))
        )
        labels = tuple(label for label, _, _ in self._rows)
        names = (*(classes[k] for _, k, _ in self._rows), *(text for text, _ in self._axes))
        self.edits = tuple(QLineEdit(name) for name in names)
        for label, edit in zip(
            (*labels, "Horizontal axis", "Vertical axis"), self.edits, strict=True
        ):
            edit.setMinimumWidth(220)
            edit.setMaxLength(LONGEST_NAME - 2)  # with dollar signs around it
            self.fields.addRow(label, edit)

    @property
    def answer(self) -> tuple[tuple[str, ...], tuple[str, str]]:
        """The class names in the order of their numbers and the axis names; an empty field keeps a
        plain name.
        """
        *classes, x1, x2 = (one_line(edit.text()) for edit in self.edits)
        across, up = (
            name if entry == text else axis_label(entry or plain)
            for entry, (text, name), plain in zip((x1, x2), self._axes, ("x1", "x2"), strict=True)
        )
        rows = zip(self._rows, classes, strict=True)
        names = sorted((k, name or usual) for (_, k, usual), name in rows)
        return tuple(name for _, name in names), (across, up)


class ErrorsDialog(Form):
    """The names of two classes and of the two errors between them."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Scenario in own words", parent, "errors-dialog")
        words = scenario_of(document)
        minus, plus = document.dataset.class_names
        errors = document.error_names or (
            (words.counted_alarms[0], words.counted_misses[0]) if words.name else ("", "")
        )
        self.edits = tuple(QLineEdit(name) for name in (plus, minus, *errors))
        examples = ("spam", "ham", "ham mail lost", "spam mail read")
        for edit, example in zip(self.edits, examples, strict=True):
            edit.setPlaceholderText(example)
            edit.setMinimumWidth(220)
            edit.setMaxLength(LONGEST_NAME - 2)
        # questions with names in them stand above their fields
        self.fields.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self._labels = tuple(PlainLabel() for _ in self.edits)
        for label, edit in zip(self._labels, self.edits, strict=True):
            self.fields.addRow(label, edit)
            label.setBuddy(edit)
            edit.textChanged.connect(self._ask)
        self._ask()

    def _ask(self) -> None:
        """Put the questions, with the names of the classes in them."""
        names = (one_line(edit.text()) or edit.placeholderText() for edit in self.edits[:2])
        plus, minus = (
            name if len(name) <= NAME_ASKED else f"{name[: NAME_ASKED - 1]}…" for name in names
        )
        questions = (
            "Positive class",
            "Negative class",
            f"One point of {minus} called {plus} is a",
            f"One point of {plus} called {minus} is a",
        )
        for label, edit, question in zip(self._labels, self.edits, questions, strict=True):
            label.setText(question)
            edit.setAccessibleName(question)

    def fault(self) -> tuple[QWidget, str] | None:
        """A name that is missing or stands twice."""
        texts = [one_line(edit.text()) for edit in self.edits]
        for k, (edit, text) in enumerate(zip(self.edits, texts, strict=True)):
            if not text or text in texts[2 * (k // 2) : k]:
                return edit, "This needs a name." if not text else "Both have this name."
        return None

    @property
    def answer(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The names of class − and class +, of a false alarm and of a miss."""
        plus, minus, alarm, miss = (one_line(edit.text()) for edit in self.edits)
        return (minus, plus), (alarm, miss)


@dataclass(frozen=True)
class _CountedLines:
    """The counts of typed lines: two words as axes, and the sentences about what OK does and what a
    reader may miss.
    """

    word_counts: WordCounts
    axes: tuple[str, str]
    notes: tuple[str, ...]


class SentencesDialog(Form):
    """Lines of a class and a sentence, the words that are axes, and the counts of the words."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Sentences", parent, "sentences-dialog")
        self._document = document
        self._newest = LatestQuery(self)
        self._listed: object = None  # the counts in the list
        self.text = QPlainTextEdit(document.sentences or EXAMPLE)
        self.text.setTabChangesFocus(True)
        self.text.setMinimumSize(420, 150)
        self.axes = (ComboField(), ComboField())
        self._wanted = axis_words(document) or ("", "")  # also while a word is being edited
        self.counts = QTableWidget()
        self.counts.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.counts.setTabKeyNavigation(False)
        self.counts.setMinimumHeight(150)
        self.note = PlainLabel("", wraps=True, tone="second")
        rows = (
            ("Class: sentence", self.text),
            ("Horizontal axis", self.axes[0]),
            ("Vertical axis", self.axes[1]),
            ("Counts", self.counts),
            ("", self.note),
        )
        for words, field in rows:
            self.fields.addRow(words, field)
            if field not in self.axes:  # they are heard by their labels
                field.setAccessibleName(words or "Note")
        self._count()
        self.text.textChanged.connect(self._count)
        for combo in self.axes:
            combo.activated.connect(self._choose)

    def _choose(self) -> None:
        """Take the words that were chosen as axes."""
        across, up = (combo.currentText() for combo in self.axes)
        self._wanted = (across, up)
        self._count()

    def _count(self) -> None:
        """Count the words again; of a long text beside the window, which goes on meanwhile."""
        text = self.text.toPlainText()
        patience = PATIENCE if len(text) < LONG_TEXT else None
        work = partial(_counted_lines, self._document, text, self._wanted)
        self._newest.ask(work, self._show_counts, self._refuse_text, patience)
        if self._newest.is_busy:
            self.note.setText("Counting the words…")

    def _refuse_text(self, error: Exception) -> None:
        self.note.setText(_as_sentence(error_sentence(error, UserError)))

    def _show_counts(self, lines: _CountedLines) -> None:
        word_counts = lines.word_counts
        for word, combo in zip(lines.axes, self.axes, strict=True):
            combo.clear()
            combo.addItems(list(word_counts.words))
            combo.setCurrentText(word)
        names = [word_counts.class_names[k] for k in word_counts.labels[:MOST_LISTED]]
        table = (word_counts.words, names, word_counts.counts[:MOST_LISTED].tolist())
        if table != self._listed:
            self._listed = table
            self._list_counts(*table)
        self.note.setText(" ".join(lines.notes))

    def _list_counts(
        self, words: Sequence[str], names: Sequence[str], counts: Sequence[Sequence[float]]
    ) -> None:
        self.counts.setColumnCount(len(words))
        self.counts.setHorizontalHeaderLabels(list(words))
        self.counts.setRowCount(len(names))
        self.counts.setVerticalHeaderLabels(list(names))
        cells = self.counts.model()
        for (row, column), count in np.ndenumerate(np.array(counts)):
            cells.setData(cells.index(row, column), f"{count:g}")
        self.counts.resizeColumnsToContents()

    def fault(self) -> tuple[QWidget, str] | None:
        """A text that is none, which stays to be mended, or one word for both axes."""
        text = self.text.toPlainText()
        try:
            if self._newest.is_busy:
                self._show_counts(_counted_lines(self._document, text, self._wanted))
            count_words_of(text)
        except UserError as error:
            return self.text, _as_sentence(str(error))
        if self.axes[0].currentText() == self.axes[1].currentText():
            return self.axes[1], "The axes must be two different words."
        return None

    def done(self, result: int) -> None:
        """Close; a running computation is cancelled."""
        self._newest.close()
        super().done(result)

    @property
    def answer(self) -> tuple[str, str, str]:
        """The text and the two words that are axes."""
        across, up = (combo.currentText() for combo in self.axes)
        return self.text.toPlainText(), across, up


def _as_sentence(fault: str) -> str:
    return f"{fault[:1].upper()}{fault[1:].rstrip('.')}."


def _counted_lines(document: Document, text: str, wanted_words: tuple[str, ...]) -> _CountedLines:
    """The counts of lines in place of those of a document; ``wanted_words`` are the words that were
    chosen as axes.

    Raises:
        UserError: as :func:`count_words_of`.
    """
    word_counts = count_words_of(text)
    across, up = wanted_words
    is_one_word = across == up and across in word_counts.words  # chosen so, and refused with OK
    axes = (across, up) if is_one_word else word_counts.axes_like(across, up)
    notes = _notes(document, text, word_counts, zip(wanted_words, axes, strict=True))
    return _CountedLines(word_counts, axes, tuple(notes))


def _notes(
    document: Document, text: str, word_counts: WordCounts, axes: Iterable[tuple[str, str]]
) -> Iterator[str]:
    """The sentences about what OK does and what a reader may miss; ``axes`` are the words that were
    wanted, with those that they are.
    """
    for wanted_word, word in axes:
        if wanted_word and wanted_word not in word_counts.words:
            yield f"“{wanted_word}” is not counted now: the axis is “{word}”."
    words, sentences = len(word_counts.words), len(word_counts.labels)
    if words < word_counts.word_count:
        yield (
            f"Of {word_counts.word_count} words the {words} are counted that tell the classes "
            "apart best."
        )
    if sentences > MOST_LISTED:
        yield f"Listed are the counts of the first {MOST_LISTED} of {sentences} sentences."
    if UNSPACED.search(text):
        yield NEEDS_BLANKS
    if document.sentences and not counts_its_sentences(document):
        yield TAKES_BACK
    if not asked_sentences(text):
        yield "A line “?: sentence” is no point: Lessons > Numbers has its score."


SHOWN_OF_NAME = 28  # of an axis, before its end


class LimitsDialog(Form):
    """The visible part of the plane, as numbers."""

    def __init__(
        self, view: View, axes: tuple[str, str], is_equal: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__("Limits of the axes", parent, "limits-dialog")
        self._view = view
        values = [float(f"{value:.4g}") for value in view.box]
        self.sides = tuple(NumberField(value, finite_fault) for value in values)
        self._shown = tuple(values)
        for k, field in enumerate(self.sides):
            end = "to" if k % 2 else "from"
            name = plain_text(as_math(axes[k // 2]))
            short_name = cut_name(axes[k // 2], SHOWN_OF_NAME)
            self.fields.addRow(row_label(f"{short_name}  {end}"), field)
            field.setAccessibleName(f"{name}, {end}")
        if is_equal:
            words = "Of equal scales the picture shows at least this part."
            self.fields.addRow("", PlainLabel(words, tone="second"))

    def fault(self) -> tuple[QWidget, str] | None:
        """An axis that does not grow to the right or upwards."""
        for low, high in (self.sides[:2], self.sides[2:]):
            if not high.number > low.number:
                return high, "The end of an axis must be larger than its beginning."
        return None

    @property
    def answer(self) -> View:
        """The view as entered; an untouched side keeps all its digits."""
        entered = zip(self.sides, self._shown, self._view.box, strict=True)
        sides = [
            exact if field.number == rounded else field.number for field, rounded, exact in entered
        ]
        return View(*sides)


def axis_label(name: str) -> str:
    """An axis name in the mark-up: letters with an index (``x_1``, ``x1``) are mathematics, words
    stay words.
    """
    letter = re.fullmatch(r"([A-Za-z])(?:_(\w)|(\d))?", name)
    if letter is None:
        return name
    index = letter[2] or letter[3]
    return f"${letter[1]}_{index}$" if index else f"${letter[1]}$"


@contextmanager
def passing(dialog: D) -> Iterator[D]:
    """A dialog for the length of a block.  Otherwise it would stay hidden in its window, with its
    content.
    """
    try:
        yield dialog
    finally:
        if isValid(dialog):  # already deleted with its parent
            dialog.deleteLater()


def message_box(parent: QWidget | None, name: str, text: str, details: str = "") -> QMessageBox:
    """A box that shows its texts character by character: file names and class names are not
    mark-up.
    """
    # Qt takes half a minute to break five megabytes into lines, far more than anyone reads.
    text, details = (
        words if len(words) <= MOST_WORDS else f"{words[:MOST_WORDS]}…" for words in (text, details)
    )
    box = QMessageBox(QMessageBox.Icon.NoIcon, "linclass", text, parent=parent)
    box.setObjectName(name)
    box.setInformativeText(details)
    box.setTextFormat(Qt.TextFormat.PlainText)
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)
    return box


def clicked_in(box: QMessageBox) -> QAbstractButton | None:
    """Show a box, and return the button with which it was closed."""
    plain(box)
    with passing(box):
        box.exec()
        return box.clickedButton()


def say_error(parent: QWidget | None, sentence: str) -> None:
    """Show an error as one clear sentence; the document is unchanged."""
    box = message_box(parent, "error", sentence)
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    clicked_in(box)


def says_errors(method: M) -> M:
    """A command of something with a ``desk``, over which an error is shown; it is False then, and
    where the user has given up.
    """

    @wraps(method)
    def say_or_do(self: Any, *arguments: Any, **options: Any) -> Any:
        try:
            return method(self, *arguments, **options)
        except GivenUpError:
            return False
        except UserError as error:
            say_error(self.desk(), str(error))
            return False

    return cast(M, say_or_do)


def apply_or_say(
    session: Session, parent: QWidget, text: str, change: Callable[[Document], Document]
) -> bool:
    """Change the committed document as one undo entry; an error is shown and returns False."""
    try:
        session.apply(text, change(session.committed))
    except UserError as error:
        say_error(parent, str(error))
        return False
    return True


def ask_about_changes(parent: QWidget | None, name: str) -> Literal["save", "discard", "cancel"]:
    """The user's choice for unsaved changes."""
    buttons = QMessageBox.StandardButton
    box = message_box(
        parent, "unsaved", f"Save the changes to {name}?", "They are lost if you discard them."
    )
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    clicked = clicked_in(box)
    choice = buttons.Cancel if clicked is None else box.standardButton(clicked)
    if choice == buttons.Save:
        return "save"
    return "discard" if choice == buttons.Discard else "cancel"


def say_about(parent: QWidget | None, version: str) -> None:
    """Version and licence."""
    box = QMessageBox(
        QMessageBox.Icon.NoIcon, "About linclass", f"linclass {version}", parent=parent
    )
    box.setInformativeText(
        "A window in which linear classification can be seen, dragged and exported.\n\n"
        "MIT licence. Fonts: Inter and STIX Two (SIL Open Font License)."
    )
    clicked_in(box)


def with_suffix(name: str, suffix: str) -> Path:
    """The path of a typed name; dialogs of some desktops leave its suffix out."""
    return Path(name if name.lower().endswith(suffix) else f"{name}{suffix}")


def ask_where_to_save(
    parent: QWidget, title: str, suggestion: Path, kinds: str, suffix: str
) -> tuple[Path, bool] | None:
    """The file to write, and whether the user was asked about replacing it; None where none was
    chosen.

    The dialog of the system warns of the typed name, not of the name with a suffix.
    """
    name, _ = QFileDialog.getSaveFileName(parent, title, str(suggestion), kinds)
    if not name:
        return None
    path = Path(name)
    return (path, True) if path.suffix else (path.with_name(f"{path.name}{suffix}"), False)
