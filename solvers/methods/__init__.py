"""Every method, listed by hand: adding one is a file here and a line below."""

from __future__ import annotations

from ..additions import added
from ..method import Method
from .bayesian_logistic import BayesianLogistic as BayesianLogistic
from .fisher import Fisher as Fisher
from .gaussian import GaussianGenerative as GaussianGenerative
from .hard_margin import HardMarginSVM as HardMarginSVM
from .ho_kashyap import HoKashyap as HoKashyap
from .least_squares import LeastSquares as LeastSquares
from .lms import LMS as LMS
from .logistic import LogisticRegression as LogisticRegression
from .mean_difference import MeanDifference as MeanDifference
from .naive_bayes import MultinomialNaiveBayes as MultinomialNaiveBayes
from .perceptron import Perceptron as Perceptron
from .relaxation import Relaxation as Relaxation
from .soft_margin import SoftMarginSVM as SoftMarginSVM

METHODS: tuple[type[Method], ...] = (
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
    *added("methods"),
)
