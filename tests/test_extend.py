"""The worked examples of ``docs/extend.md``, each put into a copy of the program by one file and one line, and used."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"```(python|json)\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with all examples in it."""
    copy = tmp_path_factory.mktemp("extended")
    for part in ("solvers", "linclass_gui", "assets"):
        shutil.copytree(ROOT / part, copy / part)  # with what is compiled already
    for kind, text in BLOCK.findall((ROOT / "docs" / "extend.md").read_text(encoding="utf-8")):
        if kind == "json":
            (copy / "assets" / "lessons" / "two-against-two.json").write_text(text, encoding="utf-8")
            continue
        head, body = text.split("\n", 1)
        file = copy / head.removeprefix("# ")
        if file.exists():
            _list(file, body)
        else:
            file.write_text(body, encoding="utf-8")
    return copy


def _list(file: Path, lines: str) -> None:
    """Add an import and a line to the list of a folder; each says behind it where it goes."""
    source = file.read_text(encoding="utf-8")
    for line in lines.splitlines():
        code, place = line.rsplit("  # ", 1)
        if place == "import":
            source = re.sub(r"^(from \.)", rf"{code}\n\1", source, count=1, flags=re.MULTILINE)
        else:
            source = re.sub(rf"^({place}\b.*\($)", rf"\1\n{code}", source, count=1, flags=re.MULTILINE)
    file.write_text(source, encoding="utf-8")


def run(extended: Path, *arguments: str) -> str:
    """Run Python in the copy."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, *arguments], cwd=extended, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


LISTED = {
    "methods": "squared-hinge-svm",
    "overlays": "mean-line",
    "plots": "margins-sorted",
    "formats": "bmp",
    "lessons": "two-against-two",
}


@pytest.fixture(scope="module")
def lists(extended: Path) -> dict[str, str]:
    """What ``linclass-gui list`` prints of everything, from one process."""
    code = "import sys; from linclass_gui.cli import main\nfor what in sys.argv[1:]: print(chr(12) + what); main(['list', what])"
    pages = (page.split("\n", 1) for page in run(extended, "-c", code, *LISTED).split(chr(12))[1:])
    return {page[0]: page[1] for page in pages}


@pytest.mark.parametrize("what", LISTED)
def test_it_is_listed(lists: dict[str, str], what: str) -> None:
    assert any(line.split()[0] == LISTED[what] and len(line.split()) > 1 for line in lists[what].splitlines())


@pytest.mark.parametrize("view", ["canvas", "margins-sorted"])
def test_figures_of_it_are_drawn(extended: Path, view: str) -> None:
    run(extended, "-m", "linclass_gui", "export", "lesson:two-against-two", "-o", f"{view}.bmp", "--view", view)
    assert (extended / f"{view}.bmp").read_bytes().startswith(b"BM")


METHOD_EVERYWHERE = """
import sys
from dataclasses import replace
import numpy as np
sys.path.append(sys.argv[1])
from drawing_scenes import clouds, document_of, scene_of
import solvers
from linclass_gui.core.fits.comparison import comparison
from linclass_gui.core.fits.criteria import criteria
from linclass_gui.core.document import TrialLine
from linclass_gui.overlays import OVERLAYS
from linclass_gui.plots import PLOTS, losses, path
from linclass_gui.plots.parts import landscapes

Method = solvers.SquaredHingeSVM
data = clouds(40, 1.0)
fit = solvers.fit(Method(C=3.0), data.X, data.y)
assert fit.status is solvers.Status.CONVERGED, fit
assert abs(fit.certificate.gap) < 1e-12, fit
document = document_of(data, [Method(C=3.0)])
scene = scene_of(replace(document, layers=frozenset(o.name for o in OVERLAYS)), None, TrialLine(30.0, (0.0, 0.0)))
drawn = {overlay.name: tuple((overlay.whole or overlay.draw)(scene)) for overlay in OVERLAYS}
for layer in ("boundary", "margins", "band", "support-vectors", "slack", "width", "equation", "weight"):
    assert drawn[layer], layer
for plot in PLOTS:
    figure = plot.figure(scene)
    needs_more = plot.name in ("convergence", "discriminant-plane", "feature-space", "probability")  # steps, three classes ...
    assert not figure.message or needs_more, plot.name
assert losses.loss_of(Method(C=3.0)).name == "squared hinge"
assert landscapes.landscape(fit, "own").words == "squared hinge + penalty"
lanes = [lane.axis.label for lane in path.figure(scene).lanes]
assert {"margin", "mean squared slack", "objective"} <= set(lanes), lanes
assert "squared hinge loss" in [row[0].value for row in criteria(scene).rows]
assert any("squared hinge" in str(cell.value).lower().replace("-", " ") for row in comparison(scene).rows for cell in row)
assert "SquaredHingeSVM(C=3.0)" in repr(fit)
"""


def test_the_method_gets_everything_by_itself(extended: Path) -> None:
    """Losses, landscape, path, margins, formula and comparison ask the method and know no names."""
    run(extended, "-c", METHOD_EVERYWHERE, str(ROOT / "tests"))


def test_the_method_and_the_plot_keep_every_promise(extended: Path) -> None:
    """The contracts of all methods and of all plots, asked of the new ones."""
    tests = [str(ROOT / "tests" / name) for name in ("solvers/contracts/test_contracts.py", "plots/test_plot_details.py")]
    wanted = ["-k", "SquaredHingeSVM or margins-sorted", "-c", str(ROOT / "pyproject.toml")]
    assert " passed" in run(extended, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *wanted, *tests)
