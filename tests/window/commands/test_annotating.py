"""Annotations: placed, dragged, edited, undone, saved and drawn; and the names of methods in the
picture.
"""

from dataclasses import replace

import pytest
from drawing_scenes import clouds, document_of, dots, paths, scene_of, texts
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from linclass_gui.answers.method_labels import label_of
from linclass_gui.files.codec import decode, encode
from linclass_gui.layers import notes
from linclass_gui.scene.annotations import (
    OFFERED,
    Annotation,
    drawing,
)
from linclass_gui.scene.marks import Text, Words
from linclass_gui.scene.theme import PRINT
from linclass_gui.window.commands.annotating import AnnotationDialog, MethodNameDialog
from linclass_gui.window.main_window import MainWindow
from solvers import Fisher, SoftMarginSVM

ALL = (
    Annotation("text", (0.5, 1.0), None, "here $x_1$"),
    Annotation("arrow", (0.0, 0.0), (1.0, 1.0), "look"),
    Annotation("bracket", (0.0, 0.0), (3.0, 4.0)),
    Annotation("line", (0.0, 0.0), (1.0, 0.0)),
    Annotation("test-point", (0.25, -0.5), None, "new"),
)
DOCUMENT = replace(document_of(clouds(20), (SoftMarginSVM(C=100.0), Fisher())), annotations=ALL)


def test_a_distance_says_its_length_and_a_test_point_its_score() -> None:
    scene = scene_of(DOCUMENT)
    marks = tuple(notes.draw_annotations(scene))
    words = [mark.text for mark in texts([m for m in marks if isinstance(m, Text)], "annotation")]
    assert "5.00" not in words, "it is placed where it lies on nothing"
    words += [line for each in marks if isinstance(each, Words) for line in each.lines]
    score = scene.answer.decision_function([(0.25, -0.5)])[0]
    assert words[0] == "here $x_1$"
    assert "5.00" in words
    assert any(word.startswith("new, $f$ = ") and f"{abs(score):.3g}"[:3] in word for word in words)
    marks = tuple(mark for mark in marks if not isinstance(mark, Words))
    assert len(dots(marks, "test-point")) == 1
    assert paths(marks, "annotation-line")[0].arrow == "end"


def test_each_kind_is_put_in_and_taken_back(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.load(replace(DOCUMENT, annotations=()))
    monkeypatch.setattr(AnnotationDialog, "exec", lambda self: self.text.setText("words") or 1)
    for kind in OFFERED:
        window.writing.place(kind)
        window.canvas.click_at(QPointF(100.0, 100.0))
        window.writing.field.insert("new")
        window.writing.finish()
    assert [each.kind for each in window.session.document.annotations] == list(OFFERED)
    window.annotating.edit(1)
    assert window.session.document.annotations[1].text == "words"
    handle = notes.handles(window.session.scene)[2]
    window.session.preview(notes.drag(window.session.scene, handle.name, (0.1, 0.2)))
    window.session.commit("Move annotation")
    window.annotating.remove(0)
    for _ in range(len(OFFERED) + 3):
        window.editing.undo()
    assert window.session.document.annotations == ()


def test_a_name_is_changed_hidden_and_says_its_parameters(qtbot: QtBot) -> None:
    method = DOCUMENT.methods[0]
    dialog = MethodNameDialog(method, DOCUMENT)
    qtbot.addWidget(dialog)
    assert dialog.answer == method
    dialog.parameters.setChecked(True)
    assert label_of(dialog.answer, DOCUMENT.methods) == "soft margin, $C = 100$"
    dialog.text.setText("mine")
    assert label_of(dialog.answer, DOCUMENT.methods) == "mine, $C = 100$"
    dialog.shown.setChecked(False)
    assert label_of(dialog.answer, DOCUMENT.methods) == ""
    named = DOCUMENT.with_method(dialog.answer)
    assert decode(encode(named), "scene").methods == named.methods


@pytest.mark.parametrize(("kind", "expected"), [("red", "#E8323C"), ("", PRINT.palette.ink)])
def test_what_a_pen_drew_keeps_its_colour_in_every_theme(kind: str, expected: str) -> None:
    drawn = drawing([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)], pen=kind)
    document = replace(DOCUMENT, annotations=(drawn,))
    (mark,) = paths(
        tuple(notes.draw_annotations(scene_of(document))),
        f"pen-{kind}" if kind else "annotation-line",
    )
    assert PRINT.style(mark.role).stroke == expected
    assert decode(encode(document), "scene").annotations == (drawn,)


def test_a_value_is_inserted_into_the_words(qtbot: QtBot) -> None:
    dialog = AnnotationDialog(Annotation("text", (0.0, 0.0)))
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClicks(dialog.text, "wrong: ")
    button = dialog.findChild(QPushButton, "insert-value")
    next(a for a in button.menu().actions() if a.text().startswith("Training errors")).trigger()
    assert dialog.answer.text == "wrong: {errors}"
