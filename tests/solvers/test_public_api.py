"""The public names and signatures that scripts and notebooks rely on, and what importing them may
pull in.
"""

from __future__ import annotations

import inspect
import pickle
import shutil
import subprocess
import sys
from dataclasses import is_dataclass
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


def test_a_kernel_fit_with_an_algorithm_and_a_start_works_as_written() -> None:
    earlier = solvers.fit(solvers.SoftMarginSVM(), X, Y, kernel=solvers.GaussianKernel(sigma=0.5))
    method = solvers.SoftMarginSVM(C=10.0, algorithm="smo")
    fit = solvers.fit(method, X, Y, kernel=solvers.GaussianKernel(sigma=0.5), start=earlier)
    assert fit.w is None
    assert fit.has_model
    assert fit.predict(X).tolist() == Y.tolist()


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


def test_fit_takes_exactly_these_arguments() -> None:
    signature = inspect.signature(solvers.fit)
    assert list(signature.parameters) == [
        "method",
        "X",
        "y",
        "features",
        "kernel",
        "sample_weight",
        "class_weight",
        "start",
        "max_steps",
        "cancelled",
        "trace",
    ]
    keywords = [p for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY]
    assert [p.name for p in keywords] == [
        "features",
        "kernel",
        "sample_weight",
        "class_weight",
        "start",
        "max_steps",
        "cancelled",
        "trace",
    ]
    assert all(p.default is None or p.default is True for p in keywords)


def test_the_functions_beside_fit_work_as_written() -> None:
    assert solvers.separability(X, Y).separable
    curve = solvers.fisher_curve(X, Y, np.linspace(0, np.pi, 7))
    assert len(curve.J) == 7
    assert list(inspect.signature(solvers.soft_margin_path).parameters)[:2] == ["X", "y"]
    path = solvers.soft_margin_path(X, Y)
    assert path is not None


def test_statuses_are_the_eleven_of_the_design() -> None:
    names = (
        "CONVERGED NOT_SEPARABLE UNBOUNDED SINGULAR STATIONARY ENDED BUDGET RUNNING CANCELLED "
        "NO_DATA NOT_APPLICABLE"
    )
    assert [s.name for s in Status] == names.split()
    assert [c.name for c in solvers.PointClass] == ["BEYOND", "TOUCHING", "FREE", "BOUND", "WRONG"]


PARAMETERS = {
    "MeanDifference": ["offset"],
    "Fisher": ["offset"],
    "LeastSquares": ["ridge"],
    "GaussianGenerative": ["covariance", "priors"],
    "MultinomialNaiveBayes": ["smoothing", "priors"],
    "Perceptron": [
        "update",
        "rate",
        "schedule",
        "margin",
        "threshold",
        "order",
        "seed",
        "max_epochs",
    ],
    "Relaxation": ["update", "rate", "margin", "max_epochs"],
    "LMS": ["rate", "order", "max_epochs"],
    "HoKashyap": ["rate", "max_iterations"],
    "LogisticRegression": ["l2", "algorithm", "penalise_bias"],
    "BayesianLogistic": ["prior_variance"],
    "HardMarginSVM": ["algorithm"],
    "SoftMarginSVM": ["C", "algorithm"],
}


def test_methods_come_in_the_order_of_the_book() -> None:
    assert isinstance(solvers.METHODS, tuple)
    names = [kind.__name__ for kind in solvers.METHODS]
    assert [name for name in names if name in PARAMETERS] == [
        name for name in PARAMETERS if name in names
    ]


@pytest.mark.parametrize(
    "kind", [*solvers.METHODS, *solvers.SCHEMES, *solvers.FEATURE_MAPS, *solvers.KERNELS]
)
def test_what_is_listed_is_public(kind: type) -> None:
    assert getattr(solvers, kind.__name__) is kind


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_method_of_the_table_exists_with_its_parameters(name: str) -> None:
    kind = getattr(solvers, name)
    assert kind in solvers.METHODS
    assert is_dataclass(kind)
    parameters = {p.name: p for p in solvers.parameters_of(kind)}
    assert set(PARAMETERS[name]) <= set(parameters)
    method = kind()  # every parameter has a default
    with pytest.raises(AttributeError):
        setattr(method, next(iter(parameters)), None)


@pytest.mark.parametrize(
    ("name", "parameter", "options"),
    [
        ("Fisher", "offset", {"training-error", "midpoint", "prior", "least-squares"}),
        ("MeanDifference", "offset", {"training-error", "midpoint", "prior", "least-squares"}),
        ("GaussianGenerative", "covariance", {"shared", "separate", "diagonal"}),
        ("Perceptron", "update", {"batch", "single"}),
        ("Perceptron", "schedule", {"constant", "1/k"}),
        ("Perceptron", "order", {"cyclic", "shuffled"}),
        ("Relaxation", "update", {"batch", "single"}),
        ("LogisticRegression", "algorithm", {"newton", "gradient"}),
        ("HardMarginSVM", "algorithm", {"hull", "interior-point", "smo"}),
        ("SoftMarginSVM", "algorithm", {"active-set", "interior-point", "smo", "subgradient"}),
    ],
)
def test_choices_have_the_names_of_the_table(name: str, parameter: str, options: set[str]) -> None:
    found = next(p for p in solvers.parameters_of(getattr(solvers, name)) if p.name == parameter)
    assert set(found.choice.options) == options


@pytest.mark.parametrize(
    ("name", "first"),
    [("HardMarginSVM", "hull"), ("SoftMarginSVM", "active-set"), ("Fisher", "training-error")],
)
def test_defaults_are_the_exact_ones(name: str, first: str) -> None:
    assert first in vars(getattr(solvers, name)()).values()


def test_feature_maps_and_kernels_take_their_parameters_by_name() -> None:
    assert solvers.Polynomial(degree=3).degree == 3
    assert solvers.Product(factor=2.0).factor == 2.0
    assert solvers.GaussianKernel(sigma=0.5).sigma == 0.5
    assert solvers.PolynomialKernel(degree=2).degree == 2
    kernel = solvers.TanhKernel(beta=1.0, gamma=-1.0)
    assert (kernel.beta, kernel.gamma) == (1.0, -1.0)


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
