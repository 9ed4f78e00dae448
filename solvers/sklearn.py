"""The methods as estimators of scikit-learn, for pipelines, grid searches and comparisons:
``solvers.sklearn.SoftMarginSVM(C=10)``.

Needs scikit-learn, which nothing else here does.  Each estimator has the parameters of its method
under their own names, and where it applies

- ``features`` (a map of the plane) and ``kernel`` (of any number of features),
- ``class_weight`` and, in ``fit``, ``sample_weight``, for every sum of losses,
- ``scheme``: of more than two classes ``"one-vs-one"`` or ``"one-vs-rest"``, for methods that tell
  two classes apart,
- ``penalty_scale``: what C is.  ``"mean"``, the default, is the C of the lectures, C times the MEAN
  loss, that is C/n for each sample; ``"sum"`` is the C of scikit-learn, C times the SUM of the
  losses: ``SoftMarginSVM(C=1.0, penalty_scale="sum")`` is ``SVC(C=1.0, kernel="linear")``.

``fit_`` is the certified answer: its status, its sentence, its gap.

``classes_`` is sorted, as scikit-learn demands, and of two classes the second one is positive: of
words that tell, such as + and -, that may be the other one than in :func:`solvers.fit`, which takes
the + there (:func:`solvers.signs.signed_pair`).

They pass scikit-learn's own ``check_estimator``, but for two methods that have no answer on the
data of some of these checks and say so: the hard margin where classes overlap, and naive Bayes for
counts where numbers are not whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast, get_type_hints

import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    from sklearn.base import (
        BaseEstimator,
        ClassifierMixin,
        ClassNamePrefixFeaturesOutMixin,
        TransformerMixin,
    )
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data
except ImportError as missing:
    raise ImportError(
        f"solvers.sklearn needs scikit-learn 1.6 or newer ({missing}): pip install scikit-learn",
        name=missing.name,
    ) from None

from . import methods  # the classes here have the names of theirs
from .arrays import Floats, locked, locked_ints
from .fitting import OF_MEMBERS, is_of_many, solve
from .kernels import Kernel
from .maps import FeatureMap
from .method import Method
from .multiclass import registry
from .multiclass.forms import takes_many
from .multiclass.method import AnyFit, AnyProblem, ManyFit, ManyMethod
from .multiclass.problem import ManyProblem
from .problem import IDENTITY, Problem, check_space
from .weighing import Weighing, weighing_of

if TYPE_CHECKING:
    # scikit-learn has no types of its own: what it brings, as it is used here.
    class _Estimator:
        def __init__(self, *values: Any, **parameters: Any) -> None: ...
        def get_params(self, deep: bool = True) -> dict[str, Any]: ...
        def set_params(self, **params: Any) -> Self: ...
        def score(
            self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
        ) -> float: ...
        def __sklearn_tags__(self) -> Any: ...

    class _Transformer:
        def fit_transform(self, X: ArrayLike, y: ArrayLike, **fit_params: Any) -> Floats: ...
        def get_feature_names_out(self, input_features: ArrayLike | None = None) -> Any: ...

else:

    class _Estimator(ClassifierMixin, BaseEstimator):
        pass

    class _Transformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin):
        pass


# What type checkers make of their sources is not what they take and give.
_validated: Any = validate_data
_sample_weight: Any = _check_sample_weight
Labels = NDArray[Any]
ClassWeight = Mapping[Any, float] | str | None
PENALTY_SCALES = ("mean", "sum")
# The facts of a fit that count what it did, the coarsest first.
COUNTS = ("steps", "epochs", "iterations")
Member = TypeVar("Member", bound=Callable[..., Any])
Kind = TypeVar("Kind", bound="Classifier")


def _available_if(check: Callable[[Any], bool]) -> Callable[[Member], Member]:
    """scikit-learn's ``available_if``, with the type of what it decorates."""
    return cast(Callable[[Member], Member], available_if(check))


def _has_probability(estimator: Any) -> bool:
    fitted = getattr(estimator, "fit_", None)
    if fitted is None:
        return bool(estimator.method.has_probability)
    return fitted.has_probability or _has_probable_members(fitted)


def _has_probable_members(fitted: AnyFit) -> bool:
    """Whether every class has a probability against the rest."""
    scheme = fitted.method
    return isinstance(scheme, registry.OneVsRest) and scheme.method.has_probability


def _has_one_score(estimator: Any) -> bool:
    # The probabilities of the Bayesian fit weigh the score by how sure it is there: the two order
    # points differently.
    return bool(estimator.method is not methods.BayesianLogistic)


def _with_parameters(kind: type[Kind]) -> type[Kind]:
    """An estimator with the parameters of its method, of which the first one needs no name, and
    with those that it declares.
    """
    own = fields(kind.method) if "method" in vars(kind) else ()
    hints = get_type_hints(kind.method) if own else {}
    types: dict[str, Any] = {field.name: hints[field.name] for field in own}
    for field in own:
        setattr(kind, field.name, field.default)
    first = dict(list(types.items())[:1])
    declared = vars(kind).get("__annotations__", {})
    kind.__annotations__ = first | {"_": KW_ONLY} | types | declared
    return dataclass(eq=False, repr=False)(kind)


@_with_parameters
class Classifier(_Estimator):
    """Base of the estimators: ``method`` is the kind of method that is fitted.

    Attributes of a fitted estimator: ``classes_`` the labels in rising order, ``fit_`` the
    certified answer, ``coef_`` and ``intercept_`` where a score is a linear function of the
    features, ``n_iter_`` where the method counts its steps, ``n_features_in_`` and, of data frames,
    ``feature_names_in_``.
    """

    method: ClassVar[type[Any]]

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit to points ``X (n, d)`` with labels ``y (n,)``.

        Raises:
            ValueError: fewer than two classes, a value that is not a number, or data on which the
                method has no answer (its sentence).
        """
        return self._fit(X, y, None, None)

    def predict(self, X: ArrayLike) -> Labels:
        """The labels (k,) at points (k, d)."""
        Z = self._validated_points(X)
        if not _has_one_score(self):
            return self._labels(self._probabilities(Z).argmax(axis=1))
        return self._labels(self.fit_.winners(Z))

    @_available_if(_has_one_score)
    def decision_function(self, X: ArrayLike) -> Floats:
        """The scores at points (k, d): (k,) of two classes, positive on the side of
        ``classes_[1]``; (k, K) of more.
        """
        Z = self._validated_points(X)
        scores = self.fit_.decision_function(Z)
        return (
            scores[:, 1] - scores[:, 0] if scores.ndim == 2 and len(self.classes_) == 2 else scores
        )

    @_available_if(_has_probability)
    def predict_proba(self, X: ArrayLike) -> Floats:
        """The probabilities (k, K) of the classes at points (k, d); of one against the rest those
        of each class, divided by their sum.
        """
        Z = self._validated_points(X)
        return self._probabilities(Z)

    @_available_if(_has_probability)
    def predict_log_proba(self, X: ArrayLike) -> Floats:
        """The logarithms of :meth:`predict_proba`."""
        with np.errstate(divide="ignore"):
            logarithms: Floats = np.log(self.predict_proba(X))
            return logarithms

    @property
    def coef_(self) -> Floats:
        """The weights in data units, (1, d) of two classes, (K, d) of more where each class has a
        linear score; of one against one a row for each pair, in the order and with the signs of
        ``SVC(kernel="linear")``.
        """
        weights: Floats = self._of_two("coef_")
        return weights

    @property
    def intercept_(self) -> Floats:
        """The offsets, (1,) of two classes, (K,) of more; of one against one of each pair."""
        offsets: Floats = self._of_two("intercept_")
        return offsets

    @property
    def n_iter_(self) -> int:
        """The steps that the method took, where it counts them: of Newton's method its steps, of a
        rule that corrects its passes over the data.
        """
        facts = self._fitted("n_iter_").facts
        for name in COUNTS:
            if name in facts:
                return max(1, int(facts[name]))
        raise AttributeError(f"{type(self).__name__} has no n_iter_: this method counts no steps")

    def _fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None,
        class_weight: ClassWeight,
    ) -> Self:
        # A copy: a fit keeps its points, and the caller may use his array again.
        points, labels = _validated(self, X, y, dtype=np.float64, copy=True)
        check_classification_targets(labels)
        counts: Floats | None = None
        if sample_weight is not None:
            weights: Floats = _sample_weight(
                sample_weight, points, dtype=np.float64, ensure_non_negative=True, copy=True
            )
            is_felt = weights > 0.0  # a sample that does not count is as if it were not there
            are_all_felt = bool(is_felt.all())
            counts = weights if are_all_felt else weights[is_felt]
            if not are_all_felt:
                points, labels = points[is_felt], labels[is_felt]
        classes, codes = np.unique(labels, return_inverse=True)
        if len(classes) < 2:
            raise ValueError(
                f"{type(self).__name__} needs samples of at least two classes; y has "
                f"{len(classes)} class"
            )
        self.classes_ = classes
        names = tuple(classes.tolist())
        if isinstance(class_weight, Mapping):
            class_weight = _weights_of(names, class_weight)
        weighing = weighing_of(codes, names, counts, class_weight)
        method = self._method_for(
            len(classes), float(len(points)) if weighing is None else weighing.mass
        )
        fitted: Any = solve(
            method, self._problem(method, points, codes, names, weighing), trace=False
        )
        if not fitted.predicts:
            raise ValueError(f"{self.method.name}: {fitted.explanation}")
        self.fit_: AnyFit = fitted
        return self

    def _problem(
        self,
        method: Any,
        points: Floats,
        codes: NDArray[np.int64],
        names: tuple[Any, ...],
        weighing: Weighing | None,
    ) -> AnyProblem:
        """The problem of samples that are the estimator's own."""
        features, kernel = getattr(self, "features", None), getattr(self, "kernel", None)
        check_space(features, kernel, points.shape[1])
        space = features or IDENTITY, kernel
        X, labels = locked(points), locked_ints(codes.astype(np.int64))
        if is_of_many(method, len(names)):
            return ManyProblem(X, labels, names, *space, weighing=weighing)
        return Problem(X, locked(np.where(labels == 1, 1.0, -1.0)), *space, names, weighing)

    def _method_for(self, K: int, mass: float) -> Any:
        """The method that is fitted to K classes of samples that count as ``mass`` together."""
        names = [field.name for field in fields(self.method)]
        method = self.method(**{name: getattr(self, name) for name in names})
        if K == 2 or takes_many(method):
            return self._scaled(method, mass)
        return self._scheme_over(method)

    def _scheme_over(self, method: Any) -> ManyMethod:
        scheme, schemes = getattr(self, "scheme", "one-vs-one"), OF_MEMBERS
        if scheme not in schemes:
            raise ValueError(f"scheme must be one of {', '.join(schemes)}; got {scheme!r}")
        return schemes[scheme](SoftMarginOfSums(**vars(method)) if self._counts_sums() else method)

    def _scaled(self, method: Any, mass: float) -> Any:
        return replace(method, C=method.C * mass) if self._counts_sums() else method

    def _counts_sums(self) -> bool:
        """Whether C is that of scikit-learn."""
        scale = getattr(self, "penalty_scale", "mean")
        if scale not in PENALTY_SCALES:
            raise ValueError(
                'penalty_scale must be "mean" (C/n for each sample, as in the lectures) or "sum" '
                f"(C for each sample, as in scikit-learn); got {scale!r}"
            )
        return bool(scale == "sum")

    def _labels(self, codes: NDArray[np.int64]) -> Labels:
        labels: Labels = self.classes_[codes]
        return labels

    def _probabilities(self, Z: Floats) -> Floats:
        if not _has_probable_members(self.fit_):
            return self.fit_.predict_proba(Z)
        assert isinstance(self.fit_, ManyFit)
        chances = np.column_stack([one.predict_proba(Z)[:, 1] for one in self.fit_.fits])
        sums = chances.sum(axis=1, keepdims=True)
        # far from all classes no probability is left: they are alike there
        return np.where(sums > 0.0, chances / np.where(sums > 0.0, sums, 1.0), 1.0 / len(chances.T))

    def _fitted(self, name: str) -> Any:
        fitted = getattr(self, "fit_", None)
        if fitted is None:
            raise AttributeError(f"this {type(self).__name__} has no {name}: it is not fitted yet")
        return fitted

    def _of_two(self, name: str) -> Any:
        """The weights or offsets; a method of many classes has one row for two, as others do."""
        fitted = self._fitted(name)
        if isinstance(fitted.method, registry.OneVsOne):
            return -np.concatenate([getattr(one, name) for one in fitted.fits])
        values = getattr(fitted, name)
        is_of_two = isinstance(fitted, ManyFit) and len(self.classes_) == 2
        return values[1:] - values[:1] if is_of_two else values

    def _validated_points(self, X: ArrayLike) -> Floats:
        check_is_fitted(self, "fit_")
        checked: Floats = _validated(self, X, dtype=np.float64, reset=False)
        return checked

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = self.method is methods.MultinomialNaiveBayes
        return tags


@_with_parameters
class MappedClassifier(Classifier):
    """Base of the estimators with ``features``."""

    features: FeatureMap | None = None


@_with_parameters
class SchemeClassifier(MappedClassifier):
    """Base of the estimators of two-class methods, with the ``scheme`` for more classes."""

    scheme: str = "one-vs-one"


@_with_parameters
class WeighedClassifier(MappedClassifier):
    """Base of the estimators that minimise a sum of losses, each of which may count more than once.

    ``class_weight`` multiplies the losses of a class, ``{label: 3.0}``; ``"balanced"`` is ``n / (K
    n_k)``.
    """

    class_weight: ClassWeight = None

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to points ``X (n, d)`` with labels ``y (n,)``; a sample of weight 2 is two samples,
        one of weight 0 is not there.

        Raises:
            ValueError: fewer than two classes, a value that is not a number, a negative weight, or
                data on which the method has no answer (its sentence).
        """
        return self._fit(X, y, sample_weight, self.class_weight)


@dataclass(frozen=True)
class SoftMarginOfSums(methods.SoftMarginSVM):
    """C times the sum of the losses of every member of a scheme, whatever its number of samples."""

    def for_member(self, problem: Problem) -> Method:
        """The soft margin with C times the mean of the losses."""
        return methods.SoftMarginSVM(**{**vars(self), "C": self.C * problem.mass})


@_with_parameters
class MeanDifference(MappedClassifier):
    """The boundary between the class means; the parameters are those of
    :class:`solvers.MeanDifference`.

    ``offset``: ``training-error``, ``midpoint``, ``prior`` or ``least-squares``.

    Example:
        >>> from solvers.sklearn import MeanDifference
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> MeanDifference().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.MeanDifference


@_with_parameters
class Fisher(_Transformer, MappedClassifier):
    """Fisher's discriminant; the parameters are those of :class:`solvers.Fisher`.

    ``offset``: ``training-error``, ``midpoint``, ``prior`` or ``least-squares``.  ``transform``
    projects on the discriminants, K - 1 at the most, as LinearDiscriminantAnalysis does: about the
    mean of all samples, in units in which the variance within the classes is 1.

    Example:
        >>> from solvers.sklearn import Fisher
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> Fisher().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.Fisher

    @property
    def scalings_(self) -> Floats:
        """The discriminants (d, r) by which :meth:`transform` multiplies."""
        fitted = self._fitted("scalings_")
        moments = fitted.problem.moments
        if isinstance(fitted, ManyFit):
            directions: Floats = fitted.facts["directions"]
        else:
            assert fitted.w is not None  # of two classes the weights are the direction
            within = float(fitted.w @ moments.within @ fitted.w)
            directions = fitted.w[None] / (np.sqrt(within) if within > 0.0 else 1.0)
        scalings: Floats = directions.T * np.sqrt(moments.n)
        return scalings

    @property
    def xbar_(self) -> Floats:
        """The mean (d,) of all samples."""
        moments = self._fitted("xbar_").problem.moments
        mean: Floats = moments.centre + moments.mean
        return mean

    def transform(self, X: ArrayLike) -> Floats:
        """The points (k, d) projected on the discriminants (k, r)."""
        Z = self._validated_points(X)
        projected: Floats = (self.fit_.problem.features.map(Z) - self.xbar_) @ self.scalings_
        return projected

    @property
    def _n_features_out(self) -> int:
        return int(self.scalings_.shape[1])


@_with_parameters
class LeastSquares(WeighedClassifier):
    """Least squares on the labels; the parameters are those of :class:`solvers.LeastSquares`.

    ``ridge`` is the penalty beside the SUM of squares, so it is the alpha of scikit-learn's Ridge.
    ``targets``: those of the samples, 1 unless given.

    Example:
        >>> from solvers.sklearn import LeastSquares
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> LeastSquares().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.LeastSquares


@_with_parameters
class GaussianGenerative(MappedClassifier):
    """A normal distribution for each class; the parameters are those of
    :class:`solvers.GaussianGenerative`.

    ``covariance``: ``shared`` (linear), ``separate`` (quadratic) or ``diagonal`` (naive Bayes);
    ``priors``: ``empirical``, ``equal`` or, of two classes, ``given`` as ``prior_plus``;
    ``estimate``: ``maximum-likelihood`` or ``unbiased``.

    Example:
        >>> from solvers.sklearn import GaussianGenerative
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> GaussianGenerative().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.GaussianGenerative


@_with_parameters
class MultinomialNaiveBayes(Classifier):
    """Naive Bayes for counts, whole numbers from 0 on; the parameters are those of
    :class:`solvers.MultinomialNaiveBayes`.

    ``smoothing`` is added to every count; ``priors`` as for :class:`GaussianGenerative`.

    Example:
        >>> from solvers.sklearn import MultinomialNaiveBayes
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> MultinomialNaiveBayes().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.MultinomialNaiveBayes


@_with_parameters
class Perceptron(SchemeClassifier):
    """The perceptron; the parameters are those of :class:`solvers.Perceptron`.

    ``update``: ``single`` or ``batch``; ``schedule``: ``constant`` or ``1/k``; ``order``:
    ``cyclic`` or ``shuffled`` by ``seed``; ``keep``: ``last``, ``best`` or
    ``average``.

    Example:
        >>> from solvers.sklearn import Perceptron
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> Perceptron().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.Perceptron


@_with_parameters
class Relaxation(SchemeClassifier):
    """The relaxation rule; the parameters are those of :class:`solvers.Relaxation`, in the words of
    :class:`Perceptron`.

    Example:
        >>> from solvers.sklearn import Relaxation
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> Relaxation().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.Relaxation


@_with_parameters
class LMS(SchemeClassifier):
    """Widrow and Hoff's descent on the squared error; the parameters are those of
    :class:`solvers.LMS`, in the words of :class:`Perceptron`.

    Example:
        >>> from solvers.sklearn import LMS
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> LMS().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.LMS


@_with_parameters
class HoKashyap(SchemeClassifier):
    """Ho and Kashyap's rule; the parameters are those of :class:`solvers.HoKashyap`.

    Example:
        >>> from solvers.sklearn import HoKashyap
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> HoKashyap().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.HoKashyap


@_with_parameters
class LogisticRegression(WeighedClassifier, SchemeClassifier):
    """Logistic regression; the parameters are those of :class:`solvers.LogisticRegression`.

    ``l2`` is the penalty beside the MEAN log-loss, ``l2 |w|^2``: the C of scikit-learn is ``1 / (2
    l2 n)``, and l2 = 0 its ``C=np.inf``.  ``algorithm``: ``newton`` or ``gradient``.

    ``scheme``, of more classes than two: ``softmax`` is one model of all probabilities, as in
    scikit-learn, and has no other parameter than l2; ``one-vs-one`` and ``one-vs-rest`` are fits of
    two classes.  ``auto`` is softmax unless another parameter is not at its default.

    Example:
        >>> from solvers.sklearn import LogisticRegression
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> LogisticRegression().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.LogisticRegression

    scheme: str = "auto"

    def _scheme_over(self, method: Any) -> ManyMethod:
        is_plain = method == methods.LogisticRegression(method.l2)
        if self.scheme == "softmax" and not is_plain:
            raise ValueError("scheme softmax has no other parameter than l2: choose one-vs-rest")
        if self.scheme == "softmax" or (self.scheme == "auto" and is_plain):
            return registry.Softmax(method.l2)
        if self.scheme == "auto":
            return registry.OneVsOne(method)
        return super()._scheme_over(method)


@_with_parameters
class BayesianLogistic(WeighedClassifier, SchemeClassifier):
    """Logistic regression with a normal prior on w and the uncertainty that the data leave; the
    parameters are those of :class:`solvers.BayesianLogistic`.

    Example:
        >>> from solvers.sklearn import BayesianLogistic
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> BayesianLogistic().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.BayesianLogistic

    scheme: str = "one-vs-rest"


@_with_parameters
class HardMarginSVM(SchemeClassifier):
    """The line with the widest margin between separable classes; the parameters are those of
    :class:`solvers.HardMarginSVM`.

    Where the classes overlap it has no answer, and fit raises its sentence.  ``algorithm``:
    ``hull``, ``interior-point`` or ``smo``.

    Example:
        >>> from solvers.sklearn import HardMarginSVM
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> HardMarginSVM().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.HardMarginSVM

    kernel: Kernel | None = None


@_with_parameters
class SoftMarginSVM(WeighedClassifier, SchemeClassifier):
    """The soft-margin SVM, exact; the parameters are those of :class:`solvers.SoftMarginSVM`.

    C IS NOT THE C OF SCIKIT-LEARN UNLESS ``penalty_scale="sum"``.  By default (``"mean"``) it is
    that of the lectures, ``1/2 |w|^2 + C * mean of the losses``: each of n samples has C/n, and a
    grid of C serves any n.  With ``penalty_scale="sum"`` it is ``1/2 |w|^2 + C * sum of the
    losses``, and ``SoftMarginSVM(C=1.0, penalty_scale="sum")`` is ``SVC(C=1.0, kernel="linear")``.

    ``kernel``: one of :data:`solvers.KERNELS`, as ``solvers.GaussianKernel(sigma)`` with gamma =
    ``1 / (2 sigma^2)``.  ``algorithm``: ``active-set``, ``interior-point``, ``smo`` or
    ``subgradient``, which alone has ``batch``, ``seed``, ``step``, ``schedule``, ``keep`` and
    ``max_iterations``.

    Example:
        >>> from solvers.sklearn import SoftMarginSVM
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [0, 0, 1, 1]
        >>> SoftMarginSVM().fit(X, y).predict([[6, 4]])
        array([1])
    """

    method = methods.SoftMarginSVM

    penalty_scale: str = "mean"
    kernel: Kernel | None = None


@_with_parameters
class LinearMachine(MappedClassifier):
    """The perceptron of any number of classes; the parameters are those of
    :class:`solvers.LinearMachine`, in the words of :class:`Perceptron`.

    Example:
        >>> from solvers.sklearn import LinearMachine
        >>> X, y = [[0, 0], [1, 0], [4, 0], [5, 0], [0, 4], [1, 5]], [0, 0, 1, 1, 2, 2]
        >>> LinearMachine().fit(X, y).predict([[6, 0], [0, 6]])
        array([1, 2])
    """

    method = registry.LinearMachine


@_with_parameters
class Softmax(WeighedClassifier):
    """Softmax regression; the parameters are those of :class:`solvers.Softmax`.

    ``l2`` is the penalty beside the MEAN log-loss: the C of scikit-learn's LogisticRegression is
    ``1 / (2 l2 n)``.

    Example:
        >>> from solvers.sklearn import Softmax
        >>> X, y = [[0, 0], [1, 0], [4, 0], [5, 0], [0, 4], [1, 5]], [0, 0, 1, 1, 2, 2]
        >>> Softmax().fit(X, y).predict([[6, 0], [0, 6]])
        array([1, 2])
    """

    method = registry.Softmax


@_with_parameters
class MulticlassSVM(WeighedClassifier):
    """The SVM of all classes at once; the parameters are those of :class:`solvers.MulticlassSVM`.

    C IS NOT THE C OF SCIKIT-LEARN UNLESS ``penalty_scale="sum"``: by default (``"mean"``) each of n
    samples has C/n, with ``"sum"`` C, as in ``LinearSVC(multi_class="crammer_singer")`` (which
    penalises the offsets, too).  ``loss``: ``crammer-singer`` or ``weston-watkins``.

    Example:
        >>> from solvers.sklearn import MulticlassSVM
        >>> X, y = [[0, 0], [1, 0], [4, 0], [5, 0], [0, 4], [1, 5]], [0, 0, 1, 1, 2, 2]
        >>> MulticlassSVM().fit(X, y).predict([[6, 0], [0, 6]])
        array([1, 2])
    """

    method = registry.MulticlassSVM

    penalty_scale: str = "mean"


ESTIMATORS: dict[str, type[Classifier]] = {
    estimator.__name__: estimator
    for estimator in (
        MeanDifference,
        Fisher,
        LeastSquares,
        GaussianGenerative,
        MultinomialNaiveBayes,
        Perceptron,
        Relaxation,
        LMS,
        HoKashyap,
        LogisticRegression,
        BayesianLogistic,
        HardMarginSVM,
        SoftMarginSVM,
        LinearMachine,
        Softmax,
        MulticlassSVM,
    )
}


def _weights_of(classes: tuple[Any, ...], class_weight: Mapping[Any, float]) -> dict[Any, float]:
    """The weights of the classes there are: a fold may lack one.

    Raises:
        ValueError: other classes are named, and some class there is has no weight: a name is
            wrong, as in scikit-learn.
    """
    unknown = [label for label in class_weight if label not in classes]
    without = [label for label in classes if label not in class_weight]
    if unknown and without:
        raise ValueError(
            f"class_weight names the class {unknown[0]!r}, which does not occur, and gives no "
            f"weight to {without[0]!r}"
        )
    return {label: class_weight[label] for label in classes if label in class_weight}
