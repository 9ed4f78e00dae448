"""A figure in the clipboard: as a picture in three formats at once, as a script, or as a command line."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QImage

from ...core.scene import Scene
from ...exporters import ExportOptions
from ...exporters.commands import command_of
from ...exporters.requests import Request, content_of
from ...exporters.tables.script import script_of

FORMATS = ((".svg", "image/svg+xml"), (".pdf", "application/pdf"), (".png", "image/png"))


def clipped(what: str, scene: Scene, path: Path | None, request: Request, options: ExportOptions, suffix: str) -> QMimeData:
    """What goes into the clipboard: ``picture``, ``python`` or ``command``.

    Raises:
        UserError: it cannot be drawn.
    """
    data = QMimeData()
    if what == "python":
        data.setText(script_of(scene, options))
    elif what == "command":
        name = "scene.json" if path is None else str(path)
        data.setText(command_of(name, f"{Path(name).stem}{suffix}", request, options))
    else:
        still = Request(request.views, request.sweep, request.columns, request.letters, request.notes, request.legend)
        content = {kind: content_of(scene, still, ending, options) for ending, kind in FORMATS}
        for kind, each in content.items():
            data.setData(kind, QByteArray(each))
        data.setImageData(QImage.fromData(content["image/png"]))
    return data
