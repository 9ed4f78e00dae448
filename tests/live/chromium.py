"""Chromium without a window, driven over a pipe with its own protocol: pages are tried where they
will be read.

No package is needed: messages are JSON with a zero byte behind each (``--remote-debugging-pipe``).
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

PROGRAM = next(
    (
        path
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)
MISSING = (
    "Chromium, in which pages are tried, is not installed"
    if sys.platform == "linux"
    else "pages are tried on Linux"
)
IS_THERE = PROGRAM is not None and sys.platform == "linux"
BEGIN = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(each), fcntl.F_DUPFD, 10) for each in sys.argv[1:3]]
os.dup2(pipes[0], 3)
os.dup2(pipes[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
SILENT = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")


class Chromium:
    """One tab; ``events`` are what the browser said and nobody has asked for."""

    def __init__(self, folder: Path) -> None:
        assert PROGRAM is not None
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        # The browser reads descriptor 3 and writes descriptor 4.
        command = [
            PROGRAM,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--hide-scrollbars",
        ]
        command += ["--remote-debugging-pipe", f"--user-data-dir={folder}"]
        passed = (theirs_in, theirs_out)
        begin = [sys.executable, "-S", "-c", BEGIN, *map(str, passed), *command]
        self._process = subprocess.Popen(
            begin, pass_fds=passed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._in, self._out = os.fdopen(ours_in, "rb"), os.fdopen(ours_out, "wb", 0)
        self._count, self._session, self.events = 0, "", list[dict[str, Any]]()
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for room in ("Page", "Runtime", "Log"):
            self.call(f"{room}.enable")

    def close(self) -> None:
        """End the browser."""
        self._session = ""
        self.call("Browser.close")
        self._process.wait(20)
        self._in.close()
        self._out.close()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to a command of the protocol."""
        self._count += 1
        session = {"sessionId": self._session} if self._session else {}
        message = {"id": self._count, "method": method, "params": parameters, **session}
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._count:
                assert "error" not in answer, answer["error"]
                return dict(answer["result"])
            self.events.append(answer)

    def wait(self, event: str, **wanted: Any) -> dict[str, Any]:
        """What the browser says with an event, the first one that holds what is wanted."""
        while True:
            for known in self.events:
                if known["method"] == event and wanted.items() <= known["params"].items():
                    self.events.remove(known)
                    return dict(known["params"])
            self.events.append(self._read())

    def run(self, code: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call(
            "Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def open(
        self,
        path: Path,
        width: int = 1200,
        height: int = 800,
        scheme: str = "light",
        is_drawn: bool = True,
    ) -> None:
        """Show a page, drawn."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 900,
        )
        self.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri())
        self.wait("Page.loadEventFired")
        if is_drawn:  # where scripts run
            self.frame()

    def reload(self) -> None:
        """Load the page anew, drawn."""
        self.events.clear()
        self.call("Page.reload")
        self.wait("Page.loadEventFired")
        self.frame()

    def frame(self) -> None:
        """Let the page draw what it was told."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def mouse(self, *places: tuple[float, float], button: str = "left") -> None:
        """Press at the first place, go along the others, release."""
        kinds = ("mousePressed", *("mouseMoved" for _ in places[1:]), "mouseReleased")
        for kind, (x, y) in zip(kinds, (*places, places[-1]), strict=True):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=x,
                y=y,
                button=button,
                buttons=1,
                clickCount=1,
            )
        self.frame()

    def touch(self, *places: tuple[float, float]) -> None:
        """The same with a finger."""
        for k, (x, y) in enumerate(places):
            kind = "touchMove" if k else "touchStart"
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.frame()

    def pinch(self, *ways: list[tuple[float, float]]) -> None:
        """Several fingers at once, each along its own way."""
        for k, places in enumerate(zip(*ways, strict=True)):
            fingers = [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(places)]
            kind = "touchMove" if k else "touchStart"
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.frame()

    def type_text(self, text: str) -> None:
        """Type into the field that has the focus."""
        self.call("Input.insertText", text=text)

    def key(self, key: str, modifiers: int = 0) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers)
        self.frame()

    def _read(self) -> dict[str, Any]:
        """The next message."""
        text = bytearray()
        while (byte := self._in.read(1)) != b"\0":
            assert byte, "the browser has gone"
            text += byte
        message: dict[str, Any] = json.loads(text)
        return message

    def complaints(self) -> list[dict[str, Any]]:
        """What stands in the console."""
        return [event for event in self.events if event["method"] in SILENT]
