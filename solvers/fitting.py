"""``fit``, ``solve`` and ``grab``: two classes or many, by what the method and the labels are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike

from . import drive
from .arrays import Floats, Ints, locked
from .kernels import Kernel
from .maps import FeatureMap
from .method import Fit, Method
from .methods import (
    LMS,
    METHODS,
    BayesianLogistic,
    HardMarginSVM,
    HoKashyap,
    LogisticRegression,
    Perceptron,
    Relaxation,
    SoftMarginSVM,
)
from .multiclass.forms import form_of, takes_many
from .multiclass.method import AnyFit, AnyMethod, AnyProblem, ManyFit, ManyMethod
from .multiclass.problem import ManyProblem
from .multiclass.registry import SCHEMES
from .multiclass.schemes import Scheme
from .multiclass.solving import solve_many
from .problem import IDENTITY, Problem
from .result import Iterate, Outcome, Status
from .suggestions import closest_name
from .validation import check_kind, shown_value
from .weighing import ClassWeight, Weighing

# Methods that never give a ManyFit; others do for more than two labels, which no type can tell.
OfTwoClasses = (
    BayesianLogistic
    | HardMarginSVM
    | HoKashyap
    | LMS
    | LogisticRegression
    | Perceptron
    | Relaxation
    | SoftMarginSVM
)


# Those of two-class fits, by their names in files and on the command line, as one-vs-rest.
OF_MEMBERS: dict[str, type[Scheme]] = {
    kind.label.replace(" ", "-"): kind for kind in SCHEMES if issubclass(kind, Scheme)
}
NO_WEIGHTS = (
    "{} minimises no sum of losses: sample_weight and class_weight mean nothing to it, leave them "
    "out"
)


class Options(TypedDict, total=False):
    """How long a fit may take and what is kept of it: the last arguments of :func:`fit` and
    :func:`solve`.
    """

    max_steps: int | None
    cancelled: Callable[[], bool] | None
    trace: bool


class SolveOptions(Options, total=False):
    """The same options, and whether a point is held meanwhile."""

    is_held: bool


class FitOptions(Options, total=False):
    """The same options, the space that the points are mapped to, and how many times each counts."""

    features: FeatureMap | None
    kernel: Kernel | None
    sample_weight: ArrayLike | None
    class_weight: ClassWeight | None


@overload
def fit(
    method: ManyMethod,
    X: ArrayLike,
    y: ArrayLike,
    *,
    start: ManyFit | None = None,
    **options: Unpack[FitOptions],
) -> ManyFit: ...


@overload
def fit(
    method: OfTwoClasses,
    X: ArrayLike,
    y: ArrayLike,
    *,
    start: Fit | None = None,
    **rest: Unpack[FitOptions],
) -> Fit: ...


@overload
def fit(
    method: Method, X: ArrayLike, y: ArrayLike, *, start: Any = None, **rest: Unpack[FitOptions]
) -> Any: ...


def fit(
    method: AnyMethod,
    X: ArrayLike,
    y: ArrayLike,
    *,
    features: FeatureMap | None = None,
    kernel: Kernel | None = None,
    sample_weight: ArrayLike | None = None,
    class_weight: ClassWeight | None = None,
    start: Any = None,
    max_steps: int | None = None,
    cancelled: Callable[[], bool] | None = None,
    trace: bool = True,
) -> Any:
    """Fit a method to points ``X (n, d)`` with labels ``y (n,)``; maps need d = 2.

    X is copied, unless it is a read-only array of doubles (``X.setflags(write=False)``), which is
    shared.

    A two-class method and at most two distinct labels give a :class:`Fit`: the larger one is +1, of
    two words that tell, such as yes and no, that one (:func:`~solvers.signs.signed_pair`).  A
    method for any number of classes, or one that knows them beside more than two labels, gives a
    :class:`ManyFit`.

    ``sample_weight (n,)``: a point of weight 2 is two points, for the methods that minimise a sum
    of losses (:attr:`Method.takes_weights`), in that sum and in the n by which some divide it.
    ``class_weight`` multiplies the losses of a class, ``{label: 3.0}``, and leaves n alone;
    "balanced" is ``n / (K n_k)``.

    ``features`` maps the points first, ``kernel`` replaces the map for margin methods, ``start`` is
    an earlier fit to begin from, ``max_steps`` bounds the number of iterates, ``cancelled`` is
    asked between steps, ``trace=False`` skips the history.

    Raises:
        ValueError: what :meth:`Problem.from_labels` refuses (more than two labels for a two-class
            method: it names the schemes), weights of a method that takes none, or a ``max_steps``
            that is not a whole number >= 1, or a beginning ``(b, w)`` for another number of
            features.
        TypeError: a method, feature map, kernel or start of another type (a class in place of an
            instance, say).
    """
    check_method(method)
    if (sample_weight is not None or class_weight is not None) and not method.takes_weights:
        raise ValueError(NO_WEIGHTS.format(method.name))
    options: Options = {"max_steps": max_steps, "cancelled": cancelled, "trace": trace}
    if isinstance(method, Method) and not (takes_many(method) and has_many(y)):
        problem = Problem.from_labels(X, y, features, kernel, sample_weight, class_weight)
        check_beginning(method, problem)
        return drive.solve(method, problem, start=start, **options)
    problem_of_many = ManyProblem.from_labels(X, y, features, kernel, sample_weight, class_weight)
    return solve_many(method, problem_of_many, start=start, **options)


def is_of_many(method: AnyMethod, classes: int) -> bool:
    """Whether a method has a problem of K classes where there are so many of them: more than two,
    or any number of a method that knows no two-class form.
    """
    return classes > 2 or isinstance(method, ManyMethod)


def pose(
    method: AnyMethod,
    points: Floats,
    labels: Ints,
    names: Sequence[str],
    *,
    features: FeatureMap = IDENTITY,
    kernel: Kernel | None = None,
    signs: Floats | None = None,
    weighing: Weighing | None = None,
) -> AnyProblem:
    """The problem that a method has with ``points`` whose ``labels`` are indices of named classes.

    With two names it is one of two classes, for every method that knows them; the second name is
    class +.  ``signs (n,)``, where they are known, are shared by all problems of the same labels.
    """
    if is_of_many(method, len(names)):
        classes = tuple(range(len(names)))
        return ManyProblem(points, labels, classes, features, kernel, tuple(names), weighing)
    y = locked(np.where(labels == 1, 1.0, -1.0)) if signs is None else signs
    problem = Problem(points, y, features, kernel, (0, 1), weighing)
    problem.__dict__["labels"] = labels  # known already, and shared over a drag
    return problem


def refuse(method: AnyMethod, problem: AnyProblem, sentence: str) -> AnyFit:
    """An answer without a model: the method cannot be applied, and the sentence says why.

    Nothing is asked of the problem, which may be at fault.
    """
    outcome = Outcome(Status.NOT_APPLICABLE, sentence)
    if isinstance(problem, ManyProblem):
        return ManyFit.nothing(method, form_of(method, problem), problem, outcome)
    assert isinstance(method, Method)  # the others have a problem of K classes
    no_model = Iterate(None, math.nan)
    return Fit(method, problem, no_model, outcome, (no_model,), 0.0)


@overload
def solve(
    method: Method, problem: Problem, *, start: Fit | None = None, **options: Unpack[SolveOptions]
) -> Fit: ...


@overload
def solve(
    method: AnyMethod,
    problem: ManyProblem,
    *,
    start: ManyFit | None = None,
    **options: Unpack[SolveOptions],
) -> ManyFit: ...


@overload
def solve(
    method: AnyMethod,
    problem: AnyProblem,
    *,
    start: AnyFit | None = None,
    **options: Unpack[SolveOptions],
) -> AnyFit: ...


def solve(
    method: AnyMethod,
    problem: AnyProblem,
    *,
    start: Any = None,
    max_steps: int | None = None,
    cancelled: Callable[[], bool] | None = None,
    trace: bool = True,
    is_held: bool = False,
) -> AnyFit:
    """Fit a method to a problem that is already built (several methods share what they derive from
    it).

    ``is_held`` is for the pictures while a point is held: a run that may take many frames is left
    after about one, RUNNING, and nothing has a history.

    Raises:
        TypeError: not a method, or a method for many classes together with a two-class
            problem.
    """
    options: SolveOptions = {
        "max_steps": max_steps,
        "cancelled": cancelled,
        "trace": trace,
        "is_held": is_held,
    }
    if isinstance(problem, ManyProblem):
        check_method(method)
        return solve_many(method, problem, start=start, **options)
    if isinstance(method, ManyMethod):
        raise TypeError(
            f"{type(method).__name__} is fitted to a ManyProblem; got a Problem of two classes"
        )
    return drive.solve(method, problem, start=start, **options)


def check_method(method: object) -> None:
    """Refuse anything but a method.

    Raises:
        TypeError: saying what to pass.
    """
    if isinstance(method, np.ndarray | list | tuple):
        raise TypeError("the method comes first, then points and labels: fit(method, X, y)")
    if isinstance(method, str):
        names = [kind.__name__ for kind in (*METHODS, *SCHEMES)]
        meant = closest_name(method, names)
        advice = f"did you mean {meant}()?" if meant else "pass one such as SoftMarginSVM()"
        raise TypeError(f"method must be a Method, not its name {shown_value(method)}: {advice}")
    if not isinstance(method, ManyMethod):
        is_class_of_many = isinstance(method, type) and issubclass(method, ManyMethod)
        check_kind("method", method, ManyMethod if is_class_of_many else Method, "SoftMarginSVM()")


def check_beginning(method: AnyMethod, problem: AnyProblem) -> None:
    """Refuse initial weights that do not belong to the feature map.

    They are refused where map and weights are given together.  A picture may change its map later,
    and then begins at zero (:func:`solve`).

    Raises:
        ValueError: saying how many numbers there should be.
    """
    begin = getattr(method, method.beginning) if method.beginning else None
    features = problem.Phi.shape[1] if begin is not None else 0
    if begin is not None and len(begin) != features + 1:
        expected_numbers = f"b and the weights of the {features} features, {features + 1} numbers"
        raise ValueError(
            f"{type(method).__name__}: {method.beginning} must hold {expected_numbers}; "
            f"got {len(begin)}"
        )


def has_many(y: ArrayLike) -> bool:
    """Whether labels hold more than two distinct values; anything but an array of labels is refused
    later, with a sentence.
    """
    try:
        values = np.asarray(y)
        values = values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values
        # Three looks: a million labels are a hundred times slower to sort, a few of them quicker.
        if values.ndim == 1 and values.dtype.kind in "fiub" and len(values) > 200:
            low, high = values.min(), values.max()
            if low <= high:  # false where a label is not a number
                return bool(((values != low) & (values != high)).any())
        # Without an inverse np.unique imports numpy.ma, which takes longer than a fit.
        return values.ndim == 1 and len(np.unique(values, return_inverse=True)[0]) > 2
    except (ValueError, TypeError):
        return False
