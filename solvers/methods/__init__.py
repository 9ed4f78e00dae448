"""Every method, listed by hand: adding one is a file here and a line below."""

from __future__ import annotations

from ..method import Method
from .bayesian_logistic import BayesianLogistic
from .fisher import Fisher
from .gaussian import GaussianGenerative
from .hard_margin import HardMarginSVM
from .ho_kashyap import HoKashyap
from .least_squares import LeastSquares
from .lms import LMS
from .logistic import LogisticRegression
from .mean_difference import MeanDifference
from .naive_bayes import MultinomialNaiveBayes
from .perceptron import Perceptron
from .relaxation import Relaxation
from .soft_margin import SoftMarginSVM

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
)
