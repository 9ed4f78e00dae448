"""Whoever hears the window instead of seeing it: everything that takes the keyboard says what it
is.
"""

import gc
import importlib
import pkgutil
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QMessageBox,
    QScrollArea,
    QWidget,
)

import linclass_gui.window
from linclass_gui.files.first_picture import open_document
from linclass_gui.lessons.guesses import propose
from linclass_gui.scene.annotations import Annotation
from linclass_gui.scene.axes import fit_all_columns
from linclass_gui.scene.document import TrialLine
from linclass_gui.window.commands.annotating import AnnotationDialog
from linclass_gui.window.commands.unsaved import RecoveryDialog
from linclass_gui.window.dialogs.column_menu import CutDialog
from linclass_gui.window.dialogs.forms import CoordinatesDialog, ErrorsDialog
from linclass_gui.window.dialogs.panel_list import TicksDialog
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.presenting.live import HandsDialog
from linclass_gui.window.session.waiting import waiting_dialog
from linclass_gui.window.widgets.layouts import FramedArea, SteadyArea
from linclass_gui.window.widgets.themed import descendants


def _nameless(root: QWidget) -> list[str]:
    """What takes the keyboard and has no name, lists on other tabs as well; an area that only
    scrolls has those of its parts.
    """
    found = []
    for widget in descendants(root):
        if (
            not (widget.isVisibleTo(root) or isinstance(widget, QComboBox))
            or widget.focusPolicy() == Qt.FocusPolicy.NoFocus
            or isinstance(widget, QScrollArea)
        ):
            continue
        if not _name(widget).strip():
            found.append(
                f"{type(root).__name__}: {type(widget).__name__} {widget.objectName()!r} in "
                f"{type(widget.parent()).__name__}"
            )
    return found


def _name(widget: QWidget) -> str:
    """What a screen reader says it is: of a list not its choice, which Linux hears as its name."""
    known = QAccessible.queryAccessibleInterface(widget)
    if isinstance(widget, QComboBox):
        labels = [
            label for label, kind in known.relations() if kind & QAccessible.RelationFlag.Label
        ]
        return labels[0].text(QAccessible.Text.Name) if len(labels) == 1 else ""
    return known.text(QAccessible.Text.Name)


def _dialogs() -> set[str]:
    """Every kind of dialog that there is."""
    for module in pkgutil.walk_packages(linclass_gui.window.__path__, "linclass_gui.window."):
        importlib.import_module(module.name)
    return {
        kind.__name__ for kind in _kinds_of(QDialog) if kind.__module__.startswith("linclass_gui")
    }


def _kinds_of(kind: type[QDialog]) -> list[type[QDialog]]:
    """The classes below one that have none below themselves."""
    below = kind.__subclasses__()
    return [leaf for part in below for leaf in _kinds_of(part)] if below else [kind]


def test_a_list_is_named_by_what_is_chosen_and_its_value_is_the_choice(window: MainWindow) -> None:
    kind = window.panel.parameters.findChild(QComboBox, "features-kernel")
    kind.setCurrentText("Gaussian kernel")
    known = QAccessible.queryAccessibleInterface(kind)
    assert (_name(kind), known.text(QAccessible.Text.Value)) == (
        "features or kernel",
        "Gaussian kernel",
    )


@pytest.mark.exhaustive  # four seconds: it opens every dialog
def test_what_takes_the_keyboard_has_a_name_in_the_window_and_in_every_dialog_which_is_gone_when_it_is_closed(  # noqa: E501
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "points.csv"
    table.write_text("a,b,c\n1,2,x\n2,1,y\n", encoding="utf-8")
    seen, nameless, traps = set[str](), list[str](), list[str]()
    frameless = set[str]()

    def hear(root: QWidget) -> int:
        seen.add(type(root).__name__)
        nameless.extend(_nameless(root))
        frameless.update(
            f"{type(root).__name__}: {type(area).__name__}"
            for area in root.findChildren(QScrollArea)
            if area.focusPolicy() != Qt.FocusPolicy.NoFocus
            and not isinstance(area, FramedArea | SteadyArea)
        )
        traps.extend(
            each.accessibleName()
            for each in root.findChildren(QAbstractItemView)
            if each.tabKeyNavigation()
        )
        return 0

    monkeypatch.setattr(QDialog, "exec", hear)
    monkeypatch.setattr(QDialog, "open", lambda dialog: (hear(dialog), dialog.close()))
    monkeypatch.setattr(QMessageBox, "exec", lambda box: seen.add(box.objectName()) or 0)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    document = window.session.document
    # with its bars above the canvas
    window.session.load(fit_all_columns(open_document("example:wine"), True))
    hear(window)
    assert not window.plane_bar.isHidden()
    assert not window.scale_bar.isHidden()
    window.session.load(document)
    window.session.set_selection(frozenset({0}))
    hear(window)
    before = set(window.findChildren(QDialog))
    for id, action in list(window.actions_by_id.items()) * 2:
        if id != "quit":
            action.trigger()
            QApplication.processEvents()
        if (popup := QApplication.activePopupWidget()) is not None:
            hear(popup)
            popup.close()
    assert window.session.wait_idle(60_000)
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            hear(dialog)
    hear(window)
    # What a press on the canvas opens, or a long wait, a crash or a lecture.
    document = replace(document, trial=TrialLine(30.0, (0.0, 0.0)))
    note = AnnotationDialog(Annotation("arrow", (0.0, 0.0), (1.0, 1.0)))
    waiting, hands = (
        waiting_dialog("Reading", can_be_given_up=True),
        HandsDialog(propose(document, 1.0)),
    )
    cut = CutDialog("age", 40.0)
    others = (
        CoordinatesDialog(document.dataset, 0),
        ErrorsDialog(document),
        TicksDialog("A panel for each method", [("Fisher discriminant", True)], None),
        note, hands, RecoveryDialog([]), waiting, cut,
    )  # fmt: skip
    for other in others:
        hear(other)
        other.deleteLater()
    hear(window.presenting.presenter)
    assert {"MainWindow", "PresenterView", "unsaved", *_dialogs()} <= seen
    assert nameless == []
    assert traps == [], "Tab never leaves these"
    assert frameless == set(), "nobody sees that the arrows scroll these"
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    dialogs = set(window.findChildren(QDialog)) - before
    left = [f"{type(dialog).__name__} {dialog.windowTitle()}" for dialog in dialogs]
    assert len(left) == len(set(left)), "a window that stays is the same one the next time"
