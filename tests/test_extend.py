"""The worked examples of ``docs/extend.md``, each put into a copy of the program by one file and
one line, and used.
"""

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
            (copy / "assets" / "lessons" / "two-against-two.json").write_text(
                text, encoding="utf-8"
            )
            continue
        head, body = text.split("\n", 1)
        file = copy / head.removeprefix("# ")
        if body.startswith("# above "):
            _insert(file, *body.removeprefix("# above ").split("\n", 1))
        elif file.exists() and not body.startswith('"""'):
            _list(file, body)
        else:
            file.write_text(body, encoding="utf-8")
    return copy


def _insert(file: Path, name: str, code: str) -> None:
    """Put code before the line that begins with a name, and before the comment above it."""
    source = file.read_text(encoding="utf-8")
    changed = re.sub(
        rf"^((?:#[^\n]*\n)*{name}\b)",
        lambda found: f"{code}\n\n{found[1]}",
        source,
        count=1,
        flags=re.MULTILINE,
    )
    assert changed != source, f"{file.name} has no line that begins with {name}"
    file.write_text(changed, encoding="utf-8")


def _list(file: Path, lines: str) -> None:
    """Add an import and a line to the list of a folder; each says behind it where it goes."""
    source = file.read_text(encoding="utf-8")
    for line in lines.splitlines():
        code, place = line.rsplit("  # ", 1)
        if f"{code}\n" in source:  # somebody has added the example itself
            continue
        if place == "import":
            source = re.sub(r"^(from \.)", rf"{code}\n\1", source, count=1, flags=re.MULTILINE)
        elif " before " in place:
            following = place.partition(" before ")[2]
            listed = source.replace(f"    {following},\n", f"{code}\n    {following},\n")
            assert listed != source, f"{file.name} does not list {following}"
            source = listed
        else:
            listed = re.sub(
                rf"^({place}\b[^\n]*= [({{])", rf"\1\n{code}\n", source, count=1, flags=re.MULTILINE
            )
            assert listed != source, f"{file.name} has no list {place}"
            source = listed
    file.write_text(source, encoding="utf-8")


def test_they_are_written_as_the_linter_wants(tmp_path: Path) -> None:
    linter = Path(sys.executable).with_name("ruff")
    if not linter.exists():
        pytest.skip("ruff is not installed beside this Python")
    for kind, text in BLOCK.findall((ROOT / "docs" / "extend.md").read_text(encoding="utf-8")):
        head, body = text.split("\n", 1)
        if kind == "python" and body.startswith('"""'):
            (tmp_path / Path(head).name).write_text(body, encoding="utf-8")
    for command in (["check"], ["format", "--check"]):
        options = ["--no-cache", "--config", str(ROOT / "pyproject.toml")]
        done = subprocess.run(
            [linter, *command, *options, str(tmp_path)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


def run(extended: Path, *arguments: str) -> str:
    """Run Python in the copy."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {
        "QT_QPA_PLATFORM": "offscreen"
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=extended,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


LISTED = {
    "methods": ("squared-hinge-svm", "nearest-median", "output-codes:METHOD"),
    "feature-maps": ("wave",),
    "kernels": ("laplacian-kernel",),
    "generators": ("generate:stripes",),
    "overlays": ("mean-line",),
    "plots": ("margins-sorted",),
    "formats": ("bmp",),
    "lessons": ("two-against-two",),
}


@pytest.fixture(scope="module")
def lists(extended: Path) -> dict[str, str]:
    """What ``linclass-gui list`` prints of everything, from one process."""
    code = (
        "import sys; from linclass_gui.cli import main\nfor what in sys.argv[1:]: print(chr(12) + "
        "what); main(['list', what])"
    )
    pages = (page.split("\n", 1) for page in run(extended, "-c", code, *LISTED).split(chr(12))[1:])
    return {page[0]: page[1] for page in pages}


@pytest.mark.parametrize("what", LISTED)
def test_it_is_listed(lists: dict[str, str], what: str) -> None:
    found = {line.split()[0] for line in lists[what].splitlines() if len(line.split()) > 1}
    assert found.issuperset(LISTED[what]), found


def test_an_installed_package_adds_a_method_and_one_that_fails_is_named(tmp_path: Path) -> None:
    """The file of the first example alone, with the metadata that an installer writes."""
    guide = (ROOT / "docs" / "extend.md").read_text(encoding="utf-8")
    example = next(text for _, text in BLOCK.findall(guide) if "squared_hinge.py" in text[:50])
    (tmp_path / "squared_hinge.py").write_text(
        example.replace("from ..", "from solvers."), encoding="utf-8"
    )
    metadata = tmp_path / "squared_hinge-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: squared-hinge\nVersion: 1.0\n")
    entry = re.search(r"squared-hinge-svm = \"(\S+)\"", guide)
    assert entry is not None
    (metadata / "entry_points.txt").write_text(
        f"[linclass.methods]\nhinge = {entry[1]}\nlost = squared_hinge:Lost\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "linclass_gui", "list", "methods"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "squared-hinge-svm" in done.stdout
    assert "linclass goes without squared_hinge:Lost: AttributeError" in done.stderr


COMMANDS = """
import pathlib
from linclass_gui import figure
from linclass_gui.cli import main
rows = "{|\\n! a !! b !! class\\n|-\\n| 1 || 2 || x\\n|-\\n| 3 || 5 || y\\n|}"
pathlib.Path("table.wiki").write_text(rows)
assert main(["fit", "table.wiki", "--method", "hard-margin-svm"]) == 0
for view in ("canvas", "margins-sorted"):
    assert main(["export", "lesson:two-against-two", "-o", f"{view}.bmp", "--view", view]) == 0
    assert open(f"{view}.bmp", "rb").read().startswith(b"BM")
assert main(["fit", "generate:stripes,n=40,stripes=1", "--method", "fisher"]) == 0
assert main(["fit", "example:iris", "--method", "output-codes:fisher"]) == 0
figure("example:iris", methods=["output-codes:fisher"]).save("codes.svg")
"""


def test_figures_of_it_are_drawn_and_points_of_it_are_fitted(extended: Path) -> None:
    run(extended, "-c", COMMANDS)


METHOD_EVERYWHERE = """
import sys
from dataclasses import replace
import numpy as np
sys.path.append(sys.argv[1])
from drawing_scenes import clouds, document_of, scene_of
import solvers
from linclass_gui.answers.comparison import comparison
from linclass_gui.answers.criteria import criteria
from linclass_gui.scene.document import TrialLine
from linclass_gui.lessons.numbers import margins, numbers_of
from linclass_gui.layers import LAYERS
from linclass_gui.plots import PLOTS, landscapes, path

Method = solvers.SquaredHingeSVM
data = clouds(40, 1.0)
fit = solvers.fit(Method(C=3.0), data.X, data.y)
assert fit.status is solvers.Status.CONVERGED, fit
assert abs(fit.certificate.gap) < 1e-12, fit
document = document_of(data, [Method(C=3.0)])
scene = scene_of(replace(document, layers=frozenset(layer.name for layer in LAYERS)), None, TrialLine(30.0, (0.0, 0.0)))
drawn = {layer.part_of or layer.name for layer in LAYERS if tuple(layer.draw(scene))}
for layer in ("boundary", "margins", "band", "support-vectors", "slack", "width", "equation", "weight"):
    assert layer in drawn, layer
for plot in PLOTS:
    figure = plot.draw(scene)
    needs_more = plot.name in ("calibration", "convergence", "discriminant-plane", "feature-space", "probability")  # or steps ...
    assert not figure.message or needs_more, plot.name
assert numbers_of("dual-function", scene).needs == margins.OTHER_DUAL  # the multipliers of a square solve another one
assert Method(C=3.0).loss.name == "squared hinge"
assert landscapes.landscape(fit, "own").words == "squared hinge + penalty"
lanes = [lane.axis.label for lane in path.figure(scene).lanes]
assert {"margin", "mean squared slack", "objective"} <= set(lanes), lanes
assert "squared hinge loss" in [row[0].value for row in criteria(scene).rows]
assert any("squared hinge" in str(cell.value).lower().replace("-", " ") for row in comparison(scene).rows for cell in row)
assert "SquaredHingeSVM(C=3.0)" in repr(fit)
"""  # noqa: E501


def test_the_method_gets_everything_by_itself(extended: Path) -> None:
    """Losses, landscape, path, margins, formula and comparison ask the method and know no names."""
    run(extended, "-c", METHOD_EVERYWHERE, str(ROOT / "tests"))


CONTRACTS = (
    "solvers/contracts/test_contracts.py", "solvers/contracts/test_spaces.py",
    "solvers/contracts/test_border.py",
    "solvers/multiclass/test_schemes.py", "plots/test_plot_details.py",
)  # fmt: skip


def test_all_of_it_keeps_every_promise(extended: Path) -> None:
    """The contracts of all methods, also of those for K classes, of maps, kernels and plots, asked
    of the new ones.
    """
    new = ("SquaredHingeSVM", "NearestMedian", "margins-sorted", "Wave", "LaplacianKernel")
    wanted = [
        "-k",
        " or ".join(new),
        "-c",
        str(ROOT / "pyproject.toml"),
        *(str(ROOT / "tests" / name) for name in CONTRACTS),
    ]
    said = run(extended, "-m", "pytest", "-v", "-n0", "-p", "no:cacheprovider", *wanted)
    for name in new:
        assert re.search(rf"{name}.* PASSED", said), name


SPACES = """
import sys
from dataclasses import replace
import numpy as np
sys.path.append(sys.argv[1])
from drawing_scenes import clouds, document_of, scene_of
import solvers
from linclass_gui.files.codec import decode, encode
from linclass_gui.answers.score_formula import score_latex
from linclass_gui.layers import LAYERS
from linclass_gui.plots import PLOTS
from linclass_gui.scene.methods import SchemeChoice
from linclass_gui.scene.pairs import pairs_to_choose
from solvers.sklearn import SoftMarginSVM as Estimator

rng = np.random.default_rng(3)
X = rng.normal(size=(60, 2))
y = np.sin(2.0 * X[:, 0]) > X[:, 1]
for where in ({"features": solvers.Wave()}, {"kernel": solvers.LaplacianKernel()}):
    fit = solvers.fit(solvers.SoftMarginSVM(C=1000.0), X, y, **where)
    assert fit.status is solvers.Status.CONVERGED and fit.certificate.errors <= 3, (where, fit)
    document = document_of(clouds(40, 1.0), [solvers.SoftMarginSVM(C=3.0)], **where)
    assert decode(encode(document), "file").methods == document.methods
    scene = scene_of(document)
    assert score_latex(scene.fits["m1"])
    assert all(isinstance(tuple(layer.draw(scene)), tuple) for layer in LAYERS)
    assert all(plot.figure(scene) is not None for plot in PLOTS)
fit = solvers.fit(solvers.NearestMedian(), X, np.arange(60) % 3)
assert fit.status is solvers.Status.CONVERGED and fit.certificate.gap == 0.0, fit

X += 4.0 * np.column_stack([np.arange(60) % 4 // 2, np.arange(60) % 2])
data = solvers.Dataset(X, np.arange(60) % 4, ("a", "b", "c", "d"))
document = document_of(data, [solvers.SoftMarginSVM(C=3.0)])
(method,) = document.methods
document = document.with_method(replace(method, scheme=SchemeChoice("output-codes")))
pairs = pairs_to_choose(document)
assert len(pairs) == 7 and pairs["a and c/b and d"] == ((1, 3), (0, 2)), pairs
document = replace(document, member=pairs["a and c/b and d"])
assert decode(encode(document), "file").member == document.member
scene = scene_of(document)
fit = scene.answer
assert fit.certificate.errors <= 20, fit
assert fit.members[(1, 3), (0, 2)] is fit.pair(document.member)
assert scene.pair_heading == ("a and c against b and d",)
assert all(isinstance(tuple(layer.draw(scene)), tuple) for layer in LAYERS)
assert all(plot.draw(scene).marks or plot.draw(scene).message for plot in PLOTS)
estimator = Estimator(penalty_scale="sum", scheme="output-codes").fit(X, data.labels)
assert estimator.score(X, data.labels) > 0.8, estimator.fit_
"""


def test_the_map_the_kernel_and_the_method_of_many_classes_fit(extended: Path) -> None:
    run(extended, "-c", SPACES, str(ROOT / "tests"))


TOOL_AND_THEME = """
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from linclass_gui.window import create_window
from linclass_gui.window.running import make_application
from linclass_gui.window.canvas.viewing import THEME_NAMES, theme_named

application = make_application([])
window = create_window()
window.resize(1280, 800)
window.show()
assert window.session.wait_idle(20_000)
assert "contrast" in [name for name, *_ in THEME_NAMES]
window.set_theme(theme_named("contrast"))
window.findChild(QWidget, "tool-relabel").click()
viewport = window.findChild(QWidget, "canvas").viewport()
left, right, low, high = 3, viewport.width() - 4, viewport.height() - 4, 3
corners = [QPoint(x, y) for x, y in ((left, high), (right, high), (right, low), (left, low))]
labels = window.session.document.dataset.labels
QTest.mousePress(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, corners[0])
for corner in corners:
    QTest.mouseMove(viewport, corner)
    application.processEvents()
QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, corners[-1])
assert window.session.wait_idle(20_000)
assert (window.session.document.dataset.labels != labels).any()
assert window.session.undo_stack.undoText() == "Relabel"
window.session.undo_stack.undo()
assert (window.session.document.dataset.labels == labels).all()
window.session.undo_stack.setClean()
window.close()
"""


def test_the_tool_and_the_theme_are_in_the_window(extended: Path) -> None:
    run(extended, "-c", TOOL_AND_THEME)
