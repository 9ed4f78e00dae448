"""The methods as estimators of scikit-learn, for pipelines, grid searches and comparisons:
``solvers.sklearn.SoftMarginSVM(C=10)``.

Needs scikit-learn, which nothing else here does.  Each estimator has the parameters of its method
under their own names; more than two classes are fitted at once where the method can, else every two
of them (one against one).  ``fit_`` is the certified answer.

``classes_`` is sorted, as scikit-learn demands, and of two classes the second one is positive: of
words that tell, such as + and -, that may be the other one than in :func:`solvers.fit`, which takes
+ (:func:`solvers.signs.signed_pair`).

They pass scikit-learn's own ``check_estimator``, but for two methods that have no answer on the
data of these checks and say so: the hard margin where classes overlap, and naive Bayes for counts
where numbers are not whole.
"""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from . import methods  # the classes here have the names of theirs
from .fitting import fit
from .multiclass.forms import takes_many
from .multiclass.method import ManyMethod
from .multiclass.registry import LinearMachine, MulticlassSVM, OneVsOne, Softmax


def _has_probability(estimator: Any) -> bool:
    fitted = getattr(estimator, "fit_", None)
    return (
        bool(estimator.method.has_probability)
        if fitted is None
        else hasattr(fitted, "predict_proba")
    )


def _has_one_score(estimator: Any) -> bool:
    # The probabilities of the Bayesian fit weigh the score by how sure it is there: the two order
    # points differently.
    return bool(estimator.method is not methods.BayesianLogistic)


class Classifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Base of the estimators: ``method`` is the kind of method that is fitted."""

    method: ClassVar[type[Any]]

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit to points ``X (n, d)`` with labels ``y (n,)``.

        Raises:
            ValueError: fewer than two classes, a value that is not a number, or data on which the
                method has no answer (its sentence).
        """
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_features=2)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(
                f"{type(self).__name__} needs samples of at least two classes; y has one class"
            )
        method = self.method(**self.get_params(deep=False))
        is_many = isinstance(method, ManyMethod) or takes_many(method)
        fitted: Any = fit(
            method if is_many or len(self.classes_) == 2 else OneVsOne(method),
            X,
            codes,
            trace=False,
        )
        if not fitted.predicts:
            raise ValueError(f"{method.name}: {fitted.explanation}")
        self.fit_ = fitted
        return self

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The labels (k,) at points (k, d)."""
        Z = self._validated_points(X)
        result: NDArray[Any] = self.classes_[self.fit_.predict(Z).astype(np.int64)]
        return result

    @available_if(_has_one_score)  # type: ignore[untyped-decorator]
    def decision_function(self, X: ArrayLike) -> NDArray[Any]:
        """The scores at points (k, d): (k,) of two classes, positive on the side of
        ``classes_[1]``; (k, K) of more.
        """
        Z = self._validated_points(X)
        scores: NDArray[Any] = self.fit_.decision_function(Z)
        return (
            scores[:, 1] - scores[:, 0] if scores.ndim == 2 and len(self.classes_) == 2 else scores
        )

    @available_if(_has_probability)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: ArrayLike) -> NDArray[Any]:
        """The probabilities (k, K) of the classes at points (k, d)."""
        Z = self._validated_points(X)
        chances: NDArray[Any] = self.fit_.predict_proba(Z)
        return chances

    @property
    def coef_(self) -> NDArray[Any]:
        """The weights in data units, (1, d) of two classes."""
        weights: NDArray[Any] = self.fit_.coef_
        return weights

    @property
    def intercept_(self) -> NDArray[Any]:
        """The offsets, (1,) of two classes."""
        offsets: NDArray[Any] = self.fit_.intercept_
        return offsets

    def _validated_points(self, X: ArrayLike) -> NDArray[Any]:
        check_is_fitted(self, "fit_")
        checked: NDArray[Any] = validate_data(self, X, dtype=np.float64, reset=False)
        return checked

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = self.method is methods.MultinomialNaiveBayes
        return tags


def _estimator(method: type[Any]) -> type[Classifier]:
    """The estimator of a kind of method: its parameters, by their names and with their defaults."""
    defaults = {field.name: field.default for field in fields(method)}

    def begin(self: Classifier, **values: Any) -> None:
        wrong = sorted(values.keys() - defaults.keys())
        if wrong:
            raise TypeError(
                f"{method.__name__} has no parameter {wrong[0]}; it has "
                f"{', '.join(defaults) or 'none'}"
            )
        for name, default in defaults.items():
            setattr(self, name, values.get(name, default))

    kinds = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value)
        for name, value in defaults.items()
    ]
    self_parameter = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    begin.__signature__ = inspect.Signature([self_parameter, *kinds])  # type: ignore[attr-defined]
    words = f"{method.name} as an estimator of scikit-learn: {method.summary}"
    return type(
        method.__name__,
        (Classifier,),
        {"__init__": begin, "__doc__": words, "__module__": __name__, "method": method},
    )


ESTIMATORS = {
    method.__name__: _estimator(method)
    for method in (*methods.METHODS, LinearMachine, Softmax, MulticlassSVM)
}
globals().update(ESTIMATORS)
