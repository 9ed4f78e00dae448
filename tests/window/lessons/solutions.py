"""For every lesson with a goal: what reaches it, and a stray move that has nothing to do with
it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pupil import Pupil

from linclass_gui.scene.methods import SchemeChoice
from solvers import GaussianKernel, Identity, Monomials, Parabola, Polynomial, Populations

Way = Callable[[Pupil], None]


def narrower(populations: Populations) -> Populations:
    """The same means, half the deviations."""

    def shrunk(
        matrix: tuple[tuple[float, float], tuple[float, float]],
    ) -> tuple[tuple[float, float], tuple[float, float]]:
        (a, b), (c, d) = matrix
        return (a / 4.0, b / 4.0), (c / 4.0, d / 4.0)

    sides = (
        replace(side, covariance=shrunk(side.covariance))
        for side in (populations.minus, populations.plus)
    )
    return Populations(*sides)


def nudge(p: Pupil) -> None:
    """Move the first point a little."""
    x, y = p.window.session.document.dataset.X[0].tolist()
    p.drag((x, y), (x - 0.15, y + 0.1))


@dataclass(frozen=True)
class Solution:
    """The way to the goal, and a stray move."""

    way: Way
    stray: Way = nudge


def _two_slacks(p: Pupil) -> None:
    p.drag((1.8, 1.4), (-0.3, 0.7))
    p.drag((-2.2, -1.0), (-0.3, 0.3))


def _narrow(p: Pupil) -> None:
    p.drag((2.117, 0.914), (1.3667, 0.4118))


def _argmax(p: Pupil) -> None:
    p.choose("m1", scheme=SchemeChoice("one-vs-rest"))


def _after_the_prediction(p: Pupil) -> None:
    p.window.lessons.step_on()
    p.drag((-1.2, -0.6), (-2.1, -0.5))


def _on_a_plateau(p: Pupil) -> None:
    p.press_in_plot("weight-space", (0.4537, 0.315))
    p.answer(flat="1")


SOLUTIONS: Mapping[str, Solution] = {
    "two-sides": Solution(lambda p: p.line(45.0, (1.4142, 1.4142))),
    "many-lines": Solution(lambda p: p.line(346.4, (-0.1528, 0.0371))),
    "not-separable": Solution(lambda p: p.drag((-1.6, -0.55), (1.5, 0.6))),
    "projecting": Solution(lambda p: p.line(315.4, (0.051, -0.0506))),
    "fisher-criterion": Solution(lambda p: p.line(315.38, (0.0, 0.0))),
    "fisher-example": Solution(lambda p: p.answer(s11="52", s12="24", s21="24", s22="12")),
    "where-to-cut": Solution(lambda p: p.drag((0.06, -1.16), (8.6, 3.2))),
    "least-squares-is-fisher": Solution(lambda p: p.drag((0.94, -0.02), (-3.2, -3.7))),
    "least-squares-example": Solution(lambda p: p.answer(score="−1/3", side="2")),
    "far-blob": Solution(lambda p: p.click((10.8, 3.2)), lambda p: p.click((2.0, 1.5))),
    "bayes": Solution(lambda p: p.sample(narrower)),
    "priors-and-costs": Solution(lambda p: p.line(1.48, (-0.565, -0.0146))),
    "counting-words": Solution(lambda p: p.flip((1.0, 4.0), (2.0, 5.0), (4.0, 1.0), (5.0, 2.0))),
    "score-to-probability": Solution(lambda p: p.set("m1", l2=0.0195)),
    "newton": Solution(lambda p: p.answer(steps="7")),
    "lda-or-logistic": Solution(_narrow, lambda p: p.drag((0.87, 0.793), (0.82, 0.87))),
    "too-certain": Solution(lambda p: p.set("m1", l2=0.019)),
    "perceptron": Solution(lambda p: p.drag((1.27, 0.12), (3.5, 0.3))),
    "all-mistakes": Solution(lambda p: p.set("m1", rate=3.0)),
    "landscapes": Solution(_on_a_plateau, lambda p: p.answer(flat="1")),
    "iris": Solution(lambda p: p.answer(prover="4")),
    "one-against-all": Solution(lambda p: p.answer(why="2")),
    "masking": Solution(lambda p: p.answer(taken="1")),
    "three-irises": Solution(lambda p: p.answer(pair="3")),
    "canonical": Solution(lambda p: p.line(24.4, (0.2223, 0.1009))),
    "hard-margin": Solution(
        lambda p: p.drag((-3.32, -0.82), (-4.2, -1.5)), lambda p: p.drag((-0.3, -0.18), (0.1, 0.0))
    ),
    "dual": Solution(_after_the_prediction),
    "slack": Solution(_two_slacks),
    "soft-margin": Solution(lambda p: p.set("m1", C=3.0)),
    "two-thresholds": Solution(
        lambda p: p.choose("m1", features=Monomials(first=False, second=False, first_square=True))
    ),
    "circle": Solution(lambda p: p.choose("m1", features=Parabola())),
    "xor": Solution(lambda p: p.drag((1.0, 1.0), (1.3, 1.2)), lambda p: p.set("m1", C=50.0)),
    "many-classes": Solution(_argmax),
    "kernels": Solution(lambda p: p.choose("m1", kernel=GaussianKernel(0.5))),
    "held-back": Solution(lambda p: p.answer(more="2")),
    "overfitting": Solution(lambda p: p.choose("m1", features=Polynomial(2))),
    "choosing-c": Solution(lambda p: p.set("m1", C=100.0)),
    "penalty": Solution(lambda p: p.set("m1", l2=1.0)),
    "another-sample": Solution(lambda p: p.sample(lambda populations: populations, 4000)),
    "no-signal": Solution(lambda p: p.answer(share="50")),
    "units": Solution(lambda p: p.standardise()),
    "thresholds": Solution(lambda p: p.answer(alarms="19")),
}


def _a_nudge_and_another_map(p: Pupil) -> None:
    p.drag((1.0, 1.0), (1.01, 1.0))
    p.choose("m1", features=Parabola())


def wider(populations: Populations) -> Populations:
    """The same means, larger deviations."""
    sides = (
        replace(side, covariance=((4.0, 0.0), (0.0, 4.0)))
        for side in (populations.minus, populations.plus)
    )
    return Populations(*sides)


def further(populations: Populations) -> Populations:
    """The means further apart."""
    return replace(populations, plus=replace(populations.plus, mean=(9.0, 9.0)))


def rarer(populations: Populations) -> Populations:
    """Nearly all points of one class."""
    minus, plus = replace(populations.minus, prior=0.1), replace(populations.plus, prior=0.9)
    return Populations(minus, plus)


def _two_points_into_the_other_class(p: Pupil) -> None:
    p.drag((-0.5, -0.06), (2.0, 0.75))
    p.drag((-1.83, -0.33), (1.9, 0.15))


# Typical mistakes, and words of the sentence that answers them.  Those of questions are in their
# files.
MISTAKES: Sequence[tuple[str, Way, str]] = (
    ("fisher-criterion", lambda p: p.line(0.336, (0.0, 0.0)), "direction of the means"),
    ("where-to-cut", _two_points_into_the_other_class, "errs more now"),
    ("far-blob", lambda p: p.click((-3.2, 2.0)), "listens to points on the wrong side"),
    ("far-blob", lambda p: (p.click((3.0, 1.5)), p.click((3.5, 1.0)))[0], "One point is enough"),
    (
        "far-blob",
        lambda p: (p.choose_class(0), p.click((-3.2, 2.0)))[0],
        "is of class −",
    ),
    ("bayes", lambda p: p.sample(further), "means are to stay"),
    ("bayes", lambda p: p.sample(rarer), "Where one class is rare"),
    ("bayes", lambda p: p.sample(wider), "overlap more"),
    ("priors-and-costs", lambda p: p.line(1.48, (0.8, -0.0146)), "into class −"),
    ("counting-words", lambda p: p.drag((1.0, 4.0), (0.0, 6.0)), "even better"),
    ("score-to-probability", lambda p: p.set("m1", l2=1.0), "less certain than before"),
    ("too-certain", lambda p: p.set("m1", l2=1.0), "lets it grow"),
    ("hard-margin", lambda p: p.drag((-0.3, -0.18), (-1.1, -0.7)), "wider without it"),
    ("hard-margin", lambda p: p.drag((-3.32, -0.82), (0.2, 0.5)), "come into the margin"),
    (
        "two-thresholds",
        lambda p: p.choose("m1", features=Monomials(second=False)),
        "does not tell the inner points",
    ),
    (
        "circle",
        lambda p: p.choose("m1", features=Monomials(False, False, True, False, True)),
        "larger $C$",
    ),
    ("overfitting", lambda p: p.choose("m1", features=Polynomial(1)), "straight line"),
    ("penalty", lambda p: p.choose("m1", features=Polynomial(2)), "Fewer features"),
    ("penalty", lambda p: p.set("m1", l2=100.0), "rise again"),
    ("overfitting", lambda p: p.choose("m1", features=Polynomial(6)), "even more"),
    ("circle", lambda p: p.choose("m1", features=Identity()), "every point is called class −"),
    ("overfitting", lambda p: p.choose("m1", features=Polynomial(3)), "another degree"),
    ("choosing-c", lambda p: p.set("m1", C=10.0), "rarer class"),
    ("choosing-c", lambda p: p.set("m1", C=1000.0), "lowest point"),
    ("penalty", lambda p: p.set("m1", l2=1e-4), "too small"),
    ("far-blob", lambda p: p.click((2.0, 1.5)), "no more errors yet"),
    ("priors-and-costs", lambda p: p.line(1.48, (-2.5, 0.0)), "costs more than it saves"),
    ("priors-and-costs", lambda p: p.line(181.48, (-0.565, 0.0)), "wrong way round"),
    ("score-to-probability", lambda p: p.set("m1", l2=0.001), "too certain"),
    ("too-certain", lambda p: p.set("m1", l2=0.001), "larger $λ$"),
    ("kernels", lambda p: p.choose("m1", kernel=GaussianKernel(5.0)), "nearly a line"),
    ("kernels", lambda p: p.choose("m1", kernel=GaussianKernel(0.05)), "islands shrink"),
    ("another-sample", lambda p: p.sample(further, 400), "other populations"),
)


# What reaches the numbers of a goal, but not its meaning: parameters where points were to be moved,
# or a number to be found.
CHEATS: Mapping[str, Way] = {
    "newton": lambda p: (p.set("m1", algorithm="gradient", max_steps=20), p.answer(steps="20"))[0],
    "many-lines": lambda p: (
        p.set("m1", margin=5.0),
        p.set("m2", margin=5.0),
        p.set("m3", margin=5.0),
    )[0],
    "counting-words": lambda p: p.set("m1", smoothing=10.0),
    "xor": _a_nudge_and_another_map,
}


def _another_kernel(p: Pupil) -> None:
    p.set("m1", C=100.0)
    p.choose("m1", kernel=GaussianKernel(1.0))


# What reaches the error that is wanted by another parameter than the one that the goal names, and
# the line that says so.
DETOURS: Mapping[str, tuple[Way, str]] = {
    "overfitting": (lambda p: p.set("m1", l2=0.01), "The penalty $λ$: 0.01, wanted exactly"),
    "choosing-c": (_another_kernel, "The width $σ$: 1, wanted exactly"),
}
