"""The installed PySide6 must not lose references to None, True and False.

Before Python 3.12 these three are counted like any object, and PySide6 6.12.0 gives one reference
too few with every void call: a window that redraws dies within a second ("none_dealloc:
deallocating None").  The probe runs in a process of its own, because an unsound binding would take
the test run with it.
"""

import subprocess
import sys
import textwrap

CALLS = 1_000
TOLERATED = 50  # references that caches and the interpreter itself may take or give back meanwhile

PROBE = """
    import gc, sys
    from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
    from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform
    from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView, QLabel, QWidget

    class Sender(QObject):
        nothing, anything, number = Signal(), Signal(object), Signal(float)

    class Painted(QWidget):
        def paintEvent(self, event):
            pass

    application = QApplication([])
    sender, seen = Sender(), []
    for signal in (sender.anything, sender.number):
        signal.connect(seen.append)
    image = QImage(64, 64, QImage.Format.Format_ARGB32_Premultiplied)
    painter, path, timer, label, widget = QPainter(image), QPainterPath(), QTimer(), QLabel("x"), Painted()
    scene = QGraphicsScene()
    item, view = scene.addRect(QRectF(1, 1, 5, 5)), QGraphicsView(scene)
    widget.show()
    polygon = QPolygonF([QPointF(1, 1), QPointF(9, 9), QPointF(1, 9)])
    calls = {
        "painter.setPen": lambda: painter.setPen(QPen(QColor("red"), 1.5)),
        "painter.setBrush": lambda: painter.setBrush(Qt.BrushStyle.NoBrush),
        "painter.setRenderHint": lambda: painter.setRenderHint(QPainter.RenderHint.Antialiasing, True),
        "painter.save, restore": lambda: (painter.save(), painter.restore()),
        "painter.setTransform": lambda: painter.setTransform(QTransform()),
        "painter.drawLine": lambda: painter.drawLine(QPointF(1, 1), QPointF(5, 5)),
        "painter.drawEllipse": lambda: painter.drawEllipse(QPointF(5, 5), 3, 3),
        "painter.drawPolygon": lambda: painter.drawPolygon(polygon),
        "painter.fillRect": lambda: painter.fillRect(QRectF(1, 1, 5, 5), QColor("red")),
        "painter.drawText": lambda: painter.drawText(QPointF(3, 9), "a"),
        "path.lineTo": lambda: path.lineTo(1, 1),
        "item.setPos": lambda: item.setPos(1, 2),
        "item.setVisible": lambda: item.setVisible(True),
        "item.parentItem": lambda: item.parentItem(),
        "widget.update": lambda: widget.update(),
        "widget.repaint": lambda: widget.repaint(),
        "widget.parent": lambda: widget.parent(),
        "widget.isVisible": lambda: widget.isVisible(),
        "view.isInteractive": lambda: view.isInteractive(),
        "label.setText": lambda: label.setText("x"),
        "timer.start, stop": lambda: (timer.start(1000), timer.stop()),
        "timer.isActive": lambda: timer.isActive(),
        "emit nothing": lambda: sender.nothing.emit(),
        "emit None": lambda: sender.anything.emit(None),
        "emit a number": lambda: sender.number.emit(1.5),
        "processEvents": lambda: application.processEvents(),
    }
    reserve = [None] * 200_000, [True] * 200_000, [False] * 200_000  # so that a loss is seen, not suffered
    for name, call in calls.items():
        call()
        seen.clear()
        gc.collect()
        before = [sys.getrefcount(value) for value in (None, True, False)]
        for _ in range(CALLS):
            call()
        seen.clear()
        gc.collect()
        lost = [b - sys.getrefcount(value) for b, value in zip(before, (None, True, False))]
        if max(lost) > TOLERATED:
            print(f"{name}: {lost} references to None, True, False lost in CALLS calls")
    painter.end()
    print("probed", len(calls))
"""  # noqa: E501


def test_no_reference_to_none_is_lost():
    code = textwrap.dedent(PROBE).replace("CALLS", str(CALLS)).replace("TOLERATED", str(TOLERATED))
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.stdout == "probed 26\n", run.stdout + run.stderr
    assert run.returncode == 0, run.stderr
