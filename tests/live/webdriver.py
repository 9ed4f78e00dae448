"""Firefox and WebKit without a window, for what every engine must do alike: they take the commands
of WebDriver, Firefox over its own socket (Marionette), WebKit from Debian's driver.

Both are asked for what :class:`chromium.Chromium` is asked for, so that one pupil works with all.
"""

import json
import math
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
MINI_BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), None)
MISSING = {
    "Firefox": "" if FIREFOX else "Firefox is not installed",
    "WebKit": ""
    if DRIVER and SCREEN and MINI_BROWSER
    else "WebKit's driver (webkit2gtk-driver) or Xvfb is not installed",
}
PATIENCE = 30.0  # seconds for a browser to start
# What a page computes, as text: its names are in no other scope than its own.
ASK = """
const [code, done] = arguments, page = window.wrappedJSObject ?? window;
const tell = (answer) => done(JSON.stringify(answer));
const fail = (fault) => tell({ fault: `${fault}` });
try { Promise.resolve(page.eval(code)).then((value) => tell({ value }), fail); }
catch (fault) { fail(fault); }
"""
TWO_FRAMES = """
new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))
"""


class Browser(ABC):
    """One tab; ``said`` is the file of what the browser writes."""

    def __init__(self, folder: Path) -> None:
        self.said = (folder / "said.txt").open("w+", encoding="utf-8")
        self._heard = 0

    @abstractmethod
    def command(self, name: str, path: str, **parameters: Any) -> Any:
        """The answer to a command, by its name and its path."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """What pages said in the console since the last one was opened."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def open(self, page: Path, width: int = 1200, height: int = 800) -> None:
        """Show a page, drawn, in a window of about this size."""
        self.command("SetWindowRect", "window/rect", width=width, height=height)
        self._heard = len(self._lines())
        self.command("Navigate", "url", url=page.as_uri())
        self.frame()

    def run(self, code: str) -> Any:
        """The value of an expression in the page."""
        answer = json.loads(
            self.command("ExecuteAsyncScript", "execute/async", script=ASK, args=[code])
        )
        assert "fault" not in answer, answer["fault"]
        return answer.get("value")

    def frame(self) -> None:
        """Let the page draw what it was told."""
        self.run(TWO_FRAMES)

    def touch(self, *places: tuple[float, float]) -> None:
        """Press with a finger at the first place, go along the others, lift."""
        self._act([places])

    def pinch(self, *ways: list[tuple[float, float]]) -> None:
        """Several fingers at once, each along its own way."""
        self._act(ways)

    def mouse(self, *places: tuple[float, float], button: str = "left") -> None:
        """The same with a mouse."""
        self._act([places], "mouse", ("left", "middle", "right").index(button))

    def _act(self, ways: Any, pointer: str = "touch", button: int = 0) -> None:
        down = {"type": "pointerDown", "button": button}
        up = {"type": "pointerUp", "button": button}
        fingers = []
        for k, way in enumerate(ways):
            moves = [
                {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)} for x, y in way
            ]
            fingers.append(
                {
                    "type": "pointer",
                    "id": f"{pointer} {k}",
                    "parameters": {"pointerType": pointer},
                    "actions": [moves[0], down, *moves[1:], up],
                }
            )
        self.command("PerformActions", "actions", actions=fingers)
        self.frame()

    def key(self, key: str) -> None:
        """Press a key."""
        code = {"ArrowRight": "\ue014", "ArrowLeft": "\ue012"}.get(key, key)
        kinds = [{"type": kind, "value": code} for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keys", "actions": kinds}
        self.command("PerformActions", "actions", actions=[keyboard])
        self.frame()

    def type_text(self, text: str) -> None:
        """Type into the field that has the focus."""
        for letter in text:
            self.key(letter)

    def _lines(self) -> list[str]:
        self.said.flush()
        return Path(self.said.name).read_text(encoding="utf-8", errors="replace").splitlines()


class Firefox(Browser):
    """Firefox by Marionette: a length, a colon and a list in JSON."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        port = _free_port()
        choices = {
            "marionette.port": port,
            "devtools.console.stdout.content": True,
            "browser.dom.window.dump.enabled": True,
            "datareporting.policy.dataSubmissionEnabled": False,
            "app.normandy.enabled": False,
        }
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in choices.items())
        (folder / "user.js").write_text("".join(lines))
        command = [str(FIREFOX), "--headless", "--marionette", "--no-remote"]
        self._process = subprocess.Popen(
            [*command, "--profile", str(folder)], stdout=self.said, stderr=subprocess.STDOUT
        )
        self._socket = _connection(port)
        self._stream, self._count = self._socket.makefile("rwb"), 0
        self._read()
        self.command("NewSession", "", capabilities={})
        self.command("Navigate", "url", url="about:blank")  # its own first page has a policy

    def command(self, name: str, path: str, **parameters: Any) -> Any:
        self._count += 1
        message = json.dumps([0, self._count, f"WebDriver:{name}", parameters]).encode()
        self._stream.write(b"%d:%s" % (len(message), message))
        self._stream.flush()
        _, _, fault, answer = self._read()
        assert fault is None, fault
        return answer.get("value") if isinstance(answer, dict) else answer

    def complaints(self) -> list[str]:
        """A page's own lines: the browser's begin with another address."""
        lines = self._lines()[self._heard :]
        return [
            line
            for line in lines
            if line.startswith(("console.", "JavaScript "))
            and "resource://" not in line
            and "chrome://" not in line
            and not line.startswith("console.error: RSLoader")
        ]

    def print_page(self) -> str:
        """The page as PDF, in letters (base64)."""
        return str(self.command("Print", "print"))

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._stream.close()
        self._socket.close()
        self.said.close()

    def _read(self) -> Any:
        size = bytearray()
        while (byte := self._stream.read(1)) != b":":
            assert byte, "the browser has gone"
            size += byte
        return json.loads(self._stream.read(int(size)))


class WebKit(Browser):
    """WebKit by its driver, which speaks HTTP, on a screen of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._screen = subprocess.Popen(
            [str(SCREEN), "-displayfd", "1", "-screen", "0", "1400x1000x24"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._screen.stdout is not None
        display = self._screen.stdout.readline().strip()
        port = _free_port()
        self._driver = subprocess.Popen(
            [str(DRIVER), f"--port={port}"],
            stdout=self.said,
            stderr=subprocess.STDOUT,
            env={
                **os.environ,
                "DISPLAY": f":{display}",
                "GDK_BACKEND": "x11",
                "HOME": str(folder),
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # of containers
            },
        )
        _connection(port).close()
        self._address, self._session = f"http://127.0.0.1:{port}/session", ""
        self._wheels = 0
        chosen = {
            "binary": str(MINI_BROWSER),
            "args": ["--automation", "--enable-write-console-messages-to-stdout=true"],
        }
        made = self.command(
            "NewSession",
            "",
            capabilities={"alwaysMatch": {"webkitgtk:browserOptions": chosen}},
        )
        self._session = f"/{made['sessionId']}"

    def command(self, name: str, path: str, **parameters: Any) -> Any:
        address = f"{self._address}{self._session}{'/' if path else ''}{path}"
        body = json.dumps(parameters).encode()
        request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    def pinch(self, *ways: list[tuple[float, float]]) -> None:
        """The driver has one finger only; the wheel does what two would do."""
        (begin, end), (other_begin, other_end) = ways
        grows = math.dist(end, other_end) > math.dist(begin, other_begin)
        x, y = (round((one + other) / 2) for one, other in zip(begin, other_begin, strict=True))
        turn = {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": -120 if grows else 120}
        self._wheels += 1  # a wheel that is known turns by the difference to its last turn only
        wheel = {"type": "wheel", "id": f"wheel {self._wheels}", "actions": [turn]}
        self.command("PerformActions", "actions", actions=[wheel])
        self.frame()

    def mouse(self, *places: tuple[float, float], button: str = "left") -> None:
        """The driver never releases the right button, which would be held on all later pages: the
        page gets the event that a press with it brings.
        """
        if button != "right":
            super().mouse(*places, button=button)
            return
        x, y = places[-1]
        self.run(
            f"document.elementFromPoint({x}, {y}).dispatchEvent(new MouseEvent('contextmenu', "
            f"{{ bubbles: true, cancelable: true, button: 2, clientX: {x}, clientY: {y} }}))"
        )
        self.frame()

    def complaints(self) -> list[str]:
        return [line for line in self._lines()[self._heard :] if line.startswith("CONSOLE")]

    def close(self) -> None:
        address = f"{self._address}{self._session}"
        with urllib.request.urlopen(urllib.request.Request(address, method="DELETE")):
            pass
        for process in (self._driver, self._screen):
            process.terminate()
            process.wait(PATIENCE)
        assert self._screen.stdout is not None
        self._screen.stdout.close()
        self.said.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _connection(port: int) -> socket.socket:
    """A connection to a browser that is still starting."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            assert time.monotonic() < end, "the browser does not start"
            time.sleep(0.05)
