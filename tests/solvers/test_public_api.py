"""The public names and signatures that scripts and notebooks rely on, and what importing them may
pull in.
"""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import solvers
from solvers import Status
from solvers.fitting import OfTwoClasses, refuse
from solvers.multiclass.forms import takes_many

ROOT = Path(__file__).resolve().parents[2]
X = np.array([[1.0, 2.0], [2.0, 0.0], [3.0, 1.0], [2.0, 3.0], [0.5, 0.5], [3.5, 2.5]])
Y = np.array([1, 1, -1, -1, 1, -1])


def test_the_calls_of_the_design_work_as_written() -> None:
    fit = solvers.fit(solvers.SoftMarginSVM(C=10.0), X, Y)
    assert fit.w.shape == (2,)
    assert isinstance(fit.b, float)
    assert fit.alpha.shape == (6,)
    assert fit.decision_function(X).shape == (6,)
    assert fit.predict(X).shape == (6,)
    assert fit.status is Status.CONVERGED
    assert fit.status.sentence
    assert fit.history[-1] is fit.last
    assert fit.at(0).last is fit.history[0]
    assert fit.seconds >= 0
    certificate = fit.certificate
    assert certificate.margins.shape == certificate.point_class.shape == (6,)
    assert {"primal", "dual", "gap", "worst_violation", "separability"} <= set(vars(certificate))
    solvers.fit(solvers.Fisher(offset="training-error"), X, Y, features=solvers.Polynomial(2))


@pytest.mark.parametrize(
    "kind", [*solvers.METHODS, *solvers.SCHEMES], ids=lambda kind: kind.__name__
)
def test_a_fit_with_its_history_can_be_pickled(kind: type) -> None:
    """Words that nobody has read are composed first."""
    labels = Y if kind in solvers.METHODS else [0, 1, 2, 0, 1, 2]
    fit = solvers.fit(kind(), X, labels)
    copy = pickle.loads(pickle.dumps(fit))
    assert copy.explanation == fit.explanation
    assert [step.note for step in copy.history] == [step.note for step in fit.history]


@pytest.mark.parametrize(
    "kind", [*solvers.METHODS, *solvers.SCHEMES, *solvers.FEATURE_MAPS, *solvers.KERNELS]
)
def test_what_is_listed_is_public(kind: type) -> None:
    assert getattr(solvers, kind.__name__) is kind


# --- what an import pulls in ----------------------------------------------------------------------

BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked}:
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Blocker())
"""


def run(code: str, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_importing_and_fitting_needs_no_qt() -> None:
    code = BLOCKED.format(
        blocked={"PySide6", "pyqtgraph", "shiboken6", "matplotlib", "sklearn"}
    ) + (
        "import solvers\n"
        "for kind in solvers.METHODS:\n"
        "    fit = solvers.fit(kind(), [[0., 0.], [1., 0.], [3., 1.], [4., 2.]], [0, 0, 1, 1])\n"
        "    assert fit.explanation\n"
        "assert not any(name.startswith('PySide6') for name in sys.modules)\n"
    )
    result = run(code)
    assert result.returncode == 0, result.stderr


def test_importing_loads_neither_qt_nor_scipy() -> None:
    """scipy takes a quarter of a second to load: whoever needs it imports it when it is needed."""
    code = (
        "import sys, solvers; print(sorted({m.split('.')[0] for m in sys.modules} & {'scipy', "
        "'PySide6', 'pyqtgraph'}))"
    )
    result = run(code)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "[]"


def test_the_import_contract_catches_a_planted_qt_import(tmp_path: Path) -> None:
    """A copy of the tree passes the contracts; with one line planted in a method it does not."""
    pytest.importorskip("importlinter", reason="import-linter is not installed")
    linter = Path(sys.executable).with_name("lint-imports")
    if not linter.exists():
        pytest.skip("the command lint-imports is not installed beside this Python")
    for part in ("solvers", "linclass_gui"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)

    def lint() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [linter, "--no-cache"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    clean = lint()
    assert clean.returncode == 0, clean.stdout + clean.stderr
    planted = tmp_path / "solvers" / "methods" / "perceptron.py"
    text = planted.read_text(encoding="utf-8").replace(
        "import numpy as np\n", "import numpy as np\nimport PySide6\n", 1
    )
    planted.write_text(text, encoding="utf-8")
    caught = lint()
    assert caught.returncode != 0
    assert "PySide6" in caught.stdout
    assert "never imports Qt" in " ".join(caught.stdout.split())


def test_a_method_poses_its_problem() -> None:
    labels, signs = (Y > 0).astype(np.int64), np.where(Y > 0, 1.0, -1.0)
    two = solvers.pose(solvers.Fisher(), X, labels, ("a", "b"), signs=signs)
    assert isinstance(two, solvers.Problem)
    assert two.y is signs
    assert two.labels is labels
    assert two.classes == (0, 1)
    assert solvers.pose(solvers.Fisher(), X, labels, ("a", "b")).labels.tolist() == [
        1,
        1,
        0,
        0,
        1,
        0,
    ]
    of_all = solvers.pose(solvers.Softmax(), X, labels, ("a", "b"))
    three = solvers.pose(solvers.Fisher(), X, labels, ("a", "b", "c"))
    assert isinstance(of_all, solvers.ManyProblem)
    assert isinstance(three, solvers.ManyProblem)
    assert (of_all.K, three.K, three.present) == (2, 3, (0, 1))
    mapped = solvers.pose(solvers.Fisher(), X, labels, ("a", "b"), features=solvers.Polynomial(2))
    assert mapped.Phi.shape == (6, 5)


@pytest.mark.parametrize("names", [("a", "b"), ("a", "b", "c")], ids=len)
def test_an_answer_may_say_why_there_is_none(names: tuple[str, ...]) -> None:
    labels = (Y > 0).astype(np.int64)
    problem = solvers.pose(solvers.Fisher(), X, labels, names)
    answer = refuse(solvers.Fisher(), problem, "No electricity.")
    assert answer.status is Status.NOT_APPLICABLE
    assert answer.explanation == "No electricity."
    assert not answer.predicts
    assert np.isnan(answer.certificate.margins).all()


def test_the_methods_that_are_typed_as_fits_of_two_classes_are_those_that_know_no_more() -> None:
    of_two = {kind for kind in solvers.METHODS if not takes_many(kind())}
    assert set(get_args(OfTwoClasses)) == of_two
    fit: solvers.Fit = solvers.fit(solvers.HardMarginSVM(), [[0.0, 0.0], [1.0, 1.0]], [0, 1])
    assert fit.margin == pytest.approx(0.5**0.5)
