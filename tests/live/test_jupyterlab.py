"""The widget in a real JupyterLab: a click in the cell's picture reaches the kernel."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import IS_THERE, MISSING, Chromium

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.slow,
    pytest.mark.skipif(not IS_THERE, reason=MISSING),
    pytest.mark.skipif(
        importlib.util.find_spec("jupyterlab") is None,
        reason="JupyterLab, in which the widget is tried, is not installed",
    ),
]
ROOT = Path(__file__).parents[2]
CELL = """
import numpy as np
import linclass_gui

X = np.random.default_rng(0).normal(size=(20, 2)) + np.repeat([[0, 0], [3, 1]], 10, axis=0)
w = linclass_gui.explore(X, np.repeat([0, 1], 10), methods=["fisher"])
w.observe(lambda _: open("heard.txt", "w").write(f"{len(w.X)} points, {len(w.fits)} fit"), "X")
w
"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab whose folder holds one notebook."""
    cell = {
        "cell_type": "code",
        "id": "cell",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": CELL.strip(),
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "cells": [cell],
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "points.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    home = {
        name: str(tmp_path / name.lower())
        for name in ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR")
    }
    options = [
        "--no-browser",
        "--allow-root",
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.port=0",
        "--IdentityProvider.token=",
    ]
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "jupyterlab",
            *options,
            f"--ServerApp.root_dir={tmp_path}",
            "--LabApp.news_url=None",
        ],
        env=os.environ | home | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    line = next((line for line in server.stdout if "http://127.0.0.1:" in line), "")
    yield "http://127.0.0.1:" + line.split("http://127.0.0.1:")[1].split("/")[0]
    server.terminate()
    server.communicate(timeout=60)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Chromium]:
    """A browser high enough for the cell and its picture."""
    made = Chromium(tmp_path / "chromium")
    made.call(
        "Emulation.setDeviceMetricsOverride",
        width=1200,
        height=1300,
        deviceScaleFactor=1,
        mobile=False,
    )
    yield made
    made.close()


def test_a_click_in_the_cell_reaches_the_kernel(
    address: str, browser: Chromium, tmp_path: Path
) -> None:
    def until(condition: str) -> None:
        for _ in range(3000):
            if browser.run(condition):
                return
            browser.frame()
        raise AssertionError(f"never so: {condition}")

    def corner(selector: str) -> tuple[float, float]:
        x, y = browser.run(
            "(({ left, top }) => [left, "
            f"top])(document.querySelector('{selector}').getBoundingClientRect())"
        )
        return x, y

    browser.call("Page.navigate", url=f"{address}/lab/tree/points.ipynb")
    browser.wait("Page.loadEventFired")
    until("!!document.querySelector('.jp-Cell .cm-content')")
    for _ in range(20):  # the editor is there before it listens
        x, y = corner(".jp-Cell .cm-content")
        browser.mouse((x + 10.0, y + 8.0))
        for kind in ("rawKeyDown", "keyUp"):  # Shift and Enter run the cell
            browser.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key="Enter",
                code="Enter",
                windowsVirtualKeyCode=13,
                modifiers=8,
            )
        for _ in range(100):
            browser.frame()
        if browser.run(r"/\[[*\d]/.test(document.querySelector('.jp-InputPrompt').textContent)"):
            break
    until("'isReady' in (document.querySelector('.jp-OutputArea iframe')?.dataset ?? {})")
    x, y = corner(".jp-OutputArea iframe")
    browser.mouse((x + 120.0, y + 120.0))
    heard = tmp_path / "heard.txt"
    for _ in range(3000):
        if heard.exists() and heard.read_text(encoding="utf-8"):
            break
        browser.frame()
    assert heard.read_text(encoding="utf-8") == "21 points, 1 fit"
